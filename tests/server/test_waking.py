"""Matches played under one version and opened under another: other rules, packs and texts change nothing unsaid."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.questions import Choose
from fireteam.core.resaves import begun_at, with_digest, with_setting
from fireteam.core.saves import take_apart
from fireteam.core.sealed import Sealed
from fireteam.server import keeping
from fireteam.server.keeping import CHECKPOINT, CONTENT, EVERY, RESCUE, read_content, read_mark
from fireteam.server.lobby import Lobby
from fireteam.server.position import Position
from fireteam.server.rebuild import rebuild
from fireteam.server.sqlite import SqliteStorage
from fireteam.server.storage import Entry, MatchRow, SeatPlan, StorageError, Stored
from fireteam.server.waking import wake
from fireteam.server.worker import Bench, Request
from tests.server.lobbykit import (
    PAIR,
    Client,
    Lame,
    agrees,
    in_lobby,
    kept,
    live,
    lobby_at,
    match_of,
    play,
    refused,
    room_of,
    whose,
    wish,
)
from tests.server.positions import play as answered

GAMES = ("escape", "killteam", "deadzone", "necromunda")
Made = dict[str, Any]


def packs_of(game: str) -> Any:
    return import_module(f"fireteam.games.{game}.content.packs").PACKS


@pytest.fixture
def corrected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Another version of a game's pack, in which words are replaced."""

    def correct(game: str, *changes: tuple[str, str]) -> None:
        packs = packs_of(game)
        folder = tmp_path / f"packs of {game}"
        shutil.copytree(packs.folder, folder)
        for file in folder.glob("*.yaml"):
            text = file.read_text(encoding="utf-8")
            for before, after in changes:
                assert before in text
                text = text.replace(before, after)
            file.write_text(text, encoding="utf-8")
        monkeypatch.setattr(packs, "folder", folder)
        for known in ("_bundled", "_played", "_earlier"):
            monkeypatch.setattr(packs, known, {})

    return correct


