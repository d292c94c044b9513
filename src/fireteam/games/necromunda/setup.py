"""Setting up a battle: the roll-off, sides, crews, deployment (NE-RND-08)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Check, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.content.maps import outline
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, hull, shape
from fireteam.games.necromunda.scenarios import Mission
from fireteam.games.necromunda.state import NOBODY, PLAY, RESERVE, Frame
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.embarking import carrier_under, embark, fits_aboard, spots_aboard
from fireteam.games.necromunda.vehicles.hulls import in_the_way
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then, when
from fireteam.kit.plane.places import Place, Places, lattice
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.hulls import fits
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.free.places import Farther, Inside, stands
from fireteam.space.plane.free.shapes import Hull, Other, Others
from fireteam.space.plane.model import Body

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.maps import Zone

kinds(
    take_side=("play side {}", ("NE-RND-08",)),
    join=("{} joins the crew", ("NE-RND-08",)),
    crew_complete=("the crew is complete", ("NE-RND-08",)),
    deploy_next=("set up {}", ("NE-RND-08",)),
)
Company = tuple[Others, tuple[Farther, ...]]
"""Everybody else on the table, and how far off enemies are kept."""
KEEP_OFF = 1.0
"""Inches that nobody is set up near an enemy (see NE-RND-08)."""
HAIR = 0.001
"""Inches by which a distance may be short for rounding."""


class Setup(Sequence, Frame):
    """The set-up of a battle (see NE-RND-08)."""

    kind = "setup"
    winner: int = 0
    """Who has won the roll-off."""
    crews: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    picking: int = 0
    turn: int = 0

    @staticmethod
    def steps() -> Steps[Table, Setup]:
        """The roll-off, sides, crews, deployment in the scenario's order (NE-RND-08)."""
        return (
            roll_off,
            when(take_sides, sides_are_open),
            repeat(pick_crew, crews_left),
            then(begin_deployment),
            repeat(deploy, models_left),
            then(close),
        )


def mission_of(t: Table) -> Mission:
    """The scenario of a battle."""
    mission = t.setting.mission
    assert mission is not None, "a position laid by hand has no set-up"
    return mission


def roll_off(t: Table, s: Setup) -> Rule[None]:
    """Both sides roll off, ties again (see NE-RND-08)."""
    while True:
        faces = []
        for seat in (0, 1):
            (face,) = yield Roll(seat, topic("roll-off of {seat}", str(seat)))
            faces.append(int(face))
        t.tell("roll_off", "NE-RND-08", shown=tuple(faces))
        if faces[0] != faces[1]:
            s.winner = 0 if faces[0] > faces[1] else 1
            return


def sides_are_open(t: Table, s: Setup) -> bool:
    """Whether the winner may choose the side (see NE-RND-08)."""
    return mission_of(t).scenario.deployment.sides is not None


def take_sides(t: Table, s: Setup) -> Rule[None]:
    """The winner of the roll-off picks side a or b (see NE-RND-08)."""
    pick: Option = yield t.ask(
        s.winner, "which side to play", lambda: [option("take_side", side) for side in ("a", "b")]
    )
    t.take_sides(s.winner if pick.args[0] == "a" else 1 - s.winner)


# -- crews -------------------------------------------------------------------------------------------------------------


def crews_left(t: Table, s: Setup) -> bool:
    """Whether a side has still to pick its crew."""
    return s.picking < 2


