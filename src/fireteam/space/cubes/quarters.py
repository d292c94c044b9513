"""Room in a place: which quarters a body takes, and who has to move aside for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from fireteam.space.cubes.layout import QUARTERS

SW, SE, NW, NE = QUARTERS.values()
PATTERNS = {
    1: (SW, SE, NW, NE),
    2: (SW | SE, NW | NE, SW | NW, SE | NE),
    3: (SW | SE | NW, SW | SE | NE, SW | NW | NE, SE | NW | NE),
    4: (SW | SE | NW | NE,),
}
"""The quarters that a body of each size can take: one, two that share an edge, any three, all."""


@cache
def quarters_name(quarters: int) -> str:
    """Quarters as people write them: "SW+SE"."""
    return "+".join(name for name, bit in QUARTERS.items() if quarters & bit)


@cache  # 16 sets of quarters, 4 sizes
def fitting(room: int, size: int) -> tuple[int, ...]:
    """The quarters that a body of a size can take of those given."""
    return tuple(pattern for pattern in PATTERNS[size] if pattern & room == pattern)


class Crowd(StrEnum):
    """Why there is no room for a body."""

    NEVER = "never"
    """Even alone it would not fit; the number is how many quarters there are."""
    FULL = "full"
    """Its side has taken too many quarters; the number is how many are left."""
    SCATTERED = "scattered"
    """Enough are left, but no way of moving the others aside frees quarters in the right pattern."""


class Standing(NamedTuple):
    """A body of the same side that is in the place already, and the quarters it may be moved to."""

    size: int
    quarters: int
    room: int


class Placing(NamedTuple):
    """Quarters for the body that comes, and for each of those that are there already."""

    own: int
    others: tuple[int, ...]
    moved: int
    """How many of the others have to move."""


class Room(NamedTuple):
    """All ways to find room that move as few as possible; without any, the reason."""

    placings: tuple[Placing, ...]
    crowd: Crowd | None = None
    number: int = 0


@lru_cache(maxsize=1 << 12)
def room_for(size: int, room: int, others: tuple[Standing, ...]) -> Room:
    """How a body of a size can come among those of its side on the quarters it may take."""
    if not fitting(room, size):
        return Room((), Crowd.NEVER, room.bit_count())
    taken, ground, sizes = 0, room, 0
    for other in others:
        taken |= other.quarters
        ground |= other.room
        sizes += other.size
    left = ground.bit_count() - sizes
    if left < size:
        return Room((), Crowd.FULL, max(left, 0))
    here = tuple(other.quarters for other in others)
    placings = tuple(Placing(own, here, 0) for own in fitting(room & ~taken, size))
    if placings:
        return Room(placings)
    for moved in range(1, len(others) + 1):
        found = tuple(
            Placing(own, tuple(places), moved)
            for movers in combinations(range(len(others)), moved)
            for own in fitting(room, size)
            for places in _moved(others, movers, own)
        )
        if found:
            return Room(found)
    return Room((), Crowd.SCATTERED, left)


def _moved(others: Sequence[Standing], movers: tuple[int, ...], taken: int) -> Iterator[list[int]]:
    """The quarters of all the others, if exactly the movers go elsewhere and nobody shares a quarter."""
    stays = [other.quarters for number, other in enumerate(others) if number not in movers]
    for quarters in stays:
        if taken & quarters:
            return
        taken |= quarters
    yield from _settled(others, movers, taken, [other.quarters for other in others])


def _settled(others: Sequence[Standing], movers: tuple[int, ...], taken: int, here: list[int]) -> Iterator[list[int]]:
    if not movers:
        yield list(here)
        return
    first, *rest = movers
    for quarters in fitting(others[first].room & ~taken, others[first].size):
        if quarters != others[first].quarters:
            here[first] = quarters
            yield from _settled(others, tuple(rest), taken | quarters, here)
    here[first] = others[first].quarters
