"""Getting fast in the background: what is kept is used, and nothing compiles unasked."""

from __future__ import annotations

from types import ModuleType

import pytest

import fireteam
from fireteam.space import background
from fireteam.space.cubes import warm
from fireteam.space.cubes.jit import CUBES


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> list[tuple[ModuleType, ...]]:
    """The kernels that were swapped in; compiled ones are plain ones here."""
    found: list[tuple[ModuleType, ...]] = []
    monkeypatch.setattr(CUBES, "compiled", CUBES.plain)
    monkeypatch.setattr(CUBES, "note_kept", lambda: None)
    monkeypatch.setattr(CUBES, "swap_in", found.append)
    monkeypatch.setattr(background, "_threads", [])
    monkeypatch.setattr("atexit.register", lambda _: None)
    return found


def test_kept_kernels_are_used_in_the_background(
    used: list[tuple[ModuleType, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CUBES, "kept", lambda: True)
    fireteam.warm("deadzone", may_compile=False)
    for thread in background._threads:
        thread.join()
    assert used == [CUBES.plain()]


def test_nothing_is_compiled_unasked(used: list[tuple[ModuleType, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CUBES, "kept", lambda: False)
    warm.in_background().join()
    assert used == []


def test_who_waits_for_it_compiles_at_once(used: list[tuple[ModuleType, ...]]) -> None:
    ((name, work),) = fireteam.game("deadzone").warm_tasks()  # type: ignore[attr-defined]
    assert name == "compile the sight of cubes"
    assert work() is True
    assert used == [CUBES.plain()]
