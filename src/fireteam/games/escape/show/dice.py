"""The dice tray and the log of ESCAPE: each die with its rerolls and its fate, each event with whom it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fireteam.core.chronicle import Entry, plain_told
from fireteam.core.scene import Die, Told
from fireteam.core.topics import Topic, names_of, topic
from fireteam.games.escape.ground import Ground
from fireteam.games.escape.options import KINDS
from fireteam.games.escape.show import labels as say
from fireteam.games.escape.show.words import EVENT_NAMES, item, roll_name, who
from fireteam.games.escape.state import ISC, RESISTANCE
from fireteam.kit.tray import fated, under_way
from fireteam.kit.words import upper

HEADINGS = {"turn": 1, "activated": 2}
NAMED = ("who", "target", "token")
"""What an event names a piece by."""
WITHIN = frozenset(
    (
        *say.GROUPS["Pay"],
        *say.GROUPS["Dodge"],
        *say.GROUPS["Reroll"],
        *say.GROUPS["Intellect"],
        "pull",
        "push",
        "no_push",
        "no_pick_up",
    )
)
"""Choices within an action; all others begin something new."""
OPENERS = frozenset(KINDS) - WITHIN
CLOSERS = frozenset(("turn", "initiative", "setup_initiative", "tie", "event"))
"""Events that end a series of dice that belong to no action."""
AGAIN = "{die} again"
"""The form of a die that is rolled again."""
SIDE_DICE = ("Resistance", "I.S.C.")

# -- the log -----------------------------------------------------------------------------------------------------------


def told(g: Ground, entry: Entry) -> Told:
    """An entry as a line of the log, with the pieces it is about; turns and activations are headings."""
    line = plain_told(entry)
    if entry.kind == "event":
        about = [
            entry.params[name] for name in NAMED if name in entry.params and _is_piece(g, name, entry.params[name])
        ]
        if about:
            line["about"] = about
        heading = HEADINGS.get(entry.code)
        if heading is not None:
            line["heading"] = heading
    elif entry.kind == "roll" and not entry.sides:
        line["text"] = f"{_drawn_name(entry.text)}: {item(g, str(entry.faces[0]))}"
    return line


def _is_piece(g: Ground, name: str, value: object) -> bool:
    return name == "token" or value in g.card_index


def _drawn_name(drawn: str) -> str:
    token = names_of(drawn)["token"]
    kind = "crate" if token.startswith("c") else "equipment"
    return say.PIECE_NAMES[kind].format(id=token)


# -- the tray ----------------------------------------------------------------------------------------------------------


def tray(g: Ground, entries: Sequence[Entry]) -> list[Die]:
    """The dice of the action under way, or of the last one that had any."""
    dice = _Tray(g)
    for entry in under_way(entries, _parts):
        if entry.kind == "roll":
            dice.fall(entry)
        elif entry.kind == "event" and entry.code in SETTLING:
            SETTLING[entry.code](dice, entry.params)
    return dice.found


def _parts(entry: Entry) -> bool:
    """Whether an entry parts the dice after it from those before."""
    return entry.code in CLOSERS if entry.kind == "event" else entry.kind != "roll" and entry.code in OPENERS


class _Tray:
    """Dice on the table: the newest of each name is the one that counts."""

    def __init__(self, g: Ground) -> None:
        self.ground = g
        self.found: list[Die] = []
        self.current: dict[str, Die] = {}
        """The die that counts, by the topic of its roll."""

    def fall(self, entry: Entry) -> None:
        """A die falls, or a token is drawn; a reroll lies beside the die that it replaces."""
        about, again = entry.text, False
        if isinstance(about, Topic) and about.outer == AGAIN:
            about, again = about.parts["die"], True
        before = self.current.get(about)
        place = len(self.found)
        if before is not None and again:
            before["state"] = "replaced"
            fated(before, say.FATES["rerolled"], say.SIGNS["rerolled"])
            place = next(number for number, die in enumerate(self.found, 1) if die is before)
        drawn = not entry.sides
        name = _drawn_name(about) if drawn else roll_name(self.ground, about)
        for face in entry.faces:
            die: Die = {
                "name": upper(name),
                "seat": entry.seat,
                "face": item(self.ground, face) if drawn else face,
                "sides": entry.sides,
                "state": "live",
            }
            self.found.insert(place, die)
            self.current[about] = die

    def fate(self, about: str, code: str, **names: Any) -> None:
        """What became of the die that counts under a topic; several fates are told one after the other."""
        die = self.current.get(about)
        if die is None:
            return
        text = say.FATES[code].format(**names)
        several = die["state"] == "settled" and code in ("hit", "miss")
        fated(die, f"{die['fate']}; {text}" if several else text, say.SIGNS.get(code))
        die["state"] = "settled"


def _side_die(side: int, test: str) -> str:
    return topic("{side} {test} die", SIDE_DICE[side], test)


def _attack(tray: _Tray, params: Mapping[str, Any]) -> None:
    hit, total, target = params["total"] > 0, params["total"], params["target"]
    tray.fate(
        topic("attack die of {who}", params["who"]),
        "hit" if hit else "miss",
        target=who(tray.ground, target),
        total=total,
    )
    tray.fate(topic("dodge die of {who}", target), "dodge_failed" if hit else "dodged")


def _hack(tray: _Tray, params: Mapping[str, Any]) -> None:
    opposed, success = "" if params["difficulty"] else "opposed_", params["success"]
    code = f"{opposed}{'success' if success else 'failure'}"
    tray.fate(
        topic("hacking die of {who}", params["who"]), code, total=params["total"], difficulty=params["difficulty"]
    )
    tray.fate(topic("counter die of {who}", params["target"]), "not_countered" if success else "countered")


def _total(tray: _Tray, params: Mapping[str, Any]) -> None:
    for kind in ("initiative", "setup"):
        tray.fate(_side_die(params["side"], kind), "total", total=params["total"])


def _initiative(tray: _Tray, params: Mapping[str, Any]) -> None:
    for kind in ("initiative", "setup"):
        about = _side_die(params["side"], kind)
        if about in tray.current:
            total = tray.current[about].get("fate", "").partition(" ")[0]
            tray.fate(about, "wins", total=total)


def _event(tray: _Tray, params: Mapping[str, Any]) -> None:
    for side in (RESISTANCE, ISC):
        tray.fate(_side_die(side, "event"), "event", number=params["event"], event=EVENT_NAMES[params["event"]])


def _drill(tray: _Tray, params: Mapping[str, Any]) -> None:
    face = params["face"]
    tray.fate(
        topic("drill die of {who}", params["who"]), "drill_1" if face == 1 else "drill_4" if face >= 4 else "drill_2"
    )


def _drawn(tray: _Tray, params: Mapping[str, Any]) -> None:
    tray.fate(topic("back of {token}", params["token"]), "turned_over")


SETTLING: dict[str, Callable[[_Tray, Mapping[str, Any]], None]] = {
    "attack_total": _attack,
    "hack_result": _hack,
    "initiative_total": _total,
    "initiative": _initiative,
    "setup_initiative": _initiative,
    "event": _event,
    "drilled": _drill,
    "turned_over": _drawn,
}
"""Which events settle dice, and how."""
