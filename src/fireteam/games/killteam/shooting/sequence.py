"""The shooting sequence, step by step, for one target or several (KT-SHOOT-02 to KT-SHOOT-27)."""

from __future__ import annotations

from collections.abc import Sequence as Many
from functools import lru_cache
from typing import Any

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Modifier, Refusal, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import Target, WeaponRule, option
from fireteam.games.killteam.damage.casualties import remove_casualties
from fireteam.games.killteam.damage.inflict import (
    Hits,
    criticals_retained,
    inflict,
    instead_of_success,
    may_do_instead,
    plainly,
)
from fireteam.games.killteam.dice import (
    Pool,
    Side,
    before_rolling,
    keep_given,
    may_reroll,
    raise_given,
    reroll_one,
    retain,
    roll_pool,
)
from fireteam.games.killteam.state import Frame
from fireteam.games.killteam.stats import hit_parts, save_parts
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapons import hanging, spreads, which_x, windows_of
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, back_to, repeat, then
from fireteam.kit.records import late

__all__ = ["Shooting", "Target", "allocations", "may_keep", "refusals", "shoot"]

DEFENCE_DICE = 3
BEST_SAVE = 2
"""Protective cover makes no SAVE better than this (see KT-EQ-13)."""


class Shooting(Sequence, Frame):
    """The record of a SHOOT action from the selected weapon on."""

    kind = "shooting"
    solved = True
    attacker: int
    weapon: str
    hit: int
    """HIT as changed for the whole action (see KT-BASE-20)."""
    rules: tuple[str, ...]
    """Weapon rules gained for the action."""
    targets: tuple[Target, ...]
    """Who is still to be shot; the primary target first."""
    target: Target
    primary: tuple[bool, bool, bool] | None = None
    """Whether the primary target was in cover, obscured, and with an improved save: Blast copies it (KT-WR-04)."""
    cover: bool = False
    obscured: bool = False
    improved: bool = False
    attack: Pool = late()
    defence: Pool = late()
    gained: tuple[str, ...] = ()
    """Rules that entries have granted to the attack dice of the sequence under way."""
    defences: tuple[str, ...] = ()
    """The same for the defence dice."""
    played: tuple[str, ...] = ()
    """Entries that were used in this sequence."""

    @staticmethod
    def steps() -> Steps[Table, Shooting]:
        """The shooting sequence, for one target after the other (KT-SHOOT-02 to KT-SHOOT-27)."""
        return (
            select_target,
            roll_attack,
            repeat(reroll_attack, attacker_may_reroll),
            then(retain_attack),
            then(before_defence),
            roll_defence,
            repeat(reroll_defence, defender_may_reroll),
            then(resolve),
            back_to(select_target, targets_left),
            then(end_action),
            then(close),
        )

    def key(self) -> tuple[Any, ...]:
        """Everything the rest of the sequence depends on; the step keeps like questions apart."""
        attack: Pool | None = self.attack
        defence: Pool | None = self.defence
        return (
            self.step, self.target.who, self.targets, self.primary, self.cover, self.obscured, self.improved,
            attack.key() if attack else None, defence.key() if defence else None, defence.side.dice if defence else 0,
            self.rules, self.gained, self.defences, self.played,
        )  # fmt: skip


def shoot(
    t: Table, attacker: int, weapon: str, targets: Many[Target], *, rules: Many[str] = (), changes: Many[Modifier] = ()
) -> None:
    """Step 1: a weapon is selected, fixed before its targets, the primary one first; the game goes on with the sequence
    (KT-SHOOT-02). `rules` are weapon rules gained for the action, `changes` what else changes its HIT."""
    parts = hit_parts(t, attacker, t.weapon(attacker, weapon), tuple(changes))
    t.use_weapon(attacker, weapon)
    t.begin(Shooting(attacker, weapon, total(parts), tuple(rules), tuple(targets), targets[0]))
    t.tell(
        "shoots",
        "KT-SHOOT-02",
        who=t.name(attacker),
        weapon=weapon,
        targets=tuple(t.name(target.who) for target in targets),
        parts=parts,
    )


