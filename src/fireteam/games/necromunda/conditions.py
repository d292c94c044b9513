"""Conditions, one object each: fire, blindness, broken nerve, concussion, gunk, insanity, webs, light (NE-COND)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import Activation, Deed
from fireteam.games.necromunda.cards import quality
from fireteam.games.necromunda.dice import d6, direction, two_d6
from fireteam.games.necromunda.hits import FIRE, Hit, Strike
from fireteam.games.necromunda.movement.forced import run_on_fire
from fireteam.games.necromunda.nerve import BROKEN
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import engaged, near
from fireteam.games.necromunda.state import INJURED, PINNED, STANDING, Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ACTIVE, status_of
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import Sequence, Steps

INSANE, BLAZE, BLIND, CONCUSSION, GUNKED, WEBBED, REVEALED, SHELTERED = (
    "insane", "blaze", "blind", "concussion", "gunked", "webbed", "revealed", "sheltered",
)  # fmt: skip
INTOXICATED = "intoxicated"
"""Who has taken a swig: its tokens last to the end of the battle, and the drink says what they do (see NE-COND-09)."""
ORDER = (INSANE, BLAZE, BROKEN, BLIND, CONCUSSION, GUNKED, WEBBED, REVEALED, SHELTERED, INTOXICATED, "blacked out")
"""The order in which conditions of different names have their turn as an activation starts (NE-COND-12)."""
WORST_INITIATIVE, WORST_HANDLING = 6, 10
ATTACKS = ("shoot", "blind_fire", "fight", "charge", "headbutt", "hurl", "coup_de_grace", "fire_all", "move_and_shoot",
           "man_gun")  # fmt: skip
"""Actions that are attacks (see NE-COND-02)."""

kinds(
    lie_down=("lie down", ("NE-COND-01",)),
    stay_up=("stay up", ("NE-COND-01",)),
)


@quality(INSANE)
class Insane(Quality):
    """On activation a D6: 1 or 2 Broken, 3 or 4 an opponent decides for it in this activation, 5 or 6 it acts and then
    a Willpower test ends it (NE-COND-07)."""

    def activation_start(self, t: Table, a: Activation) -> Rule[None]:
        who = a.who
        face = yield from d6(t.roller(who), topic("insanity of {who}", t.name(who)), (1, 1, 3, 3, 5, 5))
        t.tell("raves", "NE-COND-07", who=t.name(who), shown=face)
        if face <= 2:
            if t.has(who, BROKEN):
                t.flee(who, "NE-COND-07")
            else:
                t.afflict(who, BROKEN, "NE-COND-07")
        elif face <= 4:
            t.control(1 - t.side(who))
        else:
            t.mark(who, INSANE)

    def activation_end(self, t: Table, a: Activation) -> Rule[None]:
        who = a.who
        if INSANE in t.model(who).done:
            about = topic("{who} comes to its senses", t.name(who))
            if (yield from test(t, who, "wil", "insanity", about, "NE-COND-07")):
                t.relieve(who, INSANE, "NE-COND-07")


@quality(BLAZE)
class Blaze(Quality):
    """Who is on fire burns instead of acting: a hit, a run in a random direction if it is Active, and perhaps it goes
    out (NE-COND-01)."""

    def takes_over(self, t: Table, a: Activation) -> Rule[bool]:
        who = a.who
        for burns in t.windows[Supplement.burns]:
            if (yield from burns(t, a)):
                return True
        a.left = 0
        m = t.model(who)
        t.begin(Hit(Strike(who, strength=3, ap=-1, damage=1, kind=FIRE, x=m.x, y=m.y, source="fire")), Burning(who))
        return True


class Burning(Sequence, Frame):
    """Somebody on fire, after the hit: it runs, and perhaps the fire goes out (see NE-COND-01)."""

    kind = "burning"
    who: int

    @staticmethod
    def steps() -> Steps[Table, Burning]:
        """The run, then the die."""
        return (run, put_out)


@quality(BROKEN)
class Broken(Quality):
    """Who is Broken does nothing but run for cover; its Reactions are at -2; a Rally test ends it (NE-COND-03,
    NE-BRK-01)."""

    def takes_over(self, t: Table, a: Activation) -> Rule[bool]:
        a.left = 0
        for flees in t.windows[Supplement.flees]:
            if (yield from flees(t, a.who)):
                return True
        return True

    def forbids(self, t: Table, who: int, deed: Deed, why: Why) -> bool:
        """Who breaks in the middle of its own activation has run, and acts no more."""
        return not need(why, False, "NE-COND-03", "it is not Broken")

    def fight_bonus(self, t: Table, who: int, reaction: bool) -> Iterable[Modifier]:
        """Its Reaction attacks are at -2 (NE-NRV-04)."""
        return (Modifier(-2, "Broken", "NE-NRV-04"),) if reaction else ()


@quality(BLIND)
class Blind(Quality):
    """Only Reaction attacks, which hit on natural 6s, until its next activation (NE-COND-02)."""

    def activation_start(self, t: Table, a: Activation) -> Rule[None]:
        yield from ()
        t.relieve(a.who, BLIND, "NE-COND-02")

    def forbids(self, t: Table, who: int, deed: Deed, why: Why) -> bool:
        return not need(why, deed.name not in ATTACKS, "NE-COND-02", "a Blind model does not attack")

    def hits_on_six_alone(self) -> bool:
        return True


def blind(t: Table, who: int, rule: str) -> None:
    """A model is blinded: it loses Ready, or is not readied next; in its own activation it goes on without attacks
    (see NE-COND-02)."""
    if t.state.active != who and t.model(who).ready:
        t.set_ready(who, False)
    else:
        t.set_idle(who, True)
    t.afflict(who, BLIND, rule)


@quality(CONCUSSION)
class Concussion(Quality):
    """-2 to Initiative and Handling, which get no worse than 6+ and 10+, until the round ends (NE-COND-04)."""

    def changes(self, t: Table, who: int, stat: str) -> Iterable[Modifier]:
        worst = {"i": WORST_INITIATIVE, "hnd": WORST_HANDLING}.get(stat)
        if worst is None:
            return ()
        by = min(2, max(0, worst - t.cards[who].stats[stat]))
        return (Modifier(-by, "Concussion", "NE-COND-04"),) if by else ()


@quality(GUNKED)
class Gunked(Quality):
    """-1 inch of Movement, no D3 in charges, -1 to Initiative, and it catches fire on a 2+, until the End phase
    (NE-COND-06)."""

    def changes(self, t: Table, who: int, stat: str) -> Iterable[Modifier]:
        return (Modifier(-1, "Gunked", "NE-COND-06"),) if stat in ("m", "i") else ()

    def charges_slowly(self) -> bool:
        return True

    def catches_fire_on(self) -> int:
        return 2

    def round_end(self, t: Table, who: int) -> None:
        t.relieve(who, GUNKED, "NE-COND-06")


@quality(WEBBED)
class Webbed(Quality):
    """It counts as Seriously Injured; a recovery frees it, and the battle's end does (NE-COND-08)."""


