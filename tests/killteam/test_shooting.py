"""The shooting sequence with given dice: attack, obscured, cover, blocks, damage, several targets."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.dice import Pool, Side, alike, grade, roll_d3
from fireteam.games.killteam.shooting.sequence import Shooting, Target, allocations, shoot
from fireteam.games.killteam.shooting.targets import vantage_rules
from fireteam.games.killteam.state import KILLZONE, REMOVED, State


def shot(
    dice: list[int],
    rules: str = "",
    *answers: str,
    at: Target | None = None,
    atk: int = 4,
    hit: int = 3,
    save: int = 4,
    **given: Any,
) -> Match:
    """A shot with DMG 3/4 at a target with 12 wounds, answered as far as said."""
    attacker = arena.card("shooter", arena.weapon(atk, hit, 3, 4, rules))
    match = arena.shot(
        attacker, arena.card("target", save=save, wounds=given.pop("target_wounds", 12)), Given(dice), at=at, **given
    )
    return play(match, *answers)


def play(match: Match, *answers: str) -> Match:
    for answer in answers:
        match.answer(answer)
    return match


def happened(match: Match, code: str) -> list[dict[str, Any]]:
    return [event.params for event in match.log if event.code == code]


def retained(match: Match) -> tuple[int, int]:
    """Normal and critical successes that the attacker retained."""
    found = happened(match, "retained")[0]
    return found["normals"], found["criticals"]


def lost(match: Match, who: int = 1) -> int:
    state: State = match.state
    return int(match.setting.cards[state.operatives[who].card].wounds) - state.operatives[who].wounds  # type: ignore[attr-defined]


NO_SAVES = [1, 1, 1]


@pytest.mark.rule("KT-SHOOT-02")
def test_the_pool_has_as_many_dice_as_the_weapon_has_atk() -> None:
    match = shot([3, 3, 3, 3, *NO_SAVES])
    assert len(happened(match, "rolled")[0]["faces"]) == 4
    assert match.over and lost(match) == 12


@pytest.mark.rule("KT-SHOOT-10")
def test_results_that_reach_hit_are_retained() -> None:
    match = shot([1, 2, 3, 6, *NO_SAVES])
    assert retained(match) == (1, 1)
    assert lost(match) == 3 + 4


@pytest.mark.rule("KT-SHOOT-11")
@pytest.mark.parametrize(
    ("face", "need", "found"), [(1, 2, 0), (1, 0, 0), (6, 7, 2), (5, 7, 0), (2, 2, 1), (5, 6, 0), (3, 3, 1)]
)
def test_a_six_is_critical_and_a_one_a_fail_whatever_is_needed(face: int, need: int, found: int) -> None:
    assert grade(face, need, 6) == found


@pytest.mark.rule("KT-BASE-19")
def test_hit_is_an_arithmetic_number_that_ones_and_sixes_do_not_care_about() -> None:
    assert alike(7, 6) == (1, 1, 1, 1, 1, 6)
    assert alike(0, 6) == (1, 2, 2, 2, 2, 6)
    assert [grade(face, 7, 6) for face in range(1, 7)] == [0, 0, 0, 0, 0, 2]


@pytest.mark.rule("KT-SHOOT-12")
def test_lethal_comes_before_rending() -> None:
    match = shot([5, 4, 4, 1, *NO_SAVES], "Lethal 5+, Rending", "raise a normal")
    assert retained(match) == (1, 2)


@pytest.mark.rule("KT-SHOOT-12", "KT-WR-23")
def test_punishing_follows_severe_but_not_with_the_errata() -> None:
    seed = shot([4, 3, 2, *NO_SAVES], "Severe, Punishing", "change a rolled normal", "rescue a fail", atk=3)
    assert retained(seed) == (2, 1)
    errata = shot(
        [4, 3, 2, *NO_SAVES], "Severe, Punishing", "change a rolled normal", atk=3, options={"core_errata": True}
    )
    assert retained(errata) == (1, 1)


@pytest.mark.rule("KT-SHOOT-14")
def test_an_obscured_target_costs_one_success() -> None:
    match = shot([3, 4, 5, 1, *NO_SAVES], at=Target(1, (), ("ruin",)))
    assert retained(match) == (2, 0)
    assert retained(shot([1, 1, 2, 2, *NO_SAVES], at=Target(1, (), ("ruin",)))) == (0, 0)
    kept = shot([1, 1, 2, *NO_SAVES], "Accurate 1", "keep 1 unrolled", at=Target(1, (), ("ruin",)))
    assert retained(kept) == (0, 0)


@pytest.mark.rule("KT-SHOOT-15")
def test_nothing_is_critical_against_an_obscured_target() -> None:
    rules = "Devastating 2, Rending, Punishing, Severe, Stun, Piercing Crits 1"
    match = shot([6, 6, 4, 2, *NO_SAVES], rules, at=Target(1, (), ("ruin",)))
    assert match.over, "nobody was asked anything"
    assert retained(match) == (2, 0)
    assert lost(match) == 6
    assert not match.state.operatives[1].effects
    assert len(happened(match, "rolled")[1]["faces"]) == 3


@pytest.mark.rule("KT-SHOOT-16")
def test_one_feature_gives_cover_or_obscures_and_the_defender_picks() -> None:
    match = shot([3, 3, 3, 3, 1, 1, 1], at=Target(1, ("ruin",), ("ruin",)))
    assert (match.decision.seat, match.decision.keys()) == (1, ["cover", "obscured"])
    covered = play(match.fork(Given([3, 3, 3, 3, 1, 1])), "cover")
    assert covered.decision.topic == "cover save of target"
    obscured = play(match.fork(Given([3, 3, 3, 3, 1, 1, 1])), "obscured")
    assert obscured.over and lost(obscured) == 9


@pytest.mark.rule("KT-SHOOT-16")
@pytest.mark.parametrize(
    ("cover", "obscured"),
    [
        (("crate",), ("ruin",)),
        (("crate", "ruin"), ("ruin",)),
        (("ruin",), ("ruin", "smoke")),
        (("crate", "ruin"), ("crate", "ruin")),
    ],
)
def test_different_features_give_both_without_a_question(cover: tuple[str, ...], obscured: tuple[str, ...]) -> None:
    match = shot([3, 3, 3, 3, 1, 1], "", "cover save", at=Target(1, cover, obscured))
    assert retained(match) == (3, 0)
    assert lost(match) == 6


@pytest.mark.rule("KT-SHOOT-20")
def test_three_defence_dice() -> None:
    match = shot([3, 1, 1, 1, 4, 1, 1])
    assert len(happened(match, "rolled")[1]["faces"]) == 3
    assert lost(match) == 0


@pytest.mark.rule("KT-SHOOT-21")
def test_a_cover_save_is_kept_and_the_rest_is_rolled_if_wanted() -> None:
    covered = Target(1, ("crate",))
    match = shot([3, 3, 1, 1, 1, 1], "", "cover save", at=covered)
    assert len(happened(match, "rolled")[1]["faces"]) == 2
    assert lost(match) == 3
    rolled = shot([3, 3, 1, 1, 1, 1, 1], "", "roll all dice", at=covered)
    assert len(happened(rolled, "rolled")[1]["faces"]) == 3
    assert lost(rolled) == 6


@pytest.mark.rule("KT-SHOOT-21")
def test_the_cover_save_is_one_of_the_collected_dice() -> None:
    one = shot([3, 3, 1, 1], "Piercing 2", "cover save", at=Target(1, ("crate",)))
    assert len(happened(one, "rolled")) == 1 and lost(one) == 3
    none = shot([3, 3, 1, 1], "Piercing 3", at=Target(1, ("crate",)))
    assert none.over and lost(none) == 6


@pytest.mark.rule("KT-SHOOT-22")
def test_defence_dice_succeed_from_save_on() -> None:
    match = shot([3, 3, 6, 6, 3, 4, 6], "", "block 1 normal and 1 critical")
    assert lost(match) == 3 + 4


@pytest.mark.rule("KT-SHOOT-22", "KT-BASE-10")
def test_the_defender_re_rolls_with_what_it_has_been_given() -> None:
    match = shot([3, 3, 1, 1, 1, 2, 5, 4], at=Target(1, defences=("Balanced",)))
    assert (match.decision.seat, match.decision.keys()[1:]) == (
        1,
        [f"re-roll {face} by Balanced" for face in (1, 2, 5)],
    )
    play(match, "re-roll 1 by Balanced")
    assert match.over and lost(match) == 0


@pytest.mark.rule("KT-SHOOT-23")
def test_two_normals_block_a_critical_or_one_a_normal() -> None:
    match = shot([6, 3, 1, 1, 4, 5, 1])
    assert match.decision.seat == 1
    assert match.decision.keys() == ["block 0 normal and 1 critical", "block 1 normal and 0 critical"]
    assert lost(play(match.fork(Given([])), "block 0 normal and 1 critical")) == 3
    assert lost(play(match, "block 1 normal and 0 critical")) == 4


@pytest.mark.rule("KT-SHOOT-24")
@pytest.mark.parametrize(
    ("attack", "defence", "found"),
    [
        ((1, 0), (1, 1), {(1, 0)}),
        ((1, 1), (2, 0), {(0, 1), (1, 0)}),
        ((2, 1), (2, 0), {(0, 1), (2, 0)}),
        ((2, 2), (3, 0), {(1, 1), (2, 0)}),
        ((0, 1), (1, 0), {(0, 0)}),
        ((0, 1), (1, 1), {(0, 1)}),
        ((1, 1), (0, 1), {(0, 1), (1, 0)}),
        ((1, 1), (2, 1), {(1, 1)}),
        ((3, 0), (0, 2), {(2, 0)}),
        ((0, 3), (3, 1), {(0, 2)}),
    ],
)
def test_every_die_that_can_block_must(
    attack: tuple[int, int], defence: tuple[int, int], found: set[tuple[int, int]]
) -> None:
    assert set(allocations(*attack, *defence)) == found


@pytest.mark.rule("KT-SHOOT-23", "KT-SHOOT-24")
def test_allocations_against_all_ways_to_lay_dice_one_by_one() -> None:
    """Lay the dice down in every order, each on whatever it can still block, and compare what is blocked in the end."""

    def ends(normals: int, criticals: int, saves: int, critical_saves: int) -> set[tuple[int, int]]:
        further = set()
        if saves and normals:
            further |= ends(normals - 1, criticals, saves - 1, critical_saves)
        if saves > 1 and criticals:
            further |= ends(normals, criticals - 1, saves - 2, critical_saves)
        if critical_saves and normals:
            further |= ends(normals - 1, criticals, saves, critical_saves - 1)
        if critical_saves and criticals:
            further |= ends(normals, criticals - 1, saves, critical_saves - 1)
        return further or {(normals, criticals)}

    for normals in range(6):
        for criticals in range(6 - normals):
            for saves in range(4):
                for critical_saves in range(4 - saves):
                    left = ends(normals, criticals, saves, critical_saves)
                    blocked = {(normals - one, criticals - other) for one, other in left}
                    assert set(allocations(normals, criticals, saves, critical_saves)) == blocked


@pytest.mark.rule("KT-SHOOT-25")
def test_each_unblocked_die_inflicts_its_damage() -> None:
    match = shot([3, 3, 6, 1, *NO_SAVES])
    assert lost(match) == 10
    assert [part.amount for part in happened(match, "hurt")[0]["parts"]] == [6, 4]


def crowd(rules: str, targets: list[Target], dice: list[int], seats: tuple[int, ...] = (0, 1, 1, 0)) -> Match:
    """A shooter, two enemies and a friend with 4 wounds each."""
    cards = [
        arena.card("shooter", arena.weapon(4, 3, 3, 4, rules)),
        *(arena.card(name, wounds=4) for name in ("one", "two", "friend")),
    ]
    t = arena.table_over(*arena.position(cards, seats))
    shoot(t, 0, "weapon", targets)
    return arena.match_over(t, Given(dice))


@pytest.mark.rule("KT-SHOOT-26", "KT-WR-03")
def test_casualties_of_a_blast_leave_after_the_action() -> None:
    match = crowd(
        'Blast 2"', [Target(1), Target(2), Target(3)], [6, 6, 6, 6, 1, 1, 1, 3, 3, 1, 1, 1, 1, 1, 3, 3, 3, 1, 4, 4, 4]
    )
    assert match.decision.keys() == ["shoot two", "shoot friend"], "in any order, but all of them"
    assert match.state.operatives[1].wounds == 0
    assert match.state.operatives[1].status == KILLZONE
    match.answer("shoot two")
    assert match.over
    assert [operative.status for operative in match.state.operatives] == [KILLZONE, REMOVED, REMOVED, KILLZONE]
    assert match.state.kills == ((0, 1, 1), (0, 2, 1))


@pytest.mark.rule("KT-SHOOT-27", "KT-WR-03")
def test_the_owner_rolls_the_defence_of_its_own_operatives() -> None:
    match = crowd('Blast 2"', [Target(1), Target(3)], [1, 1, 1, 1, 1, 1, 1, 6, 3, 1, 1, 4, 4, 1])
    assert match.decision.topic == "blocks of friend"
    assert match.decision.seat == 0


@pytest.mark.rule("KT-WR-04")
def test_secondary_targets_of_a_blast_stand_as_the_primary_did() -> None:
    open_primary = crowd(
        "Blast 2", [Target(1), Target(2, ("wall",), ("ruin",))], [1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1]
    )
    assert open_primary.over, "no cover save for the second"
    assert open_primary.state.operatives[2].wounds == 1
    covered = crowd("Blast 2", [Target(1, ("wall",)), Target(2)], [1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1])
    play(covered, "cover save")
    assert covered.decision.topic == "cover save of two"
    picked = crowd("Blast 2", [Target(1, ("ruin",), ("ruin",)), Target(2)], [3, 1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1, 1])
    play(picked, "obscured")
    assert picked.over and picked.state.operatives[2].wounds == 1
    improved = crowd("Blast 2", [Target(1, ("rail",), (), True), Target(2)], [1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1])
    play(improved, "cover save")
    assert improved.decision.find("critical cover save") is not None


@pytest.mark.rule("KT-WR-27")
def test_each_target_of_a_torrent_is_judged_by_itself_in_any_order() -> None:
    match = crowd("Torrent 2", [Target(1), Target(2, ("wall",))], [3, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1])
    assert match.decision.keys() == ["shoot one", "shoot two"]
    play(match, "shoot two")
    assert match.decision.topic == "cover save of two"
    play(match, "cover save")
    assert match.over and [operative.wounds for operative in match.state.operatives[1:3]] == [1, 4]


@pytest.mark.rule("KT-VANT-01")
@pytest.mark.parametrize(
    ("lower", "engage", "found"),
    [
        (200, True, ("Accurate 1",)),
        (390, True, ("Accurate 1",)),
        (400, True, ("Accurate 2",)),
        (190, True, ()),
        (500, False, ()),
    ],
)
def test_accurate_from_a_vantage(lower: int, engage: bool, found: tuple[str, ...]) -> None:
    assert vantage_rules(lower, engage) == found
    match = shot([1, 1, 1, 1, *NO_SAVES][: 7 if not found else 0] or [1] * 7, at=Target(1, rules=found))
    if found:
        assert match.decision.keys()[0] == f"keep {found[0][-1]} unrolled"
    else:
        assert match.over


@pytest.mark.rule("KT-VANT-03")
def test_an_improved_cover_save_is_critical_or_double() -> None:
    rail = Target(1, ("rail",), (), True)
    match = shot([3, 3, 3, 1], at=rail)
    assert match.decision.keys() == ["cover save", "critical cover save", "two cover saves", "roll all dice"]
    double = play(match.fork(Given([1])), "two cover saves")
    assert lost(double) == 3
    critical = shot([6, 3, 1, 1, 1, 1], "", "critical cover save", "block 0 normal and 1 critical", at=rail)
    assert lost(critical) == 3
    single = shot([3, 3, 3, 1], "Piercing 2", at=rail)
    assert single.decision.find("two cover saves") is None
    refusal = single.why_not("two cover saves")
    assert refusal is not None and refusal.decisive.rule == "KT-VANT-03"
    plain = shot([3, 3, 3, 1], at=Target(1, ("rail",)))
    assert plain.decision.keys() == ["cover save", "roll all dice"]


@pytest.mark.rule("KT-BASE-17")
def test_a_d3_is_half_a_d6() -> None:
    t = arena.table_over(*arena.position([arena.card("one")], (0,)))
    found = []
    for face in range(1, 7):
        rule = roll_d3(t, 0, "damage of a mine")
        rule.send(None)
        with pytest.raises(StopIteration) as end:
            rule.send((face,))
        found.append(end.value.value)
    assert found == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("KT-BASE-20", "KT-DMG-05")
def test_hit_is_frozen_when_the_action_begins() -> None:
    """The shooter is hurt by its own Devastating in the first sequence of a Blast; the second one keeps the same
    HIT."""
    cards = [
        arena.card("shooter", arena.weapon(4, 3, 3, 4, 'Blast 2, 2" Devastating 4'), wounds=7),
        arena.card("one"),
        arena.card("two"),
    ]
    t = arena.table_over(*arena.position(cards, (0, 1, 1)))
    shoot(t, 0, "weapon", [Target(1, near=(0,)), Target(2)])
    match = arena.match_over(t, Given([6, 1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1, 1]))
    assert match.over
    assert match.state.operatives[0].wounds == 3, "injured by now"
    assert lost(match, 2) == 6, "threes still hit"


@pytest.mark.rule("KT-BASE-20", "KT-DMG-05")
def test_an_injured_shooter_hits_worse() -> None:
    match = shot([3, 3, 4, 4, *NO_SAVES], wounds={0: 5})
    assert lost(match) == 6


def test_a_sequence_is_saved_in_its_record() -> None:
    match = shot(
        [2, 3, 4, 6], "Balanced, Rending", at=Target(1, ("wall",), (), True, ("Accurate 1",), (0,), True, ("Balanced",))
    )
    for answers in ((), ("keep 0 unrolled",), ("keep the dice",), ("raise a normal",)):
        play(match, *answers)
        state: State = match.state
        again: State = match.setting.load_state(state.dump())
        assert again.dump() == state.dump()
        record = again.agenda[-1]
        assert isinstance(record, Shooting)
        assert record.key() == state.agenda[-1].key()


def test_play_is_the_same_wherever_checkpoints_fall() -> None:
    found = []
    for limit in (1, 2, 100):
        attacker = arena.card("shooter", arena.weapon(4, 3, 3, 4, "Relentless, Rending, Punishing"))
        t = arena.table_over(*arena.position([attacker, arena.card("target")], (0, 1), cp=(0, 1)))
        shoot(t, 0, "weapon", [Target(1, ("wall",))])
        match = arena.match_over(t, Given([1, 1, 3, 6, 5, 2, 4, 1, 6]), checkpoints=limit)
        play(
            match,
            "re-roll 1 by Relentless",
            "re-roll 1 by Relentless",
            "keep the dice",
            "rescue a fail",
            "raise a normal",
            "cover save",
        )
        play(match, "re-roll 1 by Command Re-roll", "block 1 normal and 1 critical")
        assert match.over
        found.append((match.state.dump(), match.told))
        match.undo()
        assert match.decision.topic == "blocks of target"
    assert found[0] == found[1] == found[2]


def test_every_event_option_and_question_has_words() -> None:
    match = shot(
        [2, 3, 4, 6, 3, 1, 1, 1, 1],
        "Balanced, Rending, Severe, Devastating 1",
        at=Target(1, ("wall",), (), True),
        cp=(0, 1),
    )
    while not match.over:
        assert match.setting.ask(match.table, match.decision)
        for option in match.decision.options:
            assert match.describe(option)
        match.answer(match.decision.options[-1])
    assert all(match.told)


def test_pools_with_like_dice_have_like_keys() -> None:
    side = Side(0, 0, "weapon", 4, 4, 3, 4, ("Ceaseless",))
    one, other = Pool(side), Pool(side)
    one.grants = other.grants = ("Ceaseless",)
    one.dice, other.dice = (1, 1, 2, 5), (2, 3, 3, 4)
    assert one.key() == other.key()
    other.dice = (1, 2, 3, 4)
    assert one.key() != other.key()
