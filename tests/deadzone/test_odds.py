"""Odds of shots and assaults: exact numbers, and the same with and without what is known already."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.setting import Setting
from fireteam.terminal.console import ASCII
from fireteam.terminal.oddsprint import odds_lines
from tests.deadzone.battlefield import battle, model, offered
from tests.deadzone.rolled import CASES, far_off

Dice = dict[str, int]
SMALL = 4_000
"""Moments of a position that is solved without memory, too, at most."""
ONE_MOVE = 50
"""What is counted before somebody looks whether it is too much."""
LOTS: Dice = {"Dice": 4, "Special": 3}
MORE: Dice = {"Dice": 1, "Shoot": 1}
SHOT, BLAZE = "shoot b with Gun", "shoot b (blaze away) with Gun"


def shot(
    gun: Sequence[str] = (), target: Sequence[str] = (), mine: Dice | None = None, theirs: Dice | None = None
) -> Match:
    """5 dice at 5+ against 3 dice at 5+, ARMOUR 1 and 2 HP."""
    shooter = arena.unit("A", arena.weapon("Gun", 6, keywords=gun))
    red = {"b": arena.unit("B", keywords=target, armour=1)}
    return battle({"a": shooter}, red, {"a": "1,1,1", "b": "4,1,1"}, command=(mine or {}, theirs or {}))


def assault(mine: Dice | None = None, theirs: Dice | None = None) -> Match:
    """3 dice at 4+ with Frenzy (1) and AP 1 against FIGHT 5+ or SURVIVE 4+."""
    saw = arena.weapon("Saw", "CC", 1, ["Frenzy (1)"])
    red = {"b": arena.unit("B", survive=4, armour=1)}
    return battle({"a": arena.unit("A", saw, fight=4, health=3)}, red, dict.fromkeys("ab", "4,4,1"),
                  command=(mine or {}, theirs or {}))  # fmt: skip


@pytest.mark.parametrize(
    ("gun", "target", "mine", "theirs", "kills"),
    [
        ([], [], {}, {}, 0.218984),
        (["Weight of Fire (1)"], ["Resilient (1)"], {}, {}, 0.245159),
        (["Weight of Fire (2)"], ["Resilient (2)"], {}, {}, 0.274049),
        ([], [], {"+1 model": 1}, {"Advance": 1}, 0.250900),
        ([], [], {"Dice": 1, "+1 model": 1, "Shoot": 1}, {"Dice": 1, "Advance": 1, "Special": 1}, 0.270872),
    ],
)
def test_how_often_a_shot_kills(gun: list[str], target: list[str], mine: Dice, theirs: Dice, kills: float) -> None:
    odds = shot(gun, target, mine, theirs).odds(SHOT, aim="kill")
    assert float(odds.chance("killed b")) == pytest.approx(kills, abs=1e-6)
    assert odds.samples == 0 and sum(odds.chances.values()) == 1


def test_plain_shots_and_single_re_rolls_are_exact() -> None:
    assert shot().odds(SHOT).exact and shot(["Weight of Fire (1)"], ["Resilient (1)"]).odds(SHOT).exact
    assert 0 < shot(mine={"+1 model": 1}, theirs={"Advance": 1}).odds(SHOT).bound < 0.0001


def test_how_often_an_assault_kills() -> None:
    odds = assault().odds("assault b", aim="kill")
    assert float(odds.chance("killed b")) == pytest.approx(0.275497, abs=5e-7) and odds.exact
    odds = assault({"+1 model": 1}, {"Advance": 1}).odds("assault b", aim="kill")
    # A table of all differences, the dice cut at fourteen explosions, gives the same value and the same chance.
    assert float(odds.chance("killed b")) == pytest.approx(0.2157203809, abs=1e-9)
    assert float(odds.value) == pytest.approx(1.1326237459, abs=1e-9)


def test_what_follows_a_shot_changes_nothing_of_its_damage() -> None:
    plain = shot().odds(SHOT, aim="kill").of("damage b")
    for words in (["Prey"], ["Knockback"], ["Prey", "Knockback"]):
        assert shot(words).odds(SHOT, aim="kill").of("damage b") == plain


def test_a_blaze_pins_as_often_as_it_does_in_play() -> None:
    odds = shot(["Rapid Fire"]).odds(BLAZE, aim="pin")
    assert 0 < odds.bound < 1e-6 and odds.chance("damage b") == 0
    assert float(odds.chance("pinned b")) == pytest.approx(0.738025, abs=5e-7)
    table_of = shot(["Rapid Fire"])
    pinned = 0
    for seed in range(400):
        match = table_of.fork(Seeded(seed))
        match.answer(BLAZE)
        pinned += model(match, "b").pinned
    assert pinned / 400 == pytest.approx(0.738, abs=0.07)


@pytest.mark.parametrize(
    ("match", "key"),
    [
        (shot(["Weight of Fire (3)"], ["Resilient (3)", "Energy Shield (3)"], LOTS, LOTS), SHOT),
        (shot(["Rapid Fire", "Weight of Fire (3)"], ["Resilient (2)"], LOTS, LOTS), BLAZE),
        (shot(["Prey", "Knockback"], [], LOTS, LOTS), SHOT),
        (assault(LOTS, LOTS), "assault b"),
    ],
)
def test_no_position_takes_more_than_odds_may(match: Match, key: str) -> None:
    odds = match.odds(key)
    assert odds.nodes <= 2 * Setting.odds_nodes + ONE_MOVE and not odds.samples
    assert sum(odds.chances.values()) == 1 and 0 < odds.bound <= 1


def test_odds_that_leave_out_too_much_are_called_unsolved() -> None:
    match = assault(LOTS, LOTS)
    odds = match.odds("assault b")
    assert odds.unsolved and odds.bound > 0.25 and not odds.exact
    head, says = (line.plain for line in odds_lines(odds, match.setting.game, ASCII))
    assert head.endswith("(not solved)") and says.startswith("too much can happen here to tell the odds in time")
    assert not shot().odds(SHOT).unsolved


@pytest.mark.parametrize("nodes", [100, 200, 400])
def test_what_is_left_out_of_a_large_position_stands_in_its_bound(monkeypatch: pytest.MonkeyPatch, nodes: int) -> None:
    for match, key in ((shot(["Weight of Fire (1)"], [], MORE, MORE), SHOT), (assault(MORE, MORE), "assault b")):
        whole = match.odds(key, aim="kill")
        with monkeypatch.context() as less:
            less.setattr(Setting, "odds_nodes", nodes)
            rough = match.odds(key, aim="kill")
        assert whole.bound < 1e-3 < rough.bound and rough.nodes < whole.nodes
        # The worth lies between 4 for the one and 5 for the other, and a command die more or less.
        assert abs(float(rough.value - whole.value)) <= 10 * (rough.bound + whole.bound)


@pytest.mark.parametrize("place", range(len(CASES)))
def test_rolled_tests_come_out_as_their_odds_say(place: int) -> None:
    assert far_off(CASES[place], 400, seed=place) == []


def chains(dice: int, target: int, most: int = 9) -> list[float]:
    """The chance of each number of successes, by going through all faces of one die after the other, bonus dice too, up
    to so many explosions of each."""
    one = [0.0] * (most + 2)
    for exploded in range(most + 1):
        for face in range(1, 8):
            one[exploded + (face >= target)] += 1 / 8 ** (exploded + 1)
    found = [1.0]
    for _ in range(dice):
        grown = [0.0] * (len(found) + most + 1)
        for already, chance in enumerate(found):
            for more, also in enumerate(one):
                grown[already + more] += chance * also
        found = grown
    return found


@pytest.mark.parametrize(
    ("armour", "shields"), [(0, []), (1, []), (0, [1]), (1, [1]), (0, [2]), (2, [3]), (0, [2, 1]), (1, [1, 2])]
)
def test_damage_is_as_often_as_going_through_all_dice_says(armour: int, shields: list[int]) -> None:
    words = [f"{name} ({dice})" for name, dice in zip(("Energy Shield", "Shield Generator"), shields, strict=False)]
    red = {"b": arena.unit("B", keywords=words, armour=armour, health=3)}
    odds = battle({"a": arena.unit("A", arena.weapon("Gun", 6))}, red, {"a": "1,1,1", "b": "4,1,1"}).odds(SHOT)
    expected = [0.0] * 4
    for hits, chance in enumerate(chains(5, 5)):
        for saved, also in enumerate(chains(3, 5)):
            for taken, third in enumerate(chains(sum(shields), 6)):
                lost = min(3, max(0, hits - saved - taken - armour)) if hits > saved else 0
                expected[lost] += chance * also * third
    found = odds.of("damage b")
    assert [float(found.get(lost, 0)) for lost in range(4)] == pytest.approx(expected, abs=odds.bound + 1e-7)
    assert odds.exact == (sum(shields) <= 1) and odds.bound < 1e-5


def random_position(rng: random.Random) -> tuple[Match, str]:
    """Two models with some keywords and few command dice, and a shot or an assault."""

    def some(*words: str) -> list[str]:
        return [word for word in words if rng.random() < 0.3]

    gun = arena.weapon(
        "Gun",
        6,
        rng.randint(0, 1),
        some("Weight of Fire (1)", "Toxic (1)", "Prey", "Rapid Fire", "Stun", "Suppression"),
    )
    saw = arena.weapon("Saw", "CC", rng.randint(0, 1), some("Frenzy (1)", "Smash (1)", "Prey", "Stun"))
    blue = {
        "a": arena.unit("A", gun, saw, keywords=some("Dismantle", "Tough", "Thermal Mines"), health=rng.randint(1, 3))
    }
    target = some("Tough", "Resilient (1)", "Energy Shield (1)", "Construct", "Evade")
    red = {"b": arena.unit("B", keywords=target, armour=rng.randint(0, 2), health=rng.randint(1, 3))}
    close = rng.random() < 0.5
    held: tuple[Dice, Dice] = ({"Dice": rng.randint(0, 1)}, {"Shoot": int(rng.random() < 0.3)})
    where = {"a": "1,1,1", "b": "1,1,1" if close else "4,1,1"}
    position: dict[str, Any] = {"command": held, "models": {"b": {"pinned": rng.random() < 0.2}}}
    match = battle(blue, red, where, **position)
    return match, rng.choice(offered(match, "assault" if close else "shoot"))


@pytest.mark.parametrize("seed", range(12))
def test_odds_are_the_same_with_and_without_memory(seed: int) -> None:
    rng = random.Random(seed)
    while True:
        match, key = random_position(rng)
        known = match.odds(key, aim="kill")
        # Without memory the rule is run for every re-roll, with it whole tests are solved in one go.
        anew = match.odds(key, aim="kill", memo=False, budget=SMALL, samples=1)
        if not anew.samples:
            break
    assert (known.value, known.chances) == (anew.value, anew.chances)


def test_a_friend_that_is_made_ready_stands_in_the_odds() -> None:
    verse = arena.weapon("Verse", 0, keywords=["Invigorate"])
    blue = {"a": arena.unit("A", verse), "f": arena.unit("F")}
    match = battle(blue, {"b": arena.unit("B")}, {"a": "1,1,1", "f": "1,1,1", "b": "8,8,1"},
                   models={"f": {"activated": True}})  # fmt: skip
    odds = match.odds("shoot f with Verse", aim="kill")
    two_of_three = 1 - (4 / 8) ** 3 - 3 * (4 / 8) ** 2 * (3 / 8) - 3 * (4 / 8) ** 2 * (1 / 8) * (4 / 8)
    assert odds.exact and float(odds.chance("ready f")) == pytest.approx(two_of_three)
