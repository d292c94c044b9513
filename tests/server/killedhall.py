"""A lobby that plays by itself and says what was acknowledged, until somebody kills it. Run as a program by
test_restart.py."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from tests.server.lobbykit import Client, lobby_at, whose


async def main(path: Path, tokens: list[str], run: int) -> None:
    """Answer as fast as it goes; now and then take something back. Ids are the run's own, so that they can be sent
    again."""
    async with lobby_at(path) as lobby:
        people = [await Client(token).enter(lobby) for token in tokens]
        number = 0
        while people[0].question is not None:
            who = whose(people)
            number += 1
            name = f"run {run} message {number}"
            key = who.keys[(number * 7 + run) % len(who.keys)]
            wish = {"type": "answer", "id": name, "at": who.version, "key": key, "token": who.token}
            print(json.dumps({"sending": wish}), flush=True)
            await who.say("answer", name, at=who.version, key=key)
            print(json.dumps({"acknowledged": who.version, "message": name}), flush=True)
            if number % 11 == 0 and who.standing["undo"] == "free":
                await who.say("undo", f"{name} undo", at=who.version)
                print(json.dumps({"acknowledged": who.version, "message": f"{name} undo"}), flush=True)
            for client in people:
                client.catch_up()
        print(json.dumps({"over": True}), flush=True)
        await asyncio.sleep(60)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[3:], int(sys.argv[2])))
