"""Explosions, grenades, indirect fire and flames."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.forced import Fall
from fireteam.games.deadzone.state import COMM, DEAD
from fireteam.games.deadzone.windows import Keyword
from tests.deadzone.battlefield import codes, cube, lying, token, turn
from tests.deadzone.battlefield import model as a
from tests.deadzone.battlefield import placed as where
from tests.deadzone.battlefield import possible as offered

ROCKET = arena.weapon("Rocket", 8, 1, ["Explosive", "Frag (3)"])
HORN = arena.weapon("Horn", 8, 0, ["Explosive", "Blast"])
BOMB = arena.weapon("Bomb", 3, 0, ["Grenade (Frag (3))"], one_use=True)
MORTAR = arena.weapon("Mortar", 8, 0, ["Indirect", "Frag (4)"])
FLAME = arena.weapon("Flame", 2, 1, ["It Burns!"])
RIFLE = arena.weapon("Rifle", 6)
FAR = {"a": "1,1,1", "b": "4,1,1"}


def at_b(gun: Any, *dice: Any, target: Unit | None = None, beside: Unit | None = None, **more: Any) -> Match:
    """Blue a fires at the cube of Red b, beside whom a friend of a may stand."""
    cards = {"a": (0, arena.unit("A", gun)), "b": (1, target or arena.unit("B"))}
    at = dict(FAR)
    if beside is not None:
        cards["c"], at["c"] = (0, beside), "4,1,1"
    return turn(cards, at, dice, f"shoot 4,1,1 with {gun.name}", **more)


# -- Frag and Blast ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-FRAG-01")
def test_the_strength_of_an_explosion_is_rolled_once_and_eights_roll_on() -> None:
    match = at_b(ROCKET, *(4, 8, 1, 5), *(1, 1, 1))
    assert (a(match, "b").status, [e.params["successes"] for e in match.log if e.code == "strength"]) == (DEAD, [3])
    flat = at_b(ROCKET, *(4, 8, 1), *(5, 1, 1), 1, options={"frag_eights": "flat"})
    assert a(flat, "b").damage == 1


@pytest.mark.rule("DZ-AB-FRAG-02", "DZ-AB-FRAG-03", "DZ-AB-EXPLOSIVE-01")
def test_friend_and_foe_in_the_cube_test_for_themselves() -> None:
    match = at_b(
        ROCKET, *(4, 4, 4), *(5, 1, 1), *(5, 5, 5), target=arena.unit("B", armour=2), beside=arena.unit("C")
    )  # AP 1 leaves ARMOUR 1 of 2
    assert (a(match, "b").damage, a(match, "c").damage) == (1, 0)
    assert codes(match).count("strength") == 1


@pytest.mark.rule("DZ-AB-FRAG-04")
def test_whoever_lives_is_flung_and_pinned_in_the_order_of_who_fired() -> None:
    match = at_b(ROCKET, *(1, 1, 1), *(1, 1, 1), *(1, 1, 1), beside=arena.unit("C"))
    assert offered(match) == {"fling b", "fling c"} and match.decision.seat == 0
    cards = {"a": (0, arena.unit("A", ROCKET)), "b": (1, arena.unit("B")), "c": (0, arena.unit("C"))}
    done = turn(cards, {**FAR, "c": "4,1,1"}, [1] * 9 + [1, 3], "shoot 4,1,1 with Rocket", "fling b")
    assert (where(done, "b"), where(done, "c")) == ("4,2,1", "5,1,1")
    assert a(done, "b").pinned and a(done, "c").pinned and a(done, "b").damage == 0


@pytest.mark.rule("DZ-AB-BLAST-01")
def test_a_blast_flings_and_does_no_damage() -> None:
    match = at_b(HORN, 1)
    assert (where(match, "b"), a(match, "b").damage, a(match, "b").pinned) == ("4,2,1", 0, True)
    gun = arena.weapon("Gun", 6, 0, ["Blast"])
    cards = {"a": (0, arena.unit("A", gun)), "b": (1, arena.unit("B"))}
    won = turn(cards, FAR, [5, 5, 5, 5, 5, 1, 1, 1, 3], "shoot b with Gun")
    assert (where(won, "b"), a(won, "b").damage, a(won, "b").pinned) == ("5,1,1", 0, True)
    lost = turn(cards, FAR, [5, 1, 1, 1, 1, 5, 1, 1], "shoot b with Gun")
    assert (where(lost, "b"), a(lost, "b").pinned) == ("4,1,1", False)


@pytest.mark.rule("DZ-MEET-11")
def test_solid_ones_stay_constructs_fly_and_bikes_are_pinned() -> None:
    cards = {"a": (0, arena.unit("A", HORN)), "s": (1, arena.unit("S", keywords=["Solid"]))}
    cards |= {"c": (1, arena.unit("C", keywords=["Construct"])), "k": (0, arena.unit("K", keywords=["Bike"]))}
    match = turn(cards, {"a": "1,1,1", "s": "4,1,1", "c": "4,1,1", "k": "4,1,1"}, [1], "shoot 4,1,1 with Horn")
    assert [where(match, name) for name in "sck"] == ["4,1,1", "4,2,1", "4,1,1"]
    assert [a(match, name).pinned for name in "sck"] == [False, False, True]


@pytest.mark.rule("DZ-MEET-02", "DZ-MEET-01")
def test_who_dies_of_an_explosion_still_protects_the_others_from_it() -> None:
    cards = {"a": (0, arena.unit("A", arena.weapon("Rocket", 8, 0, ["Explosive", "Frag (3)"])))}
    cards |= {"b": (1, arena.unit("B", keywords=["Defender Shield"], health=1)), "c": (1, arena.unit("C"))}
    at = {"a": "1,1,1", "b": "4,1,1", "c": "4,1,1"}
    match = turn(cards, at, [*(4, 4, 1), *(1, 1, 1), *(1, 1, 1), 1], "shoot 4,1,1 with Rocket")
    assert (a(match, "b").status, a(match, "c").damage) == (DEAD, 1)


# -- deaths ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-BOOM-01", "DZ-MEET-03")
def test_a_killed_bomb_explodes_before_its_item_lies_there() -> None:
    cards = {"a": (0, arena.unit("A", RIFLE)), "b": (1, arena.unit("B", keywords=["BOOM! (3)"], health=1))}
    cards |= {"c": (1, arena.unit("C"))}
    at = {**FAR, "c": "4,1,1"}
    dice = [*(5, 5, 1, 1, 1), *(1, 1, 1), *(4, 4, 1), *(5, 1, 1), 3]
    match = turn(cards, at, dice, "shoot b with Rifle", models={"b": {"item": "Ammo"}})
    assert (a(match, "b").status, a(match, "c").damage, where(match, "c")) == (DEAD, 1, "5,1,1")
    assert lying(match, "item") == [("Ammo", "4,1,1", 0)]
    assert codes(match).index("goes_off") < codes(match).index("laid")


@pytest.mark.rule("DZ-AB-BOOM-02")
def test_a_bomb_may_go_off_among_enemies() -> None:
    cards = {"a": (0, arena.unit("A", keywords=["BOOM! (4)"])), "b": (1, arena.unit("B"))}
    match = turn(cards, {"a": "4,1,1", "b": "4,1,1"}, [*(4, 4, 1, 1), *(5, 1, 1), 3], "explode")
    assert (a(match, "a").status, a(match, "b").damage, where(match, "b")) == (DEAD, 1, "5,1,1")
    pinned = turn(cards, {"a": "4,1,1", "b": "4,1,1"}, models={"a": {"pinned": True}})
    assert offered(pinned) == {"stand up", "end the activation"}


@pytest.mark.rule("DZ-MEET-04")
def test_two_bombs_go_off_one_after_the_other_and_hit_who_is_left() -> None:
    bomb = arena.unit("B", keywords=["BOOM! (1)"], health=1)
    cards = {"a": (0, arena.unit("A", ROCKET)), "b": (1, bomb), "c": (1, bomb), "d": (1, arena.unit("D", health=4))}
    at = {"a": "1,1,1", "b": "4,1,1", "c": "4,1,1", "d": "4,1,1"}
    dice = [*(4, 4, 1), *(1,) * 9, *(4, 1, 1, 1, 3)]
    match = turn(cards, at, [*(4, 4, 1), *(1,) * 9], "shoot 4,1,1 with Rocket")
    assert offered(match) == {"b first", "c first"} and match.decision.seat == 0
    # The first bomb flings d east; nobody is left for the second.
    match = turn(cards, at, dice, "shoot 4,1,1 with Rocket", "c first")
    assert (a(match, "d").damage, where(match, "d"), a(match, "d").pinned) == (3, "5,1,1", True)


@pytest.mark.rule("DZ-MEET-04")
def test_a_bomb_goes_off_where_it_dies_whatever_has_killed_it() -> None:
    cards = {"a": (0, arena.unit("A", keywords=["BOOM! (1)"], health=1)), "b": (1, arena.unit("B"))}
    fallen = turn(cards, {"a": "6,4,1", "b": "6,4,1"}, [*(5, 1, 1), *(1, 1, 1), 4, *(1, 1, 1), 3], first=Fall(0, 2))
    assert [event.params["at"] for event in fallen.log if event.code == "goes_off"] == ["6,4,1"]
    assert (a(fallen, "b").damage, where(fallen, "b")) == (1, "7,4,1")
    burnt = turn(cards, FAR, [*(4, 1, 1), *(1, 1, 1)], models={"a": {"burning": True}})
    assert a(burnt, "a").status == DEAD and "goes_off" in codes(burnt)


@pytest.mark.rule("DZ-DMG-09")
def test_who_was_flung_out_by_a_second_explosion_is_only_pinned_by_the_first() -> None:
    bomb = arena.unit("B", keywords=["BOOM! (1)"], health=1)
    cards = {"a": (0, arena.unit("A", ROCKET)), "b": (1, bomb), "c": (1, arena.unit("C", health=4))}
    dice = [*(4, 4, 1), *(1,) * 6, *(1, 1, 1, 1), 3]
    match = turn(cards, {**FAR, "c": "4,1,1"}, dice, "shoot 4,1,1 with Rocket")
    assert (a(match, "c").damage, where(match, "c"), a(match, "c").pinned) == (2, "5,1,1", True)


# -- aiming at cubes ---------------------------------------------------------------------------------------------------


def aims(gun: Any, at: dict[str, str], on: Any = None, **more: Any) -> set[str]:
    """The cubes that a may fire at."""
    ranged = more.pop("ranged", 5)
    cards = {"a": (0, arena.unit("A", gun, ranged=ranged)), "b": (1, arena.unit("B"))}
    match = turn(cards, at, on=on, **more)
    return {key.split()[1] for key in offered(match) if key.startswith("shoot ")}


@pytest.mark.rule("DZ-AB-EXPLOSIVE-01")
def test_explosives_hit_any_cube_in_sight_but_the_own_and_need_no_ranged() -> None:
    found = aims(HORN, FAR, ranged=0)
    assert "4,1,1" in found and "8,8,1" in found and "1,1,1" not in found
    walled = arena.field(walls={(2, y, level, "E"): "blocked" for y in range(1, 9) for level in (1, 2, 3)})
    assert "4,1,1" not in aims(HORN, FAR, walled) and "2,2,1" in aims(HORN, FAR, walled)


SHED = {(x, y, 1, side): "blocked" for x, y, side in ((2, 1, "E"), (3, 1, "E"), (3, 1, "N"))}


@pytest.mark.rule("DZ-AB-GRENADE-01")
def test_grenades_need_sight_or_a_sky_over_both() -> None:
    yard = arena.field(walls=SHED)
    assert "3,1,1" in aims(BOMB, FAR, yard)
    roof = arena.field(walls=SHED, floors={(1, 1, 2): "full"})
    assert "3,1,1" not in aims(BOMB, FAR, roof) and "2,1,1" in aims(BOMB, FAR, roof)
    assert "2,1,1" not in aims(BOMB, FAR, roof, options={"grenade_los": "enemy_model"})
    assert "5,1,1" not in aims(BOMB, FAR) and "1,1,1" not in aims(BOMB, FAR)


@pytest.mark.rule("DZ-AB-GRENADE-02", "DZ-MEET-27")
def test_a_grenade_is_thrown_with_three_dice_whatever_is_near() -> None:
    landed = at_b(BOMB, *(5, 1, 1), *(1, 1, 1), *(1, 1, 1), 1, smoke=1 << cube("3,1,1"))
    assert where(landed, "b") == "4,2,1"
    missed = at_b(BOMB, *(1, 4, 4), 3)
    assert (where(missed, "b"), [e.params["at"] for e in missed.log if e.code == "goes_off"]) == ("4,1,1", ["5,1,1"])
    assert aims(BOMB, FAR, ranged=0) == set()


@pytest.mark.rule("DZ-AB-GRENADE-03")
def test_a_grenade_bounces_back_from_a_wall() -> None:
    wall = arena.field(walls={(4, 1, 1, "E"): "blocked"})
    match = at_b(BOMB, *(1, 1, 1), 3, *(1, 1, 1), *(1, 1, 1), 1, on=wall)
    assert [e.params["at"] for e in match.log if e.code == "goes_off"] == ["4,1,1"]


@pytest.mark.rule("DZ-AB-GRENADE-04", "DZ-ITEM-15", "DZ-ITEM-22")
def test_a_grenade_is_gone_whether_it_hits_or_not() -> None:
    match = at_b(BOMB, *(1, 1, 1), 3)
    assert a(match, "a").spent == {"bomb"}
    cards = {"a": (0, arena.unit("A")), "b": (1, arena.unit("B"))}
    match = turn(cards, FAR, [1, 1, 1, 3], "shoot 4,1,1 with Frag Grenade", models={"a": {"item": "Frag Grenade"}})
    assert a(match, "a").item == "" and not any(key.startswith("shoot") for key in offered(match))


@pytest.mark.rule("DZ-AB-GRENADE-05", "DZ-ITEM-21")
def test_a_stun_grenade_marks_everybody_there() -> None:
    cards = {"a": (0, arena.unit("A")), "b": (1, arena.unit("B")), "c": (0, arena.unit("C"))}
    at = {**FAR, "c": "4,1,1"}
    match = turn(cards, at, [5, 1, 1], "shoot 4,1,1 with Stun Grenade", models={"a": {"item": "Stun Grenade"}})
    assert a(match, "b").activated and a(match, "c").activated and a(match, "b").damage == 0
    assert "advance" in offered(match)


@pytest.mark.rule("DZ-AB-INDIRECT-01")
def test_a_mortar_takes_a_long_action() -> None:
    cards = {"a": (0, arena.unit("A", MORTAR)), "b": (1, arena.unit("B"))}
    moved = turn(cards, FAR, (), "advance", "step to 1,2,1", command=({"Shoot": 1}, {}))
    assert not any(key.startswith("shoot") and "for a die" not in key for key in offered(moved))
    assert "shoot 4,1,1 with Mortar for a die" in offered(moved)


@pytest.mark.rule("DZ-AB-INDIRECT-02")
def test_a_mortar_reaches_three_cubes_and_more_and_needs_one_success_in_sight() -> None:
    found = aims(MORTAR, FAR)
    assert "3,1,1" not in found and "4,1,1" in found
    match = at_b(MORTAR, *(5, 1, 1), *(1, 1, 1, 1), *(1, 1, 1), 1)
    assert where(match, "b") == "4,2,1"


WALL = {(2, y, level, "E"): "blocked" for y in range(1, 9) for level in (1, 2, 3)}


@pytest.mark.rule("DZ-AB-INDIRECT-03", "DZ-AB-INDIRECT-04")
def test_out_of_sight_a_mortar_needs_two_successes_and_a_sky() -> None:
    hidden = arena.field(walls=WALL)
    hit = at_b(MORTAR, *(5, 6, 1), *(4, 4, 1, 1), *(5, 1, 1), 1, on=hidden)
    assert a(hit, "b").damage == 1
    missed = at_b(MORTAR, *(5, 1, 1), 5, on=hidden)
    assert a(missed, "b").damage == 0 and not a(missed, "b").pinned
    assert "4,1,1" not in aims(MORTAR, FAR, arena.field(walls=WALL, floors={(1, 1, 2): "full"}))
    small = arena.weapon("Small mortar", 8, 0, ["Indirect (1)"])
    assert a(at_b(small, *(5, 1, 1), 4, *(1, 1, 1), 1), "b").damage == 1


@pytest.mark.rule("DZ-AB-INDIRECT-05", "DZ-SCAT-06")
def test_a_stray_shell_comes_down_on_top_and_over_walls() -> None:
    roof = arena.field(walls={(4, 1, 1, "E"): "blocked"}, floors={(5, 1, 3): "half-N"})
    match = at_b(MORTAR, *(1, 1, 1), 3, on=roof)
    assert [e.params["at"] for e in match.log if e.code == "goes_off"] == ["5,1,3"]
    off = at_b(MORTAR, *(1, 1, 1), 5)
    assert "goes_off" not in codes(off)


@pytest.mark.rule("DZ-AB-COMM-01")
def test_a_marked_cube_counts_as_seen_if_an_enemy_is_in_it() -> None:
    spotter = arena.unit("S", keywords=["Comm-Link"])
    cards = {"a": (0, spotter), "b": (1, arena.unit("B"))}
    match = turn(cards, FAR, (), "mark a cube", "mark 4,1,1")
    assert lying(match, COMM) == [("", "4,1,1", 0)]
    hidden, mark = arena.field(walls=WALL), token(COMM, "4,1,1", owner=0, number=0)
    hit = at_b(MORTAR, *(5, 1, 1), *(4, 4, 1, 1), *(5, 1, 1), 1, on=hidden, tokens=mark)
    assert a(hit, "b").damage == 1
    empty = turn({"a": (0, arena.unit("A", MORTAR)), "b": (1, arena.unit("B"))}, {"a": "1,1,1", "b": "8,8,1"},
                 [5, 1, 1, 5], "shoot 4,1,1 with Mortar", on=hidden, tokens=mark)  # fmt: skip
    assert "goes_off" not in codes(empty), "nobody is there: two successes are needed"
    theirs = token(COMM, "4,1,1", owner=1, number=1)
    missed = at_b(MORTAR, *(5, 1, 1), 5, on=hidden, tokens=theirs)
    assert "goes_off" not in codes(missed)
    shared = {"comm_link_users": "any"}
    hit = at_b(MORTAR, *(5, 1, 1), *(1,) * 7, 1, on=hidden, tokens=theirs, options=shared)
    assert where(hit, "b") == "4,2,1"


@pytest.mark.rule("DZ-AB-COMM-01")
def test_a_marker_goes_with_who_has_placed_it() -> None:
    cards = {"a": (0, arena.unit("A", RIFLE)), "b": (1, arena.unit("B", keywords=["Comm-Link"], health=1))}
    mark = token(COMM, "1,1,1", owner=1, number=1)
    match = turn(cards, FAR, [5, 5, 1, 1, 1, 1, 1, 1], "shoot b with Rifle", tokens=mark)
    assert lying(match, COMM) == []
    spotter = {"a": (0, arena.unit("A", keywords=["Comm-Link"])), "b": (1, arena.unit("B"))}
    mark = token(COMM, "4,1,1", owner=0, number=0)
    moved = turn(spotter, FAR, (), "mark a cube", "mark 5,5,1", tokens=mark)
    assert lying(moved, COMM) == [("", "5,5,1", 0)]
    table = moved.table
    for gone in table.cards[0].windows[Keyword.left]:
        gone(table, 0)
    assert not table.state.tokens, "off the board it serves nobody"


# -- flames ------------------------------------------------------------------------------------------------------------

CLOSE = {"a": "2,1,1", "b": "3,1,1", "c": "3,1,1"}


def burnt(*dice: Any, **more: Any) -> Match:
    """Blue a turns its flame on Red b, beside whom a friend of a stands."""
    cards = {"a": (0, arena.unit("A", FLAME)), "b": (1, arena.unit("B")), "c": (0, arena.unit("C", armour=1))}
    return turn(cards, CLOSE, dice, "shoot b with Flame", **more)


@pytest.mark.rule("DZ-AB-BURN-01", "DZ-PART-07")
def test_flames_fill_both_halves_of_a_cube() -> None:
    cards = {"a": (0, arena.unit("A", FLAME)), "b": (1, arena.unit("B")), "c": (1, arena.unit("C"))}
    split = arena.field(splits={(3, 1, 1): ("x", "door25")})
    at = {"a": "2,1,1", "b": "3,1,1/W", "c": "3,1,1/E"}
    match = turn(cards, at, [1] * 9, "shoot b with Flame", on=split)
    assert (a(match, "b").burning, a(match, "c").burning) == (True, True)


@pytest.mark.rule("DZ-AB-BURN-01", "DZ-AB-BURN-02")
def test_flames_hit_all_in_the_cube_with_three_dice_that_nothing_changes() -> None:
    match = burnt(*(5, 1, 1), *(1, 1, 1), *(1, 1, 1))
    assert (a(match, "b").damage, a(match, "c").damage) == (1, 1)
    cards = {"a": (0, arena.unit("A", FLAME)), "b": (1, arena.unit("B"))}
    far = turn(cards, {"a": "1,1,1", "b": "4,1,1"})
    assert not any(key.startswith("shoot") for key in offered(far))


@pytest.mark.rule("DZ-AB-BURN-03", "DZ-AB-BURN-04")
def test_whoever_lives_burns_and_has_one_marker() -> None:
    match = burnt(*(1, 1, 1), *(1, 1, 1), *(1, 1, 1), models={"b": {"burning": True}})
    assert a(match, "b").burning and a(match, "c").burning and codes(match).count("burns") == 1
    dead = burnt(*(5, 5, 5), *(1, 1, 1), *(5, 5, 5))
    assert (a(dead, "b").status, a(dead, "b").burning, a(dead, "c").burning) == (DEAD, False, True)


def on_fire(card: Unit, *dice: Any, **more: Any) -> Match:
    """A burning model is activated."""
    models = {"a": {"burning": True, **more.pop("fields", {})}}
    return turn({"a": (0, card), "b": (1, arena.unit("B"))}, FAR, dice, models=models, **more)


@pytest.mark.rule("DZ-AB-BURN-05")
def test_a_fire_comes_before_all_actions_and_costs_none() -> None:
    match = on_fire(arena.unit("A"), *(4, 1, 1), *(5, 1, 1))
    assert not a(match, "a").burning and {"advance", "sprint"} <= offered(match)
    pinned = on_fire(arena.unit("A"), *(4, 1, 1), *(5, 1, 1), fields={"pinned": True})
    assert not a(pinned, "a").burning and "stand up" in offered(pinned)


@pytest.mark.rule("DZ-AB-BURN-06")
def test_a_fire_that_wins_hurts_and_ends_the_activation() -> None:
    for armour, lost in ((1, 1), (2, 0)):
        match = on_fire(arena.unit("A", armour=armour), *(4, 4, 4), *(5, 1, 1))
        assert (a(match, "a").damage, a(match, "a").burning) == (lost, False)
        assert "advance" not in offered(match) and "activated" in codes(match)


@pytest.mark.rule("DZ-MEET-05")
def test_what_protects_helps_against_a_fire_and_gas_adds_to_it() -> None:
    tough = on_fire(arena.unit("A", keywords=["Tough"]), *(4, 4, 4), *(5, 1, 1))
    assert a(tough, "a").damage == 1
    gas = {"tokens": token("smoke", "1,1,1", number=1), "smoke": 1 << cube("1,1,1")}
    assert a(on_fire(arena.unit("A", health=3), *(4, 4, 1), *(5, 1, 1), **gas), "a").damage == 2


# -- scenes ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-GRENADE-01", "DZ-AB-FRAG-04", "DZ-ITEM-15")
def test_a_grenade_falls_past_the_walkway() -> None:
    floors = {(3, 5, 3): "full", (4, 5, 3): "full", (5, 5, 3): "full", (6, 5, 2): "half-N"}
    field = arena.field(floors=floors, walls={(5, 5, 1, "E"): "blocked"})
    cards = {"t": (0, arena.unit("T")), "f": (0, arena.unit("F", survive=4, armour=1))}
    cards["e"] = (1, arena.unit("E", survive=6, keywords=["Solid"]))
    dice = [*(4, 2, 3), 3, 4, *(4, 7, 8, 3), *(4, 1, 2), *(6, 8, 1, 6), 7, *(5, 6, 7), *(5, 6, 1)]
    at = {"t": "3,5,3", "f": "6,5,1", "e": "6,5,1"}
    match = turn(cards, at, dice, "shoot 5,5,3 with Frag Grenade", on=field, models={"t": {"item": "Frag Grenade"}})
    f, e = a(match, "f"), a(match, "e")
    assert (f.damage, f.pinned, where(match, "f"), e.damage, e.pinned) == (1, True, "6,5,1", 0, False)
    assert a(match, "t").item == ""


@pytest.mark.rule("DZ-AB-COMM-01", "DZ-AB-INDIRECT-05", "DZ-AB-FRAG-04")
def test_a_spotted_mortar_blows_a_jump_trooper_off_the_roof() -> None:
    field = arena.field(
        levels=4, solid=frozenset((4, 5, level) for level in (1, 2, 3)), walls={(5, 4, 1, "E"): "blocked"}
    )
    cards = {"m": (0, arena.unit("M", MORTAR, size=3)), "e": (0, arena.unit("E"))}
    cards["j"] = (1, arena.unit("J", keywords=["Jump Pack"], survive=4, armour=1))
    at = {"m": "8,4,1", "e": "5,5,1", "j": "4,5,4"}
    dice = [*(1, 2, 4), 1, *(4, 4, 5, 1), *(4, 4, 2), 3, *(5, 1, 1, 2), *(4, 5, 1)]
    match = turn(cards, at, dice, "shoot 4,4,1 with Mortar", on=field)
    j = a(match, "j")
    assert (where(match, "j"), j.pinned, j.damage, j.activated) == ("5,5,1", False, 0, False)


@pytest.mark.rule("DZ-AB-BURN-02", "DZ-AB-BURN-05", "DZ-MEET-02")
def test_flames_on_a_shielded_huddle() -> None:
    cards = {"f": (0, arena.unit("F", FLAME)), "r1": (1, arena.unit("R1"))}
    cards["r2"] = (1, arena.unit("R2", keywords=["Defender Shield"], armour=1))
    cards["r3"] = (1, arena.unit("R3", keywords=["Medic", "Life Support"], health=3))
    cards["p"] = (1, arena.unit("P", keywords=["Construct", "Shield Generator (2)"], speed=(0, 0), armour=1))
    at = {"f": "4,5,1", **dict.fromkeys(("r1", "r2", "r3", "p"), "5,5,1")}
    again = "re-roll 1 misses and 0 hits"
    dice = [*(5, 6, 8, 5), *(5, 1, 2), 3, *(6, 2), *(5, 6, 1), 5, *(1, 2), *(1, 2, 5), 4, *(7, 1), *(5, 5, 8, 8, 1)]
    match = turn(cards, at, dice, "shoot r1 with Flame", again, again, again)
    assert [a(match, name).status == DEAD for name in ("r1", "r2", "r3", "p")] == [True, False, False, False]
    assert [a(match, name).burning for name in ("r2", "r3", "p")] == [True, True, True]
    assert [a(match, name).damage for name in ("r2", "r3", "p")] == [0, 0, 0]


# -- odds --------------------------------------------------------------------------------------------------------------


def pool(dice: int, target: int) -> dict[int, float]:
    """The chance of each number of successes, worked out die by die."""
    chain = {n: (8 - target) / 8 * 8.0 ** (1 - n) + (target - 1) / 8 * 8.0**-n for n in range(1, 14)}
    chain[0] = (target - 1) / 8
    found = {0: 1.0}
    for _ in range(dice):
        sums: dict[int, float] = {}
        for had, chance in found.items():
            for more, share in chain.items():
                sums[had + more] = sums.get(had + more, 0) + chance * share
        found = sums
    return found


@pytest.mark.rule("DZ-AB-FRAG-03")
def test_odds_of_an_explosion_count_its_damage_and_end_before_the_throws() -> None:
    cards = {"a": (0, arena.unit("A", ROCKET)), "b": (1, arena.unit("B")), "c": (0, arena.unit("C", health=1))}
    odds = turn(cards, {**FAR, "c": "4,1,1"}).odds("shoot 4,1,1 with Rocket", aim="kill")
    hurt = sum(p * q for n, p in pool(3, 4).items() for m, q in pool(3, 5).items() if n > m)
    assert float(odds.chance("damage b")) == float(odds.chance("killed c")) == pytest.approx(hurt, abs=1e-9)
    assert odds.bound < 1e-6 and odds.chance("pinned b") == 0


@pytest.mark.rule("DZ-AB-BOOM-02", "DZ-AB-BLAST-01")
def test_odds_go_on_through_a_bomb_and_through_throws_that_are_all_there_is() -> None:
    cards = {"a": (0, arena.unit("A", keywords=["BOOM! (4)"])), "b": (1, arena.unit("B"))}
    odds = turn(cards, {"a": "4,1,1", "b": "4,1,1"}).odds("explode", aim="kill")
    hurt = sum(p * q for n, p in pool(4, 4).items() for m, q in pool(3, 5).items() if n > m)
    assert float(odds.chance("damage b")) == pytest.approx(hurt, abs=1e-9)
    cards = {"a": (0, arena.unit("A", HORN)), "b": (1, arena.unit("B", health=9))}
    odds = turn(cards, FAR).odds("shoot 4,1,1 with Horn", aim="pin")
    assert odds.chance("pinned b") + odds.chance("killed b") == 1 and odds.chance("damage b") > 0
