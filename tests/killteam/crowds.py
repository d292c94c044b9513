"""Crowds at random places of the killzones: no move is refused that the judge of paths would accept."""

from __future__ import annotations

import random
from math import cos, pi, sin, sqrt

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions.universal import may_move
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.state import ACTIVE, ENGAGE, READY
from fireteam.kit.arena import match_at
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.legs import Step
from fireteam.space.plane.model import INCH, Body, base
from fireteam.space.plane.paths import Move, path
from fireteam.space.plane.placing import Ground, stands
from fireteam.space.plane.proofs import Open
from fireteam.space.plane.routes import route

KILLZONES = ("shellmarket", "quenchworks", "derelict-spine")
ROSTERS = (
    ["cv-prior", "cv-lamplighter", "cv-sentinel", "cv-breaker"],
    ["vr-netter", "vr-needle", "vr-matron", "vr-wirecutter"],
)
MOVER = "cv-sentinel"
PLACES = 500
"""How many destinations are tried where a move is refused."""
RADIUS, TALL = base(32), 140


def on_map(killzone: str, places: dict[str, tuple[int, ...]]) -> Match:
    """A battle in which they stand there, in hundredths, and the mover acts."""
    setting, state = arena.battle(
        killzone=killzone,
        rosters=ROSTERS,
        placed=places,
        phase="activation",
        turning_point=2,
        activations=1,
        operatives={name: {"order": ENGAGE, "readiness": ACTIVE if name == MOVER else READY} for name in places},
    )
    state.active = next(one.index for one in state.operatives if one.name == MOVER)
    return match_at(setting, state, Given([1] * 60))


def crowd(ground: Ground, draw: random.Random) -> dict[str, tuple[int, ...]]:
    """Eight operatives close together, often in a corner or at an edge; perhaps not all find room."""
    x, y = draw.uniform(1, ground.width - 1), draw.uniform(1, ground.height - 1)
    if draw.random() < 0.6:
        x = draw.choice((RADIUS + 0.02, ground.width - RADIUS - 0.02, x))
        y = draw.choice((RADIUS + 0.02, ground.height - RADIUS - 0.02, y))
    found: dict[str, Body] = {}
    for name in draw.sample([one for side in ROSTERS for one in side], 8):
        for _ in range(60):
            px, py = round((x + draw.gauss(0, 1.4)) * INCH), round((y + draw.gauss(0, 1.4)) * INCH)
            if 0 <= px <= ground.width * INCH and 0 <= py <= ground.height * INCH:
                body = Body(px, py, draw.choice(ground.surfaces(px, py)), RADIUS, TALL)
                if stands(ground, body, found.values()) is None:
                    found[name] = body
                    break
    return {name: (body.x, body.y, body.z) for name, body in found.items()}


def wrongly_refused(seed: int) -> tuple[list[str], list[str]]:
    """What is wrong about the moves of somebody in a crowd, and what was said of each that no lattice knows."""
    draw, killzone = random.Random(seed), KILLZONES[seed % len(KILLZONES)]
    empty = on_map(killzone, {MOVER: (150, 150)})
    assert empty.decision is not None
    places = crowd(empty.table.ground, draw)
    if MOVER not in places:
        return [], []
    match = on_map(killzone, places)
    assert match.decision is not None
    t, wrong, said = match.table, [], []
    ground, who = t.ground, t.state.active
    for action in moves.ACTIONS:
        if not moves.may_go(t, ground, who, action):
            continue
        region = moves.destinations(t, ground, who, action, moves.gait_of(t))
        some = region.some()
        if may_move(action, t, who, "activation", None) is isinstance(some, Refused):
            wrong.append(f"{seed}: {action} is offered otherwise than {some} says")
        if region.reach.first() is None:
            said.append(type(some).__name__)
        if isinstance(some, Move) and path(ground, region.start, some.steps, region.terms) != some:
            wrong.append(f"{seed}: the move known for {action} is not legal")
        if not isinstance(some, Refused):
            assert isinstance(some, Move | Open)
            continue
        for _ in range(PLACES):
            far, turn = region.terms.inches * INCH * sqrt(draw.random()), 2 * pi * draw.random()
            x, y = round(region.start.x + far * cos(turn)), round(region.start.y + far * sin(turn))
            if not (0 <= x <= ground.width * INCH and 0 <= y <= ground.height * INCH):
                continue
            for z in ground.surfaces(x, y):
                straight = path(ground, region.start, (Step(x, y, z),), region.terms)
                best = route(ground, region.start, x, y, region.terms, z)
                if isinstance(straight, Move) or isinstance(best, Move):
                    wrong.append(f"{seed}: {action} to {x},{y} up {z} is legal, and refused: {some.reason}")
    return wrong, said
