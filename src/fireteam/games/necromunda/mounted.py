"""Mounted fighters: knocked down, hands full, riding by, retreating, grounded (NE-MNT)."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import DOUBLE, SIMPLE, Activation, Deed
from fireteam.games.necromunda.cards import quality
from fireteam.games.necromunda.close_combat.fight import UNARMED, may_wield, melee_arms
from fireteam.games.necromunda.close_combat.reach import longest_reach
from fireteam.games.necromunda.dice import d6, passes
from fireteam.games.necromunda.hits import BLAST, CRASH, MELEE, TEMPLATE, TRAP, Hit, Strike, stood
from fireteam.games.necromunda.movement.charges import CHARGED, charge, going
from fireteam.games.necromunda.movement.moves import lifts_for, move_gait, others_for, watches_for
from fireteam.games.necromunda.movement.passing import meet_in_passing
from fireteam.games.necromunda.movement.regions import Walks
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, gap
from fireteam.games.necromunda.shooting.landing import Landing
from fireteam.games.necromunda.state import Frame
from fireteam.games.necromunda.stats import bonus, movement, number, test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import Sequence, Steps, when
from fireteam.space.plane.free.shapes import BLOCKS, KEEP, Others
from fireteam.space.plane.free.walking import Move, Walker

SPEEDS = ((0, 3, 0, 1), (6, 5, -1, 1), (10, 7, -2, 2))
"""Inches moved at least in its last activation; Strength, AP and Damage of being thrown (see NE-MNT-01)."""

RODE_BY = "rode by"
MOST = 3
"""Inches that the D3 of a Charge adds at most (see NE-STD-02)."""

kinds(
    ride_by=("ride by {}", ("NE-MNT-03",)),
    charge_past=("charge past {}", ("NE-MNT-03",)),
    strikes_rider=("strike at the rider", ("NE-MNT-03",)),
    lets_pass=("let it pass", ("NE-MNT-03",)),
)


@quality("mounted")
class Mounted(Quality):
    """A fighter on a mount."""

    def would_be_pinned(self, t: Table, who: int, strike: Strike) -> Rule[bool]:
        """A ranged hit that would Pin a rider calls for an Initiative test, -1 against Blast or Knockback; who fails is
        Pinned and takes a hit by the distance it last moved (NE-MNT-01)."""
        hard = strike.kind in (BLAST, TEMPLATE, TRAP) or "Knockback" in strike.traits
        more = (Modifier(-1, "Blast or Knockback", "NE-MNT-01"),) if hard else ()
        about = topic("{who} keeps the saddle", t.name(who))
        if (yield from test(t, who, "i", "saddle", about, "NE-MNT-01", *more)):
            return True
        m = t.model(who)
        inches = ceil(m.moved / 100)
        _, strength, ap, damage = next(row for row in reversed(SPEEDS) if inches >= row[0])
        thrown = Strike(who, strength=strength, ap=ap, damage=damage, kind=CRASH, x=m.x, y=m.y, source="the saddle")
        t.pin(who, "NE-MNT-01")
        t.begin(Hit(thrown))
        for near_edge in t.windows[Supplement.went_prone]:
            yield from near_edge(t, who)
        return True

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (
            Deed("move", "NE-MNT-03", SIMPLE, (ACTIVE,), may_ride_by, rides, ride_by, kinds=("ride_by",)),
            Deed("charge", "NE-MNT-03", DOUBLE, (ACTIVE,), may_ride_by, charges, charge_past, kinds=("charge_past",)),
        )

    def on_the_way(self, t: Table, who: int, number: int) -> Rule[None]:
        """Where the way comes nearest to the enemy one attack is made, and answered by one (see NE-MNT-03)."""
        yield from ()
        if t.in_play(number) and t.stands(who):
            t.begin(Passing(who, number))

    def test_bonus(self, t: Table, who: int, stat: str, purpose: str) -> Iterable[Modifier]:
        """+2 to the Initiative test of Retreat (NE-MNT-04)."""
        return (Modifier(2, "Mounted", "NE-MNT-04"),) if purpose == "retreat" else ()


# -- riding by ---------------------------------------------------------------------------------------------------------


class Passing(Sequence, Frame):
    """A rider strikes in passing, and is struck at (see NE-MNT-03)."""

    kind = "passing"
    who: int
    foe: int

    @staticmethod
    def steps() -> Steps[Table, Passing]:
        """The rider's attack, then the answer."""
        return (strike, when(answer, can_answer))


def may_ride_by(t: Table, a: Activation, why: Why) -> bool:
    """Once in an activation (see NE-MNT-03)."""
    return need(why, RODE_BY not in t.model(a.who).done, "NE-MNT-03", "it has not ridden by in this activation")


