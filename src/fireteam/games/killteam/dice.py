"""Dice pools: rolling, re-rolling, keeping; what shooting, defending and fighting have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import ANY, NUMBER, ONE, Grant, Weapon, WeaponRule, option
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapons import hanging, which_x, windows_of, without
from fireteam.kit.records import Record, derived, field
from fireteam.kit.supplements import Windows

if TYPE_CHECKING:
    from fireteam.core.exchange import Exchange

FAIL, NORMAL, CRITICAL = 0, 1, 2
GRADES = ("fail", "normal", "critical")

COMMAND = "Command Re-roll"
COMMAND_CP = 1
"""What that ploy costs (KT-PLOY-05)."""


def grade(face: int, need: int, critical_from: int) -> int:
    """A 6 is a critical success and a 1 a fail whatever the number needed; Lethal makes only successes critical
    (KT-SHOOT-11, KT-SHOOT-22, KT-BASE-19, KT-WR-12, see KT-SHOOT-10)."""
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


@lru_cache(maxsize=256)
def resolving_rules(rules: tuple[str, ...]) -> tuple[str, ...]:
    """The rules of a weapon that still work when its dice stand in a fight: in the order given, those that hang in no
    later window left out."""
    later = (
        WeaponRule.only_criticals_block, WeaponRule.on_critical_strike, WeaponRule.counts_use, WeaponRule.after_use,
    )  # fmt: skip
    return tuple([text for text in rules if any(windows_of((text,))[window] for window in later)])


class Side(Record, row=True):
    """What does not change about one player's dice in a sequence: stats are frozen when the action begins
    (KT-BASE-20)."""

    seat: int
    who: int
    weapon: str
    """Empty: these are defence dice."""
    dice: int
    """ATK, or the defence dice that are collected."""
    need: int
    """HIT or SAVE as changed for this sequence."""
    damage: int
    critical_damage: int
    rules: tuple[str, ...]
    windows: Windows = derived()
    critical_from: int = derived(default=6)
    grades: tuple[int, ...] = derived(default=())
    alike: tuple[int, ...] = derived(default=())
    grants: dict[str, Grant] = derived(default={})
    """What it may re-roll with, by name."""
    numbers: tuple[str, ...] = derived(default=())
    """Those that re-roll all dice of one number, as Ceaseless does."""
    resolving: tuple[Any, ...] = derived(default=())
    """What dice depend on that stand and are resolved in a fight; how they came to stand does not matter any more."""

    def derive(self) -> None:
        """What the rules make of the numbers."""
        self.windows = windows_of(self.rules)
        self.critical_from = min([6, *[critical_from() for critical_from in self.windows[WeaponRule.critical_from]]])
        self.grades = grades(self.need, self.critical_from)
        self.alike = alike(self.need, self.critical_from)
        self.grants = {grant.name: grant for grant in [rerolls() for rerolls in self.windows[WeaponRule.rerolls]]}
        self.numbers = (
            tuple([name for name, grant in self.grants.items() if grant.dice == NUMBER]) if self.grants else ()
        )
        left = resolving_rules(self.rules)
        self.resolving = (self.weapon, self.damage, self.critical_damage, left, self.need if left else 0)

    @classmethod
    def armed(cls, t: Table, who: int, weapon: Weapon, need: int, rules: Sequence[str]) -> Side:
        """The side of an operative that attacks with a weapon; `rules` are those gained besides its own."""
        seat = t.operative(who).seat
        whole = (*weapon.rules, *rules)
        atk, normal, critical = weapon.atk, weapon.damage, weapon.critical_damage
        changes = windows_of(whole)[WeaponRule.changes]
        if changes:
            need -= sum(change("hit") for change in changes)
            atk = max(0, atk + sum(change("atk") for change in changes))
            normal = max(0, normal + sum(change("dmg_normal") for change in changes))
            critical = max(0, critical + sum(change("dmg_crit") for change in changes))
        return cls(seat, who, weapon.id, atk, need, normal, critical, whole)

    def using(self, picked: WeaponRule, every: Sequence[WeaponRule]) -> Side:
        """The same side with one of these rules and without the others (see KT-WR-00)."""
        rules = without(self.rules, [rule for rule in every if rule is not picked])
        numbers = (self.dice, self.need, self.damage, self.critical_damage)
        return Side(self.seat, self.who, self.weapon, *numbers, rules)

    @classmethod
    def saving(cls, t: Table, who: int, dice: int, need: int, rules: tuple[str, ...]) -> Side:
        """The side of an operative that is shot at: so many defence dice."""
        if rules:
            need -= sum(change("save") for change in windows_of(rules)[WeaponRule.changes])
        return cls(t.operative(who).seat, who, "", dice, need, 0, 0, rules)

    @classmethod
    def gaining(cls, t: Table, side: Side, rules: Sequence[str]) -> Side:
        """The same side of an attack with further rules gained."""
        weapon = t.weapon(side.who, side.weapon)
        need = side.need + sum(change("hit") for change in side.windows[WeaponRule.changes])
        return cls.armed(t, side.who, weapon, need, (*side.rules[len(weapon.rules) :], *rules))


class Pool(Record):
    """One player's dice in a sequence: those that may still be re-rolled by their faces, the others counted by their
    grade."""

    side: Side = field(copied=False)
    dice: tuple[int, ...] = ()
    """Faces that were rolled and not yet re-rolled, lowest first; empty once they are graded."""
    again: tuple[int, ...] = ()
    """Faces that were re-rolled: they stand (see KT-BASE-09)."""
    kept: int = 0
    """Normal successes that were never rolled, or rescued from a fail: Rending may be kept from raising them (KT-WR-01,
    KT-WR-19)."""
    normals: int = 0
    criticals: int = 0
    fails: int = 0
    number: int = 0
    """The number that Ceaseless re-rolls; 0: not chosen yet (KT-WR-06)."""
    grants: tuple[str, ...] = ()
    """The names of the re-rolls it still has."""
    shocked: bool = False
    """Whether Shock has had its effect in this sequence (KT-WR-25)."""

    def key(self) -> tuple[Any, ...]:
        """What the rest depends on. Faces of one grade differ only for Ceaseless, and then only by how many show the
        same."""
        shape: tuple[Any, ...] = ()
        if self.dice or self.again:
            found = self.side.grades
            counts = [0, 0, 0]
            for face in self.again:
                counts[found[face - 1]] += 1
            if self.side.numbers and any(name in self.side.numbers for name in self.grants):
                alike_dice = sorted(
                    [(found[face - 1], face == self.number, self.dice.count(face)) for face in _distinct(self.dice)]
                )
                shape = (*counts, *alike_dice)
            else:
                rolled = [0, 0, 0]
                for face in self.dice:
                    rolled[found[face - 1]] += 1
                shape = (*counts, *rolled)
        return (
            self.kept, self.normals, self.criticals, self.fails, self.shocked, self.number > 0, self.grants, shape,
            self.side.rules,
        )  # fmt: skip

    def open_key(self, points: int) -> tuple[Any, ...]:
        """What its re-rolls depend on, with so many command points: the grades of all dice, and those that may still be
        re-rolled. Of what can be re-rolled only so often, more dice of a grade than that are as good as so many."""
        found = self.side.grades
        whole, free = [self.fails, self.normals, self.criticals], [0, 0, 0]
        for face in self.again:
            whole[found[face - 1]] += 1
        for face in self.dice:
            whole[found[face - 1]] += 1
            free[found[face - 1]] += face != self.number
        if not self.dice or not reroll_sources(self, points):
            return (points, *whole)
        kinds = [self.side.grants[name].dice for name in self.grants]
        if ANY not in kinds:
            if NUMBER in kinds and not self.number:
                return (
                    points, self.grants, *whole,
                    *sorted([(found[face - 1], self.dice.count(face)) for face in _distinct(self.dice)]),
                )  # fmt: skip
            few = kinds.count(ONE) + points // COMMAND_CP
            free = [min(count, few) for count in free]
        chosen = (found[self.number - 1], self.dice.count(self.number)) if self.number else ()
        return (points, self.grants, *whole, *free, chosen)

    @property
    def successes(self) -> int:
        """Dice that are retained and not resolved yet."""
        return self.kept + self.normals + self.criticals

    def fall(self, faces: Sequence[int]) -> None:
        """Its dice were rolled; each is re-rolled at most once afterwards (see KT-BASE-09)."""
        self.grants = tuple(self.side.grants)
        self.dice = tuple(sorted(faces))

    def take_up(self, face: int, source: str) -> None:
        """A die that shows a number is about to be re-rolled, by a grant or a ploy (see KT-BASE-09)."""
        side = self.side
        if source != COMMAND:
            kind = side.grants[source].dice
            if kind == ONE:
                self.grants = tuple(name for name in self.grants if name != source)
            elif kind == NUMBER:
                self.number = face
        place = self.dice.index(face)
        self.dice = self.dice[:place] + self.dice[place + 1 :]
        if source in side.numbers and face not in self.dice:
            self.grants = tuple(name for name in self.grants if name != source)
            self.number = 0  # no die shows the number any more

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


# -- rolling -----------------------------------------------------------------------------------------------------------


D3 = range(1, 4)
"""What a D3 can show (see KT-BASE-17)."""


def roll_d3(t: Table, seat: int, about: str) -> Rule[int]:
    """A D6, halved and rounded up (KT-BASE-17)."""
    (face,) = yield Roll(seat, about, alike=(1, 1, 3, 3, 5, 5))
    found = int((face + 1) // 2)
    t.tell("d3", "KT-BASE-17", seat=seat, topic=about, face=face, result=found)
    return found


def before_rolling(t: Table, pool: Pool, about: str) -> Rule[int]:
    """What the owner of attack dice says before they are rolled: which Lethal they have, and how many are kept unrolled
    (see KT-WR-00 and KT-WR-01). How many were kept."""
    if len(pool.side.windows[WeaponRule.critical_from]) > 1:
        yield from which_lethal(t, pool)
    return (yield from keep_unrolled(t, pool, about))


def which_lethal(t: Table, pool: Pool) -> Rule[None]:
    """Of several Lethal its player picks one, where they make different faces critical (see KT-WR-00 and
    KT-WR-12)."""
    side = pool.side
    every = sorted(hanging(side.rules, WeaponRule.critical_from), key=lambda rule: rule.critical_from())
    apart = {grades(side.need, rule.critical_from()): rule for rule in reversed(every)}
    picked = yield from which_x(t, side.who, "Lethal", list(reversed(apart.values())))
    pool.side = side.using(picked, every)


def keep_unrolled(t: Table, pool: Pool, about: str) -> Rule[int]:
    """Accurate: up to so many attack dice are kept as normal successes (KT-WR-01, KT-VANT-01). How many were kept."""
    windows = pool.side.windows
    accurate = windows[WeaponRule.accurate]
    given = 0
    if windows[WeaponRule.unrolled]:
        given = yield from keep_given(t, pool, pool.side.dice, about)
    if not accurate:
        return given
    most = min(pool.side.dice - given, max(dice() for dice in accurate))
    if most <= 0:
        return given
    pick: Option = yield t.ask(
        pool.side.seat, topic("unrolled {dice}", about), lambda: [option("accurate", n) for n in range(most, -1, -1)]
    )
    kept: int = pick.args[0]
    pool.kept += kept
    if kept:
        t.tell("kept_unrolled", "KT-WR-01", who=t.name(pool.side.who), dice=kept)
    return given + kept


def keep_given(t: Table, pool: Pool, left: int, about: str) -> Rule[int]:
    """What a ploy or an ability lets a player keep without rolling; of `left` dice, how many were kept."""
    given = [unrolled() for unrolled in pool.side.windows[WeaponRule.unrolled]]
    criticals = min(left, sum(found[1] for found in given))
    pool.criticals += criticals
    most = min(left - criticals, sum(found[0] for found in given))
    kept = 0
    if most > 0:
        pick: Option = yield t.ask(
            pool.side.seat,
            topic("given {dice}", about),
            lambda: [option("keep_unrolled", n) for n in range(most, -1, -1)],
        )
        kept = pick.args[0]
        pool.kept += kept
    if kept + criticals:
        t.tell("kept_given", "KT-SHOOT-22", who=t.name(pool.side.who), normals=kept, criticals=criticals)
    return kept + criticals


def roll_of(pool: Pool, count: int, about: str, exchange: Callable[[], Exchange] | None = None) -> Roll:
    """A roll of so many dice. Ceaseless and its like ask which number they show; everything else asks only for their
    grades."""
    side = pool.side
    return Roll(side.seat, about, count, alike=None if side.numbers else side.alike, exchange=exchange)


def roll_again(pool: Pool, about: str) -> Roll:
    """A roll of one die that was taken up again: no number matters any more, only its grade."""
    return Roll(pool.side.seat, topic("{dice} again", about), alike=pool.side.alike)


def roll_pool(
    t: Table, pool: Pool, count: int, about: str, exchange: Callable[[], Exchange] | None = None
) -> Rule[None]:
    """Roll so many dice (KT-SHOOT-22, KT-FIGHT-05, see KT-SHOOT-10)."""
    side = pool.side
    if count <= 0:
        pool.fall(())
        return
    pool.fall((yield roll_of(pool, count, about, exchange)))
    t.tell(
        "rolled", "KT-SHOOT-10" if side.weapon else "KT-SHOOT-22", who=t.name(side.who), faces=pool.dice, need=side.need
    )


# -- re-rolls ----------------------------------------------------------------------------------------------------------


def reroll_sources(pool: Pool, points: int) -> tuple[str, ...]:
    """What the owner of a pool may re-roll with who has so many command points (KT-WR-02, KT-WR-06, KT-WR-18,
    KT-PLOY-05).

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
    if not single and points >= COMMAND_CP:
        single = COMMAND
    return (*found, single) if single else tuple(found)


