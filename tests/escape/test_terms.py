"""Terms: adjacency, periphery, distance, line of sight, free squares, active characters, rooms (ES-TERM)."""

from __future__ import annotations

import pytest

from fireteam.core.match import Match
from fireteam.games.escape import GAME
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.events import BLACK_OUT
from fireteam.games.escape.ground import Board
from fireteam.space.squares import Squares, bits
from tests.escape.scene import Place, happened, keys, play, scene, square, table, who

PLAIN = Squares(7, 7)


def around(mask: int) -> set[Place]:
    """The squares of a bitboard of the plain board."""
    return {PLAIN.place(number) for number in bits(mask)}


def edge(a: Place, b: Place) -> int:
    """An edge of the plain board, as a bit."""
    return 1 << PLAIN.edge(PLAIN.square(*a), PLAIN.square(*b))


def clear(a: Place, b: Place, *, shut: int = 0, occupied: tuple[Place, ...] = ()) -> bool:
    """Sight on the plain board, which is the same both ways."""
    stands = sum(1 << PLAIN.square(*place) for place in occupied)
    one = PLAIN.clear(PLAIN.square(*a), PLAIN.square(*b), shut, stands)
    assert one == PLAIN.clear(PLAIN.square(*b), PLAIN.square(*a), shut, stands)
    return one


def sees(match: Match, a: Place, b: Place) -> bool:
    """Sight on the board of a match, which is the same both ways."""
    one = table(match).sees(square(match, a), square(match, b))
    assert one == table(match).sees(square(match, b), square(match, a))
    return one


# -- adjacency, periphery, distance ------------------------------------------------------------------------------------


@pytest.mark.rule("ES-TERM-01")
def test_adjacent_squares_touch_a_side() -> None:
    assert around(PLAIN.adjacent[PLAIN.square(5, 5)]) == {(4, 5), (6, 5), (5, 4), (5, 6)}
    assert (6, 6) not in around(PLAIN.adjacent[PLAIN.square(5, 5)])


@pytest.mark.rule("ES-TERM-01")
def test_a_door_is_adjacent_to_the_two_squares_it_parts() -> None:
    board = Board(PACKS.load().maps["A"])
    number = next(number for number, door in enumerate(board.doors) if door.id == "A01")
    beside = {board.squares.place(at) for at in range(board.squares.count) if number in board.doors_at[at]}
    assert beside == {(7, 2), (7, 3)}
    assert all(sum(n in doors for doors in board.doors_at) == 2 for n in range(len(board.doors)))


@pytest.mark.rule("ES-TERM-01")
def test_a_wall_does_not_cancel_adjacency() -> None:
    # Static shields its neighbour across the wall [4,0]|[5,0]; on the diagonal it does not.
    match = scene({"ashton": (6, 0), "bailiff": (5, 0), "static": (4, 0)}, active="ashton")
    assert keys(match, "attack") == []
    match = scene({"ashton": (6, 0), "bailiff": (5, 0), "static": (4, 1)}, active="ashton")
    assert keys(match, "attack") == ["attack bailiff"]


@pytest.mark.rule("ES-TERM-02")
def test_periphery_is_the_ring_of_eight() -> None:
    inner = around(PLAIN.periphery[PLAIN.square(3, 3)])
    assert inner == {(2, 2), (3, 2), (4, 2), (2, 3), (4, 3), (2, 4), (3, 4), (4, 4)}
    assert around(PLAIN.periphery[PLAIN.square(0, 0)]) == {(1, 0), (0, 1), (1, 1)}
    assert len(around(PLAIN.periphery[PLAIN.square(3, 0)])) == 5


