"""Random small fields: walls, huts, obstacles, patches, holes, platforms with ladders and stairs."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from fireteam.space.plane.free.plan import (
    CLIMBABLE,
    DANGEROUS,
    DIFFICULT,
    HOLE,
    IMPASSABLE,
    OBSTACLE,
    OPAQUE,
    RUNGED,
    SOLID,
    Block,
    Floor,
    Ladder,
    Patch,
    Piece,
    Plan,
)
from fireteam.space.plane.free.shapes import BLOCKS, RING, Hull, Other, Others
from fireteam.space.plane.model import Body
from tests.space.free.content import SOLIDS, rectangle, slope

SIDE = 1600
"""Hundredths of an inch along each side of the table."""


def convex(dice: Random, x: int, y: int, reach: int) -> tuple[tuple[int, int], ...]:
    """A convex polygon about a place: a rectangle, or three to six corners on a circle."""
    if dice.random() < 0.6:
        wide, deep = dice.randint(20, reach), dice.randint(20, reach)
        return rectangle(x - wide, y - deep, x + wide, y + deep)
    count = dice.randint(3, 6)
    turn = dice.random() * 2 * pi
    return tuple(
        (round(x + reach * cos(turn + 2 * pi * k / count)), round(y + reach * sin(turn + 2 * pi * k / count)))
        for k in range(count)
    )


def random_plan(seed: int, levels: bool = True) -> Plan:
    """A field of sixteen inches with a bit of everything."""
    dice = Random(seed)
    pieces: list[Piece] = []

    def place() -> tuple[int, int]:
        return dice.randint(250, SIDE - 250), dice.randint(250, SIDE - 250)

    for number in range(dice.randint(0, 3)):
        pieces.append(Block(f"wall{number}", convex(dice, *place(), 200), 0, 400, IMPASSABLE | SOLID | OPAQUE))
    for number in range(dice.randint(0, 2)):
        tall = dice.choice((40, 60, 100, 150))
        pieces.append(Block(f"low{number}", convex(dice, *place(), 120), 0, tall, OBSTACLE | OPAQUE))
    for number in range(dice.randint(0, 2)):
        bits = dice.choice((DIFFICULT, DIFFICULT, DIFFICULT | DANGEROUS))
        pieces.append(Patch(f"patch{number}", convex(dice, *place(), 180), 0, bits))
    if levels and dice.random() < 0.5:
        outline, top = convex(dice, *place(), 150), dice.choice((120, 250))
        pieces += [Block("hut", outline, 0, top, CLIMBABLE | SOLIDS), Floor("hut", outline, top)]
    if levels and dice.random() < 0.4:
        x, y = place()
        pieces.append(Patch("pit", rectangle(x - 130, y - 130, x + 130, y + 130), 0, HOLE | RUNGED, 300))
    if levels and dice.random() < 0.7:
        x, y = dice.randint(400, SIDE - 600), dice.randint(300, SIDE - 620)
        high, run = dice.choice((200, 300, 400)), dice.choice((200, 300, 400))
        outline = rectangle(x, y, x + 400, y + 300)
        pieces.append(Floor("deck", outline, high, 0, 0, 20, SOLIDS))
        pieces.append(Ladder("ladder", x + 200, y, 0, high))
        if dice.random() < 0.7:
            stairs = rectangle(x - run, y + 50, x, y + 250)
            pieces.append(slope("stairs", stairs, [0, high / 100], "west", dice.choice((20, 500))))
        if dice.random() < 0.5:
            gap = dice.choice((60, 99, 101, 150))
            pieces.append(Floor("far", rectangle(x, y + 300 + gap, x + 400, y + 450 + gap), high, 0, 0, 20, SOLIDS))
    return Plan(SIDE, SIDE, tuple(pieces))


def random_body(dice: Random, z: int = 0, radius: float = 0.5) -> Body:
    return Body(dice.randint(100, SIDE - 100), dice.randint(100, SIDE - 100), z, radius, 160)


def random_others(dice: Random, count: int, bits: int = BLOCKS | RING) -> Others:
    """Bodies and a hull here and there, on the ground."""
    rows = [Other(random_body(dice), bits) for _ in range(count)]
    if dice.random() < 0.3:
        x, y = dice.randint(300, SIDE - 300), dice.randint(300, SIDE - 300)
        rows.append(Other(Hull(x, y, 0, 3.0, 1.6, 200, dice.randint(0, 359)), BLOCKS))
    return Others(rows)


# -- the same, turned --------------------------------------------------------------------------------------------------


def turned(plan: Plan, kind: str) -> Plan:
    """A plan mirrored in its middle line, or turned by half."""

    def point(x: float, y: float) -> tuple[float, float]:
        return (plan.width - x, y) if kind == "mirror" else (plan.width - x, plan.height - y)

    def outline(polygon: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        moved = [point(x, y) for x, y in polygon]
        return tuple((int(x), int(y)) for x, y in (reversed(moved) if kind == "mirror" else moved))

    pieces: list[Piece] = []
    for piece in plan.pieces[1:]:
        if isinstance(piece, Floor):
            gx, gy = -piece.gx, piece.gy if kind == "mirror" else -piece.gy
            z = piece.z + piece.gx * plan.width + (0 if kind == "mirror" else piece.gy * plan.height)
            pieces.append(piece._replace(polygon=outline(piece.polygon), z=z, gx=gx, gy=gy))
        elif isinstance(piece, Block | Patch):
            pieces.append(piece._replace(polygon=outline(piece.polygon)))
        elif isinstance(piece, Ladder):
            x, y = point(piece.x, piece.y)
            pieces.append(piece._replace(x=int(x), y=int(y)))
    return Plan(plan.width, plan.height, tuple(pieces))


def moved(body: Body, kind: str) -> Body:
    """A body where it stands on such a plan."""
    return body._replace(x=SIDE - body.x, y=body.y if kind == "mirror" else SIDE - body.y)