@quality(REVEALED)
class Revealed(Quality):
    """It may be shot at in Pitch Black until the End phase (see NE-COND-10)."""

    def round_end(self, t: Table, who: int) -> None:
        t.relieve(who, REVEALED, "NE-COND-10")


@quality(SHELTERED)
class Sheltered(Quality):
    """It counts as having partial cover until it moves (see NE-BAD-04)."""


# -- burning -----------------------------------------------------------------------------------------------------------


def run(t: Table, b: Burning) -> Rule[None]:
    """After the hit: who is Engaged or Seriously Injured does not move, who is Pinned gets up, and runs 2D6 inches in a
    random direction; then it may lie down, and a 6+ puts the fire out, +2 if Pinned, +1 for each Active friend within
    1" (see NE-COND-01)."""
    who = b.who
    if not t.in_play(who):
        return
    m = t.model(who)
    if m.stance != INJURED and not engaged(t, who):
        if m.stance == PINNED:
            t.stand(who, "NE-COND-01")
        inches = yield from two_d6(t.roller(who), topic("how far {who} runs on fire", t.name(who)))
        way = yield from direction(t.roller(who), topic("which way {who} runs on fire", t.name(who)))
        yield from run_on_fire(t, who, way, 100 * inches)


def put_out(t: Table, b: Burning) -> Rule[None]:
    """Whether the fire goes out (see NE-COND-01)."""
    who = b.who
    if not t.in_play(who):
        return
    if t.model(who).stance == STANDING and not engaged(t, who):
        pick: Option = yield t.ask(
            t.player(who), topic("{who} on fire", t.name(who)), lambda: [option("lie_down"), option("stay_up")]
        )
        if pick.kind == "lie_down":
            t.pin(who, "NE-COND-01")
    bonus = 2 * (t.model(who).stance == PINNED)
    bonus += sum(
        status_of(t, one) == ACTIVE and near(t, who, one, 1) for one in t.friends(who) if not t.is_vehicle(one)
    )
    least = max(1, 6 - bonus)
    about = topic("fire on {who}", t.name(who))
    face = yield from d6(t.roller(who), about, tuple(1 if face < least else least for face in range(1, 7)))
    t.tell(
        "tested", "NE-COND-01", who=t.name(who), about=about, shown=face, bonus=bonus, needed=6, passed=face >= least
    )
    if face >= least:
        t.relieve(who, BLAZE, "NE-COND-01")
