"""What scores: objectives, kills, consoles, exits; and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, match_over, table_at, unit, weapon
from fireteam.games.deadzone.round import Round, end_phase
from fireteam.games.deadzone.state import GONE
from tests.deadzone.battlefield import offered, play, scenario, setting_with

A, B = (0, unit("A", victory_points=3)), (1, unit("B", victory_points=2))
CONSOLES = {"at": [(4, 4)], "vp": 1, "hacker_bonus": 1}


def round_over(at: dict[str, str], units: Any = None, *, on: Any = None, about: Any = None, **more: Any) -> Any:
    """The state after an end phase, with everybody activated."""
    units = units or {"a": A, "b": B, "c": A}
    setting = setting_with(units, about, on=on, options=more.pop("options", None))
    table = table_at(setting, at, Round().placed(end_phase), **more)
    return match_over(table, Given([], then=Seeded(1))).state


@pytest.mark.rule("DZ-ROUND-10", "DZ-SETUP-04")
@pytest.mark.parametrize(
    ("at", "points"),
    [
        ({"a": "4,4,1", "c": "4,4,1"}, (2, 0)),
        ({"a": "4,4,1", "b": "4,4,1"}, (0, 0)),
        ({"b": "4,4,1"}, (0, 2)),
        ({"a": "4,5,1"}, (0, 0)),
    ],
)
def test_an_objective_scores_once_for_the_only_side_there(at: dict[str, str], points: tuple[int, int]) -> None:
    assert round_over(at, models={name: {"pinned": True} for name in at}).points == points


@pytest.mark.rule("DZ-SETUP-04", "DZ-PART-03")
def test_objectives_lie_on_the_top_level_and_halves_share_them() -> None:
    roof = field(floors={(4, 4, 3): "full"})
    assert round_over({"a": "4,4,1"}, on=roof).points == (0, 0)
    assert round_over({"a": "4,4,3"}, on=roof).points == (2, 0)
    split = field(splits={(4, 4, 1): ("x", "blocked")})
    assert round_over({"a": "4,4,1/W"}, on=split).points == (2, 0)
    assert round_over({"a": "4,4,1/W", "b": "4,4,1/E"}, on=split).points == (0, 0)


@pytest.mark.rule("DZ-DMG-08")
@pytest.mark.parametrize(("kills", "points"), [(True, (2, 0)), (False, (0, 0))])
def test_a_kill_scores_if_the_scenario_counts_kills(kills: bool, points: tuple[int, int]) -> None:
    units = {"a": (0, unit("A", weapon("Gun", 8))), "b": (1, unit("B", health=1, victory_points=2))}
    setting = setting_with(units, scenario(kills=kills))
    dice = Given([5, 5, 5, 5, 5, 1, 1, 1], then=Seeded(1))
    match = match_over(table_at(setting, {"a": "1,1,1", "b": "4,1,1"}, Activation(0)), dice)
    assert play(match, "shoot b with Gun").state.points == points


def console(at: dict[str, str], keywords: tuple[str, ...] = (), **more: Any) -> Match:
    units = {"a": (0, unit("A", keywords=keywords)), "b": (1, unit("B")), "c": (0, unit("C"))}
    setting = setting_with(units, scenario(consoles=CONSOLES))
    return match_over(table_at(setting, at, Activation(0), **more), Given([], then=Seeded(1)))


@pytest.mark.rule("DZ-AB-HACKER-01", "DZ-SPEC-01")
def test_a_console_is_worked_once_by_a_side_and_better_by_a_hacker() -> None:
    match = play(console({"a": "4,4,1", "c": "4,4,1"}), "work the console")
    assert (match.state.points, "work the console" in offered(match)) == ((1, 0), False)
    assert "work the console" not in offered(console({"a": "4,4,1"}, settled=match.state.settled))
    assert play(console({"a": "4,4,1"}, ("Hacker",)), "work the console").state.points == (2, 0)


@pytest.mark.rule("DZ-AB-BEAST-01", "DZ-SPEC-01")
@pytest.mark.parametrize(
    ("at", "keywords", "models"),
    [
        ({"a": "4,5,1"}, (), {}),
        ({"a": "4,4,1"}, ("Beast",), {}),
        ({"a": "4,4,1", "b": "4,4,1"}, (), {"b": {"pinned": True}}),
    ],
)
def test_a_console_wants_somebody_in_its_cube_alone_and_no_beast(at: Any, keywords: Any, models: Any) -> None:
    assert "work the console" not in offered(console(at, keywords, models=models))


@pytest.mark.rule("DZ-CORE-06")
def test_a_model_leaves_by_the_exits_of_its_side_and_scores() -> None:
    exits = {"A": [(8, 8)], "B": [(1, 1)], "least_vp": 1}
    gun = weapon("Gun", 8)
    units = {"a": (0, unit("A", gun, victory_points=3)), "b": (1, unit("B", victory_points=0)), "c": (0, unit("C"))}
    setting = setting_with(units, scenario(exits=exits))
    at = {"a": "8,8,1", "b": "1,1,1", "c": "4,4,1"}
    match = match_over(table_at(setting, at, Activation(0)), Given([], then=Seeded(1)))
    play(match, "advance", "leave the board")
    assert (match.state.models[0].status, match.state.points) == (GONE, (3, 0))
    wrong = match_over(table_at(setting, {**at, "a": "1,1,1", "b": "3,3,1"}, Activation(0)), Given([], then=Seeded(1)))
    assert "leave the board" not in offered(play(wrong, "advance"))
    roof = setting_with(units, scenario(exits=exits), on=field(floors={(8, 8, 2): "full"}))
    above = match_over(table_at(roof, {**at, "a": "8,8,2"}, Activation(0)), Given([], then=Seeded(1)))
    assert "leave the board" not in offered(play(above, "advance"))  # exits lie on the ground
    swapped = table_at(setting, {**at, "a": "1,1,1", "b": "3,3,1"}, Activation(0), zones=(1, 0))
    assert "leave the board" in offered(play(match_over(swapped, Given([])), "advance"))
    other = play(match_over(table_at(setting, at, Activation(1), acting=1), Given([], then=Seeded(1))), "advance")
    assert play(other, "leave the board").state.points == (0, 1)


# -- winning -----------------------------------------------------------------------------------------------------------


def result(points: tuple[int, int], round: int = 1, at: Any = None, **options: Any) -> tuple[int | None, str] | None:
    state = round_over(at or {"a": "1,1,1", "b": "8,8,1"}, points=points, round=round, options=options)
    return (state.winner, state.ending) if state.ending else None


@pytest.mark.rule("DZ-WIN-01", "DZ-WIN-03", "DZ-WIN-04", "DZ-ROUND-11")
def test_points_win_and_after_round_five_the_higher_total() -> None:
    assert result((11, 3)) is None
    assert result((12, 3)) == (0, "points")
    assert result((13, 12)) == (-1, "points")
    assert result((13, 12), both_reach="higher_total") == (0, "points")
    assert result((3, 4), 5) == (1, "rounds")
    assert result((4, 4), 5) == (-1, "rounds")


@pytest.mark.rule("DZ-WIN-05", "DZ-WIN-06")
def test_without_models_one_loses_a_tie_after_round_five_and_nothing_before() -> None:
    alone = {"a": "1,1,1"}
    assert result((4, 4), 5, alone) == (0, "rounds")
    assert result((3, 4), 5, alone) == (1, "rounds")
    assert result((3, 4), 5, alone, wipeout_round5="always_loses") == (0, "rounds")
    assert result((3, 4), 4, alone) is None
    assert result((3, 4), 4, alone, wipeout_ends=True) == (0, "wiped_out")


@pytest.mark.rule("DZ-ROUND-10", "DZ-WIN-01")
def test_objectives_count_before_victory_is_checked() -> None:
    state = round_over({"a": "4,4,1", "b": "8,8,1"}, points=(10, 0))
    assert (state.winner, state.points) == (0, (12, 0))
