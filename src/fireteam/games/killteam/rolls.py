"""Dice pools: rolling, re-rolling, keeping; what shooting, defending and fighting have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from fireteam.core.questions import Option, Roll, Rule
from fireteam.games.killteam.hooks import ANY, NUMBER, ONE, Weapon, Windows, option
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weaponrules import windows_of

FAIL, NORMAL, CRITICAL = 0, 1, 2
GRADES = ("fail", "normal", "critical")

COMMAND = "Command Re-roll"
COMMAND_CP = 1
"""What that ploy costs (KT-PLOY-05)."""


def grade(face: int, need: int, critical_from: int) -> int:
    """A 6 is a critical success and a 1 a fail whatever the number needed; Lethal makes only successes critical
    (KT-SHOOT-10, KT-SHOOT-11, KT-SHOOT-22, KT-BASE-19, KT-WR-12)."""
    if face == 6:
        return CRITICAL
    if face == 1 or face < need:
        return FAIL
    return CRITICAL if face >= critical_from else NORMAL


@lru_cache(maxsize=256)
def grades(need: int, critical_from: int) -> tuple[int, ...]:
    """The grade of each face from 1 to 6."""
    return tuple(grade(face, need, critical_from) for face in range(1, 7))


@lru_cache(maxsize=256)
def alike(need: int, critical_from: int) -> tuple[int, ...]:
    """For each face the lowest one of the same grade: where only grades matter, odds look at one of them."""
    found = grades(need, critical_from)
    return tuple(found.index(one) + 1 for one in found)


class Side:
    """What does not change about one player's dice in a sequence: stats are frozen when the action begins (KT-BASE-20)."""

    __slots__ = (
        "alike",
        "critical_damage",
        "critical_from",
        "damage",
        "dice",
        "grades",
        "grants",
        "need",
        "numbers",
        "rules",
        "seat",
        "weapon",
        "who",
        "windows",
    )

    def __init__(
        self, seat: int, who: int, weapon: str, dice: int, need: int, damage: int, critical_damage: int, rules: tuple[str, ...]
    ) -> None:
        self.seat = seat
        self.who = who
        self.weapon = weapon
        """Empty: these are defence dice."""
        self.dice = dice
        """ATK, or the defence dice that are collected."""
        self.need = need
        """HIT or SAVE as changed for this sequence."""
        self.damage = damage
        self.critical_damage = critical_damage
        self.rules = rules
        self.windows: Windows = windows_of(rules)
        lethal = self.windows.get("critical_from", ())
        self.critical_from = min([6, *[hook.critical_from() for hook in lethal]])
        self.grades = grades(need, self.critical_from)
        self.alike = alike(need, self.critical_from)
        self.grants = {grant.name: grant for grant in [hook.rerolls() for hook in self.windows.get("rerolls", ())]}
        """What it may re-roll with, by name."""
        self.numbers = tuple([name for name, grant in self.grants.items() if grant.dice == NUMBER]) if self.grants else ()
        """Those that re-roll all dice of one number, as Ceaseless does."""

    @classmethod
    def armed(cls, t: Table, who: int, weapon: Weapon, need: int, rules: Sequence[str]) -> Side:
        """The side of an operative that attacks with a weapon; `rules` are those gained besides its own."""
        seat = t.operative(who).seat
        whole = (*weapon.rules, *rules)
        atk, normal, critical = weapon.atk, weapon.damage, weapon.critical_damage
        changes = windows_of(whole).get("changes")
        if changes is not None:
            need -= sum(hook.changes("hit") for hook in changes)
            atk = max(0, atk + sum(hook.changes("atk") for hook in changes))
            normal = max(0, normal + sum(hook.changes("dmg_normal") for hook in changes))
            critical = max(0, critical + sum(hook.changes("dmg_crit") for hook in changes))
        return cls(seat, who, weapon.id, atk, need, normal, critical, whole)

    @classmethod
    def saving(cls, t: Table, who: int, dice: int, need: int, rules: tuple[str, ...]) -> Side:
        """The side of an operative that is shot at: so many defence dice."""
        if rules:
            need -= sum(hook.changes("save") for hook in windows_of(rules).get("changes", ()))
        return cls(t.operative(who).seat, who, "", dice, need, 0, 0, rules)

    @classmethod
    def gaining(cls, t: Table, side: Side, rules: Sequence[str]) -> Side:
        """The same side of an attack with further rules gained."""
        weapon = t.weapon(side.who, side.weapon)
        need = side.need + sum(hook.changes("hit") for hook in side.windows.get("changes", ()))
        return cls.armed(t, side.who, weapon, need, (*side.rules[len(weapon.rules) :], *rules))

    def dump(self) -> list[Any]:
        """As plain JSON data."""
        return [self.seat, self.who, self.weapon, self.dice, self.need, self.damage, self.critical_damage, list(self.rules)]

    @classmethod
    def load(cls, data: Sequence[Any]) -> Side:
        """From its dump."""
        seat, who, weapon, dice, need, damage, critical_damage, rules = data
        return cls(seat, who, weapon, dice, need, damage, critical_damage, tuple(rules))


