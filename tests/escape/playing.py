"""Whole games for tests: who answers at random and how, and what must hold at every state."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import fireteam
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.core.questions import Choose, Option
from fireteam.games.escape.actions.activation import ACTIONS, allowed
from fireteam.games.escape.state import BOARD, ISC, LEFT, OUT, RESISTANCE, WAITING, State
from tests.kit import playing
from tests.kit.playing import Policy, question_faults

SCENARIOS = ("infiltration", "evasion", "data-heist", "last-bastion", "core-breach", "manhunt")
OTHER_OPTIONS: Mapping[str, Any] = {
    "distance_metric": "chebyshev",
    "first_player_choice": "after_event",
    "blast_through_walls": False,
    "scrambler_stops_area": True,
    "objective_handover_los": True,
    "corner_sight": "one_open_side",
    "airlocks_are_doors": False,
    "firewall_actions": "steps",
    "short_circuit_lasts": "for_good",
    "push_in_attack": "hand_to_hand",
    "late_dodge_rerolls": "dodger",
    "power_in_opposed": True,
    "objective_drop": True,
    "look_on_own_square": True,
    "armless_receives": False,
    "pick_up": "own_activation",
}
"""Every option away from its default; the other setting of the tests is the defaults."""

FIGHTING = {
    "attack",
    "throw",
    "shoot",
    "grenade",
    "grenade_square",
    "attract",
    "drill",
    "hack_door",
    "hack_terminal",
    "hack_airlock",
}
HANDLING = {"pick_up", "turn_over", "medkit", "give", "bank", "radio"}


def lively(match: Match, rng: random.Random) -> Option:
    """Fights and handles things where it can; seldom ends an activation or leaves. Random play hardly ever fights."""
    options: Sequence[Option] = match.decision.options
    fights = [option for option in options if option.kind in FIGHTING]
    if fights and rng.random() < 0.8:
        return rng.choice(fights)
    handles = [option for option in options if option.kind in HANDLING]
    if handles and rng.random() < 0.6:
        return rng.choice(handles)
    steps = [option for option in options if option.kind in ("step", "open")]
    if steps and rng.random() < 0.6:
        return _towards_foes(match, steps, rng)
    others = [option for option in options if option.kind not in ("end", "done", "keep", "leave")]
    if others and rng.random() < 0.93:
        return rng.choice(others)
    return rng.choice(options)


def _towards_foes(match: Match, options: list[Option], rng: random.Random) -> Option:
    """The step nearest to an opponent, or through a door."""
    s: State = match.state
    place = match.setting.ground(s.scenario).squares.place  # type: ignore[attr-defined]  # ESCAPE's setting
    side = s.characters[s.active].side
    foes = [place(c.square) for c in s.characters if c.side != side and c.status == BOARD]
    doors = [option for option in options if option.kind == "open"]
    if doors or not foes:
        return rng.choice(doors or options)

    def far(option: Option) -> int:
        x, y = place(option.args[0])
        found: int = min(abs(x - foe_x) + abs(y - foe_y) for foe_x, foe_y in foes)
        return found

    return min(options, key=far)


def game(number: int, *, checkpoints: int = CHECKPOINT_AFTER, events: bool = True, **wishes: Any) -> Match:
    """The match with that number: scenarios rotate, then the two option settings."""
    return fireteam.new(
        "escape",
        scenario=SCENARIOS[number % 6],
        seed=number,
        options=OTHER_OPTIONS if number // 6 % 2 else None,
        checkpoints=checkpoints,
        events=events,
        **wishes,
    )


def decisions(match: Match, number: int, policy: Policy | None = None) -> Iterator[Choose]:
    """Play a match out, stopping before every answer; livelily if nobody says how."""
    return playing.decisions(match, number, policy or lively)


def play_out(match: Match, number: int, policy: Policy | None = None) -> Match:
    """Play a match to its end."""
    return playing.play_out(match, number, policy or lively)


def faults(match: Match) -> list[str]:
    """Everything that is wrong with a position; empty for a sound one."""
    return [*_character_faults(match), *_token_faults(match), *_board_faults(match), *question_faults(match)]


def _character_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    g = match.setting.ground(s.scenario)  # type: ignore[attr-defined]  # ESCAPE's setting
    stands = {RESISTANCE: 0, ISC: 0}
    squares: list[int] = []
    for c, card in zip(s.characters, g.cards, strict=True):
        if c.index != card.index or c.side != card.side:
            yield f"{card.id} is not itself"
        if c.status not in (WAITING, BOARD, OUT, LEFT):
            yield f"{card.id} has status {c.status}"
        if (c.square >= 0) != (c.status == BOARD):
            yield f"{card.id} has status {c.status} and square {c.square}"
        if c.status == BOARD:
            stands[c.side] |= 1 << c.square
            squares.append(c.square)
            if not 0 <= c.damage < card.life:
                yield f"{card.id} stands with {c.damage} of {card.life} damage"
        if c.status == OUT and (c.damage < card.life or c.out_turn > s.turn):
            yield f"{card.id} is out with {c.damage} of {card.life} damage since turn {c.out_turn}"
        if min(c.used_mvt, c.used_cbt, c.used_int, c.damage, c.mvt, c.cbt, c.int) < 0:
            yield f"{card.id} has a negative counter"
    doubled = len(squares) - len(set(squares))
    if doubled != (1 if s.sharing else 0):
        yield f"{doubled} squares are shared while sharing is {s.sharing}"
    if (stands[RESISTANCE], stands[ISC]) != (s.resistance, s.isc):
        yield "the bitboards of the sides disagree with the characters"
    if s.occupied != stands[RESISTANCE] | stands[ISC]:
        yield "the occupied squares disagree with the characters"


def _token_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    g = match.setting.ground(s.scenario)  # type: ignore[attr-defined]  # ESCAPE's setting
    holders: dict[str, int] = {}
    for c in s.characters:
        if c.holds:
            holders[c.holds] = holders.get(c.holds, 0) + 1
            if c.holds not in s.tokens or s.tokens[c.holds].square >= 0:
                yield f"{c.holds} is carried but lies somewhere or is gone"
            elif s.tokens[c.holds].label == "":
                yield f"{c.holds} is carried face down"
            if c.status == OUT:
                yield f"{g.cards[c.index].id} is out and still carries {c.holds}"
    if any(number > 1 for number in holders.values()):
        yield "two characters carry one token"
    lying = 0
    for name, token in s.tokens.items():
        if name != token.id:
            yield f"{name} is stored as {token.id}"
        if token.square >= 0:
            lying |= 1 << token.square
        elif name not in holders:
            yield f"{name} is neither carried nor on the board"
    if lying != s.lying:
        yield "the squares with tokens disagree with the tokens"
    discarded = [event.params["label"] for event in match.log if event.code == "discarded"] if match.listening else None
    for kind, rest, first in (("equipment", s.bag, g.bag), ("crate", s.backs, g.backs)):
        if any(count < 0 for _, count in rest):
            yield f"a negative number of {kind} is unseen"
        for (label, left), (name, count) in zip(rest, first, strict=True):
            seen = sum(token.kind == kind and token.label == label for token in s.tokens.values())
            gone = 0 if discarded is None else discarded.count(label)
            if label != name or left + seen + gone > count or (discarded is not None and left + seen + gone != count):
                yield f"{label}: {left} unseen, {seen} seen and {gone} gone of {count}"
        face_down = sum(token.kind == kind and token.label == "" for token in s.tokens.values())
        if face_down > sum(count for _, count in rest):
            yield f"more {kind} lies face down than is unseen"


def _board_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    board = match.setting.ground(s.scenario).board  # type: ignore[attr-defined]  # ESCAPE's setting
    doors = sum(door.edge for door in board.doors)
    if s.revolution < 0:
        yield "fewer than no Revolution tokens"
    if s.shut != (board.walls | doors) & ~s.broken & ~s.opened:
        yield "shut is not walls less broken plus doors less opened"
    if s.opened & ~doors or s.locks & ~doors or s.broken & ~board.drillable:
        yield "something that is no door is open or locked, or a wall is gone that cannot be"
    if s.turn > match.setting.ground(s.scenario).turns:  # type: ignore[attr-defined]  # ESCAPE's setting
        yield f"turn {s.turn}"
    if min(s.banked_isc, s.banked_resistance, s.placed, s.made) < 0:
        yield "a negative counter"


def lawful(match: Match) -> set[str]:
    """All that the laws allow the active character."""
    table = match.table
    active = table.state.characters[table.state.active]
    law = {
        table.ground.option(kind, *args).key
        for kind, action in ACTIONS.items()
        for args in action.candidates(table, active)
        if allowed(table, active, kind, args)
    }
    return law if table.state.sharing else law | {"end"}
