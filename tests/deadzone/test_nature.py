"""Keywords of what a model is."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, unit
from fireteam.games.deadzone.assault import ACTION
from fireteam.games.deadzone.forced import Throw
from fireteam.games.deadzone.windows import Keyword
from tests.deadzone.battlefield import HERE, duel, model, rolled, told
from tests.deadzone.battlefield import placed as place
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import position as battle
from tests.deadzone.battlefield import possible as offered

HOUSE = field(
    floors={(4, 3, 2): "full", (3, 5, 2): "full"},
    walls={(3, 3, 1, "E"): "blocked", (3, 3, 2, "E"): "open"},
    ramps={(3, 4, 1): "N"},
)


def thrown(keyword: str, **laid: Any) -> tuple[str, bool, int]:
    """Where somebody with a keyword is after an explosion threw it east, whether it is pinned, tests made."""
    match = battle({"a": (0, unit("A", keywords=[keyword]))}, {"a": HERE}, Throw(0, 1, 0, True), **laid)
    return place(match, "a"), model(match, "a").pinned, len(rolled(match))


@pytest.mark.rule("DZ-MEET-11")
@pytest.mark.rule("DZ-AB-CONSTRUCT-01")
@pytest.mark.rule("DZ-AB-SOLID-01")
@pytest.mark.rule("DZ-AB-BIKE-01")
@pytest.mark.rule("DZ-AB-VEHICLE-02")
@pytest.mark.parametrize(
    ("keyword", "place", "pinned"),
    [
        ("Tough", "4,3,1", True),
        ("Construct", "4,3,1", False),
        ("Solid", HERE, False),
        ("Vehicle", HERE, False),
        ("Walker", HERE, False),
        ("Bike", HERE, True),
    ],
)
def test_who_is_thrown_and_who_is_pinned(keyword: str, place: str, pinned: bool) -> None:
    assert thrown(keyword) == (place, pinned, 0)


@pytest.mark.rule("DZ-AB-SOLID-01")
def test_a_solid_model_is_not_slammed() -> None:
    wall = field(walls={(3, 3, 1, "E"): "blocked"})
    assert thrown("Solid", on=wall) == (HERE, False, 0)
    assert thrown("Tough", on=wall, dice=[5, 1, 1, 1, 1, 1])[1:] == (True, 1)


@pytest.mark.rule("DZ-AB-VEHICLE-01")
@pytest.mark.rule("DZ-AB-WALKER-01")
@pytest.mark.parametrize(
    ("keywords", "climbs"), [([], True), (["Vehicle"], False), (["Bike"], False), (["Walker"], True)]
)
def test_vehicles_change_levels_by_ramps_alone(keywords: list[str], climbs: bool) -> None:
    cards = {"a": (0, unit("A", keywords=keywords)), "b": (1, unit("B"))}
    match = play(battle(cards, {"a": HERE, "b": "8,8,1"}, Activation(0), on=HOUSE), "advance")
    assert ("step to 4,3,2" in offered(match)) is climbs
    match = play(battle(cards, {"a": "3,4,1", "b": "8,8,1"}, Activation(0), on=HOUSE), "advance")
    assert "step to 3,5,2" in offered(match)


@pytest.mark.rule("DZ-AB-BEAST-01")
@pytest.mark.rule("DZ-AB-VEHICLE-02")
@pytest.mark.parametrize(
    ("keyword", "items", "panels"),
    [
        ("Beast", False, False),
        ("Vehicle", False, True),
        ("Walker", False, True),
        ("Bike", False, True),
        ("Solid", True, True),
    ],
)
def test_who_uses_items_and_panels(keyword: str, items: bool, panels: bool) -> None:
    match = battle({"a": (0, unit("A", keywords=[keyword]))}, {"a": HERE}, Activation(0))
    assert match.table.all_say(0, Keyword.uses_items) is items
    assert match.table.all_say(0, Keyword.uses_panels) is panels


@pytest.mark.rule("DZ-MEET-12")
def test_bikes_and_walkers_are_vehicles() -> None:
    cards = [unit("A", keywords=[keyword]) for keyword in ("Vehicle", "Walker", "Bike", "Construct", "Solid")]
    assert [card.vehicle for card in cards] == [True, True, True, False, False]
    assert [card.machine for card in cards] == [True, True, True, True, False]


@pytest.mark.rule("DZ-AB-COMPANION-01")
@pytest.mark.parametrize("friends", [0, 2])
def test_a_companion_always_has_one_friend(friends: int) -> None:
    mates = [(0, unit("M"))] * friends
    match = duel(unit("A", keywords=["Companion"]), unit("B", fight=0), *mates, dice=[1] * 7)
    assert rolled(match) == [(4, 3, 0)]
    match = duel(
        unit("A"), unit("B", fight=0, keywords=["Companion"]), (1, unit("C", keywords=["Companion"])), dice=[1] * 7
    )
    assert rolled(match) == [(3, 4, 0)]


@pytest.mark.rule("DZ-AB-HORDE-01")
@pytest.mark.parametrize(("mates", "dice"), [([], 3), (["Tough"], 4), (["Horde", "Tough"], 5), (["Horde", "Horde"], 6)])
def test_a_horde_fights_together(mates: list[str], dice: int) -> None:
    horde = unit("A", fight=0, keywords=["Horde"])
    others = [unit("M", keywords=[mate]) for mate in mates]
    strikes = unit("B", fight=5, keywords=["Horde"])
    defends = duel(unit("E"), horde, *[(1, one) for one in others], why=ACTION, dice=[1] * (dice + 3))
    assert rolled(defends) == [(3, dice, 0)]
    fights = duel(strikes, unit("E", fight=0), *[(0, one) for one in others], why=ACTION, dice=[1] * (dice + 3))
    assert [fight["dice"] for fight in told(fights, "fights")] == [dice]
