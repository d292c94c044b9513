"""Scoring: what an op gives in victory points when, how often, and to whom (KT-OPS-16, KT-OPS-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.ops.action_conditions import written
from fireteam.games.killteam.ops.action_effects import effects_of
from fireteam.games.killteam.ops.measures import Condition, condition_of
from fireteam.games.killteam.ops.points import MOST_POINTS, Item, VictoryPoints, scored_by, victory_points
from fireteam.games.killteam.ops.things import Moment, Scope, objectives, remains, tag_of
from fireteam.games.killteam.setup.rosters import TAC_OP
from fireteam.games.killteam.state import Marker

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import CritOp, KillOp, OpAction, Scoring, TacOp
    from fireteam.games.killteam.table import Table

CRIT, KILL, TAC = "crit", "kill", "tac"
SCORE_ASKED = "what to score"
"""What is asked where a player picks what to score for."""
OPS = (CRIT, KILL, TAC)
"""The three ops of a player (see KT-OPS-15 and KT-OPS-16)."""


class HowOften(NamedTuple):
    """How often something may be done or scored."""

    each: bool
    """Everything that it is done to counts for itself."""
    each_turning_point: bool
    """Once in every turning point, not in the battle."""


ONCE = {
    "per_tp": HowOften(False, True),
    "per_battle": HowOften(False, False),
    "per_objective": HowOften(True, False),
    "per_objective_per_tp": HowOften(True, True),
    "per_operative": HowOften(True, False),
}


class Tally(NamedTuple):
    """One scoring of an op, compiled."""

    key: str
    """The op's id and its own: the name under which it is counted."""
    scope: Scope
    data: Scoring
    condition: Condition
    vp: VictoryPoints
    once: HowOften | None


class PlayedOp(NamedTuple):
    """An op as it is played: its own data, and its scorings by moment."""

    kind: str
    """crit, kill or tac."""
    scope: Scope
    data: CritOp | KillOp | TacOp
    tallies: dict[str, tuple[Tally, ...]]
    afield: bool
    """Whether an action of it leads into the enemy's half."""


def kill_op(data: KillOp) -> PlayedOp:
    """The kill op compiled."""
    return _played(
        KILL, Scope(data.id, False, grades=tuple((size, tuple(row)) for size, row in data.table.items())), data
    )


def crit_or_tac_op(kind: str, data: CritOp | TacOp) -> PlayedOp:
    """A crit op or a tac op compiled."""
    setups = [setup.place_marker for setup in (data.setup, data.setup_on_kill) if setup is not None]
    kinds = [effect.marker for action in data.actions for effect in effects_of(action) if effect.marker]
    left = data.setup_on_kill.place_marker if data.setup_on_kill is not None else ""
    return _played(kind, Scope(data.id, kind == TAC, (*kinds, *setups), left), data)


def _played(kind: str, scope: Scope, data: CritOp | KillOp | TacOp) -> PlayedOp:
    tallies: dict[str, tuple[Tally, ...]] = {}
    for scoring in data.scoring:
        tallies[scoring.when] = (*tallies.get(scoring.when, ()), _tally(scope, scoring))
    actions: tuple[OpAction, ...] = getattr(data, "actions", ())
    return PlayedOp(kind, scope, data, tallies, any(one.afield for action in actions for one in written(action)))


def _tally(scope: Scope, data: Scoring) -> Tally:
    key, condition = f"{scope.id} {data.id}", condition_of(scope, data.condition)
    once = None if data.once is None else ONCE[data.once]
    return Tally(key, scope, data, condition, victory_points(key, scope, data, condition), once)


# -- limits ------------------------------------------------------------------------------------------------------------


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
    return f"{tally.key} {subject}" if tally.once is not None and tally.once.each and subject else tally.key


def may_score(m: Moment, tally: Tally, subject: str = "") -> bool:
    """Whether the turning point is right, and it was not scored too often (see KT-OPS-16)."""
    tps, s = tally.data.tps, m.t.state
    if tps and s.turning_point not in tps:
        return False
    if tally.once is None:
        return True
    before = [entry for entry in s.scored if entry[:2] == (record(tally, subject), m.me)]
    return not any(entry[2] == s.turning_point or not tally.once.each_turning_point for entry in before)


def pickable(m: Moment, op: PlayedOp, tally: Tally) -> list[Item]:
    """What a player may pick to score for."""
    if not tally.vp.chosen or room(m, op, tally) <= 0 or not tally.condition.holds(m):
        return []
    return [item for item in tally.vp.items(m) if may_score(m, tally, item.name)]


# -- scoring -----------------------------------------------------------------------------------------------------------


def score(m: Moment, op: PlayedOp, when: str) -> Rule[None]:
    """Everything an op gives a player at a moment (see KT-OPS-16)."""
    for tally in op.tallies.get(when, ()):
        if tally.vp.chosen:
            yield from score_one(m, op, tally)
        elif may_score(m, tally, m.subject) and room(m, op, tally) > 0 and tally.condition.holds(m):
            award(m, op, tally, tally.vp.points(m), m.subject)


def score_one(m: Moment, op: PlayedOp, tally: Tally) -> Rule[None]:
    """The player picks what to score for, or waits; what is scored is used up."""
    found = pickable(m, op, tally)
    if not found:
        return
    most = room(m, op, tally)
    names = {item.name: min(most, tally.vp.worth(item)) for item in found}
    pick: Option = yield m.t.ask(
        m.me,
        SCORE_ASKED,
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
    hit = (
        [thing for thing in tally.condition.counted(m) if isinstance(thing, Marker)]
        if tally.data.tags is not None
        else []
    )
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
