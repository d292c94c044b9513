"""A seat's link is taken once: what its guest knows is the guest's alone, and every link can be renewed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fireteam.server.links import Link
from fireteam.server.lobby import Lobby
from tests.server.lobbykit import Client, in_lobby, refused, wish


async def claimed(lobby: Lobby, token: str) -> str:
    """The token of one's own for a link."""
    return await lobby.claim(await lobby.link_of(token))


async def code_of(lobby: Lobby, token: str) -> str:
    """The code with which a token is refused; empty: it is valid."""
    try:
        await lobby.link_of(token)
    except Exception as fault:
        return str(getattr(fault, "code", type(fault).__name__))
    return ""


def test_a_link_is_taken_once(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> dict[str, str]:
        made = await lobby.create(wish("here", "link"))
        link = made["links"]["seats"]["1"]
        early = await Client(link).enter(lobby)
        own = await claimed(lobby, link)
        assert early.outlet.closed is not None, "whoever came by the link before must go"
        assert own != link and (await lobby.link_of(own)).name == "seat 1"
        fault = await refused(lobby.link_of(link))
        assert fault.code == "taken" and "renew" in fault.text
        assert await claimed(lobby, own) == own, "it is one's own already"
        assert (await refused(claimed(lobby, made["links"]["host"]))).code == "forbidden"
        guest = await Client(own).enter(lobby)
        assert guest.standing_seats() == [1]
        return {"link": link, "own": own}

    tokens = in_lobby(tmp_path, work)

    async def after_a_restart(lobby: Lobby) -> None:
        assert await code_of(lobby, tokens["link"]) == "taken"
        assert await code_of(lobby, tokens["own"]) == ""

    in_lobby(tmp_path, after_a_restart)


def test_two_who_come_at_once_do_not_both_get_the_seat(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "link"))
        link = await lobby.link_of(made["links"]["seats"]["1"])
        await lobby.claim(link)
        assert (await refused(lobby.claim(link))).code == "taken", "the link was read while it was still good"

    in_lobby(tmp_path, work)


def test_the_host_is_told_no_token_of_the_guest_and_can_end_it(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "link"))
        host = await lobby.link_of(made["links"]["host"])
        first = await lobby.links(host)
        assert first["taken"] == [] and first["seats"] == made["links"]["seats"]
        own = await claimed(lobby, first["seats"]["1"])
        after = await lobby.links(host)
        assert after["taken"] == [1] and after["seats"] == {} and own not in json.dumps(after)
        guest = await Client(own).enter(lobby)
        fresh = await lobby.renew(host, "seat", 1)
        guest.catch_up()
        assert guest.news[-1] == {"type": "bye", "code": "revoked"}
        assert await code_of(lobby, own) == "bad_token"
        assert (await lobby.links(host))["seats"] == {"1": fresh}
        assert await claimed(lobby, fresh) not in (own, fresh)

    in_lobby(tmp_path, work)


@pytest.mark.usefixtures("secret")
def test_what_the_guest_knows_reaches_the_host_by_no_way(tmp_path: Path) -> None:
    """Neither by socket nor by the replay, a summary or the save; and the link that the host made opens nothing."""

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "link", game="secret", scenario=None, seed=1))
        own = await claimed(lobby, made["links"]["seats"]["1"])
        host, guest = await Client(made["links"]["host"]).enter(lobby), await Client(own).enter(lobby)
        code = guest.scene["status"]["code"]["value"]
        link = await lobby.link_of(made["links"]["host"])
        replies: list[Any] = [await lobby.summary(link), await lobby.replay_index(link), await lobby.links(link)]
        replies += [await lobby.replay_frame(link, at) for at in range(host.standing["at"] + 1)]
        assert code not in json.dumps(replies) + "".join(host.outlet.texts)
        assert (await refused(lobby.save(link))).code == "forbidden"
        assert (await refused(lobby.branch(link, 0, []))).code == "forbidden"
        for token in (made["links"]["seats"]["1"],):
            assert (await refused(Client(token).enter(lobby))).code == "taken"

    in_lobby(tmp_path, work)


def test_a_seat_and_a_host_renew_their_own(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("link", "link"))
        own = await claimed(lobby, made["links"]["seats"]["1"])
        seat = await lobby.link_of(own)
        guest = await Client(own).enter(lobby)
        fresh = await lobby.renew(seat, "seat", 1)
        assert guest.outlet.closed is not None and await code_of(lobby, own) != ""
        assert await code_of(lobby, fresh) == ""
        assert (await lobby.links(await lobby.link_of(made["links"]["host"])))["taken"] == [1], "it stays the guest's"
        for role, number in (("seat", 0), ("watch", None), ("host", None)):
            assert (await refused(lobby.renew(await lobby.link_of(fresh), role, number))).code == "forbidden"
        assert (await refused(lobby.renew(seat, "seat", 1))).code != "", "the old one renews nothing any more"
        host = await lobby.link_of(made["links"]["host"])
        again = await lobby.renew(host, "host", None)
        assert await code_of(lobby, made["links"]["host"]) == "bad_token"
        assert await lobby.link_of(again) == Link(made["match"], "host", None, 1)

    in_lobby(tmp_path, work)


def test_every_use_of_a_link_is_seen_at_its_seat(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "link"))
        own = await claimed(lobby, made["links"]["seats"]["1"])
        host, guest = await Client(made["links"]["host"]).enter(lobby), await Client(own).enter(lobby)
        assert not [said for said in guest.news if said["type"] == "used"], "alone"
        other = await Client(own).enter(lobby)
        for client in (guest, other):
            client.catch_up()
            assert [said for said in client.news if said["type"] == "used"] == [{"type": "used", "sockets": 2}]
        host.catch_up()
        assert not [said for said in host.news if said["type"] == "used"]
        await other.leave()
        guest.catch_up()
        assert guest.news[-2] == {"type": "used", "sockets": 1}, "then presence"

    in_lobby(tmp_path, work)
