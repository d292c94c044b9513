"""How tests break a pack of Deadzone: the good text changed in one place, and the line that must be named."""

from __future__ import annotations

import pytest

from fireteam.core.errors import PackError
from fireteam.games.deadzone.content.packs import PACKS
from tests.killteam.packtext import changed, line_with

FILE = PACKS.folder / "drowned_lamps.yaml"
GOOD = FILE.read_text(encoding="utf-8")


def within(text: str, start: str, *changes: tuple[str, str]) -> str:
    """A text with the first place of each change after a start changed."""
    head, found, tail = text.partition(start)
    assert found and start not in tail, start
    for old, new in changes:
        assert old in tail, old
        tail = tail.replace(old, new, 1)
    return head + found + tail


def refused(text: str, marker: str, reason: str) -> None:
    """The pack is refused for this reason, at the line that holds the marker."""
    with pytest.raises(PackError) as caught:
        PACKS.parse(text, "broken.yaml")
    assert caught.value.file == "broken.yaml"
    assert reason in caught.value.reason
    assert caught.value.line == line_with(text, marker)


__all__ = ["FILE", "GOOD", "changed", "line_with", "refused", "within"]
