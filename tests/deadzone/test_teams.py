"""Strike teams by points: what they cost, what is wrong with them, and teams as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.errors import PackError, SetupError
from fireteam.games.deadzone.cards import deck
from fireteam.games.deadzone.content.packs import PACKS
from fireteam.games.deadzone.content.teams import TEAMS, ForceList, force_list, needed_victory_points, of_roster
from fireteam.kit.force import Fault, Pick, Room, Team, carrying
from fireteam.kit.teams import LARGEST_FILE
from tests.deadzone.prices import too_dear

CAPTAIN, WATCHHAND, GLASSEYE = Pick("lamp_captain"), Pick("watchhand"), Pick("glasseye")
BASTION = Pick("striding_bastion")


def force(faction: str) -> ForceList:
    pack = PACKS.load()
    return force_list(pack, deck(pack), faction)


def team(*models: Pick, faction: str = "wardens", limit: int = 100) -> Team:
    return Team("Mine", faction, limit, models)


def said(*models: Pick, faction: str = "wardens", limit: int = 100) -> list[str]:
    return [
        f"{fault.text} ({fault.rule})" for fault in force(faction).faults(team(*models, faction=faction, limit=limit))
    ]


# -- points ------------------------------------------------------------------------------------------------------------


def test_points_are_those_of_units_and_items() -> None:
    wardens = force("wardens")
    assert wardens.price(CAPTAIN) == 32
    assert wardens.price(carrying("lamp_captain", "AP Ammo")) == 35
    assert wardens.points(team(CAPTAIN, WATCHHAND, WATCHHAND, carrying("glasseye", "Ammo"))) == 32 + 8 + 8 + 22
    assert wardens.points(team()) == 0


def test_ready_rosters_have_no_faults() -> None:
    for faction in PACKS.load().factions:
        for roster in faction.rosters:
            ready = of_roster("Ready", faction.id, roster)
            assert force(faction.id).faults(ready) == ()
            assert force(faction.id).points(ready) == roster.total == roster.limit == ready.limit


@pytest.mark.rule("DZ-WIN-02")
def test_the_victory_points_that_win() -> None:
    assert [needed_victory_points(size) for size in (50, 100, 101, 125, 130, 150, 151, 200, 250, 300)] == [
        *(12, 12, 16, 16, 16, 16, 20, 20, 24, 28)
    ]


def test_points_above_the_limit() -> None:
    assert said(CAPTAIN, *[WATCHHAND] * 7, limit=88) == []
    assert said(CAPTAIN, *[WATCHHAND] * 7, limit=87) == ["88 points are 1 more than 87 (DZ-SETUP-02)"]


# -- roles -------------------------------------------------------------------------------------------------------------


def test_a_team_has_one_leader() -> None:
    assert said() == ["the team has no models (DZ-SETUP-02)", "a team has one Leader, not 0 (DZ-SETUP-02)"]
    assert said(WATCHHAND) == ["a team has one Leader, not 0 (DZ-SETUP-02)"]
    assert said(CAPTAIN, CAPTAIN) == ["a team has one Leader, not 2 (DZ-SETUP-02)"]


def test_every_troop_admits_a_specialist() -> None:
    assert said(CAPTAIN, GLASSEYE, WATCHHAND) == []
    assert said(CAPTAIN, GLASSEYE, GLASSEYE, WATCHHAND) == [
        "2 Specialists, but one Troop admits at most 1 (DZ-SETUP-02)"
    ]
    assert said(CAPTAIN, GLASSEYE) == ["one Specialist, but there is no Troop (DZ-SETUP-02)"]


def test_three_troops_admit_support() -> None:
    assert said(CAPTAIN, BASTION, *[WATCHHAND] * 3, limit=150) == []
    assert said(CAPTAIN, BASTION, *[WATCHHAND] * 2, limit=150) == ["one Support, but 2 Troops admit none (DZ-SETUP-02)"]
    assert said(CAPTAIN, BASTION, BASTION, *[WATCHHAND] * 5, limit=200) == [
        "2 Support, but 5 Troops admit at most 1 (DZ-SETUP-02)"
    ]


def test_a_builder_can_show_the_room_left() -> None:
    assert force("wardens").room(team(CAPTAIN, GLASSEYE, *[WATCHHAND] * 4)) == (
        Room("Leader", 1, 1),
        Room("Troop", 4, None),
        Room("Specialist", 1, 4),
        Room("Support", 0, 1),
    )


@pytest.mark.rule("DZ-AB-ENGINEER-02", "DZ-AB-REMOTE-01")
def test_a_remote_needs_an_engineer() -> None:
    drone, leader = Pick("canary_drone"), Pick("forewoman")
    assert said(leader, drone, faction="cinder") == []
    assert said(Pick("pithand"), drone, faction="cinder")[1:] == [
        "Canary Drone is Remote and needs an Engineer in the team (DZ-AB-REMOTE-01)"
    ]
    found = force("cinder").faults(team(Pick("pithand"), drone, faction="cinder"))
    assert found[-1] == Fault("DZ-AB-REMOTE-01", "Canary Drone is Remote and needs an Engineer in the team", 1)


def test_models_and_items_are_of_the_force_list() -> None:
    assert said(CAPTAIN, Pick("watchand")) == [
        "Lantern Wardens has no unit 'watchand'; did you mean 'watchhand'? (DZ-SETUP-02)"
    ]
    assert said(CAPTAIN, Pick("husk"))[-1].startswith("Lantern Wardens has no unit 'husk'")
    assert said(CAPTAIN, carrying("watchhand", "Shock Baton")) == [
        "Lantern Wardens cannot buy 'Shock Baton' (DZ-SETUP-02)"
    ]
    with pytest.raises(SetupError, match=r"no faction 'warden'; there are: wardens, .*did you mean 'wardens'"):
        force("warden")


# -- items -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "unit", "item", "reason"),
    [
        ("tangle", "husk", "Medi-Pack", "Husk is a Beast, so Medi-Pack is not for it (DZ-AB-BEAST-01)"),
        ("tangle", "pollen_rider", "Medi-Pack", "Pollen Rider is a Vehicle, so Medi-Pack is not for it (DZ-ITEM-09)"),
        ("wardens", "striding_bastion", "Ammo", "Striding Bastion is a Vehicle, so Ammo is not for it (DZ-ITEM-09)"),
        ("wardens", "oathblade", "Frag Grenade", "Oathblade has no RANGED, so Frag Grenade is not for it (DZ-DICE-07)"),
        ("wardens", "oathblade", "Stimulants", "Oathblade has no RANGED, so Stimulants is not for it (DZ-ITEM-20)"),
        (
            "wardens",
            "oathblade",
            "Ammo",
            "Oathblade has no weapon for a normal SHOOT, so Ammo is not for it (DZ-ITEM-10)",
        ),
        (
            "cinder",
            "slag_sprayer",
            "AP Ammo",
            "Slag Sprayer has no weapon for a normal SHOOT, so AP Ammo is not for it (DZ-ITEM-12)",
        ),
        (
            "cinder",
            "canary_drone",
            "Combat Blades",
            "Canary Drone has no FIGHT, so Combat Blades is not for it (DZ-DICE-07)",
        ),
        ("cinder", "hum_pylon", "Medi-Pack", "Hum Pylon is a Construct, so Medi-Pack is not for it (DZ-ITEM-17)"),
        (
            "cinder",
            "hum_pylon",
            "Adrenaline Shot",
            "Hum Pylon has no SPEED, so Adrenaline Shot is not for it (DZ-ITEM-11)",
        ),
        ("wardens", "glasseye", "AP Ammo", None),
        ("brine", "hymn_keeper", "Stun Grenade", None),
        ("tangle", "briar_runner", "Shock Baton", None),
    ],
)
def test_who_can_use_an_item(faction: str, unit: str, item: str, reason: str | None) -> None:
    found = [text for text in said(carrying(unit, item), faction=faction) if "is not for it" in text]
    assert found == ([] if reason is None else [reason])


@pytest.mark.rule("DZ-SETUP-02")
def test_a_battle_is_fought_by_teams_of_its_size() -> None:
    mine = TEAMS.data(team(CAPTAIN, *[WATCHHAND] * 3, limit=150))
    setup = fireteam.new("deadzone", seed=1, teams=(mine, "brine")).setting.header()["setup"]
    assert setup["teams"][0] == mine and setup["teams"][1]["limit"] == 150
    for wish, reason in (
        ({"teams": (mine, "brine"), "limit": 100}, "a team is of 150 points, and the battle of 100"),
        ({"teams": (mine, TEAMS.data(team(CAPTAIN)))}, "a team is of 100 points, and the battle of 150"),
        ({"teams": (TEAMS.data(team(WATCHHAND)), "brine")}, r"team Mine: a team has one Leader, not 0 \(DZ-SETUP-02\)"),
        ({"teams": (mine,)}, "teams are given for each of the two seats"),
    ):
        with pytest.raises(SetupError, match=reason):
            fireteam.new("deadzone", seed=1, **wish)


# -- the form of a builder ---------------------------------------------------------------------------------------------


def refusals(form: dict[str, Any], unit: str) -> list[str]:
    """Why one more of a unit may not be taken."""
    found = next(one for one in form["units"] if one["id"] == unit)
    return [f"{fault['text']} ({fault['rule']})" for fault in found["refusals"]]


def test_a_form_tells_points_roles_and_what_may_be_added() -> None:
    form = TEAMS.form(TEAMS.new("wardens"))
    assert (form["points"], form["limit"], form["sizes"], form["ok"]) == (0, 100, [100, 150, 200], False)
    assert [fault["text"] for fault in form["faults"]] == ["the team has no models", "a team has one Leader, not 0"]
    assert {fault["rule"] for fault in form["faults"]} == {"DZ-SETUP-02"}
    assert refusals(form, "lamp_captain") == refusals(form, "watchhand") == []
    assert refusals(form, "glasseye") == ["one Specialist, but there is no Troop (DZ-SETUP-02)"]
    assert refusals(form, "striding_bastion") == ["one Support, but there is no Troop (DZ-SETUP-02)"]
    form = TEAMS.form(team(CAPTAIN, GLASSEYE, *[WATCHHAND] * 4, limit=101))
    assert form["ok"] and form["roles"][2] == {"role": "Specialist", "have": 1, "most": 4}
    assert refusals(form, "watchhand") == []
    assert refusals(form, "lamp_captain") == [
        f"{too_dear(101, 'glasseye', *['watchhand'] * 4, *['lamp_captain'] * 2)} (DZ-SETUP-02)",
        "a team has one Leader, not 2 (DZ-SETUP-02)",
    ]


def test_a_form_lets_a_broken_team_be_mended() -> None:
    broken = team(CAPTAIN, BASTION, *[GLASSEYE] * 2, WATCHHAND, limit=200)
    assert len(force("wardens").faults(broken)) == 2
    form = TEAMS.form(broken)
    assert refusals(form, "watchhand") == []
    assert refusals(form, "glasseye") == ["3 Specialists, but one Troop admits at most 1 (DZ-SETUP-02)"]
    dear = TEAMS.form(team(CAPTAIN, WATCHHAND, carrying("watchhand", "Frag Grenade"), limit=50))
    assert dear["faults"][0]["text"] == too_dear(50, "lamp_captain", "watchhand", "watchhand/Frag Grenade")
    items = {item["id"]: item["refusals"] for item in dear["models"][2]["shelves"][0]["goods"]}
    assert items["Ammo"] == [] and items["Frag Grenade"] == []
    ammo = next(item for item in dear["models"][1]["shelves"][0]["goods"] if item["id"] == "Ammo")
    picks = ("lamp_captain", "watchhand/Ammo", "watchhand/Frag Grenade")
    assert ammo["refusals"] == [{"rule": "DZ-SETUP-02", "text": too_dear(50, *picks)}]


@pytest.mark.rule("DZ-AB-REMOTE-01")
def test_a_form_refuses_a_remote_without_an_engineer_each_time() -> None:
    remote = "Canary Drone is Remote and needs an Engineer in the team (DZ-AB-REMOTE-01)"
    assert refusals(TEAMS.form(team(Pick("pithand"), faction="cinder")), "canary_drone") == [remote]
    broken = TEAMS.form(team(Pick("pithand"), Pick("canary_drone"), faction="cinder"))
    assert refusals(broken, "canary_drone") == [remote]
    assert broken["models"][1]["faults"] == [{"rule": "DZ-AB-REMOTE-01", "text": remote.partition(" (")[0]}]
    assert refusals(TEAMS.form(team(Pick("forewoman"), faction="cinder")), "canary_drone") == []


@pytest.mark.rule("DZ-ITEM-01")
def test_a_form_tells_which_item_a_model_may_have() -> None:
    model = TEAMS.form(team(CAPTAIN, carrying("oathblade", "Medi-Pack"), limit=55))["models"][1]
    found = {item["id"]: [fault["text"] for fault in item["refusals"]] for item in model["shelves"][0]["goods"]}
    assert ([one["id"] for one in model["things"]], found["Medi-Pack"]) == (["Medi-Pack"], [])
    assert found["Frag Grenade"][-1] == "Oathblade has no RANGED, so Frag Grenade is not for it"


def test_a_form_offers_the_ready_team_and_a_file() -> None:
    form = TEAMS.form(TEAMS.new("brine", 150))
    assert TEAMS.form(TEAMS.of_data(form["ready"]))["ok"]
    assert TEAMS.form(TEAMS.new("brine", 77))["ready"] is None and 77 in TEAMS.form(TEAMS.new("brine", 77))["sizes"]
    assert TEAMS.parse(form["text"]) == TEAMS.of_data(form["team"]) == TEAMS.new("brine", 150)
    assert form["team"]["pack"] == "drowned-lamps" and form["file"].endswith(".yaml")


# -- files -------------------------------------------------------------------------------------------------------------

MINE = team(CAPTAIN, WATCHHAND, WATCHHAND, carrying("glasseye", "AP Ammo"), WATCHHAND)
TEXT = """\
format: deadzone-team/1
name: Mine
faction: wardens
limit: 100
models:
  - {unit: lamp_captain, count: 1}
  - {unit: watchhand, count: 3}
  - {unit: glasseye, count: 1, item: AP Ammo}
