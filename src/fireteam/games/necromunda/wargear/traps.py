"""Booby traps: set, set off, shot at (NE-OTH-01, NE-TRAP)."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import DOUBLE, Activation, Deed, activation_of
from fireteam.games.necromunda.blasts import go_off
from fireteam.games.necromunda.cards import Gear, Profile, Word
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.marks import Blow, Mark, disc_of
from fireteam.games.necromunda.movement.moves import Gait, begin_move, bits_of
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import near_place
from fireteam.games.necromunda.state import NOBODY, Thing
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.nearness import ask_place, places
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.plane.places import Place, Places
from fireteam.space.plane.free.places import stands
from fireteam.space.plane.free.walking import Watch
from fireteam.space.plane.model import INCH, Body

TRAP = "trap"
ZONE = 2.0
"""Inches within which a trap is set off (see NE-TRAP-01)."""
SET = 1.0
"""Inches within which it is put down (see NE-OTH-01)."""
DUD, BANG = 1, 4
SHOT_BANG, SHOT_GONE = 3, 5
"""From these faces on a trap that was shot explodes, or is removed (see NE-TRAP-03)."""
PROFILES = {
    "trap-frag": Profile("frag trap", strength=3, traits=(Word("Blast", 5), Word("Knockback"))),
    "trap-gas": Profile("gas trap", damage=None, traits=(Word("Blast", 5), Word("Gas"))),
    "trap-melta": Profile("melta trap", strength=8, ap=-4, damage=3, traits=(Word("Blast", 5), Word("Melta"))),
}
"""What each sort of trap does: a 5" Blast; frag S3 D1 Knockback, gas Gas, melta S8 AP-4 D3 Melta (NE-TRAP-02)."""

kinds(
    set_trap=("set {}", ("NE-OTH-01",)),
)


class Traps(Supplement):
    """Traps on the table: each is labelled with its sort."""

    name = "traps"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (SET_TRAP,) if not t.is_vehicle(who) and carried(t, who) else ()

    def watched(self, t: Table, who: int) -> Iterable[tuple[Thing, Watch]]:
        """Traps that a mover may come near: those it has not rolled for in this activation, and is not near already
        (see NE-TRAP-01)."""
        return [
            (trap, Watch(trap.x, trap.y, trap.z, ZONE))
            for trap in t.things(TRAP)
            if not has_rolled(t, who, trap.id) and not is_in_zone(t, who, trap)
        ]

    def comes_near(self, t: Table, who: int, id: str) -> Rule[None]:
        if id in t.state.things and not has_rolled(t, who, id):
            yield from set_off(t, who, t.thing(id))

    def action_over(self, t: Table, a: Activation) -> Rule[bool]:
        """Who ends an action within 2" of a trap rolls for it, trap by trap (see NE-TRAP-01)."""
        if not t.in_play(a.who):
            return False
        for trap in t.things(TRAP):
            if trap.id not in a.sprung and is_in_zone(t, a.who, trap):
                yield from set_off(t, a.who, trap)
                return True
        return False

    def marks(self, t: Table) -> Iterable[Mark]:
        return [Mark(trap.id, disc_of(trap, 0.0, 10), struck=False, blasted=False) for trap in t.things(TRAP)]

    def mark_bonus(self, t: Table, mark: Mark, melee: bool, short: bool) -> Iterable[Modifier]:
        if t.thing(mark.id).kind != TRAP:
            return ()
        return (Modifier(-1 if short else -2, "a trap", "NE-TRAP-03"),)

    def mark_struck(self, t: Table, blow: Blow) -> Rule[bool]:
        """A trap may be shot at, at -1 over short and -2 over long range; if it is hit a D6: 1 or 2 nothing, 3 or 4 it
        explodes, 5 or 6 it is removed (NE-TRAP-03)."""
        trap = t.thing(blow.id)
        if trap.kind != TRAP:
            return False
        about = topic("what becomes of {thing}", trap.id)
        face = yield from d6(t.roller(blow.by), about, (1, 1, 3, 3, 5, 5))
        t.tell("trap_shot", "NE-TRAP-03", thing=trap.id, shown=face)
        if face >= SHOT_GONE:
            t.remove(trap.id)
        elif face >= SHOT_BANG:
            yield from explode(t, trap)
        return True


