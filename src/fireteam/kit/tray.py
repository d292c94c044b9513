"""Which dice lie on the table: those of what is under way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fireteam.core.chronicle import Entry
from fireteam.core.scene import Die, Fate

FARTHEST = 400
"""Entries looked back at for the last die."""


def under_way(entries: Sequence[Entry], parts: Callable[[Entry], bool]) -> Sequence[Entry]:
    """The entries of the series of dice under way, or of the last that had any: `parts` tells which entries part the
    dice after them from those before; the one that ends the series is its last."""
    farthest = max(-1, len(entries) - FARTHEST)
    last = next((at for at in range(len(entries) - 1, farthest, -1) if entries[at].kind == "roll"), -1)
    if last < 0:
        return ()
    start = last
    while start > 0 and not parts(entries[start - 1]):
        start -= 1
    end = next((at for at in range(last + 1, len(entries)) if parts(entries[at])), len(entries) - 1)
    return entries[start : end + 1]


def lay(dice: list[Die], roll: Entry, name: str = "", *, state: str = "live", seats: int = 2) -> list[list[Die]]:
    """Lay the dice of a roll beside those that lie there, and return them by pools. Bonus dice hang from what brought
    them; of pools against each other each belongs to the next of so many seats, the first with dice to who rolled."""
    several = bool(roll.faces) and isinstance(roll.faces[0], tuple)
    first = next((number for number, faces in enumerate(roll.faces) if faces), 0) if several else 0
    found: list[list[Die]] = []
    for number, faces in enumerate(roll.faces if several else (roll.faces,)):
        pool: list[Die] = []
        # In the order of their own they bring bonus dice: the first of them the first one behind the pool's own dice.
        bringing = [len(dice) + place for place, face in enumerate(faces) if face == roll.sides] if several else []
        own = len(faces) - len(bringing)
        for place, face in enumerate(faces):
            seat = (roll.seat + number - first) % seats
            die: Die = {"name": name or roll.words or roll.text, "seat": seat, "face": face, "sides": roll.sides,
                        "state": state}  # fmt: skip
            if several:
                die["pool"] = number
            if place >= own:
                die["hangs"] = bringing[place - own]
            pool.append(die)
        dice += pool
        found.append(pool)
    return found


def fated(die: Die, words: str, sign: Fate | None = None) -> None:
    """What became of a die, in words and as a sign; a sign that no longer holds is gone."""
    die["fate"] = words
    die.pop("sign", None)
    if sign is not None:
        die["sign"] = sign


def unturned(dice: Sequence[Die], name: str) -> list[int]:
    """The places of the dice of a name that lie as they fell first."""
    return [
        place
        for place, die in enumerate(dice)
        if die["name"] == name and die["state"] == "live" and "replaces" not in die
    ]


def replace(dice: Sequence[Die], old: Iterable[Die], fresh: Iterable[Die]) -> None:
    """Dice that were rolled again: each of the old ones is replaced by one of the fresh ones, in their order."""
    for before, after in zip(old, fresh, strict=False):
        before["state"] = "replaced"
        after["replaces"] = next(place for place, die in enumerate(dice) if die is before)
        if "pool" in before:
            after["pool"] = before["pool"]