@pytest.mark.rule("ES-TERM-02")
@pytest.mark.parametrize(("through", "damage"), [(True, 2), (False, 0)])
def test_walls_do_not_cut_the_periphery_unless_sight_is_asked_for(through: bool, damage: int) -> None:
    # The carrier of a Nitro vial falls on [4,4]; the Bailiff's blow came from [4,5], Bruno stands behind the wall on
    # [3,4].
    match = scene(
        {"bailiff": (4, 5), "jimmy": (4, 4), "bruno": (3, 4), "tilt": (14, 12)},
        active="bailiff",
        holds={"jimmy": "nitro_vial"},
        damage={"jimmy": 4},
        dice=[6],
        options={"blast_through_walls": through},
    )
    play(match, "attack jimmy", "no dodge")
    assert who(match, "bruno").damage == damage
    assert who(match, "bailiff").damage == 1  # in sight: 2 less Armor 1


@pytest.mark.rule("ES-TERM-03")
@pytest.mark.parametrize(
    ("to", "orthogonal", "chebyshev"), [((3, 0), 3, 3), ((2, 1), 3, 2), ((1, 1), 2, 1), ((2, 2), 4, 2), ((0, 0), 0, 0)]
)
def test_distance_by_both_ways_of_counting(to: Place, orthogonal: int, chebyshev: int) -> None:
    for metric, wanted in (("orthogonal", orthogonal), ("chebyshev", chebyshev)):
        ground = GAME.prepare(scenario="evasion", options={"distance_metric": metric}, pack=None, setup={}).ground(
            "evasion"
        )
        here, there = ground.squares.square(0, 0), ground.squares.square(*to)
        assert ground.distance(here, there) == ground.distance(there, here) == wanted
        assert (ground.within(here, 3) >> there & 1 == 1) == (wanted <= 3)


@pytest.mark.rule("ES-TERM-03")
@pytest.mark.parametrize(
    ("options", "offered"), [(None, []), ({"distance_metric": "chebyshev"}, ["throw c1 at ubume"])]
)
def test_range_three_on_the_diagonal(options: dict[str, str] | None, offered: list[str]) -> None:
    match = scene({"bruno": (0, 0), "ubume": (2, 2)}, active="bruno", crates=[(0, 0)], options=options)
    assert keys(match, "throw") == offered


# -- sight -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-TERM-04")
def test_sight_along_an_empty_row() -> None:
    match = scene({"ashton": (0, 0), "mamushi": (3, 0)}, active="ashton")
    assert sees(match, (0, 0), (3, 0))


@pytest.mark.rule("ES-TERM-04")
@pytest.mark.parametrize("third", ["jimmy", "ubume"])
def test_a_third_character_blocks_even_an_ally(third: str) -> None:
    match = scene({"ashton": (0, 0), third: (2, 0), "mamushi": (3, 0)}, active="ashton")
    assert not sees(match, (0, 0), (3, 0))
    assert sees(match, (0, 0), (2, 0))  # the end squares never block
    assert sees(match, (0, 1), (3, 1))


@pytest.mark.rule("ES-TERM-04")
def test_doors_block_only_while_they_are_shut() -> None:
    shut = scene({"ashton": (3, 1), "mamushi": (6, 1)}, active="ashton")
    assert not sees(shut, (3, 1), (6, 1))
    assert not sees(shut, (8, 1), (11, 1))  # A16 is locked: shut as well
    opened = scene({"ashton": (3, 1), "mamushi": (6, 1)}, active="ashton", open_doors=["A15", "A16"])
    assert sees(opened, (3, 1), (6, 1))
    assert sees(opened, (8, 1), (11, 1))  # open, though its lock is engaged
    unlocked = scene({"ashton": (3, 1), "mamushi": (6, 1)}, active="ashton", unlocked=["A16"])
    assert not sees(unlocked, (8, 1), (11, 1))


@pytest.mark.rule("ES-TERM-04")
def test_walls_block_until_they_are_destroyed() -> None:
    match = scene({"ashton": (3, 0), "mamushi": (6, 0)}, active="ashton")
    assert not sees(match, (3, 0), (6, 0))
    match = scene({"ashton": (3, 0), "mamushi": (6, 0)}, active="ashton", broken_walls=[((4, 0), (5, 0))])
    assert sees(match, (3, 0), (6, 0))


