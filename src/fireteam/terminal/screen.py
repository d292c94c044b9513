"""The whole screen of a game of ESCAPE: heading, board, roster and legend side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.text import Text

from fireteam.terminal.board import DOOR_SIGNS, SIDE_STYLES, Drawing, Place
from fireteam.terminal.console import Glyphs

SIDE_NAMES = {"resistance": "Resistance", "isc": "I.S.C."}
ROSTER_WIDTH = 31


def screen(view: dict[str, Any], glyphs: Glyphs, width: int, goals: Iterable[Place] = ()) -> list[Text]:
    """Everything a player looks at, as lines that fit the width."""
    lines = heading(view, glyphs, width)
    if view["board"] is None:
        return lines
    drawing = Drawing(view, glyphs, goals)
    board = drawing.lines()
    beside = roster(view, glyphs)
    legend = legend_lines(drawing, glyphs)
    wide = max(line.cell_len for line in board)
    if wide + 1 + ROSTER_WIDTH > width:
        if width < 2 * ROSTER_WIDTH + 2:
            return [*lines, *board, *legend, *beside]
        half = next(number for number, line in enumerate(beside) if not line.plain)
        return [*lines, *board, *side_by_side(beside[:half], beside[half + 1 :], ROSTER_WIDTH + 4), *legend]
    return [*lines, *side_by_side(board, [*beside, Text(), *legend], wide + 1)]


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


def heading(view: dict[str, Any], glyphs: Glyphs, width: int) -> list[Text]:
    """Scenario, turn, event and what both sides have gathered."""
    if view["scenario"] is None:
        return [Text("ESCAPE", "bold")]
    parts = [f"turn {view['turn']} of {view['turns']}" if view["turn"] else "setting up"]
    if view["event"]:
        parts.append(f"event: {view['event']['name']}")
    if view["dark"]:
        parts.append(f"dark: {view['board']['area_names'][view['dark']]['name']}")
    if view["first"]:
        parts.append(f"{SIDE_NAMES[view['first']]} starts")
    parts.append(f"Revolution tokens {view['revolution']}")
    if view["hacked"]:
        parts.append(f"hacked: {', '.join(view['hacked'])}")
    if any(view["banked"].values()):
        parts.append("banked: " + ", ".join(f"{SIDE_NAMES[side]} {points}" for side, points in view["banked"].items()))
    exits = [f"{SIDE_NAMES[side]} {', '.join(map(str, doors))}" for side, doors in view["board"]["exits"].items() if doors]
    if exits:
        parts.append("exits: " + "; ".join(exits))
    dot = " - " if glyphs.floor == "." else " · "
    lines = [Text().append(f"{view['scenario']['name'].upper()} ({view['board']['map']})", "bold")]
    for part in parts:
        if lines[-1].cell_len + len(dot) + len(part) > width:
            lines.append(Text(f"  {part}"))
        else:
            lines[-1].append(f"{dot}{part}")
    return lines


def roster(view: dict[str, Any], glyphs: Glyphs) -> list[Text]:
    """Both squads: damage of life, actions left, and who has been activated."""
    names = {character["id"]: character["mark"] for character in view["characters"]}
    lines: list[Text] = []
    for side in ("resistance", "isc"):
        you = ", you" if view["side"] == side else ""
        lines += [Text()] if lines else []
        lines.append(Text().append(f"{SIDE_NAMES[side] + you:<16}", SIDE_STYLES[side]).append("dmg  Mv Cb In", "dim"))
        for character in view["characters"]:
            if character["side"] == side:
                lines += _character(character, names[character["id"]], view, glyphs)
    return lines


def _character(character: dict[str, Any], code: str, view: dict[str, Any], glyphs: Glyphs) -> list[Text]:
    side = character["side"]
    active = view["active"] == character["id"]
    mark = glyphs.active if active else " "
    name = character["name"].split()[0] if len(character["name"]) > 11 else character["name"]
    here = character["status"] == "on the board"
    line = Text().append(mark, "bold").append(f"{code} ", SIDE_STYLES[side] if here else "dim")
    line.append(f"{name[:11]:<12}", ("bold" if active else "default") if here else "dim")
    if not here:
        return [line.append(character["status"], "dim")]
    share = character["damage"] / character["life"]
    style = "default" if not character["damage"] else "yellow" if share < 0.67 else "bold red"
    line.append(f"{character['damage']}/{character['life']:<2}"[:4], style)
    for name in ("Mvt", "Cbt", "Int"):
        statistic = character["statistics"][name]
        line.append(f"{statistic['left']:>3}", "yellow" if statistic["value"] != statistic["base"] else "default")
    if character["activated"] and not active:
        line.append(f" {glyphs.done}", "dim")
    lines = [line]
    notes = []
    if character["courier"]:
        notes.append("courier")
    carried = character["carries"]
    if carried:
        notes.append(f"has {thing(carried)}")
    if notes:
        lines.append(Text(f"    {', '.join(notes)}"[:ROSTER_WIDTH], "yellow"))
    return lines


def thing(token: dict[str, Any]) -> str:
    """A token in a few words."""
    if token["kind"] == "crate":
        return f"Objective {token['label']}" if token["label"] else "a crate"
    return (token["label"] or "something").replace("_", " ")


def legend_lines(drawing: Drawing, glyphs: Glyphs) -> list[Text]:
    """What the signs mean, as far as they are on the board."""
    view = drawing.view
    rows = [
        f"{DOOR_SIGNS['closed']} closed {DOOR_SIGNS['open']} open {DOOR_SIGNS['locked']} locked door",
        f"{glyphs.joints[4]} wall {glyphs.joints[20]} reinforced (1) airlock",
    ]
    kinds = {(token["kind"], bool(token["label"])) for token in view["tokens"]}
    signs = [
        text
        for kind, text in (
            (("crate", False), f"{glyphs.crate} crate"),
            (("crate", True), f"{glyphs.objective} objective"),
            (("equipment", False), f"{glyphs.unknown} token"),
            (("equipment", True), f"{glyphs.equipment} known"),
        )
        if kind in kinds
    ]
    if signs:
        rows.append("  ".join(signs)[:ROSTER_WIDTH])
    if drawing.goals:
        rows.append(f"{glyphs.goal} squares you can choose")
    named = drawing.named()
    missing = [area["name"] for code, area in drawing.board["area_names"].items() if code not in named]
    if missing:
        rows.append(f"unnamed: {', '.join(missing)}"[:ROSTER_WIDTH])
    lying = [f"{token['id']} {thing(token)} {token['square'][0]},{token['square'][1]}" for token in view["tokens"] if token["label"]]
    return [Text(row, "dim") for row in rows] + [Text(row[:ROSTER_WIDTH], "yellow") for row in lying[:4]]
