"""Movement actions: stepping, doors, entering and leaving the board (rulebook 6.c, 7.a)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.escape.actions.payments import NOWHERE, pay, payable, payments
from fireteam.games.escape.actions.reach import around, moves_from
from fireteam.games.escape.state import ISC, MOVEMENT, OUT, RESISTANCE, WAITING, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Supplement

# -- stepping ----------------------------------------------------------------------------------------------------------


def step_squares(t: Table, c: Character) -> int:
    """The squares one Movement action may lead to: adjacent, nothing in the way, free (ES-MOVE-02, ES-MOVE-01)."""
    s = t.state
    g = t.ground
    mask = moves_from(t, c, c.square) if g.cards[c.index].walker else g.squares.steps(c.square, s.shut)
    free = mask & ~s.occupied
    if mask == free or not t.windows[Supplement.passes_over]:
        return free
    return free | passing(t, c, mask & s.occupied)[0]


def passing(t: Table, c: Character, squares: int) -> tuple[int, str]:
    """The ones of some occupied squares that a character may pass over, and the rule that says so: none but by an event
    (see ES-MOVE-02)."""
    for passes_over in t.windows[Supplement.passes_over]:
        found = passes_over(t, c, squares)
        if found is not None:
            return found
    return 0, "ES-MOVE-02"


def may_pass(t: Table, c: Character, square: int) -> bool:
    """Whether some way to pay for a step onto an occupied square leaves a free one in reach (see ES-EVT-08)."""
    return bool(payments(t, c, MOVEMENT, to=square))


def may_step(t: Table, c: Character, to: int, why: Why = None) -> bool:
    """Whether the active character may step onto a square (see ES-MOVE-01, ES-MOVE-02, ES-EVT-08)."""
    g, s = t.ground, t.state
    mask = moves_from(t, c, c.square)
    over, rule = passing(t, c, s.occupied & 1 << to)
    near = around(t, c, c.square)
    reach = "{} is adjacent or diagonal to {}" if near == g.squares.periphery[c.square] else "{} is adjacent to {}"
    return (
        need(
            why, payable(t, c, MOVEMENT), "ES-MOVE-01", "a Movement action is left ({} of {})", c.left(MOVEMENT), c.mvt
        )
        and need(
            why,
            near >> to & 1 == 1,
            "ES-MOVE-01",
            reach,
            g.at(to),
            g.at(c.square),
            at=(g.at(c.square), g.at(to)),
        )
        and need(
            why,
            mask >> to & 1 == 1,
            "ES-MOVE-02",
            "no wall or shut door between {} and {}",
            g.at(c.square),
            g.at(to),
            at=(g.at(c.square), g.at(to)),
        )
        and need(
            why,
            not s.occupied >> to & 1 or over != 0,
            rule,
            "{} is free",
            g.at(to),
            at=(g.at(to),),
        )
    )


def step(t: Table, c: Character, to: int) -> Rule[None]:
    """One square for one Movement action (ES-MOVE-01)."""
    yield from pay(t, c, MOVEMENT, to=to)
    t.put(c, to, "ES-MOVE-01")


# -- doors -------------------------------------------------------------------------------------------------------------


def may_open(t: Table, c: Character, number: int, why: Why = None) -> bool:
    """Whether the active character may open a door: adjacent, shut, unlocked or of the I.S.C. (ES-DOOR-02, ES-FAC-01,
    ES-DOOR-01)."""
    s, door = t.state, t.ground.board.doors[number]
    return (
        need(why, c.square in (door.a, door.b), "ES-DOOR-01", "{} is adjacent", door.id, at=(door.id,))
        and need(why, s.shut & door.edge != 0, "ES-DOOR-03", "{} is shut", door.id, at=(door.id,))
        and need(
            why, c.side == ISC or not s.locks & door.edge, "ES-DOOR-02", "{} is not locked (difficulty {})", door.id,
            door.difficulty,
            at=(door.id,),
        )
        and need(why, payable(t, c, MOVEMENT), "ES-MOVE-03", "a Movement action is left ({} of {})", c.left(MOVEMENT),
        c.mvt)
    )  # fmt: skip


def may_close(t: Table, c: Character, number: int, why: Why = None) -> bool:
    """Only I.S.C. characters close doors (ES-DOOR-03, ES-FAC-02)."""
    s, door = t.state, t.ground.board.doors[number]
    return (
        need(why, c.side == ISC, "ES-DOOR-03", "the character is of the I.S.C., who alone close doors", at=(door.id,))
        and need(why, c.square in (door.a, door.b), "ES-FAC-02", "{} is adjacent", door.id, at=(door.id,))
        and need(why, s.opened & door.edge != 0, "ES-FAC-02", "{} is open", door.id, at=(door.id,))
        and need(
            why, payable(t, c, MOVEMENT), "ES-MOVE-03", "a Movement action is left ({} of {})", c.left(MOVEMENT), c.mvt
        )
    )


def open_door(t: Table, c: Character, number: int) -> Rule[None]:
    """Open a door for one Movement action; the lock of a locked one stays engaged (ES-DOOR-01, ES-DOOR-04,
    ES-FAC-01)."""
    yield from pay(t, c, MOVEMENT)
    t.open_door(t.ground.board.doors[number], "ES-FAC-01" if c.side == ISC else "ES-DOOR-01")


def close_door(t: Table, c: Character, number: int) -> Rule[None]:
    """Close a door for one Movement action (ES-FAC-02)."""
    yield from pay(t, c, MOVEMENT)
    t.shut_door(t.ground.board.doors[number], "ES-FAC-02")


def offer_doors(t: Table, c: Character, into: list[Option]) -> None:
    """The doors of the character's square."""
    for number in t.ground.board.doors_at[c.square]:
        if may_open(t, c, number):
            into.append(t.ground.option("open", number))
        elif may_close(t, c, number):
            into.append(t.ground.option("close", number))


