"""What is near a thing that is put down in the killzone, and what stands in its way (KT-GEO-03, KT-GEO-12,
KT-GEO-13)."""

from __future__ import annotations

from collections.abc import Iterator

from fireteam.games.killteam.content.terrain import BLOCKING
from fireteam.games.killteam.positions import body_of, in_killzone, lying
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.outlines import Thing, body_in, middle_in, parts_in
from fireteam.space.plane.model import TOUCH


def touched(t: Table, thing: Thing) -> list[int]:
    """The numbers of the solid parts of terrain that it stands against (KT-GEO-14)."""
    board = t.board
    solid = [number for number in board.active if not board.flags[number] & BLOCKING]
    return [number for number in solid if thing.to_part(board, number, 0) <= TOUCH + 1e-9]


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
