"""Saves are text that is checked line by line: a broken one is named, and never half opened."""

from __future__ import annotations

import json
import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import fireteam
from fireteam.core.dice import Given, Seeded, Typed
from fireteam.core.errors import SaveError
from fireteam.core.match import Match
from fireteam.core.saves import LARGEST, read, take_apart, write_file
from fireteam.core.savetext import FIRST_LINE
from fireteam.games.escape import GAME
from fireteam.games.escape.game import Escape
from tests.core.toygame import find_toy, toy
from tests.escape.playing import SCENARIOS, decisions, game, play_out
from tests.kit.playing import fingerprint

CHECKPOINT, DICE, DIGEST, SETTING, RULES, GAME_LINE = (
    "checkpoint: ",
    "dice: ",
    "digest: ",
    "setting: ",
    "rules: ",
    "game: ",
)


@cache
def sample(answers: int = 60, number: int = 7) -> str:
    """The save of a game under way."""
    match = game(number)
    for place, _ in enumerate(decisions(match, number)):
        if place == answers:
            break
    return match.save()


def sealed(text: str) -> str:
    """The text with the checksum a forger would give it."""
    body = text[: text.rindex("end: ")]
    lines = body.split("\n")
    answers = sum(1 for line in lines[lines.index("answers:") + 1 :] if line[:1].isdigit())
    return f"{body}end: {answers} answers, sha256 {sha256(body.encode()).hexdigest()}\n"


def with_line(text: str, start: str, line: str) -> str:
    """The save with one line replaced, and sealed again."""
    return sealed("\n".join(line if row.startswith(start) else row for row in text.split("\n")))


def refused(text: str) -> SaveError:
    """The error of a save that must not open."""
    with pytest.raises(SaveError) as caught:
        fireteam.load(text)
    return caught.value


# -- round trips -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(12))
def test_round_trip_at_every_tenth_decision(number: int) -> None:
    match = game(number)
    for place, _ in enumerate(decisions(match, number)):
        if place % 10 == 0:
            text = match.save()
            back = fireteam.load(text)
            assert fingerprint(back) == fingerprint(match)
            assert back.save() == text
        if place == 120:
            break
    back = fireteam.load(match.save())
    assert [(e.code, e.params) for e in back.log] == [(e.code, e.params) for e in match.log]


def test_a_loaded_match_plays_on_the_same() -> None:
    match = fireteam.load(sample())
    other = fireteam.load(sample())
    assert play_out(match, 3).save() == play_out(other, 3).save()
    ended = fireteam.load(match.save())
    assert ended.over and ended.result == match.result


def test_typed_faces_are_kept_by_a_save() -> None:
    faces = [(3,), (4,), (5, 6), (1,)]
    match = toy(Typed(lambda roll: (5, 6)[: roll.count]))
    match.answer("roll")
    match.answer("roll")
    text = match.save()
    assert "dice: typed" in text and "0* two dice: 5 6" in text
    back = read(text, find_toy, Typed(lambda roll: faces.pop()))
    assert back.state.sum == 22
    back.undo()
    back.answer("roll")
    assert back.state.sum == 22 and len(faces) == 4, "undo and redo give the faces of the save"


def test_given_dice_save_and_load_with_faces_that_go_on() -> None:
    match = toy(Given([6, 6]))
    match.answer("roll")
    back = read(match.save(), find_toy, Given([1, 1]))
    back.answer("roll")
    assert back.state.sum == 14


def test_undo_over_dice_is_written_down() -> None:
    match = toy(Seeded(2))
    match.answer("add 1")
    match.answer("roll")
    match.undo()
    text = match.save()
    assert "~ undo to answer 2 by seat 1, 1 rolls taken back" in text
    back = read(text, find_toy)
    assert back.undone == match.undone
    match.answer("add 2")
    assert read(match.save(), find_toy).undone == match.undone


def test_every_undo_over_dice_is_written_down() -> None:
    match = toy(Seeded(2))
    match.answer("roll")
    match.undo()
    match.answer("draw")
    match.undo()
    assert len(match.undone) == 2
    assert read(match.save(), find_toy).undone == match.undone