@pytest.mark.rule("ES-TERM-04")
def test_tokens_never_block() -> None:
    match = scene({"ashton": (0, 0), "mamushi": (3, 0)}, active="ashton", crates=[(1, 0)], equipment=[(2, 0)])
    assert sees(match, (0, 0), (3, 0))


@pytest.mark.rule("ES-TERM-04")
def test_a_slanting_line_is_blocked_by_every_square_it_enters() -> None:
    # From [0,0] to [2,1] the line enters [1,0] and [1,1], and no other square.
    for place in ((1, 0), (1, 1)):
        assert not clear((0, 0), (2, 1), occupied=(place,))
    assert clear((0, 0), (2, 1), occupied=((0, 1), (2, 0), (0, 0), (2, 1)))


@pytest.mark.rule("ES-TERM-05")
def test_a_diagonal_needs_one_free_flank() -> None:
    assert not clear((0, 0), (1, 1), occupied=((1, 0), (0, 1)))
    assert clear((0, 0), (1, 1), occupied=((1, 0),))
    assert clear((0, 0), (1, 1), occupied=((0, 1),))
    assert not clear((0, 0), (3, 3), occupied=((2, 1), (1, 2)))
    assert clear((0, 0), (3, 3), occupied=((1, 0), (1, 2), (3, 2)))


@pytest.mark.rule("ES-TERM-05")
def test_every_corner_point_counts_not_only_on_exact_diagonals() -> None:
    assert not clear((0, 0), (3, 1), occupied=((2, 0), (1, 1)))
    assert clear((0, 0), (3, 1), occupied=((2, 0),))
    assert clear((0, 0), (3, 1), occupied=((1, 1),))


@pytest.mark.rule("ES-TERM-05")
def test_two_characters_in_the_corner_shut_off_an_attack() -> None:
    match = scene({"ashton": (1, 1), "mamushi": (2, 2), "jimmy": (2, 1)}, active="ashton", crates=[(1, 1)])
    assert keys(match, "attack") + keys(match, "throw") == ["attack mamushi", "throw c1 at mamushi"]
    match = scene(
        {"ashton": (1, 1), "mamushi": (2, 2), "jimmy": (2, 1), "bruno": (1, 2)}, active="ashton", crates=[(1, 1)]
    )
    assert keys(match) == ["end", "step 1,0", "step 0,1"]


@pytest.mark.rule("ES-TERM-06")
def test_a_corner_passes_on_an_open_side() -> None:
    one = edge((0, 0), (1, 0))
    assert clear((0, 0), (1, 1), shut=one)
    assert not clear((0, 0), (1, 1), shut=one | edge((0, 1), (1, 1)))  # a straight wall through the point
    assert not clear((0, 0), (1, 1), shut=one | edge((0, 0), (0, 1)))  # an inside corner
    assert clear((0, 0), (1, 1), shut=one | edge((1, 0), (1, 1)))  # both on the same side
    assert not clear((0, 0), (1, 1), shut=one, occupied=((0, 1),))
    assert clear((0, 0), (1, 1), shut=one, occupied=((1, 0),))


@pytest.mark.rule("ES-TERM-06")
def test_a_door_beside_a_wall_opens_the_corner() -> None:
    # From [4,0] to [5,1]: a wall on the side of [5,0], door A15 on the side of [4,1].
    at = {"ashton": (4, 0), "mamushi": (5, 1)}
    assert keys(scene(at, active="ashton"), "attack") == []
    assert keys(scene(at, active="ashton", open_doors=["A15"]), "attack") == ["attack mamushi"]
    beside = {**at, "jimmy": (4, 1)}
    assert keys(scene(beside, active="ashton", open_doors=["A15"]), "attack") == ["attack mamushi"]
    strict = scene(beside, active="ashton", open_doors=["A15"], options={"corner_sight": "one_open_side"})
    assert keys(strict, "attack") == []


# -- free squares, active characters, rooms ----------------------------------------------------------------------------


