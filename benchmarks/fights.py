"""Choices a second where everybody fights: random play hardly ever does, so skills and dodges would never be
measured."""

from __future__ import annotations

import random

from benchmarks.measure import Row, Subject, rate
from benchmarks.peers import CATANATRON, in_turn, play_catanatron
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.escape import GAME
from fireteam.games.escape.arena import lay

FIGHTING = frozenset(("attack", "throw", "shoot", "grenade", "grenade_square", "attract"))
CHOICES = 100
"""A fight is left after so many choices: by then those who still stand are apart."""

UPPER_DECK = {
    "ashton": (6, 5), "ubume": (7, 5), "jimmy": (8, 5), "magnes": (6, 6), "solenne": (7, 6), "bailiff": (8, 6),
    "bruno": (6, 7), "mamushi": (7, 7), "tilt": (8, 7), "static": (5, 6), "rivet": (5, 7),
}  # fmt: skip
LOWER_DECK = {
    "ashton": (6, 4), "ubume": (7, 4), "jimmy": (8, 4), "magnes": (6, 5), "solenne": (7, 5), "bailiff": (8, 5),
    "bruno": (6, 6), "mamushi": (7, 6), "tilt": (8, 6), "static": (9, 5), "rivet": (9, 6),
}  # fmt: skip
"""Both squads in contact in the central room of each map."""


def positions() -> list[Match]:
    """A fight in the central room for each scenario: squads in contact, equipment in hand, tokens to spend."""
    found = []
    for number, scenario in enumerate(GAME.scenarios()):
        setting = GAME.prepare(scenario=scenario, options=None, pack=None, setup={})
        match = lay(
            setting,
            Seeded(number),
            UPPER_DECK if setting.ground(scenario).scenario.map == "A" else LOWER_DECK,
            acting=("resistance", "isc")[number % 2],
            revolution=3,
            holds={
                "solenne": "em_grenade",
                "jimmy": "improvised_shield",
                "ubume": "gas_grenade",
                "bailiff": "combat_drugs",
            },
            courier="solenne",
            events=False,
        )
        assert match.decision is not None
        found.append(match)
    return found


def fight_out(match: Match, seed: int) -> int:
    """Attack where that is possible, else anything, until the fight is over; how many choices there were."""
    draw = random.Random(seed).random
    for choices in range(CHOICES):
        decision = match.decision
        if decision is None:
            return choices
        options = decision.options
        attacks = [option for option in options if option.kind in FIGHTING]
        options = attacks or options
        match.answer(options[int(draw() * len(options))])
    return CHOICES


def subject() -> Subject:
    """Choices of fights, beside catanatron's."""
    laid = positions()

    def fight_all(seed: int) -> int:
        return sum(fight_out(match.fork(Seeded(seed)), seed) for match in laid)

    return Subject(
        {
            "escape fights": lambda number: rate(in_turn(fight_all, 1000 * number)),
            CATANATRON: lambda number: rate(in_turn(play_catanatron, 1000 * number)),
        },
        [Row("choices in fights, against catanatron", "/s", "escape fights", CATANATRON, 5)],
    )
