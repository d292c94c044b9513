"""Doors, their locks, walls and airlocks (ES-DOOR, ES-WALL, ES-AIR)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fireteam.core.errors import PackError
from fireteam.core.match import Match
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.events import POWERGRID, SHORT_CIRCUIT
from fireteam.games.escape.ground import Board
from fireteam.games.escape.state import LEFT, MOVEMENT
from fireteam.space.squares import bits
from tests.escape.scene import Place, happened, keys, play, scene, square, table, who

GOOD = (PACKS.folder / "sublevel_zero.yaml").read_text(encoding="utf-8")


def locked(match: Match, door: str) -> bool:
    """Whether the lock of a door is engaged."""
    return table(match).state.locks & table(match).ground.board.door(door).edge != 0


def is_open(match: Match, door: str) -> bool:
    """Whether a door is open."""
    edge = table(match).ground.board.door(door).edge
    opened, shut = table(match).state.opened & edge != 0, table(match).state.shut & edge != 0
    assert opened != shut
    return opened


# -- doors -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-DOOR-01")
def test_opening_a_closed_door_costs_one_movement_action() -> None:
    match = scene({"jimmy": (7, 2), "mamushi": (14, 0)}, active="jimmy")
    assert "step 7,3" not in keys(match)
    play(match, "open A01")
    assert is_open(match, "A01")
    assert who(match, "jimmy").left(MOVEMENT) == 4
    play(match, "step 7,3")
    assert who(match, "jimmy").left(MOVEMENT) == 3


@pytest.mark.rule("ES-DOOR-01")
def test_a_door_is_opened_from_an_adjacent_square_only() -> None:
    assert keys(scene({"jimmy": (6, 2), "mamushi": (14, 0)}, active="jimmy"), "open") == []
    assert keys(scene({"jimmy": (7, 3), "mamushi": (14, 0)}, active="jimmy"), "open") == ["open A01"]
    spent = scene({"jimmy": (7, 2), "mamushi": (8, 2)}, active="jimmy", used={"jimmy": {"mvt": 5}})
    assert keys(spent) == ["end", "attack mamushi"]


@pytest.mark.rule("ES-DOOR-02")
def test_the_resistance_opens_a_locked_door_only_by_hacking() -> None:
    match = scene({"ashton": (10, 2), "mamushi": (10, 3)}, active="ashton")
    assert keys(match, "open") == []
    assert "step 10,3" not in keys(match)
    assert keys(match, "attack") == []  # the shut door stands in the line of sight
    assert keys(match, "hack") == ["hack A04"]
    assert (
        keys(scene({"ashton": (10, 2), "mamushi": (14, 0)}, active="ashton", used={"ashton": {"int": 1}}), "hack") == []
    )


@pytest.mark.rule("ES-DOOR-02")
@pytest.mark.parametrize(("die", "opened"), [(4, False), (5, True)])
def test_a_hack_of_a_locked_door_must_reach_its_difficulty(die: int, opened: bool) -> None:
    match = scene({"ashton": (10, 2), "mamushi": (14, 0)}, active="ashton", dice=[die])
    play(match, "hack A04")  # Int 1 against 6
    assert is_open(match, "A04") == opened
    assert locked(match, "A04") != opened
    assert ("step 10,3" in keys(match)) == opened
    assert who(match, "ashton").left(MOVEMENT) == 4


@pytest.mark.rule("ES-DOOR-03")
def test_an_open_door_hinders_nobody_and_only_the_isc_closes_it() -> None:
    match = scene({"jimmy": (7, 2), "mamushi": (14, 0)}, active="jimmy", open_doors=["A01"])
    assert "step 7,3" in keys(match)
    assert keys(match, "close") + keys(match, "open") == []
    assert table(match).sees(square(match, (7, 2)), square(match, (7, 3)))
    match = scene({"ubume": (7, 2), "jimmy": (0, 0)}, active="ubume", open_doors=["A01"])
    assert keys(match, "close") == ["close A01"]
    play(match, "close A01")
    assert not is_open(match, "A01")
    assert who(match, "ubume").left(MOVEMENT) == 4
    assert keys(match, "close") == []


@pytest.mark.rule("ES-DOOR-04")
def test_a_lock_survives_an_isc_opening() -> None:
    match = scene({"ubume": (7, 4), "tilt": (7, 3)}, active="ubume")
    play(match, "open A11")
    assert (is_open(match, "A11"), locked(match, "A11")) == (True, True)
    passing = scene({"ubume": (6, 4), "tilt": (7, 3)}, active="tilt", open_doors=["A11"])
    assert "step 7,4" in keys(passing)
    assert keys(passing, "hack") == []
    play(match, "close A11", "end")
    assert (is_open(match, "A11"), locked(match, "A11")) == (False, True)
    assert happened(match, "door_shut")[0].params == {"door": "A11", "locked": True}
    assert match.decision.topic == "action of tilt"
    assert "open A11" not in keys(match)
    assert "hack A11" in keys(match)
    assert table(match).ground.board.door("A11").difficulty == 8


@pytest.mark.rule("ES-DOOR-04")
def test_a_hack_removes_the_lock_for_good() -> None:
    match = scene({"jimmy": (5, 3), "ubume": (7, 4), "tilt": (7, 3)}, active="jimmy", dice=[6])
    play(match, "hack A11")
    assert (is_open(match, "A11"), locked(match, "A11")) == (True, False)
    play(match, "end", "close A11", "end")
    assert (is_open(match, "A11"), locked(match, "A11")) == (False, False)
    assert match.decision.topic == "action of tilt"
    play(match, "open A11")
    assert is_open(match, "A11")
    assert who(match, "tilt").left(MOVEMENT) == 5


@pytest.mark.rule("ES-DOOR-04")
def test_short_circuit_does_not_touch_the_lock() -> None:
    match = scene({"tilt": (7, 3), "jimmy": (0, 0)}, phase="event", dice=[4, 5])
    play(match, "toggle A11")
    assert (is_open(match, "A11"), locked(match, "A11")) == (True, True)
    match = scene({"tilt": (7, 3), "jimmy": (0, 0)}, phase="event", dice=[4, 5], open_doors=["A11"])
    play(match, "toggle A11")
    assert (is_open(match, "A11"), locked(match, "A11")) == (False, True)


@pytest.mark.rule("ES-DOOR-05")
def test_the_difficulty_of_a_door_is_on_the_map() -> None:
    doors = PACKS.load().maps["A"].doors
    assert {door.id: door.difficulty for door in doors if door.start == "locked"} == {
        "A04": 6, "A05": 6, "A08": 7, "A09": 7, "A11": 8, "A12": 8, "A13": 7, "A14": 7, "A16": 6, "A17": 6, "A19": 6,
        "A23": 6, "A24": 7,
    }  # fmt: skip
    with pytest.raises(PackError, match="A11"):
        PACKS.parse(GOOD.replace("{id: A11, between: [[7, 3], [7, 4]], areas: [R, C], start: locked, difficulty: 8}",
                                "{id: A11, between: [[7, 3], [7, 4]], areas: [R, C], start: locked}"))  # fmt: skip


# -- walls -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-WALL-01")
def test_a_reinforced_wall_cannot_be_drilled_and_a_plain_one_can() -> None:
    match = scene({"bruno": (4, 4), "mamushi": (14, 0)}, active="bruno", dice=[4])
    assert keys(match, "drill") == ["drill 3,4|4,4"]
    assert "step 3,4" not in keys(match)
    assert not table(match).sees(square(match, (4, 4)), square(match, (3, 4)))
    play(match, "drill 3,4|4,4")
    assert "step 3,4" in keys(match)
    assert table(match).sees(square(match, (4, 4)), square(match, (3, 4)))


@pytest.mark.rule("ES-WALL-01")
@pytest.mark.parametrize("name", ["A", "B"])
def test_the_walls_of_the_central_room_are_indestructible(name: str) -> None:
    board = Board(PACKS.load().maps[name])
    central = [
        number
        for number in bits(board.walls)
        if [board.area_of[at] for at in board.edge_squares[number]].count(board.central_room) == 1
    ]
    assert len(central) > 10
    assert all(not board.drillable >> number & 1 for number in central)
    assert board.drillable & ~board.walls == 0 < board.drillable


# -- airlocks ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-AIR-01")
@pytest.mark.parametrize("name", ["A", "B"])
def test_five_airlocks_of_two_squares(name: str) -> None:
    board = Board(PACKS.load().maps[name])
    squares = board.squares
    assert sorted(board.airlocks) == [1, 2, 3, 4, 5]
    assert all(len(set(airlock.squares)) == 2 for airlock in board.airlocks.values())
    for number in (1, 2, 3, 4):
        for at in board.airlocks[number].squares:
            x, y = squares.place(at)
            assert x in (0, squares.width - 1) or y in (0, squares.height - 1)
    assert [number for number, airlock in board.airlocks.items() if airlock.central] == [5]
    assert {board.area_of[at] for at in board.airlocks[5].squares} == {board.central_room}


@pytest.mark.rule("ES-AIR-01")
def test_leaving_is_offered_only_where_the_scenario_allows_it() -> None:
    exits = (
        ((6, 0), ["leave by 1"]),
        ((14, 7), ["leave by 2"]),
        ((7, 12), ["leave by 3"]),
    )  # Evasion: exits 1, 2 and 3
    for place, offered in (*exits, ((0, 5), []), ((7, 5), []), ((5, 0), [])):
        assert keys(scene({"ashton": place, "mamushi": (9, 9)}, active="ashton"), "leave") == offered
    assert keys(scene({"mamushi": (6, 0), "ashton": (9, 9)}, active="mamushi"), "leave") == []
    match = scene({"ashton": (6, 0), "jimmy": (0, 0), "mamushi": (9, 9)}, active="ashton")
    play(match, "leave by 1")
    assert who(match, "ashton").status == LEFT


@pytest.mark.rule("ES-AIR-02")
@pytest.mark.parametrize(
    ("place", "doors", "damage"),
    [
        ((6, 0), True, 2),
        ((6, 0), False, 0),
        ((7, 5), True, 2),
        ((7, 2), True, 2),
        ((7, 2), False, 2),
        ((7, 1), True, 0),
    ],
)
def test_powergrid_overload_strikes_at_doors_and_airlocks(place: Place, doors: bool, damage: int) -> None:
    options = {"airlocks_are_doors": doors}
    match = scene({"ashton": place, "jimmy": (0, 0)}, phase="event", dice=[2, 2], options=options)
    assert match.state.event == POWERGRID
    assert who(match, "ashton").damage == damage


@pytest.mark.rule("ES-AIR-02")
def test_short_circuit_offers_no_airlock_that_nobody_hacks() -> None:
    match = scene({"ashton": (6, 0), "jimmy": (0, 0)}, phase="event", dice=[4, 5])
    assert match.state.event == SHORT_CIRCUIT
    assert keys(match) == [f"toggle A{number:02}" for number in range(1, 25)]


@pytest.mark.rule("ES-AIR-02")
def test_an_airlock_is_no_obstacle_between_its_squares() -> None:
    match = scene({"ashton": (7, 5), "mamushi": (14, 0)}, active="ashton")
    assert set(keys(match, "step")) == {"step 7,4", "step 6,5", "step 8,5", "step 7,6"}
    assert keys(match, "open") + keys(match, "close") + keys(match, "hack") == []


@pytest.mark.rule("ES-AIR-03")
@pytest.mark.parametrize(
    "scenario", ["infiltration", "evasion", "data-heist", "last-bastion", "core-breach", "manhunt"]
)
def test_no_bundled_scenario_lets_an_airlock_be_hacked(scenario: str) -> None:
    board = Board(PACKS.load().maps[next(entry.map for entry in PACKS.load().scenarios if entry.id == scenario)])
    for airlock in board.airlocks.values():
        for at in airlock.squares:
            match = scene({"jimmy": board.squares.place(at), "mamushi": (1, 1)}, active="jimmy", scenario=scenario)
            assert match.decision.topic == "action of jimmy"
            assert keys(match, "hack airlock") == []


def airlock_pack(path: Path) -> str:
    """A pack whose Infiltration lets Airlock 2 be hacked."""
    old = "    deployment:\n      resistance: {mode: entry, airlocks: [1]}\n"
    assert GOOD.count(old) == 1
    text = GOOD.replace(old, "    hacking: {airlock: [{id: 2, difficulty: 8}]}\n" + old)
    assert PACKS.parse(text).scenarios[0].hacking.airlock[0].difficulty == 8
    file = path / "airlocks.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.rule("ES-AIR-03")
@pytest.mark.parametrize("place", [(14, 6), (14, 7)])
def test_a_hacked_airlock_is_an_exit(place: Place, tmp_path: Path) -> None:
    match = scene(
        {"jimmy": place, "mamushi": (1, 1)},
        active="jimmy",
        scenario="infiltration",
        pack=airlock_pack(tmp_path),
        dice=[5, 6],
    )
    assert keys(match, "leave") == []
    play(match, "hack airlock 2")  # 2 + 5 < 8
    assert keys(match, "leave") == []
    play(match, "hack airlock 2")  # 2 + 6
    assert keys(match, "leave") == ["leave by 2"]
    assert who(match, "jimmy").used_int == 2
    play(match, "leave by 2")
    assert who(match, "jimmy").status == LEFT


@pytest.mark.rule("ES-AIR-03")
def test_a_hacked_airlock_stays_an_exit_of_the_resistance(tmp_path: Path) -> None:
    pack = airlock_pack(tmp_path)
    more: dict[str, Any] = {"scenario": "infiltration", "pack": pack, "unlocked_airlocks": 1 << 2}
    match = scene({"tilt": (14, 6), "mamushi": (1, 1)}, active="tilt", **more)
    assert keys(match, "leave") == ["leave by 2"]
    assert keys(match, "hack airlock") == []
    assert keys(scene({"tilt": (6, 0), "mamushi": (1, 1)}, active="tilt", **more), "leave") == []
    assert keys(scene({"mamushi": (14, 6), "tilt": (1, 1)}, active="mamushi", **more), "leave") == []


@pytest.mark.rule("ES-AIR-03")
def test_only_the_resistance_on_its_squares_hacks_an_airlock(tmp_path: Path) -> None:
    pack = airlock_pack(tmp_path)
    for at, active in (
        ({"jimmy": (13, 6), "mamushi": (1, 1)}, "jimmy"),
        ({"ubume": (14, 6), "jimmy": (1, 1)}, "ubume"),
    ):
        assert keys(scene(at, active=active, scenario="infiltration", pack=pack), "hack airlock") == []
    assert (
        keys(
            scene({"jimmy": (6, 0), "mamushi": (1, 1)}, active="jimmy", scenario="infiltration", pack=pack),
            "hack airlock",
        )
        == []
    )
