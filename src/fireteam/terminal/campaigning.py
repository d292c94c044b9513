"""A campaign at the terminal: where it stands, its next game, and a file that keeps both. Any game may bring
campaigns."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

import fireteam
from fireteam.bots.loading import available, load_bot
from fireteam.core.bot_seat import Bot
from fireteam.core.errors import SaveError, SetupError
from fireteam.core.game import Campaign, Game, Standing
from fireteam.core.match import Match
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
    own = campaign.sides[0]
    if asked.side not in (None, own):
        raise SetupError(
            f"in this campaign you play the {side_names(game)[own]}, and sides are kept to its end ({campaign.rule})"
        )
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
    if asked.side is None and interactive and asked.bot != "none":
        side = menu(console, Reader(console), "Which side do you play? You keep it for the whole campaign.", names)
    seed = asked.seed if asked.seed is not None else int.from_bytes(os.urandom(6), "big")
    campaign = kind.new((side, next(other for other in names if other != side)), seed)
    try:
        campaign.write(asked.file)
    except OSError as error:
        raise SetupError(f"cannot write {asked.file}: {error.strerror or error}") from None
    console.print(f"A new campaign is kept in {asked.file}.", soft_wrap=True)
    return Opened(game, campaign)


def play_next(opened: Opened, asked: Asked, console: Console) -> None:
    """Show where the campaign stands and play its next game, or go on with the one that is running."""
    game, campaign = opened
    name = asked.bot or ("greedy" if available("greedy") else "random")
    bots: dict[int, Bot] = {} if name == "none" else {1: load_bot(name)}
    _print(console, standing_lines(campaign, console.width))
    if campaign.over:
        return
    reader = Reader(console)
    labels = side_names(game)
    playing: list[Match] = []
    typed = typed_dice(
        reader, lambda: playing[-1] if playing else None, lambda: (labels[campaign.sides[0]], labels[campaign.sides[1]])
    )
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
        session.skip_news()
    session.run()


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
