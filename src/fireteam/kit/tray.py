"""Which dice lie on the table: those of what is under way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fireteam.core.chronicle import Entry

FARTHEST = 400
"""Entries looked back at for the last die."""


def under_way(entries: Sequence[Entry], parts: Callable[[Entry], bool]) -> Sequence[Entry]:
    """The entries of the series of dice under way, or of the last that had any: `parts` tells which entries part the
    dice after them from those before; the one that ends the series is its last."""
    farthest = max(-1, len(entries) - FARTHEST)
    last = next((at for at in range(len(entries) - 1, farthest, -1) if entries[at].kind == "roll"), -1)
    if last < 0:
        return ()
    start = last
    while start > 0 and not parts(entries[start - 1]):
        start -= 1
    end = next((at for at in range(last + 1, len(entries)) if parts(entries[at])), len(entries) - 1)
    return entries[start : end + 1]