# -- leaving and banking -----------------------------------------------------------------------------------------------


def exits(t: Table, side: int) -> tuple[int, ...]:
    """The airlocks by which a side may leave: the scenario's, and those the Resistance has hacked
    (see ES-MOVE-04, ES-AIR-03)."""
    found = t.ground.exits[side]
    if side == RESISTANCE and t.state.unlocked_airlocks:
        found += tuple(
            number
            for number in t.ground.hack_airlocks
            if t.state.unlocked_airlocks >> number & 1 and number not in found
        )
    return found


def may_leave(t: Table, c: Character, airlock: int, why: Why = None) -> bool:
    """Leaving needs a square of an airlock the scenario names, and a Movement action (see ES-MOVE-04)."""
    return (
        need(
            why,
            airlock in exits(t, c.side),
            "ES-MOVE-04",
            "Airlock {} is an exit of the scenario",
            airlock,
            at=(f"airlock {airlock}",),
        )
        and need(
            why,
            t.ground.board.airlock_at[c.square] == airlock,
            "ES-MOVE-04",
            "{} is a square of Airlock {}",
            t.ground.at(c.square),
            airlock,
            at=tuple(t.ground.at(square) for square in t.ground.board.airlocks[airlock].squares),
        )
        and need(
            why, payable(t, c, MOVEMENT), "ES-MOVE-03", "a Movement action is left ({} of {})", c.left(MOVEMENT), c.mvt
        )
    )


def leave(t: Table, c: Character, airlock: int) -> Rule[None]:
    """Leave the board with what is carried; an Objective may be banked by it (ES-MOVE-04, ES-OBJ-01)."""
    yield from pay(t, c, MOVEMENT, to=NOWHERE)
    token = t.carried(c)
    t.leave_board(c, airlock)
    if token is not None and token.objective and airlock in t.ground.bank_by_leaving.get(c.side, ()):
        t.bank(c.side, int(token.label))
        t.discard(token, "ES-OBJ-01")


def may_bank(t: Table, c: Character, why: Why = None) -> bool:
    """Banking by a Movement action, where the scenario gives a side an airlock for it (see ES-OBJ-01)."""
    airlocks = t.ground.bank_by_action.get(c.side, ())
    token = t.carried(c)
    return (
        need(why, bool(airlocks), "ES-OBJ-01", "the scenario lets this side bank by an action")
        and need(why, token is not None and token.objective, "ES-OBJ-01", "an Objective is carried")
        and need(why, t.ground.board.airlock_at[c.square] in airlocks, "ES-OBJ-01", "{} is a square of Airlock {}",
                 t.ground.at(c.square), ", ".join(map(str, airlocks)))
        and need(why, payable(t, c, MOVEMENT, keep=True), "ES-MOVE-03", "a Movement action is left ({} of {})",
        c.left(MOVEMENT), c.mvt)
    )  # fmt: skip


def bank(t: Table, c: Character) -> Rule[None]:
    """Bank the carried Objective for one Movement action (see ES-OBJ-01)."""
    yield from pay(t, c, MOVEMENT, keep=True)
    token = t.let_go(c)
    t.bank(c.side, int(token.label))
    t.discard(token, "ES-OBJ-01")


# -- entering ----------------------------------------------------------------------------------------------------------


def entry_airlocks(t: Table, c: Character) -> list[int]:
    """The airlocks by which an absent character could come in now (see ES-DEPL-02, ES-FAC-05, ES-FAC-06, ES-EVT-06)."""
    if c.status != OUT:
        return list(t.ground.deployment[c.side].airlocks)
    return [airlock for airlocks in t.windows[Supplement.return_airlocks] for airlock in airlocks(t)]


def entry_squares(t: Table, c: Character) -> int:
    """The squares on which an absent character may enter: free ones; over an occupied one only with Firewall
    (ES-DEPL-03)."""
    s, mask = t.state, 0
    for airlock in entry_airlocks(t, c):
        mask |= t.ground.board.airlocks[airlock].mask
    free = mask & ~s.occupied
    return free if mask == free else free | passing(t, c, mask & s.occupied)[0]


def can_enter(t: Table, c: Character) -> bool:
    """Whether an absent character could be activated now: it enters, so there must be a way in
    (see ES-DEPL-03, ES-FAC-11)."""
    if c.status == OUT:
        returns = any(returns(t, c) for returns in t.windows[Supplement.returns])
        return returns and payable(t, c, MOVEMENT) and entry_squares(t, c) != 0
    return (
        c.status == WAITING
        and t.ground.deployment[c.side].mode == "entry"
        and payable(t, c, MOVEMENT)
        and entry_squares(t, c) != 0
    )


def enter(t: Table, c: Character, squares: int, returning: bool) -> Rule[None]:
    """The first Movement action of an absent character brings it onto an airlock square (ES-DEPL-02, ES-FAC-03)."""
    pick: Option = yield t.ask(
        c.side, topic("{who} enters", t.card(c).id), lambda: t.ground.square_options("enter", squares)
    )
    yield from pay(t, c, MOVEMENT, to=pick.args[0])
    t.put(c, pick.args[0], "ES-FAC-03" if returning else "ES-DEPL-02", "entered")


def offer_airlock(t: Table, c: Character, into: list[Option]) -> None:
    """Leaving or banking on the character's square."""
    airlock = t.ground.board.airlock_at[c.square]
    if not airlock:
        return
    if may_leave(t, c, airlock):
        into.append(t.ground.option("leave", airlock))
    if c.holds and may_bank(t, c):
        into.append(t.ground.option("bank"))
