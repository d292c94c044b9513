"""Keywords of weapons that shoot, and of those who shoot and are shot at."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.round import Round, take_turn
from fireteam.games.deadzone.state import DEAD
from tests.deadzone.battlefield import KNIFE, RIFLE, battle, cubes, dice_of, model, offered, told
from tests.deadzone.battlefield import placed as at

APART = {"a": "1,1,1", "b": "4,1,1"}
SHOT, BLAZE = "shoot b with Gun", "shoot b (blaze away) with Gun"


def shot(
    words: list[str],
    dice: tuple[int, ...] = (),
    *answers: str,
    card: dict[str, Any] | None = None,
    target: Unit | None = None,
    ap: int = 0,
    blue: dict[str, Unit] | None = None,
    where: dict[str, str] | None = None,
    **more: Any,
) -> Match:
    """A shooter with a gun of these keywords, and a target three cubes away in clear view."""
    gun = arena.weapon("Gun", 6, ap, words)
    shooter = arena.unit("A", gun, **(card or {}))
    red = {"b": target or arena.unit("B", health=9)}
    return battle({"a": shooter, **(blue or {})}, red, {**APART, **(where or {})}, dice, *answers, **more)


# -- dice, armour, length ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-AP-01", "DZ-MEET-34")
def test_ap_of_model_and_weapon_add_up() -> None:
    target = arena.unit("B", armour=3, health=9)
    three = (5, 5, 5, 1, 1, 1, 1, 1)
    match = shot(["AP (1)"], three, SHOT, card={"keywords": ["AP (1)"]}, target=target)
    assert model(match, "b").damage == 2
    match = shot(["AP (1)"], three, SHOT, ap=1, target=target)
    assert model(match, "b").damage == 2, "printed AP and the keyword"


@pytest.mark.rule("DZ-MEET-34")
def test_ap_does_not_follow_a_push_into_a_wall() -> None:
    target = arena.unit("B", armour=1, health=9)
    match = shot(["AP (1)", "Knockback"], (5, 1, 1, 1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1), SHOT, target=target,
                 on=arena.field(walls={(4, 1, 1, "E"): "blocked"}))  # fmt: skip
    assert model(match, "b").damage == 1 and model(match, "b").pinned, "1 from the shot, none from the wall"


@pytest.mark.rule("DZ-AB-HEAVY-01")
def test_heavy_is_long() -> None:
    match = shot(["Heavy"], (), command=({"Shoot": 1}, {}))
    assert SHOT in offered(match)
    match.answer("advance")
    match.answer("stay in the cube")
    match.answer(offered(match)[0])
    assert SHOT not in offered(match) and offered(match, "shoot") == [f"{SHOT} for a die"]


@pytest.mark.rule("DZ-AB-SNIPER-01")
def test_a_scope_shoots_short_or_long() -> None:
    match = shot(["Sniper Scope"], (1,) * 10, "shoot b (aimed) with Gun")
    assert dice_of(match) == 7 and match.state.round == 2, "a long action: the activation is over"
    match = shot(["Sniper Scope"], (1,) * 8, SHOT)
    assert dice_of(match) == 5 and "advance" in offered(match)
    match = shot(["Sniper Scope"], (), "advance", "stay in the cube", "stand SW")
    assert offered(match, "shoot") == [SHOT], "no long action after a short one"


@pytest.mark.rule("DZ-AB-HOLO-01")
def test_a_holo_sight_adds_a_die() -> None:
    assert dice_of(shot(["Holo-Sight"], (1,) * 9, SHOT)) == 6
    assert dice_of(shot(["Holo-Sight", "Sniper Scope"], (1,) * 8, SHOT)) == 5
    assert dice_of(shot([], (1,) * 9, SHOT, card={"keywords": ["Holo-Sight"]})) == 6
    assert dice_of(shot(["Holo-Sight"], (1,) * 9, SHOT, card={"keywords": ["Holo-Sight"]})) == 6, "one counts"


@pytest.mark.rule("DZ-AB-WOF-01")
def test_weight_of_fire_adds_up() -> None:
    match = shot(["Weight of Fire (2)"], (1,) * 8, SHOT, card={"keywords": ["Weight of Fire (1)"]})
    assert offered(match)[-1] == "re-roll 3 misses and 0 hits"


@pytest.mark.rule("DZ-AB-ONEUSE-01")
def test_what_works_once_is_not_offered_again() -> None:
    match = shot(["One-Use"], (1,) * 8, SHOT, command=({"Shoot": 1}, {}))
    match.answer("keep the dice")
    assert not offered(match, "shoot") and "gun" in model(match, "a").spent


@pytest.mark.rule("DZ-AB-AUX-01")
def test_an_auxiliary_weapon_shoots_like_any_other() -> None:
    assert dice_of(shot(["Auxiliary Weapon"], (1,) * 8, SHOT)) == 5


# -- psychic weapons ---------------------------------------------------------------------------------------------------

WALLED = arena.field(walls={(2, 1, 1, "E"): "blocked"})


@pytest.mark.rule("DZ-AB-PSYCHIC-01")
def test_a_psychic_weapon_needs_no_sight() -> None:
    match = shot(["Psychic"], (1,) * 6, SHOT, on=WALLED)
    assert dice_of(match) == 3
    match = shot(["Psychic"], (1,) * 6, SHOT, on=WALLED, smoke=cubes(match, "3,2,1"))
    assert dice_of(match) == 3, "where nothing is seen smoke is in nobody's way"
    high = arena.field(floors={(1, 1, 2): "full"}, walls={(2, 1, level, "E"): "blocked" for level in (1, 2, 3)})
    match = shot(["Psychic"], (1,) * 5, SHOT, on=high, blue={"f": arena.unit("F")},
                 where={"a": "1,1,2", "f": "4,1,1"})  # fmt: skip
    assert dice_of(match) == 2, "3, 1 for high ground, 2 less for a friend"
    assert dice_of(shot(["Psychic"], (1,) * 8, SHOT)) == 5, "in sight it is a shot like any other"


@pytest.mark.rule("DZ-MEET-28")
def test_a_psychic_weapon_is_shot_with_all_bans() -> None:
    red = {"b": arena.unit("B"), "c": arena.unit("C")}
    mind = arena.unit("A", arena.weapon("Gun", 6, keywords=["Psychic"]))
    assert not offered(battle({"a": mind}, red, {**APART, "c": "1,1,1"}), "shoot")
    assert not offered(battle({"a": mind}, red, {"a": "1,1,1", "b": "8,1,1"}), "shoot"), "out of range"


@pytest.mark.rule("DZ-AB-LDRAIN-01", "DZ-MEET-29")
def test_a_drain_is_split_among_friends_that_live() -> None:
    blue = {"w": arena.unit("W"), "v": arena.unit("V", keywords=["Vehicle"]), "x": arena.unit("X")}
    where = {"w": "3,3,1", "v": "2,1,1", "x": "1,4,1"}
    hurt = {name: {"damage": 1} for name in ("a", "w", "v", "x")}
    two = (5, 5, 1, 1, 1, 1)
    match = shot(["Life Drain"], two, SHOT, blue=blue, where=where, models=hurt, on=WALLED)
    assert offered(match) == ["a gets 1 HP back", "w gets 1 HP back"], "no Vehicle, and nobody three cubes away"
    match.answer("w gets 1 HP back")
    assert [model(match, name).damage for name in ("a", "w", "v", "x", "b")] == [0, 0, 1, 1, 2]


@pytest.mark.rule("DZ-AB-LDRAIN-01", "DZ-MEET-29")
def test_a_drain_takes_no_more_than_there_was_and_nothing_of_machines() -> None:
    three = (5, 5, 5, 1, 1, 1, 1, 1)
    hurt = {"a": {"damage": 3}, "b": {"damage": 1}}
    match = shot(["Life Drain", "Toxic (2)"], three, SHOT, card={"health": 5}, target=arena.unit("B"), models=hurt)
    assert (model(match, "b").status, model(match, "a").damage) == (DEAD, 2), "it had 1 HP left"
    machine = arena.unit("B", keywords=["Construct"], health=9)
    match = shot(["Life Drain"], three, SHOT, card={"health": 5}, target=machine, models={"a": {"damage": 3}})
    assert (model(match, "b").damage, model(match, "a").damage) == (3, 3)


@pytest.mark.rule("DZ-MEET-29")
def test_toxic_feeds_and_life_support_takes_nothing_back() -> None:
    target = arena.unit("B", keywords=["Life Support"], health=3)
    match = shot(["Life Drain", "Toxic (1)"], (5, 1, 1, 1, 1, 1, 1, 1), SHOT, card={"health": 5}, target=target,
                 models={"a": {"damage": 3}})  # fmt: skip
    assert (model(match, "b").damage, model(match, "a").damage) == (0, 1)


# -- Rapid Fire --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-RAPID-01", "DZ-AB-RAPID-02", "DZ-AB-RAPID-03")
def test_blazing_away_pins_and_hurts_nobody() -> None:
    assert offered(shot(["Rapid Fire"]), "shoot") == [SHOT, BLAZE]
    match = shot(["Rapid Fire"], (5, 5, 1, 1, 1, 1, 5, 1, 1), BLAZE)
    assert (dice_of(match), model(match, "b").pinned, model(match, "b").damage) == (6, True, 0)
    assert not model(shot(["Rapid Fire"], (5, 5, 1, 1, 1, 1, 5, 5, 1), BLAZE), "b").pinned, "a draw"
    assert model(shot(["Rapid Fire"], (5, 5, 1, 1, 1, 5, 1, 1), SHOT), "b").damage == 1, "the usual way"


@pytest.mark.rule("DZ-AB-RAPID-02", "DZ-DICE-10")
def test_the_target_answers_only_to_a_score_and_knows_it() -> None:
    dice: tuple[dict[str, int], ...] = ({}, {"Dice": 2, "Shoot": 1})
    match = shot(["Rapid Fire"], (1,) * 6, BLAZE, command=dice)
    assert match.decision.topic == "action of a" and sum(match.state.command[1]) == 3
    match = shot(["Rapid Fire", "Weight of Fire (1)"], (1, 2, 3, 4, 4, 3), BLAZE, command=dice)
    assert match.decision.seat == 0, "the shooter re-rolls before anybody answers"
    match = shot(["Rapid Fire", "Weight of Fire (1)"], (1, 2, 3, 4, 4, 3, 5), BLAZE, "re-roll 1 misses and 0 hits",
                 command=dice)  # fmt: skip
    assert match.decision.seat == 1 and offered(match) == ["add 0 dice", "add 1 dice", "add 2 dice"]


def test_a_burst_is_drawn_by_two_symbols() -> None:
    # The second half of "Defused in a crowd, then a burst".
    gun = arena.weapon("Rifle", 6, keywords=["Rapid Fire", "Weight of Fire (1)"])
    match = battle(
        {"s": arena.unit("S", gun)}, {"q": arena.unit("Q")}, {"s": "1,5,1 NE", "q": "1,1,1"},
        (1, 2, 3, 4, 4, 3, 5, 5, 1, 2, 3, 4), "shoot q (blaze away) with Rifle", "re-roll 1 misses and 0 hits",
        "add 2 dice", "keep the dice", command=({}, {"Dice": 2, "Shoot": 1}),
    )  # fmt: skip
    assert not model(match, "q").pinned and match.state.command[1] == (0, 0, 0, 1, 0, 0)


def test_a_burst_on_one_die_against_a_bike() -> None:
    gun = arena.weapon("Rifle", 6, keywords=["Rapid Fire", "Prey"])
    bike = arena.unit("B", keywords=["Bike", "Evade", "Stealthy", "Resilient (1)"], size=3, health=3, armour=1)
    blue = {"a": arena.unit("A", gun), "f": arena.unit("F")}
    red = {"b": bike, "c": arena.unit("C", keywords=["Cloaking Device"])}
    where = {"a": "1,4,1 SW", "f": "5,4,1", "b": "5,4,1", "c": "6,4,1"}
    smoke = cubes(battle(blue, red, where), "4,5,1")
    match = battle(blue, red, where, (8, 8, 2, 5, 1, 2, 4), "shoot b (blaze away) with Rifle",
                   "re-roll 1 misses and 0 hits", smoke=smoke)  # fmt: skip
    b = model(match, "b")
    assert (dice_of(match), b.pinned, b.damage, b.prey) == (1, True, 0, 0)
    assert match.decision.topic == "action of a", "pinned, so it does not evade"


# -- beside damage -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-SUPPRESS-01", "DZ-MEET-16")
def test_suppression_pins_everybody_whatever_is_rolled() -> None:
    blue = {"a": arena.unit("A", arena.weapon("Gun", 6, keywords=["Suppression"])), "f": arena.unit("F")}
    red = {"b": arena.unit("B"), "c": arena.unit("C"), "d": arena.unit("D", keywords=["Solid"]), "e": arena.unit("E")}
    where = {**APART, "f": "4,1,1", "c": "4,1,1", "d": "4,1,1", "e": "5,1,1"}
    match = battle(blue, red, where, (1,) * 6, SHOT)
    assert [model(match, name).pinned for name in "afbcde"] == [False, True, True, True, False, False]


@pytest.mark.rule("DZ-MEET-16")
def test_suppression_needs_no_dice_and_stays_with_a_blaze() -> None:
    low = arena.field(walls={(3, 1, 1, "E"): "low25"})
    smoke = cubes(shot([]), "3,2,1")
    match = shot(["Suppression"], (1,) * 3, SHOT, blue={"f": arena.unit("F")}, where={"f": "4,1,1"}, on=low,
                 smoke=smoke)  # fmt: skip
    assert dice_of(match) == 0 and model(match, "b").pinned and model(match, "f").pinned
    match = shot(["Suppression", "Rapid Fire"], (1,) * 6, BLAZE)
    assert model(match, "b").pinned and model(match, "b").damage == 0


@pytest.mark.rule("DZ-AB-PREY-01", "DZ-MEET-35")
def test_one_success_marks_the_prey_and_its_hunters_fight_better() -> None:
    match = shot(["Prey"], (5, 1, 1, 1, 1, 5, 5, 5), SHOT)
    assert (model(match, "b").prey, model(match, "b").damage) == (1, 0)
    assert model(shot(["Prey"], (1,) * 8, SHOT), "b").prey == 0
    match = shot(["Prey", "Weight of Fire (1)"], (5, 1, 1, 1, 1, 1, 1, 1, 1), SHOT, "re-roll 0 misses and 1 hits")
    assert model(match, "b").prey == 0, "judged after all re-rolls"
    for prey, dice in ((1, 4), (2, 3), (3, 4)):
        match = battle({"a": arena.unit("A")}, {"b": arena.unit("B")}, {"a": "1,1,1", "b": "1,1,1"}, (1,) * (dice + 3),
                       "assault b", "survive", models={"b": {"prey": prey}})  # fmt: skip
        assert dice_of(match) == dice, "each side has its own markers"


@pytest.mark.rule("DZ-AB-PREY-01")
def test_who_fights_back_against_its_prey_gains_nothing() -> None:
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B")}, {"a": "1,1,1", "b": "1,1,1"}, (1,) * 6,
                   "assault b", "fight back", models={"a": {"prey": 2}})  # fmt: skip
    assert dice_of(match) == 3


# -- Fire Control ------------------------------------------------------------------------------------------------------


def two_guns(dice: tuple[int, ...], *answers: str, first: list[str] | None = None, **more: Any) -> Match:
    """A model that may use a gun and a pistol at once, and two targets."""
    guns = arena.weapon("Gun", 6, keywords=first or []), arena.weapon("Pistol", 4)
    red = {"b": arena.unit("B"), "c": arena.unit("C")}
    shooter = arena.unit("A", *guns, keywords=["Fire Control"])
    return battle({"a": shooter}, red, {**APART, "c": "1,4,1"}, dice, *answers, **more)


@pytest.mark.rule("DZ-AB-FIRECTRL-01")
def test_two_weapons_and_their_targets_are_named_before_any_dice() -> None:
    match = two_guns((), SHOT)
    assert offered(match) == ["no second weapon", "and shoot b with Pistol", "and shoot c with Pistol"]
    match = two_guns((5, 1, 1, 1, 1, 1, 1, 1, 5, 5, 1, 1, 1, 1, 1, 1), SHOT, "and shoot c with Pistol")
    assert model(match, "b").damage == 1 and model(match, "c").status == DEAD
    match = two_guns((1,) * 8, f"{SHOT} for a die", command=({"Shoot": 1}, {}))
    assert len(told(match, "shoots")) == 1, "a Shoot die gives one shot"


@pytest.mark.rule("DZ-AB-FIRECTRL-01", "DZ-MEET-14")
def test_a_second_shot_at_the_dead_is_lost() -> None:
    match = two_guns((5, 5, 1, 1, 1, 1, 1, 1), SHOT, "and shoot b with Pistol")
    assert model(match, "b").status == DEAD and len(told(match, "shoots")) == 1


@pytest.mark.rule("DZ-MEET-14")
def test_one_long_mode_makes_the_action_long() -> None:
    match = two_guns((1,) * 18, "shoot b (aimed) with Gun", "and shoot c with Pistol", first=["Sniper Scope"])
    assert [event["dice"] for event in told(match, "shoots")] == [7, 5] and match.state.round == 2
    match = two_guns((1,) * 16, "shoot c with Pistol", "and shoot b with Gun", first=["Heavy"])
    assert match.state.round == 2, "the second one is long"
    short = ("advance", "stay in the cube", "stand SW", "shoot c with Pistol")
    match = two_guns((1,) * 8, *short, first=["Heavy"])
    assert len(told(match, "shoots")) == 1, "nothing long after a short action"


@pytest.mark.rule("DZ-MEET-35")
def test_both_targets_of_fire_control_are_marked() -> None:
    guns = arena.weapon("Gun", 6, keywords=["Prey"]), arena.weapon("Pistol", 4, keywords=["Prey"])
    red = {"b": arena.unit("B"), "c": arena.unit("C")}
    match = battle({"a": arena.unit("A", *guns, keywords=["Fire Control"])}, red, {**APART, "c": "1,4,1"},
                   (5, 1, 1, 1, 1, 5, 5, 5) * 2, SHOT, "and shoot c with Pistol")  # fmt: skip
    assert (model(match, "b").prey, model(match, "c").prey) == (1, 1)


@pytest.mark.rule("DZ-AB-RAPID-01", "DZ-AB-SNIPER-01")
def test_a_scoped_weapon_that_blazes_away_may_take_aim() -> None:
    words = ["Rapid Fire", "Sniper Scope"]
    aimed = "shoot b (aimed blaze away) with Gun"
    ways = [SHOT, "shoot b (aimed) with Gun", BLAZE, aimed]
    assert offered(shot(words, ()), "shoot") == ways
    match = shot(words, (5, *(1,) * 7, 1, 1, 1), aimed)
    assert dice_of(match) == 8 and model(match, "b").pinned
    assert offered(shot(words, (1,) * 6, BLAZE), "shoot") == [] and match.state.round == 2, "aiming takes long"


# -- Evade -------------------------------------------------------------------------------------------------------------


def evader(*words: str, **figures: Any) -> Unit:
    """A target that evades."""
    return arena.unit("B", keywords=["Evade", *words], **{"health": 9, **figures})


@pytest.mark.rule("DZ-AB-EVADE-01")
def test_who_was_shot_at_may_step_aside() -> None:
    match = shot([], (1,) * 8, SHOT, target=evader())
    assert (match.decision.seat, match.decision.topic) == (1, "evasion of b")
    assert "step to 5,2,1" in offered(match) and "stop here" in offered(match)
    match.answer("stop here")
    assert match.decision.topic == "action of a" and not model(match, "b").activated
    match = shot([], (1,) * 8, SHOT, target=evader(speed=(0, 0)))
    assert match.decision.topic == "action of a", "without a SPEED it stays"
    match = shot([], (1,) * 8, SHOT, target=evader(), models={"b": {"pinned": True}})
    assert match.decision.topic == "action of a", "pinned before"
    match = shot(["Rapid Fire"], (5, 5, 1, 1, 1, 1, 1, 1, 1), BLAZE, target=evader())
    assert match.decision.topic == "action of a", "pinned by it"
    blue = {"a": arena.unit("A", arena.weapon("Gun", 6, keywords=["Rapid Fire", "Knockback"])), "f": arena.unit("F")}
    match = battle(blue, {"b": evader(size=4)}, {**APART, "f": "5,1,1"}, (5, 5, 1, 1, 1, 1, 1, 1, 1, *(1,) * 8), BLAZE)
    assert not model(match, "b").pinned and match.decision.topic == "action of a", "pinned by it, and up among enemies"


@pytest.mark.rule("DZ-AB-EVADE-01")
def test_who_fell_from_a_shot_and_stands_again_among_enemies_does_not_evade() -> None:
    blue = {"a": arena.unit("A", arena.weapon("Gun", 6, keywords=["Knockback"])), "f": arena.unit("F")}
    where = {"a": "1,1,3", "b": "4,1,3", "f": "5,1,1"}
    on = arena.field(floors={(x, 1, 3): "full" for x in range(1, 5)})
    dice = (5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, *(1,) * 7)  # the shot wins; gravity and its enemy do nothing
    match = battle(blue, {"b": evader()}, where, dice, SHOT, "stand SW", on=on)
    assert (at(match, "b"), model(match, "b").pinned) == ("5,1,1", False), "up again"
    assert match.decision.topic == "action of a"


@pytest.mark.rule("DZ-AB-EVADE-01")
def test_flames_are_a_shot_at_everybody_they_reach() -> None:
    gun = arena.weapon("Gun", 6, keywords=["It Burns!"])
    red = {"b": arena.unit("B"), "c": evader(), "d": evader()}
    cubes = {**APART, "c": "4,1,1", "d": "4,1,1"}
    match = battle({"a": arena.unit("A", gun)}, red, cubes, (1,) * 12, SHOT, models={"d": {"pinned": True}})
    assert (match.decision.topic, model(match, "c").burning) == ("evasion of c", True)
    match.answer("stop here")
    assert match.decision.topic == "action of a", "one was pinned before"


@pytest.mark.rule("DZ-AB-EVADE-01")
def test_an_evasion_may_start_a_fight() -> None:
    match = shot([], (1,) * 8, SHOT, "step to 5,1,1", target=evader(), blue={"f": arena.unit("F", health=5)},
                 where={"f": "5,1,1"})  # fmt: skip
    assert match.decision.topic == "answer of f"
    match = shot([], (1,) * 8 + (5, 5, 1, 1, 1, 1, 1), SHOT, "step to 5,1,1", "survive", target=evader(),
                 blue={"f": arena.unit("F", health=5)}, where={"f": "5,1,1"})  # fmt: skip
    assert dice_of(match) == 4 and model(match, "f").damage == 2, "moved in"


@pytest.mark.rule("DZ-MEET-13")
def test_evading_comes_once_after_the_whole_shot() -> None:
    guns = arena.weapon("Gun", 6), arena.weapon("Pistol", 4)
    match = battle({"a": arena.unit("A", *guns, keywords=["Fire Control"])}, {"b": evader()}, APART, (1,) * 16, SHOT,
                   "and shoot b with Pistol")  # fmt: skip
    assert match.decision.topic == "evasion of b"
    match.answer("stop here")
    assert match.decision.topic == "action of a"
    match = shot(["Suppression"], (1,) * 8, SHOT, target=evader("Solid"))
    assert match.decision.topic == "evasion of b", "it cannot be pinned"
    match = shot(["Stun"], (5, 1, 1, 1, 1, 1, 1, 1), SHOT, target=evader())
    assert match.decision.topic == "evasion of b" and model(match, "b").activated, "stunned, but not pinned"


@pytest.mark.rule("DZ-MEET-13")
def test_evading_from_the_cube_where_a_push_ends() -> None:
    first = shot(["Knockback"], (5, 1, 1, 1, 1, 1, 1, 1), SHOT, target=evader())
    match = shot(["Knockback"], (5, 1, 1, 1, 1, 1, 1, 1), SHOT, offered(first)[0], target=evader())
    assert at(match, "b") == "5,1,1" and "step to 6,1,1" in offered(match)


@pytest.mark.rule("DZ-MEET-13", "DZ-MEET-17")
def test_an_evader_among_enemies_breaks_away_and_a_stun_keeps_it_there() -> None:
    lash = arena.weapon("Lash", "CC", keywords=["Stun"])
    blue = {"a": arena.unit("A", RIFLE), "f": arena.unit("F", lash)}
    match = battle(blue, {"b": evader()}, {**APART, "f": "4,1,1"}, (1,) * 6, "shoot b with Rifle")
    assert offered(match) == ["stop here", "break away"]
    match = battle(blue, {"b": evader()}, {**APART, "f": "4,1,1"}, (1,) * 6 + (5, 1, 1, 1, 1, 1), "shoot b with Rifle",
                   "break away", "strike with f", "with Lash", models={"b": {"activated": True}})  # fmt: skip
    assert at(match, "b") == "4,1,1" and match.decision.topic == "action of a", "although it was activated before"


def test_fire_control_evade_and_a_fatal_step() -> None:
    laser = arena.weapon("Laser", 8, 2, ["Heavy"])
    blue = {
        "f": arena.unit("F", laser, arena.weapon("Pistol", 3), keywords=["Fire Control"], size=2, ranged=4),
        "g": arena.unit("G", arena.weapon("Knife", "CC", 1), fight=6),
    }
    red = {"t": arena.unit("T", keywords=["Evade"], armour=1, health=1)}
    match = battle(
        blue, red, {"f": "1,4,1 SW+SE", "g": "4,4,1", "t": "3,4,1 SW"},
        (4, 1, 2, 5, 1, 1, 4, 5, 1, 5, 2, 2, 5, 6, 1, 1, 6, 6, 8, 2),
        "shoot t with Laser", "and shoot t with Pistol", "step to 4,4,1", "fight back", "with Knife",
        on=arena.field(walls={(2, 4, 1, "E"): "low25"}),
    )  # fmt: skip
    assert model(match, "t").status == DEAD and [event["dice"] for event in told(match, "shoots")] == [3, 3]


# -- Invigorate --------------------------------------------------------------------------------------------------------


def verse(dice: tuple[int, ...] = (), *answers: str, **more: Any) -> Match:
    """Two friends in a cube, one of whom was activated before."""
    words = arena.weapon("Verse", 0, keywords=["Psychic", "Invigorate"])
    blue = {"a": arena.unit("A", words, ranged=4), "f": arena.unit("F"), "g": arena.unit("G")}
    where = {"a": "1,1,1", "f": "1,1,1", "g": "1,1,1", "b": "8,8,1"}
    position = {"models": {"f": {"activated": True}}, **more}
    return battle(blue, {"b": arena.unit("B")}, where, dice, *answers, **position)


@pytest.mark.rule("DZ-AB-INVIGORATE-01", "DZ-MEET-32")
def test_a_friend_is_made_ready_once_in_a_round() -> None:
    assert offered(verse(), "shoot") == ["shoot f with Verse"], "nobody gains anything but who was activated"
    match = verse((4, 7, 1), "shoot f with Verse")
    assert not model(match, "f").activated
    assert model(verse((4, 3, 1), "shoot f with Verse"), "f").activated
    twice = {"f": {"activated": True, "lasting": frozenset({"invigorated"})}}
    assert not offered(verse(models=twice), "shoot")


@pytest.mark.rule("DZ-MEET-32")
def test_who_is_made_ready_has_another_full_activation_in_the_round() -> None:
    words = arena.weapon("Verse", 0, keywords=["Invigorate"])
    cards = {"a": (0, arena.unit("A", words, ranged=4)), "f": (0, arena.unit("F")), "b": (1, arena.unit("B"))}
    setting = arena.setting_for(cards)
    where = {"a": "1,1,1", "f": "1,1,1", "b": "8,8,1"}
    table = arena.table_at(setting, where, Activation(0), Round(last=0).placed(take_turn),
                      models={"f": {"activated": True}, "b": {"activated": True}})  # fmt: skip
    match = arena.match_over(table, Given((4, 7, 1)))
    match.answer("shoot f with Verse")
    match.answer("end the activation")
    assert match.decision.topic == "action of f" and match.state.round == 1, "nobody else is left to be activated"
    assert {"advance", "sprint"} <= set(offered(match))


@pytest.mark.rule("DZ-AB-INVIGORATE-01", "DZ-SHOOT-04")
def test_nobody_is_invigorated_beside_an_enemy() -> None:
    words = arena.weapon("Verse", 0, keywords=["Invigorate"])
    blue = {"a": arena.unit("A", words), "f": arena.unit("F")}
    match = battle(blue, {"b": arena.unit("B")}, dict.fromkeys("afb", "1,1,1"), models={"f": {"activated": True}})
    assert not offered(match, "shoot")


@pytest.mark.rule("DZ-AB-FPLAT-01")
def test_a_firing_platform_serves_vehicles() -> None:
    assert dice_of(shot(["Firing Platform (1)"], (1,) * 9, SHOT, card={"keywords": ["Vehicle"]})) == 6
    assert dice_of(shot(["Firing Platform (1)"], (1,) * 8, SHOT)) == 5


def test_a_knife_is_no_gun() -> None:
    assert not offered(battle({"a": arena.unit("A", KNIFE)}, {"b": arena.unit("B")}, APART), "shoot")
