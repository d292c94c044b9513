"""How positions of ESCAPE look to bots."""

from fireteam.games.escape.bot.appraisal import appraise

__all__ = ["appraise"]
