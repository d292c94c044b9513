"""Starts the server for a browser test: `python -m tests.browser.launch PORT DATA`, with the page of FIRETEAM_TEST_PAGE
if that is set."""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path

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


def main(port: int, data: Path) -> None:
    """Serve until told to stop."""
    usual = serve.settings_of

    def settings(asked: serve.Serving, limits: Limits | None = None) -> ServerSettings:
        return dataclasses.replace(usual(asked, limits or PATIENT), page=page_directory())

    serve.settings_of = settings
    workers.START_LIMIT = workers.LAY_LIMIT = PATIENCE
    asked = serve.Serving(port=port, browser=False, data=data, bot_seconds=PATIENCE, odds_seconds=PATIENCE)
    serve.serve(asked, lambda text: print(text, flush=True))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
