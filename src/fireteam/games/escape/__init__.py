"""ESCAPE: I.S.C. against Resistance on a square grid."""

from fireteam.games.escape.setting import Escape

GAME = Escape()
