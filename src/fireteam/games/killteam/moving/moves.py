"""The four moves: when they may be made, how far, past whom, and where they may end (KT-REPO, KT-DASH, KT-FALL,
KT-CHRG)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any, ClassVar, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.games.killteam.actions.conditions import counteracting, may_start
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.geometry import path, prove, route
from fireteam.games.killteam.moving.hindrances import Near, lost, toll
from fireteam.games.killteam.overrides import allowed, forbidden
from fireteam.games.killteam.positions import body_of, in_killzone, lying
from fireteam.games.killteam.shooting.targets import controlled_by
from fireteam.games.killteam.state import ENGAGE, KILLZONE, Marker
from fireteam.games.killteam.stats import move_parts
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.plane import destinations as plane
from fireteam.kit.plane.destinations import Leg
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.legs import WALKING, Gait, Step
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.paths import Enemy, Move, Terms
from fireteam.space.plane.placing import Ground
from fireteam.space.plane.proofs import Open
from fireteam.space.plane.reach import Reach, reach

DASH_INCHES, CHARGE_INCHES, COUNTERACT_INCHES, LEAST_MOVE = 3, 2, 2, 4
"""How far a DASH goes, how much further a CHARGE goes, the most of a counteraction, and the least that changes leave of
Move."""


JUMP, UNAIDED = "jump", "unaided"
"""The words for a leg that is a jump, and for one whose climbs leave the ladder for a later one."""
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


class Destinations(plane.Destinations[Move]):
    """Where a move may lead, as a region of options: any shorter one as well (KT-REPO-07, see KT-GEO-18)."""

    leg_words = (JUMP, UNAIDED)
    example = "to 12.34,5.60 up 3.00 via 10.00,4.00 then 11.00,5.00 jump"
    reading_rule = "KT-GEO-18"
    leg_rule = "KT-GEO-15"
    give_up: ClassVar[Option | None] = option("give_up")

    def __init__(
        self,
        ground: Ground,
        start: Body,
        terms: Terms,
        action: str,
        mines: tuple[str, ...] = (),
        hindered: Hindered | None = None,
    ) -> None:
        super().__init__(ground, start)
        self.terms = terms
        self.action = action
        self.mines = mines
        """The ids of the mines among the terms, in their order."""
        self.hindered = hindered
        """What markers of kill teams do to the move; None: nothing."""

    @property
    def inches(self) -> int:
        """The most that the move may cost."""
        return self.terms.inches

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of its distance and of its path."""
        return ACTIONS[self.action].distance_rule, "KT-GEO-15"

    @property
    def reach(self) -> Reach:
        """The search behind suggestions and outline; it is kept, and made only if somebody looks."""
        return reach(self.ground, self.start, self.terms)

    def path(self, legs: tuple[Leg, ...]) -> Move | Refused:
        """The move of exactly these legs (see KT-GEO-15)."""
        steps = tuple([Step(round(leg.x), round(leg.y), leg.z, leg.how == JUMP, leg.how != UNAIDED) for leg in legs])
        return path(self.ground, self.start, steps, self.terms)

    def route(self, end: Leg) -> Move | Refused:
        """The move that a bare destination stands for (see KT-GEO-18)."""
        return route(self.ground, self.start, end.x, end.y, self.terms, end.z)

    def legs_of(self, move: Move) -> list[Leg]:
        """The legs of a move as a key names them; whether the ladder is kept for a later climb is the player's choice
        (see KT-EQ-12)."""
        return [
            Leg(step.x, step.y, step.z, JUMP if step.jump else "" if step.ladder else UNAIDED) for step in move.steps
        ]

    def allowed(self, move: Move) -> Move | Refused:
        """A move that the terms allow, if markers of kill teams do."""
        return move if self.hindered is None else self.hindered.judge(self.ground, self.terms, move)

    @property
    def proven(self) -> bool:
        """Whether the search knows all that keeps a move from being legal."""
        return self.hindered is None

    def args(self, move: Move) -> tuple[Any, ...]:
        """What an option holds: x, y, z of its end, inches, for each leg x, y, z, inches and whether it is a jump, and
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
        return (move.end.x, move.end.y, move.end.z, move.cost, walked, mined)

    def proof(self) -> Move | Refused | Open:
        """Whether there is a move where the search knows none (see KT-ACT-07)."""
        return prove(self.ground, self.start, self.terms, None if self.proven else self._allows)

    def _allows(self, move: Move) -> bool:
        """Whether markers of kill teams allow a move."""
        return not isinstance(self.allowed(move), Refused)


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
