"""Abuse: whatever some clients do, the server stays up, a match beside them goes on, and the memory comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, wait_until
from tests.server import abusers, costly_abusers
from tests.server.abusers import KINDS, Abuser, Treated
from tests.server.costly_abusers import COSTLY
from tests.server.players import Pair, Taken, web
from tests.server.realserver import HAS_PROC, Served, real_server

pytestmark = pytest.mark.skipif(
    not HAS_PROC, reason="memory is read from /proc, and abuse comes from 127.0.0.2: Linux alone"
)

LIMITS: dict[str, Any] = {
    "creating": [1000, 1000],
    "hello": PATIENCE,
    "silent": 200,
    "guessing": [40, 0.01],
    "refused": 40,
    "unread": 100,
    "unread_bytes": 300_000,
    "stalled": 2.0,
    "sockets_of_address": 2000,
    "connections_of_address": 3000,
}
STRICT = LIMITS | {"hello": 2.0, "body_seconds": 2.0}
"""For those who say nothing. On a busy machine anybody may be too slow for this, and then comes again."""
EVERY = 0.02
"""Seconds between two answers of the match that is played meanwhile."""
ALLOWED = 30.0
"""Megabytes that may stay: buffers that the allocator keeps for next time."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with small limits."""
    with _served(tmp_path_factory.mktemp("abuse"), LIMITS) as found:
        yield found


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that waits for nobody."""
    with _served(tmp_path_factory.mktemp("strict"), STRICT) as found:
        yield found


@contextmanager
def _served(data: Path, limits: dict[str, Any]) -> Iterator[Served]:
    with real_server(data, **limits) as found:
        yield found
        log = (data / "log.txt").read_text()
        assert "Traceback" not in log, log[log.index("Traceback") :][:3000]


def dropped(served: Served, why: str) -> float:
    """How many sockets the server has let go for such a reason."""
    return served.metrics().get(f'fireteam_sockets_dropped_total{{reason="{why}"}}', 0)


def abused(served: Served, kind: Abuser) -> Treated:
    """Let them do their worst while two well-behaved clients play; how they were treated."""
    treated, taken = Treated(), Taken()

    async def run() -> float:
        async with web(served) as http:
            pair = Pair(served, http, taken, EVERY)
            playing = asyncio.create_task(pair.run())

            async def answers(count: int) -> None:
                while taken.acknowledged < count:
                    await asyncio.sleep(0.01)
                    if playing.done():
                        playing.result()

            await answers(20)
            before = await asyncio.to_thread(served.memory)
            taken.clear()
            await kind(served.port, pair.made["links"], treated)
            # The match has gone on, and goes on from now.
            assert taken.acknowledged
            await answers(taken.acknowledged + 10)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            return before

    before = asyncio.run(asyncio.wait_for(run(), 3 * PATIENCE))
    assert not taken.errors
    wait_until(lambda: served.alive)
    wait_until(lambda: served.memory() - before < ALLOWED, lambda: f"{served.memory() - before:.0f} MB stay")
    assert served.metrics()['fireteam_errors_total{code="internal"}'] == 0
    return treated


# How an end is told is not promised: the code is lost to a client that was still sending. That it ends is, and the
# server counts it.


def test_fuzzed_frames(served: Served) -> None:
    before = dropped(served, "garbage") + dropped(served, "flood")
    treated = abused(served, KINDS["fuzzed frames"])
    sockets = abusers.FUZZED * abusers.ROUNDS
    assert treated["garbage"] > 0
    assert ends(treated) == sockets
    # Whoever says enough that is no message is sent away; some say something worse, which ends the socket at once.
    assert sockets / 2 < dropped(served, "garbage") + dropped(served, "flood") - before <= sockets
    assert treated["raw closed"] == treated["raw"] > 0


def ends(treated: Treated) -> int:
    """How many sockets came to an end, one way or another."""
    return sum(count for name, count in treated.items() if name.startswith("closed "))


def test_floods(served: Served) -> None:
    before = dropped(served, "flood")
    treated = abused(served, KINDS["floods"])
    assert treated["welcome"] == abusers.FLOODS
    assert treated["too_fast"] > 0
    assert dropped(served, "flood") - before == ends(treated) == abusers.FLOODS


def test_wrong_links(served: Served) -> None:
    treated = abused(served, KINDS["wrong links"])
    assert treated["welcome"] == treated["200"] == 0
    assert treated["401"] > 5
    assert treated["bad_token"] > 5
    assert treated["closed 4403"] == treated["bad_token"]
    # Whoever guesses too often is not even looked at any more; those at other addresses are.
    assert treated["429"] > 5
    assert treated["closed 1013"] > 5
    assert treated["401"] + treated["bad_token"] < 2 * LIMITS["guessing"][0]


def test_oversized_bodies_and_frames(served: Served) -> None:
    treated = abused(served, KINDS["oversized bodies and frames"])
    # A length that is too large is read in the head; of the others, who sends on and on, some never see the answer.
    assert treated["413"] >= abusers.LARGE
    assert treated["200"] == treated["201"] == 0
    assert treated["too_large"] == abusers.LARGE
    assert treated["closed 1009"] + treated["closed abruptly"] == abusers.LARGE


def test_clients_that_never_read(served: Served) -> None:
    before = dropped(served, "slow")

    async def all_dropped() -> bool:
        return await asyncio.to_thread(dropped, served, "slow") - before >= abusers.SLOW

    treated = abused(served, partial(abusers.never_read, enough=all_dropped))
    assert treated["held"] == abusers.SLOW
    assert dropped(served, "slow") - before == abusers.SLOW


def test_a_thousand_sockets_that_never_speak(strict: Served) -> None:
    before = dropped(strict, "crowd")
    treated = abused(strict, partial(abusers.never_speak, seconds=PATIENCE))
    # Whoever is let in is sent away: by those who come after, or when the time is over.
    assert treated["opened"] == abusers.SILENT
    assert ends(treated) == treated["closed 1008"] == abusers.SILENT
    assert dropped(strict, "crowd") - before <= abusers.SILENT - STRICT["silent"]
    wait_until(lambda: strict.metrics()["fireteam_sockets_silent"] == 0)


@pytest.mark.parametrize("kind", [kind for kind in COSTLY if kind not in ("pings", "sockets hoarded")])
def test_what_costs_much(served: Served, kind: str) -> None:
    asyncio.run(costly_abusers.warm(served.port))  # a game that is loaded stays
    treated = abused(served, COSTLY[kind])
    assert sum(treated.values()) > 0


def test_pings(served: Served) -> None:
    before = dropped(served, "pings")
    treated = abused(served, COSTLY["pings"])
    assert treated["ended"] == costly_abusers.PINGERS
    assert dropped(served, "pings") - before == costly_abusers.PINGERS


def test_slow_bodies(strict: Served) -> None:
    treated = abused(strict, partial(abusers.slow_bodies, seconds=PATIENCE))
    assert treated["held"] == 0
    assert treated["201"] == 0
    assert treated["422"] + treated["ended"] == abusers.SLOW_BODIES
