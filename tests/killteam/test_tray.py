"""The dice tray and the log: what became of every die of a shot and of a fight."""

from __future__ import annotations

import pytest

from fireteam.core.chronicle import Chronicle
from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.games.killteam import arena
from fireteam.games.killteam.shooting.sequence import Target

SHOOTER = arena.card("shooter", arena.weapon(4, 3, 3, 4, name="gun"))
TARGET = arena.card("target", arena.weapon(3, 4, 2, 3, ranged=False, name="knife"), save=4)
BRAWLER = arena.card("brawler", arena.weapon(3, 3, 3, 4, ranged=False, name="maul"))


def trays(match: Match, *keys: str) -> list[tuple[str, object, str, str]]:
    """The tray after these answers: whose die, face, state and fate."""
    for key in keys:
        match.answer(key)
    _ = match.decision
    chronicle = Chronicle(match)
    chronicle.follow()
    return [
        (die["name"], die["face"], die["state"], die.get("fate", "")) for die in match.setting.tray(chronicle.entries)
    ]


@pytest.mark.rule("KT-SHOOT-12", "KT-SHOOT-22", "KT-SHOOT-23")
def test_the_dice_of_a_shot_have_their_fates() -> None:
    match = arena.shot(SHOOTER, TARGET, Given([6, 4, 3, 1, 5, 2, 1]))
    found = trays(match)
    assert found == [
        ("shooter: attack", 6, "settled", "critical success"),
        ("shooter: attack", 4, "settled", "blocked"),
        ("shooter: attack", 3, "settled", "normal success"),
        ("shooter: attack", 1, "settled", "fail"),
        ("target: defence", 5, "live", "normal success"),
        ("target: defence", 2, "live", "fail"),
        ("target: defence", 1, "live", "fail"),
    ]


@pytest.mark.rule("KT-SHOOT-21")
def test_a_cover_save_is_a_die_that_was_not_rolled() -> None:
    match = arena.shot(SHOOTER, TARGET, Given([6, 4, 1, 1, 2, 1]), at=Target(1, cover_from=("wall",)))
    found = trays(match, "cover save")
    assert ("target: defence", "–", "settled", "cover save") in found
    assert [die for die in found if die[3] == "blocked"] == [("shooter: attack", 4, "settled", "blocked")]


@pytest.mark.rule("KT-SHOOT-14")
def test_a_success_lost_to_obscuring_is_discarded() -> None:
    match = arena.shot(SHOOTER, TARGET, Given([6, 4, 3, 1, 1, 1, 1]), at=Target(1, obscured_from=("wall",)))
    fates = [die[3] for die in trays(match)[:4]]
    assert fates == ["normal success", "normal success", "discarded: the target is obscured", "fail"]


@pytest.mark.rule("KT-BASE-09", "KT-WR-02")
def test_a_re_rolled_die_lies_beside_the_new_one() -> None:
    gun = arena.card("shooter", arena.weapon(4, 3, 3, 4, "Balanced", name="gun"))
    match = arena.shot(gun, TARGET, Given([6, 4, 3, 1, 5, 1, 1, 1]))
    found = trays(match, "re-roll 1 by Balanced")
    assert ("shooter: attack", 1, "replaced", "re-rolled") in found
    assert ("shooter: attack", 5, "settled", "normal success") in found


@pytest.mark.rule("KT-FIGHT-11", "KT-FIGHT-12")
def test_the_dice_of_a_fight_strike_and_block() -> None:
    match = arena.duel(BRAWLER, TARGET, Given([6, 4, 1, 5, 4, 1]))
    found = trays(match, "strike with a critical")
    assert [die[3] for die in found] == [
        "strikes", "normal success", "fail", "normal success", "normal success", "fail",
    ]  # fmt: skip
    found = trays(match, "block a normal with a normal")
    assert [die[3] for die in found] == ["strikes", "blocked", "fail", "blocks", "normal success", "fail"]


def test_the_log_has_headings_and_says_whom_a_line_is_about() -> None:
    match = arena.shot(SHOOTER, TARGET, Given([6, 4, 3, 1, 5, 2, 1]))
    _ = match.decision
    chronicle = Chronicle(match)
    chronicle.follow()
    hurt = next(line for line in chronicle.log if line.get("code") == "hurt")
    assert hurt["about"] == ["target"]
    assert hurt["text"] == "Target suffers 7 damage (3 for 1 normal, 4 for 1 critical): 5 of 12 wounds left."
    assert hurt["rule"] == "KT-SHOOT-25"
