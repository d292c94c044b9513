"""Directions to face."""

from __future__ import annotations

from fireteam.kit.plane.facings import Facings


def test_no_direction_is_suggested_twice() -> None:
    region = Facings((0, 0), 0, lambda: [360, -1, 359, 45], ("",))
    assert [option.key for option in region.suggest(9)] == ["face 0", "face 359", "face 45"]
