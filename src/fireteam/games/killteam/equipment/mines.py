"""Mines: they go off the first time that they are in somebody's control range (KT-EQ-05)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.killteam.damage.inflict import inflict, to_each
from fireteam.games.killteam.dice import D3, roll_d3
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
    """The mines on the way of a move go off where it comes near them, several at one place at the same time; whether
    the mover goes on (see KT-EQ-05)."""
    for (x, y, z), met in groupby(mined, key=itemgetter(1, 2, 3)):
        t.stand(who, x, y, z)
        # All of them are under the same operative, and one mine is as good as another: their order changes nothing.
        yield from explode(t, {name: (who,) for name, *_ in met})
        # Damage that waits for something else would incapacitate it.
        if t.operative(who).incapacitated or any(record.kind == "damage" for record in t.state.agenda):
            return False
    return True


def sweep(t: Table) -> Rule[None]:
    """Every mine that is in somebody's control range now goes off, all at the same time, under each of them where they
    are several (see KT-EQ-05)."""
    met: dict[str, tuple[int, ...]] = {}
    for mine in [marker for marker in t.state.markers.values() if marker.kind == MINE and marker.carrier == NOBODY]:
        near = [who for who in in_killzone(t) if not t.operative(who).incapacitated and reaches(t, who, mine)]
        spared = tuple(_spares(t.name(who)) for who in near)
        if any(tag not in spared for tag in mine.tags):
            t.lay(mine._replace(tags=tuple(tag for tag in mine.tags if tag in spared)), "KT-EQ-05")
        found = tuple(who for who in near if _spares(t.name(who)) not in mine.tags)
        if found:
            met[mine.id] = found
    yield from explode(t, met)


def explode(t: Table, met: Mapping[str, Sequence[int]]) -> Rule[None]:
    """Mines go off at the same time: the markers go, and each operative suffers D3+3 for each of them that it has come
    near (KT-EQ-05, see KT-INIT-04)."""
    for mine in met:
        t.lift(mine, "KT-EQ-05")
    most = max(D3) + figures(t.setting).mines.damage.plus
    yield from to_each(t, [who for near in met.values() for who in near], most, partial(blow_up, t))


def blow_up(t: Table, who: int) -> Rule[None]:
    """An operative suffers what one mine inflicts; one that another mine has incapacitated has nothing to lose
    (see KT-EQ-05)."""
    if t.operative(who).incapacitated:
        return
    damage = figures(t.setting).mines.damage
    rolled = yield from roll_d3(t, t.operative(who).seat, topic("damage of the mine to {who}", t.name(who)))
    parts = (Modifier(rolled, "D3", "KT-EQ-05"), Modifier(damage.plus, "mine", "KT-EQ-05"))
    yield from inflict(t, who, rolled + damage.plus, "KT-EQ-05", parts)
