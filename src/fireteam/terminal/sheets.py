"""What can be looked up during a game: how the scenario is won, and a character's card."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from fireteam.terminal.board import SIDE_STYLES
from fireteam.terminal.screen import SIDE_NAMES, thing


def goal_lines(scenario: dict[str, Any]) -> list[Text]:
    """How each side wins, and what is special in this scenario."""
    victory = scenario["victory"]
    lines = [Text(f"{scenario['name']}: how it is won", "bold")]
    lines += [Text().append(f"  {SIDE_NAMES[side]}: ", SIDE_STYLES[side]).append(victory[side]) for side in ("resistance", "isc")]
    lines.append(Text(f"  otherwise: {SIDE_NAMES.get(victory['otherwise'], 'a draw')}"))
    lines += [Text(f"  early end: {victory['early_end']}")] if victory["early_end"] else []
    return [*lines, *(Text(f"  special: {special['text']}") for special in scenario["specials"])]


def card_lines(character: dict[str, Any]) -> list[Text]:
    """A character's values, skills and weapons; a changed value with its reasons."""
    statistics = character["statistics"]
    values = ", ".join(f"{name} {value['value']} ({value['left']} left)" for name, value in statistics.items())
    lines = [
        f"{character['name']}, {SIDE_NAMES[character['side']]}, rank {character['rank']}, {character['status']}",
        f"  {values}, damage {character['damage']} of {character['life']}",
        f"  {', '.join([*character['skills'], *(weapon['name'] for weapon in character['weapons'])]) or 'no skills'}",
    ]
    lines += [f"  carries {thing(character['carries'])}"] if character["carries"] else []
    for name, value in statistics.items():
        if value["value"] != value["base"]:
            reasons = ", ".join(f"{part['amount']:+d} {part['reason']} ({part['rule']})" for part in value["reasons"])
            lines.append(f"  {name} {value['value']}: {reasons}")
    return [Text(line) for line in lines]
