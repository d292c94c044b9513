"""A ground as the judge of legs reads it: shapes, openings, ladders and hazards in flat arrays, and room to work in."""

from __future__ import annotations

from array import array
from threading import local

from fireteam.space.plane import coursekernels as c
from fireteam.space.plane.legs import Gait
from fireteam.space.plane.model import SLIGHT
from fireteam.space.plane.placing import Ground, Hazard, Shape

MOST, ROOM = 6, 16
"""Charges a way and ways a leg that there is room for at first; a leg that needs more is judged again with twice as
much."""


class Land:
    """The tables of one ground; movekernels.py says what is in them."""

    def __init__(self, ground: Ground) -> None:
        shapes = ground.shapes
        figures: tuple[Shape | Hazard, ...] = (*shapes, *ground.hazards)
        self.shapes = len(shapes)
        self.openings = len(ground.openings)
        self.hazards = len(ground.hazards)
        slight = sum(shape.standing and not shape.solid for shape in shapes)
        kinds = array("q", (self.shapes, self.hazards, self.openings, len(ground.ladders), slight, 0, 0, 0))
        sizes = array("d")
        sides = array("d")
        corners = array("d")
        for figure in figures:
            first = len(corners) // 2
            corners.extend(figure.corners)
            for edge in figure.edges:
                sides.extend(edge)
            if isinstance(figure, Shape):
                kinds.extend(
                    (figure.number, figure.feature, what(figure), figure.opening, first, len(corners) // 2, 0, 0)
                )
                sizes.extend(
                    (*figure.box, figure.bottom, figure.top, -1.0 if figure.level is None else figure.level, 0.0)
                )
            else:
                kinds.extend((-1, -1, 0, -1, first, len(corners) // 2, 0, 0))
                sizes.extend((*figure.box, 0.0, 0.0, -1.0, 0.0))
        sizes.extend((ground.width, ground.height))
        joins = array("q")
        for opening in ground.openings:
            joins.append(shapes.index(opening.shapes[0]))
            joins.extend(int(shape.number in opening.jambs) for shape in shapes)
        for ladder in ground.ladders:
            joins.append(shapes.index(ladder.shape))
            joins.extend(int(shape.feature in ladder.leans) for shape in shapes)
        # An empty array has no place in memory: kernels want one.
        joins.append(0)
        self.tables: c.Land = (kinds, sizes, sides, corners, joins)
        self.everything = array("q", range(self.shapes)) or array("q", (0,))
        """Numbers of all shapes."""
        prisms = ground.board.prisms
        self.prisms = prisms.tables
        self.mask = prisms.none
        self.count = prisms.count
        self.room = Room(self)

    def view(self) -> c.View:
        """What sight reads, with this thread's room to work in."""
        return self.prisms, self.mask, self.room.seen

    def work(self, scale: int = 1) -> c.Work:
        """This thread's room for judging legs one after the other; larger than usual where a leg has needed more."""
        if scale > 1:
            return self.made(scale)
        work = self.room.work
        work[5][c.FULL] = 0
        return work

    def made(self, scale: int) -> c.Work:
        """New room for judging legs, so many times as large as usual."""
        most, room = MOST * scale, ROOM * scale
        tally = array("q", bytes(8 * (c.QUEUE + 5 * room + self.shapes + 1)))
        tally[c.MOST], tally[c.ROOM] = most, room
        return (
            array("d", bytes(32 * (self.shapes + 1))),
            array("q", bytes(32 * (self.shapes + 1))),
            array("d", bytes(8 * (4 * self.openings * self.shapes + 2 * self.openings + 2 * self.hazards + 1))),
            array("d", bytes(8 * room * (c.HEAD + 11 * most))),
            array("d", bytes(16 * room * (7 + most))),
            tally,
            array("d", bytes(64)),
        )


class Room(local):
    """What one thread works in while it judges legs on a land, made when it first does: kernels of several threads run
    side by side."""

    def __init__(self, land: Land) -> None:
        self.work = land.made(1)
        self.seen = array("q", bytes(8 * land.count))
        """For prisms that may block sight."""
        self.near = array("q", bytes(8 * (land.shapes + 1)))
        """For shapes about a place."""


def what(shape: Shape) -> int:
    """What a shape is to a mover, as bits."""
    return (
        c.SOLID * shape.solid
        | c.STANDING * shape.standing
        | c.WALLED * shape.wall
        | c.WIRE * shape.wire
        | c.RUNGS * shape.ladder
        | c.OPEN_FLOOR * shape.floor
        | c.ACCESS * shape.accessible
        | c.SLIGHT * bool(shape.flags & SLIGHT)
    )


def land_of(ground: Ground) -> Land:
    """The land of a ground, made once."""
    found = ground.memo.get("land")
    if not isinstance(found, Land):
        found = ground.memo["land"] = Land(ground)
    return found


def manner_of(gait: Gait, jump: bool) -> c.Manner:
    """A gait as the kernels take it."""
    return (
        *(
            int(gait.climb),
            gait.wire,
            int(gait.wire_climb),
            int(gait.merge),
            int(gait.top_edge),
            int(gait.errata),
            int(jump),
        ),
        *(gait.least, gait.reach, int(gait.flies)),
    )
