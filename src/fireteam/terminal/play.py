"""Playing in the terminal: one person against a bot, or two at one keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from fireteam.core.desk import Bot, Desk, seat_answers
from fireteam.core.dice import Seeded
from fireteam.core.errors import FireteamError, IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.core.refusals import Refusal
from fireteam.terminal import home
from fireteam.terminal.chronicle import Chronicle, entry_lines
from fireteam.terminal.console import glyphs_for, print_lines
from fireteam.terminal.listing import find, goals, option_lines, refusal_lines, why_lines
from fireteam.terminal.oddsprint import odds_lines
from fireteam.terminal.reading import Quit, Reader
from fireteam.terminal.rulesprint import rules_lines
from fireteam.terminal.screen import SIDE_NAMES, screen
from fireteam.terminal.sheets import card_lines, goal_lines
from fireteam.terminal.walking import place_of, walk

HELP = """\
Answer with a number, a name ("attack mamushi"), its beginning ("att") or a square ("7,3").
  goal            how each side wins this scenario
  walk x,y        walk there step by step, with the character's own Movement actions
  ? [WORD]        what is not possible now, and why ("? attack": only that)
  why OPTION      every condition of something that is not possible ("why attack mamushi")
  odds OPTION     exact chances of an option; "odds OPTION for taken out" for another aim
  undo            back to your last decision; the same dice fall again
  board           draw the board again
  card NAME       a character's card
  log [N]         the last N things that happened (20)
  rules ID|WORDS  the rulebook
  save FILE       save the game
  help            this page
  quit            stop; `{goes_on}` goes on from here
