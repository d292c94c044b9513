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
from fireteam.core.match import Match
from fireteam.core.saves import take_apart
from fireteam.terminal import home
from fireteam.terminal.play import Session
from fireteam.terminal.reading import Quit, Reader, typed_dice
from fireteam.terminal.screen import SIDE_NAMES

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
    if wishes.side is not None and wishes.side not in SIDES:
        raise SetupError(f"a side is {' or '.join(SIDES)}; got {wishes.side!r}")
    if wishes.dice not in (None, "seeded", "typed"):
        raise SetupError(f"dice are seeded or typed; got {wishes.dice!r}")
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
    bot = wishes.bot or known.get("bot") or ("greedy" if available("greedy") else "random")
    session = Session(match, {}, bot, console, reader, wishes.save)
    names.append(session.names())
    if wishes.load is not None or wishes.resume:
        session.skip_news()
    if bot != "none":
        session.bots = {seat: load_bot(bot) for seat in _bot_seats(match, wishes, known)}
    return session


def _new(wishes: Wishes, console: Console, reader: Reader, typed: Dice, *, interactive: bool) -> Match:
    game = fireteam.game(wishes.game)
    scenarios = game.scenarios(wishes.pack)
    scenario, side = wishes.scenario, wishes.side
    if interactive and scenario is None:
        scenario = menu(console, reader, "Which scenario?", scenarios)
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
