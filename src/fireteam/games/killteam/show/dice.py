"""The dice tray and the log of Kill Team: each die with its re-rolls and its fate, each event with whom it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fireteam.core.chronicle import Entry, plain_told
from fireteam.core.scene import Die, Told
from fireteam.core.topics import form_of, names_of
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.show.names import Names
from fireteam.kit.tray import fated, replace, under_way

HEADINGS = {"turning_point": 1, "activated": 2, "counteracts": 2}
NAMED = ("who", "enemy", "target", "targets", "marker")
"""What an event names pieces by."""
RETOLD = frozenset(
    ("activate", "order", "action", "move", "move_hatch", "place", "counteract", "pass", "gambit", "strike", "block",
     "block_nothing", "cover_save", "critical_cover_save", "double_cover_save", "allocate", "reroll", "initiative",
     "weapon", "target", "enemy", "marker", "rescue", "rend", "severe", "accurate", "end_activation", "open_hatch",
     "close_hatch", "use_x", "interrupt")
)  # fmt: skip
"""Choices that an event always tells."""
OPENERS = frozenset(
    ("target", "fights", "turning_point", "action", "activated", "gambit", "activation_ends", "counteracts", "passes")
)
"""Events that part the dice after them from those before."""
RULES = "KT-"
"""How the rules of the book are called."""
POOLS = {f"{kind} dice of {{who}}{again}": kind for kind in ("attack", "defence") for again in ("", " again")}
"""The pool that dice belong to, by the form of their roll."""
ROLL_OFF = "{what} of {player}"
CRITICAL = 6
"""A defence die that shows it is a critical success (KT-SHOOT-22)."""


def told(entry: Entry) -> Told:
    """An entry as a line of the log, with the pieces it is about; turning points and activations are headings."""
    line = plain_told(entry)
    if entry.kind == "event":
        about: list[str] = []
        for name in NAMED:
            value = entry.params.get(name)
            about += [value] if isinstance(value, str) else [each for each in value or () if isinstance(each, str)]
        if about:
            line["about"] = about
        if not entry.rule.startswith(RULES):  # an ability of a pack is no rule of the book
            line.pop("rule", None)
        if entry.code in HEADINGS:
            line["heading"] = HEADINGS[entry.code]
    return line


# -- the tray ----------------------------------------------------------------------------------------------------------


def tray(names: Names, entries: Sequence[Entry]) -> list[Die]:
    """The dice of the sequence under way, or of the last one that had any."""
    dice = Tray(names)
    for entry in under_way(entries, lambda entry: entry.kind == "event" and entry.code in OPENERS):
        if entry.kind == "roll":
            dice.fall(entry)
        elif entry.kind == "event" and entry.code in SETTLING:
            SETTLING[entry.code](dice, entry.params)
    for (kind, _), pool in dice.pools.items():
        for die in pool if kind == "defence" else ():
            if die.get("sign") == "hit":  # a success in defence saves
                die["sign"] = "save"
    return dice.found


class Tray:
    """Dice on the table, by the pool they belong to: ("attack", who) and ("defence", who), or the topic of a roll of
    its own."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.found: list[Die] = []
        self.pools: dict[tuple[str, str], list[Die]] = {}
        self.needs: dict[str, int] = {}
        """The least face that is a success, by who rolled."""

    def fall(self, entry: Entry) -> None:
        """Dice fall; a re-rolled one lies beside the die that it replaces."""
        kind = POOLS.get(form_of(entry.text), "")
        who = names_of(entry.text)["who"] if kind else entry.text
        key = (kind, who)
        words = say.DICE[kind].format(who=self.names(who)) if kind else entry.words or entry.text
        for kept in self.pools.get(key, ()):  # dice that were kept before are of whoever rolls the others
            kept["seat"] = entry.seat
        for face in entry.faces:
            shows = self.names(face) if isinstance(face, str) else face  # what was drawn is an id
            die: Die = {"name": words, "seat": entry.seat, "face": shows, "sides": entry.sides, "state": "live"}
            self.found.append(die)
            self.pools.setdefault(key, []).append(die)

    def put(self, kind: str, who: str, face: str, fate: str) -> None:
        """A die that is kept without rolling."""
        seat = next((die["seat"] for die in self.pools.get((kind, who), ())), 0)
        die: Die = {
            "name": say.DICE[kind].format(who=self.names(who)),
            "seat": seat,
            "face": face,
            "sides": 6,
            "state": "settled",
        }
        fated(die, say.FATES[fate], say.SIGNS.get(fate))
        self.found.append(die)
        self.pools.setdefault((kind, who), []).append(die)

    def pool(self, who: str) -> list[Die]:
        """The dice of an operative that still count, attack dice if it has some; the highest first."""
        dice = self.pools.get(("attack", who)) or self.pools.get(("defence", who)) or []
        left = [die for die in dice if die["state"] != "replaced"]
        return sorted(left, key=lambda die: -die["face"] if isinstance(die["face"], int) else 0)

    def take(self, who: str, was: str, count: int, fate: str) -> None:
        """So many dice of one fate get another one."""
        for die in [die for die in self.pool(who) if die.get("fate") == say.FATES[was]][:count]:
            settle(die, fate)


def settle(die: Die, fate: str, **words: object) -> None:
    """What became of a die."""
    fated(die, say.FATES[fate].format(**words), say.SIGNS.get(fate))
    die["state"] = "settled"


