"""Each query of the spaces answers alike as the first one of a process and as any later one, compiled or plain, with
numba or without; and once the kernels are warm no query compiles anything any more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fireteam.space import jit
from fireteam.space.cubes import warm as cubes
from fireteam.space.cubes.jit import CUBES
from fireteam.space.jit import Family
from fireteam.space.plane import warm as plane
from fireteam.space.plane.free import warm as free
from fireteam.space.plane.free.jit import FREE
from fireteam.space.plane.jit import PLANE
from tests.patience import PATIENCE
from tests.space.each_query import SPACES, every, told

FAMILIES: dict[str, tuple[Family, Callable[[], bool]]] = {
    "free": (FREE, free.use_compiled),
    "plane": (PLANE, plane.use_compiled),
    "cubes": (CUBES, cubes.use_compiled),
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process for each query is forked")
def test_each_query_may_be_the_first_of_a_process_without_numba(tmp_path: Path) -> None:
    """On a machine that has kept nothing; here numba is only switched off, and all others have been asked before."""
    about = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.space.each_query", "-n"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**about, "FIRETEAM_HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    first = json.loads(done.stdout)
    later = {name: told(query) for name, query in reversed(every().items())}
    assert [name for name, answer in later.items() if "FAILED" in answer] == []
    assert first == later
    assert len(first) > 80


def signatures(family: Family) -> dict[str, list[str]]:
    """For which arguments each kernel has been compiled."""
    assert family.made is not None
    return {
        f"{module.__name__.rpartition('.')[2]}.{name}": [str(one) for one in value.signatures]
        for module in family.made
        for name, value in vars(module).items()
        if hasattr(value, "signatures")
    }


@pytest.fixture(params=sorted(FAMILIES))
def warmed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A family of kernels made ready as for play; compiled the first time, found in the cache from then on."""
    name = str(request.param)
    family, use_compiled = FAMILIES[name]
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    if not jit.available():
        pytest.skip("numba is not installed: kernels run as plain Python only")
    assert use_compiled() and family.is_compiled()
    yield name
    family.swap_in(None)


def test_warm_kernels_answer_every_query_alike_and_compile_no_more(warmed: str) -> None:
    """Compiling takes seconds, in which a battle would stand still."""
    family = FAMILIES[warmed][0]
    before = signatures(family)
    quick = {name: told(query) for name, query in SPACES[warmed]().items()}
    after = signatures(family)
    assert {name: after[name] for name in after if after[name] != before[name]} == {}
    family.swap_in(None)
    assert quick == {name: told(query) for name, query in SPACES[warmed]().items()}


def test_the_first_query_of_all_may_compile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept and no other query has been asked: kernels are compiled as they are wanted."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    if not jit.available():
        pytest.skip("numba is not installed: kernels run as plain Python only")
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path))
    monkeypatch.setattr(CUBES, "made", None)
    query = SPACES["cubes"]()["a line"]
    plain = told(query)
    CUBES.swap_in(CUBES.compiled())
    try:
        assert CUBES.is_compiled() and not CUBES.kept()
        assert sum(map(len, signatures(CUBES).values())) == 0
        assert told(query) == plain and "FAILED" not in plain
        assert signatures(CUBES)["rays.passed"] != []
    finally:
        CUBES.swap_in(None)
    assert list(CUBES.folder().rglob("*.nbi")), "what was compiled is kept for the next process"
