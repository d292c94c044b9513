"""Charges: the D3, the way into contact, who is Engaged by it, and the Fight that follows (NE-STD-02 to NE-STD-08)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from math import hypot
from typing import ClassVar

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import DOUBLE, Activation, Deed, add, always
from fireteam.games.necromunda.close_combat.actions import finish_off, may_finish
from fireteam.games.necromunda.close_combat.fight import Fight
from fireteam.games.necromunda.close_combat.reach import longest_reach, opponents
from fireteam.games.necromunda.dice import d3
from fireteam.games.necromunda.movement.moves import (
    Gait,
    Going,
    bits_of,
    lifts_for,
    others_for,
    watches_for,
)
from fireteam.games.necromunda.movement.passing import meet_in_passing
from fireteam.games.necromunda.movement.regions import Walks
from fireteam.games.necromunda.movement.turning import facings
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import (
    CLOSE,
    FRONT,
    barricade_between,
    bearing,
    body,
    engaged,
    engaged_with,
    eye,
    facing_most,
    in_contact,
    is_across,
    near,
    shape,
    turned_by,
    within,
)
from fireteam.games.necromunda.sight import UNSEEN, Eye, cover_from
from fireteam.games.necromunda.state import NOBODY, PINNED, Frame
from fireteam.games.necromunda.stats import movement
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import OVER, Steps, then, when
from fireteam.kit.agenda import Sequence as Steps_
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.free import walking
from fireteam.space.plane.free.charges import CONTACT, Charge, Charges
from fireteam.space.plane.free.measuring import gap, round_solids, touches
from fireteam.space.plane.free.walking import CHARGES, Move, Walker
from fireteam.space.plane.free.ways import Ways
from fireteam.space.plane.model import INCH, Body

CHARGED = "charged"
MERCY = 1.0
HULL_REACH = 1.0
"""Within so many inches of an enemy vehicle a charge has reached it (NE-STD-08)."""

kinds(
    charge=("charge", ("NE-STD-02",)),
    approach=("as far as possible towards {}", ("NE-STD-03", "NE-MOV-03")),
    stop_here=("stay where it is", ("NE-STD-03",)),
    charge_fight=("fight", ("NE-STD-04",)),
    charge_mercy=("finish {}", ("NE-STD-05",)),
    no_mercy=("spare them", ("NE-STD-05",)),
)


class Charging(Steps_, Frame):
    """A Charge (see NE-STD-02)."""

    kind = "charging"
    solved = True
    who: int
    extra: int = 0
    """What the D3 adds, in hundredths."""
    target: int = NOBODY
    """The enemy that it could not reach and goes towards."""
    past: int = NOBODY
    """The enemy that a rider strikes at in passing (see NE-MNT-03)."""

    @staticmethod
    def steps() -> Steps[Table, Charging]:
        """The die, the way, contact, the Fight (see NE-STD-02, NE-STD-04)."""
        return (
            roll_distance,
            choose,
            when(approach, is_out_of_reach),
            then(make_contact),
            when(strike, can_strike),
        )

    def solved_through(self) -> bool:
        """Odds go on through the way and the Fight; where it goes after that, or towards somebody it does not reach, is
        no matter of dice."""
        return self.step != OVER and self.target == NOBODY


def charge(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Charge: M and D3 inches, into contact (NE-STD-02)."""
    t.mark(a.who, CHARGED)
    for windows in t.bearers(a.who):
        for instead in windows[Quality.instead_of_charge]:
            if (yield from instead(t, a)):
                return
    t.begin(Charging(a.who, past=pick.args[0] if pick.kind == "charge_past" else NOBODY))


def roll_distance(t: Table, c: Charging) -> Rule[None]:
    """The D3 is rolled once the action is declared; no enemy need be named before (see NE-STD-02)."""
    if t.says(c.who, Quality.charges_slowly):
        return
    rolled = yield from d3(t.roller(c.who), topic("charge of {who}", t.name(c.who)))
    c.extra = 100 * rolled
    t.tell("charge_roll", "NE-STD-02", who=t.name(c.who), inches=rolled)


