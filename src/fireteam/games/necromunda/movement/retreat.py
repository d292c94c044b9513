"""Retreat: the test, the Reactions, and the way out (NE-ENG-02 to NE-ENG-04)."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, Activation, Deed, add, always
from fireteam.games.necromunda.close_combat.fight import Fight
from fireteam.games.necromunda.movement.charges import going
from fireteam.games.necromunda.movement.moves import Gait, bits_of, watches_for
from fireteam.games.necromunda.movement.regions import Walks
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, engaged_with, shape
from fireteam.games.necromunda.state import INJURED, PLAY, Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ENGAGED
from fireteam.games.necromunda.table import Table
from fireteam.kit.agenda import Sequence, Steps, repeat, then, when
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.free.flight import Eye, Flight
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.free.shapes import BLOCKS, RING, Other, Others
from fireteam.space.plane.free.walking import Move, Walker
from fireteam.space.plane.model import Body

CLEAR = 1.0
CELL = 0.25
TOLERANCE = 0.05
"""Inches by which an end may be nearer than the best and still be as good (see NE-ENG-04)."""

kinds(
    retreat=("retreat", ("NE-ENG-02",)),
    strikes_at_leaver=("{} strikes", ("NE-ENG-03",)),
    lets_go=("nobody strikes", ("NE-ENG-03",)),
)


class Retreat(Sequence, Frame):
    """A fighter breaks off (see NE-ENG-02)."""

    kind = "retreat"
    who: int
    held: tuple[int, ...] = ()
    """The enemies it was Engaged with."""
    reacted: tuple[int, ...] = ()
    away: bool = False
    """Whether its test was passed."""
    inches: int = 0
    fleeing: bool = False
    """Whether it runs because it is Broken (see NE-BRK-04)."""

    @staticmethod
    def steps() -> Steps[Table, Retreat]:
        """The test, the enemies' tests and Reactions, the move."""
        return (
            break_off,
            repeat(strike_at, somebody_may_strike),
            when(roll_way, is_free),
            when(choose, is_free),
            then(let_run),
        )