def rerolls(pool: Pool, points: int) -> list[tuple[int, str]]:
    """The re-rolls of one die that the owner of a pool may make with so many command points: the number it shows, and
    what it is re-rolled with; dice that show the same are not told apart (see KT-BASE-10)."""
    return [
        (face, source)
        for source in reroll_sources(pool, points)
        for face in _distinct(pool.dice)
        if source not in pool.side.numbers or pool.number in (0, face)
    ]


def may_reroll(t: Table, pool: Pool) -> bool:
    """Whether there is a die and something to re-roll it with (see KT-BASE-09)."""
    return bool(pool.dice and reroll_sources(pool, t.state.cp[pool.side.seat]))


def reroll_one(t: Table, pool: Pool, about: str) -> Rule[bool]:
    """Re-roll one die and see what comes, or pass. The new result stands (KT-BASE-09, KT-BASE-10, KT-PLOY-05)."""
    side = pool.side
    pick: Option = yield t.ask(
        side.seat,
        topic("re-roll of {dice}", about),
        lambda: [
            option("keep_dice"),
            *[option("reroll", *reroll) for reroll in rerolls(pool, t.state.cp[side.seat])],
        ],
    )
    if pick.kind == "keep_dice":
        return False
    face, source = pick.args
    rule = "KT-PLOY-05" if source == COMMAND else side.grants[source].rule
    if source == COMMAND:
        t.spend_cp(side.seat, COMMAND_CP, rule)
    pool.take_up(face, source)
    (new,) = yield roll_again(pool, about)
    pool.again = (*pool.again, new)
    t.tell("rerolled", rule, who=t.name(side.who), face=face, new=new, source=source)
    return True


