"""What can be looked up during a game, as lines: cards, what a side has, the briefing, a look, a way, the log."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from fireteam.core.scene import Board, Card, LookView, PlanView, Scene, Side, Told
from fireteam.terminal.chronicle import faces_line
from fireteam.terminal.console import Glyphs


def card_lines(card: Card, side: Side) -> list[Text]:
    """A card with its numbers, weapons and abilities; a changed number with its reasons."""
    figures = ", ".join(
        f"{figure['label']} {figure['value']}" + (f" ({figure['note']})" if "note" in figure else "")
        for figure in card["figures"]
    )
    lines = [
        Text(f"{card['name']} ({card['mark']}), {side['name']}, {card['title']}, {card['status']}", "bold"),
        Text(f"  {figures}"),
    ]
    for figure in card["figures"]:
        if len(figure.get("reasons", [])) > 1:
            reasons = ", ".join(f"{part['amount']:+d} {part['reason']} ({part['rule']})" for part in figure["reasons"])
            lines.append(Text(f"  {figure['label']}: {reasons}"))
    lines += [
        Text(f"  {row['label']}: {row['text']}").append(f" {row['rule']}" if "rule" in row else "", "dim")
        for row in card["rows"]
    ]
    if card["tags"]:
        lines.append(Text(f"  {', '.join(tag['name'] for tag in card['tags'])}", "yellow"))
    return lines


def sheet_lines(side: Side) -> list[Text]:
    """What a side as a whole has, and what is left of it."""
    lines, kind = [Text(side["name"], "bold")], ""
    for one in side.get("sheet", []):
        if one["kind"] != kind:
            kind = one["kind"]
            lines.append(Text(f"  {kind}", "dim"))
        line = Text("    ").append(one["name"], "dim" if one["state"] == "spent" else "bold")
        facts = [one["cost"]] if "cost" in one else []
        facts += [one["moment"]] if "moment" in one else []
        lines += [line.append(f" ({', '.join([*facts, one['status']])})"), Text(f"      {one['text']}")]
    return lines if len(lines) > 1 else [*lines, Text("  nothing but its members; card NAME shows one")]


def briefing_lines(scene: Scene) -> list[Text]:
    """What it is all about, in words."""
    lines = []
    for paragraph in scene["briefing"]:
        line = Text().append(f"{paragraph['label']}: ", "bold").append(paragraph["text"])
        lines.append(line.append(f" ({paragraph['rule']})", "dim") if "rule" in paragraph else line)
    return lines


def look_lines(look: LookView) -> list[Text]:
    """What one piece has to do with another."""
    lines = [Text(look["text"], "bold")]
    lines += [
        Text().append("  + " if fact["good"] else "  - ", "dim").append(f"{fact['text']} ({fact['rule']})")
        for fact in look["facts"]
    ]
    return lines + [Text(f"    {text}", "dim") for text in dict.fromkeys(mark["text"] for mark in look["marks"])]


def plan_lines(plan: PlanView, board: Board) -> list[Text]:
    """A way with what it costs, leg by leg; or why there is none."""
    lines, sign = [Text(f"  {plan['text']}", "yellow")], board.get("sign", "")
    if len(plan.get("legs", [])) > 1 or any("," in leg["text"] for leg in plan.get("legs", [])):
        lines += [Text(f"    {leg['cost']}{sign}: {leg['text']}", "dim") for leg in plan["legs"]]
    return lines


def told_lines(lines: Sequence[Told], glyphs: Glyphs, names: tuple[str, str]) -> list[Text]:
    """Lines of a log: dice as faces, events with their rule and with whoever chose them."""
    found = []
    for line in lines:
        text, faces = Text(), faces_line(line, glyphs)
        if line["kind"] == "roll":
            what, _, _ = line["text"].rpartition(":")
            text.append(f"  {what or line['text']}: ", "dim").append(faces, "bold")
        elif line["kind"] == "event":
            chosen = "seat" in line and not faces
            text.append(f"{names[line['seat']]} > " if chosen else "  ", "bold").append(
                line["text"], "bold" if "heading" in line else None
            )
            text.append(f" {faces}" if faces else "", "bold").append(
                f" {line['rule']}" if "rule" in line else "", "dim"
            )
        else:
            text.append(f"{names[line['seat']]} > " if "seat" in line else "  ", "bold").append(line["text"])
        found.append(text)
    return found
