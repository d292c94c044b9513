"""From the wishes of the command line to a game at the terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console

import fireteam
from fireteam.bots.loading import available, load_bot
from fireteam.core.dice import Dice
from fireteam.core.errors import SetupError
from fireteam.core.game import Game
from fireteam.core.match import Match
from fireteam.core.rolled import other_dice
from fireteam.core.saves import rolls_in, take_apart
from fireteam.core.sealed import SEED_BYTES, Sealed
from fireteam.core.yamlfile import suggestion
from fireteam.terminal import home
from fireteam.terminal.play import Session, seat_names
from fireteam.terminal.reading import Quit, Reader, typed_dice


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
    teams: Sequence[Mapping[str, Any]] = ()
    """The data of teams that were built: of the person's seat, and of the other."""
    setup: str | None = None
    """Whether people set up the game themselves, or have it done."""


def start(wishes: Wishes, console: Console, *, interactive: bool) -> Session:
    """A session that is ready to run."""
    if not wishes.resume and wishes.load is None:
        check_side(fireteam.game(wishes.game), wishes.side, wishes.pack)
    check_dice(wishes.dice)
    if wishes.setup not in (None, "ask", "auto"):
        raise SetupError(f"a set-up is ask or auto; got {wishes.setup!r}")
    if wishes.teams and (wishes.load is not None or wishes.resume):
        raise SetupError("a game that goes on has its teams: --team is for a new one")
    if wishes.load is not None and wishes.resume:
        raise SetupError("--load and --resume name two different games: give one of them")
    reader = Reader(console)
    names: list[tuple[str, str]] = []
    playing: list[Match] = []
    typed = typed_dice(reader, lambda: playing[-1] if playing else None, lambda: names[-1])
    known: dict[str, Any] = {}
    if wishes.load is not None or wishes.resume:
        text, known = home.resume() if wishes.resume else (home.read_text(wishes.load or Path()), {})
        match = fireteam.load(text, dice=loaded_dice(text, wishes.dice, wishes.seed, typed))
        for note in [*match.notes, *other_dice(match)]:
            console.print(note)
        own = _own_seat(match, wishes, known)
    else:
        new = _new(wishes, console, reader, interactive=interactive)
        names.append(new.names)
        match, own = new.begin(typed if wishes.dice == "typed" else None), new.own
    playing.append(match)
    if interactive:
        fireteam.warm(match.setting.game.name, may_compile=True)
    bot = wishes.bot or known.get("bot") or ("greedy" if available("greedy") else "random")
    session = Session(match, {}, bot, console, reader, wishes.save)
    names.append(session.names())
    if bot != "none":
        session.bots = {1 - own: load_bot(bot)}
    if wishes.setup == "auto":
        session.set_up = {seat: None for seat in (0, 1) if seat not in session.bots}
    if wishes.load is not None or wishes.resume:
        session.skip_news()
    return session


def _own_seat(match: Match, wishes: Wishes, known: dict[str, Any]) -> int:
    """The seat of the person in a game that goes on: of the side that was asked for, else as it was, else the first."""
    if wishes.side is not None:
        game = match.setting.game
        check_side(game, wishes.side)
        names = seat_names(match)
        wanted = side_names(game)[wishes.side]
        if wanted not in names:
            raise SetupError(f"nobody plays {wanted} in this game; there is {' and '.join(names)}")
        return names.index(wanted)
    seats = [seat for seat in known.get("bot_seats", ()) if seat in (0, 1)]
    return 1 - seats[0] if seats else 0


def side_names(game: Game, pack: str | None = None) -> dict[str, str]:
    """The sides that a game lets its seats choose from: id and name."""
    return {side["id"]: side["name"] for side in game.start_form(pack)["sides"]}


def check_side(game: Game, side: str | None, pack: str | None = None) -> None:
    """A side that was asked for must be one of the game's."""
    if side is not None and side not in (known := side_names(game, pack)):
        raise SetupError(f"a side is {' or '.join(known)}; got {side!r}")


def check_dice(dice: str | None) -> None:
    """Dice come from a seed or are typed in."""
    if dice not in (None, "seeded", "typed"):
        raise SetupError(f"dice are seeded or typed; got {dice!r}")


