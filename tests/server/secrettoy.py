"""A tiny game with secrets, for the tests of the table: each seat is dealt a code that nobody else may see."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.core.chronicle import Entry
from fireteam.core.events import Event
from fireteam.core.game import Result
from fireteam.core.questions import Choose, Option, Question, Roll, Rule
from fireteam.core.scene import Die, QuestionView, Scene, Told
from tests.core.toygame import Toy, ToySetting, ToyState, ToyTable

CODES = tuple((f"code-{number * 7919 % 89_989 + 10_000}", 1) for number in range(1, 60))
ROUNDS = 12
WAIT, DIE, BROKEN = Option("wait", "wait"), Option("die", "die"), Option("broken", "broken")


class SecretState(ToyState):
    """`seen` holds the codes: first seat, second seat."""

    def copy(self) -> SecretState:
        """A state of its own."""
        return SecretState(self.phase, self.turn, self.sum, self.seen)


def deal(t: ToyTable) -> Rule[None]:
    """Each seat draws its code."""
    for seat in (0, 1):
        (code,) = yield Roll(seat, f"code of seat {seat}", bag=CODES, name=f"seat {seat}")
        t.state.seen = (*t.state.seen, code)
    t.state.phase = "turn"
    t.sealed = True


def turn(t: ToyTable) -> Rule[None]:
    """Wait, roll, or open the own code, which nobody else knows to be an option."""
    s = t.state
    seat = s.turn // 2 % 2  # twice each: a walk of two answers is possible
    own = s.seen[seat]
    pick: Option = yield Choose(
        seat, f"turn {s.turn}", lambda: [WAIT, DIE, Option(f"open {own}", "open", (own,)), BROKEN]
    )
    if pick.kind == "broken":
        t.add(1)
        raise ValueError("a broken rule")
    if pick.kind == "die":
        t.add(sum((yield Roll(seat, "a die"))))
    elif pick.kind == "open":
        t.add(1000)
    elif t.events is not None:
        t.events.append(Event("waited", "TOY-1", {"amount": 0}))
    s.turn += 1
    s.phase = "over" if s.turn >= ROUNDS else "turn"


class SecretSetting(ToySetting):
    """What never changes: nothing."""

    def first_state(self) -> SecretState:
        """Nobody has a code."""
        return SecretState("deal")

    def load_state(self, data: dict[str, Any]) -> SecretState:
        """A state from its dump."""
        return SecretState(data["phase"], data["turn"], data["sum"], tuple(data["seen"]))

    def imagined(self, state: SecretState, seat: int, rng: random.Random) -> SecretState:
        """The other seat's code is drawn afresh."""
        other = state.copy()
        if other.seen:
            label = rng.choice([label for label, _ in CODES])
            other.seen = (other.seen[0], label) if seat == 0 else (label, other.seen[1])
        return other

    def selecting(self, table: ToyTable) -> tuple[int, int] | None:
        """Nobody selects anything."""
        return None

    def step(self, table: ToyTable) -> Rule[None] | None:
        """The rule of the phase."""
        phase = table.state.phase
        return None if phase == "over" else {"deal": deal, "turn": turn}[phase](table)

    def result(self, state: ToyState) -> Result | None:
        """Nobody wins."""
        return Result(None, "counted", "TOY-2")

    def known(self, table: ToyTable, seat: int | None) -> dict[str, Any]:
        """The own code alone."""
        codes = table.state.seen
        return {
            "sum": table.state.sum,
            "turn": table.state.turn,
            "code": codes[seat] if seat is not None and len(codes) == 2 else "",
        }

    def scene(self, table: ToyTable, seat: int | None) -> Scene:
        """The sum and the own code."""
        found = super().scene(table, seat)
        code = self.known(table, seat)["code"]
        if code:
            found["status"] = {**found["status"], "code": {"label": "Code", "value": code}}
        return found

    def question_view(self, table: ToyTable, question: Question, mine: bool) -> QuestionView:
        """Waiting may be passed for good."""
        found = super().question_view(table, question, mine)
        if isinstance(question, Choose):
            found["window"] = "wait"
            for option in found.get("options", ()):
                option["declines"] = option["key"] == "wait"
        return found

    def told(self, entry: Entry) -> Told:
        """A code is dealt unseen."""
        if entry.kind == "roll" and not entry.sides:
            return {"answers": entry.answers, "kind": "roll", "text": "A code is dealt", "seat": entry.seat}
        if entry.code == "open":
            return {"answers": entry.answers, "kind": entry.kind, "text": "The code was right", "seat": entry.seat}
        return super().told(entry)

    def told_to(self, entry: Entry, seat: int) -> Told:
        """Who is dealt a code reads it."""
        line = self.told(entry)
        if entry.kind == "roll" and not entry.sides and entry.seat == seat:
            line["text"] = f"Your code is {entry.faces[0]}"
        return line

    def retold(self, entry: Entry) -> bool:
        """Every choice is told."""
        return False

    def keeps(self, entry: Entry, seat: int) -> bool:
        """No choice is secret."""
        return False

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        """Dice, no codes."""
        return super().tray([entry for entry in entries if entry.sides])


class SecretToy(Toy):
    """The game itself."""

    name = "secret"
    title = "Secret"
    secrets = True

    def prepare(
        self, *, scenario: str | None, options: Mapping[str, Any] | None, pack: str | None, setup: Mapping[str, Any]
    ) -> SecretSetting:
        """There is only one setting."""
        return SecretSetting(self)


GAME = SecretToy()
