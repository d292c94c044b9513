"""The console everything is printed on: 100 columns where nobody says otherwise, colour only where it is wanted."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

WIDTH = 100
"""Columns where the output is no terminal and COLUMNS does not say."""


def make_console(*, stderr: bool = False) -> Console:
    """A console for people; without colour where NO_COLOR is set or the output goes to a file or pipe."""
    stream = sys.stderr if stderr else sys.stdout
    width = None
    if not stream.isatty():
        columns = os.environ.get("COLUMNS", "")
        width = int(columns) if columns.isdigit() and int(columns) > 0 else WIDTH
    return Console(stderr=stderr, width=width, highlight=False, emoji=False, markup=False, soft_wrap=False)


def print_lines(console: Console, lines: Iterable[Text], hang: int = 4) -> None:
    """Print lines; what is too long goes on below, indented, so that each line's beginning can be seen."""
    for line in lines:
        if line.cell_len <= console.width:
            console.print(line)
            continue
        margin = len(line.plain) - len(line.plain.lstrip()) + hang
        for number, row in enumerate(line.wrap(console, max(20, console.width - margin))):
            row.rstrip()
            console.print(Text(" " * margin).append_text(row) if number else row)


class Glyphs(NamedTuple):
    """The signs of the board; none of them needs colour to be told from the others."""

    floor: str
    goal: str
    active: str
    done: str
    rubble: str
    exit: str
    """An outer edge that a way out opens: horizontal, vertical."""
    joints: str
    """For each thickness of vertical and horizontal walls: 16 joints by the arms up, down, left, right."""
    bar: str
    dice: str


# Arms as bits: 1 up, 2 down, 4 left, 8 right. A lone arm is drawn as a straight line.
UNICODE = Glyphs(
    floor="·", goal="•", active="▶", done="✓", rubble="░", exit="╌┆",
    joints=" │││─┘┐┤─└┌├─┴┬┼" " │││═╛╕╡═╘╒╞═╧╤╪" " ║║║─╜╖╢─╙╓╟─╨╥╫" " ║║║═╝╗╣═╚╔╠═╩╦╬", bar="█", dice="⚀⚁⚂⚃⚄⚅",
)  # fmt: skip
ASCII = Glyphs(
    floor=".", goal="*", active=">", done="v", rubble="%", exit="~~",
    joints=" |||-+++-+++-+++" " |||=+++=+++=+++" " !!!-+++-+++-+++" " !!!=+++=+++=+++",
    bar="#", dice="",
)  # fmt: skip


def glyphs_for(console: Console) -> Glyphs:
    """Box drawing where the output can show it."""
    return UNICODE if (console.encoding or "").lower().replace("-", "").startswith("utf") else ASCII
