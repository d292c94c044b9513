"""Keywords of fights, and of weapons that push, stun and poison."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.assault import AWAY, Assault
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.state import DEAD
from tests.deadzone.battlefield import KNIFE, battle, dice_of, model, offered, told
from tests.deadzone.battlefield import placed as at

TOGETHER = {"a": "4,4,1", "b": "4,4,1"}


def fight(
    words: list[str],
    dice: tuple[int, ...],
    *answers: str,
    ap: int = 0,
    card: dict[str, Any] | None = None,
    target: Unit | None = None,
    **more: Any,
) -> Match:
    """An assault with a blade of these keywords."""
    blade = arena.weapon("Blade", "CC", ap, words)
    red = {"b": target or arena.unit("B", health=9)}
    picks = ("assault b", "with Blade", *answers)
    return battle({"a": arena.unit("A", blade, **{"health": 5, **(card or {})})}, red, TOGETHER, dice, *picks, **more)


def shot(words: list[str], dice: tuple[int, ...], *answers: str, target: Unit | None = None, **more: Any) -> Match:
    """A clear shot from the west with a gun of these keywords, at a target on the same line."""
    red = {"b": target or arena.unit("B", size=4, health=9)}
    blue = {"a": arena.unit("A", arena.weapon("Gun", 6, keywords=words), size=4)}
    return battle(blue, red, {"a": "1,4,1", "b": "4,4,1"}, dice, "shoot b with Gun", *answers, **more)


WON = (5, 1, 1, 1, 1, 1, 1, 1)
"""A shot of five dice that wins by one."""


# -- dice of fights ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-FRENZY-01")
def test_frenzy_of_model_and_weapon_add_up() -> None:
    match = fight(["Frenzy (1)"], (1,) * 6, "survive", card={"keywords": ["Frenzy (1)"]})
    assert offered(match)[-1] == "re-roll 2 misses and 0 hits"


@pytest.mark.rule("DZ-AB-SMASH-01", "DZ-MEET-21")
def test_smash_counts_with_the_weapon_that_has_it() -> None:
    assert dice_of(fight(["Smash (1)"], (1,) * 7, "survive")) == 4
    maul, fists = arena.weapon("Maul", "CC", keywords=["Smash (1)", "Frenzy (1)"]), "unarmed"
    match = battle({"a": arena.unit("A", maul, keywords=["Smash (2)"])}, {"b": arena.unit("B")}, TOGETHER, (1,) * 8,
                   "assault b", fists, "survive")  # fmt: skip
    assert dice_of(match) == 5, "that of the model always counts, that of the maul does not"


@pytest.mark.rule("DZ-AB-THERMAL-01", "DZ-MEET-21", "DZ-AB-ONEUSE-01")
def test_thermal_mines_take_the_place_of_the_weapon_once() -> None:
    maul = arena.weapon("Maul", "CC", keywords=["Smash (1)"])
    miner = arena.unit("A", maul, keywords=["Thermal Mines"])
    target = arena.unit("B", armour=3, health=5)
    match = battle({"a": miner}, {"b": target}, TOGETHER, (5, 5, 1, 1, 1, 1), "assault b", "with Thermal Mines",
                   "survive")  # fmt: skip
    assert (dice_of(match), model(match, "b").damage) == (3, 2)
    match = battle({"a": miner}, {"b": target}, TOGETHER, (), "assault b", models={"a": {"spent": {"thermal_mines"}}})
    assert offered(match) == ["with Maul", "unarmed"]


@pytest.mark.rule("DZ-MEET-21")
def test_mines_and_blades_do_not_serve_who_fights_back() -> None:
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B", KNIFE, keywords=["Thermal Mines"])}, TOGETHER, (),
                   "assault b", "fight back", models={"b": {"item": "Combat Blades"}})  # fmt: skip
    assert offered(match) == ["with Knife", "unarmed"]


@pytest.mark.rule("DZ-MEET-21")
@pytest.mark.parametrize(("weapon", "most"), [("with Combat Blades", 1), ("unarmed", 0)])
def test_blades_count_when_they_are_named(weapon: str, most: int) -> None:
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B", fight=0)}, TOGETHER, (1,) * 6, "assault b", weapon,
                   models={"a": {"item": "Combat Blades"}})  # fmt: skip
    assert match.decision.topic.startswith("re-rolls") is bool(most)
    assert model(match, "a").item == ("" if most else "Combat Blades")


@pytest.mark.rule("DZ-AB-TENACIOUS-01")
def test_tenacious_hampers_who_leaves_once_pinned_or_not() -> None:
    tenacious = arena.unit("E", keywords=["Tenacious"])
    blue = {"a": arena.unit("A"), "e": tenacious, "f": tenacious}
    where = {**TOGETHER, "e": "4,4,1", "f": "4,4,1"}
    for count, names in ((3, "a"), (2, "ae"), (2, "aef")):
        match = battle({name: blue[name] for name in names}, {"b": arena.unit("B", health=9)},
                       {name: where[name] for name in (*names, "b")}, (1,) * (3 + (len(names) > 1) + count),
                       frames=[Assault(0, len(names), AWAY)],
                       models={name: {"pinned": True} for name in names[1:]})  # fmt: skip
        assert len(told(match, "rolled")[0]["second"]) == count


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-TOXIC-01", "DZ-MEET-07")
def test_toxic_adds_to_a_loss_once_and_never_to_constructs() -> None:
    assert model(shot(["Toxic (2)"], WON), "b").damage == 3
    assert model(shot(["Toxic (2)"], WON, target=arena.unit("B", armour=1)), "b").damage == 0
    machine = arena.unit("B", keywords=["Construct"], health=9)
    assert model(shot(["Toxic (2)"], WON, target=machine), "b").damage == 1


@pytest.mark.rule("DZ-AB-DISMANTLE-01")
@pytest.mark.parametrize(
    ("words", "armour", "lost"),
    [(["Walker"], 0, 2), (["Construct"], 0, 2), (["Vehicle"], 0, 2), ([], 0, 1), (["Walker"], 1, 0)],
)
def test_dismantle_costs_machines_one_more(words: list[str], armour: int, lost: int) -> None:
    target = arena.unit("B", keywords=words, armour=armour, health=9)
    match = fight([], (5, 1, 1, 1, 1, 1), "survive", card={"keywords": ["Dismantle"]}, target=target)
    assert model(match, "b").damage == lost


def test_dismantle_and_toxic_against_a_tough_walker() -> None:
    saw = arena.weapon("Saw", "CC", 2, ["Toxic (1)"])
    walker = arena.unit("W", keywords=["Walker", "Tough"], size=4, armour=3, health=5)
    match = battle(
        {"a": arena.unit("A", saw, keywords=["Dismantle"], fight=4)}, {"w": walker}, {"a": "3,3,1", "w": "4,3,1"},
        (4, 6, 7, 2, 5, 1, 2, 3), "advance", "step to 4,3,1", "with Saw", "fight back", "stand SW",
    )  # fmt: skip
    assert (model(match, "w").damage, at(match, "a"), match.state.round) == (2, "4,3,1", 2)


# -- Knockback ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-KNOCKBACK-01", "DZ-AB-KNOCKBACK-02")
def test_who_loses_a_shot_is_pushed_away_hurt_or_not() -> None:
    armoured = arena.unit("B", size=4, armour=3)
    match = shot(["Knockback"], WON, target=armoured)
    assert (at(match, "b"), model(match, "b").damage) == ("5,4,1", 0)
    assert at(shot(["Knockback"], (5, 1, 1, 1, 1, 5, 1, 1)), "b") == "4,4,1", "a draw"
    match = shot(["Knockback"], WON, target=arena.unit("B", size=4, health=1))
    assert model(match, "b").status == DEAD and not told(match, "moved")


@pytest.mark.rule("DZ-AB-KNOCKBACK-01")
def test_a_shield_that_absorbs_all_does_not_stop_the_push() -> None:
    shielded = arena.unit("B", keywords=["Energy Shield (1)"], size=4)
    match = shot(["Knockback"], (*WON, 6), target=shielded)
    assert (at(match, "b"), model(match, "b").damage) == ("5,4,1", 0)


@pytest.mark.rule("DZ-AB-KNOCKBACK-01")
def test_two_sources_push_once() -> None:
    match = fight(["Knockback"], (5, 1, 1, 1, 1, 1), "survive", "E", "stand SW", card={"keywords": ["Knockback"]})
    assert at(match, "b") == "5,4,1" and len(told(match, "moved")) == 1


@pytest.mark.rule("DZ-AB-KNOCKBACK-02")
def test_the_winner_of_an_assault_chooses_the_way() -> None:
    match = fight(["Knockback"], (5, 1, 1, 1, 1, 1), "survive")
    assert match.decision.seat == 0 and offered(match) == ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    match.answer("SW")
    match.answer(offered(match)[0])
    assert at(match, "b") == "3,3,1"


@pytest.mark.rule("DZ-AB-KNOCKBACK-03")
def test_a_wall_slams_and_a_full_cube_does_not() -> None:
    match = shot(["Knockback"], (*WON, 5, 5, 1, 1, 1, 1), on=arena.field(walls={(4, 4, 1, "E"): "blocked"}))
    assert (model(match, "b").damage, model(match, "b").pinned, at(match, "b")) == (3, True, "4,4,1")
    red = {"b": arena.unit("B", size=4, health=9), "c": arena.unit("C", size=4)}
    blue = {"a": arena.unit("A", arena.weapon("Gun", 6, keywords=["Knockback"]), size=4)}
    match = battle(blue, red, {"a": "1,4,1", "b": "4,4,1", "c": "5,4,1"}, WON, "shoot b with Gun")
    assert (at(match, "b"), told(match, "slammed")) == ("4,4,1", [])


@pytest.mark.rule("DZ-MEET-10")
def test_a_push_leaves_pins_and_fire_as_they_are_and_solid_models_where_they_are() -> None:
    state = {"b": {"pinned": True, "burning": True}}
    match = shot(["Knockback"], WON, models=state)
    assert (at(match, "b"), model(match, "b").pinned, model(match, "b").burning) == ("5,4,1", True, True)
    for word in ("Solid", "Vehicle", "Walker"):
        match = shot(["Knockback"], WON, target=arena.unit("B", size=4, keywords=[word]))
        assert (at(match, "b"), match.decision.topic) == ("4,4,1", "action of a")


@pytest.mark.rule("DZ-MEET-10")
def test_a_blaze_that_wins_pins_and_then_pushes() -> None:
    blue = {"a": arena.unit("A", arena.weapon("Gun", 6, keywords=["Knockback", "Rapid Fire"]), size=4)}
    red, where = {"b": arena.unit("B", size=4)}, {"a": "1,4,1", "b": "4,4,1"}
    blaze, dice = "shoot b (blaze away) with Gun", (5, 1, 1, 1, 1, 1, 1, 1, 1)
    match = battle(blue, red, where, dice, blaze)
    codes = [event.code for event in match.log if event.code in ("pinned", "moved")]
    assert codes == ["pinned", "moved"] and at(match, "b") == "5,4,1" and model(match, "b").pinned


@pytest.mark.rule("DZ-MEET-10", "DZ-AB-KNOCKBACK-01")
def test_a_push_into_enemies_leads_to_a_fight() -> None:
    blue = {"a": arena.unit("A", arena.weapon("Gun", 6, keywords=["Knockback"]), size=4), "e": arena.unit("E")}
    match = battle(blue, {"b": arena.unit("B", size=4, health=9)}, {"a": "1,4,1", "b": "4,4,1", "e": "5,4,1"}, WON,
                   "shoot b with Gun")  # fmt: skip
    assert match.decision.topic == "answer of e", "who was not pinned fights at once"


@pytest.mark.rule("DZ-MEET-17", "DZ-AB-STUN-01")
@pytest.mark.parametrize(("effects", "there"), [("attacker_only", "4,4,1"), ("both", "4,5,1")])
def test_who_fights_back_pushes_nobody_unless_the_match_says_so(effects: str, there: str) -> None:
    hammer = arena.weapon("Hammer", "CC", 1, ["Knockback"])
    picks = ["assault b", "fight back", "with Hammer", *(["N", "stand SW"] if effects == "both" else [])]
    match = battle({"a": arena.unit("A", armour=1, health=5)}, {"b": arena.unit("B", hammer)}, TOGETHER,
                   (5, 1, 1, 5, 5, 1), *picks, options={"fight_back_effects": effects})  # fmt: skip
    assert (at(match, "a"), model(match, "a").damage) == (there, 1)


# -- Stun --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-STUN-01")
def test_a_stun_marks_and_hurts_nobody_and_asks_no_shield() -> None:
    match = shot(["Stun"], WON, target=arena.unit("B", keywords=["Energy Shield (2)"]))
    b = model(match, "b")
    assert (b.activated, b.damage, b.pinned) == (True, 0, False)
    assert not model(shot(["Stun"], (5, 1, 1, 1, 1, 5, 1, 1)), "b").activated, "a draw"


@pytest.mark.rule("DZ-AB-STUN-01", "DZ-MEET-17")
def test_a_stunned_leaver_stays_and_its_activation_is_over() -> None:
    lash = arena.weapon("Lash", "CC", keywords=["Stun"])
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B", lash)}, TOGETHER, (5, 1, 1, 1, 1, 1), "advance",
                   "break away", "strike with b", "with Lash")  # fmt: skip
    assert (at(match, "a"), match.state.round, model(match, "a").damage) == ("4,4,1", 2, 0)
    assert not told(match, "moved")


@pytest.mark.rule("DZ-MEET-17")
def test_stun_and_knockback_on_one_weapon_both_work_and_prey_is_placed() -> None:
    match = shot(["Stun", "Knockback", "Prey"], WON)
    b = model(match, "b")
    assert (at(match, "b"), b.activated, b.damage, b.prey) == ("5,4,1", True, 0, 1)


@pytest.mark.rule("DZ-MEET-17")
def test_a_stun_lash_does_nothing_at_all_when_fighting_back() -> None:
    lash = arena.weapon("Lash", "CC", keywords=["Stun"])
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B", lash)}, TOGETHER, (5, 1, 1, 5, 5, 5), "assault b",
                   "fight back", "with Lash")  # fmt: skip
    assert model(match, "a").damage == 0
