"""The dice tray and the log of a battle: the dice of an action, and what became of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fireteam.core.chronicle import Entry, plain_told
from fireteam.core.scene import Die, Told
from fireteam.games.necromunda.dice import AMMO_FACE, HOLES, INJURY, passes
from fireteam.games.necromunda.show import labels as say
from fireteam.kit.tray import fated, lay, under_way

HEADINGS = {"round": 1, "activated": 2}
NAMED = ("who", "target", "leader", "by")
"""What an event names a piece by."""
OPENERS = frozenset(
    ("activate", "group", "next_of_group", "move", "charge", "charge_past", "shoot", "face_and_shoot", "shoot_both",
     "from_the_hip", "aim_at_point", "spray", "blind_fire", "blind_point", "blind_spray", "fight", "retreat",
     "reload", "stand_up", "headbutt", "hurl", "coup_de_grace", "swig", "end", "crawl", "take_cover", "bottle_test",
     "flees_next", "recovers_next")
)  # fmt: skip
"""Choices that begin something new; all others lie within a sequence of dice."""
CLOSERS = frozenset(("round", "activated"))


def told(names: Mapping[str, int], entry: Entry) -> Told:
    """An entry as a line of the log, with the pieces it is about; rounds and activations are headings."""
    line = plain_told(entry)
    if entry.kind == "event":
        about = [entry.params[name] for name in NAMED if entry.params.get(name) in names]
        if about:
            line["about"] = about
        if entry.code in HEADINGS:
            line["heading"] = HEADINGS[entry.code]
    return line


def parts(entry: Entry) -> bool:
    """Whether an entry parts the dice after it from those before."""
    return entry.code in CLOSERS if entry.kind == "event" else entry.kind != "roll" and entry.code in OPENERS


def tray(entries: Sequence[Entry]) -> list[Die]:
    """The dice of the action under way, or of the last one that had any."""
    shown = under_way(entries, parts)
    dice: list[Die] = []
    fallen: list[Die] = []
    for entry in shown:
        if entry.kind == "roll":
            (fallen,) = lay(dice, entry)
        elif entry.kind == "event" and entry.code in JUDGES:
            for die in fallen:
                JUDGES[entry.code](die, entry.params)
    if shown and parts(shown[-1]):
        for die in dice:
            die["state"] = "settled"
    return dice


# -- what became of a die ----------------------------------------------------------------------------------------------


def _passed(die: Die, params: Mapping[str, Any]) -> None:
    """One test of all dice that fell last."""
    good = bool(params["passed"])
    fated(die, say.FATES["hit" if good else "miss"], "hit" if good else "miss")


def _saved(die: Die, params: Mapping[str, Any]) -> None:
    good = bool(params["passed"])
    fated(die, say.FATES["save" if good else "miss"], "save" if good else "miss")


def _hit(die: Die, params: Mapping[str, Any]) -> None:
    good = bool(params["hit"])
    fated(die, say.FATES["hit" if good else "miss"], "hit" if good else "miss")


def _each(die: Die, params: Mapping[str, Any]) -> None:
    """Each die is a test of its own (see NE-CC-05)."""
    good = passes(int(die["face"]), params["needed"], params["bonus"])
    fated(die, say.FATES["hit" if good else "miss"], "hit" if good else "miss")


def _injury(die: Die, params: Mapping[str, Any]) -> None:
    """A face of the Injury die (see NE-DICE-02)."""
    fated(die, INJURY[int(die["face"]) - 1], "hit")


def _firepower(die: Die, params: Mapping[str, Any]) -> None:
    """Bullet holes, and perhaps an Ammo symbol (see NE-DICE-03)."""
    face = int(die["face"])
    words = say.FATES["holes"].format(count=HOLES[face - 1])
    fated(die, words + (say.FATES["ammo"] if face == AMMO_FACE else ""), "critical" if HOLES[face - 1] > 1 else "hit")


JUDGES: dict[str, Callable[[Die, Mapping[str, Any]], None]] = {
    "tested": _passed,
    "hit_roll": _passed,
    "improbable": _passed,
    "wound_roll": _passed,
    "save_roll": _saved,
    "fight_roll": _each,
    "parried": _hit,
    "stray": _hit,
    "headbutts": _hit,
    "injury_dice": _injury,
    "firepower": _firepower,
}
"""What events say of the dice that fell last."""
