"""Checked packs, kept on disk as plain data: only the first start pays for reading and checking them.

A kept pack is found by the bytes of its file and of the modules that check packs, so that it can never be stale; where
nothing can be written, every start checks again. Simulating processes thereby need no validation library in memory.
A game says in a `Shelf` where its packs lie and which of its modules read them.
"""

from __future__ import annotations

import marshal
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from fireteam.core.yamlfile import LARGEST_FILE

_MODEL = "@"
_loaded: dict[tuple[str, str, int, int], Any] = {}


class Shelf(NamedTuple):
    """Where a game keeps its packs, and who reads them."""

    folder: Path
    """The folder of the game's modules; its packs are in `packs` below it."""
    bundled: str
    """The pack that is meant where none is named."""
    loader: str
    """The module with `parse_pack` and `load_pack`; imported only when something must be checked."""
    checks: tuple[str, ...]
    """Patterns of the modules in the folder whose text decides how a pack is read."""


class Plain:
    """A part of a checked pack: the attributes of its model, without the model."""

    __slots__ = ("__dict__",)
    kind: str

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)

    @property
    def value(self) -> Any:
        """What the one given field of a one-key part holds; a part may have a field of that name itself."""
        fields = self.__dict__
        return fields["value"] if "value" in fields else getattr(self, self.kind)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # compared in tests only


def content(shelf: Shelf, path: Path | str | None) -> Any:
    """A pack for play: as it was checked before, or checked now and kept. The loader says what is wrong with any other
    file."""
    file = _file(shelf, path)
    if file is None or file.stat().st_size > LARGEST_FILE:
        return _refused(shelf, path)
    stamp = file.stat()
    seen = (shelf.loader, str(file), stamp.st_mtime_ns, stamp.st_size)
    found = _loaded.get(seen)
    if found is None:
        data = file.read_bytes()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return _refused(shelf, path)
        key = _key(shelf, file, data)
        found = _read(key)
        if found is None:
            found = _check(shelf, file, text, key)
        _loaded[seen] = found
    return found


def _refused(shelf: Shelf, path: Path | str | None) -> Any:
    return import_module(shelf.loader).load_pack(path)


def plain(value: Any) -> Any:
    """A checked part as plain nested data: models become marked dictionaries of all their fields."""
    fields = getattr(type(value), "model_fields", None)
    if fields is not None:
        data = {name: plain(getattr(value, name)) for name in fields}
        if hasattr(value, "kind") and "kind" not in data:
            data["kind"] = value.kind
        return (_MODEL, data)
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return tuple(plain(part) for part in value) if isinstance(value, tuple) else value


def revive(data: Any) -> Any:
    """Parts from plain nested data."""
    if isinstance(data, tuple):
        if len(data) == 2 and data[0] == _MODEL and isinstance(data[1], dict):
            return Plain({name: revive(part) for name, part in data[1].items()})
        return tuple(revive(part) for part in data)
    return {key: revive(part) for key, part in data.items()} if isinstance(data, dict) else data


def _file(shelf: Shelf, wish: object) -> Path | None:
    """The file behind a pack's name; None where the loader must say what is wrong."""
    path = shelf.bundled if wish is None else wish
    if not isinstance(path, str | Path):
        return None
    file = Path(path)
    if isinstance(path, str) and not path.endswith((".yaml", ".yml")) and "/" not in path and "\\" not in path:
        file = shelf.folder / "packs" / f"{path.replace('-', '_')}.yaml"
    return file if file.is_file() else None


def _key(shelf: Shelf, file: Path, data: bytes) -> str:
    modules = [
        Path(__file__).with_name("packmodel.py"),
        *(path for pattern in shelf.checks for path in sorted(shelf.folder.glob(pattern))),
    ]
    checks = b"".join(path.read_bytes() for path in modules)
    version = ".".join(map(str, sys.version_info[:3]))
    return f"{file.stem}-{version}-{len(data)}-{crc32(data):08x}-{crc32(checks):08x}"


def cache_folder() -> Path:
    """FIRETEAM_HOME, else the platform's place for things that may be thrown away."""
    wish = os.environ.get("FIRETEAM_HOME")
    if wish:
        return Path(wish) / "cache"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "fireteam" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "fireteam"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fireteam"


def _read(key: str) -> Any:
    try:
        with (cache_folder() / f"{key}.pack").open("rb") as file:
            return revive(marshal.load(file))
    except (OSError, ValueError, EOFError, TypeError):
        return None


def _check(shelf: Shelf, file: Path, text: str, key: str) -> Any:
    """Check the very text that the key was made from: the file may change between two looks at it."""
    pack = import_module(shelf.loader).parse_pack(text, str(file))
    marked, fields = plain(pack)
    fields["digest"] = pack.digest
    _keep(key, (marked, fields))
    return revive((marked, fields))


def _keep(key: str, data: Any) -> None:
    """Written whole or not at all; a place that cannot be written is no fault."""
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            marshal.dump(data, file)
        os.replace(name, folder / f"{key}.pack")
    except OSError:
        return
