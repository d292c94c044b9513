"""Whole battles for tests: which, who answers how, and what must hold at every state."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import fireteam
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.core.questions import Option
from fireteam.games.deadzone.cards import ITEMS
from fireteam.games.deadzone.command import DICE as COMMAND_DICE
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.game import GAME
from fireteam.games.deadzone.items import BOOBY_TRAP, INTEL, may_handle
from fireteam.games.deadzone.options import KINDS
from fireteam.games.deadzone.state import (
    BOTH,
    COMM,
    DEAD,
    GONE,
    ITEM,
    NOBODY,
    NOW,
    NOWHERE,
    PLAY,
    RESERVE,
    SMOKE,
    TRAP,
    Model,
    State,
)
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.victory import LAST_ROUND
from fireteam.games.deadzone.windows import Keyword
from tests.kit.playing import question_faults

PACK = content(None)
FACTIONS = tuple(faction.id for faction in PACK.factions)
PAIRS = tuple((first, second) for first in FACTIONS for second in FACTIONS)
FIELDS = tuple(
    (scenario.id, map.id)
    for scenario in PACK.scenarios
    for map in PACK.maps
    if not scenario.maps or map.id in scenario.maps
)
LIMITS = PACK.team_rules.limits
READINGS = GAME.rulebook().options
"""Every rule that may be read in several ways."""
TOKENS = (ITEM, TRAP, SMOKE, COMM)

DECLINING = (
    "decline", "keep", "pass", "no_order", "end", "stop", "reposition", "no_strike", "no_item", "save_item",
    "hold_trap", "no_cloud", "no_charge", "no_surge", "stay_down", "leave_control", "large_enough", "one_weapon",
    "stay", "survive",
)  # fmt: skip
"""Options by which nothing happens: a lively player seldom takes one."""


def other_readings() -> dict[str, Any]:
    """Every rule that may be read otherwise is: each has its last value that is not the printed one."""
    return {
        name: [value for value in reading.values if value != reading.default][-1] for name, reading in READINGS.items()
    }


def readings(number: int) -> dict[str, Any]:
    """How the rules are read in a battle: as printed, each the other way, or each by chance."""
    if number % 3 == 0:
        return {}
    rng = random.Random(number)
    return {
        name: rng.choice([value for value in reading.values if number % 3 == 2 or value != reading.default])
        for name, reading in READINGS.items()
    }


def game(number: int, *, checkpoints: int = CHECKPOINT_AFTER, events: bool = True, **wishes: Any) -> Match:
    """The battle with that number: scenarios with their maps rotate, then sizes, then the readings of the rules, then
    the pairs of factions."""
    scenario, map = FIELDS[number % len(FIELDS)]
    turn = number // len(FIELDS)
    asked = {
        "scenario": scenario,
        "map": map,
        "limit": LIMITS[turn % len(LIMITS)],
        "options": readings(number + turn),
        "teams": PAIRS[(number * 7 + turn) % len(PAIRS)],
        **wishes,
    }
    return fireteam.new("deadzone", seed=number, checkpoints=checkpoints, events=events, **asked)


def lively(match: Match, rng: random.Random) -> Option:
    """Fights, moves and uses what it has; seldom lets a chance pass."""
    options: Sequence[Option] = match.decision.options
    doing = [option for option in options if option.kind not in DECLINING]
    attacks = [option for option in doing if option.kind in ("shoot", "assault", "free_shoot", "free_assault")]
    if attacks and rng.random() < 0.5:
        return rng.choice(attacks)
    return rng.choice(doing) if doing and rng.random() < 0.85 else rng.choice(options)


# -- what must hold ----------------------------------------------------------------------------------------------------


def faults(match: Match) -> list[str]:
    """Everything that is wrong with a position; empty for a sound one."""
    _ = match.decision  # it lays the table
    return [
        *_model_faults(match),
        *_standing_faults(match),
        *_token_faults(match),
        *_side_faults(match),
        *_end_faults(match),
        *question_faults(match),
        *_kind_faults(match),
    ]


def _table(match: Match) -> Table:
    found: Any = match.table
    return found  # type: ignore[no-any-return]


def _model_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    t = _table(match)
    for number, m in enumerate(s.models):
        name, card = t.name(number), t.cards[number]
        if (m.index, m.side) != (number, t.setting.sides[number]):
            yield f"{name} is not itself"
        if m.status not in (RESERVE, PLAY, DEAD, GONE):
            yield f"{name} has status {m.status}"
        if (m.status == PLAY) != (m.place != NOWHERE) or not NOWHERE <= m.place < t.board.places:
            yield f"{name} has status {m.status} in place {m.place}"
        if m.status != PLAY and (m.quarters or m.pinned):
            yield f"{name} is off the board with quarters {m.quarters}, pinned {m.pinned}"
        if m.status == PLAY and not 0 <= m.damage < card.health:
            yield f"{name} is in play with {m.damage} damage of {card.health} HP"
        if m.status in (RESERVE, GONE) and not 0 <= m.damage < card.health:
            yield f"{name} has left or not come with {m.damage} damage"
        if m.status == RESERVE and s.round and not t.has(number, Keyword.starts_off_table):
            yield f"{name} is in reserve in round {s.round}"
        if not 0 <= m.prey <= BOTH or m.prey >> m.side & 1:
            yield f"{name} is the prey of {m.prey}"
        if m.status == PLAY and m.item and not (m.item in ITEMS and may_handle(t, number)):
            yield f"{name} carries {m.item}"
        if m.status == GONE and m.item:
            yield f"{name} has left with {m.item}"
        if number != s.active and any(what.startswith(NOW) for what in m.lasting):
            yield f"{name} is not active and has {sorted(m.lasting)}"
        if not s.round and (m.activated or (m.damage and not s.agenda)):
            yield f"{name} was activated or hurt before the first round"
    if s.active != NOBODY and not s.agenda:
        yield f"{t.name(s.active)} is active and nothing is under way"
    if s.controller != NOBODY and s.active == NOBODY:
        yield "somebody controls nobody"


def _moving(match: Match) -> set[int]:
    """Who is on its way, as far as what is under way says."""
    return {frame.who for frame in match.state.agenda if hasattr(frame, "who")}


def _standing_faults(match: Match) -> Iterator[str]:
    """Capacity by quarters: who stands has its size of them, in its place, and no two of a side share one, but where
    somebody was out of its owner's hands (see DZ-AB-RAMPAGE-04)."""
    t = _table(match)
    moving = _moving(match)
    taken: Counter[tuple[int, int, int]] = Counter()
    for who in t.everybody():
        m: Model = t.state.models[who]
        if not m.quarters:
            if who not in moving:
                yield f"{t.name(who)} stands nowhere in its cube"
            continue
        if m.quarters & ~t.board.quarters[m.place]:
            yield f"{t.name(who)} stands on {m.quarters}, its place has {t.board.quarters[m.place]}"
        if m.quarters.bit_count() != t.cards[who].size:
            yield f"{t.name(who)} of size {t.cards[who].size} stands on {m.quarters.bit_count()} quarters"
        if not t.steps.stands(t.gaits[who]) >> m.place & 1:
            yield f"{t.name(who)} cannot stand in {t.board.place_name(m.place)}"
        elif m.quarters & ~t.steps.room(m.place, t.gaits[who]):
            yield f"{t.name(who)} stands where there is no room for it"
        if not any(t.cards[other].has("Rampage") for other in t.here(m.place)):
            taken.update((m.side, m.place, bit) for bit in range(4) if m.quarters >> bit & 1)
    for (side, place, bit), count in taken.items():
        if count > 1:
            yield f"{count} models of seat {side} stand on quarter {bit} of {t.board.place_name(place)}"


