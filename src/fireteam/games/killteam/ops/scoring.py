"""Scoring: what an op gives in victory points when, how often, and to whom (KT-OPS-16, KT-OPS-20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.games.killteam import markers
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.ops.measures import (
    TAC_OP,
    Holds,
    Moment,
    Scope,
    Things,
    condition_of,
    counted_of,
    grade,
    home,
    in_half,
    objectives,
    points_on,
    remains,
    tag_of,
)
from fireteam.games.killteam.state import Marker

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import CritOp, KillOp, Points, Scoring, TacOp
    from fireteam.games.killteam.table import Table

CRIT, KILL, TAC = "crit", "kill", "tac"
OPS = (CRIT, KILL, TAC)
"""The three ops of a player (see KT-OPS-15 and KT-OPS-16)."""
PRIMARY = "primary"
"""The name under which a seat's primary op is selected, and under which its bonus is scored
(see KT-OPS-15 and KT-OPS-18)."""
MOST_POINTS = 6
"""VP that a player may score from one op (see KT-OPS-16)."""
BIG_GAME = 12
"""Wounds of a victim that counts more."""


class Item(NamedTuple):
    """One thing that points are scored for."""

    name: str
    amount: int = 1
    enemy: bool = False
    """Whether it lies in enemy territory."""
    wounds: int = 0
    """The wounds that a victim started with."""


Items = Callable[[Moment], list[Item]]


class Tally(NamedTuple):
    """One scoring of an op, compiled."""

    key: str
    """The op's id and its own: the name under which it is counted."""
    scope: Scope
    data: Scoring
    holds: Holds
    counted: Things
    items: Items | None
    """What points are added up for; None: a plain number."""

    @property
    def chosen(self) -> bool:
        """Whether its player picks one thing to score for, or none yet."""
        return _measure(self.data.vp) in CHOSEN


class PlayedOp(NamedTuple):
    """An op as it is played: its own data, and its scorings by moment."""

    kind: str
    """crit, kill or tac."""
    scope: Scope
    data: CritOp | KillOp | TacOp
    tallies: dict[str, tuple[Tally, ...]]


def kill_op(data: KillOp) -> PlayedOp:
    """The kill op compiled."""
    return _played(
        KILL, Scope(data.id, False, grades=tuple((size, tuple(row)) for size, row in data.table.items())), data
    )


def crit_or_tac_op(kind: str, data: CritOp | TacOp) -> PlayedOp:
    """A crit op or a tac op compiled."""
    kinds = [
        effect.place_marker for action in data.actions for effect in action.effects if effect.place_marker is not None
    ]
    kinds += [setup.place_marker for setup in (data.setup, data.setup_on_kill) if setup is not None]
    left = data.setup_on_kill.place_marker if data.setup_on_kill is not None else ""
    return _played(kind, Scope(data.id, kind == TAC, tuple(kinds), left), data)


def _played(kind: str, scope: Scope, data: CritOp | KillOp | TacOp) -> PlayedOp:
    tallies: dict[str, tuple[Tally, ...]] = {}
    for scoring in data.scoring:
        tallies[scoring.when] = (*tallies.get(scoring.when, ()), _tally(scope, scoring))
    return PlayedOp(kind, scope, data, tallies)


def _tally(scope: Scope, data: Scoring) -> Tally:
    counted = counted_of(scope, data.condition)
    measure = _measure(data.vp)
    items = None if measure is None else ITEMS[measure](scope, f"{scope.id} {data.id}", counted)
    return Tally(f"{scope.id} {data.id}", scope, data, condition_of(scope, data.condition), counted, items)


# -- what points are counted for ---------------------------------------------------------------------------------------


def _measure(vp: Points) -> str | None:
    return vp.sum or vp.per


def _grades_gained(scope: Scope, key: str, counted: Things) -> Items:
    """Grades reached and not yet scored."""
    return lambda m: [Item("grades", grade(m.t, scope, m.me) - scored_by(m, key))]


