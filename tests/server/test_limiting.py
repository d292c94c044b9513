"""Limits by name: each has its words and a setting, and the handbook tells all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.core.errors import SetupError
from fireteam.server import limiting
from fireteam.server.lobby import Lobby
from fireteam.server.serve import Serving, settings_of
from fireteam.server.settings import Limits, Pace
from tests.cli.commands import run
from tests.server.edge import running
from tests.server.lobbykit import Client, clients, in_lobby, refused, whose, wish

HANDBOOK = Path(__file__).resolve().parents[2] / "docs" / "table.md"


def test_every_limit_has_its_words() -> None:
    assert [limit.name for limit in limiting.known().values() if len(limit.text) < 10] == []


def test_the_handbook_tells_all_of_them() -> None:
    # What to write there: `fireteam serve --limit list`, or limiting.rows().
    assert "\n".join(limiting.rows()) in HANDBOOK.read_text(encoding="utf-8")


def test_a_limit_is_set_by_name() -> None:
    found = settings_of(Serving(limits=("sockets=12", "messages = 5, 2.5", "stalled=0.5"))).limits
    assert found == Limits(sockets=12, messages=Pace(5, 2.5), stalled=0.5)
    assert settings_of(Serving()).limits == Limits()


def test_every_default_can_be_said() -> None:
    said = limiting.chosen(f"{limit.name}={limit.value}" for limit in limiting.known().values())
    for name, limit in limiting.known().items():
        value = getattr(said, name)
        assert type(value) is type(limit.default)
        assert limiting.written(value) == limit.value


@pytest.mark.parametrize(
    "wish",
    ["socks=1", "sockets", "sockets=many", "sockets=1.5", "sockets=-1", "messages=5", "stalled=nan", "hello=1,2"],
)
def test_what_is_no_limit_is_said(wish: str) -> None:
    with pytest.raises(SetupError, match="limit"):
        limiting.chosen([wish])


def test_the_command_lists_them() -> None:
    result = run("serve", "--limit", "list")
    assert result.exit_code == 0
    assert "sockets=4000\n    Sockets in all." in result.output
    for name in limiting.known():
        assert f"{name}=" in result.output


def test_a_match_has_so_many_entries_and_viewers(tmp_path: Path) -> None:
    async def run(lobby: Lobby) -> None:
        made = await lobby.create(wish("link", "link"))
        people = await clients(lobby, made)
        fault = await refused(Client(made["links"]["watch"]).enter(lobby))
        assert fault.code == "full"
        for _ in range(5):
            who = whose(people)
            await who.answer(who.keys[0])
        who = whose(people)
        fault = await refused(who.answer(who.keys[0]))
        assert (fault.code, who.version) == ("full", 5)
        assert not people[2].catch_up()

    in_lobby(tmp_path, run, limits=Limits(entries=5, viewers=3))


def test_no_match_begins_on_a_full_disk(tmp_path: Path) -> None:
    async def run(lobby: Lobby) -> None:
        fault = await refused(lobby.create(wish("link", "link")))
        assert fault.code == "full"
        assert str(tmp_path) not in fault.text

    in_lobby(tmp_path, run, limits=Limits(disk=10**12), directory=tmp_path)


def test_an_address_makes_so_many_matches_a_day() -> None:
    with running(matches_of_address=Pace(3, 0)) as edge:
        made = {"game": "escape", "seats": [{"kind": "here"}]}
        assert [edge.http.post("/api/matches", json=made).status_code for _ in range(2)] == [201, 201]
        assert [edge.http.post("/api/import", json={"text": "x"}).status_code for _ in range(2)] == [201, 429]
        assert edge.http.post("/api/matches", json=made).status_code == 429
