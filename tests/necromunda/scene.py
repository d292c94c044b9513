"""Scenes of Necromunda: fighters laid on a bare table, given dice, and answers by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.core.dice import Dice, Given
from fireteam.core.match import Match
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.cards import Card
from fireteam.games.necromunda.setting import Setting
from fireteam.games.necromunda.state import Model

MIDDLE = 30.0
"""Inches of the table's middle: scenes give places from there."""


def lay(
    red: Sequence[Card],
    blue: Sequence[Card],
    at: Mapping[str, Sequence[float]],
    dice: Sequence[Any] = (),
    *,
    active: str = "",
    on: Any = None,
    things: Sequence[Any] = (),
    options: Mapping[str, Any] | None = None,
    more: Sequence[Any] = (),
    then: Dice | None = None,
    **fields: Any,
) -> Match:
    """A match at a scene: places in inches from the middle, then perhaps a height and a facing."""
    about = arena.setting_for((red, blue), on=on, things=things, options=options, more=more)
    places = {name: (MIDDLE + place[0], MIDDLE + place[1], *place[2:]) for name, place in at.items()}
    return arena.lay(about, Given(list(dice), then), places, active=active, room=False, **fields)


def answer(match: Match, *keys: str) -> None:
    """Answer the questions in turn; each key must be on offer."""
    for key in keys:
        decision = match.decision
        assert decision is not None, f"the match is over before {key!r}"
        assert decision.find(key) is not None, f"{key!r} is not offered at {decision.topic!r}: {decision.keys()}"
        match.answer(key)


def model(match: Match, name: str) -> Model:
    """A model as it is now."""
    found: Model = match.state.models[number(match, name)]
    return found


def number(match: Match, name: str) -> int:
    """The number of a model."""
    setting: Any = match.setting
    return int(setting.numbers[name])


def place(match: Match, name: str) -> tuple[float, float]:
    """Where a model is, in inches from the middle."""
    m = model(match, name)
    return round(m.x / 100 - MIDDLE, 2), round(m.y / 100 - MIDDLE, 2)


def offers(match: Match) -> list[str]:
    """The kinds of options on offer, each once."""
    decision = match.decision
    assert decision is not None
    return list(dict.fromkeys(option.kind for option in decision.options))


def all_dice_used(match: Match) -> bool:
    """Whether every given die has been rolled."""
    assert isinstance(match.dice, Given)
    return match.dice.unused == 0


def setting(match: Match) -> Setting:
    """The setting of a battle."""
    found = match.setting
    assert isinstance(found, Setting)
    return found
