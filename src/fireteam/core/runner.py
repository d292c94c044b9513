"""Runs the rules of a table one question at a time; who answers is not its business."""

from __future__ import annotations

from typing import Any

from fireteam.core.errors import RuleFault
from fireteam.core.questions import Answer, Forced, Question, Rule

MOST_STEPS = 2_000
"""Steps, rolls and forced answers in a row without anybody being asked: games take some thirty at most. A position from
a file may be such that a rule never comes to an end."""
STEPS = range(MOST_STEPS)


def value_of(entry: Answer) -> Any:
    """What a rule is sent for an entry of a tape."""
    return entry.option if type(entry) is Forced else entry


def endless() -> RuleFault:
    """The fault of rules that go on and on without asking anybody."""
    return RuleFault(f"the rules went on for {MOST_STEPS} steps without asking anybody")


class Runner:
    """A table and its running rule, stopped at every question: choices, forced ones and rolls alike."""

    __slots__ = ("question", "rule", "setting", "steps", "table")

    def __init__(self, setting: Any, table: Any) -> None:
        self.setting = setting
        self.table = table
        self.rule: Rule[None] | None = None
        self.question: Question | None = None
        self.steps = 0
        self._next_step()

    def send(self, value: Any) -> None:
        """Answer the question; on to the next one, or to None at the end of the game."""
        assert self.rule is not None
        try:
            self.question = self.rule.send(value)
        except StopIteration:
            self._next_step()

    def _next_step(self) -> None:
        for _ in STEPS:
            self.steps += 1
            self.rule = self.setting.step(self.table)
            if self.rule is None:
                self.question = None
                return
            try:
                self.question = self.rule.send(None)
                return
            except StopIteration:
                continue
        raise endless()
