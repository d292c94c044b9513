"""Positions laid by hand: every mistake is an error that names what is wrong, and a laid position plays like any
other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.errors import SaveError
from fireteam.games.necromunda import arena
from fireteam.kit.arena import PositionError
from fireteam.space.plane.free.plan import OPAQUE, SOLID, Floor
from tests.kit.playing import drawn, play_out

GANGS = ("choir-1000", "couriers-1000")
AT = {"Brother Lode": (4, 20, 0, 90), "Mute": (6, 28)}
GUNNER = arena.fighter("Gunner", arena.rifle(), bs=3, w=2)
BRUTE = arena.fighter("Brute", t=4, role="brute", skills=["hurl"])
CART = arena.vehicle("Cart", length=4.0, width=2.0)
DECK = Floor("deck", ((2400, 800), (3000, 800), (3000, 1600), (2400, 1600)), 300, 0.0, 0.0, 20, SOLID | OPAQUE)
YARD = arena.field(DECK, width=48, height=24)


def lay(**given: Any) -> object:
    """Two of the pack on the locks."""
    return arena.lay(arena.prepare("lockside", GANGS), None, **{"at": AT, **given})


def own(at: dict[str, Any], **given: Any) -> object:
    """Cards of one's own in a yard of one's own."""
    return arena.lay(arena.setting_for(([GUNNER], [BRUTE, CART]), on=YARD), None, at, **given)


MISTAKES: dict[str, Callable[[], object]] = {
    # where they stand
    "Mute stands off the table": lambda: lay(at={"Mute": (99, 2)}),
    "Mute: a place is x, y, and perhaps a height and a facing; got [4]": lambda: lay(at={"Mute": (4,)}),
    'Gunner: there is no floor at 2"; there is 0, 3': lambda: own({"Gunner": (26, 12, 2)}),
    "Gunner stands in Brute": lambda: own({"Gunner": (10, 10), "Brute": (10.8, 10)}),
    "Gunner stands in Cart": lambda: own({"Gunner": (12.2, 10), "Cart": (10, 10)}),
    "Mute does not stand on the table": lambda: lay(at={"Hob": (4, 20)}, active="Mute"),
    # how they are
    "Mute: wounds that it has not": lambda: lay(models={"Mute": {"wounds": 40}}),
    "Mute: conditions that are none": lambda: lay(models={"Mute": {"conditions": frozenset(["sleepy"])}}),
    "no position can hold this: 'ready' is 'yes'": lambda: lay(models={"Mute": {"ready": "yes"}}),
    # the state
    "the acting seat is 2; it can be 0 to 1": lambda: lay(acting=2),
    "points or numbers that no two sides have": lambda: lay(points=(3, -1)),
    "no position can hold this: 'points' is 3": lambda: lay(points=3),
    "an event that is none": lambda: lay(event="picnic"),
    # cards and boards
    "t of Ash is 0; it can be 1 to 12": lambda: arena.fighter("Ash", t=0),
    "card 'Gunner' is given twice": lambda: arena.setting_for(([GUNNER], [GUNNER])),
    "no weapon trait 'Blazee'; did you mean 'Blaze'?": lambda: arena.weapon("torch", "Blazee"),
    "no gang 'chior'; there are ": lambda: arena.prepare("lockside", ("chior", "couriers-1000")),
    "no map 'locksid'; there are ": lambda: arena.prepare("locksid", GANGS),
    "no model 'Muet'; there are ": lambda: lay(ready=["Muet"]),
    "no field of a position 'roundd'; there are ": lambda: lay(roundd=2),
    "no field of a model 'wound'; there are ": lambda: lay(models={"Mute": {"wound": 1}}),
    "no characteristic 'tough'; there are ": lambda: arena.fighter("Ash", tough=4),
}


@pytest.mark.parametrize("said", MISTAKES)
def test_a_mistake_is_named(said: str) -> None:
    with pytest.raises(PositionError) as found:
        MISTAKES[said]()
    text = str(found.value)
    assert text.startswith(said) if said.endswith("there are ") else text == said


def test_a_position_of_the_pack_is_saved_and_opened() -> None:
    setting = arena.prepare("lockside", GANGS)
    match = arena.lay(setting, None, AT, active="Brother Lode", models={"Mute": {"flesh": 1}}, points=(3, 2))
    assert match.decision.seat == 0 and match.decision.find("shoot Mute with Slug rifle (ball)") is not None
    again = fireteam.load(match.save(), dice=Seeded(1))
    assert again.decision.keys() == match.decision.keys()
    assert again.state.dump() == match.state.dump()


def test_without_an_active_model_a_side_chooses_whom_to_activate() -> None:
    setting = arena.prepare("lockside", GANGS)
    three = {**AT, "Hob": (12, 28), "Tiles": (16, 28)}
    assert arena.lay(setting, None, three, acting=1).decision.keys() == [
        "activate Mute", "activate Hob", "activate Tiles",
    ]  # fmt: skip
    ready = ["Mute", "Tiles"]
    assert arena.lay(setting, None, three, acting=1, ready=ready).decision.keys() == ["activate Mute", "activate Tiles"]


def test_cards_and_a_field_of_ones_own_play_to_the_end_and_cannot_be_opened() -> None:
    setting = arena.setting_for(([GUNNER], [BRUTE]), on=YARD)
    hurt = {"Brute": {"stance": 2, "flesh": 2}}
    at = {"Gunner": (14, 12), "Brute": (26, 12, 3, 180)}
    assert arena.lay(setting, None, at, active="Gunner").odds("shoot Brute with rifle").mean("wounds Brute") > 0
    match = arena.lay(setting, Seeded(2), at, active="Gunner", models=hurt)
    save = match.save()
    play_out(match, 2, drawn)
    assert match.result is not None and match.result.reason == "side-down"
    with pytest.raises(SaveError):
        fireteam.load(save, dice=Seeded(1))
