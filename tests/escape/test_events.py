"""The random event of a turn: the roll and all eleven events (rulebook 6.b)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.escape.state import COMBAT, INTELLECT, MOVEMENT
from tests.escape.scene import happened, keys, play, scene, square, table, where, who

RESISTANCE, ISC = 0, 1
ISC_NAMES = ("ubume", "mamushi", "bailiff", "magnes", "static")
ISC_PLACES = {"ubume": (5, 4), "mamushi": (9, 4), "bailiff": (7, 6), "magnes": (5, 8), "static": (9, 8)}


def values(match: Match, name: str) -> tuple[int, int, int]:
    """Mvt, Cbt and Int in force."""
    c = who(match, name)
    return c.mvt, c.cbt, c.int


def rolled(at: dict[str, tuple[int, int]], *dice: int, **more: Any) -> Match:
    """A turn at its event, which falls with these dice."""
    return scene(at, dice=dice, phase="event", **more)


def shut(match: Match, door: str) -> bool:
    """Whether a door is shut."""
    return bool(match.state.shut & table(match).ground.board.door(door).edge)


def locked(match: Match, door: str) -> bool:
    """Whether a door's lock is engaged."""
    return bool(match.state.locks & table(match).ground.board.door(door).edge)


# -- the roll ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-01")
def test_the_event_is_the_sum_of_both_dice() -> None:
    counts: Counter[int] = Counter()
    for mine in range(1, 7):
        for theirs in range(1, 7):
            match = rolled({"ashton": (0, 10), "bailiff": (7, 6), "bruno": (0, 12)}, mine, theirs)
            assert match.state.event == mine + theirs
            counts[match.state.event] += 1
    assert counts == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


@pytest.mark.rule("ES-EVT-01")
def test_the_resistance_may_reroll_its_own_event_die() -> None:
    match = rolled({"ashton": (0, 10), "bailiff": (7, 6)}, 3, 4, 1, revolution=1)
    assert match.decision.topic == "reroll Resistance event die"
    assert match.decision.seat == RESISTANCE
    play(match, "reroll with a revolution token")
    assert match.state.event == 5  # 1 in place of 3, and the 4 of the I.S.C. stands
    assert match.state.revolution == 0


@pytest.mark.rule("ES-EVT-01")
def test_every_turn_has_one_event_the_first_included() -> None:
    match = scene({"ashton": (0, 10), "bailiff": (7, 6)}, dice=[6, 1, 2, 3, 6, 1, 5, 3], phase="initiative", turn=0)
    play(match, "start resistance", "end", "end", "start resistance")
    assert [event.params["event"] for event in happened(match, "event")] == [5, 8]
    assert match.state.turn == 2


# -- 2 Supreme AI ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-02")
def test_supreme_ai_sets_the_values_of_all_isc() -> None:
    match = rolled({**ISC_PLACES, "ashton": (0, 10), "tilt": (1, 10)}, 1, 1)
    assert [values(match, name) for name in ISC_NAMES] == [(7, 3, 3)] * 5
    assert [who(match, "static").left(kind) for kind in (MOVEMENT, COMBAT, INTELLECT)] == [7, 3, 3]
    assert values(match, "ashton") == (4, 3, 1)
    assert values(match, "tilt") == (6, 1, 1)


@pytest.mark.rule("ES-EVT-02")
def test_supreme_ai_raises_the_difficulty_of_static() -> None:
    match = scene({"bruno": (7, 6), "static": (7, 7)}, dice=[3], active="bruno", event=2)
    play(match, "attack static", "no dodge", "no dodge")
    assert happened(match, "attack_total")[0].params["total"] == 2  # 3 + 2 - 3
    assert who(match, "static").damage == 2


@pytest.mark.rule("ES-EVT-02")
def test_modifiers_apply_to_the_set_values() -> None:
    match = scene({"bruno": (7, 6), "bailiff": (7, 8)}, dice=[6], active="bruno", event=2, crates=[(7, 6)])
    play(match, "throw c1 at bailiff", "no dodge")
    assert who(match, "bailiff").damage == 4  # 6 + 2 - 3, less Armor 1
    assert values(match, "bailiff") == (5, 3, 3)


