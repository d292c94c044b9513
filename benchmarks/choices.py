"""Random legal choices a second, over whole games of all six scenarios."""

from __future__ import annotations

import random

import fireteam
from benchmarks.measure import Row, Subject, rate
from benchmarks.peers import BARE_CHESS, CATANATRON, CHESS, in_turn, play_catanatron, play_chess, play_chess_bare
from fireteam.core.match import CHECKPOINT_AFTER, Match


def play_out(match: Match, seed: int) -> int:
    """Random choices to the end of a game; how many there were. What has one option only is never asked."""
    draw = random.Random(seed).random
    choices = 0
    while (decision := match.decision) is not None:
        options = decision.options
        match.answer(options[int(draw() * len(options))])
        choices += 1
    return choices


def play_all(seed: int, checkpoints: int = CHECKPOINT_AFTER) -> int:
    """One random game of each scenario."""
    return sum(
        play_out(fireteam.new("escape", scenario=scenario, seed=seed, events=False, checkpoints=checkpoints), seed)
        for scenario in fireteam.game("escape").scenarios()
    )


def subject() -> Subject:
    """Choices of ESCAPE, with and without checkpoints, beside catanatron's choices and the moves of chess."""
    return Subject(
        {
            "escape choices": lambda number: rate(in_turn(play_all, 1000 * number)),
            "escape choices, no checkpoints": lambda number: rate(
                in_turn(lambda seed: play_all(seed, 0), 1000 * number)
            ),
            CATANATRON: lambda number: rate(in_turn(play_catanatron, 1000 * number)),
            CHESS: lambda number: rate(in_turn(play_chess, 1000 * number)),
            BARE_CHESS: lambda number: rate(in_turn(play_chess_bare, 1000 * number)),
        },
        [
            Row("choices, against catanatron", "/s", "escape choices", CATANATRON, 8),
            Row("choices, against chess", "/s", "escape choices", CHESS, 3),
            Row(
                "choices without checkpoints, against catanatron", "/s", "escape choices, no checkpoints", CATANATRON, 8
            ),
            Row("choices without checkpoints, against chess", "/s", "escape choices, no checkpoints", CHESS, 3),
            Row("choices without checkpoints, against bare chess", "/s", "escape choices, no checkpoints", BARE_CHESS),
        ],
    )
