"""Lines from the person at the terminal, or from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console

from fireteam.core.dice import Typed
from fireteam.core.errors import IllegalAnswer
from fireteam.core.questions import Roll


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


def typed_dice(reader: Reader, names: Callable[[], tuple[str, str]]) -> Typed:
    """Real dice: the faces are asked for until they are right."""

    def ask(roll: Roll) -> object:
        who = names()[roll.seat]
        if roll.bag is not None:
            labels = [label for label, weight in roll.bag if weight > 0]
            prompt = f"[{who}] {roll.topic}: which of {', '.join(labels)}?"
        else:
            count = "the die" if roll.count == 1 else f"{roll.count} dice"
            prompt = f"[{who}] {roll.topic}: {count} shows (1-{roll.sides})?"
        while True:
            line = reader.ask(prompt)
            if line in ("quit", "q"):
                raise Quit
            try:
                return roll.check(_faces(roll, line))
            except IllegalAnswer as error:
                reader.console.print(f"  {error}")

    return Typed(ask)


def _faces(roll: Roll, line: str) -> list[object]:
    if roll.bag is not None:
        return [line.strip().lower().replace(" ", "_")]
    parts = line.replace(",", " ").split()
    if len(parts) == 1 and roll.count > 1 and len(line) == roll.count and roll.sides < 10:
        parts = list(parts[0])
    return [int(part) if part.lstrip("-").isdigit() else part for part in parts]
