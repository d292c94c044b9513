"""The fighting sequence, step by step (KT-FIGHT-02 to KT-FIGHT-15)."""

from __future__ import annotations

from collections.abc import Sequence as Many
from functools import lru_cache
from typing import Any, NamedTuple

from fireteam.core.exchange import Exchange
from fireteam.core.questions import Choose, Option, Rule
from fireteam.core.refusals import Check, Modifier, Refusal, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import Weapon, WeaponRule, option
from fireteam.games.killteam.damage.casualties import remove_casualties
from fireteam.games.killteam.damage.inflict import (
    Hits,
    criticals_retained,
    decisive,
    inflict,
    instead_of_success,
    may_do_instead,
    plainly,
)
from fireteam.games.killteam.dice import GRADES, Pool, Side, before_rolling, may_reroll, reroll_one, retain, roll_pool
from fireteam.games.killteam.fighting.exchange import dice_name, exchange_of
from fireteam.games.killteam.overrides import AGAIN, laid
from fireteam.games.killteam.shooting.targets import distance, rules_against
from fireteam.games.killteam.state import Effect, Frame, Operative
from fireteam.games.killteam.stats import hit_parts
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.same_time import who_goes_first
from fireteam.games.killteam.weapons import may_use
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then
from fireteam.space.plane.measure import within

ATTACKER, DEFENDER = 0, 1
NORMAL, CRITICAL = GRADES[1:]
STRIKE, BLOCK, BLOCK_NOTHING = "strike", "block", "block_nothing"


class Opponent(NamedTuple):
    """An enemy in control range, with all that the killzone decides about a fight against it."""

    who: int
    assists: int = 0
    """Friendly operatives that assist the attacker (KT-FIGHT-06, KT-FIGHT-07)."""
    vs_assists: int = 0
    """Operatives of the other side that assist the defender."""
    retaliates: bool = True
    """Whether it can retaliate (see KT-FIGHT-03)."""
    near: tuple[int, ...] = ()
    """Operatives visible to the enemy and within the distance of the attacker's Devastating, itself perhaps; until a
    weapon is selected, of that which reaches farthest (KT-WR-08)."""
    vs_near: tuple[int, ...] = ()
    """The same round the attacker, for the defender's weapon."""
    vs_rules: tuple[str, ...] = ()
    """Weapon rules the defender has gained for the action."""
    first: bool = False
    """Whether it resolves the first die: wholly inside a stronghold, and its attacker not (KT-VOLK-06)."""


class Fight(Sequence, Frame):
    """The record of a FIGHT action."""

    kind = "fight"
    solved = True
    fighter: int
    enemies: tuple[Opponent, ...]
    rules: tuple[str, ...]
    """Weapon rules the attacker has gained for the action."""
    opponent: Opponent
    weapon: str = ""
    """The attacker's weapon, once it is selected."""
    attacker: Pool | None = None
    defender: Pool | None = None
    """None: no dice are collected for it (see KT-FIGHT-03)."""
    turn: int = ATTACKER
    """Who re-rolls, retains or resolves next."""
    passes: int = 0
    """Passes in a row in the window for re-rolls."""
    gained: tuple[str, ...] = ()
    """Rules that entries have granted to the dice of either fighter."""
    played: tuple[str, ...] = ()
    """Entries that were used in this fight."""

    @staticmethod
    def steps() -> Steps[Table, Fight]:
        """The fighting sequence (KT-FIGHT-02 to KT-FIGHT-15); the book prints the fourth step as the sixth
        (see KT-FIGHT-08)."""
        return (
            select_enemy,
            select_weapons,
            roll_together,
            repeat(reroll, somebody_rerolls),
            then(grade_both),
            retain_both,
            repeat(resolve_die, die_left),
            then(end_action),
            then(close),
        )

    def key(self) -> tuple[Any, ...]:
        """Everything the rest of the fight depends on; the step keeps like questions apart."""
        attacker, defender = self.attacker, self.defender
        if self.step == "resolve_die" and attacker is not None and defender is not None:
            return (
                self.opponent.who, self.turn, attacker.normals, attacker.criticals, attacker.shocked,
                defender.normals, defender.criticals, defender.shocked, attacker.side.resolving,
                defender.side.resolving,
            )  # fmt: skip
        return (
            self.step, self.opponent.who, self.weapon, self.turn, self.passes, attacker.key() if attacker else None,
            defender.key() if defender else None, defender.side.weapon if defender else None, self.gained, self.played,
        )  # fmt: skip

    def rest_key(self, men: Many[Operative]) -> tuple[Any, ...]:
        """As soon as one of the two is incapacitated, no die is resolved any more (see KT-FIGHT-10)."""
        if self.step == "resolve_die" and (men[self.fighter].wounds <= 0 or men[self.opponent.who].wounds <= 0):
            return (self.opponent.who, *[pool.side.resolving if pool is not None else () for pool in self.pools()])
        return self.key()

    def dice_of_turn(self) -> Pool:
        """The dice of the player whose turn it is; it has some, else it would not be its turn."""
        pool = self.pools()[self.turn]
        assert pool is not None
        return pool

    def pools(self) -> tuple[Pool | None, Pool | None]:
        """The dice of attacker and defender."""
        return self.attacker, self.defender


