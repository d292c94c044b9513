"""Intellect actions: hacking doors, terminals, airlocks and characters, and the Counter-measure (rulebook 6.c,
VIII)."""

from __future__ import annotations

from typing import Any

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.escape.actions.combat import enemies
from fireteam.games.escape.actions.payments import pay, payable
from fireteam.games.escape.actions.taking import comes_upon
from fireteam.games.escape.rolls import reroll
from fireteam.games.escape.state import BOARD, INTELLECT, RESISTANCE, SIDES, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Skill

ATTRACTION_RANGE = 2


class Hack:
    """The record of a hack under way."""

    def __init__(self, hacker: Character, target: Character | None, difficulty: int) -> None:
        self.hacker = hacker
        self.target = target
        self.difficulty = difficulty
        self.step = 1
        self.countered = False
        self.intellect: tuple[int, str] = (0, "")
        self.counter_intellect: tuple[int, str] = (0, "")
        self.die = 0
        self.counter_die = 0
        self.passed = 0

    def key(self) -> tuple[Any, ...]:
        """Everything the rest of the hack depends on."""
        target = self.target.index if self.target else -1
        return (
            self.step, target, self.difficulty, self.countered, self.intellect, self.counter_intellect,
            self.die, self.counter_die, self.passed,
        )  # fmt: skip


# -- what may be hacked ------------------------------------------------------------------------------------------------


def may_think(t: Table, c: Character, why: Why = None) -> bool:
    """An Intellect action is left (ES-INT-01)."""
    return need(
        why, payable(t, c, INTELLECT), "ES-INT-01", "an Intellect action is left ({} of {})", c.left(INTELLECT), c.int
    )


def may_hack_door(t: Table, c: Character, number: int, why: Why = None) -> bool:
    """A locked, shut door: adjacent, or for an Otaku of either side in the same room and in sight (ES-INT-04,
    ES-SKILL-14, ES-INT-05)."""
    s, g, door = t.state, t.ground, t.ground.board.doors[number]
    adjacent = c.square in (door.a, door.b)
    own = g.board.area_of[c.square]
    reach = adjacent
    across = bool(t.hooks(c, Skill.hacks_across_room))
    if not adjacent and across and own in door.areas:
        near = door.a if g.board.area_of[door.a] == own else door.b
        reach = t.sees(c.square, near)
    return (
        need(why, across or SIDES[c.side] == g.hack_door.who, "ES-INT-05", "this side hacks doors")
        and need(why, s.locks & door.edge != 0, "ES-DOOR-02", "{} is locked", door.id, at=(door.id,))
        and need(why, s.shut & door.edge != 0, "ES-DOOR-03", "{} is shut", door.id, at=(door.id,))
        and need(
            why,
            reach,
            "ES-INT-04",
            "{} is adjacent (or in the same room and in sight, for an Otaku)",
            door.id,
            at=(door.id,),
        )
        and may_think(t, c, why)
    )


def may_hack_terminal(t: Table, c: Character, number: int, why: Why = None) -> bool:
    """A terminal on the own square, or adjacent and in sight; once each (see ES-INT-02)."""
    g, terminal = t.ground, t.ground.terminals[number]
    near = c.square == terminal.square or g.squares.adjacent[terminal.square] >> c.square & 1 == 1
    return (
        need(why, SIDES[c.side] == g.hack_terminal.who, "ES-INT-02", "this side hacks terminals")
        and need(
            why,
            not t.state.hacked >> number & 1 or not g.hack_terminal.once_each,
            "ES-INT-02",
            "{} is not hacked yet",
            terminal.id,
            at=(g.at(terminal.square),),
        )
        and need(
            why,
            near,
            "ES-INT-02",
            "{} is on this square or adjacent",
            terminal.id,
            at=(g.at(c.square), g.at(terminal.square)),
        )
        and need(
            why,
            t.sees(c.square, terminal.square),
            "ES-TERM-04",
            "line of sight to {}",
            g.at(terminal.square),
            at=(g.at(c.square), g.at(terminal.square)),
        )
        and may_think(t, c, why)
    )


def may_hack_airlock(t: Table, c: Character, airlock: int, why: Why = None) -> bool:
    """An airlock that the scenario lets the Resistance hack, from one of its squares (ES-AIR-03)."""
    return (
        need(why, c.side == RESISTANCE, "ES-AIR-03", "the character is of the Resistance, who alone hack airlocks")
        and need(
            why,
            airlock in t.ground.hack_airlocks,
            "ES-AIR-03",
            "the scenario lets Airlock {} be hacked",
            airlock,
            at=(f"airlock {airlock}",),
        )
        and need(
            why,
            not t.state.unlocked_airlocks >> airlock & 1,
            "ES-AIR-03",
            "Airlock {} is not hacked yet",
            airlock,
            at=(f"airlock {airlock}",),
        )
        and need(
            why,
            t.ground.board.airlock_at[c.square] == airlock,
            "ES-AIR-03",
            "{} is a square of Airlock {}",
            t.ground.at(c.square),
            airlock,
            at=(f"airlock {airlock}",),
        )
        and may_think(t, c, why)
    )