def has_rolled(t: Table, who: int, id: str) -> bool:
    """Whether somebody has rolled for a trap in its activation: once for each (see NE-TRAP-01)."""
    a = activation_of(t, who)
    return a is not None and id in a.sprung


def is_in_zone(t: Table, who: int, trap: Thing) -> bool:
    """Whether somebody is within 2" of a trap."""
    return near_place(t, who, trap.x, trap.y, trap.z, ZONE)


def set_off(t: Table, who: int, trap: Thing) -> Rule[None]:
    """Coming within 2" of a trap, or ending an action there, is a D6: 1 a dud that is removed, 2 or 3 nothing, 4+ it
    explodes; once for each trap in an activation. A mover is interrupted (NE-TRAP-01)."""
    a = activation_of(t, who)
    if a is not None:
        a.sprung = a.sprung | {trap.id}
    about = topic("{who} near {thing}", t.name(who), trap.id)
    face = yield from d6(t.roller(who), about, (1, 2, 2, 4, 4, 4))
    t.tell("trap_roll", "NE-TRAP-01", who=t.name(who), thing=trap.id, shown=face)
    if face >= BANG:
        yield from explode(t, trap)
    elif face == DUD:
        t.remove(trap.id)


def explode(t: Table, trap: Thing) -> Rule[None]:
    """A trap goes off where it lies, and is gone (see NE-TRAP-01, NE-TRAP-02)."""
    t.remove(trap.id)
    sort, _, id = trap.label.partition("/")
    own = [item.profile for card in t.cards for item in card.gear if id and item.id == id]
    profile = next((found for found in own if found is not None), PROFILES[sort])
    yield from go_off(t, (trap.x, trap.y, trap.z), profile, profile.name, NOBODY)


# -- Set Trap ----------------------------------------------------------------------------------------------------------


def carried(t: Table, who: int) -> list[Gear]:
    """The traps that a fighter has left."""
    lost = t.model(who).lost
    return [item for item in t.fighter(who).gear if item.implements in PROFILES and item.id not in lost]


def has_trap(t: Table, a: Activation, why: Why) -> bool:
    """Setting a trap needs one."""
    return need(why, bool(carried(t, a.who)), "NE-OTH-01", "it has a trap left")


def spots(t: Table, who: int) -> Places:
    """Where a trap may be put: within 1", on the level of the fighter."""
    m, radius = t.model(who), t.cards[who].radius

    def law(place: Place, why: Why) -> bool:
        away = max(0.0, hypot(place.x - m.x, place.y - m.y) / INCH - radius)
        level = abs(place.z - m.z) <= INCH // 2 and stands(t.field, Body(place.x, place.y, place.z, 0.0, 10))
        return need(why, away <= SET + 0.001, "NE-OTH-01", 'within 1": {:.2f}"', away) and need(
            why, level and near_place(t, who, place.x, place.y, place.z, SET), "NE-OTH-01", "on the fighter's level"
        )

    return places(t, m.x, m.y, SET + radius, "NE-OTH-01", law)


def set_trap(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Set Trap: a trap within 1" of the fighter, who may then move up to D6" (NE-OTH-01)."""
    who = a.who
    item = next(item for item in carried(t, who) if item.id == pick.args[0])
    x, y, z, _ = yield from ask_place(t, t.player(who), topic("where {who} sets its trap", t.name(who)), spots(t, who))
    t.lose(who, item.id, "NE-OTH-01")
    t.put(Thing(t.new_id(TRAP), TRAP, x, y, z, owner=who, label=f"{item.implements}/{item.id}"))
    t.tell("trap_set", "NE-OTH-01", who=t.name(who), x=x, y=y, z=z)
    inches = yield from d6(t.roller(who), topic("how far {who} gets from its trap", t.name(who)))
    a.may_turn = True
    begin_move(t, who, Gait("way from the trap", "NE-OTH-01", float(inches), bits_of(t, who)))


def each_trap(t: Table, a: Activation) -> Iterable[Option]:
    """Each trap that is left."""
    return [option("set_trap", item.name, args=(item.id,)) for item in carried(t, a.who)]


SET_TRAP = Deed("set_trap", "NE-OTH-01", DOUBLE, (ACTIVE,), has_trap, each_trap, set_trap)