@pytest.mark.rule("ES-TERM-07")
def test_tokens_leave_a_square_free_and_characters_do_not() -> None:
    match = scene({"ashton": (1, 1), "jimmy": (0, 1)}, active="ashton", crates=[(2, 1)], equipment=[(2, 1), (2, 1)])
    assert "step 2,1" in keys(match)
    assert "step 0,1" not in keys(match)
    assert not table(match).state.occupied >> square(match, (2, 1)) & 1


@pytest.mark.rule("ES-TERM-08")
def test_one_character_is_active_during_its_activation_and_nobody_between() -> None:
    match = scene(
        {"ashton": (1, 1), "jimmy": (0, 1), "mamushi": (4, 0), "ubume": (4, 2)}, active="ashton", activated=["jimmy"]
    )
    assert match.state.active == who(match, "ashton").index
    assert match.decision.topic == "action of ashton"
    play(match, "end")
    assert match.state.active == -1
    assert keys(match) == ["activate ubume", "activate mamushi"]
    play(match, "activate mamushi")
    assert match.state.active == who(match, "mamushi").index


@pytest.mark.rule("ES-TERM-08")
def test_passive_means_everybody_else_activated_or_not() -> None:
    # Only passive characters Dodge: both neighbours may, the one that has acted and the one that has not.
    for activated in ([], ["mamushi"]):
        match = scene({"ashton": (1, 1), "mamushi": (2, 1)}, active="ashton", activated=activated)
        play(match, "attack mamushi")
        assert keys(match) == ["no dodge", "dodge"]
    # The thrower in its own blast is active, so it is not asked; its passive ally is.
    match = scene({"jimmy": (1, 1), "bruno": (3, 1)}, active="jimmy", holds={"jimmy": "em_grenade"}, dice=[1])
    play(match, "grenade at 2,1")
    assert match.decision.topic == "dodge of bruno"
    play(match, "no dodge")
    assert [event.params["target"] for event in happened(match, "attack_total")] == ["jimmy", "bruno"]


@pytest.mark.rule("ES-TERM-09")
@pytest.mark.parametrize("name", ["A", "B"])
def test_every_square_belongs_to_one_area(name: str) -> None:
    board = Board(PACKS.load().maps[name])
    assert sum(board.areas.values()) == board.squares.all
    assert sum(mask.bit_count() for mask in board.areas.values()) == board.squares.count


@pytest.mark.rule("ES-TERM-09")
def test_a_corridor_takes_no_tokens_but_can_go_dark() -> None:
    match = scene({}, phase="crates")
    assert table(match).ground.board.area_of[square(match, (4, 5))] == "R"
    assert "crate at 4,5" not in keys(match)
    assert "crate at 3,5" in keys(match)
    match = scene({}, phase="equipment")
    assert "token at 4,5" not in keys(match)
    match = scene({"ashton": (1, 1), "jimmy": (0, 1)}, phase="event", dice=[4, 6])
    assert match.state.event == BLACK_OUT
    assert "black out R" in keys(match)
    play(match, "black out R")
    assert match.state.dark == "R"


@pytest.mark.rule("ES-TERM-09")
def test_a_destroyed_wall_merges_no_rooms() -> None:
    match = scene({"bruno": (0, 6), "mamushi": (0, 7)}, active="bruno", dice=[4])
    play(match, "drill 0,6|0,7")
    board = table(match).ground.board
    assert (board.area_of[square(match, (0, 6))], board.area_of[square(match, (0, 7))]) == ("E", "J")
    assert keys(match, "attack") == ["attack mamushi"]
    for dark, offered in (("J", ["attack mamushi"]), ("E", [])):
        there = scene({"bruno": (0, 6), "mamushi": (0, 7)}, active="bruno", broken_walls=[((0, 6), (0, 7))], dark=dark)
        assert keys(there, "attack") == offered


@pytest.mark.rule("ES-TERM-09")
def test_an_open_door_merges_no_rooms() -> None:
    at = {"bruno": (7, 2), "mamushi": (7, 3)}
    assert keys(scene(at, active="bruno", open_doors=["A01"], dark="R"), "attack") == ["attack mamushi"]
    assert keys(scene(at, active="bruno", open_doors=["A01"], dark="B"), "attack") == []
