"""Playing in the terminal: one person against a bot, or two at one keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fireteam.bots.advising import ADVISER, advice_salt, chosen, seed_of
from fireteam.bots.loading import load_bot
from fireteam.core.bot_seat import Bot
from fireteam.core.errors import FireteamError, IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option
from fireteam.core.rolled import other_dice
from fireteam.core.scene import Card, Piece, PlanView, QuestionView, RefusalView, Scene, Told
from fireteam.terminal import home
from fireteam.terminal.cellboard import goals
from fireteam.terminal.chronicle import Chronicle
from fireteam.terminal.console import glyphs_for, print_lines
from fireteam.terminal.listing import (
    Found,
    find,
    matching,
    option_lines,
    plain,
    refusal_lines,
    region_hint,
    typed_cell,
    why_lines,
)
from fireteam.terminal.oddsprint import odds_lines
from fireteam.terminal.reading import Quit, Reader
from fireteam.terminal.rulesprint import rules_lines
from fireteam.terminal.screen import screen
from fireteam.terminal.sheets import briefing_lines, card_lines, look_lines, plan_lines, sheet_lines, told_lines

HELP = """\
Answer with a number, a name ("{key}"), what is written behind it, the beginning of either, or {place}.
  suggest         what the bot that gives advice would choose; "suggest take" chooses it
  0               set up for me: while the game is set up, all that is left of it is chosen for you
  goal            what it is all about, and how it is won
  walk WHERE      {walk}
  way WHERE       what that would cost, without answering
  look NAME       distance, sight, cover and more from who acts to a piece; or what a part is
  ? [WORD]        what is not possible now, and why ("? {word}": only that)
  why OPTION      every condition of what is not possible ("why NAME": of all that is at a piece)
  odds OPTION     exact chances; "odds OPTION for AIM" for another aim: {aims}
  undo            back to your last decision; the same dice fall again
  board           draw the board again
  card NAME       the card of a member
  team [NAME]     what a side has as a whole, and what is left of it (yours)
  log [N]         the last N things that happened (20)
  rules ID|WORDS  the rulebook
  save FILE       save the game
  help            this page
  quit            stop; `{goes_on}` goes on from here
