"""What all long runs share: what was asked for, and what was found."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Wish:
    """What is asked of one run."""

    seed: int
    seconds: float
    folder: Path
    say: Callable[[str], None]
    """Shows how far it has come."""
    begun: float = field(default_factory=time.monotonic)

    @property
    def rng(self) -> random.Random:
        """Dice of its own."""
        return random.Random(self.seed)

    def more(self, done: int) -> bool:
        """Whether there is time for another round; there is for the first."""
        return done == 0 or time.monotonic() - self.begun < self.seconds

    def data(self, name: str) -> Path:
        """A folder for a server."""
        found = self.folder / name
        found.mkdir()
        return found


Figures = dict[str, str]
"""What was counted and measured, by name; what must not be is an AssertionError."""
Run = Callable[[Wish], Figures]


def sound(data: Path) -> None:
    """The log of a server holds no error that nobody expected."""
    log = (data / "log.txt").read_text(encoding="utf-8", errors="replace")
    assert "Traceback" not in log, log[log.index("Traceback") :][:3000]
