"""What a position laid on purpose is, for the run that wants to see everything: how it is laid, and how it is played
from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fireteam.core.match import Match


class Staged(NamedTuple):
    """A position, the keys it is answered with, and keys that are asked about then: they are refused."""

    lay: Callable[[], Match]
    keys: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def staged(lay: Callable[[], Match], *keys: str, refused: tuple[str, ...] = ()) -> Staged:
    """A position and how it is played."""
    return Staged(lay, keys, refused)
