"""Two players re-roll dice in turn, one at a time, until both pass: solved in one go.

Until both have passed, nothing of the table matters but the dice of each hand that may still be re-rolled, and what was
paid for that. A re-roll changes one hand alone. So odds need not run the rule once for every way to get there: they
explore each hand by itself, look at the table where the re-rolling ends, once for each pair of hands, and put these
ends together here. All in whole numbers: each worth is scaled by what can still be rolled, and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar

S = TypeVar("S")
Fall = tuple[tuple[int, int], ...]
"""Where a re-roll leads: the numbers of hands, each with its weight."""
Weighted = tuple[int, int, int]
"""A weight, and the ends of both hands by their numbers."""
MOST_PAIRS = 700_000
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

    def begin(self, state: S, weight: int) -> None:
        """One way in which the dice can fall at first."""
        number = self._number(state)
        self.starts[number] = self.starts.get(number, 0) + weight

    def begin_empty(self) -> None:
        """There are no dice at all."""
        self.starts, self.moves, self.depth, self.ends = {0: 1}, [()], [0], [self._kind(End(None, 0, None))]

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
        depth = 1 + max([self.depth[number] for fall in moves for number, _ in fall], default=-1)
        self.ends.append(self._kind(self._end(state)))
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
        self._numbers[key] = len(self.moves) - 1
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

    def solved(self, seat: int, worths: Sequence[Sequence[tuple[int, int]]]) -> list[Weighted]:
        """How often each pair of ends comes, if the hand of `seat` plays for the worths and the other one against them.

        The worths, fractions, are those of each pair of ends.
        """
        return _Play(self, seat, worths).ends()


PASS = -1
"""No die is re-rolled."""


class _Play:
    """Best play: for each pair of hands what each of the two would re-roll, and whether that is better than to pass."""

    def __init__(self, exchange: Exchange, seat: int, worths: Sequence[Sequence[tuple[int, int]]]) -> None:
        self.exchange = exchange
        first, second = exchange.hands
        self.whole = max(first.whole, second.whole)
        common = lcm(*[bottom for row in worths for _, bottom in row])
        self.values = [[top * (common // bottom) for top, bottom in row] for row in worths]
        self.signs = [1 if hand.seat == seat else -1 for hand in exchange.hands]
        self.firsts: list[list[tuple[int, int]]] = []
        """For each pair what the first hand re-rolls on its turn: with no pass before it, and after a pass."""
        self.seconds: list[list[tuple[int, int]]] = []
        self._solve()

    def _solve(self) -> None:
        """Pair by pair, those first to which others lead. The turn of either is worth the best of its re-rolls, after
        which it is the other's turn; or a pass: then the other may go on, and after two passes it is over."""
        first, second = self.exchange.hands
        powers = [self.whole**depth for depth in range(max(second.depth) + 1)]
        columns = [(end, powers[depth]) for end, depth in zip(second.ends, second.depth, strict=True)]
        rows = [[row[end] * power for end, power in columns] for row in self.values]
        sign, against = self.signs
        seconds_turn: list[list[int]] = []
        """The worth on the second's turn, when nobody has just passed."""
        width = len(second.moves)
        for place, moves in enumerate(first.moves):
            scale = self.whole ** first.depth[place]
            over = [value * scale for value in rows[first.ends[place]]]
            gains: list[int] = []
            picks: list[int] = []
            for number, fall in enumerate(moves):
                found = _sums([(seconds_turn[after], weight) for after, weight in fall])
                if not number:
                    gains, picks = found, [0] * width
                    continue
                for column, worth in enumerate(found):
                    if (worth - gains[column]) * sign > 0:
                        gains[column], picks[column] = worth, number
            mine: list[int] = []
            theirs: list[int] = []
            firsts: list[tuple[int, int]] = []
            seconds: list[tuple[int, int]] = []
            for column, answers in enumerate(second.moves):
                end = over[column]
                reply, answer = end, PASS
                for number, fall in enumerate(answers):
                    worth = 0
                    for after, weight in fall:
                        worth += mine[after] * weight
                    if answer == PASS or (worth - reply) * against > 0:
                        reply, answer = worth, number
                last, lasting = end, PASS
                if answer != PASS and (reply - end) * against > 0:
                    last, lasting = reply, answer
                opened, opening = last, PASS
                closed, closing = end, PASS
                if moves:
                    gain, pick = gains[column], picks[column]
                    if (gain - opened) * sign > 0:
                        opened, opening = gain, pick
                    if (gain - closed) * sign > 0:
                        closed, closing = gain, pick
                begun, beginning = closed, PASS
                if answer != PASS and (reply - begun) * against > 0:
                    begun, beginning = reply, answer
                mine.append(opened)
                theirs.append(begun)
                firsts.append((opening, closing))
                seconds.append((beginning, lasting))
            seconds_turn.append(theirs)
            self.firsts.append(firsts)
            self.seconds.append(seconds)

    def ends(self) -> list[Weighted]:
        """How often best play comes to each pair of ends."""
        first, second = self.exchange.hands
        deepest = max(first.depth) + max(second.depth)
        powers = [self.whole**depth for depth in range(deepest + 1)]
        arrived = self._arrivals([powers[deepest - depth] for depth in range(deepest + 1)])
        opened = [[[0] * len(second.moves) for _ in first.moves] for _ in (0, 1)]
        """How often it is the turn of either at each pair, when nobody has just passed."""
        found: dict[tuple[int, int], int] = {}
        for row in range(len(first.moves) - 1, -1, -1):
            for column in range(len(second.moves) - 1, -1, -1):
                turns = [opened[0][row][column], opened[1][row][column]]
                lasts = [0, 0]
                if (row, column) in arrived:
                    (lasts if self.exchange.passes else turns)[self.exchange.turn] += arrived[row, column]
                elif turns == lasts:
                    continue
                picks = self.firsts[row][column], self.seconds[row][column]
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
                            opened[1][after][column] += share * weight
                    elif share:
                        for after, weight in second.moves[column][move]:
                            opened[0][row][after] += share * weight
                if over:
                    pair = first.ends[row], second.ends[column]
                    found[pair] = found.get(pair, 0) + over * powers[first.depth[row] + second.depth[column]]
        return [(weight, *pair) for pair, weight in found.items()]

    def _arrivals(self, scales: Sequence[int]) -> dict[tuple[int, int], int]:
        """How often the dice fall as each pair at first, scaled by what can be rolled before other pairs."""
        first, second = self.exchange.hands
        return {
            (row, column): weight * other * scales[first.depth[row] + second.depth[column]]
            for row, weight in first.starts.items()
            for column, other in second.starts.items()
        }


def _sums(parts: list[tuple[list[int], int]]) -> list[int]:
    """Rows of worths added up by their weights."""
    rows, weights = [row for row, _ in parts], [weight for _, weight in parts]
    if len(rows) == 3:  # as most are: fails, successes and criticals
        one, two, three = weights
        return [one * x + two * y + three * z for x, y, z in zip(*rows, strict=True)]
    return [sum(map(int.__mul__, column, weights)) for column in zip(*rows, strict=True)]
