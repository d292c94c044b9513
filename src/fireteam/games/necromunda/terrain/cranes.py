"""Abandoned hardware: jury-rigged to drive, or to use its claw (NE-BAD-08, NE-BAD-09)."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, ceil, cos, degrees, hypot, radians, sin

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import DOUBLE, Activation, Deed
from fireteam.games.necromunda.geometry import GONE
from fireteam.games.necromunda.hits import FALL, Hit, Strike
from fireteam.games.necromunda.marks import Blow, box_of, field_without, outline_of, strike
from fireteam.games.necromunda.movement.falling import FALLS, set_clear
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, shape
from fireteam.games.necromunda.state import PLAY, Frame, Thing
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain import claws
from fireteam.games.necromunda.terrain.breakables import CRANE, stands_on
from fireteam.games.necromunda.terrain.nearness import has_place, places, touches_outline
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then
from fireteam.kit.plane.places import Place, Places
from fireteam.space.plane.free.measuring import plan_gap
from fireteam.space.plane.free.plan import SLAB, Block, Floor, Piece
from fireteam.space.plane.free.shapes import Hull
from fireteam.space.plane.model import INCH, Polygon

CLAW = "crane-claw"
MOVED = "moved"
"""The state of a crane that is no longer where the map has it."""
DRIVE = 10.0
"""Inches that it can be driven (see NE-BAD-08)."""
STEP = 50
"""Hundredths that it rolls up or down."""
FINE = 0.005
RIM = 0.01
"""Inches by which a crane may overlap what it touches."""

kinds(
    jury_rig=("jury-rig {}", ("NE-BAD-08",)),
    drive=("drive {}", ("NE-BAD-08",)),
    halt=("halt", ("NE-BAD-08",)),
    rides_along=("ride along", ("NE-BAD-08",)),
    stays_behind=("stay behind", ("NE-BAD-08",)),
    rig_climb=("climb along the claw of {}", ("NE-BAD-09",)),
    rig_trigger=("drop the claw of {} on {}", ("NE-BAD-09",)),
    rig_hook=("hoist {1} with the claw of {0}", ("NE-BAD-09",)),
)


class Cranes(Supplement):
    """Cranes and haulers of a map."""

    name = "cranes"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (RIG,)

    def placed_pieces(self, t: Table) -> Iterable[Piece]:
        """A crane that has been driven is a piece where it stands now."""
        found: list[Piece] = []
        for crane in t.things(CRANE):
            if crane.state == MOVED:
                foot = t.setting.things[crane.id].z
                for piece in t.setting.battlefield.pieces:
                    if piece.id == crane.id and isinstance(piece, Block | Floor):
                        found.append(shifted(piece, crane, foot))
        return found


def shifted(piece: Block | Floor, crane: Thing, foot: int) -> Piece:
    """A part of a crane where the crane is now."""
    xs, ys = [x for x, _ in piece.polygon], [y for _, y in piece.polygon]
    dx, dy = crane.x - (min(xs) + max(xs)) // 2, crane.y - (min(ys) + max(ys)) // 2
    polygon = tuple((x + dx, y + dy) for x, y in piece.polygon)
    if isinstance(piece, Block):
        return Block(piece.id, polygon, crane.z, crane.z + piece.top - piece.bottom, piece.bits)
    return Floor(piece.id, polygon, piece.z + crane.z - foot)


def cranes(t: Table) -> list[Thing]:
    """Those that are not broken."""
    return [crane for crane in t.things(CRANE) if crane.state != GONE]


# -- Jury Rig ----------------------------------------------------------------------------------------------------------


def has_crane(t: Table, a: Activation, why: Why) -> bool:
    """There is hardware at all."""
    return need(why, bool(cranes(t)), "NE-BAD-08", "there is abandoned hardware")


def each_crane(t: Table, a: Activation) -> Iterable[Option]:
    """Each crane."""
    return [option("jury_rig", crane.id, args=(crane.id,)) for crane in cranes(t)]


def touches(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one crane: base contact."""
    near = touches_outline(t, a.who, t.thing(pick.args[0]))
    return need(why, near, "NE-BAD-08", "{} is in base contact", pick.args[0])


