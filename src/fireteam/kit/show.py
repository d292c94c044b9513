"""How a match shows itself, where a game says nothing better: words from its catalogue, plain lists, the last dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fireteam.core.chronicle import plain_told
from fireteam.core.events import Event
from fireteam.core.questions import Choose, Option, Question, Roll
from fireteam.core.refusals import Check, Modifier, Refusal
from fireteam.core.topics import form_of
from fireteam.kit.leading import Leading, nearest, settled
from fireteam.kit.moments import Moments
from fireteam.kit.options import Menu
from fireteam.kit.reasons import Reasons, Wish, barred_views
from fireteam.kit.tray import lay
from fireteam.kit.words import Catalogue

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
        Shown,
        Told,
    )


class Show:
    """What people see of a match. A game overrides what it can say better."""

    def __init__(self, setting: Any) -> None:
        self.setting = setting

    @property
    def words(self) -> Catalogue:
        """All that is said of events, options, topics and rolls."""
        found: Catalogue = self.setting.words
        return found

    @property
    def menu(self) -> Menu:
        """How options are listed."""
        found: Menu = self.setting.menu
        return found

    # -- words ---------------------------------------------------------------------------------------------------------

    def describe(self, table: Any, option: Option) -> str:
        """An option in words."""
        return self.words.describe(option, self.setting.spoken)

    def ask(self, table: Any, question: Question) -> str:
        """A question in words."""
        return self.words.ask(question, self.setting.spoken)

    def tell(self, event: Event) -> str:
        """An event in words."""
        return self.words.tell(event, self.setting.spoken)

    def roll_name(self, table: Any, roll: Roll) -> str:
        """What is rolled, in a few words."""
        return self.words.roll_name(roll, self.setting.spoken)

    def drawn(self, table: Any, label: str) -> str:
        """What may be drawn by a label, in a few words; a label of words is its own name."""
        return label

    # -- pictures ------------------------------------------------------------------------------------------------------

    def scene(self, table: Any, seat: int | None) -> Scene:
        """All that a seat may see, as a table draws it."""
        raise NotImplementedError

    def question_view(self, table: Any, question: Question, mine: bool) -> QuestionView:
        """What is asked: dice to type in, or the options; what may be answered only for who must answer."""
        found: QuestionView = {"seat": question.seat, "kind": "choose", "text": self.ask(table, question)}
        about = self.subject(table, question)
        if about:
            found["subject"] = {"piece": about}
        if isinstance(question, Roll):
            found["kind"] = "roll"
            found["count"] = question.count
            if question.bag is None:
                found["sides"] = question.sides
                if question.pools is not None:
                    found["pools"] = list(question.pools)
            elif mine:
                found["labels"] = {label: self.drawn(table, label) for label, weight in question.bag if weight > 0}
            return found
        if self.setting_up(table):
            found["setup"] = True
        if not mine:
            return found
        options = question.options
        window = self.menu.window(options)
        if window:
            found["window"], found["window_text"] = window, self.menu.windows[window]
        if question.region is not None:
            found["region"] = self.region_view(table, question, about)
        walks = self.walks(table, question)
        if walks:
            found["walks"] = walks
        found["options"] = [self.option_view(table, question, option) for option in options]
        points = self.points(table, question)
        if points is not None:
            found["points"], found["points_name"] = list(points), self.points_name(table, question)
        barred = barred_views(self.wishes(table, question), found["options"], self.reason_of(table))
        if barred:
            found["barred"] = barred
        return found

    def option_view(self, table: Any, question: Choose, option: Option) -> OptionView:
        """An option with its words, its heading, its place and its note."""
        menu, kind = self.menu, option.kind
        found: OptionView = {
            "key": option.key,
            "text": self.describe(table, option),
            "group": menu.group_of.get(kind, menu.other),
            "rules": list(option.rules),
        }
        note, place = self.note(table, option), self.place(table, option)
        if note:
            found["note"] = note
        if place is not None:
            found["place"] = place
        cost = self.cost(table, question, option)
        if cost is not None:
            found["cost"] = cost
        if kind in menu.passes:
            found["declines"] = True
        if kind in menu.chances:
            found["chance"] = True
        leads = self.leads(table, option)
        if leads is not None:
            found["leads"] = leads
        return found

    def subject(self, table: Any, question: Question) -> str:
        """The piece that a question is about; empty: none on the board."""
        return ""

    def setting_up(self, table: Any) -> bool:
        """Whether the game is still being set up."""
        return False

    def region_view(self, table: Any, question: Choose, about: str) -> RegionView:
        """Where an answer may be any point: what to draw, and for which piece."""
        raise NotImplementedError

    def place(self, table: Any, option: Option) -> Place | None:
        """The piece, part or spot that an option points at; None if it points at nothing on the board."""
        return None

    def leads(self, table: Any, option: Option) -> Leads | None:
        """What an option leads to, for a gesture that says more than one answer."""
        return self.menu.leads.get(option.kind)

    def walks(self, table: Any, question: Choose) -> list[Place]:
        """The cells to which a plan leads by several answers."""
        return []

    def note(self, table: Any, option: Option) -> str:
        """What an option does, in one sentence."""
        return self.menu.notes.get(option.kind, "")

    def points(self, table: Any, question: Choose) -> tuple[int, int] | None:
        """The points that the actions of a question cost, those left and those there are at most; None: they cost
        none."""
        return None

    def points_name(self, table: Any, question: Choose) -> str:
        """What these points are called."""
        return self.menu.points

    def cost(self, table: Any, question: Choose, option: Option) -> int | None:
        """How many of these points an option takes; None: that is no question here."""
        return None

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        """The dice that fell last."""
        dice: list[Die] = []
        for roll in [entry for entry in entries if entry.kind == "roll"][-1:]:
            lay(dice, roll, state="settled", seats=len(self.setting.game.seats))
        return dice

    def taken(self, question: Choose, dice: Sequence[Die]) -> dict[str, list[list[int]]]:
        """The dice of the tray that options take, by their keys; nothing of those that take none."""
        return {}

    def plan(self, match: Match, spot: str) -> PlanView:
        """The way to a spot."""
        return {"keys": [], "path": [], "text": "Nobody walks in this game."}

    def nearest(self, match: Match, spot: str) -> PlanView:
        """The way to a spot, or to one close by where that is not possible."""
        return nearest(self, match, spot)

    def settled(self, match: Match, plan: PlanView, point: Sequence[int]) -> PlanView:
        """A plan that also says where in its last cell somebody stands."""
        return settled(self, match, plan, point)

    def leading(self, match: Match) -> Leading:
        """What gestures may mean at a position."""
        return Leading(self, match)

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

    @cached_property
    def moments(self) -> Moments:
        """How what happens shows itself: dice alone, unless a game says more."""
        return Moments(self.tray)

    def shown(self, entries: Sequence[Entry], number: int, roll: Entry | None) -> Shown | None:
        """What is to be seen of an entry on the board, and of the roll that it tells as well."""
        return self.moments.shown(entries, number, roll)

    def retold(self, entry: Entry) -> bool:
        """Whether events always tell this choice: the log can do without it."""
        return True

    def keeps(self, entry: Entry, seat: int) -> bool:
        """Whether a choice is a secret of this seat."""
        return False

    # -- why not -------------------------------------------------------------------------------------------------------

    def wishes(self, table: Any, question: Choose) -> Iterable[Wish]:
        """What one might want to do at a question, the likeliest first; what is possible of it is left out again."""
        return ()

    def reason_of(self, table: Any) -> Callable[[Check], str]:
        """How a check that failed is told to people."""
        return Reasons({}).told

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
