"""Sealed dice at the table: the promise before the first die, the word of every person, the seal opened at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fireteam.core.questions import Roll
from fireteam.core.rolled import rolls_of
from fireteam.core.saves import rolls_in, take_apart
from fireteam.core.sealed import SEED_BYTES, Seal, Sealed, commitment, read_seal, sound_word
from fireteam.server.messages import Fault, encode
from fireteam.server.storage import MatchRow, Stored

if TYPE_CHECKING:
    from fireteam.server.position import Position
    from fireteam.server.rooms import Room
    from fireteam.server.viewers import Viewer

SEALED = "sealed"
"""The dice of matches by link, as their row has it; the seal follows once every word is there."""
_WORD = "word of seat "
"""What the notes are called that keep the words."""


def seed_bytes(row: MatchRow) -> bytes:
    """The seed of a row as it is promised."""
    return row.seed.to_bytes(SEED_BYTES, "big")


def people(row: MatchRow) -> tuple[int, ...]:
    """The seats of people: each says a word before the first die."""
    return tuple(number for number, plan in enumerate(row.seats) if plan.kind != "bot")


def words_of(stored: Stored) -> dict[int, str]:
    """The words that were said, by seat."""
    return {seat: stored.notes[f"{_WORD}{seat}"] for seat in people(stored.row) if f"{_WORD}{seat}" in stored.notes}


def dice_of(row: MatchRow, words: Mapping[int, str]) -> str:
    """The dice of a match for whoever makes it again: with the seal, once every word is there."""
    if row.dice != SEALED or any(seat not in words for seat in people(row)):
        return row.dice
    seal = Seal(commitment(seed_bytes(row)), dict(words), rolls_in(take_apart(row.origin)) if row.imported else 0)
    return f"{SEALED} {seal.text()}"


def known_as(row: MatchRow, words: Mapping[int, str]) -> str:
    """What workers call a match: what one has laid out without dice is of no use once they may fall."""
    return f"{row.id} {SEALED}" if dice_of(row, words) == SEALED else row.id


def dice_from(text: str, seed: int) -> Sealed | None:
    """The dice that such a text means; None while a word is missing: no die may fall yet."""
    if text == SEALED:
        return None
    seal = read_seal(text.removeprefix(f"{SEALED} "))
    return Sealed(seed.to_bytes(SEED_BYTES, "big"), seal.words, seal.since)


def waiting(room: Room) -> tuple[int, ...]:
    """The seats whose people have not come yet: until then no die falls."""
    if room.row.dice != SEALED:
        return ()
    return tuple(seat for seat in people(room.row) if seat not in room.words)


def holds(room: Room, position: Position) -> bool:
    """Whether a die is to fall that waits for somebody."""
    return bool(waiting(room)) and isinstance(position.match.decision, Roll)


async def arrive(room: Room, seats: tuple[int, ...], word: str) -> bool:
    """Somebody has come, with a word: the first one of each seat counts. Whether that changes anything; only under
    the lock."""
    missing = [seat for seat in seats if seat in waiting(room)]
    for seat in missing:
        await _keep(room, seat, word, once=True)
    if missing and not waiting(room):
        room.drop_position()
    return bool(missing)


async def change_word(room: Room, viewer: Viewer, word: str) -> None:
    """Another word of somebody who is there, while others are waited for; only under the lock."""
    for seat in viewer.seats:
        await _keep(room, seat, word, once=False)


async def _keep(room: Room, seat: int, word: str, *, once: bool) -> None:
    if not sound_word(word):
        raise Fault("garbage", "a word for the dice is one line that can be shown")
    room.words[seat] = await room.services.storage.note(room.row.id, f"{_WORD}{seat}", word, once=once)


def seal_view(room: Room) -> dict[str, Any] | None:
    """What everybody may know of the dice: the promise at once, the words when all of them are there."""
    if room.row.dice != SEALED:
        return None
    return {
        "commitment": commitment(seed_bytes(room.row)),
        "words": {} if waiting(room) else {str(seat): word for seat, word in sorted(room.words.items())},
    }


def tell(room: Room) -> None:
    """Tell everybody that the words are there."""
    text = encode({"type": "sealed", "seal": seal_view(room)})
    for viewer in room.viewers:
        viewer.outlet.send(text)


def opened(position: Position) -> dict[str, Any]:
    """Everything by which dice can be thrown again; the seed and the rolls once the game is over."""
    dice = position.match.dice
    assert isinstance(dice, Sealed)
    if not position.match.over:
        return dice.seal.data()
    rolls = []
    for rolled in rolls_of(position.match):
        roll = rolled.roll
        found: dict[str, Any] = {"index": rolled.number, "faces": rolled.faces}
        if roll.bag is not None:
            found |= {"bag": [[label, max(0, weight)] for label, weight in roll.bag], "name": roll.name}
        elif roll.pools is not None:
            found |= {"sides": roll.sides, "pools": roll.pools}
        else:
            found |= {"sides": roll.sides, "count": roll.count}
        rolls.append(found)
    return {**dice.seal._replace(seed=dice.seed).data(), "rolls": rolls}
