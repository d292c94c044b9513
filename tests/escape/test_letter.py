"""Positions in which the rules once left the letter of the book: skills in pairs, who may answer an attack, who is
still to be asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.core.match import Match
from fireteam.games.escape import GAME, arena
from fireteam.games.escape.content import packs
from tests.escape.scene import keys, play, scene, table, where, who

BUNDLED = Path(packs.__file__).parents[1] / "packs" / "sublevel_zero.yaml"


def pack(folder: Path, *changes: tuple[str, str]) -> str:
    """The bundled pack with some of its text changed."""
    text = BUNDLED.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "changed.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def reason(match: Match, key: str) -> tuple[str, str]:
    """The rule and the words of the check by which something is not possible."""
    refusal = match.why_not(key)
    assert refusal is not None
    return refusal.decisive.rule, refusal.decisive.text


# -- who may answer ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-EQ-01")
def test_a_shield_answers_an_opponent_not_the_grenade_of_an_ally() -> None:
    places = {"jimmy": (6, 9), "bruno": (4, 9), "ubume": (5, 3)}
    match = scene(places, active="jimmy", holds={"jimmy": "em_grenade", "bruno": "improvised_shield"})
    match.answer("grenade at 5,9")
    assert match.decision.topic == "dodge of bruno"
    assert keys(match) == ["no dodge", "dodge"]
    assert reason(match, "dodge with the shield") == ("ES-EQ-01", "an opponent attacks")


@pytest.mark.rule("ES-EQ-01")
def test_a_shield_answers_the_grenade_of_an_opponent() -> None:
    places = {"ubume": (6, 9), "bruno": (4, 9)}
    match = scene(places, active="ubume", holds={"ubume": "gas_grenade", "bruno": "improvised_shield"})
    match.answer("grenade at 5,9")
    while match.decision.topic != "dodge of bruno":
        match.answer("no dodge")
    assert keys(match) == ["no dodge", "dodge", "dodge with the shield"]


@pytest.mark.rule("ES-EVT-12")
def test_disconnection_takes_weapons_that_are_skills(tmp_path: Path) -> None:
    gun = "skills: [Burrowing, Armless, {Rail gun: {range: 4, power: 1}}]"
    armed = pack(tmp_path, ("skills: [Burrowing, Armless]", gun))
    places = {"ashton": (5, 9), "mamushi": (8, 9)}
    quiet = scene(places, active="mamushi", pack=armed)
    assert keys(quiet, "shoot") == ["shoot Rail gun at ashton"]
    match = scene(places, active="mamushi", pack=armed, event=12)
    assert keys(match, "shoot") == []
    assert reason(match, "shoot Rail gun at ashton") == ("ES-EVT-12", "the skills of Mamushi work")


@pytest.mark.rule("ES-EVT-12")
def test_disconnection_leaves_the_weapons_of_the_resistance(tmp_path: Path) -> None:
    gun = "skills: [Leadership, {Rail gun: {range: 4, power: 1}}]"
    armed = pack(tmp_path, ("skills: [Leadership]", gun))
    match = scene({"solenne": (5, 9), "mamushi": (8, 9)}, active="solenne", pack=armed, event=12)
    assert keys(match, "shoot") == ["shoot Rail gun at mamushi"]


# -- movement by skills ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SKILL-08", "ES-SKILL-11")
def test_burrowing_and_anti_gravity_field_work_together(tmp_path: Path) -> None:
    both = pack(tmp_path, ("skills: [Burrowing, Armless]", "skills: [Burrowing, Anti-gravity field, Armless]"))
    match = scene({"mamushi": (3, 4), "ashton": (0, 12)}, active="mamushi", pack=both)
    around = {f"step {x},{y}" for x in (2, 3, 4) for y in (3, 4, 5)} - {"step 3,4"}
    assert set(keys(match, "step")) == around
    assert reason(match, "step 5,4") == ("ES-MOVE-01", "5,4 is adjacent or diagonal to 3,4")


@pytest.mark.rule("ES-EVT-08", "ES-SKILL-11")
def test_firewall_looks_ahead_through_walls_for_who_ignores_them(tmp_path: Path) -> None:
    digger = pack(tmp_path, ("skills: [Digging arm, Seasoned veteran]", "skills: [Digging arm, Burrowing]"))
    places = {"ashton": (3, 4), "mamushi": (4, 4), "ubume": (4, 3), "magnes": (4, 5)}
    match = scene(places, active="ashton", event=8, used={"ashton": {"mvt": 2}}, pack=digger)
    assert "step 4,4" in keys(match)
    plain = scene(places, active="ashton", event=8, used={"ashton": {"mvt": 2}})
    assert "step 4,4" not in keys(plain)
    play(match, "step 4,4", "step 5,4")
    assert where(match, "ashton") == (5, 4)


@pytest.mark.rule("ES-EVT-08", "ES-SKILL-08")
def test_firewall_looks_ahead_diagonally_for_who_moves_so(tmp_path: Path) -> None:
    flier = pack(tmp_path, ("skills: [Digging arm, Seasoned veteran]", "skills: [Digging arm, Anti-gravity field]"))
    places = {"ashton": (1, 1), "mamushi": (2, 2), "ubume": (1, 2), "magnes": (2, 1), "static": (3, 2)}
    match = scene(places, active="ashton", event=8, used={"ashton": {"mvt": 2}}, pack=flier)
    assert "step 2,2" in keys(match)


@pytest.mark.rule("ES-EVT-08", "ES-SKILL-10")
def test_nothing_is_paid_that_leaves_a_robot_on_an_occupied_square(tmp_path: Path) -> None:
    pilots = pack(tmp_path, ("skills: [Leadership]", "skills: [Leadership, Pilot]"))
    places = {
        "rivet": (4, 9), "mamushi": (5, 9), "ubume": (6, 9), "magnes": (8, 8), "jimmy": (0, 12), "solenne": (1, 12),
    }  # fmt: skip
    used = {"rivet": {"mvt": 2}, "solenne": {"mvt": 4}}
    match = scene(places, active="rivet", event=8, used=used, pack=pilots)
    play(match, "step 5,9", "own action", "step 6,9")
    assert where(match, "rivet") == (6, 9)  # only the better Pilot could pay: nobody was asked
    assert (who(match, "jimmy").used_mvt, who(match, "solenne").used_mvt) == (1, 4)
    assert keys(match, "step") != []


@pytest.mark.rule("ES-SKILL-08", "ES-MOVE-02")
def test_a_walled_diagonal_is_explained_by_the_wall() -> None:
    match = scene({"ubume": (5, 4), "ashton": (0, 12)}, active="ubume")
    assert reason(match, "step 4,3") == ("ES-MOVE-02", "no wall or shut door between 5,4 and 4,3")
    plain = scene({"bailiff": (5, 4), "ashton": (0, 12)}, active="bailiff")
    assert reason(plain, "step 4,3") == ("ES-MOVE-01", "4,3 is adjacent to 5,4")


# -- who is still to be asked ------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-OBJ-05")
def test_an_objective_is_handed_over_without_sight() -> None:
    places = {"ashton": (2, 1), "tilt": (3, 1), "ubume": (15, 0)}
    match = scene(places, scenario="data-heist", active="ashton", holds={"ashton": "2"})
    assert keys(match, "give") == ["give to tilt"]
    strict = scene(
        places,
        scenario="data-heist",
        active="ashton",
        holds={"ashton": "2"},
        options={"objective_handover_los": True},
    )
    assert keys(strict, "give") == []


def blocked_entry() -> Match:
    """The I.S.C. may bring somebody back; Ubume waits before an airlock that the Resistance stands on."""
    return scene(
        {"ashton": (7, 0), "jimmy": (8, 0), "solenne": (15, 5), "bruno": (15, 6)},
        scenario="manhunt",
        acting="isc",
        out={"magnes": 1, "static": 1, "bailiff": 1, "mamushi": 1},
        courier="ashton",
        left=["tilt", "rivet"],
    )


@pytest.mark.rule("ES-DEPL-03", "ES-FAC-11")
def test_done_with_returns_does_not_shut_out_who_can_enter_later() -> None:
    match = blocked_entry()
    assert "done" in keys(match) and "activate ubume" not in keys(match)
    play(match, "done", "activate ashton", "step 7,1", "step 7,2", "end")
    assert match.decision.topic == "action of ubume"  # she must act and has one way in: nobody was asked
    assert where(match, "ubume") == (7, 0)


@pytest.mark.rule("ES-FAC-11")
def test_done_with_returns_brings_nobody_back_this_turn() -> None:
    match = blocked_entry()
    play(match, "done", "activate ashton", "end", "activate jimmy", "end")
    asked = []
    while match.decision.topic == "activation":
        asked += keys(match)
        match.answer(keys(match)[0])
        match.answer("end")
    assert asked and not {"activate magnes", "activate static", "activate bailiff", "activate mamushi"} & set(asked)


@pytest.mark.rule("ES-SKILL-14", "ES-INT-05")
def test_an_otaku_of_the_isc_hacks(tmp_path: Path) -> None:
    otaku = pack(tmp_path, ("skills: [Attraction]", "skills: [Attraction, Otaku]"))
    match = scene({"magnes": (5, 3), "ashton": (0, 12)}, active="magnes", pack=otaku, dice=[6])
    assert keys(match, "hack") == ["hack A04", "hack A11"]
    plain = scene({"magnes": (5, 3), "ashton": (0, 12)}, active="magnes")
    assert keys(plain, "hack") == []


@pytest.mark.rule("ES-SKILL-13", "ES-FAC-03")
def test_a_broken_drill_stays_broken_when_its_owner_returns(tmp_path: Path) -> None:
    driller = pack(tmp_path, ("skills: [Attraction]", "skills: [Attraction, Drill]"))
    for broken in (["magnes"], []):
        match = scene(
            {"ashton": (0, 0)},
            scenario="infiltration",
            acting="isc",
            turn=3,
            out={"magnes": 2},
            pack=driller,
            drill_broken=broken,
        )
        play(match, "activate magnes", "enter at 14,6")
        assert bool(keys(match, "drill")) != bool(broken)
        assert who(match, "magnes").drill_broken == bool(broken)


# -- what a pack says --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-TERM-03")
def test_a_pack_says_how_distances_are_counted(tmp_path: Path) -> None:
    wide = pack(tmp_path, ("distance_metric: orthogonal ", "distance_metric: chebyshev "))
    places = {"magnes": (7, 6), "ashton": (9, 8)}
    match = scene(places, active="magnes", pack=wide)
    assert keys(match, "attract") == ["attract ashton"]
    chosen = scene(places, active="magnes", pack=wide, options={"distance_metric": "orthogonal"})
    assert keys(chosen, "attract") == []
    form = {option["id"]: option["default"] for option in GAME.start_form(wide)["options"]}
    assert form["distance_metric"] == "chebyshev"
    assert GAME.start_form()["options"][0]["default"] == "orthogonal"
    own = arena.prepare("evasion", pack=wide, squads={"isc": [arena.card("x", "isc", mvt=4, cbt=1, int=1, life=3)]})
    assert own.options["distance_metric"] == "chebyshev"


@pytest.mark.rule("ES-DEPL-02", "ES-AIR-01")
def test_a_scenario_may_name_the_central_airlock_as_entry(tmp_path: Path) -> None:
    old, new = "resistance: {mode: entry, airlocks: [1]}", "resistance: {mode: entry, airlocks: [5]}"
    central = pack(tmp_path, (old, new))
    match = scene({"ubume": (0, 12)}, scenario="infiltration", turn=1, pack=central)
    match.answer("activate ashton")
    ground = table(match).ground
    assert keys(match) == [f"enter at {ground.at(square)}" for square in ground.board.airlocks[5].squares]