def pick_crew(t: Table, s: Setup) -> Rule[bool]:
    """Each side picks its crew: by choice up to the limit, or by dice; vehicles count as one model with their crew and
    only where the map allows them (see NE-RND-08)."""
    seat = s.picking
    mission = mission_of(t)
    rule = mission.scenario.crew["a" if mission.side_of(t, seat) == "a" else "b"]
    least, most = rule.vehicles if mission.map.vehicles else (0, 0)
    crew = s.crews[seat]
    able = [m.index for m in t.state.models if m.side == seat and m.index not in crew]
    driven = sum(t.is_vehicle(who) for who in crew)
    able = [who for who in able if not t.is_vehicle(who) or driven < most]
    if len(crew) >= rule.max or not able:
        s.picking += 1
        return True
    if rule.pick == "random":
        names = tuple((t.name(who), 1) for who in able)
        (name,) = yield Roll(seat, topic("crew of {seat}", str(seat)), bag=names, name=f"crew {seat} {len(crew)}")
        add(s, seat, t.number(name))
        return True
    others = [m.index for m in t.state.models if m.side == seat]
    drivers = [who for who in others if t.is_vehicle(who)]
    if len(others) - len(drivers) + min(len(drivers), most) <= rule.max:
        s_all = [who for who in others if not t.is_vehicle(who) or who in drivers[:most]]
        s.crews = (tuple(s_all), s.crews[1]) if seat == 0 else (s.crews[0], tuple(s_all))
        s.picking += 1
        return True
    wanted = [who for must in t.windows[Supplement.must_join] for who in must(t, seat) if who not in crew]
    if wanted and rule.max - len(crew) <= len(wanted):
        able = [who for who in able if who in wanted]
    done = len(crew) > 0 and not wanted and driven >= min(least, len(drivers))
    pick: Option = yield t.ask(
        seat,
        topic("crew of {seat}", str(seat)),
        lambda: [
            *(option("join", t.name(who), args=(who,)) for who in able),
            *([option("crew_complete")] if done else []),
        ],
    )
    if pick.kind == "crew_complete":
        s.picking += 1
    else:
        add(s, seat, pick.args[0])
    return True


def add(s: Setup, seat: int, who: int) -> None:
    """A model joins the crew of its side."""
    first, second = s.crews
    s.crews = ((*first, who), second) if seat == 0 else (first, (*second, who))


# -- deployment --------------------------------------------------------------------------------------------------------


def begin_deployment(t: Table, s: Setup) -> Rule[None]:
    """Who sets up first; fighters kept back for later wait, and vehicles that were not picked stay out (see NE-RND-08,
    NE-RND-09)."""
    yield from ()
    mission = mission_of(t)
    order = mission.scenario.deployment.order
    if order == "alternate":
        s.turn = 1 - s.winner if mission.scenario.deployment.first else 0
    else:
        s.turn = mission.seat_of(t, order[0])
    for seat in (0, 1):
        rule = mission.scenario.crew["a" if mission.side_of(t, seat) == "a" else "b"]
        for who in [m.index for m in t.state.models if m.side == seat and m.index not in s.crews[seat]]:
            if rule.reinforcements is None or t.is_vehicle(who):
                t.stay_home(who)


def waiting(t: Table, s: Setup, seat: int) -> list[int]:
    """Models of a crew that are not set up yet."""
    return [who for who in s.crews[seat] if t.model(who).status == RESERVE]


def models_left(t: Table, s: Setup) -> bool:
    """Whether somebody has still to be set up."""
    return bool(waiting(t, s, 0) or waiting(t, s, 1))


def deploy(t: Table, s: Setup) -> Rule[bool]:
    """One model is set up wholly in its zone, any facing, Standing and Active; who finds no room there stays out of the
    battle (see NE-RND-08)."""
    alternate = mission_of(t).scenario.deployment.order == "alternate"
    seat = s.turn if waiting(t, s, s.turn) else 1 - s.turn
    able = [who for who in waiting(t, s, seat) if zone_places(t, who, seat).suggest(1)]
    if not able:
        for who in waiting(t, s, seat):
            t.stay_home(who)
        return True
    pick: Option = yield t.ask(
        seat, "who is set up next", lambda: [option("deploy_next", t.name(who), args=(who,)) for who in able]
    )
    who = pick.args[0]
    where: Option = yield t.ask(seat, topic("place of {who}", t.name(who)), tuple, zone_places(t, who, seat))
    x, y, z, turned = where.args
    carrier = carrier_under(t, who, Place(*where.args))
    t.deploy(who, x, y, z, turned)
    if carrier != NOBODY:
        embark(t, who, carrier)
    if alternate:
        s.turn = 1 - seat
    return True


