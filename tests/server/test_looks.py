"""Looking about at a match that a worker has only just laid out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import fireteam
from fireteam.server.looks import LOOKED, ahead, look, plan, why
from fireteam.server.worker import Bench, Laid, Request


def laid_out(game: str) -> Laid:
    """A match as a worker that has never met it lays it out."""
    match = fireteam.new(game, seed=3)
    request = Request("", "a match", match.save(), "seeded", 3, (), ())
    return Bench().lay(request)


WORDS: list[tuple[Callable[..., dict[str, Any]], tuple[Any, ...]]] = [
    (why, ("", "")),
    (plan, ("0,0", "", (), None, False)),
    (ahead, ("", "", ())),
    (look, ("piece nobody",)),
]


@pytest.mark.parametrize("game", fireteam.games())
@pytest.mark.parametrize(("word", "given"), WORDS, ids=[word.__name__ for word, _ in WORDS])
def test_every_look_may_be_the_first(game: str, word: Callable[..., dict[str, Any]], given: tuple[Any, ...]) -> None:
    """Whatever is asked first, the match goes to its question before it is looked at."""
    assert {word for word, _ in WORDS} == {*LOOKED.values()}
    assert set(word(laid_out(game), *given)) >= {"why": {"refusals"}, "ahead": {"keys"}}.get(word.__name__, set())
