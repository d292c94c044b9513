"""Playing on a board of inches in the terminal: moves as words, what one operative has to do with another, secrets kept."""

from __future__ import annotations

import re
from typing import Any

from rich.text import Text

from fireteam.core.questions import Choose
from fireteam.core.scene import QuestionView, RefusalView, Scene
from fireteam.terminal.listing import find
from fireteam.terminal.planescreen import (
    briefing_rows,
    card_rows,
    look_rows,
    option_rows,
    plan_lines,
    plane_screen,
    refusal_rows,
    region_hint,
    sheet_rows,
    told_rows,
    why_rows,
)
from fireteam.terminal.play import Session

HELP = """\
Answer with a number, a name ("activate cv-prior"), or its beginning ("act cv-p").
Where something moves or is put down: 12.3,5.6 or 6 north or n 3 e 2 or towards objective-a 4.
  way WORDS       what a move or a place would cost, without answering
  look NAME       distance, sight, cover and more from who acts to a piece
  goal            the battle, its ops and the rules of the killzone
  ? [WORD]        what is not possible now, and why ("? shoot": only that)
  why OPTION      every condition of something that is not possible ("why NAME": of all that is at a piece)
  odds OPTION     exact chances of an option; "odds OPTION for kill" for another aim
  undo            back to your last decision; the same dice fall again
  board           draw the map again
  card NAME       an operative's datacard
  team [NAME]     a kill team's rule, ploys and equipment, and what is left of them (yours)
  log [N]         the last N things that happened (20)
  rules ID|WORDS  the rulebook
  save FILE       save the game
  help            this page
  quit            stop; `{goes_on}` goes on from here
Map: inches from the south-west corner; digits on terrain are the heights of Vantage; capitals are the
first kill team, small letters the second. List: wounds left, then C Conceal or E Engage, R ready,
A active, I injured, G on guard."""

FIRST = 2
"""Paragraphs of the briefing that are told without asking: the battle and its crit op."""
NUMBERS = re.compile(r"-?\d+(\.\d+)?[ ,]+-?\d+(\.\d+)?.*")


