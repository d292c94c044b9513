"""The state of a game of ESCAPE: plain slotted data; only the table's verbs write it."""

from __future__ import annotations

from typing import Any, NamedTuple

RESISTANCE, ISC = 0, 1
SIDES = ("resistance", "isc")

WAITING, BOARD, OUT, LEFT = 0, 1, 2, 3
STATUS = ("waiting", "on the board", "taken out", "left the board")

MOVEMENT, COMBAT, INTELLECT = 0, 1, 2
STATISTICS = ("Mvt", "Cbt", "Int")

CRATE, EQUIPMENT = "crate", "equipment"


class Token(NamedTuple):
    """A crate or a piece of equipment; what it is stays empty until somebody turns it over (ES-OBJ-02, ES-EQT-03)."""

    id: str
    kind: str
    label: str
    square: int
    """Where it lies; -1 while it is carried."""

    @property
    def objective(self) -> bool:
        """A crate that has been turned over is an Objective (ES-OBJ-01)."""
        return self.kind == CRATE and self.label != ""


Token.FIELDS = Token._fields  # type: ignore[attr-defined]


class Character:
    """One character of a squad: where it stands, what it suffers, what it has done this turn."""

    FIELDS = (
        "index", "side", "status", "square", "damage", "mvt", "cbt", "int", "used_mvt", "used_cbt", "used_int",
        "penalties", "activated", "holds", "veteran_used", "drilled", "drill_broken", "out_turn",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self, index: int, side: int, status: int, square: int, damage: int, mvt: int, cbt: int, int_: int,
        used_mvt: int, used_cbt: int, used_int: int, penalties: tuple[tuple[int, int, str], ...], activated: bool, holds: str,
        veteran_used: bool, drilled: bool, drill_broken: bool, out_turn: int,
    ) -> None:  # fmt: skip
        self.index = index
        self.side = side
        self.status = status
        self.square = square
        self.damage = damage
        self.mvt = mvt
        self.cbt = cbt
        self.int = int_
        self.used_mvt = used_mvt
        self.used_cbt = used_cbt
        self.used_int = used_int
        self.penalties = penalties
        self.activated = activated
        self.holds = holds
        self.veteran_used = veteran_used
        self.drilled = drilled
        self.drill_broken = drill_broken
        self.out_turn = out_turn

    def copy(self) -> Character:
        """A character of its own that equals this one."""
        other = Character.__new__(Character)
        other.index = self.index
        other.side = self.side
        other.status = self.status
        other.square = self.square
        other.damage = self.damage
        other.mvt = self.mvt
        other.cbt = self.cbt
        other.int = self.int
        other.used_mvt = self.used_mvt
        other.used_cbt = self.used_cbt
        other.used_int = self.used_int
        other.penalties = self.penalties
        other.activated = self.activated
        other.holds = self.holds
        other.veteran_used = self.veteran_used
        other.drilled = self.drilled
        other.drill_broken = self.drill_broken
        other.out_turn = self.out_turn
        return other

    @classmethod
    def load(cls, data: dict[str, Any]) -> Character:
        """A character from its dump."""
        fields = {name: data[name] for name in cls.FIELDS}
        penalties = tuple((statistic, amount, rule) for statistic, amount, rule in fields.pop("penalties"))
        return cls(int_=fields.pop("int"), penalties=penalties, **fields)

    def key(self) -> tuple[Any, ...]:
        """All that can differ between two moments of a game."""
        return (
            self.index, self.status, self.square, self.damage, self.mvt, self.cbt, self.int,
            self.used_mvt, self.used_cbt, self.used_int, self.penalties, self.activated, self.holds,
            self.veteran_used, self.drilled, self.drill_broken, self.out_turn,
        )  # fmt: skip

    def value(self, statistic: int) -> int:
        """The current value of a statistic (ES-ROLL-05)."""
        return self.mvt if statistic == MOVEMENT else self.cbt if statistic == COMBAT else self.int

    def used(self, statistic: int) -> int:
        """Actions of that kind already performed this turn (ES-PROF-03)."""
        return self.used_mvt if statistic == MOVEMENT else self.used_cbt if statistic == COMBAT else self.used_int

    def left(self, statistic: int) -> int:
        """Actions of that kind still to perform this turn: value less used, never below 0 (ES-PROF-02, ES-PROF-04, ES-MOVE-05)."""
        if statistic == MOVEMENT:
            left = self.mvt - self.used_mvt
        elif statistic == COMBAT:
            left = self.cbt - self.used_cbt
        else:
            left = self.int - self.used_int
        return left if left > 0 else 0


