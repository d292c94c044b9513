"""The options of ESCAPE: their stable keys, made of names, and the rules behind each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fireteam.games.escape.ground import Ground

Key = Callable[["Ground", tuple[Any, ...]], str]


def _square(word: str) -> Key:
    return lambda g, args: f"{word} {g.at(args[0])}"


def _character(word: str) -> Key:
    return lambda g, args: f"{word} {g.cards[args[0]].id}"


def _door(word: str) -> Key:
    return lambda g, args: f"{word} {g.board.doors[args[0]].id}"


def _plain(word: str) -> Key:
    return lambda g, args: word


def _first(word: str) -> Key:
    return lambda g, args: f"{word} {args[0]}"


KINDS: dict[str, tuple[Key, tuple[str, ...]]] = {
    # set-up
    "faction": (_first("play"), ("ES-GEN-01", "ES-SETUP-01")),
    "scenario": (_first("scenario"), ("ES-SETUP-01",)),
    "crate": (_square("crate at"), ("ES-CRATE-01",)),
    "token": (_square("token at"), ("ES-EQT-01",)),
    "deploy": (_square("deploy at"), ("ES-DEPL-01",)),
    "name": (_character("name"), ("ES-SETUP-01",)),
    "gift": (_character("gift to"), ("ES-CAMP-02",)),
    "unlock": (_door("unlock"), ("ES-CAMP-02",)),
    # the turn
    "first": (_first("start"), ("ES-INIT-04",)),
    "celestial": (_character("shift"), ("ES-EVT-03",)),
    "celestial_to": (_square("to"), ("ES-EVT-03", "ES-MOVE-06")),
    "toggle": (_door("toggle"), ("ES-EVT-09",)),
    "toggle_airlock": (_first("toggle airlock"), ("ES-EVT-09", "ES-AIR-02")),
    "dark": (_first("black out"), ("ES-EVT-10",)),
    "activate": (_character("activate"), ("ES-ACT-01",)),
    "done": (_plain("done"), ("ES-FAC-11", "ES-END-02")),
    "no_second": (_plain("no second activation"), ("ES-EVT-11",)),
    "enter": (_square("enter at"), ("ES-DEPL-02",)),
    "end": (_plain("end"), ("ES-ACT-04",)),
    "radio": (_character("radio"), ("ES-EQ-10",)),
    "no_radio": (_plain("no radio"), ("ES-EQ-10",)),
    # Movement actions
    "step": (_square("step"), ("ES-MOVE-01",)),
    "open": (_door("open"), ("ES-DOOR-01", "ES-FAC-01")),
    "close": (_door("close"), ("ES-FAC-02",)),
    "leave": (_first("leave by"), ("ES-MOVE-04",)),
    "bank": (_plain("bank"), ("ES-OBJ-01",)),
    "drop": (_square("drop at"), ("ES-EQT-08",)),
    "give": (_character("give to"), ("ES-EQT-06", "ES-OBJ-05")),
    # Combat actions
    "attack": (_character("attack"), ("ES-CBT-02",)),
    "throw": (lambda g, args: f"throw {args[0]} at {g.cards[args[1]].id}", ("ES-CRATE-02", "ES-CBT-04")),
    "shoot": (lambda g, args: f"shoot {args[0]} at {g.cards[args[1]].id}", ("ES-CBT-04",)),
    "grenade": (_character("grenade at"), ("ES-EQ-12",)),
    "grenade_square": (_square("grenade at"), ("ES-EQ-06",)),
    "drill": (lambda g, args: f"drill {g.board.edge_name(args[0])}", ("ES-SKILL-13",)),
    # Intellect actions
    "hack_door": (_door("hack"), ("ES-INT-04", "ES-SKILL-14")),
    "hack_terminal": (lambda g, args: f"hack {g.terminals[args[0]].id}", ("ES-INT-02",)),
    "hack_airlock": (_first("hack airlock"), ("ES-AIR-03",)),
    "attract": (_character("attract"), ("ES-SKILL-03",)),
    # free
    "turn_over": (_first("turn over"), ("ES-OBJ-02", "ES-EQT-03")),
    "pick_up": (_first("pick up"), ("ES-OBJ-03", "ES-EQT-04")),
    "medkit": (_plain("use medkit"), ("ES-EQ-09",)),
    # within an action
    "pay_own": (_plain("own action"), ("ES-PROF-02",)),
    "pay_pilot": (_character("action of"), ("ES-SKILL-10",)),
    "pay_token": (_plain("revolution token"), ("ES-FAC-09", "ES-FAC-10")),
    "pay_equipment": (lambda g, args: args[0].replace("_", " "), ("ES-EQ-03", "ES-EQ-04")),
    "no_dodge": (_plain("no dodge"), ("ES-DEF-02",)),
    "dodge_own": (_plain("dodge"), ("ES-DEF-02",)),
    "dodge_token": (_plain("dodge with a revolution token"), ("ES-FAC-10",)),
    "dodge_shield": (_plain("dodge with the shield"), ("ES-EQ-01",)),
    "with_combat": (_plain("dodge with Cbt"), ("ES-SKILL-17",)),
    "with_intellect": (_plain("dodge with Int"), ("ES-SKILL-17",)),
    "no_counter": (_plain("no counter-measure"), ("ES-DEF-05",)),
    "counter": (_plain("counter-measure"), ("ES-DEF-05",)),
    "own_int": (_plain("own Int"), ("ES-INT-02",)),
    "leader_int": (_character("Int of"), ("ES-SKILL-09",)),
    "keep": (_plain("keep"), ("ES-ROLL-06",)),
    "veteran": (_plain("reroll as veteran"), ("ES-SKILL-01",)),
    "reroll_token": (_plain("reroll with a revolution token"), ("ES-FAC-08",)),
    "pull": (_square("pull to"), ("ES-SKILL-04",)),
    "push": (_square("push to"), ("ES-SKILL-06",)),
    "no_push": (_plain("no push"), ("ES-SKILL-05",)),
    "no_pick_up": (_plain("no pick-up"), ("ES-OBJ-03", "ES-EQT-04")),
}


# What the argument of an option names on the board, by its kind.
AT_SQUARE = ("step", "enter", "crate", "token", "deploy", "celestial_to", "drop", "grenade_square", "pull", "push")
AT_CHARACTER = (
    "attack",
    "grenade",
    "attract",
    "give",
    "activate",
    "radio",
    "name",
    "gift",
    "celestial",
    "pay_pilot",
    "leader_int",
)
AT_DOOR = ("open", "close", "hack_door", "unlock", "toggle")
AT_AIRLOCK = ("leave", "hack_airlock", "toggle_airlock")
AT_TOKEN = ("turn_over", "pick_up")
AIMED = ("shoot", "throw")
"""With something, at a character: the character is the last of their arguments."""


def option_key(ground: Ground, kind: str, args: tuple[Any, ...]) -> str:
    """The key of an option."""
    return KINDS[kind][0](ground, args)


def option_rules(kind: str) -> tuple[str, ...]:
    """The rules behind a kind of option."""
    return KINDS[kind][1]
