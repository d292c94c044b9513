"""Random fields: quick answers agree with slow and obvious ones. Thousands more are looked at by night."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.space.free.agreement import AGREEMENTS, nearest_agrees, rim_agrees

FEW = (nearest_agrees, rim_agrees)


@pytest.mark.parametrize("agrees", AGREEMENTS, ids=lambda agrees: agrees.__name__)
def test_random_fields_agree_with_the_reference(agrees: Callable[[int], int]) -> None:
    compared = sum(agrees(seed) for seed in range(2 if agrees in FEW else 12))
    assert compared > 1
