"""Getting fast in the background: what is kept is used, nothing compiles unasked, and the end of the process ends it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from fireteam.space.plane import jit, warm
from fireteam.space.plane.paths import Move, path
from fireteam.space.plane.waypoints import atlas_of
from tests.space.plane.boards import R32, body, ground, step, terms

HERE = ground(size=(6, 6))
BASES = [warm.Base(R32, 140)]


class Child:
    """A process that compiles until it is told to stop, or is done at once."""

    def __init__(self, done: Callable[[], None] | None) -> None:
        self.done = done
        self.stopped = Event()

    def wait(self) -> int:
        """Its exit code."""
        if self.done is None:
            self.stopped.wait(10)
            return -15
        self.done()
        return 0

    def poll(self) -> int | None:
        """None while it works."""
        return -15 if self.stopped.is_set() else None

    def terminate(self) -> None:
        """Stop it."""
        self.stopped.set()


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """The processes that were started; compiling one leaves the kernels in the cache, which are plain ones here."""
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path))
    commands: list[list[str]] = []
    ready: list[bool] = []
    plain = jit.Kernels(*(sys.modules[name] for name in jit.NAMES))
    monkeypatch.setattr(warm, "available", lambda: True)
    monkeypatch.setattr(warm, "kept", lambda: bool(ready))
    monkeypatch.setattr(warm, "compiled", lambda: plain)
    monkeypatch.setattr(warm, "is_compiled", lambda: False)

    def popen(command: list[str], **_: Any) -> Any:
        commands.append(command)
        return Child(lambda: ready.append(True))

    monkeypatch.setattr(warm, "Popen", popen)
    monkeypatch.setattr(warm, "_children", [])
    monkeypatch.setattr(warm, "_threads", [])
    monkeypatch.setattr(warm, "_closing", Event())
    monkeypatch.setattr("atexit.register", lambda _: None)
    atlas_of.cache_clear()
    yield commands
    atlas_of.cache_clear()
    jit.swap_in(None)


def kept_maps(folder: Path) -> int:
    """How many prepared maps are on disk."""
    return len(list(folder.glob("cache/atlas/*")))


def test_nothing_is_compiled_or_prepared_unasked(started: list[list[str]], tmp_path: Path) -> None:
    warm.in_background([HERE], BASES).join()
    assert started == []
    assert kept_maps(tmp_path) == 0
    assert isinstance(path(HERE, body(2, 2), (step(3, 3),), terms()), Move)


def test_a_long_session_compiles_in_a_process_of_its_own(started: list[list[str]], tmp_path: Path) -> None:
    warm.in_background([HERE], BASES, may_compile=True).join()
    ((python, flag, code),) = started
    assert (python, flag) == (sys.executable, "-c")
    assert "at_leisure()" in code
    assert kept_maps(tmp_path) == 1
    warm.in_background([HERE], BASES).join()
    assert len(started) == 1


def test_the_end_of_the_process_ends_what_compiles(started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = Child(None)
    begun = Event()

    def popen(*_: Any, **__: Any) -> Child:
        begun.set()
        return child

    monkeypatch.setattr(warm, "Popen", popen)
    thread = warm.in_background([HERE], BASES, may_compile=True)
    assert begun.wait(10)
    while not warm._children:
        thread.join(0.01)
    warm._close()
    assert child.stopped.is_set()
    assert not thread.is_alive()
    assert kept_maps(tmp_path) == 0
    assert not warm.use_kept()
    assert started == []


def test_a_closing_process_swaps_nothing_in(started: list[list[str]]) -> None:
    warm._closing.set()
    assert not warm.use_compiled()
    assert started == []


@pytest.mark.skipif(jit.available(), reason="numba is installed: it would compile for a minute")
def test_without_numba_a_process_ends_at_once(tmp_path: Path) -> None:
    code = "from fireteam.space.plane import warm; warm.in_background([], [], may_compile=True); print('played')"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert (done.stdout, done.stderr) == ("played\n", "")


def test_compiled_code_of_another_machine_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path))
    monkeypatch.setattr(jit, "available", lambda: True)
    monkeypatch.setattr(jit, "_machine", lambda: "this one")
    assert not jit.kept()
    jit.note_kept()
    assert not jit.kept(), "nothing was compiled into a folder that is not there"
    marker = jit._marker()
    marker.parent.mkdir(parents=True)
    jit.note_kept()
    assert jit.kept()
    monkeypatch.setattr(jit, "_machine", lambda: "another")
    assert not jit.kept()
