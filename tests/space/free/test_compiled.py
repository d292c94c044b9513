"""Compiled kernels of free movement answer as plain ones, to the last digit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from fireteam.space import jit
from fireteam.space.plane.free import forced, places, seeing, warm
from fireteam.space.plane.free.charges import CONTACT, Charges
from fireteam.space.plane.free.flight import Eye, Flight
from fireteam.space.plane.free.hulls import slide, turn
from fireteam.space.plane.free.jit import FREE
from fireteam.space.plane.free.measuring import round_solids
from fireteam.space.plane.free.plan import Block, Plan
from fireteam.space.plane.free.shapes import Hull, Other, Others
from fireteam.space.plane.free.walking import Walker
from fireteam.space.plane.free.ways import Ways
from fireteam.space.plane.jit import PLANE
from fireteam.space.plane.model import Body
from tests.space.free.agreement import standing
from tests.space.free.boards import random_body, random_others, random_plan
from tests.space.free.test_hulls import WALL, bare, box, random_other


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compiled kernels; made the first time, which takes minutes, and found in the cache from then on."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    if not jit.available():
        pytest.skip("numba is not installed: kernels run as plain Python only")
    assert warm.use_compiled() and FREE.is_compiled()
    yield
    FREE.swap_in(None)


def answers(seed: int) -> list[object]:
    """All sorts of answers on a random field that nobody has prepared."""
    dice = Random(seed)
    fresh = random_plan(seed)
    field = Plan(fresh.width, fresh.height, fresh.pieces[1:]).under()
    others = random_others(dice, 3)
    body = standing(field, dice, others)
    if body is None:
        return []
    walker = Walker(body, 5.0)
    ways = Ways(field, walker, others)
    ends = [random_body(dice) for _ in range(6)]
    found: list[object] = [list(ways.spent), list(ways.came)]
    found += [ways.way(end.x, end.y, end.z) for end in ends]
    found += [ways.nearest(end.x, end.y, end.z) for end in ends[:2]]
    found += [sorted(ways.cells(1.0)), places.nearest(field, body, others)]
    found += [round_solids(field, body, end, 20.0) for end in ends]
    found += [forced.slide(field, body, degrees, 4.0, others) for degrees in range(0, 360, 45)]
    found += [forced.rim(field, body)]
    found += Charges(field, walker, others).list(dict.fromkeys(range(len(others)), CONTACT))
    foes = tuple(Eye(row.shape, 150) for row in others.rows if isinstance(row.shape, Body))
    found += [Flight(field, walker._replace(allowance=2.0), others, foes).best]
    return found


def test_compiled_kernels_answer_as_plain_ones(compiled: None) -> None:
    quick = [answers(seed) for seed in range(25)]
    FREE.swap_in(None)
    assert [answers(seed) for seed in range(25)] == quick
    assert sum(map(len, quick)) > 300


def sights(seed: int) -> list[object]:
    """What is seen of whom on a random field, others being in the way."""
    dice = Random(seed)
    field = random_plan(seed).under()
    others = [row.shape for row in random_others(dice, 6).rows]
    eyes = [random_body(dice) for _ in range(6)]
    found: list[object] = []
    for number, shape in enumerate(others):
        between = [other for place, other in enumerate(others) if place != number]
        for eye in eyes:
            found.append(seeing.hidden_points(field, (eye.x, eye.y, eye.z + 150), shape, between))
            found.append(seeing.free_line(field, (eye.x, eye.y, eye.z + 150), (shape.x, shape.y, shape.z + 50)))
    return found


def test_compiled_eyes_see_as_plain_ones(compiled: None) -> None:
    quick = [sights(seed) for seed in range(12)]
    FREE.swap_in(None)
    assert [sights(seed) for seed in range(12)] == quick
    assert len({str(one) for found in quick for one in found}) > 20


def hulls() -> list[object]:
    """Slides and pivots of hulls among others and a wall."""
    wall = Block("wall", box(3300, 3200, 3400, 3700), 0, 400, WALL)
    field, dice = bare(wall).under(), Random(7)
    others = Others([Other(random_other(dice)) for _ in range(6)])
    starts = [Hull(3000, 3000, 0, 5.0, 2.5, 250, dice.randrange(360)) for _ in range(20)]
    return [
        (slide(field, one, one.facing, 10.0, others).contacts, turn(field, one, 90, others).contacts) for one in starts
    ]


def test_compiled_hulls_go_as_plain_ones(compiled: None) -> None:
    quick = hulls()
    FREE.swap_in(None)
    assert hulls() == quick and len({repr(met) for met in quick}) > 10


def test_who_plays_on_the_plane_compiles_nothing_of_this() -> None:
    assert not any(".free." in name for name in PLANE.names)
    assert [name for name in FREE.names if ".free." not in name] == ["fireteam.space.plane.kernels"]
