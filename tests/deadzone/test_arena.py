"""Positions laid by hand: every mistake is an error that names what is wrong, and a laid position plays like any
other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.errors import SaveError
from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.kit.arena import PositionError

TEAMS = ("wardens", "tangle")
AT = {"Lamp Captain": "2,3,1", "Husk 1": "5,3,1 NE"}
GUNNER = arena.unit("Gunner", arena.weapon("rifle", 6, 1), ranged=4, health=3)
BRUTE = arena.unit("Brute", arena.weapon("axe", "CC", 2), keywords=["Tough"], armour=1, health=3, size=2)
YARD = arena.field(walls={(3, 2, 1, "E"): "low25"}, floors={(4, 2, 2): "full"})
OWN = {"Gunner": "1,2,1", "Brute": "5,2,1"}


def lay(**given: Any) -> Match:
    """The two of them on the lamp market."""
    return arena.lay(arena.prepare("lamp_market", TEAMS), None, **{"at": AT, **given})


MISTAKES: dict[str, Callable[[], object]] = {
    # where they stand
    "Husk 1: there is no place '9,9,9' on the board": lambda: lay(at={"Husk 1": "9,9,9"}),
    "no quarter of a cube 'N'; there are SW, SE, NW, NE; did you mean 'NW'?": lambda: lay(at={"Husk 1": "5,3,1 N"}),
    "Husk 2: there is no room at 5,3,1 NE": lambda: lay(at={**AT, "Husk 2": "5,3,1 NE"}),
    "Glasseye does not stand on the battlefield": lambda: lay(active="Glasseye"),
    # how they are
    "the damage of Husk 1 is 40; it can be 0 to 0": lambda: lay(damage={"Husk 1": 40}),
    "no position can hold this: 'pinned' is 'yes'": lambda: lay(models={"Husk 1": {"pinned": "yes"}}),
    "no command symbol 'Shot'; there are +1 model, Dice, Advance, Shoot, Assault, Special; did you mean 'Shoot'?": (
        lambda: lay(command=({"Shot": 1}, {}))
    ),
    # the state
    "the acting seat is 2; it can be 0 to 1": lambda: lay(acting=2),
    "no position can hold this: 'points' is 3": lambda: lay(points=3),
    # cards and boards
    "the health of Ash is 0; it can be 1 to 99": lambda: arena.unit("Ash", health=0),
    "the SPEED of Ash is 3; it is 2 whole numbers": lambda: arena.unit("Ash", speed=3),
    "the RANGE of rifle is 'far'; it can be 0 to 99": lambda: arena.weapon("rifle", "far"),
    "no field can be like this: walls [9, 1, 1, 'E', 'blocked']: outside": (
        lambda: arena.field(walls={(9, 1, 1, "E"): "blocked"})
    ),
    "card 'Gunner' is given twice": lambda: arena.prepare(None, ([GUNNER], [GUNNER])),
    "teams are two factions of a pack, the data of two teams, or two lists of cards": (
        lambda: arena.prepare(None, ("wardens", [GUNNER]))
    ),
    "limit is chosen for teams of a pack, not for cards of one's own": (
        lambda: arena.prepare(None, ([GUNNER], [BRUTE]), limit=100)
    ),
    "no map 'lamp_markt'; there are ": lambda: arena.prepare("lamp_markt", ([GUNNER], [BRUTE])),
    "no faction 'warden'; there are ": lambda: arena.prepare("lamp_market", ("warden", "tangle")),
    "no model 'Huks 1'; there are ": lambda: lay(pinned=["Huks 1"]),
    "no field of a position 'roundd'; there are ": lambda: lay(roundd=2),
    "no figure of a card 'armor'; there are ": lambda: arena.unit("Ash", armor=2),
    "no part of a field 'wals'; there are ": lambda: arena.field(wals={}),
}


@pytest.mark.parametrize("said", MISTAKES)
def test_a_mistake_is_named(said: str) -> None:
    with pytest.raises(PositionError) as found:
        MISTAKES[said]()
    text = str(found.value)
    assert text.startswith(said) if said.endswith("there are ") else text == said


def test_an_unknown_keyword_is_named() -> None:
    with pytest.raises(PositionError, match="Toughh"):
        arena.unit("Ash", keywords=["Toughh"])


def test_a_position_of_the_pack_is_saved_and_opened() -> None:
    match = lay(active="Lamp Captain", pinned=["Husk 1"], command=({"Shoot": 1}, {}), points=(3, 2))
    assert match.decision.seat == 0
    again = fireteam.load(match.save(), dice=Seeded(1))
    assert again.decision.keys() == match.decision.keys()
    assert again.state.dump() == match.state.dump()


def test_without_an_active_model_a_side_chooses_whom_to_activate() -> None:
    three = {**AT, "Husk 2": "5,3,1", "Husk 3": "6,3,1"}
    assert lay(at=three, acting=1).decision.keys() == ["activate Husk 1", "activate Husk 2", "activate Husk 3"]
    assert lay(at=three, acting=1, activated=["Husk 2"]).decision.keys() == ["activate Husk 1", "activate Husk 3"]


def test_cards_and_a_field_of_ones_own_play_to_the_end_and_cannot_be_opened() -> None:
    setting = arena.prepare(YARD, ([GUNNER], [BRUTE]))
    match = arena.lay(setting, Seeded(2), OWN, active="Gunner", damage={"Brute": 2})
    assert match.odds("shoot Brute with rifle").chance("killed Brute") > 0
    save = match.save()
    while not match.over:
        match.answer(match.decision.options[0])
    assert match.result is not None
    with pytest.raises(SaveError):
        fireteam.load(save, dice=Seeded(1))


def test_cards_of_ones_own_stand_on_a_map_of_the_pack_and_teams_of_the_pack_on_a_field_of_ones_own() -> None:
    own = arena.lay(arena.prepare("gantry_yard", ([GUNNER], [BRUTE])), None, OWN, active="Gunner")
    assert own.decision.keys() == ["advance", "sprint", "shoot Brute with rifle", "end the activation"]
    yard = arena.lay(arena.prepare(YARD, TEAMS), None, AT, active="Lamp Captain")
    assert yard.decision.seat == 0
