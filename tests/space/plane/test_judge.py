"""The judge of legs as kernels against the slow judge in objects: thousands of random legs, many of them touching."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from fireteam.games.killteam.content.terrain import part as typed
from fireteam.games.killteam.geometry import FAULTS
from fireteam.kit.plane.refusals import Refused, in_words
from fireteam.space.plane import lands
from fireteam.space.plane.increments import increment
from fireteam.space.plane.legs import Charge, Gait, Increment, Stage, Step
from fireteam.space.plane.model import Body, Feature, Part, Terrain, TerrainError
from fireteam.space.plane.placing import Ground, stands
from tests.space.plane.boards import R25, R32, R50, body, ground, part, step
from tests.space.plane.judge_reference import judged_slowly

KINDS = (
    (0, 100, "Light"),
    (0, 250, "Heavy"),
    (280, 300, "Vantage"),
    (0, 300, "Vantage"),
    (0, 280, "Accessible Heavy"),
    (0, 400, "Heavy Wall"),
    (280, 300, "Vantage Accessible"),
    (0, 50, "Vantage Insignificant"),
    (300, 380, "Heavy"),
    (0, 120, "Obstructing Light"),
    (0, 300, "Ladder Light"),
    (100, 200, "Heavy"),
    (0, 50, "Light Insignificant"),
    (400, 500, "Heavy"),
)
HAZARD = ((300, 300), (500, 300), (500, 420), (300, 420))


@dataclass
class Case:
    """One leg on a random board."""

    here: Ground
    start: Body
    step: Step
    gait: Gait
    allowance: int
    ladder: bool


def random_ground(dice: Random) -> Ground | None:
    """Blocks of all kinds, some on top of each other, some side by side, some askew; None if they are no terrain."""
    features: dict[str, list[Part]] = {}
    count = dice.randint(3, 12)
    x = y = width = 100
    for number in range(count):
        if number and dice.random() < 0.2:
            x += width  # side by side
        elif not number or dice.random() < 0.7:
            x, y = 10 * dice.randint(10, 130), 10 * dice.randint(10, 90)
        width, depth = 10 * dice.randint(2, 40), 10 * dice.randint(2, 40)
        east, north = min(x + width, 1590), min(y + depth, 1190)
        if east - x < 20 or north - y < 20:
            continue
        lean = dice.choice([0, 0, 0, 0, dice.randint(0, 9)])
        corners = ((x, y), (east, y), (east - lean, north), (x + lean, north))
        bottom, top, traits = dice.choice(KINDS)
        name, names = f"f{dice.randint(0, count // 2)}", frozenset(traits.split())
        opaque = not names & {"Obstructing", "Ladder"}
        features.setdefault(name, []).append(typed(f"{name}-{number}", name, corners, bottom, top, names, opaque))
    try:
        terrain = Terrain(1600, 1200, tuple(Feature(name, "block", tuple(parts)) for name, parts in features.items()))
    except TerrainError:
        return None
    return Ground(terrain.under(), (HAZARD,) if dice.random() < 0.3 else ())


def cases(seeds: range) -> Iterator[Case]:
    """Random legs: on the floor and on levels, to a height or to none, walked and jumped, in every gait."""
    for seed in seeds:
        dice = Random(seed)
        here = random_ground(dice)
        if here is None:
            continue
        levels = [shape for shape in here.shapes if shape.standing]
        heights = [0, *(round(shape.top * 100) for shape in levels)]
        for _ in range(40):
            x, y, z = 10 * dice.randint(7, 153), 10 * dice.randint(7, 113), 0
            if dice.random() < 0.5:
                x, y = dice.randint(70, 1530), dice.randint(70, 1130)
            if levels and dice.random() < 0.4:
                level = dice.choice(levels)
                west, south, east, north = (round(side * 100) for side in level.box)
                x, y, z = dice.randint(west, east), dice.randint(south, north), round(level.top * 100)
            start = Body(x, y, z, dice.choice([R25, R32, R50]), dice.choice([110, 140]))
            if stands(here, start) is not None and dice.random() < 0.9:
                continue
            far = y if dice.random() < 0.3 else y + dice.randint(-500, 500)
            to = Step(
                min(1600, max(0, x + dice.randint(-500, 500))),
                min(1200, max(0, far)),
                dice.choice([None, None, 0, *heights]),
                z > 0 and dice.random() < 0.5,
                dice.random() < 0.9,
            )
            gait = Gait(
                climb=dice.random() < 0.9,
                wire=dice.choice([1, 2]),
                wire_climb=dice.random() < 0.5,
                merge=dice.random() < 0.6,
                top_edge=dice.random() < 0.2,
                errata=dice.random() < 0.2,
                least=dice.choice([2, 2, 2, 0, 1]),
                reach=dice.choice([3, 3, 3, 4, 5]),
                flies=dice.random() < 0.15,
            )
            yield Case(here, start, to, gait, dice.choice([200, 200, 50, 0]), dice.random() < 0.8)


def judged(case: Case) -> Increment | Refused:
    """What the kernels say, refusals in a game's words."""
    leg = increment(case.here, case.start, case.step, case.gait, case.allowance, case.ladder)
    return leg if isinstance(leg, Increment) else in_words(FAULTS, leg)


def blunt(leg: Increment | Refused) -> object:
    """A leg without the last digits of its lengths: the kernels add up squares, the reference asks for a hypotenuse."""
    if isinstance(leg, Refused):
        return leg
    charges = [Charge(c.kind, c.inches, round(c.length, 9), round(c.at, 9), c.part) for c in leg.charges]
    stages = [Stage(round(s.begin, 9), round(s.end, 9), round(s.z, 9)) for s in leg.stages]
    return leg.end, round(leg.length, 9), charges, stages, leg.drops, leg.ladder


@pytest.mark.rule("KT-GEO-15", "KT-GEO-16", "KT-GEO-17")
@pytest.mark.parametrize("first", range(0, 120, 30))
def test_the_judge_agrees_with_the_slow_one(first: int) -> None:
    seen: dict[str, None] = {}
    for case in cases(range(first, first + 30)):
        mine = judged(case)
        slow = judged_slowly(case.here, case.start, case.step, case.gait, case.allowance, case.ladder)
        assert blunt(mine) == blunt(slow), case
        for word in [slow.reason] if isinstance(slow, Refused) else [charge.kind for charge in slow.charges]:
            seen[word] = None
    assert {"walk", "climb", "drop", "jump", "walls cannot be climbed"} <= seen.keys()


@pytest.mark.rule("KT-GEO-16", "KT-TM-03")
def test_a_leg_with_more_events_than_there_is_room_for_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = tuple(part(f"s{n}-1", (5 + 2.5 * n, 5, 5.5 + 2.5 * n, 15), 0, 1) for n in range(8))
    whole = increment(ground(*steps), body(3, 10), step(27, 10))
    assert isinstance(whole, Increment)
    assert [charge.kind for charge in whole.charges].count("climb") == 8
    monkeypatch.setattr(lands, "MOST", 1)
    monkeypatch.setattr(lands, "ROOM", 2)
    narrow = ground(*steps)
    assert increment(narrow, body(3, 10), step(27, 10)) == whole
    # Those after it begin with little room again.
    assert increment(narrow, body(3, 10), step(27, 10)) == whole
    assert isinstance(increment(narrow, body(3, 10), step(4, 10)), Increment)
