"""Starts the server for a browser test: `python -m tests.browser.launch PORT DATA [GAME]`, with the page of
FIRETEAM_TEST_PAGE if that is set. That game is being prepared until the server gets SIGUSR1."""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
import threading
from pathlib import Path

import fireteam
from fireteam.server import serve, workers
from fireteam.server.settings import PAGE, Limits, Pace, ServerSettings
from tests.patience import PATIENCE

# One address is all the people of all tests here, and browsers of a busy machine are slow: what is limited has its own
# tests.
PATIENT = Limits(
    creating=Pace(10_000, 100), importing=Pace(1_000, 10), hello=PATIENCE, stalled=PATIENCE, body_seconds=PATIENCE
)


def page_directory() -> Path:
    """The built page: the package's own, or the one that is under work."""
    wish = os.environ.get("FIRETEAM_TEST_PAGE")
    return Path(wish) if wish else PAGE


def prepare(game: str) -> None:
    """Let the preparation of a game last until a signal comes."""
    done = threading.Event()
    signal.signal(signal.SIGUSR1, lambda *_: done.set())

    def warm(name: str, *, may_compile: bool) -> threading.Thread | None:
        if name != game:
            return None
        work = threading.Thread(target=done.wait, daemon=True)
        work.start()
        return work

    fireteam.warm = warm


def main(port: int, data: Path, prepared: str = "") -> None:
    """Serve until told to stop."""
    if prepared:
        prepare(prepared)
    usual = serve.settings_of

    def settings(asked: serve.Serving, limits: Limits | None = None) -> ServerSettings:
        return dataclasses.replace(usual(asked, limits or PATIENT), page=page_directory())

    serve.settings_of = settings
    workers.START_LIMIT = workers.LAY_LIMIT = PATIENCE
    asked = serve.Serving(port=port, browser=False, data=data, bot_seconds=PATIENCE, odds_seconds=PATIENCE)
    serve.serve(asked, lambda text: print(text, flush=True))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
