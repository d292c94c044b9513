"""Moving on the plane: reach, suggestions, routes and the preparation of maps, plain and compiled, on the three
killzones."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from benchmarks.measure import Row, Sampler, Subject, each
from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.content.terrain import part, terrain_of
from fireteam.space import jit
from fireteam.space.plane import warm
from fireteam.space.plane.jit import PLANE
from fireteam.space.plane.legs import WALKING
from fireteam.space.plane.model import Body, Feature, Overlay, base
from fireteam.space.plane.paths import Enemy, Terms
from fireteam.space.plane.placing import Ground, ground_of, stands
from fireteam.space.plane.reach import Reach
from fireteam.space.plane.routes import route, search_of
from fireteam.space.plane.waypoints import Atlas, atlas_of

MOVES = 8
"""Moves in one piece of work."""
RADIUS, TALL = base(32), 140


def _route(field: Reach, draw: random.Random) -> object:
    start = field.start
    return route(
        field.ground, start, start.x + draw.randrange(-400, 400), start.y + draw.randrange(-400, 400), field.terms
    )


QUERIES: dict[str, tuple[Callable[[Reach, random.Random], object], float, float]] = {
    "the outline of a 6-inch reach": (lambda field, _: field.outline(), 1000, 20000),
    "24 places to move to, with their reach": (lambda field, _: field.places(24), 1000, 5000),
    "24 moves suggested, with their reach": (lambda field, _: field.suggest(24), 1000, 5000),
    "a move drawn by a number": (lambda field, draw: field.draw(draw.random()), 1000, 5000),
    "a route to a point, with its search": (_route, 1000, 5000),
    "whether a move has any end": (lambda field, _: field.first(), 200, 1000),
}
"""What is asked, and the most microseconds it may take compiled and plain."""


def grounds() -> list[Ground]:
    """The killzones of the bundled pack."""
    found = []
    for killzone in content(None).killzones:
        terrain = terrain_of(killzone)
        found.append(
            ground_of(terrain.under(), tuple(area.polygon for area in terrain.areas if area.kind == "hazardous"))
        )
    return found


def moves(ground: Ground, seed: int) -> list[tuple[Body, Terms]]:
    """Movers on the floor, each with six enemies somewhere on the board."""
    draw = random.Random(seed)
    terrain = ground.board.terrain

    def anybody() -> Body:
        while True:
            one = Body(draw.randrange(80, terrain.width - 80), draw.randrange(80, terrain.height - 80), 0, RADIUS, TALL)
            if stands(ground, one) is None:
                return one

    return [(anybody(), Terms(6, enemies=tuple(Enemy(anybody()) for _ in range(6)))) for _ in range(MOVES)]


@contextmanager
def kernels(compiled: bool) -> Iterator[None]:
    """With compiled kernels, or with plain ones."""
    PLANE.swap_in(None)
    if compiled:
        warm.use_compiled()
    try:
        yield
    finally:
        PLANE.swap_in(None)


def asked(query: Callable[[Reach, random.Random], object], compiled: bool) -> Sampler:
    """One query after another over the killzones, their maps prepared."""

    def sample(number: int) -> float:
        with kernels(jit.available()):
            warm.warm(grounds(), [warm.Base(RADIUS, TALL)])
        with kernels(compiled):
            fresh = [
                (ground, *move) for place, ground in enumerate(grounds()) for move in moves(ground, 3 * number + place)
            ]
            draw = random.Random(number)

            def work() -> int:
                search_of.cache_clear()
                for ground, start, terms in fresh:
                    atlas_of(ground, RADIUS, TALL, WALKING).forget()
                    query(Reach(ground, start, terms), draw)
                return len(fresh)

            return each(work)

    return sample


def prepared(compiled: bool) -> Sampler:
    """A map prepared where nothing is kept on disk, the slowest of the killzones; plain Python is measured once, it
    takes seconds."""
    known: list[float] = []

    def sample(_: int) -> float:
        if not known or compiled:
            before = os.environ.get("FIRETEAM_HOME")
            with kernels(compiled), tempfile.TemporaryDirectory() as folder:
                os.environ["FIRETEAM_HOME"] = folder
                try:
                    known[:] = [max(each(partial(_prepare, ground)) for ground in grounds())]
                finally:
                    os.environ.pop("FIRETEAM_HOME")
                    if before is not None:
                        os.environ["FIRETEAM_HOME"] = before
        return known[0] / 1e6

    return sample


def _prepare(ground: Ground) -> int:
    atlas = Atlas(ground, RADIUS, TALL, WALKING)
    if any(atlas.index):
        raise RuntimeError("a prepared map was found where there should be none")
    # Not kept: the next one is to find nothing either.
    atlas.prepare(keep=False)
    return 1


def _load(ground: Ground) -> int:
    return len(Atlas(ground, RADIUS, TALL, WALKING).index) and 1


def loaded(_: int) -> float:
    """A prepared map read from disk."""
    with kernels(jit.available()):
        warm.warm(grounds(), [warm.Base(RADIUS, TALL)])
    return max(each(partial(_load, ground)) for ground in grounds()) / 1e6


def changed(compiled: bool, placed: bool) -> Sampler:
    """The first reach after a hatchway was opened, or four barricades placed, on a prepared map that has hatchways."""

    def sample(number: int) -> float:
        with kernels(jit.available()):
            warm.warm(grounds(), [warm.Base(RADIUS, TALL)])
        terrain = next(terrain for terrain in map(terrain_of, content(None).killzones) if terrain.hatches)
        overlay = (
            Overlay(placed=BARRICADES)
            if placed
            else Overlay(open=(list(terrain.hatches)[number % len(terrain.hatches)],))
        )
        hazards = tuple(area.polygon for area in terrain.areas if area.kind == "hazardous")
        atlas_of(ground_of(terrain.under(), hazards), RADIUS, TALL, WALKING)
        fresh = moves(Ground(terrain.under(overlay), hazards), number)[0]

        def work() -> int:
            # A ground of its own each time: nothing is known of it yet.
            Reach(Ground(terrain.under(overlay), hazards), *fresh).outline()
            return 1

        with kernels(compiled):
            return each(work)

    return sample


def _barricade(number: int, x: int, y: int) -> Feature:
    corners = ((x, y), (x + 170, y), (x + 170, y + 40), (x, y + 40))
    return Feature(
        f"barricade {number}",
        "barricade",
        (part(f"barricade {number}/1", f"barricade {number}", corners, 0, 100, LIGHT),),
    )


LIGHT = frozenset({"Light"})
BARRICADES = tuple(
    _barricade(number, x, y) for number, (x, y) in enumerate(((600, 700), (1200, 1100), (1700, 500), (2200, 1500)))
)


def subject() -> Subject:
    """What moving costs."""
    samplers: dict[str, Sampler] = {}
    rows: list[Row] = []
    for compiled in (False, True) if jit.available() else (False,):
        how = "compiled" if compiled else "plain"
        for title, (query, fast, slow) in QUERIES.items():
            name = f"{title}, {how}"
            samplers[name] = asked(query, compiled)
            rows.append(Row(name, "us", name, "", fast if compiled else slow, most=True))
        for title, placed in (("a hatchway opened", False), ("four barricades placed", True)):
            name = f"the first reach after {title}, {how}"
            samplers[name] = changed(compiled, placed)
            rows.append(Row(name, "us", name, "", 50000 if compiled else 150000, most=True))
        name = f"a map prepared, nothing on disk, {how}"
        samplers[name] = prepared(compiled)
        rows.append(Row(name, "s", name, "", 2, most=True))
    samplers["a prepared map from disk"] = loaded
    rows.append(Row("a prepared map from disk", "s", "a prepared map from disk", "", 0.1, most=True))
    return Subject(samplers, rows)
