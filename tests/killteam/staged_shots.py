"""Shots and fights laid on purpose: what dice, cover and weapon rules ask."""

from __future__ import annotations

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.shooting.sequence import Target
from fireteam.space.plane.model import Part
from tests.killteam.stage import Man, stage, zone_with
from tests.killteam.staging import Staged, staged
from tests.space.plane.reference import rectangle

AFTER = (4,) * 40
"""Dice for whatever is rolled after those that matter."""
GUN = arena.weapon(4, 3, 3, 4, name="gun")
WALL = Target(1, ("wall",))
CRATE = rectangle("crate", (12.6, 11.5, 13.1, 13.5), (0, 1), "Light")
RUIN = rectangle("ruin", (8.6, 9, 9.1, 11), (0, 1), "Heavy")
BARRIER = rectangle("barrier", (12.6, 9, 13.1, 13), (0, 1), "Light")


def shot(rules: str, at: Target, *faces: int) -> Match:
    """A shot at the second operative, with these dice first."""
    attacker, target = (
        arena.card("attacker", arena.weapon(4, 3, 3, 4, rules)),
        arena.card("target", GUN, save=4, wounds=12),
    )
    return arena.shot(attacker, target, Given((*faces, *AFTER)), at=at)


def brutal_fight(*theirs: int) -> Match:
    """A fight in which the opponent may not block with normal successes."""
    attacker = arena.card("attacker", arena.weapon(3, 3, 3, 4, "Brutal", ranged=False))
    defender = arena.card("defender", arena.weapon(3, 3, 2, 3, ranged=False))
    return arena.duel(attacker, defender, Given((5, 5, 5, *theirs, *AFTER)))


def facing(rules: str, *terrain: Part, concealed: bool = False, prey_concealed: bool = False) -> Match:
    """Two operatives, perhaps with terrain between them; the one about to act has a weapon of these rules."""
    gun = arena.weapon(4, 3, 3, 4, rules, name="gun")
    men = (
        Man("shooter", 0, 6, 11, weapons=(gun,), conceal=concealed),
        Man("prey", 1, 14.3, 11, weapons=(GUN,), conceal=prey_concealed),
    )
    return stage(men, [3] * 400, active="shooter", zone=zone_with(*terrain), turning_point=4)


def streaming() -> Match:
    """A stream at three enemies, one of them too far from the first."""
    gun = arena.weapon(4, 3, 3, 4, "Torrent 2", name="gun")
    prey = tuple(Man(f"prey-{number}", 1, 12, y, weapons=(GUN,)) for number, y in enumerate((5, 7, 15), 1))
    return stage((Man("shooter", 0, 5, 5, weapons=(gun,)), *prey), [3] * 400, active="shooter", turning_point=4)


def fight(rules: str, *faces: int) -> Match:
    """A fight with a weapon of these rules, and these dice first: three of the attacker, three of the defender."""
    attacker = arena.card("attacker", arena.weapon(3, 3, 3, 4, rules, ranged=False))
    defender = arena.card("defender", arena.weapon(3, 3, 2, 3, ranged=False))
    return arena.duel(attacker, defender, Given((*faces, *AFTER)))


HIGH = rectangle("high", (9, 6, 9.5, 16), (0, 4), "Heavy")

DICE: dict[str, Staged] = {
    "option: accurate; event: kept_unrolled": staged(lambda: shot("Accurate 1", Target(1), 5, 5, 4), "keep 1 unrolled"),
    "option: reroll; event: rerolled": staged(lambda: shot("Balanced", Target(1), 5, 5, 4, 1), "re-roll 1 by Balanced"),
    "option: use_x; event: picked_x": staged(lambda: shot("Piercing 1, Piercing 2", Target(1), 5, 5, 4), "Piercing 1"),
    "option: no_rend": staged(lambda: shot("Rending", Target(1), 6, 5, 4, 2), "no raise"),
    "option: no_severe": staged(lambda: shot("Severe", Target(1), 5, 5, 4, 2), "no change"),
    "option: rescue; event: rescued; weapon rule: Punishing.on_critical_retained": staged(
        lambda: shot("Punishing", Target(1), 6, 5, 4, 2), "rescue a fail"
    ),
    "option: no_rescue": staged(lambda: shot("Punishing", Target(1), 6, 5, 4, 2), "no rescue"),
    "weapon rule: Lethal.critical_from": staged(lambda: shot("Lethal 5", Target(1), 5, 5, 4, 2)),
    "weapon rule: Stun.on_criticals": staged(lambda: shot("Stun", Target(1), 6, 5, 4, 2)),
    "weapon rule: Hot.after_use; event: hot": staged(lambda: shot("Hot", Target(1), 6, 5, 4, 2)),
    "weapon rule: Shock.on_critical_strike; event: shocked": staged(
        lambda: fight("Shock", 6, 5, 5, 5, 5, 5), "strike with a critical"
    ),
    "option: block_nothing": staged(lambda: fight("", 5, 5, 5, 6, 1, 1)),
    "event: blocks_nothing": staged(lambda: fight("", 5, 5, 1, 1, 1, 1)),
    "option: next_target": staged(streaming, "SHOOT", "shoot prey-1", "shoot prey-2"),
    "refusal: KT-SHOOT-05": staged(lambda: facing("", BARRIER, prey_concealed=True), refused=("shoot prey with gun",)),
    "refusal: KT-SHOOT-07": staged(lambda: facing("", HIGH), refused=("shoot prey with gun",)),
}

