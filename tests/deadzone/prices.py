"""What a team costs, asked of the game: prices change with the balance, and tests of builders do not."""

from __future__ import annotations

from fireteam.games.deadzone.content.teams import TEAMS
from fireteam.kit.force import Team, carrying


def cost(*picks: str, faction: str = "wardens") -> int:
    """The points of units, each as its id, with a slash and its item where it has one."""
    models = tuple(carrying(unit, item or None) for unit, _, item in (pick.partition("/") for pick in picks))
    return TEAMS.force(faction, None).points(Team("", faction, 1, models))


def too_dear(limit: int, *picks: str) -> str:
    """What is told of units that cost more than the limit."""
    total = cost(*picks)
    assert total > limit
    return f"{total} points are {total - limit} more than {limit}"
