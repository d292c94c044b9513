"""Two players re-roll dice in turn, one at a time, until both pass: solved in one go.

Until both have passed, nothing of the table matters but the dice of each hand that may still be re-rolled, and what was
paid for that. A re-roll changes one hand alone. So odds need not run the rule once for every way to get there: they
explore each hand by itself, look at the table where the re-rolling ends, once for each pair of hands, and put these
ends together here. All in whole numbers: each worth is scaled by what can still be rolled, and nothing is rounded.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from math import ceil, lcm
from typing import Any, Generic, NamedTuple, TypeVar

S = TypeVar("S")
Fall = tuple[tuple[int, int], ...]
"""Where a re-roll leads: the numbers of hands, each with its weight."""
Weighted = tuple[int, int, int]
"""A weight, and the ends of both hands by their numbers."""
MOST_PAIRS = 4_000_000
"""Of so many pairs of hands an exchange is solved; of more it is not."""


class End(NamedTuple):
    """How a hand ends: its dice as they stand, what was paid for re-rolls, and all of both that what follows depends
    on."""

    dice: Any
    paid: int
    key: Hashable


class Hand(Generic[S]):
    """One player's dice: all that re-rolls can make of them, each numbered after all it can lead to."""

    def __init__(
        self,
        seat: int,
        rerolls: Callable[[S], Iterable[Sequence[tuple[S, int]]]],
        end: Callable[[S], End],
        key: Callable[[S], Hashable],
    ) -> None:
        """`rerolls` lists what each re-roll leads to with weights that have the same sum for all; what has the same
        `key` is alike from there on."""
        self.seat = seat
        self.starts: dict[int, int] = {}
        """How the dice can fall at first, with weights."""
        self.moves: list[tuple[Fall, ...]] = []
        self.depth: list[int] = []
        """How many re-rolls can still follow."""
        self.ends: list[int] = []
        """The number of the end if nothing more is re-rolled."""
        self.kinds: list[End] = []
        self.whole = 1
        """What the weights of a re-roll sum up to."""
        self._rerolls, self._end, self._key = rerolls, end, key
        self._numbers: dict[Hashable, int] = {}
        self._kinds: dict[Hashable, int] = {}
        self._same: dict[tuple[int, frozenset[Fall]], int] = {}

    def begin(self, state: S, weight: int) -> None:
        """One way in which the dice can fall at first."""
        number = self._number(state)
        self.starts[number] = self.starts.get(number, 0) + weight

    def begin_empty(self) -> None:
        """There are no dice at all."""
        self.starts, self.moves, self.depth, self.ends = {0: 1}, [()], [0], [self._kind(End(None, 0, None))]

    def likely(self) -> list[float]:
        """About how likely each end is: as if whoever may re-roll passed as often as it took any of its re-rolls."""
        found, chances = [0.0] * len(self.kinds), [0.0] * len(self.moves)
        whole = sum(self.starts.values())
        for number, weight in self.starts.items():
            chances[number] = weight / whole
        for number in range(len(self.moves) - 1, -1, -1):
            falls = self.moves[number]
            share = chances[number] / (1 + len(falls))
            found[self.ends[number]] += share
            for fall in falls if share else ():
                rolled = share / sum([weight for _, weight in fall])
                for after, weight in fall:
                    chances[after] += rolled * weight
        return found

    def is_like(self, other: Hand[Any]) -> bool:
        """Whether the same re-rolls lead to ends of the same numbers, for the same seat."""
        return (self.seat, self.starts, self.ends, self.moves) == (other.seat, other.starts, other.ends, other.moves)

    def _kind(self, end: End) -> int:
        """The number of an end."""
        key = (end.key, end.paid)
        if key not in self._kinds:
            self._kinds[key] = len(self.kinds)
            self.kinds.append(end)
        return self._kinds[key]

    def _number(self, state: S) -> int:
        key = self._key(state)
        found = self._numbers.get(key)
        if found is not None:
            return found
        moves: dict[Fall, None] = {}
        for fall in self._rerolls(state):
            led: dict[int, int] = {}
            for after, weight in fall:
                number = self._number(after)
                led[number] = led.get(number, 0) + weight
            self.whole = sum(led.values())
            moves[tuple(sorted(led.items()))] = None
        end = self._kind(self._end(state))
        # What ends alike and leads to the same is the same, whatever dice it is made of.
        same = (end, frozenset(moves))
        if same in self._same:
            self._numbers[key] = self._same[same]
            return self._same[same]
        depth = 1 + max([self.depth[number] for fall in moves for number, _ in fall], default=-1)
        self.ends.append(end)
        self.moves.append(
            tuple(
                [
                    tuple(
                        [(number, weight * self.whole ** (depth - 1 - self.depth[number])) for number, weight in fall]
                    )
                    for fall in moves
                ]
            )
        )
        self.depth.append(depth)
        self._numbers[key] = self._same[same] = len(self.moves) - 1
        return self._numbers[key]


