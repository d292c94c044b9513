"""The commands of whoever runs a table."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.server.keeping import CONTENT
from fireteam.server.lobby import Lobby
from tests.cli.commands import run, run_json
from tests.server.lobbykit import Client, in_lobby, play, wish
from tests.server.storekit import filled, harmed


@pytest.fixture
def data(tmp_path: Path) -> str:
    """A folder with three matches that need no rules."""
    filled(tmp_path / "table.db", "one", "two", "three")
    return str(tmp_path)


def real(path: Path) -> str:
    """A match that was played for a while; its id."""

    async def work(lobby: Lobby) -> Any:
        made = await lobby.create(wish(seed=5))
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        await play(people, 20, random.Random(1))
        return made["match"]

    return str(in_lobby(path, work))


@pytest.mark.parametrize(
    "command",
    [[], ["list"], ["show"], ["export"], ["delete"], ["expire"], ["backup"], ["restore"], ["verify"], ["stats"]],
)
def test_every_command_explains_itself_with_an_example(command: list[str]) -> None:
    for words in (["admin", *command], ["migrate"]):
        result = run(*words, "--help")
        assert result.exit_code == 0
        assert any(line.startswith("  fireteam ") for line in result.stdout.splitlines())


def test_matches_are_listed_and_counted(data: str) -> None:
    listed = run_json("admin", "list", "--data", data, "--json")
    assert [entry["id"] for entry in listed] == ["one", "two", "three"]
    assert listed[0]["entries"] == 3 and listed[0]["seats"] == ["here", "greedy"]
    text = run("admin", "list", "--data", data).stdout
    assert "Match two" in text and "3 matches" in text
    assert run_json("admin", "list", "--game", "killteam", "--data", data, "--json") == []
    stats = run_json("admin", "stats", "--data", data, "--json")
    assert (stats["matches"], stats["entries"], stats["games"]) == (3, 9, {"escape": 3})
    assert stats["files"]["table.db"] > 0 and stats["free_bytes"] > 0
    assert "entries:" in run("admin", "stats", "--data", data).stdout


def test_without_a_table_there_is_nothing_to_look_after(tmp_path: Path) -> None:
    result = run("admin", "list", "--data", str(tmp_path))
    assert result.exit_code == 2 and "there are no matches in" in result.stderr
    assert not list(tmp_path.iterdir()), "looking makes no files"


def test_a_match_is_shown_and_exported(tmp_path: Path) -> None:
    match = real(tmp_path)
    found = run_json("admin", "show", match, "--data", str(tmp_path), "--json")
    assert (found["id"], found["entries"], found["over"], found["told"]) == (match, 20, False, [])
    assert CONTENT in found["kept"]
    assert "entries:   20" in run("admin", "show", match, "--data", str(tmp_path)).stdout
    file = tmp_path / "match.txt"
    assert run("admin", "export", match, str(file), "--data", str(tmp_path)).exit_code == 0
    text = file.read_text(encoding="utf-8")
    assert fireteam.load(text).save() == text and "dice: seeded 5" in text
    assert run("admin", "export", match, "--data", str(tmp_path)).stdout == text
    assert run_json("admin", "export", match, "--data", str(tmp_path), "--json")["save"] == text
    assert "no match 'nobody'" in run("admin", "show", "nobody", "--data", str(tmp_path)).stderr


def test_what_cannot_be_played_is_shown_with_its_trouble(data: str) -> None:
    assert "not a Fireteam save" in run_json("admin", "show", "one", "--data", data, "--json")["trouble"]


def test_matches_are_deleted_when_it_is_meant(data: str) -> None:
    assert "nothing was deleted" in run("admin", "delete", "one", "nobody", "--yes", "--data", data).stderr
    assert run("admin", "delete", "one", "--data", data).exit_code == 1, "nobody said yes"
    assert len(run_json("admin", "list", "--data", data, "--json")) == 3
    assert run_json("admin", "delete", "one", "two", "--yes", "--data", data, "--json") == {
        "deleted": ["one", "two"],
        "overwritten": True,
    }
    assert [entry["id"] for entry in run_json("admin", "list", "--data", data, "--json")] == ["three"]
    assert b"step one" not in (Path(data) / "table.db").read_bytes()


def test_old_matches_expire(data: str) -> None:
    connection = sqlite3.connect(Path(data) / "table.db")
    connection.executescript("DROP TRIGGER answers_never_change")
    connection.execute("UPDATE answers SET at = 1000 WHERE match <> 'two'")
    connection.execute(
        "CREATE TRIGGER answers_never_change BEFORE UPDATE ON answers BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    connection.commit()
    connection.close()
    old = run_json("admin", "expire", "--days", "30", "--dry-run", "--data", data, "--json")
    assert sorted(entry["id"] for entry in old) == ["one", "three"]
    assert "2 would be deleted" in run("admin", "expire", "--days", "30", "--dry-run", "--data", data).stdout
    assert len(run_json("admin", "list", "--data", data, "--json")) == 3
    assert "2 deleted" in run("admin", "expire", "--days", "30", "--data", data).stdout
    assert [entry["id"] for entry in run_json("admin", "list", "--data", data, "--json")] == ["two"]


def test_a_damaged_match_is_named(data: str) -> None:
    assert "3 matches checked: all is well" in run("admin", "verify", "--data", data).stdout
    harmed(Path(data) / "table.db", "two")
    result = run("admin", "verify", "--data", data)
    assert result.exit_code == 1 and "'two' is damaged" in result.stderr and "1 damaged" in result.stdout
    result = run("admin", "verify", "--data", data, "--json")
    assert result.exit_code == 1 and '"two"' in result.stdout and '"one"' not in result.stdout


def test_copies_are_made_and_put_in_place(data: str, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "matches.backup"
    copy.parent.mkdir()
    assert run_json("admin", "backup", str(copy), "--data", data, "--json")["matches"] == 3
    assert "already" in run("admin", "backup", str(copy), "--data", data).stderr
    assert "--replace" in run("admin", "restore", str(copy), "--data", data).stderr
    run("admin", "delete", "one", "--yes", "--data", data)
    restored = run_json("admin", "restore", str(copy), "--replace", "--data", data, "--json")
    assert restored["matches"] == 3 and restored["aside"].endswith("table.db.before")
    assert len(run_json("admin", "list", "--data", data, "--json")) == 3
    assert "3 matches are in" in run("admin", "backup", str(copy.with_name("second")), "--data", data).stdout
    assert "is damaged" not in run("admin", "verify", "--data", data).stderr


def test_a_new_version_says_what_it_would_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = real(tmp_path)
    data = str(tmp_path)
    before = (tmp_path / "table.db").read_bytes()
    same = run_json("migrate", "--check", "--data", data, "--json")
    assert same["matches"] == [{"match": match, "fate": "as it is", "lost": 0, "told": []}]
    monkeypatch.setattr("fireteam.server.keeping.reading_of", lambda game: "another")
    monkeypatch.setattr("fireteam.server.waking.reading_of", lambda game: "another")
    from fireteam.core.dice import Seeded

    faces = Seeded.faces
    monkeypatch.setattr(Seeded, "faces", lambda self, roll, index: faces(self, roll, index + 1))
    (row,) = run_json("migrate", "--check", "--data", data, "--json")["matches"]
    assert row["fate"] == "from its checkpoint" and "last checkpoint" in row["told"][0]
    result = run("migrate", "--check", "--data", data)
    assert "0 as it is, 1 from its checkpoint, 0 broken" in result.stdout
    assert (tmp_path / "table.db").read_bytes() == before, "looking changes nothing"
    assert "1 from its checkpoint" in run("migrate", "--data", data).stdout
    (row,) = run_json("migrate", "--check", "--data", data, "--json")["matches"]
    assert row["fate"] == "as it is" and "last checkpoint" in row["told"][0], "now it begins there"


def test_matches_that_cannot_go_on_are_named_before_an_update(data: str) -> None:
    result = run("migrate", "--check", "--data", data)
    assert result.exit_code == 1 and "3 broken" in result.stdout and "one: " in result.stdout
