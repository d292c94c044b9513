"""What a position of Kill Team may hold beside the marks on its fields: what there is in a match, and what fits
together."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from fireteam.games.killteam.setup.rosters import ROSTER
from fireteam.games.killteam.state import NOBODY, SCOPES, State
from fireteam.kit.bounds import Among, Limits, Range

if TYPE_CHECKING:
    from fireteam.games.killteam.setting import Setting

PERSON, FACES, COUNT = Among("operatives", (NOBODY,)), Range(0, 6), Range(0, 99)

LIMITS = Limits(
    {
        **dict.fromkeys(("who", "target", "by", "attacker", "fighter", "near", "vs_near"), PERSON),
        **dict.fromkeys(("dice", "again", "number"), FACES),
        **dict.fromkeys(("kept", "normals", "criticals", "fails", "assists", "vs_assists", "served"), COUNT),
        **dict.fromkeys(("damage", "wounds", "kills", "passes", "protected", "hit"), COUNT),
        "turn": Range(0, 1),
    }
)


def things_of(setting: Setting, state: State) -> dict[str, Collection[Any]]:
    """The operatives, cards, markers and ops that a field may name."""
    return {
        "operatives": range(len(state.operatives)),
        "cards": range(len(setting.cards)),
        "markers": state.markers.keys(),
        "crit ops": () if setting.pack is None else {op.id for op in setting.pack.crit_ops},
        "scopes": SCOPES,
    }


def check_together(setting: Setting, state: State) -> None:
    """A ValueError that names the first things of a state that do not fit together."""
    for place, operative in enumerate(state.operatives):
        path = f"state.operatives[{place}]"
        if operative.index != place:
            raise ValueError(f"{path}.index is {operative.index}: it stands at {place}")
        if setting.card_seats[operative.card] != operative.seat:
            raise ValueError(f"{path}.card is {operative.card}: it is in no kill team of seat {operative.seat}")
        if operative.wounds > setting.cards[operative.card].wounds:
            raise ValueError(f"{path}.wounds is {operative.wounds}: its card has fewer")
    if state.zones and sorted(state.zones) != [0, 1]:
        raise ValueError(f"state.zones is {list(state.zones)}: each seat has one of the two")
    for place, (seat, what, choice) in enumerate(state.selections):
        if what == ROSTER and setting.teams is not None:
            known = {card.id for card in setting.team(seat).operatives}
            strange = next((one for one in choice.split(",") if one and one not in known), None)
            if strange is not None:
                raise ValueError(
                    f"state.selections[{place}] names {strange[:60]!r}: it is in no kill team of that seat"
                )
    if state.judged > len(state.kills):
        raise ValueError(f"state.judged is {state.judged}: there are {len(state.kills)} kills")
