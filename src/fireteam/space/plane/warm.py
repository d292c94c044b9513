"""Making the plane fast: kernels compiled and maps prepared, in a thread or process of its own; until then plain code
answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Thread
from typing import NamedTuple

from fireteam.space import background
from fireteam.space.plane import shots
from fireteam.space.plane.bounds import Field
from fireteam.space.plane.increments import increment
from fireteam.space.plane.jit import PLANE
from fireteam.space.plane.legs import WALKING, Gait, Step
from fireteam.space.plane.model import OBSCURES, OPAQUE, Body, Feature, Part, Spot, Terrain
from fireteam.space.plane.paths import Enemy, Terms
from fireteam.space.plane.placing import Ground, sides
from fireteam.space.plane.reach import Reach
from fireteam.space.plane.rises import Height
from fireteam.space.plane.sight import sees_part, sees_spot, visible
from fireteam.space.plane.waypoints import atlas_of


class Base(NamedTuple):
    """A size of base that moves over a map: its radius in inches, the height of the body in hundredths, and how it
    moves."""

    radius: float
    height: int
    gait: Gait = WALKING


def use_compiled() -> bool:
    """Compile the kernels of the plane and use them; whether that was possible."""
    return background.use_compiled(PLANE, _each_query)


def use_kept() -> bool:
    """The same, if an earlier start has left the compiled kernels in the cache; whether it has. Nothing is compiled."""
    return PLANE.is_compiled() or (PLANE.kept() and use_compiled())


def warm(grounds: Iterable[Ground], bases: Iterable[Base]) -> bool:
    """Compile all kernels and prepare the grounds for these bases, whatever it takes; whether the kernels could be
    compiled.

    What is on disk already costs next to nothing. For somebody who asks for it and waits, or before forking.
    """
    done = use_compiled()
    _prepare(tuple(grounds), tuple(bases))
    return done


def _prepare(grounds: tuple[Ground, ...], bases: tuple[Base, ...]) -> None:
    for ground in grounds:
        for radius, height, gait in bases:
            if background.closing.is_set():
                return
            atlas_of(ground, radius, height, gait).prepare()


def in_background(grounds: Iterable[Ground], bases: Iterable[Base], *, may_compile: bool = False) -> Thread:
    """Get fast without anybody waiting, in a thread, which it gives back: compiled kernels if they are kept or may be
    compiled, then maps prepared by them.

    Without compiled kernels no map is prepared: plain code makes the legs that a move needs.
    """
    here, wanted = tuple(grounds), tuple(bases)
    return background.warming(__name__, lambda: _prepare(here, wanted), may_compile=may_compile)


def _each_query() -> None:
    """One of each query on a small board."""
    wall = Part("wall", "wall", ((500, 400), (530, 400), (530, 600), (500, 600)), 0, 100, OBSCURES | OPAQUE)
    board = Terrain(1000, 1000, (Feature("wall", "wall", (wall,)),)).under()
    a, b = Body(200, 500, 0, 0.63, 140), Body(620, 500, 0, 0.63, 140)
    ground = Ground(board)
    field = Reach(ground, a, Terms(4, enemies=(Enemy(b),)))
    goal = (613, 571, 0)
    queries: tuple[Callable[[], object], ...] = (
        lambda: visible(board, a, b),
        lambda: sees_part(board, b, 0),
        lambda: sees_spot(board, a, Spot(620, 500, 0, 0.39)),
        lambda: shots.shot(board, a, b),
        lambda: shots.depths((sides(wall.polygon),), a, b, 4.0),
        lambda: increment(ground, a, Step(250, 500)),
        lambda: field.search,
        field.contours,
        lambda: field.suggest(2),
        # The parts of a route that only some destinations need.
        lambda: field.search.candidates(goal),
        lambda: field.search.past(goal, 99),
        lambda: field.search.last(field.search.at(0), field.search.here, goal),
        lambda: Field(ground, a, field.terms, Height(0.0, 0)).least(6.0, 6.0, 0.5),
    )
    for query in queries:
        if background.closing.is_set():
            return
        query()
