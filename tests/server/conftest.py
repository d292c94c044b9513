"""What the tests of the table share: workers and servers may be slow, since the machine may be."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import fireteam
from fireteam.server import serve, workers
from tests.patience import PATIENCE
from tests.server.postgresserver import WANTED, PostgresServer, missing
from tests.server.stores import NOTE


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that starts or lays out a match late is not given up, nor is a server that answers late."""
    monkeypatch.setattr(serve, "LOOK", PATIENCE)
    monkeypatch.setattr(workers, "START_LIMIT", PATIENCE)
    monkeypatch.setattr(workers, "LAY_LIMIT", PATIENCE)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server; where it is missing, no test of it is run, unless it must be there."""
    reason = missing()
    if reason and os.environ.get(WANTED):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    server = PostgresServer()
    try:
        server.wait()
        yield server
    finally:
        server.end()


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """The address of a new database."""
    return postgres.database()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The directory of a store of each kind."""
    if request.param == "postgres":
        url: str = request.getfixturevalue("database")
        (tmp_path / NOTE).write_text(url, encoding="utf-8")
    return tmp_path


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which each seat has a code."""
    monkeypatch.setitem(fireteam._GAMES, "secret", "tests.server.secrettoy")
