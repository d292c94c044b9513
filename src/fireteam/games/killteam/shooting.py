"""The shooting sequence, step by step, for one target or several (KT-SHOOT-02 to KT-SHOOT-27)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Modifier, Refusal, Why, need, total
from fireteam.games.killteam.casualties import remove_casualties
from fireteam.games.killteam.harm import hit_parts, save_parts
from fireteam.games.killteam.hooks import Target, option
from fireteam.games.killteam.inflicting import Hits, criticals_retained, inflict, plainly
from fireteam.games.killteam.rolls import Pool, Side, keep_given, keep_unrolled, may_reroll, raise_given, reroll_one, retain, roll_pool
from fireteam.games.killteam.sequencing import before_defence, before_shot, do_instead, instead, intercepted, quiet
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weaponrules import windows_of

__all__ = ["STAGES", "Shooting", "Target", "allocations", "may_keep", "refusals", "shoot"]

DEFENCE_DICE = 3
BEST_SAVE = 2
"""Protective cover makes no SAVE better than this (KT-EQ-13)."""
SELECT, ATTACK, ATTACK_AGAIN, SHOT_AT, DEFENCE, DEFENCE_AGAIN, END, CLOSE = 2, 3, 31, 32, 4, 41, 7, 71
"""The stages of a sequence: the book's steps, and the windows inside them."""


