"""A disk that is full for a while, and a player who notes what was acknowledged."""

from __future__ import annotations

import contextlib
import errno
import json
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE, wait_until
from tests.server.lobbykit import kept
from tests.server.players import WISH
from tests.server.realserver import Served, real_server

ROOM = 40 * 1024 * 1024
"""Bytes of a small file system."""


class Disk:
    """Where a server keeps its matches; it can be full."""

    def fill(self, served: Served) -> None:
        """From now on nothing more can be written."""
        raise NotImplementedError

    def free(self, served: Served) -> None:
        """There is room again."""
        raise NotImplementedError


class Limited(Disk):
    """No file of the server may grow any more: needs no rights, and Linux alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, served: Served) -> None:
        """What is written at the end of the longest file is refused by the system."""
        # SQLite writes its log from the beginning again when it was taken over: even the shortest may not be.
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def free(self, served: Served) -> None:
        """As before; a limit ends with its process."""
        if served.process.poll() is None:
            both = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, both)


class Ballast(Disk):
    """A file system of its own that another file fills."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "ballast"

    def fill(self, served: Served) -> None:
        """To the last byte."""
        with self.file.open("ab", buffering=0) as file:
            for size in (1 << 20, 4096, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def free(self, served: Served) -> None:
        """Nothing is in the way any more."""
        self.file.unlink()


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[tuple[Disk, Path, str]]:
    """A small file system if one may be mounted here, else limits; where the server's data go, and what it is."""
    mounted = folder / "small"
    mounted.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={ROOM}", "none", str(mounted)]
    if (
        not sys.platform.startswith("linux")
        or subprocess.run(["mount", *options], capture_output=True, check=False).returncode
    ):
        yield Limited(mounted), mounted, "a limit on the size of files"
        return
    try:
        yield Ballast(mounted), mounted, f"a file system of {ROOM >> 20} MB"
    finally:
        # Workers of a server that was killed hold it for a moment longer.
        wait_until(lambda: not subprocess.run(["umount", str(mounted)], capture_output=True, check=False).returncode)


class Careful:
    """Plays one match at one socket, and says again under the same id what was not acknowledged."""

    def __init__(self, served: Served, token: str) -> None:
        self.served = served
        self.token = token
        self.acknowledged: list[str] = []
        self.refused = 0
        self.count = 0

    @contextlib.contextmanager
    def seated(self) -> Iterator[ClientConnection]:
        """A socket that has said hello."""
        with connect(
            f"ws://127.0.0.1:{self.served.port}/ws",
            proxy=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            max_size=None,
        ) as client:
            client.send(json.dumps({"type": "hello", "id": "hello", "token": self.token, "form": "full"}))
            self.state: Any = self._hear(client, "welcome")
            yield client

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return not (self.state.get("question") or {}).get("options")

    def answer(self, client: ClientConnection, place: int) -> bool:
        """One answer; whether it was acknowledged. One that was not is meant next time too."""
        options = self.state["question"]["options"]
        name, version = f"answer {self.count}", self.state["version"]
        key = options[place % len(options)]["key"]
        client.send(json.dumps({"type": "answer", "id": name, "at": version, "key": key}))
        done = False
        while not done or self.state["version"] == version:
            message = json.loads(client.recv(timeout=PATIENCE))
            if message["type"] == "error":
                assert message["code"] == "broken", message
                self.refused += 1
                return False
            if message["type"] == "update":
                self.state = self.state | message
                self.state.setdefault("question", None)
                if "question" not in message:
                    self.state["question"] = None
            elif message["type"] == "ack":
                done = True
        self.acknowledged.append(name)
        self.count += 1
        return True

    def _hear(self, client: ClientConnection, kind: str) -> Any:
        while True:
            message = json.loads(client.recv(timeout=PATIENCE))
            if message["type"] == kind:
                return message


def full_and_free(folder: Path, disk: Disk, rounds: int, seed: int) -> tuple[int, int]:
    """A server whose disk is full now and then: how many answers were acknowledged, and how many refused.

    None that was acknowledged may be missing or there twice, also after the server was killed with a full disk.
    """
    rng = random.Random(seed)
    acknowledged = refused = 0
    for number in range(rounds):
        with (
            real_server(folder, disk=0) as served,  # the small one is nearly full from the beginning
            httpx.Client(base_url=served.url, trust_env=False, timeout=PATIENCE) as http,
        ):
            seats = [{"kind": "here"}, {"kind": "here"}]
            made = http.post("/api/matches", json={**WISH, "seats": seats, "seed": seed + number}).json()
            player = Careful(served, made["links"]["host"])
            with player.seated() as client:
                for place in range(rng.randrange(1, 40)):
                    assert player.over or player.answer(client, place)
            disk.fill(served)
            with player.seated() as client:
                # Room that the database had already may be used up before it is refused.
                while not player.over and player.answer(client, rng.randrange(9)):
                    pass
                for _ in range(0 if player.over else 3):
                    assert not player.answer(client, 0)
            health = http.get("/healthz").json()
            assert player.over or health["status"] == "unwell", "it stays up, and says that it cannot write"
            if number % 2:
                served.process.kill()
                served.process.wait()
            disk.free(served)
            if not number % 2:
                with player.seated() as client:
                    for place in range(10):
                        assert player.over or player.answer(client, place), "there is room again"
        names = [entry.message.partition("/")[2] for entry in kept(folder, made["match"]).entries]
        assert [names.count(name) for name in player.acknowledged] == [1] * len(player.acknowledged)
        # An answer that was refused may be there all the same if the server was killed: nobody was told either way.
        assert len(names) - len(player.acknowledged) in ((0, 1) if number % 2 else (0,))
        acknowledged += len(player.acknowledged)
        refused += player.refused
    return acknowledged, refused
