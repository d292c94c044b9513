"""The whole screen of any game, from its scene: heading, board, roster and legend."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from fireteam.core.scene import UNIT, Card, Figure, QuestionView, Scene, Side, Status
from fireteam.terminal.cellboard import CellDrawing
from fireteam.terminal.console import Glyphs
from fireteam.terminal.levels import laid_out
from fireteam.terminal.planeboard import PlaneDrawing
from fireteam.terminal.shapes import SEAT_STYLES

ROSTER_WIDTH = 35
NAME_WIDTH = 17
SHORT_NAME_WIDTH = 10
"""The same where the roster has columns for what is left."""


def screen(
    scene: Scene, glyphs: Glyphs, width: int, question: QuestionView | None = None, own: int | None = None
) -> list[Text]:
    """Everything a player looks at, as lines that fit the width. A board with a grid is drawn in cells, any other to
    scale.

    `own` is the seat of whoever looks, if it is a player.
    """
    lines = heading(scene, glyphs, width)
    if "board" not in scene:
        return lines
    laid, asked = laid_out(scene, question)
    drawing = (CellDrawing if "grid" in scene["board"] else PlaneDrawing)(laid, glyphs, asked)
    board, sides, legend = drawing.lines(), roster(scene, glyphs, own), drawing.legend()
    beside = [line for side in sides for line in (Text(), *side)][1:]
    wide = max(line.cell_len for line in board)
    below = [Text(row, "dim") for row in wrapped(legend, width, glyphs)]
    if wide + 1 + ROSTER_WIDTH <= width:
        narrow = [Text(row, "dim") for row in wrapped(legend, width - wide - 1, glyphs)]
        if len(beside) + 1 + len(narrow) <= len(board):
            return [*lines, *side_by_side(board, [*beside, Text(), *narrow], wide + 1)]
        return [*lines, *side_by_side(board, beside, wide + 1), *below]
    if len(sides) == 2 and width >= 2 * ROSTER_WIDTH + 2:
        return [*lines, *board, *side_by_side(sides[0], sides[1], ROSTER_WIDTH + 2), *below]
    return [*lines, *board, *below, *beside]


def side_by_side(left: Sequence[Text], right: Sequence[Text], column: int) -> list[Text]:
    """Two blocks of lines next to each other."""
    lines = []
    for row in range(max(len(left), len(right))):
        line = left[row].copy() if row < len(left) else Text()
        if row < len(right) and right[row].plain:
            line.append(" " * (column - line.cell_len))
            line.append_text(right[row])
        line.rstrip()
        lines.append(line)
    return lines


def wrapped(parts: Sequence[str], width: int, glyphs: Glyphs) -> list[str]:
    """Short texts in as few lines as they need; what is longer than a line is cut."""
    dot = " - " if glyphs.floor == "." else " · "
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(dot) + len(part) <= width:
            lines[-1] += dot + part
        else:
            lines.append(part[:width])
    return lines


def heading(scene: Scene, glyphs: Glyphs, width: int) -> list[Text]:
    """Title and what is always visible, the most important first."""
    title = scene["title"].upper()
    name = scene["board"]["name"] if "board" in scene else ""
    if name.upper() not in title:
        title += f" ({name})"
    facts = [f"{fact['label']}: {fact['value']}" for fact in sorted(scene["status"].values(), key=_rank)]
    facts += [line for side in scene["sides"] for line in spare_dice(side)]
    return [Text(title, "bold"), *(Text(row) for row in wrapped(facts, width, glyphs))]


def spare_dice(side: Side) -> list[str]:
    """The dice that lie before a side to be spent, by what they are called."""
    held = [one for one in side.get("sheet", []) if one.get("dice")]
    kinds = dict.fromkeys(one["kind"] for one in held)
    lines = []
    for kind in kinds:
        dice = ", ".join(f"{one.get('dice')} {one['name']}" for one in held if one["kind"] == kind)
        lines.append(f"{kind}, {side['name']}: {dice}")
    return lines


def _rank(fact: Status) -> int:
    return fact.get("rank", len(SEAT_STYLES) + 99)


def roster(scene: Scene, glyphs: Glyphs, own: int | None = None) -> list[list[Text]]:
    """Each side: wounds left, what is left of the numbers that are spent, and who is ready, active or done."""
    found = []
    for seat, side in enumerate(scene["sides"]):
        cards = [card for card in scene["cards"].values() if card["seat"] == seat]
        spent = _spent(cards)
        name = f"{side['name'][: ROSTER_WIDTH - 5]}{', you' if seat == own else ''}"
        title = Text(f"{name:<{4 + SHORT_NAME_WIDTH if spent else 0}}", SEAT_STYLES[seat])
        if spent:
            life = f"{'life':>{max(0, 4 + SHORT_NAME_WIDTH + 6 - title.cell_len)}} "
            title.append(life + "".join(f"{label[:3]:>4}" for label in spent), "dim")
        listed = [_member(card, cards, spent, glyphs, _height(scene, card)) for card in cards]
        found.append([title, *(line for lines in listed for line in lines)])
    return found


def _height(scene: Scene, card: Card) -> int:
    """How far above the ground a member stands, where the board does not say it by its cells."""
    board = scene.get("board")
    flat = board is None or "grid" in board or "piece" not in card
    return 0 if flat else scene["pieces"][card["piece"]].get("level", 0)


def _spent(cards: Sequence[Card]) -> list[str]:
    """The numbers of which a part is spent in play, if all on the board have them; not what the wounds tell already."""
    here = [{figure["label"]: figure for figure in card["figures"] if "left" in figure} for card in cards]
    common = [figure["label"] for card in cards[:1] for figure in card["figures"]]
    labels = [label for label in common if all(label in found for found in here)]
    wounds = [card.get("wounds") for card in cards]
    return [label for label in labels if [_left(found[label]) for found in here] != wounds]


def _left(figure: Figure) -> list[int] | None:
    """What is left of a number, and the number: as wounds are told."""
    value = str(figure["value"])
    return [figure["left"], int(value)] if value.isdecimal() else None


def _short(name: str, cards: Sequence[Card], room: int) -> str:
    """A name that fits: its first word, where no other begins with it."""
    first = name.split(maxsplit=1)[0]
    alone = sum(card["name"].split()[0] == first for card in cards) == 1
    return (first if len(name) > room and alone else name)[:room]


def _member(card: Card, cards: Sequence[Card], spent: Sequence[str], glyphs: Glyphs, height: int = 0) -> list[Text]:
    here, active = "piece" in card, card["state"] == "active"
    room = SHORT_NAME_WIDTH if spent else NAME_WIDTH
    line = Text().append(glyphs.active if active else " ", "bold")
    line.append(f"{card['mark']:<3}", SEAT_STYLES[card["seat"]] if here else "dim")
    line.append(f"{_short(card['name'], cards, room):<{room}}", "bold" if active else "default" if here else "dim")
    if not here:
        return [line.append(f" {card['status']}"[: ROSTER_WIDTH - line.cell_len], "dim")]
    left, most = card.get("wounds", (0, 0))
    line.append(
        f"{f'{left}/{most}' if most else '':>6} ",
        "default" if left == most else "yellow" if 3 * left > most else "bold red",
    )
    for figure in card["figures"]:
        if figure["label"] in spent:
            line.append(f"{figure['left']:>4}", "yellow" if _changed(figure) else "default")
    tags = [tag for tag in card["tags"] if not tag["mark"].isdigit() and tag["kind"] != "gear"]
    line.append(
        "".join(glyphs.done if tag["mark"] == "✓" else tag["mark"] for tag in tags)[: ROSTER_WIDTH - line.cell_len]
    )
    if height and line.cell_len + 6 <= ROSTER_WIDTH:
        line.append(f" up {height / UNIT:g}", "dim")
    held = ", ".join(tag["name"] for tag in card["tags"] if tag["kind"] == "gear")
    return [line, Text(f"    {held}"[:ROSTER_WIDTH], "yellow")] if held else [line]


def _changed(figure: Figure) -> bool:
    """Whether a number is not what the card says."""
    return len(figure.get("reasons", [])) > 1
