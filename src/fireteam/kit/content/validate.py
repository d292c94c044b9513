"""Data against the models of a pack: the first thing wrong is named in one sentence, with its line."""

from __future__ import annotations

import re
import types
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import INTEGER, Lines, line_of, name_of, suggestion

Model = TypeVar("Model", bound=BaseModel)

_WRONG_KIND = {"model_type": "a mapping", "dict_type": "a mapping", "tuple_type": "a list", "list_type": "a list"}


def validate(model: type[Model], data: object, lines: Lines, file: str) -> Model:
    """Check data against a pydantic model; the first thing wrong becomes a PackError with its line."""
    try:
        return model.model_validate(data)
    except ValidationError as errors:
        error = _first(errors)
    path = _path_in(data, error["loc"])
    raise PackError(file, line_of(lines, path), _reason(model, error, path))


def _first(errors: ValidationError) -> ErrorDetails:
    """The first error; but a misspelt key is named rather than the key that it leaves missing."""
    found = errors.errors(include_url=False)
    first = found[0]
    if first["type"] == "missing":
        for other in found:
            if other["type"] == "extra_forbidden" and other["loc"][:-1] == first["loc"][:-1]:
                return other
    return first


def _path_in(data: object, location: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The part of an error's location that exists in the data."""
    path: list[int | str] = []
    for part in location:
        if isinstance(data, dict):
            # Whole-number keys come back as text.
            key: object = (
                part if part in data else int(part) if isinstance(part, str) and INTEGER.fullmatch(part) else None
            )
            if key not in data:
                continue
            data = data[key]
            path.append(key)  # type: ignore[arg-type]
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
            path.append(part)
    return tuple(path)


def _reason(model: type[BaseModel], error: ErrorDetails, path: tuple[int | str, ...]) -> str:
    """One sentence for people."""
    kind, location = error["type"], error["loc"]
    if kind == "extra_forbidden":
        allowed = _keys(model, path[:-1])
        where = name_of(path[:-1])
        return (
            f"unknown key {str(location[-1])!r} in {where}; allowed: "
            f"{', '.join(allowed)}{suggestion(location[-1], allowed)}"
        )
    if kind == "missing":
        return f"{name_of(path)} lacks the key {str(location[-1])!r}"
    where = name_of(path)
    if kind in ("value_error", "assertion_error"):
        return f"{where}: {error['msg'].split(', ', 1)[-1]}"
    if kind == "invalid_key":
        return f"unknown key {_short(location[-1])} in {name_of(path[:-1])}; its keys are words"
    if kind in _WRONG_KIND:
        return f"{where} must be {_WRONG_KIND[kind]}, not {_short(error['input'])}"
    if location and location[-1] == "[key]":
        where = f"key of {name_of(path[:-1])}"
    message = error["msg"].replace("Input", "it", 1)
    hint = suggestion(error["input"], re.findall(r"'([^']+)'", message)) if kind == "literal_error" else ""
    shown = "" if isinstance(error["input"], (dict, list)) else f", not {_short(error['input'])}"
    return f"{where}: {message}{shown}{hint}"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _keys(model: type[BaseModel], path: tuple[int | str, ...]) -> list[str]:
    """The keys that the model at this path knows."""
    current: Any = model
    for part in path:
        current = _plain_type(current)
        if hasattr(current, "model_fields"):
            fields = {field.alias or name: field.annotation for name, field in current.model_fields.items()}
            current = fields.get(str(part))
        else:
            inner = [kind for kind in get_args(current) if kind is not Ellipsis]
            current = inner[-1] if inner else None
    current = _plain_type(current)
    return (
        [field.alias or name for name, field in current.model_fields.items()]
        if hasattr(current, "model_fields")
        else []
    )


def _plain_type(kind: Any) -> Any:
    """A type without Annotated and without `| None`."""
    while True:
        origin = get_origin(kind)
        if origin is Annotated:
            kind = get_args(kind)[0]
        elif origin in (Union, types.UnionType):
            kind = next((inner for inner in get_args(kind) if inner is not type(None)), None)
        else:
            return kind
