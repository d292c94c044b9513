"""What a page offers whoever starts a match: the readings of rules that the players may choose, each explained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fireteam.core.rulebook import Rulebook


def options_form(
    rulebook: Rulebook, titles: Mapping[str, tuple[str, str]], values: Mapping[str, Mapping[str, str]]
) -> list[dict[str, Any]]:
    """Every option of a rulebook as plain JSON data: its title, its question, and each of its values in words."""
    return [
        {
            "id": option.name,
            "title": titles[option.name][0],
            "text": titles[option.name][1],
            "rule": option.rule,
            "default": option.default,
            "values": [{"value": value, "text": values[option.name][str(value).lower()]} for value in option.values],
        }
        for option in rulebook.options.values()
    ]
