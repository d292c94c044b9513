"""The maps that the tests of free movement use, as plans; and random small plans."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from fireteam.space.plane.free.plan import (
    CLIMBABLE,
    DANGEROUS,
    DIFFICULT,
    FLIMSY,
    HOLE,
    IMPASSABLE,
    OBSTACLE,
    OPAQUE,
    RUNGED,
    SOLID,
    Block,
    Floor,
    Ladder,
    Lift,
    Patch,
    Piece,
    Plan,
    Rail,
)

MAPS = Path(__file__).parent / "maps.yaml"
SOLIDS = SOLID | OPAQUE


def hundredths(value: float) -> int:
    return round(value * 100)


def polygon(points: list[list[float]]) -> tuple[tuple[int, int], ...]:
    return tuple((hundredths(x), hundredths(y)) for x, y in points)


def plan_of(data: dict[str, Any]) -> Plan:
    """A map of the file as a plan."""
    pieces: list[Piece] = []
    lifts: list[Lift] = []
    shown: list[tuple[str, str]] = []
    for row in data["features"]:
        kind, name = row["kind"], row["id"]
        corners = polygon(row["poly"]) if "poly" in row else ()
        low = hundredths(row["z"]) if isinstance(row.get("z"), int | float) else 0
        high = low + hundredths(row.get("height", 0))
        if kind in ("platform", "bridge"):
            pieces.append(Floor(name, corners, low, 0, 0, hundredths(row["thickness"]), SOLIDS))
        elif kind in ("ramp", "stairs"):
            pieces.append(slope(name, corners, row["z"], row["low"], 1000 if kind == "ramp" else 20))
        elif kind in ("wall", "smoke-vent"):
            pieces.append(Block(name, corners, low, high, IMPASSABLE | SOLIDS))
        elif kind in ("hut", "rock", "crane"):
            bits = CLIMBABLE | OPAQUE | (0 if kind == "crane" else SOLID) | (FLIMSY if kind == "hut" else 0)
            pieces += [Block(name, corners, low, high, bits), Floor(name, corners, high)]
        elif kind in ("barricade", "fuel-pipe", "drums", "still"):
            pieces.append(Block(name, corners, low, high, OBSTACLE | OPAQUE))
        elif kind == "door":
            pieces.append(Block(name, corners, low, high, IMPASSABLE | SOLIDS, ("closed", "locked")))
            shown.append((name, row["state"]))
        elif kind in ("rubble", "slag-pool", "pit"):
            bits = {"rubble": DIFFICULT, "slag-pool": DIFFICULT | DANGEROUS, "pit": HOLE | RUNGED}[kind]
            pieces.append(Patch(name, corners, low, bits, hundredths(row.get("depth", 0))))
        elif kind == "ladder":
            x, y = row["at"]
            foot, head = map(hundredths, row["z"])
            pieces.append(Ladder(name, hundredths(x), hundredths(y), foot, head))
        elif kind == "lift":
            stops = tuple(map(hundredths, row["z"]))
            lifts.append(Lift(name, corners, stops, stops.index(hundredths(row["start"]))))
        elif kind == "railing":
            (x0, y0), (x1, y1) = row["seg"]
            pieces.append(Rail(name, hundredths(x0), hundredths(y0), hundredths(x1), hundredths(y1), low))
    width, height = data["size"]
    return Plan(hundredths(width), hundredths(height), tuple(pieces), tuple(lifts), tuple(shown))


def slope(
    name: str, corners: tuple[tuple[int, int], ...], heights: list[float], low: str, thickness: int, bits: int = SOLIDS
) -> Floor:
    """A slope that rises from one side of a rectangle to the other."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    west, east, south, north = min(xs), max(xs), min(ys), max(ys)
    rise = hundredths(heights[1] - heights[0])
    grade = rise / (east - west if low in ("west", "east") else north - south)
    gx, gy, at = {
        "west": (grade, 0.0, west),
        "east": (-grade, 0.0, east),
        "south": (0.0, grade, south),
        "north": (0.0, -grade, north),
    }[low]
    return Floor(name, corners, hundredths(heights[0]) - (gx + gy) * at, gx, gy, thickness, bits)


def maps() -> dict[str, Plan]:
    """All maps of the file by name."""
    return {data["id"]: plan_of(data) for data in yaml.safe_load(MAPS.read_text())["maps"]}


def rectangle(west: int, south: int, east: int, north: int) -> tuple[tuple[int, int], ...]:
    return ((west, south), (east, south), (east, north), (west, north))
