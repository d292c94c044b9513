"""The chronicle: everything that happened once and in order, at the cost of what is new, whatever is undone."""

from __future__ import annotations

import random

import pytest

import fireteam
from fireteam.core.chronicle import NOTHING_ELSE, Chronicle, Entry, plain_told
from fireteam.core.dice import Given
from fireteam.core.errors import IllegalAnswer
from fireteam.core.runner import Runner
from tests.core.toygame import toy
from tests.escape.scene import play, scene


def same(chronicle: Chronicle) -> None:
    """A chronicle that followed all the way equals one that is written afresh."""
    fresh = Chronicle(chronicle.match)
    assert fresh.follow() == chronicle.entries
    assert fresh.log == chronicle.log


def test_a_toy_is_told_in_order() -> None:
    match = toy(Given([3, 4]))
    chronicle = Chronicle(match)
    assert chronicle.follow() == []
    match.answer("roll")
    match.answer("add 2")
    entries = chronicle.follow()
    assert [(entry.kind, entry.seat, entry.text, entry.answers) for entry in entries[:4]] == [
        ("choice", 0, "turn 0: roll", 0),
        ("roll", 0, "two dice", 1),
        ("event", -1, "added 7", 2),
        ("forced", 0, "no way round: only", 2),
    ]
    assert entries[1] == Entry("roll", 0, "two dice", "", 1, (3, 4), "two dice", 6)
    assert entries[2].params == {"amount": 7, "sum": 7}
    assert [line["text"] for line in chronicle.log] == ["roll", "Two dice: 3 4", "added 7", "added 2"]
    assert chronicle.log[3] == {
        "answers": 4,
        "kind": "event",
        "text": "added 2",
        "rule": "TOY-1",
        "code": "added",
        "seat": 1,
    }


def test_a_draw_has_no_sides_and_its_label_is_the_face() -> None:
    match = toy(Given(["white"]))
    match.answer("draw")
    chronicle = Chronicle(match)
    (drawn,) = (entry for entry in chronicle.follow() if entry.kind == "roll")
    assert (drawn.faces, drawn.sides) == (("white",), 0)
    assert plain_told(drawn) == {"answers": 1, "kind": "roll", "text": "A stone: white", "seat": 0, "faces": ["white"]}


@pytest.mark.parametrize("checkpoints", [1, 5, 0])
def test_undo_cuts_it_back_and_what_is_kept_stays(checkpoints: int) -> None:
    rng = random.Random(checkpoints)
    for seed in range(6):
        match = fireteam.new("escape", scenario="evasion", seed=seed, checkpoints=checkpoints)
        chronicle = Chronicle(match)
        for _ in range(120):
            if match.over:
                break
            before = [dict(line) for line in chronicle.log]
            if rng.random() < 0.25:
                for _ in range(rng.randrange(1, 6)):
                    try:
                        match.undo()
                    except IllegalAnswer:
                        break
            if rng.random() < 0.9:
                match.answer(rng.choice(match.decision.options))
            chronicle.follow()
            assert chronicle.log[: chronicle.kept] == before[: chronicle.kept]
            if rng.random() < 0.1:
                same(chronicle)
        same(chronicle)


def test_an_undo_between_two_looks_is_noticed_even_if_the_number_of_answers_is_the_same() -> None:
    match = scene({"ashton": (6, 9)}, active="ashton")
    chronicle = Chronicle(match)
    play(match, "step 5,9")
    chronicle.follow()
    assert [line["text"] for line in chronicle.log] == ["Ashton moves from 6,9 to 5,9."]
    match.undo()
    play(match, "step 7,9")
    chronicle.follow()
    assert [line["text"] for line in chronicle.log] == ["Ashton moves from 6,9 to 7,9."]
    assert chronicle.kept == 0


def test_following_costs_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = 0
    real = Runner.send

    def counting(runner: Runner, value: object) -> None:
        nonlocal sent
        sent += 1
        real(runner, value)

    monkeypatch.setattr(Runner, "send", counting)
    match = fireteam.new("escape", scenario="infiltration", seed=3)
    chronicle = Chronicle(match)
    rng = random.Random(3)
    for _ in range(300):
        if match.over:
            break
        match.answer(rng.choice(match.decision.options))
        chronicle.follow()
    assert sent == len(match.answers())
    match.undo()
    sent = 0
    chronicle.follow()
    assert sent < 60  # no more than what lies behind the last checkpoint


def test_a_match_that_begins_elsewhere_is_told_from_its_beginning() -> None:
    match = scene({"ashton": (6, 9)}, active="ashton")
    chronicle = Chronicle(match)
    play(match, "step 5,9")
    chronicle.follow()
    chronicle.match = scene({"ashton": (7, 9)}, active="ashton")
    play(chronicle.match, "step 8,9")
    chronicle.follow()
    assert [line["text"] for line in chronicle.log] == ["Ashton moves from 7,9 to 8,9."]
    assert chronicle.kept == 0


def test_a_forced_end_says_that_nothing_else_was_possible() -> None:
    match = scene(
        {"mamushi": (0, 0), "ashton": (14, 12)}, active="mamushi", used={"mamushi": {"mvt": 6, "cbt": 9, "int": 9}}
    )
    left = match.view(None)["cards"]["mamushi"]["figures"][0]["left"]
    chronicle = Chronicle(match)
    for _ in range(left):
        match.answer(next(option for option in match.decision.options if option.kind == "step"))
    chronicle.follow()
    (line,) = (line for line in chronicle.log if line.get("code") == "ended")
    assert line["text"] == f"The activation of Mamushi ends.{NOTHING_ELSE}"
    assert line["seat"] == 1


def test_dice_that_an_event_tells_are_told_once() -> None:
    match = scene({"ashton": (6, 9), "ubume": (7, 9)}, dice=[2, 3, 5], active="ashton")
    chronicle = Chronicle(match)
    play(match, "attack ubume", "dodge", "reroll as veteran")
    chronicle.follow()
    assert [line["text"] for line in chronicle.log] == [
        "Ashton attacks Ubume.",
        "Ubume dodges.",
        "Attack die of Ashton: 2",
        "Dodge die of Ubume: 3",
        "The Resistance rerolls the attack die of Ashton: 5.",
        "Ashton hits Ubume: 5 attack die + 3 Cbt of Ashton - 3 dodge die - 2 Cbt of Ubume = 3.",
        "Ubume suffers 3 damage. Its damage is now 3, its life 6.",
    ]
    assert chronicle.log[4]["faces"] == [5]
    assert chronicle.log[4]["seat"] == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_log_does_not_depend_on_when_somebody_looked(seed: int) -> None:
    match = fireteam.new("escape", seed=seed, scenario="infiltration")
    rng = random.Random(seed)
    often, seldom = Chronicle(match), Chronicle(match)
    mine: list[object] = []
    for number in range(250):
        if match.over:
            break
        if number % 37 == 36:
            match.undo()
        match.answer(rng.choice(match.decision.options))
        if rng.random() < 0.8:
            often.follow()
            mine = [
                *mine[: often.kept],
                *often.log[often.kept :],
            ]  # as a client keeps it: so many lines stay, the others come
            assert mine == often.log
    assert [entry.text for entry in often.follow()] == [entry.text for entry in seldom.follow()]
    assert often.log == seldom.log
    told = [line["text"] for line in seldom.log]
    assert not [text for text in told if text.startswith("Move to ")], "the event tells a step"