# -- the way -----------------------------------------------------------------------------------------------------------


class ChargeWays(Walks):
    """Ends of a charge: in contact with an enemy, within 1" of a vehicle, or within the reach of a weapon (see
    NE-STD-03, NE-STD-07, NE-STD-08); a Seriously Injured enemy within 1" will do (NE-STD-05)."""

    kind: ClassVar[str] = "move"
    table: Table
    who: int
    foes: list[int]

    @cached_property
    def charges(self) -> Charges:
        """What the charger reaches."""
        return Charges(self.field, self.walker, self.others)

    @property
    def ways(self) -> Ways:
        """The ways of the charger, settled where a straight line is not enough."""
        return self.charges.ways

    def way(self, x: int, y: int, z: int) -> Move | walking.Refused:
        return self.charges.way(x, y, z, self.watches)

    @cached_property
    def reached(self) -> list[Charge]:
        """The cheapest end at each enemy in reach."""
        return self.charges.list(self.reaches)

    @property
    def reaches(self) -> dict[int, float]:
        """For each enemy, by its number among the others, how near the charge must come."""
        t, found = self.table, {}
        for place, name in enumerate(self.names):
            who = t.number(name)
            if who in self.foes:
                found[place] = HULL_REACH if t.is_vehicle(who) else MERCY if t.is_injured(who) else CONTACT
        return found

    @property
    def proven(self) -> bool:
        return False

    def allowed(self, move: Move) -> Move | Refused:
        """A charge must end at an enemy (see NE-STD-03)."""
        t = self.table
        end = move.end
        for foe in self.foes:
            apart = gap(end, shape(t, foe))
            if t.model(foe).hatch:
                if is_over(t, end, foe):
                    return move
            elif t.is_vehicle(foe) or t.is_injured(foe):
                if within(apart, HULL_REACH) and within(
                    round_solids(t.field, end, shape(t, foe), HULL_REACH), HULL_REACH
                ):
                    return move
            elif touches_end(t, end, foe) or self.is_across(move, foe) or self.is_in_reach(end, foe, apart):
                return move
        return Refused("it ends in contact with an enemy", "NE-STD-03", "", (end.x, end.y), max(1, len(move.legs)))

    def is_across(self, move: Move, foe: int) -> bool:
        """Whether it ends across a barricade from an enemy (see NE-CC-10)."""
        return barricade_between(self.table, move.end, body(self.table, foe))

    def is_in_reach(self, end: Body, foe: int, apart: float) -> bool:
        """Whether it ends where a weapon reaches a Standing enemy that it sees, outside the 1" (see NE-STD-07)."""
        t, reach = self.table, self.reach_of_arms
        if not reach or not t.stands(foe) or not MERCY - CLOSE <= apart <= reach + CLOSE:
            return False
        above = eye(t, self.who)[2] - t.model(self.who).z
        return cover_from(t, Eye(end.x, end.y, end.z + above, self.who), foe) != UNSEEN

    @property
    def reach_of_arms(self) -> int:
        """With a Versatile weapon a charge may stop within its reach (NE-STD-07)."""
        return longest_reach(self.table, self.who)

    def suggest(self, count: int) -> list[Option]:
        found = []
        for reached in self.reached[:count]:
            key = f"to {reached.x / INCH:.2f},{reached.y / INCH:.2f} up {reached.z / INCH:.2f}"
            known = self.find(key)
            if known is not None:
                found.append(known)
        for m in [self.table.model(foe) for foe in self.foes]:
            hatch = self.find(f"to {m.x / INCH:.2f},{m.y / INCH:.2f} up {m.z / INCH:.2f}") if m.hatch else None
            found += [hatch] if hatch is not None else []
        return found

    def draw(self, draw: object) -> Option | None:
        return None


