"""The page knows no game's words, and its types are those of the scene."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fireteam
from tests.coverage_plugin import read_rulebooks

ROOT = Path(__file__).parents[2]
GAMES = sorted(fireteam.game_names())
SCENE = ROOT / "src/fireteam/core/scene.py"
PAGE_SCENE = ROOT / "web/src/lib/scene.ts"

# -- no game's words ---------------------------------------------------------------------------------------------------

SAID = ("PHASES", "STATUS", "BRIEFING", "SORTS", "AREAS", "TAGS", "STATES", "HOLDINGS", "GROUPS", "WINDOWS", "OP_NAMES")
"""What a game calls its phases, facts, parts, areas, tags and so on: tables of its words for the page."""
ORDINARY = """
    act acted acting action add advance again all and arm back black block break brings calls climb close
    command counter cubes decline dice drop early empty end ends enough enter entry event first for free give
    ground grow has hit hold instead item items jump keep large leave leaves less light map marker measures middle more
    next nobody not nothing now object one order origin otherwise over own pass pick places points
    primary push radio random rolls round save saves scenario score second set setting slope something stand starts
    still stop table taken target team that the their this throw toggle tokens turn turns unseen use used
    faction off pack using waiting what who win wins with worse yet your
"""
"""Plain English and the words of browsers: what a game and any page say, each in its own sense."""


def words_in(text: str) -> list[str]:
    """The words of a text, those put together to names one by one: `boardDoor` is board and door."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)]


def sayings(value: Any) -> Iterator[str]:
    """Every text of a table of words."""
    if isinstance(value, str):
        yield re.sub(r"\{\w*\}", " ", value)
    elif isinstance(value, dict):
        yield from (text for item in value.items() for part in item for text in sayings(part))
    elif isinstance(value, tuple | list):
        yield from (text for part in value for text in sayings(part))


def game_words() -> dict[str, str]:
    """What the games say in their tables for the page, but for plain English and what is part of every scene; each word
    with its game."""
    scene = set(words_in(str(python_types(SCENE.read_text(encoding="utf-8")))))
    found: dict[str, str] = {}
    for game in GAMES:
        said = importlib.import_module(f"fireteam.games.{game}.show.labels")
        for table in (getattr(said, name, {}) for name in SAID):
            found |= {word: game for text in sayings(table) for word in words_in(text) if len(word) > 2}
    return {word: game for word, game in found.items() if word not in {*scene, *ORDINARY.split()}}


def page_sources() -> dict[Path, str]:
    """All that makes up the page, but for other people's packages; CSS.escape is the browser's own."""
    web = ROOT / "web"
    others = ("node_modules", "package-lock.json")
    files = [file for file in sorted(web.rglob("*")) if file.is_file() and file.relative_to(web).parts[0] not in others]
    return {file: file.read_text(encoding="utf-8").replace("CSS.escape(", "(") for file in files}


def test_the_page_says_no_word_of_a_game() -> None:
    known = game_words()
    assert {
        "vantage",
        "airlock",
        "terminal",
        "firefight",
        "conceal",
        "ploys",
        "initiative",
        "equipment",
    } <= known.keys()
    found = [
        f"{file.relative_to(ROOT)}: {word!r} is a word of {known[word]}"
        for file, source in page_sources().items()
        if file.is_relative_to(ROOT / "web/src")
        for word in sorted(set(words_in(source)) & set(known))
    ]
    assert not found, "\n".join(found)


def test_the_page_names_no_game_and_no_rule() -> None:
    prefixes = {rule.partition("-")[0] for rules in read_rulebooks(ROOT).values() for rule in rules}
    names = [name for game in GAMES for name in (game, fireteam.game(game).title)]
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b|\b(?:{'|'.join(prefixes)})-", re.ASCII)
    found = [
        f"{file.relative_to(ROOT)}: {hit}" for file, source in page_sources().items() for hit in pattern.findall(source)
    ]
    assert not found, "\n".join(found)


# -- the same types ----------------------------------------------------------------------------------------------------

PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}
PAIRS = ("Point", "Pair")
"""Lists of two numbers: TypeScript has a type for that, JSON in Python has not."""

Types = dict[str, str | dict[str, str]]
"""Each type by its name: what it stands for, or its fields; the name of a field that may be absent ends with a question
mark."""


def in_typescript(node: ast.expr) -> str:
    """An annotation as TypeScript writes it; a `...View` is called without that word there."""
    match node:
        case ast.Name(id=name):
            return PLAIN.get(name, name.removesuffix("View"))
        case ast.Constant(value=str(value)):
            return f"'{value}'"
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return f"{in_typescript(left)} | {in_typescript(right)}"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=values)):
            return " | ".join(map(in_typescript, values))
        case ast.Subscript(value=ast.Name(id="list"), slice=part):
            inner = in_typescript(part)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[ast.Name(id="str"), part])):
            return f"Record<string, {in_typescript(part)}>"
    raise ValueError(f"no TypeScript for {ast.unparse(node)}")


