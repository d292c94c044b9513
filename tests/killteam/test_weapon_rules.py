"""Each weapon rule with given dice, and what the actions ask of weapons."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.cards import Weapon, WeaponRule
from fireteam.games.killteam.content.parts import WeaponRule as RuleData
from fireteam.games.killteam.fighting.sequence import Opponent
from fireteam.games.killteam.shooting.sequence import Target, shoot
from fireteam.games.killteam.stats import apl
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.teams import rule_text
from fireteam.games.killteam.weapon_rules import MOVES, Written, read_rules, weapon_rule
from fireteam.games.killteam.weapons import concealed_use, hides, in_range, may_perform, may_use, spreads, windows_of

NO_SAVES = [1, 1, 1]


def shot(
    dice: list[int],
    rules: str,
    *answers: str,
    at: Target | None = None,
    atk: int = 4,
    hit: int = 3,
    damage: tuple[int, int] = (3, 4),
    **given: Any,
) -> Match:
    """A shot at a target with SAVE 4+ and 20 wounds, answered as far as said."""
    attacker = arena.card("shooter", arena.weapon(atk, hit, *damage, rules), wounds=14)
    match = arena.shot(attacker, arena.card("target", wounds=20), Given(dice), at=at, **given)
    return play(match, *answers)


def duel(
    dice: list[int], rules: str, vs_rules: str, *answers: str, atk: int = 3, vs_atk: int = 3, **given: Any
) -> Match:
    """A fight of HIT 3+ and DMG 3/4 on both sides, 12 wounds each."""
    match = arena.duel(
        arena.card("fighter", arena.weapon(atk, 3, 3, 4, rules, ranged=False)),
        arena.card("enemy", arena.weapon(vs_atk, 3, 3, 4, vs_rules, ranged=False)),
        Given(dice),
        **given,
    )
    return play(match, *answers)


def play(match: Match, *answers: str) -> Match:
    for answer in answers:
        match.answer(answer)
    return match


def retained(match: Match, number: int = 0) -> tuple[int, int]:
    found = [event.params for event in match.log if event.code == "retained"][number]
    return found["normals"], found["criticals"]


def lost(match: Match, who: int = 1) -> int:
    operative = match.state.operatives[who]
    return int(match.setting.cards[operative.card].wounds) - int(operative.wounds)  # type: ignore[attr-defined]


def defence_dice(match: Match) -> int:
    return len([event.params["faces"] for event in match.log if event.code == "rolled"][1])


# -- which x, and how rules are written --------------------------------------------------------------------------------


@pytest.mark.rule("KT-WR-00")
def test_the_same_rule_twice_gives_nothing_extra() -> None:
    assert len(windows_of(("Lethal 5+", "Lethal 5+"))[WeaponRule.critical_from]) == 1
    assert defence_dice(shot([3, 3, 1, 1, 1], "Piercing 1, Piercing 2", "Piercing 2")) == 1, "2 of them, never 3"
    assert retained(shot([4, 5, 6, 1, *NO_SAVES], "Lethal 5+, Lethal 4+", "Lethal 4+")) == (0, 3)
    twice = shot([1, 1, 1, 1, 1, *NO_SAVES], "Balanced, Balanced", "re-roll 1 by Balanced")
    assert twice.over, "one re-roll"


@pytest.mark.rule("KT-WR-00")
def test_rules_are_read_as_they_are_written() -> None:
    assert read_rules('lethal 5, Piercing crits 1, 1" Devastating 2, heavy (dash only), Range 8", Seek Light') == (
        "Lethal 5+", "Piercing Crits 1", '1" Devastating 2', "Heavy (Dash only)", "Range 8", "Seek Light",
    )  # fmt: skip
    assert read_rules("") == ()
    with pytest.raises(SetupError, match="did you mean 'Rending'"):
        read_rules("Rendin")
    with pytest.raises(SetupError, match="x 0 does nothing"):
        read_rules("Piercing 0")
    with pytest.raises(SetupError, match="no weapon rule 'Lethal'"):
        read_rules("Lethal")


@pytest.mark.rule("KT-WR-00")
def test_rules_of_packs_have_the_same_spelling() -> None:
    entries: list[Any] = [
        "Rending",
        {"Lethal": 5},
        {"Devastating area": {"x": 2, "within": 1}},
        {"Heavy only": "DASH"},
        {"Piercing Crits": 1},
    ]
    assert [rule_text(RuleData.model_validate(entry)) for entry in entries] == [
        "Rending",
        "Lethal 5+",
        '1" Devastating 2',
        "Heavy (Dash only)",
        "Piercing Crits 1",
    ]


def test_every_rule_hangs_in_a_window_and_is_spelt_so_that_it_can_be_read() -> None:
    assert len(Written.known) == 24
    for name, cls in Written.known.items():
        text = name if "(?P<x>" not in cls.pattern else f"{name} 2"
        rule = weapon_rule(text)
        assert type(rule) is cls and weapon_rule(rule.name) is not None
        assert any(windows_of((rule.name,)).values())


# -- the rules one by one ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-WR-01")
def test_accurate_keeps_dice_unrolled() -> None:
    match = shot([1, 1, 1, *NO_SAVES], "Accurate 1", "keep 1 unrolled")
    assert retained(match) == (1, 0)
    assert shot([], "Accurate 2").decision.keys() == ["keep 2 unrolled", "keep 1 unrolled", "keep 0 unrolled"]
    for rules, gained in (
        ("Accurate 1", ("Accurate 1",)),
        ("Accurate 1", ("Accurate 2",)),
        ("Accurate 2", ("Accurate 2",)),
    ):
        assert shot([], rules, at=Target(1, rules=gained)).decision.keys()[0] == "keep 2 unrolled"
    assert shot([], "Accurate 2", atk=1).decision.keys()[0] == "keep 1 unrolled"


@pytest.mark.rule("KT-WR-01", "KT-WR-19", "KT-WR-23", "KT-PLOY-05")
def test_a_die_kept_unrolled_is_not_re_rolled_but_raised_by_rending_or_severe() -> None:
    match = shot([6, *NO_SAVES], "Accurate 1, Rending", "keep 1 unrolled", "raise a normal", atk=2)
    assert retained(match) == (0, 2)
    strict = shot([6, *NO_SAVES], "Accurate 1, Rending", "keep 1 unrolled", atk=2, options={"retained_once": True})
    assert retained(strict) == (1, 1)
    again = shot([2, 2], "Accurate 2", "keep 2 unrolled", cp=(2, 0))
    assert again.decision.keys() == ["keep the dice", "re-roll 2 by Command Re-roll"]
    severe = shot([*NO_SAVES], "Accurate 1, Severe", "keep 1 unrolled", "change a kept normal", atk=1)
    assert retained(severe) == (0, 1)


@pytest.mark.rule("KT-WR-02")
def test_balanced_re_rolls_one_die_of_choice() -> None:
    match = shot([1, 3, 4, 6, 5, *NO_SAVES], "Balanced", hit=4)
    assert match.decision.keys() == ["keep the dice", *(f"re-roll {face} by Balanced" for face in (1, 3, 4, 6))]
    assert retained(play(match, "re-roll 3 by Balanced")) == (2, 1)
    assert match.over


@pytest.mark.rule("KT-WR-05")
def test_normals_do_not_block_a_brutal_weapon() -> None:
    match = shot([6, 3, 1, 1, 4, 5, 4], "Brutal")
    assert match.over and lost(match) == 7
    critical = shot([6, 3, 1, 1, 4, 5, 6], "Brutal", "block 0 normal and 1 critical")
    assert lost(critical) == 3
    fight = duel([3, 3, 3, 3, 3, 6], "Brutal", "", "strike with a normal")
    assert fight.decision.keys() == [
        "strike with a critical", "block a normal with a critical", "block nothing with a critical",
        "strike with a normal",
    ]  # fmt: skip
    refusal = fight.why_not("block a normal with a normal")
    assert refusal is not None and refusal.decisive.rule == "KT-WR-05"
    assert fight.why_not("block nothing with a normal") is not None


@pytest.mark.rule("KT-WR-06")
def test_ceaseless_re_rolls_the_dice_that_show_one_number() -> None:
    match = shot([2, 2, 3, 5, 6, 6, *NO_SAVES], "Ceaseless", "re-roll 2 by Ceaseless", hit=4)
    assert match.decision.keys() == ["keep the dice", "re-roll 2 by Ceaseless"], "not another number"
    assert retained(play(match, "re-roll 2 by Ceaseless")) == (1, 2)
    subset = shot([2, 2, 3, 5, 6, *NO_SAVES], "Ceaseless", "re-roll 2 by Ceaseless", "keep the dice", hit=4)
    assert retained(subset) == (1, 1)
    other = shot([2, 2, 3, 5, 6, *NO_SAVES], "Ceaseless", "re-roll 3 by Ceaseless", hit=4)
    assert other.over and retained(other) == (1, 1)


@pytest.mark.rule("KT-WR-07")
def test_devastating_hurts_before_the_defence_dice_and_the_dice_stay() -> None:
    match = shot([6, 6, 1, 1], "Devastating 3", at=Target(1, ("wall",)))
    assert match.decision.topic == "cover save of target"
    assert lost(match) == 6
    one = shot([6, 1, 1, 1, *NO_SAVES], "Devastating 3", damage=(3, 3))
    assert lost(one) == 6


@pytest.mark.rule("KT-WR-07", "KT-FIGHT-10")
def test_devastating_of_both_sides_applies_and_a_dead_fighter_resolves_nothing() -> None:
    match = duel([6, 1, 1, 6, 1, 1], "Devastating 5", "Devastating 2")
    assert (lost(match, 0), lost(match, 1)) == (2, 5)
    dead = duel([6, 6, 6, 3, 3, 6], "Devastating 4", "Devastating 1")
    assert dead.over
    assert (lost(dead, 0), lost(dead, 1)) == (1, 12)


@pytest.mark.rule("KT-WR-08")
def test_devastating_with_a_distance_strikes_everybody_near() -> None:
    cards = [
        arena.card("shooter", arena.weapon(1, 3, 3, 4, '1" Devastating 2')),
        *(arena.card(name) for name in ("target", "friend", "other")),
    ]
    t = arena.table_over(*arena.position(cards, (0, 1, 0, 1)))
    shoot(t, 0, "weapon", [Target(1, near=(2, 3))])
    match = arena.match_over(t, Given([6, 6, 1, 1]))
    assert [lost(match, who) for who in (1, 2, 3)] == [2, 2, 2]
    plain = shot([6, 1, 1, 1, 6, 1, 1], "Devastating 2", at=Target(1, near=(0,)))
    assert (lost(plain, 0), lost(plain, 1)) == (0, 2)
    side_by_side = {0: {"x": 500, "y": 500}, 1: {"x": 650, "y": 500}}
    melee = duel(
        [6, 1, 1, 1, 1, 1], '1" Devastating 1', "", "strike with a critical", against=Opponent(1, near=(0,)),
        operatives=side_by_side,
    )  # fmt: skip
    assert (lost(melee, 0), lost(melee, 1)) == (1, 5)


def ready(weapon: Weapon, **given: Any) -> Table:
    return arena.table_over(*arena.position([arena.card("user", weapon)], (0,), operatives={0: given}))


def armed(rules: str) -> Weapon:
    return arena.weapon(4, 3, 3, 4, rules)


@pytest.mark.rule("KT-WR-09")
def test_a_heavy_weapon_and_a_move_exclude_each_other() -> None:
    weapon = armed("Heavy")
    assert may_use(ready(weapon), 0, weapon)
    why: list[Check] = []
    assert not may_use(ready(weapon, actions=("REPOSITION",)), 0, weapon, why)
    assert why[-1].rule == "KT-WR-09" and "REPOSITION" in why[-1].text
    used = ready(weapon, weapons=("weapon",))
    assert [action for action in (*MOVES, "GUARD", "PICK UP") if may_perform(used, 0, action)] == ["GUARD", "PICK UP"]
    assert may_perform(ready(weapon), 0, "DASH"), "not used yet"


@pytest.mark.rule("KT-WR-10")
def test_heavy_allows_the_move_in_brackets() -> None:
    weapon = armed("Heavy (Dash only)")
    assert may_use(ready(weapon, actions=("DASH",)), 0, weapon)
    assert not may_use(ready(weapon, actions=("REPOSITION",)), 0, weapon)
    used = ready(weapon, weapons=("weapon",))
    assert [action for action in MOVES if may_perform(used, 0, action)] == ["DASH"]


@pytest.mark.rule("KT-WR-09")
def test_a_shot_is_remembered_as_a_use() -> None:
    match = shot([1, 1, 1, 1, *NO_SAVES], "Heavy")
    assert match.state.operatives[0].weapons == ("weapon",)
    assert not may_perform(match.table, 0, "DASH")


@pytest.mark.rule("KT-WR-11")
@pytest.mark.parametrize(("face", "hurt"), [(1, 2), (2, 4), (3, 0), (4, 0), (5, 0), (6, 0)])
def test_hot_hurts_its_user(face: int, hurt: int) -> None:
    assert lost(shot([1, 1, 1, 1, *NO_SAVES, face], "Hot"), 0) == hurt


@pytest.mark.rule("KT-WR-11")
def test_hot_looks_at_hit_as_changed_and_is_rolled_once_for_all_targets() -> None:
    injured = shot([1, 1, 1, 1, *NO_SAVES, 3], "Hot", wounds={0: 6})
    assert injured.state.operatives[0].wounds == 0
    cards = [arena.card("shooter", armed("Hot, Blast 2"), wounds=14), arena.card("one"), arena.card("two")]
    t = arena.table_over(*arena.position(cards, (0, 1, 1)))
    shoot(t, 0, "weapon", [Target(1), Target(2)])
    match = arena.match_over(t, Given([1] * 14 + [2]))
    assert match.over and lost(match, 0) == 4


@pytest.mark.rule("KT-WR-12")
def test_lethal_makes_more_successes_critical() -> None:
    assert retained(shot([5, 6, 4, *NO_SAVES], "Lethal 5+", atk=3)) == (1, 2)
    assert retained(shot([5, 6, 4, *NO_SAVES], "Lethal 5+", atk=3, hit=6)) == (0, 1)


@pytest.mark.rule("KT-WR-13")
def test_a_limited_weapon_is_gone_after_its_uses() -> None:
    cards = [
        arena.card("shooter", armed("Limited 1, Blast 2")),
        *(arena.card(name) for name in ("one", "two", "three")),
    ]
    t = arena.table_over(*arena.position(cards, (0, 1, 1, 1)))
    shoot(t, 0, "weapon", [Target(1), Target(2), Target(3)])
    match = play(arena.match_over(t, Given([1] * 21)), "shoot two")
    assert match.state.operatives[0].uses == (("weapon", 1),), "one use for three targets"
    why: list[Check] = []
    assert not may_use(match.table, 0, cards[0].weapons[0], why)
    assert why[-1].rule == "KT-WR-13"
    assert may_use(ready(armed("Limited 2"), uses=(("weapon", 1),)), 0, armed("Limited 2"))


@pytest.mark.rule("KT-WR-14", "KT-SHOOT-20")
@pytest.mark.parametrize(("x", "dice"), [(1, 2), (2, 1)])
def test_piercing_takes_defence_dice(x: int, dice: int) -> None:
    assert defence_dice(shot([3, 1, 1, 1, *([1] * dice)], f"Piercing {x}")) == dice
    spared = shot([3, 1, 1, 1, *NO_SAVES], f"Piercing {x}", at=Target(1, no_piercing=True))
    assert defence_dice(spared) == 3


@pytest.mark.rule("KT-WR-14")
def test_piercing_never_takes_more_dice_than_there_are() -> None:
    match = shot([3, 1, 1, 1], "Piercing 4")
    assert match.over and lost(match) == 3


@pytest.mark.rule("KT-WR-15")
def test_piercing_crits_needs_a_critical() -> None:
    assert defence_dice(shot([6, 3, 3, 1, 1, 1], "Piercing Crits 1")) == 2
    assert defence_dice(shot([5, 3, 3, 1, *NO_SAVES], "Piercing Crits 1")) == 3
    assert defence_dice(shot([6, 3, 3, 1, 1], "Piercing 1, Piercing Crits 2", "Piercing Crits 2")) == 1


@pytest.mark.rule("KT-WR-16")
def test_punishing_rescues_a_fail() -> None:
    assert retained(shot([6, 1, 2, 2, *NO_SAVES], "Punishing", "rescue a fail")) == (1, 1)
    assert retained(shot([6, 1, 2, 2, *NO_SAVES], "Punishing", "no rescue")) == (0, 1)
    assert retained(shot([5, 1, 2, 2, *NO_SAVES], "Punishing")) == (1, 0)
    assert retained(shot([6, 3, 3, 3, *NO_SAVES], "Punishing")) == (3, 1), "no fail to rescue"


@pytest.mark.rule("KT-WR-17")
def test_range() -> None:
    weapon = armed('Range 8"')
    assert in_range(weapon, 800)
    why: list[Check] = []
    assert not in_range(weapon, 810, why)
    assert str(why[-1]) == 'no: distance 8.10" is within Range 8" (KT-WR-17)'
    assert in_range(armed(""), 9900)


@pytest.mark.rule("KT-WR-18")
def test_relentless_re_rolls_any_dice() -> None:
    match = shot([1, 2, 6, 6, 3, 4, *NO_SAVES], "Relentless", "re-roll 1 by Relentless", "re-roll 2 by Relentless")
    assert match.decision.keys() == ["keep the dice", "re-roll 6 by Relentless"]
    assert retained(play(match, "keep the dice")) == (2, 2)


@pytest.mark.rule("KT-WR-19")
def test_rending_raises_a_normal() -> None:
    assert retained(shot([6, 4, 4, 1, *NO_SAVES], "Rending", "raise a normal")) == (1, 2)
    assert retained(shot([6, 4, 4, 1, *NO_SAVES], "Rending", "no raise")) == (2, 1)
    assert retained(shot([5, 4, 4, 1, *NO_SAVES], "Rending")) == (3, 0)


@pytest.mark.rule("KT-WR-19", "KT-WR-16")
def test_rending_may_raise_a_rescued_fail() -> None:
    match = shot([6, 1, 1, 1, *NO_SAVES], "Rending, Punishing", "rescue a fail", "raise a normal")
    assert match.over and retained(match) == (0, 2)
    strict = shot([6, 1, 1, 1, *NO_SAVES], "Rending, Punishing", "rescue a fail", options={"retained_once": True})
    assert strict.over and retained(strict) == (1, 1)


@pytest.mark.rule("KT-WR-20")
def test_saturate_leaves_no_cover_save() -> None:
    match = shot([3, 1, 1, 1, *NO_SAVES], "Saturate", at=Target(1, ("wall",), (), True))
    assert match.over and defence_dice(match) == 3


HEAVY_WALL, LIGHT_WALL = frozenset({"Heavy"}), frozenset({"Light"})


@pytest.mark.rule("KT-WR-21")
def test_seek_finds_targets_in_cover_that_keep_their_save() -> None:
    assert not hides(armed("Seek"), [HEAVY_WALL, LIGHT_WALL])
    assert hides(armed(""), [LIGHT_WALL]) and not hides(armed(""), [])
    assert shot([3, 1, 1, 1], "Seek", at=Target(1, ("wall",))).decision.topic == "cover save of target"


@pytest.mark.rule("KT-WR-22")
def test_seek_light_sees_past_light_terrain_alone() -> None:
    assert not hides(armed("Seek Light"), [LIGHT_WALL, frozenset({"Vantage"})])
    assert hides(armed("Seek Light"), [LIGHT_WALL, HEAVY_WALL])


@pytest.mark.rule("KT-WR-23")
def test_severe_makes_a_critical_where_there_is_none() -> None:
    match = shot([4, 4, 2, *NO_SAVES], "Severe, Devastating 1", "change a rolled normal", atk=3, damage=(0, 0))
    assert retained(match) == (1, 1) and lost(match) == 1
    assert retained(shot([4, 4, 2, *NO_SAVES], "Severe", "no change", atk=3)) == (2, 0)
    assert retained(shot([6, 4, 2, *NO_SAVES], "Severe", atk=3)) == (1, 1), "there is one"


@pytest.mark.rule("KT-WR-23")
def test_rending_follows_severe_but_not_with_the_errata() -> None:
    rules = "Severe, Devastating 1, Rending"
    seed = shot([4, 4, 2, *NO_SAVES], rules, "change a rolled normal", "raise a normal", atk=3, damage=(0, 0))
    assert retained(seed) == (0, 2) and lost(seed) == 2
    errata = shot(
        [4, 4, 2, *NO_SAVES], rules, "change a rolled normal", atk=3, damage=(0, 0), options={"core_errata": True}
    )
    assert retained(errata) == (1, 1) and lost(errata) == 1


@pytest.mark.rule("KT-WR-24")
def test_a_silent_weapon_shoots_in_spite_of_conceal() -> None:
    assert concealed_use(armed("Silent")) and not concealed_use(armed("Seek"))


@pytest.mark.rule("KT-WR-25")
def test_shock_discards_a_normal_or_else_a_critical_once() -> None:
    match = duel([6, 6, 1, 3, 6, 1], "Shock", "", "strike with a critical")
    assert match.decision.keys() == [
        "strike with a critical", "block a critical with a critical", "block nothing with a critical",
    ], "the normal is gone"  # fmt: skip
    play(match, "strike with a critical", "strike with a critical")
    assert match.over and (lost(match, 0), lost(match, 1)) == (4, 8)
    only = duel([6, 6, 1, 6, 1, 1], "Shock", "", "strike with a critical")
    assert only.over is False and only.decision.seat == 0
    twice = duel([6, 6, 1, 6, 6, 6], "Shock", "", *["strike with a critical"] * 4)
    assert twice.over and lost(twice, 0) == 8, "three less the one that was discarded"


@pytest.mark.rule("KT-WR-26")
def test_stun_lowers_apl_until_the_end_of_the_next_activation() -> None:
    match = shot([6, 6, 1, 1, *NO_SAVES], "Stun")
    assert match.over
    t: Table = match.table
    assert apl(t, 1) == 1
    again = arena.table_over(match.setting, match.state)  # type: ignore[arg-type]
    shoot(again, 0, "weapon", [Target(1)])
    second = arena.match_over(again, Given([6, 1, 1, 1, *NO_SAVES]))
    assert second.over and apl(second.table, 1) == 1, "two Stun hits are one"
    t.end_effects(1, "activation")
    assert apl(t, 1) == 1
    t.end_effects(1, "next activation")
    assert apl(t, 1) == 2
    assert not shot([5, 5, 1, 1, *NO_SAVES], "Stun").state.operatives[1].effects


@pytest.mark.rule("KT-WR-03", "KT-WR-27")
def test_how_far_a_weapon_spreads() -> None:
    assert [(spread.inches, spread.everybody) for spread in spreads(armed("Blast 2"))] == [(2, True)]
    assert [(spread.inches, spread.everybody) for spread in spreads(armed('Torrent 1"'))] == [(1, False)]
    assert spreads(armed("Piercing 1")) == ()


# -- re-rolls ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BASE-09")
def test_a_die_is_re_rolled_once_and_the_new_result_stands() -> None:
    match = shot([3, 3, 3, 3, 2], "Balanced", "re-roll 3 by Balanced", hit=4, cp=(1, 0))
    assert match.decision.keys() == ["keep the dice", "re-roll 3 by Command Re-roll"], "the 2 is not offered again"
    worse = shot([4, 1, 1, 1, 1, *NO_SAVES], "Balanced", "re-roll 4 by Balanced", hit=4)
    assert retained(worse) == (0, 0)


@pytest.mark.rule("KT-BASE-10")
def test_each_outcome_is_seen_before_the_next_choice() -> None:
    match = shot([1, 2, 5, 6, 6], "Relentless", "re-roll 1 by Relentless")
    assert [event.params["new"] for event in match.log if event.code == "rerolled"] == [6]
    assert match.decision.find("keep the dice") is not None
    assert match.decision.find("re-roll 2 by Relentless") is not None


@pytest.mark.rule("KT-PLOY-05")
def test_command_re_rolls_cost_a_point_each_and_never_the_same_die_twice() -> None:
    match = shot([1, 2, 3, 3, 1, 2, *NO_SAVES], "", "re-roll 1 by Command Re-roll", cp=(2, 0))
    assert match.state.cp == (1, 0)
    assert match.decision.keys() == ["keep the dice", "re-roll 2 by Command Re-roll", "re-roll 3 by Command Re-roll"]
    play(match, "re-roll 2 by Command Re-roll")
    assert match.over and match.state.cp == (0, 0) and retained(match) == (2, 0)


@pytest.mark.rule("KT-PLOY-05")
def test_the_defender_may_re_roll_too_but_not_its_cover_save() -> None:
    match = shot([3, 3, 1, 1, 1, 2], "", "cover save", at=Target(1, ("wall",)), cp=(0, 1))
    assert match.decision.seat == 1
    assert match.decision.keys() == ["keep the dice", "re-roll 1 by Command Re-roll", "re-roll 2 by Command Re-roll"]
    again = play(match.fork(Given([5])), "re-roll 2 by Command Re-roll")
    assert again.over and lost(again) == 0


@pytest.mark.rule("KT-WR-18", "KT-PLOY-05")
def test_of_re_rolls_that_do_the_same_only_the_cheapest_is_offered() -> None:
    assert shot([1, 1, 1, 1], "Balanced, Relentless", cp=(1, 0)).decision.keys() == [
        "keep the dice",
        "re-roll 1 by Relentless",
    ]
    assert shot([1, 1, 1, 1], "Balanced", cp=(1, 0)).decision.keys() == ["keep the dice", "re-roll 1 by Balanced"]
    both = shot([1, 2, 2, 2], "Balanced, Ceaseless")
    assert both.decision.keys() == [
        "keep the dice", "re-roll 1 by Ceaseless", "re-roll 2 by Ceaseless", "re-roll 1 by Balanced",
        "re-roll 2 by Balanced",
    ]  # fmt: skip
