"""The special orders of leaders: six effects, each given in its own moment for a Special die (see DZ-CMD-12)."""

from __future__ import annotations

from collections.abc import Sequence as Many
from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.deadzone.cards import Order, Unit, word
from fireteam.games.deadzone.forced import Throw, is_moved_by_force
from fireteam.games.deadzone.movement import ADVANCE, move, speed
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.scatter import pick_away
from fireteam.games.deadzone.state import NOW, SPECIAL, SYMBOLS, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat

if TYPE_CHECKING:
    from fireteam.games.deadzone.actions import Activation
    from fireteam.games.deadzone.dice import Side
    from fireteam.games.deadzone.round import Round


def orders_of(cards: Many[Unit], sides: Many[int]) -> list[SpecialOrder]:
    """The order of each side: that of its leader, for the whole battle, whatever becomes of the leader
    (see DZ-CMD-12)."""
    found: dict[int, Order] = {}
    for card, seat in zip(cards, sides, strict=True):
        if card.order is not None:
            found.setdefault(seat, card.order)
    return [EFFECTS[order.effect, order.moment](seat, order) for seat, order in sorted(found.items())]


class SpecialOrder(Supplement):
    """The order of a side's leader (DZ-CMD-12); some may be given in the enemy's turn (DZ-CMD-15)."""

    def __init__(self, seat: int, order: Order) -> None:
        self.seat = seat
        self.order = order
        self.name = f"{order.id} {seat}"

    def may_be_given(self, t: Table) -> bool:
        """Whether its side holds a Special die, it is the turn for it, and it was not given too often: one in an
        activation, unless it says otherwise (see DZ-CMD-12)."""
        s = t.state
        if not s.command[self.seat][SPECIAL] or (self.order.turn == "own" and s.acting != self.seat):
            return False
        if self.order.limit == "round":
            return self.mark(t) not in s.settled
        return self.order.limit == "test" or not s.ordered >> self.seat & 1

    def mark(self, t: Table) -> str:
        """What is noted of an order that is given once in a round."""
        return f"order {self.seat} {t.state.round}"

    def give(self, t: Table, about: str) -> Rule[bool]:
        """Whether its player gives it; the die is spent."""
        pick: Option = yield t.ask(
            self.seat,
            topic("order {order} for {what}", self.order.name, about),
            lambda: [option("no_order"), option("order", self.order.name)],
        )
        if pick.kind == "no_order":
            return False
        self.pay(t)
        return True

    def pay(self, t: Table) -> None:
        """The die is spent, and the order noted."""
        t.spend(self.seat, SPECIAL)
        if self.order.limit == "round":
            t.settle(self.mark(t))
        else:
            t.note_order(self.seat)
        t.tell("order", "DZ-CMD-12", seat=self.seat, order=self.order.name)

    def friend(self, t: Table, who: int) -> bool:
        """Whether a model is of its side and not in somebody else's hands (see DZ-CMD-16)."""
        return t.side(who) == self.seat and not t.controlled(who)


class KeywordForTest(SpecialOrder):
    """A keyword for one SURVIVE test of a friend that is small, or near a small friend."""

    def before_survive(self, t: Table, side: Side) -> Rule[None]:
        if not self.friend(t, side.who) or not self.may_be_given(t) or not self.is_near(t, side.who):
            return
        if (yield from self.give(t, t.name(side.who))):
            side.free += word(self.order.numbers["keyword"]).number

    def is_near(self, t: Table, who: int) -> bool:
        """Whether it is of the size that the order asks for, or near a friend that is."""
        near = self.order.numbers.get("near")
        return near is None or any(
            t.cards[mate].size <= near.size and t.apart(who, mate) <= near.cubes
            for mate in t.left(self.seat)
            if self.friend(t, mate)
        )


class OrderOfActivation(SpecialOrder):
    """An order for a friend whose activation starts, or ends, as its moment says."""

    def activation_start(self, t: Table, a: Activation) -> Rule[bool]:
        return self.offered(t, a, "activation_start")

    def activation_end(self, t: Table, a: Activation) -> Rule[bool]:
        return self.offered(t, a, "activation_end")

    def offered(self, t: Table, a: Activation, moment: str) -> Rule[bool]:
        """It is given, if its moment has come and it does something for a friend in play."""
        if self.order.moment != moment or not t.in_play(a.who) or not self.friend(t, a.who):
            return False
        if self.may_be_given(t) and self.serves(t, a.who) and (yield from self.give(t, t.name(a.who))):
            self.serve(t, a.who)
        return False

    def serves(self, t: Table, who: int) -> bool:
        """Whether it would do anything."""
        return True

    def serve(self, t: Table, who: int) -> None:
        """What it does."""
        raise NotImplementedError


class KeywordForActivation(OrderOfActivation):
    """A keyword for the activation of a friend."""

    def serves(self, t: Table, who: int) -> bool:
        return not t.cards[who].has(word(self.order.numbers["keyword"]).name)

    def serve(self, t: Table, who: int) -> None:
        t.lend(who, f"{NOW}has {self.order.numbers['keyword']}")


