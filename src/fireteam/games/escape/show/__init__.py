"""How ESCAPE shows itself: words, scene, dice tray, questions, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fireteam.core.events import Event
from fireteam.core.questions import Choose, Option, Question, Roll
from fireteam.core.refusals import Check, Modifier, Refusal
from fireteam.games.escape.actions.activation import ACTIONS
from fireteam.games.escape.ground import Ground
from fireteam.games.escape.show import barred, dice, looking, questions, refusals, scene, walking, words
from fireteam.games.escape.show.labels import MENU
from fireteam.games.escape.show.moments import Moments
from fireteam.games.escape.show.notes import TOLD
from fireteam.games.escape.show.pieces import scenery_of
from fireteam.kit import show as kit

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.match import Match
    from fireteam.core.scene import Die, LookView, OptionView, Place, PlanView, RefusalView, Scene, Told
    from fireteam.games.escape.table import Table
    from fireteam.kit.reasons import Wish


class Show(kit.Show):
    """What people see of a game."""

    words, menu = words.WORDS, MENU

    @property
    def ground(self) -> Ground:
        """The ground of the match; before a scenario is chosen the first of the pack stands in."""
        found: Ground = self.setting.ground(self.setting.scenario or "")
        return found

    def describe(self, table: Table, option: Option) -> str:
        return words.describe(table, option)

    def ask(self, table: Table, question: Question) -> str:
        return words.ask(table, question)

    def tell(self, event: Event) -> str:
        return words.tell(self.ground, event)

    def roll_name(self, table: Table, roll: Roll) -> str:
        return words.roll_name(table.ground, roll.topic)

    def drawn(self, table: Table, label: str) -> str:
        return words.item(table.ground, label)

    def scene(self, table: Table, seat: int | None) -> Scene:
        return scene.scene(table, seat)

    def subject(self, table: Table, question: Question) -> str:
        return questions.subject(table, question)

    def setting_up(self, table: Table) -> bool:
        return table.state.phase in questions.SETTING_UP

    def place(self, table: Table, option: Option) -> Place | None:
        return questions.place_of(table, option)

    def walks(self, table: Table, question: Choose) -> list[Place]:
        return walking.walks(table, question)

    def option_view(self, table: Table, question: Choose, option: Option) -> OptionView:
        """As in every game; what depends on nothing but a square is made once."""
        kept: dict[Any, OptionView] | None = (
            scenery_of(table.ground).options if option.kind in questions.PLAIN_SQUARES else None
        )
        if kept is not None and option in kept:
            return kept[option]
        found = super().option_view(table, question, option)
        if questions.falls(table, question, option):
            found["chance"] = True
        if kept is not None:
            kept[option] = found
        return found

    @cached_property
    def moments(self) -> Moments:
        """How what happens shows itself."""
        return Moments(self.tray, lambda: self.ground)

    def points(self, table: Table, question: Choose) -> tuple[int, int] | None:
        return barred.points(table, question)

    def points_name(self, table: Table, question: Choose) -> str:
        return barred.points_name(table, question)

    def cost(self, table: Table, question: Choose, option: Option) -> int | None:
        return barred.cost(table, question, option)

    def wishes(self, table: Table, question: Choose) -> Iterator[Wish]:
        return barred.wishes(table, question)

    def reason_of(self, table: Table) -> Callable[[Check], str]:
        return TOLD.told

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        return dice.tray(self.ground, entries)

    def taken(self, question: Choose, dice: Sequence[Die]) -> dict[str, list[list[int]]]:
        return questions.taken(self.ground, question, dice)

    def told(self, entry: Entry) -> Told:
        return dice.told(self.ground, entry)

    def retold(self, entry: Entry) -> bool:
        """What a character does is told by its events, whoever pays for it."""
        return entry.code in ACTIONS or entry.code == "pay_own"

    def plan(self, match: Match, spot: str) -> PlanView:
        return walking.plan(match, spot)

    def look(self, table: Table, question: Question, place: str) -> LookView:
        return looking.look(table, question, place)

    def refusals(self, table: Table, question: Question) -> list[Refusal]:
        return refusals.refusals(table, question)

    def why_not(self, table: Table, question: Question, key: str) -> Refusal | None:
        return refusals.why_not(table, question, key)

    def why_view(self, table: Table, refusal: Refusal) -> RefusalView:
        return questions.why_view(table, refusal)

    def why_at(self, table: Table, question: Question, place: str) -> list[RefusalView]:
        return questions.why_at(table, question, place)

    def reasons(self, table: Table, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
        return refusals.reasons(table, option)
