"""What draws a model: what the scenario pays for, and enemies, each with the way there as one walks."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from fireteam.games.necromunda.bot.values import fight_worth, worth_of
from fireteam.games.necromunda.geometry import field_under, states_of
from fireteam.games.necromunda.movement.leaving import open_edges
from fireteam.games.necromunda.positions import STANDING_HEIGHT
from fireteam.games.necromunda.scenarios import LOOT
from fireteam.games.necromunda.setting import Setting
from fireteam.games.necromunda.terrain.doors import OPEN
from fireteam.games.necromunda.terrain.loot import CASKET
from fireteam.games.necromunda.terrain.ordnance import ORDNANCE
from fireteam.games.necromunda.terrain.ordnance import REACH as AT_THE_BOMB
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.walking import Walker
from fireteam.space.plane.free.ways import Ways
from fireteam.space.plane.model import INCH, Body

if TYPE_CHECKING:
    from fireteam.games.necromunda.table import Table

POINT = 0.5
"""What a victory point is worth."""
FADES = 0.94
"""How the pull of a goal fades with each inch of the way."""
FAR = 45.0
"""Inches of a way that are looked at; beyond, and where there is no way, it is as far as straight and half as much."""
SHARED = 0.3
"""What is left of a goal where a friend is nearer."""
BEATEN = 0.97
"""How an item loses worth with each inch that it must be carried."""
HUNT, BRAWL = 0.35, 0.5
"""What draws somebody to an enemy: to shoot it, to fight it."""
HUNTED = 3
"""The nearest enemies alone draw."""
AT_LOOT = 1.2
APART = 600
"""Hundredths between the places at an edge to which ways out are looked at."""
IN_MIDDLE = 0.25
"""What it is worth to stand in the middle third in the last round, for each point that is given for it."""


class Goal(NamedTuple):
    """A place, how near one must come to it, and what it is worth to be there."""

    x: int
    y: int
    z: int
    reach: float
    worth: float


@lru_cache(maxsize=64)
def open_field(setting: Setting) -> Field:
    """The map with all doors open: who meets a closed one opens it."""
    things = {id: thing._replace(state=OPEN) if thing.kind == "door" else thing for id, thing in setting.things.items()}
    return field_under(setting.battlefield, states_of(things, setting.fixed, ()))


@lru_cache(maxsize=256)
def roads(field: Field, x: int, y: int, z: int, radius: float) -> Ways:
    """All ways that lead to a place, as if walked from there."""
    return Ways(field, Walker(Body(x, y, z, radius, STANDING_HEIGHT), FAR))


def paid(t: Table, seat: int) -> dict[str, int]:
    """The victory points that a side has for each measure of the scenario."""
    mission = t.setting.mission
    if mission is None:
        return {}
    return {one.measure: one.vp for one in mission.scenario.vp if one.who in ("each", mission.side_of(t, seat))}


def way_off(t: Table, who: int, x: int, y: int) -> float:
    """Inches straight to the nearest edge by which a model may leave; very far if there is none."""
    plan = t.setting.battlefield
    away = {"west": x, "east": plan.width - x, "south": y, "north": plan.height - y}
    return min((away[edge] / INCH for edge in open_edges(t, who)), default=999.0)


class Goals:
    """What draws one model as things stand."""

    def __init__(self, t: Table, who: int) -> None:
        self.t, self.who = t, who
        self.pays = paid(t, t.side(who))
        self._known: dict[tuple[int, int, int], float] = {}

    @cached_property
    def all(self) -> list[Goal]:
        """All goals."""
        vehicle = self.t.is_vehicle(self.who)
        return [*self.hunted()] if vehicle else [*self.loot(), *self.bombs(), *self.hunted()]

    def loot(self) -> list[Goal]:
        """Caskets to open or to carry off; the nearer to the own edge the better."""
        t, pays = self.t, self.pays
        carried = pays.get("casket-off", 0)
        held, opened = pays.get("casket-held", 0), pays.get("casket-opened", 0)
        found = []
        for thing in t.things(*LOOT) if carried or held or opened else ():
            off = carried * BEATEN ** way_off(t, self.who, thing.x, thing.y)
            worth = POINT * max(off, 0.7 * held, 0.5 * opened * (thing.kind == CASKET))
            found.append(Goal(thing.x, thing.y, thing.z, AT_LOOT, worth * self.share(thing.x, thing.y)))
        return found

    def bombs(self) -> list[Goal]:
        """Ordnance to arm, or to disarm."""
        t, pays = self.t, self.pays
        worth = POINT * max(0.6 * pays.get("ordnance-blown", 0), float(pays.get("token-removed", 0)))
        bombs = t.things(ORDNANCE) if worth else ()
        return [Goal(one.x, one.y, one.z, AT_THE_BOMB, worth * self.share(one.x, one.y)) for one in bombs]

    def hunted(self) -> list[Goal]:
        """The nearest enemies."""
        t, who = self.t, self.who
        m = t.model(who)
        foes = sorted(t.enemies(who), key=lambda foe: t.distance_to(foe, m.x, m.y))
        found = []
        for foe in [foe for foe in foes if not t.is_injured(foe)][:HUNTED]:
            other, worth = t.model(foe), HUNT * worth_of(t.cards[foe])
            if not t.is_vehicle(who) and not t.is_vehicle(foe):
                worth = max(worth, BRAWL + fight_worth(t, who, foe, charged=True)) if t.stands(foe) else worth
            found.append(Goal(other.x, other.y, other.z, 6.0, worth))
        return found

    def share(self, x: int, y: int) -> float:
        """A goal counts less where a friend that can act is nearer."""
        t, m = self.t, self.t.model(self.who)
        mine = hypot(m.x - x, m.y - y)
        nearer = any(
            hypot(t.model(one).x - x, t.model(one).y - y) < mine
            for one in t.friends(self.who)
            if not t.is_vehicle(one) and not t.is_injured(one)
        )
        return SHARED if nearer else 1.0

    def far(self, goal: Goal, x: int, y: int, z: int) -> float:
        """Inches of way from a place to a goal."""
        straight = hypot(goal.x - x, goal.y - y) / INCH
        if straight > FAR:
            return 1.5 * straight
        ways = roads(open_field(self.t.setting), goal.x, goal.y, goal.z, 0.5)
        cost = ways.cost(x, y, z)
        return cost if cost < 2 * FAR else 1.5 * straight

    def out(self, x: int, y: int, z: int) -> float:
        """Inches of way from a place to the nearest place at an edge by which it may leave."""
        t, plan = self.t, self.t.setting.battlefield
        field, rim = open_field(t.setting), round(t.cards[self.who].radius * INCH)
        found = 999.0
        for edge in open_edges(t, self.who):
            long = plan.height if edge in ("west", "east") else plan.width
            for at in range(APART // 2, long, APART):
                near, far = (rim, plan.width - rim) if edge in ("west", "east") else (rim, plan.height - rim)
                off = near if edge in ("west", "south") else far
                ex, ey = (off, at) if edge in ("west", "east") else (at, off)
                if hypot(ex - x, ey - y) / INCH < found:
                    found = min(found, roads(field, ex, ey, 0, 0.5).cost(x, y, z))
        return found if found < 2 * FAR else way_off(t, self.who, x, y) + FAR

    def pull(self, x: int, y: int, z: int) -> float:
        """What is hoped of a place: the best goal, less for each inch that is left."""
        key = (x, y, z)
        if key not in self._known:
            self._known[key] = max(
                (
                    goal.worth * FADES ** max(0.0, self.far(goal, x, y, z) - goal.reach)
                    for goal in self.all
                    if goal.worth > 0
                ),
                default=0.0,
            ) + self.middle(x, y)
        return self._known[key]

    def middle(self, x: int, y: int) -> float:
        """What it is worth to be in the middle third, the more the later; outside the way there counts."""
        mission, t = self.t.setting.mission, self.t
        points = self.pays.get("middle-held", 0)
        if mission is None or not points or t.is_vehicle(self.who):
            return 0.0
        off = max(0.0, mission.off_middle(t, x, y)) / INCH
        return float(IN_MIDDLE * points * t.state.round / mission.scenario.rounds * FADES**off)
