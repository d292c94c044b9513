"""Where equipment may be set up before the battle, item by item (KT-EQ-00, KT-EQ-01 to KT-EQ-13, KT-VER-04 to
KT-VER-07)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.refusals import Check, Why, need
from fireteam.games.killteam import markers
from fireteam.games.killteam.equipment.clearances import clear, stands_free, supported, touched
from fireteam.games.killteam.equipment.mines import MINE, lay_mine
from fireteam.games.killteam.equipment.pieces import (
    EQUIPMENT,
    LADDERS,
    PORTABLE,
    TERRAIN,
    feature_of,
    figures,
    footprint_of,
    moved,
    terrain_item,
    version,
)
from fireteam.games.killteam.equipment.supplies import AMMO_CACHE, COMMS_DEVICE
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.positions import MARKER_RADIUS, drop_zone, territory
from fireteam.games.killteam.state import NOBODY, Marker, Piece
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.plane.outlines import Thing, distance_to
from fireteam.kit.plane.places import Place, lattice
from fireteam.space.plane.measure import beyond
from fireteam.space.plane.model import INCH, TOUCH, Polygon, Spot

if TYPE_CHECKING:
    from fireteam.games.killteam.content.equipment import Setup

MARKERS = {AMMO_CACHE: AMMO_CACHE, COMMS_DEVICE: COMMS_DEVICE, "mines": MINE}
"""The options whose items are markers, and the kind of those."""
RULES = {
    AMMO_CACHE: "KT-EQ-01",
    COMMS_DEVICE: "KT-EQ-03",
    MINE: "KT-EQ-06",
    "razor_wire": "KT-EQ-08",
    "light_barricades": "KT-EQ-09",
    "heavy_barricade": "KT-EQ-10",
    LADDERS: "KT-EQ-11",
    PORTABLE: "KT-EQ-13",
}
"""The rule that says where each kind is set up."""
STEP = 300
"""Hundredths between the places that are tried for suggestions."""
TURNS = (0, 45, 90, 135)


class Item(NamedTuple):
    """One item that a player may set up before the battle."""

    id: str
    """The id of the marker or piece it becomes."""
    option: str
    """The equipment it belongs to: an option of universal equipment, or an entry of the kill team."""
    kind: str
    """The kind of marker or piece."""
    seat: int

    @property
    def terrain(self) -> bool:
        """Whether it is terrain and not a marker."""
        return self.kind in TERRAIN

    @property
    def rule(self) -> str:
        """The rule that says where it is set up."""
        return RULES.get(self.kind, "KT-EQ-00")

    @property
    def label(self) -> str:
        """The item by its id."""
        return self.id

    def places(self, t: Table) -> Places:
        """Where it may be set up (see KT-EQ-00 and KT-OPS-07)."""
        setup = _setup_of(t.setting, self)
        near = None if setup is None else setup.near_drop_zone
        area = territory(t, self.seat) if near is None else drop_zone(t, self.seat)
        return Places(
            "set_up",
            (self.rule, "KT-OPS-07"),
            partial(judge, t, self),
            partial(_tries, t, self, area),
            surfaces=t.ground.surfaces,
            args=(self.id,),
            areas=(area,),
            radius=0.0 if self.terrain else MARKER_RADIUS,
            rotates=self.terrain,
            footprint=footprint_of(t.setting, self.kind) if self.terrain else (),
        )

    def set_up(self, t: Table, place: Place) -> None:
        """It stands or lies there from now on (see KT-OPS-07)."""
        x, y, z, turned = place
        if self.terrain:
            t.set_up_piece(Piece(self.id, self.kind, self.seat, x, y, z, turned), self.rule)
        elif self.kind == MINE:
            lay_mine(t, self.seat, x, y, z, name=self.id)
        else:
            t.lay(Marker(self.id, self.kind, self.seat, x, y, z, NOBODY, "", ()), self.rule)


# -- which -------------------------------------------------------------------------------------------------------------


def items(t: Table, seat: int) -> list[Item]:
    """The items of universal equipment that a seat has selected, in the order of its selection (see KT-EQ-00)."""
    found: list[Item] = []
    for option in t.selected(seat, EQUIPMENT).split(","):
        if option in TERRAIN or option in MARKERS:
            found += several(option, MARKERS.get(option, option), seat, getattr(figures(t.setting), option).items)
    return found


def several(option: str, kind: str, seat: int, count: int) -> list[Item]:
    """So many items of one kind that an option of equipment brings."""
    name = f"{option}-{seat}"
    return [Item(name if count == 1 else f"{name}-{number}", option, kind, seat) for number in range(1, count + 1)]


# -- where -------------------------------------------------------------------------------------------------------------


def judge(t: Table, what: Item, place: Place) -> Check | None:
    """Why an item cannot be set up at a place; None: it can."""
    checks: list[Check] = []
    return None if fits(t, what, place, checks) else checks[-1]


def fits(t: Table, what: Item, place: Place, why: Why = None) -> bool:
    """Whether an item can be set up at a place: the right area and surface, clear of all it must be clear of (KT-EQ-01,
    KT-EQ-06, KT-EQ-08, KT-EQ-09, KT-EQ-10)."""
    setup = _setup_of(t.setting, what)
    thing = thing_at(t.setting, what, place)
    if not _in_area(t, what, setup, thing, why) or not _on_surface(t, what, setup, place, thing, why):
        return False
    if what.terrain:
        if not stands_free(t, thing, why) or (what.kind == LADDERS and not _leans(t, thing, why)):
            return False
    elif not markers.rests(t, thing.spot, why):
        return False
    return all(
        clear(t, thing, clearance, what.rule, why) for clearance in (setup.clearances if setup is not None else ())
    )


def _setup_of(setting: Any, what: Item) -> Setup | None:
    """Where universal equipment is set up; markers of a kill team only ask for the own territory."""
    if what.option not in TERRAIN and what.option not in MARKERS:
        return None
    found: Setup = getattr(figures(setting), what.option).setup
    return found


def thing_at(setting: Any, what: Item, place: Place) -> Thing:
    """An item as it would stand or lie at a place."""
    if not what.terrain:
        return Thing.disc(Spot(place.x, place.y, place.z, MARKER_RADIUS))
    return Thing.of(feature_of(setting, Piece(what.id, what.kind, what.seat, *place)), place.turned)


def _in_area(t: Table, what: Item, setup: Setup | None, thing: Thing, why: Why) -> bool:
    """Wholly within the own territory, or so near the own drop zone (KT-VER-07, see KT-BASE-15)."""
    if setup is None or setup.near_drop_zone is None:
        return need(why, thing.wholly_in(territory(t, what.seat)), what.rule, "it is wholly within the own territory")
    inches = setup.near_drop_zone[version(t.setting)]
    far = thing.farthest_from(drop_zone(t, what.seat))
    inside = need(
        why,
        not beyond(far, inches),
        what.rule,
        'wholly within {}" of the own drop zone: its farthest point is {:.2f}" away',
        inches,
        far,
    )
    return inside and need(why, not thing.out_of(t.board), what.rule, "it is wholly inside the killzone")


def _on_surface(t: Table, what: Item, setup: Setup | None, place: Place, thing: Thing, why: Why) -> bool:
    """On the floor where the rule asks for it, else on one surface; on Vantage in Bheta-Decima too (KT-BHETA-06)."""
    if (
        setup is not None
        and setup.floor_only
        and not any(allows(t) for allows in t.windows[Supplement.equipment_on_vantage])
    ):
        if not need(why, place.z == 0, what.rule, 'it stands on the killzone floor, not {:.2f}" up', place.z / INCH):
            return False
    if not what.terrain:
        return True  # a marker rests on a surface by the same check as any other
    return supported(t, thing, place.z, what.rule, why)


def _leans(t: Table, thing: Thing, why: Why) -> bool:
    """Whether a ladder stands upright against terrain that is tall enough (KT-EQ-11)."""
    tall = figures(t.setting).ladders.against
    heights = [round(t.board.top[number] * INCH) - thing.low for number in touched(t, thing)]
    high = max(heights, default=0)
    return need(
        why,
        high >= tall,
        "KT-EQ-11",
        'it stands against terrain at least {:.0f}" high: {:.2f}"',
        tall / INCH,
        high / INCH,
    )


# -- suggestions -------------------------------------------------------------------------------------------------------


def _tries(t: Table, what: Item, area: Polygon) -> list[Place]:
    """Places worth trying: a lattice over the area, for ladders the sides of tall terrain."""
    if what.kind == LADDERS:
        return list(dict.fromkeys(_along_walls(t, area)))
    setup = _setup_of(t.setting, what)
    beside = 0 if setup is None or setup.near_drop_zone is None else setup.near_drop_zone[version(t.setting)] * INCH
    (west, south), (east, north) = (
        (min(x for x, _ in area), min(y for _, y in area)),
        (max(x for x, _ in area), max(y for _, y in area)),
    )
    wider = (
        (west - beside, south - beside),
        (east + beside, south - beside),
        (east + beside, north + beside),
        (west - beside, north + beside),
    )
    points = [(x + STEP // 2, y + STEP // 2) for x, y in lattice((wider,), STEP)]
    if not what.terrain:
        return [Place(x, y, z) for x, y in points if x >= 0 and y >= 0 for z in t.ground.surfaces(x, y)]
    # Two ways of standing at each point, other ones at the next; a portable barricade has an inside.
    turns = (*TURNS, *(turn + 180 for turn in TURNS)) if what.kind == PORTABLE else TURNS
    return [
        Place(x, y, z, turns[(number + other) % len(turns)])
        for number, (x, y) in enumerate(points)
        if x >= 0 and y >= 0
        for other in (0, 2)
        for z in t.ground.surfaces(x, y)
    ]


def _along_walls(t: Table, area: Polygon) -> Iterable[Place]:
    """Beside every inch of the sides of terrain that is tall enough, turned along them (see KT-EQ-11)."""
    board = t.board
    ladder = terrain_item(t.setting, LADDERS).shapes[0].box
    away = ladder[3] + TOUCH * INCH / 2
    for number in board.active:
        polygon = board.parts[number].polygon
        if board.parts[number].top < figures(t.setting).ladders.against:
            continue
        for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            length = hypot(x1 - x0, y1 - y0)
            turned = round(degrees(atan2(y1 - y0, x1 - x0))) % 360
            for along in range(50, int(length) - 49, INCH):
                # Counter-clockwise outlines have their outside on the right hand.
                x, y = x0 + (x1 - x0) * along / length, y0 + (y1 - y0) * along / length
                px, py = moved((0, -away), round(x), round(y), turned)
                if distance_to(area, (px, py)) <= 0:
                    yield from (Place(px, py, z, turned) for z in t.ground.surfaces(px, py))
