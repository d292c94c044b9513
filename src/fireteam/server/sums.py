"""The checksum of a match: of what it began with, and of every entry of its log on top of that."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

NAME = "sum"
"""The name under which it is kept beside the log."""


class Sum(NamedTuple):
    """The checksum of a match with so many entries."""

    entries: int
    digest: str

    def of_more(self, entries: Iterable[Sequence[Any]]) -> Sum:
        """The checksum when these entries are added: kind, seat, text, message and time of each."""
        number, digest = self
        for entry in entries:
            digest = sha256(f"{digest} {json.dumps(list(entry))}".encode()).hexdigest()
            number += 1
        return Sum(number, digest)

    def text(self) -> str:
        """As it is kept."""
        return f"{self.entries} {self.digest}"


def sum_of_row(values: Sequence[Any]) -> Sum:
    """The checksum of a match without entries."""
    return Sum(0, sha256(json.dumps(list(values)).encode()).hexdigest())


def read_sum(text: str) -> Sum | None:
    """A checksum that was kept; None for what is none."""
    number, _, digest = text.partition(" ")
    return Sum(int(number), digest) if number.isdecimal() and len(digest) == 64 else None
