"""Turns in which cubes are hit, entered and filled: with traps, items, clouds and fires in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import fireteam.games.deadzone.keywords  # noqa: F401 - enters the keywords
from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Faces, Roll
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.geometry import Field
from fireteam.games.deadzone.items import Items
from fireteam.games.deadzone.keywords.clouds import Clouds
from fireteam.games.deadzone.keywords.fire import Fires
from fireteam.games.deadzone.keywords.traps import Traps
from fireteam.games.deadzone.setting import Setting
from fireteam.games.deadzone.state import Frame, Model, Token
from tests.deadzone.scenes import play

DEAD = 2
GUN = arena.weapon("Gun", 9)
"""Something to do after a move."""


class NextRound:
    """Command dice for the next round; all other dice must be given."""

    def faces(self, roll: Roll, index: int) -> Faces:
        assert "command dice" in roll.topic, f"no dice given for {roll.topic}"
        return Seeded(1).faces(roll, index)


def turn(
    cards: Mapping[str, tuple[int, Unit]],
    at: Mapping[str, str],
    dice: Iterable[Any] = (),
    *answers: str,
    first: Frame | None = None,
    on: Field | None = None,
    options: Mapping[str, Any] | None = None,
    **laid: Any,
) -> Match:
    """The first model is activated, or something else is under way; quarters are taken as they come, and all dice given
    must have been rolled."""
    supplements = (Traps(), Items(), Clouds(), Fires())
    setting = arena.setting_for(cards, on=on, options=options, supplements=supplements)
    given = Given(dice, then=NextRound())
    table = arena.lay(setting, at, *([Activation(0)] if first is None else [first]), **laid)
    match = play(arena.match_over(table, given), *answers)
    assert given.unused == 0, f"{given.unused} dice were not rolled before {match.decision.topic}"
    return match


def setting_of(match: Match) -> Setting:
    """Its setting, as what it is."""
    assert isinstance(match.setting, Setting)
    return match.setting


def a(match: Match, name: str) -> Model:
    """A model as it is now."""
    found: Model = match.state.models[setting_of(match).numbers[name]]
    return found


def where(match: Match, name: str) -> str:
    """The cube of a model."""
    return str(setting_of(match).field.board.place_name(a(match, name).place))


def cube(name: str) -> int:
    """The number of a cube on the usual board."""
    found = arena.field().board.named(name)
    assert found is not None
    return arena.field().board.cube_of[found]


def token(kind: str, at: str, label: str = "", **more: Any) -> dict[str, Token]:
    """One token on the board."""
    return {f"{kind}-0": Token(f"{kind}-0", kind, label, cube(at), **more)}


def lying(match: Match, kind: str) -> list[tuple[str, str, int]]:
    """The tokens of a kind: what each is, where, and its number."""
    board = setting_of(match).field.board
    return [(one.label, board.name(one.cube), one.number) for one in match.state.tokens.values() if one.kind == kind]


def acts(match: Match) -> bool:
    """Whether the activation of the first model goes on."""
    return str(match.decision.topic) == f"action of {setting_of(match).names[0]}"


def codes(match: Match) -> list[str]:
    """What has been told, by code."""
    return [event.code for event in match.log]