class Pool:
    """One player's dice in a sequence: those that may still be re-rolled by their faces, the others counted by their grade."""

    FIELDS = ("dice", "again", "kept", "normals", "criticals", "fails", "number", "grants", "shocked")
    __slots__ = ("again", "criticals", "dice", "fails", "grants", "kept", "normals", "number", "shocked", "side")

    def __init__(self, side: Side) -> None:
        self.side = side
        self.dice: tuple[int, ...] = ()
        """Faces that were rolled and not yet re-rolled, lowest first; empty once they are graded."""
        self.again: tuple[int, ...] = ()
        """Faces that were re-rolled: they stand (KT-BASE-09)."""
        self.kept = 0
        """Normal successes that were never rolled, or rescued from a fail: Rending cannot raise them (KT-WR-01, KT-WR-19)."""
        self.normals = 0
        self.criticals = 0
        self.fails = 0
        self.number = 0
        """The number that Ceaseless re-rolls; 0: not chosen yet (KT-WR-06)."""
        self.grants: tuple[str, ...] = ()
        """The names of the re-rolls it still has."""
        self.shocked = False
        """Whether Shock has had its effect in this sequence (KT-WR-25)."""

    def copy(self) -> Pool:
        """A pool of its own that equals this one."""
        other = Pool.__new__(Pool)
        other.side = self.side
        other.dice = self.dice
        other.again = self.again
        other.kept = self.kept
        other.normals = self.normals
        other.criticals = self.criticals
        other.fails = self.fails
        other.number = self.number
        other.grants = self.grants
        other.shocked = self.shocked
        return other

    def key(self) -> tuple[Any, ...]:
        """What the rest depends on. Faces of one grade differ only for Ceaseless, and then only by how many show the same."""
        shape: tuple[Any, ...] = ()
        if self.dice or self.again:
            found = self.side.grades
            counts = [0, 0, 0]
            for face in self.again:
                counts[found[face - 1]] += 1
            if self.side.numbers and any(name in self.side.numbers for name in self.grants):
                alike_dice = sorted([(found[face - 1], face == self.number, self.dice.count(face)) for face in _distinct(self.dice)])
                shape = (*counts, *alike_dice)
            else:
                rolled = [0, 0, 0]
                for face in self.dice:
                    rolled[found[face - 1]] += 1
                shape = (*counts, *rolled)
        return (self.kept, self.normals, self.criticals, self.fails, self.shocked, self.number > 0, self.grants, shape)

    def dump(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {"side": self.side.dump(), **{name: getattr(self, name) for name in self.FIELDS}}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Pool:
        """From its dump."""
        pool = cls(Side.load(data["side"]))
        for name in cls.FIELDS:
            value = data[name]
            setattr(pool, name, tuple(value) if isinstance(value, list) else value)
        return pool

    @property
    def successes(self) -> int:
        """Dice that are retained and not resolved yet."""
        return self.kept + self.normals + self.criticals

    def grade_dice(self) -> None:
        """Nobody re-rolls any more: each die is a critical success, a normal one or a fail."""
        found = self.side.grades
        for face in (*self.dice, *self.again):
            one = found[face - 1]
            if one == NORMAL:
                self.normals += 1
            elif one == CRITICAL:
                self.criticals += 1
            else:
                self.fails += 1
        self.dice = self.again = self.grants = ()
        self.number = 0

    def settle(self) -> None:
        """The dice are final: fails are discarded, and how a normal success came about no longer matters."""
        self.normals += self.kept
        self.kept = self.fails = 0


def _distinct(faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(faces))


# -- rolling ---------------------------------------------------------------------------------------------------------------


def roll_d3(t: Table, seat: int, topic: str) -> Rule[int]:
    """A D6, halved and rounded up (KT-BASE-17)."""
    (face,) = yield Roll(seat, topic, alike=(1, 1, 3, 3, 5, 5))
    found = int((face + 1) // 2)
    t.tell("d3", "KT-BASE-17", seat=seat, topic=topic, face=face, result=found)
    return found


def keep_unrolled(t: Table, pool: Pool, topic: str) -> Rule[int]:
    """Accurate: up to so many attack dice are kept as normal successes (KT-WR-01, KT-VANT-01). How many were kept."""
    windows = pool.side.windows
    hooks = windows.get("accurate")
    given = 0
    if "unrolled" in windows:
        given = yield from keep_given(t, pool, pool.side.dice, topic)
    if hooks is None:
        return given
    most = min(pool.side.dice - given, max(hook.accurate() for hook in hooks))
    if most <= 0:
        return given
    pick: Option = yield t.ask(pool.side.seat, f"unrolled {topic}", lambda: [option("accurate", n) for n in range(most, -1, -1)])
    kept: int = pick.args[0]
    pool.kept += kept
    if kept:
        t.tell("kept_unrolled", "KT-WR-01", who=t.name(pool.side.who), dice=kept)
    return given + kept


def keep_given(t: Table, pool: Pool, left: int, topic: str) -> Rule[int]:
    """What a ploy or an ability lets a player keep without rolling; of `left` dice, how many were kept."""
    given = [hook.unrolled() for hook in pool.side.windows.get("unrolled", ())]
    criticals = min(left, sum(found[1] for found in given))
    pool.criticals += criticals
    most = min(left - criticals, sum(found[0] for found in given))
    kept = 0
    if most > 0:
        pick: Option = yield t.ask(pool.side.seat, f"given {topic}", lambda: [option("keep_unrolled", n) for n in range(most, -1, -1)])
        kept = pick.args[0]
        pool.kept += kept
    if kept + criticals:
        t.tell("kept_given", "KT-SHOOT-22", who=t.name(pool.side.who), normals=kept, criticals=criticals)
    return kept + criticals


def roll_pool(t: Table, pool: Pool, count: int, topic: str) -> Rule[None]:
    """Roll so many dice; each is re-rolled at most once afterwards (KT-SHOOT-10, KT-SHOOT-22, KT-FIGHT-05)."""
    side = pool.side
    pool.grants = tuple(side.grants)
    if count <= 0:
        return
    # Ceaseless and its like ask which number the dice show; everything else asks only for their grades.
    same = None if side.numbers else side.alike
    faces = yield Roll(side.seat, topic, count, alike=same)
    pool.dice = tuple(sorted(faces))
    t.tell("rolled", "KT-SHOOT-10" if side.weapon else "KT-SHOOT-22", who=t.name(side.who), faces=pool.dice, need=side.need)


# -- re-rolls ----------------------------------------------------------------------------------------------------------------


def reroll_sources(t: Table, pool: Pool) -> tuple[str, ...]:
    """What the owner of a pool may re-roll with (KT-WR-02, KT-WR-06, KT-WR-18, KT-PLOY-05).

    Ruling: of re-rolls that do the same, only the one that costs least is offered. Relentless leaves nothing for the
    others to do, since a die is re-rolled once; of several that give one die, the first; command points come last.
    """
    found: list[str] = []
    single = ""
    for name in pool.grants:
        dice = pool.side.grants[name].dice
        if dice == ANY:
            return (name,)
        if dice == NUMBER:
            if not found:
                found.append(name)
        elif not single:
            single = name
    if not single and t.state.cp[pool.side.seat] >= COMMAND_CP:
        single = COMMAND
    return (*found, single) if single else tuple(found)


def reroll_options(t: Table, pool: Pool) -> list[Option]:
    """Keep the dice, or re-roll one that shows a certain number; dice that show the same are not told apart (KT-BASE-10)."""
    found = [option("keep_dice")]
    for source in reroll_sources(t, pool):
        for face in _distinct(pool.dice):
            if source not in pool.side.numbers or pool.number in (0, face):
                found.append(option("reroll", face, source))
    return found


def may_reroll(t: Table, pool: Pool) -> bool:
    """Whether there is a die and something to re-roll it with (KT-BASE-09)."""
    return bool(pool.dice and reroll_sources(t, pool))


def reroll_one(t: Table, pool: Pool, topic: str) -> Rule[bool]:
    """Re-roll one die and see what comes, or pass. The new result stands (KT-BASE-09, KT-BASE-10, KT-PLOY-05)."""
    side = pool.side
    pick: Option = yield t.ask(side.seat, f"re-roll of {topic}", lambda: reroll_options(t, pool))
    if pick.kind == "keep_dice":
        return False
    face, source = pick.args
    rule = "KT-PLOY-05"
    if source == COMMAND:
        t.spend_cp(side.seat, COMMAND_CP, "KT-PLOY-05")
    else:
        grant = side.grants[source]
        rule = grant.rule
        if grant.dice == ONE:
            pool.grants = tuple(name for name in pool.grants if name != source)
        elif grant.dice == NUMBER:
            pool.number = face
    place = pool.dice.index(face)
    pool.dice = pool.dice[:place] + pool.dice[place + 1 :]
    if source in side.numbers and face not in pool.dice:
        pool.grants = tuple(name for name in pool.grants if name != source)
        pool.number = 0  # no die shows the number any more
    (new,) = yield Roll(side.seat, f"{topic} again", alike=side.alike)
    pool.again = (*pool.again, new)
    t.tell("rerolled", rule, who=t.name(side.who), face=face, new=new, source=source)
    return True


# -- retaining ---------------------------------------------------------------------------------------------------------------


def retain(t: Table, pool: Pool, obscured: bool) -> Rule[None]:
    """Classify the dice, then let the rules that follow change them, in the order of the book (KT-SHOOT-12)."""
    pool.grade_dice()
    if obscured:
        yield from lose_to_obscured(t, pool)
    else:
        raise_given(t, pool)
        yield from critical_rules(t, pool)
        severe = () if pool.criticals else pool.side.windows.get("without_critical", ())
        for hook in severe:
            yield from hook.without_critical(t, pool)
        if severe and not t.option("core_errata"):
            yield from critical_rules(t, pool)
    pool.settle()
    t.tell("retained", "KT-SHOOT-10", who=t.name(pool.side.who), normals=pool.normals, criticals=pool.criticals)


def raise_given(t: Table, pool: Pool) -> None:
    """A ploy or an ability makes normal successes critical: unrolled ones first, since Rending can still raise the others (KT-WR-19)."""
    hooks = pool.side.windows.get("raises")
    if hooks is None:
        return
    for count, source in [hook.raises() for hook in hooks]:
        for _ in range(count):
            if pool.kept:
                pool.kept -= 1
            elif pool.normals:
                pool.normals -= 1
            else:
                return
            pool.criticals += 1
            t.tell("raised", "KT-SHOOT-12", who=t.name(pool.side.who), source=source)


def critical_rules(t: Table, pool: Pool) -> Rule[None]:
    """Punishing and Rending, once a critical is retained. Neither touches the dice of the other, so their order is all the same."""
    if pool.criticals:
        for hook in pool.side.windows.get("on_critical_retained", ()):
            yield from hook.on_critical_retained(t, pool)


def lose_to_obscured(t: Table, pool: Pool) -> Rule[None]:
    """All criticals are normal and stay so, and one success is lost; they are all alike now (KT-SHOOT-14, KT-SHOOT-15)."""
    pool.normals += pool.criticals + pool.kept
    pool.criticals = pool.kept = 0
    if pool.normals:
        yield t.ask(pool.side.seat, "success lost to an obscured target", lambda: [option("discard", "normal")])
        pool.normals -= 1
        t.tell("lost_to_obscured", "KT-SHOOT-14", who=t.name(pool.side.who))
