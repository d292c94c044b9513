"""The four moves: when they may be made, how far, past whom, and where they may end (KT-REPO, KT-DASH, KT-FALL,
KT-CHRG)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import atan2, cos, hypot, sin
from typing import Any, NamedTuple

from fireteam.core.questions import SUGGESTIONS, Option, Rule
from fireteam.core.refusals import Check, Modifier, Refusal, Why, need, total
from fireteam.games.killteam.actions.conditions import counteracting, may_start
from fireteam.games.killteam.geometry import Refused, path, route
from fireteam.games.killteam.moving.hindrances import Near, lost, toll
from fireteam.games.killteam.overrides import allowed, forbidden
from fireteam.games.killteam.positions import body_of, in_killzone, lying
from fireteam.games.killteam.shooting.targets import controlled_by
from fireteam.games.killteam.state import ENGAGE, KILLZONE, Marker
from fireteam.games.killteam.stats import move_parts
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.space.plane.legs import WALKING, Gait, Step
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.paths import Enemy, Move, Terms
from fireteam.space.plane.placing import Ground, settle
from fireteam.space.plane.reach import Reach, reach

DASH_INCHES, CHARGE_INCHES, COUNTERACT_INCHES, LEAST_MOVE = 3, 2, 2, 4
"""How far a DASH goes, how much further a CHARGE goes, the most of a counteraction, and the least that changes leave of
Move."""


CONTROL = 1.1
"""A little more than the inches of a control range (see KT-BASE-06)."""


class MoveAction(NamedTuple):
    """An action that moves an operative, as its card in the book has it."""

    name: str
    ap: int
    distance_rule: str
    conditions_rule: str
    never_after: tuple[str, ...]
    """Actions of the same activation that rule it out."""
    engaged: bool
    """Whether it starts in the control range of an enemy, or never does."""


ACTIONS = {
    action.name: action
    for action in (
        MoveAction("REPOSITION", 1, "KT-REPO-01", "KT-REPO-05", ("FALL BACK", "CHARGE"), engaged=False),
        MoveAction("DASH", 1, "KT-DASH-01", "KT-DASH-03", ("CHARGE",), engaged=False),
        MoveAction("FALL BACK", 2, "KT-FALL-01", "KT-FALL-02", ("REPOSITION", "CHARGE"), engaged=True),
        MoveAction("CHARGE", 1, "KT-CHRG-01", "KT-CHRG-04", ("REPOSITION", "DASH", "FALL BACK"), engaged=False),
    )
}


# -- who stands where --------------------------------------------------------------------------------------------------


def others(t: Table, who: int, *, friendly: bool) -> tuple[int, ...]:
    """The other operatives in the killzone on the same side, or on the other."""
    seat = t.operative(who).seat
    return tuple(other for other in in_killzone(t) if other != who and (t.operative(other).seat == seat) is friendly)


def engaged_with(t: Table, ground: Ground, who: int) -> list[int]:
    """The enemies in whose control range an operative stands (see KT-BASE-06)."""
    return controlled_by(t, ground.board, who, 1 - t.operative(who).seat)


def held_by_others(t: Table, ground: Ground, who: int, enemy: int) -> bool:
    """Whether another friendly operative is in the control range of the enemy already (KT-REPO-04, KT-CHRG-03)."""
    return any(friend != who for friend in controlled_by(t, ground.board, enemy, t.operative(who).seat))


# -- conditions --------------------------------------------------------------------------------------------------------


def may_move(t: Table, ground: Ground, who: int, action: str, why: Why = None, *, free: bool = False) -> bool:
    """Whether the operative may perform the move now (KT-ACT-01, KT-ACT-02, KT-WR-09, KT-WR-10, and the move's own
    conditions)."""
    return may_start(t, who, action, action, ACTIONS[action].ap, why, free=free) and may_go(t, ground, who, action, why)


def may_go(t: Table, ground: Ground, who: int, action: str, why: Why = None) -> bool:
    """The move's own conditions: order, what came before it, who is near (KT-REPO-05, KT-DASH-03, KT-FALL-02,
    KT-CHRG-04)."""
    move = ACTIONS[action]
    return (
        _fits_order(t, who, move, why)
        and _follows(t.operative(who).actions, move, why)
        and _fits_control(t, ground, who, move, why)
    )


def _fits_order(t: Table, who: int, move: MoveAction, why: Why) -> bool:
    """A CHARGE wants an Engage order, unless an ability allows any; who cannot DASH does not
    (see KT-CHRG-04 and KT-BASE-18)."""
    if move.name == "DASH":
        return need(why, not forbidden(t, who, "dash"), "KT-BASE-18", "nothing keeps {} from a DASH", t.name(who))
    if move.name != "CHARGE":
        return True
    return need(
        why,
        t.operative(who).order == ENGAGE or allowed(t, who, "charge_with_conceal"),
        "KT-CHRG-04",
        "the order is Engage",
    )


def _follows(actions: tuple[str, ...], move: MoveAction, why: Why) -> bool:
    """None of the moves that rule this one out came before it
    (see KT-REPO-05, KT-DASH-03, KT-FALL-02 and KT-CHRG-04)."""
    before = [action for action in actions if action in move.never_after]
    return need(
        why, not before, move.conditions_rule, "none of {} before {}", ", ".join(before or move.never_after), move.name
    )


def _fits_control(t: Table, ground: Ground, who: int, move: MoveAction, why: Why) -> bool:
    """A FALL BACK starts in an enemy's control range, the others do not
    (see KT-REPO-05, KT-DASH-03, KT-FALL-02 and KT-CHRG-04)."""
    enemies = tuple(t.name(enemy) for enemy in engaged_with(t, ground, who))
    text = "in the control range of an enemy: {}" if move.engaged else "in no enemy's control range: {}"
    return need(
        why, bool(enemies) is move.engaged, move.conditions_rule, text, ", ".join(enemies) or "none is near", at=enemies
    )


# -- distances and terms -----------------------------------------------------------------------------------------------


def stat_parts(t: Table, who: int) -> tuple[Modifier, ...]:
    """The Move stat as a sum; no change brings it under 4 inches, and a smaller printed one stays (KT-REPO-06,
    KT-DMG-05)."""
    parts = move_parts(t, who)
    lacking = min(LEAST_MOVE, t.card(who).move) - total(parts)
    return (*parts, Modifier(lacking, 'not under 4"', "KT-REPO-06")) if lacking > 0 else parts


def distance_parts(t: Table, who: int, action: str) -> tuple[Modifier, ...]:
    """How many inches the move has, as a sum (KT-REPO-01, KT-DASH-01, KT-CHRG-01, KT-CTR-05, see KT-FALL-01)."""
    if action == "DASH":
        parts: tuple[Modifier, ...] = (Modifier(DASH_INCHES, "DASH", "KT-DASH-01"),)
    else:
        parts = stat_parts(t, who)
    if action == "CHARGE":
        parts = (*parts, Modifier(CHARGE_INCHES, "CHARGE", "KT-CHRG-01"))
    beyond = total(parts) - COUNTERACT_INCHES
    return (*parts, Modifier(-beyond, "counteracting", "KT-CTR-05")) if counteracting(t, who) and beyond > 0 else parts


def terms_of(t: Table, ground: Ground, who: int, action: str, gait: Gait = WALKING, *, most: int = 0) -> Terms:
    """What the move is judged by; `gait` holds the options of the match; a DASH does not climb (KT-DASH-02, KT-REPO-03,
    KT-REPO-04, KT-FALL-01, KT-CHRG-02, KT-CHRG-03)."""
    move, parts = ACTIONS[action], distance_parts(t, who, action)
    inches = min(total(parts), most) if most else total(parts)
    enemies, friends = [], []
    through = allowed(t, who, "move_through_enemies")
    start, seat = body_of(t, who), t.operative(who).seat
    for other in t.state.operatives:
        if other.status != KILLZONE or other.index == who:
            continue
        body = body_of(t, other.index)
        if other.seat == seat:
            friends.append(body)
            continue
        # Nobody asks who else is near an enemy that the move cannot reach, whichever way it takes.
        reached = hypot(body.x - start.x, body.y - start.y) <= (inches + body.radius + start.radius + CONTROL) * INCH
        held = reached and action != "FALL BACK" and (through or held_by_others(t, ground, who, other.index))
        if action == "FALL BACK":
            enemies.append(Enemy(body, enter=True, through=through))
        elif action == "CHARGE":
            enemies.append(Enemy(body, enter=True, leave=held, end=True, through=through))
        else:
            enemies.append(Enemy(body, enter=held, through=through))
    return Terms(
        inches=inches,
        gait=trained(t, who, gait._replace(climb=gait.climb and action != "DASH")),
        enemies=tuple(enemies),
        friends=tuple(friends),
        mines=tuple(map(lying, traps(t, who))),
        engage=action == "CHARGE",
        limit_rule="KT-CTR-05" if parts[-1].rule == "KT-CTR-05" else move.distance_rule,
        end_rule="KT-FALL-01" if action == "FALL BACK" else "KT-REPO-04",
    )


def trained(t: Table, who: int, gait: Gait) -> Gait:
    """How an operative moves by what it has learnt: climbs at their real height, farther up, or heights ignored
    (KT-TM-02, see KT-TM-03)."""
    for changed in t.windows[Supplement.gait]:
        gait = changed(t, who, gait)
    return gait


# -- keys --------------------------------------------------------------------------------------------------------------

_NUMBER = r"\d{1,4}(?:\.\d{1,9})?"
_PLACE = rf"(?P<x>{_NUMBER}), ?(?P<y>{_NUMBER})(?: up (?P<z>{_NUMBER}))?(?P<jump> jump)?"
STRAIGHT = "straight "
"""Before a key: the one straight leg is meant, whether or not another way is cheaper."""
EXAMPLE = "to 12.34,5.60 up 3.00 via 10.00,4.00 then 11.00,5.00 jump"
"""A key with everything a key may have."""


class Wanted(NamedTuple):
    """A place of a key, in hundredths; where it is not a whole hundredth the nearest legal one is meant
    (see KT-GEO-02)."""

    x: float
    y: float
    z: int | None
    jump: bool

    def step(self) -> Step:
        """The leg to it."""
        return Step(round(self.x), round(self.y), self.z, self.jump)


def read_key(key: str) -> tuple[Wanted, ...] | None:
    """The places of a key in the order they are passed, the end last; None if it is no key of a move."""
    plain = key.removeprefix(STRAIGHT)
    to, more, via = plain.removeprefix("to ").partition(" via ")
    if not plain.startswith("to ") or (more and plain != key):
        return None
    places: list[Wanted] = []
    for text in (*(via.split(" then ") if more else ()), to):
        found = re.fullmatch(_PLACE, text)
        if found is None:
            return None
        # 1.1 is no binary number: whole hundredths must come out whole.
        x, y = (round(float(found[axis]) * INCH, 6) for axis in ("x", "y"))
        places.append(
            Wanted(x, y, None if found["z"] is None else round(float(found["z"]) * INCH), found["jump"] is not None)
        )
    return tuple(places)


def _place_text(x: int, y: int, z: int | None = None, jump: bool = False) -> str:
    up = "" if z is None else f" up {z / INCH:.2f}"
    return f"{x / INCH:.2f},{y / INCH:.2f}{up}{' jump' if jump else ''}"


# -- markers of kill teams ---------------------------------------------------------------------------------------------


class Hindered(NamedTuple):
    """What markers of kill teams do to a move of an operative (see KT-REPO-06 and KT-TM-03)."""

    near: tuple[Near, ...]
    inches: int
    """The inches the move has by the Move stat; 0: it does not hang on that."""
    slack: int
    """How many inches of it can be lost (see KT-REPO-06)."""
    least: int
    """What a climb costs at least."""

    def after(self, walked: int) -> Hindered:
        """The same for the rest of a move of which so many inches are used."""
        return self._replace(inches=self.inches - walked) if self.inches else self

    def left(self, ground: Ground, terms: Terms, *places: Body) -> int:
        """The inches of a move that starts or ends at these places."""
        less = min(self.slack, lost(self.near, ground.board, places)) if self.inches else 0
        return min(terms.inches, self.inches - less) if less else terms.inches

    def before(self, ground: Ground, start: Body, terms: Terms) -> Terms:
        """The terms where the move starts: fewer inches, and climbs as cheap as they may become."""
        eased = any(one.eases for one in self.near)
        gait = terms.gait._replace(least=0) if eased else terms.gait
        return terms._replace(inches=self.left(ground, terms, start), gait=gait)

    def judge(self, ground: Ground, terms: Terms, move: Move) -> Move | Refused:
        """A move that the terms allow, if it is not too long for what it passes and where it ends."""
        inches = self.left(ground, terms, move.start, move.end)
        cost = move.cost + toll(self.near, ground.board, move, self.least)
        if cost <= inches:
            return move
        return Refused(
            f'with the markers it passes it costs {cost}", more than {inches}"',
            terms.limit_rule,
            at=(move.end.x, move.end.y),
            leg=max(1, len(move.legs)),
        )


def hindered_by(t: Table, who: int, action: str) -> Hindered | None:
    """What lies near its way and changes what a move costs; None: nothing."""
    found = tuple([near for hindrances in t.windows[Supplement.hindrances] for near in hindrances(t, who)])
    if not found:
        return None
    stat = total(stat_parts(t, who))
    inches = 0 if action == "DASH" else stat + (CHARGE_INCHES if action == "CHARGE" else 0)
    slack = max(0, stat - min(LEAST_MOVE, t.card(who).move))
    return Hindered(found, inches, slack, trained(t, who, gait_of(t)).least)


# -- where to ----------------------------------------------------------------------------------------------------------


class Destinations:
    """Where a move may lead, as a region of options: any shorter one as well (KT-REPO-07, see KT-GEO-18).

    "to 12.34,5.60" takes the cheapest route known; "up 3.00" names the surface where there are several. With "via", and
    "then" between waypoints, exactly those legs are meant, and with "straight to" the one leg; "jump" after a place
    makes the leg to it a jump.
    """

    def __init__(
        self,
        ground: Ground,
        start: Body,
        terms: Terms,
        action: str,
        mines: tuple[str, ...] = (),
        hindered: Hindered | None = None,
    ) -> None:
        self.ground = ground
        self.start = start
        self.terms = terms
        self.action = action
        self.mines = mines
        """The ids of the mines among the terms, in their order."""
        self.hindered = hindered
        """What markers of kill teams do to the move; None: nothing."""

    @property
    def reach(self) -> Reach:
        """The search behind suggestions and outline; it is kept, and made only if somebody looks."""
        return reach(self.ground, self.start, self.terms)

    def judge(self, key: str) -> Move | Refused:
        """The move that a key means, or why there is none."""
        found = self.judge_by_terms(key)
        return (
            found
            if self.hindered is None or isinstance(found, Refused)
            else self.hindered.judge(self.ground, self.terms, found)
        )

    def judge_by_terms(self, key: str) -> Move | Refused:
        """The move that a key means, whatever markers do to it."""
        places = read_key(key)
        if places is None:
            return Refused(f"a move reads like {EXAMPLE!r}", "KT-GEO-18")
        *before, end = places
        if not before and not end.jump and not key.startswith(STRAIGHT):
            found = route(self.ground, self.start, end.x, end.y, self.terms, end.z)
            straight = path(self.ground, self.start, (end.step(),), self.terms) if isinstance(found, Refused) else found
            # The search does not know every way; a straight leg that is legal is one.
            return straight if isinstance(straight, Move) else found
        steps = tuple(place.step() for place in before)
        judged: list[Move | Refused] = []

        def legal(x: int, y: int) -> bool:
            judged.append(path(self.ground, self.start, (*steps, Step(x, y, end.z, end.jump)), self.terms))
            return isinstance(judged[-1], Move)

        return judged[0] if settle(end.x, end.y, legal) is None else judged[-1]

    def key(self, move: Move, *, legs: bool) -> str:
        """The key of a move: its end alone, or with every leg."""
        end = move.end
        # A leg without a height keeps to the level it starts on if it can; a bare point means the lowest surface.
        named = len(self.ground.surfaces(end.x, end.y)) > 1 or (legs and end.z != self.start.z)
        to = _place_text(end.x, end.y, end.z if named else None, legs and bool(move.steps) and move.steps[-1].jump)
        via = " then ".join(_place_text(*step[:4]) for step in move.steps[:-1]) if legs else ""
        return f"to {to} via {via}" if via else f"to {to}"

    def option(self, move: Move, *, legs: bool) -> Option:
        """A move as an option: x, y, z of its end, inches, for each leg x, y, z, inches and whether it is a jump, and
        for each mine that it sets off its id and the x, y, z where it does (KT-EQ-05)."""
        walked = tuple(
            (leg.end.x, leg.end.y, leg.end.z, inches, step.jump)
            for leg, inches, step in zip(move.legs, move.costs, move.steps, strict=True)
        )
        starts = (move.start, *(leg.end for leg in move.legs))
        along = sorted(
            move.triggers,
            key=lambda found: (
                found.leg,
                hypot(found.body.x - starts[found.leg - 1].x, found.body.y - starts[found.leg - 1].y),
            ),
        )
        mined = tuple((self.mines[found.mine], found.body.x, found.body.y, found.body.z) for found in along)
        args: tuple[Any, ...] = (move.end.x, move.end.y, move.end.z, move.cost, walked, mined)
        return Option(self.key(move, legs=legs), "move", args, (ACTIONS[self.action].distance_rule, "KT-GEO-15"))

    def find(self, key: str) -> Option | None:
        """The legal move that a key means."""
        move = self.judge(key)
        if isinstance(move, Refused):
            return None
        places = read_key(key) or ()
        straight = key.startswith(STRAIGHT)
        found = self.option(move, legs=straight or len(places) > 1 or any(place.jump for place in places))
        return self.straightened(found) if straight else found

    @staticmethod
    def straightened(found: Option) -> Option:
        """The same option under the key that means its one leg."""
        return Option(STRAIGHT + found.key, found.kind, found.args, found.rules)

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """A move somewhere within reach, mostly one straight leg; its key names its legs, so that nobody searches for
        them."""
        move = self.reach.draw(draw())
        if move is None:
            return None
        if not move.steps:
            return self.find(self.stay)
        straight = len(move.steps) == 1 and not move.steps[0].jump
        if straight and self.hindered is None:
            # Judged already, and its key means this very leg.
            return self.straightened(self.option(move, legs=True))
        key = self.key(move, legs=True)
        # Found by its key: what regions of other moves ask for as well is judged there, and a save leads to the same.
        return self.find(STRAIGHT + key if straight else key)

    def suggest(self, count: int) -> list[Option]:
        """Some moves spread over the reach, each as its key would be found; at least one if there is any."""
        found = [self.option(move, legs=False) for move in self.reach.suggest(count)]
        if self.hindered is not None:
            found = [option for option in (self.find(option.key) for option in found) if option is not None]
        # As its key would be found: what is offered is what a save leads to, perhaps a cheaper way to the same place.
        close = [] if found else [self.find(self.key(move, legs=False)) for move in self.close_moves(1)]
        found = found or [option for option in close if option is not None]
        return found or [option for option in (self.find(self.stay),) if option is not None]

    @property
    def stay(self) -> str:
        """The key of the move that ends where it starts."""
        return f"to {_place_text(self.start.x, self.start.y, self.start.z)}"

    def close_moves(self, count: int) -> list[Move]:
        """Straight charges that end next to an enemy, for reaches too narrow for the lattice of suggestions
        (see KT-CHRG-02)."""
        found: list[Move] = []
        for enemy in self.terms.enemies if self.terms.engage else ():
            body, start = enemy.body, self.start
            apart = hypot(body.x - start.x, body.y - start.y)
            bases = (body.radius + start.radius) * INCH
            if apart - bases > (self.terms.inches + 1) * INCH or not enemy.end:
                continue
            towards = atan2(start.y - body.y, start.x - body.x)
            for gap in (98, 50, 2):
                for turn in (0.0, -0.3, 0.3, -0.7, 0.7):
                    x, y = body.x + (bases + gap) * cos(towards + turn), body.y + (bases + gap) * sin(towards + turn)
                    move = path(self.ground, start, (Step(round(x), round(y)),), self.terms)
                    if isinstance(move, Move):
                        found.append(move)
                        if len(found) >= count:
                            return found
        return found

    def anywhere(self) -> bool:
        """Whether the move can be made at all (KT-ACT-07)."""
        if self.hindered is not None:
            return bool(self.suggest(SUGGESTIONS))
        return self.reach.any() or bool(self.close_moves(1))

    def outline(self) -> dict[str, Any]:
        """The start, the inches and the closed lines round what each number of inches reaches, in hundredths."""
        return {
            "start": [self.start.x, self.start.y, self.start.z],
            "inches": self.terms.inches,
            "contours": [[[list(point) for point in loop] for loop in loops] for loops in self.reach.contours()],
        }

    def refusal(self, key: str) -> Refusal | None:
        """Why a key is no legal move: the legs that can be made, and the one that cannot with its rule and part; None
        if it is legal."""
        refused = self.judge(key)
        if isinstance(refused, Move):
            return None
        if read_key(key) is None:
            return Refusal(key, (Check(refused.rule, False, refused.reason),))
        made = tuple(Check("KT-GEO-15", True, f"leg {number} can be made") for number in range(1, refused.leg))
        text = f"leg {refused.leg} can be made at {_place_text(*refused.at)} ({refused.reason})"
        return Refusal(key, (*made, Check(refused.rule, False, text, (refused.part,) if refused.part else ())))


def traps(t: Table, who: int) -> list[Marker]:
    """The markers that an operative sets off when it comes near them (KT-EQ-05)."""
    return [marker for found in t.windows[Supplement.traps] for marker in found(t, who)]


def past_traps(t: Table, who: int, met: tuple[tuple[str, int, int, int], ...]) -> Rule[bool]:
    """The traps on the way go off; whether the mover goes on (KT-EQ-05)."""
    for sprung in t.windows[Supplement.sprung]:
        if not (yield from sprung(t, who, met)):
            return False
    return True


def passed(t: Table, who: int, start: Body, legs: Sequence[tuple[Any, ...]]) -> Rule[None]:
    """A move is over: what the mover has come near on it does what it does (KT-MARK-02)."""
    for near in t.windows[Supplement.passed]:
        yield from near(t, who, start, legs)


def destinations(
    t: Table, ground: Ground, who: int, action: str, gait: Gait = WALKING, *, most: int = 0
) -> Destinations:
    """Where an operative may go with an action whose conditions it meets; `most` inches if given
    (see KT-GEO-15 and KT-GEO-18)."""
    mines = tuple(marker.id for marker in traps(t, who))
    terms, hindered = terms_of(t, ground, who, action, gait, most=most), hindered_by(t, who, action)
    if hindered is not None:
        terms = hindered.before(ground, body_of(t, who), terms)
    return Destinations(ground, body_of(t, who), terms, action, mines, hindered)


def gait_of(t: Table) -> Gait:
    """How moves are made under the options of the match (KT-REPO-02, KT-REPO-08, KT-TM-02, KT-TM-07, KT-EQ-07)."""
    found: Gait = t.setting.gait
    return found