@pytest.mark.rule("ES-EVT-02")
def test_supreme_ai_ends_with_its_turn() -> None:
    match = scene({**ISC_PLACES, "ashton": (0, 10)}, dice=[1, 1], phase="turn_end", event=2)
    assert [values(match, name) for name in ISC_NAMES] == [(5, 2, 2), (6, 2, 1), (4, 3, 1), (4, 2, 2), (6, 1, 1)]


@pytest.mark.rule("ES-EVT-02")
def test_supreme_ai_covers_a_character_that_returns() -> None:
    match = rolled({"ashton": (7, 6)}, 1, 1, acting="isc", turn=5, out={"bailiff": 4})
    play(match, "activate bailiff", "enter at 14,6")
    assert values(match, "bailiff") == (7, 3, 3)
    assert who(match, "bailiff").left(MOVEMENT) == 6


# -- 3 Celestial Order -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-03", "ES-MOVE-06")
def test_celestial_order_moves_one_of_the_isc_anywhere() -> None:
    match = rolled(
        {"magnes": (7, 6), "static": (9, 8), "ashton": (0, 10)},
        1,
        2,
        acting="isc",
        out=["ubume"],
        holds={"magnes": "radio"},
    )
    assert match.decision.seat == ISC
    assert keys(match) == ["shift magnes", "shift static"]
    play(match, "shift magnes")
    squares = keys(match)
    assert len(squares) == 15 * 13 - 3  # any square of the board but the three occupied ones, its own among them
    assert not {"to 7,6", "to 9,8", "to 0,10"} & set(squares)
    play(match, "to 0,0")
    assert where(match, "magnes") == (0, 0)
    assert who(match, "magnes").left(MOVEMENT) == 4
    assert who(match, "magnes").holds
    assert match.decision.topic == "activation"
    assert "activate magnes" in keys(match)


@pytest.mark.rule("ES-EVT-03")
def test_celestial_order_does_nothing_while_all_isc_wait() -> None:
    match = rolled({"ashton": (7, 5), "tilt": (8, 5)}, 2, 1, scenario="last-bastion", turn=1)
    assert match.state.event == 3
    assert match.decision.topic == "activation"
    assert match.decision.seat == RESISTANCE
    assert not happened(match, "shifted")


# -- 4 Powergrid overload ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-04")
def test_powergrid_overload_hurts_the_resistance_beside_doors() -> None:
    match = rolled(
        {
            "tilt": (7, 3),  # between A01 and A11
            "rivet": (4, 6),  # A13
            "ashton": (6, 10),  # diagonal to A02
            "solenne": (3, 5),  # A07, open
            "jimmy": (6, 0),  # an airlock
            "bailiff": (7, 9),  # A02 and A12, but I.S.C.
        },
        1,
        3,
        open_doors=["A07"],
    )
    assert match.state.event == 4
    damage = {name: who(match, name).damage for name in ("tilt", "rivet", "ashton", "solenne", "jimmy", "bailiff")}
    assert damage == {"tilt": 2, "rivet": 1, "ashton": 0, "solenne": 2, "jimmy": 2, "bailiff": 0}


@pytest.mark.rule("ES-EVT-04")
@pytest.mark.parametrize(("damage", "falls"), [(5, True), (4, False)])
def test_powergrid_overload_may_take_out(damage: int, falls: bool) -> None:
    match = rolled({"bruno": (7, 9), "ashton": (0, 12), "bailiff": (7, 6)}, 2, 2, damage={"bruno": damage})
    assert (where(match, "bruno") is None) is falls
    assert match.state.revolution == (1 if falls else 0)
    assert ("activate bruno" in keys(match)) is not falls


