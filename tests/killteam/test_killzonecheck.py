"""Each way to break a killzone is refused with the file, the line and the reason."""

from __future__ import annotations

import re

import pytest

from fireteam.core.errors import PackError
from fireteam.games.killteam.content.check_walks import Walk
from fireteam.games.killteam.content.packs import PACKS
from tests.killteam.packtext import changed, check_maps, killzone_text, map_refused

VOLKUS, BHETA, GALLOWDARK = killzone_text("shellmarket"), killzone_text("quenchworks"), killzone_text("derelict-spine")


def test_the_maps_alone_are_sound() -> None:
    for text in (VOLKUS, BHETA, GALLOWDARK):
        check_maps(text)
    assert len(PACKS.load().killzones) == 3


MOUND_A = "polygon: [[11.5, 8.6], [12.6, 8.2], [13.3, 8.9], [12.9, 9.8], [11.7, 9.6]]}"


@pytest.mark.rule("KT-GEO-01")
@pytest.mark.parametrize(
    ("new", "reason"),
    [
        (
            "polygon: [[11.5, 8.6], [12.6, 8.2], [12.5, 8.9], [12.9, 9.8], [11.7, 9.6]]}",
            "concave, or the corners run clockwise",
        ),
        (
            "polygon: [[11.7, 9.6], [12.9, 9.8], [13.3, 8.9], [12.6, 8.2], [11.5, 8.6]]}",
            "concave, or the corners run clockwise",
        ),
        (
            "polygon: [[11.5, 8.6], [12.6, 8.2], [13.303, 8.9], [12.9, 9.8], [11.7, 9.6]]}",
            "13.303 inches is finer than a hundredth of an inch",
        ),
        ("polygon: [[11.5, 8.6], [12.6, 8.2]]}", "polygon"),
        (
            "polygon: [[11.5, 8.6], [12.6, 8.2], [13.4, 8.9], [12.9, 9.8], [11.7, 9.6]]}",
            "heavy-rubble-a/mound lies outside the footprint",
        ),
        (
            "polygon: [[11.5, 8.6], [12.6, 8.2], [13.2, 8.9], [12.9, 9.8], [11.7, 9.6]]}",
            "heavy-rubble-a/mound has no twin after a half turn",
        ),
        ("polygon: [[11.5, 8.6], [12.6, 8.2], [thirteen, 8.9]]}", "must be a number of inches, not 'thirteen'"),
    ],
)
def test_broken_polygons(new: str, reason: str) -> None:
    map_refused(changed(VOLKUS, (MOUND_A, new)), new, reason)


DOOR = "name: door, z: [0, 2.8], traits: [Accessible, Heavy], polygon: [[8.7, 18.7]"
VENT = "name: broken vent, z: [0, 2.8], traits: [Blocking, Heavy], polygon: [[8.5, 13]"
LEVEL = "name: upper level, z: [2.8, 3], traits: [Vantage], polygon: [[7, 1.5]"


@pytest.mark.rule("KT-GEO-01", "KT-TT-07")
@pytest.mark.parametrize(
    ("part", "old", "new", "reason"),
    [
        (VENT, "[Blocking, Heavy]", "[Blocking]", "neither Heavy nor Light, and not Exposed"),
        (DOOR, "[Accessible, Heavy]", "[Accessible]", "neither Heavy nor Light, and not Exposed"),
        (DOOR, "[Accessible, Heavy]", "[]", "parts[4].traits"),
        (DOOR, "[Accessible, Heavy]", "[Acessible, Heavy]", "parts[4].traits[0]: it should be 'Heavy'"),
        (DOOR, "[Accessible, Heavy]", "[Heavy, Light]", "stronghold-a/door is Heavy and Light at once (KT-TT-04)"),
        (DOOR, "[Accessible, Heavy]", "[Heavy, Ladder]", "stronghold-a/door: Ladder is for equipment"),
        (DOOR, "z: [0, 2.8]", "z: [2.8, 0]", "heights rise from the floor, to 8 inches at most"),
        (DOOR, "z: [0, 2.8]", "z: [0, 9]", "heights rise from the floor, to 8 inches at most"),
        (DOOR, "z: [0, 2.8]", "z: 2.8", "heights are written as a pair: [bottom, top]"),
        (DOOR, "z: [0, 2.8]", "z: [0, 2.7]", "stronghold-a/door has no twin after a half turn"),
        (DOOR, "name: door", "name: south wall east", "part of stronghold-a 'south wall east' is given twice"),
        (LEVEL, "[2.8, 3]", "[2.8, 2.9]", "needs line_z: 3, as high as a stronghold's first level (KT-VOLK-03)"),
        (
            LEVEL,
            "traits: [Vantage]",
            "line_z: 4, traits: [Vantage]",
            "needs line_z: 3, as high as a stronghold's first level (KT-VOLK-03)",
        ),
    ],
)
def test_broken_parts(part: str, old: str, new: str, reason: str) -> None:
    broken = changed(part, (old, new))
    map_refused(changed(VOLKUS, (part, broken)), broken, reason)


