"""Exact odds: of one attack in ESCAPE in which a veteran and Revolution tokens may re-roll, and of the
shots, assaults and tests of whole battles of Deadzone and Necromunda. What somebody waits for who points at it."""

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


BATTLE = """
import json
import random
from statistics import quantiles
from time import process_time
from fireteam.bots.greedy import GreedyBot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.game import GAME

ASKED = dict.fromkeys(("shoot", "free_shoot"), "shots") | dict.fromkeys(
    ("assault", "free_assault", "fight", "strike", "with", "unarmed", "fight_back", "survive", "add", "keep", "reroll",
     "buy", "stand", "break_away", "explode", "second", "detonate", "heal", "console", "take_control"), "tests")
pack, number = content(None), {number}
pairs = [(scenario.id, map.id) for scenario in pack.scenarios for map in pack.maps]
scenario, map = pairs[number % len(pairs)]
factions = [faction.id for faction in pack.factions]
setup = {{"map": map, "limit": 100, "teams": [factions[number % 4], factions[(number // 4 + 1) % 4]]}}
match = Match(GAME.prepare(scenario=scenario, setup=setup), Seeded(number))
rng, bot = random.Random(number), GreedyBot()
spent = {{"shots": [], "tests": []}}
while not match.over:
    decision = match.decision
    kinds = {{}}
    for option in decision.options:
        if option.kind in ASKED:
            kinds.setdefault(option.kind, []).append(option)
    for kind, options in kinds.items():
        if rng.random() < {part}:
            start = process_time()
            odds = match.odds(rng.choice(options))
            spent[ASKED[kind]].append((process_time() - start) * 1000)
            assert not odds.samples
    if rng.random() < 0.1:
        match.answer(decision.draw(rng.random))
    else:
        match.answer(bot.choose(BotSeat(match, decision.seat, rng)), seat=decision.seat)
every = [*spent["shots"], *spent["tests"]]
print(json.dumps({{
    "shot": quantiles(spent["shots"] or [0.0], n=2)[0] if len(spent["shots"]) > 1 else 0.0,
    "tenth": quantiles(every, n=10)[-1],
    "worst": max(every),
    "asked": len(every),
}}))
"""
"""A battle between greedy bots in which, of each sort of action that is offered, one is asked about now and then."""
NECROMUNDA = """
import json
import random
from statistics import quantiles
from time import process_time
import fireteam
from fireteam.bots.greedy import GreedyBot
from fireteam.core.bot_seat import BotSeat
from fireteam.games.necromunda.content.packs import content

fireteam.game("necromunda").warm_now()
number, kinds = {number}, frozenset({kinds})
scenario = content(None).scenarios[number % len(content(None).scenarios)]
match = fireteam.new("necromunda", scenario=scenario.id, seed=number, events=False)
rng, bot = random.Random(number), GreedyBot()
spent = []
while not match.over and len(spent) < {most}:
    decision = match.decision
    offered = {{}}
    for option in decision.options:
        if option.kind in kinds:
            offered.setdefault(option.kind, []).append(option)
    for kind, options in offered.items():
        if rng.random() < {part}:
            start = process_time()
            odds = match.odds(rng.choice(options))
            spent.append((process_time() - start) * 1000)
            assert not odds.samples
    if rng.random() < 0.1:
        match.answer(decision.draw(rng.random))
    else:
        match.answer(bot.choose(BotSeat(match, decision.seat, rng)), seat=decision.seat)
spent = spent or [0.0, 0.0]
print(json.dumps({{"tenth": quantiles(spent, n=10)[-1], "middle": quantiles(spent, n=2)[0], "worst": max(spent)}}))
"""
"""The same in Necromunda, on compiled geometry."""
ATTACKS = (
    "shoot", "face_and_shoot", "shoot_both", "aim_at_point", "spray", "blind_fire", "blind_point", "blind_spray",
    "charge", "fight", "fight_with", "fight_with_both", "take_closest", "dice_taken", "hits_goes_to", "aim_point",
    "flame", "parry", "react",
)  # fmt: skip
MOST = 100
"""Odds asked in one battle of Necromunda."""
PART = 0.5
"""How often it is asked about."""
TYPED = """
import json
from time import process_time
from fireteam.games.deadzone.odds import Fight, Shoot

spent = []
for number in range(1 + {warm}):
    start = process_time()
    Shoot(ranged=5, survive=5, health=2 + number % 3, armour=1, command="Dice", vs_command="Shoot").solve()
    spent.append((process_time() - start) * 1000)
start = process_time()
Fight(fight=4, survive=5, health=2, vs_fight=4, command="Dice, Dice, Shoot", vs_command="Dice, Shoot").solve()
print(json.dumps({{"shot": sorted(spent[1:])[{warm} // 2], "assault": (process_time() - start) * 1000}}))
"""


def subject() -> Subject:
    """The first query of a process and a later one, with the re-rolls on the attacker's side and on the defender's."""
    taken: dict[tuple[str, int], dict[str, float]] = {}
    battles: dict[int, dict[str, float]] = {}
    typed: dict[int, dict[str, float]] = {}
    gangs: dict[int, dict[str, float]] = {}

    def gang(what: str, number: int) -> float:
        if number not in gangs:
            gangs[number] = fresh(NECROMUNDA.format(number=number, kinds=ATTACKS, most=MOST, part=PART))
        found: float = gangs[number][what]
        return found

    def battle(what: str, number: int) -> float:
        if number not in battles:
            battles[number] = fresh(BATTLE.format(number=number, part=PART))
        return battles[number][what]

    def typing(what: str, number: int) -> float:
        if number not in typed:
            typed[number] = fresh(TYPED.format(warm=WARM))
        return typed[number][what]

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
            "deadzone shots": lambda number: battle("shot", number),
            "deadzone, nine in ten": lambda number: battle("tenth", number),
            "deadzone, worst": lambda number: battle("worst", number),
            "deadzone, typed shot": lambda number: typing("shot", number),
            "deadzone, typed assault": lambda number: typing("assault", number),
            "necromunda, middle": lambda number: gang("middle", number),
            "necromunda, nine in ten": lambda number: gang("tenth", number),
            "necromunda, worst": lambda number: gang("worst", number),
            "veteran attacks, first": lambda number: ask("ashton", "bailiff", "first", number),
            "veteran attacks, warm": lambda number: ask("ashton", "bailiff", "warm", number),
            "veteran attacked, first": lambda number: ask("bailiff", "ashton", "first", number),
            "veteran attacked, warm": lambda number: ask("bailiff", "ashton", "warm", number),
        },
        [
            Row("odds of a battle of Deadzone: the middle shot", "ms", "deadzone shots", wanted=20, most=True),
            Row("odds of a battle: nine in ten", "ms", "deadzone, nine in ten", wanted=300, most=True),
            Row("odds of a battle: the slowest", "ms", "deadzone, worst", wanted=3000, most=True),
            Row("odds of a shot typed in, dice on both sides", "ms", "deadzone, typed shot", wanted=20, most=True),
            Row("odds of an assault, five dice", "ms", "deadzone, typed assault", wanted=300, most=True),
            Row("odds of a battle of Necromunda: the middle attack", "ms", "necromunda, middle", wanted=50, most=True),
            Row("odds of a battle of Necromunda: nine in ten", "ms", "necromunda, nine in ten", wanted=300, most=True),
            Row("odds of a battle of Necromunda: the slowest", "ms", "necromunda, worst", wanted=3000, most=True),
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
