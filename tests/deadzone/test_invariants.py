"""What must hold at every state of every battle, in all scenarios, on all maps, with all readings of the rules."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from fireteam.games.deadzone import game as module
from fireteam.games.deadzone.state import DEAD, ITEM, SMOKE, Model, State
from tests.deadzone.directing import skirmish
from tests.deadzone.examining import EXAMINER, LOOKS, examine
from tests.deadzone.playing import FACTIONS, FIELDS, PAIRS, READINGS, faults, game, lively, readings
from tests.gate import writes
from tests.kit.examining import Examiner, replays
from tests.kit.playing import anything, decisions, drawn, fingerprint

BATTLES = range(12)
CLOSELY = (3, 7)
BEGINNING = 250
"""Answers of battles that are looked at closely."""


@pytest.mark.parametrize("number", BATTLES)
def test_a_battle_is_sound_to_its_end_and_its_save_replays(number: int) -> None:
    match = game(number)
    assert examine(match, number, (anything, lively, drawn)[number % 3], sound=4, every=120) == []
    assert match.over and replays(match) == []


@pytest.mark.parametrize("number", CLOSELY)
def test_a_battle_is_sound_wherever_one_looks(number: int) -> None:
    assert examine(game(number + 100), number, lively, every=12, most=BEGINNING) == []


@pytest.mark.parametrize("number", range(4))
def test_a_skirmish_of_anybody_with_anybody_is_sound(number: int) -> None:
    """Saves and secrets aside, which whole battles show: a skirmish is laid by hand."""
    examiner = Examiner(faults)
    del examiner.looks["save"]
    assert examiner.examine(skirmish(number), number, lively, sound=3, every=60) == []


def test_the_battles_meet_everything() -> None:
    played = [game(number).setting.header() for number in BATTLES]
    assert {(header["scenario"], header["setup"]["map"]) for header in played} == set(FIELDS)
    assert {team["faction"] for header in played for team in header["setup"]["teams"]} == set(FACTIONS)
    values = {(name, value) for header in played for name, value in header["options"].items()}
    assert {name for name, _ in values} == set(READINGS)
    assert len(values) == sum(len(reading.values) for reading in READINGS.values()), "each reading each way"
    assert readings(0) == {} and len(PAIRS) == 16 and len(LOOKS) * 12 < BEGINNING and EXAMINER.faults is faults


def test_what_is_wrong_is_found() -> None:
    """Else the soundness of thousands of battles would prove nothing."""
    match = game(1)
    for _ in islice(decisions(match, 1, lively), 120):
        pass
    assert faults(match) == []
    s: State = match.state
    model: Model = s.models[next(who for who, m in enumerate(s.models) if m.place >= 0)]
    other = next(m for m in s.models if m.side == model.side and m.place >= 0 and m is not model)
    token = next(token for token in s.tokens.values() if token.kind == ITEM and not token.label)
    harms = [
        (model, "damage", 99), (model, "damage", -1), (model, "place", 10_000), (model, "quarters", 15),
        (model, "status", DEAD), (model, "item", "Spoon"), (model, "prey", 4), (model, "lasting", frozenset(["now x"])),
        (s, "points", (3, -1)), (s, "command", ((9,) * 6, (0,) * 6)), (s, "smoke", 1 << 40), (s, "round", 6),
        (s, "zones", (1, 1)), (s, "bag", (("Intel", -1),)), (s, "tokens", {"x": token}),
        (s, "tokens", {token.id: token._replace(label="Intel")}), (s, "tokens", {token.id: token._replace(kind=SMOKE)}),
    ]  # fmt: skip
    for record, field, value in harms:
        before = getattr(record, field)
        if value == before:
            continue
        setattr(record, field, value)
        try:
            found = faults(match)
        except (IndexError, ValueError):
            found = ["the position cannot even be looked at"]
        assert found, (field, value)
        setattr(record, field, before)
    place, quarters = other.place, other.quarters
    other.place, other.quarters = model.place, model.quarters
    assert any("stand" in fault for fault in faults(match))
    other.place, other.quarters = place, quarters
    assert faults(match) == []


def test_checkpoints_make_no_difference() -> None:
    """The same seeds with a checkpoint after every step, and with none at all: whatever outlives a step is in the
    state."""
    ends = [game(11, checkpoints=checkpoints) for checkpoints in (0, 1)]
    for match in ends:
        for _ in islice(decisions(match, 11, lively), BEGINNING):
            pass
    assert fingerprint(ends[0]) == fingerprint(ends[1])
    assert [event.code for event in ends[0].log] == [event.code for event in ends[1].log]


def test_only_the_gate_writes_state() -> None:
    """State fields are assigned by the verbs of the table, and where a state is made; rules call verbs."""
    records = ("self", "side", "e")  # what is under way, written by its own steps
    folder = Path(module.__file__).parent
    fields = {*State.FIELDS, *Model.FIELDS}
    found = [*writes(folder, fields), *writes(folder / "keywords", fields)]
    assert [where for whose, where in found if whose not in records] == []
