"""Each way to break a map of Deadzone, or a scenario on a map, is refused with the file, the line and the reason."""

from __future__ import annotations

import pytest

from fireteam.core.errors import PackError
from fireteam.games.deadzone.cards import deck
from fireteam.games.deadzone.content.check_maps import packed
from fireteam.games.deadzone.content.packs import PACKS
from tests.deadzone.packtext import GOOD, refused, within

MARKET = "name: Lamp Market\n"
SALT = "name: Saltworks Terrace\n"
YARD = "name: Gantry Yard\n"


def broken(board: str, *changes: tuple[str, str], marker: str, reason: str) -> None:
    """The pack with changes in a map is refused."""
    refused(within(GOOD, board, *changes), marker, reason)


# -- parts of a map ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        ("[2, 3, 2, full]", "[2, 9, 2, full]", "[2, 9, 2, full]", "lamp_market: floors [2, 9, 2, 'full'] lies off the"),
        ("[2, 3, 2, full]", "[2, 3, 4, full]", "[2, 3, 4, full]", "lamp_market: floors [2, 3, 4, 'full'] lies off the"),
        ("[2, 3, 2, full]", "[2, 3, 1, full]", "[2, 3, 1, full]", "lamp_market: the ground is a floor already"),
        ("[2, 3, 2, full]", "[2, 3, 2, whole]", "[2, 3, 2, whole]", "maps[1].floors[0][3]: it should be 'full'"),
        (
            "[2, 3, 2, full]",
            "[3, 4, 2, full]",
            "[3, 4, 2, full], [2, 7, 2, full]",
            "two floors are given for [3, 4, 2]",
        ),
        (
            "[1, 2, 1, E, low25]",
            "[8, 2, 1, E, low25]",
            "[8, 2, 1, E, low25]",
            "lies on the edge of the board, which is",
        ),
        (
            "[1, 2, 1, E, low25]",
            "[1, 8, 1, N, low25]",
            "[1, 8, 1, N, low25]",
            "lies on the edge of the board, which is",
        ),
        ("[1, 2, 1, E, low25]", "[1, 2, 1, W, low25]", "[1, 2, 1, W, low25]", "maps[1].walls[0][3]"),
        (
            "[1, 2, 1, E, low25]",
            "[1, 6, 1, E, low25]",
            "[1, 6, 1, E, low25]",
            "lies in a solid cube or is a face of one",
        ),
        (
            "[1, 2, 1, E, low25]",
            "[1, 5, 1, N, low25]",
            "[1, 5, 1, N, low25]",
            "lies in a solid cube or is a face of one",
        ),
        (
            "[1, 4, 1, x, blocked]",
            "[1, 6, 1, x, blocked]",
            "[1, 6, 1, x, blocked]",
            "splits [1, 6, 1, 'x', 'blocked'] lies",
        ),
        ("[1, 4, 1, x, blocked]", "[4, 3, 2, x, blocked]", "[4, 3, 2, x, blocked]", "a split cube has a whole floor"),
        ("[4, 4, 1, W]", "[8, 3, 1, W]", "[8, 3, 1, W]", "ramps [8, 3, 1, 'W'] lies in a solid cube"),
        ("[2, 3, 2, full]", "[1, 6, 2, full]", "[1, 6, 2, full]", "is the top of a solid cube already (DZ-GEO-04)"),
        (
            "[2, 3, 2, full]",
            "[2, 4, 2, full]",
            "[2, 4, 2, full], [2, 7",
            "floors [2, 4, 2, 'full'] has no twin by a half-turn",
        ),
        ("[4, 3, 2, half-N]", "[4, 3, 2, half-S]", "[4, 3, 2, half-S]", "floors [4, 3, 2, 'half-S'] has no twin"),
        (
            "[1, 2, 1, E, low25]",
            "[1, 2, 1, E, low50]",
            "[1, 2, 1, E, low50]",
            "walls [1, 2, 1, 'E', 'low50'] has no twin",
        ),
        (
            "[4, 2, 1, N, low25]",
            "[4, 1, 1, N, low25]",
            "[4, 1, 1, N, low25]",
            "walls [4, 1, 1, 'N', 'low25'] has no twin",
        ),
        ("[4, 4, 1, W]", "[4, 4, 1, N]", "[4, 4, 1, N]", "ramps [4, 4, 1, 'N'] has no twin by a half-turn"),
        (
            "[1, 4, 1, x, blocked]",
            "[1, 4, 1, y, blocked]",
            "[1, 4, 1, y, blocked]",
            "splits [1, 4, 1, 'y', 'blocked'] has",
        ),
    ],
)
def test_broken_parts(old: str, new: str, marker: str, reason: str) -> None:
    broken(MARKET, (old, new), marker=marker, reason=reason)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[2, 8, 1, [NE, NW]]", "[2, 8, 1, [NE, NE]]", "a platform raises some quarters, each once (DZ-PART-06)"),
        ("[2, 8, 1, [NE, NW]]", "[2, 8, 1, []]", "a platform raises some quarters, each once (DZ-PART-06)"),
        ("[2, 8, 1, [NE, NW]]", "[2, 8, 1, [NE, SE]]", "platforms [2, 8, 1, ('NE', 'SE')] has no twin"),
        ("[2, 5, 1], [7, 4, 1]", "[2, 6, 1], [7, 4, 1]", "ladders [2, 6, 1] has no twin by a half-turn"),
        ("[1, 5, 1], [8, 4, 1]", "[1, 8, 1], [8, 4, 1]", "solid [1, 8, 1] has no twin by a half-turn"),
    ],
)
def test_broken_platforms_ladders_and_solids(old: str, new: str, reason: str) -> None:
    broken(YARD, (old, new), marker=new, reason=reason)


