"""Options as numbered lists, what was typed as one of them, and what is not possible, grouped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from fireteam.core.questions import Option
from fireteam.core.scene import Board, OptionView, QuestionView, RefusalView, Scene
from fireteam.terminal.cellboard import Place, areas_of, cell_of

SEVERAL, MANY = 3, 20
"""From so many cells on, options of one kind share a line; from so many on they are told by area, and the board shows
them."""
SHOWN = 6
"""Names in one line of refusals; the others are counted."""
SUGGESTED, MOST_SUGGESTED = "suggested", 8
"""The group of points that a region suggests, and how many of them are listed; all can be typed."""
TYPED_CELL = re.compile(r"\(?(\d+(?:(?: ?, ?| )\d+)+)\)?")
WALK_HINT = " walk x,y goes further"
NOUN = re.compile(r"\b[A-Z]\w+ it\b")
"""What a thing was called, before what is left of its name: "Airlock 3" is one thing."""
PARTICLES = ("up", "over", "to", "at", "by", "in")
"""Words that belong to the verb before them."""


class Found(NamedTuple):
    """What was typed: the option it means, or why it means none."""

    option: Option | None
    reason: str = ""


def option_lines(question: QuestionView, scene: Scene, width: int) -> list[Text]:
    """All options of a question, numbered; several cells of one kind in one line, dozens of them by area; of many
    suggestions some."""
    options = question.get("options", [])
    kinds: dict[str, list[int]] = {}
    for number, option in enumerate(options, 1):
        if _cell(option) is not None:
            kinds.setdefault(_verb(option), []).append(number)
    rows = {kind for kind, numbers in kinds.items() if SEVERAL <= len(numbers) < MANY}
    folded = {kind for kind, numbers in kinds.items() if len(numbers) >= MANY}
    together = {number: kind for kind in rows | folded for number in kinds[kind]}
    left_out = [number for number, option in enumerate(options, 1) if option["group"] == SUGGESTED][MOST_SUGGESTED:]
    listed = [option for number, option in enumerate(options, 1) if number not in together and number not in left_out]
    column = min(34, max((len(option["key"]) for option in listed), default=0))
    lines: list[Text] = []
    cells: list[Text] = []
    for number, option in enumerate(options, 1):
        kind = together.get(number)
        if number in left_out:
            continue
        if kind is None:
            cells.append(_numbered(number, option, column))
        elif number == kinds[kind][0]:
            lines += columns(cells, width)
            cells = []
            same = [options[place - 1] for place in kinds[kind]]
            walks = "subject" in question and len(same) < len(options)
            lines += _row(same, kinds[kind], width, walks) if kind in rows else _by_area(scene["board"], same, width)
    lines += columns(cells, width)
    if left_out:
        lines.append(Text(f"    and {len(left_out)} more suggestions, {left_out[0]} to {left_out[-1]}", "dim"))
    return lines


def _cell(option: OptionView) -> Place | None:
    return cell_of(option.get("place", {}).get("spot", ""))


def _verb(option: OptionView) -> str:
    """What an option does, without its cell."""
    return option["key"].rpartition(" ")[0]


def _numbered(number: int, option: OptionView, column: int) -> Text:
    cell = Text().append(f"{number:>3} ", "dim").append(f"{option['key']:<{column}}", "bold")
    return cell.append(f"  {option['text']}") if option["text"].lower() != option["key"].lower() else cell


def _row(options: Sequence[OptionView], numbers: Sequence[int], width: int, walks: bool) -> list[Text]:
    """A handful of cells, each with its number, in as few lines as they need."""
    lines = [Text()]
    for number, option in zip(numbers, options, strict=True):
        cell = Text().append(f"{number:>3} ", "dim").append(option["key"], "bold")
        if lines[-1].cell_len + cell.cell_len + 2 > width:
            lines.append(Text())
        lines[-1].append_text(cell).append("  ")
    if walks and lines[-1].cell_len + len(WALK_HINT) <= width:
        lines[-1].append(WALK_HINT, "dim")
    for line in lines:
        line.rstrip()
    return lines


def _by_area(board: Board, options: Sequence[OptionView], width: int) -> list[Text]:
    """Dozens of cells: how many in which area, and between which coordinates; the cell itself is typed."""
    areas = areas_of(board)
    found: dict[str, list[Place]] = {}
    for option in options:
        place = _cell(option)
        assert place is not None
        found.setdefault(areas.get(place, ""), []).append(place)
    cells = []
    for code, places in found.items():
        spans = (_span([x for x, _ in places]), _span([y for _, y in places]))
        name = board["areas"][code]["name"] if code else "elsewhere"
        cells.append((name, f"x {spans[0]}, y {spans[1]}", len(places)))
    word, _, example = options[0]["key"].rpartition(" ")
    unit = board["unit"]
    many = f"{len(options)} {board.get('units', f'{unit}s')} in {len(found)} areas, marked on the board"
    lines = [Text(f"  Type a {unit}, such as {example} (or {word} {example}): {many}.")]
    name_width, span = max(len(cell[0]) for cell in cells), max(len(cell[1]) for cell in cells)
    shown = [f"{title:<{name_width}}  {where:<{span}}  {f'({count})':>4}" for title, where, count in cells]
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


def region_hint(question: QuestionView, board: Board) -> list[Text]:
    """How a point is typed, where any point is an answer."""
    region, sign = question.get("region"), board.get("sign", "")
    if region is None:
        return []
    if region["kind"] == "move":
        text = (
            f"type a way of up to {region['limit']:g}{sign}: 12.3,5.6 or 6 north or n 3 e 2 or towards "
            f'NAME; "way ..." only looks at it'
        )
    elif region["kind"] == "turn":
        word = next((option["key"].partition(" ")[0] for option in question.get("options", ())), "face")
        text = f'type "{word} 135" (0 is east, 90 north), or what lies there: a wind, a place, a name'
    elif region["kind"] == "drive":
        text = (
            f'type the legs, at most {region["limit"]:g}{sign} in all: "drive 3 left 60 drive 4", or "back 2"; '
            'or where it ends: "to 12.3,5.6 facing 60"'
        )
    else:
        text = "type a place: 12.3,5.6" + (" turned 90" if region.get("rotates") else "") + "; or the name of a spot"
    return [Text(f"    {text}", "dim")]


# -- what was typed ----------------------------------------------------------------------------------------------------


def typed_cell(typed: str) -> str:
    """A cell as the keys of options name it, however it was typed: "7 3", "(7, 3)"; empty if it is none."""
    found = TYPED_CELL.fullmatch(" ".join(typed.split()))
    return ",".join(re.findall(r"\d+", found[1])) if found else ""


def plain(typed: str) -> str:
    """Words as they are compared: in small letters, with single spaces, without a full stop at the end."""
    return " ".join(typed.lower().split()).rstrip(".")


def find(options: Sequence[Option], typed: str, texts: Sequence[str] = ()) -> Found:
    """The option meant: by number, key, cell, the text that is shown for it, or the unique beginning of one of
    these."""
    if typed.isdigit():
        number = int(typed)
        if 1 <= number <= len(options):
            return Found(options[number - 1])
        return Found(None, f"there is no option {number}; there are 1 to {len(options)}")
    cell = typed_cell(typed)
    low, said = cell or " ".join(typed.lower().split()), plain(typed)
    words = low.split()
    told = {option.key: plain(text) for option, text in zip(options, texts, strict=False)}
    keys = (
        [option for option in options if option.key.lower() == low],
        [option for option in options if cell and option.key.endswith(f" {cell}")],
    )
    begun = (
        [option for option in options if option.key.lower().startswith(low)],
        [option for option in options if _begins(words, option.key.lower().split())],
    )
    whole = [option for option in options if said and told.get(option.key) == said]
    spoken = (
        [option for option in options if said and told.get(option.key, "").startswith(said)],
        [option for option in options if _begins(words, told.get(option.key, "").split())],
    )
    for hits, by_text in (
        *((found, False) for found in keys),
        (whole, True),
        *((found, False) for found in begun),
        *((found, True) for found in spoken),
    ):
        if len(hits) == 1:
            return Found(hits[0])
        if hits:
            return Found(None, _several(typed, hits, dict(zip(told, texts, strict=False)) if by_text else {}))
    return Found(None)


def _several(typed: str, hits: Sequence[Option], texts: Mapping[str, str]) -> str:
    """Which options something that was typed could mean, as it was typed: by key, or by words where those differ."""
    names = [texts.get(option.key, option.key) for option in hits]
    if len(set(names)) < len(names):
        names = [option.key for option in hits]
    more = " and more" if len(names) > 5 else ""
    return f"{typed!r} could be {', '.join(repr(name) for name in names[:5])}{more}; type more of it, or the number"


def _begins(typed: list[str], words: list[str]) -> bool:
    """Whether each typed word begins a word of the key, in order: "bru" means "activate bruno"."""
    rest = iter(words)
    return bool(typed) and all(any(word.startswith(part) for word in rest) for part in typed)


# -- what is not possible ----------------------------------------------------------------------------------------------


def matching(refusals: Sequence[RefusalView], only: str) -> list[RefusalView]:
    """The refusals whose key or words begin with something; else those that hold it."""
    low = only.lower()
    begin = [one for one in refusals if one["key"].lower().startswith(low) or one["text"].lower().startswith(low)]
    return begin or [one for one in refusals if low in one["key"].lower() or low in one["text"].lower()]


def refusal_lines(refusals: Sequence[RefusalView], names: Mapping[str, str], only: str = "") -> list[Text]:
    """What is not possible, by kind of action; one line for all that lack the same condition."""
    groups: dict[tuple[str, str, str], list[RefusalView]] = {}
    for refusal in matching(refusals, only):
        groups.setdefault((_head(refusal["key"]), refusal["checks"][-1]["rule"], _pattern(refusal, names)), []).append(
            refusal
        )
    if not groups:
        return [
            Text(f"  nothing like {only!r} is ruled out here" if only else "  nothing else could be thought of here")
        ]
    lines = [Text("Not possible now; behind each what it needs and does not have:", "bold")]
    for (head, rule, pattern), members in sorted(groups.items(), key=lambda item: item[0][0]):
        rest = [member["key"].removeprefix(head).strip() for member in members]
        shown = ", ".join(name for name in rest[:SHOWN] if name) + (
            f" and {len(rest) - SHOWN} more" if len(rest) > SHOWN else ""
        )
        alike = len({member["checks"][-1]["text"] for member in members}) == 1
        text = members[0]["checks"][-1]["text"] if alike else pattern
        about = f"{head} {shown}:" if shown else f"{head}:"
        lines.append(Text(f'  {about} needs "{text}"').append(f" ({rule})", "dim"))
    return lines


def _head(key: str) -> str:
    """The verb of an action: its first word, with what belongs to it."""
    words = key.split()
    return " ".join(words[:2]) if len(words) > 2 and (words[1] in PARTICLES or words[2].isdigit()) else words[0]


def _pattern(refusal: RefusalView, names: Mapping[str, str]) -> str:
    """A reason without the thing it is about, so that the same reason for many things is told once."""
    text = refusal["checks"][-1]["text"]
    for word in refusal["key"].split()[1:]:
        name = names.get(word)
        if name:
            text = text.replace(name, "it")
        elif any(sign.isdigit() for sign in word):
            text = NOUN.sub("it", " ".join("it" if token == word else token for token in text.split(" ")))
    return text


def why_lines(refusal: RefusalView) -> list[Text]:
    """Every check of a refusal, in order, and what shows it."""
    lines = [Text(f"{refusal['text']} is not possible. What it needs, up to what is missing:", "bold")]
    for check in refusal["checks"]:
        word, style = ("  yes  ", "green") if check["passed"] else ("  no   ", "bold red")
        lines.append(Text().append(word, style).append(f"{check['text']} ({check['rule']})"))
        if not check["passed"]:
            lines += [
                Text(f"         {text}", "dim") for text in dict.fromkeys(mark["text"] for mark in check["marks"])
            ]
    return lines
