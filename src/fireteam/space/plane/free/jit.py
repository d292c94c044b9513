"""The kernels of free movement, plain or compiled: a family of their own."""

from __future__ import annotations

from typing import Any

from fireteam.space.jit import Family

FREE = Family(
    "fireteam.space.plane.kernels",
    *(
        f"fireteam.space.plane.free.{name}"
        for name in (
            "shapekernels",
            "roundkernels",
            "floorkernels",
            "waykernels",
            "provekernels",
            "flightkernels",
            "forcedkernels",
            "chargekernels",
            "seekernels",
            "hullkernels",
        )
    ),
)


def rounds() -> Any:
    """The kernels of measuring in use."""
    return FREE.in_use()[2]


def walks() -> Any:
    """The kernels of walking in use."""
    return FREE.in_use()[3]


def ways() -> Any:
    """The kernels of searching in use."""
    return FREE.in_use()[4]


def proofs() -> Any:
    """The kernels of proving in use."""
    return FREE.in_use()[5]


def flights() -> Any:
    """The kernels of flight in use."""
    return FREE.in_use()[6]


def pushes() -> Any:
    """The kernels of forced moves in use."""
    return FREE.in_use()[7]


def charges() -> Any:
    """The kernels of charges in use."""
    return FREE.in_use()[8]


def sights() -> Any:
    """The kernels of seeing in use."""
    return FREE.in_use()[9]


def hulls() -> Any:
    """The kernels of hulls in use."""
    return FREE.in_use()[10]
