"""Scenes in which many keywords meet, with their dice from beginning to end."""

from __future__ import annotations

import pytest

from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import unit, weapon
from fireteam.games.deadzone.keywords.fire import Fires
from fireteam.games.deadzone.round import Round, take_turn
from fireteam.games.deadzone.state import DEAD
from tests.deadzone.battlefield import Kills, duel, model, rolled
from tests.deadzone.battlefield import placed as place
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import position as battle
from tests.deadzone.battlefield import possible as offered

FAR = "8,8,1"


@pytest.mark.rule("DZ-DMG-05")
@pytest.mark.rule("DZ-ASLT-09")
def test_dismantle_and_toxic_against_a_tough_walker() -> None:
    hammer = weapon("Hammer", "CC", ap=2, keywords=["Toxic (1)"])
    cards = {
        "a": (0, unit("A", hammer, fight=4, keywords=["Dismantle"])),
        "w": (1, unit("W", size=4, armour=3, health=5, keywords=["Walker", "Tough"])),
    }
    match = battle(cards, {"a": "3,3,1", "w": "4,3,1"}, Activation(0), dice=[4, 6, 7, 2, 5, 1, 2, 3])
    play(match, "advance", "step to 4,3,1", "with Hammer", "fight back")
    assert rolled(match) == [(4, 4, 2)]
    assert model(match, "w").damage == 2
    assert place(match, "a") == "4,3,1" and model(match, "a").activated  # only ADVANCE was left, and it was used


@pytest.mark.rule("DZ-ROUND-13")
@pytest.mark.rule("DZ-AB-HEADSTRONG-01")
def test_burning_pinned_headstrong_and_surrounded() -> None:
    cards = {"p": (0, unit("P", fight=4, health=3, keywords=["Headstrong"])), "e": (1, unit("E"))}
    match = battle(
        cards,
        {"p": "4,4,1", "e": "4,4,1"},
        Activation(0),
        dice=[4, 1, 2, 5, 1, 1, 6, 5, 6, 2, 1, 5, 3, 2, 4, 8, 2, 1, 5, 5, 1, 3],
        models={"p": {"pinned": True, "burning": True}},
        supplements=[Fires()],
    )
    play(match, "stand up for free")
    assert offered(match) == {"assault e", "advance", "end the activation"}
    play(match, "assault e", "fight back")
    assert rolled(match) == [(3, 3, 0), (4, 3, 1), (4, 4, 0)]
    p, e = model(match, "p"), model(match, "e")
    assert (p.damage, p.pinned, p.activated, p.burning, e.damage) == (1, False, True, False, 0)


@pytest.mark.rule("DZ-AB-RAMPAGE-06")
@pytest.mark.rule("DZ-ROUND-13")
@pytest.mark.rule("DZ-CMD-16")
def test_handed_over_then_among_friends() -> None:
    cards = {
        "r": (1, unit("R", size=2, fight=4, health=4, keywords=["Rampage"])),
        "y": (1, unit("Y")),
        "x": (1, unit("X", armour=1, health=1)),
        "m": (1, unit("M")),
        "b": (0, unit("B")),
    }
    match = battle(
        cards,
        {"r": "4,4,1 SW+SE", "y": "4,4,1 NW", "x": "5,4,1", "m": FAR, "b": "1,8,1"},
        Activation(0),
        Round(last=0).placed(take_turn),
        dice=[1, 4, 2, 1, 5, 1, 2, 5, 6, 1, 2, 5, 2, 2, 1, 4, 4, 8, 1, 2, 1, 5, 1, 2, 3],
        models={"r": {"damage": 1, "burning": True}},
        command=({}, {"+1 model": 1}),
        supplements=[Kills(), Fires()],
        acting=1,
    )
    play(match, "take control of r", "keep the dice")
    assert match.decision.seat == 0 and offered(match) == {"assault y", "advance", "end the activation"}
    play(match, "advance", "break away")
    assert match.decision.seat == 1
    play(match, "strike with y", "keep the dice", "keep the dice", "step to 5,4,1", "survive", "keep the dice")
    assert rolled(match) == [(3, 3, 0), (4, 4, 1), (6, 4, 2)]
    assert model(match, "x").status == DEAD and match.state.points == (1, 0)
    r, y = model(match, "r"), model(match, "y")
    assert (r.damage, r.burning, r.activated, y.damage, y.activated) == (2, False, True, 0, False)
    assert place(match, "r") == "5,4,1"
    assert match.decision.seat == 1 and "one more: m" in offered(match)


