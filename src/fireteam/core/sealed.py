"""Dice that nobody can predict or steer: out of a seed that was promised by its hash, and words that players add to it.

Whoever keeps the seed shows its hash first; the words come afterwards; when the game is over the seed is shown, and
everybody can throw the dice again. docs/saves.md has the recipe.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

from fireteam.core.dice import rolled_on
from fireteam.core.errors import FireteamError, IllegalAnswer
from fireteam.core.questions import Faces, Roll

SEED_BYTES = 32
LONGEST_WORD = 80
"""Characters of a word."""
_HASH = re.compile(r"[0-9a-f]{64}")


def commitment(seed: bytes) -> str:
    """The promise of a seed: its hash, which tells nothing of it and fits no other."""
    return sha256(b"fireteam seed\n" + seed).hexdigest()


def sound_word(word: str) -> bool:
    """Whether a text can be a word: one line that can be shown."""
    return len(word) <= LONGEST_WORD and word.isprintable()


class Seal(NamedTuple):
    """What everybody may know of such dice: the promise, the word of each seat, and the roll from which on they fall.

    The seed is there once the seal is opened.
    """

    commitment: str
    words: dict[int, str]
    since: int = 0
    seed: bytes | None = None

    def data(self) -> dict[str, Any]:
        """The seal as plain JSON data."""
        found: dict[str, Any] = {
            "commitment": self.commitment,
            "since": self.since,
            "words": {str(seat): word for seat, word in sorted(self.words.items())},
        }
        return found if self.seed is None else {**found, "seed": self.seed.hex()}

    def text(self) -> str:
        """The seal as the header of a save has it."""
        return json.dumps(self.data(), sort_keys=True, separators=(", ", ": "))


def read_seal(text: str) -> Seal:
    """A seal from its text; a seed that is not the promised one is an error, like anything else that is wrong."""
    try:
        data = json.loads(text)
        words = {int(seat): word for seat, word in data["words"].items()}
        since, promise, seed = data.get("since", 0), data["commitment"], data.get("seed")
        form = isinstance(since, int) and since >= 0 and _HASH.fullmatch(promise) is not None
        if not form or not all(isinstance(word, str) and sound_word(word) for word in words.values()):
            raise ValueError
        opened = None if seed is None else bytes.fromhex(seed)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise FireteamError(f"not a seal of dice: {text[:60]!r}") from None
    if opened is not None and commitment(opened) != promise:
        raise FireteamError("the seed is not the one that was promised before the first die")
    return Seal(promise, words, since, opened)


class Sealed:
    """Dice out of a promised seed and the words of the players, a pure function of both and of the roll's index."""

    __slots__ = ("_key", "_laid", "seal", "seed")

    def __init__(self, seed: bytes, words: Mapping[int, str], since: int = 0) -> None:
        self.seed = seed
        self.seal = Seal(commitment(seed), dict(words), since)
        said = b"fireteam dice\n"
        for seat, word in sorted(words.items()):
            letters = word.encode()
            said += b"%d %d %b\n" % (seat, len(letters), letters)
        self._key = hmac.digest(seed, said, "sha256")
        self._laid: dict[int, Faces] = {}

    def keep(self, faces: Mapping[int, Faces]) -> None:
        """The rolls that a match had before these dice: after an undo they fall as they did."""
        self._laid.update((index, thrown) for index, thrown in faces.items() if not self.covers(index))

    def covers(self, index: int) -> bool:
        """Whether that roll was made with these dice: a match may have begun with others."""
        return index >= self.seal.since

    def faces(self, roll: Roll, index: int) -> Faces:
        """The faces of the roll with that index; a bag is drawn by its name, whenever it is looked into."""
        laid = self._laid.get(index)
        if laid is not None and roll.fits(laid):
            return laid
        if roll.bag is not None:
            return (self._draw(roll.bag, roll.name),)
        faces = (1 + number for number in self._even(f"roll {index}", roll.sides))
        if roll.pools is not None:
            return rolled_on(roll.pools, roll.sides, faces)
        return tuple(islice(faces, roll.count))

    def _draw(self, bag: tuple[tuple[str, int], ...], name: str) -> str:
        total = sum(weight for _, weight in bag if weight > 0)
        if not total:
            raise IllegalAnswer(f"the bag {name!r} is empty")
        place = next(self._even(f"bag {name}", total))
        for label, weight in bag:
            place -= max(weight, 0)
            if place < 0:
                return label
        raise AssertionError("a place beyond the bag")

    def _even(self, name: str, ways: int) -> Iterator[int]:
        """Numbers below `ways` without end, each as likely as any other: what would favour the low ones is left out."""
        width = 1
        while 256**width < ways:
            width += 1
        fair = 256**width // ways * ways
        left, block = b"", 0
        while True:
            left += hmac.digest(self._key, f"{name} {block}".encode(), "sha256")
            block += 1
            while len(left) >= width:
                number = int.from_bytes(left[:width], "big")
                left = left[width:]
                if number < fair:
                    yield number % ways
