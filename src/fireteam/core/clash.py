"""Two pools against each other, solved in one go.

From the dice to the moment when they stand, nothing of the table matters but the difference of successes, the dice that
may be re-rolled, and what was paid for that. So odds need not run the rule once for every way to get there: they look
at the table where the test ends, once for each difference and payment, and put these ends together here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from fireteam.core.pools import NOBODY, Pool, again, batches, standing, successes, ways

X = TypeVar("X")
W = TypeVar("W")
Stand = tuple[int, int]
"""Misses and hits that may be re-rolled."""
Paid = tuple[Any, Any]
"""What each side has paid with; None: nothing."""
NO_STAND: Stand = (0, 0)
NOTHING: Paid = (None, None)


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

    def mix(self, branches: list[tuple[int, X]], error: float, out: int) -> X:
        """The worth of a roll, of which ways that weigh `out` together were left out."""

    def pick(self, seat: int, branches: list[X]) -> X:
        """The worth of a choice."""

    def end(self, clash: Clash, difference: int, paid: Paid, likely: float) -> X:
        """The worth of an end of the test, which is about so likely."""


class Fallen(NamedTuple, Generic[W]):
    """How dice can fall, each way with its weight; with what may fall otherwise, and the weight of what was left
    out."""

    ways: list[tuple[W, int]]
    error: float
    out: int


def fallen(found: Iterable[tuple[W, int]], error: float, cut: float) -> Fallen[W]:
    """Like ways counted together, without the rarest, which are no more than `cut` of all."""
    ways: dict[W, int] = {}
    for way, weight in found:
        ways[way] = ways.get(way, 0) + weight
    out = 0
    if cut:
        left = cut * sum(ways.values())
        for way, weight in sorted(ways.items(), key=itemgetter(1)):
            if out + weight > left:
                break
            out += weight
            del ways[way]
    return Fallen(list(ways.items()), error, out)


@lru_cache(maxsize=1024)
def _read(
    a: Pool, b: Pool, base: int, low: int, high: int, depth: int, later: tuple[Pool, Pool]
) -> tuple[list[tuple[tuple[int, Stand, Stand], int]], float]:
    """How both pools fall: the difference, and the dice of each that stand; with what may fall otherwise."""
    found = ways(a, b, base=base, low=low, high=high, depth=depth, later=later)
    read = []
    for (mine, theirs), weight in found:
        difference = base + successes(mine, a.target) - successes(theirs, b.target)
        stands = standing(mine, a.target, a.again), standing(theirs, b.target, b.again)
        read.append(((difference, *stands), weight))
    return read, found.error


@lru_cache(maxsize=1024)
def _first(
    a: Pool, b: Pool, base: int, low: int, high: int, depth: int, later: tuple[Pool, Pool], cut: float
) -> Fallen[tuple[int, Stand, Stand]]:
    """The same without what is rare."""
    return fallen(*_read(a, b, base, low, high, depth, later), cut)


@lru_cache(maxsize=8192)
def _read_again(
    pool: Pool, other: Pool, lead: int, low: int, high: int, depth: int, later: tuple[Pool, Pool]
) -> tuple[list[tuple[int, Stand, int]], float]:
    """How dice fall that are rolled again: successes, dice that stand, weight; with what may fall otherwise."""
    found = again(pool.dice, pool, other, lead=lead, low=low, high=high, depth=depth, later=later)
    read = [
        (successes(faces, pool.target), standing(faces, pool.target, pool.again, rerolled=pool.dice), weight)
        for (faces,), weight in found
    ]
    return read, found.error


@lru_cache(maxsize=8192)
def _again(
    pool: Pool, other: Pool, left: Stand, lead: int, low: int, high: int, depth: int, later: tuple[Pool, Pool],
    cut: float,
) -> Fallen[tuple[int, Stand]]:  # fmt: skip
    """The same while some dice are left, without what is rare: successes, and the dice that may be re-rolled then."""
    read, error = _read_again(pool, other, lead, low, high, depth, later)
    most = pool.again
    return fallen(
        [
            ((won, (min(left[0] + misses, most), min(left[1] + hits, most))), weight)
            for won, (misses, hits), weight in read
        ],
        error,
        cut,
    )


class Solved(Generic[X]):
    """A clash that is being solved: like moments are solved once. Of each roll the rarest ways are left out, which are
    no more than `cut` of it."""

    def __init__(self, clash: Clash, worths: Worths[X], cut: float = 0.0) -> None:
        self.clash = clash
        self.worths = worths
        self.cut = cut
        self._turns: dict[tuple[int, int, Stand, Paid], dict[tuple[int, Stand], X]] = {}
        """What each turn is worth by difference and standing dice: of who, with how many free, against what stands
        there, after what was paid."""
        self._rolls: dict[Any, X] = {}
        self._ends: dict[Any, X] = {}
        self._likely: dict[int, float] = {}
        """How often each end comes of the first dice alone."""

    def worth(self) -> X:
        """The worth of the test before the dice fall."""
        clash = self.clash
        a, b = clash.corners
        later = (a.later, b.later)
        depth = clash.depth(a.pool, b.pool, later)
        found = _first(a.pool, b.pool, clash.base, clash.low, clash.high, depth, later, self.cut)
        whole = found.out + sum([weight for _, weight in found.ways])
        for (difference, _, _), weight in found.ways:
            end = clash.end(difference)
            self._likely[end] = self._likely.get(end, 0.0) + weight / whole
        branches = [
            (weight, self._turn(0, difference, stand, a.pool.free, waiting, NOTHING))
            for (difference, stand, waiting), weight in found.ways
        ]
        return self.worths.mix(branches, found.error, found.out)

    def _turn(self, who: int, difference: int, stand: Stand, free: int, waiting: Stand, paid: Paid) -> X:
        """A side may re-roll dice that stand: a batch if some are `free`, else one that it pays for."""
        corner = self.clash.corners[who]
        buys = corner.payments if paid[who] is None else ()
        if stand == NO_STAND or not (free or buys):
            if who == 0:
                return self._turn(1, difference, waiting, self.clash.corners[1].pool.free, NO_STAND, paid)
            return self._end(difference, paid)
        known = self._turns.setdefault((who, free, waiting, paid), {})
        worth = known.get((difference, stand))
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
        worth = known[difference, stand] = self.worths.pick(corner.seat, branches)
        return worth

    def _roll(self, who: int, difference: int, dice: Stand, left: Stand, waiting: Stand, paid: Paid) -> X:
        """So many misses and hits are rolled again; of those that are left some may yet be paid for."""
        clash, sign = self.clash, 1 - 2 * who
        count = dice[0] + dice[1]
        difference -= sign * dice[1]
        key = (who, difference, count, left, waiting, paid)
        worth = self._rolls.get(key)
        if worth is not None:
            return worth
        corner, other = clash.corners[who], clash.corners[1 - who]
        most = int(bool(corner.payments) and paid[who] is None)
        mine, theirs = Pool(count, corner.pool.target, 0, most), other.pool if who == 0 else NOBODY
        low, high = (clash.low, clash.high) if who == 0 else (-clash.high, -clash.low)
        later = (corner.later, other.later)
        depth = clash.depth(mine, theirs, later)
        found = _again(mine, theirs, left, sign * difference, low, high, depth, later, self.cut)
        known = self._turns.get((who, 0, waiting, paid), {})
        branches = []
        for (won, stand), weight in found.ways:
            now = difference + sign * won
            branch = known.get((now, stand))
            branches.append((weight, self._turn(who, now, stand, 0, waiting, paid) if branch is None else branch))
        worth = self._rolls[key] = self.worths.mix(branches, found.error, found.out)
        return worth

    def _end(self, difference: int, paid: Paid) -> X:
        key = (self.clash.end(difference), paid)
        worth = self._ends.get(key)
        if worth is None:
            worth = self._ends[key] = self.worths.end(self.clash, *key, self._likely.get(key[0], 0.0))
        return worth