# -- retaining ---------------------------------------------------------------------------------------------------------


def retain(t: Table, pool: Pool, obscured: bool) -> Rule[None]:
    """Classify the dice, then let the rules that follow change them, in the order of the book (KT-SHOOT-12)."""
    pool.grade_dice()
    if obscured:
        yield from lose_to_obscured(t, pool)
    else:
        raise_given(t, pool)
        yield from critical_rules(t, pool)
        severe = () if pool.criticals else pool.side.windows[WeaponRule.without_critical]
        for without_critical in severe:
            yield from without_critical(t, pool)
        if severe and not t.house_rule("core_errata"):
            yield from critical_rules(t, pool)
    pool.settle()
    t.tell("retained", "KT-SHOOT-10", who=t.name(pool.side.who), normals=pool.normals, criticals=pool.criticals)


def raise_given(t: Table, pool: Pool) -> None:
    """A ploy or an ability makes normal successes critical: unrolled ones first, since Rending can raise the
    others in any case (KT-WR-19)."""
    for count, source in [raises() for raises in pool.side.windows[WeaponRule.raises]]:
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
    """Punishing and Rending, once a critical is retained: in the order that their owner would choose, since Rending may
    raise what Punishing has rescued (see KT-WR-00)."""
    if pool.criticals:
        for on_critical_retained in pool.side.windows[WeaponRule.on_critical_retained]:
            yield from on_critical_retained(t, pool)


def lose_to_obscured(t: Table, pool: Pool) -> Rule[None]:
    """All criticals are normal and stay so, and one success is lost; they are all alike now (KT-SHOOT-14,
    KT-SHOOT-15)."""
    pool.normals += pool.criticals + pool.kept
    pool.criticals = pool.kept = 0
    if pool.normals:
        yield t.ask(pool.side.seat, "success lost to an obscured target", lambda: [option("discard", "normal")])
        pool.normals -= 1
        t.tell("lost_to_obscured", "KT-SHOOT-14", who=t.name(pool.side.who))
