"""Mission actions of ops: when they may be performed, on what, and what they do (KT-ACT-08)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam import markers
from fireteam.games.killteam.actions.action import Action, Deed
from fireteam.games.killteam.actions.universal import nobody_near
from fireteam.games.killteam.cards import Weapon, option
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.ops.measures import (
    Moment,
    bare,
    disc_of,
    has_tag,
    home,
    in_half,
    objectives,
    op_markers,
    tag_of,
    to_line,
)
from fireteam.games.killteam.ops.scoring import PlayedOp, reveal, score
from fireteam.games.killteam.positions import body_of, drop_zone, of_seat, radius_of, spot_of, wholly_in_territory
from fireteam.games.killteam.shooting.targets import valid_target
from fireteam.games.killteam.state import CONCEAL, NOBODY, Marker
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.places import Place
from fireteam.space.plane import measure as plane
from fireteam.space.plane.model import INCH, Spot
from fireteam.space.plane.placing import distance as to_shape

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import OpAction

READY_STEP = "ready step"
"""How long a marker lies that goes in the next Ready step."""
LOOK = Weapon("look", "look", True, 0, 6, 0, 0)
"""A weapon without any rule: who is a valid target of it can be watched."""


class Errand(NamedTuple):
    """A mission action of an op."""

    op: PlayedOp
    data: OpAction

    @property
    def name(self) -> str:
        """As the book writes the names of actions."""
        return self.data.id.replace("-", " ").upper()

    @property
    def kind(self) -> str:
        """The kind of marker that it places; empty: none."""
        return next((effect.place_marker for effect in self.data.effects if effect.place_marker is not None), "")


def deed_of(errand: Errand) -> Deed:
    """A mission action among the actions of operatives."""
    return Deed(errand.name, "KT-ACT-08", errand.data.ap, partial(may, errand), partial(perform, errand))


# -- conditions --------------------------------------------------------------------------------------------------------


def may(errand: Errand, t: Table, who: int, mode: str, why: Why = None) -> bool:
    """Whether an operative may perform it now: the time, the place, and something to perform it on (KT-ACT-08)."""
    if not (in_time(errand, t, who, why) and undisturbed(errand, t, who, why) and poised(errand, t, who, why)):
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
    for thing in sorted(candidates(errand, t, who), key=lambda thing: plane.straight(body, disc_of(t, thing))):
        tried: list[Check] = []
        fits(errand, t, who, thing, tried)
        best = max(best, tried, key=len)
    return best or [Check("KT-ACT-08", False, f"there is something to {errand.name}")]


def in_time(errand: Errand, t: Table, who: int, why: Why) -> bool:
    """The right turning point, and not too often."""
    data, number, seat = errand.data, t.state.turning_point, t.operative(who).seat
    first = "turning_point_1" not in data.forbid or number > 1
    named = (not data.tps or number in data.tps) and (
        "tp_min" not in data.conditions or number >= min(data.tps or (2,))
    )
    if not need(why, first and named, "KT-ACT-08", "{} is possible in turning point {}", errand.name, number):
        return False
    before = [deed for deed in t.state.deeds if deed[:2] == (data.id, seat)]
    if data.once == "per_tp":
        done = any(deed[4] == number for deed in before)
        return need(why, not done, "KT-ACT-08", "the side has not performed {} in this turning point", errand.name)
    if data.once == "per_battle":
        return need(why, not before, "KT-ACT-08", "the side has not performed {} in this battle", errand.name)
    return True


def undisturbed(errand: Errand, t: Table, who: int, why: Why) -> bool:
    """No enemy in control range, where the action asks for it."""
    return "enemy_in_control_range" not in errand.data.forbid or nobody_near(t, who, errand.name, "KT-ACT-08", why)


def poised(errand: Errand, t: Table, who: int, why: Why) -> bool:
    """What the operative itself must be like: its order, where it stands, whom it sees."""
    data, operative = errand.data, t.operative(who)
    if "order_conceal" in data.conditions and not need(
        why, operative.order == CONCEAL, "KT-ACT-08", "{} has a Conceal order", operative.name
    ):
        return False
    if data.target not in ("objective", "marker") and not _in_place(errand, t, who, who, why):
        return False
    if "visible_enemy_target" not in data.conditions:
        return True
    seen = any(valid_target(t, t.board, who, enemy, LOOK) for enemy in of_seat(t, 1 - operative.seat))
    return need(why, seen, "KT-ACT-08", "{} sees an enemy that is a valid target", operative.name)


def _in_place(errand: Errand, t: Table, who: int, thing: Any, why: Why) -> bool:
    """The half of the killzone that the action asks for: of an objective's territory, of an operative wholly within."""
    me = t.operative(who).seat
    for condition, half in (("in_own_territory", "own"), ("in_enemy_territory", "enemy")):
        if condition in errand.data.conditions:
            text = "{} is in {} territory" if isinstance(thing, Marker) else "{} is wholly in {} territory"
            if not need(why, _half(t, thing, me, half), "KT-BASE-15", text, _name(t, thing), half):
                return False
    if "on_centreline_or_enemy" in errand.data.conditions:
        ok = _half(t, thing, me, "enemy") or _half(t, thing, me, "centre")
        return need(why, ok, "KT-BASE-15", "{} is on the centreline or in enemy territory", _name(t, thing))
    return True