def test_a_map_may_be_lopsided_if_it_says_so() -> None:
    text = within(GOOD, MARKET, ("levels: 3", "levels: 3\n    symmetric: false"), ("[1, 2, 1, E, low25], ", ""))
    assert not PACKS.parse(text).maps[1].symmetric


BARE = """\
format: deadzone-content/1
pack: {id: mine, title: Mine}
extends: drowned-lamps
maps:
  - {id: bare, name: Bare, levels: 1, solid: [[4, 4, 1], [5, 5, 1]]}
"""


def test_a_map_has_scenery() -> None:
    refused(BARE, "- {id: bare,", "bare: no scenery in the 3 by 3 squares from [1, 1]")


# -- walking -----------------------------------------------------------------------------------------------------------


LOW = ", ".join(f"[{x}, {y}, 1, E, low25]" for x in (2, 6) for y in (2, 4, 5, 7))
FIELD = f"""\
format: deadzone-content/1
pack: {{id: mine, title: Mine}}
extends: drowned-lamps
maps:
  - id: field
    name: Field
    levels: 2
    walls: [{LOW}]
"""


def test_every_floor_can_be_reached() -> None:
    assert PACKS.parse(FIELD).maps[0].id == "field"
    text = FIELD + "    floors:\n      [[4, 4, 2, full],\n       [5, 5, 2, full]]\n"
    refused(text, "[4, 4, 2, full]", "field: a model of size 1 cannot get to [4, 4, 2] (DZ-TERR-08)")
    shut = "[3, 4, 1, E, smooth], [4, 3, 1, N, smooth], [4, 4, 1, E, smooth], [4, 4, 1, N, smooth]"
    text = FIELD.replace("    walls: [", f"    symmetric: false\n    walls: [{shut}, ")
    refused(text, "- id: field", "field: a model of size 1 cannot get to [4, 4, 1] (DZ-TERR-08)")


def test_a_platform_needs_a_floor() -> None:
    text = f"{FIELD}    platforms: [[4, 4, 2, [NE]], [5, 5, 2, [SW]]]\n"
    refused(text, "platforms: [", "field: platforms [4, 4, 2, ('NE',)]: not held")


def test_a_model_of_size_4_has_room() -> None:
    platforms = ", ".join(f"[{x}, {y}, 1, x, door50]" for x in range(1, 9) for y in range(1, 9))
    refused(
        f"{FIELD}    splits: [{platforms}]\n",
        "- id: field",
        "field: there is no cube on the ground for a model of size 4",
    )


def test_ramps_lead_to_floors_and_carry_vehicles() -> None:
    broken(
        MARKET,
        ("[4, 4, 1, W], [5, 5, 1, E]", "[4, 4, 1, E], [5, 5, 1, W]"),
        marker="[4, 4, 1, E], [5, 5, 1, W]",
        reason="lamp_market: ramp [4, 4, 1, 'E'] leads to no whole floor (DZ-GEO-07)",
    )
    broken(
        MARKET,
        ("[3, 4, 2, full]", "[3, 4, 2, full], [4, 4, 2, full]"),
        ("[6, 5, 2, full]", "[6, 5, 2, full], [5, 5, 2, full]"),
        marker="[4, 4, 1, W], [5, 5, 1, E]",
        reason="lamp_market: ramp [4, 4, 1, 'W'] is of no use to vehicles of size 4 (DZ-AB-VEHICLE-01)",
    )


