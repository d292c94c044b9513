"""Thousands of changed saves of Necromunda: each refused by name, or played on."""

from __future__ import annotations

import pytest

from tests.necromunda.test_hostile import hostile
from tests.quick import compiled

BATTLES = range(100, 150)
EACH = 100


@pytest.mark.nightly
@pytest.mark.parametrize("number", BATTLES)
def test_thousands_of_changed_saves(number: int) -> None:
    with compiled():
        assert hostile(number, EACH) == []
