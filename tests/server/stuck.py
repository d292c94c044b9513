"""A process that was given a save to read and never comes to an end, as hostile saves wish. Its signals are its own."""

from __future__ import annotations

import threading
from multiprocessing.connection import Connection

from fireteam.server.import_worker import Room
from fireteam.server.processes import end_with_parent


def work(connection: Connection, room: Room) -> None:
    """Take the save, and never answer."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    connection.send(("ready", None))
    connection.recv()
    connection.poll(None)


def dying(connection: Connection, room: Room) -> None:
    """Take the save, and die over it."""
    connection.send(("ready", None))
    connection.recv()