# -- 5 Fire alarm ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-05")
def test_fire_alarm_slows_both_sides() -> None:
    match = rolled({"tilt": (0, 10), "bailiff": (7, 6)}, 2, 3)
    assert values(match, "tilt") == (5, 1, 1)
    assert values(match, "bailiff") == (3, 3, 1)
    assert who(match, "tilt").left(MOVEMENT) == 5
    over = scene({"tilt": (0, 10), "bailiff": (7, 6)}, dice=[2, 1], phase="turn_end", event=5)
    assert values(over, "tilt") == (6, 1, 1)
    assert values(over, "bailiff") == (4, 3, 1)


@pytest.mark.rule("ES-EVT-05")
def test_fire_alarm_slows_those_who_enter() -> None:
    match = rolled({"bailiff": (7, 11)}, 4, 1, scenario="infiltration", turn=1)
    play(match, "activate tilt", "enter at 6,0")
    assert who(match, "tilt").left(MOVEMENT) == 4


# -- 6 High Security Airlock -------------------------------------------------------------------------------------------


def entries(match: Match) -> set[str]:
    """Where Ubume may return."""
    play(match, "activate ubume")
    return set(keys(match, "enter at"))


CENTRAL = {"enter at 7,5", "enter at 7,6"}
EDGES = {"enter at 14,6", "enter at 14,7", "enter at 7,12", "enter at 8,12", "enter at 0,5", "enter at 0,6"}


@pytest.mark.rule("ES-EVT-06")
def test_high_security_airlock_opens_the_central_one_for_the_factory() -> None:
    position: dict[str, Any] = {"acting": "isc", "turn": 5, "out": {"ubume": 4}}
    at = {"ashton": (7, 1), "magnes": (5, 8)}  # Ashton blocks Airlock 1, and is 4 squares from [7,5]
    assert entries(rolled(at, 3, 3, **position)) == EDGES | CENTRAL
    assert entries(rolled(at, 3, 4, **position)) == EDGES
    near = {"ashton": (7, 2), "magnes": (5, 8)}  # 3 squares from [7,5]: blocked as any airlock
    assert entries(rolled(near, 3, 3, **position)) == EDGES


@pytest.mark.rule("ES-EVT-06")
def test_high_security_airlock_is_neither_exit_nor_entry_for_others() -> None:
    inside = scene({"tilt": (7, 5)}, active="tilt", event=6)
    assert not keys(inside, "leave")
    entering = scene({"bailiff": (7, 11)}, scenario="infiltration", turn=1, event=6)
    play(entering, "activate tilt")
    assert keys(entering) == ["enter at 6,0", "enter at 7,0"]


# -- 7 All quiet -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-07")
def test_all_quiet_changes_nothing() -> None:
    at = {"tilt": (7, 3), "ashton": (0, 10), "bailiff": (7, 6)}
    match = rolled(at, 3, 4)
    before = scene(at, phase="activations")
    assert match.state.dump() == before.state.dump()
    assert [event.code for event in match.log] == ["event"]


# -- 8 Firewall --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-08")
def test_firewall_lets_the_resistance_pass_over_somebody() -> None:
    options = {"firewall_actions": "steps"}
    match = scene({"tilt": (4, 4), "bailiff": (4, 5)}, active="tilt", event=8, options=options)
    play(match, "step 4,5")
    # Only steps while sharing: no ending, and the reinforced wall and the shut door A07 still block.
    assert sorted(keys(match)) == ["step 4,4", "step 4,6"]
    play(match, "step 4,6")
    assert where(match, "tilt") == (4, 6)
    assert where(match, "bailiff") == (4, 5)
    assert who(match, "tilt").left(MOVEMENT) == 4
    assert match.state.occupied == 1 << square(match, (4, 5)) | 1 << square(match, (4, 6))
    assert match.state.isc == 1 << square(match, (4, 5))
    assert "end" in keys(match)


@pytest.mark.rule("ES-EVT-08")
@pytest.mark.parametrize("event", range(2, 13))
def test_no_other_event_lets_anybody_pass(event: int) -> None:
    match = scene({"tilt": (4, 4), "bailiff": (4, 5)}, active="tilt", event=event)
    assert ("step 4,5" in keys(match)) is (event == 8)


