"""What the frames of Necromunda may hold beside the marks on their fields, and what there is in a match. What fits
together says `sound`."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from fireteam.games.necromunda.state import NOBODY, State
from fireteam.kit.bounds import Among, Limits, Range

if TYPE_CHECKING:
    from fireteam.games.necromunda.setting import Setting

SOMEBODY, COUNT, SIGNED = Among("models", (NOBODY,)), Range(0, 999), Range(-999, 999)
PLACE = Range(-10_000, 10_000)
PEOPLE = (
    "who", "target", "by", "against", "foe", "vehicle", "on", "near", "reacted", "spared", "trampled", "shaken",
    "under", "landed_on", "attacked", "caught", "helpers", "tests", "victims", "aboard", "crushed", "seen", "safe",
    "crews",
)  # fmt: skip
COUNTS = ("left", "dice", "face", "faces", "holes", "symbols", "failed", "served", "asked", "rolled", "fired", "tested")

LIMITS = Limits(
    {
        **dict.fromkeys(PEOPLE, SOMEBODY),
        **dict.fromkeys(COUNTS, COUNT),
        **dict.fromkeys(("strength", "ap", "damage", "cover", "needs", "extra", "turn_bonus"), SIGNED),
        **dict.fromkeys(("inches", "height", "size", "gone", "spent", "cost", "distance", "later"), SIGNED),
        **dict.fromkeys(("x", "y", "z", "markers", "where"), PLACE),
        "winner": Among("seats", (NOBODY,)),
    }
)


def things_of(setting: Setting, state: State) -> dict[str, Collection[Any]]:
    """The models and things that a field may name."""
    return {"models": range(len(setting.cards)), "things": state.things.keys()}
