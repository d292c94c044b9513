"""Plays whole campaigns at random, kept and read again in the middle and after each battle: the long run.

`python -m tests.necromunda.play_campaign SEED`
"""

from __future__ import annotations

import random
import sys
from typing import Any

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.necromunda.campaign.campaign import Campaign
from fireteam.games.necromunda.game import GAME


def battle_of(campaign: Campaign) -> Match:
    """The battle that is due, before its first answer."""
    wish: dict[str, Any] = dict(campaign.setup())
    seed, scenario, options = wish.pop("seed"), wish.pop("scenario"), wish.pop("options")
    return Match(GAME.prepare(scenario=scenario, options=options, setup=wish), Seeded(seed))


def settle(campaign: Campaign, rng: random.Random) -> None:
    """Everything is decided: mostly the usual, sometimes anything; nobody gives way."""
    while (matter := campaign.matter) is not None:
        keys = [key for key, _ in matter.options]
        campaign.answer(keys[0] if "give way" in keys or rng.random() < 0.6 else rng.choice(keys))


def play(seed: int) -> Campaign:
    """A whole campaign of two gangs."""
    rng = random.Random(seed)
    campaign = Campaign.new(["choir-1000", "couriers-1000"], seed)
    settle(campaign, rng)
    while not campaign.over:
        match = battle_of(campaign)
        while not match.over:
            assert match.decision is not None
            match.answer(match.decision.draw(rng.random))
            if match.answered == 20:
                campaign.hold(match)
                campaign = Campaign.load(campaign.save())
                resumed = campaign.resume()
                assert resumed is not None
                match = resumed
        campaign.record(match)
        settle(campaign, rng)
        campaign = Campaign.load(campaign.save())
        print(f"{len(campaign.course.reports)} battles, {len(campaign.book.lines)} lines", flush=True)
    return campaign


if __name__ == "__main__":
    played = play(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    print("\n".join(map(str, played.book.lines)))
    print(played.result)