@pytest.fixture
def new_version(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on the rules are carried out by other code."""

    def change() -> None:
        monkeypatch.setattr("fireteam.server.keeping.reading_of", lambda game: "another")
        monkeypatch.setattr("fireteam.server.waking.reading_of", lambda game: "another")

    return change


def played(path: Path, game: str = "escape", answers: int = 45, seed: int = 5, **more: Any) -> tuple[Made, Any]:
    """A match that was played for a while, on a server that was stopped; and its state."""

    async def work(lobby: Lobby) -> tuple[Made, Any]:
        scenario = "infiltration" if game == "escape" else None
        made = await lobby.create(wish(*PAIR, game=game, scenario=scenario, seed=seed, **more))
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        await play(people, answers, random.Random(seed))
        return made, match_of(lobby, made).state.dump()

    return in_lobby(path, work)


async def enter(lobby: Lobby, made: Made) -> list[Client]:
    """Both players; what they say is nothing that they have said before."""
    people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
    for client in people:
        client.count = 100 * client.version
    return people


def opened(path: Path, made: Made, then: int = 10) -> tuple[Any, list[str], Any]:
    """The state of a match and what its players are told, on a server that is started again; it can be played on."""

    async def work(lobby: Lobby) -> tuple[Any, list[str], Any]:
        people = await enter(lobby, made)
        match = match_of(lobby, made)
        state, scene = match.state.dump(), people[0].scene
        told = people[0].news[0]["info"]["notes"]
        await play(people, then, random.Random(9))
        for client in people:
            agrees(lobby, made, client)
        return state, told, scene

    return in_lobby(path, work)


# -- texts and packs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_corrected_name_changes_nothing(
    tmp_path: Path, game: str, seed: int, corrected: Callable[..., None], new_version: Callable[[], None]
) -> None:
    made, state = played(tmp_path, game, 25, seed)
    pack = packs_of(game).content(None)
    before = pack.digest
    corrected(game, (f"title: {pack.info.title}", f"title: {pack.info.title} corrected"))
    new_version()
    assert packs_of(game).content(None).digest != before
    then, told, _ = opened(tmp_path, made)
    assert then == state and told == []
    _, told, _ = opened(tmp_path, made)
    assert told == [], "also what was played since is read as it was"


def test_other_figures_are_for_matches_that_begin_now(tmp_path: Path, corrected: Callable[..., None]) -> None:
    made, state = played(tmp_path)
    corrected("escape", ("life: 8", "life: 9"))
    then, told, _ = opened(tmp_path, made)
    assert then == state and told == []

    async def new(lobby: Lobby) -> None:
        fresh = await lobby.create(wish(*PAIR, seed=5))
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        digests = [room_of(lobby, one).row.origin.split("\n")[4] for one in (made,)]
        stored = await lobby.storage.load(fresh["match"])
        assert stored is not None and stored.row.origin.split("\n")[4] not in digests
        # A branch is played with what its first match is played with.
        link = await lobby.link_of(made["links"]["host"])
        branch = await lobby.branch(link, 20, wish().seats)
        watcher = await Client(branch["links"]["watch"]).enter(lobby)
        assert watcher.scene is not None and people[0].scene is not None
        assert live(lobby, branch).content == live(lobby, made).content != ""

    in_lobby(tmp_path, new)


def test_bots_and_odds_know_the_content_too(tmp_path: Path, corrected: Callable[..., None]) -> None:
    made, _ = played(tmp_path)
    corrected("escape", ("life: 8", "life: 9"))

    async def work(lobby: Lobby) -> None:
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        await whose(people).say("odds", at=people[0].version, key=whose(people).keys[0])
        (ref,) = lobby.services.thinkers.asked  # type: ignore[attr-defined]
        request = Request("odds", ref.id, ref.origin, ref.dice, ref.seed, tuple(ref.standing), (), content=ref.content)
        laid = Bench().lay(request)
        assert laid.match.state.dump() == match_of(lobby, made).state.dump()

    in_lobby(tmp_path, work)


def test_a_match_whose_content_nobody_kept_goes_on_with_the_present_one_and_says_so(
    tmp_path: Path, corrected: Callable[..., None]
) -> None:
    made, state = played(tmp_path)
    stored = kept(tmp_path, made["match"])
    title = packs_of("escape").content(None).info.title
    corrected("escape", (f"title: {title}", f"title: {title} corrected"))
    woken = wake(replaced(stored, CONTENT, None))
    assert woken.position.match.state.dump() == state
    (told,) = woken.told
    assert "content" in told and "changed" in told


def replaced(stored: Any, name: str, text: str | None) -> Any:
    if text is None:
        del stored.notes[name]
    else:
        stored.notes[name] = text
    return stored


# -- rules -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seed"), [*(("escape", seed) for seed in range(3)), *((name, 4) for name in GAMES[1:])]
)
def test_rules_that_lead_elsewhere_do_not_move_a_match(
    tmp_path: Path, game: str, seed: int, monkeypatch: pytest.MonkeyPatch, new_version: Callable[[], None]
) -> None:
    made, state = played(tmp_path, game, 60 if game == "escape" else 35, seed)
    new_version()
    other_dice(monkeypatch)
    then, told, _ = opened(tmp_path, made)
    assert then == state, "it stands where it stood"
    (text,) = told
    assert "goes on from its last checkpoint" in text and "given again" not in text
    stored = kept(tmp_path, made["match"])
    assert RESCUE in stored.notes
    _, told, _ = opened(tmp_path, made)
    assert told == [text], "they are told whenever they come"

    async def looked_at(lobby: Lobby) -> None:
        watcher = await Client(made["links"]["watch"]).enter(lobby)
        position = live(lobby, made)
        ref = room_of(lobby, made).reference(position)
        request = Request(
            "choose", ref.id, ref.origin, ref.dice, ref.seed, tuple(ref.standing), (), content=ref.content
        )
        assert Bench().lay(request).match.state.dump() == position.match.state.dump(), "bots stand there too"
        link = await lobby.link_of(made["links"]["watch"])
        index = await lobby.replay_index(link)
        assert index["total"] == position.answers
        frame = await lobby.replay_frame(link, index["total"])
        assert frame["scene"]["pieces"].keys() == watcher.scene["pieces"].keys()

    in_lobby(tmp_path, looked_at)


def other_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction after which the same answers lead elsewhere from the first roll on."""
    faces = Seeded.faces

    def other(self: Seeded, roll: Any, index: int) -> Any:
        return faces(self, roll, index + 1)

    monkeypatch.setattr(Seeded, "faces", other)


def refused_from(monkeypatch: pytest.MonkeyPatch, *keys: str) -> None:
    """A correction after which these answers are not possible any more."""
    find = Choose.find

    def other(self: Choose, key: str) -> Any:
        return None if key in keys else find(self, key)

    monkeypatch.setattr(Choose, "find", other)


def test_answers_that_no_longer_fit_leave_the_match_at_its_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_version: Callable[[], None]
) -> None:
    made, _ = played(tmp_path, "escape", 60)
    early = kept(tmp_path, made["match"])
    in_lobby(tmp_path, lambda lobby: go_on(lobby, made, 7))
    stored = replaced(kept(tmp_path, made["match"]), CHECKPOINT, early.notes[CHECKPOINT])
    new_version()
    last = [entry.text for entry in stored.entries[60:]]
    with monkeypatch.context() as patch:
        refused_from(patch, last[3])
        woken = wake(stored)
        assert woken.lost == 7 - last.index(last[3])
        patch.undo()
        rest = wake(early)
        for key in last[: 7 - woken.lost]:
            rest.position.match.answer(key)
        assert woken.position.match.state.dump() == rest.position.match.state.dump()
        assert woken.position.match.root().state.dump() != rest.position.match.root().state.dump()
    assert f"{woken.lost} answer" in woken.told[-1] and "must be given again" in woken.told[-1]


