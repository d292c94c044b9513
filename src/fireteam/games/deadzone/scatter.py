"""Scatter, and which way is directly away (DZ-SCAT, DZ-AWAY)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.deadzone.dice import one_die
from fireteam.games.deadzone.geometry import COMPASS
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.state import NOWHERE
from fireteam.games.deadzone.table import Table
from fireteam.space.cubes.board import RING
from fireteam.space.cubes.steps import scattered

LANDS = 5
"""What the die of a partial floor needs (see DZ-SCAT-03)."""
EVEN = (1, 1, 1, 1, 5, 5, 5, 5)
"""Faces that are alike for that die."""


def scatter_die(t: Table, seat: int, about: str) -> Rule[tuple[int, int]]:
    """One die gives a direction: 1 is north, then clockwise (DZ-SCAT-01). Columns east and rows north."""
    (face,) = yield one_die(seat, topic("scatter of {what}", about))
    t.tell("scatters", "DZ-SCAT-01", what=about, face=face, way=COMPASS[face - 1])
    return scattered(face)


def lands_on(t: Table, seat: int, about: str, cube: int) -> Rule[bool]:
    """Whether something that falls lands on a floor: one that is there in part is met on 5+ (DZ-SCAT-03)."""
    if not t.board.half(cube):
        return True
    (face,) = yield one_die(seat, topic("half floor for {what}", about), EVEN)
    t.tell("half_floor", "DZ-SCAT-03", what=about, face=face, lands=face >= LANDS)
    return bool(face >= LANDS)


def drop_item(t: Table, seat: int, about: str, cube: int) -> Rule[int]:
    """Where something that scatters comes to lie: the next cube on the same level and down to a floor (DZ-SCAT-02),
    never up (DZ-SCAT-04); it always fits (DZ-SCAT-07), and bounces back (DZ-SCAT-05) from what blocks it completely
    (DZ-SCAT-09)."""
    east, north = yield from scatter_die(t, seat, about)
    if not t.steps.toss(cube, east, north).open:
        return cube
    landing = t.board.beside(cube, east, north)
    for floor in t.board.below(landing):
        landing = floor
        if (yield from lands_on(t, seat, about, floor)):
            break
    return landing


def drop_from_above(t: Table, seat: int, about: str, cube: int) -> Rule[int]:
    """Where something comes down that scatters from above: on the top of the next stack, whatever is between; off the
    board it is lost (DZ-SCAT-06)."""
    east, north = yield from scatter_die(t, seat, about)
    beside = t.board.beside(cube, east, north)
    return NOWHERE if beside < 0 else t.board.top(beside)


Way = tuple[int, int, int]
"""Columns east, rows north, levels up."""


def directions_away(t: Table, attacker: int, target: int) -> list[Way]:
    """Which ways are directly away (DZ-AWAY-02); in one cube any on the level, or any at all if the match says so
    (DZ-AWAY-01)."""
    if t.cube(attacker) != t.cube(target):
        return [(*way, 0) for way in t.sight.away(t.pose(attacker), t.pose(target)).ways]
    flat = [(*way, 0) for way in RING]  # who has just come in has no quarters yet: nobody may ask for its pose
    if t.house_rule("away_levels") == "same_level":
        return flat
    tilted = [(*way, up) for up in (1, -1) for way in ((0, 0), *RING)]
    return [*flat, *(way for way in tilted if t.board.beside(t.cube(target), *way) >= 0)]


def way_name(east: int, north: int, up: int) -> str:
    """What a way is called."""
    names = [COMPASS[RING.index((east, north))]] if east or north else []
    return ", ".join([*names, *(["up" if up > 0 else "down"] if up else [])])


def pick_away(t: Table, attacker: int, target: int) -> Rule[Way]:
    """The way that the attacker chooses, where there is a choice (see DZ-AWAY-01, DZ-AWAY-02)."""
    ways = directions_away(t, attacker, target)
    pick: Option = yield t.ask(
        t.player(attacker),
        topic("which way {who} is pushed", t.name(target)),
        lambda: [option("away", way_name(*way), args=way) for way in ways],
    )
    east, north, up = pick.args
    return east, north, up