def select_target(t: Table, s: Shooting) -> Rule[None]:
    """Step 2: the next target; those of a Blast stand as the primary one did (KT-WR-03, KT-WR-04, KT-WR-27,
    KT-SHOOT-27)."""
    seat = t.operative(s.attacker).seat
    s.target = s.targets[0]
    everybody = any(spread.everybody for spread in spreads(t.weapon(s.attacker, s.weapon)))
    if len(s.targets) > 1 and (s.primary is not None or not everybody):
        pick: Option = yield t.ask(
            seat, "next target", lambda: [option("next_target", t.name(target.who)) for target in s.targets]
        )
        s.target = next(target for target in s.targets if t.name(target.who) == pick.args[0])
    s.targets = tuple(target for target in s.targets if target.who != s.target.who)
    s.gained = s.defences = s.played = ()
    for intercepts in t.windows[Supplement.intercepts]:
        yield from intercepts(t, s)
    if everybody and s.primary is not None:
        s.cover, s.obscured, s.improved = s.primary
    else:
        yield from cover_or_obscured(t, s)
        s.improved = s.target.improved
        s.primary = (s.cover, s.obscured, s.improved)
    who, by = t.name(s.target.who), t.name(s.attacker)
    t.tell("target", "KT-SHOOT-05", who=who, by=by, cover=s.cover, obscured=s.obscured)
    for before_shot in t.windows[Supplement.before_shot]:
        yield from before_shot(t, s)
    weapon = t.weapon(s.attacker, s.weapon)
    s.attack = Pool(Side.armed(t, s.attacker, weapon, s.hit, (*s.rules, *s.target.rules, *s.gained)))


def cover_or_obscured(t: Table, s: Shooting) -> Rule[None]:
    """One terrain feature gives cover or obscures, not both: the defender picks (KT-SHOOT-16)."""
    cover, obscured = s.target.cover_from, s.target.obscured_from
    s.cover, s.obscured = bool(cover), bool(obscured)
    if not cover or not obscured or any(one != other for one in cover for other in obscured):
        return
    seat = t.operative(s.target.who).seat
    pick: Option = yield t.ask(
        seat, topic("cover or obscured by {feature}", cover[0]), lambda: [option("use_cover"), option("use_obscured")]
    )
    s.cover, s.obscured = pick.kind == "use_cover", pick.kind == "use_obscured"


def roll_attack(t: Table, s: Shooting) -> Rule[None]:
    """Step 3: the attack dice (KT-SHOOT-10, KT-SHOOT-12)."""
    about = topic("attack dice of {who}", t.name(s.attacker))
    kept = yield from before_rolling(t, s.attack, about)
    yield from roll_pool(t, s.attack, s.attack.side.dice - kept, about)


def attacker_may_reroll(t: Table, s: Shooting) -> bool:
    """Whether there is a die to re-roll, and something to re-roll it with (see KT-BASE-09)."""
    return may_reroll(t, s.attack)


def reroll_attack(t: Table, s: Shooting) -> Rule[bool]:
    """The attacker re-rolls one die, or keeps them all (see KT-BASE-10)."""
    return (yield from reroll_one(t, s.attack, topic("attack dice of {who}", t.name(s.attacker))))


def retain_attack(t: Table, s: Shooting) -> Rule[None]:
    """Successes are retained, others discarded; then what retained criticals do at once
    (see KT-SHOOT-12, KT-SHOOT-14 and KT-SHOOT-15)."""
    yield from retain(t, s.attack, s.obscured)
    if s.attack.criticals:
        yield from criticals_retained(t, s.attack, s.target.who, s.target.near)


def before_defence(t: Table, s: Shooting) -> Rule[None]:
    """What the target's side does before its defence dice are rolled (KT-PLOY-03)."""
    for prepares in t.windows[Supplement.before_defence]:
        yield from prepares(t, s)


def roll_defence(t: Table, s: Shooting) -> Rule[None]:
    """Step 4: three dice, fewer by Piercing; a cover save is one of them, kept without rolling (KT-SHOOT-20,
    KT-SHOOT-21, KT-SHOOT-22)."""
    attack, who = s.attack, s.target.who
    dice = DEFENCE_DICE
    if attack.side.windows[WeaponRule.piercing] and not s.target.no_piercing:
        dice -= yield from pierced(t, attack)
    save = total(save_parts(t, who))
    if s.target.protected:
        save = min(save, max(BEST_SAVE, save - s.target.protected))
    pool = s.defence = Pool(Side.saving(t, who, dice, save, (*s.target.defences, *s.defences)))
    left = dice
    if s.cover and dice and not attack.side.windows[WeaponRule.forbids_cover_save]:
        left -= yield from cover_save(t, s, pool)
    about = topic("defence dice of {who}", t.name(who))
    if left and pool.side.windows[WeaponRule.unrolled]:
        left -= yield from keep_given(t, pool, left, about)
    yield from roll_pool(t, pool, left, about)


