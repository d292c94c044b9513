"""What the file of a team is made of: its keys, and how they are read, each mistake with its line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import Lines, line_of, suggestion
from fireteam.kit.force import Thing

LONGEST_TEXT = 80
"""Characters of a name or an id."""

Place = tuple[str | int, ...]
"""Where an entry stands in a file: keys and indices."""

TEAM_KEYS: Mapping[str, type] = {
    "format": str,
    "pack": str,
    "name": str,
    "faction": str,
    "limit": int,
    "models": list,
}
MOST_THINGS = 20
"""Things of one shelf that a model of a file may have."""


def model_keys(shelves: Sequence[str], lists: Sequence[str], *, named: bool) -> dict[str, type]:
    """The keys of a model: its unit, how many there are, its name where models have some, and what it was given."""
    things: dict[str, type] = {key: list if key in lists else str for key in shelves}
    return {"unit": str, "count": int, **({"name": str} if named else {}), **things}


_KINDS = {str: "text", int: "a whole number", list: "a list"}


def scalar(text: str) -> str:
    """A text as YAML has it: bare where it is a plain word or several."""
    bare = re.fullmatch(r"[A-Za-z]\w*(?:[ -]\w+)*", text) and text not in ("true", "false", "null")
    return text if bare else json.dumps(text, ensure_ascii=False)


class Reader:
    """Takes typed values out of plain data, failing with the line."""

    def __init__(self, lines: Lines, file: str) -> None:
        self.lines = lines
        self.file = file

    def need(self, holds: bool, path: Place, reason: str) -> None:
        if not holds:
            raise PackError(self.file, line_of(self.lines, path), reason)

    def within(self, number: int, most: int, path: Place, unit: str = "") -> None:
        """A number from 1 on."""
        self.need(1 <= number <= most, path, f"{path[-1]} must be 1 to {most}{unit}, not {_short(number)}")

    def mapping(self, data: object, path: Place, keys: Mapping[str, type], optional: Sequence[str]) -> dict[str, Any]:
        """A mapping with all the keys but the optional ones, of the right kinds, and no unknown ones."""
        where = "the file" if not path else f"entry {path[-1]} of models"
        if not isinstance(data, dict):
            raise PackError(self.file, line_of(self.lines, path), f"{where} must be a mapping")
        for key, value in data.items():
            near = suggestion(key, keys)
            self.need(key in keys, (*path, key), f"unknown key {_short(key)}; allowed: {', '.join(keys)}{near}")
            kind = keys[key]
            fits = isinstance(value, kind) and not isinstance(value, bool)
            self.need(fits, (*path, key), f"{key} must be {_KINDS[kind]}, not {_short(value)}")
            long = isinstance(value, str) and len(value) > LONGEST_TEXT
            self.need(not long, (*path, key), f"{key} has at most {LONGEST_TEXT} characters")
        for key in keys:
            self.need(key in data or key in optional, path, f"{where} lacks the key {key!r}")
        return data

    def things(
        self, entry: Mapping[str, Any], path: Place, shelves: Sequence[str], lists: Sequence[str]
    ) -> tuple[Thing, ...]:
        """What a model was given, in the order of the file."""
        found = []
        for key, value in entry.items():
            if key not in shelves:
                continue
            several = value if key in lists else [value]
            self.need(len(several) <= MOST_THINGS, (*path, key), f"{key} has at most {MOST_THINGS} entries")
            for number, id in enumerate(several):
                fits = isinstance(id, str) and len(id) <= LONGEST_TEXT
                self.need(fits, (*path, key, number), f"an entry of {key} must be text, not {_short(id)}")
                found.append(Thing(key, id))
        return tuple(found)


def _short(value: object) -> str:
    """A value as an error names it."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
