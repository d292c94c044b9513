"""How positions of ESCAPE look to bots."""

from fireteam.games.escape.bot.appraisal import appraise
from fireteam.games.escape.bot.danger import danger

__all__ = ["appraise", "danger"]
