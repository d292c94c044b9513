"""Boards, bodies and terms for the tests of standing and moving: inches in, hundredths out."""

from __future__ import annotations

from fireteam.games.killteam.content import terrain
from fireteam.games.killteam.geometry import FAULTS
from fireteam.games.killteam.geometry import path as path_in_words
from fireteam.kit.plane.refusals import Refused, in_words
from fireteam.space.plane.increments import increment
from fireteam.space.plane.legs import WALKING, Gait, Increment, Step
from fireteam.space.plane.model import INCH, Area, Body, Feature, Overlay, Part, Polygon, Terrain, base
from fireteam.space.plane.paths import Enemy, Move, Terms, path
from fireteam.space.plane.placing import Ground

R25, R32, R50 = base(25), base(32), base(50)


def h(inches: float) -> int:
    """Inches in hundredths."""
    return round(inches * INCH)


def rectangle(west: float, south: float, east: float, north: float) -> Polygon:
    """A rectangle, counter-clockwise."""
    return (h(west), h(south)), (h(east), h(south)), (h(east), h(north)), (h(west), h(north))


def part(name: str, box: tuple[float, float, float, float], bottom: float, top: float, traits: str = "Heavy") -> Part:
    """A block; the word before the first dash of its name is its feature."""
    names = frozenset(traits.split())
    opaque = not names & {"Obstructing", "Ladder"}
    return terrain.part(name, name.split("-", maxsplit=1)[0], rectangle(*box), h(bottom), h(top), names, opaque)


def features_of(parts: tuple[Part, ...]) -> tuple[Feature, ...]:
    """The parts filed under their features."""
    names = dict.fromkeys(one.feature for one in parts)
    return tuple(Feature(name, "block", tuple(one for one in parts if one.feature == name)) for name in names)


def ground(
    *parts: Part, hazards: tuple[Polygon, ...] = (), placed: tuple[Part, ...] = (), size: tuple[float, float] = (30, 22)
) -> Ground:
    """A board with these parts, and these placed as equipment."""
    areas = tuple(Area(f"hazard {number}", "hazardous", polygon) for number, polygon in enumerate(hazards))
    terrain = Terrain(h(size[0]), h(size[1]), features_of(parts), areas)
    return Ground(terrain.under(Overlay(placed=features_of(placed))), hazards)


def body(x: float, y: float, z: float = 0.0, radius: float = R32, height: float = 1.4) -> Body:
    """An operative with a 32 mm base, 1.4" tall, unless it is said otherwise."""
    return Body(h(x), h(y), h(z), radius, h(height))


def small(x: float, y: float, z: float = 0.0) -> Body:
    """An operative with a 25 mm base, 1.1" tall."""
    return body(x, y, z, R25, 1.1)


def step(x: float, y: float, z: float | None = None, *, jump: bool = False, ladder: bool = True) -> Step:
    """A leg to a place in inches."""
    return Step(h(x), h(y), None if z is None else h(z), jump, ladder)


def walk(here: Ground, start: Body, to: Step, gait: Gait = WALKING, allowance: int = 200) -> Increment:
    """A leg that must be legal."""
    leg = increment(here, start, to, gait, allowance)
    assert isinstance(leg, Increment), str(leg)
    return leg


def refuse(here: Ground, start: Body, to: Step, gait: Gait = WALKING) -> Refused:
    """A leg that must not be legal: why, in a game's words."""
    leg = increment(here, start, to, gait)
    assert not isinstance(leg, Increment), f"cost {leg.cost}: {leg.charges}"
    return in_words(FAULTS, leg)


def split(leg: Increment) -> dict[str, int]:
    """What the inches of a leg were for."""
    found: dict[str, int] = {}
    for charge in leg.charges:
        found[charge.kind] = found.get(charge.kind, 0) + charge.inches
    return found


def terms(inches: int = 6, **rest: object) -> Terms:
    """Terms of a move."""
    return Terms(inches)._replace(**rest)  # type: ignore[arg-type]


def go(here: Ground, start: Body, *steps: Step, by: Terms | None = None) -> Move:
    """A move that must be legal."""
    move = path(here, start, steps, by or terms())
    assert isinstance(move, Move), str(move)
    return move


def no_go(here: Ground, start: Body, *steps: Step, by: Terms | None = None) -> Refused:
    """A move that must not be legal: why, in a game's words."""
    move = path_in_words(here, start, steps, by or terms())
    assert isinstance(move, Refused), f"cost {move.cost}"
    return move


def enemy(
    x: float,
    y: float,
    z: float = 0.0,
    *,
    enter: bool = False,
    leave: bool = True,
    end: bool = False,
    through: bool = False,
) -> Enemy:
    """An enemy with a 32 mm base."""
    return Enemy(body(x, y, z), enter, leave, end, through)