def _token_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    t = _table(match)
    smoke = 0
    known: Counter[str] = Counter()
    down = 0
    for name, token in s.tokens.items():
        if name != token.id or token.kind not in TOKENS or not 0 <= token.cube < t.board.count:
            yield f"{name} is {token}"
        if not 0 <= token.seen <= BOTH or token.owner not in (NOBODY, 0, 1):
            yield f"{name} is seen by {token.seen} and owned by {token.owner}"
        if token.kind == SMOKE:
            if smoke >> token.cube & 1:
                yield f"two markers of smoke in {t.board.name(token.cube)}"
            smoke |= 1 << token.cube
        if token.kind == COMM and not t.in_play(token.number):
            yield f"{name} is the mark of somebody who is not in play"
        if token.kind == ITEM:
            if bool(token.label) != bool(token.seen):
                yield f"{name} is {token.label!r}, seen by {token.seen}"
            if token.label and token.label not in (*ITEMS, BOOBY_TRAP, INTEL):
                yield f"{name} is {token.label!r}"
            if not t.board.floors >> token.cube & 1:
                yield f"{name} floats in {t.board.name(token.cube)}"
            known[token.label] += bool(token.label)
            down += not token.label
    if smoke != s.smoke:
        yield "the smoke disagrees with its tokens"
    bag = dict(s.bag)
    if min(bag.values(), default=0) < 0 or down > sum(bag.values()):
        yield f"{down} tokens lie face down, the bag holds {bag}"
    for m in s.models:
        if m.item and not m.bought and m.status == PLAY:
            known[m.item] += 1
    scenario = t.setting.scenario(s.scenario)
    for label, count in () if scenario is None else t.setting.bag(scenario):
        if bag.get(label, 0) + known[label] > count:
            yield f"{label}: {bag.get(label, 0)} unseen and {known[label]} seen of {count}"


