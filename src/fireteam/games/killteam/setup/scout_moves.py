"""The free REPOSITION of scouting: where it may end (KT-OPS-12)."""

from __future__ import annotations

from collections.abc import Callable

from fireteam.core.questions import Option
from fireteam.games.killteam.moving.moves import Destinations
from fireteam.games.killteam.positions import drop_zone
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.measure import wholly_within_of_area
from fireteam.space.plane.model import Polygon
from fireteam.space.plane.paths import Move

SCOUTED = "scouting"
"""What gave the action: the `by` of its record."""
NEAR_DROP_ZONE = 3
DRAWS = 8
"""How many moves a random player tries before it stays."""


class ScoutDestinations(Destinations):
    """Where a REPOSITION leads that must end wholly within 3" of the own drop zone (see KT-OPS-12)."""

    give_up = None
    zone: Polygon

    def judge(self, key: str) -> Move | Refused:
        """The move that a key means, or why there is none."""
        move = super().judge(key)
        if isinstance(move, Refused) or wholly_within_of_area(move.end, self.zone, NEAR_DROP_ZONE):
            return move
        return Refused(
            'the move ends wholly within 3" of the own drop zone',
            "KT-OPS-12",
            at=(move.end.x, move.end.y),
            leg=max(1, len(move.legs)),
        )

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """A move that ends near enough, if one of a few does."""
        for _ in range(DRAWS):
            found = super().draw(draw)
            if found is None:
                continue
            x, y, z = found.args[:3]
            if wholly_within_of_area(self.start._replace(x=x, y=y, z=z), self.zone, NEAR_DROP_ZONE):
                return found
        return self.find(self.stay)

    def suggest(self, count: int) -> list[Option]:
        """Some moves that end near enough; else to stay."""
        near = self.reach.suggest(
            count, worth=lambda body: float(wholly_within_of_area(body, self.zone, NEAR_DROP_ZONE))
        )
        keys = [
            self.key(move, legs=False) for move in near if wholly_within_of_area(move.end, self.zone, NEAR_DROP_ZONE)
        ]
        found = [option for option in map(self.find, (keys or [self.stay])) if option is not None]
        return found


def narrowed(t: Table, who: int, region: Destinations) -> ScoutDestinations:
    """Those places of a REPOSITION to which an operative may go by scouting."""
    found = ScoutDestinations(region.ground, region.start, region.terms, region.action, region.mines, region.hindered)
    found.zone = drop_zone(t, t.operative(who).seat)
    return found
