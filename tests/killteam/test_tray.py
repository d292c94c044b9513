"""The dice tray and the log: what became of every die of a shot and of a fight."""

from __future__ import annotations

import pytest

from fireteam.core.chronicle import Chronicle
from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.scene import Die
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


def lying(match: Match) -> list[Die]:
    """The dice on the table as they are drawn."""
    _ = match.decision
    chronicle = Chronicle(match)
    chronicle.follow()
    found: list[Die] = match.setting.tray(chronicle.entries)
    return found


def test_fates_have_signs_and_a_success_in_defence_saves() -> None:
    match = arena.shot(SHOOTER, TARGET, Given([6, 4, 3, 1, 5, 2, 1]))
    signs = [die.get("sign") for die in lying(match)]
    assert signs == ["critical", "blocked", "hit", "miss", "save", "miss", "miss"]


@pytest.mark.rule("KT-BASE-09", "KT-BASE-10")
def test_a_re_roll_names_the_dice_that_it_may_take() -> None:
    gun = arena.card("shooter", arena.weapon(5, 3, 3, 4, "Relentless", name="gun"))
    match = arena.shot(gun, TARGET, Given([6, 4, 1, 1, 3, 4, 1, 1, 1]))
    taken = match.setting.taken(match.decision, lying(match))
    by_face = {
        key: [[lying(match)[place]["face"] for place in group] for group in found] for key, found in taken.items()
    }
    assert by_face == {
        "re-roll 1 by Relentless": [[1, 1]],
        "re-roll 3 by Relentless": [[3]],
        "re-roll 4 by Relentless": [[4]],
        "re-roll 6 by Relentless": [[6]],
    }
    match.answer("re-roll 1 by Relentless")
    dice = lying(match)
    assert [die.get("sign") for die in dice].count("rerolled") == 1
    assert dice[-1]["face"] == 4 and dice[dice[-1]["replaces"]]["state"] == "replaced"
    again = match.setting.taken(match.decision, dice)
    # What was re-rolled once stays as it fell: neither the die that is gone nor the one that came.
    assert [len(group) for group in again["re-roll 1 by Relentless"]] == [1]
    assert again["re-roll 4 by Relentless"] == [[1]] and len(dice) - 1 not in again["re-roll 4 by Relentless"][0]


def test_a_question_that_is_not_about_dice_takes_none() -> None:
    match = arena.shot(SHOOTER, TARGET, Given([6, 4, 1, 1, 2, 1]), at=Target(1, cover_from=("wall",)))
    assert match.setting.taken(match.decision, lying(match)) == {}


def test_the_log_has_headings_and_says_whom_a_line_is_about() -> None:
    match = arena.shot(SHOOTER, TARGET, Given([6, 4, 3, 1, 5, 2, 1]))
    _ = match.decision
    chronicle = Chronicle(match)
    chronicle.follow()
    hurt = next(line for line in chronicle.log if line.get("code") == "hurt")
    assert hurt["about"] == ["target"]
    assert hurt["text"] == "Target suffers 7 damage (3 for 1 normal, 4 for 1 critical): 5 of 12 wounds left."
    assert hurt["rule"] == "KT-SHOOT-25"
