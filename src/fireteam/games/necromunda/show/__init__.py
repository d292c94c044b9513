"""How Necromunda shows itself: words, names, scene, dice tray, questions, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from fireteam.core.events import Event
from fireteam.core.questions import Choose, Option, Question, Roll
from fireteam.core.refusals import Check, Modifier, Refusal
from fireteam.games.necromunda.show import barred, dice, looking, questions, refusals, scene, typed_places
from fireteam.games.necromunda.show.labels import SUGGESTED
from fireteam.games.necromunda.show.moments import Moments
from fireteam.games.necromunda.show.names import Names
from fireteam.games.necromunda.show.notes import TOLD
from fireteam.games.necromunda.show.pieces import Scenery
from fireteam.games.necromunda.show.words import MENU, WORDS, Speaker
from fireteam.kit import show as kit

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.match import Match
    from fireteam.core.scene import (
        Die,
        Leads,
        LookView,
        OptionView,
        Place,
        PlanView,
        RefusalView,
        RegionView,
        Scene,
        Told,
    )
    from fireteam.games.necromunda.table import Table
    from fireteam.kit.reasons import Wish

OF_REGIONS = ("move", "place", "aim_point", "face", "flame", "drive")
"""Kinds of the options of a region."""


class Show(kit.Show):
    """What people see of a battle."""

    words, menu = WORDS, MENU

    @cached_property
    def names(self) -> Names:
        """What everything of the battle is called."""
        return Names(self.setting)

    @cached_property
    def speaker(self) -> Speaker:
        """The words of the battle."""
        return Speaker(self.setting, self.names)

    @cached_property
    def scenery(self) -> Scenery:
        """What is drawn of the battle."""
        return Scenery(self.setting, self.names)

    def describe(self, table: Table, option: Option) -> str:
        return self.speaker.describe(option)

    def ask(self, table: Table, question: Question) -> str:
        return self.speaker.ask(question)

    def tell(self, event: Event) -> str:
        return self.speaker.tell(event)

    def roll_name(self, table: Table, roll: Roll) -> str:
        return self.speaker.roll_name(roll)

    def scene(self, table: Table, seat: int | None) -> Scene:
        return scene.scene(self.scenery, table)

    def option_view(self, table: Table, question: Choose, option: Option) -> OptionView:
        """As in every game; a point or a direction of a region is a suggestion."""
        found = super().option_view(table, question, option)
        if question.region is not None and option.kind in OF_REGIONS:
            found["group"] = SUGGESTED
        return found

    def subject(self, table: Table, question: Question) -> str:
        return questions.subject(table, question)

    def setting_up(self, table: Table) -> bool:
        return scene.setting_up(table)

    def region_view(self, table: Table, question: Choose, about: str) -> RegionView:
        return questions.region_view(table, self.scenery, question, about)

    def place(self, table: Table, option: Option) -> Place | None:
        return questions.place_of(table, self.scenery, option)

    def leads(self, table: Table, option: Option) -> Leads | None:
        """As in every game; the end of a move is no action."""
        return None if option.kind == "move" and option.args else super().leads(table, option)

    def note(self, table: Table, option: Option) -> str:
        return "" if option.kind == "move" and option.args else super().note(table, option)

    @cached_property
    def moments(self) -> Moments:
        """How what happens shows itself."""
        return Moments(self.tray, self.scenery)

    def points(self, table: Table, question: Choose) -> tuple[int, int] | None:
        return barred.points(table, question)

    def cost(self, table: Table, question: Choose, option: Option) -> int | None:
        return barred.cost(table, question, option)

    def wishes(self, table: Table, question: Choose) -> Iterator[Wish]:
        return barred.wishes(table, question)

    def reason_of(self, table: Table) -> Callable[[Check], str]:
        """As the notes say it, with things by their names."""
        return lambda check: self.names.in_text(TOLD.told(check))

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        return dice.tray(entries)

    def plan(self, match: Match, spot: str) -> PlanView:
        return typed_places.plan(match, spot)

    def look(self, table: Table, question: Question, place: str) -> LookView:
        return looking.look(table, self.scenery, question, place)

    def refusals(self, table: Table, question: Question) -> list[Refusal]:
        return refusals.refusals(table, question)

    def why_not(self, table: Table, question: Question, key: str) -> Refusal | None:
        return refusals.why_not(table, question, key)

    def why_view(self, table: Table, refusal: Refusal) -> RefusalView:
        return questions.why_view(table, self.scenery, refusal)

    def why_at(self, table: Table, question: Question, place: str) -> list[RefusalView]:
        return questions.why_at(table, self.scenery, question, place)

    def reasons(self, table: Table, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
        return refusals.reasons(table, option)

    def told(self, entry: Entry) -> Told:
        return dice.told(self.setting.numbers, entry)
