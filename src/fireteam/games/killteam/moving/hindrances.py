"""What lies near the way of a move and changes what it costs: inches lost, inches more, easier climbs (KT-REPO-06,
KT-TM-03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fireteam.space.plane.measure import between, within
from fireteam.space.plane.model import EPS, Board, Body, Spot
from fireteam.space.plane.paths import Move, nearest_along, samples


class Near(NamedTuple):
    """What a marker does to somebody who moves near it."""

    spot: Spot
    within: int
    less: int = 0
    """Inches of Move that are lost if the move starts or ends there."""
    extra: int = 0
    """Inches that a move costs more if any of it is there."""
    eases: bool = False
    """Whether climbs there cost their real height (see KT-TM-03)."""

    def meets(self, board: Board, body: Body) -> bool:
        """Whether somebody there is near the marker."""
        return within(between(board, body, self.spot, self.within), self.within)

    def crossed(self, board: Board, move: Move) -> bool:
        """Whether any of a move is near the marker."""
        starts = (move.start, *(leg.end for leg in move.legs))
        for start, leg in zip(starts, move.legs, strict=False):
            if nearest_along(start, leg.end, self.spot)[0] <= start.radius + self.spot.radius + self.within + EPS:
                if any(self.meets(board, body) for body in samples(start, leg)):
                    return True
        return not move.legs and self.meets(board, move.start)


def lost(found: Sequence[Near], board: Board, places: Sequence[Body]) -> int:
    """Inches of Move that are lost by starting or ending near markers."""
    return sum(one.less for one in found if one.less and any(one.meets(board, body) for body in places))


def toll(found: Sequence[Near], board: Board, move: Move, least: int) -> int:
    """Inches that a move costs more: near markers, and for climbs that no marker eases; `least` is what those cost at
    least."""
    extra = sum(one.extra for one in found if one.extra and one.crossed(board, move))
    easing = [one for one in found if one.eases]
    if easing and least:
        starts = (move.start, *(leg.end for leg in move.legs))
        for start, leg in zip(starts, move.legs, strict=False):
            for charge in leg.charges:
                if charge.kind == "climb" and charge.inches < least:
                    share = charge.at / leg.length if leg.length > 0 else 0.0
                    x, y = start.x + (leg.end.x - start.x) * share, start.y + (leg.end.y - start.y) * share
                    feet = start._replace(x=round(x), y=round(y))
                    if not any(one.meets(board, feet) for one in easing):
                        extra += least - charge.inches
    return extra