class Exchange(NamedTuple):
    """Two hands, who re-rolls first after how many passes in a row, and how to put a table at its end."""

    hands: tuple[Hand[Any], Hand[Any]]
    turn: int
    passes: int
    stand: Callable[[Any, Any, Any], None]
    """Puts a table where the re-rolling is over, with these dice."""
    pay: Callable[[Any, int, int], None]
    """Lets both hands pay so much on a table."""

    def end(self, table: Any, first: End, second: End) -> None:
        """Put a table at the end of it."""
        self.pay(table, first.paid, second.paid)
        self.stand(table, first.dice, second.dice)

    @property
    def pairs(self) -> int:
        """How many pairs of hands there are."""
        return len(self.hands[0].moves) * len(self.hands[1].moves)

    def is_like(self, other: Exchange) -> bool:
        """Whether best play is the same in both, if the ends are worth the same."""
        return (self.turn, self.passes) == (other.turn, other.passes) and all(
            mine.is_like(theirs) for mine, theirs in zip(self.hands, other.hands, strict=True)
        )

    def solved(self, seat: int, worths: Sequence[Sequence[tuple[int, int]]]) -> list[Weighted]:
        """How often each pair of ends comes, if the hand of `seat` plays for the worths and the other one against them.

        The worths, fractions, are those of each pair of ends.
        """
        return _Play(self, seat, worths).ends()

    def at_most(self, shares: Sequence[Sequence[float]]) -> float:
        """The mean of what is given for each pair of ends, if both hands play for as much of it as they can: however
        they play, it is no more."""
        found = _Play(self, None, [[(ceil(share * FINE), FINE) for share in row] for row in shares]).ends()
        whole = sum([weight for weight, _, _ in found])
        return sum([weight / whole * shares[first][second] for weight, first, second in found])


FINE = 10**6
"""Shares are rounded up to so fine a part of all."""
PASS = -1
"""No die is re-rolled."""


