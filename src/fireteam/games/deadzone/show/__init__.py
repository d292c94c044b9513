"""How Deadzone shows itself: words, scene, dice tray, questions, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from fireteam.core.events import Event
from fireteam.core.questions import Choose, Option, Question, Roll
from fireteam.core.refusals import Check, Modifier, Refusal
from fireteam.games.deadzone.show import barred, dice, looking, questions, refusals, scene, walking
from fireteam.games.deadzone.show.labels import MENU
from fireteam.games.deadzone.show.moments import Moments
from fireteam.games.deadzone.show.notes import TOLD
from fireteam.games.deadzone.show.pieces import Scenery
from fireteam.games.deadzone.show.words import WORDS, Speaker
from fireteam.kit import show as kit

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.match import Match
    from fireteam.core.scene import Die, LookView, OptionView, Place, PlanView, RefusalView, Scene, Told
    from fireteam.games.deadzone.table import Table
    from fireteam.kit.reasons import Wish


class Show(kit.Show):
    """What people see of a battle."""

    words, menu = WORDS, MENU

    @cached_property
    def speaker(self) -> Speaker:
        """What everything of the battle is called."""
        return Speaker(self.setting)

    @cached_property
    def scenery(self) -> Scenery:
        """What is drawn of the battle."""
        return Scenery(self.setting)

    def describe(self, table: Table, option: Option) -> str:
        return self.speaker.describe(table, option)

    def ask(self, table: Table, question: Question) -> str:
        return self.speaker.ask(question)

    def tell(self, event: Event) -> str:
        return self.speaker.tell(event)

    def roll_name(self, table: Table, roll: Roll) -> str:
        return self.speaker.roll_name(roll)

    def scene(self, table: Table, seat: int | None) -> Scene:
        return scene.scene(self.scenery, table, seat)

    def walks(self, table: Table, question: Choose) -> list[Place]:
        return walking.walks(table, self.scenery.page, question)

    def option_view(self, table: Table, question: Choose, option: Option) -> OptionView:
        found = super().option_view(table, question, option)
        spends = questions.spends(option)
        if spends:
            found["spends"] = spends
        return found

    def subject(self, table: Table, question: Question) -> str:
        return questions.subject(table, question)

    def setting_up(self, table: Table) -> bool:
        return scene.setting_up(table)

    def place(self, table: Table, option: Option) -> Place | None:
        return questions.place_of(table, self.scenery.page, option)

    @cached_property
    def moments(self) -> Moments:
        """How what happens shows itself."""
        return Moments(self.tray, self.scenery)

    def points(self, table: Table, question: Choose) -> tuple[int, int] | None:
        return barred.points(table, question)

    def cost(self, table: Table, question: Choose, option: Option) -> int | None:
        return barred.cost(table, question, option)

    def wishes(self, table: Table, question: Choose) -> Iterator[Wish]:
        return barred.wishes(table, self.scenery.page, question)

    def reason_of(self, table: Table) -> Callable[[Check], str]:
        return TOLD.told

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        return dice.tray(entries)

    def taken(self, question: Choose, dice: Sequence[Die]) -> dict[str, list[list[int]]]:
        return questions.taken(question, dice)

    def plan(self, match: Match, spot: str) -> PlanView:
        return walking.plan(match, self.scenery.page, spot)

    def look(self, table: Table, question: Question, place: str) -> LookView:
        return looking.look(table, self.scenery.page, question, place)

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

    # -- secrets (see DZ-ITEM-04) --------------------------------------------------------------------------------------

    def told(self, entry: Entry) -> Told:
        return dice.told(self.setting.numbers, dice.veiled(entry) if dice.is_secret(entry) else entry)

    def told_to(self, entry: Entry, seat: int) -> Told:
        return dice.told(self.setting.numbers, entry) if self.keeps(entry, seat) else self.told(entry)

    def keeps(self, entry: Entry, seat: int) -> bool:
        return entry.seat == seat and dice.is_secret(entry)
