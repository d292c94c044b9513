"""How Kill Team shows itself: words, names, scene, dice tray, questions, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fireteam.core.events import Event
from fireteam.core.questions import Choose, Option, Question, Roll
from fireteam.core.refusals import Check, Modifier, Refusal
from fireteam.games.killteam.ops.secrets import is_secret, veiled
from fireteam.games.killteam.show import barred, dice, looking, questions, scene, typed_places, words
from fireteam.games.killteam.show import refusals as refusing
from fireteam.games.killteam.show.labels import ACTIONS_LEAD, MENU, PHASES, SUGGESTED
from fireteam.games.killteam.show.moments import Moments
from fireteam.games.killteam.show.names import Names
from fireteam.games.killteam.show.notes import ACTIONS, MISSION_ACTION, told
from fireteam.games.killteam.show.pieces import Scenery, rulebook
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
        QuestionView,
        RefusalView,
        RegionView,
        Scene,
        Told,
    )
    from fireteam.games.killteam.table import Table
    from fireteam.kit.reasons import Wish


class Show(kit.Show):
    """What people see of a battle."""

    words, menu = words.WORDS, MENU

    @cached_property
    def names(self) -> Names:
        """What everything of the match is called."""
        return Names(self.setting)

    @cached_property
    def scenery(self) -> Scenery:
        """What is drawn of the match."""
        return Scenery(self.setting)

    def describe(self, table: Any, option: Option) -> str:
        return words.describe(self.names, option)

    def ask(self, table: Any, question: Question) -> str:
        return words.ask(self.names, question)

    def tell(self, event: Event) -> str:
        return words.tell(self.names, event)

    def roll_name(self, table: Any, roll: Roll) -> str:
        return words.roll_name(self.names, roll)

    def drawn(self, table: Any, label: str) -> str:
        return self.names(label)

    def scene(self, table: Table, seat: int | None) -> Scene:
        return scene.scene(table, seat)

    def question_view(self, table: Table, question: Question, mine: bool) -> QuestionView:
        """As in every game; what an origin of a shot means is told by all of them together (KT-SHOOT-17)."""
        found = super().question_view(table, question, mine)
        if isinstance(question, Choose) and mine and question.options[0].kind == "origin":
            for option, text in zip(found["options"], questions.origin_words(table, question), strict=False):
                option["text"] = text
        for entry in found.get("barred", ()):
            if entry["rule"] not in rulebook().rules:
                entry["rule"] = ""
        return found

    def option_view(self, table: Table, question: Choose, option: Option) -> OptionView:
        """As in every game; a point of a region is a suggestion, and an entry of a card is no rule of the book."""
        found = super().option_view(table, question, option)
        if question.region is not None and questions.SPOT.match(option.key) is not None:
            found["group"] = SUGGESTED
        found["rules"] = [rule for rule in option.rules if rule in rulebook().rules]
        if option.kind == "action" and option.args[0] in questions.DICE_ACTIONS:
            found["chance"] = True
        return found

    def subject(self, table: Table, question: Question) -> str:
        return questions.subject(table, question)

    def setting_up(self, table: Table) -> bool:
        return table.state.phase not in PHASES

    def region_view(self, table: Table, question: Choose, about: str) -> RegionView:
        return questions.region_view(table, question, about)

    def place(self, table: Table, option: Option) -> Place | None:
        return questions.place_of(table, option)

    def leads(self, table: Table, option: Option) -> Leads | None:
        return ACTIONS_LEAD.get(option.args[0]) if option.kind == "action" else super().leads(table, option)

    def note(self, table: Table, option: Option) -> str:
        """As in every game; of an entry of a pack what it says itself, and of an action what that one does."""
        notes = self.scenery.notes
        found = next((notes[arg] for arg in option.args if isinstance(arg, str) and arg in notes), "")
        if not found and option.kind == "action":
            found = ACTIONS.get(option.args[0], MISSION_ACTION)
        return found or super().note(table, option)

    def points(self, table: Table, question: Choose) -> tuple[int, int] | None:
        return barred.points(table, question)

    def cost(self, table: Table, question: Choose, option: Option) -> int | None:
        return barred.cost(table, question, option)

    def wishes(self, table: Table, question: Choose) -> Iterator[Wish]:
        return barred.wishes(table, question)

    def reason_of(self, table: Table) -> Callable[[Check], str]:
        return lambda check: self.names.all_of(told(check))

    @cached_property
    def moments(self) -> Moments:
        """How what happens shows itself."""
        return Moments(self.tray, self.setting)

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        return dice.tray(self.names, entries)

    def taken(self, question: Choose, dice: Sequence[Die]) -> dict[str, list[list[int]]]:
        return questions.taken(self.names, question, dice)

    def plan(self, match: Match, spot: str) -> PlanView:
        return typed_places.plan(match, spot)

    def look(self, table: Table, question: Question, place: str) -> LookView:
        return looking.look(table, question, place)

    def refusals(self, table: Table, question: Question) -> list[Refusal]:
        return refusing.refusals(table, question)

    def why_not(self, table: Table, question: Question, key: str) -> Refusal | None:
        return refusing.why_not(table, question, key)

    def why_view(self, table: Table, refusal: Refusal) -> RefusalView:
        return questions.why_view(table, refusal)

    def why_at(self, table: Table, question: Question, place: str) -> list[RefusalView]:
        return questions.why_at(table, question, place)

    def reasons(self, table: Table, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
        return refusing.reasons(table, option)

    # -- secrets (KT-OPS-20) -------------------------------------------------------------------------------------------

    def told(self, entry: Entry) -> Told:
        return dice.told(veiled(entry) if is_secret(entry) else entry)

    def told_to(self, entry: Entry, seat: int) -> Told:
        return dice.told(entry) if self.keeps(entry, seat) else self.told(entry)

    def retold(self, entry: Entry) -> bool:
        """What an operative does is told by its events; secret answers are summed up by one, whatever their number."""
        return is_secret(entry) or entry.code in dice.RETOLD

    def keeps(self, entry: Entry, seat: int) -> bool:
        return entry.seat == seat and is_secret(entry)
