"""Checks of the whole project: rule citations, state writes, determinism, light imports, no machine's paths."""

from __future__ import annotations

import ast
import importlib
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import fireteam
from tests.coverage_plugin import read_rulebooks

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/fireteam"
GAMES = sorted(fireteam.game_names())

RULE_ID = re.compile(r"\b[A-Z]{2}(?:-[A-Z]{2,})+-\d+[a-z]?\b")

# The games of which every rule must be built.
COMPLETE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["fireteam"]["complete_games"]
# The classes of a game's state.py that make up its state.
STATE_CLASSES = {
    "escape": ("State", "Character", "Token"),
    "killteam": ("State", "Operative"),
    "deadzone": ("State", "Model"),
    "necromunda": ("State", "Model"),
}
# The files of a game that may write its state: the state itself and the verbs of the table.
STATE_WRITERS = {"state.py", "table.py"}
MUTATORS = {
    *(
        "add",
        "append",
        "clear",
        "difference_update",
        "discard",
        "extend",
        "insert",
        "intersection_update",
        "pop",
        "popitem",
    ),
    *("remove", "reverse", "setdefault", "sort", "symmetric_difference_update", "update"),
}
# Attributes that share a state field's name but belong to something else: (file under games/, attribute).
STATE_WRITES_ALLOWED: frozenset[tuple[str, str]] = frozenset(
    (
        ("deadzone/dice.py", "bought"),  # a pool that has bought its re-roll
        ("deadzone/entering.py", "place"),  # where somebody has come in
        ("deadzone/setup.py", "winner"),  # of the recon test
        ("necromunda/blasts.py", "things"),  # under a template
        ("necromunda/blasts.py", "x"),  # where a Blast is aimed
        ("necromunda/blasts.py", "y"),
        ("necromunda/blasts.py", "z"),
        ("necromunda/campaign/finale.py", "points"),  # of a gang in the ledger
        ("necromunda/close_combat/fight.py", "done"),  # who has struck back
        ("necromunda/setting.py", "agenda"),  # of the state that a battle begins with
        ("necromunda/setup.py", "winner"),  # of the roll-off
        ("necromunda/shooting/attack.py", "things"),  # hit by strays
        ("necromunda/vehicles/actions.py", "done"),  # an action of several parts
        ("necromunda/vehicles/control.py", "lost"),  # a drive out of control
        ("necromunda/vehicles/moving.py", "lost"),
        ("necromunda/vehicles/wrecks.py", "aboard"),  # who has still to be set down
    )
)

UNSTEADY_MODULES = {"random", "time", "secrets", "uuid", "datetime"}
UNSTEADY_BUILTINS = {"id", "hash"}
# (file under src/fireteam, module or builtin) -> why it cannot make two runs differ.
UNSTEADY_ALLOWED: dict[tuple[str, str], str] = {}

HEAVY_MODULES = ("typer", "rich", "pydantic", "numpy", "fastapi", "yaml")

UNKEPT_DIRECTORIES = {"__pycache__", "build", "dist", "logs", "node_modules", "saves", "htmlcov"}
KEPT_DOT_DIRECTORIES = {".ci", ".github"}
# Split, so that this file passes its own check.
MACHINE_PATH = re.compile(rb"(?<![\w.])/(?:" + b"|".join((b"work", b"root", b"home")) + rb")/")


def python_files(*directories: Path) -> list[Path]:
    """Every Python file below the directories, in a steady order."""
    return sorted(file for directory in directories for file in directory.rglob("*.py"))