def test_a_match_with_typed_dice_goes_on_from_its_checkpoint(
    monkeypatch: pytest.MonkeyPatch, new_version: Callable[[], None]
) -> None:
    match = fireteam.new("escape", scenario="infiltration", dice="ask")
    origin = match.save()
    pairs = answered(match, 120)
    assert "faces" in {kind for kind, _ in pairs}
    row = MatchRow("m", "escape", "", origin, (SeatPlan("here"), SeatPlan("here")), "typed", 0, False, 0, 1.0, False)
    entries = [Entry(kind, -1, text) for kind, text in pairs]
    for number, entry in enumerate(entries):
        entries[number] = Entry(entry.kind, seat_before(origin, pairs[:number]), entry.text)
    stored = Stored(row, entries[:110], {}, {}, 1.0)
    stored.notes[CHECKPOINT] = keeping.mark_text(keeping.mark_of(Position(stored)))
    stored.entries = entries
    new_version()
    last = next(entry for entry in reversed(entries) if entry.kind == "answer")
    refused_from(monkeypatch, last.text)
    woken = wake(stored)
    assert woken.lost >= 1 and RESCUE in woken.notes
    stored.notes |= woken.notes
    again = wake(stored)
    assert again.position.match.state.dump() == woken.position.match.state.dump() and RESCUE not in again.notes
    assert again.told[-1] == woken.told[-1]


