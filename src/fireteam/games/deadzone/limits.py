"""What a position of Deadzone may hold beside the marks on its fields: what there is in a match, and what fits
together."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from fireteam.games.deadzone.state import COMM, ITEM, NOBODY, NOWHERE, PLAY, SMOKE, SYMBOLS, TRAP, State
from fireteam.kit.bounds import Among, Bits, Limits, Range

if TYPE_CHECKING:
    from fireteam.games.deadzone.setting import Setting

SOMEONE, ANY_SEAT, PLACE = Among("models", (NOBODY,)), Among("seats", (NOBODY,)), Among("places", (NOBODY,))
COUNT, SIGNED = Range(0, 99), Range(-99, 99)
PEOPLE = (
    "who", "victims", "target", "targets", "attacker", "defender", "shooter", "victim", "met", "near", "losers",
    "lying", "stimulated", "by", "moved",
)  # fmt: skip
COUNTS = (
    "shorts",
    "served",
    "dice",
    "left",
    "shots",
    "fired",
    "answered",
    "tested",
    "height",
    "count",
    "free",
    "misses",
)

LIMITS = Limits(
    {
        **dict.fromkeys(PEOPLE, SOMEONE),
        **dict.fromkeys(COUNTS, COUNT),
        **dict.fromkeys(("hits", "won", "later", "lifts", "air", "cubes", "models", "more", "shields"), COUNT),
        **dict.fromkeys(("ap", "strength", "impact", "base", "low", "high", "difference", "margin", "up"), SIGNED),
        **dict.fromkeys(("seat", "winner"), ANY_SEAT),
        **dict.fromkeys(("place", "start", "stands", "cube"), PLACE),
        **dict.fromkeys(("east", "north"), Range(-1, 1)),
        "rerolled": Bits("seats"),
        "number": Range(NOBODY, 99),
        **dict.fromkeys(("asked", "shots"), Range(NOBODY, 9_999)),
    }
)


def things_of(setting: Setting, state: State) -> dict[str, Collection[Any]]:
    """The models, places and cubes that a field may name."""
    board = setting.field.board
    return {
        "models": range(len(setting.cards)),
        "places": range(board.places),
        "cubes": range(board.count),
        "scenarios": range(len(setting.scenarios)),
        "kinds": (ITEM, TRAP, SMOKE, COMM),
    }


def check_together(setting: Setting, state: State) -> None:
    """A ValueError that names the first things of a state that do not fit together."""
    models = state.models
    if len(models) != len(setting.cards):
        raise ValueError(f"state.models has {len(models)} entries: the teams have {len(setting.cards)}")
    for place, model in enumerate(models):
        if (model.index, model.side) != (place, setting.sides[place]):
            raise ValueError(f"state.models[{place}].index is {model.index}: it is in no team of that side")
        if model.status == PLAY and model.place == NOWHERE:
            raise ValueError(f"state.models[{place}].place is {NOWHERE}: it is on the battlefield")
    if sorted(state.zones) != [0, 1]:
        raise ValueError(f"state.zones is {list(state.zones)}: each side has one")
    for seat, dice in enumerate(state.command):
        if len(dice) != len(SYMBOLS):
            raise ValueError(f"state.command[{seat}] has {len(dice)} entries: there are {len(SYMBOLS)} symbols")