def _side_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    t = _table(match)
    if not 0 <= s.round <= LAST_ROUND or s.initiative not in (0, 1) or s.acting not in (0, 1):
        yield f"round {s.round}, initiative {s.initiative}, turn of {s.acting}"
    if sorted(s.zones) != [0, 1] or not 0 <= s.ordered <= BOTH or s.finished not in (NOBODY, 0, 1):
        yield f"zones {s.zones}, orders {s.ordered}, first done {s.finished}"
    if min(s.points) < 0:
        yield f"points {s.points}"
    for seat in (0, 1):
        if min(s.command[seat]) < 0 or sum(s.command[seat]) > most_dice(t, seat):
            yield f"seat {seat} holds the command dice {s.command[seat]}"
    if match.listening:
        yield from _ledger_faults(match)


def most_dice(t: Table, seat: int) -> int:
    """The command dice that a side can have at the most: its own, of Tacticians, of Relays, of recon, of a Comm
    Relay."""
    cards = [t.cards[who] for who in range(len(t.cards)) if t.side(who) == seat]
    more = [number() for card in cards for number in card.windows[Keyword.command_dice]]
    given = [number() for card in cards for number in card.windows[Keyword.command_results]]
    recon = max((row.effect.value for row in t.setting.recon_table if row.effect.kind == "command_dice"), default=0)
    return COMMAND_DICE + max(more, default=0) + sum(given) + recon


def _ledger_faults(match: Match) -> Iterator[str]:
    """Points and command dice as they were told: all scored adds up, and a die is rolled once and spent once."""
    s: State = match.state
    t = _table(match)
    points, dice = [0, 0], [0, 0]
    for event in match.log:
        seat = event.params.get("seat", NOBODY)
        if event.code == "scored":
            points[seat] += event.params["points"]
            if event.params["points"] <= 0 or points[seat] != event.params["total"]:
                yield f"seat {seat} scored {event.params['points']} and has {event.params['total']}"
        elif event.code == "round":
            dice = [0, 0]
        elif event.code == "command":
            dice[seat] += len(event.params["dice"])
        elif event.code in ("spent", "discarded"):
            dice[seat] -= 1
    if tuple(points) != s.points:
        yield f"{points} points were told, the sides have {s.points}"
    for seat in (0, 1):
        cards = [card for card, side in zip(t.cards, t.setting.sides, strict=True) if side == seat]
        given = sum(number() for card in cards for number in card.windows[Keyword.command_results])
        if not 0 <= sum(s.command[seat]) - dice[seat] <= given:
            yield f"seat {seat} holds {s.command[seat]}, {dice[seat]} of them rolled and not spent"


def _end_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    if match.over:
        result = match.result
        if s.agenda:
            yield f"the battle is over and something is under way: {[frame.kind for frame in s.agenda]}"
        if result is None:
            yield "the battle is over without a result"
        elif result.reason == "rounds" and s.round != LAST_ROUND:
            yield f"the last round was {s.round}"
        elif result.reason == "points" and max(s.points) < match.setting.needed_points:  # type: ignore[attr-defined]
            yield f"{s.points} points won the battle"


def _kind_faults(match: Match) -> Iterator[str]:
    if not match.over:
        for option in match.decision.options:
            if option.kind not in KINDS:
                yield f"{match.decision.topic}: an option of kind {option.kind}"
