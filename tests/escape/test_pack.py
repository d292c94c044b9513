"""The bundled pack loads; each way to break a pack is refused with the file, the line and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.errors import PackError
from fireteam.games.escape.content.pack import Pack
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.content.parts import SKILLS
from fireteam.games.escape.scaling import scaled

FILE = PACKS.folder / "sublevel_zero.yaml"
GOOD = FILE.read_text(encoding="utf-8")


def edited(*changes: tuple[str, str]) -> str:
    """The good text with each change made once."""
    text = GOOD
    for old, new in changes:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return text


def line_with(text: str, part: str) -> int:
    """The line on which this part of the text begins, counted from 1."""
    assert text.count(part) == 1, (part, text.count(part))
    return text.count("\n", 0, text.index(part)) + 1


def refused(text: str, marker: str, reason: str) -> None:
    """The pack is refused for this reason, at the line that holds the marker."""
    with pytest.raises(PackError) as caught:
        PACKS.parse(text, "broken.yaml")
    assert caught.value.file == "broken.yaml"
    assert reason in caught.value.reason
    assert caught.value.line == line_with(text, marker)


def test_bundled_pack_by_name_and_path() -> None:
    pack = PACKS.load("sublevel-zero")
    assert pack is PACKS.load() is PACKS.load(None)
    assert PACKS.load(FILE) == pack
    assert PACKS.load(str(FILE)) == pack
    assert PACKS.names() == ["sublevel-zero"]
    assert [scenario.id for scenario in pack.scenarios] == [
        "infiltration",
        "evasion",
        "data-heist",
        "last-bastion",
        "core-breach",
        "manhunt",
    ]
    assert [scenario.number for scenario in pack.scenarios] == [1, 2, 3, 4, 5, 6]


def test_unknown_pack_is_named() -> None:
    with pytest.raises(PackError, match=r"no such pack; there are: sublevel-zero; did you mean 'sublevel-zero'\?"):
        PACKS.load("sublevel-one")
    with pytest.raises(PackError, match="cannot be read"):
        PACKS.load("none/there.yaml")


@pytest.mark.rule("ES-PROF-01")
def test_card_has_three_statistics() -> None:
    jimmy = next(card for card in PACKS.load().characters if card.id == "jimmy")
    assert (jimmy.movement, jimmy.combat, jimmy.intellect) == (5, 1, 2)


@pytest.mark.rule("ES-PROF-01")
@pytest.mark.parametrize("statistic", ["mvt: 5, ", "cbt: 1, ", "int: 2, "])
def test_card_without_a_statistic_is_refused(statistic: str) -> None:
    card = "rank: 2, mvt: 5, cbt: 1, int: 2, life: 5, skills: [Otaku"
    text = edited((card, card.replace(statistic, "")))
    refused(text, "id: jimmy", f"characters[1] lacks the key '{statistic[:3]}'")


@pytest.mark.rule("ES-PROF-01")
@pytest.mark.parametrize("value", ["-1", "two", "'5'", "true", "1.5", "null"])
def test_statistic_must_be_a_whole_number(value: str) -> None:
    text = edited(
        ("mvt: 5, cbt: 1, int: 2, life: 5, skills: [Otaku", f"mvt: {value}, cbt: 1, int: 2, life: 5, skills: [Otaku")
    )
    refused(text, "id: jimmy", "characters[1].mvt: ")


def test_skills_are_read_in_all_their_forms() -> None:
    text = edited(("skills: [Leadership]", "skills: [Leadership, {Rail gun: {range: 4, power: 2}}]"))
    pack = PACKS.parse(text)
    leader, gun = pack.characters[2].skills
    assert (leader.name, leader.level, leader.range, leader.power) == ("Leadership", None, None, None)
    assert (gun.name, gun.level, gun.range, gun.power) == ("Rail gun", None, 4, 2)
    assert pack.characters[5].skills[1].level == 1
    assert {skill.name for card in PACKS.load().characters for skill in card.skills} == set(SKILLS)


@pytest.mark.parametrize(
    ("skill", "reason"),
    [
        ("Leadershp", "characters[2].skills[0]: unknown skill 'Leadershp'; did you mean 'Leadership'?"),
        ("Juggling", "unknown skill 'Juggling'"),
        ("{Armour: 1}", "unknown skill 'Armour'; did you mean 'Armor'?"),
        ("Armor", "skill 'Armor' needs a level"),
        ("{Armor: }", "skill 'Armor' needs a level"),
        ("{Armor: 0}", "characters[2].skills[0]"),
        ("{Armor: one}", "characters[2].skills[0]"),
        ("{Elusive: 2}", "skill 'Elusive' takes no parameter"),
        ("{Rail gun: {range: 4}}", "the ranged weapon 'Rail gun' needs exactly the keys range and power (ES-CBT-04)"),
        ("{Rail gun: {range: far, power: 1}}", "characters[2].skills[0]"),
        ("{Drill: {range: 4, power: 1}}", "skill 'Drill' is not a ranged weapon"),
        ("{Armor: 1, Elusive: 1}", "a skill is a name or a mapping with one key"),
        ("7", "a skill is a name or a mapping with one key"),
        ("Pilot, Pilot", "solenne has the skill 'Pilot' twice"),
    ],
)
def test_broken_skills(skill: str, reason: str) -> None:
    refused(edited(("skills: [Leadership]", f"skills: [{skill}]")), "id: solenne", reason)


@pytest.mark.rule("ES-DOOR-05")
def test_every_locked_door_has_a_difficulty() -> None:
    for board in PACKS.load().maps.values():
        assert all((door.difficulty is not None) == (door.start == "locked") for door in board.doors)


@pytest.mark.rule("ES-DOOR-05")
def test_locked_door_without_difficulty_is_refused() -> None:
    text = edited(("areas: [D, R], start: locked, difficulty: 6}", "areas: [D, R], start: locked}"))
    refused(text, "id: A04", "map A: locked door A04 has no difficulty (ES-DOOR-05)")


DOOR = "{id: A01, between: [[7, 2], [7, 3]], areas: [B, R], start: closed}"


@pytest.mark.rule("ES-DOOR-05")
@pytest.mark.parametrize(
    ("door", "reason"),
    [
        (
            "{id: A01, between: [[6, 1], [7, 1]], areas: [B, R], start: closed}",
            "door A01 lies between nothing: both squares are in area 'B'",
        ),
        (
            "{id: A01, between: [[6, 2], [6, 3]], areas: [B, R], start: closed}",
            "door A01: the grid has no door there but '-'",
        ),
        (
            "{id: A01, between: [[7, 2], [7, 4]], areas: [B, R], start: closed}",
            "squares [7, 2] and [7, 4] do not touch",
        ),
        ("{id: A01, between: [[7, 2], [7, 50]], areas: [B, R], start: closed}", "door A01 lies outside the board"),
        ("{id: A01, between: [[7, 2], [7, -1]], areas: [B, R], start: closed}", "maps.A.doors[0].between[1][1]"),
        ("{id: A01, between: [[7, 2]], areas: [B, R], start: closed}", "maps.A.doors[0]"),
        (
            "{id: A01, between: [[7, 2], [7, 3]], areas: [B, D], start: closed}",
            "door A01 joins the areas B and R, not B and D",
        ),
        (
            "{id: A01, between: [[7, 2], [7, 3]], areas: [B, R], start: locked, difficulty: 5}",
            "the grid shows a closed one",
        ),
        (
            "{id: A01, between: [[7, 2], [7, 3]], areas: [B, R], start: closed, difficulty: 5}",
            "has no use for a difficulty",
        ),
        (
            "{id: A01, between: [[7, 2], [7, 3]], areas: [B, R], start: ajar}",
            "maps.A.doors[0].start: it should be 'closed' or 'locked'",
        ),
        (
            "{id: A01, betwen: [[7, 2], [7, 3]], areas: [B, R], start: closed}",
            "unknown key 'betwen' in maps.A.doors[0]; allowed: id, between",
        ),
    ],
)
def test_broken_doors(door: str, reason: str) -> None:
    refused(edited((DOOR, door)), door, reason)


@pytest.mark.rule("ES-DOOR-05")
def test_doors_are_listed_once_each() -> None:
    refused(
        edited((f"      - {DOOR}\n", "")),
        "+-+x+-+-+o+-+-+o+-+-+x+-+-+o+-+",
        "the door between [7, 2] and [7, 3] is not listed in doors",
    )
    twice = "{id: A99, between: [[7, 3], [7, 2]], areas: [B, R], start: closed}"
    refused(edited((DOOR, f"{DOOR}\n      - {twice}")), twice, "door A99 lies where door A01 is")
    same = "{id: A01, between: [[7, 9], [7, 10]]"
    refused(edited(("{id: A02, between: [[7, 9], [7, 10]]", same)), same, "door 'A01' is given twice")


@pytest.mark.rule("ES-AIR-01")
def test_maps_have_five_airlocks_of_two_squares() -> None:
    for board in PACKS.load().maps.values():
        assert [airlock.id for airlock in board.airlocks] == [1, 2, 3, 4, 5]
        assert all(len(airlock.squares) == 2 for airlock in board.airlocks)
        assert [airlock.area for airlock in board.airlocks if airlock.edge == "none"] == [board.central_room]


AIRLOCK = "{id: 1, edge: north, area: B, squares: [[6, 0], [7, 0]]}"


@pytest.mark.rule("ES-AIR-01")
@pytest.mark.parametrize(
    ("airlock", "reason"),
    [
        (
            "{id: 1, edge: north, area: B, squares: [[6, 0]]}",
            "airlock 1 must have two squares side by side (ES-AIR-01)",
        ),
        (
            "{id: 1, edge: north, area: B, squares: [[6, 0], [8, 0]]}",
            "airlock 1 must have two squares side by side (ES-AIR-01)",
        ),
        (
            "{id: 1, edge: north, area: B, squares: [[7, 0], [8, 0]]}",
            "airlock 1: [8, 0] has no '@' on the north border",
        ),
        (
            "{id: 1, edge: north, area: B, squares: [[6, 1], [7, 1]]}",
            "airlock 1: [6, 1] has no '@' on the north border",
        ),
        ("{id: 1, edge: west, area: B, squares: [[6, 0], [7, 0]]}", "airlock 1: [6, 0] has no '@' on the west border"),
        ("{id: 1, edge: north, area: A, squares: [[6, 0], [7, 0]]}", "airlock 1 lies in area 'B', not in 'A'"),
        ("{id: 1, edge: north, area: B, squares: [[60, 0], [61, 0]]}", "airlock 1 lies outside the board, on [60, 0]"),
        ("{id: 1, edge: none, area: B, squares: [[6, 0], [7, 0]]}", "airlock 5, and only it, has edge none"),
        (
            "{id: 1, edge: north, area: B, squares: [[6, 0], [7, 0]], high_security: true}",
            "airlock 5, and only it, has edge none",
        ),
        ("{id: 6, edge: north, area: B, squares: [[6, 0], [7, 0]]}", "maps.A.airlocks[0].id"),
    ],
)
def test_broken_airlocks(airlock: str, reason: str) -> None:
    refused(edited((AIRLOCK, airlock)), airlock, reason)


@pytest.mark.rule("ES-AIR-01")
def test_airlocks_are_numbered_one_to_five() -> None:
    text = edited((f"      - {AIRLOCK}\n", ""))
    refused(
        text,
        "airlocks:\n      - {id: 2, edge: east, area: K",
        "airlocks must be numbered 1 to 5, not [2, 3, 4, 5] (ES-AIR-01)",
    )
    text = edited((AIRLOCK, AIRLOCK.replace("id: 1", "id: 2")))
    refused(text, f"airlocks:\n      - {AIRLOCK.replace('id: 1', 'id: 2')}", "not [2, 2, 3, 4, 5]")


@pytest.mark.rule("ES-AIR-01")
def test_central_airlock_lies_in_the_central_room() -> None:
    old = "{id: 5, edge: none, area: C, squares: [[7, 5], [7, 6]], high_security: true}"
    new = "{id: 5, edge: none, area: A, squares: [[0, 0], [1, 0]], high_security: true}"
    refused(edited((old, new)), new, "airlock 5 must lie in the central room 'C' (ES-AIR-01)")


@pytest.mark.rule("ES-AIR-01")
def test_every_airlock_edge_belongs_to_an_airlock() -> None:
    new = "|\n      +=+@+=+=+=+=+@+@+=+=+=+=+=+=+=+\n      !A"
    text = edited(("|\n      +=+=+=+=+=+=+@+@+=+=+=+=+=+=+=+\n      !A", new))
    refused(text, new[2:], "the '@' at row 0, column 3 belongs to no airlock (ES-AIR-01)")


@pytest.mark.rule("ES-WALL-01")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("!A A A A AoB B", " A A A A AoB B", "the border is open at row 3, column 0: ' ' (ES-WALL-01)"),
        ("!A A A A AoB B", "|A A A A AoB B", "the border is open at row 3, column 0: '|' (ES-WALL-01)"),
        ("!A A A A AoB B", "!A A A A AwB B", "unknown edge 'w' at row 3, column 10 (ES-WALL-01)"),
        ("!A A A A AoB B", "!A A A A A-B B", "unknown edge '-' at row 3, column 10 (ES-WALL-01)"),
        ("!A A A A AoB B", "!A A A A A B B", "door A15: the grid has no door there but ' '"),
        ("!A A A A AoB B", "!A A|A A AoB B", "a wall or door inside one area, from [1, 1] to [2, 1]"),
        ("!A A A A AoB B", "!A A A A ?oB B", "square [4, 1] is in area '?', which is not listed"),
        ("!A A A A AoB B", "!A A A A AoB B B", "grid row 3 has 33 characters instead of 31"),
        ("!A A A A AoB B", "!A A A AoB B", "grid row 3 has 29 characters instead of 31"),
        ("      +-+x+-+-+o+-+-+o", "      +-+x+-+-+o+-+-*o", "corner at row 6, column 14 is '*' instead of '+'"),
        ("      +-+x+-+-+o+-+-+o", "      +-+x+-+-+o+ +-+o", "nothing between two areas, from [5, 2] to [5, 3]"),
    ],
)
def test_broken_grids(old: str, new: str, reason: str) -> None:
    text = edited((old, new))
    if "A15" in reason:
        refused(text, "{id: A15,", reason)
    else:
        refused(text, new, reason)


@pytest.mark.rule("ES-WALL-01")
def test_legend_marks_indestructible_walls() -> None:
    board = PACKS.load().maps["A"]
    rows = board.grid.splitlines()
    assert rows[2 * 4 + 1][2 * 4 + 2] == "!"
    assert rows[2 * 4 + 1][2 * 3 + 2] == "|"


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        ("    height: 13\n", "    height: 12\n", "grid: |\n      +=+=+=+=+=+=+@+@",
        "the grid has 27 rows instead of 25"),
        ("{name: Archive, kind: room, tokens_allowed: true, squares: 15}",
        "{name: Archive, kind: room, tokens_allowed: true, squares: 14}",
         "name: Archive", "area 'A' has 15 squares in the grid, not 14"),
        ("      A: {name: Archive, kind: room, tokens_allowed: true, squares: 15}\n", "",
         "!A A A A A|B B B B B|D D D D D!\n      + + + + + + + + + + + + + + + +\n"
         "      !A A A A AoB", "square [0, 0] is in area 'A', which is not listed"),
        ("      A: {name: Archive,",
        "      N: {name: Nowhere, kind: room, tokens_allowed: true, squares: 1}\n      A: {name: Archive,",
         "name: Nowhere", "area 'N' has no square in the grid"),
        ("    width: 16\n    height: 12\n    central_room: C", "    width: 16\n    height: 12\n    central_room: Y",
         "central_room: Y", "map B: the central room 'Y' is not listed in areas"),
        ("kind: room, tokens_allowed: true, squares: 25", "kind: hall, tokens_allowed: true, squares: 25",
        "kind: hall",
         "maps.A.areas.C.kind: it should be 'room' or 'corridor', not 'hall'"),
    ],
)  # fmt: skip
def test_broken_maps(old: str, new: str, marker: str, reason: str) -> None:
    refused(edited((old, new)), marker, reason)


def test_area_that_no_door_leads_to() -> None:
    text = edited(
        ("!P P PoQ Q Q Q|M MoT", "!P P P|Q Q Q Q|M MoT"),
        ("      +-+x+-+-+o+-+ + + + +-+x+-+-+o+-+\n", "      +-+-+-+-+o+-+ + + + +-+x+-+-+o+-+\n"),
        ("      - {id: B10, between: [[1, 4], [1, 5]], areas: [P, W], start: locked, difficulty: 7}\n", ""),
        ("      - {id: B17, between: [[2, 2], [3, 2]], areas: [P, Q], start: closed}\n", ""),
    )
    refused(text, "P: {name: Cold store", "map B: area 'P' cannot be reached through any door")


@pytest.mark.rule("ES-OBJ-01")
@pytest.mark.parametrize(
    ("backs", "reason"),
    [
        ("[1, 1, 1, 1, 2, 2, 2, 3]", "an Objective is worth 1 or 2 points, not 3 (ES-OBJ-01)"),
        ("[0, 1, 1, 1, 2, 2, 2, 2]", "an Objective is worth 1 or 2 points, not 0 (ES-OBJ-01)"),
        ("[1, 1, 1, 1, 2, 2, 2]", "7 backs for 8 crates (ES-OBJ-01)"),
        ("[1, 1, 1, 1, 2, 2, 2, two]", "tokens.crates.backs[7]: it should be a valid integer"),
    ],
)
def test_backs_of_crates(backs: str, reason: str) -> None:
    assert sorted(set(PACKS.load().tokens.crates.backs)) == [1, 2]
    refused(edited(("[1, 1, 1, 1, 2, 2, 2, 2]", backs)), backs, reason)


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        ("format: escape-content/1", "format: escape-content/9", "format:",
         "format: it should be 'escape-content/1', not 'escape-content/9'"),
        ("  players: 2\n", "  players: 3\n", "players: 3", "pack.players: it should be 2, not 3"),
        ("factions: [isc, resistance]", "factions: [isc, isc]", "factions: [",
        "the two factions must be isc and resistance (ES-GEN-01)"),
        ("  total_rank_per_side: 12", "  total_rank_per_side: 11", "  resistance: [ashton",
         "the squad's ranks sum to 12, more than total_rank_per_side 11 (ES-PROF-08)"),
        ("id: tilt, ", "id: c12, ", "name: Tilt",
        "'c12' is what a token is called on the board; give the character another id"),
        ("id: tilt, ", "id: jimmy,", "name: Tilt", "character id 'jimmy' is given twice"),
        ("name: Tilt, ", "name: Jimmy,", "id: tilt", "character name 'Jimmy' is given twice"),
        ("id: tilt,    name: Tilt,          faction: resistance", "id: tilt,    name: Tilt,          faction: rebels",
         "id: tilt", "characters[4].faction: it should be 'isc' or 'resistance', not 'rebels'"),
        ("cbt: 1, int: 1, life: 5, skills: [Elusive]", "cbt: 1, int: 1, life: 5, colour: red, skills: [Elusive]",
        "colour: red",
         "unknown key 'colour' in characters[4]; allowed: id, name, faction, rank, mvt, cbt, int, life, skills"),
        ("bruno, tilt, rivet]", "bruno, tilt, tilt]", "tilt, tilt]",
        "character 'tilt' is in the squad twice; each is unique (ES-PROF-08)"),
        ("bruno, tilt, rivet]", "bruno, tilt, rivett]", "rivett]", "unknown character 'rivett'; known: ashton, jimmy"),
        ("bruno, tilt, rivet]", "bruno, tilt, static]", "tilt, static]", "'static' belongs to isc, not to resistance"),
        ("    medkit: 2\n", "    medkitt: 2\n", "medkitt", "did you mean 'medkit'?"),
        ("    medkit: 2\n", "    crate: 2\n", "    crate: 2\n", "key of tokens.equipment"),
        ("    medkit: 2\n", "    medkit: 0\n", "medkit: 0", "tokens.equipment.medkit"),
        ("effect: {heal: 2}", "effect: {}", "  medkit:            {", "medkit needs effect: {heal: ...} (ES-EQ-09)"),
        ("range: 3, power: 0, carried", "power: 0, carried", "  crate:             {",
         "crate is a ranged weapon and needs range and power (ES-EQ-02)"),
        ("timing: own_activation,", "timing: active_any_point,", "  medkit:            {",
        "the timing of medkit is own_activation"),
        ("on_damage: {mvt: -2, until", "on_damage: {mvt: -20, until", "mvt: -20", "equipment_data.crate.on_damage.mvt"),
    ],
)  # fmt: skip
def test_broken_box(old: str, new: str, marker: str, reason: str) -> None:
    refused(edited((old, new)), marker, reason)


def test_equipment_needs_its_data() -> None:
    start = GOOD.index("  radio:             {users")
    text = GOOD[:start] + GOOD[GOOD.index("\n", start) + 1 :]
    refused(text, "    radio: 2\n", "radio has no entry in equipment_data")


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        ("  - id: evasion\n", "  - id: infiltration\n", "  - id: infiltration\n    number: 2",
        "scenario id 'infiltration' is given twice"),
        ("    number: 2\n", "    number: 1\n", "number: 1\n    name: Evasion", "scenario number 1 is given twice"),
        ("    name: Evasion\n    map: A\n", "    name: Evasion\n    map: Z\n", "map: Z",
        "unknown map 'Z'; known: A, B"),
        ("resistance: {mode: position, rooms: [G]}", "resistance: {mode: position, rooms: [Q]}", "rooms: [Q]",
        "unknown area of map A 'Q'"),
        ("resistance: {mode: position, rooms: [G]}", "resistance: {mode: position, rooms: [R]}", "rooms: [R]",
        "area 'R' is a corridor"),
        ("resistance: {mode: position, rooms: [G]}", "resistance: {mode: position, airlocks: [1]}",
        "position, airlocks",
         "scenarios[1].deployment.resistance: mode position names rooms, and no airlocks (ES-DEPL-01)"),
        ("resistance: {mode: entry, airlocks: [1]}", "resistance: {mode: entry}", "{mode: entry}",
         "mode entry names airlocks, and no rooms (ES-DEPL-02)"),
        ("exits: {resistance: [1, 2, 3]}", "exits: {resistance: [1, 2, 7]}", "resistance: [1, 2, 7]",
        "scenarios[1].exits.resistance[2]"),
        ("exits: {resistance: [1, 2, 3]}", "exits: {isc: [1, 2, 3]}", "resistance: {left_board: {",
         "resistance has no exit to leave by (ES-MOVE-04)"),
        ("{id: T1, square: [2, 8]", "{id: T1, square: [4, 8]", "id: T1", "terminal T1 stands in area 'R', not in 'J'"),
        ("{id: T1, square: [2, 8]", "{id: T1, square: [2, 80]", "id: T1",
        "terminal T1 stands outside the board, on [2, 80]"),
        ("{id: T2, square", "{id: T1, square", "{id: T1, square: [12, 8]", "terminal 'T1' is given twice"),
        ("    crates: 6\n    equipment: 6\n    obj", "    crates: 9\n    equipment: 6\n    obj", "crates: 9\n",
         "asks for 9 crates, but the pack has 8"),
        ("crate_forbidden_areas: [C]", "crate_forbidden_areas: [C, P, Q, V]", "crates: 6\n    equipment: 6\n    obj",
         "6 crates do not fit into 5 rooms (ES-CRATE-01)"),
        ("crate_forbidden_areas: [C]", "crate_forbidden_areas: [Y]", "areas: [Y]", "unknown area of map B 'Y'"),
        ("short_circuit_forbidden_rooms: [C]", "short_circuit_forbidden_rooms: [A]", "rooms: [A]",
        "unknown area of map B 'A'"),
        ("    objectives_in_use: true\n", "", "id: DH-BANK-R", "objectives_in_use is not true (ES-OBJ-01)"),
        ("{internal_factory: {from_turn: 4}}", "{internal_factoy: {from_turn: 4}}", "factoy",
        "did you mean 'internal_factory'?"),
        ("{event_override: {6: ras}}", "{event_override: {13: ras}}", "13: ras", "event_override"),
        ("{event_override: {6: ras}}", "{event_override: {6: storm}}", "6: storm",
        "special[2].data.event_override[6]: it should be 'ras'"),
        ("{event_override: {6: ras}}", "{}", "id: LB-CORE",
        "scenarios[3].special[2].data: exactly one of these keys must be given"),
        ("min_rank: 2, tag: courier}}", "min_rank: 4, tag: courier}}", "min_rank: 4", "no character has rank 4"),
        ("id: LB-CORE", "id: LB-SEAL", "id: LB-SEAL, text: \"the event", "special rule 'LB-SEAL' is given twice"),
        ("{left_board_tag: {tag: courier}}", "{left_board_tag: {tag: currier}}", "currier",
         "unknown tag 'currier'; known: courier; did you mean"),
        ("room: C, min: 1}", "room: A, min: 1}", "room: A,", "unknown area of map B 'A'"),
        ("room: C, min: 1}", "room: C, min: 7}", "min: 7", "asks for 7 characters, but the squad has 6"),
        ("room: C, min: 1}", "room: C}", "room: C}", "min or max must be given"),
        ("resistance: {all: [{turn_ended: 5}", "resistance: {all: [{turn_ended: 6}", "{turn_ended: 6}",
         "speaks of turn 6, but the scenario has 5 turns"),
        ("{terminals_hacked: {max: 0}}", "{terminals_hacked: {min: 4}}", "hacked: {min: 4}",
         "asks for 4 hacked terminals, but the scenario has 3"),
        ("{terminals_hacked: {max: 0}}", "{terminals_hackd: {max: 0}}", "hackd", "did you mean 'terminals_hacked'?"),
        ("{left_board: {faction: resistance, min: 4}}", "{left_board: {faction: resistance, min: 4}, turn_ended: 8}",
        "turn_ended: 8}\n",
         "scenarios[1].victory_data.resistance: exactly one of these keys must be given: all, any, terminals_hacked"),
        ("{taken_out_count: {faction: resistance, min: 3}}", "{banked_lead: isc}", "{banked_lead: isc}\n",
        "speaks of banked points"),
        ("{banked: {any_side: true, min: 4}}", "{banked: {min: 4}}", "{banked: {min: 4}}",
         "either faction or any_side: true must be given"),
    ],
)  # fmt: skip
def test_broken_scenarios(old: str, new: str, marker: str, reason: str) -> None:
    refused(edited((old, new)), marker, reason)


@pytest.mark.parametrize(
    ("old", "new", "marker", "reason"),
    [
        ("  start: infiltration\n", "  start: infiltraton\n", "start: infiltraton",
        "unknown scenario 'infiltraton'; known: infiltration"),
        ("draw: manhunt, isc: manhunt}\n    manhunt", "draw: nowhere, isc: manhunt}\n    manhunt", "draw: nowhere",
         "unknown scenario 'nowhere'"),
        ("    manhunt: {resistance: core-breach, draw: end, isc: end}\n", "", "evasion: {resistance",
         "leads to 'manhunt' but does not go on"),
        ("infiltration: {resistance: data-heist, draw: evasion, isc: evasion}",
        "infiltration: {resistance: end, draw: end, isc: end}",
         "    evasion: {resistance", "no path leads to the scenario 'evasion'"),
        ("token: datadisk}", "token: datadisc}", "datadisc", "did you mean 'datadisk'?"),
        ("door_opens: {map: B,", "door_opens: {map: Q,", "map: Q", "unknown map 'Q'"),
        ("if: {scenario: evasion, won: isc}", "if: {scenario: escape, won: isc}", "scenario: escape",
        "unknown scenario 'escape'"),
        ("if: {draw: true}", "if: {}", "id: CQ-D1", "consequence 'CQ-D1' has no cause"),
        ("outright: [{scenario: core-breach,", "outright: [{scenario: core,", "scenario: core,",
        "unknown scenario 'core'"),
    ],
)  # fmt: skip
def test_broken_campaigns(old: str, new: str, marker: str, reason: str) -> None:
    refused(edited((old, new)), marker, reason)


@pytest.mark.rule("ES-AIR-03")
def test_scenario_may_let_airlocks_be_hacked() -> None:
    old = "    exits: {resistance: [1, 2, 3]}\n"
    pack = PACKS.parse(edited((old, "    hacking: {airlock: [{id: 2, difficulty: 8}]}\n")))
    assert [(item.id, item.difficulty) for item in pack.scenarios[1].hacking.airlock] == [(2, 8)]
    assert all(not scenario.hacking.airlock for scenario in PACKS.load().scenarios)
    twice = "    hacking: {airlock: [{id: 2, difficulty: 8}, {id: 2, difficulty: 7}]}\n"
    refused(edited((old, twice)), twice, "airlock 2 is given twice")


def test_pack_without_campaign() -> None:
    assert PACKS.parse(GOOD[: GOOD.index("campaign:\n")]).campaign is None


def test_digest_sees_content_and_not_layout(tmp_path: Path) -> None:
    digest = PACKS.load().digest
    assert len(digest) == 64
    assert PACKS.load("sublevel-zero").digest == PACKS.load(FILE).digest == digest
    copy = tmp_path / "copy.yaml"
    copy.write_text(
        "# another comment\n" + GOOD.replace("  medkit: 2\n    radio: 2", "  radio: 2\n\n    medkit: 2   # two"),
        encoding="utf-8",
    )
    assert PACKS.load(copy).digest == digest
    assert PACKS.parse(edited(("range: 3, power: 0", "range: 4, power: 0"))).digest != digest


def test_a_silhouette_is_no_content_and_one_of_a_closed_list() -> None:
    looks = {card.id: card.silhouette for card in PACKS.load().characters}
    assert (looks["solenne"], looks["rivet"]) == ("leader", "drone")
    plain = PACKS.parse(edited(("silhouette: leader,   ", "")))
    assert {card.id: card.silhouette for card in plain.characters} == {**looks, "solenne": "rifleman"}
    assert plain.digest == PACKS.load().digest, "saves made before it open as well"
    with pytest.raises(PackError, match="silhouette: it should be 'rifleman', 'heavy'"):
        PACKS.parse(edited(("silhouette: leader", "silhouette: chief")))


def test_loaded_pack_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        PACKS.load().scenarios[0].turns = 3


OWN = """\
format: escape-content/1
pack: {id: mine, title: My cards, players: 2, factions: [resistance, isc], total_rank_per_side: 12}
extends: sublevel-zero
characters:
  - {id: nova, name: Nova, faction: resistance, rank: 2, mvt: 5, cbt: 2, int: 1, life: 6, skills: [Elusive]}
  - {id: jimmy, name: Jimmy, faction: resistance, rank: 2, mvt: 4, cbt: 1, int: 2, life: 9, skills: []}
