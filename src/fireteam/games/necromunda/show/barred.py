"""What one might want to do at a question of a battle and may not, and what actions cost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Choose, Option
from fireteam.core.refusals import Check
from fireteam.core.topics import form_of
from fireteam.games.necromunda.activation import ACTIONS, DOUBLE, Activation, cost_of, may_do, thought_of
from fireteam.games.necromunda.options import option
from fireteam.games.necromunda.positions import gap
from fireteam.games.necromunda.shooting.targets import is_double
from fireteam.games.necromunda.show.notes import DEEDS, SHOT
from fireteam.games.necromunda.show.refusals import SHOTS, activation, aimed, deed_key, may_activate
from fireteam.games.necromunda.show.words import MENU
from fireteam.games.necromunda.state import PLAY
from fireteam.games.necromunda.table import Table
from fireteam.kit.reasons import Law, Wish, nearest, refused
from fireteam.kit.words import upper

if TYPE_CHECKING:
    from fireteam.games.necromunda.activation import Deed

OF_STATUS = "NE-ACT-05"
"""Nobody thinks of an action that its status does not list."""


def points(t: Table, question: Choose) -> tuple[int, int] | None:
    """The actions that an activation has left, of two (see NE-ACT-01)."""
    a = activation(t)
    return (a.left, ACTIONS) if a is not None and t.player(a.who) == question.seat else None


def cost(t: Table, question: Choose, pick: Option) -> int | None:
    """How many actions an option takes (see NE-ACT-02 to NE-ACT-04)."""
    a = activation(t)
    if a is None or form_of(question.topic) != "action of {who}":
        return None
    deed = next((deed for deed in thought_of(t, a.who) if deed.lists(pick.kind)), None)
    if deed is None or not deed.cost:
        return 0
    if pick.kind in SHOTS and pick.kind != "from_the_hip" and is_double(t, a.who, t.profile(a.who, *pick.args[:2])):
        return ACTIONS
    return ACTIONS if cost_of(t, deed) == DOUBLE else 1


def wishes(t: Table, question: Choose) -> Iterator[Wish]:
    """All that one might think of, the likeliest first."""
    form = form_of(question.topic)
    if form == "which model is activated":
        for m in t.state.models:
            if m.side == question.seat and m.status == PLAY:
                key = option("activate", t.name(m.index)).key
                law = partial(may_activate, t, question.seat, m.index)
                yield Wish(key, upper(key), MENU.group_of["activate"], law, {"piece": t.name(m.index)})
    a = activation(t)
    if form == "action of {who}" and a is not None:
        yield from _actions(t, a, {pick.kind for pick in question.options})


def _actions(t: Table, a: Activation, offered: set[str]) -> Iterator[Wish]:
    """Enemies that cannot be shot while others can, then every action that is not on offer at all."""
    for deed in thought_of(t, a.who):
        if not may_do(t, a, deed):
            why: list[Check] = []
            may_do(t, a, deed, why)
            if why[-1].rule != OF_STATUS:
                yield _wish(deed, partial(may_do, t, a, deed))
        elif deed.late:
            yield from _shots(t, a, deed)
        elif not any(deed.lists(kind) for kind in offered):
            refusal = nearest((pick.key, partial(deed.target, t, a, pick)) for pick in aimed(t, a, deed))
            if refusal is not None:
                yield _wish(deed, refused(refusal))


def _wish(deed: Deed, law: Law) -> Wish:
    key = deed_key(deed)
    return Wish(key, DEEDS.get(deed.name, upper(key)), MENU.group_of.get(deed.name, MENU.other), law)


def _shots(t: Table, a: Activation, deed: Deed) -> Iterator[Wish]:
    """Every enemy that no weapon can shoot now, the nearest first."""
    at: dict[int, list[Option]] = {}
    for pick in aimed(t, a, deed):
        if pick.kind in SHOTS:
            at.setdefault(pick.args[2], []).append(pick)
    for target in sorted(at, key=lambda target: gap(t, a.who, target)):
        refusal = nearest((pick.key, partial(deed.target, t, a, pick)) for pick in at[target])
        if refusal is not None:
            text, group = SHOT.format(who=t.name(target)), MENU.group_of["shoot"]
            yield Wish(refusal.action, text, group, refused(refusal), {"piece": t.name(target)})