def passed(t: Table, who: int, inches: float) -> list[int]:
    """Each Standing enemy fighter near enough to be ridden by in a move of so many inches."""
    reach = inches + max(1, longest_reach(t, who))
    return [foe for foe in t.enemies(who) if t.stands(foe) and gap(t, who, foe) <= reach]


def rides(t: Table, a: Activation) -> Iterable[Option]:
    """Whom it may ride by in a Move."""
    return [option("ride_by", t.name(foe), args=(foe,)) for foe in passed(t, a.who, movement(t, a.who) / 100)]


def charges(t: Table, a: Activation) -> Iterable[Option]:
    """Whom it may ride by in a Charge, which wants somebody else to charge."""
    found = passed(t, a.who, movement(t, a.who) / 100 + MOST)
    return [option("charge_past", t.name(foe), args=(foe,)) for foe in found if set(t.enemies(a.who)) - {foe}]


def charge_past(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """On a Charge, too, a rider may strike at one enemy in passing; the Fight at its end is still made (see
    NE-MNT-03)."""
    t.mark(a.who, RODE_BY)
    yield from charge(t, a, pick)


def ride_by(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """While moving a rider may enter the 1" of one enemy and stop for a single attack on it, which may answer with one;
    then the move goes on (NE-MNT-03)."""
    foe = pick.args[0]
    t.mark(a.who, RODE_BY)
    gait = move_gait(t, a)
    others, names = others_for(t, a.who)
    place = names.index(t.name(foe))
    rows = [*others.rows]
    rows[place] = rows[place]._replace(bits=BLOCKS | KEEP)
    watches, watched = watches_for(t, a.who)
    walker = Walker(body(t, a.who), gait.inches, gait.bits, lifts_for(t, a.who))
    region = Walks(t.field, walker, Others(rows), names, ("NE-MNT-03",), watches, option("give_up_move"))
    where: Option = yield t.ask(
        t.player(a.who), topic("ride of {who} by {foe}", t.name(a.who), t.name(foe)), tuple, region
    )
    if where.kind == "give_up_move":
        return
    move: Move = where.args[-1]
    went = going(a.who, gait, move, watched)
    meet_in_passing(t, went, move, foe)
    t.begin(went)


def strike(t: Table, p: Passing) -> Rule[None]:
    """One die with any one Melee weapon (see NE-MNT-03)."""
    t.mark(p.who, CHARGED)
    yield from one_attack(t, p.who, p.foe)


def can_answer(t: Table, p: Passing) -> bool:
    """Whether the enemy stands and both are there."""
    return t.stands(p.foe) and t.in_play(p.who)


def answer(t: Table, p: Passing) -> Rule[None]:
    """The enemy may answer with one die (see NE-MNT-03)."""
    pick: Option = yield t.ask(
        t.side(p.foe),
        topic("answer of {who} to {rider}", t.name(p.foe), t.name(p.who)),
        lambda: [option("strikes_rider"), option("lets_pass")],
    )
    if pick.kind == "strikes_rider":
        yield from one_attack(t, p.foe, p.who)


def one_attack(t: Table, who: int, foe: int) -> Rule[None]:
    """A single attack: the weapon, the die, the hit."""
    arms = [(weapon, profile) for weapon, profile in melee_arms(t, who) if may_wield(t, who, profile)]
    arms = arms or [(UNARMED, UNARMED.profiles[0])]
    pick: Option = yield t.ask(
        t.player(who),
        topic("weapon of {who} against {foe}", t.name(who), t.name(foe)),
        lambda: [option("fight_with", weapon.name, args=(place,)) for place, (weapon, _) in enumerate(arms)],
    )
    weapon, profile = arms[pick.args[0]]
    answers = t.state.active != who
    added = total((*bonus(t, who, "ws", "fight"), *t.sum_of(who, Quality.fight_bonus, t, who, answers)))
    needed = t.cards[who].stats["ws"]
    face = yield from d6(t.roller(who), topic("passing blow of {who} at {foe}", t.name(who), t.name(foe)))
    hit = face == 6 if t.says(who, Quality.hits_on_six_alone) else passes(face, needed, added)
    t.tell(
        *("fight_roll", "NE-MNT-03"),
        who=t.name(who), target=t.name(foe), shown=(face,), needed=needed, bonus=added, hits=int(hit),
    )  # fmt: skip
    if not hit:
        return
    m = t.model(who)
    strength = profile.strength
    if profile.of_user and strength is not None:
        strength += number(t, who, "s")
    blow = Strike(
        foe, who, strength=strength, ap=profile.ap, damage=profile.damage, traits=tuple(map(str, profile.traits)),
        kind=MELEE, face=face, x=m.x, y=m.y, source=weapon.name, standing=stood(t, foe),
    )  # fmt: skip
    t.begin(Landing((blow,)))


@quality("sure-footed")
class SureFooted(Quality):
    """A mount that minds no difficult ground."""

    def ignores_difficult(self) -> bool:
        return True
