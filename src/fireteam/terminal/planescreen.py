"""The whole screen of a game on a board of inches: heading, map, roster and legend; and its cards, options and reasons as lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from fireteam.core.scene import Card, LookView, OptionView, PlanView, QuestionView, RefusalView, Scene, Side, Told
from fireteam.terminal.chronicle import face_sign
from fireteam.terminal.console import Glyphs
from fireteam.terminal.listing import columns
from fireteam.terminal.planeboard import SEAT_STYLES, PlaneDrawing
from fireteam.terminal.screen import side_by_side

ROSTER_WIDTH = 36
HEADING = ("turn", "phase", "initiative", "cp", "vp", "crit")
"""What of the status stands above the map."""
MOST_SUGGESTED = 8
"""Suggestions of a region that are listed; all can be typed."""


def plane_screen(scene: Scene, glyphs: Glyphs, width: int, question: QuestionView | None = None) -> list[Text]:
    """Everything a player looks at, as lines that fit the width."""
    lines = heading(scene, glyphs, width)
    drawing = PlaneDrawing(scene, glyphs, question)
    board = drawing.lines()
    beside = roster(scene, glyphs)
    legend = [Text(row, "dim") for row in _wrapped(drawing.legend(), width, glyphs)]
    wide = max(line.cell_len for line in board)
    if wide + 1 + ROSTER_WIDTH > width:
        return [*lines, *board, *legend, *beside]
    return [*lines, *side_by_side(board, beside, wide + 1), *legend]


def _dot(glyphs: Glyphs) -> str:
    return " - " if glyphs.floor == "." else " · "


def _wrapped(parts: Sequence[str], width: int, glyphs: Glyphs) -> list[str]:
    """Short texts in as few lines as they need."""
    dot = _dot(glyphs)
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(dot) + len(part) <= width:
            lines[-1] += dot + part
        else:
            lines.append(part)
    return lines


def heading(scene: Scene, glyphs: Glyphs, width: int) -> list[Text]:
    """Title and what is always visible."""
    status = scene["status"]
    parts = [f"{status[name]['label']}: {status[name]['value']}" for name in HEADING if name in status]
    parts += [f"{entry['label']}: {entry['value']}" for name, entry in status.items() if name.startswith(("tac", "primary"))]
    return [Text(scene["title"].upper(), "bold"), *(Text(row) for row in _wrapped(parts, width, glyphs))]


def roster(scene: Scene, glyphs: Glyphs) -> list[Text]:
    """Both kill teams: wounds, order, and who is ready, active or expended."""
    lines: list[Text] = []
    for seat, side in enumerate(scene["sides"]):
        lines += [Text()] if lines else []
        lines.append(Text(side["name"][:ROSTER_WIDTH], SEAT_STYLES[seat]))
        lines += [_member(scene, card, glyphs) for card in scene["cards"].values() if card["seat"] == seat]
    return lines


def _member(scene: Scene, card: Card, glyphs: Glyphs) -> Text:
    here = "piece" in card
    active = card["state"] == "active"
    line = Text().append(glyphs.active if active else " ", "bold")
    line.append(f"{card['mark']:<3}", SEAT_STYLES[card["seat"]] if here else "dim")
    line.append(f"{card['name'][:17]:<18}", "bold" if active else "default" if here else "dim")
    if not here:
        return line.append(card["status"], "dim")
    wounds = "/".join(map(str, card.get("wounds", ())))
    line.append(f"{wounds:>6} ", "yellow" if any(tag["kind"] == "harm" for tag in card["tags"]) else "default")
    marks = "".join(glyphs.done if tag["mark"] == "✓" else tag["mark"] for tag in card["tags"] if not tag["mark"].isdigit())
    return line.append(marks[:8])


# -- questions -----------------------------------------------------------------------------------------------------------------


def option_rows(options: Sequence[OptionView], width: int) -> list[Text]:
    """All options numbered as they are listed, by group; of many suggestions only some."""
    column = min(34, max((len(option["key"]) for option in options), default=0))
    suggested = [number for number, option in enumerate(options, 1) if option["group"] == "suggested"]
    left_out = suggested[MOST_SUGGESTED:]
    cells = []
    for number, option in enumerate(options, 1):
        if number in left_out:
            continue
        cell = Text().append(f"{number:>3} ", "dim").append(f"{option['key']:<{column}}", "bold")
        if option["text"].lower() != option["key"].lower():
            cell.append(f"  {option['text']}")
        cells.append(cell)
    lines = columns(cells, width)
    if left_out:
        lines.append(Text(f"    and {len(left_out)} more suggestions, {left_out[0]} to {left_out[-1]}", "dim"))
    return lines


def region_hint(question: QuestionView) -> list[Text]:
    """How a point is typed, where any point is an answer."""
    region = question.get("region")
    if region is None:
        return []
    if region["kind"] == "move":
        text = f'type a way of up to {region["limit"]}": 12.3,5.6 or 6 north or n 3 e 2 or towards NAME; "way ..." only looks at it'
    else:
        text = "type a place: 12.3,5.6" + (" turned 90" if region.get("rotates") else "") + "; or the name of a spot"
    return [Text(f"    {text}", "dim")]


def plan_lines(plan: PlanView) -> list[Text]:
    """A way with what it costs, leg by leg; or why there is none."""
    lines = [Text(f"  {plan['text']}", "yellow")]
    if len(plan.get("legs", [])) > 1 or any("," in leg["text"] for leg in plan.get("legs", [])):
        lines += [Text(f'    {leg["cost"]}": {leg["text"]}', "dim") for leg in plan["legs"]]
    return lines


# -- reasons -------------------------------------------------------------------------------------------------------------------


def refusal_rows(refusals: Sequence[RefusalView], only: str = "") -> list[Text]:
    """What is not possible, each with what it lacks."""
    low = only.lower()
    found = [refusal for refusal in refusals if low in refusal["text"].lower() or low in refusal["key"].lower()]
    if not found:
        return [Text(f"  nothing with {only!r} in it is ruled out here" if only else "  nothing else could be thought of here")]
    lines = [Text("Not possible now; behind each what it needs and does not have:", "bold")]
    for refusal in found:
        check = refusal["checks"][-1]
        lines.append(Text(f'  {refusal["text"]}: needs "{check["text"]}"').append(f" ({check['rule']})", "dim"))
    return lines


def why_rows(refusal: RefusalView) -> list[Text]:
    """Every check of a refusal, in order, and what shows it."""
    lines = [Text(f"{refusal['text']} is not possible. What it needs, up to what is missing:", "bold")]
    for check in refusal["checks"]:
        word, style = ("  yes  ", "green") if check["passed"] else ("  no   ", "bold red")
        lines.append(Text().append(word, style).append(f"{check['text']} ({check['rule']})"))
        if not check["passed"]:
            lines += [Text(f"         {text}", "dim") for text in dict.fromkeys(mark["text"] for mark in check["marks"])]
    return lines


def look_rows(look: LookView) -> list[Text]:
    """What one piece has to do with another."""
    lines = [Text(look["text"], "bold")]
    lines += [Text().append("  + " if fact["good"] else "  - ", "dim").append(f"{fact['text']} ({fact['rule']})") for fact in look["facts"]]
    return lines + [Text(f"    {text}", "dim") for text in dict.fromkeys(mark["text"] for mark in look["marks"])]


# -- sheets and log ------------------------------------------------------------------------------------------------------------


def card_rows(card: Card) -> list[Text]:
    """A datacard with its numbers, weapons and abilities."""
    figures = ", ".join(f"{figure['label']} {figure['value']}" for figure in card["figures"])
    lines = [Text(f"{card['name']} ({card['mark']}), {card['status']}, {card['title']}", "bold"), Text(f"  {figures}")]
    for figure in card["figures"]:
        if len(figure.get("reasons", [])) > 1:
            reasons = ", ".join(f"{part['amount']:+d} {part['reason']} ({part['rule']})" for part in figure["reasons"])
            lines.append(Text(f"  {figure['label']}: {reasons}"))
    lines += [Text(f"  {row['label']}: {row['text']}") for row in card["rows"]]
    if card["tags"]:
        lines.append(Text(f"  {', '.join(tag['name'] for tag in card['tags'])}", "yellow"))
    return lines


def sheet_rows(side: Side) -> list[Text]:
    """What a side as a whole has, and what is left of it."""
    lines, kind = [Text(side["name"], "bold")], ""
    for one in side.get("sheet", []):
        if one["kind"] != kind:
            kind = one["kind"]
            lines.append(Text(f"  {kind}", "dim"))
        line = Text("    ").append(one["name"], "dim" if one["state"] == "spent" else "bold")
        facts = [one[key] for key in ("cost", "moment", "status") if key in one]
        lines += [line.append(f" ({', '.join(facts)})"), Text(f"      {one['text']}")]
    return lines


def briefing_rows(scene: Scene) -> list[Text]:
    """The battle in words."""
    lines = []
    for paragraph in scene["briefing"]:
        line = Text().append(f"{paragraph['label']}: ", "bold").append(paragraph["text"])
        lines.append(line.append(f" ({paragraph['rule']})", "dim") if "rule" in paragraph else line)
    return lines


def told_rows(lines: Sequence[Told], glyphs: Glyphs, names: tuple[str, str]) -> list[Text]:
    """Lines of a log: dice as faces, events with their rule."""
    found = []
    for line in lines:
        text = Text()
        if line["kind"] == "roll":
            heading, _, _ = line["text"].rpartition(":")
            faces = " ".join(face_sign(face, glyphs) for face in line.get("faces", []))
            text.append(f"  {heading or line['text']}: ", "dim").append(faces, "bold")
        elif line["kind"] == "event":
            text.append("  ").append(line["text"], "bold" if "heading" in line else None)
            if "rule" in line:
                text.append(f" {line['rule']}", "dim")
        else:
            text.append(f"{names[line['seat']]} > " if "seat" in line else "  ", "bold").append(line["text"])
        found.append(text)
    return found
