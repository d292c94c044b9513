"""Tokens: crates, Objectives and Equipment, from their placing to their use (ES-CRATE, ES-OBJ, ES-EQT)."""

from __future__ import annotations

from typing import Any

import pytest

import fireteam
from fireteam.core.errors import IllegalAnswer
from fireteam.core.match import Match
from fireteam.games.escape.state import COMBAT, MOVEMENT, OUT, Token
from tests.escape.scene import Place, happened, keys, play, scene, table, where, who

HEIST: dict[str, Any] = {"scenario": "data-heist"}
"""Data Heist uses Objectives; it is played on map B."""


def token(match: Match, name: str) -> Token:
    """A token by its id."""
    found: Token = match.state.tokens[name]
    return found


def lies(match: Match, name: str) -> Place | None:
    """Where a token lies; None while it is carried."""
    square = token(match, name).square
    return table(match).ground.squares.place(square) if square >= 0 else None


def refused(match: Match, key: str) -> str:
    """The rule by which a key is not on offer."""
    refusal = match.why_not(key)
    assert refusal is not None
    with pytest.raises(IllegalAnswer):
        match.answer(key)
    return refusal.decisive.rule


def crate_at(match: Match) -> str:
    """Where the last crate was put."""
    found: str = happened(match, "placed_crate")[-1].params["at"]
    return found


def room_of(match: Match, key: str) -> str:
    """The area of the square that a key ends with."""
    x, y = key.rsplit(" ", 1)[1].split(",")
    ground = table(match).ground
    return ground.board.area_of[ground.squares.square(int(x), int(y))]


# -- crates ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-CRATE-01")
@pytest.mark.parametrize(("dice", "seats"), [([6, 1], [0, 1, 0, 1, 0]), ([1, 6], [1, 0, 1, 0, 1])])
def test_crates_are_placed_in_turn_one_to_a_room(dice: list[int], seats: list[int]) -> None:
    match = fireteam.new("escape", scenario="infiltration", dice=dice)
    asked: list[int] = []
    rooms: list[str] = []
    for number in range(5):
        assert match.decision.topic == f"crate {number + 1}"
        asked.append(match.decision.seat)
        offered = {room_of(match, key) for key in keys(match)}
        assert offered == set("ABDEFGHIJKC") - set(rooms)
        rooms.append(room_of(match, keys(match)[-1]))
        play(match, keys(match)[-1])
        assert number == 4 or refused(match, f"crate at {crate_at(match)}") == "ES-CRATE-01"
    assert asked == seats
    assert match.decision.topic == "equipment 1"
    assert [(made.kind, made.label) for made in match.state.tokens.values()] == [("crate", "")] * 5


@pytest.mark.rule("ES-CRATE-01")
def test_every_square_of_a_room_is_the_placers_choice() -> None:
    match = fireteam.new("escape", scenario="data-heist", dice=[6, 1])
    offered = [key for key in keys(match) if room_of(match, key) == "P"]
    assert offered == [f"crate at {x},{y}" for y in range(5) for x in range(3)]
    assert "C" not in {
        room_of(match, key) for key in keys(match)
    }  # the scenario keeps the Central room clear of crates


@pytest.mark.rule("ES-CRATE-02")
def test_a_thrown_crate_is_a_ranged_attack_and_is_destroyed() -> None:
    match = scene({"bruno": (0, 0), "ubume": (3, 0)}, active="bruno", crates=[(0, 0)], dice=[1])
    assert keys(match, "throw") == ["throw c1 at ubume"]
    play(match, "throw c1 at ubume", "no dodge")
    assert [event.params["total"] for event in happened(match, "attack_total")] == [1]
    assert who(match, "ubume").damage == 1
    assert who(match, "bruno").left(COMBAT) == 1
    assert match.state.tokens == {}
    assert keys(match, "throw") == []


@pytest.mark.rule("ES-CRATE-02")
def test_a_crate_that_misses_is_gone_too() -> None:
    match = scene({"tilt": (0, 0), "ubume": (3, 0)}, active="tilt", crates=[(0, 0)], dice=[1])
    play(match, "throw c1 at ubume", "no dodge")
    assert [event.params["total"] for event in happened(match, "attack_total")] == [0]
    assert (who(match, "ubume").damage, match.state.tokens) == (0, {})


