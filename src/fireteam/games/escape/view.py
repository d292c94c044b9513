"""The view of a game of ESCAPE: all that a seat may know, as plain JSON data, enough to draw the table from."""

from __future__ import annotations

from typing import Any, TypedDict, cast

from fireteam.core.refusals import Modifier
from fireteam.games.escape.actions.movement import exits
from fireteam.games.escape.ground import Door, Ground
from fireteam.games.escape.show.pieces import scenery_of
from fireteam.games.escape.show.words import EVENT_NAMES
from fireteam.games.escape.state import ISC, OUT, RESISTANCE, SIDES, STATISTICS, STATUS, Character, State, Token
from fireteam.games.escape.table import Table
from fireteam.space.squares import bits

Place = list[int]
"""A square as [x, y]."""


class ReasonView(TypedDict):
    """One part of a number."""

    amount: int
    reason: str
    rule: str


class StatisticView(TypedDict):
    """A statistic: what the card says, what it is now and why, and how many actions of its kind are left (ES-PROF-02, ES-ROLL-05)."""

    base: int
    value: int
    left: int
    reasons: list[ReasonView]


class CarriedView(TypedDict):
    """A token on a character's card."""

    id: str
    kind: str
    label: str | None


class CharacterView(TypedDict):
    """A character with all that lies on its card."""

    id: str
    name: str
    mark: str
    side: str
    seat: int | None
    rank: int
    status: str
    square: Place | None
    damage: int
    life: int
    statistics: dict[str, StatisticView]
    skills: list[str]
    weapons: list[dict[str, Any]]
    activated: bool
    taken_out_turn: int | None
    carries: CarriedView | None
    courier: bool
    veteran_used: bool
    drill_broken: bool


class TokenView(TypedDict):
    """A token on the board; its label is null until somebody has turned it over (ES-OBJ-02, ES-EQT-03)."""

    id: str
    kind: str
    square: Place
    label: str | None


class DoorView(TypedDict):
    """A door and its state (ES-DOOR-01 to ES-DOOR-05); `lock` tells of an engaged lock also while the door is open."""

    id: str
    squares: list[Place]
    state: str
    lock: bool
    difficulty: int | None


class BoardView(TypedDict):
    """The board as it is now."""

    map: str
    width: int
    height: int
    areas: list[str]
    area_names: dict[str, dict[str, Any]]
    walls: list[dict[str, Any]]
    broken_walls: list[list[Place]]
    doors: list[DoorView]
    airlocks: list[dict[str, Any]]
    terminals: list[dict[str, Any]]
    exits: dict[str, list[int]]


