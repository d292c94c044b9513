"""The board of a battle, and what its codes mean in the book's words and rules (DZ-GEO, DZ-TERR, DZ-PART)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fireteam.core.refusals import Check
from fireteam.space.cubes.board import UP, Board
from fireteam.space.cubes.layout import HATCH, Floor, Layout, Platform, Ramp, Split, Wall
from fireteam.space.cubes.quarters import Crowd, Room
from fireteam.space.cubes.sight import Block, Sight, Stop
from fireteam.space.cubes.steps import Bar, Barred, Steps

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.board import BoardData

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The numbers 1 to 8 of the scatter diagram (see DZ-SCAT-01)."""
SIDES = ("east", "west", "north", "south", "upper", "lower")
"""The faces of a cube, by way."""


class Field(NamedTuple):
    """A battlefield of cubes (DZ-CORE-02, DZ-GEO-01) that are adjacent across edges and corners, too (DZ-CORE-04)."""

    board: Board
    """Faces (DZ-GEO-03) and floors (DZ-GEO-04), split cubes (DZ-GEO-09), platforms (DZ-PART-06), quarters (DZ-GEO-02),
    and what is seen from above (DZ-GEO-16)."""
    steps: Steps
    """Steps (DZ-GEO-05) with climbs (DZ-GEO-06), ramps (DZ-GEO-07), gaps (DZ-GEO-08), jumps and flight (DZ-GEO-19), and
    throws (DZ-GEO-18)."""
    sight: Sight
    """Bodies and eyes (DZ-GEO-10), rays (DZ-GEO-12), line of sight (DZ-GEO-11), clear shots (DZ-GEO-13), sight to cubes
    (DZ-GEO-14), smoke (DZ-GEO-15), and directly away (DZ-GEO-17)."""


def layout_of(data: BoardData) -> Layout:
    """A map as boards of cubes are laid out."""
    width, depth = data["size"]
    return Layout(
        width,
        depth,
        data["levels"],
        floors=tuple(Floor(*at, kind) for at, kind in data["floors"].items()),
        walls=tuple(Wall(*at, shape) for at, shape in data["walls"].items()),
        splits=tuple(Split(*at, axis, shape) for at, (axis, shape) in data["splits"].items()),
        ramps=tuple(Ramp(*at, way) for at, way in data["ramps"].items()),
        platforms=tuple(Platform(*at, quarters) for at, quarters in data["platforms"].items()),
        solid=tuple(data["solid"]),
        ladders=tuple(data["ladders"]),
    )


def field_of(data: BoardData) -> Field:
    """The battlefield of a map."""
    board = Board(layout_of(data))
    return Field(board, Steps(board), Sight(board))


def in_cubes(number: int) -> str:
    """A distance."""
    return "1 cube" if number == 1 else f"{number} cubes"


# -- what is refused, in words -----------------------------------------------------------------------------------------

