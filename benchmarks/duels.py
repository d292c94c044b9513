"""Odds of fights of Kill Team: typed in, with five dice each that both sides re-roll; and in the midst of battles in
which both sides have command points, ploys and equipment for the dice that hurt them."""

from __future__ import annotations

from benchmarks.measure import Row, Subject, fresh

TYPED = """
import json
from time import process_time
from fireteam.games.killteam.odds import Duel

BOTH = dict(atk=5, hit=3, dmg="3/4", wounds=12, vs_atk=5, vs_hit=4, vs_dmg="2/3", vs_wounds=12)
Duel(**(BOTH | dict(atk=1, vs_atk=1))).solve()
spent = {{}}
for name, rules, points in (("plain", "", 0), ("balanced", "Balanced", 2), ("relentless", "Relentless", 2),
                            ("ceaseless", "Ceaseless", 0), ("ceaseless and a point", "Ceaseless", 1),
                            ("ceaseless and three points", "Ceaseless", 3)):
    start = process_time()
    odds = Duel(**BOTH, rules=rules, vs_rules=rules, cp=points, vs_cp=points).solve()
    spent[name] = (process_time() - start) * 1000
    assert odds.exact
print(json.dumps(spent))
"""
"""Fights of five dice each; both sides re-roll."""
FOUGHT = """
import json
import random
from statistics import median, quantiles
from time import process_time
from fireteam.core.dice import Seeded
from fireteam.kit.arena import match_at
from tests.killteam.directing import skirmish
from tests.killteam.playing import lively

spent, exact = [], 0
for number in range({first}, {first} + {many}):
    match, rng = skirmish(number), random.Random(number)
    for _ in range(300):
        if match.over:
            break
        fights = [option for option in match.decision.options if option.key == "FIGHT"] if (
            match.decision.region is None) else []
        if fights:
            state = match.table.copied()
            state.cp, state.ploys = (3, 3), ()
            asked = match_at(match.setting, state, Seeded(number))
            if asked.decision.find("FIGHT") is not None:
                start = process_time()
                odds = asked.odds("FIGHT")
                spent.append((process_time() - start) * 1000)
                exact += odds.exact
                break
        match.answer(lively(match, rng))
print(json.dumps({{
    "median": median(spent), "tenth": quantiles(spent, n=10)[-1], "worst": max(spent),
    "exact": 100 * exact / len(spent),
}}))
"""
"""The first FIGHT of each of some skirmishes, with three command points on both sides and every ploy unused."""
MANY = 9
"""Skirmishes of one round: seven rounds make more than sixty fights."""


def subject() -> Subject:
    """Each round asks about the same typed fights, and about fights of other battles."""
    typed: dict[int, dict[str, float]] = {}
    fought: dict[int, dict[str, float]] = {}

    def typing(what: str, number: int) -> float:
        if number not in typed:
            typed[number] = fresh(TYPED.format())
        return typed[number][what]

    def fighting(what: str, number: int) -> float:
        if number not in fought:
            fought[number] = fresh(FOUGHT.format(first=MANY * number, many=MANY))
        return fought[number][what]

    return Subject(
        {
            "duel, plain": lambda number: typing("plain", number),
            "duel, balanced": lambda number: typing("balanced", number),
            "duel, relentless": lambda number: typing("relentless", number),
            "duel, ceaseless": lambda number: typing("ceaseless", number),
            "duel, ceaseless and a point": lambda number: typing("ceaseless and a point", number),
            "duel, ceaseless and three points": lambda number: typing("ceaseless and three points", number),
            "fights, median": lambda number: fighting("median", number),
            "fights, nine in ten": lambda number: fighting("tenth", number),
            "fights, worst": lambda number: fighting("worst", number),
            "fights, exact": lambda number: fighting("exact", number),
        },
        [
            Row("odds of a fight, five dice each", "ms", "duel, plain", wanted=1000, most=True),
            Row("odds of a fight: Balanced and 2 points each", "ms", "duel, balanced", wanted=1000, most=True),
            Row("odds of a fight: Relentless and 2 points each", "ms", "duel, relentless", wanted=1000, most=True),
            Row("odds of a fight: Ceaseless on both sides", "ms", "duel, ceaseless", wanted=1000, most=True),
            Row(
                "odds of a fight: Ceaseless and 1 point each",
                "ms",
                "duel, ceaseless and a point",
                wanted=1000,
                most=True,
            ),
            Row(
                "odds of a fight: Ceaseless and 3 points each",
                "ms",
                "duel, ceaseless and three points",
                wanted=1000,
                most=True,
            ),
            Row("odds of fights in battles: the middle one", "ms", "fights, median", wanted=1000, most=True),
            Row("odds of fights in battles: nine in ten", "ms", "fights, nine in ten", wanted=1000, most=True),
            Row("odds of fights in battles: the slowest", "ms", "fights, worst", wanted=5000, most=True),
            Row("odds of fights in battles: exact", "%", "fights, exact"),
        ],
    )
