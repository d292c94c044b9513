"""A campaign at the terminal: where it stands, its next game, and a file that keeps both."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.text import Text

import fireteam
from fireteam.bots.loading import available, load_bot
from fireteam.core.desk import Bot
from fireteam.core.errors import SaveError, SetupError
from fireteam.core.match import Match
from fireteam.games.escape.campaign import Campaign
from fireteam.terminal import home
from fireteam.terminal.play import Session
from fireteam.terminal.reading import Reader, typed_dice
from fireteam.terminal.screen import SIDE_NAMES
from fireteam.terminal.start import SIDES, loaded_dice, menu

ENDINGS = {"outright": "outright, by its decisive game", "points": "by points", "equal points": "a draw on points"}


@dataclass(slots=True)
class Asked:
    """What the command line asked for; None where it said nothing."""

    file: Path
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


def open_campaign(asked: Asked) -> Campaign:
    """The campaign of a file; whatever is wrong with it is said in one sentence that names the file."""
    if not asked.file.exists():
        raise SetupError(f"there is no campaign in {asked.file} yet; without --show and --json one is begun there")
    try:
        campaign = Campaign.read(asked.file)
    except SaveError as error:
        reason = str(error)
        raise SetupError(reason if reason.startswith(str(asked.file)) else f"{asked.file}: {reason}") from None
    own = campaign.factions[0]
    if asked.side not in (None, own):
        raise SetupError(f"in this campaign you play the {SIDE_NAMES[own]}, and sides are kept to its end (ES-CAMP-01)")
    if asked.seed not in (None, campaign.seed):
        raise SetupError("this campaign has begun with another seed, which it keeps")
    return campaign


def begin_campaign(asked: Asked, console: Console, *, interactive: bool) -> Campaign:
    """The campaign of a file, begun and written at once where there is none; the person sits in seat 0."""
    if asked.side is not None and asked.side not in SIDES:
        raise SetupError(f"a side is {' or '.join(SIDES)}; got {asked.side!r}")
    if asked.dice not in (None, "seeded", "typed"):
        raise SetupError(f"dice are seeded or typed; got {asked.dice!r}")
    if asked.bot not in (None, "none"):
        load_bot(asked.bot)  # a bot that does not exist is said before anything is begun
    if asked.file.exists():
        return open_campaign(asked)
    side = asked.side
    if side is None and interactive and asked.bot != "none":
        title = "Which side do you play? You keep it for the whole campaign."
        side = menu(console, Reader(console), title, {"resistance": "Resistance", "isc": "I.S.C."})
    side = side or SIDES[0]
    seed = asked.seed if asked.seed is not None else int.from_bytes(os.urandom(6), "big")
    campaign = Campaign.new((side, SIDES[1 - SIDES.index(side)]), seed)
    write(campaign, asked.file)
    console.print(f"A new campaign is kept in {asked.file}.", soft_wrap=True)
    return campaign


def write(campaign: Campaign, file: Path) -> None:
    """Keep it, whole or not at all; a place that cannot be written is an error in one sentence."""
    try:
        campaign.write(file)
    except OSError as error:
        raise SetupError(f"cannot write {file}: {error.strerror or error}") from None


def play_next(campaign: Campaign, asked: Asked, console: Console) -> None:
    """Show where the campaign stands and play its next game, or go on with the one that is running."""
    name = asked.bot or ("greedy" if available("greedy") else "random")
    bots: dict[int, Bot] = {} if name == "none" else {1: load_bot(name)}
    _print(console, state_lines(campaign, console.width))
    if campaign.next_scenario is None:
        return
    reader = Reader(console)
    names = (SIDE_NAMES[campaign.factions[0]], SIDE_NAMES[campaign.factions[1]])
    typed = typed_dice(reader, lambda: names)
    running = campaign.running
    if running is not None:
        match = campaign.resume(loaded_dice(running, asked.dice, None, typed))
        assert match is not None
    else:
        match = fireteam.new("escape", **campaign.setup(), dice=typed if asked.dice == "typed" else None)
    console.print()
    session = CampaignGame(campaign, asked, match, bots, name, console, reader)
    if running is not None:
        session.skip_news()
    session.run()


class CampaignGame(Session):
    """A game of a campaign: kept in the campaign's file, and recorded there when it is over."""

    def __init__(
        self, campaign: Campaign, asked: Asked, match: Match, bots: dict[int, Bot], bot_name: str, console: Console, reader: Reader
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
        _print(self.console, state_lines(self.campaign, self.console.width))
        if self.campaign.next_scenario is not None:
            self.console.print(Text(f"`{self.goes_on}` plays it.", "dim"), soft_wrap=True)


def _kept(save: str) -> Path | None:
    """The finished game beside the campaign, for a replay; the result counts without it."""
    try:
        home.write_text(home.finished(), save)
    except SetupError:
        return None
    return home.finished()


# -- where it stands -------------------------------------------------------------------------------------------------------


def state_lines(campaign: Campaign, width: int) -> list[Text]:
    """The path so far, the points, what is next, and what the last result brings into it."""
    titles = _titles(campaign)
    own, other = (SIDE_NAMES[side] for side in campaign.factions)
    lines = [Text().append("CAMPAIGN", "bold").append(f"  {own} (first player) against {other}; sides are kept to the end")]
    for number, game in enumerate(campaign.games, 1):
        won = f"{SIDE_NAMES[game.winner]} won" if game.winner else "a draw"
        lines.append(Text(f"  game {number}  {titles[game.scenario]:<14} {won}{_losses(campaign, game.taken_out)}"))
    points = ", ".join(f"{SIDE_NAMES[side]} {count}" for side, count in campaign.points.items())
    if campaign.games:
        score = campaign.plan.ending_data
        lines.append(Text(f"  points: {points}").append(f"  (a win {score.win}, a draw {score.draw} each)", "dim"))
    result = campaign.result
    if result is not None:
        text = (
            ENDINGS[result.reason]
            if result.winner is None
            else f"{SIDE_NAMES[campaign.factions[result.winner]]} wins it {ENDINGS[result.reason]}"
        )
        return [*lines, Text(f"The campaign is over: {text}.", "bold")]
    due = campaign.next_scenario
    assert due is not None
    running = _running(campaign)
    place = "" if running is None else f", turn {running['turn']} of {running['turns']}" if running["turn"] else ", setting up"
    which = f"game {len(campaign.games) + 1} of at most {campaign.plan.length}"
    lines.append(Text(f"{'Next' if running is None else 'Under way'}: {which}, {titles[due]}{place}.", "bold"))
    brought = brought_along(campaign)
    lines += [Text("  the game before brings into it:")] if brought else []
    for text in brought:
        lines += [Text(row) for row in wrap(text, width, initial_indent="  - ", subsequent_indent="    ")]
    lines += [
        Text(row, "dim") for row in wrap(f"then: {_then(campaign, due, titles)}", width, initial_indent="  ", subsequent_indent="    ")
    ]
    return lines


def brought_along(campaign: Campaign) -> list[str]:
    """What the last result does to the next game, with the names it concerns (ES-CAMP-02)."""
    carry = campaign.carryover()
    names = {character.id: character.name for character in campaign.pack.characters}
    found = []
    for entry in campaign.consequences():
        if entry.effect.start_damage is not None:
            who = ", ".join(names[name] for name, _ in carry.damage)
        elif entry.effect.keep_equipment is not None:
            who = ", ".join(f"{names[name]} {label.replace('_', ' ')}" for name, label in carry.kept) or "nobody carried any"
        elif entry.effect.give_equipment is not None and not carry.gift:
            who = "nothing: it is kept by the character who left with it"
        else:
            who = ""
        found.append(entry.text + (f": {who}" if who else "") + f" ({entry.id})")
    return found


def state_json(campaign: Campaign, file: Path) -> dict[str, Any]:
    """The same as plain JSON data; seeds of games to come stay in the file."""
    due, result = campaign.next_scenario, campaign.result
    return {
        "file": str(file),
        "game": "escape",
        "pack": campaign.pack.info.id,
        "factions": list(campaign.factions),
        "games": [
            {"scenario": game.scenario, "winner": game.winner, "taken_out": list(game.taken_out), "left": dict(game.left)}
            for game in campaign.games
        ],
        "points": campaign.points,
        "length": campaign.plan.length,
        "next": None if due is None else {
            "scenario": due,
            "title": _titles(campaign)[due],
            "consequences": [{"id": entry.id, "text": entry.text} for entry in campaign.consequences()],
            "setup": campaign.setup().get("campaign", {}),
            "after": campaign.plan.path[due].model_dump() if len(campaign.games) + 1 < campaign.plan.length else None,
        },
        "running": _running(campaign),
        "result": None if result is None else {
            "winner": result.winner, "side": None if result.winner is None else campaign.factions[result.winner], "reason": result.reason
        },
    }  # fmt: skip


def _running(campaign: Campaign) -> dict[str, Any] | None:
    """How far the game in progress is, if there is one."""
    match = campaign.resume()
    if match is None:
        return None
    view = match.view(None)
    return {"scenario": view["scenario"]["id"], "turn": view["turn"], "turns": view["turns"], "answers": len(match.answers())}


def _titles(campaign: Campaign) -> dict[str, str]:
    return {entry.id: entry.name for entry in campaign.pack.scenarios}


def _losses(campaign: Campaign, taken_out: tuple[str, ...]) -> str:
    names = {character.id: character.name for character in campaign.pack.characters}
    return f"; taken out: {', '.join(names[name] for name in taken_out)}" if taken_out else ""


def _then(campaign: Campaign, due: str, titles: dict[str, str]) -> str:
    """Where each result of the game that is due leads."""
    if len(campaign.games) + 1 >= campaign.plan.length:
        return "the campaign ends after this game"
    step = campaign.plan.path[due]
    leads = [(f"{SIDE_NAMES[side]} wins", getattr(step, side)) for side in SIDES]
    leads.append(("a draw", step.draw))
    return "; ".join(f"{result}: {titles.get(name, 'the campaign ends')}" for result, name in leads)


def _print(console: Console, lines: list[Text]) -> None:
    for line in lines:
        console.print(line)
