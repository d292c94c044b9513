"""Keywords of movement: Agile, Charged, Jump Pack, Flight, Teleport, Scout, Aerial Deployment, Drop Suit."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.deadzone.actions import LONG, SHORT, Activation, Deed, always
from fireteam.games.deadzone.cards import keyword
from fireteam.games.deadzone.damage import suffer, survive_side
from fireteam.games.deadzone.dice import OTHER, Opposed, before_survive, side_of, together, unmodified, up_to
from fireteam.games.deadzone.entering import Arrival
from fireteam.games.deadzone.forced import Throw, settle
from fireteam.games.deadzone.movement import Move, break_away
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.scatter import pick_away
from fireteam.games.deadzone.state import NOBODY, NOW, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword, Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then, when
from fireteam.kit.records import field
from fireteam.space.cubes.steps import Mode


@keyword
class Agile(Keyword):
    """One level up or down more in an ADVANCE or SPRINT (DZ-AB-AGILE-01)."""

    name = "Agile"

    def extra_levels(self) -> int:
        return 1


@keyword
class JumpPack(Keyword):
    """Changes levels without a wall and falls softly (DZ-AB-JUMP-01), jumps walls (DZ-AB-JUMP-02) and gaps
    (DZ-AB-JUMP-03)."""

    name = "Jump Pack"

    def mode(self) -> Mode:
        return Mode.JUMP

    def lands_softly(self) -> bool:
        return True


@keyword
class Flight(Keyword):
    """Moves through the air (DZ-AB-FLIGHT-01) and falls softly (DZ-AB-FLIGHT-02)."""

    name = "Flight"

    def mode(self) -> Mode:
        return Mode.FLY

    def lands_softly(self) -> bool:
        return True


@keyword
class Scout(Keyword):
    """A free SPRINT before the battle, into no cube with another model (DZ-AB-SCOUT-01, DZ-MEET-24)."""

    name = "Scout"

    def scouts(self) -> bool:
        return True


@keyword
class AerialDeployment(Keyword):
    """May be held back and come down on a roof (DZ-AB-AERIAL-01), both sides in turn (DZ-AB-AERIAL-02)."""

    name = "Aerial Deployment"

    def may_be_held_back(self) -> bool:
        return True


# -- Charged -----------------------------------------------------------------------------------------------------------


@keyword
class Charged(Keyword):
    """A cube more and Frenzy (1) for a test at the end of the activation (DZ-AB-CHARGED-01, DZ-MEET-22)."""

    name = "Charged"

    def before_move(self, t: Table, m: Move) -> Rule[None]:
        """Declared before anything else of the ADVANCE, once, however many things make it Charged."""
        activation = active(t, m.who)
        if not m.charges or activation is None:
            return
        m.charges = False
        pick: Option = yield t.ask(
            t.player(m.who),
            topic("{who} charges", t.name(m.who)),
            lambda: [option("no_charge"), option("charge")],
        )
        if pick.kind == "charge":
            m.left += 1
            activation.charged = True
            t.lend(m.who, f"{NOW}has Frenzy (1)")

    def ends_last(self, t: Table, a: Activation) -> Rule[None]:
        """The test is due once, at the end of the activation (see DZ-AB-CHARGED-02)."""
        yield from ()
        if a.charged:
            a.charged = False
            t.begin(BurnOut(a.who))


def active(t: Table, who: int) -> Activation | None:
    """The activation of a model, if it is under way."""
    found = [frame for frame in t.state.agenda if isinstance(frame, Activation) and frame.who == who]
    return found[-1] if found else None


class BurnOut(Opposed):
    """SURVIVE with two successes after a charge (DZ-AB-CHARGED-02)."""

    kind = "burn_out"
    who: int

    @staticmethod
    def steps() -> Steps[Table, BurnOut]:
        return (overheat, *together(), then(burn_out))

    def about(self, t: Table) -> str:
        return topic("burn-out of {who}", t.name(self.who))


WANTED = 2
"""The successes that a charged model needs."""


def overheat(t: Table, s: BurnOut) -> Rule[None]:
    """Nobody rolls against it; Dice symbols and re-rolls help."""
    s.base, s.high = WANTED, WANTED
    s.a = side_of(t.side(s.who), NOBODY, OTHER, 0, 0, closed=True)
    s.b = survive_side(t, s.who)
    yield from before_survive(t, s.b)


def burn_out(t: Table, s: BurnOut) -> Rule[None]:
    """1 HP, whatever protects it."""
    if s.difference > 0:
        yield from suffer(t, s.who, 1, "DZ-AB-CHARGED-02")


# -- Teleport ----------------------------------------------------------------------------------------------------------

FARTHEST = 3
"""How many cubes a model teleports."""


@keyword
class Teleport(Keyword):
    """A SPECIAL action: anywhere within 3 cubes (DZ-AB-TELEPORT-01), also out of and into cubes with enemies
    (DZ-AB-TELEPORT-02); SPEED, Agile and Charged are no matter of it (DZ-MEET-23)."""

    name = "Teleport"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        length = LONG if t.house_rule("teleport_action") == "long" else SHORT
        return [Deed("teleport", self.rule, length, may_teleport, offer_teleport, teleport, locked=True)]


def goals(t: Table, who: int) -> list[int]:
    """The places within reach where it can stand among its friends."""
    board, here = t.board, t.cube(who)
    return [
        place
        for cube in board.within(here, 0, FARTHEST)
        for place in board.places_of[cube]
        if place != t.place(who) and t.fits(who, place)
    ]


def may_teleport(t: Table, a: Activation, why: Why) -> bool:
    return need(why, bool(goals(t, a.who)), "DZ-AB-TELEPORT-01", "there is room within 3 cubes")


def offer_teleport(t: Table, a: Activation) -> Iterable[Option]:
    return [option("teleport")]


def teleport(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """It begins with whoever may strike it."""
    yield from ()
    t.begin(Teleporting(a.who))


class Teleporting(Sequence, Frame):
    """A model teleports."""

    kind = "teleport"
    who: int

    @staticmethod
    def steps() -> Steps[Table, Teleporting]:
        return (when(be_struck, is_beset), then(appear, may_still))


def is_beset(t: Table, s: Teleporting) -> bool:
    return bool(t.foes(s.who))


def be_struck(t: Table, s: Teleporting) -> Rule[None]:
    """Leaving enemies is breaking away (see DZ-MOVE-12)."""
    yield from break_away(t, s.who)


def may_still(t: Table, s: Teleporting) -> bool:
    """Whether the blow has left it able to go."""
    return t.in_play(s.who) and not t.state.models[s.who].pinned and not t.state.over and bool(goals(t, s.who))


def appear(t: Table, s: Teleporting) -> Rule[None]:
    """It is where its player wants, or stays; it enters that cube alone (see DZ-MOVE-17)."""
    pick: Option = yield t.ask(
        t.player(s.who),
        topic("where {who} teleports", t.name(s.who)),
        lambda: [
            *(option("appear", t.board.place_name(place), args=(place,)) for place in goals(t, s.who)),
            option("stay"),
        ],
    )
    if pick.kind == "appear":
        yield from settle(t, s.who, pick.args[0])
        t.begin(Arrival(s.who))


# -- Drop Suit ---------------------------------------------------------------------------------------------------------

IMPACT, HARD = 3, 4
"""The dice of a landing, and what they need."""


@keyword
class DropSuit(Keyword):
    """Starts off the table until a friend calls it (DZ-AB-DROP-01); landed, it has a Jump Pack (DZ-AB-DROP-05)."""

    name = "Drop Suit"

    def starts_off_table(self) -> bool:
        return True

    def mode(self) -> Mode:
        return Mode.JUMP

    def lands_softly(self) -> bool:
        return True


class DropSuits(Supplement):
    """Friends in play call Drop Suits in (see DZ-AB-DROP-01)."""

    name = "drop suits"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        """A SPECIAL action, so one suit in an activation (see DZ-MEET-25)."""
        if not suits(t, who):
            return ()
        return [Deed("call", "DZ-AB-DROP-01", SHORT, always, offer_suits, call, target=has_roof)]


def suits(t: Table, who: int) -> list[int]:
    """The suits of its side that wait to be called; nobody calls for a controlled model's owner."""
    if t.controlled(who):
        return []
    return [suit for suit in t.reserves(t.side(who)) if t.has(suit, Keyword.starts_off_table)]


