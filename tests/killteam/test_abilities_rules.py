"""Gambits, ploys, unique and free actions: the rules behind what kill teams bring along."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena, markers, stats
from fireteam.games.killteam.abilities import windows
from fireteam.games.killteam.abilities.selectors import chosen
from fireteam.games.killteam.abilities.word import Context
from fireteam.games.killteam.actions.action import deed, may_act, start_free
from fireteam.games.killteam.actions.conditions import FREE
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn import gambits
from fireteam.kit.arena import match_at
from tests.killteam.warband import (
    CONCEAL,
    FRESH,
    actions,
    begin,
    effect,
    keys,
    laid,
    man,
    marker,
    play,
    told,
    topic,
    why_not,
)

CINDERS = {"cv-prior": (5.0, 5.0), "cv-sentinel": (5.0, 9.0)}
VEIL = {"vr-matron": (20.0, 5.0), "vr-runner": (20.0, 9.0)}
CHOSEN = (("primary op", 0), ("primary op", 1))
"""Both have chosen their primary op."""


def gambit_step(**given: Any) -> Match:
    return begin(CINDERS, VEIL, phase="gambit", cp=(2, 2), **given)


def chosen_ops(match: Match) -> Match:
    """Both have chosen their primary op: the initiative player is asked next."""
    return play(match, "primary op", "primary kill", "primary op", "primary kill")


@pytest.mark.rule("KT-GAMB-01")
def test_the_players_use_gambits_in_turn_beginning_with_initiative() -> None:
    match = chosen_ops(gambit_step())
    seats = []
    for answer in ("cv-s3", "vr-s1", "cv-s4", "vr-s4"):
        seats.append(match.decision.seat)
        play(match, answer)
    assert seats == [0, 1, 0, 1]


@pytest.mark.rule("KT-GAMB-01")
def test_the_other_player_begins_if_it_has_initiative() -> None:
    assert gambit_step(initiative=1, acting=1).decision.seat == 1


@pytest.mark.rule("KT-GAMB-02")
def test_the_step_ends_with_two_passes_in_a_row() -> None:
    match = chosen_ops(gambit_step())
    play(match, "pass", "vr-s1", "cv-s3", "pass")
    assert match.state.phase == "gambit"
    play(match, "pass")
    assert match.state.phase == "firefight"


@pytest.mark.rule("KT-GAMB-03", "KT-PLOY-04")
def test_each_gambit_once_in_a_turning_point_for_each_player() -> None:
    placed = {"vr-matron": (500, 500), "vr-matron-b": (2000, 500)}
    match = match_at(
        *arena.battle(
            teams=("veilrunners", "veilrunners"), placed=placed, phase="gambit", turning_point=1, ploys=CHOSEN
        ),
        Given([]),
    )
    assert "vr-s1" in keys(match)
    play(match, "vr-s1")
    assert "vr-s1" in keys(match)
    play(match, "vr-s1")
    assert "vr-s1" not in keys(match)
    assert "vr-s3" in keys(match)


@pytest.mark.rule("KT-GAMB-04", "KT-PLOY-01")
def test_without_command_points_only_gambits_that_are_no_ploys_are_offered() -> None:
    match = begin(CINDERS, VEIL, phase="gambit", cp=(0, 0))
    assert keys(match) == ["primary op", "cv-a1"]


@pytest.mark.rule("KT-PLOY-01")
@pytest.mark.parametrize(("cp", "offered"), [(0, False), (1, True)])
def test_a_firefight_ploy_wants_its_command_point(cp: int, offered: bool) -> None:
    match = begin(
        CINDERS,
        {"vr-runner": (20.0, 9.0)},
        phase="activation_start",
        active="vr-runner",
        operatives={"vr-runner": {"order": CONCEAL}},
        cp=(0, cp),
    )
    assert ("use vr-f2 with vr-runner" in keys(match)) is offered
    if offered:
        play(match, "use vr-f2 with vr-runner")
        assert match.state.cp == (0, 0)


@pytest.mark.rule("KT-PLOY-02")
def test_a_strategy_ploy_works_to_the_end_of_the_turning_point() -> None:
    t = laid(CINDERS, VEIL, ploys=("cv-s3",), operatives={"cv-prior": {"wounds": 5}})
    who = t.number("cv-prior")
    assert stats.injured(t, who)
    assert sum(part.amount for part in stats.move_parts(t, who)) == 6
    match = begin(
        CINDERS, VEIL, [3, 4], ploys=("cv-s3",), phase="turning_point_end", turning_point=2, initiative=0,
        operatives={"cv-prior": {"wounds": 5}},
    )  # fmt: skip
    assert match.state.standing == ()
    assert match.state.turning_point == 3


@pytest.mark.rule("KT-PLOY-03")
def test_a_firefight_ploy_is_not_offered_in_the_gambit_step() -> None:
    match = chosen_ops(gambit_step())
    assert [key for key in keys(match) if "-f" in key] == []


@pytest.mark.rule("KT-PLOY-04")
def test_a_firefight_ploy_is_used_once_in_a_turning_point() -> None:
    given = {name: {"order": CONCEAL} for name in ("vr-matron", "vr-runner")}
    match = begin(CINDERS, VEIL, phase="activation_start", active="vr-runner", operatives=given, cp=(0, 2))
    play(match, "use vr-f2 with vr-runner", "end")
    assert match.state.ploys == (("vr-f2", 1),)
    again = begin(
        CINDERS, VEIL, phase="activation_start", active="vr-matron", operatives=given, cp=(0, 2), played=(("vr-f2", 1),)
    )
    assert "use vr-f2 with vr-matron" not in keys(again)


@pytest.mark.rule("KT-OPS-11")
def test_a_side_that_scouted_for_it_uses_its_first_ploy_for_nothing() -> None:
    match = begin(CINDERS, VEIL, phase="gambit", cp=(3, 3), settled=((0, "free ploy"),), played=CHOSEN)
    play(match, "cv-s3")
    assert match.state.cp == (3, 3)
    play(match, "vr-s1", "cv-s4")
    assert match.state.cp == (2, 2)


@pytest.mark.rule("KT-OPS-11")
def test_the_free_ploy_is_for_the_first_turning_point_and_for_those_without_command_points_too() -> None:
    first = begin(CINDERS, VEIL, phase="gambit", cp=(0, 0), settled=((0, "free ploy"),), played=CHOSEN)
    assert "cv-s3" in keys(first)
    later = begin(CINDERS, VEIL, phase="gambit", cp=(0, 0), settled=((0, "free ploy"),), played=CHOSEN, turning_point=2)
    assert "cv-s3" not in keys(later)
    assert gambits.has_free_ploy(laid(CINDERS, VEIL, settled=((0, "free ploy"), (0, "free ploy used"))), 0) is False


@pytest.mark.rule("KT-ACT-08")
def test_a_unique_action_belongs_to_the_operatives_named() -> None:
    t = laid({"cv-lamplighter": (5.0, 5.0), "cv-sentinel": (5.0, 9.0)}, VEIL, active="cv-lamplighter")
    assert "cv-a2" in actions(t, "cv-lamplighter")
    assert "cv-a2" not in [found.name for found in windows.deeds(t, t.number("cv-sentinel"))]


@pytest.mark.rule("KT-ACT-03", "KT-ACT-02")
def test_what_counts_as_another_action_shares_its_limit() -> None:
    t = laid(
        CINDERS,
        {"vr-runner": (9.0, 9.0)},
        active="cv-sentinel",
        operatives={"cv-sentinel": {"actions": ("SHOOT",), "ap": 1}},
    )
    who = t.number("cv-sentinel")
    guard = deed(t, who, "SHOOT")._replace(name="GUARD", counts_as="SHOOT")
    assert not may_act(t, who, guard)
    assert why_not(t, "cv-sentinel", "SHOOT").rule == "KT-ACT-02"
    t = laid(
        CINDERS,
        {"vr-runner": (9.0, 9.0)},
        active="cv-sentinel",
        operatives={"cv-sentinel": {"actions": ("REPOSITION",), "ap": 1}},
    )
    assert why_not(t, "cv-sentinel", "CHARGE").rule == "KT-CHRG-04"
    assert "DASH" in actions(t, "cv-sentinel")


@pytest.mark.rule("KT-ACT-09")
def test_a_free_action_in_an_activation_counts_as_performed() -> None:
    match = begin(
        {"sl-reeve": (5.0, 5.0), "sl-conscript": (5.0, 8.0)}, VEIL, active="sl-reeve",
        operatives={"sl-conscript": FRESH}
    )  # fmt: skip
    t = laid({"sl-reeve": (5.0, 5.0), "sl-conscript": (5.0, 8.0)}, VEIL, active="sl-reeve")
    start_free(t, t.number("sl-reeve"), deed(t, t.number("sl-reeve"), "DASH"), FREE)
    assert t.operative(t.number("sl-reeve")).ap == 0
    assert why_not(t, "sl-reeve", "DASH").rule == "KT-ACT-02"
    assert "DASH" in keys(match)


@pytest.mark.rule("KT-ACT-10")
def test_a_free_action_outside_an_activation_blocks_nothing_in_it_nor_the_reverse() -> None:
    match = begin({"sl-reeve": (5.0, 5.0), "sl-conscript": (5.0, 8.0)}, VEIL, active="sl-reeve", cp=(0, 0))
    play(match, "sl-a1", "to 6.00,8.00", "end")
    assert man(match, "sl-conscript").x == 600
    play(match, "activate vr-matron", "engage", "end", "no more", "engage")
    assert "DASH" in keys(match)
    # The reverse: who has dashed in its activation may be told to dash.
    t = laid(
        {"sl-reeve": (5.0, 5.0), "sl-conscript": (5.0, 8.0)}, VEIL, active="sl-reeve",
        operatives={"sl-conscript": {"actions": ("DASH",), "activation": ("DASH",), "readiness": 2}},
    )  # fmt: skip
    assert "sl-a1" in actions(t, "sl-reeve")


@pytest.mark.rule("KT-ACT-11")
def test_an_apl_that_sinks_leaves_actions_without_cost() -> None:
    spent = {"ap": 1, "actions": ("SHOOT",), "effects": (effect("stun", "apl", -1),)}
    t = laid({"cv-sentinel": (5.0, 5.0)}, VEIL, active="cv-sentinel", operatives={"cv-sentinel": spent})
    assert stats.apl(t, t.number("cv-sentinel")) == 1
    two = laid({"sl-conscript": (5.0, 5.0)}, VEIL, active="sl-conscript", operatives={"sl-conscript": spent})
    assert actions(two, "sl-conscript") == []
    free = deed(two, 0, "DASH")._replace(name="A FREE THING", ap=0)
    assert may_act(two, 0, free)


@pytest.mark.rule("KT-BASE-18")
def test_what_an_ability_allows_beats_the_core_rule_and_cannot_beats_can() -> None:
    banked = {"actions": ("SHOOT",), "ap": 1, "effects": (effect("banked", "token", until="activation"),)}
    t = laid(
        {"cv-sentinel": (5.0, 5.0)},
        {"vr-runner": (12.0, 5.0)},
        active="cv-sentinel",
        operatives={"cv-sentinel": banked},
    )
    assert "SHOOT" in actions(t, "cv-sentinel")
    held = {"effects": (effect("dash", "forbid"),)}
    t = laid(
        {"sl-reeve": (5.0, 5.0), "sl-conscript": (5.0, 8.0)}, VEIL, active="sl-reeve", operatives={"sl-conscript": held}
    )
    assert why_not(t, "sl-reeve", "sl-a1").rule == "KT-ACT-07"
    t = laid({"sl-conscript": (5.0, 8.0)}, VEIL, active="sl-conscript", operatives={"sl-conscript": held})
    assert why_not(t, "sl-conscript", "DASH").rule == "KT-BASE-18"


@pytest.mark.rule("KT-EQ-03")
@pytest.mark.parametrize(("inches", "reached"), [(6.0, True), (9.0, True), (9.1, False)])
def test_a_comms_device_lets_support_rules_reach_three_inches_farther(inches: float, reached: bool) -> None:
    apart = inches + 2 * 0.55
    t = laid(
        {"sl-signaller": (5.0, 5.0), "sl-conscript": (5.0 + apart - 0.06, 5.0)},
        VEIL,
        markers=[marker("comms_device", 5.5, 5.0, seat=0)],
    )
    entry = t.setting.book.by_id[0]["sl-a7"]
    found = [t.name(who) for who in chosen(t, entry, Context(t.number("sl-signaller")))]
    assert ("sl-conscript" in found) is reached


@pytest.mark.rule("KT-EQ-03", "KT-MARK-04")
def test_who_controls_a_comms_device_is_decided_without_what_it_adds() -> None:
    crew = {"cv-namebearer": (5.0, 5.0), "cv-mender": (5.0, 7.0), "cv-sentinel": (10.5, 5.0)}
    goal, device = marker("objective", 10.5, 6.0), marker("comms_device", 5.0, 6.0, seat=0)
    without, with_it = laid(crew, VEIL, markers=[goal]), laid(crew, VEIL, markers=[goal, device])
    who = without.number("cv-sentinel")
    # The Names Are Read reaches 3", and 6" from somebody who controls the device.
    assert markers.control_apl(without, who) == stats.apl(without, who)
    assert markers.control_apl(with_it, who) == stats.apl(with_it, who) + 1
    assert markers.controller(with_it, device) == 0 and not with_it.unaided


@pytest.mark.rule("KT-EQ-04")
def test_a_comms_device_helps_only_its_owner_and_only_who_controls_it() -> None:
    far = {"sl-signaller": (5.0, 5.0), "sl-conscript": (13.0, 5.0)}
    entry_of = "sl-a7"

    def reached(t: Table) -> bool:
        found = t.setting.book.by_id[0][entry_of]
        return t.number("sl-conscript") in chosen(t, found, Context(t.number("sl-signaller")))

    assert reached(laid(far, VEIL, markers=[marker("comms_device", 5.5, 5.0, seat=0)]))
    assert not reached(laid(far, VEIL, markers=[marker("comms_device", 5.5, 5.0, seat=1)]))
    assert not reached(laid(far, VEIL, markers=[marker("comms_device", 9.0, 9.0, seat=0)]))
    # An enemy with as much APL contests it: nobody controls it.
    assert not reached(laid(far, {"vr-runner": (6.6, 5.0)}, markers=[marker("comms_device", 5.8, 5.0, seat=0)]))


def test_faction_equipment_counts_only_if_it_was_selected() -> None:
    with_it = begin(
        CINDERS,
        VEIL,
        phase="activation_start",
        active="cv-prior",
        gear=("cv-e2",),
        operatives={"cv-prior": {"wounds": 9}},
    )
    assert "use cv-e2 with cv-prior" in keys(with_it)
    without = begin(CINDERS, VEIL, phase="activation_start", active="cv-prior", operatives={"cv-prior": {"wounds": 9}})
    assert "use cv-e2 with cv-prior" not in keys(without)


def test_what_costs_nothing_and_has_no_limit_is_not_asked() -> None:
    t = laid({"ir-hound": (5.0, 5.0)}, VEIL)
    book = t.setting.book.by_id[0]
    assert not book["ir-a11"].asked
    assert book["ir-f3"].asked
    assert book["ir-a7"].asked


def test_limits_of_a_card_count_for_each_operative_those_of_a_team_for_all() -> None:
    two = {"ir-handler-1": (5.0, 5.0), "ir-handler-2": (5.0, 8.0)}
    t = laid(two, VEIL)
    book = t.setting.book.by_id[0]
    first, second = t.number("ir-handler-1"), t.number("ir-handler-2")
    t.use("ir-a10", 0, first)
    assert not book["ir-a10"].within_limit(t, first)
    assert book["ir-a10"].within_limit(t, second)
    duellists = laid({"vr-duellist-1": (5.0, 5.0), "vr-duellist-2": (5.0, 8.0)}, {"cv-prior": (20.0, 5.0)})
    riposte = duellists.setting.book.by_id[0]["vr-a3"]
    duellists.use("vr-a3", 0, 0)
    assert [riposte.within_limit(duellists, who) for who in (0, 1)] == [False, True]
    t.use("ir-e2", 0, first)
    assert book["ir-e2"].within_limit(t, second)
    t.use("ir-e2", 0, second)
    assert not book["ir-e2"].within_limit(t, first)
    t.use("ir-f3", 0, first)
    assert not book["ir-f3"].within_limit(t, second)
    t.start_turning_point(2)
    assert book["ir-f3"].within_limit(t, second)


def test_an_entry_that_is_used_is_told_with_its_user() -> None:
    match = begin(CINDERS, VEIL, phase="activation_start", active="cv-prior")
    assert topic(match) == "abilities at the start of the activation of cv-prior"
    play(match, "use cv-slow-fire with cv-prior")
    assert told(match, "entry_used") == [{"entry": "cv-slow-fire", "who": "cv-prior", "seat": 0}]
