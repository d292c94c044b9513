"""Killzone Bheta-Decima: gantries, the condenser, hazardous areas and what they do to targeting (KT-BHETA)."""

from __future__ import annotations

import pytest

from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.killzones import bheta_decima
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.games.killteam.zone import Zone
from fireteam.space.plane.model import Feature, base
from tests.killteam.laying import laid
from tests.killteam.stage import Man, play, stage, zone_with
from tests.space.plane.reference import rectangle

GUN = (arena.weapon(4, 3, 3, 4, name="gun"),)
RADIUS = base(32)


def works() -> Zone:
    """The real map: hazards in the four quarters, gantries at 3 inches, the condenser in the middle."""
    return arena.battle(killzone="quenchworks")[0].zone


def valid(t: Table, target: int = 1) -> bool:
    return targets.valid_target(t, t.board, 0, target, GUN[0])


def refused(t: Table, target: int = 1) -> Check:
    """The check for which a target is not valid."""
    checks: list[Check] = []
    assert not targets.valid_target(t, t.board, 0, target, GUN[0], checks)
    return checks[-1]


# -- the condenser -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BHETA-02")
def test_the_inner_ledge_of_the_roof_is_no_climb() -> None:
    # The ledge lies on the roof from 12, 8.6 to 12.3, 9.8, 0.3 inches high: Insignificant, so no climb and no drop.
    match = play(
        stage([Man("a", 0, 14, 9.2, 3, conceal=True), Man("b", 1, 28, 2)], active="a", zone=works()), "REPOSITION"
    )
    step = match.decision.find("to 12.20,9.20 up 3.00")
    assert step is not None
    assert step.args[:4] == (1220, 920, 300, 2)


@pytest.mark.rule("KT-BHETA-02")
def test_the_parts_of_the_condenser_have_their_terrain_types() -> None:
    (condenser,) = [feature for feature in works().terrain.features if feature.kind == "condenser"]
    traits = {part.id.removeprefix("condenser/"): part.traits for part in condenser.parts}
    assert traits["roof"] == {"Accessible", "Vantage"}
    assert traits["inner-ledge-west"] == {"Exposed", "Insignificant"}
    assert traits["battlement-1"] == {"Light"}
    assert traits["body"] == {"Heavy"}


# -- hazardous areas ---------------------------------------------------------------------------------------------------


def over_water(wide: float, x: float = 5.0, y: float = 10.0, z: float = 0.0, kind: str = "bheta_decima") -> Table:
    """A shooter and a target 10 inches apart, with a hazardous area between them, and a slab to stand on behind
    each."""
    west, east = round(100 * (10 - wide / 2)), round(100 * (10 + wide / 2))
    hazard = ((west, 500), (east, 500), (east, 1500), (west, 1500))
    slab = rectangle("slab", (3.5, 8, 6, 12), (2.8, 3), "Vantage")
    zone = zone_with(slab, kind=kind, hazards=[hazard])
    return laid([Man("a", 0, x, y, z, weapons=GUN), Man("b", 1, 15, 10)], zone=zone)


@pytest.mark.rule("KT-BHETA-04")
def test_four_inches_of_hazardous_area_keep_a_target_from_being_valid() -> None:
    check = refused(over_water(4.0))
    assert check.rule == "KT-BHETA-04"
    assert check.text == 'from some origin no line to b runs through 4" of hazardous area; the best has 4.01"'
    assert len(check.places) == 2, "the line that decides"
    assert bheta_decima.restriction(over_water(4.0), over_water(4.0).board, 0, 1).origins == ()


@pytest.mark.rule("KT-BHETA-04")
def test_a_little_less_does_not_unless_a_line_is_slanted_enough() -> None:
    assert valid(over_water(3.9))
    # Nearly 4 inches: from the middle of the base the outer lines are slanted enough, from nowhere are all of them
    # straight.
    assert not valid(over_water(3.995))
    assert not valid(over_water(3.9, y=7.0)), "the whole shot is slanted"