# -- broken files ------------------------------------------------------------------------------------------------------


def test_cut_off_at_every_line() -> None:
    rows = sample().split("\n")
    for length in range(len(rows) - 1):
        error = refused("\n".join(rows[:length]))
        assert 0 < error.line <= length + 1
    assert fireteam.load("\n".join(rows[:-1])).decision is not None, "only the last line break is missing"


def test_every_line_edited() -> None:
    rows = sample().split("\n")[:-1]
    for place, row in enumerate(rows):
        if row.startswith((RULES, "end: ")):
            continue
        for edited in (row + "x", "", row[1:], row.replace(": ", ":", 1), row[::-1]):
            if edited != row:
                refused("\n".join([*rows[:place], edited, *rows[place + 1 :], ""]))


def test_every_answer_line_edited_is_named() -> None:
    rows = sample().split("\n")[:-1]
    first = rows.index("answers:") + 1
    for place in range(first, len(rows) - 2):
        error = refused(sealed("\n".join([*rows[:place], rows[place] + "9", *rows[place + 1 :], ""])))
        assert error.line == place + 1, rows[place]


def test_a_changed_last_line_is_a_wrong_checksum() -> None:
    body, end = sample().rsplit("sha256 ", 1)
    assert "checksum" in refused(f"{body}sha256 {'0' * 64}\n").reason
    assert "announced" in refused(f"{body.replace('end: ', 'end: 1')}sha256 {end}").reason
    assert "something follows" in refused(sample() + "more\n").reason


def test_a_file_edited_under_other_rules_is_refused_too() -> None:
    """The checkpoint is for rules that have changed, not for files that were tampered with."""
    edited = sample().replace(f"{RULES}{GAME.version}\n", f"{RULES}0\n").replace('"revolution": 0', '"revolution": 9')
    assert "checksum" in refused(edited).reason


@pytest.mark.parametrize(
    "text", ["", "\n", "hello", "{}", "fireteam save 2\n", FIRST_LINE, FIRST_LINE + "\n", "\x00" * 50, "﻿" + FIRST_LINE]
)
def test_foreign_files(text: str) -> None:
    refused(text)


def test_wrong_game_digest_dice_and_setting() -> None:
    text = sample()
    assert refused(with_line(text, GAME_LINE, "game: chess")).line == 2
    error = refused(with_line(text, DIGEST, f"digest: {'0' * 64}"))
    assert error.line == 5 and "content has changed" in error.reason
    assert refused(with_line(text, DICE, "dice: loaded")).line == 6
    assert refused(with_line(text, DICE, "dice: seeded x")).line == 6
    for setting in ("[]", "{", '{"scenario": "chess"}', '{"scenario": "evasion", "options": {"speed": 3}}', "NaN"):
        assert refused(with_line(text, SETTING, f"setting: {setting}")).line == 4


@pytest.mark.parametrize(
    "setting",
    [
        {"options": []},
        {"options": {"distance_metric": []}},
        {"pack": 1.5},
        {"pack": "no-such-pack"},
        {"pack": "/dev/null/x.yaml"},
        {"pack": "a" * 5000 + ".yaml"},
        {"pack": "x\x00.yaml"},
        {"setup": {"squads": 5}},
        {"setup": {"squads": {"isc": 5}}},
        {"setup": {"squads": {"isc": [["ubume"]]}}},
        {"setup": {"factions": "both"}},
        {"setup": {"campaign": {"damage": [["ashton", [1]]]}}},
        {"setup": {"campaign": {"damage": [["ashton", "much"]]}}},
        {"setup": {"campaign": {"revolution": "many"}}},
        {"setup": {"campaign": {"more_equipment": [1]}}},
        {"setup": {"campaign": {"gift": "jetpack"}}},
        {"setup": {"campaign": 4}},
        {"setup": 4},
        {"setup": {"rank_total": "x"}},
    ],
)
def test_a_setting_of_nonsense_is_a_save_error(setting: dict[str, Any]) -> None:
    refused(with_line(sample(), SETTING, f"setting: {json.dumps({'scenario': 'evasion', **setting})}"))


