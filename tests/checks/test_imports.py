"""Imports inside the package: no two modules need each other, and one inside a function says why it waits."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "fireteam"
PARTS = sorted(
    [
        f"fireteam.{found.stem}"
        for found in PACKAGE.iterdir()
        if (found / "__init__.py").exists() and found.name != "games"
    ]
    + [f"fireteam.games.{file.parent.name}" for file in (PACKAGE / "games").glob("*/__init__.py")]
)


def modules() -> dict[str, Path]:
    """Every module of the package by its name."""
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        words = file.relative_to(SOURCE).with_suffix("").parts
        found[".".join(words[:-1] if words[-1] == "__init__" else words)] = file
    return found


def for_types(tree: ast.Module) -> set[int]:
    """The nodes that are there for types alone."""
    return {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for part in node.body
        for inner in ast.walk(part)
    }


def imported(tree: ast.Module, known: Mapping[str, object]) -> set[str]:
    """The modules that a module imports when it is loaded or when its functions run."""
    skipped = for_types(tree)
    found: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.update(name for name in (whole if whole in known else node.module,) if name in known)
    return found


def knots(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The modules that can be reached from one another, each knot once."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        left = list(graph[start])
        while left:
            name = left.pop()
            if name not in seen:
                seen.add(name)
                left += graph[name]
        reached[start] = seen
    tied = {
        frozenset(other for other in reached[name] if name in reached[other]) for name in graph if name in reached[name]
    }
    return sorted(sorted(knot) for knot in tied)


def test_knots_are_found() -> None:
    source = (
        "import a\nfrom b import thing\nfrom p import c\nif TYPE_CHECKING:\n    import d\ndef "
        "late():\n    from e import x\n"
    )
    known = dict.fromkeys(("a", "b", "p", "p.c", "d", "e"))
    assert imported(ast.parse(source), known) == {"a", "b", "p.c", "e"}
    assert knots({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"e"}}) == [["b", "c"], ["e"]]


@cache
def all_knots() -> list[list[str]]:
    """The knots of the whole package, found once."""
    known = modules()
    return knots({name: imported(ast.parse(file.read_text(encoding="utf-8")), known) for name, file in known.items()})


@pytest.mark.parametrize("part", PARTS)
def test_no_two_modules_need_each_other(part: str) -> None:
    found = [knot for knot in all_knots() if any(name == part or name.startswith(f"{part}.") for name in knot)]
    assert not found, "modules that import each other, imports inside functions counted:\n" + "\n".join(
        map(", ".join, found)
    )


def late_imports(source: str) -> Iterator[tuple[int, bool]]:
    """The lines of imports inside functions, and whether a comment there or in the line before says why."""
    lines = source.split("\n")
    inside = {
        node.lineno
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    for line in sorted(inside):
        yield line, "#" in lines[line - 1] or lines[line - 2].lstrip().startswith("#")


def test_late_imports_are_found() -> None:
    source = "import a\ndef f():\n    import b\ndef g():\n    # heavy\n    import c\n    import d  # heavy as well\n"
    assert list(late_imports(source)) == [(3, False), (6, True), (7, True)]


@pytest.mark.parametrize("part", [part for part in PARTS if part.startswith("fireteam.games.")])
def test_an_import_inside_a_function_says_why_it_waits(part: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in sorted((SOURCE / part.replace(".", "/")).rglob("*.py"))
        for line, said in late_imports(file.read_text(encoding="utf-8"))
        if not said
    ]
    assert not found, "imports inside functions without a word why:\n" + "\n".join(found)
