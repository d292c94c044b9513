"""Set-up: tokens, recon, zones, deployment, aerial deployment, recon effects, scouts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded
from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.games.deadzone.arena import field, unit
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.game import GAME
from fireteam.games.deadzone.setup import Recon, Setup, landing_places, pack
from tests.deadzone.battlefield import offered, placed, play, scenario, setting_with, table_of

TOKENS = (1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 2, 5, 2, 6)
"""Columns and rows of eight tokens outside the zones."""
FIRST_WINS = (5, 5, 5, 1, 1, 5, 5, 1, 1, 1)
"""Recon 5+ on both sides: three successes against two."""


def lead(**figures: Any) -> Unit:
    return unit("Leader", recon=5, role="Leader", **figures)


def two(**more: tuple[int, Unit]) -> dict[str, tuple[int, Unit]]:
    return {"a": (0, lead()), "b": (1, lead()), **more}


def set_up(*dice: Any, units: Any = None, tokens: Any = TOKENS, on: Any = None, **fields: Any) -> Match:
    setting = setting_with(units or two(), scenario(**fields), on=on)
    return Match(setting, Given([*tokens, *dice], then=Seeded(1)))


def at(match: Match) -> list[str]:
    t = table_of(match)
    return [t.board.name(token.cube) for token in match.state.tokens.values()]


@pytest.mark.rule("DZ-SETUP-05", "DZ-SETUP-06", "DZ-SETUP-08", "DZ-SETUP-09")
def test_eight_tokens_lie_face_down_outside_the_zones() -> None:
    match = set_up(*FIRST_WINS, tokens=(*TOKENS[:-2], 2, 1, 5, 8, 5, 1))  # 2,1 and 5,8 are in zones: rolled afresh
    assert at(match) == ["1,2,1", "1,3,1", "1,4,1", "1,5,1", "1,6,1", "1,7,1", "2,5,1", "5,1,1"]
    assert {(token.label, token.seen) for token in match.state.tokens.values()} == {("", 0)}
    assert sum(count for _, count in match.state.bag) == 16


@pytest.mark.rule("DZ-SETUP-07")
def test_a_token_lies_on_the_highest_floor_of_a_stack() -> None:
    on = field(floors={(3, 6, 3): "half-N"})
    assert at(set_up(*FIRST_WINS, tokens=(*TOKENS[:-2], 3, 6), on=on))[-1] == "3,6,3"


@pytest.mark.rule("DZ-SETUP-10", "DZ-SETUP-11")
def test_recon_is_rolled_again_on_a_draw_and_the_margin_is_kept() -> None:
    units = {"a": (0, unit("Leader", recon=4)), "b": (1, lead())}
    tie = (1, 3, 4, 6, 8, 2, 2, 5, 5, 5, 1)  # the 8 brings a 2: three against three
    match = set_up(*tie, 4, 4, 4, 4, 1, 5, 5, 1, 1, 1, units=units)
    frame: Any = match.state.agenda[0]
    assert (frame.winner, frame.margin) == (0, 2)


@pytest.mark.rule("DZ-SETUP-01", "DZ-SETUP-12", "DZ-SETUP-14")
def test_the_winner_names_who_starts_who_picks_a_zone_and_deploys_first() -> None:
    match = set_up(*FIRST_WINS)
    assert (match.decision.seat, match.decision.topic) == (0, "who starts, says first player")
    play(match, "second player starts")
    assert match.decision.seat == 1
    play(match, "zone A")
    assert match.state.zones == (1, 0)
    assert (match.decision.seat, match.decision.topic) == (1, "place of b")
    assert "deploy b in 2,1,1" in offered(match) and "deploy b in 5,8,1" not in offered(match)
    play(match, "deploy b in 2,1,1", "stand SW")
    assert (match.decision.seat, placed(match, "b")) == (0, "2,1,1")
    play(match, "deploy a in 5,8,1", "stand SW", "decline")
    assert (match.state.round, match.state.initiative, match.state.acting) == (1, 1, 1)


@pytest.mark.rule("DZ-SETUP-13", "DZ-SETUP-15")
def test_models_deploy_on_every_level_of_the_zone_but_vehicles_on_the_ground() -> None:
    units = {"a": (0, lead()), "w": (0, unit("W", size=4, keywords=["Walker"])), "b": (1, lead())}
    match = set_up(*FIRST_WINS, units=units, on=field(floors={(1, 1, 2): "full"}))
    play(match, "first player starts", "zone A")
    assert "deploy a in 1,1,2" in offered(match)
    play(match, "deploy a in 1,1,1", "stand NE")
    assert offered(match) == [f"deploy w in {x},1,1" for x in (2, 3, 4)]  # there is room on the roof, but not for it


@pytest.mark.rule("DZ-SETUP-15", "DZ-SETUP-19")
def test_a_vehicle_from_above_comes_down_to_the_ground_and_a_drop_suit_is_not_held_back() -> None:
    crawler = unit("W", keywords=["Aerial Deployment", "Walker"])
    setting = setting_with(two(w=(0, crawler)), on=field(floors={(6, 6, 2): "full"}))
    table = setting.table(setting.first_state(), False)
    assert "6,6,2" not in {table.board.place_name(place) for place in landing_places(table, Setup(), 2)}
    suit = unit("S", keywords=["Aerial Deployment", "Drop Suit"])
    match = play(set_up(*FIRST_WINS, units=two(s=(0, suit))), "first player starts", "zone A")
    assert match.decision.topic == "place of a"


@pytest.mark.rule("DZ-SETUP-16")
def test_two_sides_that_need_a_cube_each_add_one_each_and_none_of_the_enemys() -> None:
    units = {"a": (0, lead(size=4)), "x": (0, unit("X")), "b": (1, lead(size=4)), "y": (1, unit("Y"))}
    tokens = (1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 2, 5, 2, 6)
    match = set_up(*FIRST_WINS, units=units, tokens=tokens, zones={"A": [(1, 1)], "B": [(2, 1)]})
    play(match, "first player starts", "zone A")  # 1,2,1 is the only cube that the first side can add
    assert (match.decision.seat, offered(match)) == (1, ["add 3,1,1 to the zone", "add 2,2,1 to the zone"])
    play(match, "add 3,1,1 to the zone")
    assert match.decision.topic == "place of a"


@pytest.mark.rule("DZ-SETUP-16")
@pytest.mark.parametrize(
    ("sizes", "cubes", "fits"),
    [
        ((1,) * 19, 4, False),
        ((1,) * 19, 5, True),
        ((4, 4, 4, 3, 2), 4, False),
        ((3, 3, 3, 3, 2), 4, False),
        ((3, 3, 3, 3, 2), 5, True),
        ((4, 4, 4, 4), 4, True),
    ],
)
def test_teams_are_packed_by_size(sizes: tuple[int, ...], cubes: int, fits: bool) -> None:
    assert pack([(4, 4)] * cubes, [(False, size) for size in sizes]) is fits


@pytest.mark.rule("DZ-SETUP-16", "DZ-SETUP-18")
def test_both_zones_grow_by_the_larger_need_and_a_drop_suit_needs_no_room() -> None:
    large = {f"a{number}": (0, unit("A", size=4)) for number in range(3)}
    units = {"a": (0, lead(size=3)), **large, "x": (0, unit("X", size=2)), "b": (1, lead())}
    suit = {"s": (0, unit("S", size=4, keywords=["Drop Suit"]))}
    match = play(set_up(*FIRST_WINS, units={**units, **suit}), "first player starts", "zone A")
    assert match.decision.topic == "larger zone of first player"
    assert offered(match) == [f"add {x},{y},1 to the zone" for x, y in ((5, 1), (1, 2), (2, 2), (3, 2), (4, 2))]
    play(match, "add 4,2,1 to the zone")
    assert match.decision.seat == 1 and "the zone is large enough" in offered(match)
    play(match, "the zone is large enough")
    assert "deploy a in 4,2,1" in offered(match)
    random = Random(1)
    while not match.state.round:
        match.answer(match.decision.draw(random.random))
    assert placed(match, "s") == "" and all(placed(match, name) for name in units)


@pytest.mark.rule("DZ-SETUP-15", "DZ-SETUP-16")
def test_roofs_give_vehicles_no_room() -> None:
    units = {"a": (0, lead(size=4, keywords=["Walker"])), "x": (0, unit("X", size=4, keywords=["Walker"]))}
    match = set_up(*FIRST_WINS, units={**units, "b": (1, lead())}, on=field(floors={(1, 1, 2): "full"}),
                   zones={"A": [(1, 1)], "B": [(8, 8)]})  # fmt: skip
    play(match, "first player starts", "zone A")
    assert match.decision.topic == "larger zone of first player" and "the zone is large enough" not in offered(match)


@pytest.mark.rule("DZ-SETUP-13", "DZ-SETUP-16")
def test_nobody_may_be_put_where_the_others_have_no_room_left() -> None:
    units = {"a": (0, lead()), "y": (0, unit("Y", size=3)), **{f"a{n}": (0, unit("A", size=4)) for n in range(3)}}
    match = play(set_up(*FIRST_WINS, units={**units, "b": (1, lead())}), "first player starts", "zone A")
    play(match, "deploy a in 1,1,1", "stand SW")
    assert placed(match, "y") == "1,1,1"  # everywhere else it would take the room of one of size 4
    assert offered(match) == [f"deploy a0 in {x},1,1" for x in (2, 3, 4)]


# -- aerial deployment -------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-SETUP-19", "DZ-AB-AERIAL-01", "DZ-AB-AERIAL-02")
def test_held_back_models_come_down_on_roofs_in_turn_before_recon_effects() -> None:
    kite = unit("Kite", keywords=["Aerial Deployment"])
    units = two(k=(0, kite), k2=(0, kite), l=(1, kite))
    on = field(floors={(6, 6, 2): "full"})
    match = play(set_up(*FIRST_WINS, units=units, on=on), "first player starts", "zone A")
    play(match, "hold k back", "hold k2 back", "hold l back", "deploy a in 1,1,1", "stand SW")
    play(match, "deploy b in 5,8,1", "stand SW")
    assert match.decision.topic == "place of k"
    keys = offered(match)
    assert "deploy k in 6,6,2" in keys and "deploy k in 6,6,1" not in keys  # the top level only, 2 cubes from b
    for barred in ("4,4,1", "5,8,1", "4,7,1"):  # the objective, the enemy's zone, next to an enemy
        assert f"deploy k in {barred}" not in keys
    play(match, "deploy k in 6,6,2", "stand NW")
    assert match.decision.topic == "place of l"
    assert "deploy l in 8,8,1" in offered(match) and "deploy l in 7,6,1" not in offered(match)
    play(match, "deploy l in 8,8,1", "stand NW", "deploy k2 in 8,5,1", "stand NW")
    assert match.decision.topic == "a look at a token"


@pytest.mark.rule("DZ-SETUP-19")
def test_an_enlarged_zone_is_the_enemys_and_the_own_zone_is_the_last_resort() -> None:
    kite = unit("Kite", keywords=["Aerial Deployment"], size=4)
    setting = setting_with(two(k=(0, kite)))
    table = setting.table(setting.first_state(), False)
    cube = table.board.cube(4, 2, 1)
    free = {table.board.place_name(place) for place in landing_places(table, Setup(), 2)}
    grown = {table.board.place_name(place) for place in landing_places(table, Setup(grown=((), (cube,))), 2)}
    assert free - grown == {"4,2,1"}


# -- recon effects and scouts ------------------------------------------------------------------------------------------


def deployed(*dice: Any, units: Any = None, on: Any = None) -> Match:
    match = play(set_up(*dice, units=units, on=on), "first player starts", "zone A")
    return play(match, "deploy a in 1,1,1", "stand SW", "deploy b in 5,8,1", "stand SW")


BY_FOUR = (5, 5, 5, 5, 1, 1, 1, 1, 1, 1)


@pytest.mark.rule("DZ-SETUP-11", "DZ-SETUP-17")
def test_the_winner_looks_moves_and_spoils_by_the_margin() -> None:
    match = deployed(*BY_FOUR, "Booby Trap", "Intel", 7, 7)
    play(match, "look at item-1 in 1,2,1")
    assert "look at item-1 in 1,2,1" not in offered(match)
    play(match, "look at item-2 in 1,3,1", "move a")
    play(match, "step to 2,2,1", "stand SW")
    assert (placed(match, "a"), match.state.models[0].activated, match.state.active) == ("2,2,1", False, -1)
    play(match, "move item-3 from 1,4,1")
    tokens = match.state.tokens
    assert [tokens[f"item-{n}"].label for n in (1, 2, 3)] == ["Booby Trap", "Intel", ""]
    assert at(match)[2] == "7,7,1"
    assert match.state.round == 1
    assert [sum(dice) for dice in match.state.command] == [4, 3]  # one more command die, in round 1 alone
    table = table_of(match)
    table.state.round = 2
    assert Recon().command_dice(table, 0) == 0


@pytest.mark.rule("DZ-SETUP-05", "DZ-SETUP-11")
def test_what_one_side_has_seen_the_other_does_not_know() -> None:
    match = play(deployed(*FIRST_WINS, "Booby Trap"), "look at item-1 in 1,2,1", "decline")
    mine, theirs, watching = (match.setting.known(table_of(match), seat) for seat in (0, 1, None))
    assert "Booby Trap" in str(mine["tokens"]) and "Booby Trap" not in str(theirs["tokens"])
    assert theirs["tokens"] == watching["tokens"]
    assert sum(count for _, count in theirs["bag"]) == 16 == 1 + sum(count for _, count in mine["bag"])
    setting = table_of(match).setting
    labels = {setting.imagined(match.state, 1, Random(n)).tokens["item-1"].label for n in range(40)}
    assert len(labels) > 3
    assert setting.imagined(match.state, 0, Random(1)).tokens["item-1"].label == "Booby Trap"


@pytest.mark.rule("DZ-AB-SCOUT-01", "DZ-SETUP-17", "DZ-MEET-24")
def test_scouts_sprint_last_into_no_cube_with_another_model_and_stay_unactivated() -> None:
    scout = unit("Scout", speed=(1, 2), keywords=["Scout"])
    match = play(set_up(*FIRST_WINS, units=two(s=(0, scout), q=(1, scout))), "first player starts", "zone A")
    play(match, "deploy a in 1,1,1", "stand SW", "deploy s in 2,1,1", "stand SW")
    play(match, "deploy b in 5,8,1", "stand SW", "deploy q in 6,8,1", "stand SW", "decline")
    assert (match.decision.seat, offered(match)) == (0, ["s scouts ahead", "decline"])
    play(match, "s scouts ahead")
    assert "step to 1,1,1" not in offered(match)
    play(match, "step to 2,2,1", "step to 2,3,1", "stand SW")
    assert (match.decision.seat, match.state.models[2].activated) == (1, False)
    play(match, "decline")
    assert (match.state.round, placed(match, "s"), placed(match, "q")) == (1, "2,3,1", "6,8,1")


# -- the wish ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-SETUP-02", "DZ-WIN-02", "DZ-SETUP-03")
def test_a_battle_is_prepared_with_rosters_or_lists() -> None:
    models = [{"unit": "root_mother"}, {"unit": "husk", "count": 2}]
    data = {"format": "deadzone-team/1", "name": "Mine", "faction": "tangle", "limit": 150, "models": models}
    setting = GAME.prepare(scenario="cold_files", setup={"teams": ["wardens", data], "map": "gantry_yard"})
    assert setting.names[-3:] == ("Root Mother", "Husk 1", "Husk 2")
    assert (setting.needed_points, setting.items[0]) == (16, "Ammo")
    assert dict(setting.bag(setting.scenarios[0]))["Intel"] == 4
    again = GAME.prepare(**{key: setting.header()[key] for key in ("scenario", "options", "pack", "setup")})
    assert again.header() == setting.header()


@pytest.mark.rule("DZ-SETUP-02")
def test_a_scenario_that_nobody_has_chosen_is_rolled_for() -> None:
    setting = GAME.prepare(scenario="random")
    again = GAME.prepare(**{key: setting.header()[key] for key in ("scenario", "options", "pack", "setup")})
    named = ["crossed_lanterns", "split_claim", "cold_files", "run_the_cordon"]
    for face in range(1, 9):
        match = Match(again, Given([face], then=Seeded(1)))
        played = table_of(match).scenario
        assert played is not None and played.id == named[(face - 1) // 2]
        assert match.state.bag == setting.bag(played)


@pytest.mark.rule("DZ-SETUP-02")
def test_a_scenario_of_another_map_is_rolled_again() -> None:
    setting = GAME.prepare(scenario="random")
    setting.scenarios = setting.scenarios[2:]  # as if the first two were played elsewhere
    match = Match(setting, Given([1, 4, 7], then=Seeded(1)))
    played = table_of(match).scenario
    assert played is not None and played.id == "run_the_cordon"


@pytest.mark.rule("DZ-SETUP-02")
@pytest.mark.parametrize(
    ("setup", "text"),
    [
        ({"teams": ["wardens"]}, "for each of the two seats"),
        ({"teams": ["wardens", "wadens"]}, "no faction 'wadens'"),
        ({"limit": 120}, "ready rosters of 100, 150, 200 points, not of 120"),
        ({"map": "moon"}, "no map 'moon'"),
        ({"teams": ["wardens", {"format": "deadzone-team/1", "name": "x", "faction": "tangle", "limit": 100,
          "models": [{"unit": "husk"}]}]}, "a team has one Leader"),
    ],
)  # fmt: skip
def test_a_wish_that_cannot_be_is_said_in_words(setup: dict[str, Any], text: str) -> None:
    with pytest.raises(SetupError, match=text):
        GAME.prepare(setup=setup)
