"""The keywords of cards: one class each, entered in `cards` when its module is read."""

from fireteam.games.deadzone.keywords import clouds, explosive, traps

__all__ = ["clouds", "explosive", "traps"]
