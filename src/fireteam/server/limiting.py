"""The limits of a server by name: what each is for, its default, and what an operator sets instead."""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

from fireteam.core.errors import SetupError
from fireteam.server.settings import Limits, Pace

LIST = "list"
"""What is said instead of a limit to see them all."""


class Limit(NamedTuple):
    """A limit with its default and what it is for."""

    name: str
    default: float | Pace
    text: str

    @property
    def value(self) -> str:
        """The default as it would be set."""
        return written(self.default)


@cache
def known() -> dict[str, Limit]:
    """Every limit, in the order in which they are written down; the text stands below each as its docstring."""
    defaults = Limits()
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(Limits))).body
    assert isinstance(body, ast.ClassDef)
    texts: dict[str, str] = {}
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            texts[field.target.id] = " ".join(str(ast.literal_eval(text.value)).split())
    return {
        field.name: Limit(field.name, getattr(defaults, field.name), texts.get(field.name, ""))
        for field in fields(Limits)
    }


def written(value: float | Pace) -> str:
    """A value as it is set: a number, or a burst and so many a second."""
    return f"{value.burst:g},{round(value.rate, 4):g}" if isinstance(value, Pace) else f"{value:.15g}"


def chosen(wishes: Iterable[str]) -> Limits:
    """The limits that were wished for as NAME=VALUE, and the defaults of all others."""
    values: dict[str, Any] = {}
    for wish in wishes:
        name, is_set, text = wish.partition("=")
        limit = known().get(name.strip())
        if limit is None or not is_set:
            raise SetupError(f"--limit is like sockets=2000, and --limit {LIST} tells all of them; got {wish!r}")
        values[limit.name] = _value(limit, text)
    return Limits(**values)


def _value(limit: Limit, text: str) -> float | Pace:
    wanted = "a burst and so many a second, such as 60,40" if isinstance(limit.default, Pace) else "a number"
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != (2 if isinstance(limit.default, Pace) else 1) or not all(
        math.isfinite(number) and number >= 0 for number in numbers
    ):
        raise SetupError(f"the limit {limit.name} is {wanted}; got {text!r}")
    if isinstance(limit.default, Pace):
        return Pace(*numbers)
    if isinstance(limit.default, int) and not numbers[0].is_integer():
        raise SetupError(f"the limit {limit.name} is a whole number; got {text!r}")
    return int(numbers[0]) if isinstance(limit.default, int) else numbers[0]


def lines() -> Iterator[str]:
    """All limits for a terminal."""
    for limit in known().values():
        yield f"{limit.name}={limit.value}"
        yield from textwrap.wrap(limit.text, 100, initial_indent="    ", subsequent_indent="    ")


def rows() -> Iterator[str]:
    """All limits as rows of a table, as the handbook prints them."""
    yield "| limit | default | |"
    yield "| --- | --- | --- |"
    for limit in known().values():
        yield f"| `{limit.name}` | {limit.value} | {limit.text} |"
