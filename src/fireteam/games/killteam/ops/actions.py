"""Mission actions of ops: when they may be performed, on what, and what they do (KT-ACT-08)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam import markers
from fireteam.games.killteam.actions.action import Action, Deed
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.ops.action_conditions import TARGETS, ActionCondition, conditions_of
from fireteam.games.killteam.ops.action_effects import effects_of
from fireteam.games.killteam.ops.scoring import ONCE, PlayedOp, reveal, score
from fireteam.games.killteam.ops.things import Moment, Thing, disc_of, name_of
from fireteam.games.killteam.positions import body_of, radius_of
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.places import Place
from fireteam.kit.supplements import Windows
from fireteam.space.plane import measure as plane
from fireteam.space.plane.model import Spot

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import OpAction

READY_STEP = "ready step"
"""How long a marker lies that goes in the next Ready step."""


class Errand:
    """A mission action of an op, compiled."""

    def __init__(self, op: PlayedOp, data: OpAction) -> None:
        self.op: PlayedOp = op
        self.data: OpAction = data
        self.name = data.id.replace("-", " ").upper()
        """As the book writes the names of actions."""
        self.candidates = partial(TARGETS[data.target], self)
        """Everything it could be performed on."""
        self.conditions = Windows(ActionCondition, conditions_of(data))
        self.effects = effects_of(data)
        self.kind = next((effect.marker for effect in self.effects if effect.marker), "")
        """The kind of marker that it places; empty: none."""
        self.once = None if data.once is None else ONCE[data.once]


def deed_of(errand: Errand) -> Deed:
    """A mission action among the actions of operatives."""
    return Deed(errand.name, "KT-ACT-08", errand.data.ap, partial(may, errand), partial(perform, errand))


# -- conditions --------------------------------------------------------------------------------------------------------


def may(errand: Errand, t: Table, who: int, mode: str, why: Why = None) -> bool:
    """Whether an operative may perform it now: the time, the place, and something to perform it on (KT-ACT-08)."""
    if not (in_time(errand, t, who, why) and poised(errand, t, who, why)):
        return False
    if errand.kind:
        found = bool(places(errand, t, who).suggest(1))
        return need(
            why, found, "KT-PLAC-01", "a {} marker can be placed in control range of {}", errand.kind, t.name(who)
        )
    if targets(errand, t, who):
        return True
    if why is not None:
        why += _closest(errand, t, who)
    return False


def _closest(errand: Errand, t: Table, who: int) -> list[Check]:
    """What keeps it from the object that comes closest to being one; among equals the nearest."""
    body = body_of(t, who)
    best: list[Check] = []
    for thing in sorted(errand.candidates(t, who), key=lambda thing: plane.straight(body, disc_of(t, thing))):
        tried: list[Check] = []
        fits(errand, t, who, thing, tried)
        best = max(best, tried, key=len)
    return best or [Check("KT-ACT-08", False, f"there is something to {errand.name}")]


def in_time(errand: Errand, t: Table, who: int, why: Why) -> bool:
    """The right turning point, and not too often."""
    data, once, number = errand.data, errand.once, t.state.turning_point
    right = (not data.tps or number in data.tps) and all(
        holds(errand, t) for holds in errand.conditions[ActionCondition.in_time]
    )
    if not need(why, right, "KT-ACT-08", "{} is possible in turning point {}", errand.name, number):
        return False
    if once is None or once.each:
        return True
    span = "turning point" if once.each_turning_point else "battle"
    done = performed(errand, t, who)
    return need(why, not done, "KT-ACT-08", "the side has not performed {} in this {}", errand.name, span)


def performed(errand: Errand, t: Table, who: int, name: str = "") -> bool:
    """Whether the operative's side has performed it as often as it may, on a thing or at all."""
    every = errand.once is None or not errand.once.each_turning_point
    return any(
        deed[:2] == (errand.data.id, t.operative(who).seat)
        and name in ("", deed[3])
        and (every or deed[4] == t.state.turning_point)
        for deed in t.state.deeds
    )


