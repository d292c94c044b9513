"""Ports for servers that go away and come back to where they were."""

from __future__ import annotations

import random
import socket

OURS = range(20_000, 32_000)
"""Below those that systems lend to whoever connects: such a one may be lent out when its server comes back."""


def free_port() -> int:
    """A port that nobody uses now, and that nobody is lent."""
    for port in random.SystemRandom().sample(OURS, 100):
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("a hundred ports, and somebody at each")
