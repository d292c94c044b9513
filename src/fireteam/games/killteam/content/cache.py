"""The packs of Kill Team for play: checked once, kept on disk as plain data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from fireteam.core import packcache

if TYPE_CHECKING:
    from fireteam.games.killteam.content.pack import Pack

# The bundled packs too: another pack may extend one of them.
CHECKS = ("pack*.py", "effects.py", "killzonecheck.py", "opcheck.py", "packs/*.yaml")
SHELF = packcache.Shelf(Path(__file__).parent, "four-lamps", "fireteam.games.killteam.content.pack", CHECKS)


def content(path: Path | str | None) -> Pack:
    """A pack for play; the loader says what is wrong with a file that cannot be one."""
    return cast("Pack", packcache.content(SHELF, path))
