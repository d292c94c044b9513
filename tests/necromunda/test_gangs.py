"""Gangs that players bring as data: taken over as they are, or refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.core.saves import read
from fireteam.games.necromunda.content.gangs import data_of, faults, roster_of
from fireteam.games.necromunda.content.packs import PACKS
from fireteam.games.necromunda.game import GAME


def choir() -> dict[str, Any]:
    """A ready-made gang as data, under a name of its own."""
    return {**data_of(roster_of(PACKS.load(), "choir-1000")), "id": "mine", "title": "Mine"}


@pytest.mark.rule("NE-CAMP-02")
def test_a_gang_of_data_is_played_and_saved() -> None:
    match = Match(GAME.prepare(scenario="tollgate", setup={"gangs": [choir(), "couriers-1000"]}), Seeded(1))
    again = read(match.save(), lambda name: GAME)
    setting: Any = match.setting
    assert again.setting.header() == setting.header() and setting.cards[0].name == "Abbot Skeer"
    assert setting.beginning["setup"]["gangs"] == [choir(), "couriers-1000"]


@pytest.mark.rule("NE-RND-08")
def test_a_gang_comes_as_the_ready_made_one_that_fits_the_scenario() -> None:
    for scenario, gangs in (
        ("tollgate", ["widows-1000", "choir-1000"]),
        ("break-the-convoy", ["widows-convoy", "choir-haul"]),
    ):
        setting: Any = GAME.prepare(scenario=scenario, setup={"gangs": ["widows", "The Brine Choir"]})
        assert setting.beginning["setup"]["gangs"] == gangs
    assert GAME.contenders() == ["choir", "couriers", "widows", "ledger"]


@pytest.mark.rule("NE-CAMP-02", "NE-MNT-02")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"gear": ["stutter-gun"]}, "does not use heavy"),
        ({"gear": ["torch-gun", "arc-blade"]}, "not sold"),
        ({"gear": ["snub", "snub", "knife", "axe"]}, "weapon slots"),
        ({"skills": ["hurl"]}, "skills of its own"),
        ({"changes": {"s": 2}}, "only a campaign"),
        ({"gear": ["moon"]}, "nothing for sale"),
        ({"name": "Winkle"}, "are called Winkle"),
        ({"cost": 1}, "not right"),
    ],
)
def test_faults_are_told_in_words(change: dict[str, Any], said: str) -> None:
    gang = choir()
    gang["members"][6] = {**gang["members"][6], **change}
    with pytest.raises(SetupError) as refused:
        GAME.prepare(scenario="tollgate", setup={"gangs": [gang, "couriers-1000"]})
    told = [] if "cost" in change else [fault.text for fault in faults(PACKS.load(), roster_of(PACKS.load(), gang))]
    assert any(said in text for text in (str(refused.value), *told))
