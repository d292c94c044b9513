"""Random games of all pairs of kill teams, in part; the nightly run plays thousands. And positions that random games
have found."""

from __future__ import annotations

import random

import pytest

from fireteam.games.killteam import arena
from fireteam.games.killteam.moving.moves import destinations, gait_of
from fireteam.games.killteam.moving.without_action import straight
from fireteam.games.killteam.state import Piece
from fireteam.kit.plane.destinations import STRAIGHT
from fireteam.space.plane.legs import Step
from fireteam.space.plane.paths import Move, path
from fireteam.space.plane.reach import Reach
from tests.killteam.directing import skirmish
from tests.killteam.examining import LOOKS, examine
from tests.killteam.playing import KILLZONES, OTHER_OPTIONS, PAIRS, faults, game, lively


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_every_pair_of_teams_can_be_set_up(number: int) -> None:
    """From the first question to the first turning point, every state sound."""
    match = game(number, teams=PAIRS[number], scenario=KILLZONES[number % len(KILLZONES)], rosters="default")
    rng = random.Random(number)
    while match.state.phase not in ("gambit", "firefight"):
        assert faults(match) == [], match.decision.topic
        match.answer(lively(match, rng))
    assert {operative.seat for operative in match.state.operatives} == {0, 1}


@pytest.mark.parametrize("number", range(1, 3))
def test_a_skirmish_is_sound(number: int) -> None:
    """Secrets and saves aside, which whole games show: a skirmish is laid by hand, its tac ops are nobody's secret."""
    looks = {name: LOOKS.pop(name) for name in ("secrets", "save")}
    try:
        assert examine(skirmish(number), number, lively, sound=12, every=40) == []
    finally:
        LOOKS.update(looks)


# -- what random games have found --------------------------------------------------------------------------------------


@pytest.mark.rule("KT-TM-03", "KT-EQ-12")
@pytest.mark.parametrize("options", [None, OTHER_OPTIONS])
def test_a_flyer_past_a_ladder_drops_and_climbs_only_so_often(options: dict[str, object] | None) -> None:
    """Neither costs it anything: the search for legs went on for ever, dropping and climbing at one place."""
    ladders = (
        Piece("ladders-1-2", "ladders", 1, 2356, 480, 0, 90),
        Piece("ladders-1-1", "ladders", 1, 2356, 780, 0, 90),
    )
    setting, state = arena.battle(
        teams=("cinder-vigil", "ironroot-menagerie"), options=options, rosters=(("cv-prior",), ("ir-kite",)),
        placed={"ir-kite": (2746, 1464), "cv-prior": (300, 300)}, pieces={piece.id: piece for piece in ladders},
        phase="firefight",
    )  # fmt: skip
    t = arena.table_over(setting, state)
    region = destinations(t, t.ground, t.number("ir-kite"), "REPOSITION", gait_of(t))
    assert region.terms.gait.flies
    assert region.find("to 18.35,12.46") is None, "too far"
    assert region.find("to 24.50,14.64") is not None


@pytest.mark.rule("KT-GEO-18", "KT-CHRG-02")
def test_a_straight_charge_is_found_by_its_key() -> None:
    """The search for routes knew no way to where a straight leg leads: the only charge there was could not be
    answered."""
    match = skirmish(46)
    assert match.decision is not None
    t = match.table
    for who in range(len(t.state.operatives)):
        region = destinations(t, t.ground, who, "CHARGE", gait_of(t))
        move = region.some()
        if isinstance(move, Move):
            assert region.find(region.key(move, legs=len(move.steps) > 1)) is not None, (t.name(who), move.end)


@pytest.mark.rule("KT-GEO-18", "KT-TM-03")
def test_a_leg_to_another_level_names_that_level() -> None:
    """A leg off a gantry was saved without the height it ends at, and the save could not be read: a leg keeps to its
    level if it can."""
    setting, state = arena.battle(
        killzone="quenchworks", teams=("cinder-vigil", "veilrunners"), rosters=(("cv-prior",), ("vr-matron",)),
        placed={"cv-prior": (950, 1550, 300), "vr-matron": (2700, 300)}, phase="firefight",
    )  # fmt: skip
    t = arena.table_over(setting, state)
    region = destinations(t, t.ground, t.number("cv-prior"), "REPOSITION", gait_of(t))
    moves = [region.reach.draw(lot / 200) for lot in range(200)]
    down = [move for move in moves if move is not None and len(move.steps) == 1 and move.end.z == 0]
    assert len(down) > 10
    for move in down:
        found = region.find(STRAIGHT + region.key(move, legs=True))
        assert found is not None and found.args[:3] == (move.end.x, move.end.y, 0)
        again = region.find(found.key)
        assert again is not None and (again.key, again.args) == (found.key, found.args)


@pytest.mark.rule("KT-GEO-18")
def test_what_is_drawn_is_what_the_region_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an ability moves somebody in a straight line, a way round a corner was drawn now and then."""
    setting, state = arena.battle(
        teams=("cinder-vigil", "veilrunners"), rosters=(("cv-prior",), ("vr-matron",)),
        placed={"cv-prior": (1500, 1100), "vr-matron": (2700, 300)}, phase="firefight",
    )  # fmt: skip
    t = arena.table_over(setting, state)
    who = t.number("cv-prior")
    action, ability = (
        destinations(t, t.ground, who, "REPOSITION", gait_of(t)),
        straight(t, who, 6, "cv-a1", engages=False),
    )
    bent = path(t.ground, action.start, (Step(1500, 1200), Step(1600, 1200)), action.terms)
    assert isinstance(bent, Move)
    monkeypatch.setattr(Reach, "draw", lambda reach, lot: bent)
    drawn = action.draw(lambda: 0.5)
    assert drawn is not None and drawn.key == "to 16.00,12.00 via 15.00,12.00"
    assert ability.draw(lambda: 0.5) is None