SMALL_RUIN = "footprint: [[1.5, 8], [4, 8], [4, 9.5], [1.5, 9.5]]"
HAZARD = "[[1, 12.5], [7, 12.5], [7, 15.5], [1, 15.5]]"
LEAF = "leaf: [[8.1, 8.88], [9.7, 8.88], [9.7, 9.08], [8.1, 9.08]]"
SHORT_WALL = "[[1.5, 8.3], [1.8, 8.3], [1.8, 9.5], [1.5, 9.5]]"
RUBBLE = "footprint: [[3, 15.1], [4.2, 15], [4.5, 15.8], [3.3, 16]]"
ACCESS = "traits: [Heavy, Wall], hatch: {leaf: [[8.1, 8.88]"


@pytest.mark.parametrize(
    ("text", "old", "new", "marker", "reason"),
    [
        (
            VOLKUS,
            "{width: 30, height: 22}",
            "{width: 31, height: 22}",
            None,
            "the board of shellmarket must be 30 by 22 inches",
        ),
        (
            GALLOWDARK,
            "{width: 23.86, height: 27.68}",
            "{width: 30, height: 22}",
            None,
            "the board of derelict-spine must be 23.86 by 27.68 inches",
        ),
        (GALLOWDARK, "x: [0, 3.98, 7.95,", "x: [0, 7.95, 3.98,", None, "must rise from 0 to the size of the board"),
        (GALLOWDARK, "19.88, 23.86]", "19.88]", None, "must rise from 0 to the size of the board"),
        (
            VOLKUS,
            "    centre: [15, 11]\n",
            "    centre: [15, 11]\n    grid: {x: [0, 30], y: [0, 22]}\n",
            "  - id: shellmarket",
            "a grid belongs to Gallowdark",
        ),
        (
            VOLKUS,
            "    kind: volkus\n",
            "    kind: bheta_decima\n",
            "kind: stronghold\n        side: A",
            "bheta_decima has no stronghold",
        ),
        (
            VOLKUS,
            "      - id: light-rubble-2-b\n",
            "      - id: light-rubble-2-a # again\n",
            None,
            "feature 'light-rubble-2-a' is given twice",
        ),
        (
            VOLKUS,
            SMALL_RUIN,
            "footprint: [[-1.5, 8], [4, 8], [4, 9.5], [-1.5, 9.5]]",
            None,
            "the footprint of small-ruin-a lies over the edge of the board",
        ),
        (VOLKUS, SMALL_RUIN, "footprint: [[1.5, 8], [4, 8], [2, 9], [4, 9.5], [1.5, 9.5]]", None, "(KT-GEO-01)"),
        (
            BHETA,
            "connects: [gantry-medium-1-a]",
            "connects: [gantry-medium-9]",
            None,
            "unknown feature 'gantry-medium-9'",
        ),
        (
            BHETA,
            "connects: [gantry-medium-1-a]",
            "connects: [gantry-medium-2-a]",
            "connects: [gantry-long-a, gantry-short-a]",
            "gantry-medium-1-a connects to gantry-short-a, but gantry-short-a does not connect back",
        ),
        (
            VOLKUS,
            SHORT_WALL,
            "[[1.5, 8.1], [1.8, 8.1], [1.8, 9.5], [1.5, 9.5]]",
            "{name: long wall, z: [0, 2.5], traits: [Heavy], polygon: [[1.5, 8]",
            "small-ruin-a/long wall overlaps small-ruin-a/short wall",
        ),
        (
            VOLKUS,
            RUBBLE,
            "footprint: [[3, 9.2], [5, 9.2], [5, 16], [3, 16]]",
            SMALL_RUIN,
            "the footprints of small-ruin-a and light-rubble-2-a overlap",
        ),
        (
            BHETA,
            HAZARD,
            "[[1, 12.5], [9.5, 12.5], [9.5, 15.5], [1, 15.5]]",
            None,
            "area haz-1 lies under gantry-medium-2-a/pillar 1",
        ),
        (
            BHETA,
            HAZARD,
            "[[1, 12.5], [6, 12.5], [6, 15.5], [1, 15.5]]",
            None,
            "area haz-1 has no twin after a half turn",
        ),
        (
            BHETA,
            "{id: haz-1, kind: hazardous,",
            "{id: haz-1, kind: lava,",
            None,
            "areas[0].kind: it should be 'hazardous'",
        ),
        (BHETA, "{id: haz-2, kind", "{id: haz-1, kind", "[[12.5, 4.5], [18, 4.5]", "area 'haz-1' is given twice"),
        (
            GALLOWDARK,
            LEAF,
            "leaf: [[8.1, 7.95], [9.7, 7.95], [9.7, 8.15], [8.1, 8.15]]",
            None,
            "the open leaf of hatch-1-a hits long-a/wall 3 (KT-GALL-05)",
        ),
        (
            GALLOWDARK,
            LEAF,
            "leaf: [[8.1, 8.88], [9.6, 8.88], [9.6, 9.08], [8.1, 9.08]]",
            None,
            "the open leaf of hatch-1-a has no twin after a half turn",
        ),
        (
            GALLOWDARK,
            ACCESS,
            "traits: [Heavy], hatch: {leaf: [[8.1, 8.88]",
            None,
            "a hatchway is a Heavy Wall part of a hatch_wall (KT-GALL-04)",
        ),
    ],
)
def test_broken_terrain(text: str, old: str, new: str, marker: str | None, reason: str) -> None:
    map_refused(changed(text, (old, new)), marker or new, reason)


