"""Odds are exact: the memo never lies, hand-made sums agree, and playouts come out the same."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded
from fireteam.core.errors import IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.odds import Odds
from fireteam.games.escape import GAME, arena
from fireteam.games.escape.content import pack
from fireteam.games.escape.setting import Setting
from tests.core.toygame import toy
from tests.kit.playing import fingerprint

ROOM = [(x, y) for x in range(5, 10) for y in range(4, 9)]
"""The central room of the upper deck."""
RESISTANCE = ("ashton", "jimmy", "solenne", "bruno", "tilt", "rivet")
ISC = ("ubume", "mamushi", "bailiff", "magnes", "static")
FIGHTS = ("attack", "throw", "grenade", "grenade_square", "attract")


def setting(path: str | None = None) -> Setting:
    """Evasion: whoever is not placed takes no part."""
    found: Setting = GAME.prepare(scenario="evasion", options=None, pack=path, setup={})
    return found


def fight(seed: int) -> Match:
    """A crowded room with whatever changes a fight: tokens, shields, grenades, drugs, damage, used actions,
    penalties."""
    rng = random.Random(seed)
    names = [*rng.sample(RESISTANCE, rng.randint(1, 3)), *rng.sample(ISC, rng.randint(1, 3))]
    spots = rng.sample([(6, 5), (7, 5), (6, 6), (7, 6), (8, 6), (7, 7), (8, 7)], len(names))
    able = [name for name in names if name not in ("rivet", "mamushi")]
    things = ["improvised_shield", "combat_drugs", "nitro_vial", "em_grenade", "gas_grenade", "datadisk"]
    holders = rng.sample(able, min(len(able), 2))
    active = rng.choice(names)
    return arena.lay(
        setting(),
        None,
        at=dict(zip(names, spots, strict=True)),
        active=active,
        revolution=rng.choice((0, 0, 1)),
        holds=dict(zip(holders, rng.sample(things, len(holders)), strict=True)),
        damage={name: rng.randint(0, 3) for name in names},
        used={name: {"cbt": rng.randint(0, 2), "int": rng.randint(0, 1)} for name in names if name != active},
        penalties={names[0]: [(1, -1, "ES-SKILL-18")]} if rng.random() < 0.4 else {},
        crates=[spots[names.index(active)]],
        event=rng.choice((7, 7, 12, 2)),
    )


def duel(**wishes: Any) -> Match:
    """Bruno (Cbt 2) beside Mamushi (Cbt 2, 6 life), who has no Combat action left to dodge with."""
    wishes = {"used": {"mamushi": {"cbt": 2}}, **wishes}
    return arena.lay(setting(), None, at={"bruno": (6, 6), "mamushi": (7, 6)}, active="bruno", **wishes)


# -- the memo ----------------------------------------------------------------------------------------------------------


def test_random_fights_with_and_without_memo_agree() -> None:
    compared, chosen = 0, 0
    for seed in range(90):
        match = fight(seed)
        rng = random.Random(seed)
        options = [option for option in match.decision.options if option.kind in FIGHTS] if match.decision else []
        for option in rng.sample(options, min(2, len(options))):
            aim = rng.choice(["damage", "taken out"])
            plain = match.odds(option, aim=aim, memo=False, budget=2500, samples=1)
            if not plain.exact:
                continue
            quick = match.odds(option, aim=aim)
            assert quick.exact
            assert (quick.chances, quick.value) == (plain.chances, plain.value), (seed, option.key)
            assert sum(quick.chances.values()) == 1
            compared += 1
            chosen += plain.nodes > 40
    assert compared >= 60 and chosen >= 20, (compared, chosen)


@pytest.mark.parametrize("dice", [(1, 6, 6), (3, 3, 3), (6, 1, 2), (2, 5, 1)])
def test_two_dodgers_who_may_reroll_against_a_veteran(tmp_path: Path, dice: tuple[int, int, int]) -> None:
    """Whether a dodger has just rerolled decides if the attacker is asked once more: the memo must tell it apart."""
    text = (Path(pack.__file__).parents[1] / "packs" / "sublevel_zero.yaml").read_text(encoding="utf-8")
    file = tmp_path / "veterans.yaml"
    file.write_text(text.replace("[Hypnosis, Anti-gravity field]", "[Seasoned veteran]"), encoding="utf-8")
    match = arena.lay(
        setting(str(file)),
        Given(dice),
        at={"ubume": (7, 4), "jimmy": (6, 7), "solenne": (8, 7)},
        active="ubume",
        holds={"ubume": "gas_grenade"},
        revolution=2,
    )
    match.answer("grenade at 7,6")
    match.answer("dodge")
    match.answer("dodge")
    assert match.decision.topic == "reroll attack die of ubume"
    for aim in ("damage", "taken out"):
        for option in match.decision.options:
            plain = match.odds(option, aim=aim, memo=False, budget=400_000, samples=1)
            quick = match.odds(option, aim=aim)
            assert plain.exact and quick.exact
            assert (quick.value, quick.chances) == (plain.value, plain.chances), (option.key, aim)


# -- by hand -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-CBT-03")
def test_an_undodged_blow_by_hand() -> None:
    """Die + 2 - 2: one to six points, each as likely; six take Mamushi out."""
    odds = duel().odds("attack mamushi")
    assert odds.of("damage mamushi") == {points: Fraction(1, 6) for points in range(1, 7)}
    assert odds.chance("taken out mamushi") == Fraction(1, 6)
    assert odds.mean("damage mamushi") == Fraction(7, 2)
    assert odds.exact and odds.samples == 0 and odds.option == "attack mamushi"
    hurt = duel(damage={"mamushi": 3}).odds("attack mamushi")
    assert hurt.chance("taken out mamushi") == Fraction(2, 3)
    assert hurt.chance("damage mamushi", 4) == Fraction(1, 2)


@pytest.mark.rule("ES-DEF-03")
def test_a_dodged_blow_by_hand() -> None:
    """Die - die: 1 to 5 points with chances 5/36 to 1/36, else nothing."""
    odds = duel(used={}).odds("attack mamushi")
    expected = {0: Fraction(21, 36), **{points: Fraction(6 - points, 36) for points in range(1, 6)}}
    assert odds.of("damage mamushi") == expected
    assert odds.of("combat actions mamushi") == {1: Fraction(1)}
    assert odds.labels() == ["combat actions bruno", "combat actions mamushi", "damage mamushi"]


@pytest.mark.rule("ES-FAC-08")
def test_a_reroll_that_is_worth_its_token_by_hand() -> None:
    """A token costs half a point: reroll 1, 2 and (for 3.5 less 0.5, an even trade kept) not 3."""
    odds = duel(revolution=1, used={"mamushi": {"cbt": 2}, "bruno": {"cbt": 1}}).odds("attack mamushi")
    again = Fraction(2, 6)
    for points in range(1, 7):
        kept = Fraction(1, 6) if points >= 3 else 0
        assert odds.of("damage mamushi")[points] == kept + again * Fraction(1, 6), points
    assert odds.chance("revolution tokens") == again


def test_armor_takes_its_point_by_hand() -> None:
    match = arena.lay(
        setting(), None, at={"bruno": (6, 6), "bailiff": (7, 6)}, active="bruno", used={"bailiff": {"cbt": 3}}
    )  # fmt: skip
    # Die + 2 - 3, less 1 for Armor: 0 for faces 1 and 2, then 1 to 4.
    assert match.odds("attack bailiff").of("damage bailiff") == {
        0: Fraction(1, 3),
        **dict.fromkeys(range(1, 5), Fraction(1, 6)),
    }


# -- playouts ----------------------------------------------------------------------------------------------------------


def playouts(match: Match, keys: tuple[str, ...], name: str, number: int) -> Counter[int]:
    """Damage after so many playouts with dice of their own."""
    found: Counter[int] = Counter()
    index = match.setting.ground("evasion").card_index[name]  # type: ignore[attr-defined]  # ESCAPE's setting
    for seed in range(number):
        fork = match.fork(Seeded(seed))
        for key in keys:
            fork.answer(key)
        found[fork.state.characters[index].damage] += 1
    return found


@pytest.mark.parametrize(
    ("keys", "wishes"),
    [(("attack mamushi",), {}), (("attack mamushi", "dodge"), {"used": {}})],
    ids=["undodged", "dodged"],
)
def test_twenty_thousand_playouts_agree(keys: tuple[str, ...], wishes: dict[str, Any]) -> None:
    match = duel(**wishes)
    chances = match.odds(keys[0]).of("damage mamushi")
    number = 20_000
    found = playouts(match, keys, "mamushi", number)
    assert set(found) == set(chances)
    for points, chance in chances.items():
        expected = float(chance)
        assert abs(found[points] / number - expected) < 4 * sqrt(expected * (1 - expected) / number), points


# -- manners -----------------------------------------------------------------------------------------------------------


def test_beyond_its_budget_a_query_is_sampled_and_says_so() -> None:
    match = duel(used={}, revolution=2)
    odds = match.odds("attack mamushi", budget=10, samples=300)
    assert not odds.exact and odds.samples == 300
    assert sum(odds.chances.values()) == 1
    exact = match.odds("attack mamushi")
    assert exact.exact and exact.samples == 0
    assert abs(float(odds.mean("damage mamushi") - exact.mean("damage mamushi"))) < 0.5
    assert match.odds("attack mamushi", budget=10, samples=300).chances == odds.chances, "the same samples in every run"


def test_odds_leave_the_match_untouched() -> None:
    for seed in range(12):
        match = fight(seed)
        before = (fingerprint(match), match.log, match.rolls, list(match.tape), match.checkpoint.state.dump())
        for option in match.decision.options[:6]:
            match.odds(option, budget=300, samples=3)
        assert (fingerprint(match), match.log, match.rolls, list(match.tape), match.checkpoint.state.dump()) == before


def test_odds_do_not_know_the_next_die() -> None:
    results: list[Odds] = []
    for face in (1, 6):
        match = arena.lay(
            setting(), Given([face]), at={"bruno": (6, 6), "mamushi": (7, 6)}, active="bruno",
            used={"mamushi": {"cbt": 2}}
        )  # fmt: skip
        results.append(match.odds("attack mamushi"))
    assert results[0].chances == results[1].chances


def test_odds_in_the_middle_of_a_sequence_and_after_steps_on_the_tape() -> None:
    for limit in (1, 2, 6, 0):
        match = arena.lay(
            setting(), None, at={"bruno": (6, 6), "mamushi": (8, 6)}, active="bruno", checkpoints=limit
        )  # fmt: skip
        match.answer("step 7,6")
        match.answer("attack mamushi")
        assert match.decision.topic == "dodge of mamushi"
        assert match.odds("no dodge").of("damage mamushi") == dict.fromkeys(range(1, 7), Fraction(1, 6))
        assert match.odds("dodge").chance("damage mamushi") == Fraction(15, 36)


@pytest.mark.parametrize("dodges", [False, True])
def test_a_better_cbt_never_lowers_the_mean_damage(dodges: bool) -> None:
    used: dict[str, Any] = {} if dodges else {"mamushi": {"cbt": 9}}
    for target in (-1, 0, 1):
        means = [
            duel(used=used, penalties={"bruno": [(1, change, "x")], "mamushi": [(1, target, "x")]})
            .odds("attack mamushi")
            .mean("damage mamushi")
            for change in (-1, 0, 1, 2, 3)
        ]
        assert means == sorted(means) and means[0] < means[-1]


def test_wrong_odds_queries_say_so() -> None:
    match = duel()
    with pytest.raises(IllegalAnswer, match="not an option"):
        match.odds("attack ubume")
    with pytest.raises(IllegalAnswer, match="no aim"):
        match.odds("attack mamushi", aim="glory")
    match.answer("attack mamushi")
    with pytest.raises(IllegalAnswer, match="nobody has to decide"):
        match.odds("no dodge")


def test_the_toy_by_hand() -> None:
    match = toy()
    odds = match.odds("roll")
    assert odds.mean("sum") == 7 and odds.of("sum")[12] == Fraction(1, 36)
    assert odds.value == 7 and odds.aim == "sum: each point counts 1"
    assert match.odds("draw").chances == {(): Fraction(1)}


def test_an_aim_says_what_spending_costs() -> None:
    match = duel()
    for aim in match.setting.aims():
        text = match.odds("attack mamushi", aim=aim).aim
        assert "Revolution token costs" in text and "an action 1/" in text
