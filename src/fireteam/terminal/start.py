"""From the wishes of the command line to a game at the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

import fireteam
from fireteam.bots.loading import available, load_bot
from fireteam.core.dice import Dice, Seeded
from fireteam.core.errors import SetupError
from fireteam.core.game import Game
from fireteam.core.match import Match
from fireteam.core.saves import take_apart
from fireteam.terminal import home
from fireteam.terminal.planeplay import PlaneSession
from fireteam.terminal.play import Session
from fireteam.terminal.reading import Quit, Reader, typed_dice
from fireteam.terminal.screen import SIDE_NAMES

ESCAPE = "escape"
SIDES = ("resistance", "isc")


@dataclass(slots=True)
class Wishes:
    """What the command line asked for; None where it said nothing."""

    game: str
    scenario: str | None = None
    side: str | None = None
    bot: str | None = None
    seed: int | None = None
    dice: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    load: Path | None = None
    resume: bool = False
    save: Path | None = None
    pack: str | None = None


def start(wishes: Wishes, console: Console, *, interactive: bool) -> Session:
    """A session that is ready to run."""
    if not wishes.resume and wishes.load is None:
        check_side(fireteam.game(wishes.game), wishes.side)
    check_dice(wishes.dice)
    if wishes.load is not None and wishes.resume:
        raise SetupError("--load and --resume name two different games: give one of them")
    reader = Reader(console)
    names: list[tuple[str, str]] = []
    typed = typed_dice(reader, lambda: names[0] if names else (SIDE_NAMES[SIDES[0]], SIDE_NAMES[SIDES[1]]))
    known: dict[str, Any] = {}
    if wishes.load is not None or wishes.resume:
        text, known = home.resume() if wishes.resume else (home.read_text(wishes.load or Path()), {})
        match = fireteam.load(text, dice=loaded_dice(text, wishes.dice, wishes.seed, typed))
        for note in match.notes:
            console.print(note)
    else:
        match = _new(wishes, console, reader, typed, interactive=interactive)
    if interactive:
        fireteam.warm(match.setting.game.name, may_compile=True)
    bot = wishes.bot or known.get("bot") or ("greedy" if available("greedy") else "random")
    kind = Session if match.setting.game.name == ESCAPE else PlaneSession
    session = kind(match, {}, bot, console, reader, wishes.save)
    names.append(session.names())
    if bot != "none":
        session.bots = {seat: load_bot(bot) for seat in _bot_seats(match, wishes, known)}
    if wishes.load is not None or wishes.resume:
        session.skip_news()
    return session


def side_names(game: Game) -> dict[str, str]:
    """The sides that a game lets its seats choose from: id and name."""
    return {side["id"]: side["name"] for side in game.start_form()["sides"]}


def check_side(game: Game, side: str | None) -> None:
    """A side that was asked for must be one of the game's."""
    if side is not None and side not in (known := side_names(game)):
        raise SetupError(f"a side is {' or '.join(known)}; got {side!r}")


def check_dice(dice: str | None) -> None:
    """Dice come from a seed or are typed in."""
    if dice not in (None, "seeded", "typed"):
        raise SetupError(f"dice are seeded or typed; got {dice!r}")


def _new(wishes: Wishes, console: Console, reader: Reader, typed: Dice, *, interactive: bool) -> Match:
    game = fireteam.game(wishes.game)
    scenarios = game.scenarios(wishes.pack)
    scenario, side = wishes.scenario, wishes.side
    if interactive and scenario is None:
        scenario = menu(console, reader, "Which scenario?", scenarios)
    if wishes.game != ESCAPE:
        return _new_by_form(wishes, console, reader, typed, scenario or next(iter(scenarios)), interactive=interactive)
    if interactive and side is None and wishes.bot != "none":
        side = wishes.side = menu(console, reader, "Which side do you play?", {"resistance": "Resistance", "isc": "I.S.C."})
    return fireteam.new(
        wishes.game,
        scenario=scenario or next(iter(scenarios)),
        seed=wishes.seed,
        options=wishes.options,
        pack=wishes.pack,
        dice=typed if wishes.dice == "typed" else None,
    )


def _new_by_form(wishes: Wishes, console: Console, reader: Reader, typed: Dice, scenario: str, *, interactive: bool) -> Match:
    """A match of a game that says in its form which sides there are; whoever plays here has the first seat."""
    game = fireteam.game(wishes.game)
    sides = {side["id"]: side["name"] for side in game.start_form()["sides"]}
    side = wishes.side
    chosen: dict[str, Any] = {}
    if side is None and interactive and wishes.bot != "none":
        side = menu(console, reader, "Which side do you play?", sides)
    if side is not None:
        chosen = game.setup_for((side, next(other for other in sides if other != side)))
    return fireteam.new(
        wishes.game,
        scenario=scenario,
        seed=wishes.seed,
        options=wishes.options,
        pack=wishes.pack,
        dice=typed if wishes.dice == "typed" else None,
        **chosen,
    )


def loaded_dice(text: str, wish: str | None, seed: int | None, typed: Dice) -> Dice | None:
    """The dice of a save go on as they were; where it does not hold its seed, typed or fresh ones do."""
    own = take_apart(text).header["dice"]
    if own.startswith("seeded ") and wish != "typed":
        return None
    if (own == "typed" and wish != "seeded") or wish == "typed":
        return typed
    return Seeded(seed or 0)


def _bot_seats(match: Match, wishes: Wishes, known: dict[str, Any]) -> list[int]:
    """The seats that the person does not take."""
    if wishes.side is None and known.get("bot_seats"):
        return [seat for seat in known["bot_seats"] if seat in (0, 1)]
    if match.setting.game.name != ESCAPE:
        return [1]
    seats = match.view(None)["seats"]
    own = seats.index(wishes.side or SIDES[0]) if wishes.side in seats or SIDES[0] in seats else 0
    return [1 - own]


def menu(console: Console, reader: Reader, title: str, choices: Mapping[str, str]) -> str:
    """A short menu; Enter takes the first."""
    keys = list(choices)
    while True:
        console.print(title, style="bold")
        for number, key in enumerate(keys, 1):
            console.print(f"  {number} {choices[key]}")
        line = reader.ask(f"1-{len(keys)} [1]>").lower()
        if line in ("q", "quit"):
            raise Quit
        if not line:
            return keys[0]
        if line.isdigit() and 1 <= int(line) <= len(keys):
            return keys[int(line) - 1]
        hits = [key for key in keys if key.startswith(line)]
        if len(hits) == 1:
            return hits[0]
        console.print(f"  {line!r} is none of these")
