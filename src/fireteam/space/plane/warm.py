"""Making the plane fast: kernels compiled and maps prepared, in a thread or process of its own; until then plain code answers."""

from __future__ import annotations

from collections.abc import Iterable
from subprocess import run
from sys import executable
from threading import Thread
from typing import NamedTuple

from fireteam.space.plane import shots
from fireteam.space.plane.increments import increment
from fireteam.space.plane.jit import available, compiled, is_compiled, swap_in, try_out
from fireteam.space.plane.legs import WALKING, Gait, Step
from fireteam.space.plane.model import Body, Feature, Part, Spot, Terrain
from fireteam.space.plane.paths import Enemy, Terms
from fireteam.space.plane.placing import Ground
from fireteam.space.plane.reach import Reach
from fireteam.space.plane.sight import sees_part, sees_spot, visible
from fireteam.space.plane.waypoints import atlas_of


class Base(NamedTuple):
    """A size of base that moves over a map: its radius in inches, the height of the body in hundredths, and how it moves."""

    radius: float
    height: int
    gait: Gait = WALKING


def use_compiled() -> bool:
    """Compile the kernels, try each once, then let everybody use them; whether that was possible.

    Takes up to a minute on a machine that never did it: for a thread or process of its own. Until it is done all others go on as before.
    """
    if is_compiled():
        return True
    kernels = compiled()
    if kernels is None:
        return False
    try_out(kernels, _each_query)
    swap_in(kernels)
    return True


def warm(grounds: Iterable[Ground], bases: Iterable[Base]) -> bool:
    """Compile all kernels and prepare the grounds for these bases; whether the kernels could be compiled.

    What is on disk already costs next to nothing. Nobody waits for it: call it in a thread at the start of a game, or before forking.
    """
    done = use_compiled()
    wanted = tuple(bases)
    for ground in grounds:
        for radius, height, gait in wanted:
            atlas_of(ground, radius, height, gait).prepare()
    return done


def in_background(grounds: Iterable[Ground], bases: Iterable[Base]) -> Thread:
    """The same in a thread of its own, which it gives back; what compiles for long is a process of its own, so that nobody feels it."""
    here, wanted = tuple(grounds), tuple(bases)

    def work() -> None:
        if available() and not is_compiled():
            # It leaves the compiled kernels in the cache: loading them from there takes about a second.
            run([executable, "-c", "from fireteam.space.plane.warm import use_compiled; use_compiled()"], check=False)
        warm(here, wanted)

    thread = Thread(target=work, name="warming the plane", daemon=True)
    thread.start()
    return thread


def _each_query() -> None:
    """One of each query on a small board."""
    wall = Part("wall", "wall", ((500, 400), (530, 400), (530, 600), (500, 600)), 0, 100, frozenset({"Heavy"}))
    board = Terrain(1000, 1000, (Feature("wall", "wall", (wall,)),)).under()
    a, b = Body(200, 500, 0, 0.63, 140), Body(620, 500, 0, 0.63, 140)
    visible(board, a, b)
    sees_part(board, b, 0)
    sees_spot(board, a, Spot(620, 500, 0, 0.39))
    shots.shot(board, a, b)
    ground = Ground(board)
    increment(ground, a, Step(250, 500))
    field = Reach(ground, a, Terms(4, enemies=(Enemy(b),)))
    field.contours()
    field.suggest(2)
    # The parts of a route that only some destinations need.
    search, goal = field.search, (613, 571, 0)
    search.candidates(goal)
    search.past(goal, 99)
    search.last(search.at(0), search.here, goal)
