"""Abuse: whatever some clients do, the server stays up, a match beside them goes on, and the memory comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.table import abusers
from tests.table.abusers import KINDS, Abuser, Treated
from tests.table.players import Pair, Taken, web
from tests.table.realserver import HAS_PROC, Served, real_server

pytestmark = pytest.mark.skipif(not HAS_PROC, reason="memory is read from /proc, and abuse comes from 127.0.0.2: Linux alone")

LIMITS: dict[str, Any] = {
    "creating": [1000, 1000],
    "hello": 2.0,
    "silent": 200,
    "guessing": [40, 0.5],
    "refused": 40,
    "unread": 100,
    "unread_bytes": 300_000,
    "stalled": 2.0,
    "body_seconds": 2.0,
}
EVERY = 0.02
"""Seconds between two answers of the match that is played meanwhile."""
ALLOWED = 30.0
"""Megabytes that may stay: buffers that the allocator keeps for next time."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with small limits."""
    data: Path = tmp_path_factory.mktemp("abuse")
    with real_server(data, **LIMITS) as found:
        yield found
        log = (data / "log.txt").read_text()
        assert "Traceback" not in log, log[log.index("Traceback") :][:3000]


def abused(served: Served, kind: Abuser) -> tuple[Treated, Taken]:
    """Let them do their worst while two well-behaved clients play."""

    async def run() -> tuple[Treated, Taken]:
        treated, taken = Treated(), Taken()
        async with web(served) as http:
            pair = Pair(served, http, taken, EVERY)
            playing = asyncio.create_task(pair.run())
            while taken.acknowledged < 20:
                await asyncio.sleep(0.01)
                assert not playing.done()
            taken.clear()
            await kind(served.port, pair.made["links"], treated)
            during = taken.acknowledged
            assert during
            # The match goes on, and not only until now.
            while taken.acknowledged < during + 10:
                await asyncio.sleep(0.01)
                assert not playing.done()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        return treated, taken

    before = served.memory()
    treated, taken = asyncio.run(asyncio.wait_for(run(), 60))
    assert served.alive
    assert not taken.errors
    assert served.memory() - before < ALLOWED
    assert served.metrics()['fireteam_errors_total{code="internal"}'] == 0
    return treated, taken


def test_fuzzed_frames(served: Served) -> None:
    treated, _ = abused(served, KINDS["fuzzed frames"])
    assert treated["sent"] > 2000
    assert treated["garbage"] > 1000
    # Whoever says enough that is no message is sent away.
    assert treated["closed 1008"] >= 50
    assert treated["raw closed"] == treated["raw"] > 0


def test_floods(served: Served) -> None:
    treated, _ = abused(served, KINDS["floods"])
    assert treated["welcome"] == 10
    assert treated["too_fast"] >= 10 * LIMITS["refused"]
    assert treated["closed 1008"] == 10


def test_wrong_links(served: Served) -> None:
    treated, _ = abused(served, KINDS["wrong links"])
    assert treated["welcome"] == treated["200"] == 0
    assert treated["401"] > 5
    assert treated["bad_token"] > 5
    assert treated["closed 4403"] == treated["bad_token"]
    # Whoever guesses too often is not even looked at any more; those at other addresses are.
    assert treated["429"] > 5
    assert treated["closed 1013"] > 5


def test_oversized_bodies_and_frames(served: Served) -> None:
    treated, _ = abused(served, KINDS["oversized bodies and frames"])
    assert treated["413"] >= 50
    assert treated["too_large"] == 30
    assert treated["closed 1009"] == 30
    assert treated["200"] == treated["201"] == 0


def test_clients_that_never_read(served: Served) -> None:
    name = 'fireteam_sockets_dropped_total{reason="slow"}'
    before = served.metrics().get(name, 0)
    treated, _ = abused(served, KINDS["clients that never read"])
    assert treated["held"] == abusers.SLOW
    assert served.metrics()[name] - before == abusers.SLOW


def test_a_thousand_sockets_that_never_speak(served: Served) -> None:
    treated, _ = abused(served, KINDS["1,000 sockets that never speak"])
    assert treated["opened"] == abusers.SILENT
    assert treated["closed 1008"] == abusers.SILENT
    assert served.metrics()["fireteam_sockets_silent"] == 0


def test_slow_bodies(served: Served) -> None:
    treated, _ = abused(served, KINDS["slow bodies"])
    assert treated["held"] == 0
    assert treated["201"] == 0
    assert treated["422"] + treated["ended"] == abusers.SLOW_BODIES
