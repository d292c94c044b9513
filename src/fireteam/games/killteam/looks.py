"""What people look at, as methods of a setting: each in its own file, loaded when somebody looks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from fireteam.core.events import Event
from fireteam.core.questions import Option, Question, Roll
from fireteam.core.refusals import Modifier, Refusal
from fireteam.games.killteam.table import Table

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.match import Match
    from fireteam.core.scene import Die, LookView, PlanView, QuestionView, RefusalView, Scene
    from fireteam.games.killteam.naming import Names
    from fireteam.games.killteam.scenery import Scenery
    from fireteam.games.killteam.setting import Setting


class Looks:
    """The half of a setting that is words and pictures."""

    @cached_property
    def names(self) -> Names:
        """What everything of the match is called."""
        from fireteam.games.killteam.naming import Names

        return Names(cast("Setting", self))

    @cached_property
    def scenery(self) -> Scenery:
        """What is drawn of the match."""
        from fireteam.games.killteam.scenery import Scenery

        return Scenery(cast("Setting", self))

    def name_of(self, name: str) -> str:
        """What an operative, a weapon or anything else with an id is called."""
        return self.names(name)

    def view(self, table: Table, seat: int | None) -> dict[str, Any]:
        """All that a seat may know."""
        from fireteam.games.killteam.view import view

        return view(table, seat)

    def describe(self, table: Table, option: Option) -> str:
        """An option in words."""
        from fireteam.games.killteam.words import describe

        return describe(self.names, option)

    def ask(self, table: Table, question: Question) -> str:
        """A question in words."""
        from fireteam.games.killteam.words import ask

        return ask(self.names, question)

    def tell(self, event: Event) -> str:
        """An event in words."""
        from fireteam.games.killteam.words import tell

        return tell(self.names, event)

    def roll_name(self, table: Table, roll: Roll) -> str:
        """What is rolled, in a few words."""
        from fireteam.games.killteam.words import roll_name

        return roll_name(self.names, roll)

    def scene(self, table: Table, seat: int | None) -> Scene:
        """All that a seat may see, as a table draws it."""
        from fireteam.games.killteam.scene import scene

        return scene(table, seat)

    def question_view(self, table: Table, question: Question, mine: bool) -> QuestionView:
        """What is asked, as a table shows it."""
        from fireteam.games.killteam.pointing import question_view

        return question_view(table, question, mine)

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        """The dice of the action under way, or of the last one."""
        from fireteam.games.killteam.tray import tray

        return tray(self.names, entries)

    def why_at(self, table: Table, question: Question, place: str) -> list[RefusalView]:
        """What is not possible at a place."""
        from fireteam.games.killteam.pointing import why_at

        return why_at(table, question, place)

    def why_view(self, table: Table, refusal: Refusal) -> RefusalView:
        """A refusal in words, with what to draw."""
        from fireteam.games.killteam.pointing import why_view

        return why_view(table, refusal)

    def plan(self, match: Match, spot: str) -> PlanView:
        """The key of a move or a place, and what it costs."""
        from fireteam.games.killteam.planning import plan

        return plan(match, spot)

    def look(self, table: Table, question: Question, place: str) -> LookView:
        """What the operative that is asked has to do with a piece."""
        from fireteam.games.killteam.looking import look

        return look(table, question, place)

    def refusals(self, table: Table, question: Question) -> list[Refusal]:
        """What could be thought of now and is not possible, with the reasons."""
        from fireteam.games.killteam.refusing import refusals

        return refusals(table, question)

    def why_not(self, table: Table, question: Question, key: str) -> Refusal | None:
        """Why a key is not on offer."""
        from fireteam.games.killteam.refusing import why_not

        return why_not(table, question, key)

    def reasons(self, table: Table, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
        """The numbers behind an option."""
        from fireteam.games.killteam.refusing import reasons

        return reasons(table, option)
