"""Winning: the VP that a battle needs, the fifth round, ties (DZ-WIN)."""

from __future__ import annotations

from fireteam.games.deadzone.state import NOBODY
from fireteam.games.deadzone.table import Table

LAST_ROUND = 5


def judge(t: Table) -> bool:
    """Whether the battle is over after this round (DZ-WIN-01); winner and reason are written down."""
    first, second = t.state.points
    needed = t.setting.needed_points
    reached = [seat for seat in (0, 1) if t.state.points[seat] >= needed]
    if reached:
        winner = reached[0] if len(reached) == 1 else both_reached(t, first, second)
        t.end(winner, "points")
        return True
    if t.state.round >= LAST_ROUND:
        t.end(after_last_round(t, first, second), "rounds")
        return True
    gone = wiped_out(t)
    if gone and t.house_rule("wipeout_ends"):
        t.end(1 - gone[0] if len(gone) == 1 else higher(first, second), "wiped_out")
        return True
    return False


def higher(first: int, second: int) -> int:
    """The side with more VP; nobody if they are even."""
    return NOBODY if first == second else int(second > first)


def both_reached(t: Table, first: int, second: int) -> int:
    """Both sides in one round: a draw (DZ-WIN-03)."""
    return higher(first, second) if t.house_rule("both_reach") == "higher_total" else NOBODY


def wiped_out(t: Table) -> list[int]:
    """Sides without a single model in play; that ends nothing early (DZ-WIN-06)."""
    return [seat for seat in (0, 1) if not t.left(seat)]


def after_last_round(t: Table, first: int, second: int) -> int:
    """After round 5 the higher total wins (DZ-WIN-04); of even ones, who still has models (DZ-WIN-05)."""
    gone = wiped_out(t)
    loses = t.house_rule("wipeout_round5") == "always_loses"
    if len(gone) == 1 and (loses or first == second):
        return 1 - gone[0]
    return higher(first, second)
