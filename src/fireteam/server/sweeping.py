"""Memory that comes back: rooms and positions hold no cycles; the settings of their games do, and are swept up."""

from __future__ import annotations

import gc

SWEEP_AFTER = 100
"""Positions let go after which all garbage is collected. Full collections stop everybody and are rare otherwise, too
rare for this: a setting is a few thousand objects in a cycle, and one goes with each position."""


class Sweeper:
    """Counts the positions that leave memory, and sweeps behind them."""

    def __init__(self, after: int = SWEEP_AFTER) -> None:
        self.after = after
        self.gone = 0

    def let_go(self, positions: int) -> None:
        """So many have left memory."""
        self.gone += positions
        if self.gone >= self.after:
            self.gone = 0
            gc.collect()