def test_objectives_and_consoles_are_within_reach() -> None:
    text = FIELD + "    floors: [[4, 5, 2, hatch1], [5, 4, 2, hatch1]]\n"
    reason = "crossed_lanterns on field: objective [4, 5] lies at [4, 5, 2], out of reach of size 2 (DZ-SETUP-04)"
    with pytest.raises(PackError) as caught:
        PACKS.parse(text, "broken.yaml")
    assert caught.value.reason == reason
    assert PACKS.parse(text.replace("hatch1", "hatch2")).maps[0].floors[0] == (4, 5, 2, "hatch2")
    text = within(GOOD, "name: Cold Files\n", ("at: [[3, 6], [6, 3], [4, 3], [5, 6]]", "at: [[3, 4], [6, 5]]"))
    text += FIELD.partition("maps:\n")[2] + "    floors: [[3, 4, 2, hatch1], [6, 5, 2, hatch1]]\n"
    reason = "cold_files on field: console [3, 4] lies at [3, 4, 2], out of reach of size 2 (DZ-SETUP-04)"
    refused(text, "    consoles: {", reason)


def test_half_of_the_objectives_admit_large_models() -> None:
    splits = "[1, 4, 1, x, blocked], [3, 3, 1, x, door25], [6, 6, 1, x, door25], [8, 5, 1, x, blocked]"
    more = f"{splits}, [4, 5, 1, x, blocked], [5, 4, 1, x, blocked], [2, 6, 1, x, door25], [7, 3, 1, x, door25]"
    refused(
        within(GOOD, MARKET, (splits, more)),
        "    objectives:\n      - {at: [2, 6], vp: 1}",
        "crossed_lanterns on lamp_market: only 0 of 4 objectives admit models of size 3 (DZ-GEO-09, DZ-PART-05)",
    )


def test_a_scenario_may_leave_out_a_map() -> None:
    splits = "[8, 5, 1, x, blocked]"
    more = f"{splits}, [4, 5, 1, x, blocked], [5, 4, 1, x, blocked], [2, 6, 1, x, door25], [7, 3, 1, x, door25]"
    text = within(
        GOOD, "name: Crossed Lanterns\n", ("roll: [1, 2]", "roll: [1, 2]\n    maps: [saltworks, gantry_yard]")
    )
    assert PACKS.parse(within(text, MARKET, (splits, more))).scenarios[0].maps == ("saltworks", "gantry_yard")


def test_vehicles_can_start_in_a_zone() -> None:
    crowded = ", ".join(f"[{x}, {y}, 1, [SW, NW]]" for x in range(1, 5) for y in (1, 2))
    turned = ", ".join(f"[{9 - x}, {9 - y}, 1, [NE, SE]]" for x in range(1, 5) for y in (1, 2))
    refused(
        within(GOOD, SALT, ("    platforms:\n      [", f"    platforms:\n      [{crowded}, {turned}, ")),
        "      A: [[1, 1], [1, 2], [2, 1], [2, 2], [3, 1], [3, 2], [4, 1], [4, 2]]",
        "crossed_lanterns on saltworks: vehicles can use 0 cubes of zone A, fewer than 3 (DZ-SETUP-15)",
    )


def test_exits_are_within_reach() -> None:
    solid = "[1, 6, 1], [8, 3, 1]"
    refused(
        within(GOOD, MARKET, (solid, f"{solid}, [8, 8, 1], [1, 1, 1]")),
        "      A: [[8, 6], [8, 7], [8, 8]",
        "run_the_cordon on lamp_market: exit [8, 8] is out of reach of size 2 (DZ-CORE-06)",
    )


def test_rosters_fit_into_the_zones() -> None:
    zones = (
        "A: [[1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [6, 1], [7, 1], [8, 1]]",
        "B: [[8, 8], [7, 8], [6, 8], [5, 8], [4, 8], [3, 8], [2, 8], [1, 8]]",
    )
    text = within(
        GOOD,
        "name: Split the Claim\n",
        (zones[0], "A: [[1, 1], [2, 1], [3, 1], [4, 1]]"),
        (zones[1], "B: [[8, 8], [7, 8], [6, 8], [5, 8]]"),
    )
    reason = "cinder 200 does not fit into zone A of split_claim on saltworks (DZ-SETUP-16)"
    refused(text, "- limit: 200\n        total: 200\n        models:\n          - {unit: shop_speaker", reason)


def test_models_are_packed_by_size() -> None:
    units = deck(PACKS.load()).units
    husk, sage, stag, hulk = (units[id] for id in ("husk", "root_mother", "maul_stag", "bark_hulk"))
    hauler = units["ore_hauler"]
    assert packed([hulk, hulk, stag, husk], [4, 4, 4], [])
    assert not packed([stag, stag, stag, stag, sage], [4, 4, 4, 4], [])
    assert packed([hauler, hulk], [4], [4])
    assert not packed([hauler, hauler], [4], [4])
