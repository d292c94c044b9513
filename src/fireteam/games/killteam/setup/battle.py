"""Setting up a battle: mission, drop zones, equipment, operatives (KT-OPS-01, KT-OPS-02, KT-OPS-07, KT-OPS-08)."""

from __future__ import annotations

from typing import Protocol

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.positions import OBJECTIVE
from fireteam.games.killteam.setup import deployment as deploying
from fireteam.games.killteam.setup.rosters import TAC_OP
from fireteam.games.killteam.state import NOBODY, RESERVE, Marker
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.plane.places import Place

PLAYERS = ("the first player", "the second player")
ZONES = ("A", "B")
"""What the two drop zones are called."""


def set_up(t: Table) -> Rule[None]:
    """Kill teams, killzone, then the crit op and the objective markers (KT-OPS-01)."""
    setting = t.setting
    for seat in (0, 1):
        t.tell("kill_team", "KT-OPS-01", seat=seat, team=setting.team(seat).id)
    t.tell("killzone", "KT-OPS-01", killzone=setting.zone.name)
    crit_op = setting.wishes.get("crit_op")
    if crit_op is None:
        (crit_op,) = yield Roll(0, "crit op", bag=tuple((op.id, 1) for op in setting.content.crit_ops), name="crit op")
    t.draw_crit_op(crit_op)
    t.tell("crit_op", "KT-OPS-01", op=crit_op)
    for entry in setting.zone.objectives:
        t.lay(Marker(entry.id, OBJECTIVE, NOBODY, entry.x, entry.y, entry.z, NOBODY, "", ()), "KT-OPS-01")
    t.enter("drop_zones")


def roll_off(t: Table, what: str) -> Rule[int]:
    """Each rolls a D6, equal results are rolled again; who rolled higher (KT-BASE-08)."""
    while True:
        (first,) = yield Roll(0, topic("{what} of {player}", what, PLAYERS[0]))
        (second,) = yield Roll(1, topic("{what} of {player}", what, PLAYERS[1]))
        t.tell("roll_off", "KT-BASE-08", first=first, second=second)
        if first != second:
            return int(second > first)


def drop_zones(t: Table) -> Rule[None]:
    """The winner of a roll-off names who has initiative, and that player picks a drop zone (KT-OPS-02)."""
    holder = t.setting.wishes.get("initiative")
    if holder is None:
        winner = yield from roll_off(t, "roll-off")
        named: Option = yield t.ask(
            winner, "who has initiative", lambda: [option("initiative", seat) for seat in (winner, 1 - winner)]
        )
        holder = named.args[0]
    t.tell("initiative", "KT-OPS-02", seat=holder)
    pick: Option = yield t.ask(holder, "drop zone", lambda: [option("drop_zone", name) for name in ZONES])
    own = ZONES.index(pick.args[0])
    zones = (own, 1 - own) if holder == 0 else (1 - own, own)
    for seat in (holder, 1 - holder):
        t.tell("drop_zone", "KT-OPS-02", seat=seat, zone=ZONES[zones[seat]])
    t.pick_zones(zones)
    t.take_initiative(holder)
    t.enter("operatives")


class Item(Protocol):
    """Something that a player sets up before the battle: a piece of equipment, a marker (see KT-OPS-07)."""

    @property
    def id(self) -> str:
        """The id of the marker or piece it becomes."""

    @property
    def label(self) -> str:
        """What the question for its place calls it."""

    def places(self, t: Table) -> Places:
        """Where it may be set up."""

    def set_up(self, t: Table, place: Place) -> None:
        """It stands or lies there from now on."""


# -- equipment and markers ---------------------------------------------------------------------------------------------


def items_left(t: Table, seat: int) -> list[Item]:
    """The items of a seat that are neither set up nor left out yet, in the order of its selection (see KT-EQ-00)."""
    found = [item for items in t.windows[Supplement.items] for item in items(t, seat)]
    return [item for item in found if (seat, item.id) not in t.state.settled]


def items(t: Table) -> Rule[None]:
    """One item of equipment each in turn, the player with initiative first; nobody must (KT-OPS-07, KT-EQ-00)."""
    seat = t.state.acting
    if items_left(t, seat):
        yield from one_item(t, seat)
    elif not items_left(t, 1 - seat):
        t.enter("op_markers", acting=t.state.initiative)
        return
    t.turn_to(1 - seat)


def one_item(t: Table, seat: int) -> Rule[None]:
    """An item of the seat and where it is set up, or that it is left out; or that no more are
    (see KT-OPS-07 and KT-EQ-00)."""
    left = items_left(t, seat)
    pick: Option = yield t.ask(
        seat, "item to set up", lambda: [*(option("item", item.id) for item in left), option("no_items")]
    )
    if pick.kind == "no_items":
        for item in left:
            leave_out(t, seat, item)
        return
    item = next(item for item in left if item.id == pick.args[0])
    where: Option = yield t.ask(
        seat, topic("place of {what}", item.label), lambda: [option("leave_out", item.id)], item.places(t)
    )
    if where.kind == "leave_out":
        leave_out(t, seat, item)
    else:
        set_up_item(t, seat, item, Place(*where.args[-4:]))


def set_up_item(t: Table, seat: int, item: Item, place: Place) -> None:
    """An item stands or lies there from now on (see KT-OPS-07)."""
    item.set_up(t, place)
    t.settle(seat, item.id)


def leave_out(t: Table, seat: int, item: Item) -> None:
    """Setting up is optional: an item that is left out has no effect later (KT-EQ-00)."""
    t.settle(seat, item.id)
    t.tell("left_out", "KT-EQ-00", seat=seat, item=item.id)


def op_markers(t: Table) -> Rule[None]:
    """Markers that a tac op sets up before the battle: it is revealed thereby (see KT-OPS-20)."""
    s = t.state
    for seat in (s.initiative, 1 - s.initiative):
        left = [marker for markers in t.windows[Supplement.op_markers] for marker in markers(t, seat)]
        if left and (seat, TAC_OP) not in s.revealed:
            t.reveal(seat, TAC_OP, "KT-OPS-20")
            return
        if left:
            marker = left[0]
            pick: Option = yield t.ask(seat, topic("place of {what}", marker.label), tuple, marker.places(t))
            marker.set_up(t, Place(*pick.args[-4:]))
            return
    t.enter("deployment", acting=s.initiative)


# -- operatives --------------------------------------------------------------------------------------------------------


def deployment(t: Table) -> Rule[None]:
    """A third of the operatives each in turn, the player with initiative first; orders are Conceal (KT-OPS-08,
    KT-OPS-21)."""
    s = t.state
    seat = s.acting
    waiting = [operative.index for operative in s.operatives if operative.seat == seat and operative.status == RESERVE]
    pick: Option = yield t.ask(
        seat, "operative to set up", lambda: [option("deployed", t.name(who)) for who in waiting]
    )
    who = t.number(pick.args[0])
    where: Option = yield t.ask(seat, topic("place of {what}", t.name(who)), tuple, deploying.places(t, who))
    x, y, z, _ = where.args[-4:]
    t.stand(who, x, y, z)
    t.tell("deployed", "KT-OPS-21", who=t.name(who), x=x, y=y, z=z)
    for standing in t.windows[Supplement.set_up]:
        yield from standing(t)
    done, size = deploying.set_up_by(t, seat)
    if done < size and done % deploying.third(size):
        return
    if any(operative.status == RESERVE for operative in t.state.operatives if operative.seat != seat):
        t.turn_to(1 - seat)
    elif done == size:
        t.enter("scouting", acting=s.initiative)
