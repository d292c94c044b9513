"""Squads built by rank: how the numbers of a scenario shrink with the Resistance squad (ES-PROF-08)."""

from __future__ import annotations

from math import ceil


def scaled(formula: str, members: int, written: int) -> int:
    """The number to use for a squad of so many members, where the scenario's is `written`."""
    if formula == "ceil(n / 2)":
        return ceil(members / 2)
    if formula == "n - ceil(n / 2) + 1":
        return members - ceil(members / 2) + 1
    if formula == "max(1, round(n / 3))":
        return max(1, round(members / 3))
    return written