class New(NamedTuple):
    """A match that is to be begun: what with, what its seats will be called, and which of them is the person's."""

    wishes: Wishes
    scenario: str | None
    setup: dict[str, Any]
    names: tuple[str, str]
    own: int

    def begin(self, dice: Dice | None) -> Match:
        """The match before its first answer."""
        wishes = self.wishes
        return fireteam.new(
            wishes.game,
            scenario=self.scenario,
            seed=wishes.seed,
            options=wishes.options,
            pack=wishes.pack,
            dice=dice,
            **self.setup,
        )


def _new(wishes: Wishes, console: Console, reader: Reader, *, interactive: bool) -> New:
    """What is played; whoever plays here has the first seat, unless the scenario says who sits where."""
    game = fireteam.game(wishes.game)
    form = game.start_form(wishes.pack)
    scenarios = {entry["id"]: entry["name"] for entry in form["scenarios"]}
    sides = {side["id"]: side["name"] for side in form["sides"]}
    scenario = named_scenario(scenarios, wishes.scenario)
    if scenario is None and interactive and scenarios:
        scenario = menu(console, reader, "Which scenario?", scenarios)
    scenario = scenario or next(iter(scenarios), None)
    entry: dict[str, Any] = next((entry for entry in form["scenarios"] if entry["id"] == scenario), {})
    seated = entry.get("sides", [])
    if wishes.teams:
        return _with_teams(wishes, game, scenario, seated)
    side = wishes.side
    if side is None and interactive and wishes.bot != "none":
        side = menu(console, reader, "Which side do you play?", {name: sides[name] for name in seated or sides})
    if seated:
        first, second = seated
        if side not in (None, first, second):
            raise SetupError(f"in {scenario} a side is {first} or {second}; got {side!r}")
        return New(wishes, scenario, {}, (sides[first], sides[second]), 1 if side == second else 0)
    first = side or next(iter(sides))
    second = next(other for other in sides if other != first)
    return New(wishes, scenario, game.setup_for((first, second)) if side else {}, (sides[first], sides[second]), 0)


def named_scenario(scenarios: Mapping[str, str], wish: str | None) -> str | None:
    """The scenario that is meant by an id, a title or its number in the list, before anything is asked about it."""
    if wish is None:
        return None
    low = wish.strip().lower()
    for number, (name, title) in enumerate(scenarios.items(), 1):
        if low in (name.lower(), title.lower(), str(number)):
            return name
    raise SetupError(f"no scenario {wish!r}; there is {', '.join(scenarios)}{suggestion(low, list(scenarios))}")


def _with_teams(wishes: Wishes, game: Game, scenario: str | None, seated: Sequence[str]) -> New:
    """A match of teams that were built; against one alone plays the ready team of another side."""
    built = game.teams()
    assert built is not None
    factions = built.factions(wishes.pack)
    sides = {side: built.faction_of(side, wishes.pack) for side in side_names(game, wishes.pack)}
    own = wishes.teams[0]["faction"]
    if seated:
        raise SetupError(f"{scenario} brings its own teams")
    if wishes.side is not None and built.faction_of(wishes.side, wishes.pack) != own:
        raise SetupError(f"the team is of {own}, not of {wishes.side}")
    other = next(side for side, faction in sides.items() if faction != own)
    against = wishes.teams[1]["faction"] if len(wishes.teams) > 1 else sides[other]
    return New(wishes, scenario, game.setup_for([*wishes.teams, other][:2]), (factions[own], factions[against]), 0)


def loaded_dice(text: str, wish: str | None, seed: int | None, typed: Dice) -> Dice | None:
    """The dice of a save go on as they were; where it does not hold its seed, typed ones do, or those of a seed of
    their own, which say from which roll on they fall: the rolls before are none of theirs."""
    file = take_apart(text)
    own = file.header["dice"]
    if wish != "typed" and (own.startswith("seeded ") or (own.startswith("sealed ") and '"seed": ' in own)):
        return None
    if (own == "typed" and wish != "seeded") or wish == "typed":
        return typed
    fresh = os.urandom(SEED_BYTES) if seed is None else sha256(str(seed).encode()).digest()
    return Sealed(fresh, {}, rolls_in(file))


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
