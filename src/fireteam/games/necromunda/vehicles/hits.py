"""Hits on vehicles: the side struck, hull down, gas, gravity, guns that burst, fire (NE-VHIT-01, NE-COND-11)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import Activation
from fireteam.games.necromunda.cards import Weapon
from fireteam.games.necromunda.dice import BODY, CATASTROPHIC, CREW, PENETRATING, d6
from fireteam.games.necromunda.hits import FIRE, MELEE, Hit, Strike
from fireteam.games.necromunda.positions import hull
from fireteam.games.necromunda.sight import Eye, blockers
from fireteam.games.necromunda.state import MOBILE, NOBODY, Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.damage import Damaged
from fireteam.games.necromunda.vehicles.handling import lose_control
from fireteam.games.necromunda.vehicles.hulls import toughness_of
from fireteam.games.necromunda.vehicles.smoke import BurnOut
from fireteam.kit.agenda import Sequence, Steps, when
from fireteam.space.plane.free.seeing import REAR, side_seen, sides_of

BLAZE = "blaze"
FIRE_DIES = 4
"""From this face on the fire on a vehicle dies (NE-COND-11)."""
FULL = 2


def side_struck(t: Table, strike: Strike) -> tuple[str, ...]:
    """The side whose Toughness a hit meets: that whose arc holds the attacker's middle, or that of the blast, or the
    one that is touched (NE-VHIT-01); on a diagonal two, of which the harder counts. Gas, fire and falls strike the
    rear."""
    if strike.side:
        return (strike.side,)
    if strike.kind == FIRE:
        return (REAR,)
    return sides_of(hull(t, strike.on), strike.x, strike.y)


def toughness_struck(t: Table, strike: Strike) -> int:
    """The Toughness of a vehicle against a hit; of whoever stands on it the lowest (see NE-CC-06)."""
    if strike.kind == MELEE and strike.by >= 0 and t.model(strike.by).aboard == strike.on:
        return min(t.vehicle(strike.on).toughness)
    return toughness_of(t, strike.on, side_struck(t, strike))


def hull_down(t: Table, viewer: Eye, target: int) -> Iterable[Modifier]:
    """Who sees none of the 25 points of the side it is on shoots at full cover (see NE-VHIT-01)."""
    if not t.is_vehicle(target):
        return ()
    box, others = hull(t, target), blockers(t, viewer, target)
    x, y = (viewer.x, viewer.y) if viewer.who == NOBODY else (t.model(viewer.who).x, t.model(viewer.who).y)
    if any(side_seen(t.field, viewer[:3], box, side, others, t.clouds()) for side in sides_of(box, x, y)):
        return ()
    return (Modifier(-FULL, "hull down", "NE-VHIT-01"),)


def gassed(t: Table, h: Hit) -> Rule[bool]:
    """Gas: a D6 that reaches the Rear Toughness, or a 6, wounds the driver (see NE-TRT-02)."""
    who = h.strike.on
    if not t.is_vehicle(who):
        return False
    if (yield from reaches(t, h, toughness_of(t, who, (REAR,)), "NE-TRT-02")):
        t.begin(Damaged(who, CREW, PENETRATING, h.strike.by))
    return True


def crushed(t: Table, h: Hit) -> Rule[bool]:
    """A graviton pulse: a D6 that reaches the Toughness of the side is a Body hit, which may be saved (see
    NE-TRT-34)."""
    if not t.is_vehicle(h.strike.on):
        return False
    h.wounded = yield from reaches(t, h, toughness_struck(t, h.strike), "NE-TRT-34")
    h.negated = not h.wounded
    h.strike = h.strike._replace(location=BODY)
    return True


def reaches(t: Table, h: Hit, least: int, rule: str) -> Rule[bool]:
    """A D6 against a Toughness; a 6 always does (see NE-TRT-02)."""
    about = topic("power of the hit, {hit}", h.about(t))
    least = min(least, 6)
    face = yield from d6(h.seat(t), about, tuple(1 if face < least else least for face in range(1, 7)))
    passed = face >= least
    t.tell("tested", rule, who=t.name(h.strike.on), about=about, shown=face, bonus=0, needed=least, passed=passed)
    return passed


def gun_bursts(t: Table, who: int, weapon: Weapon) -> Rule[bool]:
    """An Unstable gun of a vehicle is lost, and its Body is hit: Catastrophic (see NE-TRT-14)."""
    yield from ()
    if not t.is_vehicle(who):
        return False
    t.lose(who, weapon.id, "NE-TRT-14")
    t.begin(Damaged(who, BODY, CATASTROPHIC))
    return True


# -- fire --------------------------------------------------------------------------------------------------------------


class HullFire(Sequence, Frame):
    """A vehicle on fire is activated (see NE-COND-11)."""

    kind = "fire on a vehicle"
    who: int

    @staticmethod
    def steps() -> Steps[Table, HullFire]:
        """The hit, then the nerve of the crew."""
        return (burn, when(panic, is_there))


def is_there(t: Table, f: HullFire) -> bool:
    """Whether it is still in play."""
    return t.in_play(f.who)


def burn(t: Table, f: HullFire) -> Rule[None]:
    """The hit of the fire, on Rear Toughness (see NE-COND-11)."""
    yield from ()
    m = t.model(f.who)
    t.begin(Hit(Strike(f.who, strength=3, ap=-1, damage=1, kind=FIRE, x=m.x, y=m.y, source="fire")))


def panic(t: Table, f: HullFire) -> Rule[None]:
    """A Cool test: failed, a Mobile vehicle loses control, a Stalled one burns out, and the activation is over (see
    NE-COND-11)."""
    about = topic("crew of {who} in the fire", t.name(f.who))
    if (yield from test(t, f.who, "cl", "fire", about, "NE-COND-11")):
        return
    for frame in t.state.agenda:
        if isinstance(frame, Activation) and frame.who == f.who:
            frame.left, frame.over = 0, True
    if t.model(f.who).stance == MOBILE:
        lose_control(t, f.who)
    else:
        t.begin(BurnOut(f.who))


def fire_dies(t: Table, who: int) -> Rule[None]:
    """After its activation the fire dies on a 4+ (see NE-COND-11)."""
    about = topic("fire on {who}", t.name(who))
    face = yield from d6(t.roller(who), about, (1, 1, 1, 4, 4, 4))
    dies = face >= FIRE_DIES
    t.tell("tested", "NE-COND-11", who=t.name(who), about=about, shown=face, bonus=0, needed=FIRE_DIES, passed=dies)
    if dies:
        t.relieve(who, BLAZE, "NE-COND-11")
