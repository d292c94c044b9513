"""Where faces come from. Dice live outside the state and are kept by index, so undo and redo give the same faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Protocol
from zlib import crc32

from fireteam.core.errors import IllegalAnswer, RuleFault
from fireteam.core.questions import Faces, Roll

_WORD = (1 << 64) - 1
_ENDLESS = 1 << 48
"""What the dice cut off one word of a long roll may amount to: the bits left over keep the last of them even."""


class Dice(Protocol):
    """A source of faces: the same roll at the same index always gets the same answer."""

    def faces(self, roll: Roll, index: int) -> Faces:
        """The faces of the roll with that index in the game."""


class Seeded:
    """Fair dice as a pure function of (seed, index); a bag is drawn by (seed, name), whenever it is looked into."""

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def faces(self, roll: Roll, index: int) -> Faces:
        """Mix seed and index into 64 even bits and cut faces off the top; more dice than fit get more bits."""
        if roll.bag is not None:
            return (self._draw(roll.bag, roll.name),)
        bits = _mixed(self.seed, index + 1)
        sides = roll.sides
        count = roll.count
        if roll.pools is not None:
            return rolled_on(roll.pools, sides, _stream(bits, sides))
        if count == 1:
            return (1 + (bits * sides >> 64),)
        if count > _fits(sides):
            return tuple(islice(_stream(bits, sides), count))
        found = []
        for _ in range(count):
            bits = bits * sides
            found.append(1 + (bits >> 64))
            bits &= _WORD
        return tuple(found)

    def _draw(self, bag: tuple[tuple[str, int], ...], name: str) -> str:
        total = sum(weight for _, weight in bag)
        place = _mixed(self.seed, crc32(name.encode()) << 32) * total >> 64
        for label, weight in bag:
            place -= weight
            if place < 0:
                return label
        raise IllegalAnswer(f"the bag {name!r} is empty")


def _mixed(seed: int, place: int) -> int:
    """64 even bits of (seed, place): the splitmix64 finaliser."""
    bits = (seed * 0x5851F42D4C957F2D + place * 0x9E3779B97F4A7C15) & _WORD
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _WORD
    return bits ^ (bits >> 31)


@lru_cache(maxsize=64)
def _fits(sides: int, ways: int = _WORD + 1) -> int:
    """How many dice, one at least, can fall in no more than so many ways."""
    count = 1
    while count < 64 and sides ** (count + 1) <= ways:
        count += 1
    return count


def _stream(first: int, sides: int) -> Iterator[int]:
    """Faces without end, from one word of even bits: a new one is mixed from it before it runs out."""
    bits, words = first, 0
    while True:
        for _ in range(_fits(sides, _ENDLESS)):
            bits *= sides
            yield 1 + (bits >> 64)
            bits &= _WORD
        words += 1
        bits = _mixed(first, words)


def rolled_on(pools: tuple[int, ...], sides: int, faces: Iterator[int]) -> Faces:
    """The faces of pools, one after the other: each die that shows its best face brings one more."""
    found = []
    for count in pools:
        pool: list[int] = []
        left = count
        while left:
            face = next(faces)
            pool.append(face)
            left += (face == sides) - 1
        found.append(tuple(pool))
    return tuple(found)


class Given:
    """Faces laid out beforehand, for tests: taken in order, each kept under the index of its roll."""

    __slots__ = ("_kept", "_left", "_then")

    def __init__(self, faces: Iterable[Any], then: Dice | None = None) -> None:
        self._left = list(faces)
        self._kept: dict[int, Faces] = {}
        self._then = then

    def faces(self, roll: Roll, index: int) -> Faces:
        """The next faces of the list; when it is empty the roll is named, unless another source goes on."""
        kept = self._kept.get(index)
        if kept is not None and roll.fits(kept):
            return kept
        if len(self._left) < roll.count:
            if self._then is not None and not self._left:
                return self._then.faces(roll, index)
            raise IllegalAnswer(f"no dice given for {roll.topic!r} ({roll.count} wanted, {len(self._left)} left)")
        used = roll.count
        if roll.pools is None:
            faces = roll.check(self._left[:used])
        else:
            try:
                faces = roll.check(rolled_on(roll.pools, roll.sides, iter(self._left)))
            except StopIteration:
                raise IllegalAnswer(f"no dice given for {roll.topic!r} ({self._left} do not end it)") from None
            used = sum(len(pool) for pool in faces)
        del self._left[:used]
        self._kept[index] = faces
        return faces

    @property
    def unused(self) -> int:
        """How many given faces nobody has rolled yet."""
        return len(self._left)


class Typed:
    """Real dice: a person is asked for the faces; what was typed stays with its roll."""

    __slots__ = ("_ask", "_kept")

    def __init__(self, ask: Callable[[Roll], object]) -> None:
        self._ask = ask
        self._kept: dict[int, Faces] = {}

    def keep(self, faces: dict[int, Faces]) -> None:
        """Faces typed in an earlier session, by the index of their roll."""
        self._kept.update(faces)

    def faces(self, roll: Roll, index: int) -> Faces:
        """The faces typed for this index before, or those the person types now."""
        kept = self._kept.get(index)
        if kept is not None and roll.fits(kept):
            return kept
        faces = roll.check(self._ask(roll))
        self._kept[index] = faces
        return faces


def outcomes(roll: Roll) -> list[tuple[Faces, int]]:
    """Every way a roll can fall with its weight; exchangeable dice are grouped into sorted faces, like faces into
    one."""
    if roll.bag is not None:
        return [((label,), weight) for label, weight in roll.bag if weight > 0]
    if roll.ways is not None:
        return roll.ways()
    if roll.pools is not None:
        raise RuleFault(
            f"{roll.topic!r}: dice that roll on fall in endless ways, and the rule does not say which matter"
        )
    return _outcomes(roll.count, roll.sides, roll.ordered, roll.alike)


@lru_cache(maxsize=256)
def _outcomes(count: int, sides: int, ordered: bool, alike: tuple[int, ...] | None) -> list[tuple[Faces, int]]:
    single: dict[int, int] = {}
    for face in range(1, sides + 1):
        stands_for = face if alike is None else alike[face - 1]
        single[stands_for] = single.get(stands_for, 0) + 1
    found: dict[Faces, int] = {(): 1}
    for _ in range(count):
        grown: dict[Faces, int] = {}
        for faces, weight in found.items():
            for face, ways in single.items():
                key = (*faces, face) if ordered else tuple(sorted((*faces, face)))
                grown[key] = grown.get(key, 0) + weight * ways
        found = grown
    return list(found.items())
