"""The state of a game of Kill Team: plain slotted data; only the table's verbs write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

RESERVE, KILLZONE, REMOVED = 0, 1, 2
STATUS = ("not set up", "in the killzone", "removed")

CONCEAL, ENGAGE = 0, 1
ORDERS = ("conceal", "engage")

READY, ACTIVE, EXPENDED = 0, 1, 2
READINESS = ("ready", "active", "expended")

SCOPES = ("sequence", "action", "activation", "next activation", "activation under way", "turning point", "carrying", "battle")
"""How long an effect lasts. "next activation": to the end of the activation that begins after it was laid on (KT-WR-26);
"activation under way": to the end of the one under way when it was laid on, whoever's that is (KT-GUARD-05)."""

NOBODY = -1


class Effect(NamedTuple):
    """Something laid on an operative or a side for a while: a changed stat, a token, a gained rule, a ban."""

    name: str
    what: str
    """What it changes: apl, move, save, hit, atk, rule, token, forbid, allow, ..."""
    amount: int
    until: str
    """One of SCOPES."""
    source: str
    """The rule, ploy, ability or equipment it comes from."""


class Marker(NamedTuple):
    """A marker: lies at its spot, in hundredths of an inch, or is carried (KT-PICK-01, KT-MARK-06)."""

    id: str
    kind: str
    seat: int
    """Its owner; NOBODY: a marker of the mission."""
    x: int
    y: int
    z: int
    carrier: int
    """The operative that carries it; NOBODY: it lies."""
    until: str
    """How long it stays; empty: to the end of the battle."""
    tags: tuple[str, ...]


class Piece(NamedTuple):
    """A piece of equipment that stands in the killzone; its parts come from its kind, moved and turned."""

    id: str
    kind: str
    seat: int
    x: int
    y: int
    z: int
    turned: int
    """Degrees, counter-clockwise."""


class Sequence(Protocol):
    """The record of an action, a shooting or a fighting sequence under way; it goes on from here, and from here alone."""

    kind: str

    def copy(self) -> Sequence:
        """A record of its own that equals this one."""

    def key(self) -> tuple[Any, ...]:
        """Everything the rest of the sequence depends on."""

    def dump(self) -> dict[str, Any]:
        """The record as plain JSON data."""


class Operative:
    """One operative: where it stands, what it suffers, what it has done."""

    FIELDS = (
        "index", "name", "seat", "card", "status", "x", "y", "z", "order", "readiness", "wounds", "ap", "actions", "weapons", "activation",
        "counteracted", "guard", "carries", "effects", "uses", "tags",
    )  # fmt: skip
    __slots__ = (*FIELDS, "body")

    body: Any
    """Where it stands as a body on the plane; None until somebody asks. It follows from the rest, so no save holds it."""

    def __init__(
        self, index: int, name: str, seat: int, card: int, status: int, x: int, y: int, z: int, order: int, readiness: int, wounds: int,
        ap: int, actions: tuple[str, ...], weapons: tuple[str, ...], activation: tuple[str, ...], counteracted: bool, guard: bool,
        carries: tuple[str, ...], effects: tuple[Effect, ...], uses: tuple[tuple[str, int], ...], tags: tuple[str, ...],
    ) -> None:  # fmt: skip
        self.index = index
        self.name = name
        """Its id: that of its card, with a number where a side has several of them."""
        self.seat = seat
        self.card = card
        """The number of its datacard in the setting."""
        self.status = status
        self.x = x
        self.y = y
        self.z = z
        """Where its base stands, in hundredths of an inch."""
        self.order = order
        self.readiness = readiness
        self.wounds = wounds
        """Wounds that remain; 0: incapacitated (KT-DMG-02)."""
        self.ap = ap
        """Action points spent in the activation under way (KT-ACT-01)."""
        self.actions = actions
        """Actions performed in the activation, counteraction or interrupt under way (KT-ACT-02)."""
        self.weapons = weapons
        """Weapons used in it (KT-WR-09)."""
        self.activation = activation
        """Actions performed in its activation of this turning point."""
        self.counteracted = counteracted
        self.guard = guard
        self.carries = carries
        """The ids of the markers it carries (KT-PICK-02)."""
        self.effects = effects
        self.uses = uses
        """How often each Limited weapon was used (KT-WR-13)."""
        self.tags = tags
        """What the ops of the mission have marked it with."""
        self.body = None

    def copy(self) -> Operative:
        """An operative of its own that equals this one."""
        other = Operative.__new__(Operative)
        other.index = self.index
        other.name = self.name
        other.seat = self.seat
        other.card = self.card
        other.status = self.status
        other.x = self.x
        other.y = self.y
        other.z = self.z
        other.order = self.order
        other.readiness = self.readiness
        other.wounds = self.wounds
        other.ap = self.ap
        other.actions = self.actions
        other.weapons = self.weapons
        other.activation = self.activation
        other.counteracted = self.counteracted
        other.guard = self.guard
        other.carries = self.carries
        other.effects = self.effects
        other.uses = self.uses
        other.tags = self.tags
        other.body = self.body
        return other

    @property
    def incapacitated(self) -> bool:
        """No wounds remain; it stays in place until the action is over (KT-DMG-02, KT-DMG-06)."""
        return self.wounds <= 0

    def key(self, *, exact: bool = True) -> tuple[Any, ...]:
        """All that can differ between two moments of a game; if not `exact`, of its wounds only whether any are left."""
        return (
            self.index, self.wounds if exact else self.wounds > 0, self.status, self.effects, self.x, self.y, self.z, self.order,
            self.readiness, self.ap, self.actions, self.weapons, self.activation, self.counteracted, self.guard, self.carries, self.uses,
            self.tags,
        )  # fmt: skip

    def dump(self) -> dict[str, Any]:
        """The operative as plain JSON data."""
        return {name: getattr(self, name) for name in self.FIELDS}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Operative:
        """An operative from its dump."""
        fields = {name: data[name] for name in cls.FIELDS}
        for name in ("actions", "weapons", "activation", "carries", "tags"):
            fields[name] = tuple(fields[name])
        fields["effects"] = tuple(Effect(*entry) for entry in fields["effects"])
        fields["uses"] = tuple((weapon, count) for weapon, count in fields["uses"])
        return cls(**fields)


