"""Where a game's packs lie: those that come with Fireteam by name, any other by its path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import Lines, parse_yaml, read_yaml, suggestion

P = TypeVar("P")


class PackFiles(Generic[P]):
    """The packs of one game.

    `check` makes a pack of the data of a file, or names what is wrong with it. `form` is what the format of its files
    begins
    with, `schema` gives their JSON Schema, and `contents` says what is in a pack: numbers and lists of ids by name.
    """

    def __init__(
        self,
        directory: Path,
        usual: str,
        check: Callable[[object, Lines, str], P],
        *,
        form: str,
        schema: Callable[[], dict[str, Any]],
        contents: Callable[[P], dict[str, int | list[str]]],
    ) -> None:
        self.directory = directory
        self.usual = usual
        self.form = form
        self.schema = schema
        self.contents = contents
        self._check = check
        self._bundled: dict[str, P] = {}

    def load(self, path: Path | str | None = None) -> P:
        """Read and check a pack; a bare name, or nothing, means one that comes with Fireteam."""
        if path is not None and not isinstance(path, str | Path):
            raise PackError(repr(path), 0, "a pack is named, or given by its path")
        name = self.usual if path is None else path
        if isinstance(name, Path) or name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name:
            return self._check(*read_yaml(name), str(name))
        if name not in self._bundled:
            file = self.bundled_file(name, name, 0)
            self._bundled[name] = self._check(*read_yaml(file), str(file))
        return self._bundled[name]

    def parse(self, text: str, file: str = "pack") -> P:
        """Check a pack given as text; `file` is only named in errors."""
        return self._check(*parse_yaml(text, file), file)

    def names(self) -> list[str]:
        """The names of the packs that come with Fireteam."""
        return sorted(file.stem.replace("_", "-") for file in self.directory.glob("*.yaml"))

    def bundled_file(self, name: str, file: str, line: int) -> Path:
        """The file of a pack that comes with Fireteam; a wrong name is an error at that place."""
        names = self.names()
        if name not in names:
            raise PackError(file, line, f"no such pack; there are: {', '.join(names)}{suggestion(name, names)}")
        return self.directory / f"{name.replace('-', '_')}.yaml"
