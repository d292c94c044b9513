"""Where universal equipment is set up, in both rules versions (KT-EQ-00 to KT-EQ-13, KT-VER-04 to KT-VER-07,
KT-BHETA-06)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions.action import deed, may_act
from fireteam.games.killteam.equipment import items
from fireteam.games.killteam.equipment import set_up as setting_up
from fireteam.games.killteam.equipment.set_up import Item
from fireteam.games.killteam.positions import OBJECTIVE, body_of
from fireteam.games.killteam.setup import battle
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.places import Place
from fireteam.space.plane.model import Part
from fireteam.space.plane.placing import stands
from tests.killteam.kit import NEW, OLD, VERSIONS, an_item, at, lay, man, marker, piece, table
from tests.space.plane.reference import rectangle

AMMO, COMMS = an_item("ammo_cache"), an_item("comms_device")
MINES = an_item("mine", option="mines")
WIRE, LIGHT, HEAVY = an_item("razor_wire"), an_item("light_barricades"), an_item("heavy_barricade")
LADDER, SHIELD = an_item("ladders"), an_item("portable_barricade")
DOOR = rectangle("ruin-door", (6, 10, 7.6, 10.3), (0, 2.8), "Accessible Heavy")
HATCH = (
    rectangle("hatch-point", (6, 10, 7.6, 10.3), (0, 3), "Heavy Wall", hatch="hatch", open=False),
    rectangle(
        "hatch-point-open",
        (6, 10, 7.6, 10.3),
        (0, 3),
        "Accessible Exposed Insignificant",
        hatch="hatch",
        open=True,
        opaque=False,
    ),
    rectangle("hatch-leaf", (5.7, 10.3, 6, 11.9), (0, 3), "Heavy Wall", hatch="hatch", open=True),
)


def empty(*terrain: Part, version: str = NEW, **fields: Any) -> Match:
    """A board without operatives, half of it each seat's territory: the first has x up to 15, and its drop zone up to
    6."""
    return lay(version=version, terrain=terrain, phase="over", active=-1, **fields)


def refused(match: Match, item: Item, place: Place) -> tuple[str, str] | None:
    """The rule and the words by which a place is refused; None: it is legal."""
    check = setting_up.judge(table(match), item, place)
    return None if check is None else (check.rule, check.text)


def legal(match: Match, item: Item, place: Place) -> bool:
    return refused(match, item, place) is None


def selected(*options: str, team: str = "cinder-vigil") -> Table:
    """A table on which the first seat has selected these options."""
    setting, state = arena.battle(
        teams=(team, "cinder-vigil"), selections=[(0, "equipment", ",".join(options)), (1, "equipment", "mines")]
    )
    return arena.table_over(setting, state)


def one_left(t: Table, seat: int, name: str) -> Item:
    """An item of equipment that may still be set up, by its id."""
    found = next(item for item in battle.items_left(t, seat) if item.id == name)
    assert isinstance(found, Item)
    return found


# -- which items -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-00", "KT-OPS-07")
def test_items_come_one_by_one_from_the_selection() -> None:
    t = selected("light_barricades", "utility_grenades", "mines", "ladders")
    assert [item.id for item in battle.items_left(t, 0)] == [
        "light_barricades-0-1",
        "light_barricades-0-2",
        "mines-0",
        "ladders-0-1",
        "ladders-0-2",
    ]
    assert [(item.id, item.kind, item.rule) for item in items.items(t, 1)] == [("mines-1", "mine", "KT-EQ-06")]
    assert one_left(t, 1, "mines-1").terrain is False


@pytest.mark.rule("KT-EQ-00")
def test_an_item_that_is_left_out_is_in_no_game() -> None:
    t = selected("mines")
    battle.leave_out(t, 0, one_left(t, 0, "mines-0"))
    assert battle.items_left(t, 0) == []
    assert not any(found.kind == "mine" for found in t.state.markers.values())


@pytest.mark.rule("KT-EQ-00", "KT-EQ-09")
def test_set_up_items_stand_or_lie_there() -> None:
    t = selected("light_barricades", "ammo_cache")
    battle.set_up_item(t, 0, one_left(t, 0, "light_barricades-0-2"), at(3, 4, 0, 90))
    battle.set_up_item(t, 0, one_left(t, 0, "ammo_cache-0"), at(5, 6))
    assert [item.id for item in battle.items_left(t, 0)] == ["light_barricades-0-1"]
    assert t.state.pieces["light_barricades-0-2"] == ("light_barricades-0-2", "light_barricades", 0, 300, 400, 0, 90)
    assert t.state.markers["ammo_cache-0"][:6] == ("ammo_cache-0", "ammo_cache", 0, 500, 600, 0)
    assert any(feature.id == "light_barricades-0-2" for feature in t.board.features)


@pytest.mark.rule("KT-EQ-00")
def test_markers_of_faction_equipment_are_items_too() -> None:
    t = selected("vr-e2", "mines", team="veilrunners")
    found = [item for item in battle.items_left(t, 0) if isinstance(item, Item) and item.kind == "caltrops"]
    assert [(item.id, item.option) for item in found] == [("vr-e2-0", "vr-e2")]
    (caltrops,) = found
    assert setting_up.judge(t, caltrops, at(14.5, 6)) is None
    assert setting_up.judge(t, caltrops, at(14.8, 6)) is not None, "not wholly within the own territory"


# -- markers -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-01", "KT-EQ-03")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("item", [AMMO, COMMS], ids=["ammo", "comms"])
def test_caches_and_devices_lie_wholly_within_the_own_territory(item: Item, version: str) -> None:
    match = empty(version=version)
    assert legal(match, item, at(14.6, 5))
    assert refused(match, item, at(15, 5)) == (item.rule, "it is wholly within the own territory"), "half in it"
    assert refused(match, item, at(14.61, 5)) is not None
    assert refused(match, item._replace(seat=1), at(14.6, 5)) is not None
    assert legal(match, item._replace(seat=1), at(15.4, 5))


@pytest.mark.rule("KT-EQ-06")
@pytest.mark.parametrize("version", VERSIONS)
def test_mines_keep_more_than_two_inches_from_other_markers(version: str) -> None:
    match = empty(
        version=version, markers=(marker(OBJECTIVE, 10, 10, seat=-1, name="objective-a"), marker("ammo_cache", 3, 3))
    )
    # 40 mm and 20 mm across: 1.18" from centre to centre more than from edge to edge.
    assert refused(match, MINES, at(13.18, 10)) == (
        "KT-EQ-06",
        'more than 2" from other markers: objective-a is 2.00" away',
    )
    assert legal(match, MINES, at(13.19, 10))
    assert refused(match, MINES, at(5.78, 3)) is not None
    assert legal(match, MINES, at(5.8, 3))
    assert refused(match, MINES, at(14.7, 3)) == ("KT-EQ-06", "it is wholly within the own territory")


@pytest.mark.rule("KT-VER-05", "KT-EQ-06")
@pytest.mark.parametrize(("version", "fine"), [(OLD, True), (NEW, False)])
def test_mines_keep_away_from_accessible_terrain_since_2025(version: str, fine: bool) -> None:
    match = empty(DOOR, version=version)
    assert legal(match, MINES, at(6.8, 10 - 1 - 0.4)) is fine
    assert legal(match, MINES, at(6.8, 10 - 2.4)), "more than 2 inches"


@pytest.mark.rule("KT-VER-05", "KT-EQ-06")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("hatches", [frozenset(), frozenset({"hatch"})], ids=["closed", "open"])
def test_mines_keep_away_from_access_points_in_both_versions(version: str, hatches: frozenset[str]) -> None:
    match = empty(*HATCH, version=version, hatches=hatches)
    assert not legal(match, MINES, at(6.8, 10 - 2.39))
    assert legal(match, MINES, at(6.8, 10 - 2.4))


# -- barricades and wire -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-VER-04", "KT-EQ-08", "KT-EQ-09", "KT-EQ-13")
@pytest.mark.parametrize(("version", "fine"), [(OLD, True), (NEW, False)])
@pytest.mark.parametrize("item", [WIRE, LIGHT, SHIELD], ids=lambda item: item.kind)
def test_terrain_keeps_away_from_doors_and_access_points_since_2025(item: Item, version: str, fine: bool) -> None:
    # A foot of the barricades points at the opening.
    x, deep = {"razor_wire": (6.8, 0.2), "light_barricades": (5.7, 0.5), "portable_barricade": (6, 0.4)}[item.kind]
    for terrain in ((DOOR,), HATCH):
        match = empty(*terrain, version=version)
        assert legal(match, item, at(x, 10 - 1.5 - deep)) is fine
        assert legal(match, item, at(x, 10 - 2 - deep)) is fine, "exactly 2 inches are not more than 2"
        assert legal(match, item, at(x, 10 - 2.01 - deep))


@pytest.mark.rule("KT-VER-04", "KT-EQ-10")
@pytest.mark.parametrize(("version", "fine"), [(OLD, True), (NEW, False)])
def test_the_heavy_barricade_too(version: str, fine: bool) -> None:
    door = rectangle("ruin-door", (3, 10, 4.6, 10.3), (0, 2.8), "Accessible Heavy")
    match = empty(door, version=version)
    assert legal(match, HEAVY, at(3.8, 8.3)) is fine
    assert legal(match, HEAVY, at(3.8, 7.79))


@pytest.mark.rule("KT-EQ-08", "KT-VER-04")
@pytest.mark.parametrize(("version", "fine"), [(OLD, True), (NEW, False)])
def test_wire_an_inch_from_a_hatchway(version: str, fine: bool) -> None:
    match = empty(*HATCH, version=version)
    assert legal(match, WIRE, at(6.8, 8.8)) is fine
    assert refused(empty(*HATCH), WIRE, at(6.8, 8.8)) == (
        "KT-EQ-08",
        'more than 2" from access points: hatch-point is 1.00" away',
    )


@pytest.mark.rule("KT-VER-04", "KT-EQ-09")
@pytest.mark.parametrize("version", VERSIONS)
def test_light_barricades_keep_away_from_each_other_and_all_equipment_terrain(version: str) -> None:
    match = empty(version=version, pieces=(piece("light_barricades", 5, 5), piece("razor_wire", 12, 15, seat=1)))
    assert refused(match, LIGHT, at(9.5, 5)) == (
        "KT-EQ-09",
        'more than 2" from other equipment terrain: light_barricades-0/panel is 2.00" away',
    )
    assert legal(match, LIGHT, at(9.51, 5))
    assert not legal(match, LIGHT, at(12, 12.3)), "that of the other player too"
    assert legal(match, LIGHT, at(12, 12.29))


@pytest.mark.rule("KT-EQ-07", "KT-EQ-08", "KT-EQ-09", "KT-EQ-13")
@pytest.mark.parametrize("version", VERSIONS)
def test_terrain_stands_wholly_within_the_territory_on_the_floor(version: str) -> None:
    level = rectangle("block-level", (2, 2, 9, 9), (2, 2.2), "Vantage")
    match = empty(level, version=version)
    for item, half in ((WIRE, 2.0), (LIGHT, 1.25), (SHIELD, 1.0)):
        assert legal(match, item, at(15 - half, 15))
        assert refused(match, item, at(15.01 - half, 15)) == (item.rule, "it is wholly within the own territory")
        assert legal(match, item, at(14.5, 15, 0, 90)), "turned it takes less room"
        assert refused(match, item, at(5, 5, 2.2)) == (item.rule, 'it stands on the killzone floor, not 2.20" up')


@pytest.mark.rule("KT-VER-07", "KT-EQ-10")
def test_the_heavy_barricade_stands_near_the_drop_zone() -> None:
    # Every part between 1" and 3.5" from the drop zone, whose edge is x = 6.
    middle = at(8.25, 10, 0, 45)
    assert not legal(empty(version=OLD), HEAVY, middle)
    assert legal(empty(version=NEW), HEAVY, middle)
    for version, inches in ((OLD, 2), (NEW, 4)):
        match = empty(version=version)
        assert legal(match, HEAVY, at(6 + inches - 0.2, 10, 0, 90))
        assert refused(match, HEAVY, at(6.01 + inches - 0.2, 10, 0, 90)) == (
            "KT-EQ-10",
            f'wholly within {inches}" of the own drop zone: its farthest point is {inches + 0.01:.2f}" away',
        )
        assert legal(match, HEAVY, at(2, 0.2)), "in the drop zone"
        assert not legal(match, HEAVY, at(2, 0.19)), "over the edge of the board"


@pytest.mark.rule("KT-EQ-09", "KT-GEO-13", "KT-MARK-01")
def test_terrain_overlaps_neither_terrain_nor_bases_nor_markers() -> None:
    crate = rectangle("crate", (6, 10, 8, 12), (0, 1), "Heavy")
    match = lay(man(3, 3), terrain=(crate,), markers=(marker("ammo_cache", 10, 3),))
    assert refused(match, LIGHT, at(7, 9.51)) == ("KT-GEO-13", "it overlaps no terrain: crate")
    assert legal(match, LIGHT, at(7, 9.5)), "in contact"
    assert refused(match, LIGHT, at(3, 3.7)) == ("KT-BASE-01", "it overlaps no base: m0")
    assert refused(match, LIGHT, at(10, 3.1)) == ("KT-MARK-01", "it stands on no marker: ammo_cache-0")
    assert refused(match, AMMO, at(7, 11)) is not None, "nor does a marker lie inside terrain"


@pytest.mark.rule("KT-BASE-01", "KT-OPS-10")
@pytest.mark.parametrize("turned", range(0, 360, 15))
def test_terrain_set_up_next_to_a_base_leaves_it_where_it_can_stand(turned: int) -> None:
    match = lay(man(5, 5))
    t = table(match)
    close = next(y for y in range(560, 800) if setting_up.judge(t, LIGHT, Place(500, y, 0, turned)) is None)
    assert refused(match, LIGHT, Place(500, close - 1, 0, turned)) == ("KT-BASE-01", "it overlaps no base: m0")
    LIGHT.set_up(t, Place(500, close, 0, turned))
    assert stands(t.ground, body_of(t, 0)) is None
    assert may_act(t, 0, deed(t, 0, "REPOSITION"))


@pytest.mark.rule("KT-EQ-09")
def test_an_item_may_be_turned_by_any_whole_degrees() -> None:
    places = LIGHT.places(table(empty()))
    assert places.find("at 7.00,7.00 turned 33").args == ("light_barricades-0-1", 700, 700, 0, 33)  # type: ignore[union-attr]
    assert places.find("at 7.00,7.00 turned 360") is None
    assert places.refusal("at 16.00,7.00").decisive.rule == "KT-EQ-09"  # type: ignore[union-attr]
    found = places.suggest(24)
    assert len(found) == 24 and all(places.find(option.key) is not None for option in found)


# -- ladders -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-11")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("high", "fine"), [(1.5, False), (1.99, False), (2.0, True), (4.0, True)])
def test_ladders_lean_against_terrain_of_two_inches(high: float, fine: bool, version: str) -> None:
    match = empty(rectangle("wall", (5, 10, 9, 10.3), (0, high), "Heavy"), version=version)
    assert legal(match, LADDER, at(7, 9.95)) is fine
    assert legal(match, LADDER, at(7, 9.93)) is fine, "0.02 inches away is contact"
    assert refused(match, LADDER, at(7, 9.92)) == ("KT-EQ-11", 'it stands against terrain at least 2" high: 0.00"')
    assert refused(match, LADDER, at(7, 9.97)) == ("KT-GEO-13", "it overlaps no terrain: wall")


@pytest.mark.rule("KT-EQ-11")
@pytest.mark.parametrize("version", VERSIONS)
def test_ladders_keep_away_from_equipment_terrain_doors_and_access_points(version: str) -> None:
    wall = rectangle("wall", (2, 10, 14, 10.3), (0, 3), "Heavy")
    match = empty(wall, version=version, pieces=(piece("light_barricades", 4.25, 9.45),))
    # The barricade ends at x = 5.5; the ladder is 0.8" wide.
    assert not legal(match, LADDER, at(7.9, 9.95)), "2.0 inches from a barricade"
    assert legal(match, LADDER, at(7.91, 9.95))
    door = (
        rectangle("wall", (2, 10, 6, 10.3), (0, 3), "Heavy"),
        rectangle("wall-door", (6, 10, 7, 10.3), (0, 3), "Accessible Heavy"),
    )
    match = empty(*door, version=version)
    assert not legal(match, LADDER, at(4.6, 9.95)), "1.0 inches from a door"
    assert legal(match, LADDER, at(4.5, 9.95)), "1.1 inches"
    hatch = (rectangle("wall", (2, 10, 6, 10.3), (0, 3), "Heavy Wall"), *HATCH)
    match = empty(*hatch, version=version)
    assert not legal(match, LADDER, at(4.6, 9.95)), "1.0 inches from an access point"
    assert legal(match, LADDER, at(4.5, 9.95))


@pytest.mark.rule("KT-EQ-11")
def test_suggested_ladders_lean() -> None:
    match = empty(rectangle("wall", (5, 10, 9, 10.3), (0, 3), "Heavy"), rectangle("low", (3, 3, 5, 5), (0, 1), "Heavy"))
    places = LADDER.places(table(match))
    found = places.suggest(24)
    assert found and all(legal(match, LADDER, Place(*option.args[1:])) for option in found)
    assert {option.args[4] for option in found} == {0, 180}, "along both long sides"


# -- Bheta-Decima ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BHETA-06")
@pytest.mark.parametrize("version", VERSIONS)
def test_in_bheta_decima_equipment_may_stand_on_vantage_and_near_accessible_terrain(version: str) -> None:
    floor = rectangle("gantry-floor", (3, 10, 12, 12), (2.8, 3), "Accessible Vantage")
    rail = rectangle("gantry-rail", (3, 11.8, 12, 12), (3, 5), "Heavy")
    for kind, fine in (("bheta_decima", True), ("volkus", False)):
        match = empty(floor, rail, version=version, kind=kind)
        assert legal(match, LIGHT, at(6, 11, 3)) is fine
        assert legal(match, LIGHT, at(6, 9.2)) is (fine or version == OLD), "1.91 inches from the floor above"
        assert not legal(match, LIGHT, at(6, 10.4, 3)), "a foot would be in the air"
        assert not legal(match, LIGHT, at(6, 11.4, 3)), "in the rail"
    here = empty(floor, rail, version=version, kind="bheta_decima", pieces=(piece("light_barricades", 6, 11, 3),))
    assert not legal(here, SHIELD, at(9.25, 11, 3)), "other equipment terrain still counts"
    assert legal(here, SHIELD, at(10.26, 11, 3))
    assert legal(empty(floor, rail, version=version, kind="bheta_decima"), LADDER, at(6, 11.75, 3))


# -- round walls -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-08", "KT-GEO-12")
def test_distances_are_measured_round_walls() -> None:
    wall = rectangle("wall", (0, 10, 10, 10.3), (0, 3), "Heavy Wall")
    match = empty(wall, pieces=(piece("light_barricades", 5, 9.4, turned=0),))
    assert legal(match, LIGHT, at(5, 10.9)), "0.5 inches through the wall, but the way round is long"
    assert not legal(empty(pieces=(piece("light_barricades", 5, 9.4),)), LIGHT, at(5, 10.9))
    match = empty(wall, markers=(marker("ammo_cache", 5, 9.5),))
    assert legal(match, MINES, at(5, 10.8))


# -- real killzones ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-EQ-00", "KT-OPS-07")
@pytest.mark.parametrize("killzone", ["shellmarket", "quenchworks", "derelict-spine"])
@pytest.mark.parametrize("version", VERSIONS)
def test_every_item_has_places_on_real_maps(killzone: str, version: str) -> None:
    options = ",".join(
        (
            "ammo_cache",
            "comms_device",
            "mines",
            "razor_wire",
            "light_barricades",
            "heavy_barricade",
            "ladders",
            "portable_barricade",
        )
    )
    setting, state = arena.battle(
        killzone=killzone,
        selections=[(0, "equipment", options), (1, "equipment", options)],
        options={"rules_version": version},
    )
    t = arena.table_over(setting, state)
    for seat in (0, 1):
        for item in items.items(t, seat):
            where = item.places(t)
            option = where.suggest(1)[0]
            assert where.find(option.key) is not None, item.id
            item.set_up(t, Place(*option.args[1:]))
    standing = {feature.id for feature in t.board.features if feature.kind == "equipment"}
    assert standing == set(t.state.pieces) and len(standing) == 14
