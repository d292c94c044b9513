"""No socket and no reply ever carries what its holder may not know: seeds, unseen tokens, dice to come, others' options
and codes."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Faces, Roll
from fireteam.server import rebuild as rebuilding
from fireteam.server.lobby import Lobby
from fireteam.server.messages import Fault, encode
from fireteam.server.requests import SeatWish
from fireteam.server.worker import odds_reply
from fireteam.server.workers import MatchRef
from tests.escape.playing import SCENARIOS, lively
from tests.server.lobbykit import SECRET, Client, QuietThinkers, clients, in_lobby, match_of, room_of, whose, wish

SEED = 7_391_824_650_173_553
HERE = [SeatWish(kind="here"), SeatWish(kind="here")]


class Reckoners(QuietThinkers):
    """Real odds, in this process."""

    async def odds(self, ref: MatchRef, key: str, aim: str, budget: float) -> dict[str, Any]:
        """What a worker would reply."""
        return odds_reply(rebuilding.rebuild(ref.origin, ref.dice, ref.seed, ref.standing, quiet=True), key, aim)


class Ear:
    """Hears everything that leaves the server, with who hears it."""

    def __init__(self, lobby: Lobby, made: dict[str, Any], people: list[Client]) -> None:
        self.lobby = lobby
        self.made = made
        self.people = people
        self.heard: list[tuple[int, str]] = []
        self.read = [0] * len(people)

    def listen(self) -> list[tuple[int, str]]:
        """What has come by socket since the last time."""
        new = []
        for number, client in enumerate(self.people):
            texts = client.outlet.texts
            new += [(number, text) for text in texts[self.read[number] :]]
            self.read[number] = len(texts)
            client.catch_up()
        self.heard += new
        return new

    async def ask(self, rng: random.Random) -> list[tuple[int, str]]:
        """What HTTP would reply to each link."""
        new: list[tuple[int, str]] = []
        for number, client in enumerate(self.people):
            link = await self.lobby.link_of(client.token)
            index = await self.lobby.replay_index(link)
            at = rng.choice(index["stops"])["at"]
            new += [
                (number, encode(data))
                for data in (await self.lobby.summary(link), index, await self.lobby.replay_frame(link, at))
            ]
            try:
                new.append((number, (await self.lobby.save(link))[1]))
                branch = await self.lobby.branch(link, at, HERE)
                new.append((number, branch["title"]))
            except Fault as fault:
                new.append((number, encode(fault.message())))
        self.heard += new
        return new


async def disturb(people: list[Client], rng: random.Random) -> None:
    """Wrong messages, questions and offers, as clients might send them."""
    sender = rng.choice(people)
    at = sender.version
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("answer", {"key": "nonsense"}),
        ("answer", {"key": "open code-12345"}),
        ("answers", {"keys": ["end", "nonsense"]}),
        ("rolled", {"faces": [6]}),
        ("rolled", {"faces": ["medkit"]}),
        ("undo", {}),
        ("redo", {}),
        ("consent", {"accept": rng.random() < 0.5}),
        ("why", {}),
        ("why", {"key": "turn over e1"}),
        ("why", {"place": "spot 3,3"}),
        ("plan", {"spot": "5,5"}),
    ]
    kind, fields = rng.choice(wrong)
    try:
        await sender.say(kind, at=at if rng.random() < 0.9 else max(0, at - 1), **fields)
    except Fault as fault:
        sender.outlet.send(encode(fault.message(f"{kind}-{sender.count}")))
    if rng.random() < 0.2:
        for client in people:
            client.catch_up()
        if people[0].question is None:
            return
        who = whose(people[:2])
        try:
            await who.say("odds", at=who.version, key=rng.choice(who.keys))
        except Fault as fault:
            who.outlet.send(encode(fault.message(f"odds-{who.count}")))


def parts_of(data: Any) -> Iterator[dict[str, Any]]:
    """Every mapping inside."""
    if isinstance(data, dict):
        yield data
        for value in data.values():
            yield from parts_of(value)
    elif isinstance(data, list):
        for value in data:
            yield from parts_of(value)


def unseen(match: Match) -> dict[str, str]:
    """What each token would turn out to be, for those that nobody has turned over."""
    state = match.state
    found = {}
    for token in state.tokens.values():
        if token.label == "":
            bag = state.backs if token.kind == "crate" else state.bag
            (found[token.id],) = Seeded(SEED).faces(Roll(0, "", bag=bag, name=token.id), 0)
    return found


def bare(face: int | str) -> str:
    """A face, however it is written."""
    return re.sub(r"[^a-z0-9]", "", str(face).lower())


def check_texts(new: list[tuple[int, str]], match: Match, version: int) -> None:
    """Nothing of what was just sent tells more than it may."""
    tape, hidden = match.answers(), unseen(match)
    faces = {bare(face) for entry in tape if isinstance(entry, tuple) for face in entry}
    for number, text in new:
        if not text.startswith("{"):
            continue
        data = json.loads(text)
        for part in parts_of(data):
            if "options" in part and "seat" in part:
                assert part["seat"] == number, "options are for who must answer"
            if part.get("kind") == "roll" and "answers" in part and "faces" in part:
                assert tape[part["answers"]] == tuple(part["faces"]), "a roll that was made"
            if "face" in part:
                assert bare(part["face"]) in faces
            assert "seed" not in part and "token" not in part and "dice_to_come" not in part
        pieces = (data.get("scene") or data.get("patch") or {}).get("pieces") or {}
        if data.get("type") in ("welcome", "update") and data["version"] == version:
            for token, label in hidden.items():
                shown = {
                    name: value for name, value in pieces.get(token, {}).items() if name not in ("name", "at", "radius")
                }
                assert not re.search(rf"\b{label}\b", json.dumps(shown)), "what nobody has turned over"


def check_all(ear: Ear) -> None:
    """No seed, no secret, no link, however it is written."""
    links = ear.made["links"]
    tokens = [links["host"], links["watch"], *links["seats"].values()]
    forbidden = [token.rpartition(".")[2] for token in tokens]
    forbidden += [str(SEED), f"{SEED:x}", SECRET.hex(), base64.b64encode(SECRET).decode().rstrip("=")]
    for _, text in ear.heard:
        assert not any(word in text for word in forbidden), text[:300]


@pytest.mark.parametrize("number", range(1, 6))
def test_nothing_secret_is_ever_sent(tmp_path: Path, number: int) -> None:
    scenario = SCENARIOS[number]

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish(scenario=scenario, seed=SEED))
        ear = Ear(lobby, made, await clients(lobby, made))
        rng = random.Random(number)
        hidden = 0
        for place in range(90):
            match = match_of(lobby, made)
            if match.over:
                break
            await whose(ear.people[:2]).answer(lively(match, rng).key)
            check_texts(ear.listen(), match_of(lobby, made), room_of(lobby, made).version)
            if rng.random() < 0.4:
                await disturb(ear.people, rng)
            if place % 30 == 10:
                who = whose(ear.people[:2])
                await who.say("why", at=who.version)
                await who.say("odds", at=who.version, key=who.keys[0])
            new = ear.listen()
            if place % 20 == 0:
                new += await ear.ask(rng)
            check_texts(new, match_of(lobby, made), room_of(lobby, made).version)
            hidden += len(unseen(match_of(lobby, made)))
        check_all(ear)
        kinds = {json.loads(text)["type"] for _, text in ear.heard if '"type"' in text}
        assert {"welcome", "update", "ack", "error", "why", "odds"} <= kinds
        assert hidden > 100

    in_lobby(tmp_path, work, thinkers=Reckoners())


# -- two worlds --------------------------------------------------------------------------------------------------------


class World(Seeded):
    """Dice that are alike in all worlds up to a roll; the tokens, and every die from there on, are each world's own."""

    __slots__ = ()
    own = 0
    alike = 0

    def faces(self, roll: Roll, index: int) -> Faces:
        """Alike, or its own."""
        seed = self.own if roll.bag is not None or index >= self.alike else 4
        return Seeded(seed).faces(roll, index)