TERRITORY_A = "territories:\n      A: [[0, 0], [15, 0], [15, 22], [0, 22]]"
TERRITORY_B = "B: [[15, 0], [30, 0], [30, 22], [15, 22]]"
DROP_A = "drop_zones:\n      A: [[0, 0], [5, 0], [5, 22], [0, 22]]"
DROP_B = "B: [[25, 0], [30, 0], [30, 22], [25, 22]]"


@pytest.mark.parametrize(
    ("changes", "marker", "reason"),
    [
        (
            [(TERRITORY_A, "territories:\n      A: [[0, 0], [14, 0], [14, 22], [0, 22]]")],
            "territories:",
            "do not halve the board",
        ),
        (
            [
                (TERRITORY_A, "territories:\n      A: [[0, 0], [16, 0], [16, 22], [0, 22]]"),
                (TERRITORY_B, "B: [[16, 0], [30, 0], [30, 22], [16, 22]]"),
            ],
            "territories:",
            "do not halve the board",
        ),
        (
            [(TERRITORY_A, "territories:\n      A: [[0, 0], [0, 22], [15, 22], [15, 0]]")],
            "A: [[0, 0], [0, 22]",
            "territories A: the corner",
        ),
        (
            [(DROP_A, "drop_zones:\n      A: [[0, 0], [4, 0], [4, 22], [0, 22]]")],
            "drop_zones:",
            "are no twins after a half turn",
        ),
        (
            [
                (DROP_A, "drop_zones:\n      A: [[0, 0], [16, 0], [16, 22], [0, 22]]"),
                (DROP_B, "B: [[14, 0], [30, 0], [30, 22], [14, 22]]"),
            ],
            "A: [[0, 0], [16, 0]",
            "drop zone A lies outside its territory",
        ),
        (
            [
                (DROP_A, "drop_zones:\n      A: [[0, 0], [11, 0], [11, 22], [0, 22]]"),
                (DROP_B, "B: [[19, 0], [30, 0], [30, 22], [19, 22]]"),
            ],
            "drop_zones:",
            "are only 8 inches apart",
        ),
        (
            [("centreline: [[15, 0], [15, 22]]", "centreline: [[15, 0], [14, 22]]")],
            "centreline: [[15, 0], [14, 22]]",
            "does not lie between the territories",
        ),
        (
            [("    centre: [15, 11]\n", "    centre: [15, 10]\n")],
            "    centre: [15, 10]\n",
            "is not the middle of the board",
        ),
        (
            [("kind: small_ruin\n        side: A", "kind: small_ruin\n        side: B # no")],
            "side: B # no",
            "small-ruin-a does not stand in territory B",
        ),
        (
            [
                (
                    "kind: small_ruin\n        side: A\n        worth: 1",
                    "kind: small_ruin\n        side: A\n        worth: 3",
                )
            ],
            "    features:\n",
            "worth 6 in A and 4 in B; 2 or more, alike",
        ),
        (
            [
                (DROP_A, "drop_zones:\n      A: [[0, 0], [1.4, 0], [1.4, 6], [0, 6]]"),
                (DROP_B, "B: [[28.6, 16], [30, 16], [30, 22], [28.6, 22]]"),
            ],
            "A: [[0, 0], [1.4, 0]",
            "drop zone A has room for 4 bases only; fourteen must fit",
        ),
    ],
)
def test_broken_zones(changes: list[tuple[str, str]], marker: str, reason: str) -> None:
    map_refused(changed(VOLKUS, *changes), marker, reason)


