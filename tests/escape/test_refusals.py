"""Refusals and reasons: every "no" has its checks and its rule, every number its parts; and what is offered is what is
allowed."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Given
from fireteam.core.errors import IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.questions import Option, Roll
from fireteam.core.refusals import Refusal, total
from fireteam.games.escape import GAME
from fireteam.games.escape.actions import activation
from fireteam.games.escape.arena import lay
from fireteam.games.escape.show import refusals

SETTINGS: list[dict[str, Any]] = [
    {
        "distance_metric": metric,
        "blast_through_walls": blast,
        "objective_handover_los": blast,
        "scrambler_stops_area": not blast,
    }
    for metric, blast in itertools.product(("orthogonal", "chebyshev"), (True, False))
]
CARRIED = ["improvised_shield", "datadisk", "combat_drugs", "em_grenade", "gas_grenade", "medkit", "radio", "2"]
BUSY = (
    "attack",
    "throw",
    "grenade",
    "grenade_square",
    "hack_door",
    "hack_terminal",
    "attract",
    "turn_over",
    "pick_up",
    "give",
    "drop",
)


def position(
    at: dict[str, tuple[int, int]], dice: tuple[Any, ...] = (), scenario: str = "evasion", **more: Any
) -> Match:
    """A match in the middle of a turn."""
    setting = GAME.prepare(scenario=scenario, options=more.pop("options", None), pack=None, setup=more.pop("setup", {}))
    return lay(setting, Given(dice), at, **more)


def refusal(match: Match, key: str) -> Refusal:
    """The refusal of a key, which must have one."""
    found = match.why_not(key)
    assert found is not None, key
    assert found.action == key
    assert not found.decisive.passed
    return found


def verdict(match: Match, key: str) -> tuple[str, str]:
    """Rule and text of the check that decided."""
    check = refusal(match, key).decisive
    return check.rule, check.text


# -- actions -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-CBT-02")
def test_checks_are_in_order_and_tell_what_passed() -> None:
    match = position({"ashton": (6, 9), "mamushi": (4, 9)}, active="ashton")
    found = refusal(match, "attack mamushi")
    assert [(check.rule, check.passed) for check in found.checks] == [
        ("ES-CBT-01", True),
        ("ES-EVT-10", True),
        ("ES-CBT-02", False),
    ]
    assert found.checks[0].text == "a Combat action is left (3 of 3)"
    assert found.decisive.text == "Mamushi is in the periphery of 6,9"


def test_actions_near_and_far() -> None:
    match = position(
        {"ashton": (7, 3), "mamushi": (7, 9)},
        active="ashton",
        holds={"mamushi": "radio"},
        crates=[(7, 3)],
        left=["tilt"],
    )
    assert verdict(match, "open A11") == ("ES-DOOR-02", "A11 is not locked (difficulty 8)")
    assert verdict(match, "open A12") == ("ES-DOOR-01", "A12 is adjacent")
    assert verdict(match, "close A11") == ("ES-DOOR-03", "the character is of the I.S.C., who alone close doors")
    assert verdict(match, "step 0,0") == ("ES-MOVE-01", "0,0 is adjacent to 7,3")
    assert verdict(match, "step 7,2") == ("ES-MOVE-02", "no wall or shut door between 7,3 and 7,2")
    assert verdict(match, "throw c1 at mamushi") == ("ES-CBT-04", "distance 6 is within range 3")
    assert verdict(match, "throw c1 at ubume") == ("ES-TERM-08", "Ubume is on the board")
    assert verdict(match, "pick up e2") == ("ES-EQT-04", "e2 lies on the board")
    assert verdict(match, "drill 4,2|5,2") == ("ES-PROF-05", "Ashton has a skill for this")
    assert verdict(match, "leave by 1") == ("ES-MOVE-04", "7,3 is a square of Airlock 1")
    assert verdict(match, "use medkit") == ("ES-EQ-09", "a Medkit is carried")
    assert verdict(match, "grenade at 7,5") == ("ES-EQ-06", "a grenade is carried")
    with pytest.raises(IllegalAnswer, match=r"open A11 is not possible.*\(ES-DOOR-02\)"):
        match.answer("open A11")


def test_unknown_keys_and_offered_ones_have_no_refusal() -> None:
    match = position({"ashton": (7, 3), "mamushi": (7, 9)}, active="ashton")
    assert match.why_not("fly 3,3") is None
    assert match.why_not("open A01") is None
    assert refusals.why_not(match.table, match.decision, "open A01") is None
    assert refusals.why_not(match.table, match.decision, "end") is None
    assert refusals.why_not(match.table, Roll(0, "attack die of ashton"), "open A11") is None
    assert refusals.refusals(match.table, Roll(0, "attack die of ashton")) == []


@pytest.mark.rule("ES-EVT-08")
def test_no_end_while_sharing_a_square() -> None:
    at = {"ashton": (6, 1), "tilt": (7, 1), "mamushi": (0, 0)}
    match = position(at, active="ashton", event=8)
    match.answer("step 7,1")
    assert verdict(match, "end") == ("ES-EVT-08", "Ashton shares 7,1 with nobody")
    assert match.refusals()[0].action == "end"
    steps = position(at, active="ashton", event=8, options={"firewall_actions": "steps"})
    steps.answer("step 7,1")
    assert verdict(steps, "attack mamushi")[0] == "ES-EVT-08"


# -- set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-CRATE-01")
def test_tokens_are_refused_by_area() -> None:
    match = fireteam.new("escape", scenario="data-heist", dice=[6, 1], seed=1)
    assert match.decision.topic == "crate 1"
    board = match.table.ground.board
    shut = {refused.action for refused in match.refusals()}
    assert shut == {
        f"crate in {name}" for code, name in board.area_names.items() if code not in board.token_rooms or code == "C"
    }
    square = match.decision.options[0]
    area = board.area_names[board.area_of[square.args[0]]]
    match.answer(square)
    (more,) = [refused for refused in match.refusals() if refused.action not in shut]
    assert (more.action, more.decisive.rule, more.decisive.text) == (
        f"crate in {area}",
        "ES-CRATE-01",
        f"{area} has room for another (1 of at most 1)",
    )
    assert verdict(match, square.key) == ("ES-CRATE-01", f"{area} has room for another (1 of at most 1)")
    central = match.table.ground.at(next(n for n, code in enumerate(board.area_of) if code == "C"))
    assert [(check.rule, check.passed) for check in refusal(match, f"crate at {central}").checks] == [
        ("ES-TERM-09", True),
        ("ES-GEN-05", False),
    ]


@pytest.mark.rule("ES-EQT-01")
def test_a_third_piece_of_equipment_in_a_room_is_refused() -> None:
    match = fireteam.new("escape", scenario="evasion", dice=[6, 1], seed=1)
    for _ in range(4):
        match.answer(match.decision.options[0])
    match.answer("token at 0,0")
    match.answer("token at 1,0")
    assert verdict(match, "token at 2,0") == ("ES-EQT-01", "Archive has room for another (2 of at most 2)")
    assert verdict(match, "token at 4,4") == ("ES-TERM-09", "Ring corridor takes tokens")
    assert {refused.action for refused in match.refusals()} == {"token in Archive", "token in Ring corridor"}


@pytest.mark.rule("ES-DEPL-01")
def test_deployment_is_refused_by_room_and_by_square() -> None:
    match = position({"ashton": (0, 10)}, phase="deploy", turn=0)
    assert match.decision.topic == "deploy jimmy"
    assert verdict(match, "deploy at 0,0") == ("ES-DEPL-01", "0,0 is in G")
    assert verdict(match, "deploy at 0,10") == ("ES-DEPL-01", "0,10 is free")
    keys = [refused.action for refused in match.refusals()]
    assert "deploy at 0,10" in keys
    assert len(keys) == 12  # eleven other areas, and the one square that is taken


# -- activations -------------------------------------------------------------------------------------------------------


def test_activation_of_the_resistance() -> None:
    match = position(
        {"ashton": (6, 9), "jimmy": (5, 9), "solenne": (4, 9), "mamushi": (0, 0)},
        activated=["solenne"],
        out=["bruno"],
        left=["tilt"],
    )
    assert verdict(match, "activate solenne") == ("ES-ACT-02", "Solenne Varga has not been activated this turn")
    assert verdict(match, "activate bruno") == ("ES-PROF-07", "Bruno Kess has not been Taken out for good")
    assert verdict(match, "activate tilt") == ("ES-MOVE-04", "Tilt has not left the board")
    assert verdict(match, "activate rivet") == ("ES-DEPL-02", "RIVET-4 comes in by an airlock")
    assert verdict(match, "activate mamushi") == ("ES-ACT-01", "Mamushi is a character of the Resistance")
    assert verdict(match, "done") == ("ES-ACT-01", "nobody is still to be activated (Ashton, Jimmy)")
    assert [refused.action for refused in match.refusals()] == [
        "activate solenne", "activate bruno", "activate tilt", "activate rivet", "done",
    ]  # fmt: skip


@pytest.mark.rule("ES-DEPL-03")
def test_entry_is_blocked_by_whoever_stands_on_the_airlock() -> None:
    match = position({"ashton": (6, 0), "tilt": (7, 0), "mamushi": (0, 0)}, scenario="infiltration", turn=1)
    found = refusal(match, "activate jimmy")
    assert [(check.rule, check.passed, check.text) for check in found.checks[-4:]] == [
        ("ES-DEPL-02", True, "the scenario names Airlock 1 for the Entry of this side"),
        ("ES-DEPL-03", False, "6,0 is free (Ashton stands there)"),
        ("ES-DEPL-03", False, "7,0 is free (Tilt stands there)"),
        ("ES-DEPL-03", False, "some airlock square is usable for Jimmy"),
    ]


@pytest.mark.rule("ES-FAC-06")
@pytest.mark.rule("ES-FAC-11")
def test_the_factory_names_who_blocks_each_airlock() -> None:
    match = position(
        {"ashton": (6, 3), "jimmy": (11, 6), "solenne": (7, 9), "bruno": (3, 5), "mamushi": (5, 5), "bailiff": (5, 7)},
        acting="isc", turn=4, out={"ubume": 3, "magnes": 4},
    )  # fmt: skip
    found = refusal(match, "activate ubume")
    assert [check.text for check in found.checks if check.rule == "ES-FAC-06"] == [
        "nobody of the Resistance is within 3 of Airlock 1 (Ashton on 6,3 is 3 away)",
        "nobody of the Resistance is within 3 of Airlock 2 (Jimmy on 11,6 is 3 away)",
        "nobody of the Resistance is within 3 of Airlock 3 (Solenne Varga on 7,9 is 3 away)",
        "nobody of the Resistance is within 3 of Airlock 4 (Bruno Kess on 3,5 is 3 away)",
    ]
    assert [check.passed for check in found.checks if check.rule == "ES-FAC-05"] == [True, True, True, True, False]
    assert (found.decisive.rule, found.decisive.text) == ("ES-FAC-11", "some airlock square is usable for Ubume")
    assert verdict(match, "activate magnes") == ("ES-ACT-06", "Magnes was not Taken out this turn (turn 4)")


@pytest.mark.rule("ES-GEN-05")
def test_the_factory_waits_for_its_turn() -> None:
    match = position({"ashton": (7, 3), "mamushi": (5, 5), "bailiff": (5, 7)}, acting="isc", turn=3, out={"ubume": 2})
    found = refusal(match, "activate ubume")
    assert [(check.rule, check.passed) for check in found.checks[-2:]] == [("ES-FAC-03", True), ("ES-GEN-05", False)]


def test_entering_squares_are_refused_by_airlock() -> None:
    match = position({"ashton": (6, 3), "mamushi": (0, 5), "bailiff": (5, 7)}, acting="isc", turn=4, out={"ubume": 3})
    match.answer("activate ubume")
    assert match.decision.topic == "ubume enters"
    assert verdict(match, "enter at 6,0")[0] == "ES-FAC-06"
    assert verdict(match, "enter at 7,5")[0] == "ES-FAC-05"
    assert verdict(match, "enter at 0,5") == ("ES-DEPL-03", "0,5 is free (Mamushi stands there)")
    assert sorted(refused.action for refused in match.refusals()) == [
        f"enter at {at}" for at in ("0,5", "6,0", "7,0", "7,5", "7,6")
    ]


def test_short_circuit_spares_the_doors_a_scenario_names() -> None:
    match = position(
        {"ashton": (7, 6), "mamushi": (0, 0)}, dice=(3, 6, 4, 5), scenario="last-bastion", phase="event", turn=2
    )
    assert match.decision.topic == "short circuit"
    assert {refused.decisive.rule for refused in match.refusals()} == {"ES-GEN-05"}
    assert len(match.refusals()) == 4


# -- dodging -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQ-01")
@pytest.mark.rule("ES-SKILL-12")
def test_a_late_dodge_cannot_use_the_shield() -> None:
    match = position(
        {"tilt": (6, 9), "bailiff": (5, 9)}, dice=(3,), active="bailiff", holds={"tilt": "improvised_shield"}
    )
    match.answer("attack tilt")
    assert [(no.action, no.decisive.rule) for no in match.refusals()] == [
        ("dodge with a revolution token", "ES-FAC-10")
    ]
    match.answer("no dodge")
    assert match.decision.topic == "dodge of tilt after the roll"
    assert verdict(match, "dodge with the shield") == ("ES-EQ-01", "the attack die has not been rolled")


@pytest.mark.rule("ES-DEF-02")
def test_no_combat_action_left_for_a_dodge() -> None:
    match = position(
        {"tilt": (6, 9), "bailiff": (5, 9)},
        active="bailiff",
        used={"tilt": {"cbt": 1}},
        holds={"tilt": "improvised_shield"},
        revolution=1,
    )
    match.answer("attack tilt")
    assert match.decision.keys() == ["no dodge", "dodge with a revolution token", "dodge with the shield"]
    assert verdict(match, "dodge") == ("ES-DEF-02", "a Combat action is left (0 of 1)")


def test_only_the_resistance_dodges_with_tokens() -> None:
    match = position({"ashton": (6, 9), "bailiff": (5, 9)}, active="ashton", revolution=2)
    match.answer("attack bailiff")
    match.answer("own action")
    assert match.decision.topic == "dodge of bailiff"
    assert verdict(match, "dodge with a revolution token") == ("ES-FAC-10", "Bailiff is of the Resistance")
    assert verdict(match, "dodge with the shield") == ("ES-EQ-01", "Bailiff can use an Improvised shield")


# -- reasons -----------------------------------------------------------------------------------------------------------


def numbers(match: Match, key: str) -> dict[str, list[tuple[int, str]]]:
    """The reasons of an option on offer: label, then amounts and texts."""
    option = match.decision.find(key)
    assert option is not None, match.decision.keys()
    return {
        label: [(part.amount, part.reason) for part in parts]
        for label, parts in match.setting.reasons(match.table, option)
    }


@pytest.mark.rule("ES-CBT-03")
def test_reasons_of_an_attack() -> None:
    match = position(
        {"ashton": (6, 9), "mamushi": (5, 9)}, active="ashton", penalties={"mamushi": [(1, -1, "ES-EQ-07")]}
    )
    assert numbers(match, "attack mamushi") == {
        "attack on Mamushi without the die": [(3, "Cbt of Ashton"), (-1, "Cbt of Mamushi")],
        "Cbt of Ashton": [(3, "Cbt of Ashton")],
        "Cbt of Mamushi": [(2, "Cbt of Mamushi"), (-1, "penalty this turn")],
    }


@pytest.mark.rule("ES-CBT-05")
def test_reasons_of_grenades_and_crates() -> None:
    match = position(
        {"ashton": (6, 9), "mamushi": (4, 9), "tilt": (5, 9), "bailiff": (8, 9)},
        active="ashton",
        holds={"ashton": "em_grenade"},
        crates=[(6, 9)],
    )
    assert numbers(match, "grenade at bailiff")["attack on Bailiff without the die"] == [
        (3, "Cbt of Ashton"), (1, "Power of EM grenade"), (-3, "Cbt of Bailiff"),
    ]  # fmt: skip
    assert numbers(match, "throw c1 at bailiff")["attack on Bailiff without the die"] == [
        (3, "Cbt of Ashton"),
        (-3, "Cbt of Bailiff"),
    ]
    blast = numbers(match, "grenade at 7,9")
    assert list(blast) == [
        "attack on Ashton without the die",
        "attack on Bailiff without the die",
        "Cbt of Ashton",
        "Cbt of Bailiff",
    ]


@pytest.mark.rule("ES-ROLL-03")
@pytest.mark.rule("ES-SKILL-09")
def test_reasons_of_a_hack() -> None:
    match = position({"jimmy": (2, 8), "solenne": (1, 8), "mamushi": (0, 0)}, scenario="infiltration", active="jimmy")
    option = match.decision.find("hack T1")
    found = dict(match.setting.reasons(match.table, option))
    assert total(found["face needed with Int of Jimmy"]) == 6
    assert total(found["face needed with Int of Solenne Varga"]) == 5
    assert [part.amount for part in found["face needed with Int of Jimmy"]] == [8, -2]


def test_reasons_of_a_hack_without_leader_and_of_attraction() -> None:
    match = position({"jimmy": (4, 9), "mamushi": (0, 0)}, active="jimmy")
    assert list(numbers(match, "hack A05")) == ["face needed with Int of Jimmy", "Int of Jimmy"]
    assert numbers(match, "hack A05")["face needed with Int of Jimmy"] == [
        (6, "difficulty of A05"),
        (-2, "Int of Jimmy"),
    ]
    match = position({"magnes": (6, 9), "solenne": (4, 9)}, active="magnes")
    assert numbers(match, "attract solenne")["face needed with Int of Magnes"] == [
        (3, "difficulty of Solenne Varga"),
        (-2, "Int of Magnes"),
    ]


@pytest.mark.rule("ES-PROF-03")
def test_reasons_of_a_step() -> None:
    match = position({"ashton": (6, 9), "mamushi": (0, 0)}, active="ashton", used={"ashton": {"mvt": 2}}, event=5)
    assert numbers(match, "step 5,9") == {
        "Mvt actions left": [(4, "Mvt of Ashton"), (-1, "Fire alarm"), (-2, "performed this turn")]
    }
    match = position(
        {"ashton": (6, 9), "mamushi": (0, 0)}, active="ashton", used={"ashton": {"mvt": 4}}, event=5, revolution=1
    )
    assert numbers(match, "step 5,9")["Mvt actions left"][-1] == (1, "never below 0")
    assert numbers(match, "end") == {}


def test_between_activations_there_are_no_numbers() -> None:
    match = position({"ashton": (6, 9), "tilt": (5, 9)})
    assert match.decision.topic == "activation"
    assert refusals.reasons(match.table, match.decision.options[0]) == []


# -- the law -----------------------------------------------------------------------------------------------------------


def lively(match: Match, rng: random.Random) -> Option:
    """A random option; often one that makes something happen."""
    options = match.decision.options
    busy = [option for option in options if option.kind in BUSY]
    found: Option = rng.choice(busy if busy and rng.random() < 0.4 else options)
    return found


def check_actions(match: Match) -> None:
    """The offers of the active character are all candidates, of every kind, that their law allows, each once."""
    state, table = match.state, match.table
    c = state.characters[state.active]
    offered = [option.key for option in activation.offers(table, c)]
    allowed = {
        table.ground.option(kind, *args).key
        for kind in activation.ACTIONS
        for args in refusals.everything(table, c, kind)
        if activation.allowed(table, c, kind, args)
    }
    assert len(offered) == len(set(offered))
    assert set(offered) - {"end"} == allowed
    assert ("end" in offered) == (not state.sharing)


@pytest.mark.parametrize("scenario", GAME.scenarios())
@pytest.mark.parametrize("number", range(7))
def test_what_is_offered_is_exactly_what_is_allowed(scenario: str, number: int) -> None:
    """In whole games, at every decision that has laws: the list is what they allow, and nothing else (ES-ACT-03)."""
    rng = random.Random(number)
    match = fireteam.new(
        "escape", scenario=scenario, seed=number, options=SETTINGS[number % len(SETTINGS)], events=False
    )
    looked = 0
    while not match.over:
        state, table, decision = match.state, match.table, match.decision
        if state.active >= 0 and decision.topic == table.ground.action_topics[state.active]:
            looked += 1
            check_actions(match)
        else:
            laws = dict(refusals.thoughts(table, decision, far=True))
            if laws:
                assert {key for key, law in laws.items() if law(None)} == set(decision.keys()) - {
                    "no dodge",
                    "no second activation",
                }
                assert not {refused.action for refused in match.refusals()} & set(decision.keys())
        match.answer(lively(match, rng))
    assert looked > 60


@pytest.mark.parametrize("scenario", GAME.scenarios())
def test_the_law_in_crowded_positions(scenario: str) -> None:
    """Random games hardly fight: everybody close together, hands full, every event, tokens about, doors open."""
    ground = GAME.prepare(scenario=scenario, options=None, pack=None, setup={}).ground(scenario)
    board, squares = ground.board, ground.squares
    rng = random.Random(scenario)
    kinds = set()
    for number in range(66):
        middle = rng.randrange(squares.count)
        near = [squares.place(square) for square in range(squares.count) if squares.distance(middle, square) <= 4]
        names = [card.id for card in ground.cards]
        active, event = names.pop(number % len(names)), rng.randrange(2, 13)
        rng.shuffle(names)
        names.insert(0, active)
        at = dict(zip(names, rng.sample(near, min(len(near), len(names))), strict=False))
        doors = [door.id for door in board.doors]
        match = position(
            at,
            scenario=scenario,
            options=SETTINGS[number % len(SETTINGS)],
            active=active,
            event=event,
            dark=rng.choice(list(board.areas)) if event == 10 else "",
            damage={name: rng.randrange(3) for name in names},
            used={name: {"mvt": rng.randrange(4), "cbt": rng.randrange(3), "int": rng.randrange(2)} for name in names},
            holds={name: label for name, label in zip(names, rng.sample(CARRIED, 8), strict=False) if name in at},
            crates=[at[active], (rng.choice(near), "1")],
            equipment=[rng.choice(near), (rng.choice(near), "radio")],
            revolution=rng.randrange(2),
            open_doors=rng.sample(doors, 8),
            unlocked=rng.sample(doors, 4),
            drill_broken=names if number % 5 == 0 else (),
        )
        for _ in range(6):
            state = match.state
            if match.over or state.active < 0:
                break
            if match.decision.topic != match.table.ground.action_topics[state.active]:
                break
            check_actions(match)
            kinds |= {option.kind for option in match.decision.options}
            free = [
                option for option in match.decision.options if option.kind in ("step", "open", "give", "drop", "close")
            ]
            if not free:
                break
            match.answer(rng.choice(free))
    assert kinds >= {
        "step",
        "attack",
        "throw",
        "grenade",
        "grenade_square",
        "drill",
        "hack_door",
        "give",
        "drop",
        "pick_up",
        "medkit",
        "attract",
    }
