"""Models that a scenario keeps back, and how they arrive (NE-RND-09)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Check, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.content.maps import outline
from fireteam.games.necromunda.positions import body, shape
from fireteam.games.necromunda.setup import HAIR, KEEP_OFF, company_of, facing_middle, fits_zone, mission_of
from fireteam.games.necromunda.state import PLAY, RESERVE, Frame
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.plane.places import Place, Places, lattice
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.free.places import stands
from fireteam.space.plane.free.shapes import Other, Others
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.maps import Zone

AWAY_FROM_FOES = 6.0
"""Inches that reinforcements keep from enemies if they can (see NE-RND-09)."""
OPPONENT_PLACES = 2
"""Up to this face the opponent places them (see NE-RND-09)."""
ARRIVED = "arrived"


class Reinforcements(Supplement):
    """Models that a scenario keeps back (see NE-RND-09)."""

    name = "reinforcements"

    def reinforcements(self, t: Table, e: Frame) -> Rule[bool]:
        """The ninth step of the End phase, the side with Priority first (see NE-END-10)."""
        if t.setting.mission is not None:
            for seat in (t.state.priority, 1 - t.state.priority):
                yield from arrive(t, seat)
        return False


def arrive(t: Table, seat: int) -> Rule[None]:
    """From the stated round on the stated number of models is drawn at random and set up in contact with the side's own
    table edge or anywhere in its zone, at least 6" from every enemy if possible; on a 1 or 2 the opponent places them.
    A bottled side receives none (NE-RND-09)."""
    mission = mission_of(t)
    rule = mission.scenario.crew["a" if mission.side_of(t, seat) == "a" else "b"].reinforcements
    if rule is None:
        return
    for _ in range(rule.per_round):
        waiting = [m.index for m in t.state.models if m.side == seat and m.status == RESERVE]
        arrived = sum(line.what == ARRIVED and line.seat == seat for line in t.state.ledger)
        if arrived >= rule.count or t.state.bottled >> seat & 1:
            for who in waiting:
                t.stay_home(who)
            return
        if t.state.round < rule.from_round or not waiting:
            return
        names = tuple((t.name(who), 1) for who in waiting)
        about = topic("reinforcements of {seat}", str(seat))
        (name,) = yield Roll(seat, about, bag=names, name=str(about))
        who = t.number(name)
        region = arrival_places(t, who, seat)
        if not any(region.judge(place) is None for place in region.tries()):
            return
        (face,) = yield Roll(seat, topic("who places {newcomer}", name), alike=(1, 1, 3, 3, 3, 3))
        places = 1 - seat if face <= OPPONENT_PLACES else seat
        where: Option = yield t.ask(places, topic("place of {who}", name), tuple, region)
        t.deploy(who, *where.args)
        t.note(ARRIVED, seat, who)


def arrival_places(t: Table, who: int, seat: int) -> Places:
    """Where a reinforcement may be set up: in its zone or touching its own edge; 6" from every enemy, if that is
    possible (see NE-RND-09)."""
    zones = mission_of(t).zones(t, seat)
    width, height = t.field.plan.width, t.field.plan.height
    rim = round(t.cards[who].radius * INCH)
    edges = own_edges(zones, width, height)
    middle = (width // 2, height // 2)
    foes = [shape(t, foe) for foe in t.enemies(who)]
    company = cache(partial(company_of, t, who))

    def suits(place: Place, checks: list[Check], apart: float) -> bool:
        at = body(t, who)._replace(x=place.x, y=place.y, z=place.z)
        if any(gap(at, foe) < apart - HAIR for foe in foes):
            return need(checks, False, "NE-RND-09", 'at least {:g}" from every enemy', apart)
        at_edge = {
            "west": place.x <= rim + 2,
            "east": place.x >= width - rim - 2,
            "south": place.y <= rim + 2,
            "north": place.y >= height - rim - 2,
        }
        if any(at_edge[edge] for edge in edges):
            others = Others(Other(shape(t, m.index)) for m in t.state.models if m.status == PLAY)
            return need(checks, stands(t.field, at, others), "NE-RND-09", "there is room")
        return fits_zone(t, who, zones, place, company, checks)

    def tries() -> Iterable[Place]:
        found = [(x, y, round(zone.z * INCH)) for zone in zones for x, y in lattice([outline(zone)], 150)]
        for edge in edges:
            long = height if edge in ("west", "east") else width
            for at in range(rim, long - rim + 1, 150):
                x, y = {"west": (rim, at), "east": (width - rim, at), "south": (at, rim), "north": (at, height - rim)}[
                    edge
                ]
                found += [(x, y, z) for z in t.surfaces(x, y)[:1]]
        for x, y, z in found:
            yield Place(x, y, z, facing_middle(x, y, middle))

    far = any(suits(place, [], AWAY_FROM_FOES) for place in tries())

    def judge(place: Place) -> Check | None:
        checks: list[Check] = []
        return None if suits(place, checks, AWAY_FROM_FOES if far else KEEP_OFF) else checks[-1]

    areas = [outline(zone) for zone in zones]
    radius = t.cards[who].radius
    return Places("place", ("NE-RND-09",), judge, tries, surfaces=t.surfaces, areas=areas, radius=radius, rotates=True)


def own_edges(zones: list[Zone], width: int, height: int) -> list[str]:
    """The edge of the table that a side's zones run along the farthest; none if they lie in the midst of it."""
    along = dict.fromkeys(("west", "east", "south", "north"), 0)
    for zone in zones:
        polygon = outline(zone)
        for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            for edge, lies in (
                ("west", x0 == x1 == 0),
                ("east", x0 == x1 == width),
                ("south", y0 == y1 == 0),
                ("north", y0 == y1 == height),
            ):
                along[edge] += abs(x1 - x0) + abs(y1 - y0) if lies else 0
    return [edge for edge, long in along.items() if long and long == max(along.values())]