OBJECTIVE_A = "{id: objective-a, at: [8.5, 9.5], z: 0, territory: A}"
OBJECTIVE_B = "{id: objective-b, at: [21.5, 12.5], z: 0, territory: B}"
CENTRE = "{id: objective-centre, at: [15, 11], z: 0, territory: centre}"


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        (
            OBJECTIVE_A,
            "{id: objective-a, at: [0.5, 9.5], z: 0, territory: A}",
            None,
            "objective-a lies over the edge of the board",
        ),
        (
            OBJECTIVE_A,
            "{id: objective-a, at: [14.8, 9.5], z: 0, territory: A}",
            None,
            "objective-a does not lie wholly in territory A",
        ),
        (
            OBJECTIVE_A,
            "{id: objective-a, at: [6.5, 9.5], z: 0, territory: A}",
            None,
            "objective-a lies within an inch of a drop zone",
        ),
        (
            OBJECTIVE_A,
            "{id: objective-a, at: [8.5, 13], z: 0, territory: A}",
            None,
            "objective-a lies in stronghold-a/south wall west",
        ),
        (
            OBJECTIVE_A,
            "{id: objective-a, at: [8.6, 9.5], z: 0, territory: A}",
            None,
            "objective-a has no twin after a half turn",
        ),
        (
            OBJECTIVE_A,
            "{id: objective-a, at: [8.5, 9.5], z: 0, territory: B}",
            "objectives:",
            "needs one objective in each territory and one on the centreline",
        ),
        (
            CENTRE,
            "{id: objective-centre, at: [14.5, 11], z: 0, territory: centre}",
            None,
            "objective-centre does not lie on the centreline",
        ),
        (
            OBJECTIVE_B,
            "{id: objective-a, at: [21.5, 12.5], z: 0, territory: B}",
            None,
            "objective 'objective-a' is given twice",
        ),
    ],
)
def test_broken_objectives(old: str, new: str, marker: str | None, reason: str) -> None:
    map_refused(changed(VOLKUS, (old, new)), marker or new, reason)


@pytest.mark.rule("KT-BHETA-07")
def test_only_bheta_decima_raises_objectives() -> None:
    new = "{id: objective-a, at: [8.5, 15], z: 3, territory: A}"
    map_refused(
        changed(VOLKUS, (OBJECTIVE_A, new)),
        new,
        "objective-a lies off the floor, which only Bheta-Decima allows (KT-BHETA-07)",
    )
    raised = next(objective for objective in PACKS.load().killzones[1].objectives if objective.territory == "centre")
    assert raised.z == 300


def test_objectives_of_a_raised_killzone_lie_on_something() -> None:
    centre = "{id: objective-centre, at: [15, 11], z: 3, territory: centre}"
    floating = centre.replace("z: 3", "z: 3.5")
    map_refused(changed(BHETA, (centre, floating)), floating, "objective-centre does not lie on a Vantage surface")
    near = "{id: objective-a, at: [11.5, 6], z: 0, territory: A}"
    text = changed(BHETA, ("{id: objective-a, at: [8, 8], z: 0, territory: A}", near))
    map_refused(text, near, "objective-a lies within half an inch of a hazardous area")


def test_objectives_keep_their_distance() -> None:
    text = changed(
        VOLKUS,
        (OBJECTIVE_A, "{id: objective-a, at: [13.5, 6], z: 0, territory: A}"),
        (OBJECTIVE_B, "{id: objective-b, at: [16.5, 16], z: 0, territory: B}"),
    )
    map_refused(text, "{id: objective-a,", "objective-a and objective-centre are closer than six inches")


