"""What the fields of a state may hold: a position from a file may be anything, and no rule checks again what it finds.

Marks stand on the fields: `Annotated[int, Range(0, 4)]`. A mark on a list or a tuple holds for all that is in it,
unless that has marks of its own. What has no mark has room enough for any game, and no more.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from fireteam.kit.records import Record

World = Mapping[str, Collection[Any]]
"""What there is in a match, by kind: numbers of seats and models, names of phases and things."""
Test = Callable[[Any, str, World], None]
"""A ValueError that names the place, if a value there cannot be."""

LARGEST = 1_000_000
"""No number without a mark is farther from 0."""
LONGEST = 1_000
"""No text is longer."""
MOST = 1_000
"""No list without a mark has more entries."""
SHOWN = 40
"""How much of a wrong value is told."""


class Range(NamedTuple):
    """A number from `low` to `high`, or one of `besides`."""

    low: float
    high: float
    besides: tuple[Any, ...] = ()

    def holds(self, value: Any, world: World) -> bool:
        """Whether the value is one."""
        within: bool = self.low <= value <= self.high
        return within or value in self.besides

    def words(self, world: World) -> str:
        """What can be."""
        besides = "".join(f", or {one}" for one in self.besides)
        return f"from {self.low} to {self.high} is possible{besides}"


class Among(NamedTuple):
    """One of a kind of thing in the match, or one of `besides`, such as nobody."""

    kind: str
    besides: tuple[Any, ...] = ()

    def holds(self, value: Any, world: World) -> bool:
        """Whether there is such a thing."""
        return value in world[self.kind] or value in self.besides

    def words(self, world: World) -> str:
        """What can be."""
        return f"it is none of the {len(world[self.kind])} {self.kind}"


class Bits(NamedTuple):
    """A set of things of a kind that are counted from 0, as bits."""

    kind: str

    def holds(self, value: Any, world: World) -> bool:
        """Whether there are such things."""
        return bool(0 <= value < 1 << len(world[self.kind]))

    def words(self, world: World) -> str:
        """What can be."""
        return f"there are {len(world[self.kind])} {self.kind}"


class Most(NamedTuple):
    """A list, a tuple, a set or a dict of at most so many entries."""

    entries: int


Mark = Range | Among | Bits
PLAIN = Range(-LARGEST, LARGEST)
NO_MARKS: tuple[Any, ...] = ()
NO_NAMES: Mapping[str, Mark] = {}


class Limits:
    """The tests of the records of a game; `named` are the marks of numbers in fields of that name that have none of
    their own: all frames of a game call the same thing by the same name."""

    def __init__(self, named: Mapping[str, Mark] = NO_NAMES) -> None:
        self.named: dict[str, tuple[Any, ...]] = {name: (mark,) for name, mark in named.items()}
        self._tests: dict[type, dict[str, Test]] = {}

    def check(self, value: Record, path: str, world: World) -> None:
        """A ValueError that names the first field of a record, or of what is inside it, that cannot be."""
        cls = type(value)
        tests = self._tests.get(cls)
        if tests is None:
            tests = self._tests[cls] = self._tests_of(cls, cls.FIELDS)
            tests.update({name: _none_or(tests[name]) for name in cls.LATE})
        for name, test in tests.items():
            test(getattr(value, name), f"{path}.{name}", world)

    def _tests_of(self, cls: type, names: tuple[str, ...]) -> dict[str, Test]:
        hints = _hints(cls)
        return {name: self._test(hints[name], self.named.get(name, NO_MARKS), own=False) for name in names}

    def _test(self, hint: Any, marks: tuple[Any, ...], *, own: bool) -> Test:
        if get_origin(hint) is Annotated:
            hint, *found = get_args(hint)
            marks, own = tuple(found), True
        if isinstance(hint, type) and issubclass(hint, Record):
            return self.check
        if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
            return self._row(hint)
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return self._maybe(next(one for one in args if one is not type(None)), marks, own=own)
        most = next((mark.entries for mark in marks if isinstance(mark, Most)), MOST)
        if origin is tuple and args[-1] is not Ellipsis:
            return _each([self._test(one, marks, own=own) for one in args])
        if origin in (tuple, list, frozenset):
            return _every(self._test(args[0], marks, own=own), most)
        if origin is dict:
            return _items(self._test(args[0], NO_MARKS, own=False), self._test(args[1], marks, own=own), most)
        return _plain(hint, marks if own or hint is not str else NO_MARKS)

    def _row(self, hint: Any) -> Test:
        tests: dict[str, Test] = {}

        def check_row(value: Any, path: str, world: World) -> None:
            if not tests:  # made when first wanted: a row may hold rows of its own kind
                tests.update(self._tests_of(hint, hint._fields))
            for name, test in tests.items():
                test(getattr(value, name), f"{path}.{name}", world)

        return check_row

    def _maybe(self, hint: Any, marks: tuple[Any, ...], *, own: bool) -> Test:
        return _none_or(self._test(hint, marks, own=own))


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, None, {cls.__name__: cls}, include_extras=True)


def _wrong(value: Any, path: str, words: str) -> ValueError:
    text = repr(value)
    return ValueError(f"{path} is {text if len(text) <= SHOWN else text[:SHOWN] + '...'}: {words}")


def _none_or(test: Test) -> Test:
    return lambda value, path, world: None if value is None else test(value, path, world)


def _each(tests: list[Test]) -> Test:
    def check_each(value: Any, path: str, world: World) -> None:
        for place, (test, one) in enumerate(zip(tests, value, strict=True)):
            test(one, f"{path}[{place}]", world)

    return check_each


def _every(test: Test, most: int) -> Test:
    def check_every(value: Any, path: str, world: World) -> None:
        if len(value) > most:
            raise ValueError(f"{path} has {len(value)} entries: {most} are possible")
        for place, one in enumerate(value):
            test(one, f"{path}[{place}]", world)

    return check_every


def _items(key: Test, test: Test, most: int) -> Test:
    def check_items(value: Any, path: str, world: World) -> None:
        if len(value) > most:
            raise ValueError(f"{path} has {len(value)} entries: {most} are possible")
        for name, one in value.items():
            key(name, path, world)
            test(one, f"{path}.{name}", world)

    return check_items


def _plain(hint: Any, marks: tuple[Any, ...]) -> Test:
    mark: Mark | None = next((mark for mark in marks if isinstance(mark, Range | Among | Bits)), None)

    def check_number(value: Any, path: str, world: World) -> None:
        found = mark or PLAIN
        if not found.holds(value, world):
            raise _wrong(value, path, found.words(world))

    def check_text(value: Any, path: str, world: World) -> None:
        if len(value) > LONGEST:
            raise ValueError(f"{path} has {len(value)} letters: {LONGEST} are possible")
        if isinstance(mark, Among) and not mark.holds(value, world):
            raise _wrong(value, path, mark.words(world))

    def check_nothing(value: Any, path: str, world: World) -> None:
        return

    if hint is str:
        return check_text
    return check_number if hint in (int, float) else check_nothing
