"""Pointing: options with their places, and what is drawn where something is not possible."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import fireteam
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Roll
from fireteam.core.scene import OptionView, PlanView, QuestionView, RefusalView
from fireteam.games.escape import GAME
from fireteam.games.escape.options import KINDS
from fireteam.games.escape.show import labels as say
from tests.escape.scene import keys, play, scene, table
from tests.escape.test_scene import BUSY, drawn, games, nulls


def asked(match: Match, mine: bool = True) -> QuestionView:
    """The question of a match as a table shows it."""
    live = table(match)
    found: QuestionView = match.setting.question_view(live, match.decision, mine)
    return found


def option(match: Match, key: str) -> OptionView:
    """One of its options."""
    return next(option for option in asked(match)["options"] if option["key"] == key)


def why(match: Match, place: str) -> list[RefusalView]:
    """What is not possible at a place."""
    live = table(match)
    found: list[RefusalView] = match.setting.why_at(live, match.decision, place)
    return found


def marks(refusal: RefusalView) -> list[tuple[str, Any, str]]:
    """What is drawn for the check that decided."""
    return [(mark["kind"], next(iter(mark["shape"].values())), mark["text"]) for mark in refusal["checks"][-1]["marks"]]


# -- questions ---------------------------------------------------------------------------------------------------------


def test_random_games_point_at_what_is_there() -> None:
    groups = set()
    for number, match in enumerate(games()):
        rng = random.Random(number)
        while not match.over:
            view = asked(match)
            assert "options" not in asked(match, mine=False)
            assert not [gap for gap in nulls(view) if "True" not in gap]
            assert json.loads(json.dumps(view)) == view
            assert [entry["key"] for entry in view["options"]] == match.decision.keys()
            if rng.random() < 0.2:
                check_places(match, view)
            groups |= {entry["group"] for entry in view["options"]}
            options = match.decision.options
            lively = [option for option in options if option.kind in BUSY]
            match.answer(rng.choice(lively if lively and rng.random() < 0.5 else options))
    assert groups >= {"Move", "Fight", "Hack", "Handle", "Activate", "Place", "Choose", "Pay", "Dodge", "Other"}


def check_places(match: Match, view: QuestionView) -> None:
    """Every place is something of the scene, or a spot of the board."""
    found = drawn(match)
    spots = set()
    if "board" in found:
        grid = found["board"]["grid"]
        spots = {f"{x},{y}" for x in range(grid["columns"]) for y in range(grid["rows"])}
        spots |= {f"area {code}" for code in found["board"]["areas"]}
    for entry in view["options"]:
        place = entry.get("place")
        if place is None:
            continue
        if "piece" in place:
            assert place["piece"] in found["pieces"], entry
        elif "part" in place:
            assert place["part"] in found["parts"], entry
        else:
            assert place["spot"] in spots, entry
            assert place["shape"], entry
    if "subject" in view:
        assert view["subject"]["piece"] in found["pieces"]


def test_every_kind_of_option_has_one_group() -> None:
    grouped = [kind for kinds in say.GROUPS.values() for kind in kinds]
    assert len(set(grouped)) == len(grouped)
    assert set(grouped) <= set(KINDS)
    assert set(KINDS) - set(grouped) == {"end", "done", "no_second", "no_radio", "no_push"}


def test_steps_doors_and_targets_have_their_places() -> None:
    match = scene({"ashton": (7, 9), "ubume": (8, 9)}, active="ashton", crates=[(7, 9)], equipment=[(6, 9)])
    assert option(match, "step 6,9") == {
        "key": "step 6,9",
        "text": "Move to 6,9",
        "group": "Move",
        "rules": ["ES-MOVE-01"],
        "place": {"spot": "6,9", "shape": {"rect": [600, 900, 100, 100]}},
        "note": "Walks there for a Movement action.",
        "cost": 1,
        "leads": "moves",
    }
    assert option(match, "open A02")["place"] == {"part": "A02"}
    attack = option(match, "attack ubume")
    assert (attack["place"], attack["group"], attack["chance"]) == ({"piece": "ubume"}, "Fight", True)
    assert option(match, "throw c1 at ubume")["place"] == {"piece": "ubume"}
    assert option(match, "turn over e2")["place"] == {"piece": "e2"}
    assert (option(match, "end")["group"], "place" in option(match, "end")) == ("Other", False)
    assert asked(match)["subject"] == {"piece": "ashton"}
    assert asked(match)["text"] == "What does Ashton do?"


def test_who_waits_off_the_board_has_no_place() -> None:
    match = scene({"jimmy": (7, 9)}, scenario="infiltration")
    assert option(match, "activate jimmy")["place"] == {"piece": "jimmy"}
    assert "place" not in option(match, "activate ashton")


@pytest.mark.parametrize(
    ("match", "window", "declining"),
    [
        (
            lambda: play(scene({"ashton": (6, 9), "ubume": (7, 9)}, active="ashton"), "attack ubume"),
            "dodge",
            "no dodge",
        ),
        (
            lambda: play(
                scene({"ashton": (6, 9), "ubume": (7, 9)}, dice=[4], active="ashton"), "attack ubume", "no dodge"
            ),
            "reroll",
            "keep",
        ),
        (
            lambda: play(
                scene({"ashton": (6, 9), "ubume": (7, 9)}, dice=[4], active="ashton", veteran_used=["ashton"]),
                "attack ubume",
                "no dodge",
            ),
            "push",
            "no push",
        ),
        (
            lambda: play(scene({"ashton": (6, 9), "jimmy": (3, 1)}, active="ashton", holds={"ashton": "radio"}), "end"),
            "radio",
            "no radio",
        ),
        (
            lambda: play(scene({"magnes": (6, 9), "jimmy": (8, 9)}, active="magnes"), "attract jimmy"),
            "counter",
            "no counter-measure",
        ),
        (
            lambda: play(
                scene(
                    {"ashton": (6, 9), "jimmy": (3, 1), "ubume": (10, 1)},
                    active="ashton",
                    event=11,
                    bonus=1,
                    acting="resistance",
                ),
                "end",
            ),
            "second",
            "no second activation",
        ),
    ],
)
def test_windows_that_may_be_declined(match: Any, window: str, declining: str) -> None:
    played = match()
    view = asked(played)
    assert view["window"] == window
    assert view["window_text"] == say.WINDOWS[window]
    declined = [entry["key"] for entry in asked(played)["options"] if entry.get("declines")]
    assert declined == [declining]


def test_no_window_where_something_must_be_chosen() -> None:
    match = scene({"ashton": (6, 9)}, active="ashton")
    assert "window" not in asked(match)
    assert not any(entry.get("declines") for entry in asked(match)["options"])


def test_payments_are_worth_odds_if_dice_follow() -> None:
    match = scene({"ashton": (6, 9), "ubume": (7, 9)}, active="ashton", revolution=1)
    play(match, "attack ubume")
    assert option(match, "own action")["chance"]
    match.undo()
    play(match, "step 5,9")
    assert "chance" not in option(match, "own action")


def test_typed_dice_say_what_is_wanted() -> None:
    match = fireteam.new("escape", scenario="evasion", dice="ask")
    assert type(match.decision) is Roll
    assert asked(match) == {
        "seat": 0,
        "kind": "roll",
        "text": "Roll the setup die of the Resistance.",
        "count": 1,
        "sides": 6,
    }
    laid = scene({"ashton": (6, 9)}, active="ashton", equipment=[(7, 9)])
    laid.dice = None
    play(laid, "turn over e1")
    view = asked(laid)
    assert (view["kind"], view["count"], "sides" in view) == ("roll", 1, False)
    assert "medkit" in view["labels"]
    assert "labels" not in asked(laid, mine=False)


def test_a_black_out_points_at_areas() -> None:
    match = scene({"ashton": (6, 9)}, dice=[1, 1, 4, 6], phase="initiative", event=7, turn=1)
    while "black out A" not in keys(match):
        match.answer(match.decision.options[0])
    assert option(match, "black out A")["place"] == {"spot": "area A", "shape": {"rect": [0, 0, 500, 300]}}


# -- what is not possible ----------------------------------------------------------------------------------------------


def test_every_refusal_at_a_place_is_one_and_has_its_checks() -> None:
    counted = 0
    for number, name in enumerate(GAME.scenarios()):
        match = fireteam.new("escape", scenario=name, seed=number, events=False)
        rng = random.Random(number)
        while not match.over:
            if rng.random() < 0.05:
                found = drawn(match)
                places = [f"piece {piece}" for piece in found["pieces"]] + [
                    f"part {part}" for part in list(found["parts"])[::9]
                ]
                places += [f"spot {rng.randrange(17)},{rng.randrange(14)}" for _ in range(4)] + [
                    "spot nowhere",
                    "nonsense",
                    "",
                ]
                for place in places:
                    refusals = why(match, place)
                    assert len(refusals) <= 12
                    assert not [gap for gap in nulls(refusals) if "True" not in gap and "False" not in gap]
                    for refusal in refusals:
                        counted += 1
                        assert match.decision.find(refusal["key"]) is None
                        assert [check["passed"] for check in refusal["checks"]][-1] is False
                        assert refusal["text"][0].isupper()
            match.answer(rng.choice(match.decision.options))
    assert counted > 1_000


def test_every_refusal_of_a_position_can_be_shown() -> None:
    match = scene(
        {"magnes": (6, 9), "jimmy": (9, 9), "bruno": (3, 1)},
        active="magnes",
        scenario="core-breach",
        crates=[(6, 9), (3, 3)],
        equipment=[(2, 2)],
        holds={"magnes": "radio"},
    )
    refusals = match.refusals()
    assert len(refusals) > 100
    for refusal in refusals:
        view = match.setting.why_view(table(match), refusal)
        assert view["key"] == refusal.action
        assert [check["text"] for check in view["checks"]] == [check.text for check in refusal.checks]
        assert "difficulty 0" not in view["text"] or "RIVET" in view["text"]


def test_a_sight_line_and_the_figure_that_blocks_it() -> None:
    match = scene({"ashton": (6, 9), "jimmy": (7, 9), "ubume": (9, 9)}, active="ashton", crates=[(6, 9)])
    attack, throw = why(match, "piece ubume")
    assert (attack["key"], attack["text"]) == ("attack ubume", "Attack Ubume")
    assert marks(attack) == [("distance", [650, 950, 950, 950], "distance 3 from 6,9 to 9,9")]
    assert throw["key"] == "throw c1 at ubume"
    assert marks(throw) == [
        ("sight", [650, 950, 950, 950], "line of sight from 6,9 to 9,9"),
        ("blocked", [750, 950, 36], "Jimmy stands in the way"),
    ]
    assert [check["passed"] for check in throw["checks"]] == [True] * 8 + [False]


def test_a_sight_line_and_the_wall_or_door_that_blocks_it() -> None:
    match = scene({"ashton": (7, 9), "ubume": (7, 10)}, active="ashton")
    (attack,) = why(match, "piece ubume")
    assert marks(attack) == [
        ("sight", [750, 950, 750, 1050], "line of sight from 7,9 to 7,10"),
        ("blocked", [700, 1000, 800, 1000], "door A02, shut"),
    ]
    (corner,) = why(scene({"ashton": (7, 9), "mamushi": (6, 10)}, active="ashton"), "piece mamushi")
    assert marks(corner) == [
        ("sight", [750, 950, 650, 1050], "line of sight from 7,9 to 6,10"),
        ("blocked", [600, 1000, 700, 1000], "wall 6,9|6,10"),
        ("blocked", [700, 1000, 800, 1000], "door A02, shut"),
    ]


def test_a_wall_in_the_way_of_a_step() -> None:
    match = scene({"ashton": (6, 9)}, active="ashton", equipment=[(6, 10)])
    step, pick_up, turn_over = why(match, "spot 6,10")
    assert (step["key"], step["text"]) == ("step 6,10", "Move to 6,10")
    assert marks(step) == [("wall", [600, 1000, 700, 1000], "wall 6,9|6,10"), ("spot", [600, 1000, 100, 100], "6,10")]
    assert pick_up["key"] == "pick up e1"
    assert turn_over["key"] == "turn over e1"
    (far,) = why(match, "spot 1,1")
    assert marks(far) == [("distance", [650, 950, 150, 150], "distance 13 from 6,9 to 1,1")]


def test_a_spot_is_also_who_stands_there() -> None:
    match = scene({"ashton": (6, 9), "mamushi": (6, 5)}, active="ashton")
    assert [refusal["key"] for refusal in why(match, "spot 6,5")] == ["step 6,5", "attack mamushi"]


def test_doors_terminals_airlocks_and_walls() -> None:
    match = scene({"ashton": (6, 9), "bruno": (3, 1)}, active="ashton", scenario="infiltration")
    assert [refusal["key"] for refusal in why(match, "part A12")] == ["open A12", "hack A12", "close A12"]
    assert why(match, "part A02")[1]["text"] == "Hack door A02"
    assert marks(why(match, "part A12")[0]) == [("wall", [700, 900, 800, 900], "door A12, locked")]
    (terminal,) = why(match, "part T1")
    assert terminal["key"] == "hack T1"
    assert marks(terminal)[0][0] == "distance"
    leave, hack = why(match, "part airlock 4")
    assert (leave["key"], hack["key"], hack["text"]) == ("leave by 4", "hack airlock 4", "Hack Airlock 4")
    assert marks(leave) == [("spot", [0, 500, 100, 200], "Airlock 4")]
    (drill,) = why(match, "part 6,9|6,10")
    assert drill["checks"][-1]["rule"] == "ES-PROF-05"
    drilling = scene({"bruno": (6, 9)}, active="bruno", drill_broken=["bruno"])
    (drill,) = why(drilling, "part 6,9|6,10")
    assert drill["text"] == "Drill through the wall 6,9|6,10"
    assert drill["checks"][0]["marks"] == [
        {"kind": "wall", "shape": {"line": [600, 1000, 700, 1000]}, "text": "wall 6,9|6,10"}
    ]


def test_activations_placing_and_entering_are_explained_too() -> None:
    match = scene({"ashton": (6, 9), "jimmy": (7, 9), "tilt": (3, 1), "ubume": (9, 9)}, activated=["ashton"])
    (activate,) = why(match, "piece ashton")
    assert (activate["text"], activate["checks"][-1]["rule"]) == ("Activate Ashton", "ES-ACT-02")
    placing = fireteam.new("escape", scenario="infiltration", seed=1)
    (crate,) = why(placing, "spot 7,3")
    assert (crate["key"], crate["checks"][-1]["rule"]) == ("crate at 7,3", "ES-TERM-09")
    assert marks(crate) == [("spot", [700, 300, 100, 100], "7,3")]
    entering = scene({}, scenario="infiltration")
    play(entering, "activate ashton")
    assert type(entering.decision) is Choose
    refused = [refusal["key"] for place in ("7,12", "8,12", "0,5") for refusal in why(entering, f"spot {place}")]
    assert set(refused) <= {"enter at 7,12", "enter at 8,12", "enter at 0,5"}
    assert refused


def test_nothing_is_explained_where_dice_are_awaited() -> None:
    match = fireteam.new("escape", scenario="evasion", dice="ask")
    assert why(match, "spot 3,3") == []
    assert why(fireteam.new("escape", seed=1, factions="ask"), "spot 3,3") == []


# -- walking -----------------------------------------------------------------------------------------------------------


def test_a_walk_is_its_keys_with_payments() -> None:
    match = scene({"ashton": (6, 9)}, active="ashton", revolution=1)
    plan = match.setting.plan(match, "4,8")
    assert plan["keys"] == ["step 5,9", "own action", "step 4,9", "own action", "step 4,8", "own action"]
    assert (plan["text"], plan["path"]) == ("Walk to 4,8: 3 steps.", [[550, 950], [450, 950], [450, 850]])
    play(match, *plan["keys"])
    assert drawn(match)["pieces"]["ashton"]["at"] == [450, 850]


def test_where_no_walk_leads() -> None:
    match = scene({"ashton": (6, 9)}, active="ashton")
    nowhere: PlanView = {"keys": [], "path": [], "text": "Nobody can walk now."}
    assert match.setting.plan(match, "5,9") == {
        "keys": ["step 5,9"],
        "path": [[550, 950]],
        "text": "Walk to 5,9: 1 step.",
    }
    assert match.setting.plan(match, "14,0") == PlanView(
        keys=[], path=[], text="There is no way to 14,0 with the Movement actions left."
    )
    assert match.setting.plan(match, "99,99")["keys"] == []
    assert match.setting.plan(match, "area A") == nowhere
    assert match.setting.plan(fireteam.new("escape", scenario="evasion", seed=1), "3,3") == nowhere


# -- looking -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-TERM-03", "ES-TERM-04")
def test_a_look_tells_distance_and_sight() -> None:
    match = scene({"ashton": (6, 9), "ubume": (8, 9), "jimmy": (0, 0)}, active="ashton")
    live = table(match)
    near = match.setting.look(live, match.decision, "piece ubume")
    assert near["text"] == "From Ashton: distance 2, in line of sight"
    assert [fact["good"] for fact in near["facts"]] == [True, True]
    assert [mark["kind"] for mark in near["marks"]] == ["sight", "distance"]
    far = match.setting.look(live, match.decision, "piece jimmy")
    assert far["facts"][1]["good"] is False
    assert "blocked" in [mark["kind"] for mark in far["marks"]]
    assert match.setting.look(live, match.decision, "piece ashton")["facts"] == []
