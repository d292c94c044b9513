"""Who looks at whole games of Kill Team."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fireteam.core.match import Match
from tests.killteam.playing import anything, faults
from tests.kit.examining import Examiner


def entries(match: Match) -> Iterator[str]:
    """What kill teams have may refuse something, too."""
    setting: Any = match.setting
    return (entry for seat in (0, 1) for entry in setting.book.by_id[seat])


EXAMINER = Examiner(faults, anything, entries, most=6_000)
LOOKS, examine = EXAMINER.looks, EXAMINER.examine
