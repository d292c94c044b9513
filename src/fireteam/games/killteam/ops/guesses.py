"""What the tac op of a seat may be for all that everybody knows, as long as it is secret: who may have something to
choose by one of these is asked, whichever it is (KT-OPS-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Rule
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.ops.actions import may_instead
from fireteam.games.killteam.ops.scoring import SCORE_ASKED, PlayedOp, pickable, score
from fireteam.games.killteam.ops.secrets import possible_tac_ops
from fireteam.games.killteam.ops.things import Moment
from fireteam.games.killteam.setup.rosters import TAC_OP

if TYPE_CHECKING:
    from fireteam.games.killteam.actions.action import Deed
    from fireteam.games.killteam.ops.mission import Mission
    from fireteam.games.killteam.table import Table


def _names(t: Table, seat: int, mission: Mission | None) -> list[str]:
    """The tac ops that a seat may have; none where everybody knows which it is, or it has none."""
    if mission is None or (seat, TAC_OP) in t.state.revealed or not t.selected(seat, TAC_OP):
        return []
    return possible_tac_ops(t.setting, t.state, seat)


def tac_ops(t: Table, seat: int) -> list[PlayedOp]:
    """The tac ops that a seat may have for all that everybody knows; none where that is no question."""
    mission: Mission | None = t.setting.mission
    return [] if mission is None else [mission.others[name] for name in _names(t, seat, mission)]


def deeds(t: Table, who: int) -> list[Deed]:
    """The mission actions that an operative may have by its tac op."""
    mission: Mission | None = t.setting.mission
    names = _names(t, t.operative(who).seat, mission)
    return [] if mission is None else [deed for name in names for deed in mission.deeds[name]]


def may_do_instead(t: Table, attacker: int, target: int) -> bool:
    """Whether an attacker may do something instead of using a success."""
    mission: Mission | None = t.setting.mission
    if mission is None or not any(mission.instead.values()):
        return False
    errands = [errand for name in _names(t, t.operative(attacker).seat, mission) for errand in mission.instead[name]]
    return any(may_instead(errand, t, attacker, target) for errand in errands)


def score_tac(m: Moment, own: PlayedOp, when: str) -> Rule[None]:
    """Everything that the tac op of a player gives it at a moment. As long as it is secret, the player is asked as well
    where another op would let it pick what to score."""
    ops = [op for op in tac_ops(m.t, m.me) if op is own or picks(op, when)]
    for op in ops if own in ops else [*ops, own]:
        if op is own:
            yield from score(m, own, when)
            if (m.me, TAC_OP) in m.t.state.revealed:
                return
            continue
        for tally in op.tallies[when]:
            if pickable(m, op, tally):
                yield m.t.ask(m.me, SCORE_ASKED, lambda: [option("score_nothing")], veiled=lambda: True)


def picks(op: PlayedOp, when: str) -> bool:
    """Whether a player may have to pick what to score from an op at a moment."""
    return any(tally.vp.chosen for tally in op.tallies.get(when, ()))
