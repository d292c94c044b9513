"""The options of Necromunda: their stable keys, made of names, and the rules behind each kind."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from fireteam.core.questions import Option

KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "end": ("end the activation", ("NE-ACT-01",)),
    "activate": ("activate {}", ("NE-RND-04",)),
    "yes": ("yes", ()),
    "no": ("no", ()),
}
"""How the key of each kind reads, and its rules; each chapter adds its own."""


def kinds(**more: tuple[str, tuple[str, ...]]) -> None:
    """Kinds of options that a chapter brings: the form of the key, and the rules."""
    for kind, form in more.items():
        if KINDS.setdefault(kind, form) != form:
            raise ValueError(f"two chapters have options of the kind {kind!r}")


def options_of(kind: str, names: Iterable[str], *more: str) -> list[Option]:
    """An option of a kind for each name, then those of further kinds."""
    return [*(option(kind, name) for name in names), *map(option, more)]


@lru_cache(maxsize=1 << 14, typed=True)
def option(kind: str, *names: Any, args: tuple[Any, ...] | None = None) -> Option:
    """An option of a kind; its payload is its names if nothing else is given."""
    form, rules = KINDS[kind]
    return Option(form.format(*names), kind, names if args is None else args, rules)
