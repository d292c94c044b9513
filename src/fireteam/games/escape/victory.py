"""Victory conditions and the result of a game (rulebook 6.d, 6.e; ES-END-02, ES-RES-01, ES-RES-02)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fireteam.games.escape.scaling import scaled
from fireteam.games.escape.state import BOARD, ISC, LEFT, OUT, RESISTANCE, SIDES, Character
from fireteam.games.escape.table import Table

if TYPE_CHECKING:
    from fireteam.games.escape.content.scenarios import Bounds, Condition, InRoom


def judge(t: Table) -> tuple[int, str, str] | None:
    """At the end of a turn: the winner (-1: a draw), how it ended, and the rule; None if the game goes on
    (ES-END-02, ES-RES-01, ES-RES-02)."""
    won = [side for side in (RESISTANCE, ISC) if holds(t, t.ground.victory[side])]
    last_turn = t.state.turn >= t.ground.turns
    nobody_left = not t.exists(RESISTANCE)
    trigger = t.ground.end_trigger
    fulfilled = holds(t, trigger) if trigger is not None else bool(won)
    if not (last_turn or nobody_left or fulfilled):
        return None
    if len(won) == 1:
        return won[0], "victory", "ES-RES-01"
    return -1, "both" if won else "nobody", "ES-RES-02"


def holds(t: Table, condition: Condition) -> bool:
    """Whether a victory condition of the pack holds now."""
    return _CONDITIONS[condition.kind](t, condition.value)


def parts_of(condition: Condition) -> list[Condition]:
    """A condition and all conditions within it."""
    inner = condition.value if condition.kind in ("all_of", "any_of") else ()
    return [condition, *(part for one in inner for part in parts_of(one))]


def _within(number: int, bounds: Bounds) -> bool:
    return (bounds.min is None or number >= bounds.min) and (bounds.max is None or number <= bounds.max)


def _count(t: Table, faction: str, status: int) -> int:
    side = SIDES.index(faction)
    return sum(c.side == side and c.status == status for c in t.state.characters)


def _scaled(t: Table, formula: Any, written: int) -> int:
    """Numbers of a scenario shrink for a Resistance squad built by rank (ES-PROF-08)."""
    return written if t.ground.full_squad else scaled(formula, t.ground.squad_size, written)


def _banked(t: Table, faction: str) -> int:
    return t.state.banked_isc if faction == "isc" else t.state.banked_resistance


def _banked_points(t: Table, points: Any) -> bool:
    if points.any_side:
        return any(_within(_banked(t, faction), points) for faction in SIDES)
    return _within(_banked(t, points.faction), points)


def _banked_lead(t: Table, faction: str) -> bool:
    lead = _banked(t, "resistance") - _banked(t, "isc")
    return lead > 0 if faction == "resistance" else lead < 0


def counts_in_room(t: Table, wish: InRoom, c: Character) -> bool:
    """Whether a character is one of those that a condition counts in a room."""
    inside = c.status == BOARD and t.ground.board.areas[wish.room] >> c.square & 1 == 1
    return inside and SIDES[c.side] == wish.faction


def _in_room(t: Table, wish: Any) -> bool:
    number = sum(counts_in_room(t, wish, c) for c in t.state.characters)
    least = _scaled(t, t.ground.scaling.in_room_min, wish.min) if wish.min else wish.min
    return (least is None or number >= least) and (wish.max is None or number <= wish.max)


def _tagged(t: Table, status: int) -> bool:
    courier = t.state.courier
    return courier >= 0 and t.state.characters[courier].status == status


_CONDITIONS: dict[str, Callable[[Table, Any], bool]] = {
    "all_of": lambda t, parts: all(holds(t, part) for part in parts),
    "any_of": lambda t, parts: any(holds(t, part) for part in parts),
    "terminals_hacked": lambda t, bounds: _within(t.state.hacked.bit_count(), bounds),
    "on_board": lambda t, wish: _count(t, wish.faction, BOARD) >= wish.min,
    "all_taken_out": lambda t, faction: all(c.status == OUT for c in t.state.characters if SIDES[c.side] == faction),
    "none_left": lambda t, faction: not t.exists(SIDES.index(faction)),
    "turn_ended": lambda t, turn: t.state.turn >= turn,
    "turn_at_least": lambda t, turn: t.state.turn >= turn,
    "left_board": lambda t, wish: (
        _count(t, wish.faction, LEFT) >= _scaled(t, t.ground.scaling.left_board_min, wish.min)
    ),
    "taken_out_count": lambda t, wish: (
        _count(t, wish.faction, OUT) >= _scaled(t, t.ground.scaling.taken_out_min, wish.min)
    ),
    "banked": _banked_points,
    "banked_lead": _banked_lead,
    "in_room": _in_room,
    "left_board_after_last_hack": lambda t, wish: t.state.left_since_hack >= wish.min,
    "left_board_tag": lambda t, _: _tagged(t, LEFT),
    "taken_out_tag": lambda t, _: _tagged(t, OUT),
}
