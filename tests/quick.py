"""Compiled kernels of free movement for tests that play Necromunda; the same answers as plain ones, in a fraction of
the time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fireteam.space.plane.free.jit import FREE
from fireteam.space.plane.free.warm import use_compiled


@contextmanager
def compiled() -> Iterator[None]:
    """Kernels compiled for the while, where numba is installed; what a test starts does without."""
    if FREE.made is None:
        kept = os.environ.pop("NUMBA_DISABLE_JIT", None)
        try:
            use_compiled()
        finally:
            if kept is not None:
                os.environ["NUMBA_DISABLE_JIT"] = kept
    FREE.swap_in(FREE.made)
    try:
        yield
    finally:
        FREE.swap_in(None)


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """For every test of a folder whose conftest imports this."""
    with compiled():
        yield
