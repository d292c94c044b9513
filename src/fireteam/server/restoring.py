"""A copy of a table put in place of its matches, or in a folder that has none."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from fireteam.core.errors import SetupError
from fireteam.core.saves import write_file
from fireteam.server.links import SECRET_FILE
from fireteam.server.serve import alone, directory_of
from fireteam.server.storefile import StoreFile

ASIDE = ".before"
"""What is put at the end of the name of what was there."""
BESIDE = ("-wal", "-shm")
"""The ends of the files that SQLite keeps beside its own; they belong to what was there."""


def put_in_place(copy: Path, place: Path, *, replace: bool) -> tuple[int, Path | None]:
    """Check a copy, and put it where a table keeps its matches: how many there are, and where those before are now."""
    if not copy.is_file():
        raise SetupError(f"there is no file {copy}")
    directory_of(place.parent)
    with alone(place.parent), StoreFile(copy) as source:
        faults = source.damage() or [fault for match in source.ids() if (fault := source.fault(match))]
        if faults:
            raise SetupError(f"{copy} is damaged: {faults[0]}; nothing was changed")
        if place.exists() and not replace:
            raise SetupError(f"there are matches in {place.parent} already; --replace puts them aside")
        fresh, aside = place.with_name(f"{place.name}.new"), None
        source.copy_to(fresh, b"", lambda done, pages: None)
        try:
            if place.exists():
                aside = _put_aside(place)
            os.replace(fresh, place)
            secret = source.secret()
            if secret:
                write_file(place.parent / SECRET_FILE, f"{secret.hex()}\n")
        except OSError as error:
            raise SetupError(f"{place} cannot be written: {error.strerror or error}") from None
        finally:
            fresh.unlink(missing_ok=True)
        return len(source.ids()), aside


def _put_aside(place: Path) -> Path:
    """Give what is there another name, with all that belongs to it."""
    aside = place.with_name(f"{place.name}{ASIDE}")
    for end in ("", *BESIDE):
        with suppress(FileNotFoundError):
            os.replace(f"{place}{end}", f"{aside}{end}")
    return aside
