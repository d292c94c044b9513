"""How positions and options of Kill Team look to bots."""

from fireteam.games.killteam.bot.advice import counsel as advise
from fireteam.games.killteam.bot.appraisal import appraise
from fireteam.games.killteam.bot.danger import danger

__all__ = ["advise", "appraise", "danger"]
