"""The games that are made faster in the background, and who is told when that begins and ends."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread


class Preparing:
    """Which games are being prepared now; for any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._games: set[str] = set()
        self._told: Callable[[str], object] | None = None

    def __contains__(self, game: str) -> bool:
        with self._lock:
            return game in self._games

    def tell(self, told: Callable[[str], object] | None) -> None:
        """Whom to call with the name of a game when its preparation begins or ends, from whatever thread; None: nobody
        any more, from now on."""
        with self._lock:
            self._told = told

    def until_done(self, game: str, work: Thread) -> None:
        """A game is being prepared by a thread, until that ends."""
        self._set(game, on=True)

        def wait() -> None:
            work.join()
            self._set(game, on=False)

        # A daemon: the end of the server waits for nothing that is prepared.
        Thread(target=wait, name=f"until {game} is prepared", daemon=True).start()

    def _set(self, game: str, *, on: bool) -> None:
        # Told under the lock: nobody is called who has just asked for silence.
        with self._lock:
            (self._games.add if on else self._games.discard)(game)
            if self._told is not None:
                self._told(game)