def fight(t: Table, attacker: int, enemies: Many[Opponent], *, rules: Many[str] = ()) -> None:
    """An operative fights one of the enemies in its control range; the game goes on with the sequence
    (see KT-FIGHT-02)."""
    t.begin(Fight(attacker, tuple(enemies), tuple(rules), enemies[0]))


def select_enemy(t: Table, f: Fight) -> Rule[None]:
    """Step 1: one enemy, which will retaliate (KT-FIGHT-02)."""
    seat = t.operative(f.fighter).seat
    pick: Option = yield t.ask(
        seat, "enemy to fight", lambda: [option("enemy", t.name(enemy.who)) for enemy in f.enemies]
    )
    f.opponent = next(enemy for enemy in f.enemies if t.name(enemy.who) == pick.args[0])
    t.tell("fights", "KT-FIGHT-02", who=t.name(f.fighter), enemy=t.name(f.opponent.who))


def melee_weapons(t: Table, who: int) -> list[Weapon]:
    """The melee weapons an operative may use now (see KT-FIGHT-04)."""
    return [weapon for weapon in t.card(who).weapons if not weapon.ranged and may_use(t, who, weapon)]


def select_weapons(t: Table, f: Fight) -> Rule[None]:
    """Step 2: a melee weapon each, the attacker first; without one no dice are collected (KT-FIGHT-03, KT-FIGHT-04)."""
    f.attacker = yield from arm(t, f.fighter, f.opponent.who, f.opponent.assists, f.rules)
    f.weapon = f.attacker.side.weapon if f.attacker else ""
    if f.opponent.retaliates:
        f.defender = yield from arm(t, f.opponent.who, f.fighter, f.opponent.vs_assists, f.opponent.vs_rules)
    f.opponent = f.opponent._replace(
        near=in_reach(t, f.attacker, f.opponent.who, f.opponent.near),
        vs_near=in_reach(t, f.defender, f.fighter, f.opponent.vs_near),
    )
    for before_fight in t.windows[Supplement.before_fight]:
        yield from before_fight(t, f)


def in_reach(t: Table, pool: Pool | None, target: int, near: tuple[int, ...]) -> tuple[int, ...]:
    """Those near a target whom the Devastating of the weapon that fights reaches: each weapon has its own distance
    (KT-WR-08)."""
    inches = max([reach() for reach in pool.side.windows[WeaponRule.nearby]], default=0) if near and pool else 0
    return tuple([who for who in near if inches and within(distance(t, t.board, target, who, inches), inches)])