def told_in(path: Path, own: int, scenario: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """Everything that is heard in one world while nobody has learned anything of what is its own; and what comes
    then."""
    path.mkdir()
    world = type("World", (World,), {"own": own, "alike": 14, "__slots__": ()})
    monkeypatch.setattr(rebuilding, "Seeded", world)

    async def work(lobby: Lobby) -> tuple[list[str], list[str]]:
        made = await lobby.create(wish(scenario=scenario, seed=SEED))
        ear = Ear(lobby, made, await clients(lobby, made))
        rng, learned = random.Random(6), 0
        ear.listen()
        for place in range(160):
            match, before = match_of(lobby, made), len(ear.heard)
            if match.over or (learned and len(ear.heard) > learned + 200):
                break
            await whose(ear.people[:2]).answer(lively(match, rng).key)
            if rng.random() < 0.4:
                await disturb(ear.people, rng)
            ear.listen()
            if place % 20 == 0:
                await ear.ask(rng)
            match = match_of(lobby, made)
            drawn = any(isinstance(entry, tuple) and isinstance(entry[0], str) for entry in match.answers())
            if not learned and (match.rolls > 14 or drawn):
                learned = before
        texts = [plain_text(text, made["match"]) for _, text in ear.heard]
        return texts[:learned], texts[learned:]

    return in_lobby(path, work, thinkers=Reckoners())


def plain_text(text: str, match: str) -> str:
    """Without what differs from run to run: the name of the match, and times."""
    return re.sub(r'"(started|updated)":"[^"]*"|"ms":[0-9.e-]+', "", text.replace(match, "MATCH"))


@pytest.mark.parametrize("scenario", ["infiltration", "evasion", "data-heist"])
def test_worlds_that_differ_only_in_the_unseen_sound_alike(
    tmp_path: Path, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, later), (other, later_there) = (told_in(tmp_path / str(own), own, scenario, monkeypatch) for own in (1, 2))
    assert len(one) > 60
    assert one == other
    assert later != later_there, "else the worlds would prove nothing"


# -- a game with secrets -----------------------------------------------------------------------------------------------


def codes_of(lobby: Lobby, made: dict[str, Any]) -> tuple[str, str]:
    """Both codes."""
    first, second = match_of(lobby, made).state.seen
    return first, second


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("number", range(4))
def test_a_code_reaches_nobody_but_its_seat(tmp_path: Path, number: int) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish(game="secret", scenario=None, seed=number))
        ear = Ear(lobby, made, await clients(lobby, made, "patch" if number % 2 else "full"))
        codes, rng = codes_of(lobby, made), random.Random(number)
        for _ in range(60):
            if match_of(lobby, made).over:
                break
            who = whose(ear.people[:2])
            await who.answer(rng.choice(["wait", "die"]))
            await disturb(ear.people, rng)
            ear.listen()
            await ear.ask(rng)
            if rng.random() < 0.2:
                room_of(lobby, made).doze()
                await lobby.summary(await lobby.link_of(who.token))
        for seat, text in ear.heard:
            if '"type"' in text or not match_of(lobby, made).over:
                assert not any(code in text for other, code in enumerate(codes) if other != seat), text[:300]
        assert all(any(codes[seat] in text for who, text in ear.heard if who == seat) for seat in (0, 1)), (
            "each sees the own code"
        )
        for seat, code in enumerate(codes):
            told = [line["text"] for line in ear.people[seat].log]
            assert told[seat] == f"Your code is {code}" and told[1 - seat] == "A code is dealt", (
                "each reads a log of its own"
            )
        assert [line["text"] for line in ear.people[2].log[:2]] == ["A code is dealt", "A code is dealt"]

    in_lobby(tmp_path, work)