def _objectives(amount: Callable[[Moment, Marker], int]) -> Callable[[Scope, str, Things], Items]:
    """Objectives with an amount each; those without are left out."""

    def items(m: Moment) -> list[Item]:
        found = [(marker, amount(m, marker)) for marker in objectives(m.t)]
        return [
            Item(marker.id, points, in_half(m.t, home(m.t, marker), m.me, "enemy"))
            for marker, points in found
            if points > 0
        ]

    return lambda scope, key, counted: items


def _counted(item: Callable[[Moment, Any], Item]) -> Callable[[Scope, str, Things], Items]:
    """The things that fit the condition."""
    return lambda scope, key, counted: lambda m: [item(m, thing) for thing in counted(m)]


def _remains(m: Moment, marker: Marker) -> Item:
    victim = m.t.number(marker.id.removeprefix(f"{marker.kind}-"))
    return Item(marker.id, wounds=m.t.card(victim).wounds)


def _all_points(m: Moment, marker: Marker) -> int:
    return points_on(m.t, marker.id, 0) + points_on(m.t, marker.id, 1) if markers.controller(m.t, marker) == m.me else 0


ITEMS: dict[str, Callable[[Scope, str, Things], Items]] = {
    "kill_grade_gained": _grades_gained,
    "points_on_one_chosen_objective": _counted(lambda m, marker: Item(marker.id, points_on(m.t, marker.id, m.me))),
    "points_on_controlled_objectives": _objectives(_all_points),
    "objectives_with_my_points": _objectives(lambda m, marker: int(points_on(m.t, marker.id, m.me) > 0)),
    "objectives_where_i_have_more_points": _objectives(
        lambda m, marker: int(points_on(m.t, marker.id, m.me) > points_on(m.t, marker.id, 1 - m.me))
    ),
    "kills_by_champion": _counted(lambda m, kill: Item(m.t.name(kill[1]), wounds=m.t.card(kill[1]).wounds)),
    "one_chosen_proof_marker": _counted(_remains),
    "such_crates": _counted(lambda m, marker: Item(marker.id)),
    "strategic_worth": _counted(lambda m, landmark: Item(landmark.id, landmark.worth)),
}
"""The things behind every measure of points."""

CHOSEN = ("points_on_one_chosen_objective", "one_chosen_proof_marker")
"""Measures of which the player picks one thing; it may wait, since what is scored is used up."""


def worth(vp: Points, item: Item) -> int:
    """The VP that one thing gives."""
    if vp.per is None:
        return item.amount
    assert vp.value is not None
    if vp.value_if_victim_wounds_12 is not None and item.wounds >= BIG_GAME:
        return vp.value_if_victim_wounds_12
    if vp.value_in_enemy_territory is not None and item.enemy:
        return vp.value_in_enemy_territory
    return vp.value


def points(m: Moment, tally: Tally) -> int:
    """The VP that a scoring gives now, before any limit."""
    vp = tally.data.vp
    if vp.flat is not None:
        return vp.flat
    if vp.by_order is not None:
        action = tally.data.condition.filter.action
        done = sum(deed[0] == action for deed in m.t.state.deeds)
        return vp.by_order[min(done, len(vp.by_order)) - 1]
    assert tally.items is not None
    return sum(worth(vp, item) for item in tally.items(m))


# -- limits ------------------------------------------------------------------------------------------------------------


def scored_by(m: Moment, key: str, *, now: bool = False) -> int:
    """The VP that a player has scored under a key, or under all keys that begin with it; `now`: in this turning
    point."""
    s = m.t.state
    mine = [entry for entry in s.scored if entry[1] == m.me and (entry[0] == key or entry[0].startswith(f"{key} "))]
    return sum(entry[3] for entry in mine if not now or entry[2] == s.turning_point)


def vp_of(t: Table, seat: int, op: str = "") -> int:
    """The VP of a seat from an op, or all together (see KT-OPS-16 and KT-OPS-19)."""
    return sum(vp for name, whose, vp in t.state.vp if whose == seat and op in ("", name))