@pytest.mark.rule("ES-CRATE-02")
@pytest.mark.parametrize(
    ("crate", "foe", "options"),
    [
        ((0, 0), (4, 0), None),  # 4 away
        ((1, 0), (3, 0), None),  # the crate lies on the next square
        ((0, 0), (2, 2), None),  # 4 away, counted by sides
    ],
)
def test_no_throw_out_of_range_or_from_another_square(crate: Place, foe: Place, options: dict[str, Any] | None) -> None:
    assert keys(scene({"bruno": (0, 0), "ubume": foe}, active="bruno", crates=[crate], options=options), "throw") == []


@pytest.mark.rule("ES-CRATE-03")
def test_a_crate_is_never_picked_up_without_objectives() -> None:
    for scenario in ("infiltration", "evasion"):
        match = scene({"tilt": (1, 1), "ubume": (3, 1)}, active="tilt", scenario=scenario, crates=[(1, 1)])
        assert keys(match, "throw") == ["throw c1 at ubume"]
        assert keys(match, "pick up") + keys(match, "turn over") + keys(match, "drop") + keys(match, "give") == []
        assert refused(match, "pick up c1") == "ES-CRATE-03"
    match = scene({"tilt": (1, 1), "ubume": (1, 3)}, active="tilt", crates=[(1, 1)], dice=["2"], **HEIST)
    play(match, "pick up c1")
    assert (token(match, "c1").label, who(match, "tilt").holds) == ("2", "c1")


# -- Objectives --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-OBJ-01")
def test_a_token_turned_over_is_an_objective_and_no_crate() -> None:
    own = {"look_on_own_square": True}
    at = {"bruno": (1, 1), "ubume": (1, 3)}
    match = scene(at, active="bruno", crates=[(1, 1)], dice=["2"], options=own, **HEIST)
    assert keys(match, "throw") == ["throw c1 at ubume"]
    play(match, "turn over c1")
    assert token(match, "c1").label == "2"
    assert keys(match, "throw") == []
    assert keys(match, "turn over") == []
    assert keys(match, "pick up") == ["pick up c1"]


@pytest.mark.rule("ES-OBJ-01")
def test_backs_are_ones_and_twos() -> None:
    match = scene({"bruno": (1, 1), "ubume": (1, 3)}, active="bruno", crates=[(2, 1)], **HEIST)
    assert match.state.backs == (("1", 4), ("2", 4))
    asking = match.fork()
    asking.answer("turn over c1")
    assert asking.decision.bag == (("1", 4), ("2", 4))
    asking.answer("1")
    assert asking.state.backs == (("1", 3), ("2", 4))


@pytest.mark.rule("ES-OBJ-01")
@pytest.mark.parametrize("scenario", ["infiltration", "evasion", "last-bastion", "core-breach", "manhunt"])
def test_other_scenarios_never_turn_crates_over(scenario: str) -> None:
    match = scene({"bruno": (1, 1), "ubume": (1, 3)}, active="bruno", scenario=scenario, crates=[(1, 1), (1, 2)])
    assert keys(match, "turn over") + keys(match, "pick up") == []


@pytest.mark.rule("ES-OBJ-02")
def test_an_objective_around_is_looked_at_for_nothing() -> None:
    spent = {"tilt": {"mvt": 6, "cbt": 1, "int": 1}}
    match = scene(
        {"tilt": (1, 1), "ubume": (14, 0)},
        active="tilt",
        crates=[(2, 2), (1, 3), (1, 1)],
        used=spent,
        dice=["1"],
        **HEIST,
    )
    assert keys(match, "turn over") == ["turn over c1"]  # the second lies two squares away, the third under its feet
    play(match, "turn over c1")
    assert [event.params for event in happened(match, "turned_over")] == [{"token": "c1", "label": "1"}]
    assert lies(match, "c1") == (2, 2)