class _Play:
    """Best play: for each pair of hands what it is worth on the turn of either, and so what each of the two would
    re-roll there, and whether that is better than to pass."""

    def __init__(self, exchange: Exchange, seat: int | None, worths: Sequence[Sequence[tuple[int, int]]]) -> None:
        self.exchange = exchange
        first, second = exchange.hands
        self.whole = max(first.whole, second.whole)
        common = lcm(*[bottom for row in worths for _, bottom in row])
        sign = 1 if seat is None or first.seat == seat else -1
        values = [[sign * top * (common // bottom) for top, bottom in row] for row in worths]
        """What each pair of ends is worth to the first hand, which wants as much of it as it can have."""
        self.against = seat is not None
        """Whether the second hand wants as little of it as it can."""
        powers = [self.whole**depth for depth in range(max(second.depth) + 1)]
        columns = [(end, powers[depth]) for end, depth in zip(second.ends, second.depth, strict=True)]
        self.rows = [[row[end] * power for end, power in columns] for row in values]
        """The worth of each end of the first hand with each of the other's, if nothing more is re-rolled."""
        self.scales = [self.whole**depth for depth in first.depth]
        self.firsts_turn: list[Sequence[int]] = []
        """The worth of each pair on the first's turn, when nobody has just passed."""
        self.seconds_turn: list[Sequence[int]] = []
        self._solve()

    def _solve(self) -> None:
        """Pair by pair, those first to which others lead. The turn of either is worth the best of its re-rolls, after
        which it is the other's turn; or a pass: then the other may go on, and after two passes it is over."""
        first, second = self.exchange.hands
        against, seconds_turn = self.against, self.seconds_turn
        for place, moves in enumerate(first.moves):
            scale = self.scales[place]
            over = [value * scale for value in self.rows[first.ends[place]]]
            found = [_sums([(seconds_turn[after], weight) for after, weight in fall]) for fall in moves]
            gains = list(map(max, *found)) if len(found) > 1 else found[0] if found else []
            mine: list[int] = []
            theirs: list[int] = []
            for column, answers in enumerate(second.moves):
                end = last = over[column]
                reply = None
                for fall in answers:
                    worth = 0
                    for after, weight in fall:
                        worth += mine[after] * weight
                    if reply is None or (worth < reply) is against:
                        reply = worth
                if reply is not None and (reply < end) is against:
                    last = reply
                begun = end
                if gains:
                    gain = gains[column]
                    last = max(last, gain)
                    if gain > end:
                        begun = gain
                if reply is not None and (reply < begun) is against:
                    begun = reply
                mine.append(last)
                theirs.append(begun)
            self.firsts_turn.append(_packed(mine))
            seconds_turn.append(_packed(theirs))

    def picks(self, row: int, column: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """What the first and the second hand re-roll at a pair on their turn: with no pass before it, and after a
        pass."""
        first, second = self.exchange.hands
        end = self.rows[first.ends[row]][column] * self.scales[row]
        mine, against = self.firsts_turn[row], self.against
        reply, answer = end, PASS
        for number, fall in enumerate(second.moves[column]):
            worth = sum([mine[after] * weight for after, weight in fall])
            if answer == PASS or (worth < reply if against else worth > reply):
                reply, answer = worth, number
        gain, pick = end, PASS
        for number, fall in enumerate(first.moves[row]):
            worth = sum([self.seconds_turn[after][column] * weight for after, weight in fall])
            if pick == PASS or worth > gain:
                gain, pick = worth, number
        lasts = answer != PASS and (reply < end if against else reply > end)
        closes = pick != PASS and gain > end
        opens = pick != PASS and gain > (reply if lasts else end)
        closed = gain if closes else end
        begins = answer != PASS and (reply < closed if against else reply > closed)
        return (
            (pick if opens else PASS, pick if closes else PASS),
            (answer if begins else PASS, answer if lasts else PASS),
        )

    def ends(self) -> list[Weighted]:
        """How often best play comes to each pair of ends."""
        first, second = self.exchange.hands
        deepest = max(first.depth) + max(second.depth)
        powers = [self.whole**depth for depth in range(deepest + 1)]
        opened: list[dict[int, list[int]]] = [{} for _ in first.moves]
        """How often it is the turn of either at each pair that is come to: when nobody has just passed, and after a
        pass."""
        begin = 2 * bool(self.exchange.passes) + self.exchange.turn
        for row, column, share in self._arrivals([powers[deepest - depth] for depth in range(deepest + 1)]):
            opened[row].setdefault(column, [0, 0, 0, 0])[begin] += share
        found: dict[tuple[int, int], int] = {}
        for row in range(len(first.moves) - 1, -1, -1):
            here = opened[row]
            waiting = [-column for column in here]
            heapify(waiting)
            while waiting:
                column = -heappop(waiting)
                turns = here.pop(column)
                lasts = turns[2:]
                picks = self.picks(row, column)
                rolls: list[tuple[int, int, int]] = []
                over = 0
                for who in (0, 1):
                    if picks[who][0] == PASS:
                        lasts[1 - who] += turns[who]
                    else:
                        rolls.append((who, picks[who][0], turns[who]))
                for who in (0, 1):
                    if picks[who][1] == PASS:
                        over += lasts[who]
                    else:
                        rolls.append((who, picks[who][1], lasts[who]))
                for who, move, share in rolls:
                    if share and who == 0:
                        for after, weight in first.moves[row][move]:
                            opened[after].setdefault(column, [0, 0, 0, 0])[1] += share * weight
                    elif share:
                        for after, weight in second.moves[column][move]:
                            if after not in here:
                                here[after] = [0, 0, 0, 0]
                                heappush(waiting, -after)
                            here[after][0] += share * weight
                if over:
                    pair = first.ends[row], second.ends[column]
                    found[pair] = found.get(pair, 0) + over * powers[first.depth[row] + second.depth[column]]
        return [(weight, *pair) for pair, weight in found.items()]

    def _arrivals(self, scales: Sequence[int]) -> list[tuple[int, int, int]]:
        """Each pair as which the dice can fall at first, and how often: scaled by what can be rolled before other
        pairs."""
        first, second = self.exchange.hands
        return [
            (row, column, weight * other * scales[first.depth[row] + second.depth[column]])
            for row, weight in first.starts.items()
            for column, other in second.starts.items()
        ]


def _packed(worths: list[int]) -> Sequence[int]:
    """A row of worths in a fifth of the room, if none of them is larger than 63 bits: there are millions."""
    try:
        return array("q", worths)
    except OverflowError:
        return worths


def _sums(parts: list[tuple[Sequence[int], int]]) -> list[int]:
    """Rows of worths added up by their weights."""
    rows, weights = [row for row, _ in parts], [weight for _, weight in parts]
    if len(rows) == 3:  # as most are: fails, successes and criticals
        one, two, three = weights
        return [one * x + two * y + three * z for x, y, z in zip(*rows, strict=True)]
    return [sum(map(int.__mul__, column, weights)) for column in zip(*rows, strict=True)]
