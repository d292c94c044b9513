"""What another version makes of the matches of a table: each is woken, and nothing is kept of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fireteam.core.errors import FireteamError
from fireteam.server.keeping import RESCUE
from fireteam.server.storefile import StoreFile
from fireteam.server.waking import Woken, wake


def matches_of(place: Path) -> tuple[int, list[str]]:
    """The format of a file and its matches."""
    with StoreFile(place) as store:
        return store.format, store.ids()


def look_at(place: Path, match: str) -> dict[str, Any]:
    """What would become of a match; nothing is changed."""
    try:
        with StoreFile(place) as store:
            return fate_of(match, wake(store.load(match)))
    except FireteamError as error:
        return fate_of(match, error)


def fate_of(match: str, found: Woken | FireteamError) -> dict[str, Any]:
    """What became of a match, as plain data."""
    if isinstance(found, FireteamError):
        return {"match": match, "fate": "broken", "lost": 0, "told": [str(found)]}
    fate = "from its checkpoint" if RESCUE in found.notes else "as it is"
    return {"match": match, "fate": fate, "lost": found.lost, "told": found.told}
