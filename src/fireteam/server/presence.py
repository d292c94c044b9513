"""Who is there, told to everybody who is: at once where few are, and once for all who come and go where many are.

Each who comes changes what all others see: a crowd that comes at once would cost as many messages as its square.
"""

from __future__ import annotations

import asyncio
import weakref
from typing import TYPE_CHECKING

from fireteam.server import claiming
from fireteam.server.messages import encode
from fireteam.server.viewers import Viewer

if TYPE_CHECKING:
    from fireteam.server.rooms import Room

FEW = 10
"""So many viewers are told at once."""
PAUSE = 0.25
"""Seconds that more of them wait, for whoever comes or goes meanwhile."""


class Presence:
    """Tells the viewers of a room who is there."""

    def __init__(self, room: Room) -> None:
        self._room = weakref.ref(room)  # no cycle: a closed room leaves memory at once
        self._holders: set[str] = set()
        """Whose sockets have become more or fewer since all were told."""
        self._due: asyncio.TimerHandle | None = None

    def came(self, viewer: Viewer) -> None:
        """Somebody has come, and was welcomed with all that is to be known."""
        room = self._room()
        if room is not None and any(one.holder == viewer.holder for one in room.viewers if one is not viewer):
            self._holders.add(viewer.holder)
        self._changed(but=viewer)

    def went(self, viewer: Viewer) -> None:
        """Somebody is gone."""
        self._holders.add(viewer.holder)
        self._changed()

    def _changed(self, but: Viewer | None = None) -> None:
        room = self._room()
        if room is None or self._due is not None:
            return
        if len(room.viewers) <= FEW:
            self._tell(but)
        else:
            self._due = asyncio.get_running_loop().call_later(PAUSE, self._tell_all)

    def _tell_all(self) -> None:
        self._due = None
        self._tell(None)

    def _tell(self, but: Viewer | None) -> None:
        room = self._room()
        if room is None:
            return
        for holder in self._holders:
            claiming.tell_uses(room, holder)
        self._holders.clear()
        text = encode({"type": "presence", **room.presence()})
        for viewer in room.viewers:
            if viewer is not but:
                viewer.outlet.send(text)
