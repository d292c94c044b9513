"""What abilities, ploys and equipment grant to the dice of a sequence, each one small object (KT-BASE-09, KT-BASE-19).

Content makes them once and is given their texts, such as "reroll one: Patient Eye", by which the dice know them from
then on.
"""

from __future__ import annotations

from functools import lru_cache

from fireteam.games.killteam.cards import ANY, NUMBER, ONE, Grant, WeaponRule
from fireteam.games.killteam.weapons import KNOWN


class Granted(WeaponRule):
    """Something that hangs on the dice of one player in one sequence, by the name of what grants it."""

    rule, place = "KT-BASE-09", 1000

    def __init__(self, word: str, what: int | str, source: str) -> None:
        self.source = source
        self.name = f"{word} {what}: {source}"

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Reroll(Granted):
    """Dice may be re-rolled: one, any, or all that show one number (see KT-BASE-09)."""

    def __init__(self, dice: str, source: str) -> None:
        super().__init__("reroll", dice, source)
        self.dice = dice

    def rerolls(self) -> Grant:
        return Grant(self.source, self.dice, self.rule)


class Keep(Granted):
    """Dice may be kept as successes without rolling, as normal or as critical ones (KT-SHOOT-22)."""

    def __init__(self, count: int, source: str, *, critical: bool = False) -> None:
        super().__init__("keep_critical" if critical else "keep", count, source)
        self.dice = (0, count) if critical else (count, 0)

    def unrolled(self) -> tuple[int, int]:
        return self.dice


class Raise(Granted):
    """Normal successes become critical (KT-SHOOT-12)."""

    def __init__(self, count: int, source: str) -> None:
        super().__init__("raise", count, source)
        self.count = count

    def raises(self) -> tuple[int, str]:
        return self.count, self.source


class Change(Granted):
    """A stat is better or worse (see KT-BASE-19)."""

    def __init__(self, stat: str, by: int, source: str) -> None:
        super().__init__(stat, by, source)
        self.stat, self.by = stat, by

    def changes(self, stat: str) -> int:
        return self.by if stat == self.stat else 0


def is_granted(text: str) -> bool:
    """Whether a rule is none of a weapon, but granted by something else."""
    return isinstance(KNOWN[text], Granted)


@lru_cache(maxsize=512)
def change(stat: str, by: int, source: str) -> str:
    """A stat that is better or worse, as the dice know it."""
    return KNOWN.add(Change(stat, by, source))


@lru_cache(maxsize=512)
def reroll(count: int | str, source: str) -> tuple[str, ...]:
    """A re-roll as the dice know it: of so many dice, of those that show "one_number", of "any"."""
    if isinstance(count, int):
        names = [source, *(f"{source} ({number})" for number in range(2, count + 1))]
        return tuple(KNOWN.add(Reroll(ONE, name)) for name in names)
    return (KNOWN.add(Reroll(ANY if count == "any" else NUMBER, source)),)


@lru_cache(maxsize=512)
def kept(count: int, source: str, *, critical: bool, raised: bool) -> str:
    """Dice that are kept without rolling, or normal successes raised to critical ones, as the dice know it."""
    return KNOWN.add(Raise(count, source) if raised else Keep(count, source, critical=critical))
