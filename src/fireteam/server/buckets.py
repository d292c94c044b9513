"""A burst, then so many a second: what is asked of anybody who may do something often."""

from __future__ import annotations

from fireteam.server.settings import Pace


class Bucket:
    """Lets a burst through, then so many a second."""

    __slots__ = ("left", "since")

    def __init__(self, burst: float, now: float) -> None:
        self.left = burst
        self.since = now

    def wait(self, pace: Pace, now: float, take: float = 1.0) -> float:
        """Seconds to wait; 0: one was taken (or, with `take=0`, there is one to take)."""
        left = min(pace.burst, self.left + (now - self.since) * pace.rate)
        self.since = now
        if left < 1.0:
            self.left = left
            return (1.0 - left) / pace.rate if pace.rate else 3600.0
        self.left = left - take
        return 0.0