"""


def test_a_team_is_a_small_file(tmp_path: Path) -> None:
    assert TEAMS.text(MINE) == TEXT
    file = tmp_path / "mine.yaml"
    TEAMS.write(MINE, file)
    again = TEAMS.read(file)
    assert sorted(again.models) == sorted(MINE.models) and TEAMS.text(again) == TEXT
    with pytest.raises(PackError, match="cannot be written"):
        TEAMS.write(MINE, tmp_path / "nowhere" / "mine.yaml")
    with pytest.raises(PackError, match="cannot be read"):
        TEAMS.read(tmp_path / "other.yaml")
    assert [file.name for file in tmp_path.iterdir()] == ["mine.yaml"]


def test_a_file_that_is_called_json_is_json(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    TEAMS.write(MINE, file)
    assert json.loads(file.read_text(encoding="utf-8")) == TEAMS.data(MINE)
    assert TEAMS.read(file) == MINE


def test_a_file_that_is_too_large_or_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(TEXT + "#" * LARGEST_FILE, encoding="utf-8")
    with pytest.raises(PackError, match="is larger than 64 KB"):
        TEAMS.read(file)
    file.write_bytes(b"format: deadzone-team/1\nname: \xff\n")
    with pytest.raises(PackError, match=r"mine\.yaml:2: is not UTF-8 text"):
        TEAMS.read(file)


def test_the_schema_knows_units_and_items_of_each_faction() -> None:
    schema = TEAMS.schema()
    assert schema["properties"]["format"] == {"const": "deadzone-team/1"}
    assert schema["properties"]["pack"] == {"const": "drowned-lamps"}
    assert schema["required"] == ["format", "name", "faction", "limit", "models"]
    wardens = schema["oneOf"][0]["properties"]
    assert wardens["faction"] == {"const": "wardens"}
    model = wardens["models"]["items"]
    assert model["required"] == ["unit"] and model["properties"]["count"]["maximum"] == 60
    assert "glasseye" in model["properties"]["unit"]["enum"] and "husk" not in model["properties"]["unit"]["enum"]
    assert model["properties"]["item"]["enum"] == list(force("wardens").prices)


def test_a_team_may_be_json() -> None:
    text = '{"format": "deadzone-team/1", "name": "A", "faction": "brine", "limit": 150, "models": [{"unit": "husk"}]}'
    assert TEAMS.parse(text) == Team("A", "brine", 150, (Pick("husk"),))


@pytest.mark.parametrize("name", ["It's: a # team", "true", "", "Ünïcode 7", "7", "a\nb", '"'])
def test_any_name_survives(name: str) -> None:
    odd = Team(name, "wardens", 100, (carrying("a, b: c", "x]"),))
    assert TEAMS.parse(TEAMS.text(odd)) == odd
    assert TEAMS.parse(TEAMS.text(Team(name, "wardens", 100))).models == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (
            "format: deadzone-team/1",
            "format: deadzone-team/9",
            1,
            "format must be deadzone-team/1, not 'deadzone-team/9'",
        ),
        (
            "name: Mine",
            "nme: Mine",
            2,
            "unknown key 'nme'; allowed: format, pack, name, faction, limit, models; did you",
        ),
        ("name: Mine\n", "", 1, "the file lacks the key 'name'"),
        ("limit: 100", "limit: many", 4, "limit must be a whole number, not 'many'"),
        ("limit: 100", "limit: true", 4, "limit must be a whole number, not True"),
        ("limit: 100", "limit: 1000", 4, "limit must be 1 to 999 points, not 1000"),
        ("count: 3", "count: 0", 7, "count must be 1 to 60, not 0"),
        ("count: 3", "count: 60", 7, "a team has at most 60 models"),
        ("unit: watchhand, ", "", 7, "entry 1 of models lacks the key 'unit'"),
        ("{unit: watchhand, count: 3}", "watchhand", 7, "entry 1 of models must be a mapping"),
        (
            "item: AP Ammo",
            "item: [AP Ammo, Ammo]",
            8,
            "a model carries one item: write item: and its name (DZ-ITEM-01)",
        ),
        ("item: AP Ammo", "items: AP Ammo", 8, "a model carries one item: write item: and its name (DZ-ITEM-01)"),
        ("models:", "models: {", 6, "is not valid YAML"),
    ],
)
def test_a_broken_file_is_named(old: str, new: str, line: int, reason: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(PackError) as caught:
        TEAMS.parse(TEXT.replace(old, new), "mine.yaml")
    assert reason in caught.value.reason
    assert (caught.value.file, caught.value.line) == ("mine.yaml", line)


def test_an_unfinished_team_opens_with_its_faults() -> None:
    opened = TEAMS.parse(TEXT.replace("lamp_captain", "lamp_kaptain"))
    assert [fault.model for fault in force("wardens").faults(opened)] == [None, 0]
