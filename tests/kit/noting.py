"""Notes which windows do something while games are played, whatever the game: a word of a card, a skill, a
supplement."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from fireteam.kit.table import Table


def windows_of(cls: type[Any], base: type[Any]) -> Iterator[str]:
    """The windows of a base class that a class hangs in."""
    for name, method in vars(base).items():
        if inspect.isfunction(method) and not name.startswith("_") and getattr(cls, name) is not method:
            yield name


def noting(cls: type[Any], base: type[Any], window: str, left: set[str], name: str) -> Callable[..., Any]:
    """A window that notes when it does something: it says other than what all say, asks, rolls, or changes the
    position."""
    method, usual = getattr(cls, window), getattr(base, window)
    own, parent = window in vars(cls), getattr(cls.__mro__[1], window, usual)

    def table_of(args: tuple[Any, ...]) -> Any:
        return next((arg for arg in args if isinstance(arg, Table)), None)

    def mark(t: Any) -> object:
        return None if t is None else (t.state.dump(), len(t.state.agenda))

    def run(rule: Any, t: Any) -> Any:
        before = mark(t)
        result = yield from watched(rule)
        if result or mark(t) != before:
            left.discard(name)
        return result

    def watched(rule: Any) -> Any:
        sent = None
        while True:
            try:
                question = rule.send(sent)
            except StopIteration as stop:
                return stop.value
            left.discard(name)
            sent = yield question

    def looked(self: Any, *args: Any, **named: Any) -> Any:
        if name not in left:
            return method(self, *args, **named)
        t = table_of(args)
        if inspect.isgeneratorfunction(method):
            return run(method(self, *args, **named), t)
        before = mark(t)
        result = method(self, *args, **named)
        if result is None or inspect.isgenerator(result):
            if mark(t) != before:
                left.discard(name)
        else:
            others = [usual, parent] if own else [usual]
            if any(result != other(self, *args, **named) for other in others) or mark(t) != before:
                left.discard(name)
        return result

    return looked
