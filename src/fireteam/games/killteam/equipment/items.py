"""Universal equipment in play: the actions and weapons it gives, and what it does in the windows of the game
(KT-EQ)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam import markers
from fireteam.games.killteam.actions import universal
from fireteam.games.killteam.actions.action import Action, Deed
from fireteam.games.killteam.cards import Weapon, option
from fireteam.games.killteam.content.terrain import PROTECTIVE
from fireteam.games.killteam.damage.casualties import remove_casualties
from fireteam.games.killteam.equipment import grenades, mines, portable_barricade
from fireteam.games.killteam.equipment.grenades import lay_smoke
from fireteam.games.killteam.equipment.mines import lay_mine
from fireteam.games.killteam.equipment.pieces import features, figures, portable, version
from fireteam.games.killteam.equipment.set_up import Item, items
from fireteam.games.killteam.equipment.supplies import AMMO_CACHE, RESUPPLIED, USED, attack_rules, support_reach
from fireteam.games.killteam.state import Marker
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import EQUIPMENT, Supplement
from fireteam.space.plane.model import Board
from fireteam.space.plane.shots import Outcome

__all__ = [
    "Item", "activation_end", "after_action", "attack_rules", "deeds", "end_of_turning_point", "features", "items",
    "lay_mine", "lay_smoke", "ready_step", "support_reach", "weapon", "weapons",
]  # fmt: skip


def deeds(t: Table, who: int) -> list[Deed]:
    """The actions that equipment gives (see KT-EQ-02, KT-EQ-15 and KT-EQ-16)."""
    return [*_resupply(t, who), *portable_barricade.deeds(t, who), *grenades.deeds(t, who)]


def weapons(t: Table, who: int) -> tuple[Weapon, ...]:
    """The weapons that equipment gives (see KT-EQ-21)."""
    return grenades.weapons(t, who)


def weapon(t: Table, name: str) -> Weapon | None:
    """A weapon that equipment gives, by its id, whether or not any is left: its last use is still looked at
    (see KT-EQ-22)."""
    return next((found for found in grenades.explosives(t.setting) if found.id == name), None)


# -- AMMO RESUPPLY -----------------------------------------------------------------------------------------------------


def _resupply(t: Table, who: int) -> list[Deed]:
    """AMMO RESUPPLY, for the AP of the rules version, while a cache of its side lies in the killzone (KT-VER-02)."""
    seat = t.operative(who).seat
    if not any(marker.kind == AMMO_CACHE and marker.seat == seat for marker in t.state.markers.values()):
        return []
    ap = figures(t.setting).ammo_cache.ap[version(t.setting)]
    return [Deed("AMMO RESUPPLY", "KT-EQ-02", ap, may_resupply, resupply)]


def _caches(t: Table, who: int) -> list[Marker]:
    """The unused caches of its side that an operative controls (see KT-EQ-02)."""
    return [marker for marker in t.state.markers.values() if resupplies(t, who, marker)]


def resupplies(t: Table, who: int, cache: Marker, why: Why = None) -> bool:
    """Whether an operative may resupply from a marker: a cache of its side, not used yet, that it controls
    (see KT-EQ-02)."""
    own = cache.kind == AMMO_CACHE and cache.seat == t.operative(who).seat
    return (
        need(why, own, "KT-EQ-02", "{} is an ammo cache of the own side", cache.id)
        and need(why, USED not in cache.tags, "KT-EQ-02", "{} has not been used in this turning point", cache.id)
        and markers.controls(t, who, cache, why)
    )


def may_resupply(t: Table, who: int, mode: str, why: Why) -> bool:
    """It controls an unused cache of its side, and no enemy is near (see KT-EQ-02)."""
    if not universal.nobody_near(t, who, "AMMO RESUPPLY", "KT-EQ-02", why):
        return False
    if _caches(t, who):
        return True
    seat = t.operative(who).seat
    own = next(marker for marker in t.state.markers.values() if marker.kind == AMMO_CACHE and marker.seat == seat)
    return resupplies(t, who, own, why)


def resupply(t: Table, a: Action) -> Rule[None]:
    """The cache is used in this turning point, and the operative re-rolls an attack die in each shot of it
    (KT-EQ-02)."""
    found = _caches(t, a.who)
    about = topic("ammo cache of {who}", t.name(a.who))
    pick: Option = yield t.ask(t.operative(a.who).seat, about, lambda: [option("marker", cache.id) for cache in found])
    cache = t.state.markers[pick.args[0]]
    t.lay(cache._replace(tags=(*cache.tags, USED)), "KT-EQ-02")
    t.affect(a.who, RESUPPLIED)


# -- windows -----------------------------------------------------------------------------------------------------------


def ready_step(t: Table) -> Rule[None]:
    """What equipment does in the Ready step: mines that somebody has come near to, the life of smoke
    (see KT-EQ-05 and KT-EQ-19)."""
    yield from set_up(t)
    yield from grenades.ready_step(t)


def set_up(t: Table) -> Rule[None]:
    """Mines go off among those that are set up, whoever laid them (see KT-EQ-05)."""
    yield from mines.sweep(t)
    yield from remove_casualties(t)


def activation_end(t: Table) -> Rule[None]:
    """What equipment does when an activation is over (see KT-EQ-05 and KT-EQ-19)."""
    yield from set_up(t)
    grenades.activation_end(t)


def end_of_turning_point(t: Table) -> Rule[None]:
    """What equipment does when a turning point is over: caches may be used again, smoke goes
    (see KT-EQ-02 and KT-EQ-19)."""
    for marker in t.state.markers.values():
        if marker.kind == AMMO_CACHE and USED in marker.tags:
            t.lay(marker._replace(tags=tuple(tag for tag in marker.tags if tag != USED)), "KT-EQ-02")
    grenades.end_of_turning_point(t)
    yield from ()


def after_action(t: Table, a: Action) -> Rule[None]:
    """A grenade that was thrown is used up, and mines go off that somebody has come near to
    (see KT-EQ-05 and KT-EQ-22)."""
    grenades.thrown(t, a)
    yield from mines.sweep(t)


def protection(t: Table, board: Board, outcome: Outcome) -> int:
    """By how much a target saves better whose cover comes from a Protective shield; it is connected to it then
    (KT-EQ-13, see KT-EQ-14)."""
    if not any(board.flags[number] & PROTECTIVE for number in outcome.cover):
        return 0
    return portable(t.setting).save_bonus


class Equipment(Supplement):
    """Universal equipment hangs into the chapters."""

    name = EQUIPMENT

    def actions(self, t: Table, who: int) -> Iterable[Deed]:
        return deeds(t, who)

    def items(self, t: Table, seat: int) -> Iterable[Item]:
        return items(t, seat)

    def weapons(self, t: Table, who: int) -> Iterable[Weapon]:
        return weapons(t, who)

    def weapon(self, t: Table, name: str) -> Weapon | None:
        return weapon(t, name)

    def shot_rules(self, t: Table, who: int, weapon: Weapon) -> tuple[str, ...]:
        return attack_rules(t, who, weapon)

    def protection(self, t: Table, board: Board, outcome: Outcome) -> int:
        return protection(t, board, outcome)

    def traps(self, t: Table, who: int) -> Iterable[Marker]:
        return mines.armed_for(t, who)

    def sprung(self, t: Table, who: int, met: mines.Mined) -> Rule[bool]:
        return mines.passing(t, who, met)

    def action_performed(self, t: Table, a: Action) -> Rule[None]:
        return after_action(t, a)

    def set_up(self, t: Table) -> Rule[None]:
        return set_up(t)

    def ready_step(self, t: Table) -> Rule[None]:
        return ready_step(t)

    def activation_over(self, t: Table) -> Rule[None]:
        return activation_end(t)

    def turning_point_over(self, t: Table) -> Rule[None]:
        return end_of_turning_point(t)
