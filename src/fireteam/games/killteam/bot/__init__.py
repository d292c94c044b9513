"""How positions and options of Kill Team look to bots."""

from fireteam.games.killteam.appraisal import appraise
from fireteam.games.killteam.counsel import counsel as advise

__all__ = ["advise", "appraise"]
