"""Setting up battles, scenarios and their points, the pack."""

from __future__ import annotations

import random

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.errors import PackError, SetupError
from fireteam.core.match import Match
from fireteam.games.necromunda.content.deck import roster_price
from fireteam.games.necromunda.content.gangs import faults
from fireteam.games.necromunda.content.packs import PACKS
from fireteam.games.necromunda.game import GAME
from fireteam.games.necromunda.state import PLAY
from fireteam.space.plane.free.warm import use_compiled
from tests.necromunda.scene import setting


def drawn(match: Match, seed: int, until: str = "") -> None:
    """Answer at random until a topic comes, or the battle is over."""
    use_compiled()  # where numba is installed; the same battles either way
    rng = random.Random(seed)
    while not match.over and match.decision is not None and (not until or match.decision.topic != until):
        match.answer(match.decision.draw(rng.random))


@pytest.mark.rule("NE-RND-08")
def test_a_battle_is_set_up_in_order() -> None:
    match = Match(GAME.prepare(scenario="tollgate"), Seeded(3))
    assert match.decision is not None and match.decision.topic == "which side to play"
    drawn(match, 1, "which model is activated")
    sides = setting(match).sides
    assert all(m.status == PLAY for m in match.state.models)
    assert match.state.strength == (sides.count(0), sides.count(1)) and match.state.round == 1
    mission = setting(match).mission
    assert mission is not None
    zones = {seat: mission.side_of(match.setting.table(match.state, False), seat) for seat in (0, 1)}
    for m in match.state.models:
        low, high = (50, 550) if zones[m.side] == "a" else (3050, 3550)
        assert low <= m.x <= high


@pytest.mark.rule("NE-RND-01")
def test_rounds_go_on_to_the_limit() -> None:
    match = Match(GAME.prepare(scenario="tollgate"), Seeded(5))
    drawn(match, 2)
    assert match.over and match.result is not None
    assert match.state.round <= 6
    rounds = [event.params["number"] for event in match.log if event.code == "round"]
    assert rounds == list(range(1, match.state.round + 1))


@pytest.mark.rule("NE-RND-10", "NE-RND-07")
def test_points_of_the_scenario() -> None:
    match = Match(GAME.prepare(scenario="tollgate"), Seeded(3))
    drawn(match, 1, "which model is activated")
    table = match.setting.table(match.state, False)
    leader = next(
        who for who, card in enumerate(setting(match).cards) if card.role == "leader" and setting(match).sides[who] == 1
    )
    table.take_out(leader, "NE-HIT-04", 0)
    assert table.state.points == (3, 0)
    table.bottle_out(1)
    assert table.state.points == (6, 0)


@pytest.mark.rule("NE-RND-07")
def test_a_side_with_nobody_left_has_lost_the_field() -> None:
    match = Match(GAME.prepare(scenario="tollgate"), Seeded(3))
    drawn(match, 1, "which model is activated")
    table = match.setting.table(match.state, False)
    for m in list(table.state.models):
        if m.side == 1:
            table.flee(m.index, "NE-END-03")
    table.check_end()
    assert table.state.ending == "side-down" and table.state.winner == 0


@pytest.mark.rule("NE-CHAR-01", "NE-CHAR-02")
def test_a_pack_is_checked_with_file_and_line() -> None:
    text = (PACKS.folder / "kettle_deep.yaml").read_text()
    PACKS.parse(text)
    for wrong, word in (
        (text.replace("int: 7, cost: 115", "cost: 115", 1), "int"),
        (text.replace("Blaze]", "Blazing]", 1), "Blaz"),
        (text.replace("[[11.5, 0], [12.5, 0]", "[[11.5, -0.5], [12.5, 0]", 1), "edge"),
    ):
        with pytest.raises(PackError) as caught:
            PACKS.parse(wrong, "mine.yaml")
        assert word in str(caught.value) and "mine.yaml" in str(caught.value) and caught.value.line > 0


def test_ready_made_gangs_are_gangs_that_could_be_built() -> None:
    pack = PACKS.load()
    assert [faults(pack, roster) for roster in pack.rosters] == [[]] * len(pack.rosters)
    assert all(roster_price(pack, roster) <= 1000 for roster in pack.rosters)
    assert sum(len(gang.fighters) for gang in pack.gangs) == 30


def test_wrong_wishes_are_named() -> None:
    for wish in ({"map": "moon"}, {"gangs": ["choir-1000"]}, {"gangs": ["choir-1000", "nobody"]}):
        with pytest.raises(SetupError):
            GAME.prepare(scenario="tollgate", setup=wish)
    with pytest.raises(SetupError):
        GAME.prepare(scenario="casket-run", setup={"map": "causeway"})


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("tollgate", 11), ("casket-run", 11), ("cold-fuse", 11), ("break-the-convoy", 12), ("break-the-convoy", 37)],
)
def test_random_battles_end(scenario: str, seed: int) -> None:
    match = Match(GAME.prepare(scenario=scenario), Seeded(seed))
    drawn(match, seed)
    assert match.over
