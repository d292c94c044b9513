"""What the tests of the table share: workers and servers may be slow, since the machine may be."""

from __future__ import annotations

import pytest

from fireteam.server import serve, workers
from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that starts or lays out a match late is not given up, nor is a server that answers late."""
    monkeypatch.setattr(serve, "LOOK", PATIENCE)
    monkeypatch.setattr(workers, "START_LIMIT", PATIENCE)
    monkeypatch.setattr(workers, "LAY_LIMIT", PATIENCE)
