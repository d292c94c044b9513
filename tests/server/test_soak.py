"""The long runs can be chosen, end when they should, and say what they found; one that finds a fault says which."""

from __future__ import annotations

import sys

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("the long runs need /proc and kill -9: Linux alone", allow_module_level=True)

from tests.soak import __main__ as soak
from tests.soak.kit import Figures, Wish


def test_a_run_by_name_has_figures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert soak.main(["kills", "--seconds", "0", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "sound" in said and "kills: 1" in said and "lost: 0" in said and "seed 3" in said


def test_a_run_that_finds_a_fault_fails_and_the_others_are_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(asked: Wish) -> Figures:
        raise AssertionError(f"an answer is lost, seed {asked.seed}")

    def fine(asked: Wish) -> Figures:
        return {"rounds": "7"}

    monkeypatch.setattr(soak, "RUNS", {"broken": broken, "fine": fine})
    assert soak.main([]) == 1
    told = capsys.readouterr()
    assert "failed" in told.out and "an answer is lost" in told.out and "rounds: 7" in told.out
    assert "Traceback" in told.err


def test_a_run_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["nonsense"])
    assert "there are kills, disk, frames" in capsys.readouterr().err