class PlaneSession(Session):
    """A game on a board of inches at the terminal; it knows the game by its scenes alone."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.briefed = False
        self.commands = {**self.commands, "way": self._way, "look": self._look, "walk": self._walk, "team": self._team}

    # -- what is shown ---------------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """What the person at the terminal may see."""
        return self.match.setting.scene(self.match.table, self._viewer())

    def _viewer(self) -> int | None:
        """Whose eyes: the person's seat; of two people at one keyboard, whoever must answer."""
        people = [seat for seat in (0, 1) if seat not in self.bots]
        if len(people) == 1:
            return people[0]
        decision = self.match.decision if not self.match.over else None
        return decision.seat if decision is not None and people else None

    def _reader(self) -> int | None:
        """Whose log: the person's own; two people read what everybody may know."""
        people = [seat for seat in (0, 1) if seat not in self.bots]
        return people[0] if len(people) == 1 else None

    def names(self) -> tuple[str, str]:
        """What the seats are called."""
        first, second = self.match.view(None)["seats"]
        return first, second

    def _view(self) -> QuestionView:
        return self.match.setting.question_view(self.match.table, self.match.decision, True)

    def skip_news(self, but: int = 12) -> None:
        """A game that goes on has been told already, but for its last lines."""
        self.chronicle.follow()
        self.shown = max(0, len(self.chronicle.reading(self._reader()).lines) - but)

    def _news(self) -> None:
        self.chronicle.follow()
        lines = self.chronicle.reading(self._reader()).lines
        self.shown = min(self.shown, len(lines))
        self._print(told_rows(lines[self.shown :], self.glyphs, self.names()))
        self.shown = len(lines)

    def _log(self, rest: str) -> None:
        self.chronicle.follow()
        count = int(rest) if rest.isdigit() else 20
        lines = told_rows(self.chronicle.reading(self._reader()).lines, self.glyphs, self.names())
        self._print(lines[-count:] if count else [])

    def _board(self, _: str, *, only_if_new: bool = False) -> None:
        question = self._view() if not self.match.over else None
        scene = self.scene()
        region = question is not None and "region" in question
        seen = (scene["pieces"], scene["parts"], scene["status"].get("turn"), scene["status"]["phase"])
        if only_if_new and not region and seen == self.seen:
            return  # a question within an action: the map stands above it unchanged
        self.seen = seen
        self.console.print()
        self._print(plane_screen(scene, self.glyphs, self.console.width, question))

    def _question(self) -> None:
        view = self._view()
        self.console.print()
        line = Text(f"{self.names()[view['seat']]}: {view['text']}", "bold")
        self._print([line.append(self._left(self.match.decision.topic), "dim")])
        self._print(option_rows(view.get("options", []), self.console.width))
        self._print(region_hint(view))
        self.drawn = True

    def _left(self, topic: str) -> str:
        """The AP that are left, where an operative is asked for an action."""
        if not topic.startswith("action of "):
            return ""
        card = self.scene()["cards"].get(topic.removeprefix("action of "))
        figure = card["figures"][0] if card is not None else None
        return f"  {figure['label']} {figure['value']}, {figure['note']}" if figure is not None and "note" in figure else ""

    # -- answering -------------------------------------------------------------------------------------------------------

    def _answer(self, line: str) -> None:
        decision = self.match.decision
        found = find(decision.options, line) if not NUMBERS.fullmatch(line) else None
        option = found.option if found is not None else None
        if option is None:
            option = decision.find(line)
        if option is None and decision.region is not None and not (found is not None and found.reason and line.isdigit()):
            plan = self.match.setting.plan(self.match, f"words {line}")
            self._print(plan_lines(plan))
            if not plan["keys"]:
                return
            option = decision.find(plan["keys"][0])
        if option is None:
            self._say(found.reason if found is not None and found.reason else self._unknown(line))
            return
        before = len(self.match.answers())
        self.match.answer(option)
        self.marks.append(before)
        self._answered()

    def _way(self, rest: str) -> None:
        if not rest:
            self._say("say where: way 6 north")
            return
        self._print(plan_lines(self.match.setting.plan(self.match, f"words {rest}")))

    def _walk(self, rest: str) -> None:
        if not rest:
            self._say("say where: walk 6 north")
        elif type(self.match.decision) is not Choose or self.match.decision.region is None:
            self._say("nobody moves now; choose a move first")
        else:
            self._answer(rest)

    # -- asking ----------------------------------------------------------------------------------------------------------

    def _named(self, wanted: str) -> list[str]:
        """The pieces whose id, name or mark is or begins with a word."""
        pieces, low = self.scene()["pieces"], wanted.lower()
        exact = [name for name, piece in pieces.items() if low in (name, piece["name"].lower()) or piece["mark"] == wanted]
        return exact or [name for name, piece in pieces.items() if low and (name.startswith(low) or low in piece["name"].lower())]

    def _look(self, rest: str) -> None:
        found = self._named(rest)
        if len(found) != 1:
            self._say("look at whom? " + ", ".join(found or self.scene()["pieces"]))
            return
        look = self.match.setting.look(self.match.table, self.match.decision, f"piece {found[0]}")
        if look["text"]:
            self._print(look_rows(look))
        else:
            self._say(self.scene()["pieces"][found[0]]["text"])

    def _goal(self, _: str) -> None:
        """The battle in words; whoever begins is told the rules of the killzone only when asking for them."""
        rows = briefing_rows(self.scene())
        beginning = not self.briefed
        self.briefed = True
        self._print(rows[:FIRST] if beginning else rows)

    def _views(self) -> list[RefusalView]:
        return [self.match.setting.why_view(self.match.table, refusal) for refusal in self.match.refusals()]

    def _refusals(self, rest: str) -> None:
        self._print(refusal_rows(self._views(), rest))

    def _why(self, rest: str) -> None:
        if not rest:
            self._say("say what: why SHOOT, or why NAME")
            return
        if find(self.match.decision.options, rest).option is not None:
            self._say(f"{rest} is possible")
            return
        refusal = self._refusal(rest)
        if refusal is not None:
            self._print(why_rows(self.match.setting.why_view(self.match.table, refusal)))
            return
        low = rest.lower()
        views = [view for view in self._views() if view["text"].lower() == low]
        for name in self._named(rest)[:1] if not views else []:
            views = self.match.setting.why_at(self.match.table, self.match.decision, f"piece {name}")
        if not views:
            self._refusals(rest)
        for view in views:
            self._print(why_rows(view))

    def _unknown(self, typed: str) -> str:
        refusal = self._refusal(typed)
        if refusal is None:
            return f"{typed!r} is not an option here; 'board' lists the options, 'help' all commands"
        view = self.match.setting.why_view(self.match.table, refusal)
        return f'{view["text"]} is not possible: it needs "{view["checks"][-1]["text"]}" ({view["checks"][-1]["rule"]})'

    def _card(self, rest: str) -> None:
        cards, low = self.scene()["cards"], rest.lower()
        exact = [name for name, card in cards.items() if low in (name, card["name"].lower()) or card["mark"] == rest]
        found = exact or [name for name, card in cards.items() if low and (name.startswith(low) or low in card["name"].lower())]
        if len(found) != 1:
            self._say("whose card? " + ", ".join(found or cards))
            return
        self._print(card_rows(cards[found[0]]))

    def _team(self, rest: str) -> None:
        sides, low = self.scene()["sides"], rest.lower()
        found = [side for side in sides if low in side["name"].lower()] if rest else [sides[self._viewer() or 0]]
        if len(found) != 1:
            self._say("which side? " + ", ".join(side["name"] for side in found or sides))
            return
        self._print(sheet_rows(found[0]))

    def _help(self, _: str) -> None:
        self._print([Text(line) for line in HELP.format(goes_on=self.goes_on).splitlines()])
