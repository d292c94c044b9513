"""The dice of a fight as odds resolve them in one go: what can be made of those that are left, and what a die does to
all else, by their rules (see KT-FIGHT-08)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.bout import Way, Ways
from fireteam.core.questions import Option, Rule
from fireteam.games.killteam.at_stake import hurt_apart
from fireteam.games.killteam.fighting.sequence import (
    ATTACKER,
    STRIKE,
    Fight,
    critically,
    decided,
    die_does,
    instead_of_die,
    next_die,
    resolve_die,
    use_die,
    ways_of_die,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from fireteam.games.killteam.dice import Pool
    from fireteam.games.killteam.table import Table

Held = tuple[int, int, bool]
"""Unresolved normal and critical successes, and whether Shock has had its effect."""
NONE_HELD: Held = (0, 0, False)


class Left(NamedTuple):
    """The dice that both fighters have left, and whose turn it is; None: no dice were collected for a fighter."""

    attacker: Held | None
    defender: Held | None
    turn: int


class Deed(NamedTuple):
    """What a die does to all but dice: the way in which it is used, by whom."""

    turn: int
    pick: Option
    critical: bool


class Resolving:
    """The dice of one fight that are left."""

    def __init__(self, t: Table, f: Fight) -> None:
        self._table = t
        self._fight = f.copy()
        self._deeds: dict[tuple[int, str, bool], Deed] = {}
        sides = [pool.side.resolving if pool is not None else () for pool in f.pools()]
        self.key: Hashable = (f.fighter, f.opponent.who, *sides)

    def dice(self, table: Table) -> Left:
        """The dice on a table."""
        f = _fight_of(table)
        return Left(_held(f.attacker), _held(f.defender), f.turn)

    def put(self, table: Table, dice: Any) -> None:
        """Put a table where these dice are left; None: so that it tells nothing of them any more."""
        f = _fight_of(table)
        attacker, defender, f.turn = dice or Left(NONE_HELD, NONE_HELD, ATTACKER)
        for pool, held in ((f.attacker, attacker), (f.defender, defender)):
            if pool is not None:
                pool.normals, pool.criticals, pool.shocked = held or NONE_HELD

    def goes_on(self, table: Table) -> bool:
        """Whether nothing comes before the next die, such as a free action (see KT-DMG-02)."""
        return isinstance(table.state.agenda[-1], Fight)

    def over(self, table: Table) -> bool:
        """Whether one of the two is incapacitated (see KT-FIGHT-10)."""
        return decided(table, _fight_of(table))

    def besides(self, table: Table) -> Option | None:
        """What the attacker may do instead of resolving a die (see KT-ACT-08)."""
        f = _fight_of(table)
        assert f.turn == ATTACKER
        return instead_of_die(table, f)

    def ways(self, dice: Any, besides: Option | None) -> Ways | None:
        """What may be done with the next die; None: nobody has one."""
        f = self._with(dice)
        if not next_die(f):
            return None
        turn = f.turn
        other = besides if turn == ATTACKER else None
        found = []
        for pick in ways_of_die(f.dice_of_turn(), f.pools()[1 - turn], other):
            after = self._with(dice)
            after.turn = turn
            mine, theirs = after.dice_of_turn(), after.pools()[1 - turn]
            critical = use_die(mine, theirs, pick)
            if pick.kind == STRIKE and critical and theirs is not None:
                critically(self._table, mine, theirs)
            after.turn = 1 - turn
            next_die(after)
            left = Left(_held(after.attacker), _held(after.defender), after.turn)
            found.append(Way(left, self._deed(turn, pick, critical) if pick.kind == STRIKE or pick is other else None))
        return Ways(f.dice_of_turn().side.seat, found)

    def does(self, table: Table, deed: Deed) -> Rule[None]:
        """What a die does to all but dice."""
        f = _fight_of(table)
        f.turn = deed.turn
        return die_does(table, f, f.dice_of_turn().side, deed.pick, deed.critical)

    def hangs_on(self, table: Table, deed: Deed) -> Hashable | None:
        """A strike does not hang on how many wounds its own fighter has left, unless an entry looks at that
        (see KT-FIGHT-11)."""
        f = _fight_of(table)
        if deed.pick.kind != STRIKE or not hurt_apart(table, f):
            return None
        return table.key_but_wounds(_striker(f, deed))

    def take_over(self, deed: Deed, before: Table, after: Table, table: Table) -> bool:
        """Put who strikes as it is on a table on another; False: its strike has changed it."""
        who = _striker(_fight_of(table), deed)
        if after.operative(who).key() != before.operative(who).key():
            return False
        after.take_over(who, table)
        return True

    def _deed(self, turn: int, pick: Option, critical: bool) -> Deed:
        """One deed for all dice that do the same."""
        return self._deeds.setdefault((turn, pick.key, critical), Deed(turn, pick, critical))

    def _with(self, dice: Left) -> Fight:
        """The fight with these dice."""
        f = self._fight.copy()
        f.turn = dice.turn
        for pool, held in ((f.attacker, dice.attacker), (f.defender, dice.defender)):
            if pool is not None and held is not None:
                pool.normals, pool.criticals, pool.shocked = held
        return f


def resolving_at(t: Table, f: Fight) -> Resolving | None:
    """The dice of a fight that are resolved next; None: it is another moment, or nothing is left to resolve."""
    if not f.at(resolve_die) or decided(t, f) or not any(pool and pool.successes for pool in f.pools()):
        return None
    return Resolving(t, f)


def _fight_of(t: Table) -> Fight:
    """The fight under way, perhaps under something that comes before its next die."""
    return next(record for record in reversed(t.state.agenda) if isinstance(record, Fight))


def _striker(f: Fight, deed: Deed) -> int:
    """Whose die it is."""
    return f.fighter if deed.turn == ATTACKER else f.opponent.who


def _held(pool: Pool | None) -> Held | None:
    return (pool.normals, pool.criticals, pool.shocked) if pool is not None else None
