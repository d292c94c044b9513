"""A tiny game with a secret and a region: one seat hides somewhere on a line, the other walks and asks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from fireteam.core.dice import Dice
from fireteam.core.events import Event
from fireteam.core.game import Result
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.core.questions import Choose, Option, Rule
from fireteam.core.refusals import Refusal
from fireteam.core.scene import Scene, Status
from tests.core.toygame import Toy, ToySetting, ToyState, ToyTable

LENGTH = 100
GUESSES = 6
KEY = re.compile(r"to (\d{1,4})")


class HideState(ToyState):
    """`sum` is where the first seat hides, `seen` what the seeker was told: (place, answer) in turn."""

    def copy(self) -> HideState:
        """A state of its own."""
        return HideState(self.phase, self.turn, self.sum, self.seen)


class Line:
    """The whole numbers of a stretch; a wanted one just outside of it means its end."""

    def __init__(self, low: int, high: int, kind: str) -> None:
        self.low, self.high, self.kind = low, high, kind
        self.asked = 0

    def find(self, key: str) -> Option | None:
        """A number of the stretch."""
        self.asked += 1
        found = KEY.fullmatch(key)
        if found is None or not self.low - 1 <= int(found[1]) <= self.high + 1:
            return None
        place = min(max(int(found[1]), self.low), self.high)
        return Option(f"to {place}", self.kind, (place,), ("TOY-3",))

    def suggest(self, count: int) -> Sequence[Option]:
        """Evenly spread."""
        step = max(1, (self.high - self.low) // count)
        return [
            Option(f"to {place}", self.kind, (place,), ("TOY-3",)) for place in range(self.low, self.high + 1, step)
        ][:count]

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """Any point between them."""
        place = self.low + int(draw() * (self.high - self.low + 1))
        return Option(f"to {place}", self.kind, (place,), ("TOY-3",))

    def outline(self) -> list[int]:
        """Both ends."""
        return [self.low, self.high]


GIVE_UP = Option("give up", "give up", (), ("TOY-3",))


def hide(t: Any) -> Rule[None]:
    """The first seat hides; nobody else may know where."""
    pick: Option = yield Choose(0, "hide", lambda: [], Line(1, LENGTH, "hide"))
    t.state.sum = pick.args[0]
    t.state.phase = "seek"
    t.sealed = True


def seek(t: Any) -> Rule[None]:
    """The second seat names a place and is told whether that is too low, too high or right."""
    s = t.state
    t.sealed = False
    pick: Option = yield Choose(1, f"seek {s.turn}", lambda: [GIVE_UP], Line(1, LENGTH, "seek"))
    if pick.kind == "give up":
        s.phase = "over"
        return
    place = pick.args[0]
    answer = "right" if place == s.sum else "low" if place < s.sum else "high"
    s.seen = (*s.seen, (place, answer))
    s.turn += 1
    if t.events is not None:
        t.events.append(Event("told", "TOY-3", {"place": place, "answer": answer}))
    s.phase = "over" if answer == "right" or s.turn >= GUESSES else "seek"


class HideSetting(ToySetting):
    """What never changes: nothing."""

    def first_state(self) -> HideState:
        """Nobody hides yet."""
        return HideState("hide")

    def load_state(self, data: dict[str, Any]) -> HideState:
        """A state from its dump."""
        told: Any = tuple(tuple(pair) for pair in data["seen"])
        return HideState(data["phase"], data["turn"], data["sum"], told)

    def step(self, table: ToyTable) -> Rule[None] | None:
        """The rule of the phase."""
        phase = table.state.phase
        return None if phase == "over" else {"hide": hide, "seek": seek}[phase](table)

    def result(self, state: ToyState) -> Result | None:
        """The seeker wins by finding."""
        return Result(1 if state.seen and state.seen[-1][1] == "right" else 0, "sought", "TOY-3")

    def known(self, table: ToyTable, seat: int | None) -> dict[str, Any]:
        """The hiding place is the first seat's alone."""
        s = table.state
        return {"turn": s.turn, "told": list(s.seen), **({"place": s.sum} if seat == 0 else {})}

    def scene(self, table: ToyTable, seat: int | None) -> Scene:
        """How many guesses there were; the hiding place for the first seat alone."""
        found = super().scene(table, seat)
        place: dict[str, Status] = {"place": {"label": "Place", "value": str(table.state.sum)}} if seat == 0 else {}
        return {**found, "status": {"turn": {"label": "Turn", "value": str(table.state.turn)}, **place}}

    def imagined(self, state: HideState, seat: int, rng: random.Random) -> HideState:
        """Somewhere that all answers so far allow."""
        world = state.copy()
        if seat != 0 and state.phase != "hide":
            told: Any = state.seen
            low = max((place for place, answer in told if answer == "low"), default=0) + 1
            high = min((place for place, answer in told if answer == "high"), default=LENGTH + 1) - 1
            world.sum = rng.randint(low, high)
        return world

    def selecting(self, table: ToyTable) -> tuple[int, int] | None:
        """Nobody selects anything."""
        return None

    def why_not(self, table: Any, question: Any, key: str) -> Refusal | None:
        """Nothing is explained here."""
        return None


class Hide(Toy):
    """The game itself."""

    name = "hide"
    secrets = True

    def prepare(self, **_: Any) -> HideSetting:
        """There is only one setting."""
        return HideSetting(self)


def hiding(dice: Dice | None = None, checkpoints: int = CHECKPOINT_AFTER) -> Match:
    """A new match."""
    return Match(HideSetting(Hide()), dice, checkpoints=checkpoints)
