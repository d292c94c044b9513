"""Doors: opened and closed by hand, forced, slammed on whoever stands in them (NE-DOOR, NE-TER-07, NE-TER-08)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, SIMPLE, Activation, Deed
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.geometry import GONE
from fireteam.games.necromunda.hits import CRASH, Hit, Strike
from fireteam.games.necromunda.marks import outline_of
from fireteam.games.necromunda.movement.falling import everybody_else, pick_place
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, shape
from fireteam.games.necromunda.state import INJURED, Frame, Thing
from fireteam.games.necromunda.stats import number
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.dodging import dodge
from fireteam.games.necromunda.terrain.nearness import is_near, nearest_of, touches_outline
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then
from fireteam.kit.plane.places import Place
from fireteam.space.plane.free.places import Beyond, Demand, Farther, nearest
from fireteam.space.plane.model import INCH

DOOR = "door"
OPEN, CLOSED, LOCKED = "open", "closed", "locked"
REACH = 1.0
FORCED = {"standard": 8, "vault": 10}
"""What a D6 and Strength must exceed to force a lock (see NE-DOOR-02)."""
HELP = 2
SLAM_STRENGTH, SLAM_DAMAGE = 3, 2

kinds(
    open_door=("open {}", ("NE-DOOR-01",)),
    close_door=("close {}", ("NE-DOOR-01",)),
    force_open=("force {} open", ("NE-DOOR-02",)),
)


class Doors(Supplement):
    """What can be done at doors."""

    name = "doors"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (OPERATE, FORCE)


def doors(t: Table) -> list[Thing]:
    """The doors that are still there."""
    return [door for door in t.things(DOOR) if door.state != GONE]


def named(door: Thing) -> Option:
    """Operating a door as an option: what it would do."""
    return option("close_door" if door.state == OPEN else "open_door", door.id, args=(door.id,))


# -- Operate Door ------------------------------------------------------------------------------------------------------


def has_door(t: Table, a: Activation, why: Why) -> bool:
    """There are doors at all."""
    return need(why, bool(doors(t)), "NE-DOOR-01", "there is a door")


def may_operate(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one door: within 1", and not locked to this side (see NE-DOOR-01)."""
    door = t.thing(pick.args[0])
    return is_near(t, a.who, door, REACH, "NE-DOOR-01", why) and need(
        why, door.state != LOCKED or has_keys(t, a.who), "NE-TER-08", "{} is not locked", door.id
    )


def has_keys(t: Table, who: int) -> bool:
    """A locked door is opened by a terminal or by force, and is unlocked from then on; the defender of a scenario may
    just operate it (NE-TER-08)."""
    mission = t.setting.mission
    if mission is None or mission.scenario.attacker is None:
        return False
    return mission.side_of(t, t.side(who)) != mission.scenario.attacker


