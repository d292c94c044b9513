"""Checked packs kept on disk: the same content, and never a stale one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fireteam.core.errors import PackError
from fireteam.games.escape.content.packs import PACKS, content
from fireteam.kit.content.cache import Plain, plain, revive

BUNDLED = PACKS.folder / "sublevel_zero.yaml"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, and nothing remembered from other tests."""
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(PACKS, "_played", {})
    return tmp_path


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PACKS, "_played", {})


def kept(home: Path) -> list[Path]:
    return sorted((home / "home" / "cache").glob("*.pack"))


def test_what_is_kept_equals_what_was_checked(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = content(None)
    assert len(kept(home)) == 1
    forget(monkeypatch)
    second = content("sublevel-zero")
    assert isinstance(second, Plain)
    assert second == first
    fresh = PACKS.load(None)
    assert second.digest == fresh.digest
    marked, data = plain(fresh)
    data["digest"] = fresh.digest
    assert second == revive((marked, data))
    conditions = second.scenarios[0].victory_data.resistance
    assert (conditions.kind, [part.kind for part in conditions.value]) == ("all_of", ["terminals_hacked", "on_board"])


def test_an_edited_pack_is_checked_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = home / "mine.yaml"
    text = BUNDLED.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    assert content(str(file)).characters[0].life == 8
    file.write_text(text.replace("life: 8", "life: 9", 1), encoding="utf-8")
    assert content(str(file)).characters[0].life == 9
    assert len(kept(home)) == 2
    file.write_text(text.replace("life: 8", "life: none", 1), encoding="utf-8")
    with pytest.raises(PackError, match=r"mine\.yaml"):
        content(str(file))
    assert len(kept(home)) == 2


@pytest.mark.parametrize("garbage", [b"", b"not a pack", b"\x00" * 40])
def test_a_broken_file_is_made_anew(home: Path, monkeypatch: pytest.MonkeyPatch, garbage: bytes) -> None:
    whole = content(None)
    (path,) = kept(home)
    path.write_bytes(garbage)
    forget(monkeypatch)
    assert content(None) == whole
    assert path.read_bytes() != garbage


def test_a_home_that_cannot_be_written_is_no_fault(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "home").write_text("a file where a folder should be", encoding="utf-8")
    assert content(None).info.id == "sublevel-zero"


def test_playing_from_a_kept_pack_needs_no_validation_library(home: Path) -> None:
    code = (
        "import fireteam, sys; fireteam.new('escape', scenario='evasion', seed=1).decision; "
        "print('pydantic' in sys.modules)"
    )
    said = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        for _ in range(2)
    ]
    assert said == ["True", "False"]


def test_no_such_pack(home: Path) -> None:
    with pytest.raises(PackError, match="no such pack"):
        content("sublevel-nine")
    with pytest.raises(PackError, match="a pack is named"):
        content(7)  # type: ignore[arg-type]
