"""What a board of cubes is made of, as plain data, and what can be wrong with it.

Columns count from 1 in the west, rows from 1 in the south, levels from 1 on the ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

OPEN, LOW25, LOW50, LOW75, DOOR25, DOOR50, DOOR75, WINDOW, BLOCKED, SMOOTH = range(10)
"""Shapes of upright faces; a hatch for sizes up to n is HATCH + n."""
NONE, FULL, HALF_N, HALF_S, HALF_E, HALF_W = range(6)
"""Kinds of floors; a whole floor with a hatch for sizes up to n is HATCH + n."""
HATCH = 10
LARGEST = 4
"""The largest size of a body."""
MOST = 64
"""The most cubes along one side: with more, the whole numbers of a ray would outgrow 64 bits."""

HATCHES = {f"hatch{size}": HATCH + size for size in range(1, LARGEST + 1)}
SHAPES = {
    **{"open": OPEN, "low25": LOW25, "low50": LOW50, "low75": LOW75, "door25": DOOR25, "door50": DOOR50},
    **{"door75": DOOR75, "window": WINDOW, "blocked": BLOCKED, "smooth": SMOOTH},
    **HATCHES,
}
FLOORS = {
    **{"none": NONE, "full": FULL, "half-N": HALF_N, "half-S": HALF_S, "half-E": HALF_E, "half-W": HALF_W},
    **HATCHES,
}
QUARTERS = {"SW": 1, "SE": 2, "NW": 4, "NE": 8}
"""The quarters of a cube as bits."""
COMPASS = {"E": (1, 0), "W": (-1, 0), "N": (0, 1), "S": (0, -1)}

At = tuple[int, int, int]
"""Column, row and level of a cube."""


class Floor(NamedTuple):
    """The floor of a cube; the ground is whole whatever a layout says, and so is the top of a filled cube."""

    x: int
    y: int
    level: int
    kind: str


class Wall(NamedTuple):
    """The east ("E") or north ("N") face of a cube."""

    x: int
    y: int
    level: int
    side: str
    shape: str


class Split(NamedTuple):
    """A wall through the middle of a cube, across the axis "x" or "y"."""

    x: int
    y: int
    level: int
    axis: str
    shape: str


class Ramp(NamedTuple):
    """A ramp from a cube up to the next one in a direction."""

    x: int
    y: int
    level: int
    way: str


class Platform(NamedTuple):
    """Raised quarters of a cube."""

    x: int
    y: int
    level: int
    quarters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole board; a face that is not listed is open, a floor that is not listed is missing."""

    width: int = 8
    depth: int = 8
    levels: int = 4
    floors: tuple[Floor, ...] = ()
    walls: tuple[Wall, ...] = ()
    splits: tuple[Split, ...] = ()
    ramps: tuple[Ramp, ...] = ()
    platforms: tuple[Platform, ...] = ()
    solid: tuple[At, ...] = ()
    ladders: tuple[At, ...] = ()

    def inside(self, at: At) -> bool:
        """Whether there is such a cube."""
        x, y, level = at
        return 1 <= x <= self.width and 1 <= y <= self.depth and 1 <= level <= self.levels


class Flaw(StrEnum):
    """What is wrong with a layout."""

    BAD_SIZE = "bad size"
    """A side of the board has no cube, or too many."""
    OUTSIDE = "outside"
    """There is no such cube."""
    ON_THE_EDGE = "on the edge"
    """A wall stands on the board's edge, which is blocked anyway."""
    UNKNOWN = "unknown"
    """A shape, kind, side, axis, direction or quarter that nobody knows."""
    TWICE = "twice"
    """The same face, floor, cube is named twice."""
    IN_SOLID = "in solid"
    """Something lies in a filled cube."""
    SPLIT_WALKWAY = "split walkway"
    """A wall splits a cube that has only half a floor."""
    NOT_HELD = "not held"
    """A platform rises where there is no floor."""
    LEADS_NOWHERE = "leads nowhere"
    """The upper end of a ramp is off the board or in a filled cube."""


class Wrong(NamedTuple):
    """A flaw and where it is: which list of the layout, and the entry there as it was written."""

    flaw: Flaw
    where: str
    entry: tuple[object, ...] = ()


