"""Bots in battles: sensible on laid positions, and clearly better than chance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fireteam.bots.greedy import GreedyBot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.dice import Dice, Given, Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.bot import appraise
from fireteam.games.deadzone.bot.advice import JUDGES
from fireteam.games.deadzone.bot.duels import chances, harm
from fireteam.games.deadzone.bot.places import Prospects, walks
from fireteam.games.deadzone.game import GAME
from fireteam.games.deadzone.goals import consoles, exits, objectives
from fireteam.games.deadzone.round import Round
from fireteam.games.deadzone.show.words import TOPICS
from fireteam.games.deadzone.table import Table

GUN, BLADE = arena.weapon("Gun", 5), arena.weapon("Blade", "CC", 1)


def battle(seed: int, scenario: str = "crossed_lanterns") -> Match:
    """A whole battle from the pack."""
    return Match(GAME.prepare(scenario=scenario), Seeded(seed))


def play(match: Match, seed: int, greedy: int) -> float:
    """A whole battle of the greedy bot against chance: the points it is ahead by."""
    rng, bot = random.Random(seed), GreedyBot()
    seat = BotSeat(match, greedy, random.Random(seed))
    while not match.over:
        asked = match.decision
        match.answer(bot.choose(seat) if asked.seat == greedy else asked.draw(rng.random))
    points = match.state.points
    return float(points[greedy] - points[1 - greedy])


@pytest.mark.parametrize("scenario", list(GAME.scenarios()))
def test_the_greedy_bot_beats_chance(scenario: str) -> None:
    seats = (0, 1) if scenario == "crossed_lanterns" else (1,)
    assert all(play(battle(5 + seat, scenario), 5, seat) >= 5 for seat in seats)


def test_there_is_advice_for_every_question() -> None:
    asked = {form for form in TOPICS if form not in ("attack, {test}", "defence, {test}")}
    assert sorted(asked - JUDGES.keys()) == [], "questions without advice"
    assert sorted(JUDGES.keys() - asked) == [], "advice for no question"


def laid(at: dict[str, str], *frames: Any, dice: Dice | None = None, **more: Any) -> Match:
    """Two sides with a gun each on an open field."""
    crew = {"Ash": (0, arena.unit("Ash", GUN, BLADE)), "Ember": (0, arena.unit("Ember", GUN)),
            "Brand": (1, arena.unit("Brand", GUN)), "Torch": (1, arena.unit("Torch", GUN, health=4))}  # fmt: skip
    table = arena.table_at(arena.setting_for(crew), at, *(frames or (Activation(0),)), **more)
    match = arena.match_over(table, dice or Seeded(1), events=False)
    assert match.decision is not None
    return match


def best(match: Match) -> str:
    """The key that advice puts first."""
    advice = match.advice()
    assert advice is not None and {option.key for option, _ in advice} == set(match.decision.keys())
    return max(advice, key=lambda entry: entry[1])[0].key


def test_chances_of_dice_that_roll_on() -> None:
    one = chances(1, 5)
    assert one[0] == pytest.approx(1 / 2) and one[1] == pytest.approx(1 / 8 * 1 / 2 + 3 / 8)
    assert sum(chances(4, 5)) == pytest.approx(1, abs=1e-6)
    assert harm(3, 5, 0, 9, 0, 1)[1] == pytest.approx(1 - 1 / 8)  # one of three dice kills who has no dice
    assert harm(3, 5, 3, 5, 1, 2) < harm(4, 5, 3, 5, 1, 2)


def test_it_shoots_whom_it_can_kill() -> None:
    match = laid({"Ash": "1,1,1", "Brand": "4,1,1", "Torch": "4,2,1"}, models={"Brand": {"damage": 1}})
    assert best(match) == "shoot Brand with Gun"


def test_it_fights_whoever_is_in_its_cube() -> None:
    assert best(laid({"Ash": "1,1,1", "Brand": "1,1,1"}, models={"Brand": {"damage": 1}})) == "assault Brand"


def test_who_is_pinned_stands_up() -> None:
    assert best(laid({"Ash": "1,1,1", "Brand": "8,8,1"}, models={"Ash": {"pinned": True}})) == "stand up"


def test_without_a_target_it_comes_nearer() -> None:
    match = laid({"Ash": "1,1,1", "Brand": "8,8,1"})
    assert best(match) == "advance"  # to sprint would bring it into the range of a gun
    match.answer("advance")
    assert best(match) == "step to 2,2,1"


def test_objectives_pull() -> None:
    match = battle(1)
    assert match.decision is not None
    table: Table = match.setting.table(match.state, False)
    goal, points = max(objectives(table.setting, table.scenario).items(), key=lambda entry: entry[1])
    before = appraise(match.setting, table.state, 0)
    table.put(0, table.board.places_of[goal][0], 1)
    after = appraise(match.setting, table.state, 0)
    assert after - before > 0.9 * points / 20
    assert appraise(match.setting, table.state, 1) == pytest.approx(-after)


def test_a_killed_enemy_and_points_look_good_a_pin_does_not() -> None:
    match = laid({"Ash": "1,1,1", "Brand": "4,1,1", "Torch": "4,2,1"})
    table: Table = match.setting.table(match.state, False)
    start = appraise(match.setting, table.state, 0)
    table.lay_down(0)
    pinned = appraise(match.setting, table.state, 0)
    table.remove(2, "DZ-DMG-01")
    killed = appraise(match.setting, table.state, 0)
    table.score(0, 2, "DZ-WIN-01")
    assert pinned < start < killed < appraise(match.setting, table.state, 0)


def test_it_rerolls_misses_and_weak_command_dice() -> None:
    match = laid({"Ash": "1,1,1", "Ember": "2,1,1", "Brand": "8,8,1", "Torch": "8,7,1"}, Round(), round=1)
    held = match.state.command[match.decision.seat]
    chosen = match.decision.find(best(match)).args
    assert chosen[3] == chosen[0] == 0 and chosen[2] == held[2]  # Shoot and +1 model stay, Advance goes


def test_a_miss_is_bought_back_where_it_matters() -> None:
    match = laid(
        {"Ash": "1,1,1", "Brand": "4,1,1"},
        command=({"Advance": 1}, {}),
        dice=Given([5, 5, 2, 2, 2, 5, 5, 1]),
    )
    match.answer("shoot Brand with Gun")
    assert best(match) == "re-roll a miss for Advance"


# -- goals and places --------------------------------------------------------------------------------------------------


def test_walks_count_steps_round_walls() -> None:
    wall = {(1, y, level, "E"): "blocked" for y in range(1, 9) for level in (1, 2)}
    setting = arena.setting_for({"Ash": (0, arena.unit("Ash", GUN))}, on=arena.field(walls=wall))
    board, gait = setting.field.board, setting.gaits[0]
    there = walks(setting.field.steps, gait, board.cube(2, 1, 1))
    assert there[board.places_of[board.cube(2, 1, 1)][0]] == 0
    assert there[board.places_of[board.cube(3, 1, 1)][0]] == 1
    assert there[board.places_of[board.cube(1, 1, 1)][0]] > 1  # the wall is between them


def test_objectives_exits_and_consoles_draw() -> None:
    for scenario, goals in (("run_the_cordon", exits), ("cold_files", consoles)):
        match = battle(1, scenario)
        table: Table = match.setting.table(match.state, False)
        cubes = [
            cube
            for cube in goals(table.setting, table.state, 0)
            if cube not in objectives(table.setting, table.scenario)
        ]
        start = table.board.places_of[table.board.cube(1, 4, 1)][0]
        table.put(0, start, 1)
        ahead = Prospects(table, 0)
        for cube in cubes:
            assert ahead.worth(table.board.places_of[cube][0], shoots=False) > ahead.worth(start, shoots=False)
        assert cubes or scenario == "cold_files"  # consoles of the pack stand on objectives


def test_an_objective_that_a_friend_holds_draws_less() -> None:
    match = battle(1)
    table: Table = match.setting.table(match.state, False)
    goal = max(objectives(table.setting, table.scenario).items(), key=lambda entry: entry[1])[0]
    place = table.board.places_of[goal][0]
    table.put(0, table.board.places_of[table.board.cube(1, 1, 1)][0], 1)
    alone = Prospects(table, 0).worth(place, shoots=False)
    table.put(1, place, 1)
    assert Prospects(table, 0).worth(place, shoots=False) < alone


def test_it_leaves_enemies_only_for_a_place_that_is_worth_the_blow() -> None:
    match = laid({"Ash": "1,1,1", "Brand": "1,1,1"})
    match.answer("advance")
    assert best(match) == "stay in the cube"
