"""Everything that reaches a seat of a match, to be compared between worlds that differ in what it may not know."""

from __future__ import annotations

from typing import Any

import fireteam
from fireteam.core.chronicle import Chronicle
from fireteam.core.match import Match
from fireteam.server.worker import odds_reply


class Watcher:
    """Collects everything that reaches a seat of a match."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match = match
        self.seat = seat
        self.chronicle = Chronicle(match)

    def look(self) -> tuple[Any, ...]:
        """What the seat sees now: view with its scene, question, reasons, events, both logs, dice, the number of
        answers."""
        match, question = self.match, self.match.decision
        asked: tuple[Any, ...] = () if question is None else (question.seat, question.topic)
        if question is not None and question.seat == self.seat:
            options = [(option.key, match.describe(option)) for option in question.options]
            asked = (*asked, options, [str(refusal) for refusal in match.refusals()])
        if question is not None:
            asked = (*asked, match.setting.question_view(match.table, question, question.seat == self.seat))
        entries = self.chronicle.follow()
        dice = match.setting.tray(entries)
        lines = [dict(line) for line in self.chronicle.reading(self.seat).lines]
        events = [(event.code, event.rule, dict(event.params)) for event in match.log]
        return (match.view(self.seat), dice, asked, lines, events, match.told, match.answered)

    def ask(self, kinds: tuple[str, ...] = ()) -> tuple[Any, ...]:
        """What it is told if it asks where it decides: why nonsense is no answer, advice, and the odds of the first
        option of each of these kinds. A save has every answer in it, and of a game with secrets nobody is handed one
        before the end."""
        match, question = self.match, self.match.decision
        found: list[Any] = []
        if question is None or question.seat != self.seat:
            return ()
        for nonsense in ("nonsense", question.keys()[0] + "x"):
            try:
                match.answer(nonsense)
            except fireteam.FireteamError as error:
                found.append(f"{type(error).__name__}: {error}")
        found.append([(option.key, worth) for option, worth in match.advice() or []])
        for kind in kinds:
            option = next((option for option in question.options if option.kind == kind), None)
            if option is not None:
                reply = odds_reply(match, option.key, "")
                found.append({name: value for name, value in reply.items() if name != "ms"})
        return tuple(found)
