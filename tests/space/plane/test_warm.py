"""Getting fast in the background: what is kept is used, nothing compiles unasked, and the end of the process ends
it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import Any

import pytest

from fireteam.space import background, jit
from fireteam.space.plane import warm
from fireteam.space.plane.jit import PLANE
from fireteam.space.plane.paths import Move, path
from fireteam.space.plane.waypoints import forget_atlases
from tests.patience import PATIENCE, wait_until
from tests.space.plane.boards import R32, body, ground, step, terms

HERE = ground(size=(6, 6))
BASES = [warm.Base(R32, 140)]


class Child:
    """A process that compiles until it is told to stop, or is done at once."""

    def __init__(self, done: Callable[[], None] | None) -> None:
        self.done = done
        self.stopped = Event()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.wait()

    def wait(self) -> int:
        """Its exit code."""
        if self.done is None:
            self.stopped.wait(PATIENCE)
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
    plain = tuple(sys.modules[name] for name in PLANE.names)
    monkeypatch.setattr(background, "available", lambda: True)
    monkeypatch.setattr(PLANE, "kept", lambda: bool(ready))
    monkeypatch.setattr(PLANE, "compiled", lambda: plain)
    monkeypatch.setattr(PLANE, "is_compiled", lambda: False)

    def popen(command: list[str], **_: Any) -> Any:
        commands.append(command)
        return Child(lambda: ready.append(True))

    monkeypatch.setattr(background, "Popen", popen)
    monkeypatch.setattr(background, "_children", [])
    monkeypatch.setattr(background, "_threads", [])
    monkeypatch.setattr(background, "closing", Event())
    monkeypatch.setattr("atexit.register", lambda _: None)
    forget_atlases()
    yield commands
    forget_atlases()
    PLANE.swap_in(None)


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
    assert "at_leisure('fireteam.space.plane.warm')" in code
    assert kept_maps(tmp_path) == 1
    warm.in_background([HERE], BASES).join()
    assert len(started) == 1


def test_the_end_of_the_process_ends_what_compiles(
    started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = Child(None)
    begun = Event()

    def popen(*_: Any, **__: Any) -> Child:
        begun.set()
        return child

    monkeypatch.setattr(background, "Popen", popen)
    thread = warm.in_background([HERE], BASES, may_compile=True)
    assert begun.wait(PATIENCE)
    while not background._children:
        thread.join(0.01)
    background._close()
    assert child.stopped.is_set()
    assert not thread.is_alive()
    assert kept_maps(tmp_path) == 0
    assert not warm.use_kept()
    assert started == []


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="a process that is terminated there says so in another way")
def test_a_process_that_is_killed_leaves_nobody_compiling(tmp_path: Path) -> None:
    """A compiler that takes long stands in for numba; signals end the parent at once, without anything that is done at
    exit."""
    told = tmp_path / "compiling"
    (tmp_path / "numba.py").write_text(
        f"import os, time\nwith open({str(told)!r} + '.new', 'w') as file:\n    file.write(str(os.getpid()))\n"
        f"os.replace({str(told)!r} + '.new', {str(told)!r})\ntime.sleep(600)\n"
    )
    code = (
        "import time; from fireteam.space.plane import warm; warm.in_background([], [], "
        "may_compile=True); time.sleep(600)"
    )
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "FIRETEAM_HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    for ending in (signal.SIGTERM, signal.SIGKILL):
        told.unlink(missing_ok=True)
        parent = subprocess.Popen([sys.executable, "-c", code], env=env)
        try:
            wait_until(told.exists)
            child = int(told.read_text())
            assert not gone(child)
        finally:
            parent.send_signal(ending)
        assert parent.wait(PATIENCE) == -ending
        wait_until(partial(gone, child))


def test_a_closing_process_swaps_nothing_in(started: list[list[str]]) -> None:
    background.closing.set()
    assert not warm.use_compiled()
    assert started == []


@pytest.mark.parametrize(("wish", "may"), [("1", False), ("true", False), ("0", True), ("", True)])
def test_compiling_can_be_switched_off(wish: str, may: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", ModuleType)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", wish)
    assert jit.available() is may


def test_where_nothing_may_compile_a_process_ends_at_once() -> None:
    code = "from fireteam.space.plane import warm; warm.in_background([], [], may_compile=True); print('played')"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert (done.stdout, done.stderr) == ("played\n", "")


def test_compiled_code_of_another_machine_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path))
    monkeypatch.setattr(jit, "available", lambda: True)
    monkeypatch.setattr(jit, "machine", lambda: "this one")
    assert not PLANE.kept()
    PLANE.note_kept()
    assert not PLANE.kept(), "nothing was compiled into a folder that is not there"
    marker = PLANE.marker()
    marker.parent.mkdir(parents=True)
    PLANE.note_kept()
    assert PLANE.kept()
    monkeypatch.setattr(jit, "machine", lambda: "another")
    assert not PLANE.kept()


# -- what other versions have left -------------------------------------------------------------------------------------


DAY = 24 * 3600


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with kernels of four other versions, used 1, 29, 31 and 300 days ago, and with other things as old."""
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path))
    folder = tmp_path / "cache"
    for days in (1, 29, 31, 300):
        for name in (f"kernels-{days}", f"atlas-{days}"):
            (folder / name / "__pycache__").mkdir(parents=True)
            (folder / name / "__pycache__" / "sight.nbi").write_text("compiled")
            used = time.time() - days * DAY
            os.utime(folder / name, (used, used))
    return folder


def names(cache: Path) -> list[str]:
    """What is in the cache besides the kernels of this version."""
    ours = PLANE.marker().parent.name
    return sorted(path.name for path in cache.iterdir() if path.name != ours)


OTHERS = ["atlas-1", "atlas-29", "atlas-300", "atlas-31"]


def test_kernels_that_nobody_has_used_for_a_month_are_thrown_away_when_new_ones_are_made(cache: Path) -> None:
    assert PLANE.copied() is not None
    assert names(cache) == [*OTHERS, "kernels-1", "kernels-29"]
    assert (cache / "kernels-29" / "__pycache__" / "sight.nbi").read_text() == "compiled"


def test_only_a_new_version_looks_for_old_ones(cache: Path) -> None:
    PLANE.marker().parent.mkdir()
    assert PLANE.copied() is not None
    assert "kernels-300" in names(cache)


def test_using_kernels_keeps_them(cache: Path) -> None:
    assert PLANE.copied() is not None
    ours = PLANE.marker().parent
    used = time.time() - 40 * DAY
    os.utime(ours, (used, used))
    assert PLANE.copied() is not None
    assert time.time() - ours.stat().st_mtime < DAY


def test_what_cannot_be_thrown_away_stays(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Path, target: Path) -> Path:
        raise PermissionError(self)

    monkeypatch.setattr(Path, "rename", refused)
    files = PLANE.copied()
    assert files is not None and all(file.is_file() for file in files)
    assert "kernels-300" in names(cache)


def test_kernels_thrown_away_while_they_are_loaded_do_no_harm(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", ModuleType("numba"))
    monkeypatch.setattr(jit, "available", lambda: True)
    monkeypatch.setattr(PLANE, "made", None)
    files = tuple(cache / f"{name}.py" for name in PLANE.names)
    monkeypatch.setattr(PLANE, "copied", lambda: files)
    assert PLANE.compiled() is None
    assert not jit._compiler and PLANE.made is None
