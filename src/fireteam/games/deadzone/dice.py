"""Dice tests: pools whose 8s roll on, Dice symbols, re-rolls, two pools against each other (DZ-DICE)."""

from __future__ import annotations

from collections.abc import Callable

from fireteam.core.clash import Clash, Corner
from fireteam.core.pools import NOBODY as NO_POOL
from fireteam.core.pools import Pool, again, alone, batches, standing, successes, ways
from fireteam.core.questions import Option, Roll, Rule, Ways
from fireteam.core.topics import topic
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.state import DICE, NOBODY, SPECIAL, SYMBOLS, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Sequence, StepRule, Steps, repeat, then
from fireteam.kit.records import Record, field, late
from fireteam.kit.supplements import Windows

SIDES = 8
"""All tests use eight-sided dice (DZ-CORE-09)."""
BASE = 3
"""The dice of a test before modifiers."""
SHIELD = 6
"""What a shield's die needs (see DZ-AB-ESHIELD-01)."""
DEPTH, DEEP = 3, 4
"""How many differences beyond what matters odds tell apart where somebody may still re-roll: one die, or several."""
RANGED, FIGHT, SURVIVE, OTHER = "RANGED", "FIGHT", "SURVIVE", ""


class Side(Record):
    """One pool of a test (DZ-DICE-01)."""

    seat: int
    who: int
    stat: str
    count: int
    target: int
    free: int = 0
    """Dice that keywords let it re-roll."""
    closed: bool = False
    """Whether nothing may be added or re-rolled (DZ-DICE-14)."""
    bought: bool = False
    """Whether its one bought re-roll has been decided (DZ-CMD-06)."""
    misses: int = 0
    hits: int = 0
    """Dice that may still be re-rolled."""
    counted: bool = False
    """Whether somebody asks in the end how many successes it has (see DZ-AB-PREY-01)."""
    won: int = 0
    """How many it has, if somebody asks."""
    later: int = 0
    """Dice that it rolls after the test to take from the lead of the other, such as shields."""

    def let_stand(self, most: int) -> None:
        """No more than so many of its dice can be re-rolled yet: of those that stand no more matter."""
        self.misses, self.hits = min(self.misses, most), min(self.hits, most)

    def forget(self) -> None:
        """Its dice stand: nothing of them matters any more but the difference."""
        self.misses = self.hits = self.free = self.count = 0
        self.bought = False


def has_stat(value: int) -> bool:
    """Whether an action or an answer that needs a stat may be chosen: not with a '-' (DZ-DICE-07)."""
    return value > 0


def side_of(seat: int, who: int, stat: str, count: int, target: int, free: int = 0, *, closed: bool = False) -> Side:
    """A pool: modifiers change its dice alone (DZ-DICE-04), and all of them are added up before it is seen whether any
    are left; a stat of '-' rolls nothing whatever adds to it (DZ-DICE-08)."""
    return Side(seat, who, stat, count if target else 0, target or SIDES, free, closed or not target)


class Opposed(Sequence, Frame):
    """A test of two pools: from the roll on only the difference of successes matters (DZ-DICE-02)."""

    a: Side = late()
    b: Side = late()
    base: int = field(default=0, init=False)
    """Successes that the attacking side has already."""
    low: int = field(default=0, init=False)
    high: int = field(default=0, init=False)
    """Beyond these differences nothing changes any more: odds look no further."""
    difference: int = field(default=0, init=False)

    def about(self, t: Table) -> str:
        """What the test is called."""
        raise NotImplementedError

    def dice_to_follow(self, t: Table, side: Side) -> int:
        """The dice that a side rolls after the test to take from the lead of the other."""
        return 0

    def over(self) -> StepRule[Table, Opposed]:
        """The step at which the dice that are rolled now stand."""
        return defence_stands


class Attack(Opposed):
    """A test in which somebody may lose HP; `by` and `on` are known when it is won."""

    by: int = field(default=NOBODY, init=False)
    on: int = field(default=NOBODY, init=False)
    ap: int = field(default=0, init=False)
    shields: int = field(default=0, init=False)
    """Shields that have been rolled for."""
    won: bool = field(default=False, init=False)
    """Whether it has more successes than its target, whatever shields and armour take away."""
    lost: int = field(default=0, init=False)
    """HP that the loser has lost."""

    def weapon_windows(self, t: Table) -> tuple[Windows, ...]:
        """The keywords of the weapon that works."""
        return ()

    def dice_to_follow(self, t: Table, side: Side) -> int:
        return 0 if side.who == NOBODY else sum(shields(t, side.who))