class State:
    """A whole position. Fields are written by the verbs of the table only; every container but `operatives` and
    `sequences` is replaced, never changed, so that states may share it."""

    FIELDS = (
        "phase", "turning_point", "initiative", "acting", "active", "passed", "activations", "operatives", "sequences", "zones", "crit_op",
        "cp", "vp", "scored", "ploys", "used", "deeds", "points", "standing", "markers", "pieces", "hatches", "gone", "selections",
        "settled", "revealed", "kills", "judged", "made", "interrupted", "winner", "ending",
    )  # fmt: skip
    __slots__ = FIELDS

    phase: str
    turning_point: int
    initiative: int
    """The seat with initiative (KT-BASE-11); NOBODY before the first roll-off."""
    acting: int
    """The seat whose activation, gambit or placement is next or under way."""
    active: int
    """The operative that acts; NOBODY between activations."""
    passed: int
    """Passes in a row in the window under way."""
    activations: int
    """How many activations of the battle have begun; counteractions are none (KT-CTR-07)."""
    operatives: list[Operative]
    sequences: list[Sequence]
    """The actions under way with their shooting and fighting sequences, the innermost last."""
    zones: tuple[int, ...]
    """The drop zone and territory of each seat: 0 is A, 1 is B; empty until they are picked (KT-OPS-02)."""
    crit_op: str
    """The crit op of the battle (KT-OPS-01)."""
    cp: tuple[int, int]
    """Command points of each seat (KT-PLOY-01)."""
    vp: tuple[tuple[str, int, int], ...]
    """Victory points by (op, seat, points)."""
    scored: tuple[tuple[str, int, int, int], ...]
    """The score sheet: (op and scoring, seat, turning point, points)."""
    ploys: tuple[tuple[str, int], ...]
    """Ploys used in this turning point, with the seat (KT-PLOY-04)."""
    used: tuple[tuple[str, int, int, int, int], ...]
    """Every use of something with a limit: (entry, seat, operative or NOBODY, turning point, activation)."""
    deeds: tuple[tuple[str, int, int, str, int], ...]
    """Every mission action of an op: (action, seat, operative, target, turning point)."""
    points: tuple[tuple[str, int, int], ...]
    """Op points that lie on objectives: (objective, seat, points)."""
    standing: tuple[tuple[int, Effect], ...]
    """Effects in force for a whole side."""
    markers: dict[str, Marker]
    pieces: dict[str, Piece]
    """Equipment that stands in the killzone."""
    hatches: frozenset[str]
    """The hatches that are open."""
    gone: frozenset[str]
    """Terrain parts that were removed."""
    selections: tuple[tuple[int, str, str], ...]
    """What each seat has selected, secret until revealed: (seat, what, choice)."""
    settled: tuple[tuple[int, str], ...]
    """What is done in the set-up: items set up or left out, choices made, what scouting gave and was used: (seat, what)."""
    revealed: tuple[tuple[int, str], ...]
    """Selections that everybody may know: (seat, what)."""
    kills: tuple[tuple[int, int, int], ...]
    """Who incapacitated whom in which turning point: (killer or NOBODY, victim, turning point)."""
    judged: int
    """For how many of the kills the ops have been scored."""
    made: int
    """How many things were made in play: the counter that gives them their ids."""
    interrupted: bool
    """Whether the activation under way has been interrupted by an operative on guard (KT-GUARD-03)."""
    winner: int
    """The seat that won; NOBODY: a draw, or not over yet."""
    ending: str
    """Why the game ended; empty while it goes on."""

    def __init__(self, **fields: Any) -> None:
        for name in self.FIELDS:
            setattr(self, name, fields[name])

    def copy(self) -> State:
        """A state of its own over the same operatives: whoever writes one copies it first. Straight-line: the cost of every fork."""
        other = State.__new__(State)
        other.phase = self.phase
        other.turning_point = self.turning_point
        other.initiative = self.initiative
        other.acting = self.acting
        other.active = self.active
        other.passed = self.passed
        other.activations = self.activations
        other.operatives = self.operatives[:]
        other.sequences = [record.copy() for record in self.sequences]
        other.zones = self.zones
        other.crit_op = self.crit_op
        other.cp = self.cp
        other.vp = self.vp
        other.scored = self.scored
        other.ploys = self.ploys
        other.used = self.used
        other.deeds = self.deeds
        other.points = self.points
        other.standing = self.standing
        other.markers = self.markers
        other.pieces = self.pieces
        other.hatches = self.hatches
        other.gone = self.gone
        other.selections = self.selections
        other.settled = self.settled
        other.revealed = self.revealed
        other.kills = self.kills
        other.judged = self.judged
        other.made = self.made
        other.interrupted = self.interrupted
        other.winner = self.winner
        other.ending = self.ending
        return other

    @property
    def turn(self) -> int:
        """The turning point, as every game counts its turns."""
        return self.turning_point

    def scalars(self) -> tuple[Any, ...]:
        """All but operatives and sequences, for keys."""
        return (
            self.phase, self.turning_point, self.initiative, self.acting, self.active, self.passed, self.activations, self.zones,
            self.crit_op, self.cp, self.vp, self.scored, self.ploys, self.used, self.deeds, self.points, self.standing,
            tuple(self.markers.values()), tuple(self.pieces.values()), self.hatches, self.gone, self.selections, self.settled,
            self.revealed, self.kills, self.judged, self.made, self.interrupted, self.winner, self.ending,
        )  # fmt: skip

    def dump(self) -> dict[str, Any]:
        """The state as plain JSON data, for saves."""
        data = {name: getattr(self, name) for name in self.FIELDS}
        data["operatives"] = [operative.dump() for operative in self.operatives]
        data["sequences"] = [{"kind": record.kind, **record.dump()} for record in self.sequences]
        data["markers"] = [list(marker) for marker in self.markers.values()]
        data["pieces"] = [list(piece) for piece in self.pieces.values()]
        data["hatches"] = sorted(self.hatches)
        data["gone"] = sorted(self.gone)
        return data

    @classmethod
    def load(cls, data: Mapping[str, Any], records: Callable[[Mapping[str, Any]], Sequence]) -> State:
        """A state from its dump; `records` makes a sequence from its own."""
        fields = {name: data[name] for name in cls.FIELDS}
        for name in ("phase", "ending"):
            if not isinstance(fields[name], str):
                raise ValueError(f"{name!r} is {fields[name]!r}")
        fields["operatives"] = [Operative.load(entry) for entry in data["operatives"]]
        fields["sequences"] = [records(entry) for entry in data["sequences"]]
        fields["cp"] = (data["cp"][0], data["cp"][1])
        fields["zones"] = tuple(data["zones"])
        for name in ("vp", "scored", "ploys", "used", "deeds", "points", "selections", "settled", "revealed", "kills"):
            fields[name] = tuple(tuple(entry) for entry in data[name])
        fields["standing"] = tuple((seat, Effect(*effect)) for seat, effect in data["standing"])
        markers = [Marker._make([*entry[:-1], tuple(entry[-1])]) for entry in data["markers"]]
        fields["markers"] = {marker.id: marker for marker in markers}
        fields["pieces"] = {entry[0]: Piece(*entry) for entry in data["pieces"]}
        fields["hatches"] = frozenset(data["hatches"])
        fields["gone"] = frozenset(data["gone"])
        return cls(**fields)


def blank(**given: Any) -> State:
    """A state in which nothing has happened yet, but for the fields given."""
    fields: dict[str, Any] = {
        "phase": "setup", "turning_point": 0, "initiative": NOBODY, "acting": NOBODY, "active": NOBODY, "passed": 0,
        "activations": 0, "operatives": [], "sequences": [], "zones": (), "crit_op": "", "cp": (0, 0), "vp": (), "scored": (), "ploys": (),
        "used": (), "deeds": (), "points": (), "standing": (), "markers": {}, "pieces": {}, "hatches": frozenset(), "gone": frozenset(),
        "selections": (), "settled": (), "revealed": (), "kills": (), "judged": 0, "made": 0, "interrupted": False, "winner": NOBODY,
        "ending": "",
    }  # fmt: skip
    return State(**{**fields, **given})
