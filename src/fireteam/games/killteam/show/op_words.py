"""Ops in words: what they are about, their actions, and when they give how many victory points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.games.killteam.show import labels as say

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import Count, Filter, Op, OpAction, OpCondition, Points, Scoring


def op_text(op: Op) -> str:
    """An op in one paragraph."""
    actions = [action_text(action) for action in op.actions]
    return " ".join([sentence(op.text), *actions, *(scoring_text(scoring) for scoring in op.scoring)])


def action_text(action: OpAction) -> str:
    """A mission action in a sentence."""
    needs = ", ".join(say.ACTION_CONDITIONS.get(name, name.replace("_", " ")) for name in action.conditions)
    return say.ACTION.format(
        name=action.id.replace("-", " ").upper(), ap=action.ap, needs=f": {needs}" if needs else ""
    )


def scoring_text(scoring: Scoring) -> str:
    """What gives victory points, in a sentence."""
    tps = ", ".join(map(str, scoring.tps))
    when = say.MOMENTS[scoring.when].format(tps=tps)
    points = points_text(scoring.vp)
    if scoring.max_per_tp:
        points += say.MOST_PER_TP.format(most=scoring.max_per_tp)
    return sentence(say.SCORING.format(when=when, points=points, condition=condition_text(scoring.condition)))


def points_text(points: Points) -> str:
    """How many victory points."""
    if points.flat is not None:
        return f"{points.flat} VP"
    if points.by_order is not None:
        return say.BY_ORDER.format(points=", ".join(map(str, points.by_order)))
    measure = str(points.sum or points.per).replace("_", " ")
    return (
        say.SUM.format(measure=measure)
        if points.sum is not None
        else say.PER.format(points=points.value, measure=measure)
    )


def condition_text(condition: OpCondition) -> str:
    """A condition of an op."""
    for joined, word in ((condition.all_of, " and "), (condition.any_of, " or ")):
        if joined is not None:
            return word.join(condition_text(part) for part in joined)
    number = str(condition.value) if condition.value is not None else counted(condition.than)
    measure = _measured(str(condition.measure), condition.filter)
    return say.COMPARED[str(condition.cmp)].format(measure=measure, number=number)


def counted(count: Count | None) -> str:
    """What is counted for comparison."""
    return _measured(str(count.measure), count.filter) if count is not None else ""


def _measured(measure: str, limits: Filter) -> str:
    """What is measured, with everything that limits it."""
    words = [say.MEASURES.get(measure, measure.replace("_", " "))]
    for name, form in say.FILTERS.items():
        value = getattr(limits, name)
        if value is not None:
            text = (
                f'{value.inches}" of {value.of}' if hasattr(value, "inches") else say.SIDES.get(str(value), str(value))
            )
            words.append(form.format(value=text.replace("_", " ").replace(" this tp", " this turning point")))
    return " ".join(words)


def sentence(text: str) -> str:
    """A text as a whole sentence."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