def _half(t: Table, thing: Any, me: int, half: str) -> bool:
    if isinstance(thing, Marker):
        return in_half(t, home(t, thing), me, half)
    if half == "centre":
        body = body_of(t, thing)
        return plane.within(to_line(body.x, body.y, t.setting.zone.centreline), body.radius)
    return wholly_in_territory(t, thing, me if half == "own" else 1 - me)


def _name(t: Table, thing: Any) -> str:
    return thing.id if isinstance(thing, Marker) else t.name(thing)


def candidates(errand: Errand, t: Table, who: int) -> list[Any]:
    """Everything it could be performed on: markers, or numbers of operatives."""
    seat = t.operative(who).seat
    if errand.data.target == "objective":
        return list(objectives(t))
    if errand.data.target == "marker":
        return list(op_markers(t, errand.op.scope, seat))
    return [who] if errand.data.target == "self" else list(of_seat(t, 1 - seat))


def targets(errand: Errand, t: Table, who: int) -> list[Any]:
    """Those that it may be performed on."""
    return [thing for thing in candidates(errand, t, who) if fits(errand, t, who, thing)]


def fits(errand: Errand, t: Table, who: int, thing: Any, why: Why = None) -> bool:
    """Whether something may be its object: near, held, untouched, as the op asks (KT-MARK-03, KT-MARK-04)."""
    data = errand.data
    name = _name(t, thing)
    if isinstance(thing, Marker):
        if "contests" in data.conditions and not need(
            why, markers.contests(t, who, thing), "KT-MARK-03", "{} contests {}", t.name(who), name
        ):
            return False
        if "controls" in data.conditions and not markers.controls(t, who, thing, why):
            return False
        if not _in_place(errand, t, who, thing, why):
            return False
    if "within_inches" in data.conditions and data.within is not None:
        away = plane.between(t.board, body_of(t, who), disc_of(t, thing), data.within if why is None else 1e9)
        if not need(
            why, plane.within(away, data.within), "KT-BASE-14", '{} is within {}": {:.2f}"', name, data.within, away
        ):
            return False
    return untouched(errand, t, who, thing, why)


def untouched(errand: Errand, t: Table, who: int, thing: Any, why: Why) -> bool:
    """The tags it must have or must not have, and that it was not performed on it too often."""
    data, seat, number = errand.data, t.operative(who).seat, t.state.turning_point
    tags = thing.tags if isinstance(thing, Marker) else t.operative(thing).tags
    name = _name(t, thing)
    if data.needs_tag is not None and not need(
        why, has_tag(tags, data.needs_tag), "KT-ACT-08", "{} is {}", name, data.needs_tag
    ):
        return False
    if "not_tagged" in data.conditions:
        laid = [effect.tag for effect in data.effects if effect.tag is not None]
        free = not any(has_tag(tags, tag) for tag in laid)
        if not need(why, free, "KT-ACT-08", "{} is not yet {}", name, ", ".join(laid)):
            return False
    if data.once in ("per_objective", "per_objective_per_tp", "per_operative"):
        before = [deed for deed in t.state.deeds if deed[:2] == (data.id, seat) and deed[3] == name]
        done = any(data.once != "per_objective_per_tp" or deed[4] == number for deed in before)
        return need(why, not done, "KT-ACT-08", "the side has not performed {} there before", errand.name)
    return True


# -- places ------------------------------------------------------------------------------------------------------------


def places(errand: Errand, t: Table, who: int) -> Places:
    """Where it may place its marker: in control range, and as far off as the op asks (KT-PLAC-01)."""
    return markers.within_control(t, who, errand.kind, partial(_too_near, errand, t, who))