def arm(t: Table, who: int, enemy: int, assists: int, rules: tuple[str, ...]) -> Rule[Pool | None]:
    """The dice of one fighter: ATK of the weapon it selects, with HIT improved by who assists, and what the enemy's
    place gives the weapon (KT-FIGHT-04, KT-FIGHT-06, KT-VOLK-05, KT-GALL-09)."""
    weapons = melee_weapons(t, who)
    if not weapons:
        return None
    pick: Option = yield t.ask(
        t.operative(who).seat,
        topic("weapon of {who}", t.name(who)),
        lambda: [option("weapon", weapon.id) for weapon in weapons],
    )
    weapon = t.weapon(who, pick.args[0])
    help_given = (Modifier(-assists, f"{assists} assisting", "KT-FIGHT-06"),) if assists else ()
    parts = hit_parts(t, who, weapon, help_given)
    t.use_weapon(who, weapon.id)
    t.tell("armed", "KT-FIGHT-04", who=t.name(who), weapon=weapon.id, parts=parts)
    return Pool(Side.armed(t, who, weapon, total(parts), (*rules, *rules_against(t, enemy, weapon))))


def roll_together(t: Table, f: Fight) -> Rule[None]:
    """Step 3: both roll, and neither has seen a die when it says what it keeps unrolled, the attacker first
    (KT-FIGHT-05)."""
    to_roll = [0, 0]
    for who, pool in enumerate(f.pools()):
        if pool is not None:
            to_roll[who] = pool.side.dice - (yield from before_rolling(t, pool, dice_name(t, pool)))
    f.passes, f.turn = 0, first_to_reroll(t, f)
    for who, pool in enumerate(f.pools()):
        if pool is not None:
            rolling = to_roll[who]
            yield from roll_pool(
                t,
                pool,
                rolling,
                dice_name(t, pool),
                lambda: exchange_of(t, f, (to_roll[0], to_roll[1]), grade_both.__name__),
            )
            to_roll[who] = 0


def first_to_reroll(t: Table, f: Fight) -> int:
    """The player with initiative begins (KT-BASE-11)."""
    attacker_seat = t.operative(f.fighter).seat
    return ATTACKER if t.state.initiative == attacker_seat else DEFENDER


def somebody_rerolls(t: Table, f: Fight) -> bool:
    """Whether somebody may still re-roll: on to who may, who cannot passes, and two passes in a row are the end
    (KT-BASE-11)."""
    pools = f.pools()
    while f.passes < 2:
        pool = pools[f.turn]
        if pool is not None and may_reroll(t, pool):
            return True
        f.passes += 1
        f.turn = 1 - f.turn
    return False


def reroll(t: Table, f: Fight) -> Rule[bool]:
    """One die, or a pass; then the other player (KT-BASE-11)."""
    pool = f.dice_of_turn()
    again = yield from reroll_one(t, pool, dice_name(t, pool))
    f.passes = 0 if again else f.passes + 1
    f.turn = 1 - f.turn
    return True


def exchange_at(t: Table, f: Fight) -> Exchange | None:
    """The re-rolls in turn that are next, for odds; None: it is another moment (see KT-BASE-11)."""
    return exchange_of(t, f, (0, 0), grade_both.__name__) if f.at(reroll) else None


def grade_both(t: Table, f: Fight) -> Rule[None]:
    """Nobody re-rolls any more: from here on only grades matter."""
    f.passes, f.turn = 0, ATTACKER
    for pool in f.pools():
        if pool is not None:
            pool.grade_dice()
    yield from ()


