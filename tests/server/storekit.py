"""Files of a table for tests: small matches that need no rules, and ways to harm them."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from fireteam.server.sqlite import SqliteStorage
from fireteam.server.storage import ANSWER, Entry, MatchRow, SeatPlan


def row(name: str, game: str = "escape", created: float = 1000.0) -> MatchRow:
    """A match that nobody could play."""
    seats = (SeatPlan("here"), SeatPlan("bot", "greedy"))
    return MatchRow(name, game, f"Match {name}", f"origin of {name}", seats, "seeded", 7, False, 0, created, False)


def filled(path: Path, *names: str, answers: int = 3) -> Path:
    """A file with such matches, each with a few answers."""

    async def work() -> None:
        store = SqliteStorage(path)
        for name in names:
            await store.create(row(name))
            await store.append(name, 0, [Entry(ANSWER, 0, f"step {name} {number}") for number in range(answers)])
            await store.note(name, "word", f"lantern {name}")
            await store.revoke(name, "watch")
            await store.set_passes(name, 0, ["dodge"])
        await store.close()

    asyncio.run(work())
    return path


def harmed(path: Path, match: str, text: str = "another step") -> None:
    """Somebody has written into the file."""
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER answers_never_change")
    connection.execute("UPDATE answers SET text = ? WHERE match = ? AND number = 1", (text, match))
    connection.commit()
    connection.close()