class WrongLayout(ValueError):
    """A layout that is no board, with everything that is wrong with it."""

    def __init__(self, wrongs: tuple[Wrong, ...]) -> None:
        super().__init__("; ".join(f"{wrong.where} {list(wrong.entry)}: {wrong.flaw}" for wrong in wrongs))
        self.wrongs = wrongs


def floor_kind(layout_floors: dict[At, int], solid: frozenset[At], at: At) -> int:
    """The floor of a cube: the ground and the tops of filled cubes are whole."""
    x, y, level = at
    return FULL if level == 1 or (x, y, level - 1) in solid else layout_floors.get(at, NONE)


def check(layout: Layout) -> tuple[Wrong, ...]:
    """Everything that is wrong with a layout."""
    if not all(1 <= side <= MOST for side in (layout.width, layout.depth, layout.levels)):
        return (Wrong(Flaw.BAD_SIZE, "size", (layout.width, layout.depth, layout.levels)),)
    return tuple(_wrongs(layout))


def _wrongs(layout: Layout) -> Iterator[Wrong]:
    solid = frozenset(layout.solid)
    kinds = {floor[:3]: FLOORS[floor.kind] for floor in layout.floors if floor.kind in FLOORS}
    known: tuple[tuple[str, tuple[tuple[object, ...], ...], int], ...] = (
        ("floors", layout.floors, 3),
        ("walls", layout.walls, 4),
        ("splits", layout.splits, 3),
        ("ramps", layout.ramps, 3),
        ("platforms", layout.platforms, 3),
        ("solid", layout.solid, 3),
        ("ladders", layout.ladders, 3),
    )
    for where, entries, width in known:
        named = set()
        for entry in entries:
            x, y, level = entry[:3]
            assert isinstance(x, int) and isinstance(y, int) and isinstance(level, int)
            at = (x, y, level)
            flaw = (
                Flaw.OUTSIDE
                if not layout.inside(at)
                else Flaw.TWICE
                if entry[:width] in named
                else Flaw.IN_SOLID
                if at in solid and where not in ("walls", "solid")
                else _flaw(layout, where, at, entry[3:], floor_kind(kinds, solid, at))
            )
            named.add(entry[:width])
            if flaw is not None:
                yield Wrong(flaw, where, entry)


def _flaw(layout: Layout, where: str, at: At, rest: tuple[object, ...], kind: int) -> Flaw | None:
    """What is wrong with one entry in a cube that is there; the kind is that of its floor."""
    x, y, level = at
    match where, rest:
        case "floors", (name,):
            return Flaw.UNKNOWN if name not in FLOORS else None
        case "walls", (side, shape):
            if side not in ("E", "N") or shape not in SHAPES:
                return Flaw.UNKNOWN
            return Flaw.ON_THE_EDGE if not layout.inside((x + (side == "E"), y + (side == "N"), level)) else None
        case "splits", (axis, shape):
            if axis not in ("x", "y") or shape not in SHAPES:
                return Flaw.UNKNOWN
            return Flaw.SPLIT_WALKWAY if HALF_N <= kind <= HALF_W else None
        case "ramps", (way,):
            if way not in COMPASS:
                return Flaw.UNKNOWN
            east, north = COMPASS[str(way)]
            upper = (x + east, y + north, level + 1)
            return Flaw.LEADS_NOWHERE if not layout.inside(upper) or upper in layout.solid else None
        case "platforms", (tuple() as quarters,):
            if not quarters or any(quarter not in QUARTERS for quarter in quarters):
                return Flaw.UNKNOWN
            raised = sum({QUARTERS[str(quarter)] for quarter in quarters})
            return Flaw.NOT_HELD if raised & ~floor_quarters(kind) else None
        case _:
            return None


def floor_quarters(kind: int) -> int:
    """The quarters of a cube that a floor carries."""
    sw, se, nw, ne = QUARTERS.values()
    halves = {NONE: 0, HALF_N: nw | ne, HALF_S: sw | se, HALF_E: se | ne, HALF_W: sw | nw}
    return halves.get(kind, sw | se | nw | ne)
