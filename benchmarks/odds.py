"""Exact odds of one attack in which a veteran and Revolution tokens may re-roll: what somebody waits for who points at
it."""

from __future__ import annotations

from benchmarks.measure import Row, Subject, fresh

WARM = 5
"""Queries after the first, of which the middle one counts."""

QUERY = """
import json
from time import process_time
from fireteam.core.dice import Seeded
from fireteam.games.escape import GAME
from fireteam.games.escape.arena import lay

setting = GAME.prepare(scenario="evasion", options=None, pack=None, setup={{}})
match = lay(setting, Seeded(1), {{"ashton": (6, 5), "bailiff": (7, 5)}}, active="{active}", revolution=2)
match.decision
spent = []
for _ in range(1 + {warm}):
    start = process_time()
    odds = match.odds("attack {target}")
    spent.append((process_time() - start) * 1000)
assert odds.exact
print(json.dumps({{"first": spent[0], "warm": sorted(spent[1:])[{warm} // 2]}}))
"""


BOTH = """
import json
from time import process_time
from fireteam.games.escape.odds import Attack

spent = []
for _ in range(1 + {warm}):
    start = process_time()
    odds = Attack(cbt=3, vs_cbt=2, life=6, veteran=True, vs_veteran=True).odds()
    spent.append((process_time() - start) * 1000)
assert odds.exact
print(json.dumps({{"first": spent[0], "warm": sorted(spent[1:])[{warm} // 2]}}))
"""
"""A veteran on each side, typed in without a board."""


def subject() -> Subject:
    """The first query of a process and a later one, with the re-rolls on the attacker's side and on the defender's."""
    taken: dict[tuple[str, int], dict[str, float]] = {}

    def ask(active: str, target: str, when: str, number: int) -> float:
        """Each round starts one process for each attack; it answers for both its first query and a warm one."""
        if (active, number) not in taken:
            taken[active, number] = fresh(QUERY.format(active=active, target=target, warm=WARM))
        return taken[active, number][when]

    def both(number: int) -> float:
        return fresh(BOTH.format(warm=WARM))["warm"]

    return Subject(
        {
            "veterans on both sides": both,
            "veteran attacks, first": lambda number: ask("ashton", "bailiff", "first", number),
            "veteran attacks, warm": lambda number: ask("ashton", "bailiff", "warm", number),
            "veteran attacked, first": lambda number: ask("bailiff", "ashton", "first", number),
            "veteran attacked, warm": lambda number: ask("bailiff", "ashton", "warm", number),
        },
        [
            Row("odds, veterans on both sides: warm", "ms", "veterans on both sides", wanted=100, most=True),
            Row(
                "odds, a veteran with tokens attacks: first query",
                "ms",
                "veteran attacks, first",
                wanted=100,
                most=True,
            ),
            Row("odds, a veteran with tokens attacks: warm", "ms", "veteran attacks, warm", wanted=100, most=True),
            Row(
                "odds, a veteran with tokens is attacked: first query",
                "ms",
                "veteran attacked, first",
                wanted=100,
                most=True,
            ),
            Row("odds, a veteran with tokens is attacked: warm", "ms", "veteran attacked, warm", wanted=100, most=True),
        ],
    )
