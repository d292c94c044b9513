"""Sight is the same after a half turn, is remembered within bounds, and has kernels that can be compiled."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

import pytest

from fireteam.space import jit
from fireteam.space.cubes import sight, warm
from fireteam.space.cubes.jit import CUBES
from fireteam.space.cubes.layout import Layout
from fireteam.space.cubes.sight import Pose
from tests.space.cubes.boards import Table, random_layout, table, turned

OPPOSITE = {1: 8, 2: 4, 4: 2, 8: 1}


class Compiled(Protocol):
    """A while in which compiled kernels answer."""

    def __call__(self) -> AbstractContextManager[None]: ...


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Compiled:
    """Compiled kernels; made the first time, which takes some seconds, and found in the cache from then on."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    if not jit.available():
        pytest.skip("numba is not installed: kernels run as plain Python only")

    @contextmanager
    def using() -> Iterator[None]:
        assert warm.use_compiled() and warm.use_kept() and CUBES.is_compiled()
        try:
            yield
        finally:
            CUBES.swap_in(None)

    return using


def answers(seed: int) -> object:
    """Everything that kernels say about one random board."""
    draw, here = table(seed, 4, 4, 3)
    poses = [pose for pose in (here.pose(draw) for _ in range(5)) if pose is not None]
    if len(poses) < 2:
        return None
    viewer, target, *others = poses
    smoke = here.smoke(draw)
    return (
        here.sight.sees(viewer, target),
        here.sight.sees(viewer, target, smoke, others),
        here.sight.overlooks(viewer, target),
        here.sight.has_clear_shot(viewer, target, smoke, others),
        [here.sight.sees_cube(viewer, cube, smoke) for cube in range(0, here.board.count, 5)],
        here.sight.line(viewer, target),
        here.sight.sighting(viewer, target, smoke, others),
        here.sight.aim(viewer, target, smoke, others),
    )


@pytest.mark.rule("DZ-GEO-11", "DZ-GEO-12", "DZ-GEO-13", "DZ-GEO-14", "DZ-GEO-15")
def test_compiled_kernels_answer_as_plain_ones(compiled: Compiled) -> None:
    plain = [answers(seed) for seed in range(80)]
    with compiled():
        assert [answers(seed) for seed in range(80)] == plain


def test_without_numba_kernels_stay_plain() -> None:
    assert not warm.use_compiled() and not warm.use_kept() and not CUBES.is_compiled()


def turned_pose(here: Table, there: Table, pose: Pose) -> Pose:
    """Where somebody is after a half turn."""
    x, y, level = here.board.at[pose.cube]
    cube = there.board.cube(here.board.width - x, here.board.depth - y, level + 1)
    quarters = sum(OPPOSITE[quarter] for quarter in OPPOSITE if pose.quarters & quarter)
    place = next(place for place in there.board.places_of[cube] if there.board.quarters[place] & quarters)
    return there.sight.pose(place, quarters, pose.size, lying=pose.lying)


@pytest.mark.rule("DZ-GEO-11", "DZ-GEO-13")
def test_sight_is_the_same_after_a_half_turn() -> None:
    for seed in range(60):
        draw = random.Random(seed)
        layout = random_layout(draw, 4, 4, 3)
        here, there = Table(layout), Table(turned(layout))
        poses = [pose for pose in (here.pose(draw) for _ in range(4)) if pose is not None]
        others = [turned_pose(here, there, pose) for pose in poses]
        if len(poses) < 2:
            continue
        for number in range(len(poses) - 1):
            (a, b), (c, d) = poses[number : number + 2], others[number : number + 2]
            assert here.sight.sees(a, b) == there.sight.sees(c, d)
            assert here.sight.has_clear_shot(a, b, 0, poses) == there.sight.has_clear_shot(c, d, 0, others)
            assert here.sight.sees_cube(a, b.cube) == there.sight.sees_cube(c, d.cube)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "KEPT", 10)
    here = Table(Layout(4, 4, 1))
    poses = [here.sight.pose(place, 1, 1) for place in range(16)]
    for _ in range(2):
        for viewer in poses:
            for target in poses:
                assert here.sight.sees(viewer, target) and here.sight.has_clear_shot(viewer, target)
                assert here.sight.sees_cube(viewer, target.cube) and here.sight.line(viewer, target)
    assert here.sight.remembered() <= 40
    here.sight.forget()
    assert here.sight.remembered() == 0
    assert here.sight.pose(0, 1, 1) is poses[0]


def test_what_is_remembered_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Table(Layout(4, 4, 1))
    viewer, target, third = (here.sight.pose(place, 1, 1) for place in (0, 3, 1))
    asked = (
        lambda: here.sight.sees(viewer, target),
        lambda: here.sight.has_clear_shot(viewer, target, 0, (third,)),
        lambda: here.sight.sees_cube(viewer, target.cube),
        lambda: here.sight.line(viewer, target),
    )
    first = [ask() for ask in asked]
    monkeypatch.setattr(sight, "tracer", None)
    assert [ask() for ask in asked] == first