def test_a_match_with_sealed_dice_goes_on_from_its_checkpoint_with_the_same_dice(
    monkeypatch: pytest.MonkeyPatch, new_version: Callable[[], None]
) -> None:
    origin = fireteam.new("escape", scenario="infiltration", seed=1).earlier(0).save(0)
    seats = (SeatPlan("link"), SeatPlan("link"))
    row = MatchRow("m", "escape", "", origin, seats, "sealed", 2**250 + 7, False, 0, 1.0, False)
    words = {"word of seat 0": "owl", "word of seat 1": "fox"}
    stored = Stored(row, [], {}, {}, 1.0, notes=dict(words))
    position = Position(stored)
    for number in range(60):
        question = position.match.decision
        position.add(Entry("answer", question.seat, question.options[0].key, f"m{number}"))
    kept_here = keeping.mark_text(keeping.mark_of(position))
    question = position.match.decision
    rolls, keys, behind = position.match.rolls, set[str](), 0
    while not behind or question.options[0].key in keys:
        behind += position.match.rolls > rolls
        keys.add(question.options[0].key)
        position.add(Entry("answer", question.seat, question.options[0].key, f"n{position.answers}"))
        question = position.match.decision
    position.add(Entry("answer", question.seat, question.options[0].key, "last"))
    stored = Stored(row, list(position.folded.standing), {}, {}, 1.0, notes={**words, CHECKPOINT: kept_here})
    new_version()
    last = stored.entries[-1].text
    refused_from(monkeypatch, last)
    woken = wake(stored)
    assert woken.lost == 1 and RESCUE in woken.notes, "the dice behind the checkpoint fell again"
    dice, before = woken.position.match.dice, position.match.dice
    assert isinstance(dice, Sealed) and isinstance(before, Sealed)
    assert (dice.seed, dice.seal.words) == (before.seed, before.seal.words)


def seat_before(origin: str, pairs: Any) -> int:
    """Who is asked after these answers."""
    return int(rebuild(origin, "typed", 0, pairs).decision.seat)


def test_other_words_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_version: Callable[[], None]
) -> None:
    made, state = played(tmp_path)
    new_version()
    monkeypatch.setattr("fireteam.kit.show.Show.ask", lambda self, table, question: "Say something!")
    then, told, _ = opened(tmp_path, made)
    assert then == state and told == []


def test_a_reading_that_there_is_no_more_is_told(tmp_path: Path, new_version: Callable[[], None]) -> None:
    made, state = played(tmp_path)
    stored = kept(tmp_path, made["match"])
    setting = json.loads(take_apart(stored.row.origin).header["setting"])
    setting["options"]["old_reading"] = True
    stored.row = replace(stored.row, origin=with_setting(stored.row.origin, setting))
    with pytest.raises(fireteam.FireteamError, match="no option 'old_reading'"):
        Position(stored)
    new_version()
    woken = wake(stored)
    assert woken.position.match.state.dump() == state
    (told,) = woken.told
    assert "no longer knows old_reading" in told


def test_content_that_leads_elsewhere_does_not_move_a_match(
    tmp_path: Path, corrected: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, state = played(tmp_path)
    stored = replaced(kept(tmp_path, made["match"]), CONTENT, None)
    corrected("escape", ("life: 8", "life: 9"))
    other_dice(monkeypatch)
    woken = wake(stored)
    assert woken.position.match.state.dump() == state and RESCUE in woken.notes
    assert "content" in woken.told[0] and "checkpoint" in woken.told[1]


def test_without_a_checkpoint_a_match_that_no_longer_fits_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_version: Callable[[], None]
) -> None:
    made, _ = played(tmp_path, "escape", 60)
    stored = replaced(kept(tmp_path, made["match"]), CHECKPOINT, "not a checkpoint")
    assert read_mark("not a checkpoint") is None and read_content("\x00") == ""
    new_version()
    with monkeypatch.context() as patch:
        refused_from(patch, stored.entries[0].text)
        with pytest.raises(fireteam.FireteamError, match="not an option"):
            wake(stored)
    assert wake(stored).told == []


def test_a_fault_of_the_same_version_moves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, _ = played(tmp_path, "escape", 60)
    stored = kept(tmp_path, made["match"])
    refused_from(monkeypatch, stored.entries[0].text)
    with pytest.raises(fireteam.FireteamError):
        wake(stored)


def test_a_new_version_of_the_rules_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_version: Callable[[], None]
) -> None:
    made, state = played(tmp_path)
    monkeypatch.setattr(fireteam.game("escape"), "version", "99", raising=False)
    new_version()
    then, (told,), _ = opened(tmp_path, made)
    assert then == state and "now 99" in told


