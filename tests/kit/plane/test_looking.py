"""What is drawn of distances and sight, on boards of a wall or a block."""

from __future__ import annotations

from fireteam.core.scene import Shape
from fireteam.kit.plane.looking import distance, distance_marks, part_mark, sight_marks
from fireteam.kit.plane.sheets import Sheet
from fireteam.space.plane.model import WALL, Spot
from fireteam.space.plane.sight import sighting
from tests.kit.plane.boards import block, body, ground

SHEET = Sheet(2000)
OPEN = ground().board
WALLED = ground(block("wall", (9, 5, 9.2, 15), 3, flags=WALL)).board
BLOCKED = ground(block("hut", (9, 9, 11, 11), 3)).board


def test_a_distance_is_straight_or_leads_round_walls() -> None:
    here, there = body(5, 10), Spot(1400, 1000, 0, 0.5)
    straight, bent = distance(OPEN, here, there, 99), distance(WALLED, here, there, 99)
    assert (straight.inches, straight.places, straight.bent) == (8, ((5, 10), (14, 10)), False)
    assert bent.inches > 8 and bent.bent and len(bent.places) > 2
    assert distance(OPEN, here, there, 6).inches == 6, "it is not said how much farther"


def test_each_stretch_of_a_distance_is_a_mark() -> None:
    here, there = body(5, 10), body(14, 10)
    assert distance_marks(SHEET, distance(OPEN, here, there, 99), "far") == [
        {"kind": "distance", "shape": {"line": [500, 1000, 1400, 1000]}, "text": "far"}
    ]
    round_the_wall = distance(WALLED, here, there, 99)
    assert len(distance_marks(SHEET, round_the_wall, "far")) == len(round_the_wall.places) - 1


def test_a_part_is_marked_if_it_is_there() -> None:
    shape: Shape = {"polygon": [900, 1100, 1100, 1100, 1100, 900, 900, 900]}
    assert part_mark(SHEET, BLOCKED, "cover", "hut", "the hut") == [
        {"kind": "cover", "shape": shape, "text": "the hut", "heights": [0, 300]}
    ]
    assert part_mark(SHEET, BLOCKED, "cover", "shed", "the shed") == []


def test_a_line_of_sight_is_marked_with_what_blocks_it() -> None:
    here, there = body(5, 10), body(14, 10)
    free = sight_marks(SHEET, OPEN, sighting(OPEN, here, there), (here, there), "seen", "behind")
    assert [(mark["kind"], mark["text"]) for mark in free] == [("sight", "seen")]
    blocked = sight_marks(SHEET, BLOCKED, sighting(BLOCKED, here, there), (here, there), "seen", "behind")
    assert [(mark["kind"], mark["text"]) for mark in blocked] == [("blocked", "seen"), ("blocked", "behind")]
    assert "line" in blocked[0]["shape"] and "polygon" in blocked[1]["shape"]
    assert "met" not in free[0]["ray"] and free[0]["ray"]["bodies"] == [[0, here.height], [0, there.height]]
    ray = blocked[0]["ray"]
    assert ray["start"] == [500, 1000, here.height] and ray["met"][0] == 900, "it ends at the wall of the hut"