def has_roof(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    suit, text = pick.args[0], "there is an empty cube for {} to land in"
    return need(why, bool(empty_roofs(t, suit)), "DZ-AB-DROP-02", text, t.name(suit))


def offer_suits(t: Table, a: Activation) -> Iterable[Option]:
    return [option("call", t.name(suit), args=(suit,)) for suit in suits(t, a.who)]


def call(t: Table, a: Activation, pick: Option) -> Rule[None]:
    yield from ()
    t.begin(Landing(pick.args[0]))


def empty_roofs(t: Table, suit: int) -> list[int]:
    """The top levels that hold no model and that it fits on (DZ-AB-DROP-02)."""
    board = t.board
    return [
        place
        for stack in range(board.storey)
        for place in board.places_of[board.top(stack)]
        if not t.in_cube(board.top(stack)) and t.fits(suit, place)
    ]


class Landing(Sequence, Frame):
    """A suit comes down: it is placed, others are thrown; smoke, items and traps are no matter (DZ-MEET-25)."""

    kind = "landing"
    who: int
    impact: int = field(default=0, init=False)
    near: tuple[int, ...] = field(default=(), init=False)
    """Who is to brace, and who has been flung."""
    tested: int = field(default=0, init=False)
    losers: tuple[int, ...] = field(default=(), init=False)

    @staticmethod
    def steps() -> Steps[Table, Landing]:
        return (land, hit_the_ground, repeat(brace), repeat(fling, somebody_lost))


def land(t: Table, s: Landing) -> Rule[None]:
    """Its owner picks the cube; it may act in a later turn (see DZ-AB-DROP-05), unless it has been marked
    (DZ-AB-DROP-06)."""
    pick: Option = yield t.ask(
        t.side(s.who),
        topic("where {who} lands", t.name(s.who)),
        lambda: [option("land", t.board.place_name(place), args=(place,)) for place in empty_roofs(t, s.who)],
    )
    yield from settle(t, s.who, pick.args[0])
    if not t.state.models[s.who].activated:
        t.make_ready(s.who)


def hit_the_ground(t: Table, s: Landing) -> Rule[None]:
    """One roll for everybody in the adjacent cubes, friends too (DZ-AB-DROP-03)."""
    around = t.board.around(1 << t.cube(s.who))
    s.near = tuple(who for who in t.everybody() if who != s.who and around >> t.cube(who) & 1)
    if s.near:
        about = topic("impact of {who}", t.name(s.who))
        s.impact = yield from unmodified(t, t.side(s.who), about, IMPACT, HARD, up_to(MOST))


MOST = 40
"""More successes than anybody could have."""


def brace(t: Table, s: Landing) -> Rule[bool]:
    """All of them roll before anybody is thrown (see DZ-AB-DROP-03)."""
    yield from ()
    if s.tested and s.returned:
        s.losers = (*s.losers, s.near[s.tested - 1])
    if s.tested == len(s.near):
        return False
    t.begin(Bracing(s.near[s.tested], s.impact))
    s.tested += 1
    return True


class Bracing(Opposed):
    """SURVIVE against the impact of a suit."""

    kind = "bracing"
    who: int
    impact: int

    @staticmethod
    def steps() -> Steps[Table, Bracing]:
        return (stand_firm, *together(), then(tell_suit))

    def about(self, t: Table) -> str:
        return topic("{who} braces", t.name(self.who))


def stand_firm(t: Table, s: Bracing) -> Rule[None]:
    s.base, s.high = s.impact, 1
    s.a = side_of(1 - t.side(s.who), NOBODY, OTHER, 0, 0, closed=True)
    s.b = survive_side(t, s.who)
    yield from before_survive(t, s.b)


def tell_suit(t: Table, s: Bracing) -> Rule[None]:
    """A draw does nothing (see DZ-AB-DROP-04)."""
    yield from ()
    t.finish(int(s.difference > 0))


def somebody_lost(t: Table, s: Landing) -> bool:
    return any(t.in_play(who) for who in s.losers)


def fling(t: Table, s: Landing) -> Rule[bool]:
    """The losers, in its owner's order, one cube directly away and pinned (DZ-AB-DROP-04)."""
    left = [who for who in s.losers if t.in_play(who)]
    pick: Option = yield t.ask(
        t.side(s.who),
        topic("whom {who} flings next", t.name(s.who)),
        lambda: [option("fling", t.name(who), args=(who,)) for who in left],
    )
    victim = pick.args[0]
    s.losers = tuple(who for who in left if who != victim)
    east, north, up = yield from pick_away(t, s.who, victim)
    t.begin(Throw(victim, east, north, True, up))
    return True
