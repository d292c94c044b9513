"""ESCAPE: I.S.C. against Resistance on a square grid."""

from fireteam.games.escape.game import GAME

__all__ = ["GAME"]
