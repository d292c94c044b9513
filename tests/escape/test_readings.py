"""The readings of the rules that a match may choose: the letter of the book first, then the other way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.match import Match
from fireteam.core.questions import Roll
from fireteam.games.escape import GAME
from fireteam.games.escape.actions.reach import free_within
from fireteam.games.escape.state import OUT
from tests.escape.playing import OTHER_OPTIONS
from tests.escape.scene import Place, keys, play, scene, table, where, who
from tests.escape.test_letter import pack, reason


def test_every_option_is_offered_with_words_and_has_two_readings() -> None:
    book = GAME.rulebook()
    form = {option["id"]: option for option in GAME.start_form()["options"]}
    assert set(form) == set(book.options) == set(OTHER_OPTIONS)
    for name, option in book.options.items():
        assert len(option.values) == 2 and option.values[0] == option.default and OTHER_OPTIONS[name] != option.default
        assert form[name]["title"] and form[name]["text"].endswith(".")
        assert all(value["text"] for value in form[name]["values"])
        assert book.get(option.rule).option == name and name in book.get(option.rule).ruling


# -- sight -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-TERM-06", "ES-TERM-05")
def test_a_wall_end_and_a_character_do_not_block_sight() -> None:
    corner: dict[str, Place] = {"ashton": (5, 3), "ubume": (4, 4)}
    beside: dict[str, Place] = {**corner, "tilt": (4, 3)}
    strict = {"corner_sight": "one_open_side"}
    assert keys(scene(corner, active="ashton"), "attack") == ["attack ubume"]
    assert keys(scene(beside, active="ashton"), "attack") == ["attack ubume"]
    assert keys(scene(corner, active="ashton", options=strict), "attack") == ["attack ubume"]
    match = scene(beside, active="ashton", options=strict)
    assert keys(match, "attack") == []
    assert reason(match, "attack ubume")[0] == "ES-TERM-04"


@pytest.mark.rule("ES-TERM-05")
@pytest.mark.parametrize("reading", ["one_free_square", "one_open_side"])
def test_two_characters_at_a_corner_block_sight_in_either_reading(reading: str) -> None:
    at: dict[str, Place] = {"ashton": (7, 5), "ubume": (8, 6), "tilt": (8, 5), "jimmy": (7, 6)}
    assert keys(scene(at, active="ashton", options={"corner_sight": reading}), "attack") == []


# -- events ------------------------------------------------------------------------------------------------------------


def hackable(folder: Path) -> str:
    """Evasion with an airlock that can be hacked."""
    old = "exits: {resistance: [1, 2, 3]}"
    return pack(folder, (old, f"hacking: {{airlock: [{{id: 4, difficulty: 8}}]}}\n    {old}"))


@pytest.mark.rule("ES-AIR-02", "ES-EVT-09")
def test_short_circuit_opens_an_airlock_for_this_turn(tmp_path: Path) -> None:
    found = hackable(tmp_path)
    at: dict[str, Place] = {"ashton": (0, 5), "bailiff": (9, 9)}
    match = scene(at, pack=found, phase="event", first=0, dice=[4, 5])
    assert keys(match)[-1] == "toggle airlock 4"
    play(match, "toggle airlock 4")
    assert match.decision.topic == "action of ashton"
    assert keys(match, "leave") == ["leave by 4"]
    assert [line for line in match.told if "Airlock 4" in line] == ["Airlock 4 opens: the Resistance may leave by it."]
    off = scene(at, pack=found, phase="event", first=0, dice=[4, 5], options={"airlocks_are_doors": False})
    assert keys(off, "toggle airlock") == []
    assert reason(off, "toggle airlock 4")[0] == "ES-AIR-02"


def turn_over(match: Match) -> None:
    """Nobody does anything for the rest of the turn."""
    turn = match.state.turn
    while match.state.turn == turn and not isinstance(match.decision, Roll):
        match.answer("end" if "end" in keys(match) else keys(match)[0])


def door_open(match: Match, name: str) -> bool:
    return bool(match.state.opened & table(match).ground.board.door(name).edge)


@pytest.mark.rule("ES-EVT-09", "ES-EVT-01")
@pytest.mark.parametrize(("lasts", "after"), [("turn", False), ("for_good", True)])
def test_the_door_of_short_circuit_after_the_turn(lasts: str, after: bool) -> None:
    at: dict[str, Place] = {"ashton": (0, 12), "ubume": (7, 5)}
    match = scene(at, phase="event", first=0, dice=[4, 5, 6, 1], options={"short_circuit_lasts": lasts})
    match.answer("toggle A11")
    assert door_open(match, "A11")
    turn_over(match)
    assert match.state.turn == 3
    assert door_open(match, "A11") == after
    assert fireteam.load(match.save()).state.dump() == match.state.dump()


@pytest.mark.rule("ES-EVT-09")
def test_what_somebody_has_shut_and_opened_since_stays() -> None:
    at: dict[str, Place] = {"ashton": (0, 12), "ubume": (7, 4)}
    match = scene(at, phase="event", first=0, dice=[4, 5, 6, 1])
    match.answer("toggle A11")
    while match.decision.topic != "action of ubume":
        match.answer("end" if "end" in keys(match) else keys(match)[0])
    play(match, "close A11", "open A11")
    turn_over(match)
    assert match.state.turn == 3 and door_open(match, "A11")


@pytest.mark.rule("ES-EVT-09", "ES-DOOR-04")
def test_an_open_door_that_short_circuit_shuts_opens_again() -> None:
    at: dict[str, Place] = {"ashton": (0, 12), "ubume": (7, 5)}
    match = scene(at, phase="event", first=0, dice=[4, 5, 6, 1], open_doors=["A11"])
    match.answer("toggle A11")
    assert not door_open(match, "A11")
    turn_over(match)
    assert door_open(match, "A11")


PASSING: dict[str, Place] = {"ashton": (6, 3), "tilt": (7, 3), "bailiff": (8, 3)}


@pytest.mark.rule("ES-EVT-08")
def test_while_passing_over_somebody_anything_goes_but_to_end() -> None:
    match = play(scene(PASSING, active="ashton", event=8), "step 7,3")
    assert {"open A01", "attack bailiff", "step 6,3"} <= set(keys(match)) and "end" not in keys(match)
    play(match, "open A01", "step 7,2")
    assert "end" in keys(match)
    assert (where(match, "ashton"), where(match, "tilt")) == ((7, 2), (7, 3))
    steps = scene(PASSING, active="ashton", event=8, options={"firewall_actions": "steps"})
    play(steps, "step 7,3")
    assert keys(steps) == keys(steps, "step") != []
    assert reason(steps, "open A01") == (
        "ES-EVT-08",
        "while passing over an occupied square only steps are allowed",
    )


@pytest.mark.rule("ES-EVT-08")
def test_nothing_is_done_there_that_leaves_no_way_on() -> None:
    match = scene(PASSING, active="ashton", event=8, used={"ashton": {"mvt": 2}})
    play(match, "step 7,3")
    assert who(match, "ashton").left(0) == 1
    assert keys(match, "open") == []
    assert reason(match, "open A01") == ("ES-EVT-08", "a free square stays in reach of Ashton")
    assert keys(match, "attack") == ["attack bailiff"]  # that costs no Movement action


@pytest.mark.rule("ES-EVT-08")
def test_a_door_may_be_opened_on_the_way() -> None:
    """Both sides of the corridor are full: the only way on in two actions leads through the shut door A01."""
    at: dict[str, Place] = {"ubume": (5, 3), "mamushi": (6, 3), "tilt": (7, 3), "bailiff": (8, 3), "static": (9, 3)}
    for actions, reading, way in ((2, "any", True), (1, "any", False), (2, "steps", False)):
        match = scene({"ashton": (0, 12), **at}, active="ashton", event=8, options={"firewall_actions": reading})
        t = table(match)
        assert free_within(t, who(match, "ashton"), t.ground.squares.square(7, 3), actions) is way


@pytest.mark.rule("ES-EVT-08")
def test_who_loses_what_it_counted_on_is_set_on_a_free_square() -> None:
    """The Robot stands where Tilt is and counts on its Pilot, who falls to the vial that the Robot's own attack sets
    off; the token for the Pilot is not enough."""
    match = scene(
        {
            "rivet": (7, 3),
            "ashton": (6, 3),
            "tilt": (5, 3),
            "bruno": (4, 3),
            "mamushi": (4, 4),
            "jimmy": (4, 5),
        },
        active="rivet",
        event=8,
        dice=[6],
        used={"rivet": {"mvt": 2}, "mamushi": {"cbt": 2}},
        damage={"mamushi": 3, "jimmy": 4},
        holds={"mamushi": "nitro_vial"},
    )
    play(match, "step 6,3", "own action", "step 5,3", "attack mamushi", "own action")
    assert (who(match, "mamushi").status, who(match, "jimmy").status) == (OUT, OUT)
    assert (where(match, "tilt"), where(match, "rivet")) == ((5, 3), (7, 3))
    assert match.state.active != who(match, "rivet").index and not match.state.sharing


# -- attacks -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-05", "ES-SKILL-06")
@pytest.mark.parametrize(
    ("target", "squares"),
    [
        ((6, 6), {"7,5", "7,6", "7,7"}),
        ((7, 6), {"8,5", "8,6", "8,7"}),
        ((7, 7), {"8,8", "8,7", "7,8"}),
        ((8, 6), {"9,5", "9,6", "9,7"}),
    ],
)
def test_a_thrown_crate_pushes(target: Place, squares: set[str]) -> None:
    at: dict[str, Place] = {"ashton": (5, 6), "mamushi": target}
    match = scene(at, active="ashton", dice=[1], crates=[(5, 6)], veteran_used=["ashton"])
    play(match, "throw c1 at mamushi", "no dodge")
    assert match.decision.topic == "push of mamushi"
    assert {key.removeprefix("push to ") for key in keys(match, "push")} == squares
    strict = scene(
        at,
        active="ashton",
        dice=[1],
        crates=[(5, 6)],
        veteran_used=["ashton"],
        options={"push_in_attack": "hand_to_hand"},
    )
    play(strict, "throw c1 at mamushi", "no dodge")
    assert strict.decision.topic == "action of ashton"


@pytest.mark.rule("ES-SKILL-05")
def test_an_ally_in_the_blast_is_not_pushed(tmp_path: Path) -> None:
    digger = pack(tmp_path, ("skills: [Leadership]", "skills: [Leadership, Digging arm]"))
    at: dict[str, Place] = {"solenne": (5, 5), "bruno": (8, 4), "mamushi": (8, 6)}
    match = scene(at, active="solenne", dice=[1], holds={"solenne": "em_grenade"}, pack=digger)
    play(match, "grenade at 7,5", "no dodge", "no dodge")
    assert match.decision.topic == "push of mamushi"
    play(match, "no push")
    assert match.decision.topic == "action of solenne"


@pytest.mark.rule("ES-SKILL-12", "ES-FAC-08")
def test_after_a_late_dodge_the_attacker_may_reroll() -> None:
    at: dict[str, Place] = {"ashton": (6, 9), "static": (7, 9)}
    match = scene(at, active="ashton", revolution=1, dice=[3, 6, 6], veteran_used=["ashton"])
    play(match, "attack static", "own action", "no dodge", "keep", "dodge")
    assert match.decision.topic == "reroll attack die of ashton"
    play(match, "reroll with a revolution token")
    assert match.state.revolution == 0
    assert who(match, "static").damage == 2  # 6 + 3 against 6 + 1
    strict = scene(
        at,
        active="ashton",
        revolution=1,
        dice=[3, 6],
        veteran_used=["ashton"],
        options={"late_dodge_rerolls": "dodger"},
    )
    play(strict, "attack static", "own action", "no dodge", "keep", "dodge")
    assert strict.decision.topic == "action of ashton"
    assert (strict.state.revolution, who(strict, "static").damage) == (1, 0)


@pytest.mark.rule("ES-SKILL-12", "ES-EQ-13")
def test_who_else_is_elusive_sees_the_new_attack_die(tmp_path: Path) -> None:
    two = pack(tmp_path, ("skills: [Attraction]", "skills: [Attraction, Elusive]"))
    at: dict[str, Place] = {"jimmy": (5, 5), "static": (8, 4), "magnes": (8, 6)}
    match = scene(at, active="jimmy", revolution=1, dice=[1, 1, 6], holds={"jimmy": "em_grenade"}, pack=two)
    play(match, "grenade at 7,5", "own action", "no dodge", "no dodge", "keep")
    assert match.decision.topic == "dodge of magnes after the roll"
    play(match, "no dodge")
    assert match.decision.topic == "dodge of static after the roll"
    play(match, "dodge", "reroll with a revolution token")
    assert match.decision.topic == "dodge of magnes after the roll"


@pytest.mark.rule("ES-CBT-05")
def test_power_does_not_count_against_a_dodge() -> None:
    at: dict[str, Place] = {"jimmy": (6, 9), "ubume": (8, 9)}
    for options, damage in ((None, 0), ({"power_in_opposed": True}, 1)):
        match = scene(at, active="jimmy", dice=[5, 4], holds={"jimmy": "em_grenade"}, options=options)
        play(match, "grenade at ubume", "dodge")
        assert who(match, "ubume").damage == damage


# -- tokens ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-OBJ-06", "ES-MOVE-03")
def test_an_objective_is_not_dropped() -> None:
    at: dict[str, Place] = {"ashton": (1, 1), "ubume": (14, 0)}
    more: dict[str, Any] = {"scenario": "data-heist", "active": "ashton", "holds": {"ashton": "2"}}
    match = scene(at, **more)
    assert keys(match, "drop") == []
    assert reason(match, "drop at 1,2") == ("ES-OBJ-06", "an Objective may be dropped")
    assert "drop at 1,2" in keys(scene(at, options={"objective_drop": True}, **more))
    equipment = scene(at, scenario="data-heist", active="ashton", holds={"ashton": "radio"})
    assert "drop at 1,2" in keys(equipment)


@pytest.mark.rule("ES-EQT-03", "ES-OBJ-02")
@pytest.mark.parametrize("own", [False, True])
def test_what_lies_under_ones_feet_is_not_turned_over(own: bool) -> None:
    at: dict[str, Place] = {"mamushi": (6, 5), "ashton": (0, 12)}
    match = scene(at, active="mamushi", equipment=[(6, 5), (7, 5)], options={"look_on_own_square": own})
    assert keys(match, "turn") == (["turn over e1", "turn over e2"] if own else ["turn over e2"])
    heist = scene(
        {"ashton": (1, 1), "ubume": (14, 0)},
        active="ashton",
        scenario="data-heist",
        crates=[(1, 1)],
        options={"look_on_own_square": own},
    )
    assert keys(heist, "turn") == (["turn over c1"] if own else [])


@pytest.mark.rule("ES-SKILL-15", "ES-EQT-06")
def test_armless_is_handed_equipment_and_cannot_use_it() -> None:
    at: dict[str, Place] = {"ubume": (6, 5), "mamushi": (6, 6), "ashton": (6, 7), "static": (9, 9)}
    match = scene(at, active="ubume", holds={"ubume": "radio"})
    assert keys(match, "give") == ["give to mamushi"]
    play(match, "give to mamushi", "end", "end", "activate mamushi", "end")  # Ashton acts in between
    assert match.decision.topic == "action of static"  # nobody was asked for the radio
    strict = scene(at, active="ubume", holds={"ubume": "radio"}, options={"armless_receives": False})
    assert keys(strict, "give") == []
    assert reason(strict, "give to mamushi") == ("ES-SKILL-15", "Mamushi is not Armless")


@pytest.mark.rule("ES-SKILL-15")
@pytest.mark.parametrize(
    ("item", "offered"), [("gas_grenade", "grenade"), ("datadisk", "datadisk"), ("improvised_shield", "dodge with")]
)
def test_armless_uses_nothing_it_carries(item: str, offered: str) -> None:
    at: dict[str, Place] = {"mamushi": (6, 5), "ashton": (6, 6)}
    mine = scene(at, active="mamushi", holds={"mamushi": item})
    assert keys(mine, offered) == []
    theirs = play(scene(at, active="ashton", holds={"mamushi": item}), "attack mamushi")
    assert keys(theirs) == ["no dodge", "dodge"]


@pytest.mark.rule("ES-SKILL-15", "ES-EQ-09")
def test_armless_does_not_heal_itself() -> None:
    match = scene({"rivet": (6, 5), "ubume": (0, 0)}, active="rivet", holds={"rivet": "medkit"}, damage={"rivet": 2})
    assert "use medkit" not in keys(match)
    assert reason(match, "use medkit") == ("ES-SKILL-15", "RIVET-4 is not Armless")


def pulled(**more: Any) -> Match:
    """Magnes pulls Bruno onto an Objective."""
    match = scene(
        {"magnes": (7, 5), "bruno": (7, 7)},
        active="magnes",
        scenario="data-heist",
        crates=[((7, 6), "2")],
        dice=[6],
        **more,
    )
    play(match, "attract bruno", "no counter-measure")
    return match


@pytest.mark.rule("ES-OBJ-03", "ES-EQT-04", "ES-MOVE-06")
def test_who_is_pulled_onto_a_token_may_pick_it_up() -> None:
    match = pulled()
    assert (match.decision.topic, match.decision.seat) == ("pick-up of bruno", 0)
    assert keys(match) == ["no pick-up", "pick up c1"]
    left = match.fork()
    play(match, "pick up c1")
    assert who(match, "bruno").holds == "c1"
    play(left, "no pick-up")
    assert who(left, "bruno").holds == "" and left.decision.topic == "action of magnes"
    strict = pulled(options={"pick_up": "own_activation"})
    assert strict.decision.topic == "action of magnes"


@pytest.mark.rule("ES-OBJ-03", "ES-OBJ-04")
def test_full_hands_find_nothing() -> None:
    assert pulled(holds={"bruno": "radio"}).decision.topic == "action of magnes"


@pytest.mark.rule("ES-EQT-04")
def test_whose_hands_are_free_again_may_pick_up() -> None:
    at: dict[str, Place] = {"ashton": (6, 9), "bailiff": (7, 9)}
    held = {"bailiff": "improvised_shield"}
    more: dict[str, Any] = {"active": "ashton", "holds": held, "equipment": [((7, 9), "datadisk")], "dice": [1, 6]}
    match = play(scene(at, veteran_used=["ashton"], **more), "attack bailiff", "dodge with the shield")
    assert match.decision.topic == "pick-up of bailiff"
    play(match, "pick up e1")
    assert match.state.tokens[who(match, "bailiff").holds].label == "datadisk"
    strict = scene(at, veteran_used=["ashton"], options={"pick_up": "own_activation"}, **more)
    play(strict, "attack bailiff", "dodge with the shield")
    assert strict.decision.topic == "action of ashton"


@pytest.mark.rule("ES-EQT-04", "ES-DEPL-01")
@pytest.mark.parametrize(("when", "asked"), [("any_time", True), ("own_activation", False)])
def test_who_deploys_on_a_token_may_pick_it_up(when: str, asked: bool) -> None:
    at: dict[str, Place] = {"ashton": (0, 12)}
    match = scene(at, phase="deploy", equipment=[((7, 5), "radio")], options={"pick_up": when})
    while not match.decision.topic.startswith("deploy") or "deploy at 7,5" not in keys(match):
        match.answer(keys(match)[0])
    match.answer("deploy at 7,5")
    assert match.decision.topic.startswith("pick-up of ") == asked