def may_attract(t: Table, c: Character, number: int, why: Why = None) -> bool:
    """Attraction: an opponent within 2 squares, in sight (ES-SKILL-03)."""
    g, target = t.ground, t.state.characters[number]
    return (
        need(why, target.status == BOARD and target.side != c.side, "ES-SKILL-03", "{} is an opponent on the board",
        t.card(target).name)
        and need(
            why, g.distance(c.square, target.square) <= ATTRACTION_RANGE, "ES-SKILL-03", "distance {} is within {}",
            g.distance(c.square, target.square), ATTRACTION_RANGE, at=(g.at(c.square), g.at(target.square)),
        )
        and need(
            why, t.sees(c.square, target.square), "ES-TERM-04", "line of sight from {} to {}", g.at(c.square),
            g.at(target.square),
            at=(g.at(c.square), g.at(target.square)),
        )
        and may_think(t, c, why)
    )  # fmt: skip


def offer_hacks(t: Table, c: Character, into: list[Option]) -> None:
    """Everything the active character may hack."""
    g, s = t.ground, t.state
    across = g.cards[c.index].thinker and t.hooks(c, Skill.hacks_across_room)
    if (across or SIDES[c.side] == g.hack_door.who) and (c.int > c.used_int or may_think(t, c)):
        for number in g.board.doors_of[g.board.area_of[c.square]] if across else g.board.doors_at[c.square]:
            if g.board.doors[number].edge & s.locks and may_hack_door(t, c, number):
                into.append(g.option("hack_door", number))
    for terminal in g.terminals_at[c.square]:
        if may_hack_terminal(t, c, terminal.number):
            into.append(g.option("hack_terminal", terminal.number))
    airlock = g.board.airlock_at[c.square]
    if airlock and airlock in g.hack_airlocks and may_hack_airlock(t, c, airlock):
        into.append(g.option("hack_airlock", airlock))


def offer_attraction(t: Table, c: Character, into: list[Option]) -> None:
    """The opponents an Attraction owner may pull."""
    reach = t.ground.within(c.square, ATTRACTION_RANGE)
    if not reach & t.standing(1 - c.side):
        return
    for foe in enemies(t, c, reach):
        if may_attract(t, c, foe.index):
            into.append(t.ground.option("attract", foe.index))


# -- the hack itself ---------------------------------------------------------------------------------------------------


def hack_door(t: Table, c: Character, number: int) -> Rule[None]:
    """Success removes the lock for good and opens the door (ES-INT-03, ES-INT-04, ES-DOOR-04, ES-SKILL-14)."""
    door = t.ground.board.doors[number]
    if (yield from hack(t, c, None, door.difficulty, door.id)):
        t.unlock(door, "ES-INT-04")
        t.open_door(door, "ES-INT-04")


def hack_terminal(t: Table, c: Character, number: int) -> Rule[None]:
    """Success marks the terminal as hacked (see ES-INT-02)."""
    terminal = t.ground.terminals[number]
    if (yield from hack(t, c, None, terminal.difficulty, terminal.id)):
        t.hack_terminal(terminal)


def hack_airlock(t: Table, c: Character, airlock: int) -> Rule[None]:
    """Success opens the airlock as an exit (see ES-AIR-03)."""
    if (yield from hack(t, c, None, t.ground.hack_airlocks[airlock], f"airlock {airlock}")):
        t.unlock_airlock(airlock)


def attract(t: Table, c: Character, number: int) -> Rule[None]:
    """Success moves the target one square, next to the owner; where none can be reached nothing happens (ES-SKILL-03,
    ES-SKILL-04, ES-MOVE-06)."""
    target = t.state.characters[number]
    if not (yield from hack(t, c, target, target.int, t.card(target).id)):
        return
    squares = pull_squares(t, c, target)
    if not squares:
        t.tell("no_effect", "ES-SKILL-04", who=t.card(target).id)
        return
    pick: Option = yield t.ask(
        c.side, topic("pull of {who}", t.card(target).id), lambda: t.ground.square_options("pull", squares)
    )
    t.put(target, pick.args[0], "ES-SKILL-04", "shifted")
    yield from comes_upon(t, target)