def retain_both(t: Table, f: Fight) -> Rule[None]:
    """Both retain their successes, the attacker first unless both have something to decide; then what they do at once
    with criticals, for both (KT-SHOOT-12, KT-WR-07, see KT-INIT-04)."""
    pools = [pool for pool in f.pools() if pool is not None]
    if len(pools) > 1 and all(map(decides, pools)):
        first = yield from who_goes_first(t, "who retains dice first")
        pools.sort(key=lambda pool: pool.side.seat != first)
    for pool in pools:
        yield from retain(t, pool, False)
    f.turn = DEFENDER if f.opponent.first else ATTACKER
    sides = [
        (dice, enemy, near)
        for dice, enemy, near in (
            (f.attacker, f.opponent.who, f.opponent.near), (f.defender, f.fighter, f.opponent.vs_near),
        )
        if dice is not None and dice.criticals
    ]  # fmt: skip
    if all(dice.side.windows[WeaponRule.devastates] for dice, _, _ in sides) and len(sides) > 1:
        # Where nobody decides anything about it both lose their wounds in any case.
        picks = any(len(dice.side.windows[WeaponRule.devastates]) > 1 for dice, _, _ in sides)
        if picks or any(decisive(t, who, points) for who, points in devastated(sides).items()):
            first = yield from who_goes_first(t, "whose criticals hurt first")
            sides.sort(key=lambda side: side[0].side.seat != first)
    for dice, enemy, near in sides:
        yield from criticals_retained(t, dice, enemy, near)


def devastated(sides: Many[tuple[Pool, int, tuple[int, ...]]]) -> dict[int, int]:
    """What each operative suffers from the Devastating of both sides at most (see KT-WR-07 and KT-WR-08)."""
    found: dict[int, int] = {}
    for pool, enemy, near in sides:
        points = max(devastates(pool.criticals).amount for devastates in pool.side.windows[WeaponRule.devastates])
        for who in (enemy, *near):
            found[who] = found.get(who, 0) + points
    return found


def decides(pool: Pool) -> bool:
    """Whether its owner decides anything about dice that are retained: Punishing, Rending, Severe."""
    windows = pool.side.windows
    if pool.criticals:
        return bool(windows[WeaponRule.on_critical_retained]) and bool(pool.fails or pool.normals or pool.kept)
    return bool(windows[WeaponRule.without_critical]) and bool(pool.normals or pool.kept)


def die_left(t: Table, f: Fight) -> bool:
    """Find whose die is next; the fight is over when nobody has one, or as soon as one of the two is incapacitated
    (KT-FIGHT-09, KT-FIGHT-10, see KT-FIGHT-08)."""
    return not decided(t, f) and next_die(f)


def decided(t: Table, f: Fight) -> bool:
    """Whether one of the two is incapacitated: no die is resolved any more (see KT-FIGHT-10)."""
    fighters = t.state.operatives
    return fighters[f.fighter].wounds <= 0 or fighters[f.opponent.who].wounds <= 0


def next_die(f: Fight) -> bool:
    """On to the player who has a die, if the one whose turn it is has none; False: nobody has one
    (see KT-FIGHT-09)."""
    attacker, defender = f.attacker, f.defender
    left = attacker.successes if attacker else 0
    vs_left = defender.successes if defender else 0
    if not left + vs_left:
        return False
    if not (vs_left if f.turn else left):
        f.turn = 1 - f.turn
    return True


def resolve_die(t: Table, f: Fight) -> Rule[bool]:
    """Step 4: the player whose turn it is strikes or blocks with one die (KT-FIGHT-08, KT-FIGHT-14). Odds take it apart
    into the same pieces. Where nothing but a strike is possible, who might do something else is asked as well (see
    KT-OPS-20)."""
    mine, theirs = f.dice_of_turn(), f.pools()[1 - f.turn]
    other = instead_of_die(t, f)
    side = mine.side
    pick: Option = yield Choose(
        side.seat,
        topic("die of {who}", t.name(side.who)),
        lambda: ways_of_die(mine, theirs, other),
        veiled=lambda: f.turn == ATTACKER and may_do_instead(t, f.fighter, f.opponent.who),
    )
    critical = use_die(mine, theirs, pick)
    yield from die_does(t, f, side, pick, critical)
    if pick.kind == STRIKE and critical and theirs is not None:
        critically(t, mine, theirs)
    f.turn = 1 - f.turn
    return True


