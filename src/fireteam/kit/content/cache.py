"""Checked packs as plain data, kept on disk: processes that play need no validation library in memory."""

from __future__ import annotations

import marshal
from pathlib import Path
from typing import Any

from fireteam.core.cachefile import read_whole, write_whole
from fireteam.core.home import cache_folder

MARK = b"fireteam pack 1\n"
_MODEL = "@"


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


def read(key: str) -> Any:
    """What was kept under a key; None if there is nothing sound."""
    data = read_whole(_file(key), MARK)
    return None if data is None else revive(marshal.loads(data))


def keep(key: str, data: Any) -> None:
    """Written whole or not at all; a place that cannot be written is no fault."""
    write_whole(_file(key), MARK, marshal.dumps(data))


def _file(key: str) -> Path:
    return cache_folder() / f"{key}.pack"
