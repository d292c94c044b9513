"""Agile, Charged, Jump Pack, Flight, Teleport and Drop Suit in play."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, match_over, table_at, unit, weapon
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.keywords.moving import Landing
from fireteam.games.deadzone.movement import Move
from tests.deadzone.battlefield import offered, placed, play, refused_by, setting_with

GUN = weapon("Gun", 8)


def scene(at: dict[str, str], *dice: Any, a: Unit, b: Unit | None = None, on: Any = None, **more: Any) -> Match:
    """`a` is activated; `b` is its enemy and `c` its friend."""
    units = {"a": (0, a), "b": (1, b or unit("B")), "c": (0, unit("C"))}
    setting = setting_with(units, on=on, options=more.pop("options", None))
    return match_over(table_at(setting, at, Activation(0), **more), Given(dice, then=Seeded(1)))


@pytest.mark.rule("DZ-AB-AGILE-01")
def test_agile_climbs_one_level_more() -> None:
    on = field(floors={(5, 4, 3): "full"}, walls={(4, 4, level, "E"): "blocked" for level in (1, 2)})
    assert "step to 4,4,2" not in offered(play(scene({"a": "4,4,1"}, a=unit("A"), on=on), "advance"))
    match = scene({"a": "4,4,1"}, a=unit("A", keywords=["Agile"]), on=on)
    play(match, "advance", "step to 4,4,2", "step to 5,4,3", "stand SW")
    assert placed(match, "a") == "5,4,3"


@pytest.mark.rule("DZ-AB-JUMP-01", "DZ-AB-JUMP-02", "DZ-AB-JUMP-03", "DZ-AB-FLIGHT-01", "DZ-AB-FLIGHT-02")
@pytest.mark.parametrize(
    ("keyword", "wall", "gap", "roof"),
    [(None, False, False, False), ("Jump Pack", True, True, True), ("Flight", False, True, True)],
)
def test_packs_and_wings_change_levels_and_packs_jump_walls(
    keyword: str | None, wall: bool, gap: bool, roof: bool
) -> None:
    on = field(
        floors={(2, 2, 2): "full", (6, 2, 2): "full", (8, 2, 2): "full"},
        walls={(4, 4, 1, side): "smooth" for side in ("E",)} | {(4, y, 1, "E"): "smooth" for y in (3, 5)},
    )
    model = unit("A", speed=(2, 3), keywords=[keyword] if keyword else [])
    assert ("step to 5,4,1" in offered(play(scene({"a": "4,4,1"}, a=model, on=on), "advance"))) is wall
    assert ("step to 2,2,2" in offered(play(scene({"a": "2,1,1"}, a=model, on=on), "advance"))) is roof
    assert ("step to 7,2,2" in offered(play(scene({"a": "6,2,2"}, a=model, on=on), "advance"))) is gap


@pytest.mark.rule("DZ-AB-JUMP-01", "DZ-AB-FLIGHT-02", "DZ-FALL-04")
def test_a_soft_landing_needs_no_test_and_the_move_goes_on() -> None:
    on = field(floors={(2, 2, 3): "full"})
    match = scene({"a": "2,2,3"}, a=unit("A", speed=(2, 3), keywords=["Jump Pack"]), on=on)
    play(match, "advance", "jump down to 2,1,1", "stand SW", "step to 2,2,1", "stand SW")
    assert (placed(match, "a"), match.state.models[0].pinned) == ("2,2,1", False)


# -- Charged -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-CHARGED-01", "DZ-AB-CHARGED-02", "DZ-MEET-22", "DZ-MEET-09")
@pytest.mark.parametrize(("dice", "damage"), [((5, 5, 1), 0), ((5, 4, 1), 1)])
def test_a_charge_gives_a_cube_and_frenzy_and_costs_a_test(dice: tuple[int, ...], damage: int) -> None:
    match = scene({"a": "2,2,1", "b": "8,2,1"}, *dice, a=unit("A", GUN, armour=3, keywords=["Charged"]))
    play(match, "advance", "charge", "step to 3,2,1", "step to 4,2,1", "stand SW")
    assert match.state.models[0].lasting == {"now has Frenzy (1)"}
    play(match, "end the activation")
    hero = match.state.models[0]
    assert (hero.damage, hero.lasting, hero.activated) == (damage, frozenset(), True)


@pytest.mark.rule("DZ-AB-CHARGED-01")
def test_nobody_has_to_charge_and_neither_sprint_nor_the_die_can() -> None:
    charged = unit("A", GUN, keywords=["Charged"])
    match = scene({"a": "2,2,1", "b": "8,2,1"}, a=charged)
    play(match, "advance", "do not charge", "step to 3,2,1", "stand SW")
    assert (match.decision.topic, match.state.models[0].lasting) == ("action of a", frozenset())
    for key in ("sprint", "advance for a die"):
        assert "charge" not in offered(play(scene({"a": "2,2,1"}, a=charged, command=({"Advance": 1}, {})), key))
    both = {"advance_die_extras": "agile_and_charged"}
    match = scene({"a": "2,2,1"}, a=charged, command=({"Advance": 1}, {}), options=both)
    assert offered(play(match, "advance for a die")) == ["do not charge", "charge"]


# -- Teleport ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-TELEPORT-01", "DZ-MEET-23")
@pytest.mark.parametrize(("way", "left"), [("short", True), ("long", False)])
def test_teleport_reaches_three_cubes_whatever_lies_between(way: str, left: bool) -> None:
    on = field(walls={(x, y, 1, side): "smooth" for x, y, side in ((2, 2, "E"), (2, 2, "N"))})
    options = {"teleport_action": way}
    hero = unit("A", GUN, speed=(0, 0), keywords=["Teleport"])
    match = scene({"a": "2,2,1", "b": "8,2,1"}, a=hero, on=on, options=options)
    play(match, "teleport")
    assert "teleport to 5,5,1" in offered(match) and "teleport to 6,2,1" not in offered(match)
    play(match, "teleport to 5,5,1", "stand SW")
    assert (placed(match, "a"), match.decision.topic == "action of a") == ("5,5,1", left)


@pytest.mark.rule("DZ-AB-TELEPORT-01")
def test_nobody_teleports_where_its_friends_leave_no_room() -> None:
    units = {"a": (0, unit("A", keywords=["Teleport"])), "f": (0, unit("F", size=4)), "b": (1, unit("B"))}
    table = table_at(setting_with(units), {"a": "2,2,1", "f": "3,2,1", "b": "8,8,1"}, Activation(0))
    match = play(match_over(table, Given([])), "teleport")
    assert "teleport to 3,2,1" not in offered(match) and "teleport to 3,3,1" in offered(match)


@pytest.mark.rule("DZ-AB-TELEPORT-02", "DZ-MOVE-12", "DZ-MOVE-17")
def test_teleport_breaks_away_and_fights_where_it_ends() -> None:
    at = {"a": "2,2,1", "b": "2,2,1"}
    match = scene(at, 1, 1, 1, 1, 1, 1, a=unit("A", keywords=["Teleport"]))
    play(match, "teleport")
    assert offered(match) == ["strike with b", "let it go"]
    play(match, "strike with b")
    assert "stay" in offered(match)
    play(match, "teleport to 4,2,1", "stand SW")
    assert placed(match, "a") == "4,2,1"
    into = scene({"a": "2,2,1", "b": "4,2,1"}, a=unit("A", keywords=["Teleport"]))
    play(into, "teleport", "teleport to 4,2,1", "stand SW")
    assert into.decision.topic == "answer of b"


# -- Drop Suit ---------------------------------------------------------------------------------------------------------


SUIT = unit("A", size=2, keywords=["Drop Suit"])


def landing(at: dict[str, str], *dice: Any, on: Any = None, **more: Any) -> Match:
    units = {"a": (0, SUIT), "b": (1, more.pop("b", unit("B"))), "c": (0, unit("C"))}
    return match_over(table_at(setting_with(units, on=on), at, Landing(0), **more), Given(dice, then=Seeded(1)))


@pytest.mark.rule("DZ-AB-DROP-01", "DZ-AB-DROP-02", "DZ-AB-DROP-05", "DZ-MEET-25")
def test_a_friend_calls_the_suit_down_on_an_empty_roof() -> None:
    units = {"a": (0, SUIT), "b": (1, unit("B")), "c": (0, unit("C"))}
    setting = setting_with(units, on=field(floors={(6, 6, 2): "full"}))
    match = match_over(table_at(setting, {"b": "8,8,1", "c": "1,1,1"}, Activation(2), finished=0), Given([]))
    play(match, "call a")
    assert "land in 6,6,2" in offered(match)
    assert not {"land in 6,6,1", "land in 8,8,1"} & {*offered(match)}
    play(match, "land in 6,6,2", "stand SW+SE")
    assert (placed(match, "a"), match.state.models[0].activated, match.state.finished) == ("6,6,2", False, -1)
    assert "call a" not in offered(match)
    jumps = match_over(table_at(setting, {"a": "6,6,2"}, Move(0, "advance", 2, 0)), Given([]))
    assert "step to 7,6,2" in offered(jumps)  # it has a Jump Pack


@pytest.mark.rule("DZ-AB-DROP-02")
def test_it_is_said_why_no_suit_can_be_called() -> None:
    units = {"a": (0, unit("A", size=4, keywords=["Drop Suit"])), "b": (1, unit("B")), "c": (0, unit("C"))}
    setting = setting_with(units, on=field(floors={(x, y, 3): "half-N" for x in range(1, 9) for y in range(1, 9)}))
    full = match_over(table_at(setting, {"b": "8,8,1", "c": "1,1,1"}, Activation(2)), Given([]))
    assert "call a" not in offered(full) and refused_by(full, "call a") == "DZ-AB-DROP-02"


@pytest.mark.rule("DZ-AB-DROP-03", "DZ-AB-DROP-04", "DZ-MEET-25")
def test_the_landing_flings_who_does_not_withstand_it() -> None:
    # impact 4+: two; b has one, c has two: b is flung away and pinned
    match = landing({"b": "5,4,1", "c": "3,4,1"}, 4, 4, 1, 5, 1, 1, 5, 5, 1)
    play(match, "land in 4,4,1", "stand SW+SE", "stand SW")
    b = match.state.models[1]
    assert (placed(match, "b"), b.pinned, b.damage) == ("6,4,1", True, 0)
    assert (placed(match, "c"), match.state.models[2].pinned) == ("3,4,1", False)


@pytest.mark.rule("DZ-AB-DROP-04", "DZ-MEET-25")
def test_on_a_walkway_one_is_pinned_and_not_thrown() -> None:
    on = field(floors={(5, 4, 2): "half-N"})
    match = landing({"b": "5,4,2"}, 4, 4, 1, 1, 1, 1, on=on)
    play(match, "land in 4,4,1", "stand SW+SE")
    assert (placed(match, "b"), match.state.models[1].pinned) == ("5,4,2", True)


@pytest.mark.rule("DZ-AB-DROP-06", "DZ-ROUND-07", "DZ-CMD-03")
@pytest.mark.parametrize(("way", "waiting"), [("outside", ["c"]), ("counted", ["a", "c"])])
def test_a_suit_off_the_table_counts_only_if_the_match_says_so(way: str, waiting: list[str]) -> None:
    units = {"a": (0, SUIT), "b": (1, unit("B", weapon("W"))), "c": (0, unit("C"))}
    table = table_at(setting_with(units, options={"drop_suit_reserve": way}), {"b": "8,8,1", "c": "1,1,1"})
    assert [table.name(who) for who in table.waiting(0)] == waiting


@pytest.mark.rule("DZ-AB-DROP-06")
@pytest.mark.parametrize("marked", [False, True])
def test_a_suit_that_was_marked_off_the_table_waits_for_the_next_round(marked: bool) -> None:
    units = {"a": (0, SUIT), "b": (1, unit("B")), "c": (0, unit("C"))}
    setting = setting_with(units, options={"drop_suit_reserve": "counted"})
    table = table_at(setting, {"b": "8,8,1", "c": "1,1,1"}, Landing(0), models={"a": {"activated": marked}})
    match = play(match_over(table, Given([], then=Seeded(1))), "land in 4,4,1")
    match.answer(offered(match)[0])
    assert placed(match, "a") == "4,4,1" and match.state.models[0].activated == marked
