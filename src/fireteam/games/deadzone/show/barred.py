"""What one might want to do at a question of a battle and may not: an entry for each action, each target, each step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Choose
from fireteam.core.refusals import Check
from fireteam.core.topics import form_of
from fireteam.games.deadzone.actions import FREE, INSTANT, LONG, MOST, SHOOTING, SHORT, Activation, Deed, deeds, may_do
from fireteam.games.deadzone.geometry import sight_check
from fireteam.games.deadzone.movement import Move
from fireteam.games.deadzone.options import KINDS
from fireteam.games.deadzone.shooting import at_model, is_long
from fireteam.games.deadzone.show.labels import MENU
from fireteam.games.deadzone.show.notes import DEEDS, SHOT
from fireteam.games.deadzone.show.questions import SIGHT, place_of
from fireteam.games.deadzone.show.refusals import FORMS, Thought, aimed, step_to, turns
from fireteam.games.deadzone.state import PLAY, RESERVE
from fireteam.games.deadzone.table import Table
from fireteam.kit.reasons import Law, Wish, nearest, refused
from fireteam.kit.words import upper

if TYPE_CHECKING:
    from fireteam.core.questions import Option
    from fireteam.games.deadzone.show.page import Page

NO_DIE, PINNED = "DZ-CMD-04", "DZ-ACT-01"
IN_THE_AIR = ("DZ-GEO-06", "DZ-TERR-12")
"""Nobody thinks of a step where there is nothing to stand on."""


# -- points ------------------------------------------------------------------------------------------------------------


def points(t: Table, question: Choose) -> tuple[int, int] | None:
    """The short actions that the activation of a player's model has left, of two; a long one takes both
    (see DZ-ROUND-04)."""
    a = next((frame for frame in reversed(t.state.agenda) if isinstance(frame, Activation)), None)
    if a is None or t.player(a.who) != question.seat:
        return None
    return 0 if a.long else MOST - a.shorts, MOST


def cost(t: Table, question: Choose, pick: Option) -> int | None:
    """How many short actions an option takes; what a command die pays for takes none (see DZ-ROUND-04)."""
    a = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(a, Activation) or form_of(question.topic) != "action of {who}":
        return None
    deed = next((deed for deed in deeds(t, a.who) if deed.name == pick.kind), None)
    if deed is None or deed.length in (FREE, INSTANT):
        return 0
    long = deed.length == LONG or (deed.length != SHORT and is_long(t.weapon(a.who, pick.args[0]), pick.args[2]))
    return MOST if long else 1


# -- wishes ------------------------------------------------------------------------------------------------------------


def wishes(t: Table, page: Page, question: Choose) -> Iterator[Wish]:
    """All that one might think of, the likeliest first."""
    if form_of(question.topic) not in FORMS:
        return
    frame = t.state.agenda[-1] if t.state.agenda else None
    if isinstance(frame, Activation):
        yield from _actions(t, page, frame, {pick.kind for pick in question.options})
    elif isinstance(frame, Move):
        yield from _steps(t, page, frame)
    else:
        for thought in turns(t, t.state.acting):
            if t.state.models[thought.who].status in (RESERVE, PLAY):
                yield _wish(t, page, thought)


def _wish(t: Table, page: Page, thought: Thought) -> Wish:
    pick = thought.option
    return Wish(pick.key, upper(pick.key), _group(pick.kind), thought.law, place_of(t, page, pick))


def _actions(t: Table, page: Page, a: Activation, offered: set[str]) -> Iterator[Wish]:
    """Targets first that cannot be shot while others can, then every action that is not on offer at all."""
    everything = {deed.name: deed for deed in deeds(t, a.who)}
    if may_do(t, a, everything["shoot"]):
        yield from _shots(t, page, a, everything["shoot"])
    for name, deed in everything.items():
        if name in offered or (name in SHOOTING and may_do(t, a, deed)):
            continue
        if deed.length == FREE and name.removeprefix("free_") not in offered:
            continue  # the same action without a die says why not
        why: list[Check] = []
        if not may_do(t, a, deed, why):
            if why[-1].rule == NO_DIE or (name == "stand" and why[-1].rule == PINNED):
                continue  # nobody thinks of dice that are not there, or of standing up twice
            law: Law = partial(may_do, t, a, deed)
        else:
            refusal = nearest((pick.key, partial(deed.target, t, a, pick)) for pick in aimed(t, a, deed))
            if refusal is None:
                continue
            law = refused(refusal)
        yield Wish(name if "{" in KINDS[name][0] else KINDS[name][0], DEEDS.get(name, upper(name)), _group(name), law)


def _group(kind: str) -> str:
    return MENU.group_of.get(kind, MENU.other)


def _shots(t: Table, page: Page, a: Activation, deed: Deed) -> Iterator[Wish]:
    """Every enemy that no weapon can shoot now, the nearest first."""
    at: dict[int, list[Option]] = {}
    for pick in deed.options(t, a):
        if at_model(pick.args[2]):
            at.setdefault(pick.args[1], []).append(pick)
    for target in sorted(at, key=lambda target: t.apart(a.who, target)):
        refusal = nearest((pick.key, partial(deed.target, t, a, pick)) for pick in at[target])
        if refusal is not None:
            pick = next(pick for pick in at[target] if pick.key == refusal.action)
            text = SHOT.format(who=t.name(target))
            law = _in_the_way(t, a.who, target, refused(refusal))
            yield Wish(refusal.action, text, _group("shoot"), law, place_of(t, page, pick))


def _in_the_way(t: Table, who: int, target: int, law: Law) -> Law:
    """The same law; of sight, what is in its way is named (see DZ-SHOOT-07)."""

    def told(why: list[Check]) -> bool:
        passed = law(why)
        if not passed and why[-1].rule == SIGHT:
            bodies = t.poses(who, target) if t.house_rule("bodies") == "solid" else ()
            ray = t.sight.sighting(t.pose(who), t.pose(target), t.state.smoke, bodies).ray
            if ray is not None and ray.stop is not None:
                why.append(sight_check(t.board, ray.stop))
        return passed

    return told


def _steps(t: Table, page: Page, m: Move) -> Iterator[Wish]:
    """Every step to a cube next to it, and straight up and down."""
    here, board = t.cube(m.who), t.board
    x, y, level = board.at[here]
    near = [
        place
        for place in range(board.places)
        for column, row, there in (board.at[board.cube_of[place]],)
        if max(abs(column - x), abs(row - y)) == (there == level) and abs(there - level) <= 1
    ]
    for place in sorted(near, key=lambda place: board.level(board.cube_of[place]) != level):
        wish = _wish(t, page, step_to(t, m, place))
        refusal = nearest(((wish.key, wish.law),))
        if refusal is not None and refusal.decisive.rule not in IN_THE_AIR:
            yield wish._replace(law=refused(refusal))
