"""Making cubes fast: kernels compiled where that is possible; until then, and elsewhere, plain code answers."""

from __future__ import annotations

from threading import Thread

from fireteam.space import background
from fireteam.space.cubes.board import Board
from fireteam.space.cubes.jit import CUBES
from fireteam.space.cubes.layout import Layout
from fireteam.space.cubes.sight import Sight


def use_compiled() -> bool:
    """Compile the kernels of cubes and use them; whether that was possible. Takes some seconds on a machine that never
    did it."""
    return background.use_compiled(CUBES, _each_query)


def use_kept() -> bool:
    """The same, if an earlier start has left the compiled kernels in the cache; whether it has. Nothing is compiled."""
    return CUBES.is_compiled() or (CUBES.kept() and use_compiled())


def in_background(*, may_compile: bool = False) -> Thread:
    """Get fast without anybody waiting, in a thread, which it gives back."""
    return background.warming(__name__, lambda: None, may_compile=may_compile)


def _each_query() -> None:
    """One of each query on a small board."""
    sight = Sight(Board(Layout(3, 1, 1)))
    a, body, b = (sight.pose(place, 1, 1) for place in range(3))
    sight.sees(a, b, bodies=(body,))
    sight.has_clear_shot(a, b, bodies=(body,))
    sight.sees_cube(a, b.cube)
    sight.line(a, b)
    sight.sighting(a, b, bodies=(body,))
