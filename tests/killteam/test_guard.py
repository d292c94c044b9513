"""Operatives on guard: how they come to be so, how long, interrupts and point-blank shots (KT-GUARD)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions import universal
from fireteam.games.killteam.actions.action import deed, may_act, possible
from fireteam.games.killteam.killzones import guard
from fireteam.games.killteam.state import ACTIVE, CONCEAL, ENGAGE, EXPENDED, READY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.firefight import may_counteract
from fireteam.space.plane.model import base
from tests.killteam.laying import MOVED, laid
from tests.killteam.stage import Man, left, play, stage, zone_with

GUN, BLADE = arena.weapon(4, 3, 3, 4, name="gun"), arena.weapon(4, 3, 3, 4, ranged=False, name="blade")
ARMED = (GUN, BLADE)
WIDE = 2 * base(32)
ON_GUARD = (("guard", True), ("readiness", EXPENDED))
CRITICAL, NORMAL = "strike with a critical", "strike with a normal"


def gallowdark() -> Any:
    return zone_with(kind="gallowdark")


def keys(match: Match) -> list[str]:
    return [option.key for option in match.decision.options]


def table(*men: Man, **more: Any) -> Table:
    return laid(men, gallowdark(), **more)


def why_not(t: Table, mode: str = "activation", name: str = "GUARD") -> Check:
    """The check that refuses GUARD to the first operative."""
    checks: list[Check] = []
    assert not may_act(t, 0, deed(t, 0, name), mode, checks)
    return checks[-1]


def far_enemy() -> Man:
    return Man("e", 1, 25, 15)


# -- going on guard ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GUARD-01")
def test_guard_is_an_action_for_one_ap_without_dice() -> None:
    match = stage([Man("g", 0, 5, 5, weapons=ARMED, fields=MOVED), far_enemy()], [], active="g", zone=gallowdark())
    play(match, "GUARD")
    operative = match.state.operatives[0]
    assert operative.guard
    assert (operative.ap, operative.actions) == (1, ("REPOSITION", "SHOOT"))


@pytest.mark.rule("KT-GUARD-01", "KT-ACT-03")
def test_guard_is_treated_as_a_shot() -> None:
    shot = (("actions", ("SHOOT",)),)
    assert why_not(table(Man("g", 0, 5, 5, weapons=ARMED, apl=3, fields=shot), far_enemy())).rule == "KT-ACT-02"
    match = stage([Man("g", 0, 5, 5, weapons=ARMED, apl=3, fields=MOVED), far_enemy()], active="g", zone=gallowdark())
    assert "SHOOT" in keys(match)
    play(match, "GUARD")
    assert "SHOOT" not in keys(match)


@pytest.mark.rule("KT-GUARD-01", "KT-CTR-03")
def test_who_cannot_go_on_guard() -> None:
    man = Man("g", 0, 5, 5, weapons=ARMED)
    assert why_not(table(man._replace(conceal=True), far_enemy())).text == "g has an Engage order"
    near = Man("e", 1, 5 + WIDE + 0.9, 5)
    assert why_not(table(man, near)).text == "no enemy is in control range of g: e"
    t = table(man._replace(fields=(("readiness", EXPENDED),)), far_enemy())
    assert why_not(t, "counteract").rule == "KT-CTR-03"
    assert may_act(table(man, far_enemy()), 0, guard.GUARD)


@pytest.mark.rule("KT-GUARD-01", "KT-ACT-08")
def test_guard_is_for_gallowdarks_alone() -> None:
    names = {
        kind: [
            entry.name
            for entry in possible(
                laid([Man("g", 0, 5, 5, weapons=ARMED, fields=MOVED), far_enemy()], zone_with(kind=kind)), 0
            )
        ]
        for kind in ("gallowdark", "volkus", "bheta_decima", "")
    }
    assert [kind for kind, found in names.items() if "GUARD" in found] == ["gallowdark"]


# -- interrupts --------------------------------------------------------------------------------------------------------


def watched(*others: Man, dice: tuple[int, ...] = (), far: float = 5.0, **more: Any) -> Match:
    """An enemy in its activation, with 3 APL and already repositioned, so far from one of the other side who is on
    guard."""
    active = Man(
        "e",
        0,
        10,
        10,
        weapons=more.pop("weapons", ARMED),
        apl=3,
        conceal=more.pop("conceal", False),
        fields=more.pop("done", MOVED),
    )
    watch = Man("g", 1, 10 + WIDE + far, 10, weapons=more.pop("guns", ARMED), fields=more.pop("guarding", ON_GUARD))
    return stage([active, watch, *others], list(dice), active="e", zone=gallowdark(), **more)


def on_guard(match: Match, who: int = 1) -> bool:
    return bool(match.state.operatives[who].guard)


HERE = "to 10.00,10.00"
MISS = (1, 1, 1, 1, 1, 1, 1)
"""A whole shot that fails, saves included."""


@pytest.mark.rule("KT-GUARD-03", "KT-GUARD-02", "KT-ACT-09")
def test_after_an_action_the_guard_may_shoot_for_free() -> None:
    match = play(watched(dice=(6, 1, 1, 1, 1, 1, 1)), "DASH", HERE)
    assert (match.decision.seat, match.decision.topic) == (1, "interrupt of e")
    assert keys(match) == ["interrupt with g", "no interrupt"]
    play(match, "interrupt with g")
    assert left(match, "e") == 8
    operative = match.state.operatives[1]
    assert not operative.guard, "it has performed an action"
    assert (operative.ap, operative.readiness) == (0, EXPENDED)
    assert match.decision.topic == "action of e", "the activation goes on"
    assert match.state.interrupted


@pytest.mark.rule("KT-GUARD-03")
def test_only_once_in_an_activation_after_any_of_its_actions() -> None:
    second = Man("h", 1, 16, 14, weapons=ARMED, fields=ON_GUARD)
    match = play(watched(second, dice=(*MISS, 3, 4)), "DASH", HERE, "no interrupt", "GUARD")
    assert match.decision.topic == "interrupt of e", "declined after the first action, asked again after the second"
    play(match, "interrupt with g")
    assert match.state.interrupted
    match = play(watched(second, dice=(*MISS, 3, 4)), "DASH", HERE, "interrupt with g", "GUARD")
    assert match.decision.topic == "who has initiative", "no second one, though h is on guard"
    assert on_guard(match, 2)


@pytest.mark.rule("KT-GUARD-03")
def test_the_next_activation_can_be_interrupted_again() -> None:
    second = Man("h", 1, 16, 14, weapons=ARMED, fields=ON_GUARD)
    other = Man("f", 0, 8, 14, weapons=ARMED, conceal=True)
    match = play(watched(second, other, dice=MISS), "DASH", HERE, "interrupt with g", "shoot e", "end")
    while match.decision.topic.startswith("counteract"):
        match.answer("no counteract")
    play(match, "conceal", "DASH", "to 8.00,14.00")
    assert match.decision.topic == "interrupt of f"


@pytest.mark.rule("KT-GUARD-03")
def test_the_target_need_not_be_the_interrupted_operative() -> None:
    other = Man("f", 0, 10, 15, weapons=ARMED)
    match = play(watched(other, dice=(6, 1, 1, 1, 1, 1, 1)), "DASH", HERE, "interrupt with g")
    assert keys(match) == ["shoot e", "shoot f"]
    play(match, "shoot f")
    assert (left(match, "e"), left(match, "f")) == (12, 8)


@pytest.mark.rule("KT-GUARD-03")
def test_a_guard_may_fight_as_well() -> None:
    match = play(watched(far=0.5, dice=(6, 1, 1, 1, 1, 1, 1, 1), done=(("actions", ("SHOOT",)),)), "FIGHT")
    while match.decision.topic != "interrupt of e":
        match.answer(keys(match)[0])
    play(match, "interrupt with g")
    assert (match.decision.topic, keys(match)) == ("interrupt by g", ["SHOOT", "FIGHT"])


@pytest.mark.rule("KT-GUARD-03", "KT-HATCH-01")
def test_what_is_treated_as_a_fight_counts_and_guard_itself_does_not() -> None:
    t = watched(far=0.5).table
    assert [entry.name for entry in guard.interrupts_with(t, 1)] == ["SHOOT", "FIGHT"]
    t = watched(far=5).table
    assert [entry.name for entry in guard.interrupts_with(t, 1)] == ["SHOOT"]


@pytest.mark.rule("KT-GUARD-03", "KT-ACT-10")
def test_what_was_done_in_its_activation_does_not_stop_the_interrupt() -> None:
    men = [
        Man("g", 0, 5, 10, weapons=ARMED, fields=(*MOVED, ("ap", 1))),
        Man("e", 1, 12, 10, weapons=ARMED, conceal=True),
    ]
    match = stage(men, list(MISS), active="g", zone=gallowdark())
    play(match, "GUARD")
    assert match.state.operatives[0].activation == ("REPOSITION", "SHOOT"), "no AP are left, and e is next"
    play(match, "engage")
    play(match, "DASH", "to 12.00,10.00", "interrupt with g")
    assert [event.code for event in match.log if event.code == "interrupts"] == ["interrupts"]
    assert not on_guard(match, 0)


@pytest.mark.rule("KT-GUARD-03")
def test_who_can_neither_shoot_nor_fight_is_not_asked() -> None:
    match = play(watched(guns=(BLADE,)), "DASH", HERE)
    assert match.decision.topic == "action of e"
    assert on_guard(match)


@pytest.mark.rule("KT-GUARD-04", "KT-CTR-07")
def test_a_counteraction_cannot_be_interrupted() -> None:
    men = [
        Man("e", 0, 10, 10, weapons=ARMED, fields=(("readiness", EXPENDED),)),
        Man("g", 1, 17, 10, weapons=ARMED, fields=ON_GUARD),
        Man("r", 1, 28, 20, fields=(("readiness", READY),)),
    ]
    match = play(stage(men, zone=gallowdark(), phase="firefight", acting=0), "counteract e", "DASH", HERE)
    assert match.decision.topic == "order of r"
    assert on_guard(match)


@pytest.mark.rule("KT-GUARD-04")
@pytest.mark.parametrize("errata", [False, True])
def test_the_errata_bar_a_guard_from_counteracting(errata: bool) -> None:
    men = [Man("g", 0, 5, 5, weapons=ARMED, fields=MOVED), far_enemy()]
    match = play(stage(men, active="g", zone=gallowdark(), options={"core_errata": errata}), "GUARD", "end")
    checks: list[Check] = []
    assert may_counteract(match.table, 0, checks) is not errata
    if errata:
        assert checks[-1].rule == "KT-BASE-18"


# -- how long guard lasts ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GUARD-02")
@pytest.mark.parametrize(("far", "kept"), [(0.5, False), (1.0, False), (1.2, True)])
def test_an_enemy_that_ends_an_action_near_ends_guard_unless_it_is_interrupted(far: float, kept: bool) -> None:
    match = watched(far=4, done=())
    play(match, "CHARGE" if not kept else "REPOSITION", f"to {10 + 4 - far:.2f},10.00")
    assert match.decision.topic == "interrupt of e"
    play(match, "no interrupt")
    assert on_guard(match) is kept


@pytest.mark.rule("KT-GUARD-02")
def test_another_guard_that_interrupts_keeps_it_on_guard() -> None:
    second = Man("h", 1, 10, 16, weapons=(GUN,), fields=ON_GUARD)
    match = watched(second, Man("f", 0, 4, 16), far=4, done=(), dice=MISS)
    play(match, "CHARGE", "to 13.50,10.00", "interrupt with h")
    assert not on_guard(match, 2)
    assert on_guard(match, 1), "the activation was interrupted, though by another"


@pytest.mark.rule("KT-GUARD-02")
def test_a_guard_is_kept_in_an_activation_that_another_has_interrupted_before() -> None:
    second = Man("h", 1, 10, 16, weapons=(GUN,), fields=ON_GUARD)
    other = Man("f", 0, 4, 16, fields=(("readiness", READY),))
    match = watched(second, other, far=4, done=(), dice=(*MISS, *MISS, 3, 4))
    play(match, "SHOOT", "shoot g")
    while "interrupt with h" not in keys(match):
        match.answer(keys(match)[0])
    play(match, "interrupt with h", "shoot e")
    while "CHARGE" not in keys(match):
        match.answer(keys(match)[0])
    play(match, "CHARGE", "to 13.50,10.00")
    assert match.decision.topic == "action of e"
    assert on_guard(match, 1), "whoever has interrupted it, the activation was interrupted"


@pytest.mark.rule("KT-GUARD-02", "KT-GUARD-04")
def test_a_counteraction_that_ends_near_ends_guard_too() -> None:
    men = [
        Man("e", 0, 10, 10, weapons=ARMED, fields=(("readiness", EXPENDED),)),
        Man("g", 1, 10 + WIDE + 2.5, 10, weapons=ARMED, fields=ON_GUARD),
        Man("r", 1, 28, 20, fields=(("readiness", READY),)),
    ]
    match = play(stage(men, zone=gallowdark(), phase="firefight", acting=0), "counteract e", "CHARGE", "to 12.00,10.00")
    assert match.decision.topic == "order of r"
    assert not on_guard(match)


@pytest.mark.rule("KT-GUARD-02")
def test_the_interrupt_itself_ends_guard_and_so_does_the_next_turning_point() -> None:
    match = play(watched(dice=MISS), "DASH", HERE, "interrupt with g")
    assert not on_guard(match)
    match = play(watched(dice=(3, 4)), "DASH", HERE, "no interrupt", "end")
    assert on_guard(match)
    play(match, "initiative 0")
    assert match.state.turning_point == 2
    assert not on_guard(match)


@pytest.mark.rule("KT-GUARD-02")
def test_a_changed_order_ends_guard() -> None:
    t = table(Man("g", 0, 5, 5, weapons=ARMED, fields=ON_GUARD), far_enemy())
    t.set_order(0, ENGAGE, "KT-ORD-02")
    assert t.operative(0).guard
    t.set_order(0, CONCEAL, "KT-ORD-02")
    assert not t.operative(0).guard


# -- point-blank shots -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GUARD-05")
@pytest.mark.parametrize(("wounds", "face", "hit"), [(12, 4, True), (12, 3, False), (5, 4, False), (5, 5, True)])
def test_a_point_blank_shot_hits_worse(wounds: int, face: int, hit: bool) -> None:
    """HIT 3+ is 4+ point-blank, and 5+ for an injured one."""
    guarding = (*ON_GUARD, ("wounds", wounds))
    match = watched(far=4, done=(), guns=(GUN,), guarding=guarding, dice=(face, 1, 1, 1, 1, 1, 1))
    play(match, "CHARGE", "to 13.50,10.00", "interrupt with g", "SHOOT")
    assert left(match, "e") == (9 if hit else 12)


@pytest.mark.rule("KT-GUARD-05")
def test_it_must_target_an_enemy_in_control_range_valid_or_not() -> None:
    # e is hidden behind nothing, but a friend of g is in its control range: no valid target by the usual rules.
    friend = Man("h", 1, 13.5, 10 + WIDE + 0.5)
    distant = Man("f", 0, 16, 18, weapons=ARMED)
    match = watched(friend, distant, far=4, done=(), guns=(GUN,), dice=(6, 1, 1, 1, 1, 1, 1))
    play(match, "CHARGE", "to 13.50,10.00", "interrupt with g", "SHOOT")
    assert (left(match, "e"), left(match, "f")) == (8, 12), "nobody else was to be chosen"


@pytest.mark.rule("KT-GUARD-05")
def test_among_several_enemies_near_one_is_chosen() -> None:
    other = Man("f", 0, 10 + WIDE + 4, 10 + WIDE + 0.5, weapons=ARMED)
    match = watched(other, far=4, done=(), guns=(GUN,), dice=MISS)
    play(match, "CHARGE", "to 13.50,10.00", "interrupt with g", "SHOOT")
    assert keys(match) == ["shoot e", "shoot f"]


@pytest.mark.rule("KT-GUARD-05", "KT-SHOOT-01")
def test_only_an_interrupt_shoots_in_control_range() -> None:
    t = table(Man("g", 0, 5, 5, weapons=ARMED), Man("e", 1, 5 + WIDE + 0.5, 5))
    assert not may_act(t, 0, deed(t, 0, "SHOOT"), "activation")
    assert not may_act(t, 0, deed(t, 0, "SHOOT"), "free")
    assert may_act(t, 0, deed(t, 0, "SHOOT"), "interrupt")


@pytest.mark.rule("KT-GUARD-05", "KT-FIGHT-03")
def test_it_cannot_retaliate_until_the_interrupted_activation_ends() -> None:
    # The shot misses; in the fight only the attacker rolls.
    match = watched(Man("r", 0, 28, 20), far=4, done=(), dice=(*MISS, 6, 1, 1, 1))
    play(match, "CHARGE", "to 13.50,10.00", "interrupt with g", "SHOOT", "FIGHT")
    assert match.decision.topic == "die of e"
    assert not universal.may_retaliate(match.table, 1)
    play(match, CRITICAL)
    assert (left(match, "g"), left(match, "e")) == (8, 12)
    assert match.state.operatives[0].readiness == EXPENDED, "e has nothing left to do"
    assert universal.may_retaliate(match.table, 1), "an activation has ended, though none of its own"
    assert match.state.turning_point == 1
    assert match.state.operatives[1].effects == ()


@pytest.mark.rule("KT-GUARD-05")
def test_a_shot_from_afar_leaves_it_free_to_retaliate() -> None:
    match = play(watched(dice=MISS), "DASH", HERE, "interrupt with g")
    assert match.state.operatives[0].readiness == ACTIVE
    assert universal.may_retaliate(match.table, 1)
