"""Where lines of sight meet what is in their way."""

from __future__ import annotations

import pytest

from fireteam.core.scene import Shape
from fireteam.kit.rays import entry, ray_view

BLOCK: Shape = {"rect": [100, 0, 100, 100]}
ROUND = ([100, 0, 200, 0, 200, 100, 100, 100], [100, 100, 200, 100, 200, 0, 100, 0])


def test_a_line_meets_a_block_at_its_side_or_its_top_or_passes_over_it() -> None:
    assert entry([0, 50, 50], [400, 50, 50], BLOCK, [0, 100]) == [100, 50, 50]
    assert entry([0, 50, 200], [200, 50, 0], BLOCK, [0, 75]) == [125, 50, 75]
    assert entry([0, 50, 120], [400, 50, 120], BLOCK, [0, 100]) is None
    assert entry([0, 50, 300], [0, 50, 300], BLOCK, [0, 100]) is None
    assert entry([150, 50, 50], [400, 50, 50], BLOCK, [0, 100]) == [150, 50, 50], "it starts inside"


@pytest.mark.parametrize("corners", ROUND)
def test_an_outline_may_run_either_way_round(corners: list[int]) -> None:
    assert entry([300, 90, 10], [0, 90, 10], {"polygon": corners}, [0, 100]) == [200, 90, 10]
    assert entry([300, 190, 10], [0, 190, 10], {"polygon": corners}, [0, 100]) is None


def test_only_a_line_that_meets_something_says_where() -> None:
    free = ray_view([0, 0, 100], [100, 0, 50], [[0, 120], [0, 60]])
    assert free == {"start": [0, 0, 100], "end": [100, 0, 50], "bodies": [[0, 120], [0, 60]]}
    assert ray_view([0, 0, 100], [100, 0, 50], [], [50, 0, 75])["met"] == [50, 0, 75]
