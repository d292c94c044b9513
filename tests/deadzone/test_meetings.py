"""Where several rules meet at one moment: what comes first, and what counts for what (DZ-MEET)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, match_over, table_at, unit, weapon
from fireteam.games.deadzone.cards import Unit, deck
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.movement import SPRINT
from fireteam.games.deadzone.setting import mode_of
from fireteam.games.deadzone.setup import FreeMove
from fireteam.games.deadzone.state import DEAD
from fireteam.space.cubes.steps import Mode
from tests.deadzone.battlefield import NextRound, offered, placed, play, setting_with, token

ORDERS = deck(content(None)).orders
GUN = weapon("Gun", 8)


def ordered(order: str, units: dict[str, tuple[int, Unit]], at: dict[str, str], *dice: int, **laid: Any) -> Match:
    """The first model is activated; a leader far away may give an order for a Special die, and no other die is held."""
    lead = unit("L", role="Leader", recon=5, order=ORDERS[order])
    setting = setting_with({**units, "lead": (0, lead)})
    table = table_at(setting, {**at, "lead": "1,8,1"}, Activation(0), command=({"Special": 1}, {}), **laid)
    return match_over(table, Given(dice, then=NextRound()))


def keep(match: Match) -> Match:
    """No die is bought."""
    while match.decision.topic.startswith("bought"):
        play(match, "keep the dice")
    return match


@pytest.mark.rule("DZ-MEET-03", "DZ-AB-BOOM-01")
def test_points_explosion_smoke_item_and_order_follow_a_death_in_this_order() -> None:
    bomb = unit("B", health=1, keywords=["BOOM! (2)", "Ink Sac"])
    units = {"a": (0, unit("A", GUN)), "b": (1, bomb), "c": (0, unit("C", health=3))}
    at, hurt = {"a": "1,1,1", "b": "4,1,1", "c": "6,1,1"}, {"c": {"damage": 1}, "b": {"item": "Ammo"}}
    match = ordered("feed_the_bed", units, at, *(5, 1, 1, 1, 1), *(1, 1, 1), models=hurt)
    keep(play(match, "shoot b with Gun"))
    told = [(event.code, event.params.get("what")) for event in match.log]
    wanted = [("scored", None), ("goes_off", "Frag (2)"), ("laid", "smoke"), ("laid", "item")]
    assert [entry for entry in told if entry in wanted] == wanted
    assert match.decision.topic == "order Feed the Bed for b"


@pytest.mark.rule("DZ-AB-BOOM-01", "DZ-MEET-34")
def test_a_bomb_is_its_owners_and_has_no_ap() -> None:
    lance = weapon("Gun", 8, ap=3)
    units = {"a": (0, unit("A", lance)), "b": (1, unit("B", health=1, keywords=["BOOM! (2)"]))}
    units |= {name: (1, unit(name, armour=1)) for name in "cd"}
    at = {"a": "1,1,1", "b": "4,1,1", "c": "4,1,1", "d": "4,1,1"}
    table = table_at(setting_with(units), at, Activation(0))
    match = match_over(table, Given([*(5, 1, 1, 1, 1), *(1, 1, 1), *(4, 4), *(1, 1, 1), *(1, 1, 1)]))
    play(match, "shoot b with Gun")
    assert [m.damage for m in match.state.models[2:]] == [1, 1]
    assert (match.decision.seat, offered(match)) == (1, ["fling c", "fling d"])


@pytest.mark.rule("DZ-MEET-05")
def test_a_shield_helps_against_a_fire() -> None:
    units = {"a": (0, unit("A", keywords=["Energy Shield (1)"])), "b": (1, unit("B"))}
    table = table_at(setting_with(units), {"a": "1,1,1", "b": "8,8,1"}, Activation(0), models={"a": {"burning": True}})
    match = match_over(table, Given([*(4, 4, 1), *(5, 1, 1), 6], then=NextRound()))
    assert match.decision.topic and match.state.models[0].damage == 0


@pytest.mark.rule("DZ-MEET-09", "DZ-MEET-22")
def test_an_activation_ends_with_gas_then_orders_then_the_test_of_a_charge() -> None:
    runner = unit("A", keywords=["Gas Cloud (Toxic (1))", "Charged"])
    units = {"a": (0, runner), "b": (1, unit("B"))}
    match = ordered("low_tide", units, {"a": "1,1,1", "b": "8,8,1"}, *(5, 1, 1))
    play(match, "keep the cloud", "advance", "charge", "step to 1,2,1", "stop here", "stand SW")
    assert match.decision.topic == "cloud of a"
    play(match, "keep the cloud")
    assert match.decision.topic == "order Low Tide for a" and match.state.models[0].damage == 0
    keep(play(match, "give Low Tide"))
    assert match.state.models[0].damage == 1


@pytest.mark.rule("DZ-MEET-10", "DZ-CMD-12")
def test_knockback_pushes_before_an_order_does() -> None:
    units = {"a": (0, unit("A", weapon("Gun", 8, keywords=["Knockback"]))), "b": (1, unit("B", health=5))}
    match = ordered("undertow", units, {"a": "1,1,1", "b": "4,1,1"}, *(5, 1, 1, 1, 1), *(1, 1, 1))
    keep(play(match, "shoot b with Gun"))
    play(match, "stand SW")
    assert (match.decision.topic, placed(match, "b")) == ("order Undertow for b", "5,1,1")
    play(match, "give Undertow", "stand SW")
    assert placed(match, "b") == "6,1,1"


def alone(units: dict[str, tuple[int, Unit]], at: dict[str, str], *dice: int, **laid: Any) -> Match:
    """The first model is activated, and nobody holds command dice."""
    return match_over(table_at(setting_with(units), at, Activation(0), **laid), Given(dice, then=NextRound()))


@pytest.mark.rule("DZ-MEET-22")
def test_a_charge_that_ends_pinned_is_tested_all_the_same() -> None:
    units = {"a": (0, unit("A", keywords=["Charged"])), "b": (1, unit("B"))}
    trap = token("trap", "1,2,1", "Blast", owner=1)
    match = alone(units, {"a": "1,1,1", "b": "8,8,1"}, 3, *(5, 1, 1), tokens=trap)
    play(match, "advance", "charge", "step to 1,2,1", "detonate trap-0", "stand SW")
    assert (match.state.models[0].pinned, match.state.models[0].damage) == (True, 1)


@pytest.mark.rule("DZ-MEET-12")
def test_a_bike_is_a_vehicle_to_who_takes_it_apart_and_to_its_guns() -> None:
    mount = weapon("Gun", 8, keywords=["Firing Platform (1)"])
    units = {"a": (0, unit("A", keywords=["Dismantle"])), "b": (1, unit("B", health=5, fight=0, keywords=["Bike"]))}
    match = alone(units, {"a": "1,1,1", "b": "1,1,1"}, *(5, 1, 1), *(1, 1, 1))
    assert play(match, "assault b").state.models[1].damage == 2
    units = {"a": (0, unit("A", mount, keywords=["Bike"])), "b": (1, unit("B"))}
    match = play(alone(units, {"a": "1,1,1", "b": "4,1,1"}, *(1,) * 9), "shoot b with Gun")
    assert [event.params["dice"] for event in match.log if event.code == "shoots"] == [6]


@pytest.mark.rule("DZ-MEET-14")
def test_a_second_shot_at_somebody_out_of_sight_is_lost() -> None:
    smoke = weapon("Tube", 8, keywords=["Explosive", "Smoke"])
    units = {"a": (0, unit("A", smoke, GUN, keywords=["Fire Control"])), "b": (1, unit("B"))}
    match = alone(units, {"a": "1,1,1", "b": "4,1,1"})
    play(match, "shoot 4,1,1 with Tube", "and shoot b with Gun")
    assert [event.code for event in match.log if event.code in ("laid", "shoots")] == ["laid"]


@pytest.mark.rule("DZ-MEET-15", "DZ-AB-CLOAK-01")
def test_a_cloak_does_not_hinder_its_bearers_own_shots() -> None:
    units = {"a": (0, unit("A", GUN, keywords=["Cloaking Device"])), "b": (1, unit("B"))}
    match = play(alone(units, {"a": "1,1,1", "b": "4,1,1"}, *(1,) * 8), "shoot b with Gun")
    assert [event.params["dice"] for event in match.log if event.code == "shoots"] == [5]


@pytest.mark.rule("DZ-MEET-16")
def test_suppression_pins_before_knockback_pushes() -> None:
    gun = weapon("Gun", 8, keywords=["Suppression", "Knockback"])
    units = {"a": (0, unit("A", gun)), "b": (1, unit("B", health=5))}
    match = alone(units, {"a": "1,1,1", "b": "4,1,1"}, *(5, 1, 1, 1, 1), *(1, 1, 1))
    play(match, "shoot b with Gun", "stand SW")
    assert (placed(match, "b"), match.state.models[1].pinned) == ("5,1,1", True)


@pytest.mark.rule("DZ-MEET-18")
def test_who_lets_enemies_go_hampers_them_while_another_strikes() -> None:
    units = {"a": (0, unit("A")), "h": (1, unit("H", keywords=["Honourable", "Tenacious"])), "g": (1, unit("G"))}
    match = alone(units, dict.fromkeys("ahg", "1,1,1"), *(1,) * 4, *(1,) * 2)
    play(match, "advance", "break away")
    assert offered(match) == ["strike with g", "let it go"]
    play(match, "strike with g")
    first, second = next(
        (event.params["first"], event.params["second"]) for event in match.log if event.code == "rolled"
    )
    assert (len(first), len(second)) == (4, 2)


@pytest.mark.rule("DZ-MEET-19")
def test_a_controlled_companion_has_no_friend() -> None:
    units = {"a": (0, unit("A", health=4, keywords=["Rampage", "Companion"])), "b": (1, unit("B", fight=0))}
    hurt = {"a": {"damage": 1}}
    match = alone(units, {"a": "1,1,1", "b": "1,1,1"}, 1, *(1,) * 3, *(1,) * 4, models=hurt)
    play(match, "take control of a", "assault b")
    assert [event.params["dice"] for event in match.log if event.code == "fights"] == [3]


@pytest.mark.rule("DZ-MEET-23")
def test_a_flyer_with_a_jump_pack_flies() -> None:
    assert mode_of(unit("A", keywords=["Jump Pack", "Flight"])) is Mode.FLY
    assert mode_of(unit("A", keywords=["Vehicle", "Jump Pack"])) is Mode.JUMP


@pytest.mark.rule("DZ-MEET-24")
def test_an_agile_scout_climbs_a_level_more() -> None:
    tower = field(floors={(5, 4, 3): "full"}, walls={(4, 4, level, "E"): "blocked" for level in (1, 2)})
    for words, ends in (([], False), (["Agile"], True)):
        units = {"a": (0, unit("A", keywords=words)), "b": (1, unit("B"))}
        frame = FreeMove(0, SPRINT, 1, extras=True)
        table = table_at(setting_with(units, on=tower), {"a": "4,4,1", "b": "8,8,1"}, frame)
        assert ("step to 4,4,2" in offered(match_over(table, Given([])))) == ends


@pytest.mark.rule("DZ-MEET-35")
def test_flames_mark_whom_they_were_aimed_at_with_a_marker_of_their_side() -> None:
    gun = weapon("Gun", 8, keywords=["It Burns!", "Prey"])
    units = {"b": (1, unit("B", gun)), "a": (0, unit("A", health=5)), "c": (0, unit("C", health=5))}
    at = {"b": "1,1,1", "a": "4,1,1", "c": "4,1,1"}
    match = play(alone(units, at, *(5, 1, 1), *(1, 1, 1), *(1, 1, 1), acting=1), "shoot a with Gun")
    assert [m.prey for m in match.state.models] == [0, 2, 0]


@pytest.mark.rule("DZ-MEET-34")
def test_a_trap_keeps_the_ap_of_its_weapons_keywords() -> None:
    launcher = weapon("Launcher", 6, ap=1, keywords=["Trap (Frag (2))"])
    units = {"a": (0, unit("A", launcher, keywords=["AP (2)"])), "b": (1, unit("B"))}
    match = play(alone(units, {"a": "1,1,1", "b": "8,8,1"}, 5, 1, 1), "shoot 4,1,1 with Launcher")
    assert [token.number for token in match.state.tokens.values()] == [3]


@pytest.mark.rule("DZ-CMD-16")
def test_no_order_serves_a_model_in_the_enemys_hands() -> None:
    units = {
        "a": (0, unit("A", health=4, keywords=["Rampage"])),
        "b": (0, unit("B", fight=0, health=1)),
        "e": (1, unit("E")),
    }
    at, hurt = {"a": "4,4,1", "b": "4,4,1", "e": "8,1,1"}, {"a": {"damage": 1}}
    match = ordered("feed_the_bed", units, at, 1, *(5, 1, 1), *(1, 1, 1, 1), models=hurt)
    keep(play(match, "take control of a", "assault b"))
    assert match.state.models[1].status == DEAD and not match.decision.topic.startswith("order")
