"""The traits of weapons, one small object each: importing this makes them known (NE-TRT)."""

from fireteam.games.necromunda.traits import ammo, close, lasting, markers, moving, wounds

__all__ = ["ammo", "close", "lasting", "markers", "moving", "wounds"]