@pytest.mark.rule("ES-EVT-08")
def test_firewall_covers_allies_in_the_way() -> None:
    match = scene({"tilt": (4, 4), "bruno": (4, 5)}, active="tilt", event=8)
    assert "step 4,5" in keys(match)


@pytest.mark.rule("ES-EVT-08")
@pytest.mark.parametrize(
    ("used", "revolution", "offered"), [(4, 0, True), (5, 0, False), (5, 1, True), (6, 1, False), (6, 2, True)]
)
def test_the_step_needs_movement_to_reach_a_free_square(used: int, revolution: int, offered: bool) -> None:
    match = scene(
        {"tilt": (4, 4), "bailiff": (4, 5)}, active="tilt", event=8, used={"tilt": {"mvt": used}}, revolution=revolution
    )
    assert ("step 4,5" in keys(match)) is offered


@pytest.mark.rule("ES-EVT-08")
@pytest.mark.parametrize(("pilot_used", "offered"), [(3, True), (4, False)])
def test_a_robot_may_pass_with_the_actions_of_its_pilot(pilot_used: int, offered: bool) -> None:
    used = {"rivet": {"mvt": 3}, "jimmy": {"mvt": pilot_used}}
    match = scene({"rivet": (4, 4), "bailiff": (4, 5), "jimmy": (0, 10)}, active="rivet", event=8, used=used)
    assert ("step 4,5" in keys(match)) is offered


@pytest.mark.rule("ES-EVT-08")
def test_firewall_is_not_for_the_isc() -> None:
    match = scene({"tilt": (4, 4), "bailiff": (4, 5)}, active="bailiff", event=8)
    assert keys(match, "step") == ["step 4,6"]


# -- 9 Short circuit ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-09")
def test_short_circuit_is_a_choice_among_all_doors_and_no_airlock() -> None:
    match = rolled({"ashton": (0, 10), "bailiff": (7, 6)}, 4, 5)
    assert match.decision.seat == RESISTANCE
    assert keys(match) == [f"toggle A{number:02}" for number in range(1, 25)]


@pytest.mark.rule("ES-EVT-09", "ES-DOOR-04")
def test_by_option_short_circuit_opens_a_locked_door_that_stays_open_and_keeps_its_lock() -> None:
    match = scene(
        {"ashton": (0, 10), "bailiff": (7, 8)},
        dice=[4, 5, 6, 1, 3, 4],
        phase="event",
        acting="isc",
        options={"short_circuit_lasts": "for_good"},
    )
    play(match, "toggle A12")
    assert not shut(match, "A12")
    assert locked(match, "A12")
    play(match, "end", "end", "start isc")
    assert match.state.turn == 3
    assert not shut(match, "A12")
    play(match, "close A12")
    assert shut(match, "A12")
    assert locked(match, "A12")
    assert table(match).ground.board.door("A12").difficulty == 8


@pytest.mark.rule("ES-EVT-09", "ES-DOOR-04")
def test_short_circuit_shuts_an_open_door_without_a_lock() -> None:
    match = rolled({"tilt": (7, 9), "bailiff": (5, 4)}, 3, 6, open_doors=["A12"], unlocked=["A12"])
    play(match, "toggle A12")
    assert shut(match, "A12")
    assert not locked(match, "A12")
    assert "open A12" in keys(match)


# -- 10 Black-out ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-10")
def test_the_resistance_darkens_a_room_or_the_corridor() -> None:
    match = rolled({"ashton": (0, 10), "bailiff": (7, 6)}, 4, 6)
    assert match.decision.seat == RESISTANCE
    assert set(keys(match)) == {f"black out {area}" for area in "ABCDEFGHIJKR"}
    play(match, "black out R")
    assert match.state.dark == "R"
    over = scene({"ashton": (0, 10), "bailiff": (7, 6)}, dice=[2, 1], phase="turn_end", event=10, dark="C")
    assert over.state.dark == ""


