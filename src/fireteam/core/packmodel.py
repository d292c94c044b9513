"""What the data packs of all games are made of: parts that refuse unknown keys, and parts of which one key is given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, NoReturn, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import Lines, line_of, suggestion

Whole = Annotated[int, Field(strict=True, ge=0, le=99)]
Positive = Annotated[int, Field(strict=True, ge=1, le=99)]
Yes = Annotated[bool, Field(strict=True)]
Text = Annotated[str, Field(min_length=1)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$")]


class Part(BaseModel):
    """Base of every part of a pack: unknown keys are errors, loaded values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class OneKey(Part):
    """A part of which exactly one key is given; `kind` names it."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, defer_build=True, json_schema_extra={"minProperties": 1, "maxProperties": 1}
    )

    @model_validator(mode="after")
    def one_key(self) -> Self:
        if len(self.model_fields_set) != 1 or getattr(self, next(iter(self.model_fields_set))) is None:
            listed = ", ".join(field.alias or name for name, field in type(self).model_fields.items())
            raise ValueError(f"exactly one of these keys must be given: {listed}")
        return self

    @property
    def kind(self) -> str:
        """The field that is given."""
        return next(iter(self.model_fields_set))

    @property
    def value(self) -> Any:
        """What the given field holds."""
        return getattr(self, self.kind)


class Checker:
    """What checks of a whole pack share: each failure names the file, the line and the reason."""

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


def content_digest(pack: Part) -> str:
    """SHA-256 of a pack's content, whatever the comments and the layout of its file.

    Defaults are left out, so that a new optional key changes no digest.
    """
    import hashlib
    import json

    data = pack.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
