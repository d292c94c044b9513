"""Thousands of random boards of cubes against the slow reference."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.space.cubes.agreement import AGREEMENTS, cubes_agree, sight_agrees

SLOW = (sight_agrees, cubes_agree)


@pytest.mark.nightly
@pytest.mark.parametrize("agrees", AGREEMENTS, ids=lambda agrees: agrees.__name__)
@pytest.mark.parametrize("thousand", range(5))
def test_thousands_of_boards_agree_with_the_reference(agrees: Callable[[int], None], thousand: int) -> None:
    for seed in range(600 if agrees in SLOW else 1000):
        agrees(1_000_000 * (thousand + 1) + seed)
