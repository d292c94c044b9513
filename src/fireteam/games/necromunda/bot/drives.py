"""What vehicles do: where a drive leads and what it runs into, by the same sweeps that the rules look at; their
shots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from fireteam.core.questions import Choose, Option
from fireteam.core.topics import names_of
from fireteam.games.necromunda.bot.goals import way_off
from fireteam.games.necromunda.bot.places import Prospects
from fireteam.games.necromunda.bot.values import shot_worth, worth_of
from fireteam.games.necromunda.movement.leaving import open_edges
from fireteam.games.necromunda.positions import bearing, gap, hull, riders, turned_by
from fireteam.games.necromunda.sight import OPEN, cover_from, eye_at
from fireteam.games.necromunda.stats import half, movement
from fireteam.games.necromunda.vehicles.actions import limits
from fireteam.games.necromunda.vehicles.collisions import is_flimsy
from fireteam.games.necromunda.vehicles.guns import is_crew_gun, shots_of
from fireteam.games.necromunda.vehicles.hulls import in_the_way
from fireteam.kit.plane.drives import BACK, DRIVE, LEFT, RIGHT, Drives, Leg
from fireteam.space.plane.free.hulls import Contact, What, slide, turn

if TYPE_CHECKING:
    from fireteam.games.necromunda.activation import Activation
    from fireteam.games.necromunda.table import Table
    from fireteam.space.plane.free.shapes import Hull

OFF = 20.0
"""What it is worth to bring a vehicle off the table, where that scores: nothing else is compared with it."""
AN_INCH = 0.02
"""What an inch nearer to the way out is worth for each victory point."""
RAN_OVER, RAN_OVER_FRIEND = 0.35, 0.7
"""The part of a fighter that is lost to who is run over."""
WALL, RIM, FRIEND, FOE, EDGE = 0.8, 1.5, 1.0, 0.3, 0.2
"""What it costs to end at a wall, to go over an edge, to hit a hull, to be stopped by the edge of the table."""
TURN_TEST = 0.4
SPRAY = 0.4
AIM = 0.3
START = 1.0
TRIES = 33


class Trips:
    """Where drives of one vehicle would lead."""

    def __init__(self, t: Table, who: int) -> None:
        self.t, self.who = t, who
        self.ahead = Prospects(t, who)
        self.others, self.numbers = in_the_way(t, (who,))
        self.edges = open_edges(t, who)
        pays = self.ahead.goals.pays
        aboard = len(list(riders(t, who)))
        self.exit = pays.get("vehicle-off", 0) + aboard * pays.get("rider-off", 0) if self.edges else 0

    @cached_property
    def here(self) -> float:
        """What it is worth to stay."""
        return self.pose(hull(self.t, self.who))

    def worth(self, legs: Iterable[Leg]) -> float:
        """What a drive is worth as far as it goes: what it meets, and where it ends."""
        t, box, found = self.t, hull(self.t, self.who), 0.0
        for leg in legs:
            if leg.how in (LEFT, RIGHT):
                way = turn(t.ground, box, leg.turned, self.others)
            else:
                direction = {DRIVE: box.facing, BACK: box.facing + 180}.get(leg.how, leg.towards)
                way = slide(t.ground, box, direction, leg.size, self.others, self.edges)
            far, stopped = way.size, False
            for contact in way.contacts:
                price, stopped = self.met(contact)
                found -= price
                if stopped:
                    far = contact.at
                    break
            box = way.pose(far)
            if stopped:
                break
        return found + self.pose(box)

    def met(self, contact: Contact) -> tuple[float, bool]:
        """What it costs to meet something, and whether it stops there."""
        t = self.t
        if contact.what in (What.DISC, What.HULL):
            other = self.numbers[contact.number]
            friend = t.side(other) == t.side(self.who)
            if contact.what == What.HULL:
                return (FRIEND if friend else FOE), True
            return worth_of(t.cards[other]) * (RAN_OVER_FRIEND if friend else -RAN_OVER), False
        if contact.what == What.BLOCK:
            return (0.0, False) if is_flimsy(t, contact.number) else (WALL, True)
        return (RIM if contact.what == What.RIM else EDGE), True

    def pose(self, box: Hull) -> float:
        """What it is worth to stand like that: near the way out, if it is to leave; else as any place."""
        t = self.t
        if self.exit:
            away = way_off(t, self.who, box.x, box.y)
            plan = t.setting.battlefield
            if away < box.length / 2 or not (0 <= box.x <= plan.width and 0 <= box.y <= plan.height):
                return OFF
            out = {"east": 0, "north": 90, "west": 180, "south": 270}
            aside = min(abs(turned_by(box.facing, out[edge])) for edge in self.edges)
            return -AN_INCH * self.exit * away - 0.4 * aside / 180
        best, against = self.ahead.look(box.x, box.y, box.z)
        foes = [t.model(foe) for foe in self.ahead.foes]
        aside = min((abs(turned_by(box.facing, bearing(box.x, box.y, m.x, m.y))) for m in foes), default=0.0)
        return 0.5 * best - 0.5 * against + self.ahead.goals.pull(box.x, box.y, box.z) - 0.2 * aside / 180

    def best(self, region: Drives, *, tested: bool = False) -> float:
        """How much better it gets by the best drive within limits; where turns call for a test they cost."""
        found = -9.0
        for pick in region.suggest(TRIES):
            turns = any(leg.how in (LEFT, RIGHT) for leg in pick.args)
            found = max(found, self.worth(pick.args) - (TURN_TEST if tested and turns else 0.0))
        return found - self.here


def drive(t: Table, question: Choose) -> list[tuple[Option, float]]:
    """Where it is best to drive."""
    who = t.setting.numbers[names_of(question.topic)["who"]]
    trips = Trips(t, who)
    return [(pick, trips.worth(pick.args)) for pick in question.options]


def moving_shot(t: Table, question: Choose) -> list[tuple[Option, float]]:
    """A part of Move & Shoot: the best shot first, then the best drive."""
    who = t.setting.numbers[names_of(question.topic)["who"]]
    trips = Trips(t, who)
    found = []
    for pick in question.options:
        worth = 0.0
        if pick.kind == "drive":
            worth = trips.worth(pick.args) - trips.here
        elif pick.kind != "shots_done":
            worth = 1.0 + gun_shot(t, who, pick)
        found.append((pick, worth))
    return found


def shot(t: Table, question: Choose) -> list[tuple[Option, float]]:
    """The best target of a gun."""
    who = t.setting.numbers[names_of(question.topic)["who"]]
    return [(pick, gun_shot(t, who, pick)) for pick in question.options]


def gun_shot(t: Table, who: int, pick: Option) -> float:
    """What a shot of a gun is worth."""
    if pick.kind == "spray":
        return SPRAY if any(gap(t, who, foe) < 8 for foe in t.enemies(who)) else -0.1
    if pick.kind != "shoot":
        return 0.05 if pick.kind == "aim_at_point" else 0.0
    weapon, name, foe = pick.args[:3]
    seen = min(cover_from(t, eye_at(t, who, weapon), foe), 2) if foe >= 0 else OPEN
    return shot_worth(t, who, t.weapon(who, weapon), t.profile(who, weapon, name), foe, seen, gap(t, who, foe))


def broadside(t: Table, who: int) -> float:
    """What it is worth to fire every gun of the crew."""
    guns = [weapon for weapon in t.weapons(who) if is_crew_gun(weapon)]
    return sum(max((gun_shot(t, who, pick) for pick in shots_of(t, who, gun)), default=0.0) for gun in guns)


def action(t: Table, a: Activation, options: Sequence[Option]) -> list[tuple[Option, float]]:
    """Each action of a vehicle by where it may lead and whom it may shoot."""
    who = a.who
    trips, fire = Trips(t, who), broadside(t, who)
    box, inches = hull(t, who), movement(t, who)
    known: dict[tuple[int, bool, bool], float] = {}

    def gain(hundredths: int, *, tested: bool = False, back: bool = False, pivots: int = 1) -> float:
        key = (hundredths, tested, back)
        if key not in known:
            found = limits(t, who, hundredths, forward=not back, back=back, pivots=pivots)
            known[key] = trips.best(Drives(t.ground, box, found, ("NE-VEH-02",)), tested=tested)
        return known[key]

    def worth(pick: Option) -> float:
        kind = pick.kind
        if kind == "vehicle_move":
            return gain(inches)
        if kind == "full_throttle":
            return gain(3 * inches, tested=True) - 0.05
        if kind == "move_and_shoot":
            return gain(half(t, inches)) + 0.8 * fire
        if kind == "maneuver":
            return gain(half(t, inches), back=pick.args[0] == "backward", pivots=-1) - 0.1
        if kind == "fire_all":
            return fire
        if kind == "vehicle_aim":
            return AIM * fire if a.left > 1 and fire else -0.1
        return {"jump_start": START, "vehicle_reload": 0.2, "turn_over": 0.05, "free_wheel": 0.05, "end": 0.0}.get(
            kind, -0.05
        )

    return [(pick, worth(pick)) for pick in options]
