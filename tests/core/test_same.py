"""An object as an argument of a cache."""

from __future__ import annotations

from functools import lru_cache

from fireteam.core.by_id import ById


def test_the_very_same_object_is_found_again_and_its_equal_is_not() -> None:
    made: list[list[int]] = []

    @lru_cache(maxsize=4)
    def length(kept: ById[list[int]]) -> int:
        made.append(kept.thing)
        return len(kept.thing)

    one, twin = [1, 2], [1, 2]
    assert [length(ById(one)), length(ById(one)), length(ById(twin))] == [2, 2, 2]
    assert len(made) == 2 and made[0] is one and made[1] is twin
    assert ById(one) == ById(one) != ById(twin)
    assert ById(one) != one