def test_a_number_for_a_pack_is_no_file_handle() -> None:
    handle, other = os.pipe()
    os.close(other)
    refused(with_line(sample(), SETTING, f'setting: {{"scenario": "evasion", "pack": {handle}}}'))
    os.close(handle)


def test_dice_that_are_not_the_seeds() -> None:
    rows = sample().split("\n")
    place = next(place for place, row in enumerate(rows) if "* Resistance setup die: " in row)
    face = int(rows[place][-1])
    rows[place] = f"{rows[place][:-1]}{face % 6 + 1}"
    error = refused(sealed("\n".join(rows)))
    assert error.line == place + 1 and "not the dice of the seed" in error.reason


def test_a_forced_answer_must_be_marked() -> None:
    rows = sample().split("\n")
    forced = next(place for place, row in enumerate(rows) if row[1:2] == "!")
    chosen = next(place for place, row in enumerate(rows) if row[1:2] == " " and row[0].isdigit())
    for place, line in ((forced, rows[forced].replace("!", "", 1)), (chosen, rows[chosen].replace(" ", "! ", 1))):
        error = refused(sealed("\n".join([*rows[:place], line, *rows[place + 1 :]])))
        assert error.line == place + 1


def test_oversized_files_are_not_read() -> None:
    assert "larger than" in refused("x" * (LARGEST + 1)).reason
    assert "larger than" in refused(sample() + " " * LARGEST).reason


@pytest.mark.parametrize(
    "line",
    [
        "~ undo to answer " + "9" * 5000 + " by seat 0, 1 rolls taken back",
        "9" * 5000 + " crate 1: x",
        "0* Resistance setup die: " + "9" * 5000,
    ],
)
def test_numbers_too_long_to_be_read(line: str) -> None:
    refused(sealed(sample().replace("answers:\n", f"answers:\n{line}\n")))


def test_an_end_line_with_an_endless_number() -> None:
    refused(sample()[: sample().rindex("end: ")] + f"end: {'9' * 5000} answers, sha256 {'0' * 64}\n")


def test_data_nested_too_deeply() -> None:
    refused(with_line(sample(), SETTING, "setting: " + "[" * 200_000))
    refused(with_line(sample(), CHECKPOINT, "checkpoint: " + '{"a":' * 200_000))


def test_text_that_is_no_unicode() -> None:
    refused(sample().replace("answers:\n", "answers:\n\udc80", 1))
    refused(sample().replace(CHECKPOINT, CHECKPOINT + "\udc80", 1))


@settings(max_examples=150)
@given(
    some.lists(
        some.tuples(some.integers(0, 1 << 20), some.integers(0, 255), some.integers(0, 2)), min_size=1, max_size=4
    ),
    some.booleans(),
)
def test_random_bytes_never_open_a_half_match(changes: list[tuple[int, int, int]], seal: bool) -> None:
    original = sample(20)
    data = bytearray(original.encode())
    for place, byte, how in changes:
        place %= len(data)
        if how == 0:
            data[place] = byte
        elif how == 1:
            del data[place]
        else:
            data.insert(place, byte)
    text = bytes(data).decode(errors="replace")
    if seal and "\nend: " in text and "\nanswers:\n" in text:
        text = sealed(text)
    try:
        match = fireteam.load(text)
    except SaveError:
        return
    assert match.decision is not None
    if match.notes:
        assert f"{RULES}{GAME.version}\n" not in text
    else:
        again = fireteam.load(match.save())
        assert fingerprint(again) == fingerprint(match)


# -- other rules -------------------------------------------------------------------------------------------------------


def other_rules(monkeypatch: pytest.MonkeyPatch, text: str) -> str:
    """The save as an earlier version of the rules wrote it: one answer is no option any more."""
    rows = text.split("\n")
    place = next(place for place, row in enumerate(rows) if row.startswith(("0 crate 3", "1 crate 3")))
    rows[place] = rows[place].split(": ")[0] + ": crate at 99,99"
    monkeypatch.setattr(Escape, "version", "another")
    return sealed("\n".join(rows))


