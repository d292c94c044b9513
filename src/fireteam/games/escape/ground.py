"""The ground of a match: scenario, map, cards and options compiled into what the rules look things up in. Never
changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.questions import Option, Roll
from fireteam.core.topics import topic
from fireteam.games.escape.cards import Card, Equipment, Ranged, card_of
from fireteam.games.escape.options import option_key, option_rules
from fireteam.games.escape.state import RESISTANCE, SIDES
from fireteam.space.squares import Squares, bits

if TYPE_CHECKING:
    from fireteam.games.escape.content.pack import Pack
    from fireteam.games.escape.content.parts import Map
    from fireteam.games.escape.content.scenarios import Scenario
    from fireteam.games.escape.windows import Skill

INDESTRUCTIBLE = "!=@"
WALLS = "|-" + INDESTRUCTIBLE


class Door(NamedTuple):
    """A door: an edge between two squares, with the difficulty of its lock (ES-DOOR-05)."""

    id: str
    edge: int
    """Its edge as a bit."""
    a: int
    b: int
    areas: tuple[str, str]
    locked: bool
    difficulty: int


class Airlock(NamedTuple):
    """An airlock: two access squares; it is none of the doors (ES-AIR-01, ES-AIR-02)."""

    id: int
    squares: tuple[int, ...]
    mask: int
    central: bool


class Terminal(NamedTuple):
    """A terminal of the scenario."""

    number: int
    id: str
    square: int
    difficulty: int


class Board:
    """A map, compiled once for all matches on it: which squares and doors are adjacent to a square, and which squares
    are its periphery (ES-TERM-01, ES-TERM-02)."""

    def __init__(self, data: Map) -> None:
        self.title = data.title
        squares = self.squares = Squares(data.width, data.height)
        grid = data.grid.split("\n")
        self.area_of = [grid[2 * y + 1][2 * x + 1] for y in range(data.height) for x in range(data.width)]
        self.area_names = {code: area.name for code, area in data.areas.items()}
        self.areas = {
            code: sum(1 << sq for sq in range(squares.count) if self.area_of[sq] == code) for code in data.areas
        }
        self.token_rooms = [code for code, area in data.areas.items() if area.tokens_allowed]
        self.central_room = data.central_room
        self.walls = self.drillable = 0
        self.edge_squares: dict[int, tuple[int, int]] = {}
        for here in range(squares.count):
            for there in bits(squares.adjacent[here] >> (here + 1) << (here + 1)):
                edge = squares.edge(here, there)
                self.edge_squares[edge] = (here, there)
                (x, y), (to_x, to_y) = squares.place(here), squares.place(there)
                mark = grid[y + to_y + 1][x + to_x + 1]
                if mark in WALLS:
                    self.walls |= 1 << edge
                    if mark not in INDESTRUCTIBLE:
                        self.drillable |= 1 << edge
        self.doors = [
            Door(
                door.id,
                1 << squares.edge(squares.square(*door.between[0]), squares.square(*door.between[1])),
                squares.square(*door.between[0]),
                squares.square(*door.between[1]),
                (self.area_of[squares.square(*door.between[0])], self.area_of[squares.square(*door.between[1])]),
                door.start == "locked",
                door.difficulty or 0,
            )
            for door in data.doors
        ]
        self.doors_at: list[tuple[int, ...]] = [
            tuple(n for n, door in enumerate(self.doors) if square in (door.a, door.b))
            for square in range(squares.count)
        ]
        self.door_squares = sum(1 << square for square in range(squares.count) if self.doors_at[square])
        self.airlocks = {
            airlock.id: Airlock(
                airlock.id,
                tuple(squares.square(*place) for place in airlock.squares),
                sum(1 << squares.square(*place) for place in airlock.squares),
                airlock.high_security,
            )
            for airlock in data.airlocks
        }
        self.airlock_at = [
            next((airlock.id for airlock in self.airlocks.values() if airlock.mask >> square & 1), 0)
            for square in range(squares.count)
        ]
        self.airlock_squares = sum(airlock.mask for airlock in self.airlocks.values())
        self.edges_of = squares.edges

        self.edge_names = {
            edge: f"{squares.name(here)}|{squares.name(there)}" for edge, (here, there) in self.edge_squares.items()
        }
        self.doors_of = {code: [n for n, door in enumerate(self.doors) if code in door.areas] for code in self.areas}

    def edge_name(self, edge: int) -> str:
        """An edge as people write it: its two squares."""
        return self.edge_names[edge]

    def door(self, name: str) -> Door:
        """A door by its id."""
        return next(door for door in self.doors if door.id == name)


class Carryover(NamedTuple):
    """What a campaign brings into a game (ES-CAMP-02)."""

    revolution: int = 0
    gift: str = ""
    """Equipment taken from the bag and given to an I.S.C. character."""
    more_equipment: int = 0
    damage: tuple[tuple[str, int], ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    """Characters that start with the equipment they left with."""
    open_doors: int = 0
    courier_damage: int = 0
    terminal_difficulty: int = 0
    factory_radius: int = 3


class Ground:
    """One scenario with its squads and options, as the rules look it up."""

    def __init__(
        self,
        pack: Pack,
        scenario: Scenario,
        board: Board,
        squads: tuple[tuple[str, ...], ...],
        options: Mapping[str, Any],
        carry: Carryover,
        skills: Mapping[str, Skill],
    ) -> None:
        self.pack = pack
        self.scenario = scenario
        self.board: Board = board
        self.squares = board.squares
        self.at: Callable[[int], str] = [
            board.squares.name(square) for square in range(board.squares.count)
        ].__getitem__
        """A square's name; looked up by every law, so it costs no call of ours."""
        self._reach: dict[int, list[int]] = {}
        self.carry = carry
        self.diagonals = options["distance_metric"] == "chebyshev"
        self.choose_after_event = options["first_player_choice"] == "after_event"
        self.blast_through_walls: bool = options["blast_through_walls"]
        self.scrambler_stops_area: bool = options["scrambler_stops_area"]
        self.handover_needs_sight: bool = options["objective_handover_los"]
        self.airlocks_are_doors: bool = options["airlocks_are_doors"]
        self.firewall_steps_only = options["firewall_actions"] == "steps"
        self.push_by_hand = options["push_in_attack"] == "hand_to_hand"
        self.dodger_rerolls_alone = options["late_dodge_rerolls"] == "dodger"
        self.objective_drop: bool = options["objective_drop"]
        self.look_on_own_square: bool = options["look_on_own_square"]
        self.corners_apart = options["corner_sight"] == "one_free_square"
        self.armless_receives: bool = options["armless_receives"]
        self.power_in_opposed: bool = options["power_in_opposed"]
        self.short_circuit_stays = options["short_circuit_lasts"] == "for_good"
        self.pick_up_when_active = options["pick_up"] == "own_activation"
        by_id = {card.id: card for card in pack.characters}
        members = [by_id[name] for side in squads for name in side]
        self.cards: list[Card] = [card_of(index, data, skills) for index, data in enumerate(members)]
        self.card_index = {card.id: card.index for card in self.cards}
        self.equipment: dict[str, Equipment] = {
            name: Equipment(name, data) for name, data in pack.equipment_data.items() if name != "crate"
        }
        crate = pack.equipment_data["crate"]
        self.crate = Ranged("crate", crate.range or 0, crate.power or 0)
        self.crate_penalty = Equipment("crate", crate).penalty
        self.bag = tuple((label, count) for label, count in pack.tokens.equipment.items())
        self.backs = tuple(
            (str(value), pack.tokens.crates.backs.count(value)) for value in sorted(set(pack.tokens.crates.backs))
        )
        self.appraiser: Any = None
        """Made by the appraisal when a bot first asks for it."""
        self._compile_scenario(pack, scenario, squads)
        self.fixtures = [
            bool(board.doors_at[square] or board.airlock_at[square] or self.terminals_at[square])
            for square in range(self.squares.count)
        ]
        """Squares with a door, an airlock or a terminal in reach."""
        self.dice: dict[tuple[int, str], Roll] = {}
        """One D6 for each seat and topic; there is only one of each, so that odds cost no new objects."""
        self._options: dict[tuple[Any, ...], Option] = {}
        self._steps: dict[int, tuple[Option, ...]] = {}
        self._lists: dict[tuple[str, int], tuple[Option, ...]] = {}
        self.action_topics = [topic("action of {who}", card.id) for card in self.cards]
        self.end = self.option("end")
        self.activate = [self.option("activate", card.index) for card in self.cards]
        self.pay_own = (self.option("pay_own"),)
        self.pay_topics = [
            [topic("{who} pays {statistic}", card.id, name) for name in ("Mvt", "Cbt", "Int")] for card in self.cards
        ]

    def _compile_scenario(self, pack: Pack, scenario: Scenario, squads: tuple[tuple[str, ...], ...]) -> None:
        board, carry, squares = self.board, self.carry, self.board.squares
        defaults = pack.scenario_defaults
        self.turns = scenario.turns
        in_use = scenario.objectives_in_use
        self.objectives = in_use if in_use is not None else defaults.objectives_in_use
        self.crates = scenario.crates
        self.equipment_count = min(
            scenario.equipment + carry.more_equipment,
            2 * len(board.token_rooms),
            sum(count for _, count in self.bag) - len(carry.kept) - (1 if carry.gift else 0),
        )
        self.deployment = (scenario.deployment.resistance, scenario.deployment.isc)
        self.deployment_order = scenario.deployment_order or defaults.deployment_order
        self.hack_door = scenario.hacking.locked_door or defaults.hacking.locked_door
        self.hack_terminal = scenario.hacking.terminal or defaults.hacking.terminal
        self.hack_airlocks = {entry.id: entry.difficulty for entry in scenario.hacking.airlock}
        self.terminals: list[Terminal] = [
            Terminal(index, entry.id, squares.square(*entry.square), entry.difficulty + carry.terminal_difficulty)
            for index, entry in enumerate(scenario.terminals)
        ]
        self.terminals_at: list[tuple[Terminal, ...]] = [
            tuple(
                entry for entry in self.terminals if (squares.adjacent[entry.square] | 1 << entry.square) >> square & 1
            )
            for square in range(squares.count)
        ]
        self.exits = (scenario.exits.resistance, scenario.exits.isc)
        self.factory_from = 1
        self.bank_by_leaving: dict[int, tuple[int, ...]] = {}
        self.bank_by_action: dict[int, tuple[int, ...]] = {}
        self.crate_forbidden: tuple[str, ...] = ()
        self.short_circuit_forbidden: tuple[str, ...] = ()
        self.quiet_events: tuple[int, ...] = ()
        self.tag_side = -1
        self.tag = ""
        self.tag_rank = 1
        for special in scenario.special:
            data = special.data
            if data.internal_factory is not None:
                self.factory_from = data.internal_factory.from_turn
            elif data.bank is not None:
                banks = self.bank_by_leaving if data.bank.by == "leaving" else self.bank_by_action
                banks[SIDES.index(data.bank.faction)] = data.bank.airlocks
            elif data.crate_forbidden_areas is not None:
                self.crate_forbidden = data.crate_forbidden_areas
            elif data.short_circuit_forbidden_rooms is not None:
                self.short_circuit_forbidden = data.short_circuit_forbidden_rooms
            elif data.event_override is not None:
                self.quiet_events = tuple(data.event_override)
            elif data.name_character is not None:
                self.tag_side = SIDES.index(data.name_character.faction)
                self.tag = data.name_character.tag
                self.tag_rank = data.name_character.min_rank
        self.squad_size = len(squads[RESISTANCE])
        self.squads = (slice(0, self.squad_size), slice(self.squad_size, None))
        """Where the characters of each side are among all."""
        self.full_squad = self.squad_size == len(pack.squads.resistance)
        self.victory = (scenario.victory_data.resistance, scenario.victory_data.isc)
        self.end_trigger = scenario.victory_data.end_trigger
        self.scaling = defaults.squad_scaling

    # -- names ---------------------------------------------------------------------------------------------------------

    def option(self, kind: str, *args: Any) -> Option:
        """The option of that kind and payload; there is only one of each, so that lists cost no new objects."""
        key = (kind, *args)
        option = self._options.get(key)
        if option is None:
            option = self._options[key] = Option(option_key(self, kind, args), kind, args, option_rules(kind))
        return option

    def square_options(self, kind: str, mask: int) -> tuple[Option, ...]:
        """One option for every square of a bitboard."""
        key = (kind, mask)
        options = self._lists.get(key)
        if options is None:
            if len(self._lists) > 20_000:
                self._lists.clear()
            options = self._lists[key] = tuple(self.option(kind, square) for square in bits(mask))
        return options

    def step_options(self, mask: int) -> tuple[Option, ...]:
        """The steps onto the squares of a bitboard; the list that is wanted most."""
        options = self._steps.get(mask)
        if options is None:
            options = self._steps[mask] = self.square_options("step", mask)
        return options

    def within(self, square: int, reach: int) -> int:
        """Squares at most so far away by the match's way of measuring (see ES-TERM-03)."""
        masks = self._reach.get(reach)
        if masks is None:
            masks = [self.squares.within(here, reach, diagonals=self.diagonals) for here in range(self.squares.count)]
            self._reach[reach] = masks
        return masks[square]

    def distance(self, a: int, b: int) -> int:
        """The distance by the match's way of measuring (ES-TERM-03)."""
        return self.squares.distance(a, b, diagonals=self.diagonals)

    def side_cards(self, side: int) -> Iterable[Card]:
        """The cards of a side."""
        return (card for card in self.cards if card.side == side)

    def base_int(self, side: int) -> int:
        """The Int sum of a whole squad (ES-SETUP-02)."""
        return sum(card.int for card in self.side_cards(side))
