"""What all counsel has in common: options with their worths."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from fireteam.core.questions import Choose, Option
from fireteam.games.killteam.state import Operative
from fireteam.games.killteam.table import Table

Worths = list[tuple[Option, float]]
Advice = Callable[[Table, Choose], Worths | None]


def weighed(question: Choose, worth: Callable[[Option], float]) -> Worths:
    """Every option of a question with its worth."""
    return [(option, worth(option)) for option in question.options]


def gap(one: Operative, other: Operative) -> float:
    """How far two operatives stand apart, in hundredths of an inch."""
    return hypot(one.x - other.x, one.y - other.y)


def accept(*kinds: str) -> Advice:
    """These kinds of options rather than others."""
    return lambda t, question: weighed(question, lambda option: float(option.kind in kinds))


def the_first(t: Table, question: Choose) -> Worths:
    """What is named first."""
    return [(option, -float(place)) for place, option in enumerate(question.options)]


def the_more(t: Table, question: Choose) -> Worths:
    """As many dice as may be kept unrolled."""
    return weighed(question, lambda option: float(option.args[0]))
