"""Whose wounds the rest of an attack does not depend on: between two targets of a SHOOT action those of who was shot
before; in a fight those of a fighter whom the dice that are left cannot incapacitate any more.

Odds ask it. Without it each target of Blast and Torrent would be reckoned once for every way the targets before it can
end, and each die of a fight once for every number of wounds that both fighters can have left by then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.games.killteam.abilities.entries import Entry, book, entries
from fireteam.games.killteam.abilities.words.damage import Intercept, ReduceDamage
from fireteam.games.killteam.abilities.words.moving import FreeAction
from fireteam.games.killteam.cards import WeaponRule
from fireteam.games.killteam.fighting.sequence import Fight, resolve_die
from fireteam.games.killteam.shooting.sequence import Shooting, select_target
from fireteam.games.killteam.table import Stake, Table

if TYPE_CHECKING:
    from fireteam.games.killteam.dice import Pool

HURT = ("damaged", "incapacitated")
"""The windows that open when attack dice hurt somebody."""
WINDOWS = ("shooting", "shot_at", *HURT)
"""The windows that open while one operative shoots another."""


def at_stake(t: Table, before: Stake | None) -> Stake | None:
    """What the rest of the attack under way can look at or change, no more than `before`; None: perhaps everything, or
    it is a moment at which nobody can say."""
    record = t.state.agenda[-1] if t.state.agenda else None
    found: Stake | None = None
    if isinstance(record, Fight):
        found = _in_fight(t, record)
    elif isinstance(record, Shooting):
        found = _between_targets(t, record)
    if found is None or (before is not None and not set(found.men) <= set(before.men)):
        return before
    return found


def _between_targets(t: Table, record: Shooting) -> Stake | None:
    """Between two targets: the attacker, and whom a further shot may hurt."""
    if record.step not in ("", select_target.__name__):
        return None
    stake = {record.attacker}
    for target in record.targets:
        stake.update((target.who, *target.near))
    for seat in (0, 1):
        for entry in entries(t, seat, "shot_at"):
            if entry.effects_of(Intercept):
                stake.update(entry.bearers(t))
    for who in stake:
        if any(
            entry.affordable(t) and _spills(t, entry, who)
            for window in WINDOWS
            for entry in entries(t, t.operative(who).seat, window)
        ):
            return None
    return Stake(tuple(sorted(stake)))


def _in_fight(t: Table, f: Fight) -> Stake | None:
    """While dice are resolved: each fighter whom the other's dice can still incapacitate, and what entries for that or
    for less damage are there. A strike inflicts no more than the damage of its die, whatever is used against it
    (see KT-FIGHT-11, KT-DMG-02)."""
    if not f.at(resolve_die):
        return None
    ways = _ways_in(t, f)
    if ways is None:
        return None
    state = t.state
    men: list[int] = []
    points = [0, 0]
    spent: list[tuple[Any, ...]] = []
    for who, dice, (seat, hurt, falling) in ((f.fighter, f.defender, ways[0]), (f.opponent.who, f.attacker, ways[1])):
        most = most_damage(dice) if dice is not None else 0
        falls = 0 < state.operatives[who].wounds <= most
        if falls:
            men.append(who)
        for entry in (*hurt, *falling) if falls else hurt if most else ():
            if entry.ploy and ((entry.id, seat) in state.ploys or state.cp[seat] < entry.cp):
                spent.append((entry.id, seat))
                continue
            points[seat] += entry.cp
            if entry.limit and state.used:
                spent += [use for use in state.used if use[0] == entry.id and use[1] == seat]
    wanted = min(state.cp[0], points[0]), min(state.cp[1], points[1])
    return Stake(tuple(men), wanted, tuple(sorted(spent, key=str)) if len(spent) > 1 else tuple(spent))


def most_damage(dice: Pool) -> int:
    """What the unresolved dice of a fighter can inflict at most (see KT-FIGHT-11)."""
    return dice.normals * dice.side.damage + dice.criticals * dice.side.critical_damage


def hurt_apart(t: Table, f: Fight) -> bool:
    """Whether what the dice of a fighter do to the other one hangs on nobody else's wounds."""
    return _ways_in(t, f) is not None


class Ways(NamedTuple):
    """The entries of a fighter's side that may be used when dice hurt it, and those for when it falls."""

    seat: int
    hurt: tuple[Entry, ...]
    falling: tuple[Entry, ...]


def _ways_in(t: Table, f: Fight) -> tuple[Ways, Ways] | None:
    """What may be used against the dice of each of the two fighters; None: more could happen to wounds and command
    points than by dice and what is paid, something else looks at how many wounds are left, or something else is solved
    after the fight. It hangs on nothing that resolving dice changes, so each fight asks once."""
    known = t.setting.fights
    sides = tuple([pool.side.resolving if pool is not None else () for pool in f.pools()])
    key = (f.fighter, f.opponent.who, sides, t.state.selections, len(t.state.agenda))
    if key not in known:
        fighters = (f.fighter, f.opponent.who)
        seats = [t.operative(who).seat for who in fighters]
        found = [Ways(seat, *[tuple(filter(_in_melee, entries(t, seat, when))) for when in HURT]) for seat in seats]
        alone = (
            not any(frame.solved_through() for frame in t.state.agenda[:-1])
            and not any(pool is not None and pool.side.windows[WeaponRule.after_use] for pool in f.pools())
            and not any(_counts_wounds(entry) for entry in _against_damage(t))
            and not any(
                _spills(t, entry, who) or (entry.bears(t, who) and _acts_first(entry))
                for who, ways in zip(fighters, found, strict=True)
                for entry in (*ways.hurt, *ways.falling)
            )
        )
        known[key] = (found[0], found[1]) if alone else None
    ways: tuple[Ways, Ways] | None = known[key]
    return ways


def _against_damage(t: Table) -> list[Entry]:
    """The entries of both sides that are looked at when attack dice hurt somebody."""
    listed = book(t)
    ways = [*listed.by_id[0].values(), *listed.by_id[1].values(), *listed.choices.values()]
    return [entry for entry in ways if entry.when in HURT or entry.effects_of(ReduceDamage)]


def _in_melee(entry: Entry) -> bool:
    """Whether an entry may be used against a melee weapon."""
    return all(condition.in_melee() for condition in entry.conditions)


def _acts_first(entry: Entry) -> bool:
    """Whether an entry lets its bearer act before it falls, while the fight waits."""
    return bool(entry.effects_of(FreeAction)) and entry.of_itself()


def _counts_wounds(entry: Entry) -> bool:
    """Whether the conditions of an entry look at how many wounds somebody has left."""
    return any(condition.counts_wounds for condition in entry.conditions)


def _spills(t: Table, entry: Entry, who: int) -> bool:
    """Whether an entry that an operative may use while it attacks or is hurt could change the wounds of somebody
    else."""
    return entry.bears(t, who) and any(effect.spills() for effect in entry.all_effects())
