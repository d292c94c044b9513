"""What one might want to do at a question of ESCAPE and may not: an entry for each kind of action, and for each
character that cannot be activated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from fireteam.core.questions import Choose, Option
from fireteam.core.refusals import Check
from fireteam.core.topics import form_of
from fireteam.games.escape.actions import activation
from fireteam.games.escape.options import AIMED, AT_AIRLOCK, AT_CHARACTER, AT_DOOR, AT_TOKEN, option_key
from fireteam.games.escape.show import questions, refusals
from fireteam.games.escape.show.labels import MENU
from fireteam.games.escape.show.notes import DEEDS
from fireteam.games.escape.show.words import describe
from fireteam.games.escape.state import BOARD, COMBAT, EQUIPMENT, INTELLECT, MOVEMENT, Character
from fireteam.games.escape.table import Table
from fireteam.kit.reasons import Wish, nearest, refused

UNTHOUGHT = frozenset(
    (
        "something is carried", "a grenade is carried", "a Medkit is carried", "this side may use it",
        "the character is of the I.S.C., who alone close doors", "this side hacks doors", "this side hacks terminals",
        "the character is of the Resistance, who alone hack airlocks", "the scenario lets this side bank by an action",
        "the scenario uses Objectives", "the scenario uses Objectives, without which crates stay where they are",
    )
)  # fmt: skip
"""Checks by which something is no wish at all: what one does not carry, what neither side nor scenario knows; and by
rule: a skill one has not, an airlock that is no exit."""
UNTHOUGHT_RULES = ("ES-PROF-05", "ES-AIR-03")
UNTHOUGHT_TEXTS = re.compile(
    r"Airlock \d+ is an exit of the scenario|\w+ has not been turned over|a crate lies on .*|\w+ (?:is locked|is open)"
)
ACTIVATING = ("activation", "second activation")
POINTS_NAME = "actions ({kinds})"
POINT_KINDS = ((MOVEMENT, "Movement"), (COMBAT, "Combat"), (INTELLECT, "Intellect"))


# -- points ------------------------------------------------------------------------------------------------------------


def acting(t: Table, question: Choose) -> Character | None:
    """Who is asked for an action."""
    active = t.state.active
    return t.state.characters[active] if active >= 0 and question.topic == t.ground.action_topics[active] else None


def points(t: Table, question: Choose) -> tuple[int, int] | None:
    """All actions that whoever acts for a seat has left, and those it has in a turn (ES-PROF-02, ES-PROF-03)."""
    c = _of_seat(t, question)
    if c is None:
        return None
    left = sum(c.left(kind) for kind, _ in POINT_KINDS)
    return left, left + c.used_mvt + c.used_cbt + c.used_int


def points_name(t: Table, question: Choose) -> str:
    """What these are: so many of each kind."""
    c = _of_seat(t, question)
    assert c is not None
    return POINTS_NAME.format(kinds=", ".join(f"{c.left(kind)} {name}" for kind, name in POINT_KINDS))


def _of_seat(t: Table, question: Choose) -> Character | None:
    """The character that acts, if it is one of whoever is asked."""
    s = t.state
    c = s.characters[s.active] if s.active >= 0 else None
    return c if c is not None and s.seats[c.side] == question.seat else None


def cost(t: Table, question: Choose, option: Option) -> int | None:
    """One action; none for what is free, or what somebody else must pay for (see ES-SKILL-10)."""
    c = acting(t, question)
    if c is None:
        return None
    action = activation.ACTIONS.get(option.kind)
    return int(action is not None and action.spends != activation.FREE and c.left(action.spends) > 0)


# -- wishes ------------------------------------------------------------------------------------------------------------


def wishes(t: Table, question: Choose) -> Iterator[Wish]:
    """All that one might think of, the likeliest first."""
    c = acting(t, question)
    if c is not None:
        yield from _actions(t, c, {option.kind for option in question.options})
    elif t.state.scenario and form_of(question.topic) in ACTIVATING:
        yield from _activations(t, question)


def _actions(t: Table, c: Character, offered: set[str]) -> Iterator[Wish]:
    """Every kind of action of which nothing is on offer, by what it comes nearest with."""
    g = t.ground
    if t.state.sharing:
        yield Wish("end", describe(t, g.end), MENU.other, partial(refusals.may_end, t, c))
        if g.firewall_steps_only:
            return
    for kind, text in DEEDS.items():
        if kind in offered or (kind == "grenade" and "grenade_square" in offered):
            continue
        thoughts = (
            (option_key(g, kind, args), partial(activation.allowed, t, c, kind, args)) for args in _near(t, c, kind)
        )
        refusal = nearest(thoughts)
        if refusal is None or not _thinkable(refusal.decisive):
            continue
        option = questions.option_of(t, refusal.action)
        place = questions.place_of(t, option) if option is not None else None
        yield Wish(refusal.action, text, MENU.group_of.get(kind, MENU.other), refused(refusal), place)


def _thinkable(check: Check) -> bool:
    """Whether one might think of something that fails by this check."""
    if check.text in UNTHOUGHT or check.rule in UNTHOUGHT_RULES:
        return False
    return UNTHOUGHT_TEXTS.fullmatch(check.text) is None


def _near(t: Table, c: Character, kind: str) -> list[tuple[Any, ...]]:
    """What an action could be tried on, the nearest first; steps and things put down only beside it."""
    s, g = t.state, t.ground
    everything = list(refusals.everything(t, c, kind))
    if kind in ("step", "drop", "grenade_square"):
        return [args for args in everything if g.squares.periphery[c.square] >> args[0] & 1]
    if kind == "drill":
        return [args for args in everything if c.square in g.board.edge_squares[args[0]]]
    if kind in ("attack", "shoot", "throw", "attract", "grenade"):
        everything = [args for args in everything if _is_foe(s.characters[args[-1]], c)]
    if kind in AT_TOKEN and not g.objectives:
        everything = [args for args in everything if s.tokens[args[0]].kind == EQUIPMENT]

    def far(args: tuple[Any, ...]) -> int:
        return min((g.distance(c.square, at) for at in _squares(t, kind, args) if at >= 0), default=0)

    return sorted(everything, key=far)


def _squares(t: Table, kind: str, args: tuple[Any, ...]) -> tuple[int, ...]:
    """Where something is that an action could be tried on."""
    s, g = t.state, t.ground
    if kind in AT_DOOR:
        door = g.board.doors[args[0]]
        return (door.a, door.b)
    if kind in AT_AIRLOCK:
        return g.board.airlocks[args[0]].squares
    if kind in AT_TOKEN:
        return (s.tokens[args[0]].square,)
    if kind == "hack_terminal":
        return (g.terminals[args[0]].square,)
    return (s.characters[args[-1]].square,) if kind in AT_CHARACTER or kind in AIMED else ()


def _is_foe(other: Character, c: Character) -> bool:
    return other.side != c.side and other.status == BOARD


def _activations(t: Table, question: Choose) -> Iterator[Wish]:
    """Every character of the side that has acted, or cannot come in."""
    for key, law in refusals.thoughts(t, question):
        option = questions.option_of(t, key)
        if option is None or option.kind != "activate":
            continue
        yield Wish(key, describe(t, option), MENU.group_of["activate"], law, questions.place_of(t, option))
