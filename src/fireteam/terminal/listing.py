"""Options as numbered lists, what was typed as one of them, and what is not possible, grouped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.core.refusals import Refusal

SEVERAL, MANY = 3, 20
"""From so many squares on, options of one kind share a line; from so many on they are told by room, and the board shows them."""
SHOWN = 6
"""Names in one line of refusals; the others are counted."""
SQUARE = re.compile(r"(.*) (\d+),(\d+)")
TYPED_SQUARE = re.compile(r"\(?(\d+)(?: ?, ?| )(\d+)\)?")
WALK_HINT = " walk x,y goes further"
PARTICLES = ("up", "over", "to", "at", "by", "in", "airlock")
"""Words that belong to the verb before them."""


class Found(NamedTuple):
    """What was typed: the option it means, or why it means none."""

    option: Option | None
    reason: str = ""


def goals(options: Sequence[Option]) -> list[tuple[int, int]]:
    """The squares that the options are about."""
    return [(int(found[2]), int(found[3])) for option in options if (found := SQUARE.fullmatch(option.key))]


def option_lines(match: Match, width: int) -> list[Text]:
    """All options of the decision, numbered; several squares of one kind in one line, dozens of them by room."""
    options = match.decision.options
    kinds: dict[str, list[int]] = {}
    for number, option in enumerate(options, 1):
        if SQUARE.fullmatch(option.key):
            kinds.setdefault(option.kind, []).append(number)
    rows = {kind for kind, numbers in kinds.items() if SEVERAL <= len(numbers) < MANY}
    folded = {kind for kind, numbers in kinds.items() if len(numbers) >= MANY}
    listed = [(number, option) for number, option in enumerate(options, 1) if option.kind not in rows | folded]
    column = min(32, max((len(option.key) for _, option in listed), default=0))
    lines: list[Text] = []
    cells: list[Text] = []
    for number, option in enumerate(options, 1):
        if option.kind not in rows | folded:
            cells.append(_cell(match, number, option, column))
        elif number == kinds[option.kind][0]:
            lines += columns(cells, width)
            cells = []
            same = [options[place - 1] for place in kinds[option.kind]]
            lines += _row(options, kinds[option.kind], width) if option.kind in rows else _by_room(match, same, width)
    return [*lines, *columns(cells, width)]


def _cell(match: Match, number: int, option: Option, column: int) -> Text:
    return Text().append(f"{number:>3} ", "dim").append(f"{option.key:<{column}}  ", "bold").append(match.describe(option))


def _row(options: Sequence[Option], numbers: list[int], width: int) -> list[Text]:
    """A handful of squares, each with its number, in as few lines as they need."""
    lines = [Text()]
    for number in numbers:
        cell = Text().append(f"{number:>3} ", "dim").append(options[number - 1].key, "bold")
        if lines[-1].cell_len + cell.cell_len + 2 > width:
            lines.append(Text())
        lines[-1].append_text(cell).append("  ")
    if options[numbers[0] - 1].kind == "step" and lines[-1].cell_len + len(WALK_HINT) <= width:
        lines[-1].append(WALK_HINT, "dim")
    for line in lines:
        line.rstrip()
    return lines


def _by_room(match: Match, options: list[Option], width: int) -> list[Text]:
    """Dozens of squares: how many in which room, and between which coordinates; the square itself is typed."""
    board = match.view(None)["board"]
    rooms: dict[str, list[tuple[int, int]]] = {}
    for x, y in goals(options):
        rooms.setdefault(board["areas"][y][x], []).append((x, y))
    cells = []
    for code, squares in rooms.items():
        spans = (_span([x for x, _ in squares]), _span([y for _, y in squares]))
        cells.append((board["area_names"][code]["name"], f"x {spans[0]}, y {spans[1]}", len(squares)))
    word = options[0].key.rpartition(" ")[0]
    example = options[0].key.rpartition(" ")[2]
    many = f"{len(options)} squares in {len(rooms)} rooms, marked on the board"
    lines = [Text(f"  Type a square, such as {example} (or {word} {example}): {many}.")]
    name, span = max(len(cell[0]) for cell in cells), max(len(cell[1]) for cell in cells)
    shown = [f"{title:<{name}}  {where:<{span}}  {f'({count})':>4}" for title, where, count in cells]
    across = max(1, (width - 4) // (len(shown[0]) + 4))
    down = -(-len(shown) // across)
    for row in range(down):
        lines.append(Text("    " + "    ".join(shown[row::down]), "dim"))
    return lines


def _span(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low}" if low == high else f"{low}-{high}"


def columns(cells: list[Text], width: int) -> list[Text]:
    """One column, or two where the list is long and there is room."""
    half = width // 2
    if len(cells) <= 8 or any(cell.cell_len >= half for cell in cells):
        return cells
    rows = (len(cells) + 1) // 2
    lines = []
    for row in range(rows):
        line = cells[row].copy()
        if row + rows < len(cells):
            line.append(" " * (half - line.cell_len))
            line.append_text(cells[row + rows])
        lines.append(line)
    return lines


def find(options: Sequence[Option], typed: str) -> Found:
    """The option meant: by number, key, square, or unique beginning."""
    if typed.isdigit():
        number = int(typed)
        if 1 <= number <= len(options):
            return Found(options[number - 1])
        return Found(None, f"there is no option {number}; there are 1 to {len(options)}")
    low = " ".join(typed.lower().split())
    square = TYPED_SQUARE.fullmatch(low)
    if square:
        low = f"{square[1]},{square[2]}"
    words = low.split()
    for hits in (
        [option for option in options if option.key.lower() == low],
        [option for option in options if square and option.key.endswith(f" {low}")],
        [option for option in options if option.key.lower().startswith(low)],
        [option for option in options if _begins(words, option.key.lower().split())],
    ):
        if len(hits) == 1:
            return Found(hits[0])
        if hits:
            some = ", ".join(repr(option.key) for option in hits[:5])
            return Found(None, f"{typed!r} could be {some}{' and more' if len(hits) > 5 else ''}; type more of it, or the number")
    return Found(None)


def _begins(typed: list[str], words: list[str]) -> bool:
    """Whether each typed word begins a word of the key, in order: "bru" means "activate bruno"."""
    rest = iter(words)
    return bool(typed) and all(any(word.startswith(part) for word in rest) for part in typed)


def refusal_lines(refusals: list[Refusal], names: Mapping[str, str], only: str = "") -> list[Text]:
    """What is not possible, by kind of action; one line for all that lack the same condition."""
    groups: dict[tuple[str, str, str], list[Refusal]] = {}
    for refusal in refusals:
        if refusal.action.lower().startswith(only.lower()):
            groups.setdefault((_head(refusal.action), refusal.decisive.rule, _pattern(refusal, names)), []).append(refusal)
    if not groups:
        return [Text(f"  nothing that begins with {only!r} is ruled out here" if only else "  nothing else could be thought of here")]
    lines = [Text("Not possible now; behind each what it needs and does not have:", "bold")]
    for (head, rule, pattern), members in sorted(groups.items(), key=lambda item: item[0][0]):
        rest = [member.action.removeprefix(head).strip() for member in members]
        shown = ", ".join(name for name in rest[:SHOWN] if name) + (f" and {len(rest) - SHOWN} more" if len(rest) > SHOWN else "")
        alike = len({member.decisive.text for member in members}) == 1
        text = members[0].decisive.text if alike else pattern
        about = f"{head} {shown}:" if shown else f"{head}:"
        lines.append(Text(f'  {about} needs "{text}"').append(f" ({rule})", "dim"))
    return lines


def _head(action: str) -> str:
    """The verb of an action: its first word, with what belongs to it."""
    words = action.split()
    return " ".join(words[:2]) if len(words) > 2 and words[1] in PARTICLES else words[0]


def _pattern(refusal: Refusal, names: Mapping[str, str]) -> str:
    """A reason without the thing it is about, so that the same reason for many things is told once."""
    text = refusal.decisive.text
    for word in refusal.action.split()[1:]:
        name = names.get(word)
        if name:
            text = text.replace(name, "it")
        elif any(sign.isdigit() for sign in word):
            text = re.sub(rf"(Airlock )?(?<![\d,]){re.escape(word)}(?![\d,])", "it", text)
    return text


def why_lines(refusal: Refusal) -> list[Text]:
    """Every check of a refusal, in order."""
    lines = [Text(f"{refusal.action} is not possible. What it needs, up to what is missing:", "bold")]
    for check in refusal.checks:
        lines.append(
            Text()
            .append("  yes  " if check.passed else "  no   ", "green" if check.passed else "bold red")
            .append(f"{check.text} ({check.rule})")
        )
    return lines