def touches_end(t: Table, end: Body, foe: int) -> bool:
    """Whether somebody that stands there is in base contact with an enemy."""
    return touches(end, shape(t, foe))


def is_over(t: Table, end: Body, foe: int) -> bool:
    """Whether a base covers the hatch that an enemy hides in (see NE-TER-15)."""
    m = t.model(foe)
    return hypot(end.x - m.x, end.y - m.y) <= end.radius * INCH and abs(end.z - m.z) <= INCH // 2


def ways(t: Table, c: Charging) -> ChargeWays:
    """Where a charge may end."""
    others, names = others_for(t, c.who, keep=False)
    inches = (movement(t, c.who) + c.extra) / 100
    walker = Walker(body(t, c.who), inches, bits_of(t, c.who) | CHARGES, lifts_for(t, c.who))
    region = ChargeWays(t.field, walker, others, names, ("NE-STD-03",), watches_for(t, c.who)[0])
    region.table, region.who = t, c.who
    region.foes = [foe for foe in t.enemies(c.who) if may_charge(t, c.who, foe)]
    return region


def may_charge(t: Table, who: int, foe: int) -> bool:
    """Whether an enemy may be charged (see NE-COND-10)."""
    return all(may(t, who, foe) for may in t.windows[Supplement.may_be_charged])


def choose(t: Table, c: Charging) -> Rule[None]:
    """The enemy and the end of the way are named; who cannot be reached is gone towards as far as the allowance goes,
    halting 1" away (NE-STD-03, NE-MOV-03)."""
    region = ways(t, c)

    def others() -> Sequence[Option]:
        near = {t.number(region.names[reached.other]) for reached in region.reached}
        far = [foe for foe in region.foes if foe not in near and not t.is_vehicle(foe) and not t.model(foe).inside]
        if not near and not far:
            return [option("stop_here")]
        return [option("approach", t.name(foe), args=(foe,)) for foe in far]

    pick: Option = yield t.ask(
        t.player(c.who),
        topic("charge of {who}", t.name(c.who)),
        others,
        region,
        alike=lambda option: option.kind if option.kind == "approach" else option.key,
    )
    if pick.kind == "stop_here":
        return
    if pick.kind == "approach":
        c.target = pick.args[0]
    else:
        set_out(t, c, pick.args[-1])


def set_out(t: Table, c: Charging, move: Move) -> None:
    """The charger goes its way."""
    gait = Gait("charge", "NE-STD-02", (movement(t, c.who) + c.extra) / 100, bits_of(t, c.who))
    went = going(c.who, gait, move, watches_for(t, c.who)[1])
    if c.past != NOBODY:
        meet_in_passing(t, went, move, c.past)
    t.begin(went)


def is_out_of_reach(t: Table, c: Charging) -> bool:
    """Whether it goes towards an enemy that it does not reach."""
    return c.target != NOBODY


def approach(t: Table, c: Charging) -> Rule[None]:
    """As far as the allowance goes towards an enemy, halting 1" away (see NE-MOV-03)."""
    yield from ()
    region = ways(t, c)
    ringed, names = others_for(t, c.who)
    walker = region.walker._replace(bits=region.walker.bits & ~CHARGES)
    found = Charges(t.field, walker, ringed).approach(names.index(t.name(c.target)), region.watches)
    if isinstance(found, Move):
        set_out(t, c, found)


def going(who: int, gait: Gait, move: Move, watched: tuple[str, ...]) -> Going:
    """A move whose way is known."""
    return Going(
        who,
        gait,
        path=tuple((leg.x, leg.y, leg.z, cost) for leg, cost in zip(move.legs, move.costs, strict=True)),
        events=tuple(tuple(map(float, event)) for event in move.events),
        end=(move.end.x, move.end.y, move.end.z),
        cost=move.cost,
        watched=watched,
    )


