"""The kernels of the plane, plain or compiled."""

from __future__ import annotations

from typing import Any

from fireteam.space.jit import Family

PLANE = Family(
    *(
        f"fireteam.space.plane.{name}"
        for name in ("kernels", "coursekernels", "movekernels", "routekernels", "boundkernels")
    )
)


def engine() -> Any:
    """The kernels of sight in use."""
    return PLANE.in_use()[0]


def coursers() -> Any:
    """The kernels of courses in use."""
    return PLANE.in_use()[1]


def movers() -> Any:
    """The kernels of moving in use."""
    return PLANE.in_use()[2]


def routers() -> Any:
    """The kernels of routes in use."""
    return PLANE.in_use()[3]


def bounders() -> Any:
    """The kernels of bounds in use."""
    return PLANE.in_use()[4]
