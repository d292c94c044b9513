"""What abilities, ploys and equipment grant to the dice of a sequence, written like weapon rules: "reroll one: Patient Eye"."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from fireteam.core.errors import RuleFault
from fireteam.games.killteam.hooks import ANY, NUMBER, ONE, Grant, Hook

STATS = ("hit", "save", "atk", "dmg_normal", "dmg_crit")
"""What may be better or worse for one sequence."""


class Granted(Hook):
    """Something that hangs on the dice of one player in one sequence, by the name of what grants it."""

    name, rule = "granted", "KT-BASE-09"
    known: ClassVar[dict[str, type[Granted]]] = {}
    words: ClassVar[tuple[str, ...]] = ()
    """The words it begins with."""

    def __init_subclass__(cls) -> None:
        cls.known.update((word, cls) for word in cls.words)

    def __init__(self, word: str, what: str, source: str) -> None:
        self.word = word
        self.what = what
        self.source = source

    def __repr__(self) -> str:
        return f"<{self.word} {self.what}: {self.source}>"


class Reroll(Granted):
    """Dice may be re-rolled: one, any, or all that show one number (KT-BASE-09)."""

    words = ("reroll",)

    def rerolls(self) -> Grant:
        return Grant(self.source, self.what, self.rule)


class Keep(Granted):
    """Dice may be kept as successes without rolling."""

    words = ("keep", "keep_critical")

    def unrolled(self) -> tuple[int, int]:
        return (int(self.what), 0) if self.word == "keep" else (0, int(self.what))


class Raise(Granted):
    """Normal successes become critical."""

    words = ("raise",)

    def raises(self) -> tuple[int, str]:
        return int(self.what), self.source


class Change(Granted):
    """A stat is better or worse (KT-BASE-19)."""

    words = STATS

    def changes(self, stat: str) -> int:
        return int(self.what) if stat == self.word else 0


def is_granted(text: str) -> bool:
    """Whether a rule is none of a weapon, but granted by something else."""
    return ": " in text


@lru_cache(maxsize=512)
def granted(text: str) -> Granted:
    """What is granted, from its text."""
    head, _, source = text.partition(": ")
    word, _, what = head.partition(" ")
    if word not in Granted.known:
        raise RuleFault(f"nothing grants {text!r}")
    return Granted.known[word](word, what, source)


def reroll(count: int | str, source: str) -> tuple[str, ...]:
    """The texts of a re-roll: of so many dice, of those that show "one_number", of "any"."""
    if isinstance(count, int):
        return tuple(f"reroll {ONE}: {source}" + (f" ({number})" if number > 1 else "") for number in range(1, count + 1))
    return (f"reroll {ANY if count == 'any' else NUMBER}: {source}",)
