"""Saves that somebody has changed: lines, letters and whole positions, with checksums that fit."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from types import FrameType
from typing import Any

import fireteam
from fireteam.core.match import Match

NUMBERS = (-1, 0, 1, 2, 3, 7, 99, -99, 1 << 20, 10**30)
OTHERS: tuple[Any, ...] = (None, "", "nonsense", [], {}, True, 0.5, [[]], {"kind": "nonsense"})
PATIENCE = 20
"""Seconds after which a save counts as an endless one."""


def sealed(text: str) -> str:
    """A save with the count of its answers and the checksum that it should have."""
    body, _, _ = text.rpartition("end: ")
    rows = body.split("\n")
    inside = rows[rows.index("answers:") + 1 :] if "answers:" in rows else []
    count = sum(not row.startswith(("~", "checkpoint: ")) for row in inside if row)
    return f"{body}end: {count} answers, sha256 {sha256(body.encode()).hexdigest()}\n"


def beginning_at(text: str, checkpoint: Any) -> str:
    """A save that begins at a position, without any answer."""
    rows = text.split("\n")
    start = next(place for place, row in enumerate(rows) if row.startswith("start: "))
    answers, kept = rows.index("answers:"), next(row for row in rows if row.startswith("checkpoint: "))
    data = json.dumps(checkpoint)
    return sealed("\n".join([*rows[:start], f"start: {data}", *rows[start + 1 : answers + 1], kept, "end: "]))


def position_of(text: str) -> dict[str, Any]:
    """The last checkpoint of a save."""
    row = next(row for row in text.split("\n") if row.startswith("checkpoint: "))
    found: dict[str, Any] = json.loads(row.removeprefix("checkpoint: "))
    return found


def spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place inside plain data where something stands: the container and the key."""
    if isinstance(data, dict | list):
        for key in list(data) if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from spots(data[key])


def changed(data: Any, rng: random.Random) -> Any:
    """The same data with one to three things changed: another number, another kind of thing, nothing at all, or what
    stands elsewhere."""
    found = json.loads(json.dumps(data))
    for _ in range(rng.randint(1, 3)):
        places = list(spots(found))
        if not places:
            break
        holder, key = rng.choice(places)
        what = rng.random()
        if what < 0.5:
            holder[key] = rng.choice(NUMBERS)
        elif what < 0.7:
            holder[key] = rng.choice(OTHERS)
        elif what < 0.85:
            other, where = rng.choice(places)
            holder[key] = json.loads(json.dumps(other[where]))
        else:
            del holder[key]
    return found


def scrambled(text: str, rng: random.Random) -> str:
    """A save with a few letters, or lines, changed, taken out, or swapped."""
    if rng.random() < 0.5:
        letters = list(text)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(letters))
            letters[place] = rng.choice(("", chr(rng.randrange(32, 127)), letters[place] * 2))
        text = "".join(letters)
    else:
        rows = text.split("\n")
        first, second = rng.randrange(len(rows)), rng.randrange(len(rows))
        if rng.random() < 0.5:
            rows[first], rows[second] = rows[second], rows[first]
        else:
            del rows[first]
        text = "\n".join(rows)
    return sealed(text) if "end: " in text and "\nanswers:\n" in text else text


class Endless(BaseException):
    """It does not end; no rule may take that for a fault of its own."""


@contextmanager
def patience(seconds: int = PATIENCE) -> Iterator[None]:
    """Whatever takes longer is an endless one."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise Endless

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def opened(text: str) -> Match | None:
    """The match of a save; None if it is refused by name. Anything else that is raised is a fault."""
    try:
        with patience():
            return fireteam.load(text)
    except fireteam.SaveError:
        return None
