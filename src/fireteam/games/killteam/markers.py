"""Markers: who contests and controls them, who carries them, where they are put down (KT-MARK, KT-PICK, KT-PLAC)."""

from __future__ import annotations

from functools import lru_cache, partial
from math import ceil, hypot

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.overrides import allowed
from fireteam.games.killteam.positions import body_of, lying, radius_of
from fireteam.games.killteam.state import KILLZONE, NOBODY, Marker
from fireteam.games.killteam.stats import apl
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.plane.places import Judge, Place, Room
from fireteam.kit.plane.rooms import room_in
from fireteam.space.plane.model import EPS, INCH, Board, Body, Spot
from fireteam.space.plane.placing import distance
from fireteam.space.plane.sight import control_of_spot

PORTABLE = "portable"
"""The tag of a marker that rules allow to be picked up (see KT-PICK-01)."""
WAS_CARRIED = "was_carried_by_me"
"""The tag of a marker that a seat has carried."""
CONTROL = 1
"""Inches of control range (see KT-BASE-06)."""
NEAR = 300
"""Hundredths beyond which no operative contests a marker: 1" and both radii are less (see KT-MARK-03)."""


# -- control -----------------------------------------------------------------------------------------------------------


def contests(t: Table, who: int, marker: Marker) -> bool:
    """Whether an operative has a marker in its control range; of a carried one its carrier alone (KT-MARK-03,
    KT-MARK-06)."""
    if marker.carrier != NOBODY:
        return marker.carrier == who
    operative = t.operative(who)
    if abs(operative.x - marker.x) > NEAR or abs(operative.y - marker.y) > NEAR:
        return False
    return _in_control(t.board, body_of(t, who), lying(marker))


@lru_cache(maxsize=8192)
def _in_control(board: Board, body: Body, spot: Spot) -> bool:
    """Whether a place is in an operative's control range (KT-GEO-07), which it must see as well (KT-GEO-06); kept,
    since control is looked at all the time."""
    return control_of_spot(board, body, spot).inside


def contesting(t: Table, marker: Marker) -> list[int]:
    """The operatives that contest a marker (see KT-MARK-03)."""
    if marker.carrier != NOBODY:
        return [marker.carrier] if t.operative(marker.carrier).status == KILLZONE else []
    return [
        other.index
        for other in t.state.operatives
        if other.status == KILLZONE
        and abs(other.x - marker.x) <= NEAR
        and abs(other.y - marker.y) <= NEAR
        and contests(t, other.index, marker)
    ]


def control_apl(t: Table, who: int) -> int:
    """The APL an operative counts with where markers are controlled: its APL as it is now (KT-ACT-04,
    see KT-MARK-04)."""
    return apl(t, who, sum([more(t, who) for more in t.windows[Supplement.more_for_control]]))


def controller(t: Table, marker: Marker) -> int:
    """The seat that controls a marker; while an action lasts, the one that did when it began (KT-MARK-05,
    see KT-MARK-04 and KT-MARK-06)."""
    if marker.carrier != NOBODY:
        return t.operative(marker.carrier).seat
    for record in reversed(t.state.agenda):
        held: tuple[tuple[str, int], ...] | None = getattr(record, "held", None)
        if held is not None:
            return dict(held).get(marker.id, NOBODY)
    return stronger(t, marker)


def holders(t: Table) -> tuple[tuple[str, int], ...]:
    """The markers that lie in the killzone and are controlled now, with the seat (see KT-MARK-05)."""
    found = [(marker.id, stronger(t, marker)) for marker in t.state.markers.values() if marker.carrier == NOBODY]
    return tuple(entry for entry in found if entry[1] != NOBODY)


def stronger(t: Table, marker: Marker) -> int:
    """The seat whose contesting operatives have the higher APL together; NOBODY if they are equal (KT-MARK-04)."""
    sums = [0, 0]
    for who in contesting(t, marker):
        sums[t.operative(who).seat] += control_apl(t, who)
    return NOBODY if sums[0] == sums[1] else int(sums[1] > sums[0])


def controls(t: Table, who: int, marker: Marker, why: Why = None) -> bool:
    """Whether an operative controls a marker: it contests it, and its side controls it (see KT-MARK-04)."""
    name = t.name(who)
    return need(why, contests(t, who, marker), "KT-MARK-03", "{} contests {}", name, marker.id) and need(
        why, controller(t, marker) == t.operative(who).seat, "KT-MARK-04", "the side of {} controls {}", name, marker.id
    )


# -- picking up and putting down ---------------------------------------------------------------------------------------


def most_carried(t: Table, who: int) -> int:
    """How many markers an operative may carry: one, or one more where an ability says so (see KT-PICK-02)."""
    return 2 if allowed(t, who, "carry_two") else 1


def may_take(t: Table, who: int, marker: Marker, why: Why = None) -> bool:
    """Whether an operative may pick a marker up: portable, lying, and controlled by it (see KT-PICK-01)."""
    return (
        need(why, PORTABLE in marker.tags, "KT-PICK-01", "{} may be picked up", marker.id)
        and need(why, marker.carrier == NOBODY, "KT-PICK-01", "nobody carries {}", marker.id)
        and controls(t, who, marker, why)
    )


def take(t: Table, who: int, marker: str) -> None:
    """A marker is picked up; that its side has carried it is remembered (see KT-PICK-01)."""
    t.pick_up(who, marker, "KT-PICK-01")
    t.mark(marker, f"{WAS_CARRIED}:{t.operative(who).seat}")


