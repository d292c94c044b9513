"""Burn Out: smoke about a vehicle that cannot flee, and a worse Restart test (NE-VEH-20)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.dice import d3
from fireteam.games.necromunda.positions import hull
from fireteam.games.necromunda.state import Frame
from fireteam.games.necromunda.table import Table
from fireteam.kit.agenda import Sequence, Steps, repeat
from fireteam.kit.plane.places import Place, Places, lattice
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.model import Body

REACH = 1.0
"""Inches from the hull within which the middle of a cloud lies (see NE-VEH-20)."""
BURNED_OUT = "burned out"


class BurnOut(Sequence, Frame):
    """A vehicle burns out (see NE-VEH-20)."""

    kind = "burn out"
    who: int
    clouds: int = 0

    @staticmethod
    def steps() -> Steps[Table, BurnOut]:
        """How many clouds, then where each lies."""
        return (smoke, repeat(lay_cloud, clouds_left))


def smoke(t: Table, b: BurnOut) -> Rule[None]:
    """D3 clouds of smoke within 1"; the Restart test of this round's End phase is at -1 for each one placed
    (NE-VEH-20)."""
    b.clouds = yield from d3(t.roller(b.who), topic("smoke of {who}", t.name(b.who)))
    t.tell("burns_out", "NE-VEH-20", who=t.name(b.who), clouds=b.clouds)
    for _ in range(b.clouds):
        used = sum(mark.startswith(BURNED_OUT) for mark in t.model(b.who).used)
        t.mark_round(b.who, f"{BURNED_OUT} {used + 1}")


def clouds_left(t: Table, b: BurnOut) -> bool:
    """Whether a cloud is still to be laid."""
    return t.in_play(b.who) and b.clouds > 0


def lay_cloud(t: Table, b: BurnOut) -> Rule[bool]:
    """The middle of each cloud lies within 1" of the hull, where its controller likes (see NE-VEH-20)."""
    box = hull(t, b.who)
    far = round(50 * max(box.length, box.width)) + 150
    area = (
        (box.x - far, box.y - far), (box.x + far, box.y - far), (box.x + far, box.y + far), (box.x - far, box.y + far),
    )  # fmt: skip

    def judge(place: Place) -> Check | None:
        checks: list[Check] = []
        near = gap(box, Body(place.x, place.y, place.z, 0.0, 0)) <= REACH + 0.001
        return None if need(checks, near, "NE-VEH-20", 'it lies within 1" of the vehicle') else checks[-1]

    def tries() -> Iterable[Place]:
        yield Place(box.x, box.y, box.z)
        yield from (Place(x, y, z) for x, y in lattice([area], 100) for z in t.surfaces(x, y)[:1])

    pick: Option = yield t.ask(
        t.side(b.who),
        topic("smoke of {who}", t.name(b.who)),
        tuple,
        Places("place", ("NE-VEH-20",), judge, tries, surfaces=t.surfaces, areas=(area,)),
    )
    x, y, z = pick.args[:3]
    b.clouds -= 1
    t.leave_marker("smoke", (x, y, z), "burn out", t.side(b.who))
    return True


def restart_penalty(t: Table, who: int) -> int:
    """How many clouds it has laid in this round (see NE-VEH-20)."""
    return sum(mark.startswith(BURNED_OUT) for mark in t.model(who).used)