def jury_rig(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Jury Rig: an Intelligence test, or the action is wasted; then the piece is driven, or its claw used
    (see NE-BAD-08, NE-BAD-09)."""
    id = pick.args[0]
    about = topic("{who} at the controls of {thing}", t.name(a.who), id)
    if not (yield from test(t, a.who, "int", "jury-rig", about, "NE-BAD-08")):
        return
    chosen: Option = yield t.ask(
        t.player(a.who),
        topic("what {who} does with {thing}", t.name(a.who), id),
        lambda: [option("drive", id), *claw_uses(t, a, id), option("halt")],
    )
    if chosen.kind == "drive":
        rides: Option = yield t.ask(
            t.player(a.who),
            topic("whether {who} rides {thing}", t.name(a.who), id),
            lambda: [option("rides_along"), option("stays_behind")],
        )
        aboard = [who for who in t.fighters() if stands_on(t, who, t.thing(id))]
        if rides.kind == "rides_along" and a.who not in aboard:
            aboard.append(a.who)
        t.begin(Driving(id, a.who, tuple(aboard)))
    elif chosen.kind != "halt":
        yield from use_claw(t, a, chosen)


def claw_uses(t: Table, a: Activation, id: str) -> list[Option]:
    """What its claw can be used for now (see NE-BAD-09)."""
    claw = next((claw for claw in t.things(CLAW) if claw.label == id), None)
    if claw is None:
        return []
    found = [option("rig_trigger", id, t.name(foe), args=(claw.id, foe)) for foe in claws.victims(t, a.who, claw)]
    if claws.near_line(t, a.who, claw) and has_place(claws.levels(t, a.who, claw)):
        found.append(option("rig_climb", id, args=(claw.id,)))
    for load in claws.loads(t, claw):
        if has_place(claws.hoist_places(t, claw, load)):
            found.append(option("rig_hook", id, load, args=(claw.id, load)))
    return found


def use_claw(t: Table, a: Activation, chosen: Option) -> Rule[None]:
    """Instead of driving it, the claw of a hauler or crane is used once by the rules of claws, free as part of the
    action (NE-BAD-09)."""
    if chosen.kind == "rig_climb":
        yield from claws.climb_along(t, a, chosen.args[0])
    elif chosen.kind == "rig_trigger":
        yield from claws.drop(t, a.who, *chosen.args)
    else:
        yield from claws.hoist(t, a.who, *chosen.args)


# -- driving -----------------------------------------------------------------------------------------------------------


class Driving(Sequence, Frame):
    """A crane is driven, leg by leg (see NE-BAD-08)."""

    kind = "driving a crane"
    crane: str
    who: int
    aboard: tuple[int, ...]
    left: float = DRIVE
    fallen: float = 0.0
    crushed: tuple[int, ...] = ()

    @staticmethod
    def steps() -> Steps[Table, Driving]:
        """As many legs as it likes, then what a fall does."""
        return (repeat(leg, goes_on), repeat(crash, is_falling), then(step_off))


def goes_on(t: Table, d: Driving) -> bool:
    """Whether there is some way left."""
    return d.left > FINE and not d.fallen


def leg(t: Table, d: Driving) -> Rule[bool]:
    """The piece goes up to 10" along any line, and stops at contact with a model or a solid; it uses ramps, climbs no
    ladders, and falls from a ledge like a fighter (NE-BAD-08)."""
    crane = t.thing(d.crane)
    region = ends(t, crane, d.left)
    pick: Option = yield t.ask(t.player(d.who), topic("where {thing} goes", d.crane), lambda: [option("halt")], region)
    if pick.kind == "halt":
        d.left = 0.0
        return False
    x, y, _, _ = pick.args
    way = degrees(atan2(y - crane.y, x - crane.x))
    wanted = hypot(x - crane.x, y - crane.y) / INCH
    gone, height = sweep(t, crane, d.aboard, way, wanted)
    d.left -= wanted if gone >= wanted - FINE else d.left
    carry(t, d, crane, round(cos(radians(way)) * gone * INCH), round(sin(radians(way)) * gone * INCH), height)
    return True


def ends(t: Table, crane: Thing, inches: float) -> Places:
    """The places that its middle may be driven to."""

    def law(place: Place, why: Why) -> bool:
        far = hypot(place.x - crane.x, place.y - crane.y) / INCH
        return need(why, FINE < far <= inches + 0.001, "NE-BAD-08", 'at most {:.2f}" away', inches)

    return places(t, crane.x, crane.y, inches, "NE-BAD-08", law)


def sweep(t: Table, crane: Thing, aboard: tuple[int, ...], way: float, inches: float) -> tuple[float, int]:
    """How far it gets in a direction before it touches a solid, a model or the table's edge, or its middle leaves the
    floor; and the height of the floor there."""
    field = field_without(t, crane.id)
    box = box_of(t, crane)
    dx, dy = cos(radians(way)), sin(radians(way))
    models = [shape(t, m.index) for m in t.state.models if m.status == PLAY and m.index not in aboard and not m.inside]

    def free(gone: float) -> bool:
        at = box._replace(x=round(box.x + dx * gone * INCH), y=round(box.y + dy * gone * INCH))
        corners = [(round(x * INCH), round(y * INCH)) for x, y in at.corners()]
        if any(not (0 <= x <= field.plan.width and 0 <= y <= field.plan.height) for x, y in corners):
            return False
        slim = at._replace(length=at.length - 2 * RIM, width=at.width - 2 * RIM)
        if any(plan_gap(slim, model) <= 0 and meets(at, model.z, model.height) for model in models):
            return False
        return not any(
            isinstance(piece, Block)
            and not piece.bits & SLAB
            and meets(at, piece.bottom, piece.top - piece.bottom)
            and cuts(tuple(corners), piece.polygon)
            for piece in field.pieces
        )

    gone, height, step = 0.0, crane.z, 0.05
    while gone < inches - FINE:
        tried = min(inches, gone + step)
        if not free(tried):
            low, high = gone, tried
            while high - low > FINE:
                middle = (low + high) / 2
                low, high = (middle, high) if free(middle) else (low, middle)
            return low, height
        gone = tried
        x, y = round(crane.x + dx * gone * INCH), round(crane.y + dy * gone * INCH)
        floor = field.floor_under(x, y, height + STEP)
        level = height if floor is None else round(floor.z * INCH)
        if level < height - STEP:
            return gone, level
        height = level
        box = box._replace(z=height)
    return gone, height


def meets(box: Hull, foot: int, tall: int) -> bool:
    """Whether something is at the height of a crane, higher than a step."""
    return foot < box.z + box.height and foot + tall > box.z + STEP


def cuts(one: Polygon, other: Polygon) -> bool:
    """Whether two convex areas overlap by more than their rims."""
    for polygon in (one, other):
        for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            nx, ny = y1 - y0, x0 - x1
            long = hypot(nx, ny)
            first = [(x * nx + y * ny) / long for x, y in one]
            second = [(x * nx + y * ny) / long for x, y in other]
            if min(max(first), max(second)) - max(min(first), min(second)) <= 1:
                return False
    return True


def carry(t: Table, d: Driving, crane: Thing, dx: int, dy: int, height: int) -> None:
    """The crane, its claw and whoever rides go along."""
    lowered = crane.z - height
    t.put(crane._replace(x=crane.x + dx, y=crane.y + dy, z=height, state=MOVED))
    for claw in t.things(CLAW):
        if claw.label == crane.id:
            t.put(claw._replace(x=claw.x + dx, y=claw.y + dy, z=claw.z - lowered, number=claw.number - lowered))
    t.tell("driven", "NE-BAD-08", thing=crane.id, x=crane.x + dx, y=crane.y + dy, z=height)
    for who in d.aboard:
        m = t.model(who)
        t.move(who, m.x + dx, m.y + dy, m.z - lowered, "NE-BAD-08", "rides")
    if lowered > STEP:
        d.fallen = lowered / INCH
        corners = outline_of(t, crane.id)
        under = [
            who
            for who in t.fighters()
            if who not in d.aboard and t.model(who).z <= height + STEP and cuts(square(t, who), corners)
        ]
        d.crushed = (*d.aboard, *under)


def square(t: Table, who: int) -> Polygon:
    """The square round a base."""
    at = body(t, who)
    reach = round(at.radius * INCH)
    return (
        (at.x - reach, at.y - reach),
        (at.x + reach, at.y - reach),
        (at.x + reach, at.y + reach),
        (at.x - reach, at.y + reach),
    )


def is_falling(t: Table, d: Driving) -> bool:
    """Whether the hits of a fall are still to be made."""
    return bool(d.fallen)


def crash(t: Table, d: Driving) -> Rule[bool]:
    """A fall hits the piece, its riders and whatever it lands on (see NE-FALL-02, NE-FALL-05)."""
    row = next((row for row in reversed(FALLS) if ceil(round(d.fallen, 4)) >= row[0]), None)
    if row is None:
        d.fallen = 0.0
        return True
    _, strength, ap, damage = row
    if d.crushed:
        who, *left = d.crushed
        d.crushed = tuple(left)
        if t.in_play(who):
            m = t.model(who)
            if t.stands(who):
                t.pin(who, "NE-FALL-02")
            t.begin(Hit(Strike(who, strength=strength, ap=ap, damage=damage, kind=FALL, x=m.x, y=m.y, source="fall")))
        return True
    d.fallen = 0.0
    yield from strike(t, Blow(d.crane, d.who, strength, damage))
    return True


def step_off(t: Table, d: Driving) -> Rule[None]:
    """Whoever rode along is set clear where it has no room (see NE-MOV-04)."""
    for who in d.aboard:
        if t.in_play(who):
            yield from set_clear(t, who, "NE-BAD-08")


RIG = Deed("jury_rig", "NE-BAD-08", DOUBLE, (ACTIVE,), has_crane, each_crane, jury_rig, touches)
