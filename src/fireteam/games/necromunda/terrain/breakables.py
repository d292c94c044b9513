"""What can be broken: doors, caskets and cranes (NE-TER-16)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.blasts import radius_of
from fireteam.games.necromunda.cards import Profile
from fireteam.games.necromunda.dice import alike_for, d6, passes
from fireteam.games.necromunda.geometry import GONE
from fireteam.games.necromunda.hits import wound_needs
from fireteam.games.necromunda.marks import Blow, Mark, blow_of, box_of, disc_of, field_without
from fireteam.games.necromunda.movement.falling import Fall
from fireteam.games.necromunda.state import NOBODY, Thing
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.doors import DOOR, OPEN
from fireteam.games.necromunda.terrain.loot import CASKET, open_casket
from fireteam.games.necromunda.terrain.nearness import DISC, nearest_of
from fireteam.games.necromunda.windows import Supplement
from fireteam.space.plane.free.blasts import under
from fireteam.space.plane.model import INCH

CRANE = "crane"
TOUGHNESS = {DOOR: 5, CASKET: 4, CRANE: 6}
"""Of what can be broken (see NE-TER-16); its Wounds are the number of the thing."""


class Breakables(Supplement):
    """Doors, caskets and cranes as targets."""

    name = "breakables"

    def marks(self, t: Table) -> Iterable[Mark]:
        return [mark_of(t, thing) for thing in whole(t) if thing.kind != DOOR or thing.state != OPEN]

    def mark_struck(self, t: Table, blow: Blow) -> Rule[bool]:
        if t.thing(blow.id).kind not in TOUGHNESS:
            return False
        yield from batter(t, blow)
        return True

    def blast_goes_off(self, t: Table, marker: tuple[int, int, int], profile: Profile, by: int) -> Rule[None]:
        """Pieces under a Blast are hit, too (see NE-TER-16)."""
        for mark in list(self.marks(t)):
            if under(field_without(t, mark.id), marker, radius_of(profile), mark.shape):
                yield from batter(t, blow_of(t, mark.id, profile, by))


def whole(t: Table) -> list[Thing]:
    """What is not broken yet."""
    return [thing for thing in t.things(*TOUGHNESS) if thing.state != GONE]


def mark_of(t: Table, thing: Thing) -> Mark:
    """A piece as a target: it is hit without a roll."""
    form = disc_of(thing, DISC) if thing.kind == CASKET else box_of(t, thing)
    return Mark(thing.id, form, surely=True)


def batter(t: Table, blow: Blow) -> Rule[None]:
    """Doors (T5 W4), caskets (T4 W2) and cranes (T6 W4) are hit automatically, have no save and roll no Injury dice; at
    0 Wounds a door or crane is removed, and a casket is open as if it had been smashed (NE-TER-16)."""
    thing = t.state.things.get(blow.id)
    if thing is None or thing.state == GONE or blow.strength is None or blow.damage is None:
        return
    seat = t.side(blow.by) if blow.by != NOBODY else t.state.priority
    needed = wound_needs(blow.strength, TOUGHNESS[thing.kind])
    about = topic("wound roll on {thing}", thing.id)
    face = yield from d6(seat, about, alike_for(needed, 0))
    wounds = passes(face, needed, 0)
    t.tell("batters", "NE-TER-16", thing=thing.id, shown=face, needed=needed, passed=wounds)
    if not wounds:
        return
    left = max(0, thing.number - blow.damage)
    t.put(thing._replace(number=left))
    if not left:
        yield from break_down(t, thing, blow.by)


def break_down(t: Table, thing: Thing, by: int) -> Rule[None]:
    """Something has no Wounds left (see NE-TER-16)."""
    if thing.kind == CASKET:
        opener = by if by != NOBODY else next(iter(t.fighters(t.state.priority)), next(iter(t.fighters()), 0))
        yield from open_casket(t, opener, thing.id, smashed=True)
        return
    riders = [who for who in t.fighters() if thing.kind == CRANE and stands_on(t, who, thing)]
    t.put(thing._replace(state=GONE, number=0))
    t.tell("broken", "NE-TER-16", thing=thing.id)
    for who in riders:
        m = t.model(who)
        t.begin(Fall(who, (m.x / INCH, m.y / INCH, m.z / INCH, 0.0, 0.0)))


def stands_on(t: Table, who: int, crane: Thing) -> bool:
    """Whether somebody stands on a crane."""
    m, box = t.model(who), box_of(t, crane)
    corners = [(round(x * INCH), round(y * INCH)) for x, y in box.corners()]
    return m.z == crane.z + box.height and nearest_of(tuple(corners), m.x, m.y) == (m.x, m.y)