@pytest.mark.rule("ES-EVT-10")
@pytest.mark.parametrize(("dark", "offered"), [("C", False), ("R", True), ("", True)])
def test_nobody_in_the_dark_attacks(dark: str, offered: bool) -> None:
    match = scene({"bailiff": (7, 4), "ashton": (7, 3)}, active="bailiff", event=10, dark=dark, open_doors=["A11"])
    assert ("attack ashton" in keys(match)) is offered


@pytest.mark.rule("ES-EVT-10")
def test_a_target_in_the_dark_may_be_attacked_and_cannot_dodge() -> None:
    position: dict[str, Any] = {"active": "ashton", "event": 10, "open_doors": ["A11"], "veteran_used": ["ashton"]}
    match = scene({"bailiff": (7, 4), "ashton": (7, 3)}, dice=[4], dark="C", **position)
    play(match, "attack bailiff")
    assert match.decision.topic == "push of bailiff"  # the attack went through, and nobody was asked to Dodge
    assert who(match, "bailiff").damage == 3  # 4 + 3 - 3, less Armor 1
    elsewhere = scene({"bailiff": (7, 4), "ashton": (7, 3)}, dark="B", **position)
    play(elsewhere, "attack bailiff")
    assert elsewhere.decision.topic == "dodge of bailiff"


@pytest.mark.rule("ES-EVT-10")
def test_free_dodges_and_drills_are_barred_too() -> None:
    dodge = scene(
        {"bailiff": (7, 3), "jimmy": (7, 4)}, dice=[1], active="bailiff", event=10, dark="C", open_doors=["A11"],
        holds={"jimmy": "improvised_shield"}, revolution=1,
    )  # fmt: skip
    play(dodge, "attack jimmy")
    assert who(dodge, "jimmy").damage == 3  # 1 + 3 - 1, and nobody was asked
    assert dodge.state.revolution == 1
    assert keys(scene({"bruno": (4, 4)}, active="bruno", event=10, dark="E"), "drill") == ["drill 3,4|4,4"]
    assert not keys(scene({"bruno": (4, 4)}, active="bruno", event=10, dark="R"), "drill")


@pytest.mark.rule("ES-EVT-10")
def test_a_counter_measure_works_in_the_dark() -> None:
    match = scene({"magnes": (7, 6), "bruno": (7, 8)}, active="magnes", event=10, dark="C")
    play(match, "attract bruno")
    assert match.decision.topic == "counter-measure of bruno"
    assert keys(match) == ["no counter-measure", "counter-measure"]


# -- 11 Interference ---------------------------------------------------------------------------------------------------

INTERFERENCE = {"tilt": (0, 10), "jimmy": (1, 10), "ashton": (2, 10), "bailiff": (7, 6), "magnes": (5, 8)}


def interfered(pick: str = "resistance", **more: Any) -> Match:
    """The I.S.C. wins the test and picks itself; then Interference, and the Resistance picks."""
    match = scene(INTERFERENCE, dice=[1, 6, 6, 5], phase="initiative", **more)
    assert match.decision.seat == ISC
    return play(match, "start isc", f"start {pick}")


@pytest.mark.rule("ES-EVT-11")
def test_interference_gives_a_second_activation_once() -> None:
    match = interfered()
    play(match, "activate tilt", "end")
    assert match.decision.topic == "second activation"
    assert match.decision.seat == RESISTANCE
    assert keys(match) == ["no second activation", "activate ashton", "activate jimmy"]
    play(match, "activate jimmy", "end")
    assert match.decision.seat == ISC
    play(match, "activate bailiff", "end")
    assert match.state.active == who(match, "ashton").index
    play(match, "end")
    assert match.state.active == who(match, "magnes").index  # no second one after Ashton


@pytest.mark.rule("ES-EVT-11")
def test_the_second_activation_may_be_declined() -> None:
    match = interfered()
    play(match, "activate tilt", "end", "no second activation")
    assert match.decision.seat == ISC
    play(match, "activate bailiff", "end", "activate jimmy", "end")
    assert match.decision.seat == ISC
    assert match.state.active == who(match, "magnes").index