Board: AS is Ashton; capitals the Resistance, small letters the I.S.C.; x,y from the top left.
List: damage/life, then Movement, Combat and Intellect actions left; ticked: activated."""

WHOLE_NAMES = {"Mvt": "Movement", "Cbt": "Combat", "Int": "Intellect"}
WALK = re.compile(r"(?:to )?\(?(\d+)[ ,]+(\d+)\)?")


class Session:
    """One game at the terminal: who sits where, and what has been shown."""

    def __init__(self, match: Match, bots: dict[int, Bot], bot_name: str, console: Console, reader: Reader, save_to: Path | None) -> None:
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
        self.marks: list[int] = []
        """How many answers there were before each line that the person answered with; a walk is one line."""
        self.commands: dict[str, Callable[[str], None]] = {
            "walk": self._walk,
            "goal": self._goal,
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
        self.shown = max(0, len(self.chronicle.follow()) - but)

    # -- the loop --------------------------------------------------------------------------------------------------------

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
                else:
                    self._person_plays(seat)
        except (Quit, KeyboardInterrupt):
            self._leave()
            return
        self._end()

    def _bot_plays(self, seat: int) -> None:
        with self.console.status(f"{self.names()[seat]} thinks ...") if self.console.is_terminal else _Nothing():
            while not self.match.over and self.match.decision.seat == seat:
                # Keyed by the place in the game, so that a resumed or undone game finds the same bot.
                rng = random.Random(self._bot_seed(seat))
                seat_answers(self.match, self.bots[seat], Desk(self.match, seat, rng))
        self._keep()

    def _bot_seed(self, seat: int) -> int:
        seed = self.match.dice.seed if isinstance(self.match.dice, Seeded) else 0
        text = f"{seed}/{seat}/{len(self.match.answers())}"
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big")

    def _person_plays(self, seat: int) -> None:
        if not self.drawn:
            self._news()
            self._board("", only_if_new=True)
            self._question()
        line = self.reader.ask(f"[{self.names()[seat]}]>")
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif line:
                self._answer(line)
            else:
                self._say("type a number, a key, or help")
        except IllegalAnswer as error:
            self._say(str(error))

    def _answer(self, line: str) -> None:
        found = find(self.match.decision.options, line)
        if found.reason:
            self._say(found.reason)
            return
        if found.option is None:
            self._say(self._unknown(line))
            return
        before = len(self.match.answers())
        self.match.answer(found.option)
        self.marks.append(before)
        self._answered()

    def _answered(self) -> None:
        self.drawn = False
        self._keep()

    # -- what is shown ---------------------------------------------------------------------------------------------------

    def names(self) -> tuple[str, str]:
        """What the seats are called."""
        seats = self.match.view(None)["seats"]
        return tuple(SIDE_NAMES[side] if side else f"player {number + 1}" for number, side in enumerate(seats))  # type: ignore[return-value]

    def _say(self, text: str) -> None:
        self._print([Text(f"  {text}", "yellow")])

    def _print(self, lines: list[Text]) -> None:
        print_lines(self.console, lines)

    def _news(self) -> None:
        entries = self.chronicle.follow()
        self.shown = min(self.shown, len(entries))
        self._print(entry_lines(entries[self.shown :], self.glyphs, self.names()))
        self.shown = len(entries)

    def _board(self, _: str, *, only_if_new: bool = False) -> None:
        decision = self.match.decision
        marks = goals(decision.options) if decision is not None else []
        seat = decision.seat if decision is not None else next((seat for seat in (0, 1) if seat not in self.bots), None)
        view = self.match.view(seat)
        seen = _looks(view)
        if only_if_new and not marks and seen == self.seen:
            return  # a question within an action: the board stands above it unchanged
        self.seen = seen
        self.console.print()
        self._print(screen(view, self.glyphs, self.console.width, marks))

    def _again(self, _: str) -> None:
        self._board("")
        self._question()

    def _question(self) -> None:
        decision = self.match.decision
        words = self.match.setting.ask(self.match.table, decision)
        self.console.print()
        line = Text().append(f"{self.names()[decision.seat]}: {words}", "bold")
        self._print([line.append(self._left(decision.topic), "dim")])
        self._print(option_lines(self.match, self.console.width))
        self.drawn = True

    def _left(self, topic: str) -> str:
        """What the active character has left, where it is asked for an action."""
        view = self.match.view(None)
        if topic != f"action of {view['active']}":
            return ""
        active = next(character for character in view["characters"] if character["id"] == view["active"])
        left = ", ".join(f"{WHOLE_NAMES.get(name, name)} {value['left']}" for name, value in active["statistics"].items())
        return f"  Actions left: {left}"

    # -- commands --------------------------------------------------------------------------------------------------------

    def _option(self, typed: str) -> Option | None:
        found = find(self.match.decision.options, typed)
        if found.option is None:
            self._say(found.reason or self._unknown(typed))
        return found.option

    def _refusal(self, typed: str) -> Refusal | None:
        """Why something is not possible, however it is spelt."""
        low = " ".join(typed.lower().split())
        alike = (refusal for refusal in self.match.refusals() if refusal.action.lower() == low)
        return self.match.why_not(typed) or self.match.why_not(low) or next(alike, None)

    def _ruled_out(self, typed: str) -> bool:
        """Whether something that begins like this is known and not possible."""
        return any(refusal.action.lower().startswith(typed.lower()) for refusal in self.match.refusals())

    def _unknown(self, typed: str) -> str:
        """Why something that was typed is no option."""
        refusal = self._refusal(typed)
        if refusal is None and self._ruled_out(typed):
            return f"nothing like {typed!r} is possible now; '? {typed}' says why"
        if refusal is None:
            return f"{typed!r} is not an option of {self.match.decision.topic!r}; 'board' lists the options, 'help' all commands"
        return f'{refusal.action} is not possible: it needs "{refusal.decisive.text}" ({refusal.decisive.rule})'

    def _goal(self, _: str) -> None:
        """How each side wins, and what is special in this scenario."""
        scenario = self.match.view(None)["scenario"]
        if scenario is None:
            self._say("the scenario is not chosen yet")
            return
        self._print(goal_lines(scenario))

    def _walk(self, rest: str) -> None:
        place = WALK.fullmatch(rest)
        if place is None:
            self._say("say where: walk 7,3")
            return
        goal = (int(place[1]), int(place[2]))
        if not any(place_of(key) for key in self.match.decision.keys()):  # noqa: SIM118 (a question's method)
            self._say("nobody can take a step now")
            return
        before = len(self.match.answers())
        walked = walk(self.match, goal)
        if walked is None:
            self._say(f"there is no way to {goal[0]},{goal[1]} in this activation: doors, walls, or too far")
            return
        self._say(f"{walked.steps} step{'' if walked.steps == 1 else 's'}" + (f"; stopped: {walked.stopped}" if walked.stopped else ""))
        self.marks.append(before)
        self._answered()

    def _refusals(self, rest: str) -> None:
        names = {character["id"]: character["name"] for character in self.match.view(None)["characters"]}
        self._print(refusal_lines(self.match.refusals(), names, rest))

    def _why(self, rest: str) -> None:
        if not rest:
            self._say("say what: why attack mamushi")
            return
        if find(self.match.decision.options, rest).option is not None:
            self._say(f"{rest} is possible")
            return
        refusal = self._refusal(rest)
        if refusal is None and self._ruled_out(rest):
            self._refusals(rest)
            return
        if refusal is None:
            self._say(f"nothing like {rest!r} is known here; '?' lists what is not possible")
            return
        self._print(why_lines(refusal))

    def _odds(self, rest: str) -> None:
        typed, _, aim = rest.partition(" for ")
        if not typed:
            self._say("say of what: odds attack mamushi")
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
            self._say("taken back" + (f", with {taken} roll{'' if taken == 1 else 's'}; the same dice will fall again" if taken else ""))
        self.shown = len(self.chronicle.follow())
        self._answered()

    def _card(self, rest: str) -> None:
        low = rest.lower()
        found = [c for c in self.match.view(None)["characters"] if low and (c["id"].startswith(low) or c["name"].lower().startswith(low))]
        if len(found) != 1:
            self._say("whose card? " + ", ".join(c["id"] for c in self.match.view(None)["characters"]))
            return
        self._print(card_lines(found[0]))

    def _log(self, rest: str) -> None:
        entries = self.chronicle.follow()
        count = int(rest) if rest.isdigit() else 20
        lines = entry_lines(entries, self.glyphs, self.names())
        self._print(lines[-count:] if count else [])

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

    def _help(self, _: str) -> None:
        self._print([Text(line) for line in HELP.format(goes_on=self.goes_on).splitlines()])

    def _quit(self, _: str) -> None:
        raise Quit

    # -- keeping -----------------------------------------------------------------------------------------------------------

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
            self.console.print(Text(f"  the game is kept: `{self.goes_on}` goes on from here", "yellow"), soft_wrap=True)

    def _end(self) -> None:
        self._news()
        self._board("")
        result = self.match.result
        assert result is not None
        text = "a draw" if result.winner is None else f"{self.names()[result.winner]} wins"
        self.console.print()
        self.console.print(Text(f"The game is over: {text}.", "bold"))
        self._finish(self.match.save())

    def _finish(self, save: str) -> None:
        if self.save_to is not None:
            home.write_text(self.save_to, save)
        if self.keeping:
            home.write_text(home.finished(), save)
            home.forget()
            self.console.print(Text(f"To look at it again: fireteam replay {self.save_to or home.finished()}", "dim"), soft_wrap=True)


def _looks(view: dict[str, Any]) -> object:
    """What makes a board look different: turn, places, damage, doors and tokens; not the actions left."""
    people = [(c["id"], c["square"], c["damage"], c["status"], c["carries"]) for c in view["characters"]]
    board = view["board"] or {}
    doors = [door["state"] for door in board.get("doors", ())]
    rest = [view[name] for name in ("seat", "turn", "phase", "active", "tokens", "hacked", "dark")]
    return rest, people, doors, board.get("broken_walls")


class _Nothing:
    """A context in which nothing is shown."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None
