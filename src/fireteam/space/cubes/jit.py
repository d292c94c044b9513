"""The kernels of cubes, plain or compiled."""

from __future__ import annotations

from typing import Any

from fireteam.space.jit import Family

CUBES = Family("fireteam.space.cubes.rays")


def tracer() -> Any:
    """The kernels of sight in use."""
    return CUBES.in_use()[0]
