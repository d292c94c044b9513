"""The re-rolls of a fight as odds solve them in one go: what the dice of each fighter can become, by their rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fireteam.core.dice import outcomes
from fireteam.core.exchange import End, Exchange, Hand
from fireteam.core.topics import topic
from fireteam.games.killteam.dice import COMMAND, COMMAND_CP, Pool, rerolls, roll_again, roll_of
from fireteam.games.killteam.windows import Supplement

if TYPE_CHECKING:
    from fireteam.games.killteam.fighting.sequence import Fight
    from fireteam.games.killteam.table import Table


class Held(NamedTuple):
    """One fighter's dice, and what its side has spent and has left to re-roll them with."""

    pool: Pool
    points: int
    spent: int = 0


def exchange_of(t: Table, f: Fight, to_roll: tuple[int, int], over: str) -> Exchange:
    """The re-rolls in turn of both fighters, after each has rolled the dice that it has still to roll; the step `over`
    comes after them (KT-BASE-11)."""
    seats = [t.operative(who).seat for who in (f.fighter, f.opponent.who)]
    hands = [hand_of(t, seat, pool, dice) for seat, pool, dice in zip(seats, f.pools(), to_roll, strict=True)]

    def stand(table: Table, attacker: Pool | None, defender: Pool | None) -> None:
        record: Fight = table.state.agenda[-1]  # type: ignore[assignment]
        record.attacker = attacker and attacker.copy()
        record.defender = defender and defender.copy()
        record.passes, record.turn, record.step = 0, 0, over

    def pay(table: Table, *spent: int) -> None:
        for seat, points in zip(seats, spent, strict=True):
            if points:
                table.spend_cp(seat, points, "KT-PLOY-05")

    return Exchange((hands[0], hands[1]), f.turn, f.passes, stand, pay)


def dice_name(t: Table, pool: Pool) -> str:
    """What the dice of a fighter are called where they are rolled."""
    return topic("attack dice of {who}", t.name(pool.side.who))


def hand_of(t: Table, seat: int, pool: Pool | None, to_roll: int) -> Hand[Held]:
    """What can become of one fighter's dice; of nobody's, nothing."""
    about = dice_name(t, pool) if pool is not None else ""
    wanted = sum([points_wanted(t, seat) for points_wanted in t.windows[Supplement.points_wanted]])
    hand: Hand[Held] = Hand(
        seat, partial(led_to, about), lambda held: end_of(held, wanted), lambda held: held.pool.open_key(held.points)
    )
    if pool is None:
        hand.begin_empty()
        return hand
    points = t.state.cp[seat]
    if not to_roll:
        hand.begin(Held(pool, points), 1)
        return hand
    for faces, weight in outcomes(roll_of(pool, to_roll, about)):
        fallen = pool.copy()
        fallen.fall(faces)
        hand.begin(Held(fallen, points), weight)
    return hand


def led_to(about: str, held: Held) -> Iterator[list[tuple[Held, int]]]:
    """What each re-roll of one die can lead to."""
    pool, points, spent = held
    for face, source in rerolls(pool, points):
        cost = COMMAND_CP if source == COMMAND else 0
        falls = []
        for (new,), weight in outcomes(roll_again(pool, about)):
            after = pool.copy()
            after.take_up(face, source)
            after.again = (*after.again, new)
            falls.append((Held(after, points - cost, spent + cost), weight))
        yield falls


def end_of(held: Held, wanted: int) -> End:
    """The dice as they count when nobody re-rolls any more; of the points that are left, those count that may still be
    wanted."""
    pool = held.pool.copy()
    pool.grade_dice()
    return End(pool, held.spent, (*pool.key(), min(held.points, wanted)))