def room(m: Moment, op: PlayedOp, tally: Tally) -> int:
    """How many VP may still be scored: six from an op, and what the op allows in one turning point (KT-OPS-16)."""
    left = MOST_POINTS - vp_of(m.t, m.me, op.kind)
    if tally.data.max_per_tp is not None:
        left = min(left, tally.data.max_per_tp - scored_by(m, op.scope.id, now=True))
    return left


def record(tally: Tally, subject: str) -> str:
    """The name under which a scoring is noted: with what it was scored for where each counts once."""
    each = tally.data.once in ("per_objective", "per_objective_per_tp", "per_operative")
    return f"{tally.key} {subject}" if each and subject else tally.key


def may_score(m: Moment, tally: Tally, subject: str = "") -> bool:
    """Whether the turning point is right, and it was not scored too often (see KT-OPS-16)."""
    data, s = tally.data, m.t.state
    if data.tps and s.turning_point not in data.tps:
        return False
    if data.once is None:
        return True
    before = [entry for entry in s.scored if entry[:2] == (record(tally, subject), m.me)]
    if data.once in ("per_tp", "per_objective_per_tp"):
        return all(entry[2] != s.turning_point for entry in before)
    return not before


def pickable(m: Moment, op: PlayedOp, tally: Tally) -> list[Item]:
    """What a player may pick to score for."""
    if not tally.chosen or tally.items is None or room(m, op, tally) <= 0 or not tally.holds(m):
        return []
    return [item for item in tally.items(m) if may_score(m, tally, item.name)]


# -- scoring -----------------------------------------------------------------------------------------------------------


def score(m: Moment, op: PlayedOp, when: str) -> Rule[None]:
    """Everything an op gives a player at a moment (see KT-OPS-16)."""
    for tally in op.tallies.get(when, ()):
        if tally.chosen:
            yield from score_one(m, op, tally)
        elif may_score(m, tally, m.subject) and room(m, op, tally) > 0 and tally.holds(m):
            award(m, op, tally, points(m, tally), m.subject)


def score_one(m: Moment, op: PlayedOp, tally: Tally) -> Rule[None]:
    """The player picks what to score for, or waits; what is scored is used up."""
    found = pickable(m, op, tally)
    if not found:
        return
    most = room(m, op, tally)
    names = {item.name: min(most, worth(tally.data.vp, item)) for item in found}
    pick: Option = yield m.t.ask(
        m.me,
        "what to score",
        lambda: [*(option("score", name, vp) for name, vp in names.items()), option("score_nothing")],
    )
    if pick.kind == "score_nothing":
        return
    award(m, op, tally, names[pick.args[0]], pick.args[0])
    if pick.args[0] in {marker.id: None for marker in objectives(m.t)}:
        m.t.clear_points(pick.args[0], m.me, "KT-OPS-16")
    else:
        m.t.lift(pick.args[0], "KT-OPS-16")


def award(m: Moment, op: PlayedOp, tally: Tally, amount: int, subject: str = "") -> None:
    """Victory points, as far as the limits allow; whoever scores from a secret op reveals it
    (see KT-OPS-16 and KT-OPS-20)."""
    amount = min(amount, room(m, op, tally))
    if amount <= 0:
        return
    t = m.t
    hit = [thing for thing in tally.counted(m) if isinstance(thing, Marker)] if tally.data.tags is not None else []
    if op.kind == TAC:
        reveal(t, m.me, op.scope)
    t.score(m.me, op.kind, record(tally, subject), amount, "KT-OPS-16")
    for marker in hit:
        t.mark(marker.id, tag_of(tally.data.tags or "", m.me))


def reveal(t: Table, seat: int, scope: Scope) -> None:
    """A tac op is known from now on, and what its victims left lies in the killzone (KT-OPS-20)."""
    if (seat, TAC_OP) in t.state.revealed:
        return
    t.reveal(seat, TAC_OP, "KT-OPS-20")
    for marker in remains(t, scope, seat):
        t.lay(marker, "KT-MARK-01")