def pierced(t: Table, attack: Pool) -> Rule[int]:
    """By how many dice Piercing makes the defence smaller; Piercing Crits is the same rule while a critical is
    retained, and of several x its player picks one (see KT-WR-00, KT-WR-14 and KT-WR-15)."""
    fewer: dict[int, WeaponRule] = {}
    for rule in hanging(attack.side.rules, WeaponRule.piercing):
        fewer.setdefault(min(DEFENCE_DICE, rule.piercing(attack.criticals)), rule)
    fewer.pop(0, None)
    if not fewer:
        return 0
    picked = yield from which_x(t, attack.side.who, "Piercing", [fewer[x] for x in sorted(fewer, reverse=True)])
    return next(x for x, rule in fewer.items() if rule is picked)


def cover_save(t: Table, s: Shooting, pool: Pool) -> Rule[int]:
    """Keep a normal success unrolled, or two, or a critical one if the save is improved; or roll all the same
    (KT-SHOOT-21, KT-VANT-03, KT-WR-20). How many dice are kept."""
    pick: Option = yield t.ask(
        pool.side.seat,
        topic("cover save of {who}", t.name(s.target.who)),
        lambda: [way for way in COVER_SAVES if may_keep(s.improved, pool.side.dice, way)],
    )
    if pick.kind == "no_cover_save":
        return 0
    if pick.kind == "critical_cover_save":
        pool.criticals = 1
    else:
        pool.kept = 2 if pick.kind == "double_cover_save" else 1
    t.tell("cover_save", "KT-SHOOT-21", who=t.name(s.target.who), normals=pool.kept, criticals=pool.criticals)
    return 2 if pick.kind == "double_cover_save" else 1


COVER_SAVES = (
    option("cover_save"),
    option("critical_cover_save"),
    option("double_cover_save"),
    option("no_cover_save"),
)


def may_keep(improved: bool, dice: int, way: Option, why: Why = None) -> bool:
    """Whether a cover save may be kept in a way (see KT-SHOOT-21 and KT-VANT-03)."""
    if way.kind in ("cover_save", "no_cover_save"):
        return True
    if not need(why, improved, "KT-VANT-03", "the cover save is improved"):
        return False
    return way.kind == "critical_cover_save" or need(
        why, dice > 1, "KT-VANT-03", "two defence dice are left ({})", dice
    )


def refusals(s: Shooting) -> list[Refusal]:
    """The cover saves that are not possible now, and why."""
    found = []
    defence: Pool | None = s.defence
    if s.at(roll_defence) and defence is not None:
        for way in COVER_SAVES:
            why: list[Check] = []
            if not may_keep(s.improved, defence.side.dice, way, why):
                found.append(Refusal(way.key, tuple(why)))
    return found


def defender_may_reroll(t: Table, s: Shooting) -> bool:
    """The same for the defender (KT-PLOY-05, see KT-BASE-10)."""
    return may_reroll(t, s.defence)


def reroll_defence(t: Table, s: Shooting) -> Rule[bool]:
    """The defender re-rolls in the same way (KT-PLOY-05, see KT-BASE-10)."""
    return (yield from reroll_one(t, s.defence, topic("defence dice of {who}", t.name(s.target.who))))


