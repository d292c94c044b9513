"""What the checks of all packs share: each failure names the file, the line and the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import Lines, line_of, suggestion


class Checker:
    """The lines of a file, to say where something is wrong."""

    def __init__(self, lines: Lines, file: str) -> None:
        self.lines = lines
        self.file = file

    def fail(self, path: tuple[str | int, ...], reason: str) -> NoReturn:
        raise PackError(self.file, line_of(self.lines, path), reason)

    def need(self, holds: object, path: tuple[str | int, ...], reason: str) -> None:
        """Fail unless it holds."""
        if not holds:
            self.fail(path, reason)

    def unique(self, values: Iterable[str | int], path: tuple[str | int, ...], key: str, what: str) -> None:
        """No two entries of a list share this key."""
        seen: set[str | int] = set()
        for index, value in enumerate(values):
            if value in seen:
                self.fail((*path, index, key), f"{what} {value!r} is given twice")
            seen.add(value)

    def known(self, value: str, names: Iterable[str], path: tuple[str | int, ...], what: str) -> None:
        """A name that must exist."""
        listed = list(names)
        if value not in listed:
            self.fail(path, f"unknown {what} {value!r}; known: {', '.join(listed)}{suggestion(value, listed)}")
