"""What could be thought of at a question of a battle and is not possible, each with its law; and the numbers behind
options. The laws are those of the chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from fireteam.core.questions import Choose, Option, Question
from fireteam.core.refusals import Check, Modifier, Refusal, Why, need
from fireteam.core.topics import form_of
from fireteam.games.deadzone.actions import FREE, SHOOTING, Activation, Deed, deeds, fought, may_do, move_by
from fireteam.games.deadzone.assault import ACTION, MOVED, Assault, fight_parts
from fireteam.games.deadzone.geometry import in_cubes, step_check
from fireteam.games.deadzone.movement import Move, going, may_step, speed, terms
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.pinning import attackable
from fireteam.games.deadzone.round import Round
from fireteam.games.deadzone.shooting import PLAIN, Shot, candidates, is_long, ranged_parts
from fireteam.games.deadzone.state import PLAY
from fireteam.games.deadzone.table import FISTS, Table
from fireteam.space.cubes.steps import Barred

FIGHTING = ("assault", "free_assault", "fight")
MOVING = ("free_advance", "advance", "sprint")
"""Kinds of options that begin a move, the shortest first."""
FORMS = frozenset(("action of {who}", "{move} of {who}", "turn of {player}"))
"""The questions at which more could be thought of than is on offer."""


class Thought(NamedTuple):
    """Something that could be thought of: the option it would be, its law, and who would do it."""

    option: Option
    law: Callable[[Why], bool]
    who: int
    barred: Barred | None = None
    """What bars a step."""


def refusals(t: Table, question: Question) -> list[Refusal]:
    """Everything that could be thought of and is not possible."""
    return [found for thought in thoughts(t, question) if (found := refused(thought)) is not None]


def why_not(t: Table, question: Question, key: str) -> Refusal | None:
    """Why a key is not on offer."""
    meant = next((thought for thought in thoughts(t, question) if thought.option.key == key), None)
    return None if meant is None else refused(meant)


def refused(thought: Thought) -> Refusal | None:
    """The refusal of a thought; None if it is possible."""
    why: list[Check] = []
    return None if thought.law(why) else Refusal(thought.option.key, tuple(why))


def thoughts(t: Table, question: Question) -> Iterator[Thought]:
    """All that could be thought of at a question."""
    if isinstance(question, Choose) and form_of(question.topic) in FORMS:
        yield from under_way(t)


def under_way(t: Table) -> Iterator[Thought]:
    """All that could be thought of by what is under way: actions, steps, whom to activate."""
    frame = t.state.agenda[-1] if t.state.agenda else None
    if isinstance(frame, Activation):
        yield from actions(t, frame)
    elif isinstance(frame, Move):
        yield from steps(t, frame)
    elif isinstance(frame, Round):
        yield from turns(t, t.state.acting)


# -- activations -------------------------------------------------------------------------------------------------------


def actions(t: Table, a: Activation) -> Iterator[Thought]:
    """Every action at everything it could be aimed at."""
    for deed in deeds(t, a.who):
        for pick in aimed(t, a, deed):
            yield Thought(pick, _law(t, a, deed, pick), a.who)


def aimed(t: Table, a: Activation, deed: Deed) -> list[Option]:
    """The options of an action, possible or not."""
    if deed.name in SHOOTING:
        return candidates(t, a.who, deed.name, short=True, long=True)
    if deed.name in FIGHTING:
        foes = [m.index for m in t.state.models if m.status == PLAY and m.index != a.who and t.hostile(a.who, m.index)]
        return [option(deed.name, t.name(foe), args=(foe,)) for foe in foes]
    return list(deed.options(t, a))


def _law(t: Table, a: Activation, deed: Deed, pick: Option) -> Callable[[Why], bool]:
    def law(why: Why) -> bool:
        if not may_do(t, a, deed, why):
            return False
        if deed.name in SHOOTING:
            long = deed.length != FREE and is_long(t.weapon(a.who, pick.args[0]), pick.args[2]) and a.shorts > 0
            if not need(why, not long, "DZ-ROUND-04", "it has taken no short action"):
                return False
        if deed.name in FIGHTING:
            foe, able = pick.args[0], fought(t, a) if deed.name == "assault" else attackable(t, a.who)
            return need(
                why, t.place(foe) == t.place(a.who), "DZ-ASLT-01", "{} is in its cube", t.name(foe), at=(t.name(foe),)
            ) and need(why, foe in able, "DZ-ASLT-01", "{} may be attacked now", t.name(foe), at=(t.name(foe),))
        return deed.target(t, a, pick, why)

    return law


def turns(t: Table, seat: int) -> Iterator[Thought]:
    """Every model of a side (see DZ-ROUND-03)."""
    for m in t.state.models:
        if m.side == seat:
            name = t.name(m.index)
            yield Thought(option("activate", name, args=(m.index,)), _waits(t, m.index), m.index)


def _waits(t: Table, who: int) -> Callable[[Why], bool]:
    def law(why: Why) -> bool:
        m, name = t.state.models[who], t.name(who)
        return need(why, m.status in t.takes_turns, "DZ-ROUND-02", "{} is on the battlefield", name) and need(
            why, not m.activated, "DZ-ROUND-03", "{} has not been activated in this round", name, at=(name,)
        )

    return law


# -- steps -------------------------------------------------------------------------------------------------------------


def steps(t: Table, m: Move) -> Iterator[Thought]:
    """Every step to a place next to where a model is."""
    here = t.cube(m.who)
    for place in range(t.board.places):
        if t.board.distance(here, t.board.cube_of[place]) == 1:
            yield step_to(t, m, place)


def step_to(t: Table, m: Move, place: int) -> Thought:
    """A step, with what bars it."""
    pick = option("step", t.board.place_name(place), args=(place, m.left - 1, m.lifts, 0))
    barred = t.steps.step(t.place(m.who), place, t.gaits[m.who]).barred
    return Thought(pick, partial(may_step, t, m, place), m.who, barred)


def ways_to(t: Table, question: Question, cube: int) -> Iterator[Thought]:
    """The ways to a cube that somebody points at, in the longest move there is: one step, or more than it reaches."""
    m = longest(t, question)
    if m is None or cube == t.cube(m.who):
        return
    reach = t.steps.reach(going(m, t), t.gaits[m.who], terms(t, m.who, peaceful=m.peaceful, wary=m.wary))
    far = t.board.distance(t.cube(m.who), cube) > 1
    barred = obstacle(t, m, reach, cube) if far else None
    for place in t.board.places_of[cube]:
        if place not in reach:
            thought = step_to(t, m, place)
            far_law = partial(_out_of_reach, t, m, place, barred)
            yield thought._replace(law=far_law, barred=barred) if far else thought


def obstacle(t: Table, m: Move, reach: Mapping[int, tuple[int, ...]], cube: int) -> Barred | None:
    """What bars the next step towards a cube from the place that comes nearest to it; None if the way is only long."""
    board = t.board
    ways = {t.place(m.who): (), **reach}
    near = min(ways, key=lambda place: (board.distance(board.cube_of[place], cube), len(ways[place])))
    left = board.distance(board.cube_of[near], cube)
    if len(ways[near]) >= m.left:
        return None
    closer = [
        place
        for place in range(board.places)
        if board.distance(board.cube_of[near], board.cube_of[place]) == 1
        and board.distance(board.cube_of[place], cube) < left
    ]
    steps = [t.steps.step(near, place, t.gaits[m.who]).barred for place in closer]
    return next((barred for barred in steps if barred is not None), None) if None not in steps else None


def _out_of_reach(t: Table, m: Move, place: int, barred_on_the_way: Barred | None, why: Why) -> bool:
    """What cannot be reached: it is too far, nobody could stand there, a step of the way is barred, or no way leads
    there."""
    name, cube = t.board.place_name(place), t.board.cube_of[place]
    far = t.board.distance(t.cube(m.who), cube) > m.left + m.lifts
    barred = t.steps.why_not_stand(place, t.gaits[m.who])
    if not need(why, not far, "DZ-MOVE-01", "{} is within {}", name, in_cubes(m.left), at=(name,)):
        return False
    if barred is not None and why is not None:
        why.append(step_check(t.board, barred))
        return False
    if not need(why, t.fits(m.who, place), "DZ-MOVE-06", "its side leaves room in {}", name, at=(name,)):
        return False
    if barred_on_the_way is not None and why is not None:
        why.append(step_check(t.board, barred_on_the_way))
        return False
    return need(why, False, "DZ-MOVE-01", "a way of {} leads to {}", in_cubes(m.left), name, at=(name,))


def longest(t: Table, question: Question) -> Move | None:
    """The move under way, or the longest that could begin."""
    frame = t.state.agenda[-1] if t.state.agenda else None
    if isinstance(frame, Move):
        return frame
    if not isinstance(frame, Activation) or not isinstance(question, Choose) or not speed(t, frame.who)[0]:
        return None
    return next((m for _, m in reversed(beginnings(t, frame.who, question))), move_by(t, frame.who, "sprint"))


def beginnings(t: Table, who: int, question: Choose) -> list[tuple[str, Move]]:
    """The moves that a question offers to begin, the shortest first."""
    offered = {pick.kind: pick.key for pick in question.options}
    return [(offered[kind], move_by(t, who, kind)) for kind in MOVING if kind in offered]


# -- the numbers behind options ----------------------------------------------------------------------------------------


def reasons(t: Table, pick: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
    """The dice of a shot or an assault with their reasons, before anybody adds or re-rolls."""
    if pick.kind in SHOOTING and pick.args[2] == PLAIN and t.state.active >= 0:
        number, target, mode = pick.args
        return [("RANGED dice", ranged_parts(t, Shot(t.state.active, number, target, mode)))]
    if pick.kind in FIGHTING and t.state.active >= 0:
        foe, who = pick.args[0], t.state.active
        s = Assault(who, foe, MOVED if pick.kind == "fight" else ACTION, was_pinned=t.state.models[foe].pinned)
        arms = [weapon for _, weapon in t.weapons(who) if weapon.close] or [FISTS]
        return [(f"FIGHT dice, {weapon.name}", fight_parts(t, s, who, foe, weapon)) for weapon in arms]
    return []
