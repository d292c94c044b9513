"""The dice tray and the log: every die with its rerolls and its fate, every line with whom it is about."""

from __future__ import annotations

import json
import random

import pytest

from fireteam.core.chronicle import Chronicle
from fireteam.core.match import Match
from fireteam.core.scene import Die, Told
from tests.escape.scene import play, scene
from tests.escape.test_scene import BUSY, games, nulls


def tray(match: Match) -> list[Die]:
    """The dice of a match."""
    found: list[Die] = match.setting.tray(Chronicle(match).follow())
    return found


def fates(match: Match) -> list[tuple[str, int | str, str, str]]:
    """Name, face, state and fate of each die."""
    return [(die["name"], die["face"], die["state"], die.get("fate", "")) for die in tray(match)]


def log(match: Match) -> list[Told]:
    """The log of a match."""
    chronicle = Chronicle(match)
    chronicle.follow()
    return chronicle.log


def test_an_attack_from_its_dice_to_their_fate() -> None:
    match = scene({"ashton": (6, 9), "ubume": (7, 9)}, dice=[2, 3, 5], active="ashton")
    play(match, "attack ubume")
    assert tray(match) == []
    play(match, "dodge")
    assert tray(match) == [
        {"name": "Attack die of Ashton", "seat": 0, "face": 2, "sides": 6, "state": "live"},
        {"name": "Dodge die of Ubume", "seat": 1, "face": 3, "sides": 6, "state": "live"},
    ]
    play(match, "reroll as veteran")
    assert fates(match) == [
        ("Attack die of Ashton", 2, "replaced", "rerolled"),
        ("Attack die of Ashton", 5, "settled", "hits Ubume: 3 in all"),
        ("Dodge die of Ubume", 3, "settled", "is hit all the same"),
    ]
    play(match, "no push")
    assert len(fates(match)) == 3
    play(match, "step 5,9")
    assert len(fates(match)) == 3


def test_a_reroll_names_its_die_and_fates_have_signs() -> None:
    match = scene({"ashton": (6, 9), "ubume": (7, 9)}, dice=[2, 3, 5], active="ashton")
    play(match, "attack ubume", "dodge")
    taken = match.setting.taken(match.decision, tray(match))
    assert taken["reroll as veteran"] == [[0]] and "keep" not in taken
    play(match, "reroll as veteran")
    assert [die.get("sign") for die in tray(match)] == ["rerolled", "hit", "miss"]


def test_a_miss() -> None:
    match = scene({"ashton": (6, 9), "ubume": (7, 9)}, dice=[1, 6], active="ashton", veteran_used=["ashton"])
    play(match, "attack ubume", "dodge")
    assert fates(match) == [
        ("Attack die of Ashton", 1, "settled", "misses Ubume: -4 in all"),
        ("Dodge die of Ubume", 6, "settled", "dodges the attack"),
    ]


def test_one_die_for_an_area_has_a_fate_for_each() -> None:
    match = scene(
        {"jimmy": (6, 6), "ubume": (8, 7), "mamushi": (8, 5)},
        dice=[4],
        active="jimmy",
        holds={"jimmy": "em_grenade"},
        used={"ubume": {"cbt": 9}, "mamushi": {"cbt": 9}},
    )
    play(match, "grenade at 8,6")
    ((name, face, state, fate),) = fates(match)
    assert (name, face, state) == ("Attack die of Jimmy", 4, "settled")
    assert "Ubume" in fate
    assert "; " in fate
    assert "Mamushi" in fate


def test_hacks_with_and_without_a_counter_measure() -> None:
    match = scene({"jimmy": (7, 9)}, dice=[6], active="jimmy")
    play(match, "hack A12")
    assert fates(match) == [("Hacking die of Jimmy", 6, "settled", "success: 8 against 8")]
    opposed = scene({"magnes": (6, 9), "jimmy": (8, 9)}, dice=[1, 6], active="magnes")
    play(opposed, "attract jimmy", "counter-measure")
    assert [(name, state, fate) for name, _, state, fate in fates(opposed)] == [
        ("Hacking die of Magnes", "settled", f"failure: {1 + 2 - 6 - 2} against the counter-measure"),
        ("Counter die of Jimmy", "settled", "the hack fails"),
    ]


