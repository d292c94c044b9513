"""The most memory a process needs that plays random games."""

from __future__ import annotations

from benchmarks.measure import Row, Subject, fresh

ESCAPE_ROUNDS = 6
"""Games of each scenario."""
CATANATRON_GAMES = 6

PEAK = """
import os, sys

def peak():
    # On Linux ru_maxrss begins with what the parent process held; the high-water mark of its own memory starts afresh.
    if os.path.exists("/proc/self/status"):
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024
    import resource
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)

"""
# Each side loads nothing of the other, nor of this package.
ESCAPE = f"""{PEAK}
import random
import fireteam

for seed in range({ESCAPE_ROUNDS}):
    for scenario in fireteam.game("escape").scenarios():
        match = fireteam.new("escape", scenario=scenario, seed=seed, events=False)
        draw = random.Random(seed)
        while not match.over:
            match.answer(draw.choice(match.decision.options))
print(peak())
"""
CATANATRON = f"""{PEAK}
from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

for seed in range(1, {CATANATRON_GAMES} + 1):
    Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed).play()
print(peak())
"""


def subject() -> Subject:
    """Peak memory of ESCAPE beside catanatron's."""
    return Subject(
        {
            "escape memory": lambda number: float(fresh(ESCAPE)),
            "catanatron memory": lambda number: float(fresh(CATANATRON)),
        },
        [
            Row(
                "peak memory of random games, against catanatron",
                "MB",
                "escape memory",
                "catanatron memory",
                1,
                most=True,
            )
        ],
    )