class Shooting:
    """The record of a SHOOT action from the selected weapon on."""

    kind = "shooting"
    __slots__ = (
        "attack",
        "attacker",
        "cover",
        "defence",
        "defences",
        "gained",
        "hit",
        "improved",
        "obscured",
        "played",
        "primary",
        "rules",
        "stage",
        "target",
        "targets",
        "weapon",
    )

    def __init__(self, attacker: int, weapon: str, hit: int, rules: tuple[str, ...], targets: tuple[Target, ...]) -> None:
        self.attacker = attacker
        self.weapon = weapon
        self.hit = hit
        """HIT as changed for the whole action (KT-BASE-20)."""
        self.rules = rules
        """Weapon rules gained for the action."""
        self.targets = targets
        """Who is still to be shot; the primary target first."""
        self.stage = SELECT
        self.primary: tuple[bool, bool, bool] | None = None
        """Whether the primary target was in cover, obscured, and with an improved save: Blast copies it (KT-WR-04)."""
        self.target = targets[0]
        self.cover = False
        self.obscured = False
        self.improved = False
        self.attack: Pool | None = None
        self.defence: Pool | None = None
        self.gained: tuple[str, ...] = ()
        """Rules that entries have granted to the attack dice of the sequence under way."""
        self.defences: tuple[str, ...] = ()
        """The same for the defence dice."""
        self.played: tuple[str, ...] = ()
        """Entries that were used in this sequence."""

    def copy(self) -> Shooting:
        """A record of its own that equals this one."""
        other = Shooting.__new__(Shooting)
        other.attacker = self.attacker
        other.weapon = self.weapon
        other.hit = self.hit
        other.rules = self.rules
        other.targets = self.targets
        other.stage = self.stage
        other.primary = self.primary
        other.target = self.target
        other.cover = self.cover
        other.obscured = self.obscured
        other.improved = self.improved
        other.attack = self.attack.copy() if self.attack else None
        other.defence = self.defence.copy() if self.defence else None
        other.gained = self.gained
        other.defences = self.defences
        other.played = self.played
        return other

    def key(self) -> tuple[Any, ...]:
        """Everything the rest of the sequence depends on; the stage keeps like questions apart."""
        return (
            self.stage, self.target.who, self.targets, self.primary, self.cover, self.obscured, self.improved,
            self.attack.key() if self.attack else None, self.defence.key() if self.defence else None,
            self.defence.side.dice if self.defence else 0, self.rules, self.gained, self.defences, self.played,
        )  # fmt: skip

    def dump(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {
            "attacker": self.attacker, "weapon": self.weapon, "hit": self.hit, "rules": self.rules, "targets": self.targets,
            "stage": self.stage, "primary": self.primary, "target": self.target, "cover": self.cover, "obscured": self.obscured,
            "improved": self.improved, "attack": self.attack.dump() if self.attack else None,
            "defence": self.defence.dump() if self.defence else None, "gained": self.gained, "defences": self.defences,
            "played": self.played,
        }  # fmt: skip

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Shooting:
        """From its dump."""
        target = _load_target(data["target"])
        record = cls(data["attacker"], data["weapon"], data["hit"], tuple(data["rules"]), (target,))
        record.targets = tuple(_load_target(entry) for entry in data["targets"])
        record.stage = data["stage"]
        primary = data["primary"]
        record.primary = (primary[0], primary[1], primary[2]) if primary else None
        record.cover, record.obscured, record.improved = data["cover"], data["obscured"], data["improved"]
        record.attack = Pool.load(data["attack"]) if data["attack"] else None
        record.defence = Pool.load(data["defence"]) if data["defence"] else None
        record.gained, record.defences, record.played = tuple(data["gained"]), tuple(data["defences"]), tuple(data["played"])
        return record


def _load_target(entry: Sequence[Any]) -> Target:
    who, cover_from, obscured_from, improved, rules, near, no_piercing, defences, protected = entry
    lists = (tuple(cover_from), tuple(obscured_from), improved, tuple(rules), tuple(near))
    return Target(who, *lists, no_piercing, tuple(defences), protected)


def shoot(
    t: Table, attacker: int, weapon: str, targets: Sequence[Target], *, rules: Sequence[str] = (), changes: Sequence[Modifier] = ()
) -> None:
    """Step 1: a weapon is selected, fixed before its targets, the primary one first; the game goes on with the sequence
    (KT-SHOOT-02). `rules` are weapon rules gained for the action, `changes` what else changes its HIT."""
    parts = hit_parts(t, attacker, t.weapon(attacker, weapon), tuple(changes))
    t.use_weapon(attacker, weapon)
    t.begin(Shooting(attacker, weapon, total(parts), tuple(rules), tuple(targets)))
    t.tell(
        "shoots", "KT-SHOOT-02", who=t.name(attacker), weapon=weapon, targets=tuple(t.name(target.who) for target in targets), parts=parts
    )


def select_target(t: Table, s: Shooting) -> Rule[None]:
    """Step 2: the next target; those of a Blast stand as the primary one did (KT-WR-03, KT-WR-04, KT-WR-27, KT-SHOOT-27)."""
    seat = t.operative(s.attacker).seat
    s.target = s.targets[0]
    everybody = any(hook.spread().everybody for hook in windows_of(t.weapon(s.attacker, s.weapon).rules).get("spread", ()))
    if len(s.targets) > 1 and (s.primary is not None or not everybody):
        pick: Option = yield t.ask(seat, "next target", lambda: [option("next_target", t.name(target.who)) for target in s.targets])
        s.target = next(target for target in s.targets if t.name(target.who) == pick.args[0])
    s.targets = tuple(target for target in s.targets if target.who != s.target.who)
    s.gained = s.defences = s.played = ()
    yield from intercepted(t, s)
    if everybody and s.primary is not None:
        s.cover, s.obscured, s.improved = s.primary
    else:
        yield from cover_or_obscured(t, s)
        s.improved = s.target.improved
        s.primary = (s.cover, s.obscured, s.improved)
    t.tell("target", "KT-SHOOT-05", who=t.name(s.target.who), cover=s.cover, obscured=s.obscured)
    yield from before_shot(t, s)
    weapon = t.weapon(s.attacker, s.weapon)
    s.attack = Pool(Side.armed(t, s.attacker, weapon, s.hit, (*s.rules, *s.target.rules, *s.gained)))
    s.defence = None
    s.stage = ATTACK


def cover_or_obscured(t: Table, s: Shooting) -> Rule[None]:
    """One terrain feature gives cover or obscures, not both: the defender picks (KT-SHOOT-16)."""
    cover, obscured = s.target.cover_from, s.target.obscured_from
    s.cover, s.obscured = bool(cover), bool(obscured)
    if not cover or not obscured or any(one != other for one in cover for other in obscured):
        return
    seat = t.operative(s.target.who).seat
    pick: Option = yield t.ask(seat, f"cover or obscured by {cover[0]}", lambda: [option("use_cover"), option("use_obscured")])
    s.cover, s.obscured = pick.kind == "use_cover", pick.kind == "use_obscured"


def roll_attack(t: Table, s: Shooting) -> Rule[None]:
    """Step 3: the attack dice (KT-SHOOT-10, KT-SHOOT-12)."""
    assert s.attack is not None
    topic = f"attack dice of {t.name(s.attacker)}"
    kept = yield from keep_unrolled(t, s.attack, topic)
    yield from roll_pool(t, s.attack, s.attack.side.dice - kept, topic)
    s.stage = ATTACK_AGAIN
    if not may_reroll(t, s.attack):
        yield from retain_attack(t, s)


def reroll_attack(t: Table, s: Shooting) -> Rule[None]:
    """The attacker re-rolls one die after the other, as long as it wants to and can (KT-BASE-10)."""
    assert s.attack is not None
    again = yield from reroll_one(t, s.attack, f"attack dice of {t.name(s.attacker)}")
    if not again or not may_reroll(t, s.attack):
        yield from retain_attack(t, s)


def retain_attack(t: Table, s: Shooting) -> Rule[None]:
    """Successes are retained, others discarded; then what retained criticals do at once (KT-SHOOT-12, KT-SHOOT-14, KT-SHOOT-15)."""
    pool = s.attack
    assert pool is not None
    yield from retain(t, pool, s.obscured)
    s.stage = DEFENCE if quiet(t, s.target.who) else SHOT_AT
    if pool.criticals:
        yield from criticals_retained(t, pool, s.target.who, s.target.near)
    if s.stage == SHOT_AT and t.state.sequences[-1] is s:
        yield from shot_at(t, s)


def shot_at(t: Table, s: Shooting) -> Rule[None]:
    """What the target's side uses before its defence dice; it ends a step, so that odds find it done however those dice fall."""
    yield from before_defence(t, s)
    s.stage = DEFENCE


def roll_defence(t: Table, s: Shooting) -> Rule[None]:
    """Step 4: three dice, fewer by Piercing; a cover save is one of them, kept without rolling (KT-SHOOT-20, KT-SHOOT-21, KT-SHOOT-22)."""
    attack = s.attack
    assert attack is not None
    who = s.target.who
    fewer = [hook.piercing(attack.criticals) for hook in attack.side.windows.get("piercing", ())]
    dice = max(0, DEFENCE_DICE - (0 if s.target.no_piercing else max(fewer, default=0)))
    save = total(save_parts(t, who))
    if s.target.protected:
        save = min(save, max(BEST_SAVE, save - s.target.protected))
    pool = s.defence = Pool(Side.saving(t, who, dice, save, (*s.target.defences, *s.defences)))
    left = dice
    if s.cover and dice and "forbids_cover_save" not in attack.side.windows:
        left -= yield from cover_save(t, s, pool)
    topic = f"defence dice of {t.name(who)}"
    if left and "unrolled" in pool.side.windows:
        left -= yield from keep_given(t, pool, left, topic)
    yield from roll_pool(t, pool, left, topic)
    s.stage = DEFENCE_AGAIN
    if not may_reroll(t, pool):
        yield from resolve(t, s)


def cover_save(t: Table, s: Shooting, pool: Pool) -> Rule[int]:
    """Keep a normal success unrolled, or two, or a critical one if the save is improved; or roll all the same
    (KT-SHOOT-21, KT-VANT-03, KT-WR-20). How many dice are kept."""
    pick: Option = yield t.ask(
        pool.side.seat,
        f"cover save of {t.name(s.target.who)}",
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


COVER_SAVES = (option("cover_save"), option("critical_cover_save"), option("double_cover_save"), option("no_cover_save"))


def may_keep(improved: bool, dice: int, way: Option, why: Why = None) -> bool:
    """Whether a cover save may be kept in a way (KT-SHOOT-21, KT-VANT-03)."""
    if way.kind in ("cover_save", "no_cover_save"):
        return True
    if not need(why, improved, "KT-VANT-03", "the cover save is improved"):
        return False
    return way.kind == "critical_cover_save" or need(why, dice > 1, "KT-VANT-03", "two defence dice are left ({})", dice)


def refusals(s: Shooting) -> list[Refusal]:
    """The cover saves that are not possible now, and why."""
    found = []
    if s.stage == DEFENCE and s.defence is not None:
        for way in COVER_SAVES:
            why: list[Check] = []
            if not may_keep(s.improved, s.defence.side.dice, way, why):
                found.append(Refusal(way.key, tuple(why)))
    return found


def reroll_defence(t: Table, s: Shooting) -> Rule[None]:
    """The defender re-rolls in the same way (KT-BASE-10, KT-PLOY-05)."""
    assert s.defence is not None
    again = yield from reroll_one(t, s.defence, f"defence dice of {t.name(s.target.who)}")
    if not again or not may_reroll(t, s.defence):
        yield from resolve(t, s)


def resolve(t: Table, s: Shooting) -> Rule[None]:
    """Steps 5 and 6: the defender blocks, and what is left inflicts damage all at once (KT-SHOOT-23 to KT-SHOOT-25)."""
    attack, defence = s.attack, s.defence
    assert attack is not None
    assert defence is not None
    defence.grade_dice()
    if "raises" in defence.side.windows:
        raise_given(t, defence)
    defence.settle()
    if "only_criticals_block" in attack.side.windows:
        defence.normals = 0  # Brutal: not even in pairs (KT-WR-05)
    if attack.successes and defence.successes:
        pick: Option = yield t.ask(
            defence.side.seat,
            f"blocks of {t.name(s.target.who)}",
            lambda: [
                option("allocate", *found) for found in allocations(attack.normals, attack.criticals, defence.normals, defence.criticals)
            ],
        )
        normals, criticals = pick.args
        attack.normals -= normals
        attack.criticals -= criticals
        t.tell("blocked", "KT-SHOOT-23", who=t.name(s.target.who), normals=normals, criticals=criticals)
    side = attack.side
    if t.setting.book.by_id[side.seat] and attack.successes:
        way = instead(t, s.attacker, s.target.who)
        if way is not None:
            yield from give_up_one(t, s, attack, way)
    parts = []
    if attack.normals:
        parts.append(Modifier(attack.normals * side.damage, f"{attack.normals} normal", "KT-SHOOT-25"))
    if attack.criticals:
        parts.append(Modifier(attack.criticals * side.critical_damage, f"{attack.criticals} critical", "KT-SHOOT-25"))
    s.stage = SELECT if s.targets else END
    points = attack.normals * side.damage + attack.criticals * side.critical_damage
    if not plainly(t, s.target.who, points, "KT-SHOOT-25", tuple(parts), s.attacker):
        hits = Hits(attack.normals, side.damage, attack.criticals, side.critical_damage)
        yield from inflict(t, s.target.who, hits, "KT-SHOOT-25", tuple(parts), by=s.attacker, weapon=s.weapon)
    s.attack = s.defence = None
    for who in (s.target.who, s.attacker):
        if t.state.operatives[who].effects:
            t.end_effects(who, "sequence")
    if s.stage == END and t.state.sequences[-1] is s:
        yield from end_action(t, s)


def give_up_one(t: Table, s: Shooting, attack: Pool, way: Option) -> Rule[None]:
    """The attacker's side may do something else instead of damage with one unblocked success, a normal one if there is one."""
    pick: Option = yield t.ask(attack.side.seat, f"successes of {t.name(s.attacker)}", lambda: [way, option("all_successes")])
    if pick.kind != "all_successes":
        if attack.normals:
            attack.normals -= 1
        else:
            attack.criticals -= 1
        yield from do_instead(t, s.attacker, s.target.who)


@lru_cache(maxsize=4096)
def allocations(normals: int, criticals: int, saves: int, critical_saves: int) -> tuple[tuple[int, int], ...]:
    """What the defence dice may block, as (normals, criticals): a normal blocks a normal, two of them a critical, a critical
    either; every die that can still block something must (KT-SHOOT-23, KT-SHOOT-24)."""
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
    """After all its sequences: uses are counted, Hot is rolled once, casualties leave (KT-WR-11, KT-WR-13, KT-SHOOT-26)."""
    weapon = t.weapon(s.attacker, s.weapon)
    windows = windows_of((*weapon.rules, *s.rules))
    for hook in windows.get("counts_use", ()):
        hook.counts_use(t, s.attacker, weapon)
    s.stage = CLOSE
    for hook in windows.get("after_use", ()):
        parts = yield from hook.after_use(t, s.attacker, s.hit)
        if parts:
            yield from inflict(t, s.attacker, total(parts), hook.rule, parts)
    if t.state.sequences[-1] is s:
        yield from close(t, s)


def close(t: Table, s: Shooting) -> Rule[None]:
    """The action is over, and casualties leave (KT-SHOOT-26)."""
    yield from remove_casualties(t)
    t.finish()


STAGES: dict[int, Callable[[Table, Shooting], Rule[None]]] = {
    SELECT: select_target,
    ATTACK: roll_attack,
    ATTACK_AGAIN: reroll_attack,
    SHOT_AT: shot_at,
    DEFENCE: roll_defence,
    DEFENCE_AGAIN: reroll_defence,
    END: end_action,
    CLOSE: close,
}
"""Where a sequence goes on: each stage begins from the record alone."""
