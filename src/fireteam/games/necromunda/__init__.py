"""Necromunda: gangs that fight for the deep places of a hive, in inches, with facing, templates and vehicles."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """The game itself, made when somebody asks for it: cards and geometry can be had without it."""
    if name == "GAME":
        from fireteam.games.necromunda.game import GAME  # brings the whole game

        return GAME
    raise AttributeError(name)
