"""Where one Movement action leads from a square, and whether a free square is in reach (rulebook 6.b, 6.c, VIII)."""

from __future__ import annotations

from fireteam.games.escape.state import ISC, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.windows import Skill
from fireteam.space.squares import bits


def around(t: Table, c: Character, square: int) -> int:
    """The squares that one Movement action could reach from a square if nothing were in the way (see ES-SKILL-08)."""
    return (t.ground.squares.periphery if t.hooks(c, Skill.moves_diagonally) else t.ground.squares.adjacent)[square]


def moves_from(t: Table, c: Character, square: int) -> int:
    """The squares that one Movement action of a character may lead to from a square, obstacles considered, characters
    not; skills that widen it work together (see ES-SKILL-08, ES-SKILL-11)."""
    squares, near = t.ground.squares, around(t, c, square)
    if t.hooks(c, Skill.ignores_walls):
        return near
    found = squares.steps(square, t.state.shut)
    for diagonal in bits(near & ~squares.adjacent[square]):
        if t.accessible(square, diagonal):
            found |= 1 << diagonal
    return found


def free_within(t: Table, c: Character, square: int, actions: int) -> bool:
    """Firewall: whether a free square can be reached from an occupied one with so many actions, the way the character
    moves; where it may do more than step, a door is opened for one of them (ES-EVT-08)."""
    s = t.state
    occupied = s.occupied & ~(1 << c.square) if c.square >= 0 and not s.sharing else s.occupied
    reached = [0] * (actions + 3)
    reached[0] = 1 << square
    seen = 0
    for spent in range(actions):
        for here in bits(reached[spent] & ~seen):
            reached[spent + 1] |= moves_from(t, c, here)
            if not t.ground.firewall_steps_only:
                reached[spent + 2] |= _behind_doors(t, c, here)
        if reached[spent + 1] & ~occupied:
            return True
        seen |= reached[spent]
    return False


def _behind_doors(t: Table, c: Character, square: int) -> int:
    """The squares behind the shut doors of a square that a character could open."""
    s, found = t.state, 0
    for number in t.ground.board.doors_at[square]:
        door = t.ground.board.doors[number]
        if s.shut & door.edge and (c.side == ISC or not s.locks & door.edge):
            found |= 1 << (door.b if door.a == square else door.a)
    return found
