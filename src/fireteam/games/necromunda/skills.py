"""Skills, one small object each: what they hang into and nowhere else (NE-SKL-01, NE-ENG-05 to NE-ENG-09)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, Activation, Deed
from fireteam.games.necromunda.cards import quality
from fireteam.games.necromunda.close_combat.fight import Fight
from fireteam.games.necromunda.dice import d3
from fireteam.games.necromunda.hits import CRASH, MELEE, Hit, Strike
from fireteam.games.necromunda.movement.falling import set_clear
from fireteam.games.necromunda.movement.forced import push
from fireteam.games.necromunda.movement.turning import facings
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import engaged, in_contact, near
from fireteam.games.necromunda.state import NOBODY, PINNED, STANDING, Frame
from fireteam.games.necromunda.stats import number, test, toughness
from fireteam.games.necromunda.status import ACTIVE, ENGAGED
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import Sequence, Steps, then

kinds(
    headbutt=("headbutt {}", ("NE-ENG-05",)),
    hurl=("hurl {}", ("NE-ENG-07",)),
    roll_again=("roll again", ("NE-SKL-01",)),
    let_it_be=("leave it", ("NE-SKL-01",)),
    get_up=("get up again", ("NE-SKL-01",)),
)


def may_reroll(t: Table, who: int, what: str) -> Rule[bool]:
    """Whether its player uses a re-roll, once (see NE-SKL-01)."""
    pick: Option = yield t.ask(
        t.side(who), topic("{what} of {who}", what, t.name(who)), lambda: [option("roll_again"), option("let_it_be")]
    )
    return pick.kind == "roll_again"


# -- actions -----------------------------------------------------------------------------------------------------------


@quality("headbutt")
class Headbutt(Quality):
    """An action while Engaged: two dice against the target's Toughness (NE-ENG-05)."""

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (Deed("headbutt", "NE-ENG-05", BASIC, (ENGAGED,), has_foe, headbutts, headbutt),)


def has_foe(t: Table, a: Activation, why: Why) -> bool:
    """A headbutt wants an enemy fighter to be Engaged with (see NE-ENG-05)."""
    return need(why, engaged(t, a.who), "NE-ENG-05", "an enemy fighter is Engaged with it")


def headbutts(t: Table, a: Activation) -> Iterable[Option]:
    """Each enemy fighter in contact."""
    return [
        option("headbutt", t.name(foe), args=(foe,))
        for foe in t.enemies(a.who)
        if t.stands(foe) and in_contact(t, a.who, foe)
    ]


