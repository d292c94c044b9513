"""Writing fields of a state past the verbs, for positions that only a test wants."""

from __future__ import annotations

from typing import Any


def write(table: Any, **fields: Any) -> None:
    """Fields of the state change; one that does not exist is a mistake of the test."""
    state = table.writes()
    for name, value in fields.items():
        getattr(state, name)
        setattr(state, name, value)
