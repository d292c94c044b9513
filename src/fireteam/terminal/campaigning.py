"""A campaign at the terminal: where it stands, its next game, and a file that keeps both. Any game may bring
campaigns."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

import fireteam
from fireteam.bots.loading import available, load_bot
from fireteam.core.bot_seat import Bot
from fireteam.core.errors import SaveError, SetupError
from fireteam.core.game import Campaign, Game, Standing
from fireteam.core.match import Match
from fireteam.core.rolled import other_dice
from fireteam.lab import campaigns as lab
from fireteam.terminal import home
from fireteam.terminal.play import Session
from fireteam.terminal.reading import Reader, typed_dice
from fireteam.terminal.start import check_dice, check_side, loaded_dice, menu, side_names


@dataclass(slots=True)
class Asked:
    """What the command line asked for; None where it said nothing."""

    file: Path
    game: str | None = None
    side: str | None = None
    bot: str | None = None
    seed: int | None = None
    dice: str | None = None
    teams: Sequence[Mapping[str, Any]] = ()
    """The data of teams that were built, for a new campaign: of the person's side, and of the other."""

    def command(self) -> str:
        """The command that goes on with the campaign in the same way."""
        words = ["fireteam", "campaign", str(self.file)]
        words += ["--bot", self.bot] if self.bot else []
        words += ["--dice", self.dice] if self.dice else []
        return shlex.join(words)


class Opened(NamedTuple):
    """A campaign and its game."""

    game: Game
    campaign: Campaign


def _game_of(asked: Asked) -> tuple[Game, type[Campaign]]:
    """The game whose campaign is meant: of a file what it says, of a new one what was asked for, else the first there
    is."""
    wanted = _said_by(asked.file) or asked.game
    names = fireteam.game_names() if wanted is None else (wanted,)
    for game in map(fireteam.game, names):
        kind = game.campaign()
        if kind is not None:
            return game, kind
    raise SetupError(f"{wanted or 'no game'} has no campaigns" if wanted else "no game has campaigns")


