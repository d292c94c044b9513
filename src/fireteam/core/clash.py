"""Two pools against each other, solved in one go.

From the dice to the moment when they stand, nothing of the table matters but the difference of successes, the dice that
may be re-rolled, and what was paid for that. So odds need not run the rule once for every way to get there: they look
at the table where the test ends, once for each difference and payment, and put these ends together here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from fireteam.core.pools import NOBODY, Pool, again, batches, standing, successes, ways

X = TypeVar("X")
Stand = tuple[int, int]
"""Misses and hits that may be re-rolled."""
Paid = tuple[Any, Any]
"""What each side has paid with; None: nothing."""
NO_STAND: Stand = (0, 0)


class Corner(NamedTuple):
    """One side of a clash. It re-rolls what is free in one batch, then one die if it pays."""

    seat: int
    pool: Pool
    later: Pool
    payments: tuple[Any, ...] = ()
    """What it may pay with, of payments that are alike one."""


class Clash(NamedTuple):
    """A test of two pools: both roll, the first re-rolls, then the second; then it is over by `stand`."""

    corners: tuple[Corner, Corner]
    base: int
    low: int
    high: int
    depth: Callable[[Pool, Pool, tuple[Pool, Pool]], int]
    stand: Callable[[Any, int, Paid], None]
    """Puts a table at the end of the test, with this difference and these payments."""

    def end(self, difference: int) -> int:
        """A difference as far as it matters at the end: beyond low and high all are alike unless more is rolled."""
        a, b = self.corners
        if not b.later.dice:
            difference = min(self.high, difference)
        return difference if a.later.dice else max(self.low, difference)


class Worths(Protocol[X]):
    """How a clash puts worths together."""

    def mix(self, branches: list[tuple[int, X]], error: float) -> X:
        """The worth of a roll."""

    def pick(self, seat: int, branches: list[X]) -> X:
        """The worth of a choice."""

    def end(self, clash: Clash, difference: int, paid: Paid, likely: float) -> X:
        """The worth of an end of the test, which is about so likely."""


@lru_cache(maxsize=8192)
def _again(
    count: int, pool: Pool, other: Pool, lead: int, low: int, high: int, depth: int, later: tuple[Pool, Pool]
) -> tuple[list[tuple[int, int, int, int]], float]:
    """How dice fall that are rolled again: successes, misses and hits that stand, and the weight of each way; with what
    may fall otherwise."""
    found = again(count, pool, other, lead=lead, low=low, high=high, depth=depth, later=later)
    read = [
        (successes(faces, pool.target), *standing(faces, pool.target, pool.again, rerolled=count), weight)
        for (faces,), weight in found
    ]
    return read, found.error


class Solved(Generic[X]):
    """A clash that is being solved: like moments are solved once."""

    def __init__(self, clash: Clash, worths: Worths[X]) -> None:
        self.clash = clash
        self.worths = worths
        self._turns: dict[Any, X] = {}
        self._rolls: dict[Any, X] = {}
        self._ends: dict[Any, X] = {}
        self._likely: dict[int, float] = {}
        """How often each end comes of the first dice alone."""

    def worth(self) -> X:
        """The worth of the test before the dice fall."""
        clash = self.clash
        a, b = clash.corners
        later = (a.later, b.later)
        found = ways(
            a.pool, b.pool, base=clash.base, low=clash.low, high=clash.high,
            depth=clash.depth(a.pool, b.pool, later), later=later,
        )  # fmt: skip
        whole = sum([weight for _, weight in found])
        for (mine, theirs), weight in found:
            end = clash.end(clash.base + successes(mine, a.pool.target) - successes(theirs, b.pool.target))
            self._likely[end] = self._likely.get(end, 0.0) + weight / whole
        branches = []
        for (mine, theirs), weight in found:
            difference = clash.base + successes(mine, a.pool.target) - successes(theirs, b.pool.target)
            stand = standing(mine, a.pool.target, a.pool.again)
            waiting = standing(theirs, b.pool.target, b.pool.again)
            branches.append((weight, self._turn(0, difference, stand, a.pool.free, waiting, (None, None))))
        return self.worths.mix(branches, found.error)

    def _turn(self, who: int, difference: int, stand: Stand, free: int, waiting: Stand, paid: Paid) -> X:
        """A side may re-roll dice that stand: a batch if some are `free`, else one that it pays for."""
        corner = self.clash.corners[who]
        buys = corner.payments if paid[who] is None else ()
        if stand == NO_STAND or not (free or buys):
            if who == 0:
                return self._turn(1, difference, waiting, self.clash.corners[1].pool.free, NO_STAND, paid)
            return self._end(difference, paid)
        key = (who, difference, stand, free, waiting, paid)
        worth = self._turns.get(key)
        if worth is not None:
            return worth
        branches = []
        if free:
            most = int(bool(buys))
            for misses, hits in batches(free, *stand):
                left = (min(stand[0] - misses, most), min(stand[1] - hits, most))
                if misses + hits:
                    branches.append(self._roll(who, difference, (misses, hits), left, waiting, paid))
                else:
                    branches.append(self._turn(who, difference, left, 0, waiting, paid))
        else:
            branches.append(self._turn(who, difference, NO_STAND, 0, waiting, paid))
            for payment in buys:
                spent = (payment, paid[1]) if who == 0 else (paid[0], payment)
                for dice in ((1, 0), (0, 1)):
                    if stand[dice[1]]:
                        branches.append(self._roll(who, difference, dice, NO_STAND, waiting, spent))
        worth = self._turns[key] = self.worths.pick(corner.seat, branches)
        return worth

    def _roll(self, who: int, difference: int, dice: Stand, left: Stand, waiting: Stand, paid: Paid) -> X:
        """So many misses and hits are rolled again; of those that are left some may yet be paid for."""
        clash, sign = self.clash, 1 - 2 * who
        corner, other = clash.corners[who], clash.corners[1 - who]
        count = sum(dice)
        difference -= sign * dice[1]
        most = int(bool(corner.payments) and paid[who] is None)
        key = (who, difference, count, left, waiting, paid)
        worth = self._rolls.get(key)
        if worth is not None:
            return worth
        target = corner.pool.target
        mine, theirs = Pool(count, target, 0, most), other.pool if who == 0 else NOBODY
        low, high = (clash.low, clash.high) if who == 0 else (-clash.high, -clash.low)
        later = (corner.later, other.later)
        found, error = _again(
            count, mine, theirs, sign * difference, low, high, clash.depth(mine, theirs, later), later
        )
        branches = []
        for won, misses, hits, weight in found:
            stand = (min(left[0] + misses, most), min(left[1] + hits, most))
            branches.append((weight, self._turn(who, difference + sign * won, stand, 0, waiting, paid)))
        worth = self._rolls[key] = self.worths.mix(branches, error)
        return worth

    def _end(self, difference: int, paid: Paid) -> X:
        key = (self.clash.end(difference), paid)
        worth = self._ends.get(key)
        if worth is None:
            worth = self._ends[key] = self.worths.end(self.clash, *key, self._likely.get(key[0], 0.0))
        return worth
