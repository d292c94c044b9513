"""Files that may be thrown away: whole and ours, or as good as none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fireteam.core.cachefile import read_whole, write_whole

MARK = b"test 1\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A sound file."""
    path = tmp_path / "folder" / "kept"
    assert write_whole(path, MARK, b"what is kept")
    return path


def test_what_is_written_is_read(file: Path) -> None:
    assert read_whole(file, MARK) == b"what is kept"
    assert write_whole(file, MARK, b"") and read_whole(file, MARK) == b""
    assert [path.name for path in file.parent.iterdir()] == ["kept"]


def test_no_wrong_byte_is_read(file: Path) -> None:
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes((whole[place] ^ 1,)) + whole[place + 1 :])
        assert read_whole(file, MARK) is None
        file.write_bytes(whole[:place])
        assert read_whole(file, MARK) is None
    file.write_bytes(whole)
    assert read_whole(file, b"test 2\n") is None and read_whole(file, MARK) is not None


def test_a_place_that_cannot_be_written_is_no_fault(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not write_whole(file / "below", MARK, b"")
    assert read_whole(file / "below", MARK) is None

    def full(*_: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert not write_whole(file, MARK, b"new")
    assert read_whole(file, MARK) == b"what is kept", "the old one stays until the new one is whole"
    assert [path.name for path in file.parent.iterdir()] == ["kept"], "nothing is left lying about"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owner here")
def test_what_somebody_else_could_have_written_is_not_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.chmod(0o664)
    assert read_whole(file, MARK) is None
    file.chmod(0o644)
    assert read_whole(file, MARK) is not None
    file.chmod(0o600)
    owner = file.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert (read_whole(file, MARK) is None) == (owner != 0), "what the machine's keeper wrote is good"
