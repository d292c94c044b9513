"""The special orders of leaders, and keywords of command."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import match_over, table_at, unit, weapon
from fireteam.games.deadzone.cards import Unit, deck
from fireteam.games.deadzone.content.check import EFFECT_MOMENTS
from fireteam.games.deadzone.content.packs import content
from fireteam.games.deadzone.orders import EFFECTS
from fireteam.games.deadzone.round import Round
from fireteam.games.deadzone.state import SPECIAL
from tests.deadzone.battlefield import cube, offered, placed, play, setting_with, token

ORDERS = deck(content(None)).orders
GUN = weapon("Gun", 8)


def scene(
    order: str, at: dict[str, str], frame: Any, *dice: Any, command: Any = ({"Special": 1}, {}), **more: Any
) -> Match:
    """`lead` gives the order; `a` and `c` are its friends, `b` is an enemy."""
    a: Unit = more.pop("a", unit("A", GUN))
    units = {
        "lead": (0, unit("L", role="Leader", recon=5, order=ORDERS[order])),
        "a": (0, a),
        "b": (1, more.pop("b", unit("B", GUN))),
        "c": (0, unit("C", GUN)),
    }
    table = table_at(setting_with(units), at, frame, command=command, **more)
    return match_over(table, Given(dice, then=Seeded(1)))


def special(match: Match, seat: int = 0) -> int:
    dice: int = match.state.command[seat][SPECIAL]
    return dice


@pytest.mark.rule("DZ-CMD-12", "DZ-CMD-15")
def test_hold_the_light_lets_a_friend_near_a_small_one_re_roll_in_the_enemys_turn() -> None:
    far = {"lead": "1,8,1", "a": "4,4,1", "b": "8,4,1"}
    match = play(scene("hold_the_light", far, Activation(2), *[5] * 8, acting=1), "shoot a with Gun")
    assert offered(match) == ["give no order", "give Hold the Light"]  # it is of size 1 itself
    play(match, "give Hold the Light")
    assert special(match) == 0 and match.decision.topic.startswith("re-rolls, defence")
    large = scene("hold_the_light", far, Activation(2), *[5] * 8, a=unit("A", size=2), acting=1)
    assert not play(large, "shoot a with Gun").decision.topic.startswith("order")
    near = scene("hold_the_light", {**far, "c": "4,7,1"}, Activation(2), *[5] * 8, a=unit("A", size=2), acting=1)
    assert play(near, "shoot a with Gun").decision.topic.startswith("order")


@pytest.mark.rule("DZ-CMD-12")
def test_double_shift_makes_a_friend_charged_for_its_activation() -> None:
    at = {"lead": "1,8,1", "a": "4,4,1", "b": "8,4,1"}
    match = play(scene("double_shift", at, Activation(1)), "give Double Shift", "advance")
    assert offered(match) == ["do not charge", "charge"]
    play(match, "do not charge", "step to 4,5,1", "stand SW", "end the activation")
    assert match.state.models[1].lasting == frozenset()
    enemy = scene("double_shift", at, Activation(2), acting=1)
    assert enemy.decision.topic == "action of b"


@pytest.mark.rule("DZ-CMD-12", "DZ-MEET-10")
def test_undertow_pushes_whom_a_friend_has_hurt() -> None:
    at = {"lead": "1,8,1", "a": "4,4,1", "b": "6,4,1"}
    match = scene("undertow", at, Activation(1), 5, 5, 1, 1, 1, 5, 1, 1, 1, b=unit("B", health=5))
    play(match, "shoot b with Gun")
    while match.decision.topic.startswith("bought"):
        play(match, "keep the dice")
    play(match, "give Undertow", "stand SW")
    assert (placed(match, "b"), special(match)) == ("7,4,1", 0)


@pytest.mark.rule("DZ-CMD-12")
def test_undertow_pushes_one_of_those_that_flames_have_hurt() -> None:
    at = {"lead": "1,8,1", "a": "4,4,1", "b": "6,4,1", "c": "6,4,1"}
    flames = unit("A", weapon("Gun", 8, keywords=["It Burns!"]))
    match = scene("undertow", at, Activation(1), 5, 1, 1, *[1] * 6, a=flames, b=unit("B", health=5))
    play(match, "shoot b with Gun")
    while match.decision.topic.startswith("bought"):
        play(match, "keep the dice")
    assert (match.decision.topic, match.state.models[2].burning) == ("order Undertow for b", True)
    play(match, "give no order")
    assert match.decision.topic == "order Undertow for c"
    play(match, "give Undertow", "stand SW")
    assert (placed(match, "b"), placed(match, "c"), special(match)) == ("6,4,1", "7,4,1", 0)


@pytest.mark.rule("DZ-CMD-12")
def test_undertow_leaves_whom_an_explosion_has_hurt_alone() -> None:
    at = {"lead": "1,8,1", "a": "4,4,1", "b": "6,4,1"}
    rocket = unit("A", weapon("Gun", 8, keywords=["Explosive", "Frag (3)"]))
    match = scene("undertow", at, Activation(1), 4, 1, 1, 1, 1, 1, a=rocket, b=unit("B", health=5))
    play(match, "shoot 6,4,1 with Gun")
    while match.decision.topic.startswith("bought"):
        play(match, "keep the dice")
    assert (match.state.models[2].damage, special(match)) == (1, 1)  # a cube was the target
    assert not match.decision.topic.startswith("order")


@pytest.mark.rule("DZ-CMD-12", "DZ-MEET-08")
def test_low_tide_adds_no_second_marker_to_smoke() -> None:
    at = {"lead": "1,8,1", "a": "4,4,1", "b": "8,4,1"}
    gas = {"tokens": token("smoke", "4,4,1", number=2), "smoke": 1 << cube("4,4,1")}
    match = scene("low_tide", at, Activation(1), **gas)
    play(match, "end the activation", "give Low Tide")
    assert [(token.kind, token.number) for token in match.state.tokens.values()] == [("smoke", 2)]


@pytest.mark.rule("DZ-CMD-12")
def test_every_order_that_a_pack_may_have_can_be_given() -> None:
    assert {(effect, moment) for effect, moments in EFFECT_MOMENTS.items() for moment in moments} == set(EFFECTS)
    early = replace(ORDERS["low_tide"], moment="activation_start")
    units = {"lead": (0, unit("L", role="Leader", recon=5, order=early)), "b": (1, unit("B"))}
    table = table_at(setting_with(units), {"lead": "1,8,1", "b": "8,1,1"}, Activation(0), command=({"Special": 1}, {}))
    match = match_over(table, Given([], then=Seeded(1)))
    assert match.decision.topic == "order Low Tide for lead"
    assert len(play(match, "give Low Tide").state.tokens) == 1 and match.decision.topic == "action of lead"


@pytest.mark.rule("DZ-CMD-12", "DZ-MEET-09")
def test_low_tide_leaves_smoke_once_in_an_activation() -> None:
    at = {"lead": "1,8,1", "a": "4,4,1", "b": "8,4,1"}
    match = scene("low_tide", at, Activation(1), command=({"Special": 2}, {}))
    play(match, "end the activation", "give Low Tide")
    (token,) = match.state.tokens.values()
    assert token.kind == "smoke"


@pytest.mark.rule("DZ-CMD-12")
def test_sudden_bloom_moves_two_friends_but_not_to_enemies() -> None:
    at = {"lead": "1,8,1", "a": "4,4,1", "b": "4,6,1", "c": "4,5,1"}
    match = play(scene("sudden_bloom", at, Activation(1)), "give Sudden Bloom", "move c")
    assert "step to 4,6,1" not in offered(match) and "step to 4,4,1" in offered(match)
    play(match, "step to 5,5,1", "stand SW", "move lead", "step to 2,8,1", "stand SW")
    assert (placed(match, "c"), placed(match, "lead"), match.decision.topic) == ("5,5,1", "2,8,1", "action of a")
    assert not any(m.activated for m in match.state.models)


@pytest.mark.rule("DZ-CMD-12")
def test_closed_shop_costs_the_enemy_a_die_of_its_choice_once_in_a_round() -> None:
    at = {"lead": "1,8,1", "a": "1,1,1", "b": "8,4,1"}
    match = scene("closed_shop", at, Round(), 6, 6, 1, 2, 3, 3, command=({}, {}))
    play(match, "re-roll none", "re-roll none", "give Closed Shop")
    assert (match.decision.seat, offered(match)) == (1, ["discard Dice", "discard Advance"])
    play(match, "discard Dice")
    assert match.state.command == ((1, 0, 0, 0, 0, 1), (0, 0, 2, 0, 0, 0))


@pytest.mark.rule("DZ-CMD-12", "DZ-MEET-03")
def test_feed_the_bed_heals_a_friend_near_a_death() -> None:
    at = {"lead": "1,8,1", "a": "4,4,1", "b": "6,4,1", "c": "5,5,1"}
    hurt = {"c": {"damage": 1}, "lead": {"damage": 1}}
    match = scene("feed_the_bed", at, Activation(1), 5, 5, 5, 5, 5, 1, 1, 1, b=unit("B", health=1), models=hurt)
    play(match, "shoot b with Gun")
    while match.decision.topic.startswith("bought"):
        play(match, "keep the dice")
    assert offered(match) == ["give no order", "give it for c"]
    play(match, "give it for c")
    assert [m.damage for m in match.state.models] == [1, 0, 1, 0]


@pytest.mark.rule("DZ-CMD-12")
def test_the_order_outlives_the_leader() -> None:
    match = scene("low_tide", {"a": "4,4,1", "b": "8,4,1"}, Activation(1), models={"lead": {"status": 2}})
    assert "give Low Tide" in offered(play(match, "end the activation"))


# -- keywords of command -----------------------------------------------------------------------------------------------


def command(*dice: Any, mine: dict[str, list[str]], lost: int = 0) -> Match:
    """A round begins; so many more models of the first side are dead."""
    units = {name: (0, unit(name, keywords=keywords)) for name, keywords in mine.items()}
    dead = {f"d{number}": (0, unit("D")) for number in range(lost)}
    at = {name: f"{column},1,1" for column, name in enumerate(mine, 1)} | {"b": "8,8,1"}
    setting = setting_with({**units, **dead, "b": (1, unit("B"))})
    table = table_at(setting, at, Round(), models={name: {"status": 2} for name in dead})
    return match_over(table, Given(dice, then=Seeded(1)))


@pytest.mark.rule("DZ-AB-TACTICIAN-01", "DZ-CMD-01")
def test_the_best_tactician_alone_adds_dice() -> None:
    match = command(*[2] * 5, *[3] * 3, mine={"t": ["Tactician (2)"], "u": ["Tactician (1)"]})
    assert match.state.command == ((0, 5, 0, 0, 0, 0), (0, 0, 3, 0, 0, 0))


@pytest.mark.rule("DZ-CMD-02", "DZ-CMD-03", "DZ-AB-CTT-01")
def test_less_than_half_a_team_does_not_re_roll_unless_it_is_trained() -> None:
    dice = [2, 2, 2, 3, 3, 3]
    assert command(*dice, mine={"a": []}, lost=1).decision.seat == 0
    assert command(*dice, mine={"a": []}, lost=2).decision.seat == 1
    assert command(*dice, mine={"a": ["Combat Team Training"]}, lost=2).decision.seat == 0
    match = play(command(*dice, 6, 6, mine={"a": []}), "re-roll 2 Dice")
    assert (match.state.command[0], match.decision.seat) == ((0, 1, 0, 0, 0, 2), 1)


@pytest.mark.rule("DZ-CMD-02")
def test_who_has_the_initiative_re_rolls_first() -> None:
    units = {"a": (0, unit("A")), "b": (1, unit("B"))}
    table = table_at(setting_with(units), {"a": "1,1,1", "b": "8,8,1"}, Round(), initiative=1, acting=1)
    match = match_over(table, Given([2, 2, 2, 3, 3, 3], then=Seeded(1)))
    assert (match.decision.seat, match.state.command) == (1, ((0, 0, 3, 0, 0, 0), (0, 3, 0, 0, 0, 0)))


@pytest.mark.rule("DZ-CMD-03")
@pytest.mark.parametrize(("option", "seat"), [("outside", 1), ("counted", 0)])
def test_a_suit_that_nobody_called_counts_for_the_re_roll_if_the_match_says_so(option: str, seat: int) -> None:
    suit = unit("S", keywords=["Drop Suit"])
    units = {"a": (0, unit("A")), "s": (0, suit), "d": (0, unit("D")), "e": (0, unit("E")), "b": (1, unit("B"))}
    setting = setting_with(units, options={"drop_suit_reserve": option})
    dead = {name: {"status": 2} for name in "de"}
    table = table_at(setting, {"a": "1,1,1", "b": "8,8,1"}, Round(), models=dead)
    assert match_over(table, Given([2, 2, 2, 3, 3, 3], then=Seeded(1))).decision.seat == seat


@pytest.mark.rule("DZ-CMD-12")
def test_an_order_is_given_once_in_an_activation() -> None:
    guns = unit("A", GUN, weapon("Pistol", 8), keywords=["Fire Control"])
    at = {"lead": "1,8,1", "a": "1,1,1", "b": "4,1,1"}
    match = scene("undertow", at, Activation(1), *(5, 1, 1, 1, 1, 1, 1, 1) * 2, a=guns, b=unit("B", health=9),
                  command=({"Special": 2}, {}))  # fmt: skip
    play(match, "shoot b with Gun", "and shoot b with Pistol")
    while not match.decision.topic.startswith("order"):
        play(match, "keep the dice")
    play(match, "give Undertow", "stand SW")
    asked = set()
    while match.state.active == 1:
        asked.add(match.decision.topic)
        match.answer(offered(match)[0])
    assert (special(match), match.state.models[2].damage) == (1, 2)  # the second has hurt it, too
    assert not any(topic.startswith("order") for topic in asked)


@pytest.mark.rule("DZ-AB-RELAY-01", "DZ-MEET-31")
def test_relays_give_one_result_each_which_is_not_rolled() -> None:
    dice = [2, 2, 2, 3, 3, 3]
    match = command(*dice, mine={"a": ["Communications Relay"], "c": ["Communications Relay"]})
    assert match.state.command[0] == (0, 3, 0, 0, 0, 0)  # nothing more to re-roll
    play(match, "re-roll none", "re-roll none")
    assert match.state.command[0] == (2, 3, 0, 0, 0, 0)
