"""Making cubes fast: kernels compiled where that is possible; until then, and elsewhere, plain code answers."""

from __future__ import annotations

from fireteam.space.cubes.board import Board
from fireteam.space.cubes.jit import CUBES
from fireteam.space.cubes.layout import Layout
from fireteam.space.cubes.sight import Sight


def use_compiled() -> bool:
    """Compile the kernels, try each once, then let everybody use them; whether that was possible.

    Takes some seconds on a machine that never did it: for a thread or process of its own. Until it is done all others
    go on as before.
    """
    if CUBES.is_compiled():
        return True
    kernels = CUBES.compiled()
    if kernels is None:
        return False
    CUBES.try_out(kernels, _each_query)
    CUBES.note_kept()
    CUBES.swap_in(kernels)
    return True


def use_kept() -> bool:
    """The same, if an earlier start has left the compiled kernels in the cache; whether it has. Nothing is compiled."""
    return CUBES.is_compiled() or (CUBES.kept() and use_compiled())


def _each_query() -> None:
    """One of each query on a small board."""
    sight = Sight(Board(Layout(3, 1, 1)))
    a, body, b = (sight.pose(place, 1, 1) for place in range(3))
    sight.sees(a, b, bodies=(body,))
    sight.has_clear_shot(a, b, bodies=(body,))
    sight.sees_cube(a, b.cube)
    sight.line(a, b)
    sight.sighting(a, b, bodies=(body,))