def parse(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def place(file: Path, line: int) -> str:
    return f"{file.relative_to(ROOT)}:{line}"


def kept_files() -> Iterator[Path]:
    """Every file of the project that is no cache, build or environment."""
    for directory, directories, files in os.walk(ROOT):
        directories[:] = sorted(
            name
            for name in directories
            if name not in UNKEPT_DIRECTORIES and (not name.startswith(".") or name in KEPT_DOT_DIRECTORIES)
        )
        yield from (Path(directory, name) for name in sorted(files) if name != ".git")


# -- rules and their citations -----------------------------------------------------------------------------------------


def citations(files: list[Path]) -> Iterator[tuple[str, str]]:
    """Each rule id cited in the files, with its place."""
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            for rule in RULE_ID.findall(line):
                yield rule, place(file, number)


def test_every_game_has_a_rulebook() -> None:
    assert set(GAMES) <= set(read_rulebooks(ROOT))


def test_every_cited_rule_is_in_a_rulebook() -> None:
    known = {rule for rules in read_rulebooks(ROOT).values() for rule in rules}
    pages = sorted(file for file in (ROOT / "docs").rglob("*") if file.suffix in {".md", ".txt", ".html", ".yaml"})
    unknown = [f"{where}: {rule}" for rule, where in citations(python_files(PACKAGE) + pages) if rule not in known]
    assert not unknown, "cited, but in no rulebook:\n" + "\n".join(unknown)


@pytest.mark.parametrize("part", ["space", "kit"])
def test_what_games_share_cites_no_rule(part: str) -> None:
    """What several games share knows the rules of none: it refuses with codes, for which a game has words and rules."""
    found = [f"{where}: {rule}" for rule, where in citations(python_files(PACKAGE / part))]
    assert not found, f"rules of a game cited in {part}:\n" + "\n".join(found)


@pytest.mark.parametrize("game", COMPLETE)
def test_every_rule_is_cited_by_the_code_of_its_game(game: str) -> None:
    cited = {rule for rule, _ in citations(python_files(PACKAGE / "games" / game))}
    missing = [rule for rule in read_rulebooks(ROOT)[game] if rule not in cited]
    assert not missing, f"rules of {game} that no code cites: {', '.join(missing)}"


# -- games are known to themselves alone -------------------------------------------------------------------------------


def test_no_game_is_named_outside_its_folder() -> None:
    """What differs is asked of the game; only the list of games in the package itself names them."""
    names = "|".join(re.escape(word) for name in GAMES for word in (name, fireteam.game(name).title))
    named = re.compile(rf"(?<![\w.])(?:{names})\b", re.IGNORECASE)
    files = [
        file
        for file in python_files(PACKAGE)
        if PACKAGE / "games" not in file.parents and file != PACKAGE / "__init__.py"
    ]
    found = [
        f"{place(file, number)}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if named.search(line)
    ]
    assert files and not found, "games are named here:\n" + "\n".join(found)


# -- one gate for state writes -----------------------------------------------------------------------------------------


def state_fields(game: str) -> set[str]:
    """The names of all fields of a game's state."""
    module = importlib.import_module(f"fireteam.games.{game}.state")
    return {field for name in STATE_CLASSES[game] for field in getattr(module, name).FIELDS}


def written_attributes(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Attributes that a module assigns, deletes or mutates, except those of `self` inside its own classes."""
    own = {id(node) for part in ast.walk(tree) if isinstance(part, ast.ClassDef) for node in ast.walk(part)}

    def attribute(node: ast.expr) -> Iterator[tuple[str, int]]:
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Attribute):
            is_self = isinstance(node.value, ast.Name) and node.value.id == "self" and id(node) in own
            if not is_self:
                yield node.attr, node.lineno

    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
                yield from attribute(node)
            case ast.Call(func=ast.Attribute(attr=method, value=value)) if method in MUTATORS:
                yield from attribute(value)
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[_, ast.Constant(value=str(name)), *_]):
                yield name, node.lineno
            case ast.Call(
                func=ast.Attribute(attr="__setattr__" | "__delattr__"), args=[_, ast.Constant(value=str(name)), *_]
            ):
                yield name, node.lineno
            case _:
                pass


def test_written_attributes_are_found() -> None:
    source = """
x.plain = 1
x.augmented += 1
x.typed: int = 1
x.item[3] = 1
x.first, [x.second] = 1, [2]
del x.gone, x.key["a"]
x.list.append(1)
x[0].table["a"].update({})
setattr(x, "by_name", 1)
object.__setattr__(x, "by_force", 1)
for x.loop in y: print(x.read, x.read_item[0], x.read_method())
class Own:
    def __init__(self): self.mine = 1; self.list_of_mine.append(1); self.other.theirs = 1
"""
    assert {name for name, _ in written_attributes(ast.parse(source))} == {
        *("plain", "augmented", "typed", "item", "first", "second", "gone", "key"),
        *("list", "table", "by_name", "by_force", "loop", "theirs"),
    }


@pytest.mark.parametrize("game", GAMES)
def test_state_is_written_only_by_its_verbs(game: str) -> None:
    fields = state_fields(game)
    directory = PACKAGE / "games" / game
    writes = [
        f"{place(file, line)}: {name}"
        for file in python_files(directory)
        if file.relative_to(directory).as_posix() not in STATE_WRITERS
        for name, line in written_attributes(parse(file))
        if name in fields and (file.relative_to(PACKAGE / "games").as_posix(), name) not in STATE_WRITES_ALLOWED
    ]
    assert not writes, "state fields written outside state.py and table.py:\n" + "\n".join(writes)


# -- determinism -------------------------------------------------------------------------------------------------------


def is_type_checking(node: ast.AST) -> bool:
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            return True
    return False


def unsteady_uses(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Modules and builtins that could make two runs differ; imports for types alone cannot."""
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and is_type_checking(node)
        for part in node.body
        for inner in ast.walk(part)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        match node:
            case ast.Import(names=names):
                yield from (
                    (name, node.lineno) for alias in names if (name := alias.name.partition(".")[0]) in UNSTEADY_MODULES
                )
            case ast.ImportFrom(module=str(module), level=0) if (name := module.partition(".")[0]) in UNSTEADY_MODULES:
                yield name, node.lineno
            case ast.Call(func=ast.Name(id=name)) if name in UNSTEADY_BUILTINS:
                yield name, node.lineno
            case _:
                pass


def test_unsteady_uses_are_found() -> None:
    source = """
import random
from datetime import date
if TYPE_CHECKING:
    import uuid
def late():
    import time as clock
    return hash(x), id(x), x.id, x.hash()
"""
    assert [name for name, _ in unsteady_uses(ast.parse(source))] == ["random", "datetime", "time", "hash", "id"]


def test_rules_are_deterministic() -> None:
    found = {
        (file.relative_to(PACKAGE).as_posix(), name): place(file, line)
        for file in python_files(PACKAGE / "core", PACKAGE / "space", PACKAGE / "games")
        for name, line in unsteady_uses(parse(file))
    }
    faults = [f"{where}: {name}" for (file, name), where in found.items() if (file, name) not in UNSTEADY_ALLOWED]
    assert not faults, "could make two runs differ:\n" + "\n".join(faults)
    assert not set(UNSTEADY_ALLOWED) - set(found), "allowed, but no longer used"


def is_set(node: ast.expr) -> bool:
    """Whether an expression is plainly a set, as far as its own text shows."""
    match node:
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
            return is_set(left) or is_set(right)
        case ast.Call(func=ast.Name(id="list" | "tuple" | "enumerate" | "iter"), args=[inner, *_]):
            return is_set(inner)
    return False


def set_iterations(tree: ast.Module) -> Iterator[int]:
    """Lines that go through a set, whose order nobody promises; a set made from a set is no fault."""
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=walked) if is_set(walked):
                yield walked.lineno
            case ast.ListComp() | ast.DictComp() | ast.GeneratorExp():
                yield from (part.iter.lineno for part in node.generators if is_set(part.iter))
            case ast.Call(func=ast.Name(id="list" | "tuple"), args=[inner]) if is_set(inner):
                yield node.lineno
            case _:
                pass


def test_set_iterations_are_found() -> None:
    source = """
for x in {1, 2}: pass
for x in set(y): pass
a = [x for x in {*y} | z]
b = list(frozenset(y))
c = sorted({1, 2})
d = {x for x in set(y)}
for x in (1, 2): pass
"""
    assert sorted(set_iterations(ast.parse(source))) == [2, 3, 4, 5]


def test_games_never_iterate_over_sets() -> None:
    found = [place(file, line) for file in python_files(PACKAGE / "games") for line in set_iterations(parse(file))]
    assert not found, "the order of a set is nobody's promise; sort it or use a tuple or dict:\n" + "\n".join(found)


# -- imports and paths -------------------------------------------------------------------------------------------------


def test_import_fireteam_is_light() -> None:
    code = f"import sys, fireteam; print(*[name for name in {HEAVY_MODULES!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []


def test_no_file_names_a_path_of_one_machine() -> None:
    found = [
        place(file, number)
        for file in kept_files()
        for number, line in enumerate(file.read_bytes().splitlines(), start=1)
        if MACHINE_PATH.search(line)
    ]
    assert not found, "paths of one machine:\n" + "\n".join(found)


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-bench.lock"])
def test_locks_name_no_place(name: str) -> None:
    """A lock holds names, versions and hashes; where to get them is the installing machine's business."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pinned = re.compile(r"[a-z0-9._-]+==[^ ]+( ; [^\\]+)? \\")
    hashed = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
    assert [line for line in lines if not (pinned.fullmatch(line) or hashed.fullmatch(line))] == []
