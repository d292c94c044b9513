"""Things that can be attacked: what they are to a shot, a blow, a Blast or a template (NE-TER-11, NE-TER-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fireteam.games.necromunda.geometry import field_under
from fireteam.games.necromunda.state import NOBODY
from fireteam.games.necromunda.windows import Supplement
from fireteam.space.plane.free.plan import Block, Floor, Lift
from fireteam.space.plane.free.shapes import Hull, Shape
from fireteam.space.plane.model import INCH, Body, Polygon

if TYPE_CHECKING:
    from fireteam.core.questions import Rule
    from fireteam.games.necromunda.cards import Profile
    from fireteam.games.necromunda.state import Thing
    from fireteam.games.necromunda.table import Table
    from fireteam.space.plane.free.field import Field


class Mark(NamedTuple):
    """A thing that may be attacked."""

    id: str
    shape: Shape
    surely: bool = False
    """Whether attacks hit it without a roll (NE-TER-16)."""
    shot: bool = True
    struck: bool = True
    """Whether it may be shot at, and whether it may be struck in close combat."""
    blasted: bool = True
    """Whether Blasts and templates that cover it hit it."""


class Blow(NamedTuple):
    """A hit on a thing."""

    id: str
    by: int = NOBODY
    strength: int | None = None
    damage: int | None = 1


def marks(t: Table) -> tuple[Mark, ...]:
    """All things on the table that may be attacked."""
    known: tuple[Mark, ...] | None = t.kept.get("marks")
    if known is None:
        known = t.kept["marks"] = tuple([mark for marks in t.windows[Supplement.marks] for mark in marks(t)])
    return known


def mark_of(t: Table, id: str) -> Mark:
    """A thing as a target."""
    known: dict[str, Mark] | None = t.kept.get("marks by id")
    if known is None:
        known = t.kept["marks by id"] = {mark.id: mark for mark in reversed(marks(t))}
    return known[id]


def blow_of(t: Table, id: str, profile: Profile, by: int) -> Blow:
    """The hit of a weapon on a thing."""
    strength = profile.strength
    if profile.of_user and strength is not None and by != NOBODY:
        strength += t.strength(by)
    return Blow(id, by, strength, profile.damage)


def strike(t: Table, blow: Blow) -> Rule[None]:
    """A thing is hit: whoever knows its kind says what that does."""
    if blow.id in t.state.things:
        for struck in t.windows[Supplement.mark_struck]:
            if (yield from struck(t, blow)):
                return


# -- where they are ----------------------------------------------------------------------------------------------------


def outline_of(t: Table, id: str) -> Polygon:
    """The outline of a piece of the map as it lies now, there or not; empty: it has none."""
    known: dict[str, Polygon] | None = t.kept.get("outlines")
    if known is None:
        known = t.kept["outlines"] = {}
        for piece in (*t.placed, *t.setting.battlefield.pieces, *t.setting.battlefield.lifts):
            if isinstance(piece, Block | Floor | Lift):
                known.setdefault(piece.id, piece.polygon)
    return known.get(id, ())


def box_of(t: Table, thing: Thing) -> Hull:
    """A piece of the map as a box: its outline is a rectangle along the table's edges."""
    polygon = outline_of(t, thing.id)
    blocks = [piece for piece in t.setting.battlefield.pieces if piece.id == thing.id and isinstance(piece, Block)]
    height = blocks[0].top - blocks[0].bottom
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    west, east, south, north = min(xs), max(xs), min(ys), max(ys)
    length, width = (east - west) / INCH, (north - south) / INCH
    return Hull((west + east) // 2, (south + north) // 2, thing.z, length, width, height, 0)


def disc_of(thing: Thing, radius: float, height: int = 50) -> Body:
    """A thing as a disc."""
    return Body(thing.x, thing.y, thing.z, radius, height)


def field_without(t: Table, id: str) -> Field:
    """The field as if a piece were not there: what it hides, and what hides it."""
    states = t.field.states
    if id not in t.setting.fixed:
        return t.field
    left = tuple(piece for piece in states.placed if piece.id != id)
    removed = tuple(sorted({*states.removed, id}))
    return field_under(t.setting.battlefield, states._replace(removed=removed, placed=left))
