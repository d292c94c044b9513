"""Making free movement fast: kernels compiled in a thread or process of its own; until then plain code answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Thread

from fireteam.space import background
from fireteam.space.plane.free import forced, hulls, seeing
from fireteam.space.plane.free.atlas import atlas_of
from fireteam.space.plane.free.charges import Charges
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.flight import Eye, Flight
from fireteam.space.plane.free.jit import FREE
from fireteam.space.plane.free.measuring import round_solids
from fireteam.space.plane.free.paths import judge as path
from fireteam.space.plane.free.pieces import BARE, IMPASSABLE, OPAQUE, SOLID, Block, Floor, Ladder
from fireteam.space.plane.free.places import nearest, stands
from fireteam.space.plane.free.plan import Plan
from fireteam.space.plane.free.shapes import BLOCKS, RING, Hull, Other, Others
from fireteam.space.plane.free.walking import CLIMBS, FOOT, HANGS, LADDERS, Judge, Kind, Leg, Walker
from fireteam.space.plane.free.ways import Ways
from fireteam.space.plane.model import Body


def use_compiled() -> bool:
    """Compile the kernels of free movement and use them; whether that was possible."""
    return background.use_compiled(FREE, _each_query)


def use_kept() -> bool:
    """The same, if an earlier start has left the compiled kernels in the cache; whether it has. Nothing is compiled."""
    return FREE.is_compiled() or (FREE.kept() and use_compiled())


def in_background(
    fields: Iterable[Field], bases: Iterable[tuple[float, float]], *, may_compile: bool = False
) -> Thread:
    """Get fast without anybody waiting, in a thread, which it gives back: compiled kernels if they are kept or may be
    compiled, then the turning points of fields for bases (radius and height in inches)."""
    here, wanted = tuple(fields), tuple(bases)
    return background.warming(__name__, lambda: prepare(here, wanted), may_compile=may_compile)


def prepare(fields: Iterable[Field], bases: Iterable[tuple[float, float]]) -> None:
    """Make the turning points of fields for bases (radius and height in inches)."""
    wanted = tuple(bases)
    for field in fields:
        for radius, tall in wanted:
            if background.closing.is_set():
                return
            atlas_of(field, radius, tall, CLIMBS | LADDERS)


def _each_query() -> None:
    """One of each query on a small field."""
    square = ((500, 400), (530, 400), (530, 600), (500, 600))
    deck = ((700, 200), (900, 200), (900, 600), (700, 600))
    pieces = (
        Block("wall", square, 0, 400, IMPASSABLE | SOLID | OPAQUE),
        Floor("deck", deck, 300, 0, 0, 20, SOLID | OPAQUE),
        Ladder("ladder", 700, 400, 0, 300),
    )
    field = Plan(1200, 1000, pieces).under()
    one, two = Body(200, 500, 0, 0.5, 160), Body(620, 500, 0, 0.5, 160)
    others = Others([Other(two, BLOCKS | RING)])
    walker = Walker(one, 7.0)
    ways = Ways(field, walker, others)
    judge = Judge(field, walker, others)
    start, hull = (2.0, 5.0, 0.0), Hull(300, 800, 0, 4.0, 2.0, 200, 0)
    climber = Walker(Body(640, 400, 0, 0.5, 160), 3.0, FOOT | HANGS)
    hanging = walker._replace(body=Body(700, 400, 100, 0.5, 160), hanging=True)
    queries: tuple[Callable[[], object], ...] = (
        lambda: ways.way(300, 700, 0),
        lambda: Ways(field.plan.under(BARE._replace(removed=("wall",))), walker, others),
        lambda: judge.dangers(start, Leg(Kind.WALK, 300, 700, 0)),
        lambda: judge.hop(Kind.JUMP, (7.5, 4.0, 3.0), (6.5, 4.0, 0.0)),
        lambda: path(field, climber, (Leg(Kind.LADDER, 700, 400, 100),)),
        lambda: Ways(field, hanging, others),
        lambda: round_solids(field, one, two),
        lambda: field.surfaces(200, 500),
        lambda: stands(field, one, others),
        lambda: nearest(field, one, others),
        lambda: round_solids(field, one._replace(x=750, z=300), one._replace(x=650)),
        lambda: ways.nearest(600, 500, 0),
        lambda: ways.cells(2.0),
        lambda: Charges(field, walker, others).list({0: 0.01}),
        lambda: forced.slide(field, one, 0, 3.0, others),
        lambda: forced.rim(field, Body(710, 400, 300, 0.5, 160)),
        lambda: seeing.hidden(field, (*one[:3],), two, (one,)),
        lambda: seeing.free_line(field, (*one[:3],), (*two[:3],)),
        lambda: hulls.slide(field, hull, 0.0, 2.0, others).end,
        lambda: hulls.turn(field, hull, 90, others).end,
        lambda: hulls.fits(field, hull, others),
        lambda: Flight(field, walker._replace(allowance=2.0), others, (Eye(two, 150),)).best,
    )
    for query in queries:
        if background.closing.is_set():
            return
        query()