def shields(t: Table, who: int) -> list[int]:
    """The dice of each shield that protects a model: its own, and those of everybody in its place (see DZ-DMG-05)."""
    own = [dice for windows in t.bearers(who) for dices in windows[Keyword.shield_dice] if (dice := dices())]
    near = [
        dice
        for other in t.here(t.place(who))
        for windows in t.bearers(other)
        for dices in windows[Keyword.lends_shield_dice]
        if (dice := dices())
    ]
    return [*own, *near]


def together() -> Steps[Table, Opposed]:
    """An opposed test: both declare, attacker first, both roll, both re-roll (DZ-DICE-10, DZ-DICE-15)."""
    return (
        then(declare_attack, attacker_has_symbols),
        then(declare_defence, defender_has_symbols),
        roll_together,
        repeat(reroll_attack, attacker_may_reroll),
        then(attack_stands),
        repeat(reroll_defence, defender_may_reroll),
        then(defence_stands),
    )


# -- Dice symbols ------------------------------------------------------------------------------------------------------


def symbols(t: Table, side: Side) -> int:
    """The Dice symbols that could be spent on a pool (see DZ-CMD-08)."""
    return 0 if side.closed or side.stat == OTHER else t.state.command[side.seat][DICE]


def attacker_has_symbols(t: Table, s: Opposed) -> bool:
    return symbols(t, s.a) > 0


def defender_has_symbols(t: Table, s: Opposed) -> bool:
    return symbols(t, s.b) > 0


def declare_attack(t: Table, s: Opposed) -> Rule[None]:
    """Dice symbols of the attacking side (see DZ-CMD-08)."""
    yield from declare(t, s.a, topic("Dice symbols for the attack, {test}", s.about(t)))


def declare_defence(t: Table, s: Opposed) -> Rule[None]:
    """Dice symbols of the defending side (see DZ-CMD-08)."""
    yield from declare(t, s.b, topic("Dice symbols for the defence, {test}", s.about(t)))


def declare(t: Table, side: Side, about: str) -> Rule[None]:
    """How many Dice symbols a side adds, fixed before the roll (DZ-DICE-09, DZ-CMD-08)."""
    most = symbols(t, side)
    pick: Option = yield t.ask(side.seat, about, lambda: [option("add", str(n), args=(n,)) for n in range(most + 1)])
    for _ in range(pick.args[0]):
        t.spend(side.seat, DICE)
    side.count += pick.args[0]


def before_survive(t: Table, side: Side) -> Rule[None]:
    """Orders that help before the dice of a SURVIVE test (see DZ-CMD-12)."""
    if not side.closed and side.stat == SURVIVE:
        for helps in t.windows[Supplement.before_survive]:
            yield from helps(t, side)


# -- rolling -----------------------------------------------------------------------------------------------------------


def purse(t: Table, side: Side) -> int:
    """Whether a side could still buy a re-roll: 1 or 0 (see DZ-CMD-06)."""
    if side.closed or side.bought or side.stat == OTHER:
        return 0
    return int(sum(t.state.command[side.seat]) > 0)


def pool_of(t: Table, side: Side) -> Pool:
    """A side as the law of dice knows it."""
    if side.closed or not side.count:
        return Pool(side.count, side.target)
    return Pool(side.count, side.target, side.free, purse(t, side))


def later_of(side: Side) -> Pool:
    """What a side rolls after the test: at the best of what such dice may need, for the error to be no less than it
    is."""
    return Pool(side.later, min(SHIELD, side.target)) if side.later else NO_POOL


def depth_of(a: Pool, b: Pool, later: tuple[Pool, Pool]) -> int:
    """How deep odds look beyond what matters."""
    if max(a.again + later[0].dice, b.again + later[1].dice) <= 1:
        return DEPTH
    return DEEP + max(later[0].dice, later[1].dice)


