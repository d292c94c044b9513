"""How positions and options of Necromunda look to bots."""

from fireteam.games.necromunda.bot.advice import advise
from fireteam.games.necromunda.bot.appraisal import appraise

__all__ = ["advise", "appraise"]
