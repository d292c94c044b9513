"""The setting of a match of Kill Team: datacards, options, who plays whom; and how the kernel runs its sequences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fireteam.core.errors import RuleFault
from fireteam.core.events import Event
from fireteam.core.game import Result
from fireteam.core.questions import Option, Question, Roll, Rule
from fireteam.core.refusals import Modifier, Refusal
from fireteam.games.killteam import fighting, shooting
from fireteam.games.killteam.fighting import Fight
from fireteam.games.killteam.harm import lay_at_feet
from fireteam.games.killteam.hooks import Datacard
from fireteam.games.killteam.shooting import Shooting
from fireteam.games.killteam.state import KILLZONE, NOBODY, State, blank
from fireteam.games.killteam.state import Sequence as Record
from fireteam.games.killteam.table import Table

OPTIONS = {"core_errata": "off"}
"""The options these sequences look at, with their defaults (KT-SHOOT-12, KT-WR-23)."""

RECORDS: dict[str, Callable[[Mapping[str, Any]], Record]] = {"shooting": Shooting.load, "fight": Fight.load}


def load_record(data: Mapping[str, Any]) -> Record:
    """A sequence under way from its dump."""
    if data["kind"] not in RECORDS:
        raise ValueError(f"no sequence {data['kind']!r}")
    return RECORDS[data["kind"]](data)


def go_on(t: Table) -> Rule[None]:
    """The next stage of the innermost sequence under way: it begins from its record alone."""
    record = t.state.sequences[-1]
    if isinstance(record, Shooting):
        return shooting.STAGES[record.stage](t, record)
    if isinstance(record, Fight):
        return fighting.STAGES[record.stage](t, record)
    raise RuleFault(f"no rule goes on with a {record.kind}")


class Setting:
    """Everything about one match that never changes. A sequence under way goes before the steps of the turn."""

    def __init__(
        self,
        game: Any,
        cards: Sequence[Datacard],
        operatives: Mapping[str, int],
        options: Mapping[str, Any],
        steps: Mapping[str, Step] | None = None,
    ) -> None:
        self.game = game
        self.cards = tuple(cards)
        """The datacards in play."""
        self.names = tuple(operatives)
        """The id of each operative, by its number."""
        self.seats = dict(operatives)
        """The seat of each operative, by its id."""
        self.options: dict[str, Any] = {**OPTIONS, **options}
        self.steps: dict[str, Step] = dict(steps or {})
        """The steps of the turn by phase; without any, the match is over when its sequences are."""

    def place_marker(self, t: Table, who: int) -> Rule[None]:
        """Where a carrier that leaves puts its marker down (KT-PLAC-02)."""
        return lay_at_feet(t, who)

    # -- states --------------------------------------------------------------------------------------------------------

    def first_state(self) -> State:
        """Before the first step nobody stands in the killzone."""
        return blank()

    def load_state(self, data: dict[str, Any]) -> State:
        """A state from its dump; what cannot be a state of this setting is a ValueError."""
        state = State.load(data, load_record)
        if len(state.operatives) not in (0, len(self.names)) or any(not 0 <= o.card < len(self.cards) for o in state.operatives):
            raise ValueError("operatives that are in no kill team of this match")
        return state

    def table(self, state: State, listening: bool) -> Table:
        """A table over a copy of the state."""
        return Table(self, state, [] if listening else None)

    def step(self, table: Table) -> Rule[None] | None:
        """The rule that goes on from the state alone: the sequence under way, else the step of the phase."""
        state = table.state
        if state.sequences:
            return go_on(table)
        step = self.steps.get(state.phase)
        return step(table) if step is not None else None

    def result(self, state: State) -> Result | None:
        """Winner and reason, once the game is over."""
        if not state.ending:
            return None
        return Result(state.winner if state.winner != NOBODY else None, state.ending, "KT-DMG-02")

    # -- words: loaded when somebody looks -----------------------------------------------------------------------------

    def view(self, table: Table, seat: int | None) -> dict[str, Any]:
        """Operatives and sequences as plain data."""
        data = table.state.dump()
        return {name: data[name] for name in ("turning_point", "initiative", "cp", "operatives", "sequences")}

    def describe(self, table: Table, option: Option) -> str:
        """An option in words."""
        from fireteam.games.killteam.words import describe

        return describe(self.name_of, option)

    def ask(self, table: Table, question: Question) -> str:
        """A question in words."""
        from fireteam.games.killteam.words import ask

        return ask(self.name_of, question)

    def tell(self, event: Event) -> str:
        """An event in words."""
        from fireteam.games.killteam.words import tell

        return tell(self.name_of, event)

    def roll_name(self, table: Table, roll: Roll) -> str:
        """What is rolled, in a few words."""
        from fireteam.games.killteam.words import roll_name

        return roll_name(self.name_of, roll)

    def name_of(self, name: str) -> str:
        """What an operative or a weapon is called."""
        for card in self.cards:
            if card.id == name:
                return card.name
            for weapon in card.weapons:
                if weapon.id == name:
                    return weapon.name
        return name

    # -- refusals and odds -----------------------------------------------------------------------------------------------

    def refusals(self, table: Table, question: Question) -> list[Refusal]:
        """What could be thought of in the sequence under way and is not possible, with the reasons."""
        record = table.state.sequences[-1] if table.state.sequences else None
        if isinstance(record, Fight):
            return fighting.refusals(record)
        return shooting.refusals(record) if isinstance(record, Shooting) else []

    def why_not(self, table: Table, question: Question, key: str) -> Refusal | None:
        """Why a key is not on offer."""
        return next((refusal for refusal in self.refusals(table, question) if refusal.action == key), None)

    def reasons(self, table: Table, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
        """The numbers behind an option."""
        return []

    def outcome(self, before: State, after: State) -> tuple[tuple[str, int], ...]:
        """What changed between two states: wounds lost, who was incapacitated or stunned, command points spent."""
        found: list[tuple[str, int]] = []
        for was, now in zip(before.operatives, after.operatives, strict=True):
            if was is now:
                continue
            name = self.names[now.index]
            if now.wounds != was.wounds:
                found.append((f"damage {name}", was.wounds - now.wounds))
                if now.wounds <= 0 < was.wounds:
                    found.append((f"incapacitated {name}", 1))
            if now.effects != was.effects and any(effect.name == "stun" and effect not in was.effects for effect in now.effects):
                found.append((f"stunned {name}", 1))
        if after.cp != before.cp:
            found += [(f"command points {seat}", before.cp[seat] - after.cp[seat]) for seat in (0, 1) if after.cp[seat] != before.cp[seat]]
        return tuple(sorted(found))

    def aims(self) -> Mapping[str, Any]:
        """What odds may be solved for."""
        from fireteam.games.killteam.arena import AIMS

        return AIMS

    def appraise(self, state: State, seat: int) -> float:
        """How good a position looks: the share of wounds each side has left in the killzone."""
        left = [0, 0]
        whole = 0
        for operative in state.operatives:
            whole += self.cards[operative.card].wounds
            if operative.status == KILLZONE:
                left[operative.seat] += operative.wounds
        return (left[seat] - left[1 - seat]) / whole if whole else 0.0


Step = Callable[[Table], Rule[None]]
"""A step of the turn: restarts from the state alone."""
