"""Terminals: the test, and what each sort of terminal gives (NE-TERM)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, Activation, Deed
from fireteam.games.necromunda.dice import PAIR, d6, passes_two, two_d6
from fireteam.games.necromunda.geometry import GONE
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.scenarios import has_special
from fireteam.games.necromunda.state import Thing
from fireteam.games.necromunda.stats import bonus
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain import effects, lifts
from fireteam.games.necromunda.terrain.doors import OPEN, turn
from fireteam.games.necromunda.terrain.nearness import is_near
from fireteam.games.necromunda.windows import Quality, Supplement

DOORS, LIFTS, EFFECTS, ANCIENT = "door-terminal", "lift-terminal", "effect-terminal", "ancient-terminal"
TERMINALS = (DOORS, LIFTS, EFFECTS, ANCIENT)
REACH = 1.0
INERT = "inert"
"""An ancient terminal that gives nothing any more (see NE-TERM-05)."""
LOCKED_OUT = Modifier(-2, "terminal", "NE-TERM-01")

kinds(
    access=("access {}", ("NE-TERM-01",)),
    terminal_door=("{} {} now", ("NE-TERM-02",)),
    switch_lift=("switch {} {}", ("NE-TERM-03",)),
    send_lift=("send {} to {}", ("NE-TERM-03", "NE-MOV-11")),
    switch_effect=("switch {} {}", ("NE-TERM-04",)),
    leave_alone=("leave it as it is", ("NE-TERM-02",)),
)


class Terminals(Supplement):
    """What can be done at terminals."""

    name = "terminals"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (ACCESS,)


def has_terminal(t: Table, a: Activation, why: Why) -> bool:
    """There are terminals at all."""
    return need(why, bool(t.things(*TERMINALS)), "NE-TERM-01", "there is a terminal")


def terminals(t: Table, a: Activation) -> Iterable[Option]:
    """Each terminal."""
    return [option("access", thing.id, args=(thing.id,)) for thing in t.things(*TERMINALS)]


def may_access(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one terminal: within 1", and not inert."""
    thing = t.thing(pick.args[0])
    return is_near(t, a.who, thing, REACH, "NE-TERM-01", why) and need(
        why, thing.state != INERT, "NE-TERM-05", "{} still answers", thing.id
    )


