"""Ops in words: what they are about, their actions, and when they give how many victory points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.games.killteam.ops.action_conditions import written
from fireteam.games.killteam.ops.measures import condition_of
from fireteam.games.killteam.ops.points import victory_points
from fireteam.games.killteam.ops.things import Scope
from fireteam.games.killteam.show import labels as say

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import Op, OpAction, Scoring


def op_text(op: Op) -> str:
    """An op in one paragraph."""
    scope = Scope(op.id, False)
    actions = [action_text(action) for action in op.actions]
    return " ".join([sentence(op.text), *actions, *(scoring_text(scope, scoring) for scoring in op.scoring)])


def action_text(action: OpAction) -> str:
    """A mission action in a sentence."""
    needs = ", ".join(condition.said() for condition in written(action))
    return say.ACTION.format(
        name=action.id.replace("-", " ").upper(), ap=action.ap, needs=f": {needs}" if needs else ""
    )


def scoring_text(scope: Scope, scoring: Scoring) -> str:
    """What gives victory points, in a sentence."""
    condition = condition_of(scope, scoring.condition)
    when = say.MOMENTS[scoring.when].format(tps=", ".join(map(str, scoring.tps)))
    points = victory_points("", scope, scoring, condition).said()
    if scoring.max_per_tp:
        points += say.MOST_PER_TP.format(most=scoring.max_per_tp)
    return sentence(say.SCORING.format(when=when, points=points, condition=condition.said()))


def sentence(text: str) -> str:
    """A text as a whole sentence."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
