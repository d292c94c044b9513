"""How a match shows itself, where a game says nothing better: words from its catalogue, plain lists, the last dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fireteam.core.chronicle import plain_told
from fireteam.core.events import Event
from fireteam.core.questions import Choose, Option, Question, Roll
from fireteam.core.refusals import Check, Modifier, Refusal
from fireteam.core.topics import form_of

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.match import Match
    from fireteam.core.scene import Die, LookView, PlanView, QuestionView, RefusalView, Scene, Told


class Show:
    """What people see of a match. A game overrides what it can say better."""

    def __init__(self, setting: Any) -> None:
        self.setting = setting

    # -- words ---------------------------------------------------------------------------------------------------------

    def describe(self, table: Any, option: Option) -> str:
        """An option in words."""
        found: str = self.setting.words.describe(option, self.setting.spoken)
        return found

    def ask(self, table: Any, question: Question) -> str:
        """A question in words."""
        found: str = self.setting.words.ask(question, self.setting.spoken)
        return found

    def tell(self, event: Event) -> str:
        """An event in words."""
        found: str = self.setting.words.tell(event, self.setting.spoken)
        return found

    def roll_name(self, table: Any, roll: Roll) -> str:
        """What is rolled, in a few words."""
        found: str = self.setting.words.roll_name(roll, self.setting.spoken)
        return found

    # -- pictures ------------------------------------------------------------------------------------------------------

    def scene(self, table: Any, seat: int | None) -> Scene:
        """All that a seat may see, as a table draws it."""
        raise NotImplementedError

    def question_view(self, table: Any, question: Question, mine: bool) -> QuestionView:
        """What is asked: dice to type in, or the options, if it is the viewer's own question."""
        found: QuestionView = {
            "seat": question.seat,
            "kind": "roll" if isinstance(question, Roll) else "choose",
            "text": self.ask(table, question),
        }
        if isinstance(question, Roll):
            found["count"], found["sides"] = question.count, question.sides
            if question.bag is not None:
                found["labels"] = [label for label, weight in question.bag if weight > 0]
        elif mine:
            found["options"] = [
                {
                    "key": option.key,
                    "text": self.describe(table, option),
                    "group": self.setting.groups.get(option.kind, ""),
                    "rules": list(option.rules),
                    "chance": option.kind in self.setting.chances,
                }
                for option in question.options
            ]
        return found

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        """The dice that fell last."""
        last = [entry for entry in entries if entry.kind == "roll"][-1:]
        return [
            {"name": die.words or die.text, "seat": die.seat, "face": face, "sides": die.sides, "state": "settled"}
            for die in last
            for face in die.faces
        ]

    def plan(self, match: Match, spot: str) -> PlanView:
        """The way to a spot."""
        return {"keys": [], "path": [], "text": "Nobody walks in this game."}

    def look(self, table: Any, question: Question, place: str) -> LookView:
        """What the piece that a question is about has to do with a place."""
        return {"text": "", "facts": [], "marks": []}

    # -- the log -------------------------------------------------------------------------------------------------------

    def told(self, entry: Entry) -> Told:
        """An entry of the chronicle as a line of the log that everybody may read."""
        return plain_told(entry)

    def told_to(self, entry: Entry, seat: int) -> Told:
        """An entry as a line of one seat's log; without secrets the same as everybody's."""
        return self.told(entry)

    def retold(self, entry: Entry) -> bool:
        """Whether events always tell this choice: the log can do without it."""
        return True

    def keeps(self, entry: Entry, seat: int) -> bool:
        """Whether a choice is a secret of this seat."""
        return False

    # -- why not -------------------------------------------------------------------------------------------------------

    def refusals(self, table: Any, question: Question) -> list[Refusal]:
        """What could be thought of at a question and is not possible, by the laws the setting names for its form."""
        thoughts = self.setting.thoughts.get(form_of(question.topic))
        found: list[Refusal] = []
        if thoughts is not None and isinstance(question, Choose):
            for key, law in thoughts(table, question):
                why: list[Check] = []
                if not law(why):
                    found.append(Refusal(key, tuple(why)))
        return found

    def why_not(self, table: Any, question: Question, key: str) -> Refusal | None:
        """Why a key is not on offer."""
        return next((refusal for refusal in self.refusals(table, question) if refusal.action == key), None)

    def why_view(self, table: Any, refusal: Refusal) -> RefusalView:
        """A refusal in words, with what to draw."""
        checks: Any = [
            {"rule": check.rule, "passed": check.passed, "text": check.text, "marks": []} for check in refusal.checks
        ]
        return {"key": refusal.action, "text": refusal.action, "checks": checks}

    def why_at(self, table: Any, question: Question, place: str) -> list[RefusalView]:
        """What is not possible at a place."""
        return []

    def reasons(self, table: Any, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
        """The numbers behind an option."""
        return []
