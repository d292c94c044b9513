"""What must hold at every state of every battle, in all scenarios, on all maps, with all readings of the rules."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from fireteam.games.necromunda import game as module
from fireteam.games.necromunda.state import OUT, PLAY, Line, Model, State, Thing
from tests.gate import writes
from tests.kit.examining import replays
from tests.kit.playing import decisions, drawn, fingerprint
from tests.necromunda.directing import skirmish
from tests.necromunda.examining import LOOKS, examine
from tests.necromunda.playing import FIELDS, READINGS, ROSTERS, faults, game, lively, readings

BATTLES = range(len(FIELDS))
CLOSELY = (3, 5)
SKIRMISHES = (101, 105, 108)
BEGINNING = 200
"""Answers of battles that are looked at closely."""


@pytest.mark.parametrize("number", BATTLES)
def test_a_battle_is_sound_to_its_end_and_its_save_replays(number: int) -> None:
    match = game(number)
    assert examine(match, number, (drawn, lively)[number % 2], sound=10, every=120) == []
    assert match.over and replays(match) == []


@pytest.mark.parametrize("number", SKIRMISHES)
def test_a_skirmish_of_anybody_with_anybody_is_sound_and_its_save_replays(number: int) -> None:
    """Close together, also where somebody can move nowhere and stays."""
    match = skirmish(number)
    assert examine(match, number, drawn, sound=10, every=60) == []
    assert match.over and replays(match) == []


@pytest.mark.parametrize("number", CLOSELY)
def test_a_battle_is_sound_wherever_one_looks(number: int) -> None:
    assert examine(game(number + 100), number, lively, sound=2, every=20, most=BEGINNING) == []


def test_the_battles_of_many_nights_meet_everything() -> None:
    assert {FIELDS[number % len(FIELDS)] for number in BATTLES} == set(FIELDS)
    met = [game(number).setting.header()["setup"]["gangs"] for number in range(24)]
    assert {roster for gangs in met for roster in gangs} == set(ROSTERS)
    values = {(name, value) for number in range(12) for name, value in readings(number).items()}
    assert values == {(name, value) for name, reading in READINGS.items() for value in reading.values}
    assert {*LOOKS} == {"fork", "undo", "options", "words", "refusals", "save"}


def test_a_fault_would_be_found() -> None:
    """Each thing that is looked at, broken by hand."""
    match = game(2)
    for question in decisions(match, 2, drawn):
        if question.topic == "which model is activated":
            break
    assert faults(match) == []
    s: State = match.state
    fighters = [m for m in s.models if m.status == PLAY and not match.table.is_vehicle(m.index)]
    model, other = fighters[0], fighters[-1]
    harms: list[tuple[Any, str, Any]] = [
        (model, "status", 7), (model, "status", OUT), (model, "stance", 3), (model, "facing", 400),
        (model, "wounds", 99), (model, "wounds", -1), (model, "flesh", -1), (model, "x", -10), (model, "y", 99_999),
        (model, "z", 4321), (model, "conditions", frozenset(["haunted"])), (model, "empty", frozenset(["spoon"])),
        (model, "lost", frozenset(["spoon"])), (model, "hatch", "nowhere"), (model, "climb", (1, 2, 3, 4)),
        (model, "aboard", other.index), (model, "seated", True), (s, "points", (-1, 0)), (s, "points", (50, 0)),
        (s, "round", 99), (s, "acting", 2), (s, "bottled", 4), (s, "strength", (0, 0)), (s, "controller", 0),
        (s, "things", {"x": Thing("y", "trap")}), (s, "things", {"x": Thing("x", "trap", -5)}),
    ]  # fmt: skip
    ready = next(m for m in fighters if m.ready)
    for record, field, value in [(ready, "status", OUT), *harms]:
        before = getattr(record, field)
        assert value != before, field
        setattr(record, field, value)
        try:
            found = faults(match)
        except (IndexError, ValueError, AssertionError, KeyError):
            found = ["the position cannot even be looked at"]
        assert found, (field, value)
        setattr(record, field, before)
    place = (other.x, other.y, other.z)
    other.x, other.y, other.z = model.x, model.y, model.z
    assert any("stand in each other" in fault for fault in faults(match))
    other.x, other.y, other.z = place
    s.ledger = (*s.ledger, Line("a sum", 0))
    assert faults(match) == []


def test_checkpoints_make_no_difference() -> None:
    """The same seeds with a checkpoint after every step, and with none at all: whatever outlives a step is in the
    state."""
    ends = [game(11, checkpoints=checkpoints) for checkpoints in (0, 1)]
    for match in ends:
        for _ in islice(decisions(match, 11, lively), BEGINNING):
            pass
    assert fingerprint(ends[0], options=False) == fingerprint(ends[1], options=False)
    assert [event.code for event in ends[0].log] == [event.code for event in ends[1].log]


def test_only_the_gate_writes_state() -> None:
    """State fields are assigned by the verbs of the table, and where a state is made; rules call verbs."""
    folder = Path(module.__file__).parent
    folders = [folder, *(inner for inner in sorted(folder.iterdir()) if inner.is_dir() and inner.name != "campaign")]
    fields = {*State.FIELDS, *Model.FIELDS}
    found = {(whose, where.partition(":")[0]) for inner in folders for whose, where in writes(inner, fields)}
    assert found <= UNDER_WAY


UNDER_WAY = {
    ("f", "blasts.py"), ("b", "blasts.py"), ("self", "scatter.py"), ("s", "setup.py"), ("f", "fight.py"),
    ("s", "attack.py"), ("m", "actions.py"), ("d", "moving.py"), ("w", "wrecks.py"),
}  # fmt: skip
"""Records of what is under way, written by their own steps."""
