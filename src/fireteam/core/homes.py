"""Where the rules of a game live: each in one function of its chapter's home, whose docstring names it earliest.

Read from the source, nothing is imported. A docstring names the rules it carries out in the order of their weight:
`(KT-SHOOT-20, KT-SHOOT-21)` says that this is the home of the first, and of the second unless another function names
that
one first. A range such as "KT-SHOOT-02 to KT-SHOOT-27" is a summary and no home, and "see KT-SHOOT-20" a reference.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fireteam.core.rulebook import Rulebook

_RANGE = re.compile(r"[A-Z]{2}-[A-Z]+-\d\d\s+to\s+[A-Z]{2}-[A-Z]+-\d\d")
_SEE = re.compile(r"\bsee\s+(?:[A-Z]{2}(?:-[A-Z]+)+-\d\d(?:,\s+|\s+and\s+)?)+")
_RULE = re.compile(r"\b[A-Z]{2}(?:-[A-Z]+)+-\d\d\b")


class Home(NamedTuple):
    """A function, class or named constant that carries out a rule."""

    rule: str
    file: Path
    line: int
    name: str
    rank: int
    """The place of the rule among those its docstring names."""


def homes(book: Rulebook, folder: Path) -> dict[str, list[Home]]:
    """For each rule of a book who carries it out in the home of its chapter, the likeliest first; `folder` is the
    game's."""
    cited: dict[str, list[Home]] = {rule: [] for rule in book.rules}
    for file in sorted(folder.rglob("*.py")):
        place = ".".join(file.relative_to(folder).with_suffix("").parts)
        for found in _cited(file):
            if found.rule in cited and _inside(place, book.home_of(found.rule)):
                cited[found.rule].append(found)
    return {rule: sorted(found, key=lambda home: home.rank) for rule, found in cited.items()}


def home_of(book: Rulebook, folder: Path, rule: str) -> Home | None:
    """Where a rule is carried out; None where nothing in the home of its chapter names it."""
    found = homes(book, folder)[book.get(rule).id]
    return found[0] if found else None


def faults(book: Rulebook, folder: Path) -> list[str]:
    """The rules that have no home, or more than one."""
    found = []
    for rule, places in homes(book, folder).items():
        first = [home for home in places if home.rank == places[0].rank]
        where = ", ".join(book.home_of(rule))
        if not first:
            found.append(f"{rule} has no home: no docstring in {where} names it")
        elif len(first) > 1:
            named = " and ".join(f"{home.file.relative_to(folder)}:{home.line} {home.name}" for home in first)
            found.append(f"{rule} has two homes: {named}")
    return found


def _inside(place: str, wanted: tuple[str, ...]) -> bool:
    return any(place == home or place.startswith(f"{home}.") for home in wanted)


def _cited(file: Path) -> Iterator[Home]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from _in_body(file, tree.body, "")


def _in_body(file: Path, body: list[ast.stmt], inside: str) -> Iterator[Home]:
    for place, node in enumerate(body):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{inside}{node.name}"
            yield from _named(file, node.lineno, name, ast.get_docstring(node) or "")
            if isinstance(node, ast.ClassDef):
                yield from _in_body(file, node.body, f"{name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign) and place + 1 < len(body):
            after = body[place + 1]
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if (
                isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
                and isinstance(after.value.value, str)
            ):
                yield from _named(file, node.lineno, f"{inside}{ast.unparse(target)}", after.value.value)


def _named(file: Path, line: int, name: str, text: str) -> Iterator[Home]:
    for rank, rule in enumerate(dict.fromkeys(_RULE.findall(_SEE.sub("", _RANGE.sub("", text))))):
        yield Home(rule, file, line, name, rank)