def test_a_save_of_other_rules_opens_at_its_checkpoint_and_names_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    original = sample()
    state = json.loads(
        next(row for row in original.split("\n") if row.startswith(CHECKPOINT)).removeprefix(CHECKPOINT)
    )["state"]
    text = other_rules(monkeypatch, original)
    line = next(n for n, row in enumerate(text.split("\n"), 1) if "99,99" in row)
    match = fireteam.load(text)
    assert len(match.notes) == 1
    assert match.notes[0].startswith(f"line {line}: ") and "rules 2 are now another" in match.notes[0]
    assert json.loads(json.dumps(match.checkpoint.state.dump())) == state
    play_out(match, 5)
    assert match.result is not None


def test_a_rescued_match_can_be_saved_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = fireteam.load(other_rules(monkeypatch, sample()))
    match.answer(match.decision.options[0])
    again = fireteam.load(match.save())
    assert fingerprint(again) == fingerprint(match)


def test_other_rules_that_still_agree_replay_the_whole_tape(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(fireteam.load(sample()))
    monkeypatch.setattr(Escape, "version", "another")
    match = fireteam.load(sample())
    assert match.notes == [] and fingerprint(match) == before
    assert len(match.answers()) > 60


@pytest.mark.parametrize(
    "checkpoint",
    [
        {},
        {"state": {}, "rolls": 0},
        {"state": [], "rolls": 0},
        {"state": "same", "rolls": "x"},
        {"state": "same", "rolls": float("inf")},
        {"state": {"phase": "no such phase"}, "rolls": 0},
        {"state": {"active": 99}, "rolls": 0},
        {"state": {"seats": []}, "rolls": 0},
        {"state": {"characters": []}, "rolls": 0},
        {"state": {"scenario": "chess"}, "rolls": 0},
        {"state": {"occupied": "all"}, "rolls": 0},
    ],
)
def test_a_broken_checkpoint_of_other_rules_is_a_save_error(
    monkeypatch: pytest.MonkeyPatch, checkpoint: dict[str, Any]
) -> None:
    kept = json.loads(next(row for row in sample().split("\n") if row.startswith(CHECKPOINT)).removeprefix(CHECKPOINT))
    if isinstance(checkpoint.get("state"), dict) and checkpoint["state"]:
        checkpoint = {**checkpoint, "state": {**kept["state"], **checkpoint["state"]}}
    elif checkpoint.get("state") == "same":
        checkpoint = {**checkpoint, "state": kept["state"]}
    text = other_rules(monkeypatch, sample())
    refused(with_line(text, CHECKPOINT, f"{CHECKPOINT}{json.dumps(checkpoint)}"))


# -- files and seats ---------------------------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games" / "one.txt"
    write_file(path, "first")
    assert path.read_text() == "first"

    def crash(source: object, target: object) -> None:
        raise OSError("power cut")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(OSError, match="power cut"):
        write_file(path, "second")
    assert path.read_text() == "first"
    assert [file.name for file in path.parent.iterdir()] == ["one.txt"], "nothing is left behind"


def test_a_file_that_cannot_be_encoded_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    write_file(path, "first")
    with pytest.raises(UnicodeEncodeError):
        write_file(path, "\udc80")
    assert path.read_text() == "first"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_save_for_a_seat_holds_no_seed() -> None:
    match = fireteam.new("escape", scenario="evasion", seed=987654321012345)
    match.answer(match.decision.options[0])
    assert "987654321012345" in match.save()
    for seat in (0, 1):
        text = match.save(seat=seat)
        assert "987654321012345" not in text and "\ndice: withheld\n" in text
        back = fireteam.load(text)
        assert fingerprint(back) == fingerprint(match)
        assert back.dice is None


def test_a_save_is_readable_text() -> None:
    file = take_apart(sample())
    assert file.header["game"] == "escape" and file.header["rules"] == GAME.version
    assert file.lines[0].topic == "Resistance setup die" and file.lines[0].mark == "*"
    assert len(file.lines) == len(fireteam.load(sample()).answers())


def test_every_topic_of_every_scenario_fits_a_save() -> None:
    for number in range(len(SCENARIOS)):
        match: Match = game(number)
        for question in decisions(match, number):
            assert ": " not in question.topic