# -- contact -----------------------------------------------------------------------------------------------------------


def make_contact(t: Table, c: Charging) -> Rule[None]:
    """A Pinned enemy brought into contact stands up for free, faces as its controller likes, and both are Engaged
    (NE-STD-06, see NE-STAT-04); the charger faces its target free (see NE-CC-01)."""
    if not t.stands(c.who):
        return
    for foe in list(t.enemies(c.who)):
        if not t.is_vehicle(foe) and t.model(foe).stance == PINNED:
            if in_contact(t, c.who, foe) or is_across(t, c.who, foe):
                t.stand(foe, "NE-STD-06")
                pick: Option = yield t.ask(
                    t.side(foe),
                    topic("facing of {who}", t.name(foe)),
                    tuple,
                    facings(t, foe, "NE-STD-06"),
                    alike=partial(who_is_faced, t, foe),
                )
                t.turn(foe, pick.args[0], "NE-STD-06")
    met = opponents_all_round(t, c.who)
    if not met:
        met = [foe for foe in t.enemies(c.who) if t.is_injured(foe) and near(t, c.who, foe, MERCY)]
    if met:
        t.turn(c.who, facing_most(t, c.who, met), "NE-CC-01")
    for charged in t.windows[Supplement.charged]:
        yield from charged(t, c.who)


def who_is_faced(t: Table, who: int, pick: Option) -> tuple[int, ...]:
    """The enemies near that somebody would have in its arc: to odds all facings are alike that have the same ones."""
    m = t.model(who)
    near = [t.model(foe) for foe in t.enemies(who) if gap(shape(t, who), shape(t, foe)) <= MERCY]
    return tuple([foe.index for foe in near if abs(turned_by(pick.args[0], bearing(m.x, m.y, foe.x, foe.y))) <= FRONT])


def opponents_all_round(t: Table, who: int) -> list[int]:
    """Whom a charger may fight once it has turned to them, fighters first."""
    found = engaged_with(t, who)
    reach = longest_reach(t, who)
    if not found and reach:
        found = [foe for foe in t.enemies(who) if t.stands(foe) and within(gap(body(t, who), shape(t, foe)), reach)]
    return sorted(found, key=t.is_vehicle)


def can_strike(t: Table, c: Charging) -> bool:
    """Whether the charge has reached somebody."""
    return t.stands(c.who) and (bool(opponents(t, c.who)) or bool(finishable(t, c)))


def finishable(t: Table, c: Charging) -> list[int]:
    """Seriously Injured enemies that the charger may finish: not if it is Engaged with an enemy fighter (see
    NE-STD-05)."""
    if engaged(t, c.who):
        return []
    return [foe for foe in t.enemies(c.who) if may_finish(t, c.who, foe)]


def strike(t: Table, c: Charging) -> Rule[None]:
    """An Engaged charger must make a free Fight with one more Attack die (NE-STD-04); with a Seriously Injured enemy
    within 1" it may finish that one instead (NE-STD-05)."""
    able, fights = finishable(t, c), bool(opponents(t, c.who))
    if able:
        pick: Option = yield t.ask(
            t.player(c.who),
            topic("end of the charge of {who}", t.name(c.who)),
            lambda: [
                *([option("charge_fight")] if fights else []),
                *(option("charge_mercy", t.name(foe), args=(foe,)) for foe in able),
                *([] if fights else [option("no_mercy")]),
            ],
        )
        if pick.kind == "charge_mercy":
            finish_off(t, c.who, pick.args[0], "NE-STD-05")
            return
    if fights:
        for instead in t.windows[Supplement.instead_of_fight]:
            if (yield from instead(t, c.who)):
                return
        t.begin(Fight(c.who, charged=True))


add(Deed("charge", "NE-STD-02", DOUBLE, (ACTIVE,), always, lambda t, a: [option("charge")], charge))
