"""Checked packs, kept on disk as plain data: only the first start pays for reading and checking them.

A kept pack is found by the bytes of its file and of the modules that check packs, so that it can never be stale; where
nothing can be written, every start checks again. Simulating processes thereby need no validation library in memory.
"""

from __future__ import annotations

import marshal
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from zlib import crc32

from fireteam.core.yamlfile import LARGEST_FILE

if TYPE_CHECKING:
    from fireteam.games.escape.pack import Pack

HERE = Path(__file__).parent
BUNDLED = "sublevel-zero"
_MODEL = "@"
_loaded: dict[tuple[str, int, int], Any] = {}


class Plain:
    """A part of a checked pack: the attributes of its model, without the model."""

    __slots__ = ("__dict__",)
    kind: str

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)

    @property
    def value(self) -> Any:
        """What the one given field of a one-key part holds."""
        return getattr(self, self.kind)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # compared in tests only


def content(path: Path | str | None) -> Pack:
    """A pack for play: as it was checked before, or checked now and kept. The loader says what is wrong with any other file."""
    file = _file(path)
    if file is None or file.stat().st_size > LARGEST_FILE:
        return _refused(path)
    stamp = file.stat()
    seen = (str(file), stamp.st_mtime_ns, stamp.st_size)
    found = _loaded.get(seen)
    if found is None:
        data = file.read_bytes()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return _refused(path)
        key = _key(file, data)
        found = _read(key)
        if found is None:
            found = _check(file, text, key)
        _loaded[seen] = found
    return cast("Pack", found)


def _refused(path: Path | str | None) -> Pack:
    from fireteam.games.escape.pack import load_pack

    return load_pack(path)


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


def _file(wish: object) -> Path | None:
    """The file behind a pack's name; None where the loader must say what is wrong."""
    path = BUNDLED if wish is None else wish
    if not isinstance(path, str | Path):
        return None
    file = Path(path)
    if isinstance(path, str) and not path.endswith((".yaml", ".yml")) and "/" not in path and "\\" not in path:
        file = HERE / "packs" / f"{path.replace('-', '_')}.yaml"
    return file if file.is_file() else None


def _key(file: Path, data: bytes) -> str:
    checks = b"".join(path.read_bytes() for path in sorted(HERE.glob("pack*.py")))
    version = ".".join(map(str, sys.version_info[:3]))
    return f"{file.stem}-{version}-{len(data)}-{crc32(data):08x}-{crc32(checks):08x}"


def _folder() -> Path:
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
        with (_folder() / f"{key}.pack").open("rb") as file:
            return revive(marshal.load(file))
    except (OSError, ValueError, EOFError, TypeError):
        return None


def _check(file: Path, text: str, key: str) -> Any:
    """Check the very text that the key was made from: the file may change between two looks at it."""
    from fireteam.games.escape.pack import parse_pack

    pack = parse_pack(text, str(file))
    marked, fields = plain(pack)
    fields["digest"] = pack.digest
    _keep(key, (marked, fields))
    return revive((marked, fields))


def _keep(key: str, data: Any) -> None:
    """Written whole or not at all; a place that cannot be written is no fault."""
    try:
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            marshal.dump(data, file)
        os.replace(name, folder / f"{key}.pack")
    except OSError:
        return
