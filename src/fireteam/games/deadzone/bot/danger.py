"""How dangerous the cells of a walk are: who could shoot or assault a model there, and what that costs it; and
what they are good for.

This decides no rule: it stands the model elsewhere and asks the rules what every enemy could do to it from where that
one stands now, each in an activation of its own (DZ-SHOOT-05, DZ-ASLT-01); who is pinned stands up first (DZ-ACT-01).
The odds are those of that very attack, and nobody spends command dice. Its owner picks the quarters in which a model
stops (DZ-MOVE-07), so of those the safest count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from fireteam.core.match import Match
from fireteam.core.odds import odds_here
from fireteam.core.questions import Option
from fireteam.core.scene import DangerSpot, DangerView, ThreatView
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import BY_NAME, Activation, may_do
from fireteam.games.deadzone.assault import ACTION, Assault
from fireteam.games.deadzone.shooting import Shot, Volley, at_model, has_clear_shot, ranged_parts
from fireteam.games.deadzone.show.gains import gains_at
from fireteam.games.deadzone.show.page import CELL, Page
from fireteam.games.deadzone.show.walking import ways
from fireteam.games.deadzone.state import Frame
from fireteam.games.deadzone.table import Table
from fireteam.kit.danger import SAFE, danger_part

Way = tuple[int, ...]
"""The places of a way, one after the other."""
Known = dict[tuple[Any, ...], float]
"""The mean damage of attacks, by all that makes them differ."""
STAND = "stand"


def danger(match: Match, first: int) -> DangerView:
    """How dangerous the cells are to which the model of the decision may walk."""
    t: Table = match.table
    about = t.setting.show.subject(t, match.decision)
    page = Page(t.board)
    cells = [way for cube, way in sorted(ways(t, match.decision).items()) if page.draws(cube)]
    if not about or not cells:
        return SAFE
    world, who = t.branch(), t.number(about)
    world.put_aside()
    for seat, held in enumerate(t.state.command):
        for symbol, count in enumerate(held):
            for _ in range(count):
                world.discard(seat, symbol)
    turns = [_turn(world, enemy) for enemy in world.enemies(who)]
    known: Known = {}
    return danger_part(about, CELL, cells, first, partial(_spot, page, world, who, turns, known))


def _turn(world: Table, enemy: int) -> Activation:
    """An activation of an enemy, as far as it is needed for an attack: who lies has stood up."""
    if not world.state.models[enemy].pinned:
        return Activation(enemy)
    world.set_upright(enemy)
    return Activation(enemy, shorts=1, done=frozenset({STAND}))


def _spot(page: Page, world: Table, who: int, turns: list[Activation], known: Known, way: Way) -> DangerSpot:
    cube = page.board.cube_of[way[-1]]
    return {
        "at": page.middle(cube),
        "spot": page.spot(cube),
        "level": page.foot(cube),
        "threats": _threats(world, who, turns, known, way[-1]),
        "gains": gains_at(world, who) if world.cube(who) == cube else [],
        "cost": len(way),
    }


def _threats(world: Table, who: int, turns: list[Activation], known: Known, place: int) -> list[ThreatView]:
    """Who could attack a model that stops there, each with its best attack, in the quarters where it loses least; it
    stands there afterwards, if there is room."""
    found: list[list[ThreatView]] = []
    for quarters in sorted({placing.own for placing in world.room(who, place).placings}):
        world.put(who, place, quarters)
        attacked = [(turn, list(_attacks(world, who, turn, known))) for turn in turns]
        found.append(
            [
                {"piece": world.name(turn.who), "mean": mean, "cover": cover}
                for turn, attacks in attacked
                if attacks
                for mean, cover in [max(attacks)]
            ]
        )
    return min(found, key=lambda threats: sum(threat["mean"] for threat in threats), default=[])


def _attacks(world: Table, who: int, turn: Activation, known: Known) -> Iterator[tuple[float, bool]]:
    """What each attack of an enemy costs a model on average, and whether something hides a part of it."""
    enemy, place = turn.who, world.place(who)
    world.activate(enemy)
    turn.met = tuple(world.foes(enemy))
    for pick in _picks(world, turn, "assault"):
        if pick.args[0] == who:
            yield _mean(world, who, Assault(enemy, who, ACTION), known, (enemy, place)), False
    for pick in _picks(world, turn, "shoot"):
        number, target, mode = pick.args
        if at_model(mode) and target == who:
            shot = Shot(enemy, number, who, mode)
            alike = (enemy, number, mode, place, ranged_parts(world, shot))
            covered = not has_clear_shot(world, shot)
            yield _mean(world, who, Volley(enemy, (pick.args,)), known, alike), covered
        elif mode == "cube" and target == world.cube(who):
            yield _mean(world, who, Volley(enemy, (pick.args,)), known, (enemy, number, mode, place)), False


def _picks(world: Table, turn: Activation, action: str) -> list[Option]:
    """What an action may be aimed at."""
    deed = BY_NAME[action]
    if not may_do(world, turn, deed):
        return []
    return [pick for pick in deed.options(world, turn) if deed.target(world, turn, pick, None)]


def _mean(world: Table, who: int, attack: Frame, known: Known, alike: tuple[Any, ...]) -> float:
    """The mean damage of an attack, both sides choosing well; of those at a place that are alike one is reckoned."""
    if alike not in known:
        trial = world.branch()
        trial.begin(attack)
        odds = odds_here(arena.match_over(trial, None, events=False), world.side(world.state.active))
        known[alike] = float(odds.mean(f"damage {world.name(who)}"))
    return known[alike]