@pytest.mark.rule("KT-BHETA-04")
def test_the_attacker_picks_an_origin_and_the_others_do_not_count() -> None:
    t = over_water(3.97, y=9.0)
    found = bheta_decima.restriction(t, t.board, 0, 1)
    assert len(found.origins) == 9, "on the side of the base from which the shot is straightest"
    assert targets.valid_target(t, t.board, 0, 1, GUN[0])
    assert all(
        any(origin in found.origins for origin in outcome.origins)
        for outcome in targets.outcomes(t, t.board, 0, 1, GUN[0])
    )


@pytest.mark.rule("KT-BHETA-04")
def test_stretches_are_added_and_overlaps_count_once() -> None:
    def deep(*areas: tuple[int, int]) -> bool:
        hazards = [((west, 500), (east, 500), (east, 1500), (west, 1500)) for west, east in areas]
        zone = zone_with(kind="bheta_decima", hazards=hazards)
        return not valid(laid([Man("a", 0, 5, 10), Man("b", 1, 15, 10)], zone=zone))

    assert deep((700, 900), (1000, 1200))
    assert not deep((700, 900), (1000, 1150))
    assert not deep((700, 950), (800, 1050))


@pytest.mark.rule("KT-BHETA-04")
def test_it_is_about_two_on_the_floor_of_this_killzone() -> None:
    assert valid(over_water(5, x=4.5, z=3)), "from a Vantage the water does not matter"
    assert not valid(over_water(5, x=4.5))
    assert valid(over_water(5, kind="volkus"))


@pytest.mark.rule("KT-BHETA-04", "KT-SHOOT-05", "KT-SHOOT-17")
def test_cover_and_water_are_judged_from_the_same_origin() -> None:
    """From the north of the base no line is deep in the water, but a crate hides the target; from the south it is the
    reverse."""

    def laid_out(*, water: bool, crate: bool, conceal: bool = True) -> Table:
        hazards = [((802, 500), (1199, 500), (1199, 1500), (802, 1500))] if water else []
        parts = (rectangle("crate", (13.2, 10.45, 13.9, 13), (0, 1), "Light"),) if crate else ()
        men = [Man("a", 0, 5, 9, weapons=GUN), Man("b", 1, 15, 10, conceal=conceal)]
        return laid(men, zone=zone_with(*parts, kind="bheta_decima", hazards=hazards))

    assert valid(laid_out(water=False, crate=True))
    assert valid(laid_out(water=True, crate=False))
    check = refused(laid_out(water=True, crate=True))
    assert check.rule == "KT-SHOOT-05"
    t = laid_out(water=True, crate=True, conceal=False)
    assert [outcome.in_cover for outcome in targets.outcomes(t, t.board, 0, 1, GUN[0])] == [True]
    t = laid_out(water=False, crate=True, conceal=False)
    assert [outcome.in_cover for outcome in targets.outcomes(t, t.board, 0, 1, GUN[0])] == [False]


# -- gantries ----------------------------------------------------------------------------------------------------------


def gantries(shooter: Man, target: Man, *, connected: bool = False, kind: str = "bheta_decima") -> Table:
    """Three gantries in a row, from x 4 to 6, 10 to 12 and 16 to 18, all at 4 inches; perhaps the first two are
    connected."""
    parts = [
        rectangle(f"g{number}-floor", (west, 8, west + 2, 12), (3.8, 4), "Vantage Accessible")
        for number, west in enumerate((4, 10, 16))
    ]
    zone = zone_with(*parts, kind=kind, kinds={f"g{number}": "gantry_short" for number in range(3)})
    if connected:
        one, two, three = zone.terrain.features
        features = (Feature(one.id, one.kind, one.parts, ("g1",)), two, three)
        zone.terrain = type(zone.terrain)(zone.terrain.width, zone.terrain.height, features)
    return laid([shooter._replace(weapons=GUN), target], zone=zone)


ON_FIRST, ON_LAST = Man("a", 0, 5, 10, 4), Man("b", 1, 17, 10, 4)


