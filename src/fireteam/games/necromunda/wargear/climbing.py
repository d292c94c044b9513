"""Gear that moves its bearer: the drop rig and the grapnel (NE-WAR)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import hypot

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, DOUBLE, Activation, Deed
from fireteam.games.necromunda.cards import quality
from fireteam.games.necromunda.movement.falling import everybody_else
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, shape
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality
from fireteam.kit.plane.places import Place, Places, lattice
from fireteam.space.plane.free.forced import rim
from fireteam.space.plane.free.places import Farther, stands
from fireteam.space.plane.free.seeing import free_line
from fireteam.space.plane.model import INCH

EDGE = 1.0
"""Inches from an edge within which one may descend (see NE-WAR-01)."""
DOWN, ASIDE = 12.0, 3.0
LINE = 12.0
"""Inches of line that a grapnel has (see NE-WAR-02)."""
ABOVE = 20
"""Hundredths over the floor at which the way of the middle runs: a line along a floor touches it."""

kinds(
    descend=("descend", ("NE-WAR-01",)),
    grapnel=("use the grapnel", ("NE-WAR-02",)),
)


def fits(t: Table, who: int, place: Place) -> bool:
    """Whether somebody may stand at a place, not within 1" of an enemy fighter."""
    at = body(t, who)._replace(x=place.x, y=place.y, z=place.z)
    foes = tuple(
        Farther(shape(t, foe), 1.0, straight=False)
        for foe in t.enemies(who)
        if not t.is_vehicle(foe) and not t.is_injured(foe)
    )
    return stands(t.field, at, everybody_else(t, who), foes)


# -- the drop rig ------------------------------------------------------------------------------------------------------


@quality("drop-rig")
class DropRig(Quality):
    """Its bearer lowers itself from an edge (see NE-WAR-01)."""

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (Deed("descend", "NE-WAR-01", BASIC, (ACTIVE,), may_descend, lambda t, a: [option("descend")], descend),)


def may_descend(t: Table, a: Activation, why: Why) -> bool:
    """An edge within 1", and a place to come down (see NE-WAR-01)."""
    edge = rim(t.field, body(t, a.who))
    near = edge is not None and edge.gap <= EDGE + 0.001
    return need(why, near, "NE-WAR-01", 'an edge is within 1"') and need(
        why, bool(lower_places(t, a.who).suggest(1)), "NE-WAR-01", "there is a place to come down"
    )


def lower_places(t: Table, who: int) -> Places:
    """Where somebody may lower itself to: at most 12" down and 3" sideways, along a line that touches no terrain (see
    NE-WAR-01)."""
    edge = rim(t.field, body(t, who))
    m = t.model(who)
    assert edge is not None
    x, y = round(INCH * (edge.x + edge.nx * 0.1)), round(INCH * (edge.y + edge.ny * 0.1))
    reach = round(ASIDE * INCH)

    def judge(place: Place) -> Check | None:
        checks: list[Check] = []
        aside = hypot(place.x - m.x, place.y - m.y) / INCH
        down = (m.z - place.z) / INCH
        free = free_line(t.field, (x, y, m.z + ABOVE), (x, y, place.z + ABOVE)) and free_line(
            t.field, (x, y, place.z + ABOVE), (place.x, place.y, place.z + ABOVE)
        )
        ok = (
            need(checks, 0 < down <= DOWN, "NE-WAR-01", 'at most 12" down: {:.2f}"', down)
            and need(checks, aside <= ASIDE + 0.001, "NE-WAR-01", 'at most 3" sideways: {:.2f}"', aside)
            and need(checks, free, "NE-WAR-01", "the line touches no terrain")
            and need(checks, fits(t, who, place), "NE-WAR-01", 'there is room, and no enemy within 1"')
        )
        return None if ok else checks[-1]

    area = (
        (m.x - reach, m.y - reach),
        (m.x + reach, m.y - reach),
        (m.x + reach, m.y + reach),
        (m.x - reach, m.y + reach),
    )

    def tries() -> Iterable[Place]:
        ahead = [(round(x + edge.nx * step), round(y + edge.ny * step)) for step in (50, 75, 100, 150, 200, 250)]
        return [Place(px, py, z) for px, py in (*ahead, *lattice([area], 50)) for z in t.surfaces(px, py) if z < m.z]

    return Places("place", ("NE-WAR-01",), judge, tries, surfaces=t.surfaces, areas=(area,), radius=t.cards[who].radius)


def descend(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Descend: no test, no fall (NE-WAR-01)."""
    where: Option = yield t.ask(
        t.player(a.who), topic("where {who} comes down", t.name(a.who)), tuple, lower_places(t, a.who)
    )
    x, y, z, _ = where.args
    t.move(a.who, x, y, z, "NE-WAR-01")
    a.may_turn = True


# -- the grapnel -------------------------------------------------------------------------------------------------------


@quality("grapnel")
class Grapnel(Quality):
    """Its bearer pulls itself along a line (see NE-WAR-02)."""

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (Deed("grapnel", "NE-WAR-02", DOUBLE, (ACTIVE,), may_swing, lambda t, a: [option("grapnel")], swing),)


def may_swing(t: Table, a: Activation, why: Why) -> bool:
    """A place at the end of the line (see NE-WAR-02)."""
    return need(why, bool(line_places(t, a.who).suggest(1)), "NE-WAR-02", "there is a place at the end of the line")


def line_places(t: Table, who: int) -> Places:
    """Where a grapnel takes somebody: up to 12" in one straight line that passes through no terrain (see NE-WAR-02)."""
    m = t.model(who)
    reach = round(LINE * INCH)

    def judge(place: Place) -> Check | None:
        checks: list[Check] = []
        far = hypot(place.x - m.x, place.y - m.y, place.z - m.z) / INCH
        free = free_line(t.field, (m.x, m.y, m.z + ABOVE), (place.x, place.y, place.z + ABOVE))
        ok = (
            need(checks, far <= LINE + 0.001, "NE-WAR-02", 'at most 12" away: {:.2f}"', far)
            and need(checks, free, "NE-WAR-02", "the line passes through no terrain")
            and need(checks, fits(t, who, place), "NE-WAR-02", 'there is room, and no enemy within 1"')
        )
        return None if ok else checks[-1]

    area = (
        (m.x - reach, m.y - reach),
        (m.x + reach, m.y - reach),
        (m.x + reach, m.y + reach),
        (m.x - reach, m.y + reach),
    )
    tries = partial(all_floors, t, area)
    return Places("place", ("NE-WAR-02",), judge, tries, surfaces=t.surfaces, areas=(area,), radius=t.cards[who].radius)


def all_floors(t: Table, area: tuple[tuple[int, int], ...]) -> list[Place]:
    """Places on all floors of an area, the highest first."""
    width, height = t.field.plan.width, t.field.plan.height
    inside = [(x, y) for x, y in lattice([area], 100) if 0 <= x <= width and 0 <= y <= height]
    return sorted((Place(x, y, z) for x, y in inside for z in t.surfaces(x, y)), key=lambda place: -place.z)


def swing(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Grapnel: along the line, to another level too; traps on the line stay as they are (NE-WAR-02)."""
    where: Option = yield t.ask(
        t.player(a.who), topic("where the grapnel of {who} leads", t.name(a.who)), tuple, line_places(t, a.who)
    )
    x, y, z, _ = where.args
    t.move(a.who, x, y, z, "NE-WAR-02")
    a.may_turn = True