class Push(SpecialOrder):
    """Whom a friend's SHOOT or ASSAULT has hurt goes away from it, as by Knockback."""

    def after_attack(self, t: Table, by: int, on: int, lost: int) -> Rule[None]:
        if not lost or not self.friend(t, by) or not t.in_play(on) or not self.may_be_given(t):
            return
        if not is_moved_by_force(t, on) or not (yield from self.give(t, t.name(on))):
            return
        east, north, up = yield from pick_away(t, by, on)
        t.begin(*(Throw(on, east, north, False, up) for _ in range(self.order.numbers["cubes"])))


class LeaveSmoke(OrderOfActivation):
    """Smoke in the cube of the active friend."""

    def serve(self, t: Table, who: int) -> None:
        t.fill(t.cube(who), 0, "DZ-CMD-12")


class MoveFriends(OrderOfActivation):
    """Some friends move in the activation of another."""

    def serves(self, t: Table, who: int) -> bool:
        return bool(movers(t, who, ()))

    def serve(self, t: Table, who: int) -> None:
        t.begin(FriendsMove(who, self.order.numbers["models"], self.order.numbers["cubes"]))


class DiscardDice(SpecialOrder):
    """The enemy discards command dice that it has not spent."""

    def after_command(self, t: Table, r: Round) -> Rule[bool]:
        enemy = 1 - self.seat
        if not self.may_be_given(t) or not any(t.state.command[enemy]):
            return False
        if not (yield from self.give(t, str(t.setting.game.seats[enemy]))):
            return False
        for _ in range(min(self.order.numbers["dice"], sum(t.state.command[enemy]))):
            held = t.state.command[enemy]
            pick: Option = yield t.ask(
                enemy,
                topic("{player} discards", str(t.setting.game.seats[enemy])),
                lambda held=held: [  # type: ignore[misc]
                    option("discard", SYMBOLS[symbol], args=(symbol,)) for symbol, count in enumerate(held) if count
                ],
            )
            t.discard(enemy, pick.args[0])
        return False


class Recover(SpecialOrder):
    """A death nourishes an injured friend near it."""

    def died(self, t: Table, who: int, cube: int) -> Rule[None]:
        if not self.may_be_given(t):
            return
        near = self.order.numbers["within"]
        able = [
            mate
            for mate in t.left(self.seat)
            if self.friend(t, mate)
            and t.board.distance(t.cube(mate), cube) <= near
            and t.state.models[mate].damage
            and not t.cards[mate].machine
        ]
        if not able:
            return
        pick: Option = yield t.ask(
            self.seat,
            topic("order {order} for {what}", self.order.name, t.name(who)),
            lambda: [option("no_order"), *(option("order_for", t.name(mate), args=(mate,)) for mate in able)],
        )
        if pick.kind == "order_for":
            self.pay(t)
            t.recover(pick.args[0], self.order.numbers["hp"], "DZ-CMD-12")


EFFECTS: dict[tuple[str, str], type[SpecialOrder]] = {
    ("grant", "before_survive_dice"): KeywordForTest,
    ("grant", "activation_start"): KeywordForActivation,
    ("push", "after_attack"): Push,
    ("smoke", "activation_start"): LeaveSmoke,
    ("smoke", "activation_end"): LeaveSmoke,
    ("move_friends", "activation_start"): MoveFriends,
    ("move_friends", "activation_end"): MoveFriends,
    ("discard_dice", "after_command_rerolls"): DiscardDice,
    ("recover", "on_death"): Recover,
}
"""What an order does, by its effect and its moment."""


# -- friends that move -------------------------------------------------------------------------------------------------


class FriendsMove(Sequence, Frame):
    """Friends of the active model move one after the other, and stay unactivated."""

    kind = "friends_move"
    who: int
    models: int
    cubes: int
    moved: tuple[int, ...] = ()

    @staticmethod
    def steps() -> Steps[Table, FriendsMove]:
        return (repeat(move_friend, more_friends),)


def movers(t: Table, who: int, moved: tuple[int, ...]) -> list[int]:
    """Other friends that are neither activated nor pinned nor beside an enemy, and have not moved yet."""
    return [
        mate
        for mate in t.waiting(t.side(who))
        if mate != who
        and mate not in moved
        and t.in_play(mate)
        and not t.state.models[mate].pinned
        and not t.foes(mate)
        and speed(t, mate)[0]
    ]


def more_friends(t: Table, s: FriendsMove) -> bool:
    return len(s.moved) < s.models and bool(movers(t, s.who, s.moved))


def move_friend(t: Table, s: FriendsMove) -> Rule[bool]:
    """One of them, as with ADVANCE, but to no enemy; or no more."""
    able = movers(t, s.who, s.moved)
    pick: Option = yield t.ask(
        t.side(s.who),
        topic("friends of {who} move", t.name(s.who)),
        lambda: [*(option("early", t.name(mate), args=(mate,)) for mate in able), option("decline")],
    )
    if pick.kind == "decline":
        return False
    mate: int = pick.args[0]
    s.moved = (*s.moved, mate)
    t.begin(move(t, mate, ADVANCE, s.cubes, extras=False, wary=True))
    return True
