"""Stepping through a save: answer by answer, or turn by turn."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Console
from rich.text import Text

from fireteam.core.match import Match
from fireteam.terminal.chronicle import Chronicle, Entry, entry_lines
from fireteam.terminal.console import glyphs_for, print_lines
from fireteam.terminal.planescreen import plane_screen
from fireteam.terminal.reading import Quit, Reader
from fireteam.terminal.screen import SIDE_NAMES, screen

ESCAPE = "escape"
TURNS = ("turn", "turning_point")
"""The events that begin a turn."""
HINT = "Enter next, t next turn, b back, g N go to answer N, q quit"


def summary(match: Match, name: str) -> dict[str, Any]:
    """What a save holds, as plain JSON data."""
    view = match.view(None)
    result = match.result
    scenario = view.get("scenario")
    return {
        "file": name,
        "game": match.setting.game.name,
        "scenario": scenario["id"] if scenario else match.setting.header().get("scenario"),
        "answers": len(match.answers()),
        "turn": view["turn"] if "turn" in view else view.get("turning_point", 0),
        "over": match.over,
        "winner": result.winner if result else None,
        "winner_side": view["result"]["side"] if view.get("result") else _winner(match),
        "undone": len(match.undone),
        "notes": list(match.notes),
    }


def _winner(match: Match) -> str | None:
    """The side that has won, where it is called as its seat is."""
    result = match.result
    return side_names(match)[result.winner] if result is not None and result.winner is not None else None


def side_names(match: Match) -> tuple[str, str]:
    """What the seats are called."""
    first, second = match.view(None)["seats"]
    return SIDE_NAMES.get(first, first) or "player 1", SIDE_NAMES.get(second, second) or "player 2"


def summary_line(data: dict[str, Any]) -> str:
    """The summary in one sentence."""
    end = "not over yet"
    if data["over"]:
        end = f"{SIDE_NAMES.get(data['winner_side'], data['winner_side'])} won" if data["winner_side"] else "a draw"
    return f"{data['file']}: a sound save of {data['game']} ({data['scenario']}), {data['answers']} answers, turn {data['turn']}, {end}"


class Replay:
    """A save and a place in it."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match = match
        self.console = console
        self.glyphs = glyphs_for(console)
        self.entries = Chronicle(match).follow()
        self.total = len(match.answers())
        self.names = side_names(match)
        self.turns = sorted({entry.answers for entry in self.entries if entry.kind == "event" and entry.code in TURNS} | {self.total})

    def show(self, at: int, since: int | None = None) -> None:
        """The board after so many answers, with what happened since another place."""
        if since is not None:
            passed = [entry for entry in self.entries if since < self._place(entry) <= at]
            print_lines(self.console, entry_lines(passed, self.glyphs, self.names))
        then = self.match.replayed(at)
        then.dice = None  # else the dice that fell next would fall at once
        view = then.view(None)
        self.console.print()
        if then.setting.game.name == ESCAPE:
            lines = screen(view, self.glyphs, self.console.width)
        else:
            lines = plane_screen(then.setting.scene(then.table, None), self.glyphs, self.console.width)
        for line in lines:
            self.console.print(line)
        self.console.print(Text(f"answer {at} of {self.total}", "dim"))

    @staticmethod
    def _place(entry: Entry) -> int:
        """The number of answers after which an entry is known."""
        return entry.answers if entry.kind == "event" else entry.answers + 1

    def next_turn(self, at: int) -> int:
        """The place where the next turn begins."""
        return next((place for place in self.turns if place > at), self.total)

    def all_turns(self) -> None:
        """Every turn in one go."""
        at = 0
        while at < self.total:
            after = self.next_turn(at)
            self.show(after, at)
            at = after

    def step(self, reader: Reader) -> None:
        """The person goes through it."""
        at = 0
        self.show(at)
        self.console.print(Text(HINT, "dim"))
        while True:
            try:
                line = reader.ask(f"{at}/{self.total}>").lower()
            except Quit:
                return
            go = re.fullmatch(r"g(?:o)? ?(\d+)", line)
            if line in ("q", "quit"):
                return
            if line == "" and at < self.total:
                at += 1
                self.show(at, at - 1)
            elif line == "t" and at < self.total:
                before, at = at, self.next_turn(at)
                self.show(at, before)
            elif line == "b" and at > 0:
                at -= 1
                self.show(at)
            elif go:
                at = min(int(go[1]), self.total)
                self.show(at)
            else:
                self.console.print(Text("the end is reached" if line in ("", "t") else HINT, "dim"))

    def data(self, name: str) -> dict[str, Any]:
        """The whole save as plain JSON data."""
        entries = [
            {"answer": self._place(entry), "kind": entry.kind, "seat": entry.seat if entry.seat >= 0 else None, "text": entry.text,
             "rule": entry.rule or None, "faces": list(entry.faces) or None}
            for entry in self.entries
        ]  # fmt: skip
        return {**summary(self.match, name), "entries": entries}
