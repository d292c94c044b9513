"""Thousands of changed saves of Deadzone: each refused by name, or played on."""

from __future__ import annotations

import pytest

from tests.deadzone.test_hostile import hostile

BATTLES = range(100, 150)
EACH = 100


@pytest.mark.nightly
@pytest.mark.parametrize("number", BATTLES)
def test_thousands_of_changed_saves(number: int) -> None:
    assert hostile(number, EACH) == []
