"""Thousands of random fields of free movement against the slow reference."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.space.free.agreement import AGREEMENTS, nearest_agrees, rim_agrees

SLOW = (nearest_agrees, rim_agrees)


@pytest.mark.nightly
@pytest.mark.parametrize("agrees", AGREEMENTS, ids=lambda agrees: agrees.__name__)
@pytest.mark.parametrize("thousand", range(4))
def test_thousands_of_fields_agree_with_the_reference(agrees: Callable[[int], int], thousand: int) -> None:
    compared = sum(agrees(1_000_000 * (thousand + 1) + seed) for seed in range(100 if agrees in SLOW else 500))
    assert compared > 50
