"""Gangs as teams that players build: what they cost, what is wrong with them, and gangs as files and in battles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.errors import PackError, SetupError
from fireteam.games.necromunda.campaign.campaign import Campaign
from fireteam.games.necromunda.content.gangs import data_of
from fireteam.games.necromunda.content.packs import PACKS
from fireteam.games.necromunda.content.teams import TEAMS, Hiring, team_of
from fireteam.kit.force import Pick, Room, Team, Thing

LEADER, GANGER = Pick("tide-prior", name="Skeer"), Pick("drowned-brother")


def force(gang: str = "choir") -> Hiring:
    return TEAMS.force(gang, None)


def armed(unit: str, *gear: str, name: str | None = None, **more: str) -> Pick:
    """A member with gear, and with one thing from other shelves."""
    other = (Thing(key.replace("_", "-"), id) for key, id in more.items())
    return Pick(unit, (*(Thing("gear", id) for id in gear), *other), name)


def gang(*models: Pick, limit: int = 1000, faction: str = "choir") -> Team:
    return Team("Mine", faction, limit, models)


def said(*models: Pick, limit: int = 1000, faction: str = "choir") -> list[tuple[str, int | None]]:
    found = force(faction).faults(gang(*models, limit=limit, faction=faction))
    return [(fault.told(), fault.model) for fault in found]


@pytest.mark.rule("NE-CAMP-02", "NE-VEH-33")
def test_every_ready_made_gang_is_a_team_and_comes_back_from_its_file() -> None:
    for roster in PACKS.load().rosters:
        team = team_of(roster, 1000)
        again = TEAMS.parse(TEAMS.text(team))
        built = force(roster.gang).roster(again)
        assert force(roster.gang).faults(team) == () and again == team
        assert {**data_of(built), "id": roster.id} == data_of(roster)


@pytest.mark.rule("NE-CAMP-02")
def test_a_gang_has_roles_within_limits_and_credits() -> None:
    assert said(LEADER, GANGER) == []
    assert said(GANGER) == [("a gang has 1 of the role leader, not 0 (NE-CAMP-02)", None)]
    assert said(LEADER) == [("a gang has 1 to 12 of the role ganger, not 0 (NE-CAMP-02)", None)]
    assert said(LEADER, GANGER, limit=165) == [("170 credits are 5 more than 165 (NE-CAMP-02)", None)]
    assert said(LEADER, GANGER, Pick("keel-ox"), Pick("keel-ox")) == [
        ("a gang has 0 to 1 of the role brute, not 2 (NE-CAMP-02)", None),
        ("Keel Ox is in a gang at most once, not twice (NE-CAMP-02)", None),
    ]
    assert said(LEADER, Pick("drowned-brother", name="Skeer")) == [("2 are called Skeer (NE-CAMP-02)", None)]
    assert force().room(gang(LEADER, GANGER, GANGER))[:4] == (
        Room("Leader", 1, 1), Room("Champion", 0, 3), Room("Specialist", 0, 4), Room("Ganger", 2, 12),
    )  # fmt: skip
    assert force().points(gang(armed("tide-prior", "hatch-shield", "snub"), GANGER)) == 115 + 40 + 5 + 55


@pytest.mark.rule("NE-CAMP-02", "NE-MNT-02", "NE-HIT-08", "NE-VEH-33")
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (armed("sprat", "stutter-gun"), "a Sprat does not use heavy weapons (NE-CAMP-02)"),
        (armed("drowned-brother", "arc-blade"), "Arc blade is not sold to choir (NE-CAMP-02)"),
        (armed("drowned-brother", "moon"), "nothing for sale is called 'moon' (NE-CAMP-02)"),
        (armed("drowned-brother", "snub", "knife", "axe", "slug-rifle"), "4 weapon slots of 3 (NE-CAMP-02)"),
        (armed("drowned-brother", "snub", "knife", "axe", "sump-strider"), "3 weapon slots of 2 (NE-MNT-02)"),
        (armed("drowned-brother", "oilcloth", "ring-vest"), "one armour of the kind standard, not 2 (NE-HIT-08)"),
        (armed("sprat", skills="hurl"), "1 skills of its own, and a youth has 0 (NE-CAMP-02)"),
        (armed("barrow", gun_cab="slug-rifle"), "cab holds a vehicle gun, not Slug rifle (NE-VEH-33)"),
        (
            armed("barrow", gun_bed="smoke-rack"),
            "bed holds a basic, special or heavy weapon, not Smoke rack (NE-VEH-33)",
        ),
        (armed("barrow", racks="snub"), "no rack 'snub' (NE-VEH-33)"),
        (armed("skitter", gun_cab="hull-torch"), "Skitter has nothing of 'gun-cab' (NE-CAMP-02)"),
        (armed("barrow", "snub"), "Barrow truck has nothing of 'gear' (NE-CAMP-02)"),
        (armed("drifter"), "The Brine Choir has no unit 'drifter' (NE-CAMP-02)"),
    ],
)  # fmt: skip
def test_what_a_member_may_not_have_is_told_of_it(wrong: Pick, told: str) -> None:
    assert (told, 2) in said(LEADER, GANGER, wrong)


@pytest.mark.rule("NE-CAMP-02", "NE-VEH-33")
def test_a_form_sells_each_what_it_may_have() -> None:
    team = gang(LEADER, GANGER, armed("sprat", "snub"), Pick("barrow"), limit=490)
    form = TEAMS.form(team)
    assert (form["points"], form["currency"], form["ok"]) == (360, "credits", True)
    sold = [{shelf["key"]: shelf for shelf in model["shelves"]} for model in form["models"]]
    kinds = [{good["kind"] for good in shelves["gear"]["goods"]} for shelves in sold[:3]]
    assert kinds[2] == {"Pistol", "Close", "Grenade", "Armour", "Wargear", "Mounts"}
    assert kinds[0] - kinds[1] == {"Heavy", "Special"}
    assert "skills" in sold[0] and "skills" not in sold[2]
    assert list(sold[3]) == ["crew-gear", "gun-cab", "gun-bed", "racks"]
    assert [sold[3][key]["single"] for key in sold[3]] == [False, True, True, False]
    assert {good["id"] for good in sold[3]["gun-cab"]["goods"]} >= {"hull-torch", "hull-spear"}
    dear = next(good for good in sold[0]["gear"]["goods"] if good["id"] == "spear-caster")
    assert dear["refusals"] == []
    costly = next(good for good in sold[0]["gear"]["goods"] if good["id"] == "breach-cannon")
    assert costly["refusals"] == [{"rule": "NE-CAMP-02", "text": "510 credits are 20 more than 490"}]
    full = TEAMS.form(gang(armed("tide-prior", "snub", "axe", "knife"), GANGER))
    axe = next(good for good in full["models"][0]["shelves"][0]["goods"] if good["id"] == "axe")
    assert axe["refusals"] == [{"rule": "NE-CAMP-02", "text": "4 weapon slots of 3"}]
    again = {unit["id"]: [fault["text"] for fault in unit["refusals"]] for unit in full["units"]}
    assert again["tide-prior"] == [
        "a gang has 1 of the role leader, not 2",
        "Tide Prior is in a gang at most once, not twice",
    ]


@pytest.mark.rule("NE-CAMP-02")
def test_a_gang_of_a_file_is_played_and_saved(tmp_path: Path) -> None:
    mine = gang(
        LEADER, armed("drowned-brother", "snub"), armed("drowned-brother", "snub"), Pick("sprat", name="Winkle")
    )
    file = tmp_path / "mine.json"
    TEAMS.write(mine, file)
    assert json.loads(file.read_text(encoding="utf-8"))["models"][1] == {"unit": "drowned-brother", "gear": ["snub"]}
    match = fireteam.new("necromunda", seed=3, gangs=(TEAMS.data(TEAMS.read(file)), "widows-1000"))
    setting: Any = match.setting
    assert setting.names[:4] == ("Skeer", "Drowned Brother", "Drowned Brother 2", "Winkle")
    assert fireteam.load(match.save()).setting.header() == setting.header()
    assert setting.beginning["setup"]["gangs"][0]["title"] == "Mine"


@pytest.mark.rule("NE-CAMP-01", "NE-CAMP-02")
def test_a_campaign_is_founded_with_a_gang_of_ones_own() -> None:
    own = TEAMS.data(gang(LEADER, GANGER))
    campaign = Campaign.new([own, "couriers-1000"], 3)
    assert campaign.book.gangs[0].credits == 1000 - 170
    assert Campaign.load(campaign.save()).save() == campaign.save()


@pytest.mark.rule("NE-CAMP-02")
@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("gear: [snub]", "gear: snub", 7, "gear must be a list, not 'snub'"),
        ("gear: [snub]", "gear: [[snub]]", 7, "an entry of gear must be text"),
        ("gear: [snub]", "guns: [snub]", 7, "unknown key 'guns'"),
        ("faction: choir", "faction: chor", 3, "no faction 'chor'"),
        ("limit: 1000", "limit: 1005", 4, "limit must be 1 to 1000 credits, not 1005"),
    ],
)
def test_a_file_that_is_no_gang_is_named_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    text = TEAMS.text(gang(LEADER, armed("drowned-brother", "snub")))
    with pytest.raises(PackError, match=reason) as caught:
        TEAMS.parse(text.replace(old, new))
    assert caught.value.line == line


@pytest.mark.rule("NE-CAMP-02")
def test_a_gang_that_cannot_play_begins_no_battle() -> None:
    broken = TEAMS.data(gang(LEADER))
    with pytest.raises(SetupError, match=r"a gang has 1 to 12 of the role ganger, not 0 \(NE-CAMP-02\)"):
        fireteam.new("necromunda", seed=3, gangs=(broken, "widows-1000"))


def test_the_schema_knows_the_shelves_of_each_gang() -> None:
    schema = TEAMS.schema()
    choir = schema["oneOf"][0]["properties"]["models"]["items"]["properties"]
    assert choir["gear"]["type"] == "array" and "hush-bow" not in choir["gear"]["items"]["enum"]
    assert "hull-torch" in choir["gun-turret"]["enum"] and choir["name"]["type"] == "string"
