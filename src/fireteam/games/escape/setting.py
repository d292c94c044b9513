"""The setting of a match of ESCAPE: pack, scenario, squads, options; and the game as the kernel sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireteam.core.errors import SetupError
from fireteam.core.events import Event
from fireteam.core.game import Result
from fireteam.core.questions import Option, Question, Roll, Rule
from fireteam.core.refusals import Modifier, Refusal
from fireteam.core.rulebook import Rulebook, load_rulebook
from fireteam.core.same import Same
from fireteam.games.escape import setup, turn
from fireteam.games.escape.actions import ACTIONS, act
from fireteam.games.escape.events import IN_FORCE
from fireteam.games.escape.ground import Board, Carryover, Ground
from fireteam.games.escape.options import KINDS
from fireteam.games.escape.packcache import content
from fireteam.games.escape.skills import SKILLS
from fireteam.games.escape.state import ISC, RESISTANCE, SIDES, Character, State
from fireteam.games.escape.table import Table
from fireteam.kit.supplements import Windows

if TYPE_CHECKING:
    from fireteam.core.chronicle import Entry
    from fireteam.core.match import Match
    from fireteam.core.scene import Die, LookView, PlanView, QuestionView, RefusalView, Scene, Told
    from fireteam.games.escape.pack import Pack
    from fireteam.games.escape.packscenario import Scenario

STEPS: dict[str, Callable[[Table], Rule[None]]] = {
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


class Setting:
    """Everything about one match that never changes."""

    def __init__(
        self,
        game: Escape,
        pack: Pack,
        pack_name: str | None,
        scenario: str | None,
        options: dict[str, Any],
        squads: tuple[tuple[str, ...], ...],
        factions: str | tuple[str, ...],
        carry: Carryover,
        wishes: dict[str, Any],
    ) -> None:
        self.game = game
        self.pack = pack
        self.pack_name = pack_name
        self.scenario = scenario
        self.options = options
        self.squads = squads
        self.factions = factions
        self.carry = carry
        self.wishes = wishes
        self._grounds: dict[str, Ground] = {}
        self.windows = IN_FORCE[0]
        self._plain: dict[tuple[str, str], Option] = {}

    def header(self) -> dict[str, Any]:
        """What must be known to build this setting again."""
        return {
            "scenario": self.scenario,
            "options": self.options,
            "pack": self.pack_name,
            "setup": self.wishes,
            "digest": self.pack.digest,
        }

    def ground(self, scenario: str) -> Ground:
        """The compiled ground of a scenario; before one is chosen the first of the pack stands in."""
        found = self._grounds.get(scenario)
        if found is None:
            name = scenario or self.pack.scenarios[0].id
            found = self._grounds[scenario] = _ground(Same(self.pack), name, self.squads, tuple(sorted(self.options.items())), self.carry)
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
        state = State.load({"agenda": [], **data})  # there was none in the first saves
        cards = len(self.ground(state.scenario).cards)
        if len(state.characters) not in ((cards,) if state.scenario else (0,)):
            raise ValueError(f"{len(state.characters)} characters where the squads have {cards}")
        if state.phase != "over" and state.phase not in STEPS:
            raise ValueError(f"no phase {state.phase!r}")
        if any(not -1 <= number < cards for number in (state.active, state.called, state.pilot, state.courier)):
            raise ValueError("a character that is in no squad")
        return state

    def table(self, state: State, listening: bool) -> Table:
        """A table over a copy of the state."""
        return Table(self, state, [] if listening else None)

    def step(self, table: Table) -> Rule[None] | None:
        """The rule that goes on from the state alone."""
        phase = table.state.phase
        return None if phase == "over" else STEPS[phase](table)

    def result(self, state: State) -> Result | None:
        """Winner and reason (ES-RES-01, ES-RES-02)."""
        if state.phase != "over":
            return None
        winner = state.seats[state.winner] if state.winner >= 0 else None
        return Result(winner, state.ending, "ES-RES-01" if winner is not None else "ES-RES-02")

    # -- words and looks: each in its own file, loaded when somebody looks ----------------------------------------------

    def view(self, table: Table, seat: int | None) -> dict[str, Any]:
        """All that a seat may know."""
        from fireteam.games.escape.view import view

        return view(table, seat)

    def describe(self, table: Table, option: Option) -> str:
        """An option in words."""
        from fireteam.games.escape.words import describe

        return describe(table, option)

    def ask(self, table: Table, question: Question) -> str:
        """A question in words."""
        from fireteam.games.escape.words import ask

        return ask(table, question)

    def tell(self, event: Event) -> str:
        """An event in words."""
        from fireteam.games.escape.words import tell

        return tell(self.ground(self.scenario or ""), event)

    def roll_name(self, table: Table, roll: Roll) -> str:
        """What is rolled or drawn, in a few words."""
        from fireteam.games.escape.words import roll_name

        return roll_name(table.ground, roll.topic)

    def scene(self, table: Table, seat: int | None) -> Scene:
        """All that a seat may see, as a table draws it."""
        from fireteam.games.escape.scene import scene

        return scene(table, seat)

    def question_view(self, table: Table, question: Question, mine: bool) -> QuestionView:
        """What is asked, as a table shows it."""
        from fireteam.games.escape.pointing import question_view

        return question_view(table, question, mine)

    def told(self, entry: Entry) -> Told:
        """An entry of the chronicle as a line of the log."""
        from fireteam.games.escape.tray import told

        return told(self.ground(self.scenario or ""), entry)

    def retold(self, entry: Entry) -> bool:
        """What a character does is told by its events, whoever pays for it."""
        return entry.code in ACTIONS or entry.code == "pay_own"

    def tray(self, entries: Sequence[Entry]) -> list[Die]:
        """The dice of the action under way, or of the last one."""
        from fireteam.games.escape.tray import tray

        return tray(self.ground(self.scenario or ""), entries)

    def why_at(self, table: Table, question: Question, place: str) -> list[RefusalView]:
        """What is not possible at a place."""
        from fireteam.games.escape.pointing import why_at

        return why_at(table, question, place)

    def why_view(self, table: Table, refusal: Refusal) -> RefusalView:
        """A refusal in words, with what to draw."""
        from fireteam.games.escape.pointing import why_view

        return why_view(table, refusal)

    def plan(self, match: Match, spot: str) -> PlanView:
        """The keys that walk to a square."""
        from fireteam.games.escape.walking import plan

        return plan(match, spot)

    def look(self, table: Table, question: Question, place: str) -> LookView:
        """What the active character has to do with somebody or something."""
        from fireteam.games.escape.looking import look

        return look(table, question, place)

    def refusals(self, table: Table, question: Question) -> list[Refusal]:
        """What is not possible now, and why."""
        from fireteam.games.escape.refusing import refusals

        return refusals(table, question)

    def why_not(self, table: Table, question: Question, key: str) -> Refusal | None:
        """Why a key is not on offer."""
        from fireteam.games.escape.refusing import why_not

        return why_not(table, question, key)

    def reasons(self, table: Table, option: Option) -> list[tuple[str, tuple[Modifier, ...]]]:
        """The numbers behind an option."""
        from fireteam.games.escape.refusing import reasons

        return reasons(table, option)

    def outcome(self, before: State, after: State) -> tuple[tuple[str, int], ...]:
        """What a step changed."""
        from fireteam.games.escape.aims import outcome

        return outcome(self.ground(after.scenario), before, after)

    def aims(self) -> Mapping[str, Any]:
        """What odds may be solved for."""
        from fireteam.games.escape.aims import AIMS

        return AIMS

    def appraise(self, state: State, seat: int) -> float:
        """How good a position looks."""
        from fireteam.games.escape.appraisal import appraise

        return appraise(self.ground(state.scenario), state, seat)


@lru_cache(maxsize=64)
def _ground(
    packed: Same[Pack], scenario: str, squads: tuple[tuple[str, ...], ...], options: tuple[tuple[str, Any], ...], carry: Carryover
) -> Ground:
    """Compiled once for all matches with the same content, scenario, squads and options."""
    entry = next(entry for entry in packed.thing.scenarios if entry.id == scenario)
    return Ground(packed.thing, entry, _board(packed, entry.map), squads, dict(options), carry, SKILLS)


@lru_cache(maxsize=16)
def _board(packed: Same[Pack], name: str) -> Board:
    return Board(packed.thing.maps[name])


class Escape:
    """The game of ESCAPE."""

    name = "escape"
    title = "ESCAPE"
    version = "1"
    secrets = False
    seats = ("first player", "second player")

    @staticmethod
    @cache
    def rulebook() -> Rulebook:
        """The rule catalogue."""
        return load_rulebook(Path(__file__).parent / "rulebook.yaml")

    def scenarios(self, pack: str | None = None) -> dict[str, str]:
        """The scenarios of a pack."""
        return {entry.id: entry.name for entry in content(pack).scenarios}

    def start_form(self) -> dict[str, Any]:
        """What a page offers whoever starts a match."""
        from fireteam.games.escape.starting import start_form

        return start_form(self, content(None))

    def setup_for(self, sides: Sequence[str]) -> dict[str, Any]:
        """Who plays which side (ES-GEN-01)."""
        return {"factions": tuple(sides)} if sides else {}

    def prepare(self, *, scenario: str | None, options: Mapping[str, Any] | None, pack: str | None, setup: Mapping[str, Any]) -> Setting:
        """A setting for a new match (ES-GEN-01, ES-PROF-08, ES-SETUP-01)."""
        found = content(pack)
        entry = _scenario(found, scenario) if scenario is not None else None
        known = {"factions", "squads", "rank_total", "campaign"}
        unknown = sorted(set(setup) - known)
        if unknown:
            raise SetupError(f"unknown setup {unknown[0]!r}; there is {', '.join(sorted(known))}")
        factions = _factions(setup.get("factions"))
        squads = _squads(found, setup.get("squads"), setup.get("rank_total"))
        carry = _carry(found, setup.get("campaign"), squads)
        checked = self.rulebook().check_options(dict(options or {}))
        wishes = {key: value for key, value in setup.items() if value is not None}
        return Setting(self, found, pack, entry.id if entry else None, dict(checked), squads, factions, carry, wishes)


def _scenario(pack: Pack, name: str) -> Scenario:
    for entry in pack.scenarios:
        if str(name).lower() in (entry.id, entry.name.lower(), str(entry.number)):
            return entry
    raise SetupError(f"no scenario {name!r}; there are {', '.join(entry.id for entry in pack.scenarios)}")


def _factions(wish: Any) -> str | tuple[str, ...]:
    if wish is None:
        return SIDES
    if wish == "ask":
        return "ask"
    found = tuple(wish) if isinstance(wish, list | tuple) else ()
    if sorted(found) != sorted(SIDES):
        raise SetupError(f"one seat plays the resistance and the other the isc; got {wish!r} (ES-GEN-01)")
    return found


def _squads(pack: Pack, wish: Any, rank_total: Any) -> tuple[tuple[str, ...], ...]:
    """Both full squads, or squads built by rank: different characters, at least one, at most the agreed total (ES-PROF-08)."""
    full = (pack.squads.resistance, pack.squads.isc)
    if wish is not None and not isinstance(wish, Mapping):
        raise SetupError("squads are a mapping of side to character ids (ES-PROF-08)")
    cards = {card.id: card for card in pack.characters}
    found = []
    for side in (RESISTANCE, ISC):
        squad = tuple((wish or {}).get(SIDES[side], full[side]))
        if not squad:
            raise SetupError(f"the {SIDES[side]} squad is empty (ES-PROF-08)")
        if len(set(squad)) != len(squad):
            raise SetupError(f"the {SIDES[side]} squad names a character twice; each is unique (ES-PROF-08)")
        for name in squad:
            if name not in cards or cards[name].faction != SIDES[side]:
                raise SetupError(f"{name!r} is not a character of the {SIDES[side]} (ES-PROF-08)")
        rank = sum(cards[name].rank for name in squad)
        if rank_total is not None and rank > int(rank_total):
            raise SetupError(f"the {SIDES[side]} squad has rank {rank}, more than the agreed {rank_total} (ES-PROF-08)")
        found.append(squad)
    return tuple(found)


def _carry(pack: Pack, wish: Any, squads: tuple[tuple[str, ...], ...]) -> Carryover:
    if not wish:
        return Carryover()
    try:
        data = {
            key: tuple((str(name), what) for name, what in value) if isinstance(value, list | tuple) else value
            for key, value in wish.items()
        }
        carry = Carryover(**data)  # type: ignore[arg-type]  # any file may say anything: the types are looked at below
    except (TypeError, AttributeError, ValueError) as error:
        raise SetupError(f"broken campaign data: {error} (ES-CAMP-02)") from None
    if not _sound(pack, carry):
        raise SetupError("broken campaign data: numbers and names of equipment expected (ES-CAMP-02)")
    members = {name for squad in squads for name in squad}
    strangers = sorted({name for name, _ in (*carry.damage, *carry.kept)} - members)
    if strangers:
        raise SetupError(f"the campaign speaks of {strangers[0]!r}, who is in no squad (ES-CAMP-02)")
    return carry


def _sound(pack: Pack, carry: Carryover) -> bool:
    """Whether what a file says of a campaign is of the right kinds."""
    numbers = (carry.revolution, carry.more_equipment, carry.open_doors, carry.courier_damage, carry.terminal_difficulty)
    labels = (*(label for _, label in carry.kept), *([carry.gift] if carry.gift else []))
    return (
        all(isinstance(number, int) for number in (*numbers, carry.factory_radius, *(points for _, points in carry.damage)))
        and all(isinstance(label, str) for label in labels)
        and all(label in pack.tokens.equipment for label in labels)
    )
