"""What others learn of a secret selection while it is under way: nothing, however many answers it takes.

Until it is over they see the match as it stood when it began, and are sent no update. Versions count what was told: of
the answers of such a selection the last one alone.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from fireteam.core.chronicle import Entry
from fireteam.core.match import Match
from fireteam.core.scene import Told
from fireteam.server.storage import Stored

if TYPE_CHECKING:
    from fireteam.core.game import SecretSetting
    from fireteam.server.position import Position

UNSEEN = "unseen entries"
"""What the note is called that keeps how many entries of each seat the others were not told of."""


class Veil(NamedTuple):
    """A secret selection under way: whose it is, and how many answers lay before it."""

    seat: int
    at: int

    def hides(self, position: Position, seats: Collection[int | None]) -> bool:
        """Whether something of it was answered that whoever looks with these seats' eyes may not know."""
        return self.seat not in seats and position.answers > self.at


def veil_of(position: Position) -> Veil | None:
    """The secret selection that is under way; None: there is none."""
    match = position.match
    if not match.setting.game.secrets or match.decision is None:
        return None
    found = cast("SecretSetting", match.setting).selecting(match.table)
    return None if found is None else Veil(found[0], position.answers - found[1])


def hidden_from(position: Position, seats: Collection[int | None]) -> Veil | None:
    """The secret selection of which such eyes see nothing yet."""
    veil = veil_of(position)
    return veil if veil is not None and veil.hides(position, seats) else None


def unseen_of(stored: Stored) -> dict[int, int]:
    """How many entries of each seat the others were not told of."""
    return {int(seat): int(count) for seat, count in json.loads(stored.notes.get(UNSEEN, "{}")).items()}


def unseen_text(unseen: dict[int, int]) -> str:
    """The same, to be kept."""
    return json.dumps(unseen)


# -- the match as it stood ---------------------------------------------------------------------------------------------


def entries_before(entries: list[Entry], at: int) -> list[Entry]:
    """What had happened when so many answers were given."""
    return [entry for entry in entries if entry.answers < at or (entry.kind == "event" and entry.answers <= at)]


def lines_before(lines: list[Told], at: int) -> list[Told]:
    """The lines of a log that tell of it: choices and rolls with this number come after it, events with it led to
    it."""
    return [line for line in lines if line["answers"] < at or (line["answers"] == at and line["kind"] == "event")]


def as_it_stood(position: Position, veil: Veil, audience: int | None) -> dict[str, Any]:
    """What such eyes see as long as a selection is under way: the match as it was when that began."""
    match: Match = position.match.earlier(veil.at)
    question, setting = match.decision, match.setting
    found: dict[str, Any] = {
        "at": veil.at,
        "dice": setting.tray(entries_before(position.chronicle.entries, veil.at)),
        "scene": setting.scene(match.table, audience),
    }
    return found if question is None else {**found, "question": setting.question_view(match.table, question, False)}
