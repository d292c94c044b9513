"""Whole battles for tests: which, who answers how, and what must hold at every state."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

import fireteam
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.core.questions import Option
from fireteam.games.necromunda.activation import ACTIONS, Activation
from fireteam.games.necromunda.cards import QUALITIES
from fireteam.games.necromunda.content.packs import content
from fireteam.games.necromunda.game import GAME
from fireteam.games.necromunda.options import KINDS
from fireteam.games.necromunda.positions import engaged_with, is_across, riders, shape
from fireteam.games.necromunda.state import (
    AWAY,
    LEFT,
    NOBODY,
    OUT,
    PLAY,
    RESERVE,
    WRECKED,
    Frame,
    Model,
    State,
)
from fireteam.games.necromunda.table import WRECK, Table
from fireteam.games.necromunda.vehicles.hulls import in_world
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.free.shapes import Hull
from fireteam.space.plane.model import INCH
from tests.kit.playing import question_faults

PACK = content(None)
FIELDS = tuple((scenario.id, map) for scenario in PACK.scenarios for map in scenario.maps)
ROSTERS = tuple(roster.id for roster in PACK.rosters)
PAIRS = tuple((first, second) for first in ROSTERS for second in ROSTERS)
READINGS = {name: reading for name, reading in GAME.rulebook().options.items() if name != "campaign"}
"""Every rule that may be read in several ways; campaigns have tests of their own."""
SPOT = re.compile(r"(?:straight )?(?:to|at) (?P<x>[\d.]+), ?(?P<y>[\d.]+)")
DRAWN = 3
"""Points that a lively player thinks of before it moves."""
HAIR = 0.021
"""Inches by which bodies may overlap: places are rounded to hundredths, and riders to those of their hull."""

DECLINING = (
    "end", "give_up_move", "nobody_leaves", "lets_go", "stay_behind", "no_reaction", "no_parry", "spare", "no_mercy",
    "leave_alone", "let_it_be", "stay_put", "stop_here", "unhelped", "lets_pass", "lets_it_go", "shots_done",
    "stay_out", "keep_off", "stay_hidden", "halt", "silent_gun", "turn", "give_up", "takes_off",
)  # fmt: skip
"""Options by which nothing happens: a lively player seldom takes one."""
ATTACKS = (
    "shoot", "shoot_both", "face_and_shoot", "aim_at_point", "spray", "charge", "fight", "coup_de_grace", "fire_all",
    "move_and_shoot", "ram", "blind_fire", "hurl", "headbutt", "man_gun",
)  # fmt: skip


# -- matches -----------------------------------------------------------------------------------------------------------


def other_readings() -> dict[str, Any]:
    """Every rule that may be read otherwise is."""
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
    """The battle with that number: scenarios with their maps rotate, then the readings of the rules and the pairs of
    gangs."""
    scenario, map = FIELDS[number % len(FIELDS)]
    turn = number // len(FIELDS)
    asked = {
        "scenario": scenario,
        "map": map,
        "options": readings(number + turn),
        "gangs": PAIRS[(number * 11 + turn) % len(PAIRS)],
        **wishes,
    }
    return fireteam.new("necromunda", seed=number, checkpoints=checkpoints, events=events, **asked)


# -- players -----------------------------------------------------------------------------------------------------------


def anything(match: Match, rng: random.Random) -> Option:
    """Any option, each as likely as the others; where any point is an answer, one that is drawn, or a suggestion."""
    question = match.decision
    if question.region is not None and rng.random() < 0.8:
        drawn: Option = question.draw(rng.random)
        return drawn
    options: Sequence[Option] = question.options
    assert options, f"{question.topic}: nothing can be answered"
    return rng.choice(options)


def lively(match: Match, rng: random.Random) -> Option:
    """Fights, goes where the enemy is, and uses what it has; seldom lets a chance pass."""
    question = match.decision
    if question.region is not None:
        return nearest_drawn(match, rng)
    options: Sequence[Option] = question.options
    doing = [option for option in options if option.kind not in DECLINING]
    attacks = [option for option in doing if option.kind in ATTACKS]
    if attacks and rng.random() < 0.6:
        return rng.choice(attacks)
    return rng.choice(doing) if doing and rng.random() < 0.9 else rng.choice(options)


def nearest_drawn(match: Match, rng: random.Random) -> Option:
    """Of a few points that are drawn the one nearest to an enemy; of directions any."""
    question, s = match.decision, match.state
    drawn: list[Option] = [question.draw(rng.random)]
    foes = [(m.x / INCH, m.y / INCH) for m in s.models if m.status == PLAY and m.side != question.seat]
    if not foes or SPOT.match(drawn[0].key) is None:
        return drawn[0]
    drawn += [question.draw(rng.random) for _ in range(DRAWN - 1)]

    def away(option: Option) -> float:
        spot = SPOT.match(option.key)
        if spot is None:
            return 0.0
        x, y = float(spot["x"]), float(spot["y"])
        return min(hypot(x - foe_x, y - foe_y) for foe_x, foe_y in foes)

    best = min(drawn, key=away)
    found: Option | None = question.find(best.key)
    return best if found is None else found


# -- what must hold ----------------------------------------------------------------------------------------------------


def faults(match: Match) -> list[str]:
    """Everything that is wrong with a position; empty for a sound one."""
    _ = match.decision  # it lays the table
    return [
        *_model_faults(match),
        *_place_faults(match),
        *_room_faults(match),
        *_rider_faults(match),
        *_engaged_faults(match),
        *_activation_faults(match),
        *_thing_faults(match),
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
        if m.status not in (RESERVE, PLAY, AWAY, OUT, LEFT) or m.stance not in range(3) or not 0 <= m.facing < 360:
            yield f"{name} has status {m.status}, stance {m.stance}, faces {m.facing}"
        if not 0 <= m.wounds <= card.stats["w"] or min(m.flesh, m.drinks, m.handling, m.moved) < 0:
            yield f"{name} has {m.wounds} wounds of {card.stats['w']}, {m.flesh} flesh, {m.drinks} drinks"
        if m.ready and m.status != PLAY:
            yield f"{name} has status {m.status} and is ready"
        if m.conditions and (m.status in (RESERVE, OUT) or not m.conditions <= QUALITIES.keys()):
            yield f"{name} has status {m.status} and {sorted(m.conditions)}"
        if card.vehicle and (m.stance == WRECKED) != (m.status == OUT):
            yield f"{name} has status {m.status} and stance {m.stance}"
        yield from _gear_faults(t, m)


def _gear_faults(t: Table, m: Model) -> Iterator[str]:
    card = t.cards[m.index]
    weapons = {weapon.id for weapon in card.weapons}
    profiles = {f"{weapon.id}/{profile.name}" for weapon in card.weapons for profile in weapon.profiles}
    gear = {item.id for item in card.armour} | {name for item in card.gear for name in (item.id, item.implements)}
    if not m.empty <= weapons | profiles:
        yield f"{t.name(m.index)} has run out of {sorted(m.empty)}"
    if not m.lost <= weapons | profiles | gear | {WRECK}:
        yield f"{t.name(m.index)} has lost {sorted(m.lost)}"


def _carried(t: Table, m: Model) -> bool:
    """Whether somebody is where something else carries it: a hull, a hatch, the middle of a climb."""
    return m.aboard != NOBODY or bool(m.hatch) or bool(m.climb)


def _place_faults(match: Match) -> Iterator[str]:
    """Who is in play is on the table, and a floor carries it."""
    t = _table(match)
    plan = t.setting.battlefield
    moving = {getattr(frame, "who", NOBODY) for frame in match.state.agenda}
    for m in match.state.models:
        if m.status != PLAY or match.over:  # which may end in the middle of a fall
            continue
        name = t.name(m.index)
        if not (0 <= m.x <= plan.width and 0 <= m.y <= plan.height):
            yield f"{name} is off the table at {m.x}, {m.y}"
        elif not _carried(t, m) and m.index not in moving and all(abs(z - m.z) > 1 for z in t.surfaces(m.x, m.y)):
            yield f"{name} is at {m.x}, {m.y}, {m.z}, the floors there are {t.surfaces(m.x, m.y)}"
        if m.hatch and m.hatch not in match.state.things:
            yield f"{name} is in {m.hatch}, which is not there"
        if m.climb and m.index != match.state.active:
            yield f"{name} hangs in a climb and is not active"


def _room_faults(match: Match) -> Iterator[str]:
    """Nobody stands in anybody: bases, and hulls of whom they are not aboard."""
    t = _table(match)
    there = [m for m in match.state.models if m.status == PLAY and not m.hatch]
    shapes = {m.index: shape(t, m.index) for m in there}
    for place, m in enumerate(there):
        for other in there[place + 1 :]:
            one, two = shapes[m.index], shapes[other.index]
            if m.aboard == other.index or other.aboard == m.index:
                continue
            if abs(one.z - two.z) < 50 and _overlap(one, two):
                yield f"{t.name(m.index)} and {t.name(other.index)} stand in each other: {one}, {two}"


def _overlap(one: Any, two: Any) -> bool:
    if isinstance(one, Hull) or isinstance(two, Hull):
        smaller = [
            shape._replace(length=shape.length - 2 * HAIR, width=shape.width - 2 * HAIR)
            if isinstance(shape, Hull)
            else shape._replace(radius=shape.radius - HAIR)
            for shape in (one, two)
        ]
        return gap(smaller[0], smaller[1]) <= 0
    apart = ((one.x - two.x) ** 2 + (one.y - two.y) ** 2) ** 0.5 / 100
    return bool(apart < one.radius + two.radius - HAIR)


def _rider_faults(match: Match) -> Iterator[str]:
    """Riders are aboard a vehicle on the table, in their place of its frame; no more have a seat than it has."""
    t = _table(match)
    for m in match.state.models:
        name = t.name(m.index)
        if m.status == PLAY and m.aboard != NOBODY:
            if not t.is_vehicle(m.aboard) or not t.in_play(m.aboard) or t.is_vehicle(m.index):
                yield f"{name} is aboard {t.name(m.aboard)}"
                continue
            x, y = in_world(t, m.aboard, m.berth)
            if max(abs(x - m.x), abs(y - m.y)) > 2 or m.z != t.model(m.aboard).z + t.vehicle(m.aboard).deck:
                yield f"{name} is at {m.x}, {m.y}, {m.z}, its place aboard {t.name(m.aboard)} is {x}, {y}"
        if m.seated and m.aboard == NOBODY:
            yield f"{name} has a seat nowhere"
    for vehicle in t.vehicles():
        seated = [who for who in riders(t, vehicle) if t.model(who).seated]
        if len(seated) > t.vehicle(vehicle).transport or any(t.side(who) != t.side(vehicle) for who in seated):
            yield f"{t.name(vehicle)} has {len(seated)} seated"


def _engaged_faults(match: Match) -> Iterator[str]:
    """Fighters are Engaged with each other, or not at all; who is Prone is Engaged with nobody."""
    t = _table(match)
    met = {who: set(engaged_with(t, who)) for who in t.fighters()}
    for who, foes in met.items():
        if foes and not t.stands(who):
            yield f"{t.name(who)} is Prone and Engaged"
        for foe in foes:
            if not t.is_vehicle(foe) and who not in met[foe] and not is_across(t, who, foe):
                yield f"{t.name(who)} is Engaged with {t.name(foe)}, not the other way round"


def _activation_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    t = _table(match)
    frames: list[Frame] = [frame for frame in s.agenda if isinstance(frame, Frame)]
    active = [frame for frame in frames if isinstance(frame, Activation)]
    if s.active != NOBODY and not active and not s.ending:
        yield f"{t.name(s.active)} is active and nothing is under way"
    if s.controller != NOBODY and s.active == NOBODY:
        yield "somebody controls nobody"
    for frame in active:
        if not 0 <= frame.left <= ACTIONS or t.model(frame.who).ready:
            yield f"{t.name(frame.who)} has {frame.left} actions and is ready: {t.model(frame.who).ready}"
    if not match.over and match.decision.topic == "which model is activated":
        if s.casualties or s.active != NOBODY or len(frames) > 1 or s.group:
            yield f"between activations: {s.casualties}, {s.active}, {s.group}, {[frame.kind for frame in frames]}"


def _thing_faults(match: Match) -> Iterator[str]:
    t = _table(match)
    plan = t.setting.battlefield
    for id, thing in match.state.things.items():
        if id != thing.id or not (0 <= thing.x <= plan.width and 0 <= thing.y <= plan.height):
            yield f"{id} is {thing}"
        if not NOBODY <= thing.owner < len(t.cards) or thing.number < 0:
            yield f"{id} belongs to {thing.owner} and counts {thing.number}"


def _side_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    t = _table(match)
    if not {s.acting, s.priority, s.first_side} <= {0, 1} or not 0 <= s.bottled <= 3 or min(s.points) < 0:
        yield f"turn of {s.acting}, priority {s.priority}, bottled {s.bottled}, points {s.points}"
    mission = t.setting.mission
    if mission is not None and not 0 <= s.round <= mission.scenario.rounds:
        yield f"round {s.round} of {mission.scenario.rounds}"
    for seat in (0, 1):
        there = sum(m.side == seat and m.status in (PLAY, AWAY) for m in s.models)
        came = sum(line.what == "arrived" and line.seat == seat for line in s.ledger)
        if s.round and there > s.strength[seat] + came:
            yield f"{there} models of seat {seat}, which began with {s.strength[seat]}"
    if match.listening:
        told = [0, 0]
        for event in match.log:
            if event.code == "scores":
                told[event.params["seat"]] += event.params["points"]
        if tuple(told) != s.points:
            yield f"{told} points were told, the sides have {s.points}"


def _end_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    if match.over:
        result, mission = match.result, _table(match).setting.mission
        if s.agenda:
            yield f"the battle is over and something is under way: {[frame.kind for frame in s.agenda]}"
        if result is None:
            yield "the battle is over without a result"
        elif mission is not None and result.reason not in ("side-down", "gave up", *mission.scenario.ends):
            yield f"the battle is over by {result.reason}"
        elif result.reason == "round limit" and mission is not None and s.round != mission.scenario.rounds:
            yield f"the last round was {s.round}"


def _kind_faults(match: Match) -> Iterator[str]:
    if not match.over and match.decision.region is None:
        for option in match.decision.options:
            if option.kind not in KINDS:
                yield f"{match.decision.topic}: an option of kind {option.kind}"