def test_what_a_killed_server_had_not_kept_is_carried_out_again_and_told(
    tmp_path: Path, new_version: Callable[[], None]
) -> None:
    made, _ = played(tmp_path, "escape", 23)
    early = kept(tmp_path, made["match"]).notes[CHECKPOINT]
    in_lobby(tmp_path, lambda lobby: go_on(lobby, made, 7))
    stored = replaced(kept(tmp_path, made["match"]), CHECKPOINT, early)
    new_version()
    (told,) = wake(stored).told
    assert "last 7 answers again" in told
    mark = read_mark(early)
    assert mark is not None and mark.answers == 23


async def go_on(lobby: Lobby, made: Made, count: int) -> None:
    await play(await enter(lobby, made), count, random.Random(3))


# -- while it is played ------------------------------------------------------------------------------------------------


def test_a_checkpoint_is_kept_every_few_answers_and_behind_an_undo(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", seed=3))
        host = await Client(made["links"]["host"]).enter(lobby)

        async def mark() -> Any:
            stored = await lobby.storage.load(made["match"])
            assert stored is not None
            return read_mark(stored.notes.get(CHECKPOINT))

        for _ in range(EVERY - 1):
            await host.answer()
        assert await mark() is None
        await host.answer()
        assert (await mark()).answers == EVERY
        before = len(live(lobby, made).folded.standing)
        while len(live(lobby, made).folded.standing) > before - 2:
            await host.say("undo", at=host.version)
        assert (await mark()).answers == len(live(lobby, made).folded.standing)
        await host.answer()
        room_of(lobby, made).doze()
        await room_of(lobby, made).close()
        assert (await mark()).answers == before - 1

    in_lobby(tmp_path, work)


def test_a_checkpoint_that_cannot_be_kept_is_no_harm(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Lame(SqliteStorage(tmp_path / "table.db"))
        note = storage.real.note

        async def full(*args: Any, **more: Any) -> str:
            raise StorageError("full")

        async with lobby_at(tmp_path, storage=storage) as lobby:
            made = await lobby.create(wish("here", "here", seed=3))
            storage.real.note = full  # type: ignore[method-assign]
            host = await Client(made["links"]["host"]).enter(lobby)
            for _ in range(EVERY + 2):
                await host.answer()
            agrees(lobby, made, host)
            storage.real.note = note  # type: ignore[method-assign]

    asyncio.run(work())


def test_a_rescue_that_cannot_be_kept_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_version: Callable[[], None]
) -> None:
    made, _ = played(tmp_path, "escape", 60, 1)
    new_version()
    other_dice(monkeypatch)
    storage = Lame(SqliteStorage(tmp_path / "table.db"))
    storage.fail = "before"

    async def work(lobby: Lobby) -> None:
        fault = await refused(Client(made["links"]["watch"]).enter(lobby))
        assert fault.code == "broken"
        storage.fail = ""
        await Client(made["links"]["watch"]).enter(lobby)

    in_lobby(tmp_path, work, storage=storage)


def test_the_reading_of_the_rules_is_that_of_their_code() -> None:
    assert keeping.reading_of("escape") == keeping.reading_of("escape") != keeping.reading_of("killteam")


# -- saves -------------------------------------------------------------------------------------------------------------


def test_a_save_begins_at_a_later_position() -> None:
    match = fireteam.new("escape", scenario="infiltration", seed=7)
    rng = random.Random(2)
    for _ in range(40):
        match.answer(rng.choice(match.decision.keys()))
    start, _ = match.beginning()
    again = fireteam.load(begun_at(match.save(), "1", start.rolls, start.state.dump()))
    first = take_apart(match.save()).header
    assert again.root().state.dump() == start.state.dump() and again.root().rolls == start.rolls
    assert take_apart(again.save()).header["setting"] == first["setting"]
    assert fireteam.load(with_digest(match.save(), first["digest"])).state.dump() == match.state.dump()
    with pytest.raises(fireteam.SaveError, match="the content has changed"):
        fireteam.load(with_digest(match.save(), "0" * 64))
    assert json.loads(take_apart(again.save()).header["start"])["rolls"] == start.rolls
