"""The order of a run: the files that are begun first are there."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import LONG


def test_every_long_test_is_there() -> None:
    tests = Path(__file__).parents[1]
    assert [name for name in LONG if not (tests / name).exists()] == []