@pytest.mark.rule("ES-EVT-11")
def test_the_isc_may_be_let_start() -> None:
    match = interfered("isc")
    assert match.decision.seat == ISC
    play(match, "activate bailiff", "end", "activate tilt", "end")
    assert match.decision.topic == "second activation"
    play(match, "activate ashton", "end")
    assert match.state.active == who(match, "magnes").index


@pytest.mark.rule("ES-EVT-11", "ES-EQ-10")
def test_a_radio_comes_before_the_second_activation() -> None:
    match = interfered(holds={"tilt": "radio"})
    play(match, "activate tilt", "end", "radio ashton")
    assert match.state.active == who(match, "ashton").index
    play(match, "end")
    assert match.decision.topic == "second activation"
    assert keys(match) == ["no second activation", "activate jimmy"]
    play(match, "activate jimmy", "end")
    assert match.decision.seat == ISC


# -- 12 Disconnection --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EVT-12")
@pytest.mark.parametrize(("event", "damage"), [(12, 4), (7, 3)])
def test_disconnection_takes_the_armor_of_the_isc(event: int, damage: int) -> None:
    match = scene(
        {"ashton": (7, 6), "bailiff": (7, 7)}, dice=[4], active="ashton", event=event, veteran_used=["ashton"]
    )
    play(match, "attack bailiff", "no dodge")
    assert who(match, "bailiff").damage == damage


@pytest.mark.rule("ES-EVT-12")
@pytest.mark.parametrize("event", [12, 7])
def test_disconnection_stops_the_skills_of_the_isc(event: int) -> None:
    off = event == 12
    scrambler = scene({"ashton": (7, 6), "bailiff": (7, 7), "static": (7, 8)}, active="ashton", event=event)
    assert ("attack bailiff" in keys(scrambler)) is off
    burrowing = scene({"mamushi": (3, 4)}, active="mamushi", event=event)
    assert ("step 4,4" in keys(burrowing)) is not off
    gravity = scene({"ubume": (7, 6)}, active="ubume", event=event)
    assert ("step 8,7" in keys(gravity)) is not off
    attraction = scene({"magnes": (7, 6), "bruno": (7, 8)}, active="magnes", event=event)
    assert ("attract bruno" in keys(attraction)) is not off
    bludgeon = scene({"bailiff": (7, 6), "ashton": (7, 7)}, dice=[1], active="bailiff", event=event)
    play(bludgeon, "attack ashton", "no dodge")
    assert values(bludgeon, "ashton") == ((4, 3, 1) if off else (3, 2, 0))
    elusive = scene({"bruno": (7, 6), "static": (7, 7)}, dice=[1], active="bruno", event=event)
    play(elusive, "attack static", "no dodge")
    assert (elusive.decision.topic == "dodge of static after the roll") is not off
    hypnosis = scene({"ubume": (7, 6), "bruno": (7, 7)}, dice=[1, 6], active="ubume", event=event)
    play(hypnosis, "attack bruno", "dodge")
    assert (hypnosis.decision.topic == "hypnosis on bruno") is not off


@pytest.mark.rule("ES-EVT-12")
def test_disconnection_leaves_restrictions_faction_rules_and_the_resistance() -> None:
    mamushi = scene({"mamushi": (7, 6)}, active="mamushi", event=12, equipment=[((7, 6), "radio")])
    assert not keys(mamushi, "pick up")
    key = scene({"ubume": (7, 4)}, active="ubume", event=12)
    assert "open A11" in keys(key)
    factory = scene({"ashton": (7, 6)}, acting="isc", turn=5, out={"ubume": 4}, event=12)
    assert keys(factory) == ["activate ubume", "done"]
    otaku = scene({"jimmy": (5, 3)}, active="jimmy", event=12)
    assert "hack A11" in keys(otaku)
