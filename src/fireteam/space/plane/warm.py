"""Making the plane fast: kernels compiled and maps prepared, in a thread or process of its own; until then plain code
answers."""

from __future__ import annotations

import atexit
import os
import subprocess
from collections.abc import Callable, Iterable
from subprocess import DEVNULL, PIPE, Popen
from sys import executable
from threading import Event, Thread
from typing import NamedTuple

from fireteam.space.jit import available
from fireteam.space.plane import shots
from fireteam.space.plane.increments import increment
from fireteam.space.plane.jit import PLANE
from fireteam.space.plane.legs import WALKING, Gait, Step
from fireteam.space.plane.model import OBSCURES, OPAQUE, Body, Feature, Part, Spot, Terrain
from fireteam.space.plane.paths import Enemy, Terms
from fireteam.space.plane.placing import Ground, sides
from fireteam.space.plane.reach import Reach
from fireteam.space.plane.sight import sees_part, sees_spot, visible
from fireteam.space.plane.waypoints import atlas_of

IDLE: int = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)
"""How Windows is told to give a process only what nobody else wants."""


class Base(NamedTuple):
    """A size of base that moves over a map: its radius in inches, the height of the body in hundredths, and how it
    moves."""

    radius: float
    height: int
    gait: Gait = WALKING


_closing = Event()
"""Set when the process ends: what works in the background then stops at the next step."""
_children: list[Popen[bytes]] = []
_threads: list[Thread] = []

PATIENCE = 10.0
"""Seconds that the end of a process waits at most for a step in the background: compiled code must not be left in the
middle of one."""


def use_compiled() -> bool:
    """Compile the kernels, try each once, then let everybody use them; whether that was possible.

    Takes up to a minute on a machine that never did it: for a thread or process of its own. Until it is done all others
    go on as before.
    """
    if PLANE.is_compiled():
        return True
    kernels = PLANE.compiled()
    if kernels is None:
        return False
    PLANE.try_out(kernels, _each_query)
    if _closing.is_set():
        return False
    PLANE.note_kept()
    PLANE.swap_in(kernels)
    return True


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
            if _closing.is_set():
                return
            atlas_of(ground, radius, height, gait).prepare()


def in_background(grounds: Iterable[Ground], bases: Iterable[Base], *, may_compile: bool = False) -> Thread:
    """Get fast without anybody waiting, in a thread, which it gives back: compiled kernels if they are kept, then maps
    prepared by them.

    What compiles for a minute is a process of its own at the lowest priority, and only if it may: in a server or a
    session at the table, not in what ends soon. Without compiled kernels no map is prepared: plain code makes the legs
    that a move needs.
    """
    here, wanted = tuple(grounds), tuple(bases)

    def work() -> None:
        if use_kept() or (may_compile and available() and _compiled_apart() and use_kept()):
            _prepare(here, wanted)

    if not _threads:
        atexit.register(_close)
    thread = Thread(target=work, name="warming the plane", daemon=True)
    _threads.append(thread)
    thread.start()
    return thread


def _compiled_apart() -> bool:
    """Compile in a process that yields to everything else; whether that went well. It leaves the compiled kernels in
    the cache."""
    if _closing.is_set():
        return False
    code = f"from {__name__} import at_leisure; at_leisure()"
    with Popen([executable, "-c", code], stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, creationflags=IDLE) as child:
        _children.append(child)
        return child.wait() == 0


def at_leisure() -> None:
    """Compile the kernels whenever nobody else wants the processor, and only while the process that wants them is
    there."""
    if hasattr(os, "nice"):
        os.nice(19)
    Thread(target=_end_with_parent, daemon=True).start()
    use_compiled()


def _end_with_parent() -> None:
    """End this process when the other end of its input is closed, which is so however the parent has ended."""
    os.read(0, 1)
    os._exit(1)


def _close() -> None:
    """The process ends: so does what compiles for it, and nothing is left in the middle of a step."""
    _closing.set()
    for child in _children:
        if child.poll() is None:
            child.terminate()
    for thread in _threads:
        thread.join(PATIENCE)


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
    )
    for query in queries:
        if _closing.is_set():
            return
        query()