def pull_squares(t: Table, c: Character, target: Character) -> int:
    """Free squares beside the target, with no wall or shut door between, in the owner's periphery (ES-SKILL-04)."""
    squares = t.ground.squares
    return squares.steps(target.square, t.state.shut) & squares.periphery[c.square] & ~t.state.occupied


def hack(t: Table, c: Character, target: Character | None, difficulty: int, name: str) -> Rule[bool]:
    """A Hacking action: Counter-measure, dice, rerolls, result (ES-INT-02, ES-ROLL-03, ES-ROLL-02, ES-DEF-05)."""
    yield from pay(t, c, INTELLECT)
    h = Hack(c, target, difficulty)
    t.pending.append(h)
    own = t.card(c).id
    t.tell("hacks", "ES-INT-02", who=own, target=name, difficulty=difficulty)

    h.step = 2  # the passive target declares
    if target is not None:
        yield from declare_counter(t, h, target)
    h.step = 3  # with whose Int
    h.intellect = yield from choose_intellect(t, c)
    h.step = 4  # dice
    (h.die,) = yield t.die(c.side, topic("hacking die of {who}", own))
    if h.countered and target is not None:
        (h.counter_die,) = yield t.die(target.side, topic("counter die of {who}", t.card(target).id))
    h.step = 5  # rerolls
    yield from rerolls(t, h)
    parts = hack_parts(h)
    result = total(parts)
    success = result > 0 if h.countered else result >= difficulty
    t.tell("hack_result", "ES-DEF-05" if h.countered else "ES-ROLL-03", who=own, target=name, total=result,
           difficulty=0 if h.countered else difficulty, success=success, parts=parts)  # fmt: skip
    t.pending.pop()
    return success


def declare_counter(t: Table, h: Hack, target: Character) -> Rule[None]:
    """A passive target may answer with a Counter-measure, for one of its Intellect actions
    (ES-DEF-05; see ES-DEF-06)."""
    if target.left(INTELLECT) == 0:
        return
    option = t.ground.option
    about = topic("counter-measure of {who}", t.card(target).id)
    pick: Option = yield t.ask(target.side, about, lambda: [option("no_counter"), option("counter")])
    if pick.kind == "counter":
        h.countered = True
        t.spend(target, INTELLECT)
        t.tell("counters", "ES-DEF-05", who=t.card(target).id)
        h.counter_intellect = yield from choose_intellect(t, target)


def choose_intellect(t: Table, c: Character) -> Rule[tuple[int, str]]:
    """Own Int, or that of a leader in whose periphery the character stands: the player's choice (ES-SKILL-09)."""
    near = t.ground.squares.periphery[c.square]
    leaders = [
        other
        for other in t.squad(c.side)
        if other.status == BOARD and near >> other.square & 1 and t.hooks(other, Skill.lends_intellect)
    ]
    if leaders:
        option = t.ground.option
        about = topic("Int for {who}", t.card(c).id)
        pick: Option = yield t.ask(
            c.side, about, lambda: [option("own_int"), *(option("leader_int", leader.index) for leader in leaders)]
        )
        if pick.kind == "leader_int":
            leader = t.state.characters[pick.args[0]]
            return leader.int, f"Int of {t.card(leader).name}"
    return c.int, f"Int of {t.card(c).name}"


def rerolls(t: Table, h: Hack) -> Rule[None]:
    """The hacker, then its target, in turn until both pass in a row (see ES-ROLL-06)."""
    while True:
        again = yield from reroll(t, h.hacker.side, topic("hacking die of {who}", t.card(h.hacker).id), None)
        if again:
            h.die = again
        h.passed = 0 if again else h.passed + 1
        if h.passed >= 2 or not h.countered or h.target is None:
            if not again:
                return
            continue
        again = yield from reroll(t, h.target.side, topic("counter die of {who}", t.card(h.target).id), None)
        if again:
            h.counter_die = again
        h.passed = 0 if again else h.passed + 1
        if h.passed >= 2:
            return


def hack_parts(h: Hack) -> tuple[Modifier, ...]:
    """The total of a hack: a Simple roll, or opposed by a Counter-measure (ES-ROLL-01, ES-DEF-05, ES-ROLL-03)."""
    parts = (Modifier(h.die, "hacking die", "ES-INT-02"), Modifier(*h.intellect, "ES-INT-02"))
    if not h.countered:
        return parts
    amount, reason = h.counter_intellect
    return (*parts, Modifier(-h.counter_die, "counter die", "ES-DEF-05"), Modifier(-amount, reason, "ES-DEF-05"))