class State:
    """A whole position. Fields are written by the verbs of the table only."""

    FIELDS = (
        "scenario", "seats", "phase", "turn", "winner", "ending", "characters", "tokens", "made", "bag", "backs",
        "setup_winner", "initiative", "first", "acting", "active", "called", "bonus", "finished", "pilot", "sharing",
        "event", "dark", "occupied", "resistance", "isc", "lying", "shut", "opened", "locks", "broken", "unlocked_airlocks",
        "revolution", "hacked", "left_since_hack", "banked_resistance", "banked_isc", "courier", "placed",
    )  # fmt: skip
    __slots__ = FIELDS

    scenario: str
    """The scenario in play; empty until it has been chosen."""
    seats: tuple[int, ...]
    """The seat of each side; empty until the factions have been chosen."""
    phase: str
    turn: int
    winner: int
    """The side that won; -1: nobody (yet)."""
    ending: str
    """Why the game ended; empty while it goes on."""
    characters: list[Character]
    tokens: dict[str, Token]
    made: int
    """How many things were made in play: the counter that gives them their ids."""
    bag: tuple[tuple[str, int], ...]
    """Equipment that nobody has seen yet, in the bag or face down on the board."""
    backs: tuple[tuple[str, int], ...]
    """Objective values that nobody has seen yet."""
    setup_winner: int
    initiative: int
    first: int
    """The side that starts this turn."""
    acting: int
    """The side whose activation is next or under way."""
    active: int
    """The active character; -1 between activations."""
    called: int
    """The character a Radio calls; -1: nobody."""
    bonus: int
    """Interference: 1 until the Resistance has made its first activation, 2 while it may make the second."""
    finished: int
    """Sides that want no more activations this turn, as bits."""
    pilot: int
    """The Pilot whose actions the active Robot uses; -1: none yet."""
    sharing: bool
    """Whether the active character is passing over an occupied square (Firewall)."""
    event: int
    dark: str
    """The area in Black-out; empty: none."""
    occupied: int
    resistance: int
    isc: int
    lying: int
    """Squares with a token on them."""
    shut: int
    """Edges that block: walls and shut doors."""
    opened: int
    """Edges of open doors."""
    locks: int
    """Edges of doors whose lock is engaged."""
    broken: int
    """Edges of walls that were destroyed."""
    unlocked_airlocks: int
    revolution: int
    hacked: int
    left_since_hack: int
    banked_resistance: int
    banked_isc: int
    courier: int
    placed: int
    """Tokens or characters placed in the set-up step under way."""

    def __init__(self, **fields: Any) -> None:
        for name in self.FIELDS:
            setattr(self, name, fields[name])

    def copy(self, characters: list[Character]) -> State:
        """A state of its own over these characters. Straight-line: this is the cost of every checkpoint and fork."""
        other = State.__new__(State)
        other.scenario = self.scenario
        other.seats = self.seats
        other.phase = self.phase
        other.turn = self.turn
        other.winner = self.winner
        other.ending = self.ending
        other.characters = characters
        other.tokens = self.tokens.copy()
        other.made = self.made
        other.bag = self.bag
        other.backs = self.backs
        other.setup_winner = self.setup_winner
        other.initiative = self.initiative
        other.first = self.first
        other.acting = self.acting
        other.active = self.active
        other.called = self.called
        other.bonus = self.bonus
        other.finished = self.finished
        other.pilot = self.pilot
        other.sharing = self.sharing
        other.event = self.event
        other.dark = self.dark
        other.occupied = self.occupied
        other.resistance = self.resistance
        other.isc = self.isc
        other.lying = self.lying
        other.shut = self.shut
        other.opened = self.opened
        other.locks = self.locks
        other.broken = self.broken
        other.unlocked_airlocks = self.unlocked_airlocks
        other.revolution = self.revolution
        other.hacked = self.hacked
        other.left_since_hack = self.left_since_hack
        other.banked_resistance = self.banked_resistance
        other.banked_isc = self.banked_isc
        other.courier = self.courier
        other.placed = self.placed
        return other

    def dump(self) -> dict[str, Any]:
        """The state as plain JSON data, for saves."""
        data = {name: getattr(self, name) for name in self.FIELDS}
        data["characters"] = [{name: getattr(c, name) for name in Character.FIELDS} for c in self.characters]
        data["tokens"] = [list(token) for token in self.tokens.values()]
        return data

    @classmethod
    def load(cls, data: dict[str, Any]) -> State:
        """A state from its dump."""
        fields = dict(data)
        texts = ("scenario", "phase", "ending", "dark")
        lists = ("seats", "characters", "tokens", "bag", "backs")
        for name in cls.FIELDS:
            kind = str if name in texts else list if name in lists else int
            if not isinstance(data[name], kind):
                raise ValueError(f"{name!r} is {data[name]!r}")
        fields["seats"] = tuple(data["seats"])
        fields["bag"] = tuple((label, count) for label, count in data["bag"])
        fields["backs"] = tuple((label, count) for label, count in data["backs"])
        fields["tokens"] = {token[0]: Token(*token) for token in data["tokens"]}
        fields["characters"] = [Character.load(entry) for entry in data["characters"]]
        return cls(**fields)
