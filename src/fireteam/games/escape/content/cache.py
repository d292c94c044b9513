"""The packs of ESCAPE for play: checked once, kept on disk as plain data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from fireteam.core import packcache

if TYPE_CHECKING:
    from fireteam.games.escape.content.pack import Pack

SHELF = packcache.Shelf(
    Path(__file__).parents[1], "sublevel-zero", "fireteam.games.escape.content.pack", ("content/*.py",)
)


def content(path: Path | str | None) -> Pack:
    """A pack for play; the loader says what is wrong with a file that cannot be one."""
    return cast("Pack", packcache.content(SHELF, path))