@pytest.mark.rule("ES-OBJ-02")
def test_looking_needs_sight() -> None:
    # Across the wall between the Cold store and the Laboratory, straight and on the diagonal.
    for crate in ((3, 0), (3, 1)):
        assert (
            keys(scene({"tilt": (2, 0), "ubume": (14, 0)}, active="tilt", crates=[crate], **HEIST), "turn over") == []
        )
    # On the diagonal [2,1]-[3,2] the one side that could be open is door B17.
    at: dict[str, Place] = {"tilt": (2, 1), "ubume": (14, 0)}
    assert keys(scene(at, active="tilt", crates=[(3, 2)], **HEIST), "turn over") == []
    assert keys(scene(at, active="tilt", crates=[(3, 2)], open_doors=["B17"], **HEIST), "turn over") == ["turn over c1"]


@pytest.mark.rule("ES-OBJ-02")
def test_only_the_active_character_looks() -> None:
    match = scene({"tilt": (1, 1), "jimmy": (5, 1), "ubume": (14, 0)}, active="jimmy", crates=[(1, 1)], **HEIST)
    assert keys(match, "turn over") == []


@pytest.mark.rule("ES-OBJ-03")
def test_picking_up_an_objective_costs_nothing_on_the_way() -> None:
    match = scene(
        {"tilt": (1, 1), "ubume": (14, 0)},
        active="tilt",
        crates=[(1, 2)],
        used={"tilt": {"mvt": 2}},
        dice=["1"],
        **HEIST,
    )
    assert keys(match, "pick up") == []
    play(match, "step 1,2")
    assert who(match, "tilt").left(MOVEMENT) == 3
    play(match, "pick up c1")
    tilt = who(match, "tilt")
    assert (tilt.left(MOVEMENT), tilt.left(COMBAT), tilt.holds, token(match, "c1").label) == (3, 1, "c1", "1")
    play(match, "step 1,3")
    assert tilt.left(MOVEMENT) == 2
    assert (where(match, "tilt"), tilt.holds, lies(match, "c1")) == ((1, 3), "c1", None)


@pytest.mark.rule("ES-OBJ-03")
def test_picking_up_is_optional() -> None:
    match = scene({"tilt": (1, 2), "ubume": (14, 0)}, active="tilt", crates=[((1, 2), "1")], **HEIST)
    assert {"end", "pick up c1", "step 1,3"} <= set(keys(match))
    play(match, "step 1,3")
    assert (who(match, "tilt").holds, lies(match, "c1")) == ("", (1, 2))


@pytest.mark.rule("ES-OBJ-04")
def test_equipment_and_objective_are_not_carried_together() -> None:
    match = scene(
        {"jimmy": (1, 1), "ubume": (14, 0)}, active="jimmy", crates=[(1, 1)], holds={"jimmy": "radio"}, **HEIST
    )
    assert refused(match, "pick up c1") == "ES-OBJ-04"
    play(match, "drop at 0,1")
    assert keys(match, "pick up") == ["pick up c1"]


@pytest.mark.rule("ES-OBJ-04")
def test_one_objective_at_a_time() -> None:
    match = scene(
        {"jimmy": (1, 1), "ubume": (14, 0)},
        active="jimmy",
        crates=[((1, 1), "1")],
        equipment=[(1, 1)],
        holds={"jimmy": "2"},
        **HEIST,
    )
    assert keys(match, "pick up") == []
    free = scene(
        {"jimmy": (1, 1), "ubume": (14, 0)}, active="jimmy", crates=[((1, 1), "1")], equipment=[(1, 1)], **HEIST
    )
    assert keys(free, "pick up") == ["pick up c1", "pick up e2"]


@pytest.mark.rule("ES-OBJ-05")
def test_an_objective_is_handed_over_for_a_movement_action() -> None:
    match = scene(
        {"tilt": (3, 3), "jimmy": (4, 4), "ubume": (14, 0)},
        active="tilt",
        used={"tilt": {"mvt": 4}},
        holds={"tilt": "2"},
        **HEIST,
    )
    play(match, "give to jimmy")
    assert (who(match, "tilt").left(MOVEMENT), who(match, "tilt").holds, who(match, "jimmy").holds) == (1, "", "c1")
    assert who(match, "jimmy").left(MOVEMENT) == 5


