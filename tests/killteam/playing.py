"""Whole games for tests: who answers how, and what must hold at every state."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin, sqrt
from typing import Any

import fireteam
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.core.questions import Option, Region
from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.geometry import stands
from fireteam.games.killteam.moving.moves import Destinations
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.ops.points import MOST_POINTS
from fireteam.games.killteam.ops.scoring import CRIT, KILL, TAC
from fireteam.games.killteam.positions import OBJECTIVE, body_of, in_killzone
from fireteam.games.killteam.setup.rosters import PRIMARY, names_of
from fireteam.games.killteam.state import ACTIVE, EXPENDED, KILLZONE, NOBODY, READY, REMOVED, RESERVE, State
from fireteam.games.killteam.turn.turning_point import LAST
from fireteam.space.plane.model import INCH
from tests.kit.playing import question_faults

PACK = content(None)
KILLZONES = tuple(killzone.id for killzone in PACK.killzones)
TEAMS = tuple(team.id for team in PACK.teams)
PAIRS = tuple((first, second) for first in TEAMS for second in TEAMS)
OTHER_OPTIONS: Mapping[str, Any] = {
    "rules_version": "2024-11", "core_errata": True, "merge_horizontal": False, "climb_reach": "top_edge",
    "razor_wire_climb": False, "operatives_block_visibility": True, "retained_once": True, "cover_at_crossing": True,
    "fire_step_obscures": True,
}  # fmt: skip
"""Every option away from its default; the other setting of the tests is the defaults."""

DECLINING = (
    "no_entry", "no_counteract", "no_action", "no_interrupt", "end_activation", "pass", "not_moved", "stay", "no_items",
    "leave_out", "no_more", "score_nothing", "nobody_more", "no_equipment", "no_grenades",
)  # fmt: skip
"""Options by which nothing happens: a lively player seldom takes one."""
HARMLESS = ("REPOSITION", "DASH", "FALL BACK", "GUARD", "PLACE MARKER")
TRIES = 8
"""How many points of a region are tried before its suggestions are looked at."""

# -- matches -----------------------------------------------------------------------------------------------------------


def game(number: int, *, checkpoints: int = CHECKPOINT_AFTER, events: bool = True, **wishes: Any) -> Match:
    """The match with that number: killzones rotate, then the two option settings, then the pairs of kill teams."""
    zones = len(KILLZONES)
    asked = {
        "scenario": KILLZONES[number % zones],
        "options": OTHER_OPTIONS if number // zones % 2 else None,
        "teams": PAIRS[number // zones % len(PAIRS)],
        **wishes,
    }
    return fireteam.new("killteam", seed=number, checkpoints=checkpoints, events=events, **asked)


# -- points of regions -------------------------------------------------------------------------------------------------


def _text(x: float, y: float) -> str:
    return f"{max(0.0, x) / INCH:.2f},{max(0.0, y) / INCH:.2f}"


def wishes_of(
    match: Match, region: Region, rng: random.Random, goal: tuple[float, float] | None = None
) -> Iterator[str]:
    """Keys that a player might try; towards a goal, if there is one."""
    if isinstance(region, Destinations):
        start, most = region.start, region.terms.inches * INCH
        for attempt in range(TRIES):
            if goal is not None and attempt < TRIES // 2:
                far = hypot(goal[0] - start.x, goal[1] - start.y) or 1.0
                away = min(most, far) * (1 - attempt / TRIES) * rng.uniform(0.8, 1.0)
                turn = rng.uniform(-0.4, 0.4) * attempt
                dx, dy = (goal[0] - start.x) / far * away, (goal[1] - start.y) / far * away
                x, y = start.x + dx * cos(turn) - dy * sin(turn), start.y + dx * sin(turn) + dy * cos(turn)
            else:
                turn, away = rng.uniform(0, 2 * pi), most * sqrt(rng.random()) * (1 if attempt < TRIES // 2 else 0.4)
                x, y = start.x + away * cos(turn), start.y + away * sin(turn)
            yield f"to {_text(x, y)}"
    elif isinstance(region, Places):
        board = match.table.board
        for _ in range(TRIES):
            if region.areas:
                area = rng.choice(list(region.areas))
                x = rng.uniform(min(px for px, _ in area), max(px for px, _ in area))
                y = rng.uniform(min(py for _, py in area), max(py for _, py in area))
            else:
                x, y = rng.uniform(0, board.width * INCH), rng.uniform(0, board.height * INCH)
            yield f"at {_text(x, y)}{f' turned {rng.randrange(360)}' if region.rotates else ''}"


def point(match: Match, rng: random.Random, goal: tuple[float, float] | None = None) -> Option | None:
    """A point of the region that is asked about, found by its key; None: none of those tried is legal."""
    question = match.decision
    for key in wishes_of(match, question.region, rng, goal):
        found: Option | None = question.region.find(key)
        if found is not None:
            return found
    return None


# -- players -----------------------------------------------------------------------------------------------------------


def anything(match: Match, rng: random.Random) -> Option:
    """Any option, each as likely as the others; of a region often a point that nobody suggested."""
    question = match.decision
    if question.region is not None and rng.random() < 0.7:
        found = point(match, rng)
        if found is not None:
            return found
    options: Sequence[Option] = question.options
    assert options, f"{question.topic}: nothing can be answered"
    return rng.choice(options)


def lively(match: Match, rng: random.Random) -> Option:
    """Shoots, fights, uses what it has and goes where the enemy or an objective is; seldom lets a chance pass."""
    question = match.decision
    if question.region is not None and rng.random() < 0.93:
        found = point(match, rng, goal_of(match, rng))
        if found is not None:
            return found
    options: Sequence[Option] = question.options
    assert options, f"{question.topic}: nothing can be answered"
    if question.topic.startswith(("action of", "counteraction of", "interrupt by")):
        return _deed(options, rng)
    if question.topic.startswith("order of"):
        wanted = "engage" if rng.random() < 0.75 else "conceal"
        return next(option for option in options if option.args[0] == wanted)
    doing = [option for option in options if option.kind not in DECLINING]
    return rng.choice(doing) if doing and rng.random() < 0.85 else rng.choice(options)


def _deed(options: Sequence[Option], rng: random.Random) -> Option:
    names = {option.args[0]: option for option in options if option.kind == "action"}
    busy = [option for name, option in names.items() if name not in HARMLESS]
    if busy and rng.random() < 0.8:
        return rng.choice(busy)
    moves = [option for name, option in names.items() if name in HARMLESS]
    if moves and rng.random() < 0.85:
        return rng.choice(moves)
    return rng.choice(options)


def goal_of(match: Match, rng: random.Random) -> tuple[float, float] | None:
    """The nearest enemy of whoever moves, or an objective; not always."""
    region = match.decision.region
    if not isinstance(region, Destinations) or rng.random() < 0.2:
        return None
    s: State = match.state
    seat, start = match.decision.seat, region.start
    enemies = [(o.x, o.y) for o in s.operatives if o.seat != seat and o.status == KILLZONE]
    things = [(marker.x, marker.y) for marker in s.markers.values() if marker.carrier == NOBODY]
    found = enemies if region.terms.engage or rng.random() < 0.55 else things
    if not found:
        return None
    near = sorted(found, key=lambda place: hypot(place[0] - start.x, place[1] - start.y))
    x, y = near[0] if rng.random() < 0.7 else rng.choice(near)
    return float(x), float(y)


# -- what must hold ----------------------------------------------------------------------------------------------------


def faults(match: Match) -> list[str]:
    """Everything that is wrong with a position; empty for a sound one."""
    return [
        *_crew_faults(match),
        *_standing_faults(match),
        *_marker_faults(match),
        *_side_faults(match),
        *question_faults(match),
    ]


SELECTING = ("setup", "drop_zones", "operatives")
BETWEEN = (
    "initiative",
    "ready",
    "ready_rules",
    "firefight",
    "turning_point_end",
    "battle_end",
    "over",
    "deployment",
    "items",
)
ACTING = ("activation_start", "activation", "activation_end")


def _crew_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    t = match.table
    if s.phase not in SELECTING:
        for seat in (0, 1):
            names = [o.name for o in s.operatives if o.seat == seat]
            teams = match.setting.teams  # type: ignore[attr-defined]  # Kill Team's setting
            suffix = "-b" if seat == 1 and teams[0] is teams[1] else ""
            roster = [name + suffix for name in t.selected(seat, "roster").split(",")]
            if names != names_of(roster):
                yield f"the crew of seat {seat} is {names}, the roster {roster}"
    for number, o in enumerate(s.operatives):
        card = t.setting.cards[o.card]
        if o.index != number or t.setting.card_seats[o.card] != o.seat:
            yield f"{o.name} is not itself"
        if o.status not in (RESERVE, KILLZONE, REMOVED) or o.readiness not in (READY, ACTIVE, EXPENDED):
            yield f"{o.name} has status {o.status} and readiness {o.readiness}"
        if not 0 <= o.wounds <= card.wounds:
            yield f"{o.name} has {o.wounds} of {card.wounds} wounds"
        if o.status == REMOVED and (o.wounds > 0 or o.carries or o.guard):
            yield f"{o.name} is removed with {o.wounds} wounds, carries {o.carries}, guard {o.guard}"
        if o.status == KILLZONE and o.wounds == 0 and not s.agenda and not _leaving(match, o.name):
            yield f"{o.name} has no wounds and stands in the killzone between actions"
        if o.ap < 0 or any(count < 1 for _, count in o.uses):
            yield f"{o.name} has a negative counter"
        if (o.readiness == ACTIVE) != (s.phase in ACTING and s.active == number):
            yield f"{o.name} has readiness {o.readiness} while {s.active} is active in {s.phase}"
        if o.counteracted and o.readiness != EXPENDED:
            yield f"{o.name} has counteracted and is not expended"
        if s.phase in BETWEEN and not s.agenda and o.actions and s.active == NOBODY:
            yield f"{o.name} still counts the actions {o.actions} in {s.phase}"
    victims = Counter(victim for _, victim, _ in s.kills)
    if any(count > 1 for count in victims.values()) or any(s.operatives[victim].wounds for victim in victims):
        yield "somebody was killed twice, or lives on"
    if {o.index for o in s.operatives if o.wounds == 0} != set(victims):
        yield "somebody without wounds was not counted as killed"
    if s.phase in BETWEEN and s.agenda:
        yield f"something is under way in {s.phase}: {[record.kind for record in s.agenda]}"
    if s.phase in ACTING and s.active == NOBODY:
        yield f"nobody acts in {s.phase}"


def _leaving(match: Match, name: str) -> bool:
    """Whether it is just asked what somebody that is about to leave does."""
    topic = match.decision.topic if match.decision is not None else ""
    return topic.startswith("place for") or name in topic.split()


def _standing_faults(match: Match) -> Iterator[str]:
    t = match.table
    crew = in_killzone(t)
    bodies = {who: body_of(t, who) for who in crew}
    for who in crew:
        wrong = stands(t.ground, bodies[who], [bodies[other] for other in crew if other != who])
        if wrong is not None:
            yield f"{t.name(who)} cannot stand where it stands: {wrong.text} ({wrong.rule})"


def _marker_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    t = match.table
    zone = match.setting.zone  # type: ignore[attr-defined]  # Kill Team's setting
    objectives = [marker.id for marker in s.markers.values() if marker.kind == OBJECTIVE]
    if s.phase != "setup" and sorted(objectives) != sorted(entry.id for entry in zone.objectives):
        yield f"the objectives are {objectives}"
    for name, marker in s.markers.items():
        if name != marker.id:
            yield f"{name} is stored as {marker.id}"
        carriers = [o.index for o in s.operatives if name in o.carries]
        if carriers != ([] if marker.carrier == NOBODY else [marker.carrier]):
            yield f"{name} is carried by {marker.carrier}, and {carriers} say they carry it"
        if marker.carrier == NOBODY and not (
            0 <= marker.x <= t.board.width * INCH and 0 <= marker.y <= t.board.height * INCH
        ):
            yield f"{name} lies outside of the killzone"
    for o in s.operatives:
        if len(set(o.carries)) != len(o.carries) or any(name not in s.markers for name in o.carries):
            yield f"{o.name} carries {o.carries}"
    for name, piece in s.pieces.items():
        if name != piece.id:
            yield f"{name} is stored as {piece.id}"


def _side_faults(match: Match) -> Iterator[str]:
    s: State = match.state
    if min(s.cp) < 0 or s.judged > len(s.kills) or s.turning_point > LAST:
        yield f"command points {s.cp}, {s.judged} of {len(s.kills)} kills judged, turning point {s.turning_point}"
    kinds = (
        dict.fromkeys([op.id for op in PACK.crit_ops], CRIT)
        | dict.fromkeys([op.id for op in PACK.tac_ops], TAC)
        | {KILL: KILL}
    )
    for seat in (0, 1):
        sums: Counter[str] = Counter()
        for op, whose, points in s.vp:
            if whose == seat:
                sums[kinds.get(op, op)] += points
                if points < 0:
                    yield f"seat {seat} has {points} VP from {op}"
        if (
            any(points > MOST_POINTS for kind, points in sums.items() if kind != PRIMARY)
            or sums[PRIMARY] > MOST_POINTS // 2
        ):
            yield f"seat {seat} has scored {dict(sums)}"
        if sum(points for _, whose, _, points in s.scored if whose == seat) != sum(sums.values()):
            yield f"the score sheet of seat {seat} does not add up"
    if len(set(s.ploys)) != len(s.ploys):
        yield f"a ploy was used twice in a turning point: {s.ploys}"
    if len({(seat, what) for seat, what, _ in s.selections}) != len(s.selections):
        yield "a selection is kept twice"
    if any(not any((seat, what) == entry[:2] for entry in s.selections) for seat, what in s.revealed):
        yield f"revealed and not selected: {s.revealed}"
