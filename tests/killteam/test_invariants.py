"""What must hold at every state of every game, in all killzones and with both option settings."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from fireteam.games.killteam.content import pack
from fireteam.games.killteam.state import Operative, State
from tests.gate import writes
from tests.killteam.examining import LOOKS, examine
from tests.killteam.playing import KILLZONES, PAIRS, TEAMS, anything, game, lively
from tests.kit.examining import replays
from tests.kit.playing import decisions, fingerprint

LIVELY, RANDOM = (0, 4, 2), (3, 1, 5)
"""Every killzone with each of the two option settings; the nightly run plays thousands to their end."""
BEGINNING = 250
"""Answers of these games: to the end of the first turning point or about it."""


@pytest.mark.parametrize("number", LIVELY)
def test_a_lively_game_is_sound_wherever_one_looks(number: int) -> None:
    match = game(number, teams=PAIRS[(3 * number + 1) % len(PAIRS)])
    assert examine(match, number, lively, sound=4, every=20, most=BEGINNING) == []


@pytest.mark.parametrize("number", RANDOM)
def test_a_random_game_is_sound_wherever_one_looks(number: int) -> None:
    match = game(number, teams=PAIRS[(5 * number + 2) % len(PAIRS)])
    assert examine(match, number, anything, sound=4, every=20, most=BEGINNING) == []


def test_the_games_above_meet_everything() -> None:
    assert {(number % 3, number // 3 % 2) for number in (*LIVELY, *RANDOM)} == {
        (zone, way) for zone in range(3) for way in (0, 1)
    }
    played = [PAIRS[(3 * number + 1) % len(PAIRS)] for number in LIVELY] + [
        PAIRS[(5 * number + 2) % len(PAIRS)] for number in RANDOM
    ]
    assert {team for pair in played for team in pair} == set(TEAMS)
    assert len(KILLZONES) == 3
    assert len(LOOKS) * 20 < BEGINNING, "there are more answers than it takes to look at everything"


def test_a_ready_made_game_is_sound_to_its_end() -> None:
    match = game(7, scenario="quick-3", teams=None, options=None)
    assert examine(match, 7, lively, sound=12, every=60) == []
    assert replays(match) == []


def test_a_checkpoint_at_every_step_loses_no_write() -> None:
    """A verb that forgets to mark an operative would leave the old one in the snapshot."""
    match = game(500, checkpoints=1)
    for place, question in enumerate(decisions(match, 500, lively)):
        if place > 60:
            assert fingerprint(match.fork(), options=False) == fingerprint(match, options=False), (
                place,
                question.topic,
            )
        if place > 200:
            break


def test_checkpoints_make_no_difference() -> None:
    """The same seeds with a checkpoint after every step, and with none at all: whatever outlives a step is in the
    state."""
    ends = [game(11, checkpoints=checkpoints) for checkpoints in (0, 1)]
    for match in ends:
        for _ in islice(decisions(match, 11, lively), BEGINNING):
            pass
    assert len(ends[0].answers()) == len(ends[1].answers()) >= BEGINNING - 1
    assert fingerprint(ends[0]) == fingerprint(ends[1])
    assert [event.code for event in ends[0].log] == [event.code for event in ends[1].log]


def test_only_the_gate_writes_state() -> None:
    """State fields are assigned by the verbs of the table, and where a state is made; rules call verbs."""
    records = {
        "self",
        "a",
        "s",
        "f",
        "blow",
        "other",
        "record",
    }  # records of what is under way, written by their own stages
    states = ("t.state", "state", "operative", "self.state")
    written = writes(Path(pack.__file__).parents[1], {*State.FIELDS, *Operative.FIELDS})
    found = [where for whose, where in written if whose in states or whose not in records]
    assert found == []