@pytest.mark.parametrize(("top", "fits"), [("6", True), ("6.1", False)])
def test_every_level_can_be_climbed_to(top: str, fits: bool) -> None:
    text = re.sub(r"(name: second upper level, z: )\[5.8, 6\]", rf"\g<1>[5.8, {top}]", VOLKUS)
    text = re.sub(r"(name: second rampart, z: )\[6, 6.8\]", rf"\g<1>[{top}, 6.8]", text)
    if fits:
        check_maps(text)
    else:
        with pytest.raises(PackError, match="stronghold-a/second upper level cannot be climbed to"):
            check_maps(text)


def walled(*boxes: tuple[float, float, float, float], kind: str = "small_ruin") -> str:
    """The first map with more walls, each with its twin."""
    more = ""
    for number, (west, south, east, north) in enumerate(boxes):
        for twin, (a, b, c, d) in (
            ("x", (west, south, east, north)),
            ("y", (30 - east, 22 - north, 30 - west, 22 - south)),
        ):
            polygon = [[a, b], [c, b], [c, d], [a, d]]
            more += (
                f"      - id: wall-{number}-{twin}\n        kind: {kind}\n        footprint: "
                f"{polygon}\n        parts:\n"
            )
            more += f"          - {{name: wall, z: [0, 3], traits: [Heavy], polygon: {polygon}}}\n"
    return VOLKUS + more


def test_a_wall_across_the_board_leaves_no_way() -> None:
    text = walled((13.6, 0, 13.8, 22))
    text = re.sub(r"      - id: light-rubble-1-[ab]\n(?:        .*\n)*", "", text)
    map_refused(text, CENTRE, "objective-centre cannot be reached on foot with a base of 25 mm")


def test_a_way_to_the_objectives_alone_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    text = re.sub(r"      - id: light-rubble-1-[ab]\n(?:        .*\n)*", "", walled((13.6, 0, 13.8, 22)))
    monkeypatch.setattr(Walk, "comes_near", lambda *where: True)
    map_refused(text, "drop_zones:", "there is no way to the other drop zone with a base of 25 mm")


def test_a_gap_for_small_bases_only() -> None:
    # 1.4 inches between the walls: enough for 25 mm, too narrow for 50 mm.
    text = walled((13.6, 0, 13.8, 10.3), (13.6, 11.7, 13.8, 22))
    text = re.sub(r"      - id: light-rubble-1-[ab]\n(?:        .*\n)*", "", text)
    with pytest.raises(PackError, match=r"with a base of 50 mm"):
        check_maps(text)


def test_floor_that_is_cut_off() -> None:
    text = walled((5.2, 9.7, 11.2, 9.9), (5.2, 12.6, 11.2, 12.8), (5.2, 9.9, 5.4, 12.6), (11, 9.9, 11.2, 12.6))
    text = changed(
        text,
        (OBJECTIVE_A, "{id: objective-a, at: [8.5, 7.5], z: 0, territory: A}"),
        (OBJECTIVE_B, "{id: objective-b, at: [21.5, 14.5], z: 0, territory: B}"),
    )
    with pytest.raises(PackError, match=r"of the floor of shellmarket is cut off"):
        check_maps(text)


def test_hatchways_that_lead_nowhere() -> None:
    # With one wall of each vault taken away nothing lies behind its hatchway.
    text = re.sub(r"      - id: short-[12]-[ab]\n(?:        .*\n)*", "", GALLOWDARK)
    text = re.sub(r"      - id: (?:medium|long)-[ab]\n(?:        .*\n)*", "", text)
    with pytest.raises(PackError, match="the hatchways of derelict-spine lead nowhere"):
        check_maps(text)


@pytest.mark.rule("KT-GEO-01")
def test_outlines_of_leaves_and_areas() -> None:
    leaf = "leaf: [[8.1, 8.88], [9.7, 8.88], [8.5, 8.95], [8.1, 9.08]]"
    map_refused(changed(GALLOWDARK, (LEAF, leaf)), leaf, "is concave, or the corners run clockwise")
    area = "[[-1, 12.5], [7, 12.5], [7, 15.5], [-1, 15.5]]"
    map_refused(changed(BHETA, (HAZARD, area)), area, "area haz-1 lies over the edge of the board")


def test_killzones_have_ids_of_their_own() -> None:
    text = VOLKUS + VOLKUS.removeprefix("killzones:\n").replace("title: Shellmarket", "title: Another")
    with pytest.raises(PackError, match="killzone 'shellmarket' is given twice"):
        check_maps(text)
