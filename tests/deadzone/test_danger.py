"""How dangerous the cells of a walk are: the same numbers as the attacks themselves have, typed in by hand; and what
they are good for."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.core.scene import DangerSpot
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.odds import Fight, Shoot
from fireteam.games.deadzone.show.page import Page
from fireteam.kit import danger as parts
from tests.deadzone.battlefield import KNIFE, RIFLE, battle, cube, scenario, setting_with, token

HURT = "damage target"
SHORT = arena.weapon("Carbine", 4)
APART = {"a": "1,1,1", "b": "6,1,1"}


def walk(b: Unit, at: dict[str, str] | None = None, **more: Any) -> Match:
    """Model a is to act and may walk two cubes; b is its enemy."""
    return battle({"a": arena.unit("A")}, {"b": b}, at or APART, **more)


def cells(match: Match) -> dict[str, DangerSpot]:
    """The danger of every cube that a may walk to, by its name, asked for part by part."""
    page, found = Page(match.table.board), list[DangerSpot]()
    while True:
        part = match.setting.danger(match, len(found))
        assert (part["piece"], part["step"]) == ("a", 300)
        found += part["spots"]
        if part["rest"] == 0:
            return {page.names[spot["spot"]]: spot for spot in found}


def threat(mean: float, *, cover: bool = False, by: str = "b") -> Any:
    """An enemy with what it costs on average."""
    return {"piece": by, "mean": pytest.approx(mean), "cover": cover}


def shot(**given: Any) -> float:
    """The mean damage of a typed shot at a."""
    return float(Shoot(**{"ranged": 5, "survive": 5, "health": 2, **given}).odds().mean(HURT))


@pytest.mark.rule("DZ-SHOOT-06")
def test_within_range_a_cell_is_as_dangerous_as_the_shot_is() -> None:
    match = walk(arena.unit("B", SHORT, ranged=4))
    found = cells(match)
    assert found["2,1,1"]["threats"] == [threat(shot(ranged=4))]
    assert found["1,2,1"]["threats"] == [], "five cubes away"
    assert {name for name, spot in found.items() if spot["threats"]} == {name for name in found if name[0] != "1"}
    assert (found["2,1,1"]["at"], found["2,1,1"]["cost"]) == ([450, 2250], 1)
    assert found["3,1,1"]["cost"] == 2
    view = match.setting.question_view(match.table, match.decision, True)
    assert sorted(spot["spot"] for spot in found.values()) == sorted(place["spot"] for place in view["walks"])


@pytest.mark.rule("DZ-SHOOT-10")
def test_behind_a_low_wall_it_is_safer() -> None:
    found = cells(walk(arena.unit("B", RIFLE), on=arena.field(walls={(2, 1, 1, "E"): "low25"})))
    assert found["2,1,1"]["threats"] == [threat(shot(clear=False), cover=True)]
    assert found["3,1,1"]["threats"] == [threat(shot())]
    assert shot(clear=False) < shot()


@pytest.mark.rule("DZ-SHOOT-07")
def test_behind_a_high_wall_nobody_is_a_threat() -> None:
    on = arena.field(walls={(3, row, 1, "E"): "blocked" for row in range(1, 9)})
    found = cells(walk(arena.unit("B", RIFLE), on=on))
    assert found
    assert all(spot["threats"] == [] for spot in found.values())


@pytest.mark.rule("DZ-SHOOT-11")
def test_from_above_it_is_worse_and_levels_are_told() -> None:
    ladders = frozenset({(4, 4, 1), (5, 4, 1), (5, 4, 2)})
    on = arena.field(floors={(4, 4, 2): "full", (8, 4, 2): "full"}, ladders=ladders)
    found = cells(walk(arena.unit("B", RIFLE), {"a": "5,4,1", "b": "8,4,2"}, on=on))
    below, above = found["6,4,1"], found["4,4,2"]
    (one,) = below["threats"]
    assert one["mean"] == pytest.approx(shot(high=True, clear=not one["cover"]))
    assert above["threats"] == [threat(shot())]
    assert (below["level"], above["level"]) == (0, 300)


@pytest.mark.rule("DZ-AB-SMOKE-02")
def test_smoke_beside_the_line_costs_a_die() -> None:
    at = {"a": "1,1,1", "b": "5,1,1"}
    smoky = walk(arena.unit("B", RIFLE), at, smoke=1 << cube("4,2,1"))
    (one,) = cells(smoky)["2,1,1"]["threats"]
    assert one["mean"] == pytest.approx(shot(vs_keywords="Cloaking Device", clear=not one["cover"]))
    assert one["mean"] < shot()


@pytest.mark.rule("DZ-ASLT-01")
def test_in_the_same_cube_it_is_as_dangerous_as_the_assault_is() -> None:
    match = walk(arena.unit("B", RIFLE, KNIFE, fight=4), {"a": "1,1,1", "b": "2,1,1"})
    mean = float(Fight(fight=4, survive=5, health=2, vs_fight=5).odds().mean(HURT))
    found = cells(match)
    assert found["2,1,1"]["threats"] == [threat(mean)], "nobody shoots beside an enemy"
    assert found["1,2,1"]["threats"] == [threat(shot())]


@pytest.mark.rule("DZ-ACT-01")
def test_who_is_pinned_stands_up_first_and_has_no_time_for_a_long_action() -> None:
    heavy = arena.weapon("Cannon", 8, 2, ["Heavy"])
    for gun, means in ((RIFLE, [shot()]), (heavy, [])):
        match = walk(arena.unit("B", gun), models={"b": {"pinned": True}})
        assert [one["mean"] for one in cells(match)["2,1,1"]["threats"]] == pytest.approx(means)
    assert len(cells(walk(arena.unit("B", heavy)))["2,1,1"]["threats"]) == 1


def test_the_best_weapon_counts_and_nobody_spends_command_dice() -> None:
    strong = arena.weapon("Long rifle", 8, 2)
    b = arena.unit("B", RIFLE, strong, ranged=4)
    armoured = {"a": arena.unit("A", armour=2)}
    match = battle(armoured, {"b": b}, APART, command=({}, {"Dice": 2}))
    assert cells(match)["2,1,1"]["threats"] == [threat(shot(ranged=4, armour=2, ap=2))]
    assert match.state.command[1] != match.state.command[0], "looking changes nothing"


def test_a_grenade_is_thrown_at_the_cube() -> None:
    grenade = arena.weapon("Grenade", 4, 0, ["Grenade (Frag (3))"])
    found = cells(walk(arena.unit("B", grenade)))
    (one,) = found["2,1,1"]["threats"]
    assert one["mean"] > 0
    assert found["1,2,1"]["threats"] == []


def test_in_the_midst_of_a_move_what_is_left_of_it_counts() -> None:
    match = walk(arena.unit("B", RIFLE))
    match.answer("sprint")
    match.answer("step to 2,1,1")
    found = cells(match)
    assert {name for name, spot in found.items() if spot["cost"] > 1} == set()
    assert found["3,1,1"]["threats"] == [threat(shot())]


def test_a_part_ends_after_a_moment_and_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    match = walk(arena.unit("B", RIFLE))
    whole = cells(match)
    monkeypatch.setattr(parts, "MOMENT", -1.0)
    first = match.setting.danger(match, 0)
    assert (len(first["spots"]), first["rest"]) == (1, len(whole) - 1)
    assert cells(match) == whole


def test_where_nobody_moves_there_is_no_danger() -> None:
    match = walk(arena.unit("B", RIFLE), {"a": "1,1,1", "b": "1,1,1"})
    assert match.setting.danger(match, 0) == parts.SAFE


# -- what they are good for --------------------------------------------------------------------------------------------

ABOUT: dict[str, Any] = {
    "objectives": [{"at": (4, 4), "vp": 2}],
    "consoles": {"at": [(3, 3)], "vp": 1, "hacker_bonus": 1},
    "exits": {"A": [(3, 4)], "B": [(8, 8)], "least_vp": 1},
}


def gains(at: dict[str, str], *keywords: str, **more: Any) -> dict[str, list[str]]:
    """What a gains in the cubes that it may walk to, by their names; b is its enemy, and c its friend."""
    units = {"a": (0, arena.unit("A", keywords=keywords)), "b": (1, arena.unit("B")), "c": (0, arena.unit("C"))}
    setting = setting_with(units, scenario(**ABOUT))
    match = arena.match_over(arena.table_at(setting, {"a": "3,5,1", **at}, Activation(0), **more), None)
    assert match.decision.seat == 0
    return {
        name: [f"{gain['kind']} {gain['mark']}: {gain['text']}" for gain in spot["gains"]]
        for name, spot in cells(match).items()
        if spot["gains"]
    }


@pytest.mark.rule("DZ-ROUND-10", "DZ-SPEC-01", "DZ-CORE-06")
def test_objective_console_and_exit_are_gained_in_their_cubes() -> None:
    console, leaves = "acts C: can work the console", "acts X: can leave the board"
    held = {"4,4,1": ["holds 2: holds the Objective of 2 VP"], "3,3,1": [console], "3,4,1": [leaves]}
    assert gains({}) == held
    assert gains({"c": "4,4,1"}) == held
    assert gains({"b": "4,4,1"}) == {**held, "4,4,1": ["contests 2: contests the Objective of 2 VP"]}
    without = {name: found for name, found in held.items() if found != [console]}
    assert gains({}, settled=frozenset({"console 0 3,3,1"})) == without
    assert gains({}, "Beast") == without
    assert gains({"b": "3,3,1"}) == without


@pytest.mark.rule("DZ-ITEM-02", "DZ-ITEM-04", "DZ-ITEM-09")
def test_items_are_gained_by_who_may_pick_them_up_and_named_to_who_has_seen_them() -> None:
    def found(seen: int, *keywords: str, at: dict[str, str] | None = None) -> list[str]:
        lying = token("item", "2,5,1", "Ammo", seen=seen)
        return gains(at or {}, *keywords, tokens=lying).get("2,5,1", [])

    assert found(1) == ["acts A: can pick up Ammo"]
    assert found(2) == ["acts ?: can pick up an item that lies face down"]
    assert found(1, "Beast") == []
    assert found(1, at={"b": "2,5,1"}) == []
