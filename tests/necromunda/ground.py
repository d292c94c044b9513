"""Pieces and things of scenes, in inches from the middle of the table."""

from __future__ import annotations

from typing import Any

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field
from fireteam.games.necromunda.content.maps import BLOCKS
from fireteam.games.necromunda.scenarios import Mission
from fireteam.games.necromunda.state import Thing
from fireteam.space.plane.free.plan import OPAQUE, SOLID, Block, Floor, Lift, Piece, Plan
from fireteam.space.plane.model import Polygon
from tests.necromunda.scene import MIDDLE


def at(x: float, y: float) -> tuple[int, int]:
    """A place in inches from the middle, in hundredths."""
    return round((MIDDLE + x) * 100), round((MIDDLE + y) * 100)


def box(west: float, south: float, east: float, north: float) -> Polygon:
    """A rectangle in inches from the middle."""
    return (at(west, south), at(east, south), at(east, north), at(west, north))


def thing(id: str, kind: str, x: float, y: float, z: int = 0, **more: Any) -> Thing:
    """A thing at a place in inches from the middle."""
    return Thing(id, kind, *at(x, y), z, **more)


def block(id: str, kind: str, west: float, south: float, east: float, north: float, **more: Any) -> Block:
    """A block of a kind: as high as such a one is, or with its foot and top in hundredths."""
    foot, top = more.pop("foot", 0), more.pop("top", 400)
    only = ("closed", "locked") if kind == "door" else ("",) if kind == "crane" else ()
    return Block(id, box(west, south, east, north), foot, top, BLOCKS[kind], only)


def platform(id: str, west: float, south: float, east: float, north: float, height: int) -> Floor:
    """A floor at a height in hundredths, with a slab under it."""
    return Floor(id, box(west, south, east, north), height, 0.0, 0.0, 20, SOLID | OPAQUE)


def plate(id: str, west: float, south: float, east: float, north: float, *stops: int) -> Lift:
    """A lift with its stops in hundredths."""
    return Lift(id, box(west, south, east, north), stops, 0, 20, SOLID | OPAQUE)


def ground(*pieces: Piece, **more: Any) -> Plan:
    """A table with these pieces."""
    return field(*pieces, **more)


def give(match: Match, mission: Mission) -> None:
    """A scene has a scenario from now on."""
    setting: Any = match.setting
    setting.mission = mission
