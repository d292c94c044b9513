"""Lines from the person at the terminal, or from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from rich.console import Console

from fireteam.core.dice import Typed
from fireteam.core.errors import IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.questions import BAR, Roll


class Quit(Exception):
    """The person wants to stop, or the input has ended."""


class Reader:
    """Asks with a prompt and reads one line; a pipe's lines are shown, so that its output reads like a game."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def ask(self, prompt: str) -> str:
        """The next line, stripped; Quit at the end of the input or on Ctrl-C."""
        if sys.stdin.isatty():
            try:
                return input(f"{prompt} ").strip()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                raise Quit from None
        line = sys.stdin.readline()
        if not line:
            self.console.print(prompt)
            raise Quit
        self.console.print(f"{prompt} {line.strip()}")
        return line.strip()


def typed_dice(reader: Reader, match: Callable[[], Match | None], names: Callable[[], tuple[str, str]]) -> Typed:
    """Real dice: the faces are asked for until they are right."""

    def ask(roll: Roll) -> object:
        what, labels = _words(match(), roll)
        who = f"[{names()[roll.seat]}] {what}"
        typed: list[list[object]] = [[] for _ in roll.pools or ()]
        while True:
            owing = roll.left(typed) if roll.pools is not None else []
            if roll.pools is not None and not any(owing):
                return typed
            line = reader.ask(f"{who}: {_wanted(roll, owing, labels, bonus=any(typed))}")
            if line in ("quit", "q"):
                raise Quit
            try:
                if roll.pools is None:
                    return roll.check(_faces(roll, line, labels))
                typed = _rolled_on(roll, typed, owing, line)
            except IllegalAnswer as error:
                reader.console.print(f"  {error}")

    return Typed(ask)


def _words(match: Match | None, roll: Roll) -> tuple[str, dict[str, str]]:
    """What is rolled and what may be drawn, as the game says it; a match that is still being read has no words yet."""
    labels = {label: label for label, weight in roll.bag or () if weight > 0}
    if match is None or match.table is None:
        return roll.topic, labels
    drawn = match.setting.question_view(match.table, roll, True).get("labels", labels)
    return match.setting.roll_name(match.table, roll), drawn


def _wanted(roll: Roll, owing: list[int], labels: Mapping[str, str], *, bonus: bool) -> str:
    """What is asked for: a label, dice, or of pools that roll on the dice that each still wants."""
    if roll.bag is not None:
        return f"which of {', '.join(labels.values())}?"
    if roll.pools is None:
        return f"{'the die shows' if roll.count == 1 else f'{roll.count} dice show'} (1-{roll.sides})?"
    dice = f" {BAR} ".join(f"{count} bonus dice" if bonus else f"{count} dice" for count in owing if count)
    return f"{dice} show (1-{roll.sides}, and one more for each {roll.sides})?"


def _faces(roll: Roll, line: str, labels: Mapping[str, str]) -> list[object]:
    if roll.bag is not None:
        said = _plain(line)
        found = [label for label, name in labels.items() if said in (_plain(label), _plain(name))]
        if not found:
            raise IllegalAnswer(f"nothing here is called {line!r}")
        return [found[0]]
    return _numbers(line, roll.count, roll.sides)


def _plain(label: str) -> str:
    """A label as it may be typed: in small letters, with or without underscores."""
    return label.strip().lower().replace("_", " ")


def _numbers(line: str, count: int, sides: int) -> list[object]:
    parts = line.replace(",", " ").split()
    if len(parts) == 1 and count > 1 and len(parts[0]) == count and sides < 10:
        parts = list(parts[0])
    return [int(part) if part.lstrip("-").isdigit() else part for part in parts]


def _rolled_on(roll: Roll, typed: list[list[object]], owing: list[int], line: str) -> list[list[object]]:
    """The faces of each pool with those that were typed now, for the pools that still want some."""
    parts = line.split(BAR)
    wanting = [number for number, count in enumerate(owing) if count]
    if len(parts) != len(wanting):
        raise IllegalAnswer(f"the faces of {len(wanting)} pools wanted, a {BAR} between them; got {len(parts)}")
    found = [[*pool] for pool in typed]
    for number, part in zip(wanting, parts, strict=True):
        found[number] += _numbers(part, owing[number], roll.sides)
    roll.left(found)
    return found
