"""How near somebody is to a thing, and where it may be set down beside one (NE-MEAS-02)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Why, need
from fireteam.games.necromunda.cards import Vehicle
from fireteam.games.necromunda.marks import outline_of
from fireteam.games.necromunda.movement.falling import everybody_else
from fireteam.games.necromunda.positions import body, near_place, shape, within
from fireteam.games.necromunda.state import INJURED
from fireteam.kit.plane.places import Place, Places, lattice
from fireteam.space.plane.free.measuring import gap, round_solids
from fireteam.space.plane.free.places import Farther, stands
from fireteam.space.plane.free.shapes import Other, Others
from fireteam.space.plane.model import INCH, TOUCH, Body, Polygon

if TYPE_CHECKING:
    from fireteam.games.necromunda.state import Thing
    from fireteam.games.necromunda.table import Table

DISC = 0.5
"""The radius of caskets, caches and rats in inches."""
DISCS = ("casket", "ammo-cache", "rat")


def nearest_of(polygon: Polygon, x: int, y: int) -> tuple[int, int]:
    """The point of a convex area that is nearest to a place."""
    sides = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    if all((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= 0 for (x0, y0), (x1, y1) in sides):
        return x, y
    best = (float("inf"), x, y)
    for (x0, y0), (x1, y1) in sides:
        square = (x1 - x0) ** 2 + (y1 - y0) ** 2
        along = min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / square))
        px, py = round(x0 + along * (x1 - x0)), round(y0 + along * (y1 - y0))
        best = min(best, (hypot(px - x, py - y), px, py))
    return best[1], best[2]


def near_thing(t: Table, who: int, thing: Thing, inches: float) -> bool:
    """Whether somebody is within a distance of a thing: of its outline, its rim, or its point (see NE-MEAS-02)."""
    m, polygon = t.model(who), outline_of(t, thing.id)
    if is_far(t, who, polygon or ((thing.x, thing.y),), inches + DISC):
        return False
    if polygon:
        x, y = nearest_of(polygon, m.x, m.y)
        return near_place(t, who, x, y, thing.z, inches)
    a, b = shape(t, who), Body(thing.x, thing.y, thing.z, DISC if thing.kind in DISCS else 0.0, 0)
    return within(gap(a, b), inches) and within(round_solids(t.field, a, b, inches), inches)


def is_far(t: Table, who: int, polygon: Polygon, inches: float) -> bool:
    """Whether somebody is surely not within a distance of an area: seen from above, by the box round it."""
    m, card = t.state.models[who], t.cards[who]
    reach = (inches + (card.length + card.width if isinstance(card, Vehicle) else card.radius)) * INCH + 2
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs) - m.x > reach or m.x - max(xs) > reach or min(ys) - m.y > reach or m.y - max(ys) > reach


def is_near(t: Table, who: int, thing: Thing, inches: float, rule: str, why: Why) -> bool:
    """The same as a law."""
    return need(why, near_thing(t, who, thing, inches), rule, '{} is within {:g}"', thing.id, inches)


def touches_outline(t: Table, who: int, thing: Thing) -> bool:
    """Whether a base is in contact with a piece of the map."""
    m = t.model(who)
    x, y = nearest_of(outline_of(t, thing.id), m.x, m.y)
    return hypot(x - m.x, y - m.y) / INCH <= t.cards[who].radius + TOUCH + 1e-9 and abs(m.z - thing.z) < INCH


# -- places ------------------------------------------------------------------------------------------------------------


def fits(t: Table, who: int, place: Place, *, keep_off: bool = True) -> bool:
    """Whether somebody may be set down at a place: there is room, and no enemy fighter within 1" of it."""
    at = body(t, who)._replace(x=place.x, y=place.y, z=place.z)
    foes: tuple[Farther, ...] = ()
    if keep_off and t.model(who).stance != INJURED:
        foes = tuple(
            Farther(shape(t, foe), 1.0, straight=False)
            for foe in t.enemies(who)
            if not t.is_vehicle(foe) and not t.is_injured(foe) and not t.model(foe).inside
        )
    return stands(t.field, at, everybody_else(t, who), foes)


def disc_fits(t: Table, place: Place) -> bool:
    """Whether a casket or the like may be put at a place: on a floor, also that of a deck, clear of solids and of
    bases."""
    models = Others(Other(body(t, who)) for who in t.fighters() if not t.model(who).inside)
    return stands(t.field, Body(place.x, place.y, place.z, DISC, 50), models)


def square_about(x: int, y: int, inches: float) -> Polygon:
    """A square that holds all places within a distance of a place."""
    reach = round(inches * INCH)
    return ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))


def places(
    t: Table,
    x: int,
    y: int,
    inches: float,
    rule: str,
    law: Callable[[Place, Why], bool],
    *,
    radius: float = 0.0,
    first: Iterable[tuple[int, int]] = (),
) -> Places:
    """Places about a point that meet a law; those tried first are given, then a lattice over all floors."""
    area = square_about(x, y, inches)
    width, height = t.field.plan.width, t.field.plan.height

    def judge(place: Place) -> Check | None:
        checks: list[Check] = []
        return None if law(place, checks) else checks[-1]

    def tries() -> Iterable[Place]:
        for px, py in (*first, *lattice([area], 50)):
            if 0 <= px <= width and 0 <= py <= height:
                yield from (Place(px, py, z) for z in t.surfaces(px, py))

    return Places("place", (rule,), judge, tries, surfaces=t.surfaces, areas=(area,), radius=radius)


def has_place(region: Places) -> bool:
    """Whether any place of a region is legal."""
    return any(region.judge(place) is None for place in region.tries())


def ask_place(t: Table, seat: int, about: str, region: Places) -> Rule[Place]:
    """Where something is put."""
    pick: Option = yield t.ask(seat, about, tuple, region)
    return Place(*pick.args)


def beside(t: Table, who: int, rule: str) -> Places:
    """Where a disc may be put in contact with somebody's base (see NE-LOOT-03)."""
    m = t.model(who)
    own = t.cards[who].radius + DISC

    def law(place: Place, why: Why) -> bool:
        away = hypot(place.x - m.x, place.y - m.y) / INCH
        touching = own - 0.001 <= away <= own + TOUCH and abs(place.z - m.z) < INCH // 2
        return need(why, touching, rule, "it touches the base of {}", t.name(who)) and need(
            why, disc_fits(t, place), rule, "there is room"
        )

    return places(t, m.x, m.y, own, rule, law, radius=DISC, first=ring(m.x, m.y, own))


def ring(x: int, y: int, inches: float) -> list[tuple[int, int]]:
    """Places round a point at a distance, rounded outward."""
    found = []
    for degrees in range(0, 360, 15):
        dx, dy = cos(radians(degrees)), sin(radians(degrees))
        far = inches * INCH
        px, py = round(x + dx * far), round(y + dy * far)
        while hypot(px - x, py - y) < far - 0.05:
            far += 0.5
            px, py = round(x + dx * far), round(y + dy * far)
        found.append((px, py))
    return found