@pytest.mark.rule("DZ-AB-HONOUR-02")
@pytest.mark.rule("DZ-AB-HORDE-01")
@pytest.mark.rule("DZ-AB-COMPANION-01")
@pytest.mark.rule("DZ-MEET-18")
@pytest.mark.parametrize(
    ("again", "more", "at", "activated"), [([2], [], "4,4,1", True), ([8, 1], [5, 6, 1, 2, 3, 5, 2, 1], "6,5,1", False)]
)
def test_teleport_out_of_a_crowd(again: list[int], more: list[int], at: str, activated: bool) -> None:
    lash = weapon("Lash", "CC", keywords=["Stun"])
    teleporter = unit("B", size=2, survive=4, armour=1, health=3, keywords=["Teleport", "Resilient (1)"])
    cards = {
        "b": (0, teleporter),
        "h": (1, unit("H", size=2, fight=3, keywords=["Honourable"])),
        "g": (1, unit("G", lash, keywords=["Horde", "Companion", "Tenacious"])),
        "g2": (1, unit("G2", keywords=["Horde"])),
        "q": (1, unit("Q", fight=6)),
    }
    match = battle(
        cards,
        {"b": "4,4,1", "h": "4,4,1", "g": "4,4,1", "g2": "4,4,1", "q": "6,5,1"},
        Activation(0),
        dice=[5, 5, 6, 1, 2, 4, 4, 1, *again, *more],
        models={"g2": {"pinned": True}},
    )
    play(match, "teleport")
    assert offered(match) == {"strike with g", "let it go"}
    play(match, "strike with g", "with Lash", "re-roll 1 misses and 0 hits")
    assert rolled(match)[0] == (5, 3, 1)
    if more:
        play(match, "teleport to 6,5,1", "survive")
        assert rolled(match)[1] == (5, 3, 1) and model(match, "q").damage == 1
        assert offered(match) == {"advance", "end the activation"}
    b = model(match, "b")
    assert (place(match, "b"), b.damage, b.activated) == (at, 0, activated)


@pytest.mark.rule("DZ-AB-SHIELDGEN-01")
@pytest.mark.rule("DZ-AB-LSUPPORT-01")
@pytest.mark.rule("DZ-MEET-01")
@pytest.mark.rule("DZ-MEET-02")
def test_flames_on_a_shielded_huddle() -> None:
    flame = weapon("Flame gun", 2, ap=1, keywords=["It Burns!"])
    cards = {
        "f": (0, unit("F", flame)),
        "r1": (1, unit("R1")),
        "r2": (1, unit("R2", armour=1, keywords=["Defender Shield"])),
        "r3": (1, unit("R3", health=3, keywords=["Medic", "Life Support"])),
        "p": (1, unit("P", speed=(0, 0), armour=1, keywords=["Construct", "Shield Generator (2)"])),
    }
    huddle = dict.fromkeys(("r1", "r2", "r3", "p"), "5,5,1")
    dice = [
        *(5, 6, 8, 5),
        *(5, 1, 2, 3, 6, 2),
        *(5, 6, 1, 5, 1, 2),
        *(1, 2, 5, 4, 7, 1),
        *(5, 5, 8, 8, 1),
        *(4, 5, 1, 5, 1, 1, 6),
    ]
    match = battle(
        cards, {"f": "4,5,1", **huddle}, Activation(0), Activation(3), dice=dice, supplements=[Kills(), Fires()]
    )
    reroll = "re-roll 1 misses and 0 hits"
    play(match, "shoot r1 with Flame gun", reroll, reroll, reroll)
    assert model(match, "r1").status == DEAD and match.state.points == (1, 0)
    left = [(model(match, name).damage, model(match, name).burning) for name in ("r2", "r3", "p")]
    assert left == [(0, True), (0, True), (0, True)]
    assert model(match, "r3").spent == {"Life Support"}
    play(match, "end the activation", reroll)
    r3 = model(match, "r3")
    assert (r3.burning, r3.damage, r3.activated) == (False, 0, False)
    assert offered(match) == {"advance", "sprint", "end the activation"}  # nobody to heal


@pytest.mark.rule("DZ-ASLT-14")
@pytest.mark.parametrize(("option", "moved"), [("attacker_only", False), ("both", True)])
def test_knockback_of_who_fights_back(option: str, moved: bool) -> None:
    maul = weapon("Maul", "CC", ap=1, keywords=["Knockback"])
    a, b = unit("A", armour=1), unit("B", maul)
    match = duel(a, b, dice=[5, 1, 1, 5, 5, 1], options={"fight_back_effects": option})
    play(match, "fight back", "with Maul")
    if moved:
        assert match.decision.seat == 1
        play(match, "E")
    assert model(match, "a").damage == 1
    assert (place(match, "a") == "4,3,1") is moved


@pytest.mark.rule("DZ-ASLT-14")
@pytest.mark.parametrize(("option", "stunned"), [("attacker_only", False), ("both", True)])
def test_stun_of_who_fights_back(option: str, stunned: bool) -> None:
    lash = weapon("Lash", "CC", keywords=["Stun"])
    match = duel(unit("A"), unit("B", lash), dice=[5, 1, 1, 5, 5, 5], options={"fight_back_effects": option})
    play(match, "fight back", "with Lash")
    assert (model(match, "a").damage, model(match, "a").activated) == (0, stunned)
