"""Where the terminal keeps its files: the game under way, and the last one that ended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fireteam.core.errors import SetupError
from fireteam.core.home import home
from fireteam.core.saves import write_file

__all__ = ["autosave", "finished", "forget", "home", "keep", "read_text", "resume", "write_text"]


def autosave() -> Path:
    """The game under way."""
    return home() / "autosave.txt"


def finished() -> Path:
    """The last game that came to its end."""
    return home() / "last-game.txt"


def keep(text: str, seats: dict[str, Any]) -> None:
    """Write the autosave, and beside it who sits where."""
    write_file(autosave(), text)
    wanted = json.dumps(seats, sort_keys=True) + "\n"
    beside = autosave().with_suffix(".json")
    if not beside.is_file() or beside.read_text(encoding="utf-8") != wanted:
        write_file(beside, wanted)


def forget() -> None:
    """The game is over: nothing to resume."""
    autosave().unlink(missing_ok=True)
    autosave().with_suffix(".json").unlink(missing_ok=True)


def resume() -> tuple[str, dict[str, Any]]:
    """The autosave and who sits where; an error if there is none."""
    if not autosave().is_file():
        raise SetupError(f"there is no game to resume in {home()}")
    try:
        seats = json.loads(autosave().with_suffix(".json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        seats = {}
    return read_text(autosave()), seats if isinstance(seats, dict) else {}


def read_text(path: Path) -> str:
    """A file's text; what is wrong with it is an error in one sentence."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SetupError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise SetupError(f"{path} is not a text file") from None


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    try:
        write_file(path, text)
    except OSError as error:
        raise SetupError(f"cannot write {path}: {error.strerror or error}") from None