def python_types(source: str) -> Types:
    """The typed dictionaries of a module, and what it calls lists and choices."""
    found: Types = {}
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() as value):
                found[name] = "[number, number]" if name in PAIRS else in_typescript(value)
            case ast.ClassDef(name=name, body=body, keywords=keywords):
                fields = {}
                for line in body:
                    if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                        kind, optional = line.annotation, bool(keywords)  # total=False
                        if (
                            isinstance(kind, ast.Subscript)
                            and isinstance(kind.value, ast.Name)
                            and kind.value.id == "NotRequired"
                        ):
                            kind, optional = kind.slice, True
                        fields[line.target.id + "?" * optional] = in_typescript(kind)
                found[name.removesuffix("View")] = fields
            case _:
                pass
    return found


def page_types(source: str) -> Types:
    """The exported types of a TypeScript file without functions and nested braces."""
    found: Types = {}
    for name, body in re.findall(r"^export type (\w+) =(.*?)(?=^export|\Z)", re.sub(r"//.*", "", source), re.M | re.S):
        text = " ".join(body.split()).removeprefix("| ")
        if not text.startswith("{"):
            found[name] = text
            continue
        fields = [
            line.split(":", 1)
            for line in re.split(r"[;\n]", body.strip().removeprefix("{").removesuffix("}"))
            if line.strip()
        ]
        found[name] = {field.strip(): kind.strip() for field, kind in fields}
    return found


def differences(ours: Types, theirs: Types) -> list[str]:
    """What the scene and the page do not agree about."""
    found = [f"only the scene has {name}" for name in ours.keys() - theirs.keys()]
    found += [f"only the page has {name}" for name in theirs.keys() - ours.keys()]
    for name in ours.keys() & theirs.keys():
        one, other = ours[name], theirs[name]
        if isinstance(one, dict) and isinstance(other, dict):
            found += [
                f"{name}.{field}: {one.get(field, 'missing')} in the scene, {other.get(field, 'missing')} on the page"
                for field in one.keys() | other.keys()
                if one.get(field) != other.get(field)
            ]
        elif one != other:
            found.append(f"{name}: {one} in the scene, {other} on the page")
    return sorted(found)


def test_the_page_has_the_types_of_the_scene() -> None:
    ours, theirs = (
        read(file.read_text(encoding="utf-8")) for read, file in ((python_types, SCENE), (page_types, PAGE_SCENE))
    )
    assert {"Scene", "Piece", "Role", "Point", "Question", "Plan"} <= ours.keys()
    assert not differences(ours, theirs)


def test_whatever_differs_between_scene_and_page_is_found() -> None:
    scene = "class A(TypedDict):\n    x: int\n    y: NotRequired[list[int | str]]\n\nK = Literal['a', 'b']\n"
    page = "export type A = { x: number; y?: (number | string)[] }\nexport type K =\n  | 'a' | 'b'\n"
    assert not differences(python_types(scene), page_types(page))
    for old, new, told in (
        ("x: number;", "x: number; z: string;", "A.z: missing in the scene, string on the page"),
        ("x: number;", "", "A.x: number in the scene, missing on the page"),
        ("y?:", "y:", "A.y: missing in the scene, (number | string)[] on the page"),
        ("x: number", "x: string", "A.x: number in the scene, string on the page"),
        ("'a' | 'b'", "'a'", "K: 'a' | 'b' in the scene, 'a' on the page"),
        ("export type K", "export type L", "only the page has L"),
    ):
        assert told in differences(python_types(scene), page_types(page.replace(old, new)))


# -- how tests wait for it ---------------------------------------------------------------------------------------------


def waited_for(file: Path) -> Iterator[tuple[int, str]]:
    """What tests of a file ask the page again and again, as far as it stands in the call: the line, and how it
    begins."""
    for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "wait_for_function":
            asked = call.args[0].values[0] if isinstance(call.args[0], ast.JoinedStr) else call.args[0]
            if isinstance(asked, ast.Constant):
                yield call.lineno, str(asked.value)


def test_the_page_is_waited_for_by_functions() -> None:
    """Its policy forbids `eval`: a mere expression is asked once, and fails where it does not hold yet."""
    found = [
        (file.name, line, asked)
        for file in sorted((ROOT / "tests/browser").glob("*.py"))
        for line, asked in waited_for(file)
    ]
    assert len(found) > 10
    assert [(name, line) for name, line, asked in found if not re.match(r"\([^()]*\) => ", asked)] == []
