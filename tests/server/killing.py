"""Kill -9 of a lobby that plays, and a look at what it left: what was acknowledged is there, once, and the match goes
on."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, NamedTuple

from fireteam.server.lobby import Lobby
from fireteam.server.messages import Fault
from tests.server.lobbykit import Client, agrees, in_lobby, kept, match_of, replayed, room_of, whose

ROOT = Path(__file__).parents[2]


class Killed(NamedTuple):
    """How one life of a lobby ended."""

    acknowledged: int
    """Messages that it had acknowledged; all were found again, once each."""
    over: bool
    """Whether the match was over before."""


def run_and_kill(path: Path, tokens: list[str], run: int, rng: random.Random) -> list[dict[str, Any]]:
    """Let a lobby play, kill it at some moment, and hand back what it had said by then."""
    command = [sys.executable, "-m", "tests.server.killedhall", str(path), str(run), *tokens]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    said: list[dict[str, Any]] = []
    killer: threading.Timer | None = None
    for line in process.stdout:
        said.append(json.loads(line))
        if killer is None:  # from the first answer on, at any moment
            killer = threading.Timer(rng.uniform(0.0, 0.35), process.kill)
            killer.start()
    errors = process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    if killer is not None:
        killer.join()
    assert process.wait() == -signal.SIGKILL, errors
    return said


def kill_once(path: Path, made: dict[str, Any], run: int, rng: random.Random) -> Killed:
    """Let a lobby play a match, kill it at some moment, compare what it had said with what it left, and go on."""
    tokens = list(made["links"]["seats"].values())
    said = run_and_kill(path, tokens, run, rng)
    if any("over" in line for line in said):
        return Killed(0, True)
    # Killed before the first acknowledgement, the run has added nothing for certain.
    begun = said[0]["sending"]["at"]
    acknowledged = max((line["acknowledged"] for line in said if "acknowledged" in line), default=begun)
    messages = [line["message"] for line in said if "message" in line]
    last = [line["sending"] for line in said if "sending" in line][-1]
    stored = kept(path, made["match"])
    names = [entry.message.partition("/")[2] for entry in stored.entries]
    assert acknowledged <= len(stored.entries) <= acknowledged + 1
    assert all(names.count(message) == 1 for message in messages), "what was acknowledged is there, once"
    position, version = replayed(stored), len(stored.entries)

    async def go_on(lobby: Lobby) -> None:
        people = [await Client(token).enter(lobby) for token in tokens]
        assert people[0].version == version
        match = match_of(lobby, made)
        assert match.state.dump() == position.state.dump()
        assert [repr(entry) for entry in match.answers()] == [repr(entry) for entry in position.answers()]
        assert match.undone == position.undone
        who = people[tokens.index(last["token"])]
        for _ in range(2):
            try:
                (*_, ack) = await who.say("answer", last["id"], at=last["at"], key=last["key"])
                assert ack["type"] == "ack"
            except Fault as fault:
                raise AssertionError(f"{fault.code}: {fault}") from fault
        after = await lobby.storage.load(made["match"])
        assert after is not None and who.viewer is not None
        assert [entry.message for entry in after.entries].count(f"{who.viewer.holder}/{last['id']}") == 1
        assert room_of(lobby, made).version - version == (0 if version > last["at"] else 1)
        for client in people:
            agrees(lobby, made, client)
        if people[0].question is not None:
            await whose(people).answer()

    in_lobby(path, go_on)
    return Killed(len(messages), False)
