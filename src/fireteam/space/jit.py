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
from typing import Any, ParamSpec, TypeVar, cast

from fireteam.core.cachefile import read_whole, write_whole
from fireteam.core.home import cache_folder
from fireteam.space.keptcode import MARK, FromSource, all_sound, checked

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


NUL = b"\0"
OLD = 30 * 24 * 3600
"""Seconds after which compiled kernels of another version that nobody has used are thrown away."""
FOLDER, DROPPED = "kernels-", "dropped-kernels-"

_compiler: list[Callable[..., Any]] = []
"""The compiler while kernels are being loaded compiled, else empty: plain Python is what everybody starts with."""


def kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Mark a function of scalars and arrays: compiled if its file is loaded for that, unchanged otherwise."""
    if not _compiler:
        return function
    return cast("Callable[Arguments, Result]", _compiler[0](function))


def available() -> bool:
    """Whether this machine can compile kernels, and may: NUMBA_DISABLE_JIT is numba's own word for "not"."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0") and util.find_spec("numba") is not None


def machine() -> str:
    """What compiled code depends on besides its sources."""
    host = import_module("llvmlite.binding").get_host_cpu_name()
    return f"{sys.version} numba {metadata.version('numba')} {platform.machine()} {host}"


class Family:
    """Modules of kernels that are compiled together, all plain or all compiled; each calls those before it."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.made: tuple[ModuleType, ...] | None = None
        """The compiled kernels, once they are loaded."""
        self._used: tuple[ModuleType, ...] | None = None
        self._tried: ContextVar[tuple[ModuleType, ...] | None] = ContextVar(f"kernels of {names[0]}", default=None)

    # -- which are used ------------------------------------------------------------------------------------------------

    def plain(self) -> tuple[ModuleType, ...]:
        """The modules as plain Python."""
        return tuple(map(import_module, self.names))

    def in_use(self) -> tuple[ModuleType, ...]:
        """The kernels in use: plain Python until compiled ones are swapped in; both give the same answers."""
        tried = self._tried.get()
        if tried is not None:
            return tried
        if self._used is None:
            self._used = self.plain()
        return self._used

    def is_compiled(self) -> bool:
        """Whether the kernels in use are compiled ones."""
        return self.in_use() != self.plain()

    def try_out(self, kernels: tuple[ModuleType, ...], work: Callable[[], None]) -> None:
        """Do some work with these kernels in a context of its own: compiling takes seconds, and nobody else waits."""

        def run() -> None:
            self._tried.set(kernels)
            work()

        copy_context().run(run)

    def swap_in(self, kernels: tuple[ModuleType, ...] | None) -> None:
        """Use these kernels from now on; None: the plain ones."""
        self._used = kernels or self.plain()

    # -- compiling -----------------------------------------------------------------------------------------------------

    def compiled(self) -> tuple[ModuleType, ...] | None:
        """The kernels loaded a second time, every one of them compiled; None where numba is missing, switched off or
        does not work."""
        if not available():
            return None
        try:
            numba = import_module("numba")
        except ImportError:
            return None
        if self.made is not None:
            return self.made
        sources = self.copied()
        kept = sources is not None
        files = sources or tuple(Path(_file(name)) for name in self.names)

        def compile_kernel(function: Callable[..., Any]) -> Any:
            try:
                made = numba.njit(cache=kept, nogil=True, error_model="numpy")(function)
                return checked(made) if kept else made
            except RuntimeError:
                # Raised where no cache directory can be written.
                return numba.njit(nogil=True, error_model="numpy")(function)

        _compiler.append(compile_kernel)
        try:
            modules = [_loaded(name, file) for name, file in zip(self.names, files, strict=True)]
        except FileNotFoundError:
            # Thrown away at this very moment by a process that took them for unused: plain code does until the next
            # start.
            return None
        finally:
            _compiler.pop()
        # What one file imports of another is plain still; a kernel is compiled when it is first called, by then with
        # compiled ones.
        for plain, module in zip(self.plain(), modules, strict=True):
            for name, value in vars(plain).items():
                for user in modules:
                    if (
                        callable(value)
                        and getattr(value, "__module__", "") == plain.__name__
                        and vars(user).get(name) is value
                    ):
                        setattr(user, name, getattr(module, name))
        self.made = tuple(modules)
        return self.made

    # -- what is kept --------------------------------------------------------------------------------------------------

    def folder(self) -> Path:
        """The folder of the cache for these sources, named after all their bytes."""
        texts = [Path(_file(name)).read_bytes() for name in self.names]
        return cache_folder() / f"{FOLDER}{sha256(NUL.join(texts)).hexdigest()[:16]}"

    def copied(self) -> tuple[Path, ...] | None:
        """The sources in their folder of the cache; None if nothing can be written.

        Numba keeps compiled code by the stamp of one source file and does not notice a changed callee in another: here
        both change.
        """
        try:
            folder = self.folder()
            made = not folder.is_dir()
            folder.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):  # of somebody else, and good enough to read
                os.utime(folder)
            files = []
            for name in self.names:
                text = Path(_file(name)).read_bytes()
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

    def marker(self) -> Path:
        """The file that says for which machine the folder of these sources holds compiled code."""
        return self.folder() / "compiled"

    def kept(self) -> bool:
        """Whether an earlier start has left compiled kernels in the cache: then loading them takes a second or two, not
        a minute."""
        try:
            if not available() or read_whole(self.marker(), MARK) != machine().encode():
                return False
            return all_sound(self.folder())
        except (OSError, ImportError, metadata.PackageNotFoundError):
            return False

    def note_kept(self) -> None:
        """Note that all kernels are in the cache, compiled; where nothing can be written they are not."""
        with suppress(OSError, ImportError, metadata.PackageNotFoundError):
            if self.folder().is_dir():
                write_whole(self.marker(), MARK, machine().encode())


def _file(name: str) -> str:
    spec = util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ImportError(name)
    return spec.origin


def _loaded(name: str, file: Path) -> ModuleType:
    spec = util.spec_from_file_location(name, file, loader=FromSource(name, str(file)))
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
