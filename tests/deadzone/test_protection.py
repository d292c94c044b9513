"""Keywords that keep a model alive."""

from __future__ import annotations

import pytest

from fireteam.games.deadzone.arena import unit, weapon
from fireteam.games.deadzone.windows import Keyword
from tests.deadzone.scenes import duel, model, rolled

GUN = weapon("Gun", 6)


class Harmless(Keyword):
    """Attacks that do no damage."""

    name = "Harmless"

    def harmless(self) -> bool:
        return True


@pytest.mark.rule("DZ-AB-TOUGH-01")
@pytest.mark.parametrize(("dice", "lost"), [([2, 2, 1], 1), ([2, 1, 1], 0)])
def test_tough_loses_one_less(dice: list[int], lost: int) -> None:
    match = duel(unit("A", fight=2), unit("B", fight=0, health=3, keywords=["Tough"]), dice=[*dice, 1, 1, 1])
    assert model(match, "b").damage == lost


@pytest.mark.rule("DZ-AB-ESHIELD-01")
def test_an_energy_shield_absorbs_before_armour_and_its_eights_roll_on() -> None:
    target = unit("B", fight=0, health=4, armour=1, keywords=["Energy Shield (2)"])
    match = duel(unit("A", fight=2), target, dice=[2, 2, 2, 8, 1, 1, 1, 1, 6, 8, 2], models={"a": {}})
    assert rolled(match) == [(3, 3, 3)] or rolled(match)[0][2] == 3
    assert model(match, "b").damage == 0