def access(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Access Terminal: an Intelligence test at -2; what a pass does depends on the terminal (NE-TERM-01)."""
    thing = t.thing(pick.args[0])
    faces: tuple[int, ...] = ()
    if not knows_keys(t, a.who, thing):
        faces, passed = yield from hack(t, a.who)
        if not passed:
            return
    if thing.kind == DOORS:
        yield from at_door(t, a, thing)
    elif thing.kind == LIFTS:
        yield from at_lift(t, a)
    elif thing.kind == EFFECTS:
        yield from at_effect(t, a, thing)
    else:
        yield from at_ancient(t, a, thing, faces)


def knows_keys(t: Table, who: int, thing: Thing) -> bool:
    """Where a scenario gives side b the keys of the house, its fighters need no test at lifts and effects."""
    mission = t.setting.mission
    if mission is None or thing.kind not in (LIFTS, EFFECTS) or not has_special(t, "house-keys"):
        return False
    return mission.side_of(t, t.side(who)) == "b"


def hack(t: Table, who: int) -> Rule[tuple[tuple[int, ...], bool]]:
    """The test at a terminal: its dice are looked at one by one, too (see NE-TERM-01, NE-TERM-05)."""
    about = topic("{who} at a terminal", t.name(who))
    if t.says(who, Quality.passes_test, t, who, "int", "terminal"):
        t.tell("passes", "NE-TERM-01", who=t.name(who), about=about)
        return (), True
    faces, passed = yield from _hack_roll(t, who, about)
    if not passed:
        for windows in t.bearers(who):
            for again in windows[Quality.rerolls_test]:
                if not passed and (yield from again(t, who, "int", "terminal")):
                    faces, passed = yield from _hack_roll(t, who, about)
    if not passed:
        for failed in t.windows[Supplement.test_failed]:
            failed(t, who, "int")
    return faces, passed


def _hack_roll(t: Table, who: int, about: str) -> Rule[tuple[tuple[int, ...], bool]]:
    added = total(bonus(t, who, "int", "terminal", LOCKED_OUT))
    needed = t.cards[who].stats["int"]
    first, second = yield Roll(t.roller(who), about, PAIR)
    shown = int(first) + int(second)
    passed = passes_two(shown, needed, added)
    t.tell("tested", "NE-TERM-01", who=t.name(who), about=about, shown=shown, bonus=added, needed=needed, passed=passed)
    return (int(first), int(second)), passed


# -- what they give ----------------------------------------------------------------------------------------------------


def at_door(t: Table, a: Activation, thing: Thing) -> Rule[None]:
    """A free Operate Door on the linked door, at any distance, offered and not forced; a locked one is unlocked by it
    (NE-TERM-02)."""
    door = t.state.things.get(thing.label)
    if door is None or door.state == GONE:
        return
    verb = "close" if door.state == OPEN else "open"
    pick: Option = yield t.ask(
        t.player(a.who),
        topic("{who} at the terminal of {thing}", t.name(a.who), door.id),
        lambda: [option("terminal_door", verb, door.id), option("leave_alone")],
    )
    if pick.kind == "terminal_door":
        turn(t, door.id, "NE-TERM-02")


def at_lift(t: Table, a: Activation) -> Rule[None]:
    """Any one lift on the table is switched off until the End phase of the next round, or on again; a working one may
    make its move of the round at once (NE-TERM-03)."""
    found: list[Option] = []
    for lift in t.things(lifts.LIFT):
        works = lifts.works(lift)
        found.append(option("switch_lift", lift.id, "off" if works else "on", args=(lift.id, works)))
        found += [option("send_lift", lift.id, name, args=(lift.id, stop)) for stop, name in lifts.stops(t, lift)]
    pick: Option = yield t.ask(
        t.player(a.who), topic("{who} at the lifts", t.name(a.who)), lambda: [*found, option("leave_alone")]
    )
    if pick.kind == "switch_lift":
        lift = t.thing(pick.args[0])
        t.put(lift._replace(label=str(t.state.round + 1) if pick.args[1] else ""))
        t.tell("switched", "NE-TERM-03", thing=lift.id, state="off" if pick.args[1] else "on")
    elif pick.kind == "send_lift":
        lifts.send(t, pick.args[0], pick.args[1])


def at_effect(t: Table, a: Activation, thing: Thing) -> Rule[None]:
    """The effect of a piece is switched on until this round's End phase, or off until the next one's (NE-TERM-04)."""
    piece = t.state.things.get(thing.label)
    if piece is None or piece.state == GONE:
        return
    pick: Option = yield t.ask(
        t.player(a.who),
        topic("{who} at the terminal of {thing}", t.name(a.who), piece.id),
        lambda: [
            *(option("switch_effect", piece.id, way) for way in ("on", "off")),
            option("leave_alone"),
        ],
    )
    if pick.kind == "switch_effect":
        effects.switch(t, piece.id, on=pick.args[1] == "on")


def at_ancient(t: Table, a: Activation, thing: Thing, faces: tuple[int, ...]) -> Rule[None]:
    """A double on the test is worth 2D6 times 10 credits first; then a D6: 1 or 2 D6 Reputation, 3 or 4 D6 times 10
    credits, 5 or 6 D6 Experience for the fighter (NE-TERM-05)."""
    who, seat = a.who, t.side(a.who)
    name = topic("old data for {who}", t.name(who))
    if faces and faces[0] == faces[1]:
        t.note("credits", seat, who, 10 * (yield from two_d6(seat, topic("credits, {what}", name))))
    face = yield from d6(seat, name, (1, 1, 3, 3, 5, 5))
    amount = yield from d6(seat, topic("amount, {what}", name))
    what, worth = [("reputation", amount), ("credits", 10 * amount), ("experience", amount)][(face - 1) // 2]
    t.note(what, seat, who, worth)
    t.tell("old_data", "NE-TERM-05", who=t.name(who), shown=face, what=what, worth=worth)
    if t.house_rule("ancient_terminal_once"):
        t.put(thing._replace(state=INERT))


ACCESS = Deed("access", "NE-TERM-01", BASIC, (ACTIVE,), has_terminal, terminals, access, may_access)
