"""Words by which something specific beats a core rule: what is ignored, allowed, forbidden, hidden, cheaper
(KT-BASE-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fireteam.core.questions import Rule
from fireteam.core.refusals import Why, need
from fireteam.games.killteam.abilities.entries import Entry, book, in_force
from fireteam.games.killteam.abilities.word import Context, Lasting
from fireteam.games.killteam.actions.conditions import counteracting
from fireteam.games.killteam.overrides import permission
from fireteam.games.killteam.shooting.targets import covered_throughout, distance
from fireteam.games.killteam.state import Effect as Laid
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.space.plane.measure import within

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.using import Use
    from fireteam.games.killteam.abilities.word import Until
    from fireteam.games.killteam.cards import Weapon
    from fireteam.games.killteam.content.parts import ActionName, Distance
    from fireteam.games.killteam.moving.hindrances import Near
    from fireteam.kit.content.models import Whole
    from fireteam.space.plane.model import Board

Ignored = Literal[
    "injured_hit",  # being injured does not worsen HIT (KT-DMG-05)
    "injured_move",  # being injured does not reduce Move (KT-DMG-05)
    "piercing",  # Piercing and Piercing Crits do not reduce its defence dice (KT-WR-14)
    "climb_minimum",  # a climb costs its real height (KT-TM-03)
    "vertical",  # vertical distance is free when it moves, and no climb or drop is needed
    "stun",  # Stun and stun grenades do not lower its APL (KT-WR-26, KT-EQ-20)
]
Allowed = Literal[
    "charge_with_conceal",  # CHARGE with a Conceal order (KT-CHRG-04)
    "fall_back_cheap",  # FALL BACK costs 1 AP (KT-FALL-01)
    "move_through_enemies",  # it may move through enemies but not end on them (KT-BASE-03)
    "counteract_any_order",  # it may counteract with either order (KT-CTR-02)
    "act_in_enemy_control",  # the named action is possible in enemy control range
    "extra_fight",  # after a kill in this fight, FIGHT once more in the activation for 1 AP (KT-ACT-02)
    "carry_two",  # it may carry two markers (KT-PICK-02)
]
Forbidden = Literal["counteract", "retaliate", "dash", "pick_up"]
PIERCING, CLIMB_MINIMUM, VERTICAL, ANY_ORDER = "piercing", "climb_minimum", "vertical", "counteract_any_order"
HATCH_AP = 1
"""What OPERATE HATCH costs whoever has nothing better (KT-GALL-08)."""


class Permission(Lasting):
    """Something is so for the operative that the core rules would have otherwise."""

    what: str

    def about(self) -> str:
        return self.what


class Ignore(Permission):
    """Something has no effect on the operative."""

    word, worth = "ignore", 0.15
    what: Ignored

    def laid(self, entry: Entry) -> Laid:
        return Laid(self.what, self.word, 0, entry.until(None), entry.id)

    def hinders(self, near: Near) -> Near:
        return near._replace(eases=True) if self.what == CLIMB_MINIMUM else near

    def happens(self, t: Table, use: Use) -> Rule[None]:
        """As all that lasts; in the shot under way Piercing does nothing from here on (KT-WR-14)."""
        yield from super().happens(t, use)
        shot = use.window.shot
        if shot is not None and self.what == PIERCING:
            shot.target = shot.target._replace(no_piercing=True)


class Allow(Permission):
    """Something forbidden becomes possible."""

    word, worth = "allow", 0.2
    what: Allowed
    action: ActionName | None = None
    until: Until | None = None

    def sound(self) -> None:
        if (self.what == "act_in_enemy_control") != (self.action is not None):
            raise ValueError("action goes with act_in_enemy_control, and with nothing else")

    def laid(self, entry: Entry) -> Laid:
        return Laid(permission(self.what, self.action or ""), self.word, 0, entry.until(self.until), entry.id)


class Forbid(Permission):
    """Something possible becomes forbidden; one that cannot retaliate resolves no dice as defender (KT-FIGHT-03)."""

    word, worth = "forbid", 0.25
    what: Forbidden
    until: Until | None = None

    def laid(self, entry: Entry) -> Laid:
        return Laid(self.what, self.word, 0, entry.until(self.until), entry.id)


class ConcealFrom(Lasting):
    """With a Conceal order it is no valid target from farther away."""

    word, worth = "conceal_from", 0.2
    beyond: Distance


class OperateHatch(Lasting):
    """OPERATE HATCH for this cost (KT-GALL-08)."""

    word, worth = "operate_hatch", 0.1
    ap: Whole


def _cheaper(t: Table, who: int) -> list[tuple[int, Entry]]:
    """What makes OPERATE HATCH cheaper for an operative now, the best first; a counteraction is an action of 1 AP all
    the same (KT-CTR-03)."""
    if counteracting(t, who):
        return []
    found = [(hatch.ap, entry) for entry, hatch in in_force(t, who, OperateHatch) if entry.within_limit(t, who)]
    return sorted((pair for pair in found if pair[0] < HATCH_AP), key=lambda pair: pair[0])


def hatch_ap(t: Table, who: int) -> int:
    """What OPERATE HATCH costs an operative now (KT-GALL-08, KT-CTR-03)."""
    return min((ap for ap, _ in _cheaper(t, who)), default=HATCH_AP)


def operated_hatch(t: Table, who: int) -> None:
    """An operative has operated a hatchway: what made that cheaper is used once more (KT-GALL-08)."""
    for _, entry in _cheaper(t, who)[:1]:
        entry.count(t, who)


class PermissionWindows(Supplement):
    """Where something specific beats a core rule (KT-BASE-18)."""

    def ignores(self, t: Table, who: int, what: str) -> bool:
        return bool(in_force(t, who, Ignore, None, what))

    def allows(self, t: Table, who: int, what: str, action: str) -> bool:
        return any((allowed.action or "") == action for _, allowed in in_force(t, who, Allow, None, what))

    def forbids(self, t: Table, who: int, what: str) -> bool:
        return bool(in_force(t, who, Forbid, None, what))

    def conceals(self, t: Table, board: Board, shooter: int, target: int, weapon: Weapon, why: Why) -> bool:
        """Vantage does not help against it (KT-SHOOT-05)."""
        if (ConcealFrom, "") not in book(t).topics:
            return False
        cover = covered_throughout(t, board, shooter, target, weapon)
        context = Context(target, attacker=shooter, weapon=weapon, cover=cover)
        for entry, hidden in in_force(t, target, ConcealFrom, context):
            far, limit = distance(t, board, shooter, target), hidden.beyond
            text = '{:.2f}" from {}, which {} hides beyond {}"'
            if not need(why, within(far, limit), entry.id, text, far, t.name(target), entry.name, limit):
                return True
        return False
