"""A map as plain data: everything on it, checked once, and the fields it is under sets of states."""

from __future__ import annotations

from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.pieces import (
    BARE,
    CLIMBABLE,
    DANGEROUS,
    DIFFICULT,
    FLIMSY,
    HOLE,
    IMPASSABLE,
    OBSTACLE,
    OPAQUE,
    OWN,
    RUNGED,
    RUNGS,
    SLAB,
    SOLID,
    Block,
    Floor,
    Ladder,
    Lift,
    Patch,
    Piece,
    Rail,
    States,
    check_pieces,
)
from fireteam.space.plane.model import TerrainError, check_polygon

__all__ = [
    "BARE",
    "CLIMBABLE",
    "DANGEROUS",
    "DIFFICULT",
    "FLIMSY",
    "HOLE",
    "IMPASSABLE",
    "OBSTACLE",
    "OPAQUE",
    "OWN",
    "RUNGED",
    "RUNGS",
    "SLAB",
    "SOLID",
    "Block",
    "Floor",
    "Ladder",
    "Lift",
    "Patch",
    "Piece",
    "Plan",
    "Rail",
    "States",
]

KEPT = 64
"""How many fields a plan keeps at most."""


class Plan:
    """A map: everything on it, checked once; fields are made of it for sets of states."""

    def __init__(
        self,
        width: int,
        height: int,
        pieces: tuple[Piece, ...] = (),
        lifts: tuple[Lift, ...] = (),
        shown: tuple[tuple[str, str], ...] = (),
        ground: bool = True,
    ) -> None:
        self.width, self.height = width, height
        corners = ((0, 0), (width, 0), (width, height), (0, height))
        self.pieces: tuple[Piece, ...] = (Floor("", corners, 0), *pieces) if ground else pieces
        """The ground, whose id is empty, then the rest in the order given."""
        self.lifts = lifts
        self.shown = dict(shown)
        """The state of each id that has states, at the start."""
        for lift in lifts:
            check_polygon(lift.id, lift.polygon)
            if not 0 <= lift.start < len(lift.stops):
                raise TerrainError(lift.id, "a lift starts at one of its stops")
        check_pieces(self.pieces, width, height)
        self._fields: dict[States, Field] = {}

    def under(self, states: States = BARE) -> Field:
        """The field in these states; made once, then the same object again."""
        field = self._fields.get(states)
        if field is None:
            check_pieces(states.placed, self.width, self.height)
            field = Field(self, states)
            if len(self._fields) >= KEPT:
                del self._fields[next(known for known in self._fields if known != BARE)]
            self._fields[states] = field
        return field

    def stop_of(self, lift: Lift, states: States) -> int:
        """The height of a lift's plate."""
        number = dict(states.shown).get(lift.id)
        return lift.stops[lift.start if number is None else int(number)]

    def present(self, states: States) -> list[Piece]:
        """The pieces that are there, plates of lifts included."""
        shown = {**self.shown, **dict(states.shown)}
        there = [
            piece
            for piece in (*self.pieces, *states.placed)
            if piece.id not in states.removed and (not piece.only or shown.get(piece.id, "") in piece.only)
        ]
        plates = [
            Floor(lift.id, lift.polygon, self.stop_of(lift, states), 0.0, 0.0, lift.thickness, lift.bits)
            for lift in self.lifts
            if lift.id not in states.removed
        ]
        return [*there, *plates]
