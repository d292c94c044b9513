"""Scenes of set-up, movement and scoring, with their dice."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, match_over, table_at, unit, weapon
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.movement import terms
from fireteam.games.deadzone.round import Round, end_phase
from fireteam.space.cubes.layout import QUARTERS
from fireteam.space.cubes.steps import Going
from tests.deadzone.battlefield import offered, placed, play, scenario, setting_with, table_of


@pytest.mark.rule("DZ-TERR-07", "DZ-MOVE-06", "DZ-MOVE-08", "DZ-ASLT-07", "DZ-ASLT-08")
def test_a_big_model_through_narrow_gaps_into_a_full_cube() -> None:
    big = unit("M", weapon("Claws", "CC", 1), size=3, health=4, speed=(2, 3))
    foe = unit("X", size=4, survive=4, armour=2, health=5)
    units = {"m": (0, big), "f": (0, unit("F")), "g": (0, unit("G")), "h": (0, unit("H")), "x": (1, foe)}
    on = field(walls={(2, 2, 1, "E"): "low50", (2, 2, 1, "N"): "low25"})
    at = {"m": "2,2,1", "f": "3,3,1", "g": "3,3,1", "h": "4,4,1", "x": "4,4,1"}
    dice = Given([5, 5, 1, 2, 8, 5, 4, 4, 1, 2], then=Seeded(1))
    match = match_over(table_at(setting_with(units, on=on), at, Activation(0)), dice)
    play(match, "advance", "step to 3,3,1")
    assert "stop here" not in offered(match)
    play(match, "step to 4,4,1", "with Claws", "survive")
    assert match.state.models[4].damage == 1


SHED = {
    "floors": {(3, 3, 2): "hatch2", (3, 4, 2): "full", (4, 4, 2): "half-N"},
    "walls": {(2, 3, 1, "E"): "blocked", (3, 3, 1, "E"): "blocked", (3, 3, 1, "N"): "blocked",
              (3, 2, 1, "N"): "door50"},
    "ramps": {(2, 4, 1): "E"},
}  # fmt: skip


def ends(model: Unit, at: str, cubes: int, *, above: bool = True) -> set[str]:
    """Where a lone move can end, above the ground alone or everywhere."""
    t = table_at(setting_with({"a": (0, model)}, on=field(**SHED)), {})
    place = t.board.named(at)
    assert place is not None
    t.put(0, place, 1)
    found = {t.board.place_name(end) for end in t.steps.reach(Going(place, cubes), t.gaits[0], terms(t, 0))}
    return {name for name in found if name.endswith(",2")} if above else found


@pytest.mark.rule("DZ-TERR-04", "DZ-TERR-06", "DZ-TERR-08", "DZ-GEO-05", "DZ-GEO-06", "DZ-GEO-07", "DZ-AB-WALKER-01")
def test_shed_hatch_ramp_and_deck() -> None:
    assert ends(unit("T", size=2), "3,3,1", 1, above=False) == {
        "2,2,1", "3,2,1", "4,2,1", "3,3,2", "3,4,2", "4,4,2",
    }  # fmt: skip
    assert ends(unit("O", size=3), "3,3,1", 1, above=False) == set()
    wheels = unit("V", size=4, keywords=["Vehicle"])
    assert ends(wheels, "2,4,1", 1) == {"3,4,2"}
    assert ends(wheels, "2,4,1", 2) == {"3,3,2", "3,4,2"}
    assert ends(unit("W", size=4, keywords=["Walker"]), "2,3,1", 1) == {"3,3,2", "3,4,2"}
    assert ends(unit("X"), "4,3,1", 1) == {"3,3,2", "3,4,2", "4,4,2"}


@pytest.mark.rule("DZ-GEO-16")
def test_what_the_shed_and_the_deck_hide_from_above() -> None:
    board = field(**SHED).board
    assert not board.seen_from_above(board.cube(3, 3, 1))
    assert board.seen_from_above(board.cube(4, 4, 1))
    assert not board.seen_from_above(board.cube(4, 4, 1), QUARTERS["NW"])


def crowd(*dice: int) -> Match:
    lash = weapon("Lash", "CC", keywords=["Stun"])
    hero = unit("B", size=2, survive=4, armour=1, health=3, keywords=["Teleport", "Resilient (1)"])
    units = {
        "B": (0, hero),
        "H": (1, unit("H", size=2, fight=3, keywords=["Honourable"])),
        "G": (1, unit("G", lash, keywords=["Horde", "Companion", "Tenacious"])),
        "G2": (1, unit("G2", keywords=["Horde"])),
        "Q": (1, unit("Q", fight=6)),
    }
    at = {"B": "4,4,1", "H": "4,4,1", "G": "4,4,1", "G2": "4,4,1", "Q": "6,5,1"}
    table = table_at(setting_with(units), at, Activation(0), models={"G2": {"pinned": True}})
    match = match_over(table, Given([5, 5, 6, 1, 2, 4, 4, 1, *dice], then=Seeded(1)))
    play(match, "teleport")
    assert "strike with H" not in offered(match) and "strike with G2" not in offered(match)
    return play(match, "strike with G", "with Lash", "re-roll 1 misses and 0 hits")


@pytest.mark.rule("DZ-AB-TELEPORT-02", "DZ-MOVE-10", "DZ-MOVE-11", "DZ-MOVE-13")
def test_teleport_out_of_a_crowd() -> None:
    stunned = crowd(2)
    hero = stunned.state.models[0]
    assert (placed(stunned, "B"), hero.activated, hero.damage) == ("4,4,1", True, 0)
    free = crowd(8, 1, 5, 6, 1, 2, 3, 5, 2, 1)
    play(free, "teleport to 6,5,1", "stand SW+SE")
    play(free, "survive")
    assert (placed(free, "B"), free.state.models[4].damage) == ("6,5,1", 1)


@pytest.mark.rule("DZ-WIN-03", "DZ-ROUND-10", "DZ-PART-03")
def test_a_double_finish() -> None:
    about = scenario(objectives=[{"at": (4, 4), "vp": 2}, {"at": (6, 6), "vp": 1}])
    a, b = unit("A", keywords=["Beast"]), unit("B")
    units = {"a": (0, a), "b": (1, b), "a2": (0, a), "b2": (1, b)}
    setting = setting_with(units, about, on=field(splits={(6, 6, 1): ("x", "blocked")}))
    setting.needed_points = 16
    at = {"a": "4,4,1", "b": "4,4,1", "a2": "6,6,1/W", "b2": "6,6,1/E"}
    frame, pinned = Round().placed(end_phase), {"b": {"pinned": True}}
    state = match_over(table_at(setting, at, frame, models=pinned, points=(16, 16), round=5), Given([])).state
    assert (state.points, state.winner, state.ending) == ((16, 16), -1, "points")


@pytest.mark.rule("DZ-SETUP-01", "DZ-SETUP-08", "DZ-SETUP-10", "DZ-SETUP-16", "DZ-AB-AERIAL-01", "DZ-AB-SCOUT-01")
def test_from_tokens_to_the_first_turn() -> None:
    small = {f"b{n}": (1, unit("B")) for n in range(1, 4)}
    units: dict[str, Any] = {
        "a": (0, unit("A", size=4, recon=5)), "a2": (0, unit("A", size=4)), "a3": (0, unit("A", size=4)),
        "a4": (0, unit("A", size=3)), "a5": (0, unit("A", size=2)),
        "b": (1, unit("B", recon=4)), **small,
        "K": (1, unit("K", keywords=["Aerial Deployment"])), "S": (1, unit("S", keywords=["Scout"])),
    }  # fmt: skip
    objective = [{"at": (8, 4), "vp": 1}]
    setting = setting_with(units, scenario(objectives=objective), on=field(floors={(3, 6, 3): "full"}))
    tokens = [1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 2, 5, 2, 1, 3, 6]
    recon = [5, 6, 1, 2, 8, 4, 4, 4, 1, 2, 3]
    match = Match(setting, Given([*tokens, *recon, "Intel", "Ammo"], then=Seeded(1)))
    play(match, "second player starts", "zone B", "hold K back", "the zone is large enough", "add 4,2,1 to the zone")
    for name, x, quarter in (("b", 6, "NE"), ("b1", 6, "SW"), ("b2", 7, "NE"), ("b3", 7, "SW"), ("S", 5, "NE")):
        play(match, f"deploy {name} in {x},8,1", f"stand {quarter}")
    for name, where in (("a", "1,1,1"), ("a2", "2,1,1"), ("a3", "3,1,1")):
        play(match, f"deploy {name} in {where}")
    play(match, "deploy a4 in 4,1,1", "stand SW+SE+NW")
    play(match, "stand SW+SE")  # the extra cube is the only place left for it
    assert placed(match, "a5") == "4,2,1"
    assert "deploy K in 4,3,1" not in offered(match) and "deploy K in 4,4,1" in offered(match)
    play(match, "deploy K in 4,4,1", "stand SW", "look at item-1 in 1,2,1", "look at item-2 in 1,3,1")
    assert table_of(match).board.name(match.state.tokens["item-8"].cube) == "3,6,3"
    play(match, "S scouts ahead", "step to 5,7,1", "step to 5,6,1", "stand SW")
    assert (placed(match, "S"), match.state.round, match.state.initiative) == ("5,6,1", 1, 1)