def instead_of_die(t: Table, f: Fight) -> Option | None:
    """What may be done instead of resolving the next die, by the attacker alone (see KT-ACT-08)."""
    return instead_of_success(t, f.fighter, f.opponent.who) if f.turn == ATTACKER else None


def ways_of_die(mine: Pool, theirs: Pool | None, other: Option | None) -> tuple[Option, ...]:
    """All that may be done with the next die."""
    found = die_options(dice_of(mine, theirs))
    return found if other is None else (*found, other)


def use_die(mine: Pool, theirs: Pool | None, pick: Option) -> bool:
    """A die is resolved, and perhaps blocks another; whether it was a critical success (see KT-FIGHT-12). What is done
    instead takes a normal one, if there is one."""
    resolves = pick.kind in (STRIKE, BLOCK, BLOCK_NOTHING)
    critical: bool = pick.args[-1] == CRITICAL if resolves else not mine.normals
    if critical:
        mine.criticals -= 1
    else:
        mine.normals -= 1
    if pick.kind == BLOCK:
        assert theirs is not None
        if pick.args[0] == CRITICAL:
            theirs.criticals -= 1
        else:
            theirs.normals -= 1
    return critical


def die_does(t: Table, f: Fight, side: Side, pick: Option, critical: bool) -> Rule[None]:
    """What a die does to anything but dice: it hangs on no other die (see KT-FIGHT-11)."""
    if pick.kind == STRIKE:
        yield from strike(t, f, side, critical)
    elif pick.kind in (BLOCK, BLOCK_NOTHING):
        if t.events is None:
            return
        used = CRITICAL if critical else NORMAL
        if pick.kind == BLOCK:
            t.tell("blocks", "KT-FIGHT-12", who=t.name(side.who), used=used, blocked=pick.args[0])
        else:
            t.tell("blocks_nothing", "KT-FIGHT-13", who=t.name(side.who), used=used)
    else:
        for instead in t.windows[Supplement.instead]:
            yield from instead(t, side.who, f.opponent.who)


def critically(t: Table, mine: Pool, theirs: Pool) -> None:
    """What a strike with a critical success does to the enemy's dice (see KT-WR-25)."""
    for on_critical_strike in mine.side.windows[WeaponRule.on_critical_strike]:
        on_critical_strike(t, mine, theirs)


def may_resolve(found: Dice, way: Option, why: Why = None) -> bool:
    """Whether a die may be resolved in a way: strike with it, block what it can, or block nothing with it (KT-FIGHT-12,
    KT-FIGHT-13, KT-WR-05, see KT-FIGHT-11)."""
    used = way.args[-1]
    if not need(
        why,
        found.criticals if used == CRITICAL else found.normals,
        "KT-FIGHT-08",
        "an unresolved {} success is left",
        used,
    ):
        return False
    if way.kind == STRIKE:
        return True
    if not need(
        why,
        used == CRITICAL or not found.brutal,
        "KT-WR-05",
        "the enemy's weapon is not Brutal, or the die is critical",
    ):
        return False
    if way.kind == BLOCK:
        blocked = way.args[0]
        theirs = found.their_criticals if blocked == CRITICAL else found.their_normals
        return need(
            why, used == CRITICAL or blocked == NORMAL, "KT-FIGHT-12", "a {} success can block a {} one", used, blocked
        ) and need(why, theirs, "KT-FIGHT-12", "the enemy has an unresolved {} success", blocked)
    return True


class Dice(NamedTuple):
    """Which unresolved successes there are, and whether the enemy's weapon is Brutal: all that the ways to resolve a
    die hang on."""

    normals: bool
    criticals: bool
    their_normals: bool
    their_criticals: bool
    brutal: bool


WAYS = (
    option(STRIKE, CRITICAL), option(BLOCK, CRITICAL, CRITICAL), option(BLOCK, NORMAL, CRITICAL),
    option(BLOCK_NOTHING, CRITICAL), option(STRIKE, NORMAL), option(BLOCK, CRITICAL, NORMAL),
    option(BLOCK, NORMAL, NORMAL), option(BLOCK_NOTHING, NORMAL),
)  # fmt: skip
"""All that could be thought of for a die."""


