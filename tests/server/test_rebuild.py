"""Rebuilding: a match made again from its log is the match that was played, and a worker's copy keeps up with it."""

from __future__ import annotations

import random

import pytest

import fireteam
from fireteam.core.errors import FireteamError, IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.questions import Roll
from fireteam.server.rebuild import give, rebuild
from fireteam.server.worker import Bench, Missing, Request
from tests.server.positions import Pairs, origin, play

# -- rebuilding --------------------------------------------------------------------------------------------------------


def test_a_match_is_made_again() -> None:
    match = fireteam.new("escape", scenario="infiltration", seed=7)
    text = match.save(0)
    assert "dice: withheld" in text
    standing = play(match, 80)
    again = rebuild(text, "seeded", 7, standing)
    assert again.save() == match.save()
    assert again.told == match.told
    assert rebuild(match.save(), "seeded", 7, ()).save() == match.save(), "an origin may hold its seed"
    assert rebuild(text, "seeded", 7, standing, quiet=True).view(0) == match.view(0)


def test_typed_dice_are_asked_for() -> None:
    match = fireteam.new("escape", scenario="infiltration", dice="ask")
    text = match.save()
    standing = play(match, 120)
    assert {kind for kind, _ in standing} == {"answer", "faces"}
    again = rebuild(text, "typed", 0, standing)
    assert again.dice is None and again.save() == match.save()
    for place, (kind, _) in enumerate(standing):
        if kind == "faces":
            assert isinstance(rebuild(text, "typed", 0, standing[:place]).decision, Roll)
            break


def test_a_save_with_a_seed_goes_on_with_typed_dice() -> None:
    match = fireteam.new("escape", scenario="infiltration", seed=7)
    play(match, 60)
    for text in (match.save(), fireteam.new("escape", scenario="infiltration", seed=7).save()):
        again = rebuild(text, "typed", 0, ())
        assert again.dice is None
        assert len(again.answers()) == len(fireteam.load(text).answers())
        assert any(kind == "faces" for kind, _ in play(again, 200)), "from here on the dice are asked for"


def test_undos_are_on_record_again() -> None:
    match = fireteam.new("escape", scenario="infiltration", seed=7)
    text = match.save(0)
    standing = play(match, 80)
    while not match.undo().rolls:
        standing.pop()
    standing.pop()
    again = rebuild(text, "seeded", 7, standing, match.undone)
    assert again.undone == match.undone and "rolls taken back" in again.save()
    assert again.save() == match.save()


def test_an_answer_that_no_longer_fits_is_named() -> None:
    match = fireteam.new("escape", scenario="infiltration", seed=7)
    standing = play(match, 5)
    for wrong in (("answer", "fly"), ("faces", "[3]"), ("faces", "{"), ("undo", "")):
        with pytest.raises(FireteamError, match="answer 6 of the match"):
            rebuild(origin(), "seeded", 7, [*standing, wrong])
    with pytest.raises(FireteamError, match="unknown dice"):
        rebuild(origin(), "marked", 7, ())


@pytest.mark.parametrize(
    ("kind", "text"),
    [("answer", "fly"), ("answer", "3"), ("faces", "3"), ("faces", "{"), ("faces", "[99]"), ("faces", "[[[")],
)
def test_a_roll_wants_faces(kind: str, text: str) -> None:
    match = fireteam.new("escape", scenario="infiltration", dice="ask")
    while not isinstance(match.decision, Roll):
        match.answer(match.decision.options[0])
    before = match.save()
    with pytest.raises(IllegalAnswer):
        give(match, kind, text)
    assert match.save() == before


# -- catching up -------------------------------------------------------------------------------------------------------


def request(standing: Pairs, whole: bool = True, dice: str = "seeded", match: str = "m") -> Request:
    """A request at a position."""
    text = origin(7, dice)
    return Request("choose", match, text if whole else None, dice, 7, tuple(standing), (0, "random", ""))


@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_catching_up_comes_to_the_same_as_laying_out(dice: str) -> None:
    """Undo, another way, redo, and nothing in common: the kept match is always where a fresh one would be."""
    lines = [play(rebuild(origin(7, dice), dice, 7, ()), 90, seed) for seed in (1, 2)]
    lines.append(lines[0][:40] + play(rebuild(origin(7, dice), dice, 7, lines[0][:40]), 50, 3))
    bench = Bench()
    rng = random.Random(5)
    bench.lay(request([], dice=dice))
    for _ in range(60):
        standing = rng.choice(lines)[: rng.randrange(91)]
        try:
            laid = bench.lay(request(standing, whole=False, dice=dice))
        except Missing:
            laid = bench.lay(request(standing, dice=dice))
        fresh = rebuild(origin(7, dice), dice, 7, standing)
        assert laid.standing == standing
        assert laid.match.view(0) == fresh.view(0)
        assert len(laid.match.answers()) == len(fresh.answers())
        assert repr(laid.match.decision) == repr(fresh.decision)


def test_catching_up_costs_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    standing = play(rebuild(origin(), "seeded", 7, ()), 90)
    bench = Bench()
    bench.lay(request(standing[:80]))
    given: list[object] = []
    answer = Match.answer

    def counted(self: Match, key: object, *, seat: int | None = None) -> None:
        given.append(key)
        answer(self, key, seat=seat)

    monkeypatch.setattr(Match, "answer", counted)
    bench.lay(request(standing[:85], whole=False))
    bench.lay(request(standing[:83], whole=False))
    bench.lay(request(standing[:84], whole=False))
    assert given == [text for _, text in [*standing[80:85], standing[83]]]


def test_a_bench_has_room_for_so_many() -> None:
    bench = Bench(room=2)
    for name in "abac":
        bench.lay(request([], match=name))
    assert list(bench.laid) == ["a", "c"]
    with pytest.raises(Missing):
        bench.lay(request([], whole=False, match="b"))


def test_a_worker_looks_again_for_what_the_server_has_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a new machine there is nothing yet when the first match is laid out."""
    now, warmed = [1000.0], []
    monkeypatch.setattr("fireteam.server.worker.time.monotonic", lambda: now[0])
    monkeypatch.setattr(fireteam, "warm", lambda name, *, may_compile: warmed.append((now[0], name, may_compile)))
    bench = Bench()
    for seconds in (0, 10, 50, 60, *range(100, 1000, 50)):
        now[0] = 1000.0 + seconds
        bench.lay(request([]))
    assert warmed == [(1000.0 + seconds, "escape", False) for seconds in (0, 50, 100, 150, 200, 250)]


def test_a_failure_leaves_no_half_laid_match() -> None:
    bench = Bench()
    bench.lay(request([]))
    with pytest.raises(FireteamError, match="answer 1 "):
        bench.lay(request([("answer", "fly")], whole=False))
    assert not bench.laid
