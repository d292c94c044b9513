"""Compiled kernels answer as plain ones, to the last digit: sight, legs, searches, bounds, and whole games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

import pytest

import fireteam
from fireteam.space import jit
from fireteam.space.plane import warm
from fireteam.space.plane.bounds import Field
from fireteam.space.plane.jit import PLANE
from fireteam.space.plane.proofs import Proof
from fireteam.space.plane.rises import heights
from fireteam.space.plane.waypoints import forget_atlases
from tests.killteam.make_goldens import FOLDER, GAMES, kept, written
from tests.space.plane.test_against_reference import answers as seen
from tests.space.plane.test_atlas import answers as searched
from tests.space.plane.test_judge import cases, judged
from tests.space.plane.test_proofs import crowded


class Compiled(Protocol):
    """A while in which compiled kernels answer."""

    def __call__(self) -> AbstractContextManager[None]: ...


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Compiled:
    """Compiled kernels; made the first time, which takes a minute or two, and found in the cache from then on."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    if not jit.available():
        pytest.skip("numba is not installed: kernels run as plain Python only")

    @contextmanager
    def using() -> Iterator[None]:
        forget_atlases()  # what plain kernels have prepared is not asked again
        assert warm.use_compiled() and PLANE.is_compiled()
        try:
            yield
        finally:
            PLANE.swap_in(None)
            forget_atlases()

    return using


@pytest.mark.rule("KT-GEO-04", "KT-GEO-08", "KT-GEO-09")
def test_sight_cover_and_obscured(compiled: Compiled) -> None:
    plain = [seen(seed) for seed in range(300)]
    with compiled():
        assert [seen(seed) for seed in range(300)] == plain


@pytest.mark.rule("KT-GEO-16")
def test_legs(compiled: Compiled) -> None:
    plain = [judged(case) for case in cases(range(200, 320))]
    with compiled():
        assert [judged(case) for case in cases(range(200, 320))] == plain
    assert len(plain) > 2000


@pytest.mark.rule("KT-GEO-18")
def test_searches(compiled: Compiled) -> None:
    plain = [searched(seed) for seed in range(20)]
    with compiled():
        assert [searched(seed) for seed in range(20)] == plain


def bounded(seed: int) -> list[object]:
    """How far some boxes of a crowded board are at the least, and what a proof says of a move there."""
    draw = random.Random(seed)
    ground, start, terms = crowded(draw)
    field = Field(ground, start, terms, heights(ground, start, terms)[0])
    boxes = [(draw.uniform(8, 12), draw.uniform(8, 12), draw.choice((0.0, 0.1, 0.5))) for _ in range(60)]
    return [*(field.least(*box) for box in boxes), Proof(ground, start, terms).verdict(lambda move: True)]


@pytest.mark.rule("KT-ACT-07")
def test_bounds(compiled: Compiled) -> None:
    plain = [bounded(seed) for seed in range(12)]
    with compiled():
        assert [bounded(seed) for seed in range(12)] == plain
    assert len({number for found in plain for number in found[:-1]}) > 100


@pytest.mark.parametrize("name", GAMES)
def test_whole_games(compiled: Compiled, name: str) -> None:
    """The saves and texts of these games are committed: plain kernels lead to them as well."""
    with compiled():
        match = fireteam.load(kept(name))
        assert match.over and match.save() == kept(name)
        assert written(match) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