def roll_together(t: Table, s: Opposed) -> Rule[None]:
    """Both pools at once; each die of the target number or better is a success (DZ-DICE-03), every 8 is one and brings
    a bonus die (DZ-DICE-05, DZ-DICE-12). A pool of 0 or fewer dice rolls nothing, the other one does (DZ-DICE-06)."""
    a, b = s.a, s.b
    a.count, b.count = max(a.count, 0), max(b.count, 0)
    s.difference = s.base
    if not a.count and not b.count:
        return
    a.later, b.later = s.dice_to_follow(t, a), s.dice_to_follow(t, b)
    mine, theirs, later = pool_of(t, a), pool_of(t, b), (later_of(a), later_of(b))
    low, high, base = s.low, s.high, s.base
    faces = yield Roll(
        a.seat if a.count else b.seat,
        topic("{test}", s.about(t)),
        sides=SIDES,
        pools=(a.count, b.count),
        ways=lambda: ways(
            mine, theirs, base=base, low=low, high=high, depth=depth_of(mine, theirs, later), later=later
        ),
        clash=(lambda: clash_of(t, s)) if is_clash(t, s) else None,
    )
    for side, pool, shown in ((a, mine, faces[0]), (b, theirs, faces[1])):
        side.misses, side.hits = standing(shown, side.target, pool.again)
        side.count = min(side.count, 1)
        if side.counted:
            side.won = successes(shown, side.target)
    s.difference += successes(faces[0], a.target) - successes(faces[1], b.target)
    t.tell(
        "rolled",
        "DZ-DICE-02",
        test=s.about(t),
        first=faces[0],
        second=faces[1],
        targets=(a.target, b.target),
        difference=s.difference,
    )


def is_clash(t: Table, s: Opposed) -> bool:
    """Whether odds may solve the test in one go: nobody asks for the successes of one side, and the two do not pay from
    one purse."""
    a, b = s.a, s.b
    return not (a.counted or b.counted) and not (a.seat == b.seat and purse(t, a) and purse(t, b))


def clash_of(t: Table, s: Opposed) -> Clash:
    """The test as odds solve it (see DZ-DICE-11, DZ-CMD-06)."""

    def corner(side: Side) -> Corner:
        dice = t.state.command[side.seat]
        pays = (
            {paid_alike(dice, symbol): symbol for symbol in reversed(range(len(dice))) if dice[symbol]}
            if purse(t, side)
            else {}
        )
        return Corner(side.seat, pool_of(t, side), later_of(side), tuple(pays.values()))

    def stand(table: Table, difference: int, paid: tuple[int | None, int | None]) -> None:
        test = table.state.agenda[-1]
        assert isinstance(test, Opposed)
        test.difference = difference
        for side, symbol in zip((test.a, test.b), paid, strict=True):
            side.forget()
            if symbol is not None:
                table.spend(side.seat, symbol)
        test.step = over

    over = s.over().__name__
    return Clash((corner(s.a), corner(s.b)), s.base, s.low, s.high, depth_of, stand)


# -- re-rolls ----------------------------------------------------------------------------------------------------------


def may_reroll(t: Table, side: Side) -> bool:
    """Whether a side has dice to re-roll and something to do it with."""
    return side.misses + side.hits > 0 and not side.closed and (side.free > 0 or purse(t, side) > 0)


def attacker_may_reroll(t: Table, s: Opposed) -> bool:
    return may_reroll(t, s.a)


def defender_may_reroll(t: Table, s: Opposed) -> bool:
    return may_reroll(t, s.b)


def reroll_attack(t: Table, s: Opposed) -> Rule[bool]:
    """The attacking side re-rolls: by keywords, then one die for a command die (DZ-DICE-11)."""
    return (yield from reroll(t, s, s.a, s.b, 1, topic("attack, {test}", s.about(t))))


def reroll_defence(t: Table, s: Opposed) -> Rule[bool]:
    """The defending side, after that (see DZ-DICE-11)."""
    return (yield from reroll(t, s, s.b, s.a, -1, topic("defence, {test}", s.about(t))))


def attack_stands(t: Table, s: Opposed) -> Rule[None]:
    """Only the difference matters from here on: like moments are known again."""
    yield from ()
    s.a.forget()


def defence_stands(t: Table, s: Opposed) -> Rule[None]:
    """The same for the defence; beyond what matters all differences are alike, unless a shield may take some away."""
    yield from ()
    s.b.forget()
    if not s.b.later:
        s.difference = min(s.high, s.difference)
    if not s.a.later:
        s.difference = max(s.low, s.difference)


