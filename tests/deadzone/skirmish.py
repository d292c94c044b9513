"""Small battles for tests: who is there, where, what the dice show, what is answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import fireteam.games.deadzone.keywords  # noqa: F401 - enters the keywords
from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Faces, Roll
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.geometry import Field
from fireteam.games.deadzone.state import Frame, Model

RIFLE = arena.weapon("Rifle", 6)
KNIFE = arena.weapon("Knife", "CC")


class CommandDice:
    """Dice for the next round alone: all others must be given."""

    def faces(self, roll: Roll, index: int) -> Faces:
        assert "command dice" in roll.topic, f"no dice given for {roll.topic}"
        return Seeded(1).faces(roll, index)


def battle(
    blue: Mapping[str, Unit],
    red: Mapping[str, Unit],
    at: Mapping[str, str],
    dice: Iterable[int] = (),
    *answers: str,
    frames: Sequence[Frame] = (),
    on: Field | None = None,
    options: Mapping[str, Any] | None = None,
    **position: Any,
) -> Match:
    """A match in which the first model of Blue is activated, after what else is under way, with these answers; all dice
    given must have been rolled."""
    cards = {name: (0, card) for name, card in blue.items()} | {name: (1, card) for name, card in red.items()}
    setting = arena.setting_for(cards, on=on, options=options)
    given = Given(dice, CommandDice())
    match = arena.match_over(arena.lay(setting, at, *frames, Activation(0), **position), given)
    for answer in answers:
        match.answer(answer)
    _ = None if match.over else match.decision
    assert given.unused == 0, f"{given.unused} dice were not rolled"
    return match


def offered(match: Match, word: str = "") -> list[str]:
    """What may be answered, as far as it begins with a word."""
    keys: list[str] = match.decision.keys()
    return [key for key in keys if key.startswith(word)]


def model(match: Match, name: str) -> Model:
    """A model by its name."""
    found: Model = match.state.models[match.table.number(name)]
    return found


def at(match: Match, name: str) -> str:
    """Where a model is."""
    board = match.table.board
    return str(board.place_name(model(match, name).place))


def told(match: Match, code: str) -> list[dict[str, Any]]:
    """What has been told under a code, in order."""
    return [dict(event.params) for event in match.log if event.code == code]


def cubes(match: Match, *names: str) -> int:
    """Some cubes as bits."""
    board = match.table.board
    return sum(1 << cube for cube in range(board.count) if board.name(cube) in names)


def dice_of(match: Match) -> int:
    """The dice of the last shot or fight that were counted."""
    found = [event for event in match.log if event.code in ("shoots", "fights")]
    count: int = found[-1].params["dice"]
    return count
