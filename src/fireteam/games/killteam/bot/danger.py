"""How dangerous the spots of a move are: who could shoot or fight an operative there, and what that costs it; and what
they are good for.

This decides no rule: it stands the operative elsewhere and asks the rules who may shoot at it (KT-SHOOT-01,
KT-SHOOT-03), from where everybody else stands now. An enemy counts as if it had an Engage order: it chooses one anew in
its next activation (KT-ORD-01). The move is over by then, so markers are held as they are afterwards (KT-MARK-05).
"""

from __future__ import annotations

from functools import partial

from fireteam.core.match import Match
from fireteam.core.questions import Choose
from fireteam.core.refusals import total
from fireteam.core.scene import DangerSpot, DangerView, ThreatView
from fireteam.games.killteam.bot.attack_odds import essential
from fireteam.games.killteam.bot.values import fight_promise
from fireteam.games.killteam.cards import Target, Weapon
from fireteam.games.killteam.moving.moves import Destinations
from fireteam.games.killteam.odds import MOST_DICE, TARGET, Shot
from fireteam.games.killteam.positions import of_seat
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.show.gains import gains_at
from fireteam.games.killteam.state import ENGAGE
from fireteam.games.killteam.stats import hit_parts, save_parts
from fireteam.games.killteam.table import Table
from fireteam.kit.danger import SAFE, danger_part
from fireteam.space.plane.model import INCH
from fireteam.space.plane.reach import Cell

EVERY = 2
"""Of the half-inch cells of a reach every second one is looked at."""


def danger(match: Match, first: int) -> DangerView:
    """How dangerous the ends of the move are that is asked for, about an inch apart."""
    question = match.decision
    t: Table = match.table
    region = question.region if type(question) is Choose else None
    about = t.setting.show.subject(t, question)
    if not isinstance(region, Destinations) or not about:
        return SAFE
    ends = [
        min(cells, key=lambda cell: cell.inches)
        for (column, row), cells in sorted(region.reach.cells.items())
        if column % EVERY == 0 and row % EVERY == 0
    ]
    world, who = t.branch(), t.number(about)
    world.put_aside()
    for enemy in of_seat(world, 1 - world.operative(who).seat):
        world.set_order(enemy, ENGAGE, "KT-ORD-02")
    return danger_part(about, INCH, ends, first, partial(_spot, world, who))


def _spot(world: Table, who: int, end: Cell) -> DangerSpot:
    """The operative stands there."""
    x, y, z = end.body.x, end.body.y, end.body.z
    world.stand(who, x, y, z)
    found: DangerSpot = {
        "at": world.setting.scenery.point(x, y), "threats": _threats(world, who), "gains": gains_at(world, who),
        "cost": end.inches,
    }  # fmt: skip
    return {**found, "level": z} if z else found


def _threats(world: Table, who: int) -> list[ThreatView]:
    """Who could shoot or fight an operative where it stands, each with its best attack."""
    board, found = world.board, list[ThreatView]()
    for enemy in of_seat(world, 1 - world.operative(who).seat):
        if targets.in_control_range(world, board, enemy, who):
            harm = fight_promise(world, enemy, who).damage
            found.append({"piece": world.name(enemy), "mean": harm, "cover": False})
        elif targets.sees(world, board, enemy, who):
            shots = _shots(world, enemy, who)
            if shots:
                mean, cover = max(shots)
                found.append({"piece": world.name(enemy), "mean": mean, "cover": cover})
    return found


def _shots(world: Table, enemy: int, who: int) -> list[tuple[float, bool]]:
    """What each shot that an enemy may make at an operative costs it on average, and whether cover helps."""
    board, found = world.board, []
    for weapon in targets.arms(world, enemy):
        if (
            weapon.ranged
            and targets.may_shoot(world, board, enemy, weapon)
            and targets.selectable(world, board, enemy, who, weapon)
        ):
            outcome = targets.outcomes(world, board, enemy, who, weapon)[0]
            at = targets.target_of(world, board, enemy, who, weapon, outcome)
            found.append((_mean(world, enemy, weapon, at), outcome.in_cover or outcome.is_obscured))
    return found


def _mean(world: Table, enemy: int, weapon: Weapon, at: Target) -> float:
    """The mean damage of a shot, exact as the typed odds are; nobody spends command points (KT-SHOOT-10)."""
    shot = Shot(
        atk=min(MOST_DICE, weapon.atk),
        hit=_figure(total(hit_parts(world, enemy, weapon))),
        dmg=f"{weapon.damage}/{weapon.critical_damage}",
        save=_figure(total(save_parts(world, at.who))),
        wounds=max(1, world.operative(at.who).wounds),
        rules=", ".join(essential((*weapon.rules, *at.rules))),
        cover=bool(at.cover_from),
        obscured=bool(at.obscured_from),
        improved=at.improved,
    )
    return float(shot.odds().mean(f"damage {TARGET}"))


def _figure(needed: int) -> int:
    """What a die needs: never less than 2, never more than 6."""
    return max(2, min(6, needed))
