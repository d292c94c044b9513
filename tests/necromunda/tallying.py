"""What a battle can show, read from the rules and the pack; and what battles have shown of it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from fireteam.core import refusals
from fireteam.core.questions import Choose, Option, Rule
from fireteam.core.topics import Topic, form_of
from fireteam.games.necromunda.cards import QUALITIES, TRAITS
from fireteam.games.necromunda.game import GAME, TERRAIN, supplements
from fireteam.games.necromunda.options import KINDS
from fireteam.games.necromunda.scenarios import Mission
from fireteam.games.necromunda.setting import Setting
from fireteam.games.necromunda.show.words import WORDS
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement, Trait
from tests.kit.noting import noting, windows_of
from tests.necromunda.playing import READINGS

RULE = re.compile(r"NE-[A-Z]+-\d+")
NEVER = {"yes", "no"}
"""Kinds that only tests ask for."""


@cache
def _calls() -> tuple[tuple[str, ast.Call], ...]:
    """Every call in the rules, with the name of what is called."""
    files = [file for file in sorted(GAME.folder().rglob("*.py")) if file.parent.name not in ("content", "bot", "show")]
    return tuple(
        (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""), node)
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    )


def refusal_rules() -> set[str]:
    """The rule ids of every law, read from the source."""
    return {
        str(part.value)
        for name, call in _calls()
        if name == "need" and len(call.args) > 2
        for part in ast.walk(call.args[2])
        if isinstance(part, ast.Constant) and RULE.fullmatch(str(part.value))
    }


def classes() -> Iterator[tuple[str, type[Any], type[Any]]]:
    """Everything that hangs into the chapters, with the class whose windows it hangs in: traits, skills, conditions,
    gear, terrain and other supplements."""
    for name, form in TRAITS.items():
        assert isinstance(form.make, type)
        yield name, form.make, Trait
    for name, quality in QUALITIES.items():
        assert isinstance(quality, type)
        yield name, quality, Quality
    hung: set[type[Supplement]] = {Mission, *map(type, supplements()), *(make for make, _ in TERRAIN)}
    for supplement in hung:
        yield supplement.__name__, supplement, Supplement


def forms(topic: str) -> Iterator[str]:
    """The form of a topic, as a whole and without what it holds, and those of the topics inside it."""
    yield form_of(topic)
    if isinstance(topic, Topic):
        yield topic.outer
        for part in topic.parts.values():
            yield from forms(part)


class Tally:
    """What is still to be seen, by sort; it is read from rules and pack, never written by hand."""

    def __init__(self) -> None:
        self.left: dict[str, set[str]] = {
            "option": {*KINDS} - NEVER,
            "event": {*WORDS.events},
            "question": {*WORDS.topics},
            "roll": {*WORDS.rolls},
            "window": {f"{name}.{window}" for name, cls, base in classes() for window in windows_of(cls, base)},
            "reading": {f"{name} {value}" for name, reading in READINGS.items() for value in reading.values},
            "refusal": refusal_rules(),
        }

    def missing(self) -> list[str]:
        """Everything that has not been seen."""
        return [f"{sort}: {name}" for sort, names in self.left.items() for name in sorted(names)]

    def listen(self, patch: pytest.MonkeyPatch) -> None:
        """From now on, note what is answered, asked and told, which windows do something, which readings are asked
        for, and which laws refuse."""
        left = self.left
        for name, cls, base in classes():
            for window in windows_of(cls, base):
                patch.setattr(cls, window, noting(cls, base, window, left["window"], f"{name}.{window}"))
        step, tell, house_rule = Setting.step, Table.tell, Table.house_rule

        def heard(rule: Rule[None]) -> Rule[None]:
            answer: Any = None
            while True:
                try:
                    question = rule.send(answer)
                except StopIteration:
                    return
                left["question" if isinstance(question, Choose) else "roll"].difference_update(forms(question.topic))
                answer = yield question
                if isinstance(answer, Option):
                    left["option"].discard(answer.kind)

        def stepped(setting: Setting, table: Table) -> Rule[None] | None:
            rule = step(setting, table)
            return None if rule is None else heard(rule)

        def told(table: Table, code: str, rule: str, **params: Any) -> None:
            left["event"].discard(code)
            tell(table, code, rule, **params)

        def read(table: Table, name: str) -> Any:
            value = house_rule(table, name)
            left["reading"].discard(f"{name} {value}")
            return value

        patch.setattr(Setting, "step", stepped)
        patch.setattr(Table, "tell", told)
        patch.setattr(Table, "house_rule", read)
        _replace_need(patch, left["refusal"])


def _replace_need(patch: pytest.MonkeyPatch, left: set[str]) -> None:
    """Note every law that refuses where somebody asks why."""
    need = refusals.need

    def noted(why: Any, holds: bool, rule: str, *args: Any, **named: Any) -> bool:
        if not holds:
            left.discard(rule)
        return need(why, holds, rule, *args, **named)

    for name, module in list(sys.modules.items()):
        if name.startswith("fireteam.games.necromunda"):
            for attribute, value in list(vars(module).items()):
                if value is need:
                    patch.setattr(module, attribute, noted)
