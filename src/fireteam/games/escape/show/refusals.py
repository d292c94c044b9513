"""Why something is not on offer, and which numbers stand behind what is: the laws of the rules, asked for their
checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from fireteam.core.questions import Choose, Option, Question
from fireteam.core.refusals import Check, Modifier, Refusal, Why, need, total
from fireteam.core.topics import form_of, names_of
from fireteam.games.escape import factions, setup
from fireteam.games.escape.actions import activation, combat, hacking, movement
from fireteam.games.escape.actions.attack import DODGES, Attack, attack_parts, may_dodge_with
from fireteam.games.escape.actions.payments import payable
from fireteam.games.escape.damage import caught
from fireteam.games.escape.events import may_toggle, may_toggle_airlock
from fireteam.games.escape.options import option_key
from fireteam.games.escape.show.words import SIDE_NAMES
from fireteam.games.escape.state import (
    BOARD,
    COMBAT,
    CRATE,
    EQUIPMENT,
    INTELLECT,
    ISC,
    LEFT,
    MOVEMENT,
    OUT,
    RESISTANCE,
    STATISTICS,
    WAITING,
    Character,
)
from fireteam.games.escape.table import Table
from fireteam.games.escape.turn import must_act

Law = Callable[[Why], bool]
"""Whether something is possible; writes its checks for whoever asks why."""

Thought = tuple[str, Law]
"""Something that could be thought of: the key it would have, and its law."""

BY_AREA = {"crate {number}": "crate", "equipment {number}": "token", "deploy {who}": "deploy"}
"""Questions that are refused by whole areas, by the form of their topics: the kinds of their options."""

# -- the three ways in -------------------------------------------------------------------------------------------------


def refusals(t: Table, question: Question) -> list[Refusal]:
    """Everything that could be thought of at a decision and is not possible, each with its ordered checks."""
    if not isinstance(question, Choose):
        return []
    c = _active(t, question)
    if c is not None:
        return _refused([("end", partial(may_end, t, c))]) + activation.refusals(t, c)
    return _refused(_by_area(t, question) or thoughts(t, question))


def why_not(t: Table, question: Question, key: str) -> Refusal | None:
    """Why a key is not on offer, with the checks that passed before the one that failed; None where nothing like it is
    known."""
    if not isinstance(question, Choose):
        return None
    for thought, law in thoughts(t, question, far=True):
        if thought == key:
            return next(iter(_refused([(thought, law)])), None)
    return None


def reasons(t: Table, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
    """The numbers behind an option of the active character: attack totals and hacks without their dice, Movement
    left."""
    if t.state.active < 0:
        return []
    c = t.state.characters[t.state.active]
    if option.kind in ("attack", "throw", "shoot", "grenade", "grenade_square"):
        return _attack_reasons(t, c, option)
    if option.kind in ("hack_door", "hack_terminal", "hack_airlock", "attract"):
        return _hack_reasons(t, c, option)
    return [_left_reasons(t, c, MOVEMENT)] if option.kind == "step" else []


def _refused(thoughts: Iterable[Thought]) -> list[Refusal]:
    found = []
    for key, law in thoughts:
        why: list[Check] = []
        if not law(why):
            found.append(Refusal(key, tuple(why)))
    return found


# -- what could be thought of ------------------------------------------------------------------------------------------


def thoughts(t: Table, question: Choose, *, far: bool = False) -> Iterator[Thought]:
    """Everything that could be thought of at a decision; `far`: also what would only lengthen a list."""
    c = _active(t, question)
    if c is not None:
        return _actions(t, c)
    if question.topic in ("activation", "second activation"):
        side = t.state.seats.index(question.seat)
        return _activations(t, side, second=question.topic != "activation", opponents=far)
    found = THOUGHTS.get(form_of(question.topic))
    return iter(()) if found is None else found(t, question)


def _active(t: Table, question: Choose) -> Character | None:
    """The active character, if this is the question for its next action."""
    active = t.state.active
    if active < 0 or question.topic != t.ground.action_topics[active]:
        return None
    return t.state.characters[active]


def _who(t: Table, question: Choose) -> Character:
    """The character that a topic names."""
    return t.state.characters[t.ground.card_index[names_of(question.topic)["who"]]]


def _on_squares(t: Table, kind: str, law: Callable[[int, Why], bool]) -> Iterator[Thought]:
    for square in range(t.ground.squares.count):
        yield option_key(t.ground, kind, (square,)), partial(law, square)


def _by_area(t: Table, question: Choose) -> list[Thought]:
    """Tokens and deployments are refused by whole areas; in a room that is allowed, only its occupied squares are left
    to tell."""
    s, g = t.state, t.ground
    kind = BY_AREA.get(form_of(question.topic))
    if kind is None:
        return []
    laws = dict(thoughts(t, question))
    found: list[Thought] = []
    for code, mask in g.board.areas.items():
        squares = [square for square in range(g.squares.count) if mask >> square & 1]
        keys = [option_key(g, kind, (square,)) for square in squares]
        if kind == "deploy" and code in g.deployment[s.seats.index(question.seat)].rooms:
            found.extend((key, laws[key]) for key in keys)
        else:
            found.append((f"{kind} in {g.board.area_names[code]}", laws[keys[0]]))
    return found


# -- actions -----------------------------------------------------------------------------------------------------------


def _actions(t: Table, c: Character) -> Iterator[Thought]:
    """Every kind of action with everything it could be tried on, near or far."""
    yield "end", partial(may_end, t, c)
    for kind in activation.ACTIONS:
        for args in everything(t, c, kind):
            yield option_key(t.ground, kind, args), partial(activation.allowed, t, c, kind, args)
    for token in t.state.tokens.values():
        if token.square < 0:
            for kind in ("turn_over", "pick_up"):
                yield option_key(t.ground, kind, (token.id,)), partial(_lies, token.id)


def _lies(token: str, why: Why) -> bool:
    """What somebody carries can be neither turned over nor picked up (ES-EQT-04)."""
    return need(why, False, "ES-EQT-04", "{} lies on the board", token)


def everything(t: Table, c: Character, kind: str) -> Iterable[tuple[Any, ...]]:
    """All an action could be thought of with: the candidates of its kind, for aimed ones also whoever is not on the
    board."""
    others = [other.index for other in t.state.characters if other is not c]
    if kind == "throw":
        return [
            (token.id, n)
            for token in t.state.tokens.values()
            if token.kind == CRATE and token.square >= 0
            for n in others
        ]
    if kind == "shoot":
        return [(weapon.name, n) for weapon in t.card(c).ranged for n in others]
    return activation.ACTIONS[kind].candidates(t, c)


def may_end(t: Table, c: Character, why: Why) -> bool:
    """An activation may not end on a square that somebody else stands on (ES-EVT-08)."""
    return need(
        why, not t.state.sharing, "ES-EVT-08", "{} shares {} with nobody", t.card(c).name, t.ground.at(c.square)
    )


# -- activations and entering ------------------------------------------------------------------------------------------


def _activations(t: Table, side: int, *, second: bool, opponents: bool) -> Iterator[Thought]:
    for c in t.state.characters:
        if opponents or c.side == side:
            yield option_key(t.ground, "activate", (c.index,)), partial(_may_activate, t, side, c)
    if not second:
        yield "done", partial(_may_be_done, t, side)


def _may_activate(t: Table, side: int, c: Character, why: Why) -> bool:
    """Who may become active: not yet activated, on the board or able to enter (ES-ACT-01, ES-ACT-02, ES-ACT-06,
    ES-DEPL-03)."""
    name = t.card(c).name
    if not (
        need(why, c.side == side, "ES-ACT-01", "{} is a character of {}", name, SIDE_NAMES[side])
        and need(why, c.status != LEFT, "ES-MOVE-04", "{} has not left the board", name)
    ):
        return False
    if c.status == OUT:
        return (
            need(why, c.side == ISC, "ES-PROF-07", "{} has not been Taken out for good", name)
            and need(
                why,
                c.out_turn < t.state.turn,
                "ES-ACT-06",
                "{} was not Taken out this turn (turn {})",
                name,
                c.out_turn,
            )
            and factions.factory_works(t, c, why)
            and _may_enter(t, c, returning=True, why=why)
        )
    if not need(why, not c.activated, "ES-ACT-02", "{} has not been activated this turn", name):
        return False
    if c.status == WAITING:
        mode = t.ground.deployment[c.side].mode
        return need(why, mode == "entry", "ES-DEPL-02", "{} comes in by an airlock", name) and _may_enter(
            t, c, returning=False, why=why
        )
    return need(why, c.status == BOARD, "ES-ACT-01", "{} is on the board", name)


def _may_enter(t: Table, c: Character, *, returning: bool, why: Why) -> bool:
    """A Movement action, and a square of an airlock that is not blocked and not taken (ES-DEPL-03, ES-FAC-05,
    ES-FAC-06, ES-FAC-11)."""
    if not need(
        why, payable(t, c, MOVEMENT), "ES-DEPL-02", "a Movement action is left ({} of {})", c.left(MOVEMENT), c.mvt
    ):
        return False
    rule = "ES-FAC-11" if returning else "ES-DEPL-03"
    squares = [
        square
        for airlock in _airlocks(t, c, returning)
        if _airlock_usable(t, c, airlock, returning, why)
        for square in t.ground.board.airlocks[airlock].squares
        if _square_usable(t, c, square, why)
    ]
    return need(why, bool(squares), rule, "some airlock square is usable for {}", t.card(c).name)


def _airlocks(t: Table, c: Character, returning: bool) -> Iterable[int]:
    """The airlocks to think of: those of the scenario for an Entry, all for the factory (ES-DEPL-02, ES-FAC-05)."""
    return t.ground.board.airlocks if returning else t.ground.deployment[c.side].airlocks


def _airlock_usable(t: Table, c: Character, airlock: int, returning: bool, why: Why) -> bool:
    g, board = t.ground, t.ground.board
    if not returning:
        return need(
            why,
            airlock in g.deployment[c.side].airlocks,
            "ES-DEPL-02",
            "the scenario names Airlock {} for the Entry of this side",
            airlock,
        )
    entry = board.airlocks[airlock]
    places = tuple(g.at(square) for square in entry.squares)
    if not need(
        why, factions.factory_uses(t, airlock), "ES-FAC-05",
        "Airlock {} is at the edge, or the event is High Security Airlock", airlock, at=places,
    ):  # fmt: skip
        return False
    reach = g.carry.factory_radius
    near = [
        (t.card(other).name, g.at(other.square), min(g.distance(square, other.square) for square in entry.squares))
        for other in t.state.characters
        if other.side == RESISTANCE and other.status == BOARD
    ]
    blockers = [f"{name} on {at} is {distance} away" for name, at, distance in near if distance <= reach]
    note = f" ({', '.join(blockers)})" if blockers else ""
    return need(
        why, not factions.airlock_blocked(t, airlock), "ES-FAC-06",
        "nobody of the Resistance is within {} of Airlock {}{}", reach, airlock, note, at=places,
    )  # fmt: skip


def _square_usable(t: Table, c: Character, square: int, why: Why) -> bool:
    s, at = t.state, t.ground.at(square)
    standing = [t.card(other).name for other in s.characters if other.status == BOARD and other.square == square]
    note = f" ({', '.join(standing)} stands there)" if standing else ""
    over, rule = movement.passing(t, c, 1 << square) if standing else (0, "ES-MOVE-02")
    if rule != "ES-MOVE-02":
        return need(why, over != 0, rule, "{} is free, or a free square can be reached from it{}", at, note, at=(at,))
    return need(why, not standing, "ES-DEPL-03", "{} is free{}", at, note, at=(at,))


def _entries(t: Table, c: Character) -> Iterator[Thought]:
    """Every square, for a character that is about to enter; one that was out comes from the factory (ES-DEPL-02,
    ES-FAC-03)."""
    g, returning = t.ground, c.out_turn > 0

    def law(square: int, why: Why) -> bool:
        airlock = g.board.airlock_at[square]
        return (
            need(why, airlock != 0, "ES-DEPL-02", "{} is a square of an airlock", g.at(square), at=(g.at(square),))
            and _airlock_usable(t, c, airlock, returning, why)
            and _square_usable(t, c, square, why)
        )

    for airlock in g.board.airlocks.values():
        for square in airlock.squares:
            yield option_key(g, "enter", (square,)), partial(law, square)


def _may_be_done(t: Table, side: int, why: Why) -> bool:
    """There is no pass while somebody must act, except for an I.S.C. without opponents (ES-ACT-01, ES-END-02)."""
    waiting = ", ".join(t.card(c).name for c in must_act(t, side))
    if side == ISC and not t.exists(RESISTANCE):
        return need(why, True, "ES-END-02", "no opponent is left to play against")
    return need(why, not waiting, "ES-ACT-01", "nobody is still to be activated ({})", waiting or "nobody")


def _toggles(t: Table) -> Iterator[Thought]:
    for number in range(len(t.ground.board.doors)):
        yield option_key(t.ground, "toggle", (number,)), partial(may_toggle, t, number)
    for number in t.ground.hack_airlocks:
        yield option_key(t.ground, "toggle_airlock", (number,)), partial(may_toggle_airlock, t, number)


# -- dodging -----------------------------------------------------------------------------------------------------------


def _dodges(t: Table, question: Choose, *, late: bool) -> Iterator[Thought]:
    """The three things a Dodge can be paid with (ES-DEF-02, ES-FAC-10, ES-EQ-01)."""
    for kind in DODGES:
        yield option_key(t.ground, kind, ()), partial(may_dodge_with, t, _who(t, question), kind, late)


# -- by the form of a question -----------------------------------------------------------------------------------------


def _placing(t: Table, option: str, kind: str) -> Iterator[Thought]:
    return _on_squares(t, option, lambda square, why: setup.may_place(t, kind, square, why))


def _deploying(t: Table, question: Choose) -> Iterator[Thought]:
    side = t.state.seats.index(question.seat)
    return _on_squares(t, "deploy", lambda square, why: setup.may_deploy(t, side, square, why))


def _celestial(t: Table) -> Iterator[Thought]:
    """Celestial Order leads to any free square (ES-EVT-03)."""

    def law(square: int, why: Why) -> bool:
        at = t.ground.at(square)
        return need(why, not t.state.occupied >> square & 1, "ES-EVT-03", "{} is free", at, at=(at,))

    return _on_squares(t, "celestial_to", law)


THOUGHTS: dict[str, Callable[[Table, Choose], Iterator[Thought]]] = {
    "dodge of {who}": lambda t, question: _dodges(t, question, late=False),
    "dodge of {who} after the roll": lambda t, question: _dodges(t, question, late=True),
    "{who} enters": lambda t, question: _entries(t, _who(t, question)),
    "short circuit": lambda t, _: _toggles(t),
    "crate {number}": lambda t, _: _placing(t, "crate", CRATE),
    "equipment {number}": lambda t, _: _placing(t, "token", EQUIPMENT),
    "deploy {who}": _deploying,
    "celestial order of {who}": lambda t, _: _celestial(t),
}
"""What could be thought of at a question, by the form of its topic."""


# -- numbers -----------------------------------------------------------------------------------------------------------


def _attack_reasons(t: Table, c: Character, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
    """The Attack total against each target that does not dodge, less the die, and where both values come from
    (ES-CBT-03, ES-CBT-05)."""
    s, g = t.state, t.ground
    weapon, power = "", 0
    if option.kind == "throw":
        weapon, power = g.crate.name, g.crate.power
    elif option.kind == "shoot":
        weapon, power = next((entry.name, entry.power) for entry in t.card(c).ranged if entry.name == option.args[0])
    elif option.kind != "attack":
        grenade = g.equipment[s.tokens[c.holds].label]
        weapon, power = grenade.name, grenade.power
    if option.kind == "grenade_square":
        targets = [
            who for who in caught(t, option.args[0]) if not (g.scrambler_stops_area and combat.protected(t, who))
        ]
    else:
        targets = [s.characters[option.args[-1]]]
    a = Attack(c, weapon, power, combat.NO_PENALTY, targets)
    found = [(f"attack on {t.card(d.who).name} without the die", attack_parts(t, a, d)[1:]) for d in a.defences]
    for who in (c, *(target for target in targets if target is not c)):
        found.append((f"{STATISTICS[COMBAT]} of {t.card(who).name}", t.value_parts(who, COMBAT)))
    return found


def _hack_reasons(t: Table, c: Character, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
    """The face that a hack needs with each Int it may use, and where the Int comes from (ES-INT-02, ES-ROLL-03,
    ES-SKILL-09)."""
    s, g = t.state, t.ground
    number = option.args[0]
    target = s.characters[number] if option.kind == "attract" else None
    if option.kind == "hack_door":
        name, difficulty = g.board.doors[number].id, g.board.doors[number].difficulty
    elif option.kind == "hack_terminal":
        name, difficulty = g.terminals[number].id, g.terminals[number].difficulty
    elif target is not None:
        name, difficulty = t.card(target).name, target.int
    else:
        name, difficulty = f"Airlock {number}", g.hack_airlocks[number]
    found = []
    for who in (c, *_leaders(t, c)):
        h = hacking.Hack(c, target, difficulty)
        h.intellect = (who.int, f"Int of {t.card(who).name}")
        own = hacking.hack_parts(h)[1:]
        face = (
            Modifier(difficulty, f"difficulty of {name}", "ES-ROLL-03"),
            *(part._replace(amount=-part.amount) for part in own),
        )
        found.append((f"face needed with Int of {t.card(who).name}", face))
        found.append((f"{STATISTICS[INTELLECT]} of {t.card(who).name}", t.value_parts(who, INTELLECT)))
    return found


def _leaders(t: Table, c: Character) -> list[Character]:
    """Whose Int the rule would offer besides the own one: asked of the rule itself (ES-SKILL-09)."""
    question = next(hacking.choose_intellect(t, c), None)
    if not isinstance(question, Choose):
        return []
    return [t.state.characters[option.args[0]] for option in question.options if option.kind == "leader_int"]


def _left_reasons(t: Table, c: Character, statistic: int) -> tuple[str, tuple[Modifier, ...]]:
    """Actions of a kind that are left: the value less those performed, never below 0 (ES-PROF-02, ES-PROF-03,
    ES-PROF-04)."""
    parts = t.value_parts(c, statistic)
    if c.used(statistic):
        parts = (*parts, Modifier(-c.used(statistic), "performed this turn", "ES-PROF-03"))
    below = c.left(statistic) - total(parts)
    if below:
        parts = (*parts, Modifier(below, "never below 0", "ES-PROF-04"))
    return f"{STATISTICS[statistic]} actions left", parts
