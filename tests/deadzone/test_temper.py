"""Keywords of temper, and the order of what happens at the start of an activation."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import unit, weapon
from fireteam.games.deadzone.state import DEAD
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Supplement
from tests.deadzone.battlefield import HERE, Kills, model, rolled, told
from tests.deadzone.battlefield import placed as place
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import position as battle
from tests.deadzone.battlefield import possible as offered

GUN = weapon("Gun", 6)
EAST, FAR = "4,3,1", "8,8,1"
DOWN = {"pinned": True}


class Fire(Supplement):
    """A fire that costs its bearer nothing, or an HP and its activation."""

    name = "fire"

    def __init__(self, lost: int) -> None:
        self.lost = lost

    def burns(self, t: Table, who: int) -> None:
        t.put_out(who)
        t.tell("fire", "DZ-AB-BURN-05", who=t.name(who))
        if self.lost:
            t.lose_health(who, self.lost, "DZ-AB-BURN-06")
            t.cut_short(who)


def rampager(*keywords: str, **figures: Any) -> Any:
    """A card of somebody who runs wild."""
    return unit(
        "R", weapon("Claws", "CC", ap=1), keywords=["Rampage", *keywords], **{"fight": 4, "health": 4, **figures}
    )


def order(match: Match) -> list[str]:
    """What happened at the start of an activation, in order."""
    codes = ("rampages", "fire", "headstrong", "stood_up")
    return [event.code for event in match.log if event.code in codes]


@pytest.mark.rule("DZ-ROUND-13")
def test_the_fire_comes_before_the_stand_up_of_a_rampage() -> None:
    state = {"r": {"pinned": True, "burning": True, "damage": 1}}
    cards = {"r": (0, rampager()), "x": (1, unit("X"))}
    match = battle(cards, {"r": HERE, "x": FAR}, Activation(0), dice=[7], models=state, supplements=[Fire(0)])
    assert (match.decision.topic, order(match)) == ("whether r stands up for free", ["rampages", "fire"])


# -- Honourable --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-HONOUR-01")
def test_the_honourable_attack_nobody_pinned() -> None:
    cards = {"h": (0, unit("H", GUN, speed=(2, 3), keywords=["Honourable"])), "p": (1, unit("P")), "q": (1, unit("Q"))}
    far = battle(cards, {"h": HERE, "p": "6,3,1", "q": "6,4,1"}, Activation(0), models={"p": DOWN})
    assert "shoot q with Gun" in offered(far) and "shoot p with Gun" not in offered(far)
    near = battle(cards, {"h": HERE, "p": HERE, "q": FAR}, Activation(0), models={"p": DOWN})
    assert "assault p" not in offered(near) and "advance" in offered(near)
    into = battle(cards, {"h": HERE, "p": EAST, "q": FAR}, Activation(0), models={"p": DOWN})
    play(into, "advance", "step to 4,3,1")
    assert rolled(into) == [] and model(into, "p").pinned
    assert place(into, "h") == EAST


@pytest.mark.rule("DZ-AB-HONOUR-01")
def test_the_honourable_pick_who_stands() -> None:
    cards = {"h": (0, unit("H", keywords=["Honourable"])), "p": (1, unit("P")), "q": (1, unit("Q"))}
    match = battle(cards, {"h": HERE, "p": EAST, "q": EAST}, Activation(0), dice=[1] * 8, models={"p": DOWN})
    play(match, "advance", "step to 4,3,1", "survive")
    assert [fight["whom"] for fight in told(match, "assaults")] == ["q"]


@pytest.mark.rule("DZ-AB-HONOUR-02")
@pytest.mark.rule("DZ-MEET-18")
def test_the_honourable_let_enemies_go() -> None:
    cards = {"a": (0, unit("A")), "h": (1, unit("H", keywords=["Honourable"])), "g": (1, unit("G"))}
    alone = battle(cards, {"a": HERE, "h": HERE, "g": FAR}, Activation(0))
    play(alone, "advance", "break away")
    assert alone.decision.seat == 0 and "step to 4,3,1" in offered(alone)
    both = battle(cards, {"a": HERE, "h": HERE, "g": HERE}, Activation(0))
    assert offered(play(both, "advance", "break away")) == {"strike with g", "let it go"}


@pytest.mark.rule("DZ-MEET-18")
def test_a_controlled_honourable_model_keeps_its_ban() -> None:
    cards = {"r": (0, rampager("Honourable")), "y": (0, unit("Y"))}
    match = battle(cards, {"r": HERE, "y": HERE}, Activation(0), dice=[1], models={"r": {"damage": 1}, "y": DOWN})
    play(match, "take control of r")
    assert "advance" in offered(match) and "assault y" not in offered(match)


# -- Headstrong --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-HEADSTRONG-01")
def test_headstrong_stands_up_for_free_on_five() -> None:
    cards = {"a": (0, unit("A", keywords=["Headstrong"])), "b": (1, unit("B"))}
    up = battle(cards, {"a": HERE, "b": FAR}, Activation(0), dice=[5], models={"a": DOWN})
    assert offered(up) == {"stand up for free", "stay down"}
    assert {"advance", "sprint"} < offered(play(up, "stand up for free"))
    down = battle(cards, {"a": HERE, "b": FAR}, Activation(0), dice=[4], models={"a": DOWN})
    assert offered(down) == {"stand up", "end the activation"}
    standing = battle(cards, {"a": HERE, "b": FAR}, Activation(0))
    assert told(standing, "headstrong") == []


# -- Rampage -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-RAMPAGE-01")
@pytest.mark.parametrize(
    ("damage", "die", "expected"),
    [(0, [], "action of r"), (1, [3], "action of r"), (1, [6], "action of r"), (1, [2], "control of r"),
     (1, [7], "whether r moves first")],
)  # fmt: skip
def test_the_injured_rampager_rolls(damage: int, die: list[int], expected: str) -> None:
    cards = {"r": (0, rampager()), "b": (1, unit("B"))}
    match = battle(cards, {"r": HERE, "b": FAR}, Activation(0), dice=die, models={"r": {"damage": damage}})
    assert match.decision.topic == expected
    assert len(told(match, "rampages")) == len(die)


@pytest.mark.rule("DZ-MEET-30")
def test_a_healed_rampager_rolls_no_more() -> None:
    cards = {"m": (0, unit("M", keywords=["Medic"])), "r": (0, rampager()), "b": (1, unit("B"))}
    match = battle(cards, {"m": HERE, "r": HERE, "b": FAR}, Activation(0), Activation(1), models={"r": {"damage": 1}})
    play(match, "heal r", "end the activation")
    assert match.decision.topic == "action of r" and told(match, "rampages") == []


@pytest.mark.rule("DZ-AB-RAMPAGE-02")
def test_the_opponent_may_decline() -> None:
    cards = {"r": (0, rampager()), "y": (0, unit("Y"))}
    match = battle(cards, {"r": HERE, "y": HERE}, Activation(0), dice=[1], models={"r": {"damage": 1}})
    assert match.decision.seat == 1
    play(match, "leave it to its owner")
    assert match.decision.seat == 0 and "sprint" in offered(match)


def on_its_own_team(*frames: Any, **laid: Any) -> Match:
    """The opponent has led a rampager into a cube full of its friends, where it has killed one of them."""
    wild = rampager("Frenzy (1)", size=3, speed=(2, 3))
    cards = {
        "r": (0, wild),
        "x": (0, unit("X", armour=1, keywords=["Horde"])),
        "y": (0, unit("Y", GUN, keywords=["Horde", "Companion"])),
        "z": (0, unit("Z", size=2)),
        "b": (1, unit("B")),
    }
    match = battle(
        cards,
        {"r": "2,2,1", "x": "3,2,1", "y": "3,2,1", "z": "3,2,1", "b": "7,2,1"},
        Activation(0),
        *frames,
        dice=[2, 1, 2, 4, 5, 3, 5, 5, 1, 2, 8, 4],
        models={"r": {"damage": 1}},
        supplements=[Kills()],
        **laid,
    )
    play(match, "take control of r", "advance", "step to 3,2,1")
    assert match.decision.seat == 1 and offered(match) == {"fight x", "fight y", "fight z"}
    play(match, "fight x", "with Claws")
    assert match.decision.seat == 0
    play(match, "survive")
    assert match.decision.seat == 1  # who controls it re-rolls its FIGHT
    return play(match, "re-roll 1 misses and 0 hits")


@pytest.mark.rule("DZ-AB-RAMPAGE-02")
@pytest.mark.rule("DZ-AB-RAMPAGE-04")
@pytest.mark.rule("DZ-MEET-19")
def test_rampage_turns_on_its_own_team() -> None:
    match = on_its_own_team()
    assert rolled(match) == [(5, 4, 0)]  # no friends for either, no Horde
    assert model(match, "x").status == DEAD and match.state.points == (0, 1)
    assert place(match, "r") == "3,2,1" and model(match, "r").activated
    assert match.state.controller < 0


@pytest.mark.rule("DZ-AB-RAMPAGE-05")
def test_out_of_a_cube_that_holds_too_many() -> None:
    match = on_its_own_team(Activation(2), Activation(3), command=({"Advance": 1}, {}))
    play(match, "keep the dice")
    assert match.decision.topic == "action of y"
    assert offered(match) == {"advance", "sprint", "advance for a die", "end the activation"}
    play(match, "advance")
    assert "stay in the cube" not in offered(match)
    play(match, "step to 3,3,1")
    assert "shoot b with Gun" in offered(match)


@pytest.mark.rule("DZ-AB-RAMPAGE-03")
def test_seven_brings_a_step_first() -> None:
    cards = {"r": (0, rampager()), "b": (1, unit("B"))}
    match = battle(cards, {"r": HERE, "b": FAR}, Activation(0), dice=[7], models={"r": {"damage": 1}})
    play(match, "move 1 cube first", "step to 4,3,1")
    assert {"advance", "sprint"} < offered(match)


@pytest.mark.rule("DZ-AB-RAMPAGE-03")
@pytest.mark.rule("DZ-ROUND-13")
@pytest.mark.parametrize("keywords", [["Headstrong", "Rampage"], ["Rampage", "Headstrong"]])
def test_eight_lets_the_pinned_stand_up_before_headstrong(keywords: list[str]) -> None:
    cards = {"r": (0, unit("R", health=3, keywords=keywords)), "b": (1, unit("B"))}
    laid = {"r": {"damage": 1, "pinned": True}}
    match = battle(cards, {"r": HERE, "b": FAR}, Activation(0), dice=[8], models=laid)
    play(match, "stand up for free")
    assert order(match) == ["rampages", "stood_up"]
    assert {"advance", "sprint"} < offered(match)


@pytest.mark.rule("DZ-AB-RAMPAGE-06")
def test_everybody_is_an_enemy_of_a_controlled_model() -> None:
    cards = {"r": (0, rampager()), "y": (0, unit("Y")), "b": (1, unit("B"))}
    match = battle(
        cards, {"r": HERE, "y": EAST, "b": EAST}, Activation(0), dice=[1, 5] + [1] * 7, models={"r": {"damage": 1}}
    )
    play(match, "take control of r", "advance", "step to 4,3,1")
    assert match.decision.seat == 1 and offered(match) == {"fight y", "fight b"}
    play(match, "fight y", "with Claws")
    assert match.decision.seat == 0
    play(match, "survive")
    assert rolled(match) == [(4, 4, 1)]


@pytest.mark.rule("DZ-AB-RAMPAGE-06")
def test_either_side_may_strike_a_controlled_model_that_leaves() -> None:
    cards = {"r": (0, rampager()), "y": (0, unit("Y")), "b": (1, unit("B"))}
    match = battle(cards, dict.fromkeys(cards, HERE), Activation(0), dice=[1], models={"r": {"damage": 1}})
    play(match, "take control of r", "advance", "break away")
    assert match.decision.seat == 0 and offered(match) == {"strike with y", "let it go"}
    play(match, "let it go")
    assert match.decision.seat == 1 and offered(match) == {"strike with b", "let it go"}


# -- Under Control -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-AB-CONTROL-01")
@pytest.mark.rule("DZ-MEET-36")
@pytest.mark.parametrize(
    ("seat", "keywords", "at", "laid", "spared"),
    [
        (0, ["Under Control"], HERE, {}, True),
        (0, ["Under Control"], HERE, {"pinned": True, "activated": True}, True),
        (0, [], HERE, {"item": "Shock Baton"}, True),
        (0, ["Under Control"], EAST, {}, False),
        (1, ["Under Control"], HERE, {}, False),
        (0, [], HERE, {}, False),
    ],
)
def test_a_handler_spares_the_die(seat: int, keywords: list[str], at: str, laid: dict[str, Any], spared: bool) -> None:
    cards = {"r": (0, rampager("Under Control")), "h": (seat, unit("H", keywords=keywords))}
    models = {"r": {"damage": 1}, "h": laid}
    match = battle(cards, {"r": HERE, "h": at}, Activation(0), dice=[] if spared else [4], models=models)
    assert (told(match, "rampages") == []) is spared


@pytest.mark.rule("DZ-MEET-36")
def test_headstrong_is_rolled_beside_a_handler_too() -> None:
    cards = {"r": (0, rampager("Headstrong")), "h": (0, unit("H", keywords=["Under Control"]))}
    laid = {"r": {"damage": 1, "pinned": True}}
    match = battle(cards, {"r": HERE, "h": HERE}, Activation(0), dice=[5], models=laid)
    assert order(match) == ["headstrong"] and "stand up for free" in offered(match)


# -- the order ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-ROUND-13")
@pytest.mark.parametrize(
    ("option", "dice", "expected"),
    [
        ("rampage_first", [4, 5], ["rampages", "fire", "headstrong", "stood_up"]),
        ("fire_first", [5, 4], ["fire", "headstrong", "stood_up", "rampages"]),
    ],
)
def test_the_order_at_the_start(option: str, dice: list[int], expected: list[str]) -> None:
    cards = {"r": (0, rampager("Headstrong")), "b": (1, unit("B"))}
    match = battle(
        cards,
        {"r": HERE, "b": FAR},
        Activation(0),
        dice=dice,
        models={"r": {"damage": 1, "pinned": True, "burning": True}},
        supplements=[Fire(0)],
        options={"start_order": option},
    )
    play(match, "stand up for free")
    assert order(match) == expected and "sprint" in offered(match)


@pytest.mark.rule("DZ-ROUND-13")
@pytest.mark.parametrize("option", ["rampage_first", "fire_first"])
def test_who_loses_to_its_fire_does_nothing_more(option: str) -> None:
    cards = {"r": (0, rampager("Headstrong")), "b": (1, unit("B"))}
    match = battle(
        cards,
        {"r": HERE, "b": FAR},
        Activation(0),
        models={"r": {"pinned": True, "burning": True}},
        supplements=[Fire(1)],
        options={"start_order": option},
    )
    assert order(match) == ["fire"]
    assert (model(match, "r").damage, model(match, "r").activated) == (1, True)


@pytest.mark.rule("DZ-CMD-16")
def test_no_free_action_die_for_a_controlled_model() -> None:
    cards = {"r": (0, rampager()), "b": (1, unit("B"))}
    dice = {"Advance": 1, "Shoot": 1, "Assault": 1}
    match = battle(
        cards, {"r": HERE, "b": HERE}, Activation(0), dice=[1], models={"r": {"damage": 1}}, command=(dice, dice)
    )
    play(match, "take control of r")
    assert offered(match) == {"advance", "assault b", "end the activation"}
