"""Strike teams by points: what they cost, what is wrong with them, and teams as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.core.errors import PackError, SetupError
from fireteam.games.deadzone.cards import deck
from fireteam.games.deadzone.content.packs import PACKS
from fireteam.games.deadzone.content.teams import (
    Fault,
    ForceList,
    Pick,
    Room,
    Team,
    faults,
    force_list,
    load_team,
    needed_victory_points,
    of_roster,
    parse_team,
    points,
    price,
    room,
    save_team,
    text_of,
)

CAPTAIN, WATCHHAND, GLASSEYE = Pick("lamp_captain"), Pick("watchhand"), Pick("glasseye")
BASTION = Pick("striding_bastion")


def force(faction: str) -> ForceList:
    pack = PACKS.load()
    return force_list(pack, deck(pack), faction)


def team(*models: Pick, faction: str = "wardens", limit: int = 100) -> Team:
    return Team("Mine", faction, limit, models)


def said(*models: Pick, faction: str = "wardens", limit: int = 100) -> list[str]:
    return [
        f"{fault.text} ({fault.rule})" for fault in faults(team(*models, faction=faction, limit=limit), force(faction))
    ]


# -- points ------------------------------------------------------------------------------------------------------------


def test_points_are_those_of_units_and_items() -> None:
    wardens = force("wardens")
    assert price(CAPTAIN, wardens) == 32
    assert price(Pick("lamp_captain", "AP Ammo"), wardens) == 35
    assert points(team(CAPTAIN, WATCHHAND, WATCHHAND, Pick("glasseye", "Ammo")), wardens) == 32 + 8 + 8 + 22
    assert points(team(), wardens) == 0


def test_ready_rosters_have_no_faults() -> None:
    for faction in PACKS.load().factions:
        for roster in faction.rosters:
            ready = of_roster("Ready", faction.id, roster)
            assert faults(ready, force(faction.id)) == ()
            assert points(ready, force(faction.id)) == roster.total == roster.limit == ready.limit


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
    assert said() == ["the team has no models (DZ-SETUP-02)"]
    assert said(WATCHHAND) == ["a team has one Leader, not 0 (DZ-SETUP-02)"]
    assert said(CAPTAIN, CAPTAIN) == ["a team has one Leader, not 2 (DZ-SETUP-02)"]


def test_every_troop_admits_a_specialist() -> None:
    assert said(CAPTAIN, GLASSEYE, WATCHHAND) == []
    assert said(CAPTAIN, GLASSEYE, GLASSEYE, WATCHHAND) == [
        "2 Specialists, but one Troop admits at most 1 (DZ-SETUP-02)"
    ]
    assert said(CAPTAIN, GLASSEYE) == ["one Specialist, but no Troops admit at most 0 (DZ-SETUP-02)"]


def test_three_troops_admit_support() -> None:
    assert said(CAPTAIN, BASTION, *[WATCHHAND] * 3, limit=150) == []
    assert said(CAPTAIN, BASTION, *[WATCHHAND] * 2, limit=150) == [
        "one Support, but 2 Troops admit at most 0 (DZ-SETUP-02)"
    ]
    assert said(CAPTAIN, BASTION, BASTION, *[WATCHHAND] * 5, limit=200) == [
        "2 Support, but 5 Troops admit at most 1 (DZ-SETUP-02)"
    ]


def test_a_builder_can_show_the_room_left() -> None:
    assert room(team(CAPTAIN, GLASSEYE, *[WATCHHAND] * 4), force("wardens")) == (
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
    found = faults(team(Pick("pithand"), drone, faction="cinder"), force("cinder"))
    assert found[-1] == Fault("DZ-AB-REMOTE-01", "Canary Drone is Remote and needs an Engineer in the team", 1)


def test_models_and_items_are_of_the_force_list() -> None:
    assert said(CAPTAIN, Pick("watchand")) == [
        "Lantern Wardens has no unit 'watchand'; did you mean 'watchhand'? (DZ-SETUP-02)"
    ]
    assert said(CAPTAIN, Pick("husk"))[-1].startswith("Lantern Wardens has no unit 'husk'")
    assert said(CAPTAIN, Pick("watchhand", "Shock Baton")) == ["Lantern Wardens cannot buy 'Shock Baton' (DZ-SETUP-02)"]
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
    found = [text for text in said(Pick(unit, item), faction=faction) if "is not for it" in text]
    assert found == ([] if reason is None else [reason])


# -- files -------------------------------------------------------------------------------------------------------------

MINE = team(CAPTAIN, WATCHHAND, WATCHHAND, Pick("glasseye", "AP Ammo"), WATCHHAND)
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
    assert text_of(MINE) == TEXT
    file = tmp_path / "mine.yaml"
    save_team(MINE, file)
    again = load_team(file)
    assert sorted(again.models) == sorted(MINE.models) and text_of(again) == TEXT
    with pytest.raises(PackError, match="cannot be written"):
        save_team(MINE, tmp_path / "nowhere" / "mine.yaml")
    with pytest.raises(PackError, match="cannot be read"):
        load_team(tmp_path / "other.yaml")


def test_a_team_may_be_json() -> None:
    text = '{"format": "deadzone-team/1", "name": "A", "faction": "brine", "limit": 150, "models": [{"unit": "husk"}]}'
    assert parse_team(text) == Team("A", "brine", 150, (Pick("husk"),))


@pytest.mark.parametrize("name", ["It's: a # team", "true", "", "Ünïcode 7", "7", "a\nb", '"'])
def test_any_name_survives(name: str) -> None:
    odd = Team(name, "wardens", 100, (Pick("a, b: c", "x]"),))
    assert parse_team(text_of(odd)) == odd
    assert parse_team(text_of(Team(name, "wardens", 100))).models == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (
            "format: deadzone-team/1",
            "format: deadzone-team/9",
            1,
            "format must be deadzone-team/1, not 'deadzone-team/9'",
        ),
        ("name: Mine", "nme: Mine", 2, "unknown key 'nme'; allowed: format, name, faction, limit, models; did you"),
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
        parse_team(TEXT.replace(old, new), "mine.yaml")
    assert reason in caught.value.reason
    assert (caught.value.file, caught.value.line) == ("mine.yaml", line)


def test_an_unfinished_team_opens_with_its_faults() -> None:
    opened = parse_team(TEXT.replace("lamp_captain", "lamp_kaptain"))
    assert [fault.model for fault in faults(opened, force("wardens"))] == [None, 0]
