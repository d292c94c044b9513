"""The setting of a match of ESCAPE: pack, scenario, squads, options; and how the kernel runs the game (ES-SETUP-01,
ES-TURN-01)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fireteam.core.by_id import ById
from fireteam.core.game import Result
from fireteam.core.questions import Option
from fireteam.games.escape import setup, turn
from fireteam.games.escape.actions.activation import act
from fireteam.games.escape.aims import AIMS, outcome
from fireteam.games.escape.events import in_force
from fireteam.games.escape.factions import FACTIONS
from fireteam.games.escape.ground import Board, Carryover, Ground
from fireteam.games.escape.limits import check_together, things_of
from fireteam.games.escape.options import KINDS
from fireteam.games.escape.skills import SKILLS
from fireteam.games.escape.state import Character, State
from fireteam.games.escape.table import Table
from fireteam.kit import setting as kit
from fireteam.kit.odds import HarmWords
from fireteam.kit.setting import Step
from fireteam.kit.supplements import Windows

if TYPE_CHECKING:
    from fireteam.games.escape.content.pack import Pack

STEPS: dict[str, Step] = {
    "factions": setup.factions,
    "scenario": setup.scenario,
    "setup_initiative": setup.setup_initiative,
    "crates": setup.crates,
    "equipment": setup.equipment,
    "consequences": setup.consequences,
    "courier": setup.courier,
    "deploy": setup.deploy,
    "initiative": turn.initiative,
    "first": turn.choose_first,
    "event": turn.event,
    "activations": turn.activations,
    "act": act,
    "turn_end": turn.turn_end,
}
"""The explicit state machine of the game: each step restarts from the state alone (ES-SETUP-01, ES-TURN-01)."""


IN_FORCE = in_force(FACTIONS)
"""Who hangs in which window, by the event of the turn (ES-EVT-01)."""


class Setting(kit.Setting):
    """A scenario of a pack, the squads of both sides, and what a campaign brings along."""

    package = __package__
    state_class = State
    table_class = Table
    steps = STEPS
    harm_words = HarmWords("damage", "taken out")

    def __init__(
        self,
        game: Any,
        pack: Pack,
        pack_name: str | None,
        scenario: str | None,
        options: Mapping[str, Any],
        squads: tuple[tuple[str, ...], ...],
        factions: str | tuple[str, ...],
        carry: Carryover,
        wishes: Mapping[str, Any],
    ) -> None:
        super().__init__(game, options, beginning={"scenario": scenario, "pack": pack_name, "setup": dict(wishes)})
        self.pack = pack
        self.scenario = scenario
        self.squads = squads
        self.factions = factions
        self.carry = carry
        self._grounds: dict[str, Ground] = {}
        self._plain: dict[tuple[str, str], Option] = {}

    def header(self) -> dict[str, Any]:
        """What must be known to build this setting again; the digest is reckoned when a save asks for it."""
        return {**super().header(), "digest": self.pack.digest}

    def ground(self, scenario: str) -> Ground:
        """The compiled ground of a scenario; before one is chosen the first of the pack stands in."""
        found = self._grounds.get(scenario)
        if found is None:
            name = scenario or self.pack.scenarios[0].id
            found = self._grounds[scenario] = _ground(
                ById(self.pack), name, self.squads, tuple(sorted(self.options.items())), self.carry
            )
        return found

    def in_force(self, event: int) -> Windows:
        """Who hangs in which window while an event is in force (ES-EVT-01)."""
        return IN_FORCE[event]

    def plain_option(self, kind: str, name: str) -> Option:
        """An option that needs no board."""
        option = self._plain.get((kind, name))
        if option is None:
            word = {"faction": "play", "scenario": "scenario"}[kind]
            option = self._plain[kind, name] = Option(f"{word} {name}", kind, (name,), KINDS[kind][1])
        return option

    def scenario_names(self) -> list[str]:
        """The scenarios of the pack."""
        return [entry.id for entry in self.pack.scenarios]

    # -- states --------------------------------------------------------------------------------------------------------

    def first_state(self) -> State:
        """Before the first step: as much is settled as the match was created with."""
        seats: tuple[int, ...] = ()
        if isinstance(self.factions, tuple):
            seats = (self.factions.index("resistance"), self.factions.index("isc"))
        phase = "factions" if not seats else "setup_initiative" if self.scenario else "scenario"
        return self.fresh(self.scenario, seats, phase) if self.scenario else State(seats=seats, phase=phase)

    def fresh(self, scenario: str, seats: tuple[int, ...], phase: str) -> State:
        """The state of a scenario before its setup begins, with what a campaign carries over (ES-CAMP-02)."""
        g = self.ground(scenario)
        damage = dict(self.carry.damage)
        characters = [
            Character(
                card.index,
                card.side,
                damage=min(damage.get(card.id, 0), card.life - 1),
                mvt=card.mvt,
                cbt=card.cbt,
                int=card.int,
            )
            for card in g.cards
        ]
        return State(
            scenario=scenario,
            seats=seats,
            phase=phase,
            characters=characters,
            bag=g.bag,
            backs=g.backs,
            shut=g.board.walls | sum(door.edge for door in g.board.doors),
            locks=sum(door.edge for door in g.board.doors if door.locked),
            revolution=self.carry.revolution,
        )

    def load_state(self, data: dict[str, Any]) -> State:
        """A state from its dump; what cannot be a state of this setting is a ValueError."""
        state: State = super().load_state({"agenda": [], "shorted": [], **data})  # the first saves had neither
        check_together(self, state)
        return state

    def world(self, state: State) -> dict[str, Collection[Any]]:
        """What there is in the match and in a state."""
        return {**super().world(state), **things_of(self, state)}

    def events(self) -> Collection[int]:
        """The numbers of the events that may be in force; 0: none yet."""
        return IN_FORCE.keys()

    def result(self, state: State) -> Result | None:
        """Winner and reason (ES-RES-01, ES-RES-02)."""
        if state.phase != "over":
            return None
        winner = state.seats[state.winner] if state.winner >= 0 else None
        return Result(winner, state.ending, "ES-RES-01" if winner is not None else "ES-RES-02")

    def known(self, table: Table, seat: int | None) -> dict[str, Any]:
        """All that a seat may know of the state."""
        from fireteam.games.escape.known import known  # loaded when somebody looks

        return known(table)

    def outcome(self, before: State, after: State) -> tuple[tuple[str, int], ...]:
        """What a step changed."""
        return outcome(self.ground(after.scenario), before, after)

    def aims(self) -> Mapping[str, Any]:
        """What odds may be solved for."""
        return AIMS


@lru_cache(maxsize=64)
def _ground(
    packed: ById[Pack],
    scenario: str,
    squads: tuple[tuple[str, ...], ...],
    options: tuple[tuple[str, Any], ...],
    carry: Carryover,
) -> Ground:
    """Compiled once for all matches with the same content, scenario, squads and options."""
    entry = next(entry for entry in packed.thing.scenarios if entry.id == scenario)
    return Ground(packed.thing, entry, _board(packed, entry.map), squads, dict(options), carry, SKILLS)


@lru_cache(maxsize=16)
def _board(packed: ById[Pack], name: str) -> Board:
    return Board(packed.thing.maps[name])
