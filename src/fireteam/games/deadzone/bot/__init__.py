"""How positions and options of Deadzone look to bots."""

from fireteam.games.deadzone.bot.advice import advise
from fireteam.games.deadzone.bot.appraisal import appraise
from fireteam.games.deadzone.bot.danger import danger

__all__ = ["advise", "appraise", "danger"]
