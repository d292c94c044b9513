"""What a piece or marker of equipment stands on and against, and what it must be clear of (KT-VER-04, KT-VER-05)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from fireteam.core.refusals import Why, need
from fireteam.games.killteam.content.terrain import ACCESSIBLE, BLOCKING, VANTAGE
from fireteam.games.killteam.equipment.pieces import EQUIPMENT, version
from fireteam.games.killteam.positions import body_of, in_killzone, lying
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.plane.outlines import Thing, body_in, middle_in, parts_in
from fireteam.space.plane.measure import beyond
from fireteam.space.plane.model import INCH, TOUCH

if TYPE_CHECKING:
    from fireteam.games.killteam.content.equipment import Clearance


def touched(t: Table, thing: Thing) -> list[int]:
    """The numbers of the solid parts of terrain that it stands against (see KT-GEO-14)."""
    board = t.board
    solid = [number for number in board.active if not board.flags[number] & BLOCKING]
    return [number for number in solid if thing.to_part(board, number, 0) <= TOUCH + 1e-9]


def supported(t: Table, thing: Thing, z: int, rule: str, why: Why) -> bool:
    """Whether the whole of a piece has the floor or one Vantage surface under it (KT-GEO-13)."""
    if z == 0:
        return True  # the floor is everywhere, and what stands on it is overlapped
    surfaces = t.ground.surfaces
    rests = all(z in surfaces(*corner) for polygon, low, _ in thing.parts if low == z for corner in polygon)
    return need(why, rests, rule, 'there is a surface at {:.2f}" under all of it', z / INCH)


def blocked(t: Table, thing: Thing, but: int = NOBODY) -> Iterator[tuple[str, str, str]]:
    """What stands where a piece would: rule, text, and its name (KT-MARK-01, see KT-GEO-13 and KT-BASE-01)."""
    for prism in thing.parts:
        for shape in parts_in(t.ground, prism, thing.slack):
            yield "KT-GEO-13", "it overlaps no terrain: {}", shape.id
        for who in in_killzone(t):
            if who != but and body_in(prism, body_of(t, who)):
                yield "KT-BASE-01", "it overlaps no base: {}", t.name(who)
        for marker in t.state.markers.values():
            if marker.carrier == NOBODY and middle_in(prism, lying(marker)):
                yield "KT-MARK-01", "it stands on no marker: {}", marker.id


def stands_free(t: Table, thing: Thing, why: Why, but: int = NOBODY) -> bool:
    """Whether a piece overlaps no terrain, no base but one, and stands on no marker (KT-GEO-13, KT-MARK-01,
    see KT-BASE-01)."""
    for rule, text, found in blocked(t, thing, but):
        return need(why, False, rule, text, found, at=(found,))
    return True


# -- clear of others ---------------------------------------------------------------------------------------------------


def clear(t: Table, thing: Thing, clearance: Clearance, rule: str, why: Why) -> bool:
    """Whether it is more than so many inches from all that this version names (KT-VER-04, KT-VER-05)."""
    inches = clearance.inches
    for what in clearance.of[version(t.setting)]:
        if what == "accessible_terrain" and any(allows(t) for allows in t.windows[Supplement.equipment_on_vantage]):
            continue  # allowed in this killzone (KT-BHETA-06)
        for name, far in _near(t, thing, what, inches):
            if not beyond(far, inches):
                return need(
                    why,
                    False,
                    rule,
                    'more than {}" from {}: {} is {:.2f}" away',
                    inches,
                    WORDS[what],
                    name,
                    far,
                    at=(name,),
                )
        need(why, True, rule, 'more than {}" from {}', inches, WORDS[what])
    return True


def kept_clear(t: Table, clearance: Clearance) -> Iterator[int]:
    """The numbers of the parts that it must be clear of, markers left aside (see KT-VER-04)."""
    for what in clearance.of[version(t.setting)]:
        free = what == "accessible_terrain" and any(allows(t) for allows in t.windows[Supplement.equipment_on_vantage])
        if what != "markers" and not free:
            yield from _of_sort(t, what)


WORDS = {
    "equipment_terrain": "other equipment terrain",
    "markers": "other markers",
    "access_points": "access points",
    "doors": "doors",
    "accessible_terrain": "Accessible terrain",
}
"""What things must be clear of, in words."""


def _near(t: Table, thing: Thing, what: str, inches: int) -> Iterable[tuple[str, float]]:
    """The things of a sort, with their distances; what is farther away may be given as infinite."""
    if what == "markers":
        for marker in t.state.markers.values():
            if marker.carrier == NOBODY:
                yield marker.id, thing.to_spot(t.board, lying(marker), inches)
        return
    board = t.board
    for number in _of_sort(t, what):
        yield board.parts[number].id, thing.to_part(board, number, inches)


def _of_sort(t: Table, what: str) -> tuple[int, ...]:
    """The numbers of the parts of a sort, worked out once for a board."""
    board = t.board
    kept = board.memo.get(f"sort {what}")
    if not isinstance(kept, tuple):
        kept = board.memo[f"sort {what}"] = tuple(number for number in board.active if _is(t, number, what))
    return kept


def _is(t: Table, number: int, what: str) -> bool:
    board = t.board
    part, flags = board.parts[number], board.flags[number]
    if what == "equipment_terrain":
        return board.features[board.feature[number]].kind == EQUIPMENT
    if what == "access_points":
        # The leaf of an open hatchway is Wall, and no access point.
        return bool(part.hatch) and (part.open is False or bool(flags & ACCESSIBLE))
    accessible = bool(flags & ACCESSIBLE)
    return accessible if what == "accessible_terrain" else accessible and not part.hatch and not flags & VANTAGE
