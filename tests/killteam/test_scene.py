"""A battle as a table draws it: the killzone turned over, operatives with tags and cards, markers, and no secret of the
other side."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.core.scene import Scene
from fireteam.games.killteam import arena
from fireteam.games.killteam.state import ACTIVE, ENGAGE, EXPENDED, NOBODY, Effect, Marker
from fireteam.kit.arena import match_at

SECRETS = (
    (0, "tac_op", "clean-house"),
    (1, "tac_op", "past-their-line"),
    (0, "primary", "crit"),
    (1, "primary", "kill"),
)
PLACED = {"cv-prior": (300, 400), "cv-breaker": (300, 735), "vr-runner-1": (850, 950), "vr-runner-2": (2205, 1810, 300)}


def lay(**given: Any) -> Match:
    fields = {"phase": "firefight", "turning_point": 2, "placed": PLACED, "selections": SECRETS, **given}
    setting, state = arena.battle(**fields)
    match = match_at(setting, state, None)
    _ = match.over
    return match


def scene(match: Match, seat: int | None = 0) -> Scene:
    return match.setting.scene(match.table, seat)


def tags(found: Scene, piece: str) -> dict[str, str]:
    return {tag["mark"]: tag["name"] for tag in found["pieces"][piece].get("tags", [])}


@pytest.mark.rule("KT-GEO-01")
def test_the_killzone_is_drawn_with_north_up() -> None:
    found = scene(lay())
    board = found["board"]
    assert (board["name"], board["unit"], board["width"], board["height"]) == ("Shellmarket", "inch", 3000, 2200)
    assert board["areas"]["drop_zone_a"]["shape"] == {"polygon": [0, 2200, 500, 2200, 500, 0, 0, 0]}
    assert board["areas"]["drop_zone_a"]["name"] == "Drop zone of Cinder Vigil"
    assert board["areas"]["territory_b"]["name"] == "Territory of Veilrunners of the Ninth Quay"
    zones = {name: (area["kind"], area["seat"]) for name, area in board["areas"].items()}
    assert zones == {
        "territory_a": ("half", 0),
        "territory_b": ("half", 1),
        "drop_zone_a": ("zone", 0),
        "drop_zone_b": ("zone", 1),
    }
    assert (found["pieces"]["objective-a"]["at"], found["pieces"]["objective-a"]["ring"]) == ([850, 1250], 179)
    piece = found["pieces"]["cv-prior"]
    assert (piece["at"], piece["radius"], piece["level"], piece["form"], piece["seat"]) == (
        [300, 1800],
        63,
        0,
        "disc",
        0,
    )
    assert found["pieces"]["vr-runner-2"]["level"] == 300
    assert " up" not in found["pieces"]["vr-runner-2"]["text"], "the height is data, and said by who draws it"
    assert found["pieces"]["vr-runner-2"]["form"] == "hexagon"


def test_terrain_says_its_types_heights_and_whether_it_is_open() -> None:
    found = scene(lay())["parts"]
    wall, door, floor = (found[f"stronghold-a/{name}"] for name in ("south-wall-west", "door", "fire-step"))
    assert (wall["kind"], wall["foot"], wall["level"], wall["text"]) == (
        "solid",
        0,
        280,
        'Heavy, from 0" to 2.8" high.',
    )
    assert wall["sort"] == "Heavy terrain"
    assert wall["shape"] == {"polygon": [650, 900, 850, 900, 850, 870, 650, 870]}
    assert (door["kind"], floor["kind"]) == ("opening", "floor")
    assert any(0 < part["foot"] < part["level"] for part in found.values() if part["kind"] == "floor"), (
        "some can be stood under"
    )
    levels = [part["level"] for part in found.values()]
    assert levels == sorted(levels), "what is above is drawn above"


@pytest.mark.rule("KT-GALL-04", "KT-GALL-05")
def test_a_hatchway_is_drawn_open_or_closed() -> None:
    shut = lay(killzone="derelict-spine", placed={})
    closed = {
        name: part
        for name, part in scene(shut)["parts"].items()
        if name.startswith("hatch-1-a/") and part["kind"] == "hatch"
    }
    assert [part["state"] for part in closed.values()] == ["closed"]
    opened = lay(killzone="derelict-spine", placed={}, hatches=frozenset({"hatch-1-a"}))
    parts = {
        name: part
        for name, part in scene(opened)["parts"].items()
        if name.startswith("hatch-1-a/") and part["kind"] == "hatch"
    }
    assert [part["state"] for part in parts.values()] == ["open", "open"]
    assert all(part["text"].startswith("Open.") for part in parts.values())


@pytest.mark.rule("KT-BHETA-03")
def test_hazardous_areas_are_drawn() -> None:
    areas = scene(lay(killzone="quenchworks", placed={}))["board"]["areas"]
    assert len([area for area in areas.values() if area["kind"] == "hazard"]) == 4


@pytest.mark.rule("KT-ORD-01", "KT-DMG-04", "KT-GUARD-01", "KT-PICK-01")
def test_tags_tell_order_readiness_wounds_and_what_is_laid_on_an_operative() -> None:
    stunned = Effect("stun", "apl", -1, "next activation", "KT-WR-26")
    match = lay(
        operatives={
            "cv-prior": {
                "order": ENGAGE,
                "readiness": EXPENDED,
                "wounds": 6,
                "guard": True,
                "counteracted": True,
                "effects": (stunned,),
            },
            "vr-runner-1": {"carries": ("objective-b",)},
        },
        markers={"objective-b": Marker("objective-b", "objective", NOBODY, 0, 0, 0, 6, "", ())},
    )
    found = scene(match)
    assert tags(found, "cv-prior") == {
        "E": "Engage order",
        "✓": "expended",
        "6": "6 of 13 wounds left",
        "I": "injured: HIT one worse, Move less",
        "G": "on guard",
        "K": "has counteracted in this turning point",
        "S": "stun: APL -1",
    }
    assert tags(found, "vr-runner-1")["OB"] == "carries Objective B"
    assert "objective-b" not in found["pieces"]
    prior, runner = found["pieces"]["cv-prior"], found["pieces"]["vr-runner-1"]
    assert (prior["role"], prior["wounds"], prior["stance"]) == ("leader", [6, 13], "watching")
    assert (runner["role"], runner["wounds"], runner["stance"]) == ("scout", [10, 10], "hidden")


@pytest.mark.rule("KT-DMG-05", "KT-ACT-04")
def test_a_card_holds_numbers_with_reasons_weapons_and_abilities() -> None:
    stunned = Effect("stun", "apl", -1, "next activation", "KT-WR-26")
    match = lay(
        operatives={"cv-prior": {"readiness": ACTIVE, "wounds": 6, "ap": 1, "effects": (stunned,)}},
        phase="activation",
        active=0,
    )
    card = scene(match)["cards"]["cv-prior"]
    figures = {figure["label"]: figure for figure in card["figures"]}
    assert {label: figure["value"] for label, figure in figures.items()} == {
        "APL": "2",
        "Move": '4"',
        "Save": "3+",
        "Wounds": "6/13",
    }
    assert [(part["amount"], part["reason"]) for part in figures["APL"]["reasons"]] == [(3, "APL"), (-1, "stun")]
    assert [(part["amount"], part["reason"], part["rule"]) for part in figures["Move"]["reasons"]] == [
        (6, "Move", "KT-DMG-05"),
        (-2, "injured", "KT-DMG-05"),
    ]
    assert figures["APL"]["note"] == "1 spent"
    rows = {row["label"]: row["text"] for row in card["rows"]}
    assert rows["Kiln pistol"] == "Ranged: 4 dice, HIT 3+, damage 3/4; Range 8"
    assert rows["Oath blade"] == "Melee: 4 dice, HIT 3+, damage 4/6; Lethal 5+"
    assert rows["Litany of Embers"].startswith("One other VIGIL operative")
    assert (card["state"], card["piece"]) == ("active", "cv-prior")
    away = scene(match)["cards"]["cv-mender"]
    assert (away["state"], away["status"], "piece" in away) == ("away", "not set up", False)


def test_marks_are_short_and_unlike_all_others() -> None:
    for teams in (
        ("cinder-vigil", "veilrunners"),
        ("saltmarsh-levy", "ironroot-menagerie"),
        ("saltmarsh-levy", "saltmarsh-levy"),
    ):
        marks = [card["mark"] for card in scene(lay(teams=teams, placed={}, selections=()))["cards"].values()]
        assert len({mark.upper() for mark in marks}) == len(marks)
        assert max(map(len, marks)) <= 2


@pytest.mark.rule("KT-MARK-04")
def test_an_objective_tells_who_controls_it() -> None:
    found = scene(lay())["pieces"]
    assert found["objective-a"]["text"] == "Objective A, controlled by Veilrunners of the Ninth Quay"
    assert found["objective-a"]["holder"] == 1
    assert "holder" not in found["objective-b"]
    assert found["objective-b"]["text"] == "Objective B, controlled by nobody"
    assert [found[name]["mark"] for name in ("objective-a", "objective-centre", "objective-b")] == ["A", "C", "B"]
    both = scene(
        lay(
            placed={**PLACED, "cv-prior": (850, 1180), "cv-mender": (300, 400)},
            operatives={"vr-runner-1": {"x": 850, "y": 790}},
        )
    )
    assert both["pieces"]["objective-a"]["holder"] == 0
    even = scene(lay(placed={"cv-breaker": (850, 1180), "vr-runner-1": (850, 790)}))
    assert even["pieces"]["objective-a"]["holder"] == -1
    assert even["pieces"]["objective-a"]["text"] == "Objective A, contested: nobody controls it"


@pytest.mark.rule("KT-OPS-01", "KT-MARK-04", "KT-PICK-01")
def test_the_goal_is_the_crit_op_with_a_mark_for_each_objective() -> None:
    carried = Marker("objective-b", "objective", NOBODY, 0, 0, 0, 0, "", ())
    lying = Marker("objective-a", "objective", NOBODY, 850, 950, 0, NOBODY, "", ())
    free = Marker("objective-centre", "objective", NOBODY, 1500, 1100, 0, NOBODY, "", ())
    laid = {marker.id: marker for marker in (lying, free, carried)}
    found = scene(lay(operatives={"cv-prior": {"carries": ("objective-b",)}}, markers=laid))
    goal = found["goal"]
    assert (goal["name"], goal["text"].count(".")) == ("Plant the Seals", 1)
    assert goal["marks"] == [
        {"mark": "A", "name": "Objective A", "holder": 1, "place": {"piece": "objective-a"}},
        {"mark": "C", "name": "Centre objective", "place": {"piece": "objective-centre"}},
        {"mark": "B", "name": "Objective B", "holder": 0, "place": {"piece": "cv-prior"}},
    ]


@pytest.mark.rule("KT-OPS-05", "KT-OPS-15", "KT-OPS-20")
def test_each_seat_sees_its_own_tac_op_and_primary_op_alone() -> None:
    match = lay(markers={"beacon-1": Marker("beacon-1", "beacon", 1, 2000, 1000, 0, NOBODY, "", ())})
    mine, other, nobody = (scene(match, seat) for seat in (0, 1, None))
    assert (mine["status"]["tac"]["value"], mine["status"]["primary"]["value"]) == ("Clean House", "Crit op")
    assert (other["status"]["tac"]["value"], other["status"]["primary"]["value"]) == ("Past Their Line", "Kill op")
    for found, hidden in (
        (mine, ("Past Their Line", "past-their-line", "beacon")),
        (nobody, ("Clean House", "Past Their Line", "beacon")),
    ):
        text = json.dumps(found)
        assert not [word for word in hidden if word in text]
    assert "beacon-1" in other["pieces"]
    view = json.dumps(match.view(0))
    assert "clean-house" in view
    assert "past-their-line" not in view
    assert "beacon" not in view


@pytest.mark.rule("KT-OPS-20")
def test_what_is_revealed_everybody_sees() -> None:
    match = lay(revealed=((1, "tac_op"),))
    status = scene(match, 0)["status"]
    assert (status["tac 1"]["label"], status["tac 1"]["value"]) == (
        "Tac op of Veilrunners of the Ninth Quay",
        "Past Their Line",
    )
    assert "primary 1" not in status


def test_what_is_always_visible() -> None:
    match = lay(cp=(3, 1), vp=(("crit", 0, 2), ("kill", 1, 1), ("crit", 1, 1)))
    status = scene(match)["status"]
    assert {name: entry["value"] for name, entry in status.items()} == {
        "turn": "2 of 4",
        "phase": "Firefight phase",
        "initiative": "Cinder Vigil",
        "acting": "Cinder Vigil",
        "cp": "Cinder Vigil 3, Veilrunners of the Ninth Quay 1",
        "vp": "Cinder Vigil 2, Veilrunners of the Ninth Quay 2",
        "crit": "Plant the Seals",
        "tac": "Clean House",
        "primary": "Crit op",
    }
    assert status["vp"]["text"] == "Cinder Vigil: Crit op 2. Veilrunners of the Ninth Quay: Kill op 1, Crit op 1."
    labels = [paragraph["label"] for paragraph in scene(match)["briefing"]]
    assert labels[:5] == [
        "The battle",
        "Crit op: Plant the Seals",
        "Your tac op: Clean House",
        "Your primary op",
        "Kill op: Attrition",
    ]
    assert "Door Fight" in labels
    assert "Your tac op: Clean House" not in [paragraph["label"] for paragraph in scene(match, 1)["briefing"]]


@pytest.mark.rule("KT-OPS-19")
def test_the_ending_tells_who_has_won() -> None:
    match = lay(phase="over", winner=1, ending="points", vp=(("crit", 0, 2), ("kill", 1, 5)))
    assert scene(match)["ending"] == {
        "winner": 1,
        "text": "Won by Veilrunners of the Ninth Quay, 5 VP to 2.",
        "rule": "KT-OPS-19",
    }
    draw = lay(phase="over", winner=NOBODY, ending="points", vp=(("crit", 0, 2), ("kill", 1, 2)))
    assert scene(draw)["ending"]["text"] == "A draw: both have 2 VP."


def test_a_scene_is_plain_data_without_nulls() -> None:
    found = scene(lay())
    assert json.loads(json.dumps(found)) == found
    assert "null" not in json.dumps(found)
    assert scene(lay(), None)["title"] == "Kill Team: Shellmarket"
