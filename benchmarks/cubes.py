"""Cubes: sight new and remembered, clear shots, tables of steps and the preparation of a map, plain and compiled."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from benchmarks.measure import Row, Sampler, Subject, each
from fireteam.space import jit
from fireteam.space.cubes import warm
from fireteam.space.cubes.board import Board
from fireteam.space.cubes.jit import CUBES
from fireteam.space.cubes.layout import Floor, Layout, Platform, Ramp, Split, Wall
from fireteam.space.cubes.quarters import fitting
from fireteam.space.cubes.sight import Pose, Sight
from fireteam.space.cubes.steps import Gait, Going, Mode, Steps, Terms
from fireteam.space.squares import bits

PLAIN, COMPILED = "plain", "compiled"
PAIRS = 200
"""Looks in one piece of work."""
GAITS = (Gait(1), Gait(2), Gait(3), Gait(1, Mode.JUMP), Gait(2, Mode.FLY), Gait(4, Mode.DRIVE))


def yard() -> Layout:
    """Two houses of three floors, walkways between them, low walls, ramps and split alleys; 8 by 8 by 4, unchanged by a
    half turn."""
    floors, walls = [], []
    for x, y, level, kind in (
        *((1, 4, 2, "full"), (1, 4, 3, "full"), (2, 4, 2, "hatch2"), (2, 4, 3, "full"), (1, 5, 2, "full")),
        *((1, 5, 3, "hatch1"), (2, 5, 2, "full"), (2, 5, 3, "full"), (3, 5, 2, "half-S"), (4, 5, 2, "full")),
        *((4, 4, 2, "full"), (4, 3, 2, "half-E"), (3, 3, 2, "full")),
    ):
        turned = {"half-S": "half-N", "half-E": "half-W"}.get(kind, kind)
        floors += [Floor(x, y, level, kind), Floor(9 - x, 9 - y, level, turned)]
    for x, y, level, side, shape in (
        *((1, 3, 1, "N", "door75"), (2, 3, 1, "N", "blocked"), (1, 3, 2, "N", "window"), (2, 3, 2, "N", "blocked")),
        *((1, 5, 1, "N", "window"), (2, 5, 1, "N", "blocked"), (2, 4, 1, "E", "door50"), (2, 5, 1, "E", "window")),
        *((2, 4, 2, "E", "blocked"), (2, 5, 2, "E", "door50"), (1, 5, 2, "N", "blocked"), (2, 5, 2, "N", "blocked")),
        *((2, 4, 3, "E", "low25"), (2, 5, 3, "E", "low25"), (1, 3, 3, "N", "low25"), (2, 3, 3, "N", "low25")),
        *((3, 2, 1, "E", "low50"), (1, 2, 1, "E", "low75"), (2, 7, 1, "E", "low50"), (3, 6, 1, "N", "low25")),
        *((4, 4, 1, "N", "blocked"), (4, 3, 1, "E", "hatch2"), (4, 5, 1, "E", "blocked"), (5, 2, 1, "N", "low50")),
    ):
        walls += [
            Wall(x, y, level, side, shape),
            Wall(9 - x - (side == "E"), 9 - y - (side == "N"), level, side, shape),
        ]
    return Layout(
        floors=tuple(dict.fromkeys(floors)),
        walls=tuple(dict.fromkeys(walls)),
        splits=(Split(3, 7, 1, "x", "door25"), Split(6, 2, 1, "x", "door25")),
        ramps=(Ramp(3, 4, 1, "E"), Ramp(6, 5, 1, "W")),
        platforms=(Platform(3, 6, 1, ("SW", "NW")), Platform(6, 3, 1, ("NE", "SE"))),
        solid=((2, 6, 1), (7, 3, 1)),
    )


def pairs(sight: Sight, steps: Steps, seed: int) -> list[tuple[Pose, Pose]]:
    """Bodies of sizes 1 and 2 anywhere on the map, within eight cubes of each other as everybody there is."""
    draw = random.Random(seed)

    def pose() -> Pose:
        size = draw.choice((1, 1, 2))
        place = draw.choice(list(bits(steps.stands(Gait(size)))))
        return sight.pose(place, draw.choice(fitting(steps.board.quarters[place], size)), size)

    return [(pose(), pose()) for _ in range(PAIRS)]


@contextmanager
def kernels(kind: str) -> Iterator[None]:
    """A while in which plain or compiled kernels answer."""
    before = CUBES.in_use()
    CUBES.swap_in(None)
    if kind == COMPILED:
        warm.use_compiled()
    try:
        yield
    finally:
        CUBES.swap_in(before)


def subject() -> Subject:
    """What a look, a step and a map cost."""
    layout = yard()
    board = Board(layout)
    sight, steps = Sight(board), Steps(board)

    def looks(kind: str, number: int, *, known: bool) -> float:
        here = pairs(sight, steps, number)

        def work() -> int:
            if not known:
                sight.forget()
            for viewer, target in here:
                sight.sees(viewer, target)
            return PAIRS

        with kernels(kind):
            work()
            return each(work)

    def shots(kind: str, number: int) -> float:
        here = pairs(sight, steps, number)
        bodies = [viewer for viewer, _ in here[:12]]

        def work() -> int:
            sight.forget()
            for viewer, target in here:
                sight.has_clear_shot(viewer, target, 0, bodies)
            return PAIRS

        with kernels(kind):
            work()
            return each(work)

    def prepare(_: int) -> float:
        def work() -> int:
            Board(layout)
            return 1000

        return each(work)

    def tables(_: int) -> float:
        def work() -> int:
            fresh = Steps(board)
            for gait in GAITS:
                fresh.table(gait)
            return 1000 * len(GAITS)

        return each(work)

    def reaches(number: int) -> float:
        draw = random.Random(number)
        gait = Gait(1)
        terms = Terms(steps.stands(gait))
        starts = [draw.choice(list(bits(terms.ends))) for _ in range(50)]

        def work() -> int:
            for start in starts:
                steps.reach(Going(start, 2), gait, terms)
            return len(starts)

        return each(work)

    samplers: dict[str, Sampler] = {
        "map of cubes prepared": prepare,
        "table of steps": tables,
        "reach of two steps": reaches,
        "look remembered": partial(looks, PLAIN, known=True),
    }
    rows = [
        Row("cubes: a map of 8x8x4 prepared", "ms", "map of cubes prepared"),
        Row("cubes: the steps of a size and mode", "ms", "table of steps"),
        Row("cubes: where two steps lead", "us", "reach of two steps"),
        Row("cubes: sight, remembered", "us", "look remembered", "", 1, most=True),
    ]
    for kind in (PLAIN, COMPILED) if jit.available() else (PLAIN,):
        look, shot = f"look, {kind}", f"clear shot, {kind}"
        samplers[look] = partial(looks, kind, known=False)
        samplers[shot] = partial(shots, kind)
        rows += [
            Row(f"cubes: sight, {kind}", "us", look, "", 10 if kind == COMPILED else None, most=True),
            Row(f"cubes: a clear shot past 12 bodies, {kind}", "us", shot),
        ]
    return Subject(samplers, rows)
