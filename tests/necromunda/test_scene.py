"""The scene of a battle: parts to scale, models with facing and stance, hulls, regions, refusals."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from fireteam.core.chronicle import Chronicle
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.game import GAME
from fireteam.games.necromunda.options import KINDS
from fireteam.games.necromunda.show.dice import OPENERS
from fireteam.space.plane.free.plan import IMPASSABLE, OPAQUE, SOLID, Block, Ladder
from tests.necromunda.scene import lay

FLAMER = arena.weapon("flamer", "Template", template=True, strength=4, ap=-1, ammo=5)
WALL = Block("wall", ((3400, 2900), (3450, 2900), (3450, 3100), (3400, 3100)), 0, 400, IMPASSABLE | SOLID | OPAQUE)


def laid() -> Match:
    """Two fighters with a wall between them."""
    plan = arena.field(WALL, Ladder("rungs", 1000, 2000, 0, 400))
    at = {"A": (0, 0, 0, 90), "E": (8, 0, 0, 180)}
    models = {"E": {"stance": 1}}
    match = lay([arena.fighter("A", arena.rifle())], [arena.fighter("E")], at, active="A", on=plan, models=models)
    assert match.decision is not None
    return match


def test_models_have_facing_stance_and_place() -> None:
    match = laid()
    found = match.setting.scene(match.table, 0)
    one, other = found["pieces"]["A"], found["pieces"]["E"]
    assert (one["at"], one["facing"], one["stance"], one["radius"]) == ([3000, 3000], 90, "open", 50)
    assert (other["stance"], other["state"], found["cards"]["A"]["state"]) == ("down", "ready", "active")
    assert "null" not in json.dumps(found)


def test_parts_are_to_scale_and_turned_over() -> None:
    match = laid()
    parts = match.setting.scene(match.table, 0)["parts"]
    assert parts["wall"]["kind"] == "wall" and (parts["wall"]["foot"], parts["wall"]["level"]) == (0, 400)
    assert parts["wall"]["shape"]["polygon"][:2] == [3400, 3100]
    assert parts["rungs"]["shape"] == {"circle": [1000, 4000, 30]}


def test_a_hull_is_drawn_as_long_as_it_is() -> None:
    match = lay([arena.fighter("A")], [arena.vehicle("V")], {"A": (0, 0), "V": (15, 0, 0, 45)}, active="A")
    assert match.decision is not None
    piece = match.setting.scene(match.table, None)["pieces"]["V"]
    assert (piece["size"], piece["facing"], piece["role"]) == ([500, 250], 45, "vehicle")


def test_who_is_out_of_sight_cannot_be_shot_and_it_says_why() -> None:
    match = laid()
    (barred,) = [one for one in match.setting.question_view(match.table, match.decision, True)["barred"]
                 if one["text"] == "Shoot E"]  # fmt: skip
    assert (barred["reason"], barred["rule"]) == ("E is out of sight", "NE-SHT-02")
    look = match.setting.look(match.table, match.decision, "piece E")
    assert "out of sight" in look["text"] and look["marks"][0]["kind"] == "blocked"


def test_a_direction_is_that_of_the_point_meant() -> None:
    match = laid()
    match.answer("turn")
    plans = [match.setting.plan(match, spot)["keys"] for spot in ("point 3000,2000", "words east", "words towards e")]
    assert plans == [["face 90"], ["face 0"], ["face 0"]]


@pytest.mark.parametrize("scenario", ["tollgate", "casket-run"])
def test_every_question_of_a_battle_can_be_shown(scenario: str) -> None:
    match, rng = Match(GAME.prepare(scenario=scenario), Seeded(4)), random.Random(4)
    for number in range(90):
        if match.over:
            break
        assert match.setting.question_view(match.table, match.decision, True)["options"]
        if number % 15 == 0:
            match.setting.scene(match.table, 0)
        match.answer(match.decision.draw(rng.random))
    chronicle = Chronicle(match)
    chronicle.follow()
    assert len(chronicle.log) > 20 and match.setting.tray(chronicle.entries)


def test_the_start_form_offers_what_goes_together() -> None:
    form = GAME.start_form()
    assert json.loads(json.dumps(form)) == form
    every = {scenario["id"] for scenario in form["scenarios"]}
    assert every == set(GAME.scenarios())
    (maps,) = form["fields"]
    played = {one["value"]: one["fits"] for one in maps["values"]}
    for scenario in form["scenarios"]:
        gangs = [side["id"] for side in form["sides"] if scenario["id"] in side.get("fits", every)]
        tables = [name for name, fits in played.items() if scenario["id"] in fits]
        assert tables == GAME.maps(scenario["id"])
        assert scenario.get("settled", []) == (["map"] if len(tables) == 1 else [])
        setup = {"gangs": tuple(gangs[:2]), "map": tables[-1]}
        assert GAME.prepare(scenario=scenario["id"], options={}, pack=None, setup=setup) is not None


def test_the_start_form_asks_for_every_option_of_a_battle() -> None:
    form = GAME.start_form()
    asked = {option["id"]: option["default"] for option in form["options"]}
    assert asked == {name: one.default for name, one in GAME.rulebook().options.items() if name != "campaign"}
    assert all(option["text"].endswith(".") and len(option["values"]) > 1 for option in form["options"])


@pytest.mark.parametrize(
    ("scenario", "words"),
    [("tollgate", "Points: 1 for a model Out of Action, 2 for the leader Out of Action, 3 for the enemy bottling out, "
                  "2 for the middle held at the end."),
     ("cold-fuse", "The Brine Choir: 1 for an ordnance blown up, 1 for a fighter Out of Action. Ninth Lamp Couriers: "
                   "3 for an ordnance left, 2 for a fighter Out of Action, 1 for a charge taken off.")],
)  # fmt: skip
def test_the_goal_says_what_is_scored_and_by_whom(scenario: str, words: str) -> None:
    match = Match(GAME.prepare(scenario=scenario, options={}, pack=None, setup={}), Seeded(1))
    assert match.decision is not None
    goal = match.setting.scene(match.table, 0)["goal"]
    assert goal["text"] == words
    assert bool(goal["marks"]) == (scenario == "cold-fuse")


def test_what_begins_something_new_are_kinds_of_options() -> None:
    assert KINDS.keys() >= OPENERS


def region_of(match: Match) -> dict[str, Any]:
    """The region of the question as a table draws it."""
    found: Any = match.setting.question_view(match.table, match.decision, True)["region"]
    return dict(found)


def test_whoever_turns_sees_who_comes_into_the_arc() -> None:
    at = {"A": (0, 0, 0, 90), "E": (8, 0), "F": (0, 8), "G": (-8, 0)}
    match = lay([arena.fighter("A", arena.rifle())], [arena.fighter(name) for name in "EFG"], at, active="A")
    match.answer("turn")
    region = region_of(match)
    assert (region["kind"], region["piece"], region["start"], region["facing"], region["arc"]) == (
        "turn", "A", [3000, 3000], 90, 90)  # fmt: skip
    plan = match.setting.plan(match, "point 3500,2500")
    assert (plan["keys"], plan["turned"], plan["hits"]) == (["face 45"], 45, ["E", "F"])
    assert plan["text"] == "Face 45 degrees. In its arc: F. Into its arc: E."
    assert match.setting.plan(match, "words 180")["text"] == "Face 180 degrees. Into its arc: G. Out of it: F."


def test_a_move_may_end_with_a_facing() -> None:
    match = laid()
    match.answer("move")
    region = region_of(match)
    assert (region["kind"], region["facing"], region["rotates"]) == ("move", 90, True)
    plan = match.setting.plan(match, "point 3000,2800 turned 0")
    assert (plan["keys"], plan["turned"], plan["hits"]) == (["to 30.00,32.00", "turn", "face 0"], 0, ["E"])
    assert "turned" not in match.setting.plan(match, "point 3000,2800")
    for key in plan["keys"]:
        match.answer(key)
    assert match.decision is not None
    assert match.setting.scene(match.table, 0)["pieces"]["A"]["facing"] == 0


def test_a_template_points_where_somebody_points_and_says_whom_it_covers() -> None:
    at = {"A": (0, 0, 0, 0), "E": (4, 0), "F": (4, -3)}
    match = lay([arena.fighter("A", FLAMER)], [arena.fighter("E"), arena.fighter("F")], at, active="A")
    spray = next(option for option in match.decision.options if option.kind == "spray")
    match.answer(spray.key)
    region = region_of(match)
    ((tip, *_),) = [[min(region["footprint"][0][::2]), 0]]
    assert (region["kind"], region["start"], tip, max(region["footprint"][0][::2])) == ("turn", [3000, 3000], 50, 850)
    plan = match.setting.plan(match, "point 3500,3000")
    assert (plan["turned"], plan["hits"]) == (0, ["E"])
    assert match.setting.plan(match, "point 2500,3000")["keys"] == []


def test_a_drive_is_planned_leg_by_leg_with_ghosts() -> None:
    at = {"V": (0, 0, 0, 0), "E": (6, 0)}
    match = lay([arena.vehicle("V")], [arena.fighter("E")], at, active="V")
    match.answer(next(option.key for option in match.decision.options if option.kind == "vehicle_move"))
    region = region_of(match)
    assert (region["kind"], region["start"], region["facing"], region["pivots"]) == ("drive", [3000, 3000], 0, 1)
    assert region["footprint"] == [[250, 125, -250, 125, -250, -125, 250, -125]]
    plan = match.setting.plan(match, "point 3200,2800 via 3200,3000")
    assert plan["keys"] == ["drive 2.00 left 90 drive 2.00"]
    assert [leg["to"] for leg in plan["legs"]] == [[3200, 3000], [3200, 3000], [3200, 2800]]
    assert plan["legs"][-1]["ghost"][:2] == [3325, 2550] and plan["turned"] == 90
    ahead = match.setting.plan(match, "point 3400,3000")
    assert (ahead["hits"], ahead["text"]) == (["E"], '4" ahead; it runs over E.')
    refused = match.setting.plan(match, "words drive 40")
    assert refused["keys"] == [] and refused["refusal"]["checks"][-1]["passed"] is False
