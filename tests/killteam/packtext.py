"""How tests break a pack: the text of the good one, changed in one place, and the line that must be named."""

from __future__ import annotations

import re

import pytest

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import parse_yaml
from fireteam.games.killteam.content.check_killzones import check_killzones
from fireteam.games.killteam.content.killzones import Killzone
from fireteam.games.killteam.content.packs import PACKS
from fireteam.kit.content.models import Part
from fireteam.kit.content.validate import validate

GOOD = (PACKS.folder / "four_lamps.yaml").read_text(encoding="utf-8")


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with each change made once."""
    for old, new in changes:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return text


def line_with(text: str, part: str) -> int:
    """The line on which this part of the text begins, counted from 1."""
    assert text.count(part) == 1, (part, text.count(part))
    return text.count("\n", 0, text.index(part)) + 1


def refused(text: str, marker: str, reason: str) -> None:
    """The pack is refused for this reason, at the line that holds the marker."""
    with pytest.raises(PackError) as caught:
        PACKS.parse(text, "broken.yaml")
    assert caught.value.file == "broken.yaml"
    assert reason in caught.value.reason
    assert caught.value.line == line_with(text, marker)


class Maps(Part):
    """The killzones of a pack by themselves, so that a test need not read the rest."""

    killzones: tuple[Killzone, ...]


def killzone_text(name: str) -> str:
    """The text of one killzone, under the key `killzones`."""
    found = re.search(rf"  - id: {name}\n(?:    .*\n)*", GOOD)
    assert found is not None
    return "killzones:\n" + found[0]


def check_maps(text: str) -> None:
    """Check the killzones of a text."""
    data, lines = parse_yaml(text, "maps.yaml")
    check_killzones(validate(Maps, data, lines, "maps.yaml").killzones, lines, "maps.yaml")


def map_refused(text: str, marker: str, reason: str) -> None:
    """The killzone is refused for this reason, at the line that holds the marker."""
    with pytest.raises(PackError) as caught:
        check_maps(text)
    assert caught.value.file == "maps.yaml"
    assert reason in caught.value.reason
    assert caught.value.line == line_with(text, marker)