def within_control(t: Table, who: int, kind: str, also: Judge | None = None) -> Places:
    """Where an operative may put a marker down: in its control range, under operatives too; `also`: what else must hold
    (see KT-PLAC-01 and KT-MARK-01)."""
    body, radius = body_of(t, who), radius_of(kind)

    def judge(place: Place) -> Check | None:
        found = lies_legally(t, body, radius, place)
        return also(place) if found is None and also is not None else found

    return Places(
        "place",
        ("KT-PLAC-01",),
        judge,
        lambda: (
            Place(body.x + dx, body.y + dy, z)
            for dx, dy in _AROUND
            for z in t.ground.surfaces(body.x + dx, body.y + dy)
        ),
        surfaces=t.ground.surfaces,
        radius=radius,
        # What else must hold is known place by place: no range of places can be ruled out by it.
        proof=None if also is not None else partial(_room, t, body, radius),
        give_up=None if also is not None else option("give_up"),
    )


def _room(t: Table, body: Body, radius: float) -> Room:
    """A place for a marker in control range of an operative that stands there, looked for in every hundredth
    (see KT-PLAC-01 and KT-GEO-18)."""
    far = ceil((body.radius + radius + CONTROL) * INCH) + 1
    box = (max(0, body.x - far), max(0, body.y - far), body.x + far, body.y + far)

    def fits(x: int, y: int) -> Place | None:
        places = (Place(x, y, z) for z in t.ground.surfaces(x, y))
        return next((place for place in places if lies_legally(t, body, radius, place) is None), None)

    return room_in(box, partial(_hopeless, t, body, radius), fits)


def _hopeless(t: Table, body: Body, radius: float, x: float, y: float, slack: float) -> str:
    """What keeps a marker from lying anywhere within so many hundredths of there: too far away, off the killzone, or in
    terrain on the floor where there is no other surface."""
    ground, near = t.ground, slack / INCH
    px, py = x / INCH, y / INCH
    if hypot(x - body.x, y - body.y) / INCH - near > body.radius + radius + CONTROL + EPS:
        return "control range"
    if min(px, py, ground.width - px, ground.height - py) + near < radius - EPS:
        return "the edge of the killzone"
    far = near + EPS
    heights = {0.0, *(shape.top for shape in ground.near(px - far, py - far, px + far, py + far) if shape.standing)}
    reach = radius - EPS - near
    if reach <= 0:
        return ""
    solid = [
        shape
        for shape in ground.near(px - reach, py - reach, px + reach, py + reach)
        if shape.solid and distance(px, py, shape) < reach
    ]
    # Wherever it lies it is in something that stands on that surface.
    barred = [next((shape.id for shape in solid if shape.meets(z, z + 0.1)), "") for z in sorted(heights)]
    return barred[0] if all(barred) else ""


_AROUND = [
    (0, 0),
    *((dx * reach, dy * reach) for reach in (50, 100, 150) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy),
]
"""Where a marker is put down by whoever has no wish: at the feet, else round them."""


def lies_legally(t: Table, body: Body, radius: float, place: Place) -> Check | None:
    """Why a marker cannot lie there, next to an operative that puts it down; None: it can
    (see KT-MARK-01 and KT-PLAC-01)."""
    checks: list[Check] = []
    spot = Spot(place.x, place.y, place.z, radius)
    found = control_of_spot(t.board, body, spot)
    ok = rests(t, spot, checks) and need(
        checks,
        found.inside,
        "KT-PLAC-01",
        'in control range: {:.2f}" away{}',
        found.distance,
        "" if found.seen else ", not visible",
    )
    return None if ok else checks[-1]


def rests(t: Table, spot: Spot, why: Why = None) -> bool:
    """Whether a marker has a legal place: the whole of it inside the killzone and clear of terrain, its middle on the
    floor or a surface (KT-MARK-01)."""
    ground = t.ground
    x, y = spot.x / INCH, spot.y / INCH
    inside = min(x, y, ground.width - x, ground.height - y) >= spot.radius - 0.001
    if not need(why, inside, "KT-MARK-01", "the whole marker is inside the killzone"):
        return False
    level = spot.z in ground.surfaces(spot.x, spot.y)
    if not need(why, level, "KT-MARK-01", 'there is a surface at {:.2f}"', spot.z / INCH):
        return False
    reach = spot.radius - EPS
    solid = [
        shape
        for shape in ground.near(x - reach, y - reach, x + reach, y + reach)
        if shape.solid and shape.meets(spot.z / INCH, spot.z / INCH + 0.1) and distance(x, y, shape) < reach
    ]
    return need(
        why,
        not solid,
        "KT-MARK-01",
        "no part of the marker lies inside terrain ({})",
        solid[0].id if solid else "none there",
    )


def put_marker_down(t: Table, who: int, marker: str, rule: str) -> Rule[bool]:
    """Its player picks a spot within its control range; False: nobody knows one, and it gives that up
    (see KT-PLAC-01)."""
    pick: Option = yield t.ask(
        t.operative(who).seat,
        topic("place for {marker} of {who}", marker, t.name(who)),
        tuple,
        within_control(t, who, t.state.markers[marker].kind),
    )
    if pick.kind == "give_up":
        return False
    x, y, z, _ = pick.args
    t.put_down(who, marker, x, y, z, rule)
    return True


def drop_marker(t: Table, who: int, marker: str) -> Rule[None]:
    """A carrier that is incapacitated puts down what it carries, whatever would stop it: where there is no room, at its
    feet (KT-PLAC-02, KT-PLAC-03, KT-VER-11)."""
    operative = t.operative(who)
    if within_control(t, who, t.state.markers[marker].kind).anywhere():
        if (yield from put_marker_down(t, who, marker, "KT-PLAC-02")):
            return
    t.put_down(who, marker, operative.x, operative.y, operative.z, "KT-PLAC-02")
