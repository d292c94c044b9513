"""One decorator that compiles the kernels where numba is installed, and leaves them plain Python where it is not."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar, copy_context
from hashlib import sha256
from importlib import import_module, metadata, util
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from fireteam.core.home import cache_folder

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

NAMES = tuple(f"fireteam.space.plane.{name}" for name in ("kernels", "coursekernels", "movekernels", "routekernels"))


NUL = b"\0"
OLD = 30 * 24 * 3600
"""Seconds after which compiled kernels of another version that nobody has used are thrown away."""


class Kernels(NamedTuple):
    """The modules of kernels, all plain or all compiled; each calls those before it."""

    sight: ModuleType
    courses: ModuleType
    moving: ModuleType
    routing: ModuleType


_compiler: list[Callable[..., Any]] = []
"""The compiler while kernels are being loaded compiled, else empty: plain Python is what everybody starts with."""

_engine: list[Kernels] = []
"""The kernels in use: plain Python until compiled ones are swapped in; both give the same answers."""

_made: list[Kernels] = []
"""The compiled kernels, once they are loaded."""

_tried: ContextVar[Kernels | None] = ContextVar("kernels tried out", default=None)
"""Kernels that only this context uses: compiling them takes seconds, and nobody else waits for it."""


def kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Mark a function of scalars and arrays: compiled if its file is loaded for that, unchanged otherwise."""
    if not _compiler:
        return function
    return cast("Callable[Arguments, Result]", _compiler[0](function))


def available() -> bool:
    """Whether this machine can compile kernels, and may: NUMBA_DISABLE_JIT is numba's own word for "not"."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0") and util.find_spec("numba") is not None


def compiled() -> Kernels | None:
    """The kernels loaded a second time, every one of them compiled; None where numba is missing, switched off or does
    not work."""
    if not available():
        return None
    try:
        numba = import_module("numba")
    except ImportError:
        return None
    if _made:
        return _made[0]
    sources = _copied()
    kept = sources is not None
    files = sources or tuple(Path(_file(name)) for name in NAMES)

    def compile_kernel(function: Callable[..., Any]) -> Any:
        try:
            return numba.njit(cache=kept, nogil=True, error_model="numpy")(function)
        except RuntimeError:
            # Raised where no cache directory can be written.
            return numba.njit(nogil=True, error_model="numpy")(function)

    _compiler.append(compile_kernel)
    try:
        modules = [_loaded(name, file) for name, file in zip(NAMES, files, strict=True)]
    except FileNotFoundError:
        # Thrown away at this very moment by a process that took them for unused: plain code does until the next start.
        return None
    finally:
        _compiler.pop()
    # What one file imports of another is plain still; a kernel is compiled when it is first called, by then with
    # compiled ones.
    for plain, module in zip(_plain(), modules, strict=True):
        for name, value in vars(plain).items():
            for user in modules:
                if (
                    callable(value)
                    and getattr(value, "__module__", "") == plain.__name__
                    and vars(user).get(name) is value
                ):
                    setattr(user, name, getattr(module, name))
    _made.append(Kernels(*modules))
    return _made[0]


def _file(name: str) -> str:
    spec = util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ImportError(name)
    return spec.origin


def _loaded(name: str, file: Path) -> ModuleType:
    spec = util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FOLDER, DROPPED = "kernels-", "dropped-kernels-"


def _folder(texts: list[bytes]) -> Path:
    return cache_folder() / f"{FOLDER}{sha256(NUL.join(texts)).hexdigest()[:16]}"


def _drop_old(folder: Path) -> None:
    """Throw away what other versions have compiled and nobody has used for long; `folder` was made just now.

    A folder gets another name first: whoever comes for it then finds none and makes it anew. Who has it in memory needs
    it no more.
    """
    now = folder.stat().st_mtime
    for other in sorted(folder.parent.glob(f"{FOLDER}*")):
        with suppress(OSError):
            if other != folder and now - other.stat().st_mtime > OLD:
                other.rename(folder.parent / f"{DROPPED}{other.name}")
    for dropped in sorted(folder.parent.glob(f"{DROPPED}*")):
        shutil.rmtree(dropped, ignore_errors=True)


def _copied() -> tuple[Path, ...] | None:
    """The sources in a folder of the cache named after all their bytes; None if nothing can be written.

    Numba keeps compiled code by the stamp of one source file and does not notice a changed callee in another: here both
    change.
    """
    texts = [Path(_file(name)).read_bytes() for name in NAMES]
    try:
        folder = _folder(texts)
        made = not folder.is_dir()
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):  # of somebody else, and good enough to read
            os.utime(folder)
        files = []
        for name, text in zip(NAMES, texts, strict=True):
            file = folder / f"{name.rpartition('.')[2]}.py"
            if not file.is_file() or file.read_bytes() != text:
                handle, written = tempfile.mkstemp(dir=folder)
                with os.fdopen(handle, "wb") as copy:
                    copy.write(text)
                os.replace(written, file)
            files.append(file)
        if made:
            _drop_old(folder)
    except OSError:
        return None
    return tuple(files)


def _marker() -> Path:
    """The file that says for which machine the folder of these sources holds compiled code."""
    return _folder([Path(_file(name)).read_bytes() for name in NAMES]) / "compiled"


def _machine() -> str:
    """What compiled code depends on besides its sources."""
    host = import_module("llvmlite.binding").get_host_cpu_name()
    return f"{sys.version} numba {metadata.version('numba')} {platform.machine()} {host}"


def kept() -> bool:
    """Whether an earlier start has left compiled kernels in the cache: then loading them takes a second or two, not a
    minute."""
    try:
        return available() and _marker().read_text() == _machine()
    except (OSError, ImportError, metadata.PackageNotFoundError):
        return False


def note_kept() -> None:
    """Note that all kernels are in the cache, compiled; where nothing can be written they are not."""
    with suppress(OSError, ImportError, metadata.PackageNotFoundError):
        _marker().write_text(_machine())


def _plain() -> Kernels:
    return Kernels(*map(import_module, NAMES))


def _in_use() -> Kernels:
    tried = _tried.get()
    if tried is not None:
        return tried
    if not _engine:
        _engine.append(_plain())
    return _engine[0]


def engine() -> Any:
    """The kernels of sight in use."""
    return _in_use().sight


def coursers() -> Any:
    """The kernels of courses in use."""
    return _in_use().courses


def movers() -> Any:
    """The kernels of moving in use."""
    return _in_use().moving


def routers() -> Any:
    """The kernels of routes in use."""
    return _in_use().routing


def is_compiled() -> bool:
    """Whether the kernels in use are compiled ones."""
    return _in_use() != _plain()


def try_out(kernels: Kernels, work: Callable[[], None]) -> None:
    """Do some work with these kernels, while everybody else goes on with those in use."""

    def run() -> None:
        _tried.set(kernels)
        work()

    copy_context().run(run)


def swap_in(kernels: Kernels | None) -> None:
    """Use these kernels from now on; None: the plain ones."""
    _engine[:] = [kernels or _plain()]
