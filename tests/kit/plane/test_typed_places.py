"""What somebody drags to or types, made into keys of snails and of places."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from fireteam.core.questions import Choose, Roll
from fireteam.core.refusals import Check, Refusal
from fireteam.core.scene import PlanView
from fireteam.kit.plane.destinations import Destinations
from fireteam.kit.plane.places import Place, Places
from fireteam.kit.plane.sheets import Sheet
from fireteam.kit.plane.typed_places import Goal, Named, TypedPlaces
from tests.kit.plane.boards import block, body, deck, ground
from tests.kit.plane.snails import Crawl, Snails

GARDEN = ground(deck("deck", (0, 0, 5, 20), 3), block("hut", (8, 9, 10, 11), 2))


class Garden(TypedPlaces):
    """What has a name in a garden."""

    leg_words = ("hop",)
    tail = "facing [0-9]{1,3}"

    def sheet(self, table: Any) -> Sheet:
        return Sheet(2000)

    def named(self, table: Any) -> Iterable[Named]:
        yield Named((700, 500, 0), ("leaf", "the green leaf"))
        yield Named((1000, 300, 0), ("leaf 4",))
        yield Named((300, 1000, 300), ("stone",), "S")
        yield Named((1500, 1000, 0), ("stump", "s"))

    def leg_text(self, table: Any, move: Crawl, number: int) -> str:
        return "hopping" if move.legs[number].how == "hop" else ""


def why_view(table: Any, refusal: Refusal) -> Any:
    return {"key": refusal.action, "text": "", "checks": [{"text": check.text} for check in refusal.checks]}


def plan(region: Destinations[Any] | Places | None, spot: str) -> PlanView:
    """The plan of a match that asks for a point of the region."""
    question = Choose(0, "where to", tuple, region)
    match: Any = SimpleNamespace(
        decision=question,
        table=SimpleNamespace(setting=SimpleNamespace(why_view=why_view)),
        why_not=lambda key: None if region is None else region.refusal(key),
    )
    return Garden().plan(match, spot)


def snail(x: float = 6, y: float = 6, z: float = 0) -> Snails:
    return Snails(GARDEN, body(x, y, z))


def tents() -> Places:
    def judge(place: Place) -> Check | None:
        return None if place.x < 1000 else Check("west", False, "it is in the west")

    return Places("pitch", (), judge, tuple, surfaces=GARDEN.surfaces, rotates=True)


@pytest.mark.parametrize(
    ("goal", "move", "place"),
    [
        (Goal(1234, 560), "to 12.34,5.60", "at 12.34,5.60"),
        (Goal(1234, 560, z=300, turned=90), "to 12.34,5.60 up 3.00", "at 12.34,5.60 up 3.00 turned 90"),
        (Goal(-5, 560, ((100, 200), (300, -4)), how="hop", tail="facing 9"),
         "to 0.00,5.60 hop via 1.00,2.00 then 3.00,0.00 facing 9", "at 0.00,5.60"),
    ],
)  # fmt: skip
def test_the_key_of_a_goal(goal: Goal, move: str, place: str) -> None:
    assert (goal.key(moves=True), goal.key(moves=False)) == (move, place)


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("8,6", ["to 8.00,6.00"]),
        ("to 8 6", ["to 8.00,6.00"]),
        ("2 east", ["to 8.00,6.00"]),
        ('e 2"', ["to 8.00,6.00"]),
        ("2 inches east", ["to 8.00,6.00"]),
        ("n 1 e 2", ["to 8.00,7.00 via 6.00,7.00"]),
        ("1 north then 2 east", ["to 8.00,7.00 via 6.00,7.00"]),
        ("leaf", ["to 7.00,5.00"]),
        ("to the gr", ["to 7.00,5.00"]),
        ("towards stump 2", ["to 7.83,6.81"]),
        ("2 towards stump", ["to 7.83,6.81"]),
        ("towards leaf 4", ["to 9.20,3.60"]),
        ("towards stump", ["to 9.66,7.62"]),
        ("9 east", []),
        ("towards nobody", []),
        ("st", []),
        ("3 sideways", []),
    ],
)
def test_typed_words_mean_moves(words: str, keys: list[str]) -> None:
    assert plan(snail(), f"words {words}")["keys"] == keys


def test_a_mark_comes_before_names() -> None:
    assert plan(snail(4, 9, 3), "words S")["path"][-1] == [300, 1000]
    assert Garden().find(None, "s") == (1500, 1000, 0)


def test_a_way_says_what_each_leg_costs_and_where_it_leads() -> None:
    found = plan(snail(), "words n 1 e 2")
    assert found == {
        "keys": ["to 8.00,7.00 via 6.00,7.00"],
        "path": [[600, 1400], [600, 1300], [800, 1300]],
        "text": 'Move to 8.0, 7.0: 3 of 4".',
        "cost": 3,
        "limit": 4,
        "legs": [
            {"to": [600, 1300], "cost": 1, "text": "to 6.0, 7.0"},
            {"to": [800, 1300], "cost": 1, "text": "to 8.0, 7.0"},
        ],
        "level": 0,
    }
    hop = plan(snail(4, 10, 3), "point 600,1000 hop")
    assert hop["legs"][0]["text"] == "hopping"


def test_a_point_of_the_scene_is_upside_down() -> None:
    assert plan(snail(), "point 700,1400")["keys"] == ["to 7.00,6.00"]
    assert plan(snail(), "point 800,1300 via 600,1300")["keys"] == ["to 8.00,7.00 via 6.00,7.00"]
    turned = plan(tents(), "point 700,1400 turned 90")
    assert turned["keys"] == ["at 7.00,6.00 turned 90"]
    assert turned["text"] == "Put it at 7.0, 6.0, turned 90 degrees."


def test_where_floors_lie_over_each_other_all_are_named() -> None:
    found = plan(snail(4, 10, 3), "point 300,1000")
    assert found["levels"] == [{"level": 0, "legal": False}, {"level": 300, "legal": True, "cost": 1}]
    tent = plan(tents(), "words 3,10")
    assert tent["level"] == 0
    assert tent["levels"] == [{"level": 0, "legal": True}, {"level": 300, "legal": True}]


def test_what_cannot_be_is_said_with_its_reason() -> None:
    far = plan(snail(), "words 9 east")
    assert (far["keys"], far["text"], far["limit"]) == ([], "Not possible: it costs 9", 4)
    assert far["refusal"]["checks"][-1]["text"] == "leg 1 can be made at 15.00,6.00 (it costs 9)"
    assert plan(tents(), "words 12,6")["text"] == "Not possible: it is in the west"


@pytest.mark.parametrize("spot", ["", "words ", "point 1", "point 1,1 fly", "point 1,1 looking 9"])
def test_what_is_no_way_says_how_one_reads(spot: str) -> None:
    assert plan(snail(), spot)["text"].startswith("A way reads like 6 north")


def test_a_direction_needs_a_start_and_a_name_its_thing() -> None:
    assert plan(tents(), "words 6 north")["text"].startswith("A direction needs something that moves")
    assert plan(tents(), "words towards leaf")["text"].startswith("A direction needs something that moves")
    assert plan(tents(), "words leaf")["keys"] == ["at 7.00,5.00"]
    assert plan(tents(), "words cabbage")["text"] == "There is nothing called 'cabbage'."


def test_nothing_is_planned_where_no_point_is_asked_for() -> None:
    assert plan(None, "words 6 north")["text"] == "Nobody moves and nothing is put down now."
    match: Any = SimpleNamespace(decision=Roll(0, "luck", 1))
    assert Garden().plan(match, "words 6 north")["keys"] == []


def test_a_sheet_turns_the_plane_upside_down() -> None:
    sheet = Sheet(2000)
    assert sheet.point(100, 300) == [100, 1700] and sheet.inches(1, 3) == [100, 1700]
    assert sheet.polygon(((0, 0), (100, 0), (0, 100))) == {"polygon": [0, 2000, 100, 2000, 0, 1900]}
    assert sheet.line((1.0, 3.0, 9.0), (2.0, 3.0, 9.0)) == {"line": [100, 1700, 200, 1700]}
