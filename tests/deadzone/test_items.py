"""Items: found, carried, used."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.cards import ITEMS, Unit
from fireteam.games.deadzone.forced import Throw
from fireteam.games.deadzone.items import Items, hand_in
from fireteam.games.deadzone.state import DEAD, Token
from tests.deadzone.battlefield import GUN, acts, codes, cube, lying, refused_by, token, turn
from tests.deadzone.battlefield import model as a
from tests.deadzone.battlefield import placed as where
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import possible as offered

RIFLE = arena.weapon("Rifle", 6)
KNIFE = arena.weapon("Knife", "CC")
FAR = {"a": "1,1,1", "b": "8,8,1"}
NEAR = {"a": "1,1,1", "b": "4,1,1"}
STEP = ("advance", "step to 2,1,1")
TAKE = "pick up item-0"
BAG = (("Ammo", 1), ("Intel", 1), ("Booby Trap", 1))


def found(card: Unit, *answers: str, label: str = "Ammo", dice: Any = (), **more: Any) -> Match:
    """Blue a steps on an item that lies open."""
    cards = {"a": (0, replace(card, weapons=(GUN,))), "b": (1, arena.unit("B")), **more.pop("others", {})}
    tokens = more.pop("tokens", None) or token("item", "2,1,1", label)
    return turn(cards, {**FAR, **more.pop("at", {})}, dice, *STEP, *answers, tokens=tokens, **more)


# -- finding -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-ITEM-02")
def test_an_item_may_be_picked_up_on_the_way_where_no_enemy_is() -> None:
    match = found(arena.unit("A"))
    assert offered(match) == {TAKE, "leave it"} and match.decision.seat == 0
    play(match, "leave it")
    assert where(match, "a") == "2,1,1" and acts(match) and len(lying(match, "item")) == 1
    enemy = found(arena.unit("A"), at={"b": "2,1,1"})
    assert TAKE not in offered(enemy)
    cards = {"a": (0, arena.unit("A", speed=(1, 2))), "b": (1, arena.unit("B"))}
    passing = turn(cards, FAR, (), "sprint", "step to 2,1,1", TAKE, "keep Ammo", tokens=token("item", "2,1,1", "Ammo"))
    assert a(passing, "a").item == "Ammo" and "step to 3,1,1" in offered(passing)


@pytest.mark.rule("DZ-ITEM-02")
def test_who_is_thrown_onto_an_item_may_take_it_unless_pinned() -> None:
    cards = {"a": (0, arena.unit("A")), "b": (1, arena.unit("B"))}
    for pins in (False, True):
        match = turn(
            cards,
            {"a": "1,1,1", "b": "3,3,1"},
            first=Throw(1, 1, 0, pins=pins),
            tokens=token("item", "4,3,1", "Ammo"),
        )
        assert (TAKE in offered(match)) is not pins


@pytest.mark.rule("DZ-ITEM-03")
def test_one_item_of_the_own_cube_is_picked_up_by_an_advance() -> None:
    cards = {"a": (0, arena.unit("A", GUN)), "b": (1, arena.unit("B"))}
    two = {name: Token(name, "item", "Ammo", cube("1,1,1")) for name in ("item-0", "item-1")}
    match = turn(cards, FAR, (), "advance", "stay in the cube", tokens=two)
    assert offered(match) == {TAKE, "pick up item-1", "leave it"}
    play(match, TAKE, "keep Ammo")
    assert a(match, "a").item == "Ammo" and acts(match)


@pytest.mark.rule("DZ-ITEM-04")
def test_a_token_is_drawn_when_it_is_first_seen_and_lies_open_from_then_on() -> None:
    hidden = token("item", "2,1,1", seen=0)
    match = found(arena.unit("A"), TAKE, "drop Ammo", dice=["Ammo"], tokens=hidden, bag=BAG)
    shown = match.state.tokens["item-0"]
    assert (shown.label, shown.seen) == ("Ammo", 3)
    assert dict(match.state.bag) == {"Ammo": 0, "Intel": 1, "Booby Trap": 1}
    looked = token("item", "2,1,1", "Ammo", seen=2)
    match = found(arena.unit("A"), TAKE, "drop Ammo", tokens=looked, bag=BAG)
    assert match.state.tokens["item-0"].seen == 3 and match.state.bag == BAG


@pytest.mark.rule("DZ-ITEM-05")
def test_what_is_found_is_kept_dropped_or_destroyed() -> None:
    for answer, item, left in (("keep", "Ammo", 0), ("drop", "", 1), ("destroy", "", 0)):
        match = found(arena.unit("A"), TAKE, f"{answer} Ammo")
        assert (a(match, "a").item, len(lying(match, "item"))) == (item, left)


@pytest.mark.rule("DZ-ITEM-01", "DZ-ITEM-06")
def test_with_full_hands_the_other_item_is_given_up() -> None:
    carries = {"a": {"item": "Ammo"}}
    match = found(arena.unit("A"), TAKE, "keep AP Ammo", label="AP Ammo", models=carries)
    assert offered(match) == {"drop Ammo", "destroy Ammo"}
    dropped = play(match, "drop Ammo")
    assert a(dropped, "a").item == "AP Ammo" and lying(dropped, "item") == [("Ammo", "2,1,1", 0)]
    match = found(arena.unit("A"), TAKE, "keep AP Ammo", "destroy Ammo", label="AP Ammo", models=carries)
    assert a(match, "a").item == "AP Ammo" and lying(match, "item") == []
    match = found(arena.unit("A"), TAKE, "drop AP Ammo", label="AP Ammo", models=carries)
    assert a(match, "a").item == "Ammo"


@pytest.mark.rule("DZ-ITEM-23")
def test_a_bought_item_that_is_given_up_is_gone() -> None:
    match = found(
        arena.unit("A"), TAKE, "keep AP Ammo", label="AP Ammo", models={"a": {"item": "Ammo", "bought": True}}
    )
    assert (a(match, "a").item, a(match, "a").bought, lying(match, "item")) == ("AP Ammo", False, [])


@pytest.mark.rule("DZ-ITEM-07")
def test_items_are_not_handed_over_nor_dropped_at_will() -> None:
    cards = {"a": (0, arena.unit("A")), "c": (0, arena.unit("C")), "b": (1, arena.unit("B"))}
    match = turn(cards, {**FAR, "c": "1,1,1"}, models={"a": {"item": "Intel"}})
    assert offered(match) == {"advance", "sprint", "end the activation"}


@pytest.mark.rule("DZ-ITEM-08", "DZ-DMG-07")
def test_found_items_of_the_dead_stay_and_bought_ones_do_not() -> None:
    cards = {"a": (0, arena.unit("A", RIFLE)), "b": (1, arena.unit("B", health=1))}
    for bought, left in ((False, [("Ammo", "4,1,1", 0)]), (True, [])):
        carries = {"b": {"item": "Ammo", "bought": bought}}
        match = turn(cards, NEAR, [*(5,) * 5, *(1,) * 3], "shoot b with Rifle", models=carries)
        assert a(match, "b").status == DEAD and lying(match, "item") == left


@pytest.mark.rule("DZ-ITEM-09", "DZ-AB-BEAST-01")
def test_beasts_and_vehicles_take_nothing() -> None:
    for word in ("Beast", "Vehicle", "Bike", "Walker"):
        assert TAKE not in offered(found(arena.unit("A", keywords=[word])))


# -- those that work at once -------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-ITEM-13")
def test_a_booby_trap_goes_off_as_it_is_turned_up() -> None:
    dice = [*(4, 6, 2), *(1, 1, 5), 1]
    match = found(arena.unit("A"), TAKE, label="Booby Trap", dice=dice)
    assert (a(match, "a").damage, a(match, "a").pinned, where(match, "a")) == (1, True, "2,2,1")
    assert lying(match, "item") == [] and not acts(match)
    assert [event.params["at"] for event in match.log if event.code == "goes_off"] == ["2,1,1"]


@pytest.mark.rule("DZ-ITEM-13", "DZ-AB-ENGINEER-01")
def test_an_engineer_defuses_a_booby_trap_and_is_done() -> None:
    match = found(arena.unit("A", keywords=["Engineer"], speed=(2, 3)), TAKE, label="Booby Trap")
    assert (a(match, "a").damage, where(match, "a"), lying(match, "item")) == (0, "2,1,1", [])
    assert not acts(match)


@pytest.mark.rule("DZ-ITEM-13")
def test_the_opponent_of_who_finds_a_booby_trap_handles_it() -> None:
    mates = {"c": (0, arena.unit("C"))}
    match = found(arena.unit("A"), TAKE, label="Booby Trap", dice=(1,) * 9, others=mates, at={"c": "2,1,1"})
    assert (match.decision.seat, offered(match)) == (1, {"fling a", "fling c"})


@pytest.mark.rule("DZ-ITEM-16", "DZ-AB-HACKER-01")
def test_intel_is_turned_into_points_and_hands_stay_full() -> None:
    for words, points in (([], 1), (["Hacker"], 2)):
        match = found(arena.unit("A", keywords=words), TAKE, label="Intel", models={"a": {"item": "Ammo"}})
        assert (match.state.points, a(match, "a").item, lying(match, "item")) == ((points, 0), "Ammo", [])


@pytest.mark.rule("DZ-ITEM-16")
def test_intel_is_worth_what_the_scenario_says() -> None:
    setting = arena.setting_for({"a": (0, arena.unit("A"))}, supplements=(Items(),))
    scenario: Any = SimpleNamespace(intel_vp=3)
    setting.scenarios = (scenario,)
    table = arena.table_at(setting, {"a": "1,1,1"}, tokens=token("item", "1,1,1", "Intel"))
    hand_in(table, 0, table.state.tokens["item-0"])
    assert (table.state.points, table.state.tokens) == ((3, 0), {})


# -- those that are used -----------------------------------------------------------------------------------------------


def shot(item: str, answer: str, dice: Any, gun: Any = RIFLE, shot: str = "shoot b with Rifle", **more: Any) -> Match:
    """Blue a, who carries an item, shoots at Red b."""
    cards = {"a": (0, arena.unit("A", gun)), "b": (1, arena.unit("B", **more.pop("target", {})))}
    return turn(cards, NEAR, dice, shot, answer, models={"a": {"item": item}}, **more)


def dice_of(match: Match) -> list[int]:
    return [event.params["dice"] for event in match.log if event.code in ("shoots", "fights")]


@pytest.mark.rule("DZ-ITEM-10", "DZ-ITEM-01")
def test_ammo_adds_a_die_to_one_shot() -> None:
    match = shot("Ammo", "use Ammo", [1] * 9)
    assert (dice_of(match), a(match, "a").item) == ([6], "")
    saved = shot("Ammo", "save it", [1] * 8)
    assert (dice_of(saved), a(saved, "a").item) == ([5], "Ammo")
    rapid = arena.weapon("Rapid", 6, 0, ["Rapid Fire"])
    blaze = shot("Ammo", "use Ammo", [1] * 7, rapid, "shoot b (blaze away) with Rapid")
    assert dice_of(blaze) == [7] and a(blaze, "a").item == ""
    flame = arena.weapon("Flame", 6, 0, ["It Burns!"])
    cards = {"a": (0, arena.unit("A", flame)), "b": (1, arena.unit("B"))}
    burnt = turn(cards, NEAR, [1] * 6, "shoot b with Flame", models={"a": {"item": "Ammo"}})
    assert a(burnt, "a").item == "Ammo"


@pytest.mark.rule("DZ-ITEM-12")
def test_ap_ammo_adds_a_die_and_ap() -> None:
    match = shot("AP Ammo", "use AP Ammo", [*(5, 5, 1, 1, 1, 1), *(1, 1, 1)], target={"armour": 1, "health": 3})
    assert (dice_of(match), a(match, "b").damage, a(match, "a").item) == ([6], 2, "")


@pytest.mark.rule("DZ-ITEM-20")
def test_stimulants_add_a_die_to_a_shot_and_to_fights_if_the_match_says_so() -> None:
    assert dice_of(shot("Stimulants", "use Stimulants", [1] * 9)) == [6]
    cards = {"a": (0, arena.unit("A")), "b": (1, arena.unit("B", fight=0))}
    at, carries = {"a": "4,1,1", "b": "4,1,1"}, {"a": {"item": "Stimulants"}}
    assert dice_of(turn(cards, at, [1] * 6, "assault b", models=carries)) == [3]
    both = {"stimulants": "fight_or_ranged"}
    match = turn(cards, at, [1] * 7, "assault b", "use Stimulants", models=carries, options=both)
    assert (dice_of(match), a(match, "a").item) == ([4], "")


@pytest.mark.rule("DZ-ITEM-11")
def test_adrenaline_makes_faster_for_the_round_and_is_no_action() -> None:
    cards = {"a": (0, arena.unit("A")), "b": (1, arena.unit("B"))}
    carries = {"a": {"item": "Adrenaline Shot"}}
    use = "use the Adrenaline Shot"
    match = turn(cards, FAR, (), use, "advance", "step to 2,1,1", models=carries)
    assert "step to 3,1,1" in offered(match) and a(match, "a").item == ""
    die = turn(cards, FAR, (), use, "advance for a die", "step to 2,1,1", models=carries, command=({"Advance": 1}, {}))
    assert "step to 3,1,1" not in offered(die) and "sprint" in offered(die)
    cards["a"] = (0, arena.unit("A", speed=(0, 0)))
    assert use not in offered(turn(cards, FAR, models=carries))


@pytest.mark.rule("DZ-ITEM-17", "DZ-MEET-30")
def test_a_medi_pack_brings_one_hp_back() -> None:
    cards = {"a": (0, arena.unit("A", health=3)), "c": (0, arena.unit("C")), "b": (1, arena.unit("B"))}
    at, hurt = {**FAR, "c": "1,1,1"}, {"a": {"item": "Medi-Pack", "damage": 2}, "c": {"damage": 1}}
    match = turn(cards, at, (), "use the Medi-Pack on a", models=hurt)
    assert (a(match, "a").damage, a(match, "a").item) == (1, "") and "advance" in offered(match)
    asked = offered(turn(cards, at, models=hurt))
    assert "use the Medi-Pack on c" not in asked
    friends = turn(cards, at, (), "use the Medi-Pack on c", models=hurt, options={"medi_pack": "same_cube"})
    assert (a(friends, "a").damage, a(friends, "c").damage) == (2, 0)
    whole = turn(cards, at, models={"a": {"item": "Medi-Pack"}})
    assert "use the Medi-Pack on a" not in offered(whole)
    assert refused_by(whole, "use the Medi-Pack on a") == "DZ-ITEM-17"
    cards["a"] = (0, arena.unit("A", health=3, keywords=["Construct"]))
    assert refused_by(turn(cards, at, models=hurt), "use the Medi-Pack on a") == "DZ-MEET-30"


@pytest.mark.rule("DZ-ITEM-14")
def test_combat_blades_take_the_place_of_the_weapon_once() -> None:
    card = arena.unit("A", KNIFE, keywords=["Frenzy (1)"])
    cards = {"a": (0, card), "b": (1, arena.unit("B", fight=0))}
    at, carries = {"a": "4,1,1", "b": "4,1,1"}, {"a": {"item": "Combat Blades"}}
    match = turn(cards, at, [1] * 6, "assault b", "with Combat Blades", models=carries)
    assert offered(match) == {"keep the dice", "re-roll 1 misses and 0 hits", "re-roll 2 misses and 0 hits"}
    assert a(match, "a").item == ""
    knife = turn(cards, at, [1] * 6, "assault b", "with Knife", models=carries)
    assert offered(knife) == {"keep the dice", "re-roll 1 misses and 0 hits"} and a(knife, "a").item


@pytest.mark.rule("DZ-ITEM-18")
def test_a_shock_baton_pushes_and_stays() -> None:
    cards = {"a": (0, arena.unit("A")), "b": (1, arena.unit("B", fight=0, armour=1))}
    at, carries = {"a": "4,4,1", "b": "4,4,1"}, {"a": {"item": "Shock Baton"}}
    match = turn(cards, at, [*(5, 5, 1), *(5, 1, 1)], "assault b", "with Shock Baton", "E", models=carries)
    assert (a(match, "b").damage, where(match, "b"), a(match, "a").item) == (0, "5,4,1", "Shock Baton")
    steps = ("advance", "step to 4,4,1", "with Shock Baton", "E")
    moved_in = turn(cards, {"a": "3,4,1", "b": "4,4,1"}, [*(5, 5, 1, 1), *(5, 1, 1)], *steps, models=carries)
    assert (where(moved_in, "a"), where(moved_in, "b")) == ("4,4,1", "5,4,1")


@pytest.mark.rule("DZ-ITEM-22")
def test_what_works_once_is_gone_and_the_rest_stays() -> None:
    assert {name for name, item in ITEMS.items() if not item.one_use} == {"Shock Baton"}
    match = shot("Ammo", "use Ammo", [1] * 9)
    assert codes(match).count("used_up") == 1 and a(match, "b").damage == 0
