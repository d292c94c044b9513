"""The README and the pages of docs/: their examples run, their links lead somewhere, their rules exist."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.coverage_plugin import read_rulebooks
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
RUNNING = [
    page
    for page in PAGES
    if "```python" in page.read_text(encoding="utf-8") or "```console" in page.read_text(encoding="utf-8")
]

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE_NAME = re.compile(r"# (\w+\.py)\n")
LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z]{2,}-\d+[a-z]?\b")
COMMAND = re.compile(r"(?:(?:echo|printf) [^|;&]*\| )?fireteam [^|;&]+")
"""What a page may run: a fireteam command, with lines piped into it where it reads some."""


class Block(NamedTuple):
    """A fenced block of a page."""

    line: int
    kind: str
    text: str


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [Block(text.count("\n", 0, found.start()) + 1, found[1], found[2]) for found in BLOCK.finditer(text)]


def commands(block: Block) -> list[str]:
    """The lines of a console block that are typed."""
    return [line.removeprefix("$ ") for line in block.text.splitlines() if line.startswith("$ ")]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def run_python(page: Path, block: Block, names: dict[str, Any]) -> None:
    """A block whose first line names a file is written there as well, for the commands that follow."""
    file = FILE_NAME.match(block.text)
    if file is not None:
        Path(file[1]).write_text(block.text, encoding="utf-8")
    padded = "\n" * block.line + block.text  # so that a failure names the line of the page
    exec(compile(padded, str(page), "exec"), names)


def run_command(page: Path, command: str, place: Path) -> None:
    variables = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")
    }
    variables |= {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "FIRETEAM_HOME": str(place / "home"),
    }
    run = subprocess.run(
        command,
        shell=True,
        cwd=place,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, f"{name_of(page)}: {command}\n{run.stdout[-2000:]}{run.stderr}"
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("page", RUNNING, ids=name_of)
def test_the_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python blocks in one namespace, commands with exit code 0, all in the order of the page and in one directory."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "example"}
    for block in blocks(page):
        if block.kind == "python":
            run_python(page, block, names)
        elif block.kind == "console":
            for command in commands(block):
                if not command.startswith("make "):
                    assert COMMAND.fullmatch(command), f"{name_of(page)}: a command that is not checked: {command}"
                    run_command(page, command, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_can_be_made_is_in_the_makefile(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"`make ([a-z]+)`", text)) | set(re.findall(r"^\$ make ([a-z]+)$", text, re.MULTILINE))
    assert named <= targets


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_blocks_are_of_kinds_that_somebody_checks(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.count("```") == 2 * len(blocks(page))
    assert {block.kind for block in blocks(page)} <= {"python", "console", "yaml", "text"}
    assert all(
        line.startswith("$ ") for block in blocks(page) if block.kind == "console" for line in block.text.splitlines()
    )


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(page.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        path, _, anchor = link.partition("#")
        goal = (page.parent / path).resolve() if path else page
        assert goal.is_file(), f"{name_of(page)} links to {link}"
        assert not anchor or anchor in anchors(goal), f"{name_of(page)} links to {link}"


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = {PAGES[0]}, [PAGES[0]]
    while waiting:
        page = waiting.pop()
        for link in LINK.findall(BLOCK.sub("", page.read_text(encoding="utf-8"))):
            goal = (page.parent / link.partition("#")[0]).resolve()
            if goal.suffix == ".md" and goal not in reached:
                reached.add(goal)
                waiting.append(goal)
    assert set(PAGES) <= reached


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_rules_that_are_named_exist(page: Path) -> None:
    known = {rule for rules in read_rulebooks(ROOT).values() for rule in rules}
    assert [rule for rule in RULE_ID.findall(page.read_text(encoding="utf-8")) if rule not in known] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_are_named_exist(page: Path) -> None:
    named = re.findall(r"`((?:src|tests|docs|deploy|benchmarks)/[\w/.]+)`", page.read_text(encoding="utf-8"))
    assert [file for file in named if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("picture", sorted((ROOT / "docs").glob("*.svg")), ids=name_of)
def test_pictures_are_small_and_fetch_nothing(picture: Path) -> None:
    text = picture.read_text(encoding="utf-8")
    assert len(text.encode()) < 150_000
    assert set(re.findall(r"https?://[^\s\"'<>]+", text)) == {
        "http://www.w3.org/2000/svg"
    }  # the name of a language, not an address


def test_the_pictures_of_cubes_show_what_cubes_answer_today() -> None:
    drawn = runpy.run_path(str(ROOT / "docs" / "make_cubes.py"))["PICTURES"]
    for name, draw in drawn.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == str(draw()), "renew it: python docs/make_cubes.py"
