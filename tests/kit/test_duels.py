"""An opposed test of pools that roll on, in a toy on the kit: play, saves, forks, and odds that are right."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from fireteam.core import saves
from fireteam.core.chronicle import Chronicle
from fireteam.core.dice import Given, Seeded
from fireteam.core.errors import SaveError
from fireteam.core.match import Match
from fireteam.core.questions import Choose
from fireteam.terminal.console import ASCII
from fireteam.terminal.oddsprint import odds_json, odds_lines
from tests.kit.duels import HIGH, LOW, Arms, Duel, duel


def test_a_clash_is_played_with_re_rolls_and_their_bonus_dice() -> None:
    # Red: 2 8 3 and a bonus die of 6; blue: 4 1. Red's batch rolls the 2 again: 8, and the bonus die misses.
    match = duel(Given([2, 8, 3, 6, 4, 1, 8, 1, 5, 2, 3]))
    match.answer("strike")
    frame = match.state.agenda[-1]
    assert frame.lead == 1 and (frame.a.misses, frame.a.hits, frame.b.misses, frame.b.hits) == (2, 1, 1, 1)
    assert match.decision.topic == "dice to roll again, red"
    assert match.decision.keys() == ["0 misses 0 hits", "0 misses 1 hits", "1 misses 0 hits"]
    match.answer("1 misses 0 hits")
    frame = match.state.agenda[-1]
    assert frame.lead == 2 and frame.a.misses == 1, "the 3, or the bonus die that the batch may not take"
    match.answer("copper for a miss")
    assert match.state.agenda[-1].lead == 3 and match.state.coins == ((), ("copper", "silver"))
    assert match.decision.topic == "a die for a coin, blue"
    assert match.decision.keys() == [
        "keep", "copper for a miss", "copper for a hit", "silver for a miss", "silver for a hit",
    ]  # fmt: skip
    match.answer("silver for a hit")
    assert match.state.life == (4, 0) and match.decision.topic == "cheer"


def test_a_save_holds_the_faces_of_each_pool() -> None:
    game = Duel()
    match = duel(Seeded(8), game, checkpoints=2)
    rng = random.Random(3)
    for _ in range(14):
        if match.over:
            break
        match.answer(rng.choice(match.decision.options))
    text = match.save()
    assert "* the clash: " in text and " | " in text
    again = saves.read(text, lambda name: game)
    assert again.state.dump() == match.state.dump()
    assert again.save().partition("\ncheckpoint: ")[0] == text.partition("\ncheckpoint: ")[0]
    with pytest.raises(SaveError, match=r"too many|more wanted"):
        line = next(line for line in text.splitlines() if "* the clash: " in line)
        saves.read(text.replace(line, f"{line} 8"), lambda name: game)


@pytest.mark.parametrize("seed", range(6))
def test_undo_forks_and_checkpoints_lead_to_the_same(seed: int) -> None:
    rng = random.Random(seed)
    match = duel(Seeded(seed), checkpoints=1 + seed)
    keys: list[str] = []
    while not match.over and len(keys) < 40:
        key = rng.choice(match.decision.keys())
        before = (match.state.dump(), match.decision.topic)
        fork = match.fork(match.dice)
        match.answer(key)
        after = match.state.dump()
        fork.answer(key)
        assert fork.state.dump() == after
        match.undo()
        assert (match.state.dump(), match.decision.topic) == before
        match.answer(key)
        assert match.state.dump() == after
        keys.append(key)
    plain = duel(Seeded(seed), checkpoints=0)
    for key in keys:
        plain.answer(key)
    assert plain.state.dump() == match.state.dump() and "the clash" in plain.save()


def test_what_is_asked_and_told_of_pools_is_data() -> None:
    match = duel(None)
    match.answer("strike")
    view = match.setting.question_view(match.table, match.decision, True)
    assert view == {
        "seat": 0, "kind": "roll", "text": "Roll 3 dice and 2 dice: The clash", "count": 5, "sides": 8, "pools": [3, 2],
    }  # fmt: skip
    match.answer([[2, 8, 3, 6], [4, 1]])
    chronicle = Chronicle(match)
    chronicle.follow()
    told = chronicle.log[-1]
    assert told["text"] == "The clash: 2 8 3 6 | 4 1"
    assert (told["faces"], told["pools"], told["sides"]) == ([2, 8, 3, 6, 4, 1], [4, 2], 8)
    tray = match.setting.tray(chronicle.entries)
    assert [(die["seat"], die["pool"], die["face"], die.get("hangs")) for die in tray] == [
        (0, 0, 2, None), (0, 0, 8, None), (0, 0, 3, None), (0, 0, 6, 1), (1, 1, 4, None), (1, 1, 1, None),
    ]  # fmt: skip


def test_a_question_says_which_options_are_alike() -> None:
    match = duel(Given([2, 2, 2, 4, 1]), Duel(Arms(3, 5, 0), Arms(2, 4, 0), (3, 0)))
    match.answer("strike")
    assert len(match.decision.options) == 4
    assert [option.key for option in match.decision.told_apart] == ["keep", "copper for a miss"]
    plain = Choose(0, "any", lambda: match.decision.options)
    assert plain.told_apart is plain.options


# -- odds --------------------------------------------------------------------------------------------------------------

CUT = 22
"""Successes at which the reckoning below is cut off."""


@cache
def chains(count: int, target: int) -> dict[tuple[int, int, int], float]:
    """The chance of so many successes, misses and hits that stand (one of each is enough), chain by chain."""
    law = {(0, 0, 0): 1.0}
    for _ in range(count):
        grown: dict[tuple[int, int, int], float] = {}
        for (s, m, h), p in law.items():
            for k in range(CUT):
                for hit, faces in ((0, target - 1), (1, 8 - target)):
                    key = (s + k + hit, max(m, 1 - hit), max(h, hit))
                    grown[key] = grown.get(key, 0.0) + p * faces / 8 ** (k + 1)
        law = grown
    return {key: p for key, p in law.items() if key[0] < CUT}


def reckoned(first: Arms, second: Arms, coins: tuple[int, int], coin: float) -> float:
    """What a strike is worth to the first, reckoned over all differences: each side may roll one die again at most."""

    @cache
    def then_second(lead: int, misses: int, hits: int) -> float:
        worth = float(max(LOW, min(HIGH, lead)))
        price = 0.0 if second.free else coin
        if second.free or coins[1]:
            for taken, there in ((0, misses), (1, hits)):
                if there:
                    fresh = sum(
                        p * max(LOW, min(HIGH, lead + taken - s)) for (s, *_), p in chains(1, second.target).items()
                    )
                    worth = min(worth, fresh + price)
        return worth

    value = 0.0
    for (s, m, h), p in chains(first.dice, first.target).items():
        for (t, v, w), q in chains(second.dice, second.target).items():
            best = then_second(s - t, v, w)
            if first.free or coins[0]:
                for taken, there in ((0, m), (1, h)):
                    if there:
                        fresh = sum(
                            r * then_second(s - t - taken + u, v, w) for (u, *_), r in chains(1, first.target).items()
                        )
                        best = max(best, fresh - (0.0 if first.free else coin))
            value += p * q * best
    return value


ONE_DIE = (
    (Arms(3, 5, 1), Arms(2, 4, 1), (0, 0)),
    (Arms(2, 6, 0), Arms(2, 5, 0), (1, 0)),
    (Arms(2, 5, 0), Arms(3, 6, 0), (1, 2)),
    (Arms(1, 8, 1), Arms(2, 5, 0), (0, 1)),
)


@pytest.mark.parametrize(("first", "second", "coins"), ONE_DIE)
def test_odds_with_one_re_roll_a_side_are_those_of_an_independent_reckoning(
    first: Arms, second: Arms, coins: tuple[int, int]
) -> None:
    expected = reckoned(first, second, coins, 0.25)
    for depth in (1, 2):
        odds = duel(None, Duel(first, second, coins, depth)).odds("strike", budget=10**6)
        assert odds.samples == 0 and sum(odds.chances.values()) == 1
        assert float(odds.value) == pytest.approx(expected, abs=1e-9)
        assert odds.exact == (coins == (0, 0)) and 0 <= odds.bound < 0.01


def test_depth_one_is_enough_where_each_side_re_rolls_one_die_for_nothing() -> None:
    shallow, deep = (duel(None, Duel(Arms(3, 5, 1), Arms(2, 6, 1), (0, 0), depth)).odds("strike") for depth in (1, 6))
    assert shallow.exact and deep.exact and shallow.value == deep.value and shallow.nodes < deep.nodes


def test_the_bound_of_odds_holds_and_gets_smaller_with_depth() -> None:
    arms = (Arms(2, 5, 2), Arms(2, 5, 2), (0, 0))
    found = [duel(None, Duel(*arms, depth)).odds("strike", budget=10**6) for depth in (0, 1, 3)]
    best = found[-1]
    assert not any(odds.exact or odds.samples for odds in found)
    for odds in found[:-1]:
        # A difference may be worth as much as all of it, from LOW to HIGH.
        assert abs(float(odds.value - best.value)) <= (HIGH - LOW) * (odds.bound + best.bound)
    bounds = [odds.bound for odds in found]
    assert bounds == sorted(bounds, reverse=True) and bounds[-1] < 1e-4


def test_the_memo_never_lies() -> None:
    rng, compared = random.Random(5), 0
    for _ in range(10):
        first, second = (Arms(rng.randint(1, 2), rng.randint(3, 8), rng.randint(0, 2)) for _ in range(2))
        coins = (rng.randint(0, 1), rng.randint(0, 1))
        game = Duel(first, second, coins, rng.randint(0, 1), Fraction(rng.randint(0, 2), 4))
        quick = duel(None, game).odds("strike", budget=10**6)
        plain = duel(None, game).odds("strike", budget=8_000, memo=False, samples=1)
        if plain.samples:
            continue
        assert (quick.value, quick.chances, quick.bound) == (plain.value, plain.chances, plain.bound), game.wish
        compared += 1
    assert compared >= 4


def test_how_many_dice_are_rolled_again_is_told_apart() -> None:
    """One of one miss and two of two leave the same record behind."""
    game = Duel(Arms(3, 5, 2), Arms(1, 5, 0), (0, 0))
    quick = duel(None, game).odds("strike")
    plain = duel(None, game).odds("strike", memo=False, budget=30_000, samples=1)
    assert not plain.samples and (quick.value, quick.chances) == (plain.value, plain.chances)


def test_odds_look_at_one_of_the_options_that_are_alike() -> None:
    one, three = (duel(None, Duel(Arms(2, 5, 0), Arms(2, 5, 0), (coins, 0))).odds("strike") for coins in (1, 3))
    assert one.value == three.value and one.nodes == three.nodes


def test_odds_that_are_too_large_are_sampled_from_the_classes() -> None:
    match = duel(None, Duel(Arms(2, 5, 2), Arms(2, 5, 1), (1, 1)))
    rough = match.odds("strike", budget=40, samples=80)
    assert rough.samples and not rough.exact and abs(float(rough.value)) < 1.5


class BestPlay:
    """Answers each question as its odds say is best for whom it is asked."""

    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], str] = {}

    def finish(self, match: Match) -> None:
        """Play a clash to its end."""
        match.answer("strike")
        while match.decision.topic not in ("cheer", "your turn"):
            question = match.decision
            assert isinstance(question, Choose)
            key = (question.topic, match.table.key())
            if key not in self.known:
                values = {option.key: match.odds(option, budget=10**6).value for option in question.told_apart}
                self.known[key] = max(values, key=lambda name: values[name])
            match.answer(self.known[key])


def played(game: Duel, rolls: int) -> bool:
    """Whether so many clashes, played well with dice that are rolled, come out as their odds say."""
    match, player, seen = duel(None, game), BestPlay(), Counter[tuple[int, ...]]()
    odds = match.odds("strike", budget=10**6)
    for seed in range(rolls):
        clash = duel(Seeded(seed), game, checkpoints=0)
        player.finish(clash)
        seen[clash.state.life] += 1
    expected: Counter[tuple[int, ...]] = Counter()
    for outcome, chance in odds.chances.items():
        found = dict(outcome)
        expected[4 - found.get("life 0", 0), 4 - found.get("life 1", 0)] += float(chance)  # type: ignore[assignment]
    # About as many as there are outcomes is to be expected; five deviations more are not.
    error = sum((seen[life] - rolls * p) ** 2 / (rolls * p) for life, p in expected.items() if rolls * p >= 5)
    return bool(error < len(expected) + 5 * (2 * len(expected)) ** 0.5) and seen.total() == rolls


PLAYED = (Duel(Arms(4, 4, 2), Arms(3, 6, 0), (0, 0), 2), Duel(Arms(2, 5, 0), Arms(1, 6, 1), (1, 0)))


@pytest.mark.parametrize("game", PLAYED)
def test_clashes_that_are_played_come_out_as_their_odds_say(game: Duel) -> None:
    assert played(game, 800)


def test_odds_say_what_they_are_exact_for() -> None:
    match = duel(None, Duel(Arms(2, 5, 1), Arms(2, 5, 0), (1, 0)))
    odds = match.odds("strike", budget=10**6)
    assert not odds.exact and not odds.samples and odds.bound > 0
    heading = odds_lines(odds, match.setting.game, ASCII)[0].plain
    assert heading == f"Odds of strike (exact but for at most {odds.bound * 100:.1g} % of all rolls)"
    assert odds_json(odds)["bound"] == odds.bound and not odds_json(odds)["exact"]
    free = duel(None, Duel(Arms(2, 5, 1), Arms(2, 5, 0), (0, 0))).odds("strike")
    assert free.exact and free.bound == 0 and odds_lines(free, match.setting.game, ASCII)[0].plain.endswith("(exact)")