def _rerolled(tray: Tray, params: Mapping[str, Any]) -> None:
    """The new die has fallen last; one that shows the old face is replaced (KT-BASE-09)."""
    for kind in ("attack", "defence"):
        dice = tray.pools.get((kind, params["who"]), [])
        if not dice or dice[-1]["face"] != params["new"]:
            continue
        old = next((die for die in dice[:-1] if die["face"] == params["face"] and die["state"] != "replaced"), None)
        if old is not None:
            replace(tray.found, [old], dice[-1:])
            fated(old, say.FATES["rerolled"], say.SIGNS["rerolled"])
            _graded(tray, {"who": params["who"], "need": tray.needs.get(params["who"], 0)})
            return


def _graded(tray: Tray, params: Mapping[str, Any]) -> None:
    """Defence dice are what they show: the need is known as they fall (KT-SHOOT-22)."""
    for die in tray.pools.get(("defence", params["who"]), ()):
        face = die["face"]
        if die["state"] == "live" and isinstance(face, int):
            fate = "critical" if face >= CRITICAL else "normal" if face >= params["need"] and face > 1 else "fail"
            fated(die, say.FATES[fate], say.SIGNS[fate])


def _retained(tray: Tray, params: Mapping[str, Any]) -> None:
    """The best dice are the criticals, then come the normal successes; all others fail (KT-SHOOT-12)."""
    dice = [die for die in tray.pool(params["who"]) if die.get("fate") != say.FATES["discarded"]]
    unrolled = sum(not isinstance(die["face"], int) for die in dice)
    criticals, normals = params["criticals"], max(0, params["normals"] - unrolled)
    for place, die in enumerate(die for die in dice if isinstance(die["face"], int)):
        settle(die, "critical" if place < criticals else "normal" if place < criticals + normals else "fail")


def _lost(tray: Tray, params: Mapping[str, Any]) -> None:
    """The lowest die that could be a success is the one that is lost: successes are all alike then (KT-SHOOT-14)."""
    dice = [die for die in tray.pool(params["who"]) if isinstance(die["face"], int)]
    need = tray.needs.get(params["who"], 0)
    lost = [die for die in dice if isinstance(die["face"], int) and die["face"] >= need]
    if lost:
        settle(lost[-1], "discarded")


def _rolled(tray: Tray, params: Mapping[str, Any]) -> None:
    tray.needs[params["who"]] = params["need"]
    _graded(tray, params)


def _unrolled(tray: Tray, params: Mapping[str, Any]) -> None:
    for _ in range(params["dice"]):
        tray.put("attack", params["who"], say.UNROLLED, "accurate")


def _cover(tray: Tray, params: Mapping[str, Any]) -> None:
    for _ in range(params["normals"]):
        tray.put("defence", params["who"], say.UNROLLED, "cover")
    for _ in range(params["criticals"]):
        tray.put("defence", params["who"], say.UNROLLED, "critical_cover")


def _blocked(tray: Tray, params: Mapping[str, Any]) -> None:
    """The attack dice that the defender has blocked; its own dice stay what they are (KT-SHOOT-23)."""
    for who in [who for kind, who in tray.pools if kind == "attack"]:
        tray.take(who, "normal", params["normals"], "blocked")
        tray.take(who, "critical", params["criticals"], "blocked")


def _strikes(tray: Tray, params: Mapping[str, Any]) -> None:
    tray.take(params["who"], params["used"], 1, "strikes")


def _blocks(tray: Tray, params: Mapping[str, Any]) -> None:
    """A die blocks a die of the other fighter (KT-FIGHT-12)."""
    tray.take(params["who"], params["used"], 1, "blocks")
    for who in [who for kind, who in tray.pools if kind == "attack" and who != params["who"]]:
        tray.take(who, params["blocked"], 1, "blocked")


def _wasted(tray: Tray, params: Mapping[str, Any]) -> None:
    tray.take(params["who"], params["used"], 1, "blocks")


def _shocked(tray: Tray, params: Mapping[str, Any]) -> None:
    """A normal success is lost, else a critical one (KT-WR-25)."""
    normal = any(die.get("fate") == say.FATES["normal"] for die in tray.pool(params["who"]))
    tray.take(params["who"], "normal" if normal else "critical", 1, "shocked")


def _roll_off(tray: Tray, params: Mapping[str, Any]) -> None:
    pairs = [(key, dice) for key, dice in tray.pools.items() if form_of(key[1]) == ROLL_OFF]
    for (_, topic), dice in pairs[-2:]:
        mine, other = (
            (params["first"], params["second"]) if "first player" in topic else (params["second"], params["first"])
        )
        settle(dice[-1], "tied" if mine == other else "wins" if mine > other else "loses")


def _hot(tray: Tray, params: Mapping[str, Any]) -> None:
    for die in tray.pools.get(("", f"Hot roll of {params['who']}"), ())[-1:]:
        settle(die, "hot", face=params["face"], hit=params["hit"])


def _d3(tray: Tray, params: Mapping[str, Any]) -> None:
    for die in tray.pools.get(("", params["topic"]), ())[-1:]:
        settle(die, "d3", result=params["result"])


SETTLING: dict[str, Callable[[Tray, Mapping[str, Any]], None]] = {
    "rolled": _rolled,
    "rerolled": _rerolled,
    "kept_unrolled": _unrolled,
    "lost_to_obscured": _lost,
    "retained": _retained,
    "cover_save": _cover,
    "blocked": _blocked,
    "strikes": _strikes,
    "blocks": _blocks,
    "blocks_nothing": _wasted,
    "shocked": _shocked,
    "roll_off": _roll_off,
    "hot": _hot,
    "d3": _d3,
}
"""Which events settle dice, and how."""