def operate(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Operate Door: a closed one is opened, an open one closed (NE-DOOR-01)."""
    yield from ()
    turn(t, pick.args[0], "NE-DOOR-01")


def turn(t: Table, id: str, rule: str) -> None:
    """A door is opened, or closed on whoever stands in it."""
    door = t.thing(id)
    opened = door.state != OPEN
    t.put(door._replace(state=OPEN if opened else CLOSED))
    t.tell("door", rule, thing=id, state=OPEN if opened else CLOSED)
    caught = [] if opened else [who for who in t.fighters() if stands_in(t, who, door)]
    if caught:
        t.begin(Slam(id, tuple(caught)))


def stands_in(t: Table, who: int, door: Thing) -> bool:
    """Whether a base overlaps the leaf of a door (see NE-TER-07)."""
    m = t.model(who)
    x, y = nearest_of(outline_of(t, door.id), m.x, m.y)
    overlaps = (x - m.x) ** 2 + (y - m.y) ** 2 < (t.cards[who].radius * INCH) ** 2 - 1
    return overlaps and abs(m.z - door.z) < INCH and not m.inside


# -- Mind the doors ----------------------------------------------------------------------------------------------------


class Slam(Sequence, Frame):
    """A door has closed on somebody (see NE-TER-07)."""

    kind = "slam"
    door: str
    caught: tuple[int, ...]
    hurt: int = -1
    """Who has been hit and has still to be shoved clear."""

    @staticmethod
    def steps() -> Steps[Table, Slam]:
        """One after the other: the test, the hit, the shove."""
        return (repeat(mind_the_door, somebody_caught), then(shove))


def somebody_caught(t: Table, s: Slam) -> bool:
    """Whether somebody is still to be dealt with."""
    return bool(s.caught)


def mind_the_door(t: Table, s: Slam) -> Rule[bool]:
    """A closed door is impassable and solid; a fighter in a closing doorway passes Initiative and moves up to 2" clear,
    or takes a hit of Strength 3 and Damage 2 and is shoved to the nearest place off the leaf (NE-TER-07)."""
    if s.hurt >= 0:
        yield from shove(t, s)
    who, *left = s.caught
    s.caught = tuple(left)
    if not t.in_play(who):
        return True
    leaf = t.thing(s.door)

    def clear(place: Place) -> bool:
        x, y = nearest_of(outline_of(t, leaf.id), place.x, place.y)
        return (x - place.x) ** 2 + (y - place.y) ** 2 >= (t.cards[who].radius * INCH) ** 2 - 1

    if (yield from dodge(t, who, "NE-TER-07", clear)):
        return True
    s.hurt = who
    t.begin(Hit(Strike(who, strength=SLAM_STRENGTH, damage=SLAM_DAMAGE, kind=CRASH, x=leaf.x, y=leaf.y, source="door")))
    return True


def shove(t: Table, s: Slam) -> Rule[None]:
    """Whoever was hit goes to the nearest legal place off the leaf; only if it stood exactly midway is the side diced:
    1 to 3 the smaller x, or y for a door that lies along x (see NE-TER-07)."""
    who, s.hurt = s.hurt, -1
    if who < 0 or not t.in_play(who):
        return
    m, leaf = t.model(who), t.thing(s.door)
    polygon = outline_of(t, s.door)
    along_x = spread(polygon, 0) > spread(polygon, 1)
    middle = sum(point[1 if along_x else 0] for point in polygon) / len(polygon)
    demands: tuple[Demand, ...] = ()
    if m.stance != INJURED:
        demands = tuple(
            Farther(shape(t, foe), 1.0, straight=False)
            for foe in t.enemies(who)
            if not t.is_vehicle(foe) and not t.is_injured(foe) and not t.model(foe).inside
        )
    sided = demands
    if (m.y if along_x else m.x) == middle:
        face = yield from d6(t.roller(who), topic("which side {who} is shoved to", t.name(who)), (1, 1, 1, 4, 4, 4))
        sign = -1 if face <= 3 else 1
        nx, ny = (0, sign) if along_x else (sign, 0)
        sided = (Beyond(leaf.x, leaf.y, nx, ny), *demands)
    others = everybody_else(t, who)
    found = nearest(t.field, body(t, who), others, sided) or nearest(t.field, body(t, who), others, demands)
    if found:
        place = yield from pick_place(t, who, found)
        t.move(who, place.x, place.y, round(place.z), "NE-TER-07", "shifted")


def spread(polygon: tuple[tuple[int, int], ...], axis: int) -> int:
    """How long an outline is along an axis."""
    values = [point[axis] for point in polygon]
    return max(values) - min(values)


# -- Force Open --------------------------------------------------------------------------------------------------------


def locked(t: Table, a: Activation) -> Iterable[Option]:
    """Each locked door."""
    return [option("force_open", door.id, args=(door.id,)) for door in doors(t) if door.state == LOCKED]


def may_force(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one locked door."""
    return is_near(t, a.who, t.thing(pick.args[0]), REACH, "NE-DOOR-02", why)


def helpers(t: Table, who: int, door: Thing) -> list[int]:
    """Other friendly fighters in base contact with the door; Prone ones too, unless the match says otherwise (see
    NE-DOOR-02)."""
    standing = t.house_rule("force_open_helpers") == "standing"
    return [
        one
        for one in t.friends(who)
        if not t.is_vehicle(one)
        and not t.model(one).inside
        and touches_outline(t, one, door)
        and (t.stands(one) or not standing)
    ]


def force(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Force Open: a D6 and Strength above 8, of a vault above 10, with +2 for each friend in contact with the door;
    opened it stays unlocked (NE-DOOR-02)."""
    door = t.thing(pick.args[0])
    more = number(t, a.who, "s") + HELP * len(helpers(t, a.who, door))
    most = FORCED[door.label or "standard"]
    about = topic("{who} forces {thing}", t.name(a.who), door.id)
    face = yield from d6(t.roller(a.who), about)
    passed = face + more > most
    t.tell(
        *("tested", "NE-DOOR-02"),
        who=t.name(a.who), about=about, shown=face, bonus=more, needed=most + 1, passed=passed,
    )  # fmt: skip
    if passed:
        turn(t, door.id, "NE-DOOR-02")


OPERATE = Deed(
    *("operate_door", "NE-DOOR-01", SIMPLE, (ACTIVE,), has_door, lambda t, a: list(map(named, doors(t))), operate),
    target=may_operate,
    kinds=("open_door", "close_door"),
)
FORCE = Deed("force_open", "NE-DOOR-02", BASIC, (ACTIVE,), has_door, locked, force, may_force)
