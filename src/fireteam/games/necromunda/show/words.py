"""The words of Necromunda, by code: events, kinds of options, forms of topics. Each chapter has a section of its own;
whoever adds a chapter adds its section to the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireteam.core.events import Event
from fireteam.core.questions import Option, Question, Roll
from fireteam.core.topics import Topic
from fireteam.games.necromunda.show import (
    words_of_attacks,
    words_of_moves,
    words_of_rounds,
    words_of_terrain,
    words_of_vehicles,
)
from fireteam.games.necromunda.show.names import Names
from fireteam.games.necromunda.show.sections import catalogue_of, joined, menu_of
from fireteam.games.necromunda.show.words_of_vehicles import drive_words
from fireteam.kit.plane.places import place_words
from fireteam.kit.words import found, sentence, upper

if TYPE_CHECKING:
    from fireteam.games.necromunda.setting import Setting

SECTIONS = (
    *(words_of_rounds.SECTION, words_of_moves.SECTION, words_of_attacks.SECTION, words_of_terrain.SECTION),
    words_of_vehicles.SECTION,
)
WHOLE = joined(SECTIONS)
WORDS = catalogue_of(WHOLE)
MENU = menu_of(WHOLE, other="Choose", points="actions")
ALL_TOPICS = {**WHOLE.rolls, **WHOLE.topics}

SAID: dict[str, tuple[str, str]] = {
    "passed": ("failed", "passed"),
    "hit": ("a miss", "a hit"),
    "goes": ("stays", "goes"),
    "holds": ("blows up", "holds"),
    "dud": ("the Blast is on itself", "a dud"),
    "reaction": ("attacks", "strikes back at"),
    "bursts": ("holds", "bursts"),
    "to_left": ("right", "left"),
    "explodes": ("holds", "goes off"),
}
"""What is said for no and yes."""
MEASURES = {
    "model-out": "a model Out of Action",
    "fighter-out": "a fighter Out of Action",
    "leader-out": "the leader Out of Action",
    "vehicle-wrecked": "a vehicle wrecked",
    "vehicle-off": "a vehicle off the table",
    "rider-off": "a rider off the table",
    "middle-held": "the middle held at the end",
    "casket-opened": "a casket opened",
    "casket-held": "a casket held at the end",
    "casket-off": "a casket carried off",
    "ordnance-blown": "an ordnance blown up",
    "ordnance-left": "an ordnance left",
    "token-removed": "a charge taken off",
    "stalled": "a vehicle stalled at the end",
    "bottled": "the enemy bottling out",
}
"""What points are scored for, where it is not called as the rules have it."""


class Speaker:
    """The words of one battle: names for ids, players for seats."""

    def __init__(self, setting: Setting, names: Names) -> None:
        self.setting, self.names = setting, names

    def spoken(self, name: str, value: Any) -> str:
        """What is said for a value of an event or a topic, by what it is called."""
        if isinstance(value, Topic):
            return WORDS.about(ALL_TOPICS, value, self.spoken, "topic")
        if name == "seat":
            return self.names.seat(value)
        if name in SAID:
            return SAID[name][bool(value)]
        if name == "bonus":
            return f" {'+' if value > 0 else '-'} {abs(value)}" if value else ""
        if name == "by":
            return f", by {value}" if value in self.setting.numbers else str(value)
        if name in ("what", "weapon", "thing", "load", "who", "target", "event", "name"):
            return self.names(MEASURES.get(value, value))
        if name == "height":
            return f'{value / 100:g}"' if isinstance(value, int) else str(value)
        if isinstance(value, tuple):
            return ", ".join(map(str, value)) or "none"
        return str(value)

    def tell(self, event: Event) -> str:
        """An event in words; where it happened is told in inches."""
        values = {name: self.spoken(name, value) for name, value in event.params.items()}
        if "x" in event.params:
            values["place"] = place_words(event.params["x"], event.params["y"], event.params["z"])
        return upper(sentence(found(WORDS.events, event.code, "event"), values))

    def ask(self, question: Question) -> str:
        """A question in words."""
        return WORDS.ask(question, self.spoken)

    def roll_name(self, roll: Roll) -> str:
        """What is rolled, in a few words."""
        return WORDS.roll_name(roll, self.spoken)

    def describe(self, option: Option) -> str:
        """An option in words; keys are made of names."""
        kind, values = option.kind, {"key": self.names.in_text(option.key)}
        if kind in ("place", "aim_point") or (kind == "move" and option.args):
            values["place"] = spot_words(option)
            kind = "move.to" if kind == "move" else kind
        elif kind == "face":
            kind, values["degrees"] = "turn.face", str(option.args[0])
        elif kind == "drive":
            return upper(drive_words(option.args))
        elif kind == "flame":
            values["degrees"], values["names"] = (
                str(option.args[0]),
                ", ".join(map(self.names, option.args[1])) or "nobody",
            )
        return upper(found(WORDS.options, kind, "option").format(*option.args, **values))


def spot_words(option: Option) -> str:
    """Where an option of a region leads: its place, and what the way costs or the way it faces."""
    if option.kind == "move":
        x, y, z, cost = option.args[:4]
        return f'{place_words(x, y, z)} ({cost:.1f}")'
    x, y, z, turned = option.args[-4:]
    return place_words(x, y, z) + (f", facing {turned} degrees" if option.kind == "place" else "")
