"""Typed-in odds: a calculator is a dataclass, and the options of its command are made from its fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import MISSING, Field, field, fields
from functools import lru_cache
from typing import Any, ClassVar

from fireteam.core.errors import SetupError
from fireteam.core.odds import Odds


def asked(
    text: str, default: Any = MISSING, *, flag: str = "", least: int | None = None, most: int | None = None
) -> Any:
    """A field that is typed in: what it means, its flag where the name of the field will not do, and the numbers it may
    be."""
    return field(default=default, metadata={"text": text, "flag": flag, "least": least, "most": most})


def flag_of(one: Field[Any]) -> str:
    """What is typed for a field: --vs-cbt for vs_cbt."""
    return one.metadata["flag"] or f"--{one.name.replace('_', '-')}"


class Calculator(ABC):
    """Odds of something that is typed in. A subclass is a frozen dataclass of `asked` fields; its docstring says what
    it reckons."""

    examples: ClassVar[tuple[str, ...]]
    """What may be typed, as an example; the first stands in the help of the game as well."""

    def odds(self) -> Odds:
        """The exact odds, reckoned once; what cannot be is a SetupError."""
        return _odds_of(self)

    @abstractmethod
    def solve(self) -> Odds:
        """The odds of fields whose numbers are within their bounds."""

    @abstractmethod
    def title(self) -> str:
        """What the odds are of, in a few words."""

    def notes(self, odds: Odds) -> list[str]:
        """Lines below the odds."""
        return []

    def summary(self, odds: Odds) -> dict[str, Any]:
        """What a program reads first, before everything else that there is, as plain JSON data."""
        return {}


@lru_cache(maxsize=256)
def _odds_of(calculator: Any) -> Odds:
    for one in fields(calculator):
        value, least, most = getattr(calculator, one.name), one.metadata["least"], one.metadata["most"]
        if least is not None and value is not None and not least <= value <= most:
            raise SetupError(f"{flag_of(one)} must be from {least} to {most}; got {value}")
    found: Odds = calculator.solve()
    return found


def check_aim(aim: str, known: Collection[str]) -> None:
    """An aim that is typed in must be one of the game's."""
    if aim not in known:
        raise SetupError(f"no aim {aim!r}; there are {', '.join(known)}")