def poised(errand: Errand, t: Table, who: int, why: Why) -> bool:
    """What the operative itself must be like: no enemy near, its order, where it stands, whom it sees."""
    return all(holds(errand, t, who, why) for holds in errand.conditions[ActionCondition.poised])


def targets(errand: Errand, t: Table, who: int) -> list[Thing]:
    """Those that it may be performed on."""
    return [thing for thing in errand.candidates(t, who) if fits(errand, t, who, thing)]


def fits(errand: Errand, t: Table, who: int, thing: Thing, why: Why = None) -> bool:
    """Whether something may be its object: near, held, untouched, as the op asks, and not too often (KT-MARK-03,
    KT-MARK-04)."""
    if not all(holds(errand, t, who, thing, why) for holds in errand.conditions[ActionCondition.fits]):
        return False
    if errand.once is None or not errand.once.each:
        return True
    done = performed(errand, t, who, name_of(t, thing))
    return need(why, not done, "KT-ACT-08", "the side has not performed {} there before", errand.name)


# -- places ------------------------------------------------------------------------------------------------------------


def places(errand: Errand, t: Table, who: int) -> Places:
    """Where it may place its marker: in control range, and as far off as the op asks (KT-PLAC-01)."""
    return markers.within_control(t, who, errand.kind, partial(_too_near, errand, t, who))


def _too_near(errand: Errand, t: Table, who: int, place: Place) -> Check | None:
    """What the op says against a place; None: nothing."""
    seat, spot = t.operative(who).seat, Spot(place.x, place.y, place.z, radius_of(errand.kind))
    checks: list[Check] = []
    fine = all(holds(errand, t, seat, spot, checks) for holds in errand.conditions[ActionCondition.place])
    return None if fine else checks[-1]


# -- what it does ------------------------------------------------------------------------------------------------------


def perform(errand: Errand, t: Table, a: Action) -> Rule[None]:
    """Its player picks what to perform it on, or where its marker goes; then it is done (KT-ACT-08)."""
    seat = t.operative(a.who).seat
    if errand.kind:
        pick: Option = yield t.ask(
            seat, topic("place for {marker} of {who}", errand.kind, t.name(a.who)), tuple, places(errand, t, a.who)
        )
        x, y, z, _ = pick.args
        yield from carry_out(errand, t, a.who, _placed(errand, t, a.who, x, y, z))
        return
    found = {name_of(t, thing): thing for thing in targets(errand, t, a.who)}
    chosen: Option = yield t.ask(
        seat, topic("{errand} of {who}", errand.name, t.name(a.who)), lambda: [option("object", name) for name in found]
    )
    yield from carry_out(errand, t, a.who, found[chosen.args[0]])


def _placed(errand: Errand, t: Table, who: int, x: int, y: int, z: int) -> Marker:
    """A marker of the op is laid (KT-MARK-01)."""
    until = READY_STEP if errand.data.lasts == "next_ready_step" else ""
    marker = Marker(t.new_id(errand.kind), errand.kind, t.operative(who).seat, x, y, z, NOBODY, until, ())
    t.lay(marker, "KT-MARK-01")
    return marker


def carry_out(errand: Errand, t: Table, who: int, thing: Thing) -> Rule[None]:
    """The action is performed: its effects in order, what it reveals, what it scores (see KT-OPS-16 and KT-OPS-20)."""
    seat, name = t.operative(who).seat, name_of(t, thing)
    t.do_mission(errand.data.id, who, name)
    for effect in errand.effects:
        effect.work(t, errand.data.id, seat, thing)
    if errand.op.scope.secret:
        reveal(t, seat, errand.op.scope)
    yield from score(Moment(t, seat, actor=who, subject=name), errand.op, "on_action")


# -- instead of a success ----------------------------------------------------------------------------------------------


def may_instead(errand: Errand, t: Table, attacker: int, target: int, why: Why = None) -> bool:
    """Whether an attacker may give up a success to perform it on its target."""
    ready = in_time(errand, t, attacker, why) and poised(errand, t, attacker, why)
    return ready and fits(errand, t, attacker, target, why)
