"""Pieces that explode when they are hit: drums, stills, fuel pipes (NE-TER-11)."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

from fireteam.core.questions import Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.blasts import go_off, radius_of
from fireteam.games.necromunda.cards import Profile, Word
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.geometry import GONE
from fireteam.games.necromunda.marks import Blow, Mark, blow_of, box_of, field_without
from fireteam.games.necromunda.positions import body, shape
from fireteam.games.necromunda.sight import Eye, blockers, eye_of
from fireteam.games.necromunda.state import NOBODY, Frame, Thing
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.dodging import dodge
from fireteam.games.necromunda.terrain.effects import DEAD
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then
from fireteam.kit.plane.places import Place
from fireteam.space.plane.free.blasts import under
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.free.seeing import hidden
from fireteam.space.plane.free.shapes import Hull, Shape
from fireteam.space.plane.model import INCH


class Explosive(NamedTuple):
    """How easily a kind of piece goes off, and how."""

    over: int
    """What the Strength of a hit and a D6 must exceed."""
    profile: Profile
    dodged: bool = False
    """Whether fighters under the blast may get clear of it."""


EXPLOSIVE = {
    "fuel-pipe": Explosive(
        8, Profile("burst", strength=4, ap=-1, traits=(Word("Blast", 5), Word("Blaze"))), dodged=True
    ),
    "drums": Explosive(6, Profile("burst", strength=3, traits=(Word("Blast", 3), Word("Knockback")))),
    "still": Explosive(7, Profile("burst", damage=None, traits=(Word("Blast", 3), Word("Gas")))),
}
"""The pieces that explode (see NE-TER-11)."""


AMPLE = 0.1
"""Inches more than a piece that hides somebody is ever aside."""


class Explosives(Supplement):
    """Drums, stills and fuel pipes."""

    name = "explosives"

    def marks(self, t: Table) -> Iterable[Mark]:
        return [Mark(thing.id, box_of(t, thing)) for thing in pieces(t)]

    def strays(self, t: Table, who: int, target: int) -> Iterable[tuple[float, str]]:
        """A piece that hides a point of the target is used as cover, and at risk of a stray shot (see NE-TER-11)."""
        eye, seen = eye_of(t, who), shape(t, target)
        between = [mark for mark in self.marks(t) if may_hide(mark.shape, eye, seen)]
        if not between:
            return ()
        others, clouds = blockers(t, eye, target), t.clouds()
        with_it = hidden(t.field, eye[:3], seen, others, clouds)
        return [
            (gap(shape(t, who), mark.shape), mark.id)
            for mark in between
            if with_it and hidden(field_without(t, mark.id), eye[:3], seen, others, clouds) < with_it
        ]

    def mark_struck(self, t: Table, blow: Blow) -> Rule[bool]:
        if t.thing(blow.id).kind not in EXPLOSIVE:
            return False
        yield from is_hit(t, blow)
        return True

    def blast_goes_off(self, t: Table, marker: tuple[int, int, int], profile: Profile, by: int) -> Rule[None]:
        """Pieces under a Blast are hit, the nearest first (see NE-TER-11)."""
        caught = sorted(
            (abs(mark.shape.x - marker[0]) + abs(mark.shape.y - marker[1]), mark.id)
            for mark in self.marks(t)
            if under(field_without(t, mark.id), marker, radius_of(profile), mark.shape)
        )
        for _, id in caught:
            yield from is_hit(t, blow_of(t, id, profile, by))


def pieces(t: Table) -> list[Thing]:
    """The pieces that have not exploded yet."""
    return [thing for thing in t.things(*EXPLOSIVE) if thing.state != GONE]


def may_hide(piece: Shape, eye: Eye, seen: Shape) -> bool:
    """Whether a piece may come between an eye and any point of somebody, as seen from above."""
    x, y = (seen.x - eye.x) / INCH, (seen.y - eye.y) / INCH
    px, py = (piece.x - eye.x) / INCH, (piece.y - eye.y) / INCH
    square = x * x + y * y
    along = min(1.0, max(0.0, (px * x + py * y) / square)) if square else 0.0
    return hypot(along * x - px, along * y - py) <= half_of(piece) + half_of(seen) + AMPLE


def half_of(form: Shape) -> float:
    """How far something reaches from its middle at most, in inches."""
    return hypot(form.length, form.width) / 2 if isinstance(form, Hull) else form.radius


def is_hit(t: Table, blow: Blow) -> Rule[None]:
    """A piece that is hit explodes once if Strength and a D6 are above 8 (pipes), 7 (stills) or 6 (drums); it may be
    targeted like a fighter, and hit by stray shots when it is cover (NE-TER-11)."""
    thing = t.state.things.get(blow.id)
    if thing is None or thing.state in (GONE, DEAD):
        return
    kind = EXPLOSIVE[thing.kind]
    seat = t.side(blow.by) if blow.by != NOBODY else t.state.priority
    about = topic("whether {thing} explodes", thing.id)
    face = yield from d6(seat, about)
    bursts = (blow.strength or 0) + face > kind.over
    t.tell("burst_roll", "NE-TER-11", thing=thing.id, shown=face, strength=blow.strength or 0, bursts=bursts)
    if bursts:
        t.put(thing._replace(state=GONE))
        t.begin(Explosion(thing.id, thing.kind, thing.x, thing.y, thing.z, blow.by))


class Explosion(Sequence, Frame):
    """A piece goes off; it is no longer there (see NE-TER-11)."""

    kind = "explosion"
    piece: str
    sort: str
    x: int
    y: int
    z: int
    by: int
    asked: int = 0
    safe: tuple[int, ...] = ()
    """Who has got clear."""

    @staticmethod
    def steps() -> Steps[Table, Explosion]:
        """Who may get clear does, then it goes off."""
        return (repeat(get_clear, somebody_may_dodge), then(burst))


def in_danger(t: Table, e: Explosion) -> list[int]:
    """The fighters under the blast that have still to try to get clear."""
    kind = EXPLOSIVE[e.sort]
    if not kind.dodged:
        return []
    marker, radius = (e.x, e.y, e.z), radius_of(kind.profile)
    return [who for who in t.fighters() if who >= e.asked and under(t.field, marker, radius, shape(t, who))]


def somebody_may_dodge(t: Table, e: Explosion) -> bool:
    """Whether somebody under the blast may still get clear."""
    return bool(in_danger(t, e))


def get_clear(t: Table, e: Explosion) -> Rule[bool]:
    """Each fighter under it passes Initiative and moves up to 2" clear, or is hit (see NE-TER-11)."""
    who = in_danger(t, e)[0]
    e.asked = who + 1
    marker, radius = (e.x, e.y, e.z), radius_of(EXPLOSIVE[e.sort].profile)

    def clear(place: Place) -> bool:
        return not under(t.field, marker, radius, body(t, who)._replace(x=place.x, y=place.y, z=place.z))

    if (yield from dodge(t, who, "NE-TER-11", clear)):
        e.safe = (*e.safe, who)
    return True


def burst(t: Table, e: Explosion) -> Rule[None]:
    """The blast, centred on the piece; other pieces under it follow (see NE-TER-11)."""
    yield from go_off(t, (e.x, e.y, e.z), EXPLOSIVE[e.sort].profile, e.piece, e.by, spared=e.safe)
