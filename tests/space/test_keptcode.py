"""Compiled kernels on disk: a damaged or foreign file is never unpickled, and compiled anew."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from fireteam.core.cachefile import read_whole
from fireteam.space.jit import Family, available
from fireteam.space.keptcode import MARK

KERNEL = """from fireteam.space.jit import kernel


@kernel
def twice(number: int) -> int:
    return 2 * number
"""


@pytest.fixture
def family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Family]:
    """Kernels of one function, as each start finds them."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    if not available():
        pytest.skip("numba is not installed: kernels run as plain Python only")
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "twice_kernels.py").write_text(KERNEL)
    assert find_spec("twice_kernels") is not None
    return lambda: Family("twice_kernels")


def use(family: Family) -> bool:
    """Compile and call; whether the compiled code came from the disk."""
    kernels = family.compiled()
    assert kernels is not None
    assert kernels[0].twice(21) == 42
    family.note_kept()
    return bool(kernels[0].twice.stats.cache_hits)


def compiled(family: Family) -> list[Path]:
    return sorted(file for ending in ("nbi", "nbc") for file in family.folder().rglob(f"*.{ending}"))


def test_compiled_kernels_are_found_again(family: Callable[[], Family]) -> None:
    assert not family().kept()
    assert not use(family())
    assert family().kept()
    assert use(family())
    assert len(compiled(family())) == 2
    assert all(read_whole(file, MARK) is not None for file in compiled(family()))


class Bomb:
    """Something that does harm when it is unpickled."""

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return pytest.fail, ("a foreign pickle was opened",)


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("damage", [b"", b"not a pickle", pickle.dumps(Bomb())])
def test_damaged_kernels_are_compiled_anew(family: Callable[[], Family], which: int, damage: bytes) -> None:
    use(family())
    file = compiled(family())[which]
    file.write_bytes(damage)
    assert not family().kept(), "who may not compile does not begin with it"
    assert not use(family())
    assert family().kept() and use(family())


def test_damaged_bytecode_is_not_run(family: Callable[[], Family]) -> None:
    use(family())
    kernels = family().compiled()
    assert kernels is not None
    assert not list(family().folder().rglob("*.pyc"))