GAPS = {0: "DZ-TERR-02", 1: "DZ-TERR-03", 2: "DZ-TERR-04", 3: "DZ-TERR-05"}
"""By the largest size that passes a face: blocked (DZ-TERR-02), small (DZ-TERR-03), medium (DZ-TERR-04) and large gaps
(DZ-TERR-05)."""
BARS: dict[Bar, tuple[str, str]] = {
    Bar.TOO_FAR: ("DZ-CORE-04", "{cube} is next to it"),
    Bar.OFF_BOARD: ("DZ-CORE-05", "the board goes on beyond the {side} face of {cube}"),
    Bar.SOLID: ("DZ-GEO-04", "{cube} is not filled"),
    Bar.TIGHT: ("DZ-TERR-01", "the {side} face of {cube} lets its size through, not only sizes up to {number}"),
    Bar.NO_CLIMB: ("DZ-TERR-08", "there is something to climb in {cube}"),
    Bar.GAP: ("DZ-PART-01", "the gap before {cube} is narrower than a cube, not {number} of 60"),
    Bar.SPLIT: ("DZ-GEO-09", "the wall in {cube} does not lie between it and the {side} face"),
    Bar.NO_RAMP: ("DZ-GEO-07", "a ramp leads there from {cube}"),
    Bar.NO_FLOOR: ("DZ-TERR-12", "{cube} has a floor to stand on"),
    Bar.NO_HOLD: ("DZ-GEO-06", "{cube} has a floor, or something to hold on to"),
    Bar.TOO_SMALL: ("DZ-PART-02", "{cube} has room for its size, not {number} quarters"),
    Bar.RAISED: ("DZ-PART-06", "it need not climb the platform in {cube}: {number} quarters are not raised"),
}
"""What must hold for a step, by what bars it: a way without a face that is shut (DZ-TERR-01), over the edge there is
none (DZ-CORE-05); something to climb on the way up (DZ-TERR-08), whatever is not smooth (DZ-TERR-10), nothing on the
way down (DZ-TERR-09); narrow gaps are crossed (DZ-PART-01); half-cubes hold half (DZ-PART-02)."""
CROWDS: dict[Crowd, tuple[str, str]] = {
    Crowd.NEVER: ("DZ-PART-02", "{cube} has room for its size, not {number} quarters"),
    Crowd.FULL: ("DZ-MOVE-06", "its side has quarters left in {cube}, not {number}"),
    Crowd.SCATTERED: ("DZ-GEO-20", "its friends in {cube} can make room"),
}
"""What must hold for a stay beside friends, by what crowds it out; friends are moved aside only where there is no other
place (DZ-GEO-20)."""
BLOCKS: dict[Block, tuple[str, str, str]] = {
    Block.WALL: ("DZ-GEO-12", "no wall is in the way: the {side} face of {cube}", "the wall at {cube}"),
    Block.FLOOR: ("DZ-GEO-12", "no floor is in the way: the {side} face of {cube}", "the floor at {cube}"),
    Block.SOLID: ("DZ-GEO-12", "{cube} in the way is not filled", "the solid cube {cube}"),
    Block.SPLIT: ("DZ-GEO-12", "the wall in {cube} is not in the way", "the wall in {cube}"),
    Block.SMOKE: ("DZ-GEO-15", "no smoke is in the way in {cube}", "smoke in {cube}"),
    Block.BODY: ("DZ-GEO-13", "nobody is in the way in {cube}", "a model in {cube}"),
    Block.NO_FLOOR: ("DZ-GEO-14", "{cube} has a floor", "{cube}, which has no floor,"),
    Block.IN_SMOKE: ("DZ-GEO-15", "it is not in smoke itself", "smoke around the viewer"),
}
"""What must hold for a view, by what stops the ray, and what that is."""


def step_check(board: Board, barred: Barred) -> Check:
    """Why a step, a throw or a stay is not possible. Of faces, the shape says by which rule: hatches take sizes up to
    theirs (DZ-TERR-06), and so do floors and ceilings (DZ-TERR-11); of the ways of a diagonal step the one that comes
    farthest is named (DZ-TERR-07)."""
    rule, text = BARS[barred.bar]
    if barred.bar == Bar.TIGHT:
        if barred.way >= UP:
            rule = "DZ-TERR-11"
        elif board.face(barred.cube, barred.way) >= HATCH:
            rule = "DZ-TERR-06"
        else:
            rule = GAPS.get(barred.number, rule)
    return _check(board, rule, text, barred.cube, barred.way, barred.number)


def room_check(board: Board, place: int, room: Room) -> Check:
    """Why a model finds no room in a place."""
    assert room.crowd is not None
    rule, text = CROWDS[room.crowd]
    return _check(board, rule, text, board.cube_of[place], -1, room.number)


def sight_check(board: Board, stop: Stop) -> Check:
    """What stops a view."""
    rule, text, _ = BLOCKS[stop.block]
    return _check(board, rule, text, stop.cube, stop.way, 0)


def stop_name(board: Board, stop: Stop) -> str:
    """What stops a view, by its name."""
    return BLOCKS[stop.block][2].format(cube=board.name(stop.cube))


def _check(board: Board, rule: str, text: str, cube: int, way: int, number: int) -> Check:
    name = board.name(cube)
    return Check(rule, False, text.format(cube=name, side=SIDES[way], number=number), (name,))
