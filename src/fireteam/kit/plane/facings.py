"""Directions to face, as a region of options: "face 135" in whole degrees."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from fireteam.core.questions import Option

_KEY = re.compile(r"face (\d{1,3})")
CIRCLE = 360


class Facings:
    """Whole degrees, 0 to the east, a turn to the left raises them; `worth` lists those worth trying."""

    def __init__(
        self, at: tuple[int, int], facing: int, worth: Callable[[], Sequence[int]], rules: tuple[str, ...]
    ) -> None:
        self.at, self.facing, self.worth, self.rules = at, facing, worth, rules

    def option(self, degrees: int) -> Option:
        """A direction as an option."""
        return Option(f"face {degrees}", "face", (degrees,), self.rules)

    def find(self, key: str) -> Option | None:
        """The direction that a key means."""
        read = _KEY.fullmatch(key)
        return self.option(int(read[1])) if read is not None and int(read[1]) < CIRCLE else None

    def suggest(self, count: int) -> list[Option]:
        """Directions worth trying; the one it has is the first."""
        worth = dict.fromkeys(degrees % CIRCLE for degrees in (self.facing, *self.worth()))
        return [self.option(degrees) for degrees in worth][:count]

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """Any direction."""
        return self.option(int(draw() * CIRCLE))

    def outline(self) -> dict[str, Any]:
        """Where it stands and which way it faces now."""
        return {"kind": "face", "at": list(self.at), "facing": self.facing}