def resolve(t: Table, s: Shooting) -> Rule[None]:
    """Steps 5 and 6: the defender blocks, and what is left inflicts damage all at once (KT-SHOOT-25, KT-SHOOT-23)."""
    attack, defence = s.attack, s.defence
    defence.grade_dice()
    raise_given(t, defence)
    defence.settle()
    if attack.side.windows[WeaponRule.only_criticals_block]:
        defence.normals = 0  # Brutal: not even in pairs (KT-WR-05)
    if attack.successes and defence.successes:
        pick: Option = yield t.ask(
            defence.side.seat,
            topic("blocks of {who}", t.name(s.target.who)),
            lambda: [
                option("allocate", *found)
                for found in allocations(attack.normals, attack.criticals, defence.normals, defence.criticals)
            ],
        )
        normals, criticals = pick.args
        attack.normals -= normals
        attack.criticals -= criticals
        t.tell("blocked", "KT-SHOOT-23", who=t.name(s.target.who), normals=normals, criticals=criticals)
    side = attack.side
    if attack.successes:
        way = instead_of_success(t, s.attacker, s.target.who)
        if way is not None or may_do_instead(t, s.attacker, s.target.who):
            yield from give_up_one(t, s, attack, way)
    parts = []
    if attack.normals:
        parts.append(Modifier(attack.normals * side.damage, f"{attack.normals} normal", "KT-SHOOT-25"))
    if attack.criticals:
        parts.append(Modifier(attack.criticals * side.critical_damage, f"{attack.criticals} critical", "KT-SHOOT-25"))
    points = attack.normals * side.damage + attack.criticals * side.critical_damage
    if not plainly(t, s.target.who, points, "KT-SHOOT-25", tuple(parts), s.attacker):
        hits = Hits(attack.normals, side.damage, attack.criticals, side.critical_damage)
        yield from inflict(t, s.target.who, hits, "KT-SHOOT-25", tuple(parts), by=s.attacker, weapon=s.weapon)
    s.clear("attack", "defence")
    for who in (s.target.who, s.attacker):
        if t.state.operatives[who].effects:
            t.end_effects(who, "sequence")


def targets_left(t: Table, s: Shooting) -> bool:
    """Whether there is another target, for whom the sequence begins anew (KT-SHOOT-27)."""
    return bool(s.targets)


def give_up_one(t: Table, s: Shooting, attack: Pool, way: Option | None) -> Rule[None]:
    """The attacker's side may do something else instead of damage with one unblocked success, a normal one if there is
    one; it is asked as well where others cannot know that there is no way for it (see KT-OPS-20)."""
    pick: Option = yield t.ask(
        attack.side.seat,
        topic("successes of {who}", t.name(s.attacker)),
        lambda: [*([] if way is None else [way]), option("all_successes")],
        veiled=lambda: True,
    )
    if pick.kind != "all_successes":
        if attack.normals:
            attack.normals -= 1
        else:
            attack.criticals -= 1
        for instead in t.windows[Supplement.instead]:
            yield from instead(t, s.attacker, s.target.who)


@lru_cache(maxsize=4096)
def allocations(normals: int, criticals: int, saves: int, critical_saves: int) -> tuple[tuple[int, int], ...]:
    """What the defence dice may block, as (normals, criticals): a normal blocks a normal, two of them a critical, a
    critical either; every die that can still block something must (KT-SHOOT-23, KT-SHOOT-24)."""
    found: dict[tuple[int, int], None] = {}
    for pairs in range(min(saves // 2, criticals), -1, -1):
        for on_critical in range(min(critical_saves, criticals - pairs), -1, -1):
            for on_normal in range(min(critical_saves - on_critical, normals), -1, -1):
                singles = min(saves - 2 * pairs, normals - on_normal)
                normals_left, criticals_left = normals - on_normal - singles, criticals - pairs - on_critical
                spare, critical_spare = saves - 2 * pairs - singles, critical_saves - on_critical - on_normal
                idle = (critical_spare and (normals_left or criticals_left)) or (spare > 1 and criticals_left)
                if not idle:
                    found[normals - normals_left, criticals - criticals_left] = None
    return tuple(found)


def end_action(t: Table, s: Shooting) -> Rule[None]:
    """After all its sequences: uses are counted, Hot is rolled once, casualties leave (KT-WR-11, KT-WR-13,
    KT-SHOOT-26)."""
    weapon = t.weapon(s.attacker, s.weapon)
    windows = windows_of((*weapon.rules, *s.rules))
    for counts_use in windows[WeaponRule.counts_use]:
        counts_use(t, s.attacker, weapon)
    for after_use in windows[WeaponRule.after_use]:
        parts = yield from after_use(t, s.attacker, s.hit)
        if parts:
            yield from inflict(t, s.attacker, total(parts), parts[0].rule, parts)


def close(t: Table, s: Shooting) -> Rule[None]:
    """The action is over, and casualties leave (KT-SHOOT-26)."""
    yield from remove_casualties(t)
