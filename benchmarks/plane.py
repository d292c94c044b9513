"""The plane: moving, and a full shot (seen, cover, obscured over 25 origins), plain and compiled, beside shapely's
prepared geometries."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from math import acos, atan2, cos, hypot, pi, sin
from typing import Any

from benchmarks import planemoves
from benchmarks.measure import Row, Sampler, Subject, each
from fireteam.games.killteam.content.terrain import part
from fireteam.space import jit
from fireteam.space.plane import shots, warm
from fireteam.space.plane.jit import PLANE
from fireteam.space.plane.model import Body, Feature, Terrain, base
from fireteam.space.plane.sight import sees_part, visible

PLAIN, COMPILED, SIGHT, SHAPELY = (
    "full shots, plain",
    "full shots, compiled",
    "sight tests, plain",
    "full shots by shapely",
)
PAIRS = 40
"""Shots in one piece of work."""
EPS, CROSS = 0.001, 0.02


def killzone() -> Terrain:
    """Ruins of eight walls, mounds and crates, unchanged by a half turn: 60 parts on 30 by 22 inches."""
    features: list[Feature] = []

    def add(name: str, *blocks: tuple[float, float, float, float, float, str]) -> None:
        for turn in (False, True):
            parts = []
            owner = f"{name}-{'b' if turn else 'a'}"
            for number, (x, y, width, depth, top, trait) in enumerate(blocks):
                west, south, east, north = (round(value * 100) for value in (x, y, x + width, y + depth))
                if turn:
                    west, south, east, north = 3000 - east, 2200 - north, 3000 - west, 2200 - south
                corners = ((west, south), (east, south), (east, north), (west, north))
                parts.append(part(f"{owner}/{number}", owner, corners, 0, round(top * 100), frozenset({trait})))
            features.append(Feature(owner, name, tuple(parts)))

    for number, (x, y) in enumerate(((6.5, 13.0), (7.0, 1.5), (1.5, 7.5))):
        walls = [
            (x, y, 2, 0.3),
            (x + 2, y, 1.2, 0.3),
            (x + 3.2, y, 1.8, 0.3),
            (x, y + 0.3, 0.3, 2),
            (x, y + 2.3, 0.3, 1.5),
        ]
        walls += [(x + 4.7, y + 0.3, 0.3, 3.2), (x, y + 3.8, 1.6, 0.3), (x + 3, y + 3.8, 2, 0.3)]
        add(f"ruin {number}", *((*wall, 2.8 if place % 3 else 1.0, "Heavy") for place, wall in enumerate(walls)))
    for number, (x, y) in enumerate(((13.2, 3.0), (12.0, 8.5), (3.0, 15.0), (13.5, 18.5), (4.2, 4.0), (13.0, 13.5))):
        add(f"crate {number}", (x, y, 1.2, 0.9, 0.8 + 0.2 * number, "Heavy" if number % 2 else "Light"))
    return Terrain(3000, 2200, tuple(features))


def pairs(terrain: Terrain, seed: int) -> list[tuple[Body, Body]]:
    """Shooters and targets on the floor that see each other: others are not shot at."""
    draw = random.Random(seed)
    board = terrain.under()
    found: list[tuple[Body, Body]] = []
    while len(found) < PAIRS:
        a, b = (Body(draw.randrange(70, 2930), draw.randrange(70, 2130), 0, base(32), 140) for _ in range(2))
        if visible(board, a, b):
            found.append((a, b))
    return found


def subject() -> Subject:
    """What a shot costs, and how many times that shapely needs."""
    terrain = killzone()
    board = terrain.under()

    def shoot(number: int) -> float:
        fresh = pairs(terrain, number)

        def work() -> int:
            for a, b in fresh:
                board.memo.clear()
                shots.shot(board, a, b)
            return PAIRS

        return each(work)

    def plain(number: int) -> float:
        PLANE.swap_in(None)
        return shoot(number)

    def compiled(number: int) -> float:
        warm.use_compiled()
        try:
            return shoot(number)
        finally:
            PLANE.swap_in(None)

    def look(number: int) -> float:
        PLANE.swap_in(None)
        fresh = pairs(terrain, number)

        def work() -> int:
            board.memo.clear()
            return sum(1 for a, b in fresh if visible(board, a, b))

        return each(work)

    samplers: dict[str, Sampler] = {PLAIN: plain, SIGHT: look}
    rows = [
        Row("a full shot, plain Python", "us", PLAIN, "", 1000, most=True),
        Row("a sight test, plain Python", "us", SIGHT),
    ]
    ours = PLAIN
    if jit.available():
        samplers[COMPILED] = compiled
        rows.append(Row("a full shot, compiled by numba", "us", COMPILED))
        ours = COMPILED
    else:
        rows[0] = rows[0]._replace(title=f"{rows[0].title} (numba is not installed)")
    if find_spec("shapely") is not None:
        samplers[SHAPELY] = shapely_sampler(terrain)
        rows.append(Row("a full shot, against shapely's prepared geometries", "us", ours, SHAPELY, 1 / 200, most=True))
    else:
        rows[-1] = rows[-1]._replace(title=f"{rows[-1].title} (shapely is not installed: no peer)")
    moving = planemoves.subject()
    return Subject({**samplers, **moving.samplers}, [*rows, *moving.rows])


def shapely_sampler(terrain: Terrain) -> Sampler:
    """The same predicate with shapely: prepared footprints against the lines of an origin, all at once."""
    numpy: Any = import_module("numpy")
    shapely: Any = import_module("shapely")
    board = terrain.under()
    footprints: list[Any] = [shapely.Polygon([(x / 100, y / 100) for x, y in one.polygon]) for one in board.parts]
    for footprint in footprints:
        shapely.prepare(footprint)

    def stretches(
        number: int, start: tuple[float, float], ends: list[tuple[float, float]], lines: Any
    ) -> list[tuple[int, float, float]]:
        """Line, from and to (as parts of its length) of every line that meets a footprint."""
        found = []
        for line in numpy.nonzero(shapely.intersects(footprints[number], lines))[0]:
            cut = shapely.intersection(footprints[number], lines[line])
            length = hypot(ends[line][0] - start[0], ends[line][1] - start[1])
            spots = [hypot(x - start[0], y - start[1]) / length for x, y in shapely.get_coordinates(cut)]
            if spots:
                found.append((int(line), min(spots), max(spots)))
        return found

    def seen(a: Body, b: Body) -> bool:
        ax, ay, bx, by = a.x / 100, a.y / 100, b.x / 100, b.y / 100
        way = hypot(bx - ax, by - ay)
        wx, wy = (ay - by) / way, (bx - ax) / way
        ends = [(bx + f * (b.radius - 0.079) * wx, by + f * (b.radius - 0.079) * wy) for f in (0, 1, -1, 0.5, -0.5)]
        lines = shapely.linestrings([[(ax, ay), end] for end in ends])
        hits = [(number, hit) for number in range(len(footprints)) for hit in stretches(number, (ax, ay), ends, lines)]
        eye, foot, head = a.height / 100, 0.1, b.height / 100
        for k in (1, 0.75, 0.5, 0.25, 0):
            drop = foot + k * (head - foot) - eye
            for line, end in enumerate(ends):
                length = hypot(hypot(end[0] - ax, end[1] - ay), drop)
                free = True
                for number, (hit, start, stop) in hits:
                    if hit == line:
                        top = board.top[number]
                        if drop < 0:
                            start = max(start, (top - eye) / drop)
                        elif eye >= top:
                            continue
                        free = free and (stop - start) * length <= CROSS
                if free:
                    return True
        return False

    def shot(a: Body, b: Body) -> tuple[bool, list[tuple[tuple[int, ...], tuple[int, ...]]]]:
        ax, ay, bx, by = a.x / 100, a.y / 100, b.x / 100, b.y / 100
        towards = atan2(by - ay, bx - ax)
        origins = [
            (ax, ay),
            *(
                (ax + a.radius * cos(towards + step * pi / 12), ay + a.radius * sin(towards + step * pi / 12))
                for step in range(24)
            ),
        ]
        near = hypot(bx - ax, by - ay) - a.radius - b.radius <= 2 + EPS
        outcomes = []
        visible_parts: dict[int, bool] = {}
        for ox, oy in origins:
            away = hypot(ox - bx, oy - by)
            back, half = atan2(oy - by, ox - bx), acos(min(1.0, b.radius / away))
            ends = [
                (
                    bx + b.radius * cos(back - half + half * step / 12),
                    by + b.radius * sin(back - half + half * step / 12),
                )
                for step in range(25)
            ]
            lines = shapely.linestrings([[(ox, oy), end] for end in ends])
            cover, obscured = [], []
            for number in range(len(footprints)):
                gives, hides = False, False
                for line, start, stop in stretches(number, (ox, oy), ends, lines):
                    dx, dy = ends[line][0] - ox, ends[line][1] - oy
                    if (stop - start) * hypot(dx, dy) <= CROSS:
                        continue
                    points = [
                        (ox + t * dx, oy + t * dy) for t in (start + (stop - start) * step / 8 for step in range(9))
                    ]
                    gives = gives or hypot(points[8][0] - bx, points[8][1] - by) - b.radius <= 1 + EPS
                    if "Heavy" in board.parts[number].traits:
                        hides = hides or any(
                            hypot(x - bx, y - by) - b.radius > 1 + EPS and hypot(x - ax, y - ay) - a.radius > 1 + EPS
                            for x, y in points
                        )
                if gives and not near:
                    if number not in visible_parts:
                        visible_parts[number] = sees_part(board, b, number)
                    if visible_parts[number]:
                        cover.append(number)
                if hides:
                    obscured.append(number)
            outcomes.append((tuple(cover), tuple(obscured)))
        return seen(a, b), outcomes

    def sample(number: int) -> float:
        fresh = pairs(terrain, number)[:4]
        for a, b in fresh:
            # The peer is measured only if it gives the same answers.
            ours = shots.shot(board, a, b)
            mine = [
                next((given.cover, given.obscured) for given in ours.outcomes if origin in given.origins)
                for origin in range(25)
            ]
            assert (ours.visible, mine) == shot(a, b)

        def work() -> int:
            for a, b in fresh:
                shot(a, b)
            return len(fresh)

        return each(work)

    return sample