def test_initiative_and_event_are_two_series() -> None:
    match = scene({"ashton": (6, 9), "ubume": (9, 9)}, dice=[6, 1, 3, 4], phase="initiative", turn=1)
    play(match, "start resistance")
    assert fates(match) == [
        ("Resistance event die", 3, "settled", "event 7: All quiet"),
        ("I.S.C. event die", 4, "settled", "event 7: All quiet"),
    ]
    match.undo()
    names = [(name, face, state) for name, face, state, _ in fates(match)]
    assert names == [("Resistance initiative die", 6, "settled"), ("I.S.C. initiative die", 1, "settled")]
    assert [fate.endswith("has the initiative") for _, _, _, fate in fates(match)] == [True, False]


@pytest.mark.parametrize(
    ("face", "fate"), [(1, "the drill breaks"), (3, "nothing happens"), (5, "the wall is destroyed")]
)
def test_a_drill(face: int, fate: str) -> None:
    match = scene({"bruno": (6, 9)}, dice=[face], active="bruno")
    play(match, "drill 6,9|6,10")
    assert fates(match) == [("Drill die of Bruno Kess", face, "settled", fate)]
    (line,) = (line for line in log(match) if line.get("code") == "drilled")
    assert line["text"] == f"Bruno Kess drills at the wall 6,9|6,10 and rolls {face}."
    assert line["faces"] == [face]


def test_what_is_drawn_is_in_the_tray_by_its_name() -> None:
    match = scene({"ashton": (6, 9)}, dice=["em_grenade"], active="ashton", equipment=[(7, 9)])
    play(match, "turn over e1")
    assert tray(match) == [
        {
            "name": "Equipment e1",
            "seat": 0,
            "face": "EM grenade",
            "sides": 0,
            "state": "settled",
            "fate": "turned over",
        },
    ]
    assert log(match) == [
        {
            "answers": 2,
            "kind": "event",
            "text": "Equipment e1 is turned over: EM grenade.",
            "rule": "ES-EQT-03",
            "code": "turned_over",
            "about": ["e1"],
            "seat": 0,
            "faces": ["em_grenade"],
            "shows": {"kind": "works", "target": {"piece": "e1"}},
        }
    ]


def test_the_log_has_headings_pieces_and_seats() -> None:
    match = scene({"ashton": (6, 9), "ubume": (7, 9), "bailiff": (3, 1)}, acting="isc")
    play(match, "activate ubume", "attack ashton")
    lines = log(match)
    assert lines[0] == {
        "answers": 1,
        "kind": "event",
        "text": "Ubume is activated.",
        "rule": "ES-ACT-01",
        "code": "activated",
        "about": ["ubume"],
        "heading": 2,
        "seat": 1,
        "shows": {"kind": "acts", "piece": "ubume"},
    }
    attack = next(line for line in lines if line.get("code") == "attacks")
    assert (attack["about"], attack["seat"], attack["text"]) == (["ubume", "ashton"], 1, "Ubume attacks Ashton.")


def test_random_games_are_logged_once_and_their_dice_lie_in_the_tray() -> None:
    states = set()
    for number, match in enumerate(games()):
        rng = random.Random(number)
        chronicle = Chronicle(match)
        while not match.over:
            options = match.decision.options
            lively = [
                option
                for option in options
                if option.kind in BUSY or option.kind in ("veteran", "reroll_token", "dodge_own")
            ]
            match.answer(rng.choice(lively if lively and rng.random() < 0.5 else options))
            chronicle.follow()
            dice = match.setting.tray(chronicle.entries)
            assert not list(nulls(dice))
            assert json.loads(json.dumps(dice)) == dice
            last = next(entry for entry in reversed(chronicle.entries) if entry.kind == "roll") if dice else None
            assert last is None or any(die["seat"] == last.seat and die["sides"] == last.sides for die in dice)
            states |= {die["state"] for die in dice}
            assert all((die["state"] == "live") == ("fate" not in die) for die in dice)
        assert not list(nulls(chronicle.log))
        texts = [(line["text"], line["answers"]) for line in chronicle.log]
        assert len(texts) == len(set(texts))
        begun = match.root().state.turn
        assert sum(line.get("heading") == 1 for line in chronicle.log) == match.state.turn - begun
        assert [line["answers"] for line in chronicle.log] == sorted(line["answers"] for line in chronicle.log)
    assert states == {"live", "replaced", "settled"}
