"""What a question or a refusal of ESCAPE points at: options with their places, and what to draw where something is not
possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fireteam.core.questions import Choose, Option, Question
from fireteam.core.refusals import Check, Refusal
from fireteam.core.scene import CheckView, Die, Mark, MarkKind, Place, RefusalView, Shape
from fireteam.core.topics import Topic, names_of
from fireteam.games.escape.actions import activation
from fireteam.games.escape.ground import Ground
from fireteam.games.escape.options import (
    AIMED,
    AT_AIRLOCK,
    AT_CHARACTER,
    AT_DOOR,
    AT_SQUARE,
    AT_TOKEN,
    KINDS,
    option_key,
)
from fireteam.games.escape.show import labels as say
from fireteam.games.escape.show import refusals
from fireteam.games.escape.show.notes import TOLD
from fireteam.games.escape.show.pieces import RADIUS, Scenery, door_state, scenery_of
from fireteam.games.escape.show.words import describe, roll_name
from fireteam.games.escape.state import BOARD, Character
from fireteam.games.escape.table import Table
from fireteam.kit.squares import centre, edge_shape, outline, square_shape
from fireteam.kit.words import upper
from fireteam.space.squares import bits

PLAIN_SQUARES = frozenset(AT_SQUARE) - {"drop", "step", "grenade_square"}
"""Options whose words depend on nothing but their square, and that cost nothing."""

LIKELY = (
    "step", "enter", "attack", "shoot", "throw", "grenade", "attract", "pick_up", "turn_over", "open", "hack_door",
    "close", "hack_terminal", "leave", "hack_airlock", "give", "activate", "drill", "drop", "grenade_square",
)  # fmt: skip
"""What a player most likely meant, first."""
REROLL = "reroll {die}"
"""The outer form of a question whether a die is rerolled."""
MOST = 12
"""Refusals told at once."""

# -- questions ---------------------------------------------------------------------------------------------------------


SETTING_UP = ("setup_initiative", "crates", "equipment", "consequences", "courier", "deploy")
"""The phases before the first turn (ES-SETUP-01)."""


def subject(t: Table, question: Question) -> str:
    """The character that a question is about: the one its topic names, else the active one; as a piece, if there is
    one."""
    g, s = t.ground, t.state
    if not s.scenario:
        return ""
    index = g.card_index.get(names_of(question.topic).get("who", ""), s.active)
    return g.cards[index].id if index >= 0 and s.characters[index].status == BOARD else ""


def taken(g: Ground, question: Choose, dice: Sequence[Die]) -> dict[str, list[list[int]]]:
    """The die that each reroll takes: the one that counts under the topic of its roll (ES-ROLL-06)."""
    about = question.topic
    if not isinstance(about, Topic) or about.outer != REROLL:
        return {}
    name = upper(roll_name(g, about.parts["die"]))
    lying = [place for place, die in enumerate(dice) if die["name"] == name and die["state"] != "replaced"]
    return {option.key: [lying[-1:]] for option in question.options if option.kind != "keep" and lying}


def falls(t: Table, question: Choose, option: Option) -> bool:
    """Whether dice follow an option by what it pays for or picks up: a payment for a roll, a token nobody has seen."""
    kind = option.kind
    if kind.startswith("pay_"):
        return names_of(question.topic).get("statistic") in ("Cbt", "Int")
    return kind == "pick_up" and not t.state.tokens[option.args[0]].label


def place_of(t: Table, option: Option) -> Place | None:
    """The piece, part or spot that an option points at; None if it points at nothing on the board."""
    g, s, kind, args = t.ground, t.state, option.kind, option.args
    if kind in AT_SQUARE:
        return {"spot": g.at(args[0]), "shape": square_shape(g.squares, args[0])}
    if kind in AT_CHARACTER or kind in AIMED:
        index = args[-1]
        return {"piece": g.cards[index].id} if s.characters[index].status == BOARD else None
    if kind in AT_TOKEN:
        return {"piece": args[0]} if s.tokens[args[0]].square >= 0 else None
    if kind in AT_DOOR:
        return {"part": g.board.doors[args[0]].id}
    if kind in AT_AIRLOCK:
        return {"part": f"airlock {args[0]}"}
    if kind == "hack_terminal":
        return {"part": g.terminals[args[0]].id}
    if kind == "drill":
        return {"part": g.board.edge_name(args[0])}
    if kind == "dark":
        return {"spot": f"area {args[0]}", "shape": outline(g.squares, g.board.areas[args[0]])}
    return None


# -- what is not possible ----------------------------------------------------------------------------------------------


def why_at(t: Table, question: Question, place: str) -> list[RefusalView]:
    """What is not possible at a place ("piece ID", "part ID", "spot X,Y"), the likeliest wish first."""
    if not isinstance(question, Choose) or not t.state.scenario:
        return []
    names = _names_at(t, place)
    thoughts = [option for option in _thoughts(t, question) if names & _name_of(t, option)]
    thoughts.sort(key=lambda option: LIKELY.index(option.kind) if option.kind in LIKELY else len(LIKELY))
    likely = [option for option in thoughts if _worth_telling(t, option)]
    found = []
    for option in likely or thoughts:
        refusal = _refused(t, question, option)
        if refusal is not None:
            found.append(_view(t, refusal, option))
            if len(found) == MOST:
                break
    return found


def why_view(t: Table, refusal: Refusal) -> RefusalView:
    """A refusal in words, with what to draw for each of its checks."""
    return _view(t, refusal, option_of(t, refusal.action) if t.state.scenario else None)


def _view(t: Table, refusal: Refusal, option: Option | None) -> RefusalView:
    text = describe(t, option) if option is not None else refusal.action[:1].upper() + refusal.action[1:]
    checks: list[CheckView] = [
        {"rule": check.rule, "passed": check.passed, "text": check.text, "marks": marks(t, check)}
        for check in refusal.checks
    ]
    return {"key": refusal.action, "text": text, "checks": checks, "reason": TOLD.told(refusal.decisive)}


def _active(t: Table, question: Choose) -> Character | None:
    active = t.state.active
    return t.state.characters[active] if active >= 0 and question.topic == t.ground.action_topics[active] else None


def _thoughts(t: Table, question: Choose) -> Iterator[Option]:
    """Everything with a place that could be thought of at a question."""
    g = t.ground
    c = _active(t, question)
    if c is not None:
        for kind in activation.ACTIONS:
            for args in refusals.everything(t, c, kind):
                yield g.option(kind, *args)
        return
    for key, _ in refusals.thoughts(t, question, far=True):
        option = option_of(t, key)
        if option is not None:
            yield option


def _refused(t: Table, question: Choose, option: Option) -> Refusal | None:
    c = _active(t, question)
    if c is not None:
        return activation.refusal(t, c, option.kind, option.args)
    return refusals.why_not(t, question, option.key)


def _worth_telling(t: Table, option: Option) -> bool:
    """Whether somebody who points there may have meant this; what one has no means for is not meant."""
    s, kind = t.state, option.kind
    if s.active < 0 or kind not in activation.ACTIONS:
        return True
    c = s.characters[s.active]
    if kind in ("grenade", "grenade_square"):
        held = t.equipment(c)
        return held is not None and bool(held.grenade)
    if kind == "throw":
        return s.tokens[option.args[0]].square == c.square
    if kind in ("drop", "give"):
        return bool(c.holds)
    if kind in ("attack", "shoot"):
        target: int = option.args[-1]
        return s.characters[target].side != c.side
    skill = activation.ACTIONS[kind].skill
    return not skill or activation.has_skill_for(t, c, skill)


def _names_at(t: Table, place: str) -> set[str]:
    """A place by all its names: a spot is also whoever stands and whatever lies or is built there."""
    g, s = t.ground, t.state
    kind, _, name = place.partition(" ")
    found = {place}
    square = scenery_of(g).spots.get(name) if kind == "spot" else None
    if square is None:
        return found
    found |= {f"piece {g.cards[c.index].id}" for c in s.characters if c.status == BOARD and c.square == square}
    found |= {f"piece {token.id}" for token in s.tokens.values() if token.square == square}
    found |= {f"part {terminal.id}" for terminal in g.terminals if terminal.square == square}
    if g.board.airlock_at[square]:
        found.add(f"part airlock {g.board.airlock_at[square]}")
    return found


def _name_of(t: Table, option: Option) -> set[str]:
    """The name of the place an option points at; none for what points at nothing."""
    place = place_of(t, option)
    if place is None:
        return set()
    return {f"{kind} {name}" for kind, name in place.items() if kind != "shape"}


def option_of(t: Table, key: str) -> Option | None:
    """The option with a key, whether it is on offer or not."""
    g, s = t.ground, t.state
    scenery = scenery_of(g)
    if scenery.keys is None:
        scenery.keys = dict(_keys(g))
    found = scenery.keys.get(key)
    if found is not None:
        return g.option(*found)
    verb, _, rest = key.partition(" ")
    token, _, target = rest.removeprefix("over ").removeprefix("up ").partition(" at ")
    if verb in ("turn", "pick") and token in s.tokens:
        return g.option("turn_over" if verb == "turn" else "pick_up", token)
    if verb == "throw" and token in s.tokens and target in g.card_index:
        return g.option("throw", token, g.card_index[target])
    return g.option("shoot", token, g.card_index[target]) if verb == "shoot" and target in g.card_index else None


def _keys(g: Ground) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every key that names something of the ground, with the option it stands for."""
    everything: dict[tuple[str, ...], Iterable[Any]] = {
        AT_SQUARE: range(g.squares.count),
        AT_CHARACTER: range(len(g.cards)),
        AT_DOOR: range(len(g.board.doors)),
        AT_AIRLOCK: g.board.airlocks,
        ("hack_terminal",): range(len(g.terminals)),
        ("drill",): bits(g.board.walls),
    }
    for kinds, arguments in everything.items():
        named = list(arguments)
        for kind in kinds:
            for argument in named:
                yield option_key(g, kind, (argument,)), (kind, argument)
    for kind in (
        "end",
        "done",
        "no_pick_up",
        "bank",
        "medkit",
        "no_dodge",
        "dodge_own",
        "dodge_token",
        "dodge_shield",
    ):
        yield KINDS[kind][0](g, ()), (kind,)


