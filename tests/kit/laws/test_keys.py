"""The law of keys: whatever may differ between two moments of a game makes another key. A field that is forgotten in a
key is a wrong odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fireteam.kit.records import Record
from tests.kit.laws.games import GAMES, SEEDS, positions


def records(value: Any) -> Iterator[Record]:
    """Every record in a value, itself included."""
    if isinstance(value, Record):
        yield value
        for name in type(value).FIELDS:
            yield from records(getattr(value, name))
    elif isinstance(value, dict):
        for entry in value.values():
            yield from records(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from records(entry)


def another(value: Any) -> Any:
    """A value that a field might hold as well; the same one where nothing else is thought of."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"another {value}"
    if isinstance(value, tuple):
        return (*value, *value, 1)
    if isinstance(value, frozenset):
        return value ^ {"another"}
    if isinstance(value, list):
        return value[1:] if value else value
    if isinstance(value, dict):
        return dict(list(value.items())[1:])
    return value


def has_own_key(record: Record) -> bool:
    """Whether the class has written its key itself: it says there what it leaves out, and its odds are compared with
    and without the memo."""
    return type(record).key.__code__.co_filename != f"<record {type(record).__module__}.{type(record).__qualname__}>"


@pytest.mark.parametrize("name", GAMES)
def test_every_keyed_field_makes_another_key(name: str) -> None:
    tried: set[tuple[type, str]] = set()
    for match in positions(name, 1, 9):
        for record in list(records(match.state)):
            if has_own_key(record):
                continue
            for field in type(record).KEY:
                before, key = getattr(record, field), record.key()
                value = another(before)
                if value == before:
                    continue
                setattr(record, field, value)
                assert record.key() != key, f"{type(record).__name__}.{field} is in no key"
                setattr(record, field, before)
                assert record.key() == key
                tried.add((type(record), field))
    fields = type(match.state).KEY
    assert len([field for cls, field in tried if cls is type(match.state)]) > 0.7 * len(fields), (
        "hardly a field was tried"
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_in_no_key_never_changes(name: str, seed: int) -> None:
    """A constant is a promise: a unit has the same ones in every position of a match."""
    first: dict[int, dict[str, Any]] = {}
    seen = 0
    for match in positions(name, seed, 3):
        for number, unit in enumerate(getattr(match.state, match.table.units)):
            constants = {field: getattr(unit, field) for field in unit.FIELDS if field not in unit.KEY}
            assert first.setdefault(number, constants) == constants
            seen += len(constants)
    assert seen, "no unit has a constant"
