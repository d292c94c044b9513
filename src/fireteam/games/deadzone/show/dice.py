"""The dice tray and the log of a battle: two pools facing each other, bonus dice under their 8s, re-rolled dice beside
those that replace them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.core.chronicle import Entry, plain_told
from fireteam.core.scene import Die, Told
from fireteam.core.topics import form_of
from fireteam.games.deadzone.dice import SIDES
from fireteam.games.deadzone.options import KINDS
from fireteam.games.deadzone.show import labels as say
from fireteam.games.deadzone.state import SYMBOLS
from fireteam.kit.tray import fated, lay, replace, under_way

HEADINGS = {"round": 1, "activated": 2}
NAMED = ("who", "whom")
"""What an event names a piece by."""
WITHIN = frozenset(
    ("add", "keep", "reroll", "buy", "again", "fight_back", "survive", "with", "unarmed", "quarters", "half", "away",
     "use_item", "save_item", "order", "order_for", "no_order", "second", "one_weapon", "fling", "bury", "recover")
)  # fmt: skip
"""Choices within a sequence of dice; all others begin something new."""
OPENERS = frozenset(KINDS) - WITHIN
CLOSERS = frozenset(("round", "activated"))
COMMAND = ("command dice of {player}", "re-rolled command dice of {player}")
RECON = "recon test"
PRIVATE = "look at {token}"
"""The form of a draw that one seat alone sees (see DZ-ITEM-04)."""
HIT, MISS, REROLLED = "hit", "miss", "re-rolled"


def told(names: Mapping[str, int], entry: Entry) -> Told:
    """An entry as a line of the log, with the pieces it is about; rounds and activations are headings."""
    line = plain_told(with_symbols(entry))
    if entry.kind == "event":
        about = [entry.params[name] for name in NAMED if entry.params.get(name) in names]
        if about:
            line["about"] = about
        if entry.code in HEADINGS:
            line["heading"] = HEADINGS[entry.code]
    return line


def with_symbols(entry: Entry) -> Entry:
    """Command dice show symbols, all others numbers (see DZ-CMD-01)."""
    if entry.kind != "roll" or form_of(entry.text) not in COMMAND:
        return entry
    return entry._replace(faces=tuple(SYMBOLS[face - 1] for face in entry.faces))


def is_secret(entry: Entry) -> bool:
    """Whether one seat alone sees what was drawn."""
    return entry.kind == "roll" and form_of(entry.text) == PRIVATE


def veiled(entry: Entry) -> Entry:
    """A secret draw as the others hear of it."""
    return entry._replace(faces=("?",))


def tray(entries: Sequence[Entry]) -> list[Die]:
    """The dice of the sequence under way, or of the last one that had any."""
    shown = under_way(entries, parts)
    dice = _Tray()
    for entry in shown:
        if entry.kind == "roll" and not is_secret(entry):
            dice.fall(entry)
        elif entry.kind == "event":
            dice.hear(entry.code, entry.params)
    if shown and parts(shown[-1]):
        dice.settle()
    return dice.found


def parts(entry: Entry) -> bool:
    """Whether an entry parts the dice after it from those before."""
    return entry.code in CLOSERS if entry.kind == "event" else entry.kind != "roll" and entry.code in OPENERS


class _Tray:
    """Dice on the table, by the pools of the last test."""

    def __init__(self) -> None:
        self.found: list[Die] = []
        self.pools: list[list[Die]] = [[], []]
        self.fallen: list[list[Die]] = []
        """The dice that fell last, by pools."""

    def fall(self, entry: Entry) -> None:
        """Dice fall beside those that lie there; command dice show symbols."""
        self.fallen = lay(self.found, with_symbols(entry))
        if len(self.fallen) > 1 and form_of(entry.text) != RECON:
            for pool, side in zip(self.fallen, say.POOLS, strict=True):
                for die in pool:
                    die["name"] = side.format(test=die["name"])

    def hear(self, code: str, params: Mapping[str, Any]) -> None:
        """What an event says of the dice that fell last."""
        if code == "rolled":
            self.pools = self.fallen
            for pool, target in zip(self.pools, params["targets"], strict=True):
                judge(pool, target)
        elif code == "strength" and self.fallen:
            judge(self.fallen[0], params["target"])
        elif code == "rerolled" and self.fallen:
            self.rolled_again(params)

    def rolled_again(self, params: Mapping[str, Any]) -> None:
        """Dice of a pool are replaced: so many misses, and so many hits that are no 8s (see DZ-DICE-11)."""
        number, (misses, hits) = params["pool"], params["dice"]
        (fresh,) = self.fallen
        judge(fresh, params["target"])
        pool = self.pools[number]
        standing = [die for die in pool if die["state"] == "live" and die["face"] != SIDES and "replaces" not in die]
        old = [die for die in standing if die["fate"] == MISS][:misses]
        old += [die for die in standing if die["fate"] == HIT][:hits]
        for die in fresh:
            die["pool"] = number
        replace(self.found, old, fresh)
        for die in old:
            fated(die, REROLLED, "rerolled")
        pool += fresh

    def settle(self) -> None:
        """The sequence is over."""
        for die in self.found:
            if die["state"] == "live":
                die["state"] = "settled"


def judge(pool: list[Die], target: int) -> None:
    """Each die of the target number or better is a success; an 8 brings another die (see DZ-DICE-03)."""
    for die in pool:
        face = int(die["face"])
        if face >= target:
            fated(die, HIT, "critical" if face == SIDES else "hit")
        else:
            fated(die, MISS, "miss")