def reroll(t: Table, s: Opposed, side: Side, other: Side, sign: int, about: str) -> Rule[bool]:
    """One batch of keyword dice picked together, then at most one that a command die buys (see DZ-DICE-11)."""
    misses = hits = 0
    if side.free:
        most, standing_misses, standing_hits = side.free, side.misses, side.hits
        side.free = 0
        pick: Option = yield t.ask(
            side.seat, topic("re-rolls, {what}", about), lambda: batch_options(most, standing_misses, standing_hits)
        )
        if pick.kind == "reroll":
            misses, hits = pick.args
    else:
        side.bought = True
        dice = t.state.command[side.seat]
        pick = yield t.ask(
            side.seat,
            topic("bought re-roll, {what}", about),
            lambda: bought_options(dice, side),
            alike=lambda pick: (paid_alike(dice, pick.args[0]), *pick.args[1:]) if pick.args else pick.key,
        )
        if pick.kind == "buy":
            t.spend(side.seat, pick.args[0])
            misses, hits = pick.args[1:]
    count = misses + hits
    side.misses -= misses
    side.hits -= hits
    side.let_stand(pool_of(t, side).again)
    if not count:
        return True
    s.difference -= sign * hits  # a re-rolled success is gone before the die falls: the record must say so
    if side.counted:
        side.won -= hits
    mine, theirs = pool_of(t, side)._replace(dice=count), pool_of(t, other) if sign > 0 else NO_POOL
    lead, low, high = (s.difference, s.low, s.high) if sign > 0 else (-s.difference, -s.high, -s.low)
    later = (later_of(side), later_of(other))
    (faces,) = yield Roll(
        side.seat,
        topic("re-rolled dice, {what}", about),
        sides=SIDES,
        pools=(count,),
        ways=lambda: again(
            count, mine, theirs, lead=lead, low=low, high=high, depth=depth_of(mine, theirs, later), later=later
        ),
    )
    more_misses, more_hits = standing(faces, side.target, mine.again, rerolled=count)
    side.misses, side.hits = side.misses + more_misses, side.hits + more_hits
    side.let_stand(mine.again)
    won = successes(faces, side.target)
    if side.counted:
        side.won += won
    s.difference += sign * won
    t.tell(
        "rerolled",
        "DZ-DICE-11",
        seat=side.seat,
        test=about,
        pool=int(sign < 0),
        dice=(misses, hits),
        faces=faces,
        target=side.target,
        difference=s.difference,
    )
    return True


def batch_options(most: int, misses: int, hits: int) -> list[Option]:
    """What keywords let a side re-roll: any dice of the pool but 8s (see DZ-DICE-11)."""
    return [
        option("reroll", str(m), str(h), args=(m, h)) if m + h else option("keep")
        for m, h in batches(most, misses, hits)
    ]


def bought_options(dice: tuple[int, ...], side: Side) -> list[Option]:
    """One die for a command die, whatever it shows (see DZ-CMD-06)."""
    found = [option("keep")]
    for symbol, held in enumerate(dice):
        if held and side.misses:
            found.append(option("buy", SYMBOLS[symbol], "miss", args=(symbol, 1, 0)))
        if held and side.hits:
            found.append(option("buy", SYMBOLS[symbol], "hit", args=(symbol, 0, 1)))
    return found


def paid_alike(dice: tuple[int, ...], symbol: int) -> int:
    """Which die pays matters to the rest of a sequence only if it is a Dice symbol or an order, and those can do
    whatever the others can: they pay where there is nothing else."""
    others = sum(dice) > dice[DICE] + dice[SPECIAL]
    return NOBODY if others or symbol not in (DICE, SPECIAL) else symbol


# -- tests without choices ---------------------------------------------------------------------------------------------


def unmodified(t: Table, seat: int, about: str, count: int, target: int, ways: Callable[[Pool], Ways]) -> Rule[int]:
    """A pool to which nothing is added and of which nothing is re-rolled (DZ-DICE-13, DZ-DICE-14): its successes. A
    dash scores none (see DZ-DICE-08)."""
    if count <= 0 or not target:
        return 0
    (faces,) = yield Roll(seat, about, sides=SIDES, pools=(count,), ways=lambda: ways(Pool(count, target)))
    found = successes(faces, target)
    t.tell("strength", "DZ-DICE-14", test=about, faces=faces, target=target, successes=found)
    return found


def up_to(most: int) -> Callable[[Pool], Ways]:
    """A pool of which no more than so many successes matter."""
    return lambda pool: alone(pool, most)


def one_die(seat: int, about: str, alike: tuple[int, ...] | None = None) -> Roll:
    """One die that brings no other."""
    return Roll(seat, about, sides=SIDES, alike=alike)
