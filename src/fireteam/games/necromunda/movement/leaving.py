"""Leaving the table by an edge that the scenario opens (NE-MOV-14)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from fireteam.core.questions import Option
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import riders
from fireteam.games.necromunda.windows import Supplement
from fireteam.space.plane.free.walking import Move
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.necromunda.movement.regions import Walks
    from fireteam.games.necromunda.table import Table

APART = 50
"""Hundredths between the places at an edge that are tried."""

kinds(
    leave_table=("leave by the {} edge", ("NE-MOV-14",)),
)


def open_edges(t: Table, who: int) -> list[str]:
    """The edges by which a model may leave."""
    return [edge for edges in t.windows[Supplement.open_edges] for edge in edges(t, t.side(who))]


def ways_out(t: Table, who: int, inches: float, region: Walks) -> list[Option]:
    """A model leaves where a scenario opens an edge to its side, if its move carries its whole base across: the way to
    the edge and the breadth of the base (NE-MOV-14). Elsewhere the table's edge stops every move."""
    found = []
    breadth = 2 * t.cards[who].radius
    for edge in open_edges(t, who):
        way = shortest_to(t, who, edge, inches - breadth, region)
        if way is not None:
            found.append(option("leave_table", edge, args=(edge, way)))
    return found


def shortest_to(t: Table, who: int, edge: str, inches: float, region: Walks) -> Move | None:
    """The shortest way to where the base touches an edge, of at most so many inches."""
    m, rim = t.model(who), round(t.cards[who].radius * INCH)
    width, height = t.field.plan.width, t.field.plan.height
    reach = round(max(0.0, inches) * INCH)
    if edge in ("west", "east"):
        x = rim if edge == "west" else width - rim
        places = [(x, y) for y in range(max(rim, m.y - reach), min(height - rim, m.y + reach) + 1, APART)]
        places.append((x, m.y))
    else:
        y = rim if edge == "south" else height - rim
        places = [(x, y) for x in range(max(rim, m.x - reach), min(width - rim, m.x + reach) + 1, APART)]
        places.append((m.x, y))
    away = abs(m.x - x) if edge in ("west", "east") else abs(m.y - y)
    if away > reach:
        return None
    near = [(x, y) for x, y in places if hypot(x - m.x, y - m.y) <= reach + 1]  # no way is shorter than straight
    costs = [(region.ways.cost(x, y, z), x, y, z) for x, y in near for z in t.surfaces(x, y)]
    for cost, x, y, z in sorted(costs):
        if cost > inches + 0.001:
            return None
        way = region.ways.way(x, y, z, region.watches)
        if isinstance(way, Move):
            return way
    return None


def go_off(t: Table, who: int) -> None:
    """A model is off the table, and whoever rides in it: no casualties, and they do not come back (see NE-MOV-14)."""
    for one in (*riders(t, who), who):
        t.leave(one, "NE-MOV-14")
        for went_off in t.windows[Supplement.went_off]:
            went_off(t, one)