@pytest.mark.rule("ES-OBJ-05")
def test_who_can_be_handed_an_objective() -> None:
    at: dict[str, Place] = {"tilt": (3, 3), "jimmy": (4, 4), "rivet": (3, 2), "bruno": (5, 3), "mamushi": (4, 2)}
    match = scene(at, active="tilt", holds={"tilt": "2", "jimmy": "radio"}, **HEIST)
    assert keys(match, "give") == ["give to rivet"]  # Armless does not matter; Jimmy's hands are full, Bruno is too far
    spent = scene(at, active="tilt", holds={"tilt": "2"}, used={"tilt": {"mvt": 6}}, **HEIST)
    assert keys(spent, "give") == []


@pytest.mark.rule("ES-OBJ-05")
@pytest.mark.parametrize(("sight", "offered"), [(True, []), (False, ["give to jimmy"])])
def test_handing_an_objective_through_a_wall_is_an_option(sight: bool, offered: list[str]) -> None:
    at: dict[str, Place] = {"tilt": (2, 0), "jimmy": (3, 0), "ubume": (14, 0)}
    options = {"objective_handover_los": sight}
    assert keys(scene(at, active="tilt", holds={"tilt": "2"}, options=options, **HEIST), "give") == offered
    assert keys(scene(at, active="tilt", holds={"tilt": "2"}, **HEIST), "give") == ["give to jimmy"]
    assert (
        keys(scene(at, active="tilt", holds={"tilt": "radio"}, options=options, **HEIST), "give") == []
    )  # Equipment always needs sight


@pytest.mark.rule("ES-OBJ-06")
def test_the_objective_of_a_fallen_carrier_stays_face_up() -> None:
    match = scene(
        {"bailiff": (5, 10), "tilt": (5, 9), "jimmy": (14, 0)},
        active="bailiff",
        damage={"tilt": 4},
        holds={"tilt": "2"},
        dice=[6],
        **HEIST,
    )
    play(match, "attack tilt", "no dodge", "no dodge")
    assert (who(match, "tilt").status, who(match, "tilt").holds) == (OUT, "")
    assert (lies(match, "c1"), token(match, "c1").label) == ((5, 9), "2")
    play(match, "step 5,9")
    assert keys(match, "pick up") == ["pick up c1"]


@pytest.mark.rule("ES-OBJ-06")
def test_an_objective_is_dropped_like_equipment_by_option_only() -> None:
    at: dict[str, Place] = {"tilt": (1, 1), "ubume": (14, 0)}
    assert keys(scene(at, active="tilt", holds={"tilt": "2"}, **HEIST), "drop") == []
    match = scene(at, active="tilt", holds={"tilt": "2"}, options={"objective_drop": True}, **HEIST)
    play(match, "drop at 2,2")
    assert (lies(match, "c1"), token(match, "c1").label, who(match, "tilt").left(MOVEMENT)) == ((2, 2), "2", 5)


# -- Equipment ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQT-01")
def test_equipment_is_placed_in_turn_face_down_two_to_a_room() -> None:
    match = fireteam.new("escape", scenario="infiltration", dice=[1, 6])
    for _ in range(5):
        play(match, keys(match)[0])
    assert match.decision.topic == "equipment 1"
    asked = []
    for key in ("token at 0,0", "token at 4,2"):
        asked.append(match.decision.seat)
        play(match, key)
    assert "A" not in {room_of(match, key) for key in keys(match)}  # a third one has no room there
    assert refused(match, "token at 1,1") == "ES-EQT-01"
    for key in ("token at 5,0", "token at 5,0", "token at 10,0", "token at 10,1"):
        asked.append(match.decision.seat)
        play(match, key)
    assert asked == [1, 0, 1, 0, 1, 0]
    assert match.decision.topic.startswith("deploy")
    made = [found for found in match.state.tokens.values() if found.kind == "equipment"]
    assert [found.label for found in made] == [""] * 6
    assert [set(event.params) for event in happened(match, "placed_equipment")] == [{"token", "at"}] * 6
    names = {name for name, _ in match.state.bag}
    assert not any(str(value) in names for event in match.log for value in event.params.values())
    assert sum(count for _, count in match.state.bag) == 12  # nobody has seen any of them