# -- what to draw ------------------------------------------------------------------------------------------------------

SIGHT, DISTANCE, BORDER = "sight", "distance", "wall"
LINES = {
    "ES-TERM-04": SIGHT,
    "ES-EQT-06": SIGHT,
    "ES-OBJ-05": SIGHT,
    "ES-EQT-08": SIGHT,
    "ES-INT-04": SIGHT,
    "ES-CBT-02": DISTANCE,
    "ES-CBT-04": DISTANCE,
    "ES-SKILL-03": DISTANCE,
    "ES-EQT-03": DISTANCE,
    "ES-EQT-04": DISTANCE,
    "ES-INT-02": DISTANCE,
    "ES-MOVE-01": DISTANCE,
    "ES-MOVE-02": BORDER,
}
"""What two squares of a check mean, by its rule: a line from the first to the second."""


def marks(t: Table, check: Check) -> list[Mark]:
    """What shows a check on the board: the sight line and what blocks it, a wall, a distance, or the squares it is
    about."""
    scenery = scenery_of(t.ground)
    squares = [scenery.spots[name] for name in check.places if name in scenery.spots]
    line = LINES.get(check.rule, "") if len(squares) == len(check.places) == 2 else ""
    if line == SIGHT:
        return sight_marks(t, squares[0], squares[1], check.passed)
    if line == DISTANCE:
        return [distance_mark(t, squares[0], squares[1])]
    if line == BORDER:
        return [*([] if check.passed else _border(t, squares[0], squares[1])), _spot(t, squares[1])]
    return [mark for name in check.places for mark in _named(t, scenery, name)]


