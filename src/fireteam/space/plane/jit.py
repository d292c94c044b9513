"""One decorator that compiles the kernels where numba is installed, and leaves them plain Python where it is not."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, copy_context
from importlib import import_module, util
from types import ModuleType
from typing import Any, ParamSpec, TypeVar, cast

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

KERNELS = "fireteam.space.plane.kernels"

_compiler: list[Callable[..., Any]] = []
"""The compiler while kernels are being loaded compiled, else empty: plain Python is what everybody starts with."""

_engine: list[Any] = []
"""The kernels in use: plain Python until compiled ones are swapped in; both give the same answers."""

_tried: ContextVar[ModuleType | None] = ContextVar("kernels tried out", default=None)
"""Kernels that only this context uses: compiling them takes seconds, and nobody else waits for it."""


def kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Mark a function of scalars and arrays: compiled if its file is loaded for that, unchanged otherwise."""
    if not _compiler:
        return function
    return cast("Callable[Arguments, Result]", _compiler[0](function))


def available() -> bool:
    """Whether this machine can compile kernels."""
    return util.find_spec("numba") is not None


def compiled(name: str = KERNELS) -> ModuleType | None:
    """The module of kernels loaded a second time, every kernel of it compiled; None where numba is missing or does not work."""
    try:
        numba = import_module("numba")
    except ImportError:
        return None
    spec = util.find_spec(name)
    if spec is None or spec.loader is None:
        return None
    module = util.module_from_spec(spec)

    def compile_kernel(function: Callable[..., Any]) -> Any:
        try:
            return numba.njit(cache=True, nogil=True)(function)
        except RuntimeError:
            # Raised where no cache directory can be written.
            return numba.njit(nogil=True)(function)

    _compiler.append(compile_kernel)
    try:
        spec.loader.exec_module(module)
    finally:
        _compiler.pop()
    return module


def engine() -> Any:
    """The module of kernels in use."""
    tried = _tried.get()
    if tried is not None:
        return tried
    if not _engine:
        _engine.append(import_module(KERNELS))
    return _engine[0]


def try_out(module: ModuleType, work: Callable[[], None]) -> None:
    """Do some work with these kernels, while everybody else goes on with those in use."""

    def run() -> None:
        _tried.set(module)
        work()

    copy_context().run(run)


def swap_in(module: ModuleType | None) -> None:
    """Use these kernels from now on; None: the plain ones."""
    _engine[:] = [module or import_module(KERNELS)]
