"""What a worker says of a whole match: its save, where a replay may stop, how it stood there, where a branch begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import fireteam
from fireteam.core.errors import FireteamError
from fireteam.server.frames import Audience
from fireteam.server.position import Position
from fireteam.server.replays import frame, stops
from fireteam.server.sealing import opened


def save(position: Position, seeded: bool, imported: bool) -> str:
    """The text of a save; with its seed, if that is asked for and can be read again."""
    match = position.match
    if seeded:
        whole: str = match.save()
        # The seed of a branch knows nothing of the dice before it: with it the save could not be read again.
        if not imported or _readable(whole):
            return whole
    bare: str = match.save(0)
    return bare


def _readable(text: str) -> bool:
    """Whether a save can be read again."""
    try:
        fireteam.load(text)
    except FireteamError:
        return False
    return True


def replay(position: Position, audience: Audience) -> dict[str, Any]:
    """Where a replay may stop."""
    found = stops(position, audience)
    return {"total": found[-1]["at"], "stops": found}


def branch(position: Position, at: int) -> str:
    """The position after so many answers, as the origin of a match of its own."""
    origin: str = position.match.earlier(at).save(0)
    return origin


RECORDED: Mapping[str, Callable[..., Any]] = {
    "save": save,
    "replay": replay,
    "frame": frame,
    "branch": branch,
    "dice": opened,
}
"""Work with everything that was kept of a match."""
