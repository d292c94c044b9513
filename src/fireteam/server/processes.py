"""What a process beside the server does first."""

from __future__ import annotations

import os
from multiprocessing import parent_process
from multiprocessing.connection import wait


def be_quiet() -> None:
    """A bot may print what it likes; the server's terminal is not the place."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)


def end_with_parent() -> None:
    """What never returns must not outlive the server."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