"""


def test_a_pack_that_extends_the_bundled_one_adds_cards_and_replaces_one() -> None:
    base, pack = PACKS.load(), PACKS.parse(OWN)
    assert [card.id for card in pack.characters] == [
        "nova", "jimmy", *(card.id for card in base.characters if card.id != "jimmy")
    ]  # fmt: skip
    assert pack.characters[1].life == 9
    assert (pack.squads, pack.maps, pack.scenarios, pack.campaign) == (
        base.squads, base.maps, base.scenarios, base.campaign
    )  # fmt: skip
    with pytest.raises(PackError) as caught:
        PACKS.parse(OWN.replace("Elusive", "Elusiv"), "mine.yaml")
    assert str(caught.value) == "mine.yaml:5: characters[0].skills[0]: unknown skill 'Elusiv'; did you mean 'Elusive'?"


def test_a_map_of_an_extending_pack_stands_beside_the_bundled_ones() -> None:
    first = GOOD.index("  A:\n", GOOD.index("\nmaps:\n"))
    board = GOOD[first : GOOD.index("  B:\n", first)].replace("  A:\n", "  C:\n", 1)
    pack = PACKS.parse(OWN + "maps:\n" + board)
    assert list(pack.maps) == ["A", "B", "C"]
    assert pack.maps["C"] == pack.maps["A"]


def test_json_schema_knows_the_keys_of_the_file() -> None:
    schema = PACKS.schema()
    assert {"format", "pack", "characters", "maps", "scenarios"} <= set(schema["properties"])
    assert set(schema["$defs"]["Character"]["required"]) == {
        "id",
        "name",
        "faction",
        "rank",
        "mvt",
        "cbt",
        "int",
        "life",
    }
    assert schema["$defs"]["Condition"]["maxProperties"] == 1


@pytest.mark.parametrize(("members", "left", "taken"), [(6, 4, 3), (5, 3, 3), (4, 3, 2), (2, 2, 1), (1, 1, 1)])
def test_numbers_for_smaller_squads(members: int, left: int, taken: int) -> None:
    scaling = PACKS.load().scenario_defaults.squad_scaling
    assert scaled(scaling.left_board_min, members, 4) == left
    assert scaled(scaling.taken_out_min, members, 3) == taken
    assert scaled(scaling.in_room_min, members, 1) == 1
    assert scaled("max(1, round(n / 3))", members, 2) == {6: 2, 5: 2, 4: 1, 2: 1, 1: 1}[members]
    assert scaled(scaling.terminals_and_points, members, 7) == 7


def loads_or_refuses(text: str) -> None:
    try:
        assert isinstance(PACKS.parse(text, "broken.yaml"), Pack)
    except PackError as error:
        assert error.file == "broken.yaml"
        assert 0 <= error.line <= len(text.splitlines())
        assert error.reason


@settings(max_examples=60)
@given(st.integers(0, len(GOOD)))
def test_truncated_pack_raises_only_pack_errors(length: int) -> None:
    loads_or_refuses(GOOD[:length])


PIECES = st.sampled_from(
    [
        " ",
        "\n",
        ":",
        "-",
        "[",
        "]",
        "{",
        "}",
        ",",
        "'",
        '"',
        "|",
        "&a",
        "*a",
        "!!x ",
        "0",
        "-1",
        "99",
        "null",
        "true",
        "x",
        "@",
        "A",
        "~",
    ]
)


@settings(max_examples=200)
@given(
    st.lists(
        st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 12), PIECES | st.text(max_size=3)),
        min_size=1,
        max_size=4,
    )
)
def test_mutated_pack_raises_only_pack_errors(edits: list[tuple[int, int, str]]) -> None:
    text = GOOD
    for place, length, piece in edits:
        text = text[:place] + piece + text[place + length :]
    loads_or_refuses(text)


WORDS = sorted({word.strip(",[]{}:") for word in GOOD.split() if 0 < len(word.strip(",[]{}:")) < 20})


@settings(max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), min_size=1, max_size=2))
def test_swapped_words_raise_only_pack_errors(swaps: list[tuple[str, str]]) -> None:
    text = GOOD
    for old, new in swaps:
        text = text.replace(old, new, 1)
    loads_or_refuses(text)
