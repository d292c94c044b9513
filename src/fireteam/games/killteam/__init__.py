"""Kill Team: two teams of operatives in inches, with heights, terrain and sight."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """The game itself, made when somebody asks for it: odds that are typed in need no more than the sequences."""
    if name == "GAME":
        from fireteam.games.killteam.game import GAME  # brings the whole game

        return GAME
    raise AttributeError(name)