def headbutt(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Two dice read apart: one that reaches the target's Toughness is a hit at Strength +2, Damage 2 (see NE-ENG-05);
    both below it, and the attacker is hit at its own Strength (NE-ENG-06)."""
    yield from butt(t, a.who, pick.args[0])


def butt(t: Table, who: int, foe: int) -> Rule[None]:
    """The dice of a headbutt (see NE-ENG-05)."""
    tough = toughness(t, foe)
    faces = yield Roll(t.roller(who), topic("headbutt of {who}", t.name(who)), 2)
    good = max(faces) >= tough
    t.tell("headbutts", "NE-ENG-05", who=t.name(who), target=t.name(foe), shown=tuple(faces), needed=tough, hit=good)
    m, strength = t.model(who), number(t, who, "s")
    if good:
        t.begin(Hit(Strike(foe, who, strength=strength + 2, damage=2, kind=MELEE, x=m.x, y=m.y, source="headbutt")))
    else:
        t.begin(Hit(Strike(who, NOBODY, strength=strength, damage=1, kind=MELEE, x=m.x, y=m.y, source="headbutt")))


@quality("hurl")
class Hurl(Quality):
    """An action: an enemy in contact, or a Seriously Injured one within 1", is thrown (NE-ENG-07)."""

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (Deed("hurl", "NE-ENG-07", BASIC, (ENGAGED, ACTIVE), has_victim, hurls, hurl),)


def victims(t: Table, who: int) -> list[int]:
    """Whom somebody may hurl (see NE-ENG-07)."""
    return [
        foe
        for foe in t.enemies(who)
        if not t.is_vehicle(foe)
        and ((t.stands(foe) and in_contact(t, who, foe)) or (t.is_injured(foe) and near(t, who, foe, 1)))
    ]


def has_victim(t: Table, a: Activation, why: Why) -> bool:
    """Hurling wants somebody to hurl (see NE-ENG-07)."""
    return need(why, bool(victims(t, a.who)), "NE-ENG-07", 'an enemy is in contact, or lies within 1"')


def hurls(t: Table, a: Activation) -> Iterable[Option]:
    """Each that may be hurled."""
    return [option("hurl", t.name(foe), args=(foe,)) for foe in victims(t, a.who)]


def hurl(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Hurl (see NE-ENG-07)."""
    yield from throw(t, a.who, pick.args[0])


def throw(t: Table, who: int, foe: int) -> Rule[None]:
    """The target takes an Initiative test, and a pass means nothing happens; else the attacker chooses a direction and
    it is moved D3 inches (NE-ENG-08)."""
    if (yield from test(t, foe, "i", "hurl", topic("{who} is hurled", t.name(foe)), "NE-ENG-07")):
        return
    inches = yield from d3(t.roller(who), topic("how far {who} is hurled", t.name(foe)))
    pick: Option = yield t.ask(t.player(who), topic("which way {who} is hurled", t.name(foe)), tuple, facings(t, foe))
    hurled = Hurled(foe, who, NOBODY)
    t.begin(hurled)  # before the push: a fall over an edge comes first (see NE-ENG-09)
    beside = touched_by(t, foe)
    went = yield from push(t, foe, pick.args[0], float(inches), "NE-ENG-08", prone_stops=False)
    # Who is met just as the last inch ends has been contacted, too.
    met = [] if went.fell else [one for one in touched_by(t, foe) if one not in beside]
    hurled.met = met[0] if went.met == NOBODY and met else went.met


def touched_by(t: Table, who: int) -> list[int]:
    """Whoever stands in contact with somebody, and vehicles."""
    return [
        one for one in t.on_table() if one != who and (t.stands(one) or t.is_vehicle(one)) and in_contact(t, who, one)
    ]


class Hurled(Sequence, Frame):
    """Somebody has been hurled: after a fall it is hit, then whom it met, and both are Pinned (see NE-ENG-09)."""

    kind = "hurled"
    who: int
    by: int
    met: int

    @staticmethod
    def steps() -> Steps[Table, Hurled]:
        """The hurled fighter first."""
        return (hit_hurled, hit_met, then(pin_hurled))


def hurl_strike(t: Table, h: Hurled, on: int) -> Strike:
    """The hit of being hurled: Strength 3 (see NE-ENG-09)."""
    m = t.model(on)
    return Strike(on, h.by, strength=3, damage=1, kind=CRASH, x=m.x, y=m.y, source="being hurled")


def hit_hurled(t: Table, h: Hurled) -> Rule[None]:
    """The hurled fighter is hit (see NE-ENG-09)."""
    yield from ()
    if t.in_play(h.who):
        t.begin(Hit(hurl_strike(t, h, h.who)))


def hit_met(t: Table, h: Hurled) -> Rule[None]:
    """So is whatever model it contacted (NE-ENG-09)."""
    yield from ()
    if h.met != NOBODY and t.in_play(h.met):
        t.begin(Hit(hurl_strike(t, h, h.met)))


def pin_hurled(t: Table, h: Hurled) -> Rule[None]:
    """Fighters among them are Pinned, but who is Engaged with somebody else (see NE-ENG-09)."""
    for who in (h.who, h.met):
        if who != NOBODY and t.in_play(who) and not t.is_vehicle(who) and t.model(who).stance == STANDING:
            if who == h.who or not engaged(t, who):
                t.pin(who, "NE-ENG-09")
                for near_edge in t.windows[Supplement.went_prone]:
                    yield from near_edge(t, who)
    if t.in_play(h.who):
        yield from set_clear(t, h.who, "NE-MOV-04")


# -- modifiers ---------------------------------------------------------------------------------------------------------


@quality("eel-hips")
class EelHips(Quality):
    """+2 to the Initiative test of Retreat."""

    def test_bonus(self, t: Table, who: int, stat: str, purpose: str) -> Iterable[Modifier]:
        return (Modifier(2, "Eel Hips", "NE-SKL-01"),) if purpose == "retreat" else ()


@quality("cat-boots")
class CatBoots(Quality):
    """Falls and jumps count 3 inches less."""

    def falls_less(self, t: Table, who: int) -> int:
        return 3


@quality("sure-grip")
class SureGrip(Quality):
    """+2 to Initiative tests not to fall from an edge; not for leaps and jumps."""

    def test_bonus(self, t: Table, who: int, stat: str, purpose: str) -> Iterable[Modifier]:
        return (Modifier(2, "Sure Grip", "NE-SKL-01"),) if purpose == "edge" else ()


@quality("up-again")
class UpAgain(Quality):
    """A Pinned fighter may pass Initiative as its activation starts to stand up for free."""

    def activation_start(self, t: Table, a: Activation) -> Rule[None]:
        if t.model(a.who).stance != PINNED:
            return
        pick: Option = yield t.ask(
            t.player(a.who), topic("Up Again of {who}", t.name(a.who)), lambda: [option("get_up"), option("let_it_be")]
        )
        if pick.kind == "get_up":
            about = topic("{who} gets up again", t.name(a.who))
            if (yield from test(t, a.who, "i", "stand", about, "NE-SKL-01")):
                t.stand(a.who, "NE-SKL-01")


@quality("iron-calm")
class IronCalm(Quality):
    """When a ranged attack would Pin it, a passed Cool test keeps it Standing; nothing against Gas."""

    def would_be_pinned(self, t: Table, who: int, strike: Strike) -> Rule[bool]:
        if "Gas" in strike.traits:
            return False
        return (yield from test(t, who, "cl", "calm", topic("{who} stays calm", t.name(who)), "NE-SKL-01"))


@quality("long-stride")
class LongStride(Quality):
    """The second Move or Carry of an activation goes 2 inches farther."""

    def further(self, t: Table, moves: int) -> float:
        return 2.0 if moves > 1 else 0.0


@quality("bull-rush")
class BullRush(Quality):
    """The free Fight of a Charge gains Knockback and +1 Strength."""

    def fight_traits(self, f: Fight) -> Iterable[str]:
        return ("Knockback",) if f.charged else ()

    def fight_strength(self, f: Fight) -> int:
        return int(f.charged)


@quality("pick-of-the-crowd")
class PickOfTheCrowd(Quality):
    """It passes Cool tests for target priority without dice."""

    def passes_test(self, t: Table, who: int, stat: str, purpose: str) -> bool:
        return purpose == "priority"


@quality("spare-magazine")
class SpareMagazine(Quality):
    """It may roll a failed Ammo test of Reload once more."""

    def rerolls_test(self, t: Table, who: int, stat: str, purpose: str) -> Rule[bool]:
        if (stat, purpose) != ("ammo", "reload"):
            return False
        return (yield from may_reroll(t, who, "Spare Magazine"))


@quality("lockbreaker")
class Lockbreaker(Quality):
    """+2 to Intelligence tests of Access Terminal and Bypass Lock."""

    def test_bonus(self, t: Table, who: int, stat: str, purpose: str) -> Iterable[Modifier]:
        return (Modifier(2, "Lockbreaker", "NE-SKL-01"),) if purpose in ("terminal", "bypass") else ()


@quality("field-surgeon")
class FieldSurgeon(Quality):
    """A recovery it helps rolls two more Injury dice."""

    def recovery_dice(self) -> int:
        return 2


@quality("wheel-wise")
class WheelWise(Quality):
    """Once a round its crew may roll a failed Handling test of its vehicle again."""

    def rerolls_test(self, t: Table, who: int, stat: str, purpose: str) -> Rule[bool]:
        if stat != "hnd" or "wheel-wise" in t.model(who).used:
            return False
        if not (yield from may_reroll(t, who, "Wheel-wise")):
            return False
        t.mark_round(who, "wheel-wise")
        return True


@quality("claw-master")
class ClawMaster(Quality):
    """Trigger Claw hits at Strength 6; Hook Cargo reaches 5 inches (see NE-BAD-06, NE-BAD-07)."""

    def masters_claws(self) -> bool:
        return True