def zone_places(t: Table, who: int, seat: int) -> Places:
    """Where a model may be set up: wholly in a zone of its side, on its level, clear of all, not within 1" of an enemy,
    or aboard a friendly vehicle that has a transport place left (see NE-RND-08)."""
    zones = mission_of(t).zones(t, seat)
    middle = (t.field.plan.width // 2, t.field.plan.height // 2)
    company = cache(partial(company_of, t, who))

    def judge(place: Place) -> Check | None:
        checks: list[Check] = []
        if carrier_under(t, who, place) != NOBODY:
            room = fits_aboard(t, who, place, company()[1])
            return None if need(checks, room, "NE-RND-08", "there is room on the deck") else checks[-1]
        return None if fits_zone(t, who, zones, place, company, checks) else checks[-1]

    def tries() -> Iterable[Place]:
        yield from spots_aboard(t, who)
        for zone in zones:
            z = round(zone.z * 100)
            for x, y in lattice([outline(zone)], 50 if t.is_vehicle(who) else 150):
                turned = facing_middle(x, y, middle)
                yield Place(x, y, z, turned)
                if t.is_vehicle(who):  # a long hull may fit only along its zone
                    yield from (Place(x, y, z, (turned + more) % 360) for more in (90, 270))

    radius = t.cards[who].radius
    areas = [outline(zone) for zone in zones]
    return Places("place", ("NE-RND-08",), judge, tries, surfaces=t.surfaces, areas=areas, radius=radius, rotates=True)


def facing_middle(x: int, y: int, middle: tuple[int, int]) -> int:
    """The quarter of the circle in which the middle of the table lies."""
    dx, dy = middle[0] - x, middle[1] - y
    if abs(dx) >= abs(dy):
        return 0 if dx >= 0 else 180
    return 90 if dy >= 0 else 270


def company_of(t: Table, who: int) -> Company:
    """Everybody else where a model is set up."""
    others = Others(Other(shape(t, m.index)) for m in t.state.models if m.status == PLAY and m.index != who)
    return others, tuple(Farther(shape(t, foe), KEEP_OFF) for foe in t.enemies(who))


def fits_zone(
    t: Table, who: int, zones: list[Zone], place: Place, company: Callable[[], Company], checks: list[Check]
) -> bool:
    """Whether a model may be set up at a place."""
    if t.is_vehicle(who):
        return hull_fits(t, who, zones, place, checks)
    at = body(t, who)._replace(x=place.x, y=place.y, z=place.z)
    inside = any(round(zone.z * 100) == place.z and is_room(t.field, at, zone) for zone in zones)
    if not need(checks, inside, "NE-RND-08", "it stands wholly in its zone, where there is room"):
        return False
    others, foes = company()
    return need(checks, stands(t.field, at, others, foes), "NE-RND-08", 'nobody is there, and no enemy within 1"')


def is_room(field: Field, at: Body, zone: Zone | None = None) -> bool:
    """Whether there is room, wholly in a zone if one is given, if nobody else is there; each place is looked at
    once."""
    known: dict[object, bool] = field.memo.setdefault("zones", {})  # type: ignore[assignment]
    polygon = () if zone is None else outline(zone)
    key = (polygon, at)
    found = known.get(key)
    if found is None:
        found = known[key] = stands(field, at, demands=(Inside(polygon),) if polygon else ())
    return found


def hull_fits(t: Table, who: int, zones: list[Zone], place: Place, checks: list[Check]) -> bool:
    """Whether a vehicle may be set up at a place."""
    box = hull(t, who)._replace(x=place.x, y=place.y, z=place.z, facing=place.turned)
    corners = [(round(100 * x), round(100 * y)) for x, y in box.corners()]

    def holds(zone: Zone) -> bool:
        polygon = outline(zone)
        sides = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
        return all((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= 0 for x, y in corners for (x0, y0), (x1, y1) in sides)

    if not need(checks, any(map(holds, zones)), "NE-RND-08", "it stands wholly in its zone"):
        return False
    return hull_is_clear(t, who, box, checks)


def hull_is_clear(t: Table, who: int, box: Hull, checks: list[Check]) -> bool:
    """Whether a vehicle may be set up where its hull meets nothing and nobody, on one floor, and no enemy is within 1"
    (see NE-RND-08)."""
    others, _ = in_the_way(t, (who,))
    corners = [Body(round(100 * x), round(100 * y), box.z, 0.0, 10) for x, y in box.corners()]
    empty = fits(t.ground, box, others) and all(is_room(t.field, corner) for corner in corners)
    if not need(checks, empty, "NE-RND-08", "nothing is in the way"):
        return False
    apart = all(gap(box, shape(t, foe)) >= KEEP_OFF - HAIR for foe in t.enemies(who))
    return need(checks, apart, "NE-RND-08", 'no enemy is within 1"')


def close(t: Table, s: Setup) -> Rule[None]:
    """The battle begins: who is on the table counts as the starting crew (see NE-END-02)."""
    yield from ()
    first, second = (sum(m.side == seat and m.status == PLAY for m in t.state.models) for seat in (0, 1))
    t.count_strength((first, second))
