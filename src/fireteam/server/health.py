"""How a server is: whether its store reads and writes, whether its workers live, and how much room the disk has."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fireteam.server.pulse import Pulse
from fireteam.server.storage import Storage, StorageError
from fireteam.server.workers import Thinkers

PATIENCE = 5.0
"""Seconds that the store may take to answer."""


async def health(
    storage: Storage, pulse: Pulse, workers: Iterable[Thinkers], directory: Path | None, room: int
) -> dict[str, Any]:
    """The parts of a server, and in `trouble` what is wrong with them; `room` is how many megabytes should be free."""
    trouble = []
    if pulse.paused:
        trouble.append("nothing can be kept: play is paused")
    try:
        async with asyncio.timeout(PATIENCE):
            await storage.count()
    except (StorageError, TimeoutError):
        trouble.append("the matches cannot be read")
    pools = list(workers)
    wanted, alive = sum(pool.size for pool in pools), sum(pool.alive for pool in pools)
    if any(pool.waiting and not pool.alive for pool in pools):
        trouble.append("no worker lives that somebody waits for")
    found: dict[str, Any] = {"workers": {"wanted": wanted, "alive": alive}}
    free = None if directory is None else _free(directory)
    if free is not None:
        found["free_megabytes"] = free
        if free < room:
            trouble.append("the disk is nearly full: no new match is begun")
    return {"status": "unwell" if trouble else "ok", **found, "trouble": trouble}


def _free(directory: Path) -> int | None:
    """Megabytes that are free where the matches are kept."""
    try:
        return int(shutil.disk_usage(directory).free / 1e6)
    except OSError:
        return None
