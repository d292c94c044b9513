"""Every query against the slow reference on random boards; agreement.py says what must agree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.space.cubes import agreement

SEEDS = some.integers(0, 2**32)


@pytest.mark.rule(
    "DZ-GEO-03", "DZ-GEO-04", "DZ-GEO-05", "DZ-GEO-06", "DZ-GEO-07", "DZ-GEO-08", "DZ-GEO-09", "DZ-GEO-19"
)
@settings(max_examples=300)
@given(SEEDS)
def test_steps(seed: int) -> None:
    agreement.steps_agree(seed)


@pytest.mark.rule("DZ-GEO-04", "DZ-GEO-06", "DZ-GEO-19", "DZ-TERR-12")
@settings(max_examples=300)
@given(SEEDS)
def test_reach(seed: int) -> None:
    agreement.reach_agrees(seed)


@pytest.mark.rule("DZ-GEO-06")
@settings(max_examples=300)
@given(SEEDS)
def test_reach_among_others(seed: int) -> None:
    agreement.crowds_agree(seed)


@pytest.mark.rule("DZ-GEO-18", "DZ-SCAT-09")
@settings(max_examples=300)
@given(SEEDS)
def test_throws(seed: int) -> None:
    agreement.throws_agree(seed)


@pytest.mark.rule("DZ-GEO-16", "DZ-FALL-07", "DZ-FALL-08")
@settings(max_examples=200)
@given(SEEDS)
def test_falls_and_what_is_seen_from_above(seed: int) -> None:
    agreement.falls_agree(seed)


@pytest.mark.rule("DZ-GEO-02", "DZ-GEO-20")
@settings(max_examples=1000)
@given(SEEDS)
def test_room(seed: int) -> None:
    agreement.room_agrees(seed)


@pytest.mark.rule("DZ-GEO-10", "DZ-GEO-11", "DZ-GEO-12", "DZ-GEO-13", "DZ-GEO-15")
@settings(max_examples=60)
@given(SEEDS)
def test_sight(seed: int) -> None:
    agreement.sight_agrees(seed)


@pytest.mark.rule("DZ-GEO-12", "DZ-GEO-13", "DZ-GEO-15")
@settings(max_examples=150)
@given(SEEDS)
def test_rays(seed: int) -> None:
    agreement.rays_agree(seed)


@pytest.mark.rule("DZ-GEO-14", "DZ-GEO-15", "DZ-GEO-17")
@settings(max_examples=100)
@given(SEEDS)
def test_sight_of_cubes_thin_smoke_and_directly_away(seed: int) -> None:
    agreement.cubes_agree(seed)
