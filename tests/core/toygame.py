"""A tiny game for the kernel's tests: two seats add to a sum, and every awkward thing a rule can do is an option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from fireteam.core.chronicle import Entry, plain_told
from fireteam.core.dice import Dice, Seeded
from fireteam.core.errors import SetupError
from fireteam.core.events import Event
from fireteam.core.game import Leading, Result
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.core.questions import Choose, Option, Question, Roll, Rule
from fireteam.core.refusals import Check, Modifier, Refusal
from fireteam.core.scene import (
    CheckView,
    DangerView,
    Die,
    HarmView,
    LookView,
    PlanView,
    QuestionView,
    RefusalView,
    Scene,
    Shown,
    Side,
    Status,
    Told,
)

TURNS = 8
BAG = (("black", 1), ("white", 2))
ONE, TWO, NONE = (Option(f"add {amount}", "add", (amount,), ("TOY-1",)) for amount in (1, 2, 0))
ROLL, DRAW, QUIET = Option("roll", "roll"), Option("draw", "draw"), Option("quiet", "quiet")
BROKEN, LATE, EMPTY = Option("broken", "broken"), Option("late", "late"), Option("empty", "empty")
ONLY = Option("only", "only")
TURN_OPTIONS = (ONE, TWO, NONE, ROLL, DRAW, QUIET, BROKEN, LATE, EMPTY)
ODD_OPTIONS = (TWO, ROLL, Option("add 1", "add", (1,), ("TOY-1",)), NONE, LATE)
"""On odd turns another list with an option of its own under a known key: a stale option object must not pass for it."""


class ToyState:
    """The sum, the turn, what was seen, and the phase."""

    def __init__(self, phase: str = "turn", turn: int = 0, sum_: int = 0, seen: tuple[str, ...] = ()) -> None:
        self.phase = phase
        self.turn = turn
        self.sum = sum_
        self.seen = seen

    def dump(self) -> dict[str, Any]:
        """The state as plain data."""
        return {"phase": self.phase, "turn": self.turn, "sum": self.sum, "seen": list(self.seen)}

    def copy(self) -> ToyState:
        """A state of its own."""
        return ToyState(self.phase, self.turn, self.sum, self.seen)


class ToyTable:
    """A toy state in play."""

    sealed = False

    def __init__(self, state: ToyState, events: list[Event] | None) -> None:
        self.state = state.copy()
        self.events = events
        self.pending: list[Any] = []

    def snapshot(self) -> ToyState:
        """A state of its own that equals the live one."""
        return self.state.copy()

    def key(self) -> tuple[Any, ...]:
        """Everything."""
        s = self.state
        return (s.phase, s.turn, s.sum, s.seen)

    def add(self, amount: int) -> None:
        """Write and tell."""
        self.state.sum += amount
        if self.events is not None:
            self.events.append(Event("added", "TOY-1", {"amount": amount, "sum": self.state.sum}))


def turn(t: ToyTable) -> Rule[None]:
    """A seat adds, rolls, draws, or breaks the rule in one of several ways."""
    s = t.state
    seat = s.turn % 2
    pick: Option = yield Choose(seat, f"turn {s.turn}", lambda: ODD_OPTIONS if seat else TURN_OPTIONS)
    if pick.kind == "add":
        t.add(pick.args[0])
    elif pick.kind == "roll":
        t.add(sum((yield Roll(seat, "two dice", 2))))
    elif pick.kind == "draw":
        (label,) = yield Roll(seat, "a stone", bag=BAG, name=f"stone {len(s.seen)}")
        s.seen = (*s.seen, label)
    elif pick.kind == "broken":
        t.add(100)
        raise ValueError("broken rule")
    elif pick.kind == "late":
        t.add(sum((yield Roll(seat, "one die"))))
        yield Choose(seat, "late choice", lambda: [ONE, TWO])
        raise ValueError("late breach")
    elif pick.kind == "empty":
        t.add(100)
        yield Choose(seat, "nothing to choose", list)
    s.phase = "quiet" if pick.kind == "quiet" else "forced"


def forced(t: ToyTable) -> Rule[None]:
    """A question with one option is not asked."""
    yield Choose(t.state.turn % 2, "no way round", lambda: [ONLY])
    t.state.phase = "quiet"


def quiet(t: ToyTable) -> Rule[None]:
    """A step that asks nothing."""
    t.state.turn += 1
    t.state.phase = "over" if t.state.turn >= TURNS else "turn"
    yield from ()


class ToyAim:
    """The larger sum."""

    text = "sum: each point counts 1"

    def worth(self, outcome: tuple[tuple[str, int], ...], setting: Any, seat: int) -> Fraction:
        """Points gained."""
        return Fraction(dict(outcome).get("sum", 0))


class ToySetting:
    """What never changes: nothing."""

    def __init__(self, game: Any) -> None:
        self.game: Any = game
        self.options: Mapping[str, Any] = {}

    def header(self) -> dict[str, Any]:
        """Nothing but the form."""
        return {"scenario": None, "options": {}, "pack": None, "setup": {}, "digest": "toy"}

    def first_state(self) -> ToyState:
        """Turn 0, sum 0."""
        return ToyState()

    def load_state(self, data: dict[str, Any]) -> ToyState:
        """A state from its dump."""
        return ToyState(data["phase"], data["turn"], data["sum"], tuple(data["seen"]))

    def table(self, state: ToyState, listening: bool) -> ToyTable:
        """A table over a copy."""
        return ToyTable(state, [] if listening else None)

    def step(self, table: ToyTable) -> Rule[None] | None:
        """The rule of the phase."""
        phase = table.state.phase
        return None if phase == "over" else {"turn": turn, "forced": forced, "quiet": quiet}[phase](table)

    def result(self, state: ToyState) -> Result | None:
        """An even sum wins for seat 0."""
        return Result(state.sum % 2, "counted", "TOY-2")

    def known(self, table: ToyTable, seat: int | None) -> dict[str, Any]:
        """There are no secrets."""
        return table.state.dump()

    def describe(self, table: ToyTable, option: Option) -> str:
        """Its key."""
        return option.key

    def ask(self, table: ToyTable, question: Question) -> str:
        """Its topic."""
        return question.topic

    def tell(self, event: Event) -> str:
        """Code and sum."""
        return f"{event.code} {event.params['amount']}"

    def roll_name(self, table: ToyTable, roll: Roll) -> str:
        """Its topic."""
        return roll.topic

    def scene(self, table: ToyTable, seat: int | None) -> Scene:
        """Only a sum to look at."""
        sides: list[Side] = [{"name": name, "mark": name[0].upper(), "form": "disc"} for name in self.game.seats]
        status: dict[str, Status] = {"sum": {"label": "Sum", "value": str(table.state.sum)}}
        return {
            "game": "toy",
            "title": "Toy",
            "sides": sides,
            "status": status,
            "briefing": [],
            "parts": {},
            "pieces": {},
            "cards": {},
        }

    def question_view(self, table: ToyTable, question: Question, mine: bool) -> QuestionView:
        """Topic and keys."""
        if isinstance(question, Roll):
            return {
                "seat": question.seat,
                "kind": "roll",
                "text": question.topic,
                "count": question.count,
                "sides": question.sides,
            }
        found: QuestionView = {"seat": question.seat, "kind": "choose", "text": question.topic}
        if mine:
            found["options"] = [
                {"key": o.key, "text": o.key, "group": "All", "rules": list(o.rules)} for o in question.options
            ]
        return found

    def told(self, entry: Entry) -> Told:
        """As every game tells it."""
        return plain_told(entry)

    def retold(self, entry: Entry) -> bool:
        """Every choice is told."""
        return False

    def shown(self, entries: Sequence[Entry], number: int, roll: Entry | None) -> Shown | None:
        """There is no board."""
        return None

    def taken(self, question: Choose, dice: Sequence[Die]) -> dict[str, list[list[int]]]:
        """Nobody rolls a die again."""
        return {}

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        """The dice of the last roll."""
        rolls = [entry for entry in entries if entry.kind == "roll"][-1:]
        return [
            {"name": roll.words, "seat": roll.seat, "face": face, "sides": roll.sides, "state": "settled"}
            for roll in rolls
            for face in roll.faces
        ]

    def why_at(self, table: ToyTable, question: Question, place: str) -> list[RefusalView]:
        """There are no places."""
        return []

    def why_view(self, table: ToyTable, refusal: Refusal) -> RefusalView:
        """Its checks."""
        checks: list[CheckView] = [
            {"rule": check.rule, "passed": check.passed, "text": check.text, "marks": []} for check in refusal.checks
        ]
        return {"key": refusal.action, "text": refusal.action, "checks": checks}

    def plan(self, match: Match, spot: str) -> PlanView:
        """There are no places."""
        return {"keys": [], "path": [], "text": f"there is no way to {spot}"}

    def nearest(self, match: Match, spot: str) -> PlanView:
        """There are no places."""
        return self.plan(match, spot)

    def settled(self, match: Match, plan: PlanView, point: Sequence[int]) -> PlanView:
        """There are no cells."""
        return plan

    def leading(self, match: Match) -> Leading:
        """Nobody has anything to point at."""
        raise NotImplementedError

    def look(self, table: ToyTable, question: Question, place: str) -> LookView:
        """There is nothing to look at."""
        return {"text": "", "facts": [], "marks": []}

    def refusals(self, table: ToyTable, question: Question) -> list[Refusal]:
        """Only one thing is refused."""
        return [Refusal("add 9", (Check("TOY-1", False, "9 is too much"),))]

    def why_not(self, table: ToyTable, question: Question, key: str) -> Refusal | None:
        """Why 9 is refused."""
        return self.refusals(table, question)[0] if key == "add 9" else None

    def harms(self, table: ToyTable, option: Option, odds: Any) -> list[HarmView]:
        """Nobody is hurt."""
        return []

    def danger(self, match: Match, first: int) -> DangerView:
        """Nobody moves."""
        return {"piece": "", "step": 0, "spots": [], "rest": 0}

    def reasons(self, table: ToyTable, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
        """No numbers."""
        return []

    def outcome(self, before: ToyState, after: ToyState) -> tuple[tuple[str, int], ...]:
        """How the sum grew."""
        return (("sum", after.sum - before.sum),) if after.sum != before.sum else ()

    def aims(self) -> Mapping[str, ToyAim]:
        """The sum."""
        return {"sum": ToyAim()}

    def appraise(self, state: ToyState, seat: int) -> float:
        """The sum, scaled."""
        return state.sum / 100


class Toy:
    """The game itself."""

    name = "toy"
    title = "Toy"
    version = "1"
    secrets = False
    seats: Sequence[str] = ("first", "second")

    def start_form(self, pack: str | None = None) -> dict[str, Any]:
        """Nothing to choose."""
        return {"name": "toy", "title": "Toy", "sides": [], "scenarios": [], "options": [], "seats": list(self.seats)}

    def packs(self) -> None:
        """None: all content is in the code."""

    def setup_for(self, sides: Sequence[str]) -> dict[str, Any]:
        """Nothing to set up."""
        return {}

    def prepare(
        self, *, scenario: str | None, options: Mapping[str, Any] | None, pack: str | None, setup: Mapping[str, Any]
    ) -> ToySetting:
        """There is only one setting."""
        return ToySetting(self)


def toy(dice: Dice | None = None, *, events: bool = True, checkpoints: int = CHECKPOINT_AFTER) -> Match:
    """A new toy match; seeded dice unless others are given."""
    return Match(ToySetting(Toy()), dice if dice is not None else Seeded(3), events=events, checkpoints=checkpoints)


def find_toy(name: str) -> Any:
    """The toy, for loading its saves."""
    if name != "toy":
        raise SetupError(f"no game {name!r}")
    return Toy()


def fingerprint(match: Match) -> tuple[Any, ...]:
    """Everything that two equal positions share."""
    question = match.decision
    asked = None if question is None else (question.seat, question.topic)
    keys = question.keys() if isinstance(question, Choose) else None
    return (
        match.state.dump(),
        asked,
        keys,
        [(e.code, e.rule, e.params) for e in match.log],
        [repr(a) for a in match.answers()],
        match.result,
    )
