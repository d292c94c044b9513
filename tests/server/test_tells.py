"""What a seat is sent, and how often, tells nothing of what another one selects in secret: pairs of tables that differ
in that alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fireteam.server.lobby import Lobby
from fireteam.server.messages import encode
from tests.server.lobbykit import Client, clients, in_lobby, match_of, whose, wish
from tests.server.test_secrets import plain_text

TEAMS = ("cinder-vigil", "veilrunners")
SECRETIVE = 1
"""The seat that selects differently in the two tables."""
ASKED_AT = ("operative 1", "equipment 1", "tac op")
"""The questions after which everybody asks for replays as well."""

COMING_AND_GOING = ('{"type":"presence"', '{"type":"used"')
"""What is told of other windows, which are opened more often at one table than at the other."""

Choose = Callable[[str, list[str]], str]


def plainly(topic: str, keys: list[str]) -> str:
    """What is ready-made, or nothing, or the first."""
    return next((key for key in keys if key.startswith(("the default", "done", "pass", "end"))), keys[0])


class Tables:
    """A table at which one seat answers as it is told to, and all else is alike; what everybody else hears."""

    def __init__(self, lobby: Lobby, made: dict[str, Any], people: list[Client]) -> None:
        self.lobby, self.made, self.people = lobby, made, people
        self.heard: list[list[str]] = [[] for _ in people]
        self.read = [0] * len(people)

    def listen(self) -> None:
        """Take down what has come."""
        for number, client in enumerate(self.people):
            texts = client.outlet.texts
            new = [plain_text(text, self.made["match"]) for text in texts[self.read[number] :]]
            self.heard[number] += [text for text in new if not text.startswith(COMING_AND_GOING)]
            self.read[number] = len(texts)

    async def ask(self) -> None:
        """Take down what HTTP replies: a summary, where a replay may stop, and its frames."""
        for number, client in enumerate(self.people):
            link = await self.lobby.link_of(client.token)
            index = await self.lobby.replay_index(link)
            said = [await self.lobby.summary(link), index]
            said += [await self.lobby.replay_frame(link, stop["at"]) for stop in index["stops"][-3:]]
            self.heard[number] += [plain_text(encode(part), self.made["match"]) for part in said]


async def played(lobby: Lobby, choose: Choose, form: str, *, undoes: bool) -> tuple[list[list[str]], list[str]]:
    """What everybody hears until the battle is set up, and what the secretive seat has selected."""
    wanted = wish(game="killteam", scenario="shellmarket", sides=list(TEAMS), setup={"crit_op": "triangulate"})
    made = await lobby.create(wanted)
    table = Tables(lobby, made, await clients(lobby, made, form))
    left = ["operative 2", "equipment 1"] if undoes else []
    met: dict[int, set[str]] = {}
    """What newcomers are told while the secretive seat selects its operatives, by whose window it is."""
    while match_of(lobby, made).state.phase != "deployment":
        table.listen()
        client, question = whose(table.people[:2]), match_of(lobby, made).decision
        topic = question.topic
        if topic.startswith("operative ") and question.seat == SECRETIVE:
            for number in (0, 2):
                link = await lobby.link_of(table.people[number].token)
                welcome = await newcomer(lobby, table.people[number].token)
                welcome += [encode(await lobby.replay_index(link)), encode(await lobby.summary(link))]
                met.setdefault(number, set()).update(plain_text(text, made["match"]) for text in welcome)
        key = (choose if question.seat == SECRETIVE else plainly)(topic, client.keys)
        await client.answer(key)
        if question.seat == SECRETIVE and topic in left:
            left.remove(topic)
            client.catch_up()
            await client.say("undo", at=client.version)
            client.catch_up()
            await client.answer(key)
        if topic in ASKED_AT and question.seat != SECRETIVE:
            await table.ask()
    table.listen()
    await table.ask()
    for number, welcomes in met.items():
        table.heard[number] += [re.sub(r'"presence":.*?}', "", text) for text in welcomes]
    table.heard[0] += [plain_text(text, made["match"]) for text in await newcomer(lobby, table.people[0].token)]
    return table.heard, list(match_of(lobby, made).table.selected(SECRETIVE, "roster").split(","))


async def newcomer(lobby: Lobby, token: str) -> list[str]:
    """What another window of somebody is told first."""
    client = await Client(token).enter(lobby)
    await client.leave()
    return client.outlet.texts[:1]


def by_hand(roster: list[str]) -> Choose:
    """The same operatives, taken one by one, and another tac op."""
    left = list(roster)

    def choose(topic: str, keys: list[str]) -> str:
        taken = next((name for name in left if f"take {name}" in keys), None)
        if taken is not None and topic.startswith("operative"):
            left.remove(taken)
            return f"take {taken}"
        return keys[-1] if topic == "tac op" else plainly(topic, keys)

    return choose


@pytest.mark.parametrize("form", ["patch", "full"])
@pytest.mark.parametrize("undoes", [False, True])
def test_the_others_are_sent_the_same_whatever_is_selected_and_however(
    tmp_path: Path, form: str, *, undoes: bool
) -> None:
    one, roster = in_lobby(tmp_path / "one", lambda lobby: played(lobby, plainly, form, undoes=False))
    other, again = in_lobby(tmp_path / "other", lambda lobby: played(lobby, by_hand(roster), form, undoes=undoes))
    assert roster == again and len(one[SECRETIVE]) + 9 <= len(other[SECRETIVE]), "else nothing would be proved"
    for number in (0, 2):
        assert one[number] == other[number]


async def selecting(lobby: Lobby) -> list[Client]:
    """The people of a table at which the secretive seat has begun to select its operatives."""
    wanted = wish(game="killteam", scenario="shellmarket", sides=list(TEAMS), setup={"crit_op": "triangulate"})
    made = await lobby.create(wanted)
    people = await clients(lobby, made)
    while (match_of(lobby, made).decision.seat, match_of(lobby, made).decision.topic) != (SECRETIVE, "operative 1"):
        await (client := whose(people[:2])).answer(plainly("", client.keys))
    await (client := whose(people[:2])).answer(client.keys[1])
    for client in people:
        client.catch_up()
    return people


def test_an_offer_in_between_does_not_count_the_answers_and_ends_for_all(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        people = await selecting(lobby)
        other, secretive = people[0], people[SECRETIVE]
        question = other.standing["question"]
        await other.say("undo", at=other.version)
        for client in people:
            client.catch_up()
        offer = {"by": 0, "seats": [1], "text": "Take back the last answer, with other answers since", "rolls": 0}
        assert other.standing["offer"] == secretive.standing["offer"] == {**offer, "answers": 1}
        assert other.standing["question"] == question
        await secretive.answer(secretive.keys[1])
        other.catch_up()
        assert "offer" not in other.standing and other.standing["question"] == question

    in_lobby(tmp_path, work)


def test_versions_are_counted_alike_after_a_restart(tmp_path: Path) -> None:
    async def first(lobby: Lobby) -> tuple[list[str], list[int]]:
        people = await selecting(lobby)
        return [client.token for client in people], [client.version for client in people]

    async def second(lobby: Lobby) -> list[int]:
        return [(await Client(token).enter(lobby)).version for token in tokens]

    tokens, versions = in_lobby(tmp_path, first)
    assert versions[SECRETIVE] == versions[0] + 1 == versions[2] + 1
    assert in_lobby(tmp_path, second) == versions
