"""Games of a campaign between bots: what is due is decided in the usual way, played and recorded."""

from __future__ import annotations

import random
import sys
from contextlib import redirect_stdout

import fireteam
from fireteam.bots.loading import load_bot
from fireteam.core.bot_seat import BotSeat, seat_answers
from fireteam.core.game import Campaign, Game
from fireteam.core.match import Match
from fireteam.lab.simulate import mixed


def settle(campaign: Campaign) -> None:
    """Every side does the usual until a game is due."""
    while (matter := campaign.matter) is not None:
        campaign.answer(matter.options[0][0])


def play_due(game: Game, campaign: Campaign, bots: tuple[str, str]) -> Match:
    """The game that is due or under way, played to its end by the bots of both seats; it is not recorded yet."""
    match = campaign.resume() or fireteam.new(game.name, **campaign.setup())
    # Fresh bots for every game, as in a simulation.
    players = (load_bot(bots[0]), load_bot(bots[1]))
    seats = [
        BotSeat(match, seat, random.Random(mixed(campaign.seed, f"{match.setting.header()} seat {seat}")))
        for seat in (0, 1)
    ]
    with redirect_stdout(sys.stderr):
        while (decision := match.decision) is not None:
            seat_answers(match, players[decision.seat], seats[decision.seat])
    return match
