"""What a position of ESCAPE may hold beside the marks on its fields: what there is in a match, and what fits
together."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from fireteam.games.escape.state import BOARD, CRATE, EQUIPMENT, SIDES, State

if TYPE_CHECKING:
    from fireteam.games.escape.setting import Setting


def things_of(setting: Setting, state: State) -> dict[str, Collection[Any]]:
    """The characters, squares, edges, tokens and the like that a field may name; a scenario that is none has those of
    the first."""
    names = setting.scenario_names()
    g = setting.ground(state.scenario if state.scenario in names else "")
    board = g.board
    return {
        "scenarios": names,
        "sides": range(len(SIDES)),
        "characters": range(len(g.cards)),
        "squares": range(g.squares.count),
        "edges": range(max(board.edge_squares, default=-1) + 1),
        "areas": board.areas,
        "airlocks": range(max(board.airlocks, default=-1) + 1),
        "terminals": g.terminals,
        "events": setting.events(),
        "kinds": (CRATE, EQUIPMENT),
        "labels": {*g.equipment, *(label for label, _ in (*g.bag, *g.backs))},
        "tokens": state.tokens.keys(),
    }


def check_together(setting: Setting, state: State) -> None:
    """A ValueError that names the first things of a state that do not fit together."""
    cards = setting.ground(state.scenario).cards
    if len(state.characters) != (len(cards) if state.scenario else 0):
        raise ValueError(f"state.characters has {len(state.characters)} entries: the squads have {len(cards)}")
    for place, character in enumerate(state.characters):
        if (character.index, character.side) != (place, cards[place].side):
            raise ValueError(f"state.characters[{place}].index is {character.index}: it is in no squad of that side")
    if state.seats and sorted(state.seats) != [0, 1]:
        raise ValueError(f"state.seats is {list(state.seats)}: each side has one")
    masks = {"occupied": 0, "resistance": 0, "isc": 0}
    for character in state.characters:
        if character.status == BOARD:
            bit = 1 << character.square if character.square >= 0 else 0
            masks["occupied"] |= bit
            masks[SIDES[character.side]] |= bit
    for name, mask in masks.items():
        if getattr(state, name) != mask:
            raise ValueError(f"state.{name} does not say where the characters stand")
