"""The game as the kernel and a start page see it: wishes, errors that help, ready-made games, whole games, saves at
every phase."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import fireteam
from fireteam.games.killteam import GAME
from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.state import KILLZONE
from tests.killteam.battles import KILLZONES, QUICK, TEAMS, answer, begun, choices, keys, reach, setting


def test_the_game_is_known_by_name() -> None:
    assert fireteam.games()["killteam"] == "Kill Team"
    assert fireteam.game("killteam") is GAME
    assert list(GAME.scenarios()) == [*KILLZONES, "quick-1", "quick-2", "quick-3", "quick-4"]
    assert GAME.scenarios()["quick-1"] == "Cinder Vigil against Saltmarsh Levy, Shellmarket"


def test_the_start_form_explains_teams_scenarios_and_options() -> None:
    form = GAME.start_form()
    assert [side["id"] for side in form["sides"]] == list(TEAMS)
    assert all(entry["text"] for key in ("sides", "scenarios", "options") for entry in form[key])
    assert {option["id"] for option in form["options"]} == set(GAME.rulebook().options)
    assert all(value["text"] for option in form["options"] for value in option["values"])
    json.dumps(form)
    assert GAME.setup_for([]) == {}
    match = fireteam.new("killteam", seed=1, **GAME.setup_for(["veilrunners", "veilrunners"]))
    assert [team.id for team in setting(match).teams] == ["veilrunners", "veilrunners"]


def test_two_different_teams_play_if_none_are_named() -> None:
    match = begun()
    assert setting(match).teams[0].id != setting(match).teams[1].id
    assert setting(match).zone.name == "shellmarket"


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"scenario": "shelmarket"}, r"no scenario 'shelmarket'; there is shellmarket, .*did you mean"),
        ({"teams": ("cinder-vigil",)}, "teams are given for each of the two seats"),
        ({"teams": ("cinder-vigil", "veilruners")}, r"no kill team 'veilruners'; there is .*KT-OPS-01"),
        ({"crit_op": "plant"}, "no crit op 'plant'"),
        ({"roster": "default"}, r"unknown setup 'roster'; there is teams, .*rosters"),
        ({"primary": ("crit", "tak")}, "no primary op 'tak'; there is crit, kill, tac"),
        ({"grenades": (("smoke", "stun"), None)}, "give both"),
        (
            {"scenario": "quick-1", "teams": ("veilrunners", "cinder-vigil")},
            "quick-1 is a ready-made game: its teams cannot be chosen",
        ),
        ({"options": {"rules_version": "2023"}}, "rules_version"),
        (
            {"equipment": (("mines",), None), "grenades": (("smoke",), None)},
            "no equipment of cinder-vigil holds a 'smoke'",
        ),
    ],
)
def test_errors_say_what_is_wrong_and_what_there_is(wish: dict[str, Any], reason: str) -> None:
    with pytest.raises(fireteam.SetupError, match=reason):
        fireteam.new("killteam", seed=1, **wish)


# -- versions ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-VER-01")
def test_the_version_is_fixed_with_the_match_and_stands_in_its_header() -> None:
    match = begun()
    assert match.setting.options["rules_version"] == "2025-09"
    older = begun(options={"rules_version": "2024-11"})
    assert older.setting.header()["options"]["rules_version"] == "2024-11"
    assert fireteam.load(older.save()).setting.options["rules_version"] == "2024-11"
    equipment = content(None).universal_equipment
    assert (setting(match).gait.wire, setting(older).gait.wire) == (1, 2)
    assert equipment.ammo_cache.ap["2024-11"] == 0
    frag = next(weapon for weapon in equipment.explosive_grenades.weapons["2024-11"] if "frag" in weapon.id)
    assert next(rule.x for rule in frag.rules if rule.name == "Range") == 8


# -- ready-made games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4))
def test_a_ready_made_game_settles_teams_ops_and_initiative(number: int) -> None:
    quick = content(None).quick_start[number]
    match = fireteam.new("killteam", scenario=quick.id, seed=3, rosters="default", equipment="default")
    assert (match.decision.seat, match.decision.topic) == (0, "drop zone"), (
        "the first team's player has initiative during setup"
    )
    assert setting(match).zone.name == quick.killzone
    assert tuple(team.id for team in setting(match).teams) == quick.teams
    assert match.state.crit_op == quick.crit_op
    answer(match, "drop zone A")
    table = match.table
    assert tuple(table.selected(seat, "tac_op") for seat in (0, 1)) == quick.tac_ops
    assert tuple(table.selected(seat, "primary") for seat in (0, 1)) == quick.primary
    assert fireteam.load(match.save()).state.dump() == match.state.dump()
    reach(match, "gambit")
    assert "primary op" not in keys(match), "it is selected already"


def test_wishes_shorten_the_set_up() -> None:
    wishes = {**QUICK, "equipment": "default", "tac_ops": ("clean-house", "beacon-line"), "primary": ("crit", "tac")}
    match = begun(6, 1, teams=("cinder-vigil", "veilrunners"), **wishes)
    answer(match, "initiative 0", "drop zone A")
    assert match.state.phase == "items"
    assert match.table.selected(0, "grenades") == "frag,krak"


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_game_of_random_answers_ends() -> None:
    match = fireteam.new("killteam", seed=7)
    asked = sum(1 for _ in choices(match, random.Random(7)))
    assert asked > 100
    assert match.state.turning_point == 4 and match.result is not None
    replayed = fireteam.load(match.save())
    assert replayed.over and replayed.result == match.result
    assert replayed.state.dump() == match.state.dump()


@pytest.mark.parametrize("killzone", KILLZONES)
def test_a_save_of_every_phase_goes_on_the_same(killzone: str) -> None:
    teams = {"shellmarket": (0, 2), "quenchworks": (3, 0), "derelict-spine": (2, 3)}[killzone]
    match = fireteam.new("killteam", seed=11, scenario=killzone, teams=tuple(TEAMS[number] for number in teams))
    seen: list[str] = []
    for question in choices(match, random.Random(5)):
        phase = match.state.phase
        if phase not in seen or question.topic.startswith("utility"):
            seen.append(phase)
            loaded = fireteam.load(match.save())
            assert loaded.state.dump() == match.state.dump()
            assert (loaded.decision.seat, loaded.decision.topic) == (question.seat, question.topic)
            assert loaded.decision.keys() == question.keys()
            # A position kept in full is the same position too.
            state = match.setting.load_state(json.loads(json.dumps(match.state.dump())))
            assert state.dump() == match.state.dump()
        if phase == "activation":
            break
    assert {"drop_zones", "operatives", "equipment", "tac_op", "deployment", "scouting", "gambit", "firefight"} <= set(
        seen
    )
    assert all(o.status == KILLZONE or o.wounds == 0 for o in match.state.operatives)
