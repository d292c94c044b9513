"""The long runs, by name: each is made of what short tests do once, again and again with other dice."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

import httpx

import fireteam
from benchmarks.tableabuse import measure
from tests.kit.hostile import beginning_at, changed, scrambled
from tests.patience import PATIENCE
from tests.server.abusers import Treated, fuzz
from tests.server.costly_abusers import KINDS
from tests.server.fulldisk import full_and_free, small_disk
from tests.server.killing import kill_once
from tests.server.lobbykit import in_lobby, wish
from tests.server.players import Pair, Taken, enter, web
from tests.server.realserver import Served, real_server
from tests.soak.kit import Figures, Run, Wish, sound

GROWTH = 30.0
"""Megabytes that a server may grow by in the second half of its time."""
PAIRS = 8
PLENTY = [1_000_000, 1_000_000]
"""A pace that nobody here can keep: everybody comes from one address."""
IMPORTS = 4
"""Changed saves that are sent at the same time."""


def kills(asked: Wish) -> Figures:
    """Kill -9 while two clients answer, at any moment; whatever was acknowledged must be there once."""
    rng, count, acknowledged, matches = asked.rng, 0, 0, 0
    while asked.more(count):
        folder, over, run = asked.data(f"match {matches}"), False, 0
        made = in_lobby(folder, lambda lobby, seed=asked.seed + matches: lobby.create(wish(seed=seed)))  # type: ignore[misc]
        matches += 1
        while not over and asked.more(count):
            killed = kill_once(folder, made, run, rng)
            count, run, over = count + 1, run + 1, killed.over
            acknowledged += killed.acknowledged
            asked.say(f"{count} kills, {acknowledged} messages acknowledged, {matches} matches")
    return {
        "kills": f"{count}",
        "acknowledged": f"{acknowledged}",
        "lost": "0",
        "doubled": "0",
        "matches": f"{matches}",
    }


def disk(asked: Wish) -> Figures:
    """A disk that is full now and then; half of the time the server is killed while it is."""
    rounds = acknowledged = refused = 0
    with small_disk(asked.folder) as (found, place, what):
        while asked.more(rounds):
            folder = place / f"{rounds}"
            folder.mkdir()
            told, not_told = full_and_free(folder, found, 2, asked.seed + rounds)
            rounds, acknowledged, refused = rounds + 2, acknowledged + told, refused + not_told
            for file in folder.iterdir():
                file.unlink()
            asked.say(f"{rounds} times full, {acknowledged} acknowledged, {refused} refused")
    return {
        "times full": f"{rounds}",
        "on": what,
        "acknowledged": f"{acknowledged}",
        "refused": f"{refused}",
        "lost": "0",
    }


def frames(asked: Wish) -> Figures:
    """Fuzzed frames while two clients play: no internal error, and the match goes on."""
    treated, taken, rounds, data = Treated(), Taken(), 0, asked.data("server")

    async def work(served: Served) -> None:
        nonlocal rounds
        async with web(served) as http:
            pair = Pair(served, http, taken, 0.02, asked.seed)
            playing = asyncio.create_task(pair.run())
            while taken.acknowledged < 10:
                await asyncio.sleep(0.01)
                assert not playing.done(), "the match beside them has stopped"
            while asked.more(rounds):
                await fuzz(served.port, pair.made["links"], treated, asked.seed + rounds)
                rounds += 1
                asked.say(f"{treated['sent']} frames, {taken.acknowledged} answers of others beside them")
                assert not playing.done(), "the match beside them has stopped"
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        assert served.alive
        assert not taken.errors, taken.errors[:3]
        assert served.metrics()['fireteam_errors_total{code="internal"}'] == 0

    with real_server(data, creating=PLENTY, connecting=PLENTY) as served:
        asyncio.run(work(served))
    sound(data)
    return {
        "frames": f"{treated['sent']}",
        "raw bytes": f"{treated['raw']} sockets",
        "told garbage": f"{treated['garbage']}",
        "internal errors": "0",
        "answers meanwhile": f"{taken.acknowledged}",
    }


def _saves(seed: int) -> list[tuple[str, dict[str, Any]]]:
    """A save of each game in the middle of it, and its position."""
    found = []
    for name in fireteam.game_names():
        match, draw = fireteam.new(name, seed=seed), random.Random(seed)
        for _ in range(draw.randrange(20, 60)):
            if not match.over:
                match.answer(draw.choice(match.decision.keys()))
        found.append((match.save(), {"state": json.loads(json.dumps(match.state.dump())), "rolls": match.rolls}))
    return found


def imports(asked: Wish) -> Figures:
    """Changed saves of every game by HTTP: each refused by name, or a match that can be entered."""
    statuses: Counter[str] = Counter()
    asked.say("a save of each game")
    rng, data, originals = asked.rng, asked.data("server"), _saves(asked.seed)

    async def one(served: Served, http: httpx.AsyncClient, text: str) -> None:
        answer = await http.post("/api/import", json={"text": text})
        statuses[f"{answer.status_code}"] += 1
        assert answer.status_code in (201, 422), f"{answer.status_code} {answer.text[:300]}\n{text[:3000]}"
        if answer.status_code == 201:
            client = await enter(served, answer.json()["links"]["host"])
            async with client:
                heard = json.loads(await asyncio.wait_for(client.recv(), PATIENCE))
            statuses[f"entered: {heard.get('code', heard['type'])}"] += 1

    async def work(served: Served) -> None:
        done = 0
        async with web(served) as http:
            while asked.more(done):
                texts = []
                for _ in range(IMPORTS):
                    text, position = rng.choice(originals)
                    mutated = beginning_at(text, changed(position, rng)) if rng.random() < 0.6 else scrambled(text, rng)
                    texts.append(mutated.encode("utf-8", "replace").decode())
                await asyncio.gather(*(one(served, http, text) for text in texts))
                done += len(texts)
                asked.say(f"{done} changed saves: {dict(statuses)}")
        assert served.alive
        assert served.metrics()['fireteam_errors_total{code="internal"}'] == 0

    with real_server(data, creating=PLENTY, importing=PLENTY, address_work=PLENTY) as served:
        asyncio.run(work(served))
    return {name: f"{count}" for name, count in sorted(statuses.items())} | {"internal errors": "0"}


def memory(asked: Wish) -> Figures:
    """Match after match, as fast as they go: once warm, the server must not grow with every match."""
    taken, data = Taken(), asked.data("server")
    seen: list[tuple[int, float]] = []

    async def work(served: Served) -> None:
        async with web(served) as http:
            pairs = [Pair(served, http, taken, 0.0, asked.seed + number) for number in range(PAIRS)]
            tasks = [asyncio.create_task(pair.run()) for pair in pairs]
            while asked.more(len(seen)):
                await asyncio.sleep(min(5.0, asked.seconds / 8))
                seen.append((taken.finished, await asyncio.to_thread(served.memory)))
                asked.say(f"{taken.finished} matches, {taken.acknowledged} answers, {seen[-1][1]:.0f} MB")
                for task in tasks:
                    if task.done():
                        task.result()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    free: dict[str, Any] = {"creating": PLENTY, "seat_work": PLENTY, "address_work": PLENTY}
    with real_server(data, doze=2.0, **free) as served:
        asyncio.run(work(served))
    sound(data)
    assert not taken.errors, taken.errors[:3]
    assert seen[-1][0] or taken.acknowledged > 10 * PAIRS, "hardly anything was played"
    middle, last = seen[len(seen) // 2], seen[-1]
    assert last[1] - middle[1] < GROWTH, f"{middle[1]:.0f} MB after {middle[0]} matches, {last[1]:.0f} after {last[0]}"
    return {
        "matches": f"{taken.finished}",
        "answers": f"{taken.acknowledged}",
        "MB first, middle, last": f"{seen[0][1]:.0f}, {middle[1]:.0f}, {last[1]:.0f}",
    }


def abuse(asked: Wish) -> Figures:
    """Ten honest matches beside each abuser: the median answer and the slowest in a hundred, before and meanwhile."""
    figures: Figures = {}
    for number, kind in enumerate(KINDS):
        asked.say(kind)
        data = asked.data(f"server {number}")
        with real_server(data, creating=PLENTY) as served:
            found = asyncio.run(measure(served, kind, max(2.0, asked.seconds / len(KINDS) / 2)))
            assert served.alive
            assert served.metrics()['fireteam_errors_total{code="internal"}'] == 0
        assert not found["errors"], found["errors"][:3]
        sound(data)
        calm, busy = found["before"], found["during"]
        figures[kind] = (
            f"median {calm['median']:.1f} -> {busy['median']:.1f} ms, p99 {calm['late']:.1f} -> {busy['late']:.1f} ms"
        )
    return figures


RUNS: dict[str, Run] = {
    "kills": kills,
    "disk": disk,
    "frames": frames,
    "imports": imports,
    "memory": memory,
    "abuse": abuse,
}