@pytest.mark.rule("ES-EQT-02")
def test_tokens_share_a_square_in_setup_and_in_play() -> None:
    match = fireteam.new("escape", scenario="infiltration", dice=[6, 1])
    play(
        match,
        "crate at 2,1",
        "crate at 5,0",
        "crate at 10,0",
        "crate at 0,3",
        "crate at 0,7",
        "token at 2,1",
        "token at 2,1",
    )
    assert [found.square for found in match.state.tokens.values()].count(table(match).ground.squares.square(2, 1)) == 3
    at: dict[str, Place] = {"tilt": (2, 1), "ubume": (4, 1)}
    match = scene(at, active="tilt", crates=[(2, 1)], equipment=[(2, 1), (2, 1)])
    assert keys(match, "turn over") == []
    assert keys(match, "pick up") == ["pick up e2", "pick up e3"]
    assert keys(match, "throw") == ["throw c1 at ubume"]


@pytest.mark.rule("ES-EQT-02")
def test_taking_one_token_leaves_the_others() -> None:
    at: dict[str, Place] = {"tilt": (2, 1), "ubume": (4, 1)}
    match = scene(at, active="tilt", crates=[(2, 1)], equipment=[((2, 1), "radio"), ((2, 1), "medkit")])
    play(match, "pick up e2")
    assert (lies(match, "c1"), lies(match, "e2"), lies(match, "e3")) == ((2, 1), None, (2, 1))
    assert keys(match, "throw") == ["throw c1 at ubume"]
    play(match, "drop at 2,2")
    assert keys(match, "pick up") == ["pick up e3"]


@pytest.mark.rule("ES-EQT-03")
def test_equipment_around_is_turned_over_for_nothing() -> None:
    tokens = [(2, 1), (2, 2), (1, 1), (3, 1)]
    match = scene({"jimmy": (1, 1), "ubume": (14, 0)}, active="jimmy", equipment=tokens, dice=["radio"])
    assert keys(match, "turn over") == ["turn over e1", "turn over e2"]  # the third lies under its feet
    play(match, "turn over e1")
    jimmy = who(match, "jimmy")
    assert (jimmy.used_mvt, jimmy.used_cbt, jimmy.used_int) == (0, 0, 0)
    assert (token(match, "e1").label, lies(match, "e1")) == ("radio", (2, 1))
    assert dict(match.state.bag)["radio"] == 1
    assert keys(match, "turn over") == ["turn over e2"]


@pytest.mark.rule("ES-EQT-03")
def test_no_look_through_walls_or_for_passive_characters() -> None:
    match = scene({"jimmy": (4, 0), "ubume": (14, 0)}, active="jimmy", equipment=[(5, 0)])
    assert keys(match, "turn over") == []
    match = scene({"jimmy": (7, 2), "ubume": (14, 0)}, active="jimmy", equipment=[(7, 3)])
    assert keys(match, "turn over") == []
    play(match, "open A01")
    assert keys(match, "turn over") == ["turn over e1"]
    match = scene({"jimmy": (1, 1), "ashton": (4, 0), "ubume": (14, 0)}, active="ashton", equipment=[(1, 2)])
    assert keys(match, "turn over") == []


@pytest.mark.rule("ES-EQT-04")
def test_equipment_can_be_used_from_the_moment_it_is_picked_up() -> None:
    match = scene(
        {"bruno": (1, 1), "mamushi": (3, 1)},
        active="bruno",
        equipment=[(2, 1)],
        used={"bruno": {"cbt": 2}},
        dice=["combat_drugs", 1],
    )
    assert keys(match, "pick up") == []
    play(match, "step 2,1")
    assert keys(match, "attack") == []
    play(match, "pick up e1")
    assert (who(match, "bruno").holds, token(match, "e1").label, who(match, "bruno").left(MOVEMENT)) == (
        "e1",
        "combat_drugs",
        3,
    )
    play(match, "attack mamushi", "no dodge")  # paid with the drugs: there is no other way
    assert (who(match, "bruno").holds, who(match, "mamushi").damage) == ("", 1)