@pytest.mark.usefixtures("secret")
def test_saves_and_branches_wait_for_the_end_of_a_game_with_secrets(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish(game="secret", scenario=None, seed=1))
        people = await clients(lobby, made)
        codes = codes_of(lobby, made)
        links = [
            await lobby.link_of(token) for token in (made["links"]["host"], people[0].token, made["links"]["watch"])
        ]
        for link in links:
            for work in (lobby.save(link), lobby.branch(link, 2, HERE)):
                with pytest.raises(Fault) as caught:
                    await work
                assert caught.value.code == "forbidden"
        while not match_of(lobby, made).over:
            await whose(people[:2]).answer("wait")
        for link in links:
            _, text = await lobby.save(link)
            assert all(code in text for code in codes)
            await lobby.branch(link, 2, HERE)

    in_lobby(tmp_path, work)


@pytest.mark.usefixtures("secret")
def test_odds_are_reckoned_in_a_world_without_the_other_seat_s_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    match = fireteam.new("secret", seed=3)
    codes = match.state.seen
    seat = match.decision.seat
    reckoned: list[tuple[str, ...]] = []
    odds_of = Match.odds

    def noted(world: Match, key: str, **more: Any) -> Any:
        reckoned.append(world.state.seen)
        return odds_of(world, key, **more)

    monkeypatch.setattr(Match, "odds", noted)
    odds_reply(match, match.decision.options[0].key, "")
    assert reckoned[0][seat] == codes[seat]
    assert reckoned[0][1 - seat] != codes[1 - seat]