def _said_by(file: Path) -> str | None:
    """The game that a campaign's file names; None where it names none that there is: reading it will tell what is
    wrong."""
    try:
        name = json.loads(file.read_text(encoding="utf-8"))["game"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return name if name in fireteam.game_names() else None


def open_campaign(asked: Asked) -> Opened:
    """The campaign of a file; whatever is wrong with it is said in one sentence that names the file."""
    if not asked.file.exists():
        raise SetupError(f"there is no campaign in {asked.file} yet; without --show and --json one is begun there")
    game, kind = _game_of(asked)
    try:
        campaign = kind.read(asked.file)
    except SaveError as error:
        reason = str(error)
        raise SetupError(reason if reason.startswith(str(asked.file)) else f"{asked.file}: {reason}") from None
    if asked.side not in (None, campaign.sides[0]):
        own = _names(game, campaign)[0]
        raise SetupError(f"in this campaign you play the {own}, and sides are kept to its end ({campaign.rule})")
    if asked.teams:
        raise SetupError(f"this campaign has begun with its sides, which are kept to its end ({campaign.rule})")
    if asked.seed not in (None, campaign.seed):
        raise SetupError("this campaign has begun with another seed, which it keeps")
    return Opened(game, campaign)


def begin_campaign(asked: Asked, console: Console, *, interactive: bool) -> Opened:
    """The campaign of a file, begun and written at once where there is none; the person sits in seat 0."""
    game, kind = _game_of(asked)
    check_side(game, asked.side)
    check_dice(asked.dice)
    if asked.bot not in (None, "none"):
        load_bot(asked.bot)  # a bot that does not exist is said before anything is begun
    if asked.file.exists():
        return open_campaign(asked)
    names = side_names(game)
    side = asked.side or next(iter(names))
    if asked.side is None and interactive and asked.bot != "none" and not asked.teams:
        side = menu(console, Reader(console), "Which side do you play? You keep it for the whole campaign.", names)
    seed = asked.seed if asked.seed is not None else int.from_bytes(os.urandom(6), "big")
    campaign = kind.new(_sides(game, asked, side, list(names)), seed)
    _write(campaign, asked.file)
    console.print(f"A new campaign is kept in {asked.file}.", soft_wrap=True)
    return Opened(game, campaign)


def play_next(opened: Opened, asked: Asked, console: Console) -> None:
    """Show where the campaign stands and play its next game, or go on with the one that is running."""
    game, campaign = opened
    name = asked.bot or ("greedy" if available("greedy") else "random")
    bots: dict[int, Bot] = {} if name == "none" else {1: load_bot(name)}
    _print(console, standing_lines(campaign, console.width))
    reader = Reader(console)
    if campaign.matter is not None:
        settle(campaign, asked, console, reader, everybody=name == "none")
        _print(console, standing_lines(campaign, console.width))
    if campaign.over:
        return
    labels = _names(game, campaign)
    playing: list[Match] = []
    typed = typed_dice(reader, lambda: playing[-1] if playing else None, lambda: labels)
    running = campaign.running
    if running is not None:
        match = campaign.resume(loaded_dice(running, asked.dice, None, typed))
        assert match is not None
    else:
        match = fireteam.new(game.name, **campaign.setup(), dice=typed if asked.dice == "typed" else None)
    playing.append(match)
    console.print()
    session = CampaignSession(campaign, asked, match, bots, name, console, reader)
    if running is not None:
        for note in other_dice(match):
            console.print(note)
        session.skip_news()
    session.run()


def _sides(game: Game, asked: Asked, side: str, every: Sequence[str]) -> list[Any]:
    """What a new campaign is begun with: a team or a side of each seat; against one comes a side of another faction."""
    if len(asked.teams) > 1:
        return list(asked.teams)
    teams = game.teams()
    faction = teams.faction_of if teams is not None else str
    if asked.teams and asked.side is not None and faction(side) != asked.teams[0]["faction"]:
        raise SetupError(f"the team is of {asked.teams[0]['faction']}, not of {side}")
    own = asked.teams[0] if asked.teams else side
    of = asked.teams[0]["faction"] if asked.teams else faction(side)
    return [own, next(other for other in every if faction(other) != of)]


def _names(game: Game, campaign: Campaign) -> tuple[str, str]:
    """What the sides of the first two seats are called."""
    names = side_names(game)
    first, second = (names.get(side, side) for side in campaign.sides[:2])
    return first, second


def play_between_bots(asked: Asked, bots: str, console: Console, *, every: bool) -> None:
    """Bots play the next game, or one after the other to the end; before each the file is read and verified anew."""
    names = tuple(name.strip() for name in bots.split(","))
    if len(names) != 2:
        raise SetupError(f"--bots names two bots, such as greedy,random; got {bots!r}")
    if asked.dice == "typed":
        raise SetupError("bots do not type dice: --bots and --dice typed do not go together")
    for name in names:
        load_bot(name)  # a bot that does not exist is said before anything is begun
    game, campaign = begin_campaign(asked, console, interactive=False)
    warm_now = getattr(game, "warm_now", None)
    if warm_now is not None:
        warm_now()
    while True:
        lab.settle(campaign)
        if campaign.over:
            break
        campaign.record(lab.play_due(game, campaign, (names[0], names[1])))
        lab.settle(campaign)
        _write(campaign, asked.file)
        _print(console, standing_lines(campaign, console.width))
        if not every or campaign.over:
            return
        console.print()
        game, campaign = open_campaign(Asked(asked.file))
    _print(console, standing_lines(campaign, console.width))


def _write(campaign: Campaign, file: Path) -> None:
    try:
        campaign.write(file)
    except OSError as error:
        raise SetupError(f"cannot write {file}: {error.strerror or error}") from None


def settle(campaign: Campaign, asked: Asked, console: Console, reader: Reader, *, everybody: bool) -> None:
    """Ask the person what sides decide before the next game, each answer kept at once; a side without a person does
    the usual."""
    while (matter := campaign.matter) is not None:
        key = matter.options[0][0]
        if everybody or matter.seat == 0:
            key = menu(console, reader, matter.text, dict(matter.options))
        campaign.answer(key)
        campaign.write(asked.file)


class CampaignSession(Session):
    """A game of a campaign: kept in the campaign's file, and recorded there when it is over."""

    def __init__(
        self,
        campaign: Campaign,
        asked: Asked,
        match: Match,
        bots: dict[int, Bot],
        bot_name: str,
        console: Console,
        reader: Reader,
    ) -> None:
        super().__init__(match, bots, bot_name, console, reader, None)
        self.campaign = campaign
        self.asked = asked
        self.place = str(asked.file)
        self.goes_on = asked.command()

    def _store(self) -> None:
        """A game that is over is recorded at its end, not held."""
        if not self.match.over:
            self.campaign.hold(self.match)
            self.campaign.write(self.asked.file)

    def _finish(self, save: str) -> None:
        """Record the result; where that cannot be written the file keeps the game before its last answer."""
        kept = _kept(save)
        self.campaign.record(self.match)
        try:
            self.campaign.write(self.asked.file)
        except OSError as error:
            reason = f"cannot write {self.asked.file}: {error.strerror or error}"
            raise SetupError(
                f"{reason}; it holds what it held before" + (f", and the finished game is in {kept}" if kept else "")
            ) from None
        if kept:
            self.console.print(Text(f"To look at it again: fireteam replay {kept}", "dim"), soft_wrap=True)
        self.console.print()
        _print(self.console, standing_lines(self.campaign, self.console.width))
        if not self.campaign.over:
            self.console.print(Text(f"`{self.goes_on}` plays it.", "dim"), soft_wrap=True)


def _kept(save: str) -> Path | None:
    """The finished game beside the campaign, for a replay; the result counts without it."""
    try:
        home.write_text(home.finished(), save)
    except SetupError:
        return None
    return home.finished()


# -- where it stands ---------------------------------------------------------------------------------------------------


def standing_lines(campaign: Campaign, width: int) -> list[Text]:
    """Where a campaign stands, as lines that fit the width."""
    return [line for row in campaign.standing() for line in _standing(row, width)]


def _standing(row: Standing, width: int) -> list[Text]:
    if row.kind == "title":
        return [Text().append("CAMPAIGN", "bold").append(f"  {row.text}")]
    if row.kind == "heading":
        return [Text(row.text, "bold")]
    if row.kind == "fact":
        line = Text(f"  {row.text}")
        return [line.append(f"  {row.note}", "dim") if row.note else line]
    first, style = ("  - ", "") if row.kind == "item" else ("  ", "dim")
    return [Text(text, style) for text in wrap(row.text, width, initial_indent=first, subsequent_indent="    ")]


def _print(console: Console, lines: list[Text]) -> None:
    for line in lines:
        console.print(line)
