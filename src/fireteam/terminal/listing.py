"""Options as numbered lists, what was typed as one of them, and what is not possible, grouped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.core.refusals import Refusal

MANY = 14
"""From so many squares on, options of one kind are told in one line: the board shows the squares."""
SHOWN = 8
"""Names in one line of refusals; the others are counted."""
SQUARE = re.compile(r"(.*) (\d+),(\d+)")


class Found(NamedTuple):
    """What was typed: the option it means, or why it means none."""

    option: Option | None
    reason: str = ""


def goals(options: Sequence[Option]) -> list[tuple[int, int]]:
    """The squares that the options are about."""
    return [(int(found[2]), int(found[3])) for option in options if (found := SQUARE.fullmatch(option.key))]


def option_lines(match: Match, width: int) -> list[Text]:
    """All options of the decision, numbered; squares by the dozen in one line."""
    options = match.decision.options
    kinds: dict[str, list[int]] = {}
    for number, option in enumerate(options, 1):
        if SQUARE.fullmatch(option.key):
            kinds.setdefault(option.kind, []).append(number)
    folded = {kind for kind, numbers in kinds.items() if len(numbers) >= MANY}
    listed = [(number, option) for number, option in enumerate(options, 1) if option.kind not in folded]
    column = min(24, max((len(option.key) for _, option in listed), default=0))
    cells = [_cell(match, number, option, column) for number, option in listed]
    lines: list[Text] = []
    for kind in sorted(folded, key=lambda kind: kinds[kind][0]):
        numbers = kinds[kind]
        word = options[numbers[0] - 1].key.rpartition(" ")[0]
        first, last = options[numbers[0] - 1], options[numbers[-1] - 1]
        text = f"{numbers[0]}-{numbers[-1]}  {word} x,y: {len(numbers)} squares, marked on the board ({first.key} ... {last.key})"
        lines.append(Text(f"  {text}"[:width]))
    return [*columns(cells, width), *lines]


def _cell(match: Match, number: int, option: Option, column: int) -> Text:
    return Text().append(f"{number:>3} ", "dim").append(f"{option.key:<{column}}  ", "bold").append(match.describe(option))


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
    is_square = re.fullmatch(r"\d+,\d+", low) is not None
    for hits in (
        [option for option in options if option.key.lower() == low],
        [option for option in options if is_square and option.key.endswith(f" {low}")],
        [option for option in options if option.key.lower().startswith(low)],
    ):
        if len(hits) == 1:
            return Found(hits[0])
        if hits:
            some = ", ".join(repr(option.key) for option in hits[:5])
            return Found(None, f"{typed!r} could be {some}{' and more' if len(hits) > 5 else ''}; type more of it, or the number")
    return Found(None)


def refusal_lines(refusals: list[Refusal], names: Mapping[str, str]) -> list[Text]:
    """What is not possible, by kind of action; one line for all that fail for the same reason."""
    groups: dict[tuple[str, str, str], list[Refusal]] = {}
    for refusal in refusals:
        word = refusal.action.partition(" ")[0]
        groups.setdefault((word, refusal.decisive.rule, _pattern(refusal, names)), []).append(refusal)
    lines = []
    last = ""
    for (word, rule, pattern), members in sorted(groups.items(), key=lambda item: item[0][0]):
        if word != last:
            lines.append(Text(word, "bold"))
            last = word
        rest = [member.action.partition(" ")[2] for member in members]
        shown = ", ".join(name for name in rest[:SHOWN] if name) + (f" and {len(rest) - SHOWN} more" if len(rest) > SHOWN else "")
        alike = len({member.decisive.text for member in members}) == 1
        text = members[0].decisive.text if alike else pattern
        lines.append(Text(f"  {shown}: " if shown else "  ").append(f"not so: {text}").append(f" ({rule})", "dim"))
    return lines or [Text("nothing else could be thought of here")]


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
    lines = [Text(f"{refusal.action} is not possible:", "bold")]
    for check in refusal.checks:
        lines.append(
            Text()
            .append("  yes  " if check.passed else "  no   ", "green" if check.passed else "bold red")
            .append(f"{check.text} ({check.rule})")
        )
    return lines