@pytest.mark.usefixtures("secret")
def test_hand_over_shows_a_code_to_its_person_alone(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", game="secret", scenario=None, seed=1, handover=True))
        host = await Client(made["links"]["host"]).enter(lobby)
        codes, read, rng = codes_of(lobby, made), 0, random.Random(4)
        for _ in range(60):
            assert host.viewer is not None
            facing = host.viewer.facing
            for text in host.outlet.texts[read:]:
                assert not any(code in text for seat, code in enumerate(codes) if seat != facing)
            read = len(host.outlet.texts)
            if host.question is None:
                break
            seat = host.question["seat"]
            if "handover" in host.standing:
                assert facing is None and not any(code in json.dumps(host.scene) for code in codes)
                for kind in ("answer", "odds", "why"):
                    fault = await host.fault(kind, at=host.version, key=f"open {codes[seat][:-1]}")
                    assert codes[seat] not in fault.text
                await host.say("take", seat=seat)
                assert codes[seat] in json.dumps(host.scene) and host.viewer.facing == seat
            elif rng.random() < 0.3:
                await host.say("undo", at=host.version) if host.standing["undo"] != "no" else None
            else:
                await host.say("answers", at=host.version, keys=["wait", "wait", "wait"])
            frame = await lobby.replay_frame(await lobby.link_of(host.token), host.standing["at"])
            assert not any(code in encode(frame) for code in codes), "a replay for two shows what everybody may see"

    in_lobby(tmp_path, work)


@pytest.mark.usefixtures("secret")
def test_a_rule_that_fails_in_the_middle_of_a_walk_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish(game="secret", scenario=None, seed=1))
        people = await clients(lobby, made)
        who = whose(people[:2])
        with pytest.raises(Fault, match="a broken rule"):
            await who.say("answers", at=0, keys=["wait", "broken"])
        link = await lobby.link_of(who.token)
        assert (await lobby.summary(link))["version"] == 0 and match_of(lobby, made).state.turn == 0
        stored = await lobby.storage.load(made["match"])
        assert stored is not None and stored.entries == []
        await who.answer("wait")
        assert match_of(lobby, made).state.turn == 1

    in_lobby(tmp_path, work)
