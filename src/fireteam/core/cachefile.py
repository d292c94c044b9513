"""Files that may be thrown away: written whole or not at all, with a checksum, and read only if sound and ours.

A file that is cut, has a wrong bit, is of another kind, or that somebody else could have written, is as good as none:
whoever asked for it makes it anew.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

SUM = 32
"""Bytes of the checksum, which stands between the mark and the data."""
FOR_ALL_TO_READ = 0o644
OTHERS_MAY_WRITE = 0o022


def read_whole(path: Path, mark: bytes) -> bytes | None:
    """The data of a file that begins with that mark; None if there is none that is sound and ours."""
    try:
        with path.open("rb") as file:
            if not _ours(os.fstat(file.fileno())):
                return None
            text = file.read()
    except OSError:
        return None
    begin = len(mark) + SUM
    if not text.startswith(mark) or sha256(text[begin:]).digest() != text[len(mark) : begin]:
        return None
    return text[begin:]


def write_whole(path: Path, mark: bytes, data: bytes) -> bool:
    """Keep data; False where that is not possible, which is no fault: then it is made anew each time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(mark + sha256(data).digest() + data)
            os.chmod(name, FOR_ALL_TO_READ)
            os.replace(name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError:
        return False
    return True


def _ours(found: os.stat_result) -> bool:
    """Whether only this person, or who runs the machine, can have written a file."""
    if not hasattr(os, "geteuid"):
        return True  # Windows keeps the folder for its owner alone
    return found.st_uid in (0, os.geteuid()) and not found.st_mode & OTHERS_MAY_WRITE
