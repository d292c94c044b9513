"""The words of Kill Team's sequences: one catalogue of texts by code, for events, options, questions and rolls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from fireteam.core.errors import RuleFault
from fireteam.core.events import Event
from fireteam.core.questions import Option, Question, Roll
from fireteam.core.refusals import Modifier

Names = Callable[[str], str]
"""What an operative or a weapon is called, by its id."""

SEAT_NAMES = ("the first player", "the second player")

EVENTS: dict[str, str] = {
    "shoots": "{who} shoots at {targets} with {weapon}: HIT {sum}.",
    "target": "The target is {who}.",
    "target.cover": "The target is {who}, in cover.",
    "target.obscured": "The target is {who}, obscured.",
    "target.both": "The target is {who}, in cover and obscured.",
    "rolled": "{who} rolls {faces} and needs {need}+.",
    "kept_unrolled": "{who} keeps {dice} unrolled: Accurate.",
    "rerolled": "{who} re-rolls a {face} by {source}: {new}.",
    "rescued": "{who} keeps a fail as a normal success: Punishing.",
    "raised": "{who} makes a normal success critical: {source}.",
    "lost_to_obscured": "{who} loses a success: the target is obscured.",
    "retained": "{who} retains {normals} normal and {criticals} critical.",
    "cover_save": "{who} keeps a cover save: {normals} normal and {criticals} critical.",
    "blocked": "{who} blocks {normals} normal and {criticals} critical.",
    "fights": "{who} fights {enemy}.",
    "armed": "{who} uses {weapon}: HIT {sum}.",
    "strikes": "{who} strikes {enemy} with a {used} success.",
    "blocks": "{who} blocks a {blocked} success with a {used} one.",
    "blocks_nothing": "{who} blocks nothing with a {used} success.",
    "shocked": "Shock: {who} loses an unresolved success.",
    "hurt": "{who} suffers {points} damage: {left} of {wounds} wounds left.",
    "hurt.sum": "{who} suffers {points} damage ({sum}): {left} of {wounds} wounds left.",
    "incapacitated": "{who} is incapacitated.",
    "healed": "{who} regains {points} wounds and has {left}.",
    "affected": "{who} is under an effect: {effect}.",
    "hot": "Hot: {who} rolls {face} with HIT {hit}+.",
    "put_down": "{who} puts down {marker}.",
    "removed": "{who} leaves the killzone.",
    "cp_spent": "{seat} spends {points} CP and has {left} left.",
    "roll_off": "The players roll off: {first} and {second}.",
    "d3": "{topic}: {face} on the die makes {result}.",
}
"""What happened."""

OPTIONS: dict[str, str] = {
    "keep_dice": "Keep the dice as they are",
    "reroll": "Re-roll a {0} ({1})",
    "accurate": "Keep {0} unrolled as normal successes",
    "discard": "Discard a {0} success",
    "rescue": "Keep a fail as a normal success",
    "no_rescue": "Discard all fails",
    "rend": "Make a normal success critical",
    "no_rend": "Leave the normal successes as they are",
    "severe": "Make a {0} normal success critical",
    "no_severe": "Leave the normal successes as they are",
    "next_target": "Shoot {0} next",
    "use_cover": "Be in cover",
    "use_obscured": "Be obscured",
    "no_cover_save": "Roll all defence dice",
    "cover_save": "Keep a normal success as a cover save",
    "critical_cover_save": "Keep a critical success as an improved cover save",
    "double_cover_save": "Keep two normal successes as an improved cover save",
    "allocate": "Block {0} normal and {1} critical",
    "enemy": "Fight {0}",
    "weapon": "Use {0}",
    "strike": "Strike with a {0} success",
    "block": "Block a {0} success with a {1} one",
    "block_nothing": "Block nothing with a {0} success",
}
"""What may be answered."""

TOPICS: tuple[tuple[str, str], ...] = (
    (r"re-roll of (?P<dice>attack|defence) dice of (?P<who>.+)", "{who}: re-roll a {dice} die?"),
    (r"unrolled attack dice of (?P<who>.+)", "{who}: how many attack dice are kept unrolled?"),
    (r"success lost to an obscured target", "The target is obscured: which success is lost?"),
    (r"(?P<rule>Punishing|Rending|Severe) of (?P<who>.+)", "{who}: use {rule}?"),
    (r"next target", "Who is shot next?"),
    (r"cover or obscured by (?P<feature>.+)", "{feature} gives cover or obscures: which?"),
    (r"cover save of (?P<who>.+)", "{who}: keep a cover save?"),
    (r"blocks of (?P<who>.+)", "{who}: which attack dice are blocked?"),
    (r"enemy to fight", "Which enemy is fought?"),
    (r"weapon of (?P<who>.+)", "{who}: which weapon?"),
    (r"die of (?P<who>.+)", "{who}: strike or block with a die?"),
)
"""What is asked, by the pattern of its topic."""

ROLLS: tuple[tuple[str, str], ...] = (
    (r"(?P<dice>attack|defence) dice of (?P<who>.+) again", "{who}: {dice} die again"),
    (r"(?P<dice>attack|defence) dice of (?P<who>.+)", "{who}: {dice} dice"),
    (r"Hot roll of (?P<who>.+)", "{who}: Hot"),
    (r"(?P<what>.+)", "{what}"),
)
"""What is rolled, by the pattern of its topic."""


def tell(names: Names, event: Event) -> str:
    """An event in words."""
    params = dict(event.params)
    code = event.code
    if code == "target":
        code += {(True, True): ".both", (True, False): ".cover", (False, True): ".obscured"}.get((params["cover"], params["obscured"]), "")
    parts: tuple[Modifier, ...] = params.pop("parts", ())
    if code == "hurt" and parts:
        code = "hurt.sum"
    if code not in EVENTS:
        raise RuleFault(f"no words for the event {event.code!r}")
    words = {name: _spoken(names, name, value) for name, value in params.items()}
    return EVENTS[code].format(**words, sum=spoken_sum(parts))


def _spoken(names: Names, name: str, value: Any) -> str:
    if name == "seat":
        return SEAT_NAMES[value].capitalize()
    if name == "faces":
        return ", ".join(str(face) for face in value)
    if name == "targets":
        return " and ".join(names(target) for target in value)
    return names(value) if name in ("who", "enemy", "weapon") else str(value)


def spoken_sum(parts: Iterable[Modifier]) -> str:
    """A number as a sum of reasons."""
    return ", ".join(f"{part.amount} {part.reason}" for part in parts)


def describe(names: Names, option: Option) -> str:
    """An option in words."""
    if option.kind not in OPTIONS:
        raise RuleFault(f"no words for the option {option.key!r}")
    return OPTIONS[option.kind].format(*(names(arg) if isinstance(arg, str) else arg for arg in option.args))


def ask(names: Names, question: Question) -> str:
    """A question in words."""
    if isinstance(question, Roll):
        return f"Roll {question.count} dice: {roll_name(names, question)}"
    return _matched(names, TOPICS, question.topic)


def roll_name(names: Names, roll: Roll) -> str:
    """What is rolled, in a few words."""
    return _matched(names, ROLLS, roll.topic)


def _matched(names: Names, patterns: Iterable[tuple[str, str]], topic: str) -> str:
    for pattern, words in patterns:
        found = re.fullmatch(pattern, topic)
        if found is not None:
            return words.format(**{name: names(value) for name, value in found.groupdict().items()})
    raise RuleFault(f"no words for the topic {topic!r}")
