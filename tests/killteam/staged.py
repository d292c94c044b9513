"""Positions laid on purpose for what games hardly ever show; their names say the sort and what is to be seen."""

from __future__ import annotations

from collections.abc import Callable

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.shooting import Target
from tests.killteam.stage import Man, stage

AFTER = (4,) * 40
"""Dice for whatever is rolled after those that matter."""
GUN = arena.weapon(4, 3, 3, 4, name="gun")


def shot(rules: str, at: Target, *faces: int) -> Match:
    """A shot at the second operative, with these dice first."""
    attacker, target = arena.card("attacker", arena.weapon(4, 3, 3, 4, rules)), arena.card("target", GUN, save=4, wounds=12)
    return arena.shot(attacker, target, Given((*faces, *AFTER)), at=at)


def brutal_fight() -> Match:
    """A fight in which the opponent can block with normal successes only, and may not."""
    attacker = arena.card("attacker", arena.weapon(3, 3, 3, 4, "Brutal", ranged=False))
    defender = arena.card("defender", arena.weapon(3, 3, 2, 3, ranged=False))
    return arena.duel(attacker, defender, Given((5, 5, 5, 4, 4, 4, *AFTER)))


def face_to_face(rules: str, *, concealed: bool) -> Match:
    """Two operatives in the open, the one about to act with a weapon of these rules."""
    gun = arena.weapon(4, 3, 3, 4, rules, name="gun")
    men = (Man("shooter", 0, 5, 5, weapons=(gun,), conceal=concealed), Man("prey", 1, 11, 5, weapons=(GUN,), conceal=not concealed))
    return stage(men, [3] * 400, active="shooter", turning_point=4)


STAGED: dict[str, Callable[[], Match]] = {
    "weapon rule: Brutal.only_criticals_block": brutal_fight,
    "weapon rule: Saturate.forbids_cover_save": lambda: shot("Saturate", Target(1, ("wall",)), 5, 5, 4, 2, 5, 5, 2),
    "weapon rule: Silent.shoots_concealed": lambda: face_to_face("Silent", concealed=True),
    "option: critical_cover_save": lambda: shot("", Target(1, ("wall",), improved=True), 5, 5, 4, 2, 5, 5),
    "option: double_cover_save": lambda: shot("", Target(1, ("wall",), improved=True), 5, 5, 4, 2, 5, 5),
    "option: discard": lambda: shot("Lethal 6", Target(1, (), ("ruin",)), 6, 5, 4, 2, 5, 5, 2),
    "event: lost_to_obscured": lambda: shot("", Target(1, (), ("ruin",)), 6, 5, 4, 2, 5, 5, 2),
}
