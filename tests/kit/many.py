"""Thousands of games over several processes: what went wrong in any of them, with progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

PlayOne = Callable[[int], list[str]]
"""Plays the game with a number; what went wrong in it."""


def play_batch(play_one: PlayOne, batch: int, first: int) -> list[str]:
    """Play a batch of games; what went wrong, each with its number."""
    found: list[str] = []
    for number in range(first, first + batch):
        try:
            found += play_one(number)
        except Exception as error:
            found.append(f"game {number}: {type(error).__name__}: {error}")
    return found


def play_all(
    play_one: PlayOne, games: int, tell: Callable[[str], None], *, first: int = 0, batch: int = 10, processes: int = 2
) -> list[str]:
    """All games, with progress; everything that went wrong."""
    started = time.monotonic()
    wrong: list[str] = []
    with ProcessPoolExecutor(processes) as pool:
        batches = range(first, first + games, batch)
        for done, found in enumerate(pool.map(partial(play_batch, play_one, batch), batches), 1):
            wrong += found
            for text in found:
                tell(text)
            tell(
                f"{min(games, done * batch)} of {games} games, {len(wrong)} faults, {time.monotonic() - started:.0f} s"
            )
    return wrong