def _too_near(errand: Errand, t: Table, who: int, place: Place) -> Check | None:
    """What the op says against a place; None: nothing."""
    data, seat = errand.data, t.operative(who).seat
    spot = Spot(place.x, place.y, place.z, radius_of(errand.kind))
    checks: list[Check] = []
    text = 'more than {}" from {}: {:.2f}"'
    if data.inches is not None and "beyond_own_drop_zone" in data.conditions:
        away, least = plane.to_area(spot, drop_zone(t, seat)), data.inches.own_drop_zone
        if not need(checks, plane.beyond(away, least), "KT-BASE-14", text, least, "the own drop zone", away):
            return checks[-1]
    if data.inches is not None and "beyond_same_kind" in data.conditions:
        least = data.inches.same_kind
        for marker in t.state.markers.values():
            if marker.kind == errand.kind and marker.seat == seat:
                # Farther than asked is far enough: nobody looks for the way round walls then.
                away = plane.between(t.board, spot, spot_of(t, marker), least)
                if not need(
                    checks, plane.beyond(away, least), "KT-BASE-14", text, least, f"the next {errand.kind}", away
                ):
                    return checks[-1]
    if data.not_under_vantage:
        above = under_vantage(t, spot)
        if not need(checks, not above, "KT-ACT-08", "not under Vantage terrain{}", f": {above}" if above else ""):
            return checks[-1]
    return None


def under_vantage(t: Table, spot: Spot) -> str:
    """The Vantage part above a marker; empty: none (KT-VANT-06)."""
    x, y, z, radius = spot.x / INCH, spot.y / INCH, spot.z / INCH, spot.radius
    for shape in t.ground.near(x - radius, y - radius, x + radius, y + radius):
        if shape.standing and shape.bottom > z and to_shape(x, y, shape) < radius:
            return str(shape.id)
    return ""


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
    found = {_name(t, thing): thing for thing in targets(errand, t, a.who)}
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


def carry_out(errand: Errand, t: Table, who: int, thing: Any) -> Rule[None]:
    """The action is performed: its effects in order, what it reveals, what it scores (see KT-OPS-16 and KT-OPS-20)."""
    seat, name = t.operative(who).seat, _name(t, thing)
    t.do_mission(errand.data.id, who, name)
    for effect in errand.data.effects:
        if effect.tag is not None:
            _tag(t, thing, tag_of(effect.tag, seat))
        elif effect.untag_others is not None:
            _untag(t, thing, effect.untag_others, tag_of(effect.untag_others, seat))
        elif effect.add_point is not None:
            t.add_points(name, seat, effect.add_point, "KT-ACT-08")
        elif effect.clear_enemy_points is not None:
            t.clear_points(name, 1 - seat, "KT-ACT-08")
        elif effect.make_portable is not None and (effect.make_portable is True or _last(errand, t)):
            t.mark(name, markers.PORTABLE)
    if errand.op.scope.secret:
        reveal(t, seat, errand.op.scope)
    yield from score(Moment(t, seat, actor=who, subject=name), errand.op, "on_action")


def _last(errand: Errand, t: Table) -> bool:
    """Whether it has now been performed on every objective."""
    done = [deed[3] for deed in t.state.deeds if deed[0] == errand.data.id]
    return all(objective.id in done for objective in objectives(t))


def _tag(t: Table, thing: Any, tag: str) -> None:
    if isinstance(thing, Marker):
        t.mark(thing.id, tag)
    elif tag not in t.operative(thing).tags:
        t.tag(thing, (*t.operative(thing).tags, tag))


def _untag(t: Table, thing: Any, tag: str, but: str) -> None:
    tags = thing.tags if isinstance(thing, Marker) else t.operative(thing).tags
    gone = tuple(found for found in tags if bare(found) == tag and found != but)
    if isinstance(thing, Marker):
        t.unmark(thing.id, gone)
    else:
        t.tag(thing, tuple(found for found in tags if found not in gone))


# -- instead of a success ----------------------------------------------------------------------------------------------


def may_instead(errand: Errand, t: Table, attacker: int, target: int, why: Why = None) -> bool:
    """Whether an attacker may give up a success to perform it on its target."""
    return (
        in_time(errand, t, attacker, why)
        and undisturbed(errand, t, attacker, why)
        and poised(errand, t, attacker, why)
        and fits(errand, t, attacker, target, why)
    )
