"""Scenarios: what is scored when, what ends the battle, who leaves the table where (NE-RND-07, NE-RND-10,
NE-MOV-14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fireteam.games.necromunda.cards import LEADER
from fireteam.games.necromunda.content.maps import outline
from fireteam.games.necromunda.content.scenarios import zones_of
from fireteam.games.necromunda.positions import near_place
from fireteam.games.necromunda.state import AWAY, INJURED, NOBODY, OUT, PLAY, RESERVE, STALLED, STANDING
from fireteam.games.necromunda.status import ACTIVE, status_of
from fireteam.games.necromunda.windows import Supplement

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.maps import Map, Zone
    from fireteam.games.necromunda.content.scenarios import Scenario
    from fireteam.games.necromunda.table import Table

LOOT = ("casket", "ammo-cache")


class SideDown(Supplement):
    """A battle ends when a side has nobody left but Seriously Injured fighters (see NE-RND-07)."""

    name = "side down"

    def ends_battle(self, t: Table, round_over: bool) -> str:
        for seat in (0, 1):
            if not has_anybody(t, seat):
                return "side-down"
            if (round_over or t.state.bottled >> seat & 1) and only_injured(t, seat):
                return "side-down"
        return ""


def has_anybody(t: Table, seat: int) -> bool:
    """Whether a side has a model on the table, in a hatch, or still to come (see NE-RND-07)."""
    return any(m.side == seat and m.status in (PLAY, AWAY, RESERVE) for m in t.state.models)


def only_injured(t: Table, seat: int) -> bool:
    """Whether all that a side has left are Seriously Injured."""
    return all(
        m.status == PLAY and m.stance == INJURED and not t.is_vehicle(m.index)
        for m in t.state.models
        if m.side == seat and m.status in (PLAY, AWAY, RESERVE)
    )


class Mission(Supplement):
    """The scenario of a battle: only the measures of its list score, the moment they happen or when the battle ends
    (see NE-RND-10)."""

    name = "mission"

    def __init__(self, scenario: Scenario, map: Map) -> None:
        self.scenario, self.map = scenario, map

    # -- sides and zones -----------------------------------------------------------------------------------------------

    def seat_of(self, t: Table, side: str) -> int:
        """The seat that plays side a or b."""
        return t.state.first_side if side == "a" else 1 - t.state.first_side

    def side_of(self, t: Table, seat: int) -> str:
        """The side that a seat plays."""
        return "a" if seat == t.state.first_side else "b"

    def zones(self, t: Table, seat: int) -> list[Zone]:
        """The zones in which a seat sets up."""
        names = zones_of(self.scenario.deployment, self.side_of(t, seat))
        return [self.map.zones[name] for name in names]

    # -- scoring -------------------------------------------------------------------------------------------------------

    def happened(self, t: Table, what: str, seat: int, who: int) -> None:
        """An event is scored the moment it happens; a fighter or vehicle that is out also counts as a model."""
        for measure in measures_of(t, what, who):
            for points in self.scenario.vp:
                if points.measure == measure and points.who in ("each", self.side_of(t, seat)):
                    t.score(seat, points.vp, measure)

    def last_points(self, t: Table) -> None:
        """What is scored at the end; a side that has nobody left on the table scores none of it."""
        for seat in (0, 1):
            if not any(m.side == seat and m.status == PLAY for m in t.state.models):
                continue
            for points in self.scenario.vp:
                if points.who in ("each", self.side_of(t, seat)):
                    count = self.at_end(t, points.measure, seat)
                    if count:
                        t.score(seat, count * points.vp, points.measure)

    def at_end(self, t: Table, measure: str, seat: int) -> int:
        """How often a measure of the end is met by a side."""
        if measure == "middle-held":
            return int(self.in_middle(t, seat) > self.in_middle(t, 1 - seat))
        if measure == "casket-held":
            return sum(self.holds(t, thing.id, seat) for thing in t.things(*LOOT))
        if measure == "stalled":
            return sum(
                m.side != seat and m.status == PLAY and m.stance == STALLED and t.is_vehicle(m.index)
                for m in t.state.models
            )
        if measure == "ordnance-left":
            return len(t.things("ordnance"))
        return 0

    def in_middle(self, t: Table, seat: int) -> int:
        """Standing models of a side with their middle in the middle third of the table's long side."""
        return sum(
            m.side == seat and m.status == PLAY and m.stance == STANDING and self.off_middle(t, m.x, m.y) <= 0
            for m in t.state.models
        )

    def off_middle(self, t: Table, x: int, y: int) -> float:
        """How far a place is from the middle third of the table's long side, in hundredths; 0 or less: in it."""
        plan = t.setting.battlefield
        long, at = (plan.height, y) if plan.height > plan.width else (plan.width, x)
        return abs(at - long / 2) - long / 6

    def holds(self, t: Table, id: str, seat: int) -> bool:
        """Whether a casket or cache lies within 1" of an Active fighter of a side that is in its own zone."""
        thing = t.thing(id)
        return any(
            not t.is_vehicle(who)
            and t.side(who) == seat
            and status_of(t, who) == ACTIVE
            and near_place(t, who, thing.x, thing.y, thing.z, 1.5)
            and any(is_inside(outline(zone), t.model(who).x, t.model(who).y) for zone in self.zones(t, seat))
            for who in t.on_table()
        )

    # -- the end -------------------------------------------------------------------------------------------------------

    def ends_battle(self, t: Table, round_over: bool) -> str:
        """The words of the scenario that end a battle."""
        for word in self.scenario.ends:
            if self.has_come(t, word, round_over):
                return str(word)
        return ""

    def has_come(self, t: Table, word: str, round_over: bool) -> bool:
        """Whether one of these words has come true."""
        if word == "round limit":
            return round_over and t.state.round >= self.scenario.rounds
        if word == "caskets-gone":
            return not t.things(*LOOT)
        if word == "ordnance-gone":
            return not t.things("ordnance")
        if word == "convoy-gone":
            seat = self.seat_of(t, "a")
            return not any(t.model(who).stance == 0 for who in t.vehicles(seat))
        return False

    # -- leaving -------------------------------------------------------------------------------------------------------

    def open_edges(self, t: Table, seat: int) -> Iterable[str]:
        """The edges that the scenario opens to a side (see NE-MOV-14)."""
        return self.scenario.exits.get("a" if self.side_of(t, seat) == "a" else "b", ())

    def went_off(self, t: Table, who: int) -> None:
        """A vehicle or its rider is off the table (see NE-MOV-14)."""
        if t.is_vehicle(who):
            t.note("vehicle-off", t.side(who), who)
        elif t.model(who).aboard != NOBODY:
            t.note("rider-off", t.side(who), who)

    def priority(self, t: Table) -> int | None:
        """Who has Priority in the first round, if the scenario says so (see NE-RND-08)."""
        side = self.scenario.deployment.priority_round_1
        return self.seat_of(t, side) if side is not None and t.state.round == 1 else None


def has_special(t: Table, name: str) -> bool:
    """Whether the scenario of a battle has one of the specials."""
    mission = t.setting.mission
    return mission is not None and name in mission.scenario.specials


def measures_of(t: Table, what: str, who: int) -> list[str]:
    """The measures that a line of the ledger is."""
    if what == "fighter-out":
        leader = who != NOBODY and t.cards[who].role == LEADER and t.model(who).status == OUT
        return ["model-out", "fighter-out", *(["leader-out"] if leader else [])]
    if what == "vehicle-wrecked":
        return ["model-out", "vehicle-wrecked"]
    return [what]


def is_inside(polygon: tuple[tuple[int, int], ...], x: int, y: int) -> bool:
    """Whether a place lies in a convex area."""
    sides = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return all((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= 0 for (x0, y0), (x1, y1) in sides)
