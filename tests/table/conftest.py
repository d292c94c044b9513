"""What the tests of the table share: workers that may be slow, since the machine may be."""

from __future__ import annotations

import pytest

from fireteam.table import thinking
from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def patient_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that starts or lays out a match late is not given up."""
    monkeypatch.setattr(thinking, "START_LIMIT", PATIENCE)
    monkeypatch.setattr(thinking, "LAY_LIMIT", PATIENCE)
