"""What the plane refuses, in a game's words: a table gives the rule and the text for each fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fireteam.core.refusals import Check
from fireteam.space.plane import faults
from fireteam.space.plane.faults import STANDING, Fault


class Words(NamedTuple):
    """The rule by which something is refused, and the words for it; of a place: the check that fails."""

    rule: str
    text: str


class Refused(NamedTuple):
    """Why a leg, or a path, is not legal, in words."""

    reason: str
    rule: str
    part: str = ""
    at: tuple[int, int] = (0, 0)
    leg: int = 1
    """The leg that cannot be made, and where it leads; 0: it is no leg, but that no way leads there at all."""


def in_words(words: Mapping[Fault, Words], refused: faults.Refused) -> Refused:
    """What the plane refuses of a move; a place that it cannot end in by the check that fails."""
    rule, text = words[refused.fault]
    reason = text.format(*refused.numbers, part=refused.part)
    if refused.fault in STANDING:
        reason = f"it cannot end there; this does not hold: {reason}"
    return Refused(reason, refused.rule or rule, refused.part, refused.at, refused.leg)


def failed(words: Mapping[Fault, Words], refused: faults.Refused) -> Check:
    """What the plane refuses of a place, as the check that fails."""
    rule, text = words[refused.fault]
    return Check(rule, False, text.format(*refused.numbers, part=refused.part), (refused.part,) if refused.part else ())
