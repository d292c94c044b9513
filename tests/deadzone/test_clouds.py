"""Smoke, gas and ink."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.damage import suffer
from fireteam.games.deadzone.keywords.clouds import Clouds
from fireteam.games.deadzone.round import Round, end_phase
from fireteam.games.deadzone.state import DEAD
from tests.deadzone.battlefield import cube, lying, token, turn
from tests.deadzone.battlefield import model as a
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import possible as offered

RIFLE = arena.weapon("Rifle", 6)
BOMB = arena.weapon("Bomb", 3, 0, ["Grenade (Smoke)"], one_use=True)
GAS = arena.weapon("Gas", 3, 0, ["Grenade (Gas Cloud (Toxic (2)))"], one_use=True)
FAR = {"a": "1,1,1", "b": "4,1,1"}
CLOUD, KEEP = "fill the cube: Gas Cloud (Smoke)", "keep the cloud"


def smoke(at: str, toxic: int = 0) -> dict[str, Any]:
    """A cube full of smoke."""
    return {"tokens": token("smoke", at, number=toxic), "smoke": 1 << cube(at)}


def shots(match: Match) -> set[str]:
    return {key for key in offered(match) if key.startswith("shoot")}


@pytest.mark.rule("DZ-AB-SMOKE-01", "DZ-ITEM-19")
def test_smoke_fills_a_cube_and_hides_models_but_not_the_cube() -> None:
    cards = {"a": (0, arena.unit("A", RIFLE)), "b": (1, arena.unit("B"))}
    thrown = "shoot 3,1,1 with Smoke Grenade"
    match = turn(cards, {**FAR, "b": "3,1,1"}, [5, 1, 1], thrown, models={"a": {"item": "Smoke Grenade"}})
    assert lying(match, "smoke") == [("", "3,1,1", 0)] and a(match, "b").damage == 0
    gun = arena.weapon("Rocket", 8, 0, ["Explosive", "Frag (1)"])
    cards["a"] = (0, arena.unit("A", RIFLE, gun))
    seen = shots(turn(cards, FAR, **smoke("4,1,1")))
    assert "shoot b with Rifle" not in seen and "shoot 4,1,1 with Rocket" in seen
    through = shots(turn(cards, FAR, **smoke("3,1,1")))
    assert "shoot b with Rifle" not in through and "shoot 4,1,1 with Rocket" not in through


@pytest.mark.rule("DZ-AB-SMOKE-02")
def test_a_shot_past_smoke_has_one_die_less() -> None:
    cards = {"a": (0, arena.unit("A", RIFLE)), "b": (1, arena.unit("B"))}
    match = turn(cards, FAR, [*(1,) * 4, *(1,) * 3], "shoot b with Rifle", **smoke("3,2,1"))
    assert [event.params["dice"] for event in match.log if event.code == "shoots"] == [4]


@pytest.mark.rule("DZ-AB-SMOKE-03")
def test_who_is_in_smoke_sees_nobody_and_can_throw_under_an_open_sky() -> None:
    cards = {"a": (0, arena.unit("A", RIFLE, BOMB)), "b": (1, arena.unit("B"))}
    seen = shots(turn(cards, {"a": "1,1,1", "b": "2,1,1"}, **smoke("1,1,1")))
    assert "shoot b with Rifle" not in seen and "shoot 2,1,1 with Bomb" in seen


@pytest.mark.rule("DZ-AB-SMOKE-04", "DZ-MEET-08")
def test_smoke_and_gas_clear_on_a_five_at_the_end_of_a_round() -> None:
    cards = {"a": (0, arena.unit("A")), "b": (1, arena.unit("B"))}
    for face, left in ((4, [("", "5,5,1", 2)]), (5, [])):
        match = turn(cards, FAR, [face], first=Round().placed(end_phase), **smoke("5,5,1", 2))
        assert lying(match, "smoke") == left and bool(match.state.smoke) == bool(left)


@pytest.mark.rule("DZ-MEET-08")
def test_a_cube_has_one_marker_whose_gas_only_gets_stronger() -> None:
    cards = {"a": (0, arena.unit("A", GAS, BOMB)), "b": (1, arena.unit("B"))}
    for before, gun, after in ((0, "Gas", 2), (3, "Gas", 3), (3, "Bomb", 3)):
        match = turn(cards, FAR, [5, 1, 1], f"shoot 4,1,1 with {gun}", **smoke("4,1,1", before))
        assert lying(match, "smoke") == [("", "4,1,1", after)]


@pytest.mark.rule("DZ-AB-GAS-01", "DZ-AB-GAS-02", "DZ-AB-GAS-04")
def test_a_gas_cloud_is_made_once_at_the_start_or_the_end_and_stays() -> None:
    cards = {"a": (0, arena.unit("A", keywords=["Gas Cloud (Smoke)"])), "b": (1, arena.unit("B"))}
    match = turn(cards, {"a": "1,1,1", "b": "1,1,1"})
    assert offered(match) == {CLOUD, KEEP}
    match = turn(cards, FAR, (), CLOUD, "advance", "step to 1,2,1")
    assert lying(match, "smoke") == [("", "1,1,1", 0)]
    assert a(match, "a").spent == {"Gas Cloud"}
    late = turn(cards, FAR, (), KEEP, "end the activation")
    assert offered(late) == {CLOUD, KEEP}
    assert lying(play(late, CLOUD), "smoke") == [("", "1,1,1", 0)]
    spent = turn(cards, FAR, models={"a": {"spent": frozenset({"Gas Cloud"})}})
    assert "advance" in offered(spent)


@pytest.mark.rule("DZ-MEET-09")
def test_who_is_pinned_in_its_activation_may_still_make_its_cloud() -> None:
    cards = {"a": (0, arena.unit("A", keywords=["Gas Cloud (Smoke)"])), "b": (1, arena.unit("B"))}
    trap = token("trap", "1,2,1", "Blast", owner=1)
    match = turn(cards, FAR, [1], KEEP, "advance", "step to 1,2,1", "detonate trap-0", tokens=trap)
    assert a(match, "a").pinned and offered(match) == {CLOUD, KEEP}


@pytest.mark.rule("DZ-AB-GAS-03", "DZ-MEET-07")
def test_who_loses_hp_in_toxic_gas_loses_more() -> None:
    dart = arena.weapon("Dart", "CC", 0, ["Toxic (1)"])
    cards = {"a": (0, arena.unit("A", dart)), "b": (1, arena.unit("B", health=9, fight=0))}
    at = {"a": "4,1,1", "b": "4,1,1"}
    answers = ("assault b", "with Dart")
    match = turn(cards, at, [*(5, 1, 1), *(1, 1, 1)], *answers, **smoke("4,1,1", 2))
    assert a(match, "b").damage == 4
    cards["b"] = (1, arena.unit("B", health=9, fight=0, keywords=["Construct"]))
    match = turn(cards, at, [*(5, 1, 1), *(1, 1, 1)], *answers, **smoke("4,1,1", 2))
    assert a(match, "b").damage == 1


@pytest.mark.rule("DZ-AB-GAS-03")
def test_gas_adds_to_losses_that_are_no_attack() -> None:
    setting = arena.setting_for({"a": (0, arena.unit("A", health=4))}, supplements=(Clouds(),))
    table = arena.table_at(setting, {"a": "1,1,1"}, Activation(0), **smoke("1,1,1", 1))
    assert list(suffer(table, 0, 1, "DZ-AB-CHARGED-01")) == []
    assert table.state.models[0].damage == 2


@pytest.mark.rule("DZ-AB-INK-01")
def test_ink_comes_once_by_choice_and_again_in_death() -> None:
    cards = {"a": (0, arena.unit("A", RIFLE)), "b": (1, arena.unit("B", keywords=["Ink Sac"], health=1))}
    spent = {"b": {"spent": frozenset({"Ink Sac"})}}
    match = turn(cards, FAR, [*(5,) * 5, *(1,) * 3], "shoot b with Rifle", models=spent)
    assert a(match, "b").status == DEAD and lying(match, "smoke") == [("", "4,1,1", 0)]
    own = {"a": (0, arena.unit("A", keywords=["Ink Sac"])), "b": (1, arena.unit("B"))}
    assert lying(turn(own, FAR, (), "fill the cube: Ink Sac"), "smoke") == [("", "1,1,1", 0)]
