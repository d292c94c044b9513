"""Two pools against each other in floating point: quick worths for bots, no rule lives here."""

from __future__ import annotations

from functools import lru_cache

SIDES = 8
MOST = 14
"""Successes looked at."""


@lru_cache(maxsize=1024)
def chances(count: int, target: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2, ... successes of so many dice that roll on with an 8."""
    if count <= 0:
        return (1.0,) + (0.0,) * MOST
    eight, hit = 1 / SIDES, max(0, SIDES - target) / SIDES
    miss = 1 - eight - hit
    one = [miss, *(eight**k * miss + eight ** (k - 1) * hit for k in range(1, MOST + 1))]
    rest = chances(count - 1, target)
    return tuple(sum(one[k] * rest[total - k] for k in range(total + 1)) for total in range(MOST + 1))


@lru_cache(maxsize=1 << 14)
def harm(dice: int, target: int, against: int, their_target: int, armour: int, health: int) -> tuple[float, float]:
    """The HP that the second side loses on average, never more than it has, and the chance that it loses all."""
    first, second = chances(dice, target), chances(against, their_target)
    lost = killed = 0.0
    for mine, chance in enumerate(first):
        for theirs, other in enumerate(second[: mine + 1]):
            points = min(health, mine - theirs - armour)
            if points > 0:
                lost += chance * other * points
                killed += chance * other * (points == health)
    return lost, killed