def dice_of(mine: Pool, theirs: Pool | None) -> Dice:
    """The dice of the two fighters as the one sees them whose turn it is."""
    if theirs is None:
        return Dice(mine.normals > 0, mine.criticals > 0, False, False, False)
    brutal = bool(theirs.side.windows[WeaponRule.only_criticals_block])
    return Dice(mine.normals > 0, mine.criticals > 0, theirs.normals > 0, theirs.criticals > 0, brutal)


@lru_cache(maxsize=64)
def die_options(found: Dice) -> tuple[Option, ...]:
    """The ways to resolve a die; a player who has one may not pass (KT-FIGHT-14)."""
    return tuple(way for way in WAYS if may_resolve(found, way))


def refusals(f: Fight) -> list[Refusal]:
    """The ways to resolve a die that are not possible now, and why."""
    pools = f.pools()
    mine = pools[f.turn]
    if not f.at(resolve_die) or mine is None:
        return []
    found = []
    for way in WAYS:
        why: list[Check] = []
        if not may_resolve(dice_of(mine, pools[1 - f.turn]), way, why):
            found.append(Refusal(way.key, tuple(why)))
    return found


def strike(t: Table, f: Fight, side: Side, critical: bool) -> Rule[None]:
    """Inflict the weapon's damage at once (KT-FIGHT-11)."""
    enemy = f.opponent.who if f.turn == ATTACKER else f.fighter
    if t.events is not None:
        t.tell(
            "strikes", "KT-FIGHT-11", who=t.name(side.who), enemy=t.name(enemy), used=CRITICAL if critical else NORMAL
        )
    if not plainly(t, enemy, side.critical_damage if critical else side.damage, "KT-FIGHT-11", (), side.who):
        hits = Hits(0, 0, 1, side.critical_damage) if critical else Hits(1, side.damage, 0, 0)
        yield from inflict(t, enemy, hits, "KT-FIGHT-11", (), by=side.who, weapon=side.weapon)


def end_action(t: Table, f: Fight) -> Rule[None]:
    """The fight is over: uses are counted, Hot is rolled; then casualties leave (KT-WR-11, KT-WR-13,
    see KT-FIGHT-15)."""
    sides = [pool.side for pool in f.pools() if pool is not None]
    for side in sides:
        weapon = t.weapon(side.who, side.weapon)
        for counts_use in side.windows[WeaponRule.counts_use]:
            counts_use(t, side.who, weapon)
    hot = [side for side in sides if side.windows[WeaponRule.after_use]]
    # Dice of two that merely lose wounds by them come to the same in any order.
    if len(hot) > 1 and any(decisive(t, side.who, 2 * min(6, side.need - 1)) for side in hot):
        first = yield from who_goes_first(t, "whose weapon is hot first")
        hot.sort(key=lambda side: side.seat != first)
    for side in hot:
        if f.attacker is not None and f.attacker.side is side:
            f.attacker = None  # its dice are done with: odds tell by it whose roll is still to come
        else:
            f.defender = None
        for after_use in side.windows[WeaponRule.after_use]:
            parts = yield from after_use(t, side.who, side.need)
            if parts:
                yield from inflict(t, side.who, total(parts), parts[0].rule, parts)


def close(t: Table, f: Fight) -> Rule[None]:
    """The fight is over, and casualties leave (KT-FIGHT-15)."""
    if (
        laid(t, f.fighter, "allow", "extra_fight")
        and t.operative(f.opponent.who).incapacitated
        and t.state.active == f.fighter
    ):
        t.affect(f.fighter, Effect("FIGHT", AGAIN, 1, "activation", "KT-ACT-02"))
    t.end_effects(f.fighter, "sequence")
    t.end_effects(f.opponent.who, "sequence")
    yield from remove_casualties(t)
