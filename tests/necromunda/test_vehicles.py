"""Rules of vehicles one by one: collisions by speed."""

from __future__ import annotations

import pytest

from fireteam.games.necromunda.vehicles.hulls import impact


@pytest.mark.rule("NE-VEH-11", "NE-VCOL-01", "NE-VCOL-04", "NE-VEH-10")
@pytest.mark.parametrize(
    ("speed", "weaker", "hit"),
    [
        (6, False, (5, -1, 1)), (10, False, (9, -3, 3)), (5, False, (3, 0, 1)), (2, False, (3, 0, 1)),
        (8, True, (8, -3, 3)), (6, True, (6, -2, 2)), (3, True, (4, -1, 2)),
    ],
)  # fmt: skip
def test_collisions_are_as_hard_as_the_mover_is_fast(speed: int, weaker: bool, hit: tuple[int, int, int]) -> None:
    assert impact(speed, weaker) == hit
