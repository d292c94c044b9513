"""Prepared maps on disk: waypoints and legs as flat arrays, found by all that they depend on.

A kept atlas is named after the terrain, the hazards, the base, the gait and the bytes of the modules that make it, so
that it can never be stale; one that is damaged is ignored and made anew. Where nothing can be written, every start
makes its own.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import cache
from hashlib import sha256
from pathlib import Path

from fireteam.core.cachefile import read_whole, write_whole
from fireteam.core.home import cache_folder
from fireteam.space.plane.legs import Gait
from fireteam.space.plane.placing import Ground

MARK = b"fireteam atlas 1\n"
MAKERS = (
    *(
        "kernels",
        "coursekernels",
        "movekernels",
        "routekernels",
        "lands",
        "legs",
        "measure",
        "model",
        "placing",
        "seams",
    ),
    *("waypoints", "atlasfile"),
)
"""The modules whose text decides what an atlas holds."""
ARRAYS = 4

Arrays = tuple["array[int]", "array[int]", "array[int]", "array[int]"]


@cache
def _makers() -> bytes:
    folder = Path(__file__).parent
    return sha256(b"\0".join((folder / f"{name}.py").read_bytes() for name in MAKERS)).digest()


def key(ground: Ground, radius: float, height: int, gait: Gait) -> str:
    """The name of an atlas: the same for the same content on the same kind of machine."""
    hazards = [list(hazard.corners) for hazard in ground.hazards]
    content = repr((ground.board.digest, hazards, radius, height, tuple(gait), sys.byteorder, array("q").itemsize))
    return sha256(_makers() + content.encode()).hexdigest()[:32]


def _file(name: str) -> Path:
    return cache_folder() / "atlas" / name


def read(name: str) -> tuple[int, Arrays] | None:
    """The number of corners and the arrays of a kept atlas; None if there is none that is whole."""
    data = read_whole(_file(name), MARK)
    if data is None:
        return None
    numbers = array("q")
    numbers.frombytes(zlib.decompress(data))
    corners, *lengths = numbers[: ARRAYS + 1]
    found: list[array[int]] = []
    at = ARRAYS + 1
    for length in lengths:
        found.append(numbers[at : at + length])
        at += length
    return corners, (found[0], found[1], found[2], found[3])


def keep(name: str, corners: int, arrays: Arrays) -> None:
    """Written whole or not at all; a place that cannot be written is no fault."""
    numbers = array("q", (corners, *(len(one) for one in arrays)))
    for one in arrays:
        numbers.extend(one)
    write_whole(_file(name), MARK, zlib.compress(numbers.tobytes(), 1))