STAGED: dict[str, Staged] = {
    **DICE,
    "weapon rule: Brutal.only_criticals_block": staged(lambda: brutal_fight(4, 4, 4)),
    "weapon rule: Saturate.forbids_cover_save": staged(lambda: shot("Saturate", WALL, 5, 5, 4, 2, 5, 5, 2)),
    "weapon rule: Silent.shoots_concealed": staged(lambda: facing("Silent", concealed=True), "SHOOT"),
    "weapon rule: Seek.sees_past": staged(lambda: facing("Seek", BARRIER, prey_concealed=True), "SHOOT"),
    "weapon rule: Torrent.spread; option: no_more": staged(streaming, "SHOOT", "shoot prey-1", "no more targets"),
    "refusal: KT-WR-27": staged(streaming, "SHOOT", "shoot prey-1", refused=("shoot prey-3",)),
    "option: cover_save; refusal: KT-VANT-03; event: cover_save; event: target.cover": staged(
        lambda: shot("", WALL, 5, 5, 4, 2, 5, 5), "cover save"
    ),
    "option: critical_cover_save": staged(
        lambda: shot("", WALL._replace(improved=True), 5, 5, 4, 2, 5, 5), "critical cover save"
    ),
    "option: double_cover_save": staged(
        lambda: shot("", WALL._replace(improved=True), 5, 5, 4, 2, 5, 5), "two cover saves"
    ),
    "option: use_cover": staged(lambda: shot("", Target(1, ("block",), ("block",)), 5, 5, 4, 2, 5, 5), "cover"),
    "option: use_obscured": staged(
        lambda: shot("", Target(1, ("block",), ("block",)), 5, 5, 4, 2, 5, 5, 2), "obscured"
    ),
    "event: target.both": staged(lambda: shot("", Target(1, ("wall",), ("ruin",)), 5, 5, 4, 2, 5, 5, 2)),
    "option: origin": staged(lambda: facing("", CRATE, RUIN), "SHOOT", "origin 2"),
    "option: rend": staged(lambda: shot("Rending", Target(1), 6, 5, 4, 2), "raise a normal"),
    "option: severe": staged(lambda: shot("Severe", Target(1), 5, 5, 4, 2)),
    "weapon rule: Devastating.devastates": staged(lambda: shot("Devastating 2", Target(1), 6, 5, 4, 2)),
    "weapon rule: Heavy.allows_action": staged(lambda: facing("Heavy"), "SHOOT"),
    "weapon rule: Limited.counts_use": staged(lambda: facing("Limited 1"), "SHOOT"),
    "weapon rule: Relentless.rerolls": staged(lambda: shot("Relentless", Target(1), 5, 5, 4, 2)),
    "weapon rule: Seek Light.sees_past": staged(lambda: facing("Seek Light", BARRIER, prey_concealed=True), "SHOOT"),
    "weapon rule: Devastating.nearby": staged(lambda: facing('2" Devastating 2'), "SHOOT"),
    "refusal: KT-WR-05": staged(lambda: brutal_fight(6, 4, 4)),
    "option: discard": staged(lambda: shot("Lethal 6", Target(1, (), ("ruin",)), 6, 5, 4, 2, 5, 5, 2)),
    "event: lost_to_obscured": staged(lambda: shot("", Target(1, (), ("ruin",)), 6, 5, 4, 2, 5, 5, 2)),
}