def _named(t: Table, scenery: Scenery, name: str) -> list[Mark]:
    """The mark of a place by its name: a square, a door, a wall or an airlock."""
    g, board = t.ground, t.ground.board
    if name in scenery.spots:
        return [_spot(t, scenery.spots[name])]
    for door in board.doors:
        if door.id == name:
            return [_edge_mark(t, "wall", door.edge.bit_length() - 1)]
    for edge, known in board.edge_names.items():
        if known == name:
            return [_edge_mark(t, "wall", edge)]
    for airlock in board.airlocks.values():
        if f"airlock {airlock.id}" == name:
            shape = outline(g.squares, airlock.mask)
            return [{"kind": "spot", "shape": shape, "text": say.MARKS["airlock"].format(airlock=airlock.id)}]
    return []


def _spot(t: Table, square: int) -> Mark:
    shape = square_shape(t.ground.squares, square)
    return {"kind": "spot", "shape": shape, "text": say.MARKS["spot"].format(spot=t.ground.at(square))}


def _line(t: Table, a: int, b: int) -> Shape:
    squares = t.ground.squares
    return {"line": [*centre(squares, a), *centre(squares, b)]}


def distance_mark(t: Table, a: int, b: int) -> Mark:
    """The distance between two squares (ES-TERM-03)."""
    g = t.ground
    text = say.MARKS["distance"].format(distance=g.distance(a, b), a=g.at(a), b=g.at(b))
    return {"kind": "distance", "shape": _line(t, a, b), "text": text}


def sight_marks(t: Table, a: int, b: int, passed: bool) -> list[Mark]:
    """The sight line and, if it is blocked, what stands in its way first (ES-TERM-04, ES-TERM-05)."""
    g, s = t.ground, t.state
    found: list[Mark] = [
        {"kind": "sight", "shape": _line(t, a, b), "text": say.MARKS["sight"].format(a=g.at(a), b=g.at(b))}
    ]
    block = None if passed else g.squares.first_block(a, b, s.shut, s.occupied, apart=g.corners_apart)
    if block is not None:
        found += [_edge_mark(t, "blocked", edge) for edge in bits(block.edges)]
        for square in bits(block.squares):
            x, y = centre(g.squares, square)
            who = " and ".join(t.card(c).name for c in s.characters if c.status == BOARD and c.square == square)
            found.append(
                {"kind": "blocked", "shape": {"circle": [x, y, RADIUS]}, "text": say.MARKS["figure"].format(who=who)}
            )
    return found


def _border(t: Table, a: int, b: int) -> list[Mark]:
    """The wall or shut door between two squares that touch."""
    squares = t.ground.squares
    return [_edge_mark(t, "wall", squares.edge(a, b))] if squares.adjacent[a] >> b & 1 else []


def _edge_mark(t: Table, kind: MarkKind, edge: int) -> Mark:
    board = t.ground.board
    shape = edge_shape(t.ground.squares, *board.edge_squares[edge])
    for door in board.doors:
        if door.edge >> edge & 1:
            state = say.DOOR_STATES[door_state(t.state, door)]
            return {"kind": kind, "shape": shape, "text": say.MARKS["door"].format(door=door.id, state=state)}
    return {"kind": kind, "shape": shape, "text": say.MARKS["wall"].format(edge=board.edge_name(edge))}