@pytest.mark.rule("KT-BHETA-05")
def test_a_third_gantry_between_vantage_and_floor() -> None:
    t = gantries(ON_FIRST, Man("b", 1, 14, 10))
    check = refused(t)
    assert check.rule == "KT-BHETA-05"
    assert (
        check.text == "from some origin no gantry lies between a and b but those that either is on or in: g1-floor does"
    )
    assert refused(gantries(Man("a", 0, 14, 10), Man("b", 1, 5, 10, 4))).rule == "KT-BHETA-05", "and the reverse"


@pytest.mark.rule("KT-BHETA-05")
def test_gantries_that_either_is_on_or_in_do_not_count() -> None:
    assert valid(gantries(ON_FIRST, Man("b", 1, 8, 10))), "only the shooter's own"
    assert valid(gantries(ON_FIRST, Man("b", 1, 11, 10))), "the target stands below the second"
    assert valid(gantries(ON_FIRST, Man("b", 1, 12.5, 10))), "its base reaches under it"
    assert not valid(gantries(ON_FIRST, Man("b", 1, 12.7, 10)))


@pytest.mark.rule("KT-BHETA-05")
def test_two_on_vantage_or_two_on_the_floor_are_not_restricted() -> None:
    assert valid(gantries(ON_FIRST, ON_LAST))
    assert valid(gantries(Man("a", 0, 2, 10), Man("b", 1, 14, 10)))
    assert valid(gantries(ON_FIRST, Man("b", 1, 14, 10), kind="volkus"))


@pytest.mark.rule("KT-BHETA-05", "KT-BHETA-01")
def test_connected_gantries_are_one() -> None:
    assert valid(gantries(ON_FIRST, Man("b", 1, 14, 10), connected=True))
    assert not valid(gantries(ON_FIRST, Man("b", 1, 20, 10), connected=True)), "the third is not connected"


@pytest.mark.rule("KT-BHETA-05", "KT-BHETA-01")
def test_on_the_real_map_the_two_sides_of_the_condenser_are_two_terrains() -> None:
    t = laid([Man("a", 0, 9.5, 16, 3, weapons=GUN), Man("b", 1, 9.5, 20.5), Man("c", 1, 22, 2)], zone=works())
    groups = {t.board.parts[number].feature: group for number, group in bheta_decima.gantry_floors(t.board)}
    assert len(groups) == 8
    assert (
        len({groups[name] for name in ("gantry-long-a", "gantry-medium-1-a", "gantry-medium-2-a", "gantry-short-a")})
        == 1
    )
    assert groups["gantry-long-a"] != groups["gantry-long-b"]
    assert valid(t, 1)
    assert bheta_decima.restriction(t, t.board, 0, 2).rule == "KT-BHETA-05", "gantries of the other side lie between"


@pytest.mark.rule("KT-BHETA-04")
def test_the_real_water_stops_a_shot_along_it() -> None:
    # The hazardous area from 12.5, 4.5 to 18, 7: 5.5 inches along, 2.5 inches across.
    along = laid([Man("a", 0, 11, 5.75, weapons=GUN), Man("b", 1, 19.2, 5.75)], zone=works())
    assert refused(along).rule == "KT-BHETA-04"
    across = laid([Man("a", 0, 15, 3, weapons=GUN), Man("b", 1, 15, 7.68)], zone=works(), anywhere=True)
    assert bheta_decima.restriction(across, across.board, 0, 1).origins


# -- equipment ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BHETA-06")
def test_equipment_may_stand_on_vantage_here_only() -> None:
    found = {
        name: any(
            allows(t)
            for t in [laid([Man("a", 0, 2, 2), Man("b", 1, 20, 20)], zone=zone)]
            for allows in t.windows[Supplement.equipment_on_vantage]
        )
        for name, zone in ((kind, zone_with(kind=kind)) for kind in ("bheta_decima", "volkus", "gallowdark", ""))
    }
    assert found == {"bheta_decima": True, "volkus": False, "gallowdark": False, "": False}
