"""What the data packs of all games are made of: parts that refuse unknown keys, and parts of which one key is given."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fireteam.core.yamlfile import Lines

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


class BasePack(Part):
    """A whole pack; a game's `Pack` says what is in it and checks what its form cannot say.

    A pack with a key `extends` may name another one, whose entries it takes over.
    """

    @property
    def digest(self) -> str:
        """SHA-256 of the content, whatever the comments and the layout of its file.

        Defaults are left out, so that a new optional key changes no digest. Reckoned whenever a save asks for it.
        """
        data = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    def check(self, lines: Lines, file: str) -> None:
        """PackError for the first thing in the pack that does not fit."""

    def check_closely(self, lines: Lines, file: str) -> None:
        """The same for what takes long to find out; where a pack that comes with Fireteam is played, its tests have
        done this."""
