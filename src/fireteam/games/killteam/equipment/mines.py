"""Mines: they go off the first time that they are in somebody's control range (KT-EQ-05)."""

from __future__ import annotations

from collections.abc import Sequence

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.killteam.damage.inflict import inflict
from fireteam.games.killteam.dice import roll_d3
from fireteam.games.killteam.equipment.pieces import figures
from fireteam.games.killteam.positions import body_of, in_killzone, lying
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.games.killteam.table import Table
from fireteam.space.plane.sight import control_of_spot

MINE = "mine"
"""The kind of marker that a mine is, whoever laid it."""

Mined = tuple[tuple[str, int, int, int], ...]
"""The mines that a move sets off: id, and where the mover is then."""


def _spares(name: str) -> str:
    return f"spares {name}"


def armed_for(t: Table, who: int) -> list[Marker]:
    """The mines that an operative would set off. Ruling: whoever lays one at its feet by an ability does not, until it
    has gone away (see KT-BASE-18)."""
    spared = _spares(t.name(who))
    return [
        marker
        for marker in t.state.markers.values()
        if marker.kind == MINE and marker.carrier == NOBODY and spared not in marker.tags
    ]


def lay_mine(t: Table, seat: int, x: int, y: int, z: int, until: str = "", name: str = "", layer: int = NOBODY) -> None:
    """A mine lies there; the operative that lays it by an ability does not set it off by that (see KT-EQ-05)."""
    if not name:
        name = t.new_id("mine")
    mine = Marker(name, MINE, seat, x, y, z, NOBODY, until, ())
    spared = (_spares(t.name(layer)),) if layer != NOBODY and reaches(t, layer, mine) else ()
    t.lay(mine._replace(tags=spared), "KT-EQ-05")


def reaches(t: Table, who: int, mine: Marker) -> bool:
    """Whether a mine is in an operative's control range (KT-BASE-06, KT-EQ-05)."""
    return control_of_spot(t.board, body_of(t, who), lying(mine)).inside


def passing(t: Table, who: int, mined: Mined) -> Rule[bool]:
    """The mines on the way of a move go off where it comes near them; whether the mover goes on (see KT-EQ-05)."""
    for name, x, y, z in mined:
        t.stand(who, x, y, z)
        yield from explode(t, name, (who,))
        # Damage that waits for something else would incapacitate it.
        if t.operative(who).incapacitated or any(record.kind == "damage" for record in t.state.agenda):
            return False
    return True


def sweep(t: Table) -> Rule[None]:
    """Every mine that is in somebody's control range now goes off, under each of them where they are several
    (see KT-EQ-05)."""
    for mine in [marker for marker in t.state.markers.values() if marker.kind == MINE and marker.carrier == NOBODY]:
        near = [who for who in in_killzone(t) if not t.operative(who).incapacitated and reaches(t, who, mine)]
        spared = tuple(_spares(t.name(who)) for who in near)
        if any(tag not in spared for tag in mine.tags):
            t.lay(mine._replace(tags=tuple(tag for tag in mine.tags if tag in spared)), "KT-EQ-05")
        found = [who for who in near if _spares(t.name(who)) not in mine.tags]
        if found:
            yield from explode(t, mine.id, found)


def explode(t: Table, mine: str, near: Sequence[int]) -> Rule[None]:
    """The marker goes, and the operative suffers D3+3, each of them where several come near it at once (KT-EQ-05)."""
    t.lift(mine, "KT-EQ-05")
    damage = figures(t.setting).mines.damage
    for who in near:
        rolled = yield from roll_d3(t, t.operative(who).seat, topic("damage of the mine to {who}", t.name(who)))
        parts = (Modifier(rolled, "D3", "KT-EQ-05"), Modifier(damage.plus, "mine", "KT-EQ-05"))
        yield from inflict(t, who, rolled + damage.plus, "KT-EQ-05", parts)
