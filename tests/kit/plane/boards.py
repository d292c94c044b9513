"""Small boards without a game: inches in, hundredths out."""

from __future__ import annotations

from fireteam.space.plane.model import DECK, INCH, OPAQUE, Body, Feature, Part, Polygon, Terrain
from fireteam.space.plane.placing import Ground


def h(inches: float) -> int:
    """Inches in hundredths."""
    return round(inches * INCH)


def rectangle(west: float, south: float, east: float, north: float) -> Polygon:
    """A rectangle, counter-clockwise."""
    return (h(west), h(south)), (h(east), h(south)), (h(east), h(north)), (h(west), h(north))


def block(
    name: str, box: tuple[float, float, float, float], top: float, bottom: float = 0.0, flags: int = OPAQUE
) -> Feature:
    """A feature of one part."""
    return Feature(name, "block", (Part(name, name, rectangle(*box), h(bottom), h(top), flags),))


def deck(name: str, box: tuple[float, float, float, float], top: float) -> Feature:
    """A floor on stilts, an inch thick: one can stand on it and under it."""
    return block(name, box, top, top - 1, OPAQUE | DECK)


def ground(*features: Feature, size: tuple[float, float] = (20, 20)) -> Ground:
    """A board with these features."""
    return Ground(Terrain(h(size[0]), h(size[1]), features).under())


def body(x: float, y: float, z: float = 0.0) -> Body:
    """Somebody on a base an inch across, and an inch tall."""
    return Body(h(x), h(y), h(z), 0.5, h(1))