@pytest.mark.rule("ES-EQT-04")
def test_picking_up_is_for_the_active_who_have_arms() -> None:
    at: dict[str, Place] = {"mamushi": (1, 1), "tilt": (14, 0)}
    for own, seen in ((False, []), (True, ["turn over e1"])):
        match = scene(at, active="mamushi", equipment=[(1, 1)], options={"look_on_own_square": own})
        assert keys(match, "turn over") == seen
        assert keys(match, "pick up") == []
    match = scene({"jimmy": (1, 1), "ashton": (2, 1), "ubume": (14, 0)}, active="ashton", equipment=[(1, 1)])
    assert keys(match, "pick up") == []


@pytest.mark.rule("ES-EQT-05")
def test_one_piece_of_equipment_to_a_character() -> None:
    match = scene(
        {"jimmy": (1, 1), "ubume": (14, 0)},
        active="jimmy",
        equipment=[((1, 1), "radio")],
        holds={"jimmy": "medkit"},
        damage={"jimmy": 3},
    )
    assert refused(match, "pick up e1") == "ES-EQT-05"
    play(match, "use medkit")
    assert keys(match, "pick up") == ["pick up e1"]


@pytest.mark.rule("ES-EQT-06")
def test_equipment_is_given_to_an_ally_in_sight() -> None:
    at: dict[str, Place] = {
        "ashton": (1, 1),
        "jimmy": (2, 2),
        "rivet": (0, 1),
        "tilt": (3, 1),
        "bruno": (1, 0),
        "mamushi": (0, 0),
    }
    held = {"ashton": "medkit", "bruno": "radio"}
    strict = scene(at, active="ashton", holds=held, options={"armless_receives": False})
    assert keys(strict, "give") == ["give to jimmy"]  # RIVET-4 is Armless, Tilt too far, Bruno's hands are full
    match = scene(at, active="ashton", holds=held)
    assert keys(match, "give") == ["give to jimmy", "give to rivet"]  # Armless may carry
    play(match, "give to jimmy")
    assert (who(match, "ashton").left(MOVEMENT), who(match, "ashton").holds) == (3, "")
    assert token(match, who(match, "jimmy").holds).label == "medkit"


@pytest.mark.rule("ES-EQT-06")
def test_nothing_is_taken_and_nothing_goes_through_walls() -> None:
    match = scene({"ashton": (1, 1), "jimmy": (2, 2), "ubume": (14, 0)}, active="jimmy", holds={"ashton": "medkit"})
    assert {key.split()[0] for key in keys(match)} == {"end", "step", "hack"}
    match = scene({"ashton": (4, 0), "jimmy": (5, 0), "ubume": (14, 0)}, active="ashton", holds={"ashton": "medkit"})
    assert keys(match, "give") == []
    spent = scene(
        {"ashton": (1, 1), "jimmy": (2, 2), "ubume": (2, 1)},
        active="ashton",
        holds={"ashton": "medkit"},
        used={"ashton": {"mvt": 4}},
    )
    assert keys(spent, "give") == []


@pytest.mark.rule("ES-EQT-07")
def test_the_equipment_of_a_fallen_carrier_lies_on_its_square() -> None:
    match = scene(
        {"bailiff": (7, 3), "solenne": (8, 3), "tilt": (14, 0)},
        active="bailiff",
        damage={"solenne": 5},
        holds={"solenne": "radio"},
        dice=[6],
    )
    play(match, "attack solenne", "no dodge")
    assert (who(match, "solenne").status, who(match, "solenne").holds) == (OUT, "")
    assert (lies(match, "e1"), token(match, "e1").label) == ((8, 3), "radio")


