"""What each kind of killzone adds to the rules: actions, condensed and garrisoned places (KT-VOLK, KT-BHETA,
KT-GALL)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why
from fireteam.games.killteam.abilities.words import permissions
from fireteam.games.killteam.actions.action import Action, Deed
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.killzones import bheta_decima, close_quarters, guard, hatch_moves, hatches
from fireteam.games.killteam.killzones.close_quarters import BHETA_DECIMA, GALLOWDARK, VOLKUS
from fireteam.games.killteam.killzones.doorways import DOOR_FIGHT, HATCHWAY_FIGHT
from fireteam.games.killteam.killzones.guard import GUARD
from fireteam.games.killteam.moving.moves import Destinations
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import KILLZONE, Supplement
from fireteam.space.plane.model import Board


class Volkus(Supplement):
    """Strongholds, and fights through their doors (KT-VOLK)."""

    name = KILLZONE

    def actions(self, t: Table, who: int) -> Iterable[Deed]:
        return (DOOR_FIGHT,)

    def rules_against(self, t: Table, target: int, weapon: Weapon) -> tuple[str, ...]:
        return close_quarters.gained_rules(t, target, weapon)

    def strikes_first(self, t: Table, defender: int, attacker: int) -> bool:
        return close_quarters.garrisoned(t, defender, attacker)


class BhetaDecima(Supplement):
    """Hazardous areas and gantries (KT-BHETA)."""

    name = KILLZONE

    def origins(self, t: Table, board: Board, shooter: int, target: int) -> tuple[int, ...] | None:
        return bheta_decima.restriction(t, board, shooter, target).origins

    def equipment_on_vantage(self, t: Table) -> bool:
        """It may stand there, and near Accessible terrain too (KT-BHETA-06)."""
        return True

    def hinders_shot(self, t: Table, board: Board, shooter: int, target: int, why: Why) -> bool:
        return not bheta_decima.unrestricted(t, board, shooter, target, why)


class Gallowdark(Supplement):
    """Hatchways, guard, and places in which blasts are worse (KT-GALL, KT-GUARD, KT-HATCH)."""

    name = KILLZONE

    def actions(self, t: Table, who: int) -> Iterable[Deed]:
        ap = permissions.hatch_ap(t, who)
        return (
            Deed(hatches.OPERATE, "KT-GALL-08", ap, hatches.may_operate, hatches.operate_hatch),
            GUARD,
            HATCHWAY_FIGHT,
        )

    def rules_against(self, t: Table, target: int, weapon: Weapon) -> tuple[str, ...]:
        return close_quarters.gained_rules(t, target, weapon)

    def interrupt(self, t: Table, a: Action) -> Rule[bool]:
        return guard.interrupt(t, a)

    def point_blank(self, t: Table, who: int, mode: str) -> Iterable[int]:
        return guard.point_blank(t, who, mode)

    def point_blank_shot(self, t: Table, who: int) -> Iterable[Modifier]:
        return guard.shot_point_blank(t, who)

    def ways(self, t: Table, a: Action, region: Destinations) -> Destinations:
        return hatch_moves.ways_of(t, a, region)

    def breaks_off(self, t: Table, a: Action, pick: Option) -> Rule[Destinations | None]:
        return hatch_moves.break_off(t, a, pick)


KINDS: dict[str, type[Supplement]] = {VOLKUS: Volkus, BHETA_DECIMA: BhetaDecima, GALLOWDARK: Gallowdark}


def killzone_of(kind: str) -> tuple[Supplement, ...]:
    """What a kind of killzone adds; one without rules of its own adds nothing."""
    return (KINDS[kind](),) if kind in KINDS else ()