Board: {board}
List: wounds left of all, what is left to spend, then marks; card NAME says what they mean."""
BY_BOARD = {
    True: {
        "place": 'a cell ("7,3")',
        "walk": "walk there step by step, as far as the steps reach",
        "board": "x,y from the top left; the two letters of a member stand in the list.",
    },
    False: {
        "place": "where something moves or is put down\n12.3,5.6 or 6 north or n 3 e 2 or towards NAME 4",
        "walk": "the same as typing it where something moves",
        "board": "lengths from the south-west corner; digits on terrain are heights; the letters stand in the list.",
    },
}
"""What differs for boards in cells and for those that are measured."""

FIRST = 2
"""Paragraphs of the briefing that are told without asking."""
SET_UP = "set up for me"
"""What is offered before all options while the game is set up, as number 0."""
NUMBERS = re.compile(r"-?\d+(\.\d+)?[ ,]+-?\d+(\.\d+)?.*")


class Session:
    """One game at the terminal: who sits where, and what has been shown."""

    def __init__(
        self, match: Match, bots: dict[int, Bot], bot_name: str, console: Console, reader: Reader, save_to: Path | None
    ) -> None:
        self.match = match
        self.bots = bots
        self.bot_name = bot_name
        self.console = console
        self.reader = reader
        self.save_to = save_to
        self.glyphs = glyphs_for(console)
        self.chronicle = Chronicle(match)
        self.shown = 0
        self.drawn = False
        self.seen: object = None
        self.keeping = True
        self.place = str(home.home())
        """Where the game is kept, and below the command that goes on with it."""
        self.goes_on = "fireteam play --resume"
        self.briefed = False
        self.set_up: dict[int, int | None] = {}
        """The seats of people for whom the game is set up, and how many answers there were before."""
        self.adviser: Bot | None = None
        self.marks: list[int] = []
        """How many answers there were before each line that the person answered with; a walk is one line."""
        self.commands: dict[str, Callable[[str], None]] = {
            "walk": self._walk,
            "way": self._way,
            "look": self._look,
            "team": self._team,
            "goal": self._goal,
            "suggest": self._suggest,
            "?": self._refusals,
            "why": self._why,
            "odds": self._odds,
            "undo": self._undo,
            "board": self._again,
            "card": self._card,
            "log": self._log,
            "rules": self._rules,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
            "q": self._quit,
        }

    def skip_news(self, but: int = 12) -> None:
        """A game that goes on has been told already, but for its last lines."""
        self.shown = max(0, len(self._lines()) - but)

    # -- the loop ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the person leaves; nothing is lost either way."""
        if not self.marks and not self.shown:
            self._goal("")
            self._say("help lists what you can type; quit keeps the game for later")
        try:
            while not self.match.over:
                seat = self.match.decision.seat
                if seat in self.bots:
                    self._bot_plays(seat)
                elif seat in self.set_up and self._setting_up():
                    self._sets_up(seat)
                else:
                    self._person_plays(seat)
        except (Quit, KeyboardInterrupt):
            self._leave()
            return
        self._end()

    def _bot_plays(self, seat: int) -> None:
        with self._thinking(self.names()[seat]):
            while not self.match.over and self.match.decision.seat == seat:
                self.match.answer(chosen(self.match, self.bots[seat], seat, str(seed_of(self.match))), seat=seat)
        self._keep()

    def _thinking(self, who: str) -> AbstractContextManager[object]:
        """What is seen while a bot thinks."""
        return self.console.status(f"Thinking: {who} ...") if self.console.is_terminal else nullcontext()

    # -- advice --------------------------------------------------------------------------------------------------------

    def _advice(self) -> Option:
        """What the bot that gives advice would answer in the person's place."""
        if self.adviser is None:
            self.adviser = load_bot(ADVISER)
        decision = self.match.decision
        key = chosen(self.match, self.adviser, decision.seat, advice_salt(seed_of(self.match)))
        option: Option | None = decision.find(key)
        assert option is not None
        return option

    def _suggest(self, rest: str) -> None:
        """Tell what the bot that gives advice would choose; "suggest take" chooses it."""
        if rest not in ("", "take"):
            self._say("suggest alone tells what a bot would choose; suggest take chooses it")
            return
        try:
            with self._thinking("The bot that gives advice"):
                option = self._advice()
        except FireteamError as error:
            self._say(f"no advice came of it: {error}")
            return
        self._say(f"suggested: {option.key} ({self.match.setting.describe(self.match.table, option)})")
        if rest:
            self._take(option)

    def _setting_up(self) -> bool:
        """Whether what is asked belongs to setting up the game."""
        return self.match.setting.question_view(self.match.table, self.match.decision, False).get("setup", False)

    def _sets_up(self, seat: int) -> None:
        """Answer what the set-up asks of a seat; one undo takes all of it back."""
        if self.set_up[seat] is None:
            self.set_up[seat] = len(self.match.answers())
            self.marks.append(len(self.match.answers()))
            self._say(f"the game is set up for {self.names()[seat]}; undo takes that back")
        with self._thinking("The bot that gives advice"):
            while not self.match.over and self.match.decision.seat == seat and self._setting_up():
                self.match.answer(self._advice(), seat=seat)
        self._answered()

    def _person_plays(self, seat: int) -> None:
        if not self.drawn:
            self._news()
            self._board("", only_if_new=True)
            self._question()
        line = self.reader.ask(f"[{self.names()[seat]}]>")
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self.commands and not self._is_option(line):
                self.commands[word.lower()](rest.strip())
            elif line:
                self._answer(line)
            else:
                self._say("type a number, a key, or help")
        except IllegalAnswer as error:
            self._say(str(error))

    def _is_option(self, line: str) -> bool:
        """Whether a line that begins like a command is the whole of an option, as its key or its words."""
        said = plain(line)
        return any(said in (plain(option["key"]), plain(option["text"])) for option in self._view().get("options", ()))

    def _found(self, line: str) -> Found:
        """The option that was typed: by number, key, cell or words."""
        return find(self.match.decision.options, line, [option["text"] for option in self._view().get("options", ())])

    def _answer(self, line: str) -> None:
        decision = self.match.decision
        if plain(line) in ("0", SET_UP) and self._setting_up():
            self.set_up[decision.seat] = None
            return
        found = self._found(line) if decision.region is None or not NUMBERS.fullmatch(line) else None
        option = found.option if found is not None else None
        if option is None:
            option = decision.find(line)
        if (
            option is None
            and decision.region is not None
            and not (found is not None and found.reason and line.isdigit())
        ):
            plan = self.match.setting.plan(self.match, f"words {line}")
            self._print(plan_lines(plan, self.scene()["board"]))
            if not plan["keys"]:
                return
            option = decision.find(plan["keys"][0])
        if option is None:
            self._say(found.reason if found is not None and found.reason else self._unknown(line))
            return
        self._take(option)

    def _take(self, option: Option) -> None:
        """Answer with an option; one undo takes it back."""
        before = len(self.match.answers())
        self.match.answer(option)
        self.marks.append(before)
        self._answered()

    def _answered(self) -> None:
        self.drawn = False
        self._keep()

    # -- what is shown -------------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """What the person at the terminal may see."""
        _ = self.match.over  # to look at it wakes the match: only then it has a table
        return self.match.setting.scene(self.match.table, self._viewer())

    def _viewer(self) -> int | None:
        """Whose eyes: the person's seat; of two people at one keyboard, whoever must answer."""
        own = self._reader()
        if own is not None or self.match.over:
            return own
        seat: int = self.match.decision.seat
        return seat if seat not in self.bots else None

    def _reader(self) -> int | None:
        """Whose log: the person's own; two people read what everybody may know."""
        people = [seat for seat in (0, 1) if seat not in self.bots]
        return people[0] if len(people) == 1 else None

    def _view(self) -> QuestionView:
        return self.match.setting.question_view(self.match.table, self.match.decision, True)

    def names(self) -> tuple[str, str]:
        """What the seats are called."""
        return seat_names(self.match)

    def _say(self, text: str) -> None:
        self._print([Text(f"  {text}", "yellow")])

    def _print(self, lines: list[Text]) -> None:
        print_lines(self.console, lines)

    def _lines(self) -> list[Told]:
        """The log that the person may read; a line that was written again counts as new."""
        self.chronicle.follow()
        log = self.chronicle.reading(self._reader())
        self.shown = min(self.shown, log.kept)
        return log.lines

    def _news(self) -> None:
        lines = self._lines()
        self._print(told_lines(lines[self.shown :], self.glyphs, self.names()))
        self.shown = len(lines)

    def _board(self, _: str, *, only_if_new: bool = False) -> None:
        question = self._view() if not self.match.over else None
        scene = self.scene()
        choosing = question is not None and ("region" in question or bool(goals(question)))
        seen = (scene["pieces"], scene["parts"], scene["status"].get("turn"), scene["status"].get("phase"))
        if only_if_new and not choosing and "board" in scene and seen == self.seen:
            return  # a question within an action: the board stands above it unchanged
        self.seen = seen
        self.console.print()
        self._print(screen(scene, self.glyphs, self.console.width, question, self._viewer()))

    def _again(self, _: str) -> None:
        self._board("")
        self._question()

    def _question(self) -> None:
        view, scene = self._view(), self.scene()
        self.console.print()
        line = Text(f"{self.names()[view['seat']]}: {view['text']}", "bold")
        self._print([line.append(self._left(view, scene), "dim")])
        if view.get("setup"):
            self._print(
                [Text("  0 ", "dim").append(SET_UP, "bold").append("  The rest of the set-up is chosen for you")]
            )
        self._print(option_lines(view, scene, self.console.width))
        if "board" in scene:
            self._print(region_hint(view, scene["board"]))
        self.drawn = True

    @staticmethod
    def _left(view: QuestionView, scene: Scene) -> str:
        """What is left to spend, where whoever acts is asked."""
        piece = scene["pieces"].get(view.get("subject", {}).get("piece", ""))
        card = scene["cards"].get(piece.get("card", "")) if piece is not None else None
        if card is None or card["state"] != "active":
            return ""
        left = [f"{figure['name']} {figure['left']}" for figure in card["figures"] if "left" in figure]
        noted = [
            f"{figure['label']} {figure['value']}, {figure['note']}" for figure in card["figures"] if "note" in figure
        ]
        return f"  Left: {', '.join(left)}" if left else f"  {noted[0]}" if noted else ""

    # -- walking -------------------------------------------------------------------------------------------------------

    def _plan(self, where: str) -> PlanView:
        """The way to a cell, or along words where the board is measured."""
        return self.match.setting.plan(self.match, self._spot(where) or where if self._in_cells() else f"words {where}")

    def _in_cells(self) -> bool:
        return "grid" in self.scene().get("board", {})

    def _spot(self, typed: str) -> str:
        """The cell that was typed: by its name where cells have some, else by column and row; empty if it is none."""
        cell, names = typed_cell(typed), self.scene()["board"]["grid"].get("names")
        if names is None:
            return cell
        return next((spot for spot, name in names.items() if name == cell), "")

    def _way(self, rest: str) -> None:
        if not rest:
            self._say(f"say where: way {'7,3' if self._in_cells() else '6 north'}")
        elif "board" in self.scene():
            self._print(plan_lines(self._plan(rest), self.scene()["board"]))

    def _walk(self, rest: str) -> None:
        """Where any point is an answer, that point; else the steps that lead to a cell, until something else is
        asked."""
        if not rest:
            self._say(f"say where: walk {'7,3' if self._in_cells() else '6 north'}")
            return
        if self.match.decision.region is not None:
            self._answer(rest)
            return
        plan = self._plan(rest)
        if not plan["keys"]:
            self._say(plan["text"])
            return
        before, seat, done = len(self.match.answers()), self.match.decision.seat, 0
        for key in plan["keys"]:
            asked = self.match.decision
            if type(asked) is not Choose or asked.seat != seat or asked.find(key) is None:
                break
            self.match.answer(key)
            done += 1
        stopped = "" if done == len(plan["keys"]) else "; stopped: something else is asked first"
        self._say(plan["text"].rstrip(".") + stopped)
        self.marks.append(before)
        self._answered()

    # -- asking --------------------------------------------------------------------------------------------------------

    def _option(self, typed: str) -> Option | None:
        found = self._found(typed)
        if found.option is None:
            self._say(found.reason or self._unknown(typed))
        return found.option

    def _refusal(self, typed: str) -> RefusalView | None:
        """Why something is not possible, however it is spelt."""
        low = " ".join(typed.lower().split())
        refusal = self.match.why_not(typed) or self.match.why_not(low)
        if refusal is not None:
            return self.match.setting.why_view(self.match.table, refusal)
        return next((view for view in self._views() if low in (view["key"].lower(), view["text"].lower())), None)

    def _views(self) -> list[RefusalView]:
        return [self.match.setting.why_view(self.match.table, refusal) for refusal in self.match.refusals()]

    def _unknown(self, typed: str) -> str:
        """Why something that was typed is no option."""
        view = self._refusal(typed)
        if view is not None:
            return (
                f'{view["key"]} is not possible: it needs "{view["checks"][-1]["text"]}" ({view["checks"][-1]["rule"]})'
            )
        if matching(self._views(), typed):
            return f"nothing like {typed!r} is possible now; '? {typed}' says why"
        return f"{typed!r} is not an option here; 'board' lists the options, 'help' all commands"

    def _named(self, wanted: str, among: Mapping[str, Card | Piece]) -> list[str]:
        """The pieces or cards whose id, name or mark is or begins with a word."""
        low = wanted.lower()
        exact = [name for name, one in among.items() if low in (name, one["name"].lower()) or one["mark"] == wanted]
        return exact or [
            name for name, one in among.items() if low and (name.startswith(low) or low in one["name"].lower())
        ]

    def _look(self, rest: str) -> None:
        scene = self.scene()
        part = next(
            (part for name, part in scene["parts"].items() if rest.lower() in (name.lower(), part["name"].lower())),
            None,
        )
        found = self._named(rest, scene["pieces"])
        if part is not None and len(found) != 1:
            self._say(f"{part['name']}: {part.get('text', part['sort'])}")
            return
        if len(found) != 1 and self._in_cells() and self._spot(rest):
            look = self.match.setting.look(self.match.table, self.match.decision, f"spot {self._spot(rest)}")
            if look["text"]:
                self._print(look_lines(look))
            else:
                self._say("there is nothing to tell of that place now")
            return
        if len(found) != 1:
            self._say("look at whom? " + ", ".join(found or scene["pieces"]))
            return
        look = self.match.setting.look(self.match.table, self.match.decision, f"piece {found[0]}")
        if look["text"]:
            self._print(look_lines(look))
        else:
            self._say(scene["pieces"][found[0]]["text"])

    def _goal(self, _: str) -> None:
        """What it is all about; whoever begins is told the beginning, and the rest when asking for it."""
        rows = briefing_lines(self.scene())
        beginning, self.briefed = not self.briefed, True
        if not rows:
            self._say("what is played is not chosen yet")
        self._print(rows[:FIRST] if beginning else rows)

    def _refusals(self, rest: str) -> None:
        names = {name: card["name"] for name, card in self.scene()["cards"].items()}
        self._print(refusal_lines(self._views(), names, rest))

    def _why(self, rest: str) -> None:
        if not rest:
            self._say("say what: why OPTION, or why NAME")
            return
        if self._found(rest).option is not None:
            self._say(f"{rest} is possible")
            return
        refusal = self._refusal(rest)
        views = [refusal] if refusal is not None else []
        for name in self._named(rest, self.scene()["pieces"])[:1] if not views else []:
            views = self.match.setting.why_at(self.match.table, self.match.decision, f"piece {name}")
        if not views and self._in_cells() and self._spot(rest):
            views = self.match.setting.why_at(self.match.table, self.match.decision, f"spot {self._spot(rest)}")
        if not views:
            self._refusals(rest)
        for view in views:
            self._print(why_lines(view))

    def _odds(self, rest: str) -> None:
        typed, _, aim = rest.partition(" for ")
        if not typed:
            self._say("say of what: odds OPTION")
            return
        option = self._option(typed.strip())
        if option is not None:
            self._print(odds_lines(self.match.odds(option, aim=aim.strip()), self.match.setting.game, self.glyphs))

    def _undo(self, _: str) -> None:
        taken = 0
        mark = self.marks.pop() if self.marks else None
        try:
            while True:
                taken += self.match.undo().rolls
                if self.match.decision.seat not in self.bots and (mark is None or len(self.match.answers()) <= mark):
                    break
        except IllegalAnswer:
            self._say("there is nothing of yours to undo")
        else:
            self._say(
                "taken back"
                + (f", with {taken} roll{'' if taken == 1 else 's'}; the same dice will fall again" if taken else "")
            )
        now = len(self.match.answers())
        self.set_up = {seat: begun for seat, begun in self.set_up.items() if begun is None or begun < now}
        self.shown = len(self._lines())
        self._answered()

    def _card(self, rest: str) -> None:
        scene = self.scene()
        found = self._named(rest, scene["cards"])
        if len(found) != 1:
            self._say("whose card? " + ", ".join(found or scene["cards"]))
            return
        card = scene["cards"][found[0]]
        self._print(card_lines(card, scene["sides"][card["seat"]]))

    def _team(self, rest: str) -> None:
        sides, low = self.scene()["sides"], rest.lower()
        found = [side for side in sides if low in side["name"].lower()] if rest else [sides[self._viewer() or 0]]
        if len(found) != 1:
            self._say("which side? " + ", ".join(side["name"] for side in found or sides))
            return
        self._print(sheet_lines(found[0]))

    def _log(self, rest: str) -> None:
        count = int(rest) if rest.isdigit() else 20
        lines = told_lines(self._lines(), self.glyphs, self.names())
        self._print([*map(Text, other_dice(self.match)), *(lines[-count:] if count else [])])

    def _rules(self, rest: str) -> None:
        try:
            self._print(rules_lines(self.match.setting.game.rulebook(), rest, self.console.width))
        except FireteamError as error:
            self._say(str(error))

    def _save(self, rest: str) -> None:
        if not rest:
            self._say("say where: save game.txt")
            return
        try:
            home.write_text(Path(rest), self.match.save())
        except FireteamError as error:
            self._say(str(error))
            return
        self._say(f"saved in {rest}")

    def _named_cells(self) -> dict[str, str]:
        """How the cells of a board are typed that has names for them."""
        board = self.match.setting.scene(self.match.table, self.match.decision.seat).get("board")
        names = list(board["grid"].get("names", {}).values()) if board is not None and "grid" in board else []
        if not names:
            return {}
        return {
            "place": f'a cell ("{names[0]}")',
            "board": f"cells by their names, {names[0]} to {names[-1]}; the two letters of a member stand in the list.",
        }

    def _help(self, _: str) -> None:
        key = next((option.key for option in self.match.decision.options if " " in option.key), "OPTION")
        words = {
            **BY_BOARD[self._in_cells()],
            **self._named_cells(),
            "key": key,
            "word": key.split()[0],
            "aims": ", ".join(self.match.setting.aims()),
        }
        self._print([Text(line) for line in HELP.format(goes_on=self.goes_on, **words).splitlines()])

    def _quit(self, _: str) -> None:
        raise Quit

    # -- keeping -------------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        if not self.keeping:
            return
        try:
            self._store()
        except OSError as error:
            self.keeping = False
            self._say(f"the game cannot be kept in {self.place} ({error.strerror or error}); `save FILE` still works")

    def _store(self) -> None:
        home.keep(self.match.save(), {"bot": self.bot_name, "bot_seats": sorted(self.bots)})

    def _leave(self) -> None:
        self._keep()
        if self.save_to is not None:
            home.write_text(self.save_to, self.match.save())
        if self.keeping:
            self.console.print(
                Text(f"  the game is kept: `{self.goes_on}` goes on from here", "yellow"), soft_wrap=True
            )

    def _end(self) -> None:
        self._news()
        self._board("")
        result = self.match.result
        assert result is not None
        text = "a draw" if result.winner is None else f"won by {self.names()[result.winner].removesuffix('.')}"
        self.console.print()
        self.console.print(Text(f"The game is over: {text}.", "bold"))
        self._finish(self.match.save())

    def _finish(self, save: str) -> None:
        if self.save_to is not None:
            home.write_text(self.save_to, save)
        if self.keeping:
            home.write_text(home.finished(), save)
            home.forget()
            self.console.print(
                Text(f"To look at it again: fireteam replay {self.save_to or home.finished()}", "dim"), soft_wrap=True
            )


def seat_names(match: Match) -> tuple[str, str]:
    """What the seats of a match are called."""
    _ = match.over  # to look at it wakes the match: only then it has a table
    first, second = match.setting.scene(match.table, None)["sides"]
    return first["name"], second["name"]