def view(t: Table, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may know. Both seats know the same: what nobody has seen is in no state (ES-EQT-02)."""
    s, g = t.state, t.ground
    laid = s.scenario != ""
    return {
        "game": "escape",
        "seat": seat,
        "side": _side_of_seat(s, seat),
        "seats": [_side_of_seat(s, number) for number in (0, 1)],
        "scenario": _scenario(g) if laid else None,
        "turn": s.turn,
        "turns": g.turns if laid else None,
        "phase": s.phase,
        "event": {"number": s.event, "name": EVENT_NAMES[s.event]} if s.event else None,
        "dark": s.dark or None,
        "setup_winner": _side(s.setup_winner),
        "initiative": _side(s.initiative),
        "first": _side(s.first),
        "acting": _side(s.acting),
        "acting_seat": s.seats[s.acting] if s.acting >= 0 else None,
        "active": g.cards[s.active].id if s.active >= 0 else None,
        "called": g.cards[s.called].id if s.called >= 0 else None,
        "finished": [SIDES[side] for side in (RESISTANCE, ISC) if s.finished >> side & 1],
        "board": _board(t) if laid else None,
        "characters": [_character(t, c) for c in s.characters],
        "tokens": [_token(g, token) for token in s.tokens.values() if token.square >= 0],
        "revolution": s.revolution,
        "banked": {"resistance": s.banked_resistance, "isc": s.banked_isc},
        "hacked": [terminal.id for terminal in g.terminals if laid and s.hacked >> terminal.number & 1],
        "unseen": {"equipment": dict(s.bag), "objectives": dict(s.backs)},
        "result": _result(t),
    }


def _side(side: int) -> str | None:
    return SIDES[side] if side >= 0 else None


def _side_of_seat(s: State, seat: int | None) -> str | None:
    return SIDES[s.seats.index(seat)] if seat is not None and s.seats else None


def _scenario(g: Ground) -> dict[str, Any]:
    entry = g.scenario
    return {
        "id": entry.id,
        "number": entry.number,
        "name": entry.name,
        "victory": {
            "resistance": entry.victory.resistance,
            "isc": entry.victory.isc,
            "early_end": entry.victory.early_end,
            "otherwise": entry.victory.otherwise,
        },
        "specials": [{"id": special.id, "text": special.text} for special in entry.special],
    }


def _result(t: Table) -> dict[str, Any] | None:
    result = t.setting.result(t.state)
    if result is None:
        return None
    return {"winner": result.winner, "side": _side(t.state.winner), "reason": result.reason, "rule": result.rule}


# -- the board -----------------------------------------------------------------------------------------------------------


def _place(g: Ground, square: int) -> Place:
    return list(g.squares.place(square))


def _board(t: Table) -> BoardView:
    s, g, board = t.state, t.ground, t.ground.board
    squares, data = g.squares, g.pack.maps[g.scenario.map]
    area_of = board.area_of
    return {
        "map": board.title,
        "width": squares.width,
        "height": squares.height,
        "areas": ["".join(area_of[y * squares.width : (y + 1) * squares.width]) for y in range(squares.height)],
        "area_names": {
            code: {"name": area.name, "kind": area.kind, "tokens_allowed": area.tokens_allowed} for code, area in data.areas.items()
        },
        "walls": [
            {"squares": _edge(g, edge), "kind": "wall" if board.drillable >> edge & 1 else "reinforced"}
            for edge in bits(board.walls & ~s.broken)
        ],
        "broken_walls": [_edge(g, edge) for edge in bits(s.broken)],
        "doors": [_door(s, g, door) for door in board.doors],
        "airlocks": [
            {
                "id": airlock.id,
                "squares": [_place(g, square) for square in airlock.squares],
                "central": airlock.central,
                "hackable": airlock.id in g.hack_airlocks,
                "hacked": bool(s.unlocked_airlocks >> airlock.id & 1),
            }
            for airlock in board.airlocks.values()
        ],
        "terminals": [
            {
                "id": terminal.id,
                "square": _place(g, terminal.square),
                "difficulty": terminal.difficulty,
                "hacked": bool(s.hacked >> terminal.number & 1),
            }
            for terminal in g.terminals
        ],
        "exits": {SIDES[side]: list(exits(t, side)) for side in (RESISTANCE, ISC)},
    }


def _edge(g: Ground, edge: int) -> list[Place]:
    return [_place(g, square) for square in g.board.edge_squares[edge]]


def _door(s: State, g: Ground, door: Door) -> DoorView:
    lock = bool(s.locks & door.edge)
    return {
        "id": door.id,
        "squares": [_place(g, door.a), _place(g, door.b)],
        "state": "open" if s.opened & door.edge else "locked" if lock else "closed",
        "lock": lock,
        "difficulty": door.difficulty or None,
    }


# -- characters and tokens -----------------------------------------------------------------------------------------------


def _character(t: Table, c: Character) -> CharacterView:
    s, g, card = t.state, t.ground, t.card(c)
    token = t.carried(c)
    bases = (card.mvt, card.cbt, card.int)
    return {
        "id": card.id,
        "name": card.name,
        "mark": scenery_of(g).marks[c.index],
        "side": SIDES[c.side],
        "seat": s.seats[c.side] if s.seats else None,
        "rank": card.rank,
        "status": STATUS[c.status],
        "square": _place(g, c.square) if c.square >= 0 else None,
        "damage": c.damage,
        "life": card.life,
        "statistics": {
            name: {
                "base": bases[number],
                "value": c.value(number),
                "left": c.left(number),
                "reasons": [_reason(part) for part in t.value_parts(c, number)],
            }
            for number, name in enumerate(STATISTICS)
        },
        "skills": [f"{skill.name} {card.armor}" if skill.name == "Armor" else skill.name for skill in card.skills],
        "weapons": [{"name": weapon.name, "range": weapon.range, "power": weapon.power} for weapon in card.ranged],
        "activated": c.activated,
        "taken_out_turn": c.out_turn if c.status == OUT else None,
        "carries": {"id": token.id, "kind": token.kind, "label": token.label or None} if token is not None else None,
        "courier": s.courier == c.index,
        "veteran_used": c.veteran_used,
        "drill_broken": c.drill_broken,
    }


def _reason(part: Modifier) -> ReasonView:
    return cast(ReasonView, part._asdict())


def _token(g: Ground, token: Token) -> TokenView:
    return {"id": token.id, "kind": token.kind, "square": _place(g, token.square), "label": token.label or None}
