"""The words of Necromunda: each event, kind of option and topic that the rules bring has some; names in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from fireteam.core.events import Event
from fireteam.core.questions import Choose
from fireteam.core.topics import topic
from fireteam.games import necromunda
from fireteam.games.necromunda.game import GAME
from fireteam.games.necromunda.options import KINDS, option
from fireteam.games.necromunda.show.words import WORDS
from fireteam.games.necromunda.table import Table

REGIONS = {"move.to", "turn.face", "place", "aim_point", "flame"}
"""What regions offer, which are no kinds of the list."""


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of that name in the rules."""
    for file in sorted(Path(necromunda.__file__).parent.rglob("*.py")):
        if file.parent.name not in ("show", "bot"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and name == getattr(node.func, "attr", getattr(node.func, "id", "")):
                    yield node


def first(call: ast.Call) -> str:
    """The text that a call begins with."""
    arg = call.args[0]
    found = arg.value.elts[0] if isinstance(arg, ast.Starred) and isinstance(arg.value, ast.Tuple) else arg
    return str(found.value) if isinstance(found, ast.Constant) else ""


def ways_to_be_moved() -> Iterator[str]:
    """How somebody is moved, as the verb is told it: by a model's verb, or with a hull and all aboard."""
    for name, place in (("move", 5), ("place", 4)):
        for call in calls(name):
            for node in ast.walk(call.args[place]) if len(call.args) > place else ():
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def test_every_event_has_words() -> None:
    moved = {"moves", *ways_to_be_moved()}
    told = {first(call) for call in calls("tell")} - {""} | moved
    assert {"lands", "rides", "pushed", "shifted", "shoved", "thrown", "hoisted"} < moved
    assert told == {*WORDS.events}


def test_every_kind_of_option_has_words() -> None:
    assert Table is not None and GAME.name == "necromunda"  # every chapter has made its kinds known
    assert sorted(KINDS.keys() - WORDS.options.keys()) == [], "options without words"
    assert sorted(WORDS.options.keys() - KINDS.keys() - REGIONS) == [], "words that no rule brings"


def test_every_topic_has_words_and_can_stand_in_a_save() -> None:
    forms = {first(call) for call in calls("topic")} - {""}
    assert sorted(forms - WORDS.topics.keys() - WORDS.rolls.keys()) == [], "topics without words"
    assert [form for form in forms if ": " in form] == []


def test_things_and_players_are_called_by_names() -> None:
    setting = GAME.prepare(scenario="tollgate")
    show = setting.show
    assert show.tell(Event("door", "NE-DOOR-01", {"thing": "d1", "state": "open"})) == "Door 1 is open now."
    assert show.tell(Event("priority", "NE-RND-02", {"seat": 1})) == "Priority is with Ninth Lamp Couriers."
    asked = Choose(0, topic("weapons, {fight}", topic("fight of {who}", "Hob")), lambda: [option("yes")])
    assert show.speaker.ask(asked) == "The fight of Hob: with what?"
    assert show.speaker.describe(option("open_door", "d1")) == "Open door 1"
