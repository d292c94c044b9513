"""Where files are kept: by FIRETEAM_HOME, else in the folders of the platform, and what was kept before is found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fireteam.core.home import cache_folder, home


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of a person, and no wish."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("FIRETEAM_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_a_wish_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRETEAM_HOME", "/some/where")
    assert (home(), cache_folder()) == (Path("/some/where"), Path("/some/where/cache"))


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
def test_the_folders_of_linux(person: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home() == person / ".local" / "state" / "fireteam"
    assert cache_folder() == person / ".cache" / "fireteam"
    monkeypatch.setenv("XDG_STATE_HOME", str(person / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(person / "cache"))
    assert (home(), cache_folder()) == (person / "state" / "fireteam", person / "cache" / "fireteam")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no XDG_STATE_HOME")
def test_matches_that_a_mac_kept_are_found(person: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("XDG_STATE_HOME", str(person / "state"))
    assert home() == person / "state" / "fireteam"
    kept = person / "Library" / "Application Support" / "fireteam"
    kept.mkdir(parents=True)
    assert home() == kept
    (person / "state" / "fireteam").mkdir(parents=True)
    assert home() == person / "state" / "fireteam"
