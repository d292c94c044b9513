"""Stepping through a save: answer by answer, or turn by turn."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Console
from rich.text import Text

from fireteam.core.match import Match
from fireteam.core.rolled import verify
from fireteam.core.sealed import Sealed
from fireteam.terminal.chronicle import Chronicle, Entry, entry_lines
from fireteam.terminal.console import glyphs_for, print_lines
from fireteam.terminal.play import seat_names
from fireteam.terminal.reading import Quit, Reader
from fireteam.terminal.screen import screen
from fireteam.terminal.start import side_names

TURNS = ("turn", "turning_point")
"""The events that begin a turn."""
HINT = "Enter next, t next turn, b back, g N go to answer N, q quit"


def summary(match: Match, name: str) -> dict[str, Any]:
    """What a save holds, as plain JSON data."""
    result = match.result
    return {
        "file": name,
        "game": match.setting.game.name,
        "scenario": match.setting.header().get("scenario") or getattr(match.state, "scenario", None),
        "answers": len(match.answers()),
        "turn": match.setting.game.turns(match.state),
        "over": match.over,
        "winner": result.winner if result else None,
        "winner_side": _winner(match),
        "undone": len(match.undone),
        "notes": list(match.notes),
        "dice": verified(match),
    }


def verified(match: Match) -> dict[str, Any] | None:
    """What throwing sealed dice again has shown; None where dice were not sealed, or their seed is not known."""
    found = verify(match)
    if found is None or not isinstance(match.dice, Sealed):
        return None
    return {
        **match.dice.seal.data(),
        "verified": found.wrong is None,
        "rolls": found.rolls,
        "dice": found.dice,
        "unsealed": found.others,
    }


def dice_line(data: dict[str, Any]) -> str:
    """What was verified of the dice in one sentence; empty where there was nothing to verify."""
    dice = data["dice"]
    if dice is None:
        return ""
    if not dice["verified"]:
        return f"The dice are NOT those of the promised seed: the one after {dice['rolls']} rolls fell otherwise"
    words = f" and the words {', '.join(map(repr, dice['words'].values()))}" if dice["words"] else ""
    before = f"; {dice['unsealed']} rolls before them had other dice" if dice["unsealed"] else ""
    return (
        f"Sealed dice: all {dice['dice']} dice of {dice['rolls']} rolls are those of the seed promised as "
        f"{dice['commitment']}{words}{before}"
    )


def _winner(match: Match) -> str | None:
    """The side that has won: its id, where the game names one for it."""
    result = match.result
    if result is None or result.winner is None:
        return None
    name = seat_names(match)[result.winner]
    return next((side for side, known in side_names(match.setting.game).items() if known == name), name)


def summary_line(match: Match, data: dict[str, Any]) -> str:
    """The summary in one sentence."""
    end = "not over yet"
    if data["over"]:
        end = f"{seat_names(match)[data['winner']]} won" if data["winner"] is not None else "a draw"
    return (
        f"{data['file']}: a sound save of {data['game']} ({data['scenario']}), {data['answers']} "
        f"answers, turn {data['turn']}, {end}"
    )


class Replay:
    """A save and a place in it."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match = match
        self.console = console
        self.glyphs = glyphs_for(console)
        self.entries = Chronicle(match).follow()
        self.total = len(match.answers())
        self.names = seat_names(match)
        self.turns = sorted(
            {entry.answers for entry in self.entries if entry.kind == "event" and entry.code in TURNS} | {self.total}
        )

    def show(self, at: int, since: int | None = None) -> None:
        """The board after so many answers, with what happened since another place."""
        if since is not None:
            passed = [entry for entry in self.entries if since < self._place(entry) <= at]
            print_lines(self.console, entry_lines(passed, self.glyphs, self.names))
        then = self.match.replayed(at)
        then.dice = None  # else the dice that fell next would fall at once
        _ = then.over  # to look at it wakes the match: only then it has a table
        self.console.print()
        for line in screen(then.setting.scene(then.table, None), self.glyphs, self.console.width):
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
            {"answer": self._place(entry), "kind": entry.kind, "seat": entry.seat if entry.seat >= 0 else None,
            "text": entry.text,
             "rule": entry.rule or None, "faces": list(entry.faces) or None}
            for entry in self.entries
        ]  # fmt: skip
        return {**summary(self.match, name), "entries": entries}