def retreat(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Retreat (see NE-ENG-02)."""
    yield from ()
    t.begin(Retreat(a.who))


def break_off(t: Table, r: Retreat) -> Rule[None]:
    """An Initiative test; who fails stays Engaged, and the action is over (NE-ENG-02)."""
    r.held = tuple(foe for foe in engaged_with(t, r.who) if not t.is_vehicle(foe))
    r.away = yield from test(t, r.who, "i", "retreat", topic("{who} breaks off", t.name(r.who)), "NE-ENG-02")


def somebody_may_strike(t: Table, r: Retreat) -> bool:
    """Whether an enemy may still react; one that fells the fighter ends the list (see NE-ENG-03)."""
    return r.away and t.stands(r.who) and any(foe not in r.reacted and t.stands(foe) for foe in r.held)


def strike_at(t: Table, r: Retreat) -> Rule[bool]:
    """Each enemy Engaged with the fighter may take an Initiative test, and who passes makes Reaction attacks against
    it, in the order of their controller (NE-ENG-03)."""
    able = [foe for foe in r.held if foe not in r.reacted and t.stands(foe)]
    pick: Option = yield t.ask(
        t.side(able[0]),
        topic("who strikes at {who} as it leaves", t.name(r.who)),
        lambda: [*(option("strikes_at_leaver", t.name(foe)) for foe in able), option("lets_go")],
    )
    if pick.kind == "lets_go":
        r.reacted = (*r.reacted, *able)
        return True
    foe = t.number(pick.args[0])
    r.reacted = (*r.reacted, foe)
    if (yield from test(t, foe, "i", "react", topic("{who} strikes at the leaver", t.name(foe)), "NE-ENG-03")):
        t.begin(Fight(foe, reaction=True, against=r.who))
    return True


def is_free(t: Table, r: Retreat) -> bool:
    """Whether the fighter is away and still Standing; who is Broken runs by its own rule (see NE-BRK-04)."""
    return r.away and t.stands(r.who) and not r.fleeing


def let_run(t: Table, r: Retreat) -> Rule[None]:
    """A Broken fighter that has broken off runs, or crawls if it was felled as it did (NE-BRK-04)."""
    yield from ()
    t.finish(int(r.away) if r.fleeing else None)


def roll_way(t: Table, r: Retreat) -> Rule[None]:
    """D6 inches (see NE-ENG-04)."""
    (face,) = yield Roll(t.roller(r.who), topic("way of {who}", t.name(r.who)))
    r.inches = int(face)


class RetreatWays(Walks):
    """Ends of a retreat: out of contact, at least 1" from every enemy fighter if the roll allows it, else as far as
    possible (see NE-ENG-04)."""

    kind: ClassVar[str] = "move"
    foes: list[Other]

    @property
    def proven(self) -> bool:
        return False

    def nearest(self, move: Move) -> float:
        """The gap to the nearest enemy at the end."""
        return min((gap(move.end, foe.shape) for foe in self.foes), default=CLEAR)

    @cached_property
    def best(self) -> float:
        """How far from the nearest enemy it can get, no more than asked: proved where no cell is far enough."""
        shapes = [foe.shape for foe in self.foes if isinstance(foe.shape, Body)]
        ends = (self.start._replace(x=cell.x, y=cell.y, z=round(cell.z)) for cell in self.ways.cells(CELL))
        if not shapes or any(all(gap(end, foe) >= CLEAR for foe in shapes) for end in ends):
            return CLEAR
        eyes = tuple(Eye(foe, 0, False) for foe in shapes)
        return min(CLEAR, Flight(self.field, self.walker, self.others, eyes, CLEAR).best.gap)

    def allowed(self, move: Move) -> Move | Refused:
        found = self.nearest(move)
        least = min(CLEAR - 0.001, self.best - TOLERANCE)
        if found >= CLEAR - 0.001 or (self.best < CLEAR and found >= least and found > 0.02):
            return move
        return Refused('it ends 1" from every enemy, or as far as it can', "NE-ENG-04", "", (move.end.x, move.end.y))


def choose(t: Table, r: Retreat) -> Rule[None]:
    """It must leave contact and may pass those it was Engaged with; others only where no place is an inch from
    everybody (NE-ENG-04)."""
    region = ways_out(t, r, keeps=RING)
    if region.best < CLEAR - 0.001:
        region = ways_out(t, r, keeps=0)
    pick: Option = yield t.ask(t.player(r.who), topic("retreat of {who}", t.name(r.who)), tuple, region)
    if pick.kind == "give_up_move":
        return
    gait = Gait("retreat", "NE-ENG-04", float(r.inches), bits_of(t, r.who))
    t.begin(going(r.who, gait, pick.args[-1], watches_for(t, r.who)[1]))


def ways_out(t: Table, r: Retreat, *, keeps: int) -> RetreatWays:
    """Where a retreat may lead; the zones of enemies that it was not Engaged with keep it off, or do not."""
    rows, names, foes = [], [], []
    for m in t.state.models:
        if m.index == r.who or m.status != PLAY or m.inside or t.is_vehicle(m.index):
            continue
        mine = m.side == t.side(r.who)
        bits = 0 if mine else BLOCKS
        stands = not mine and m.stance != INJURED
        if stands and m.index not in r.held:
            bits |= keeps
        rows.append(Other(shape(t, m.index), bits, CLEAR))
        names.append(t.name(m.index))
        if stands:
            foes.append(rows[-1])
    walker = Walker(body(t, r.who), float(r.inches), bits_of(t, r.who))
    region = RetreatWays(
        t.field, walker, Others(rows), names, ("NE-ENG-04",), watches_for(t, r.who)[0], option("give_up_move")
    )
    region.foes = foes
    return region


add(Deed("retreat", "NE-ENG-02", BASIC, (ENGAGED,), always, lambda t, a: [option("retreat")], retreat))
