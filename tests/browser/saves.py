"""Matches to open in the browser: played by the kernel, kept as saves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

import fireteam
from fireteam.bots.loading import load_bot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option
from fireteam.games.killteam import arena
from fireteam.games.killteam.game import GAME as KILL_TEAM
from fireteam.games.killteam.state import ENGAGE
from fireteam.kit.arena import match_at
from tests.quick import compiled

FIGHT = ("attack", "shoot", "throw")


def play_until(
    bot_name: str, scenario: str, seed: int, stop: Callable[[Match, Choose], bool], game: str = "escape", **setup: Any
) -> Match:
    """Bots play both sides until a question is the wanted one, or the game is over; always the same."""
    match = fireteam.new(game, scenario=scenario, seed=seed, **setup)
    bot = load_bot(bot_name)
    rng = random.Random(seed)
    with compiled():
        while (question := match.decision) is not None and not stop(match, question):
            match.answer(bot.choose(BotSeat(match, question.seat, rng)), seat=question.seat)
    return match


@lru_cache
def finished() -> str:
    """A game that was played to its end."""
    return play_until("random", "last-bastion", 2, lambda match, question: False).save()


@lru_cache
def fight(bot_name: str = "random", scenario: str = "last-bastion", seed: int = 8, after: int = 0) -> str:
    """A game in the middle: the first side may attack somebody."""

    def stop(match: Match, question: Choose) -> bool:
        able = question.topic.startswith("action of") and question.seat == 0 and len(question.options) > 4
        return able and any(option.kind in FIGHT for option in question.options) and len(match.answers()) > after

    match = play_until(bot_name, scenario, seed, stop)
    assert not match.over, "no fight in this game"
    return match.save()


@lru_cache
def idle(seed: int = 8) -> tuple[str, str]:
    """A game in which the first side may activate somebody who has nothing to do then, and who that is."""
    found: list[str] = []

    def stop(match: Match, question: Choose) -> bool:
        if question.seat != 0 or question.topic != "activation":
            return False
        for option in question.options:
            fork = match.fork()
            fork.answer(option)
            name = option.key.removeprefix("activate ")
            before = match.setting.scene(match.table, 0)["pieces"].get(name)
            after = fork.setting.scene(fork.table, 0)["pieces"].get(name)
            if fork.decision is not None and before and after and after.get("state") == "done":
                found.append(before["name"])
                return True
        return False

    match = play_until("random", "last-bastion", seed, stop)
    assert found, "everybody has something to do in this game"
    return match.save(), found[0]


@lru_cache
def before_an_attack(seed: int = 8) -> tuple[str, str, str, str]:
    """A game in which somebody may walk and attack in one activation: who, to which square, and whom."""
    found: list[tuple[str, str, str]] = []

    def stop(match: Match, question: Choose) -> bool:
        if question.seat == 0 and question.topic == "activation":
            found.extend(islice(_walks_to_fights(match, "attack"), 1))
        return bool(found)

    match = play_until("random", "last-bastion", seed, stop)
    return match.save(), *found[0]


def _walks_to_fights(match: Match, kind: str) -> Iterator[tuple[str, str, str]]:
    """Who of the first side may go where, all in one gesture, to do something of a kind to whom then."""
    leading, scene = match.setting.leading(match), match.setting.scene(match.table, 0)
    own = {name: piece for name, piece in scene["pieces"].items() if piece.get("seat") == 0}
    cells = [[along // scene["board"]["grid"]["size"] for along in piece["at"]] for piece in own.values()]
    for name, cell in zip(own, cells, strict=True):
        # A finger means all in one cell: whoever stands alone needs no second tap.
        for walk in leading.ahead(name).get("walks", []) if cells.count(cell) == 1 else []:
            x, y, width, height = walk["shape"]["rect"]
            plan = match.setting.settled(match, leading.plan(name, walk["spot"]), [x + width // 4, y + height // 4])
            fork = match.fork()
            for key in plan["keys"]:
                fork.answer(key)
            asked = fork.decision
            if type(asked) is not Choose or asked.seat != 0 or not asked.topic.startswith("action of"):
                continue
            views = match.setting.question_view(fork.table, asked, True)["options"]
            kinds = {option.key: option.kind for option in asked.options}
            yield from ((name, walk["spot"], one["place"]["piece"]) for one in views if kinds[one["key"]] == kind)


# -- Kill Team ---------------------------------------------------------------------------------------------------------

QUICK_START = "quick-1"
SHOOTER = (2000, 1100)
STANDOFFS = {
    "cover": (1100, 950),
    "obscured": (500, 400),
    "out of sight": (1150, 850),
    "open": (1500, 1300),
    "marginal": (1100, 314),
}
"""Where the enemy stands whom the Vigil Prior cannot shoot from where it stands, by the reason, or can; in hundredths
of an inch."""


@lru_cache
def deployed(seed: int = 5, scenario: str = QUICK_START) -> str:
    """A battle of Kill Team that is set up: the first turning point begins."""
    match = play_until(
        "random", scenario, seed, lambda match, question: _begun(match, question) and question.seat == 0, "killteam"
    )
    assert not match.over
    return match.save()


@lru_cache
def on_the_move(seed: int = 5, scenario: str = QUICK_START) -> str:
    """A battle of Kill Team in which the first side is asked where an operative moves to; the ground north of it is
    free."""

    def stop(match: Match, question: Choose) -> bool:
        if question.seat != 0 or not question.topic.startswith("REPOSITION") or not _begun(match, question):
            return False
        view = match.setting.question_view(match.table, question, mine=True)
        x, y = view["region"]["start"]
        legs = match.setting.plan(match, f"point {x},{y - 125} via {x},{y - 25}")
        return view["region"]["limit"] == 6 and len(legs["keys"]) == 1

    match = play_until("random", scenario, seed, stop, "killteam")
    assert not match.over
    return match.save()


@lru_cache
def putting_down(seed: int = 5, scenario: str = QUICK_START) -> str:
    """A battle of Kill Team in which the first side is asked where something that can be turned is set up."""

    def stop(match: Match, question: Choose) -> bool:
        return question.seat == 0 and question.topic == "item to set up"

    barricades = ("light_barricades",)
    match = play_until("random", scenario, seed, stop, "killteam", equipment=(barricades, barricades))
    match.answer(match.decision.options[0], seat=0)
    assert match.setting.question_view(match.table, match.decision, mine=True)["region"]["rotates"]
    return match.save()


@lru_cache
def standoff(reason: str) -> str:
    """Two operatives, the first of which cannot shoot the second for a reason, or can; it is to choose its action."""
    teams = ("cinder-vigil", "veilrunners")
    setting = KILL_TEAM.prepare(
        scenario="shellmarket", options=None, pack=None, setup={"teams": teams, "crit_op": "plant-the-seals"}
    )
    placed = {"cv-prior": SHOOTER, "vr-matron": STANDOFFS[reason]}
    _, state = arena.battle(teams=teams, placed=placed, phase="firefight", turning_point=1, anywhere=True)
    match = match_at(setting, state, Seeded(7))
    while (question := match.decision) is not None and not question.topic.startswith("action of"):
        match.answer("engage" if question.topic.startswith("order of") else question.options[-1], seat=question.seat)
    return match.save()


GALLERY = {
    "sl-reeve": (1500, 1300),
    "sl-sapper": (1650, 1050),
    "sl-sawbones": (1800, 1350),
    "sl-bomber": (1400, 1550),
    "sl-eeler": (2150, 1500),
}
"""Whom the Vigil Prior may choose from, one with few wounds left."""


@lru_cache
def gallery(points: int = 0) -> str:
    """An operative that may shoot one of several, of whom one is nearly taken out already; it is to choose its action.
    Command points make the odds a long reckoning."""
    teams = ("cinder-vigil", "saltmarsh-levy")
    setting = KILL_TEAM.prepare(
        scenario="shellmarket", options=None, pack=None, setup={"teams": teams, "crit_op": "plant-the-seals"}
    )
    placed = {"cv-prior": SHOOTER, **GALLERY}
    _, state = arena.battle(
        teams=teams, placed=placed, phase="firefight", turning_point=1, anywhere=True, cp=(points, points),
        operatives={name: {"order": ENGAGE} | ({"wounds": 3} if name == "sl-reeve" else {}) for name in GALLERY},
    )  # fmt: skip
    match = match_at(setting, state, Seeded(7))
    while (question := match.decision) is not None and not question.topic.startswith("action of"):
        match.answer("engage" if question.topic.startswith("order of") else question.options[-1], seat=question.seat)
    return match.save()


@lru_cache
def rerolling() -> str:
    """An operative has shot another, and its dice lie there: shall one be re-rolled?"""
    match = fireteam.load(standoff("open"))
    match.answer("SHOOT", seat=0)
    assert match.decision.topic.startswith("re-roll of attack dice")
    return match.save()


@lru_cache
def before_a_volley(order: str = "conceal") -> str:
    """Two operatives face each other over open ground: the Prior is ready, with an order from before."""
    teams = ("cinder-vigil", "veilrunners")
    setting = KILL_TEAM.prepare(
        scenario="shellmarket", options=None, pack=None, setup={"teams": teams, "crit_op": "plant-the-seals"}
    )
    placed = {"cv-prior": SHOOTER, "vr-matron": STANDOFFS["open"], "cv-mender": (2300, 700)}
    orders = {"cv-prior": {"order": ("conceal", "engage").index(order)}}
    _, state = arena.battle(
        teams=teams, placed=placed, operatives=orders, phase="firefight", turning_point=1, anywhere=True
    )
    match = match_at(setting, state, Seeded(7))
    while (question := match.decision) is not None and question.topic != "operative to activate":
        match.answer(question.options[-1], seat=question.seat)
    return match.save()


@lru_cache
def contested() -> str:
    """One objective of each side, and one that both contest."""
    teams = ("cinder-vigil", "veilrunners")
    setting = KILL_TEAM.prepare(
        scenario="shellmarket", options=None, pack=None, setup={"teams": teams, "crit_op": "plant-the-seals"}
    )
    placed = {
        "cv-prior": (850, 1060),
        "vr-matron": (2150, 1360),
        "cv-lamplighter": (1400, 1100),
        "vr-needle": (1600, 1100),
    }
    _, state = arena.battle(teams=teams, placed=placed, phase="firefight", turning_point=1)
    return match_at(setting, state, Seeded(7)).save()


@lru_cache
def beside_a_gantry(x: int = 1150, y: int = 1500) -> str:
    """An operative is to move beside a floor: it reaches that floor, and in places the ground below as well."""
    teams = ("veilrunners", "ironroot-menagerie")
    setup = {"teams": teams, "crit_op": "keep-the-carrier-wave"}
    setting = KILL_TEAM.prepare(scenario="quenchworks", options=None, pack=None, setup=setup)
    _, state = arena.battle(
        killzone="quenchworks", teams=teams, placed={"vr-matron": (x, y)}, phase="firefight", turning_point=1,
        anywhere=True,
    )  # fmt: skip
    match = match_at(setting, state, Seeded(7))
    match.answer("engage")
    match.answer("REPOSITION")
    return match.save()


# -- Deadzone ----------------------------------------------------------------------------------------------------------


def _skirmish(stop: Callable[[Match, Choose], bool], seed: int) -> Match:
    """Two that think fight over the crossed lanterns."""
    return play_until("greedy", "crossed_lanterns", seed, stop, "deadzone")


@lru_cache
def firefight(seed: int = 19) -> str:
    """A battle of Deadzone in which a model of the first side may shoot several enemies, and do more besides."""

    def stop(match: Match, question: Choose) -> bool:
        if question.seat != 0 or not question.topic.startswith("action of"):
            return False
        kinds = [option.kind for option in question.options]
        return kinds.count("shoot") > 3 and "sprint" in kinds

    match = _skirmish(stop, seed)
    assert not match.over, "no such choice in this battle"
    return match.save()


@lru_cache
def before_a_shot(seed: int = 19) -> tuple[str, str, str, str]:
    """A battle of Deadzone in which a model may advance and shoot: who, to which cell, and whom."""
    found: list[tuple[str, str, str]] = []

    def stop(match: Match, question: Choose) -> bool:
        if question.seat == 0 and question.topic.startswith("turn of"):
            found.extend(islice(_walks_to_fights(match, "shoot"), 1))
        return bool(found)

    match = _skirmish(stop, seed)
    return match.save(), *found[0]


@lru_cache
def volley(seed: int = 9) -> str:
    """A battle of Deadzone in which a shot has just been rolled, with 8s and the bonus dice that they brought; the
    first side decides what comes next."""

    def stop(match: Match, question: Choose) -> bool:
        if question.seat != 0 or not question.topic.startswith("bought re-roll, attack"):
            return False
        faces = match.answers()[-1]
        return "shoots" in question.topic and isinstance(faces, tuple) and sum(pool.count(8) for pool in faces) > 2

    match = _skirmish(stop, seed)
    assert not match.over, "no such shot in this battle"
    return match.save()


@lru_cache
def battle_over(seed: int = 5) -> str:
    """A battle of Deadzone that was played to its end."""
    return _skirmish(lambda match, question: False, seed).save()


def _begun(match: Match, question: Choose) -> bool:
    return not match.setting.question_view(match.table, question, mine=True).get("setup", False)


# -- Necromunda --------------------------------------------------------------------------------------------------------


def skirmish(kind: str, scenario: str = "tollgate", after: int = 0, **setup: Any) -> str:
    """A battle of careless bots in which the first side may take an option of a kind; of a template, over somebody."""

    def stop(match: Match, question: Choose) -> bool:
        if question.seat != 0 or len(match.answers()) < after:
            return False
        return any(option.kind == kind and _covers(match, option) for option in question.options)

    for seed in range(1, 20):
        match = play_until("random", scenario, seed, stop, game="necromunda", **setup)
        if not match.over:
            return match.save()
    raise AssertionError(f"nobody may {kind}")


def _covers(match: Match, option: Option) -> bool:
    """Whether a template may be laid over somebody; whatever is no template counts."""
    if option.kind != "spray":
        return True
    fork = match.fork()
    fork.answer(option)
    question = fork.decision
    models: Any = match.setting
    return type(question) is Choose and any(name in models.numbers for name in question.options[0].args[1])


@lru_cache
def spraying() -> str:
    """A battle of Necromunda in which a template can be laid."""
    return skirmish("spray", gangs=("choir-1000", "couriers-1000"))


@lru_cache
def bombing() -> str:
    """A battle of Necromunda in which a blast can be aimed at a point."""
    return skirmish("aim_at_point", gangs=("widows-1000", "couriers-1000"))


@lru_cache
def driving() -> str:
    """A battle of Necromunda in which a vehicle has just been told to act."""
    return skirmish("vehicle_move", "break-the-convoy", gangs=("widows-convoy", "couriers-raid"))


@lru_cache
def last_round(number: int = 6) -> str:
    """A battle of Necromunda in which nobody has done anything until its last round has begun; the first side chooses
    whom to activate."""
    match = fireteam.new("necromunda", scenario="tollgate", seed=3)
    while (question := match.decision) is not None:
        if question.seat == 0 and match.state.round == number:
            return match.save()
        # As a rule the last one is the end of something.
        match.answer(question.options[-1], seat=question.seat)
    raise AssertionError("the battle is over before its last round")


@lru_cache
def crossfire(seed: int = 3, targets: int = 5) -> str:
    """A battle of Necromunda among vehicles in which a fighter of the first side may shoot several enemies."""

    def stop(match: Match, question: Choose) -> bool:
        if question.seat != 0 or match.state.round < 2:
            return False
        shots = [option for option in question.options if option.kind == "shoot"]
        return len({shot.args[2] for shot in shots if shot.args[2] >= 0}) >= targets

    gangs = ("widows-convoy", "couriers-raid")
    match = play_until("greedy", "break-the-convoy", seed, stop, game="necromunda", gangs=gangs)
    assert not match.over, "no such choice in this battle"
    return match.save()
