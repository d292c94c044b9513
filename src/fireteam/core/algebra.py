"""How the worths of a tree are put together: whole distributions of outcomes for odds, appraisals for bots."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any, Protocol, TypeVar

X = TypeVar("X")
Outcome = tuple[tuple[str, int], ...]
"""What an action changed, as sorted (label, amount) pairs; empty if nothing."""


class Algebra(Protocol[X]):
    """How the worths of a tree are put together."""

    def leaf(self, state: Any) -> X:
        """The worth of an end."""

    def left_out(self, state: Any) -> X:
        """The worth of what nobody has looked at, after this state: a guess that may be all wrong."""

    def chance(self, branches: list[tuple[int, X]], error: float = 0.0) -> X:
        """The worth of a roll, from (weight, worth) of each way it can fall; at most `error` falls otherwise."""

    def choice(self, seat: int, branches: list[X]) -> int:
        """Which branch the seat takes."""

    def chosen(self, branches: list[X], place: int) -> X:
        """The worth of a branch that was taken instead of the others."""


class Distribution:
    """What can happen and how often: an outcome, or a mixture of distributions; with its worth as an exact fraction.

    A mixture keeps its parts and is multiplied out once, at the end: most of those made on the way are never chosen.
    """

    __slots__ = ("bottom", "error", "outcome", "parts", "share", "spread", "top")

    def __init__(
        self,
        top: int,
        bottom: int,
        outcome: Outcome,
        parts: list[tuple[int, Distribution]] | None,
        error: float = 0.0,
    ) -> None:
        self.top = top
        self.bottom = bottom
        self.outcome = outcome
        self.parts = parts
        self.error = error
        """How much may fall otherwise at most."""
        self.share: Fraction | None = None
        """Its chance inside the mixture that is being multiplied out; None: it has not been met."""
        self.spread: list[tuple[int, Outcome]] | None = None

    def fractions(self) -> dict[Outcome, Fraction]:
        """Each outcome's exact chance."""
        found: dict[Outcome, Fraction] = {}
        met = self._met()
        self.share = Fraction(1)
        for node in reversed(met):  # a mixture comes before all its parts
            share = node.share or Fraction(0)
            node.share = None
            if node.parts is None:
                found[node.outcome] = found.get(node.outcome, Fraction(0)) + share
                continue
            whole = sum([weight for weight, _ in node.parts])
            for weight, part in node.parts:
                part.share = (part.share or 0) + share * Fraction(weight, whole)
        return dict(sorted(found.items()))

    def weights(self) -> list[tuple[int, Outcome]]:
        """Each outcome with how often it comes, as whole numbers; multiplied out once."""
        if self.spread is None:
            chances = self.fractions()
            common = lcm(*[chance.denominator for chance in chances.values()])
            self.spread = [
                (chance.numerator * (common // chance.denominator), outcome) for outcome, chance in chances.items()
            ]
        return self.spread

    def _met(self) -> list[Distribution]:
        """Every distribution this one is made of, itself included and last: each after its parts."""
        found: list[Distribution] = []
        self.share = Fraction(0)
        way = [(self, iter(self.parts or ()))]
        while way:
            node, rest = way[-1]
            for _, part in rest:
                if part.share is None:
                    part.share = Fraction(0)
                    way.append((part, iter(part.parts or ())))
                    break
            else:
                found.append(node)
                way.pop()
        return found


def mixed(branches: list[tuple[int, Distribution]], error: float = 0.0) -> Distribution:
    """Distributions put together by their weights; at most `error` falls otherwise, besides what does in them."""
    common = lcm(*[part.bottom for _, part in branches])
    top = whole = 0
    bounded = False
    for weight, part in branches:
        whole += weight
        top += weight * part.top * (common // part.bottom)
        if part.error:
            bounded = True
    if bounded:
        error += sum([weight / whole * part.error for weight, part in branches])
    return Distribution(top, common * whole, (), branches, error)


class ExactAlgebra:
    """Whole distributions of outcomes; choices by the worth an aim gives them."""

    def __init__(self, setting: Any, before: Any, aim: Any, seat: int) -> None:
        self.setting = setting
        self.before = before
        self.aim = aim
        self.seat = seat
        self._leaves: dict[Outcome, Distribution] = {}

    def leaf(self, state: Any) -> Distribution:
        return self._leaf(self.setting.outcome(self.before, state))

    def left_out(self, state: Any) -> Distribution:
        """As if nothing more happened, which may be all wrong."""
        part = self.leaf(state)
        return Distribution(part.top, part.bottom, (), [(1, part)], 1.0)

    def moved(self, part: Distribution, changed: Outcome) -> Distribution:
        """A distribution with something that had changed before added to each outcome."""
        if not changed:
            return part
        return mixed(
            [(weight, self._leaf(self.setting.together(changed, outcome))) for weight, outcome in part.weights()],
            part.error,
        )

    def bounded(self, part: Distribution, error: float) -> Distribution:
        """A distribution of which so much may be otherwise, whatever its parts say."""
        return Distribution(part.top, part.bottom, (), [(1, part)], min(error, 1.0))

    def _leaf(self, outcome: Outcome) -> Distribution:
        found = self._leaves.get(outcome)
        if found is None:
            worth: Fraction = self.aim.worth(outcome, self.setting, self.seat)
            found = self._leaves[outcome] = Distribution(worth.numerator, worth.denominator, outcome, None)
        return found

    def chance(self, branches: list[tuple[int, Distribution]], error: float = 0.0) -> Distribution:
        return mixed(branches, error)

    def chosen(self, branches: list[Distribution], place: int) -> Distribution:
        """What was not chosen may have been better by as much as it may be off."""
        part = branches[place]
        most = max([other.error for other in branches])
        return part if most <= part.error else Distribution(part.top, part.bottom, (), [(1, part)], most)

    def choice(self, seat: int, branches: list[Distribution]) -> int:
        best = 0
        top, bottom = branches[0].top, branches[0].bottom
        for place, part in enumerate(branches):
            gain = part.top * bottom - top * part.bottom
            if gain > 0 if seat == self.seat else gain < 0:
                best, top, bottom = place, part.top, part.bottom
        return best

    def fraction(self, part: Distribution) -> tuple[int, int]:
        """The mean worth of a distribution, as numerator and denominator."""
        return part.top, part.bottom

    def worth(self, part: Distribution) -> Fraction:
        """The mean worth of a distribution for the seat that asks."""
        return Fraction(part.top, part.bottom)


class AppraisalAlgebra:
    """Expected appraisals: what a bot compares its options by."""

    def __init__(self, setting: Any, seat: int) -> None:
        self.setting = setting
        self.seat = seat

    def leaf(self, state: Any) -> float:
        return float(self.setting.appraise(state, self.seat))

    def left_out(self, state: Any) -> float:
        return self.leaf(state)

    def chance(self, branches: list[tuple[int, float]], error: float = 0.0) -> float:
        return sum(weight * worth for weight, worth in branches) / sum(weight for weight, _ in branches)

    def chosen(self, branches: list[float], place: int) -> float:
        return branches[place]

    def choice(self, seat: int, branches: list[float]) -> int:
        best = max(branches) if seat == self.seat else min(branches)
        return branches.index(best)