@pytest.mark.rule("ES-EQT-07")
def test_a_nitro_vial_is_used_up_instead() -> None:
    match = scene(
        {"bailiff": (7, 3), "solenne": (8, 3), "tilt": (14, 0)},
        active="bailiff",
        damage={"solenne": 5},
        holds={"solenne": "nitro_vial"},
        dice=[6],
    )
    play(match, "attack solenne", "no dodge")
    assert match.state.tokens == {}
    assert who(match, "bailiff").damage == 1


@pytest.mark.rule("ES-EQT-08")
def test_equipment_is_dropped_on_a_free_square_in_sight() -> None:
    at: dict[str, Place] = {"jimmy": (7, 2), "mamushi": (6, 2), "tilt": (8, 1)}
    match = scene(at, active="jimmy", holds={"jimmy": "radio"}, crates=[(8, 2)])
    # Not on the enemy, the ally or one's own square, nor across the closed door A01; the crate does not matter.
    assert set(keys(match, "drop")) == {"drop at 6,1", "drop at 7,1", "drop at 8,2"}
    for key in ("drop at 6,2", "drop at 7,2", "drop at 7,3"):
        assert refused(match, key) == "ES-EQT-08"
    play(match, "drop at 6,1")
    assert (who(match, "jimmy").left(MOVEMENT), who(match, "jimmy").holds) == (4, "")
    assert (lies(match, "e2"), token(match, "e2").label) == ((6, 1), "radio")
    opened = scene(at, active="jimmy", holds={"jimmy": "radio"}, open_doors=["A01"])
    assert "drop at 7,3" in keys(opened)


@pytest.mark.rule("ES-EQT-08")
def test_no_dropping_across_walls_and_locked_doors_or_without_movement() -> None:
    match = scene({"jimmy": (10, 2), "ubume": (0, 0)}, active="jimmy", holds={"jimmy": "radio"})
    assert set(keys(match, "drop")) == {
        "drop at 10,1",
        "drop at 11,1",
        "drop at 11,2",
    }  # A04 to the south is locked, a wall to the west
    match = scene(
        {"jimmy": (10, 2), "ubume": (11, 2)}, active="jimmy", holds={"jimmy": "radio"}, used={"jimmy": {"mvt": 5}}
    )
    assert keys(match, "drop") == []


@pytest.mark.rule("ES-EQT-09")
def test_used_equipment_leaves_the_game() -> None:
    match = scene({"jimmy": (1, 1), "ubume": (14, 0)}, active="jimmy", holds={"jimmy": "medkit"}, damage={"jimmy": 3})
    before = match.state.bag
    play(match, "use medkit")
    assert (who(match, "jimmy").holds, who(match, "jimmy").damage) == ("", 1)
    assert match.state.tokens == {}
    assert match.state.bag == before
    assert dict(match.state.bag)["medkit"] == 1  # it is not drawn again
    assert keys(match, "use") == []


@pytest.mark.rule("ES-EQT-10")
def test_the_other_side_may_carry_what_it_cannot_use() -> None:
    at: dict[str, Place] = {"ubume": (1, 1), "static": (2, 2), "tilt": (3, 1)}
    match = scene(at, active="ubume", equipment=[((1, 1), "medkit")], damage={"ubume": 3})
    play(match, "pick up e1")
    assert who(match, "ubume").holds == "e1"
    assert refused(match, "use medkit") == "ES-EQT-10"
    assert keys(match, "give") == ["give to static"]
    assert "drop at 0,0" in keys(match)
    grenade = scene(at, active="ubume", holds={"ubume": "em_grenade"})
    assert keys(grenade, "grenade") == []
    assert keys(scene(at, active="tilt", holds={"tilt": "gas_grenade"}), "grenade") == []
    assert keys(scene(at, active="tilt", holds={"tilt": "em_grenade"}), "grenade") != []


@pytest.mark.rule("ES-EQT-10")
def test_a_datadisk_gives_the_resistance_nothing() -> None:
    match = scene(
        {"bruno": (1, 1), "mamushi": (2, 1)}, active="bruno", holds={"bruno": "datadisk"}, used={"bruno": {"cbt": 2}}
    )
    assert keys(match, "attack") == []
    assert keys(match, "drop") != []
