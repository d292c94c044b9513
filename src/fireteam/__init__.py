"""Fireteam knows the rulebooks of tabletop skirmish games, and plays them with you.

import fireteam
match = fireteam.new("escape", scenario="infiltration", seed=7)
while not match.over:
    match.answer(match.decision.options[0])
print(match.result)
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import fireteam.games  # noqa: F401 (bound before the function of the same name, which would else be lost when a game is imported)
from fireteam.core.dice import Dice, Given, Seeded, Typed
from fireteam.core.errors import (
    BotError,
    FireteamError,
    IllegalAnswer,
    PackError,
    RuleFault,
    SaveError,
    SetupError,
    WrongSeat,
)
from fireteam.core.match import CHECKPOINT_AFTER, Match

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Thread

    from fireteam.core.game import Game

__version__ = "0.1.0"
__all__ = [
    "BotError",
    "FireteamError",
    "Given",
    "IllegalAnswer",
    "Match",
    "PackError",
    "RuleFault",
    "SaveError",
    "Seeded",
    "SetupError",
    "Typed",
    "WrongSeat",
    "game",
    "game_names",
    "games",
    "load",
    "new",
]

_GAMES = {
    "escape": "fireteam.games.escape",
    "killteam": "fireteam.games.killteam",
    "deadzone": "fireteam.games.deadzone",
    "necromunda": "fireteam.games.necromunda",
}


def game_names() -> tuple[str, ...]:
    """The names of the games that can be played; nothing of them is loaded."""
    return tuple(_GAMES)


def games() -> dict[str, str]:
    """The games that can be played: name and title."""
    return {name: game(name).title for name in _GAMES}


def game(name: str) -> Game:
    """A game by its name; its rules are loaded when it is first asked for."""
    if name not in _GAMES:
        near = difflib.get_close_matches(name, _GAMES, 1)
        raise SetupError(f"no game {name!r}; there is {' and '.join(near or _GAMES)}")
    found: Game = import_module(_GAMES[name]).GAME
    return found


def warm(name: str, *, may_compile: bool) -> Thread | None:
    """Let a game get faster in the background, if it can: the thread that does it. What takes a minute only if it
    `may_compile`."""
    work: Callable[..., Thread] | None = getattr(game(name), "warm", None)
    return None if work is None else work(may_compile=may_compile)


def new(
    game_name: str,
    *,
    seed: int | None = None,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    pack: str | None = None,
    dice: Dice | Iterable[Any] | str | None = None,
    events: bool = True,
    checkpoints: int = CHECKPOINT_AFTER,
    **setup: Any,
) -> Match:
    """A new match. Dice come from the seed (a fresh one if none is named), from a source or list that is given, or
    surface with "ask"."""
    setting = game(game_name).prepare(scenario=scenario, options=options, pack=pack, setup=setup)
    return Match(setting, _source(dice, seed), events=events, checkpoints=checkpoints)


def _source(dice: Dice | Iterable[Any] | str | None, seed: int | None) -> Dice | None:
    if dice is None:
        return Seeded(seed if seed is not None else int.from_bytes(os.urandom(6), "big"))
    if isinstance(dice, str):
        if dice != "ask":
            raise SetupError(f"dice are a source, a list of faces, or 'ask'; got {dice!r}")
        return None
    if isinstance(dice, Iterable):
        return Given(dice, Seeded(seed) if seed is not None else None)
    return dice


def load(text: str, *, dice: Dice | None = None) -> Match:
    """A match from the text of a save; a broken one is a SaveError that names the line, and nothing is kept of it."""
    from fireteam.core.saves import read

    return read(text, game, dice)
