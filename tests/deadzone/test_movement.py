"""Moves: steps, room, enemies, breaking away, gaps, climbs, halves, and why a step is refused."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.core.refusals import Check
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, match_over, table_at, unit, weapon
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.geometry import sight_check, step_check
from fireteam.games.deadzone.movement import ADVANCE, Move, may_step
from fireteam.space.cubes.steps import Gait, Mode
from tests.deadzone.battlefield import offered, placed, play, setting_with, table_of

GUN = weapon("Gun", 8)


def scene(at: dict[str, str], *dice: Any, on: Any = None, options: Any = None, **more: Any) -> Match:
    """`a` is activated; names that begin with b are enemies, others friends."""
    cards: dict[str, Unit] = more.pop("cards", {})
    units = {name: (int(name[0] == "b"), cards.get(name) or unit(name.upper(), GUN)) for name in at}
    table = table_at(setting_with(units, on=on, options=options), at, Activation(0), **more)
    return match_over(table, Given(dice, then=Seeded(1)))


def refused(at: dict[str, str], place: str, on: Any = None, left: int = 1, **more: Any) -> Check:
    """Why a model does not step to a place."""
    cards: dict[str, Unit] = more.pop("cards", {})
    units = {name: (int(name[0] == "b"), cards.get(name) or unit(name)) for name in at}
    t = table_at(setting_with(units, on=on, options=more.pop("options", None)), at)
    why: list[Check] = []
    goal = t.board.named(place)
    assert goal is not None
    assert not may_step(t, Move(0, ADVANCE, left, t.place(0), **more), goal, why)
    (check,) = why
    return check


# -- steps and room ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-MOVE-01", "DZ-CORE-04", "DZ-MOVE-05", "DZ-SPRINT-01")
def test_an_advance_goes_into_neighbours_and_may_stop_early() -> None:
    match = play(scene({"a": "4,4,1"}, cards={"a": unit("A", speed=(2, 3))}), "advance")
    steps = [key for key in offered(match) if key.startswith("step")]
    assert len(steps) == 8 and "step to 5,5,1" in steps
    play(match, "step to 5,5,1", "stop here", "stand NE")
    assert placed(match, "a") == "5,5,1"


@pytest.mark.rule("DZ-MOVE-02", "DZ-MOVE-03", "DZ-GEO-02")
def test_an_advance_may_change_the_quarters_alone() -> None:
    match = play(scene({"a": "4,4,1 SW", "b": "8,4,1"}), "advance", "stay in the cube", "stand NE")
    assert (placed(match, "a"), match.state.models[0].quarters) == ("4,4,1", 8)


@pytest.mark.rule("DZ-MOVE-04", "DZ-CMD-09")
def test_a_dash_moves_neither_by_action_nor_by_die() -> None:
    cards = {"a": unit("A", GUN, speed=(0, 0))}
    keys = offered(scene({"a": "4,4,1", "b": "8,4,1"}, cards=cards, command=({"Advance": 1}, {})))
    assert not {"advance", "sprint", "advance for a die"} & {*keys}


@pytest.mark.rule("DZ-MOVE-06", "DZ-GEO-20")
def test_four_of_a_side_fill_a_cube_through_which_friends_may_pass() -> None:
    at = {"a": "4,4,1", "c": "5,4,1"}
    cards = {"a": unit("A", speed=(2, 3)), "c": unit("C", size=4)}
    match = play(scene(at, cards=cards), "advance", "step to 5,4,1")
    assert "stop here" not in offered(match) and "step to 6,4,1" in offered(match)
    shut = play(scene(at, cards=cards, options={"pass_full_cube": False}), "advance")
    assert "step to 5,4,1" not in offered(shut)
    check = refused(at, "5,4,1", cards=cards)
    assert (check.rule, check.text) == ("DZ-MOVE-06", "its side has quarters left in 5,4,1, not 0")


@pytest.mark.rule("DZ-MOVE-07", "DZ-MOVE-15")
def test_friends_make_room_only_if_there_is_no_other_place() -> None:
    at = {"a": "4,4,1", "c": "5,4,1 SW", "d": "5,4,1 NE"}
    match = play(scene(at, cards={"a": unit("A", size=2)}), "advance", "step to 5,4,1")
    assert all(", c " in key or ", d " in key for key in offered(match))
    before = {name: m.quarters for name, m in zip(at, match.state.models, strict=True)}
    play(match, offered(match)[0])
    after = {name: m.quarters for name, m in zip(at, match.state.models, strict=True)}
    assert sum(before[name] != after[name] for name in ("c", "d")) == 1
    assert sum(after.values()) == 15


# -- enemies -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-MOVE-08", "DZ-MOVE-09", "DZ-MOVE-17")
def test_who_moves_in_fights_one_enemy_at_once_and_goes_no_farther() -> None:
    at = {"a": "4,4,1", "b1": "5,4,1", "b2": "5,4,1"}
    match = play(scene(at, *[1] * 40, cards={"a": unit("A", speed=(2, 3))}), "advance", "step to 5,4,1")
    assert offered(match) == ["fight b1", "fight b2"]
    play(match, "fight b2", "survive", "stand SW")
    assert (placed(match, "a"), match.decision.topic) != ("5,4,1", "advance of a")
    assert placed(match, "a") == "5,4,1"


@pytest.mark.rule("DZ-MOVE-06", "DZ-MOVE-09")
def test_nobody_passes_enemies_among_whom_there_is_no_room() -> None:
    at = {"a": "4,4,1", "b": "5,4,1", "c": "5,4,1"}
    match = play(scene(at, cards={"a": unit("A", speed=(2, 3)), "c": unit("C", size=4)}), "advance")
    assert "step to 5,4,1" not in offered(match)


@pytest.mark.rule("DZ-MOVE-10", "DZ-MOVE-11", "DZ-MOVE-12")
def test_who_leaves_is_struck_first_by_one_unpinned_enemy_that_fights() -> None:
    at = {"a": "4,4,1", "b1": "4,4,1", "b2": "4,4,1", "b3": "4,4,1"}
    cards = {"a": unit("A", speed=(2, 3), health=9), "b3": unit("B", fight=0)}
    match = scene(at, *[5] * 4, *[1] * 9, cards=cards, models={"b2": {"pinned": True}})
    play(match, "advance", "break away")
    assert (match.decision.seat, offered(match)) == (1, ["strike with b1", "let it go"])
    play(match, "let it go")
    assert "stay in the cube" in offered(match)
    play(match, "step to 5,4,1", "stop here", "stand SW")
    assert placed(match, "a") == "5,4,1"


@pytest.mark.rule("DZ-MOVE-10", "DZ-MOVE-13")
def test_the_blow_meets_survive_and_the_living_go_on() -> None:
    match = scene({"a": "4,4,1", "b": "4,4,1"}, 5, 1, 1, 1, 1, 1, cards={"a": unit("A", health=9)})
    play(match, "advance", "break away", "strike with b")
    assert match.state.models[0].damage == 1
    play(match, "step to 5,4,1", "stand SW")
    assert placed(match, "a") == "5,4,1"


@pytest.mark.rule("DZ-MOVE-02", "DZ-MOVE-10")
def test_staying_among_enemies_sets_nothing_off() -> None:
    match = play(scene({"a": "4,4,1 SW", "b": "4,4,1"}), "advance", "stay in the cube", "stand NE")
    assert match.state.models[0].quarters == 8


@pytest.mark.rule("DZ-SPRINT-02")
def test_nobody_sprints_from_enemies_pinned_or_not() -> None:
    at = {"a": "4,4,1", "b": "4,4,1"}
    assert "sprint" not in offered(scene(at, models={"b": {"pinned": True}}))
    assert "sprint" in offered(scene({**at, "b": "5,4,1"}))


# -- terrain -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "most", "rule"),
    [
        pytest.param("blocked", 0, "DZ-TERR-02", marks=pytest.mark.rule("DZ-TERR-02", "DZ-TERR-01")),
        pytest.param("window", 1, "DZ-TERR-03", marks=pytest.mark.rule("DZ-TERR-03", "DZ-GEO-03")),
        pytest.param("door50", 2, "DZ-TERR-04", marks=pytest.mark.rule("DZ-TERR-04")),
        pytest.param("low25", 3, "DZ-TERR-05", marks=pytest.mark.rule("DZ-TERR-05")),
        pytest.param("hatch2", 2, "DZ-TERR-06", marks=pytest.mark.rule("DZ-TERR-06")),
    ],
)
def test_a_face_lets_sizes_through_by_its_gap(shape: str, most: int, rule: str) -> None:
    on = field(walls={(4, y, 1, "E"): shape for y in range(1, 9)})
    for size in range(1, most + 1):
        assert "step to 5,4,1" in offered(
            play(scene({"a": "4,4,1"}, on=on, cards={"a": unit("A", size=size)}), "advance")
        )
    if most < 4:
        check = refused({"a": "4,4,1"}, "5,4,1", on, cards={"a": unit("A", size=most + 1)})
        text = f"the east face of 4,4,1 lets its size through, not only sizes up to {most}"
        assert (check.rule, check.text, check.places) == (rule, text, ("4,4,1",))


@pytest.mark.rule("DZ-TERR-07")
def test_a_diagonal_step_needs_one_free_way_of_two() -> None:
    one, two = {(4, 4, 1, "E"): "blocked"}, {(4, 4, 1, "E"): "blocked", (4, 4, 1, "N"): "blocked"}
    assert "step to 5,5,1" in offered(play(scene({"a": "4,4,1"}, on=field(walls=one)), "advance"))
    assert refused({"a": "4,4,1"}, "5,5,1", field(walls=two)).rule == "DZ-TERR-02"


@pytest.mark.rule("DZ-TERR-08", "DZ-TERR-09", "DZ-TERR-10", "DZ-GEO-06")
def test_one_climbs_what_is_not_smooth_and_steps_down_without_help() -> None:
    def box(shape: str) -> Any:
        return field(floors={(5, 4, 2): "full"}, walls={(4, 4, 1, "E"): shape})

    assert "step to 5,4,2" in offered(play(scene({"a": "4,4,1"}, on=box("blocked")), "advance"))
    check = refused({"a": "4,4,1"}, "4,4,2", box("smooth"), left=2)
    assert (check.rule, check.text) == ("DZ-TERR-08", "there is something to climb in 4,4,1")
    assert "step to 4,4,1" in offered(play(scene({"a": "5,4,2"}, on=box("smooth")), "advance"))


@pytest.mark.rule("DZ-TERR-11", "DZ-TERR-12", "DZ-CORE-05")
def test_ceilings_bar_the_way_and_moves_end_on_floors() -> None:
    on = field(floors={(4, 4, 2): "full"}, ladders=frozenset({(4, 4, 1), (5, 4, 1), (5, 4, 2)}))
    assert refused({"a": "4,4,1"}, "4,4,2", on).rule == "DZ-TERR-11"
    assert refused({"a": "5,4,1"}, "5,4,2", on).rule == "DZ-TERR-12"
    assert refused({"a": "1,1,1"}, "3,1,1").rule == "DZ-CORE-04"


@pytest.mark.rule("DZ-PART-01", "DZ-GEO-08")
def test_a_gap_as_wide_as_a_cube_is_not_stepped_over() -> None:
    narrow = field(floors={(4, 4, 2): "half-W", (5, 4, 2): "full"})
    assert "step to 5,4,2" in offered(play(scene({"a": "4,4,2"}, on=narrow), "advance"))
    wide = field(floors={(4, 4, 2): "half-W", (5, 4, 2): "half-E"})
    assert refused({"a": "4,4,2"}, "5,4,2", wide).text == "the gap before 5,4,2 is narrower than a cube, not 60 of 60"


@pytest.mark.rule("DZ-GEO-07", "DZ-PART-06")
def test_vehicles_go_up_by_ramps_and_on_to_no_platform() -> None:
    on = field(
        floors={(5, 4, 2): "full", (5, 5, 2): "full"},
        ramps={(4, 4, 1): "E"},
        walls={(4, 5, 1, "E"): "blocked"},
        platforms={(7, 4, 1): ("SW", "NW", "SE", "NE")},
    )
    t = table_at(setting_with({"a": (0, unit("A"))}, on=on), {"a": "1,1,1"})

    def drives(start: str, goal: str) -> str:
        places = [t.board.named(name) or 0 for name in (start, goal)]
        step = t.steps.step(places[0], places[1], Gait(1, Mode.DRIVE))
        return "" if step.barred is None else step_check(t.board, step.barred).rule

    assert drives("4,4,1", "5,4,2") == drives("5,4,2", "4,4,1") == ""
    assert drives("4,5,1", "5,5,2") == "DZ-GEO-07"
    assert drives("6,4,1", "7,4,1") == "DZ-PART-06"
    assert "step to 5,5,2" in offered(play(scene({"a": "4,5,1"}, on=on), "advance"))


@pytest.mark.rule("DZ-PART-02", "DZ-GEO-04")
def test_a_half_cube_holds_two() -> None:
    on = field(floors={(4, 4, 2): "full", (5, 4, 2): "half-N"})
    at = {"a": "4,4,2", "c": "5,4,2"}
    assert "step to 5,4,2" in offered(play(scene(at, on=on), "advance"))
    check = refused(at, "5,4,2", on, cards={"c": unit("C", size=2)})
    assert (check.rule, check.text) == ("DZ-MOVE-06", "its side has quarters left in 5,4,2, not 0")
    assert refused({"a": "4,4,2"}, "5,4,2", on, cards={"a": unit("A", size=3)}).rule == "DZ-PART-02"


@pytest.mark.rule("DZ-PART-03", "DZ-GEO-09", "DZ-PART-07")
def test_a_wall_through_a_cube_keeps_models_apart() -> None:
    on = field(splits={(4, 4, 1): ("x", "blocked")})
    at = {"a": "3,4,1", "b": "4,4,1/E"}
    match = play(scene(at, on=on, cards={"a": unit("A", GUN, speed=(2, 3))}), "advance", "step to 4,4,1/W")
    assert "stop here" in offered(match) and "step to 5,4,1" not in offered(match)
    assert refused({"a": "4,4,1/W"}, "5,4,1", on).rule == "DZ-GEO-09"
    play(match, "stop here", "stand SW")
    t = table_of(match)
    assert t.foes(0) == [] and t.in_cube(t.cube(0)) == [0, 1]


@pytest.mark.rule("DZ-PART-04")
def test_a_large_model_strikes_into_a_half_cube_and_goes_back() -> None:
    on = field(splits={(4, 4, 1): ("x", "blocked")})
    cards = {"a": unit("A", size=3), "b": unit("B", health=9)}
    match = scene({"a": "3,4,1", "b": "4,4,1/W"}, *[5] * 4, *[1] * 9, on=on, cards=cards)
    play(match, "advance", "step to 4,4,1/W")
    assert match.decision.topic == "answer of b"
    play(match, "survive")
    assert match.state.models[1].damage == 4  # FIGHT and a die for moving in, none for its size
    play(match, *offered(match)[:1])
    assert placed(match, "a") == "3,4,1"


@pytest.mark.rule("DZ-FALL-04", "DZ-FALL-08")
def test_a_jump_costs_one_cube_and_ends_the_activation_if_it_pins() -> None:
    on = field(floors={(4, 4, 3): "full"})
    match = scene({"a": "4,4,3"}, 1, 1, 1, 1, 1, 1, on=on, cards={"a": unit("A", speed=(2, 3))})
    play(match, "advance", "jump down to 5,4,1", "stand SW")
    hero = match.state.models[0]
    assert (placed(match, "a"), hero.pinned, hero.damage, hero.activated) == ("5,4,1", True, 0, True)


@pytest.mark.rule("DZ-GEO-12", "DZ-GEO-15")
def test_what_stops_a_view_is_named() -> None:
    on = field(walls={(4, y, level, "E"): "blocked" for y in range(1, 9) for level in (1, 2, 3)})
    t = table_at(setting_with({"a": (0, unit("A")), "b": (1, unit("B"))}, on=on), {"a": "4,4,1", "b": "5,4,1"})
    stop = t.sight.sighting(t.pose(0), t.pose(1)).stop
    assert stop is not None
    check = sight_check(t.board, stop)
    assert (check.rule, check.text) == ("DZ-GEO-12", "no wall is in the way: the east face of 4,4,1")


@pytest.mark.rule("DZ-MOVE-08")
def test_a_won_fight_ends_the_move_all_the_same() -> None:
    cards = {"a": unit("A", GUN, speed=(2, 3)), "b1": unit("B", health=1)}
    match = scene({"a": "4,4,1", "b1": "5,4,1", "b2": "8,8,1"}, *[5] * 4, *[1] * 9, cards=cards)
    play(match, "advance", "step to 5,4,1", "survive", "stand SW")
    assert (placed(match, "a"), placed(match, "b1"), match.decision.topic) == ("5,4,1", "", "action of a")


@pytest.mark.rule("DZ-PART-04")
def test_a_lunge_is_the_last_step_even_if_nobody_is_left() -> None:
    on = field(splits={(4, 4, 1): ("x", "blocked")})
    cards = {"a": unit("A", GUN, size=3, speed=(2, 3)), "b1": unit("B", health=1)}
    match = scene({"a": "3,4,1", "b1": "4,4,1/W", "b2": "8,8,1"}, *[5] * 4, *[1] * 9, on=on, cards=cards)
    play(match, "advance", "step to 4,4,1/W", "survive", "stand SW+SE+NW")
    assert (placed(match, "a"), match.decision.topic) == ("3,4,1", "action of a")
