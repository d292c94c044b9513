"""How positions of ESCAPE look to bots."""

from fireteam.games.escape.appraisal import appraise

__all__ = ["appraise"]
