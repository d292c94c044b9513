"""Why something is not possible, and where a number comes from: as objects, never as loose text."""

from __future__ import annotations

from typing import NamedTuple


class Check(NamedTuple):
    """One condition of a rule, measured: passed or failed, with its numbers and places filled in."""

    rule: str
    passed: bool
    text: str
    places: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{'yes' if self.passed else 'no'}: {self.text} ({self.rule})"


class Refusal(NamedTuple):
    """An action that is not on offer, with its ordered checks; the last one failed and decided."""

    action: str
    checks: tuple[Check, ...]

    @property
    def decisive(self) -> Check:
        """The check that failed."""
        return self.checks[-1]

    def __str__(self) -> str:
        return f"{self.action} is not possible; this does not hold: {self.decisive.text} ({self.decisive.rule})"


Why = list[Check] | None
"""Where a predicate writes its checks; None in bulk play, where only the verdict counts."""


def need(why: Why, passed: bool, rule: str, text: str, *numbers: object, at: tuple[str, ...] = ()) -> bool:
    """One check of a predicate: says whether it passed and, if somebody asks why, notes it with its numbers."""
    if why is not None:
        why.append(Check(rule, passed, text.format(*numbers), at))
    return passed


class Modifier(NamedTuple):
    """One part of a number: how much, why, and by which rule."""

    amount: int
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.reason} ({self.rule})"


def total(modifiers: tuple[Modifier, ...]) -> int:
    """The number that the modifiers add up to."""
    return sum([modifier.amount for modifier in modifiers])
