"""Several threads on one ground at once: each judges and searches in room of its own, and all come to the answers of
one alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import pytest

from fireteam.space.plane.increments import increment
from fireteam.space.plane.legs import WALKING, Step
from fireteam.space.plane.model import Body
from fireteam.space.plane.routes import Search
from fireteam.space.plane.waypoints import atlas_of, forget_atlases
from tests.space.plane.boards import R32, body, ground, part, step, terms

THREADS = 4
STAIRS = tuple(part(f"s{number}-1", (5 + 2.5 * number, 5, 5.5 + 2.5 * number, 15), 0, 1) for number in range(8))
LEVEL = part("level-1", (10, 16, 16, 19), 0, 3, "Vantage")


@pytest.fixture(autouse=True)
def restless() -> Iterator[None]:
    """Threads take turns as often as they can, in the middle of a kernel."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    forget_atlases()
    yield
    sys.setswitchinterval(before)
    forget_atlases()


Question = TypeVar("Question")


def at_once(answer: Callable[[Question], object], questions: Sequence[Question]) -> list[list[object]]:
    """What each thread answers, all starting together, each with another question first."""
    start = Barrier(THREADS)
    count = len(questions)

    def work(number: int) -> list[object]:
        start.wait()
        first = number * count // THREADS
        answers = [answer(questions[(first + place) % count]) for place in range(count)]
        return answers[count - first :] + answers[: count - first]

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(THREADS)))


@pytest.mark.rule("KT-GEO-16")
def test_legs_judged_at_once() -> None:
    here = ground(*STAIRS, LEVEL)
    steps = [step(3 + 2.4 * number, 6 + number % 12, z) for number in range(10) for z in (None, 0)]

    def judged(to: Step) -> object:
        return increment(here, body(3, 10), to)

    alone = [judged(to) for to in steps]
    for answers in at_once(judged, steps * 8):
        assert answers == alone * 8


@pytest.mark.rule("KT-GEO-18")
def test_searches_at_once_share_the_legs_of_a_map() -> None:
    here = ground(*STAIRS[:3], LEVEL, size=(20, 20))
    starts = [body(3, 3 + number) for number in range(THREADS)]

    def found(start: Body) -> object:
        search = Search(here, start, terms(3))
        return [search.steps(label) for label in search.reached if label >= 0]

    alone = [found(start) for start in starts]
    forget_atlases()
    for answers in at_once(found, starts):
        assert answers == alone


@pytest.mark.rule("KT-GEO-18")
def test_a_map_is_prepared_while_others_search_it() -> None:
    here = ground(STAIRS[0], size=(10, 16))
    start = body(3, 4)

    def found() -> list[object]:
        search = Search(here, start, terms(3))
        return [search.steps(label) for label in search.reached if label >= 0]

    alone = found()
    forget_atlases()
    atlas = atlas_of(here, R32, start.height, WALKING)
    with ThreadPoolExecutor(1) as pool:
        prepared = pool.submit(atlas.prepare, 3, keep=False)
        answers = [found() for _ in range(3)]
        prepared.result()
    assert answers == [alone] * 3
    assert found() == alone
