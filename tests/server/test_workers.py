"""Thinking: the same choice for the same place in a game, within its time, whatever happens to a worker."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import pytest

import fireteam
from fireteam.core.algebra import Outcome
from fireteam.core.dice import Seeded
from fireteam.core.errors import BotError, FireteamError, IllegalAnswer, SetupError
from fireteam.core.odds import Odds
from fireteam.core.questions import Choose
from fireteam.server.rebuild import give, rebuild
from fireteam.server.worker import (
    GivenUp,
    Laid,
    _Reckoning,
    chances_in_words,
    choose,
    odds_reply,
    outcome_text,
    spreads,
)
from fireteam.server.workers import Busy, Closed, Crashed, MatchRef, Stale, Thinkers, Timeout
from tests.browser.saves import gallery, putting_down
from tests.patience import PATIENCE, until, wait_until
from tests.server.positions import Pairs, origin, play

T = TypeVar("T")

BOTS = '''
import os, sys, time
made = []

class Sleeper:
    def choose(self, bot_seat):
        open(__file__ + ".begun", "w").close()
        time.sleep(1000)

class Faulty:
    def choose(self, bot_seat):
        print("loud"); print("louder", file=sys.stderr)
        raise ValueError("no idea")

class Leaver:
    def choose(self, bot_seat):
        sys.exit(3)

class Dead:
    def choose(self, bot_seat):
        os._exit(9)

class Wrong:
    def choose(self, bot_seat):
        return "fly to the moon"

class Mute:
    def choose(self, bot_seat):
        return None

class Counter:
    """Takes the option of the number of times it was asked, so that a test sees how often it was made."""
    def __init__(self):
        self.asked = 0
    def choose(self, bot_seat):
        self.asked += 1
        return bot_seat.options[self.asked - 1]

class Slow:
    def choose(self, bot_seat):
        time.sleep(0.3)
        return bot_seat.options[0]
'''


@pytest.fixture
def bots(tmp_path: Path) -> Callable[[str], str]:
    """Bots of a file of one's own, by class."""
    (tmp_path / "odd.py").write_text(BOTS, encoding="utf-8")
    return lambda name: f"{tmp_path / 'odd.py'}:{name}"


@pytest.fixture
def begun(tmp_path: Path) -> Callable[[], bool]:
    """Whether the Sleeper of this test has begun to think."""
    return (tmp_path / "odd.py.begun").exists


def ref(standing: Pairs, id_: str = "m", dice: str = "seeded", seed: int = 7) -> MatchRef:
    """A position as a reference."""
    return MatchRef(id_, len(standing), origin(seed, dice), dice, seed, standing)


def with_thinkers(work: Callable[[Thinkers], Awaitable[T]], **wishes: Any) -> T:
    """Start workers, do something with them, and stop them."""

    async def run() -> T:
        thinkers = Thinkers(**{"queue_limit": PATIENCE, **wishes})
        await thinkers.start()
        try:
            return await work(thinkers)
        finally:
            await thinkers.close()
            assert thinkers.pids == []

    return asyncio.run(run())


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def seat_of(standing: Pairs) -> int:
    """Whose decision it is."""
    return int(rebuild(origin(), "seeded", 7, standing).decision.seat)


# -- bots --------------------------------------------------------------------------------------------------------------


def test_same_salt_same_choice() -> None:
    standing = play(rebuild(origin(), "seeded", 7, ()), 40)

    async def ask(thinkers: Thinkers) -> None:
        for bot in ("random", "greedy"):
            seat = seat_of(standing)
            first = await thinkers.choose(ref(standing), seat, bot, "salt", PATIENCE)
            seat_before = seat_of(standing[:30])
            await thinkers.choose(ref(standing[:30]), seat_before, bot, "salt", PATIENCE)
            assert await thinkers.choose(ref(standing), seat, bot, "salt", PATIENCE) == first, (
                "after an undo and a redo"
            )
            assert await thinkers.choose(ref(standing, "other"), seat, bot, "salt", PATIENCE) == first, "laid out anew"
            laid = Laid(rebuild(origin(), "seeded", 7, standing), standing)
            assert choose(laid, seat, bot, "salt") == first, "in another process"
        others = {await thinkers.choose(ref(standing), seat, "random", f"{n}", PATIENCE) for n in range(20)}
        assert len(others) > 1, "another salt, another bot"

    with_thinkers(ask)


@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_a_game_of_bots(dice: str) -> None:
    """A whole game is played by the keys that workers choose."""

    async def ask(thinkers: Thinkers) -> None:
        match = rebuild(origin(7, dice), dice, 7, ())
        standing: Pairs = []
        while not match.over and len(standing) < 250:
            question = match.decision
            if isinstance(question, Choose):
                key = await thinkers.choose(ref(standing, dice=dice), question.seat, "random", "salt", PATIENCE)
                standing.append(("answer", key))
            else:
                standing.append(("faces", json.dumps(Seeded(3).faces(question, len(standing)))))
            give(match, *standing[-1])
        assert len(standing) > 100

    with_thinkers(ask)


def test_what_a_bot_does_wrong_is_said(bots: Callable[[str], str], capfd: pytest.CaptureFixture[str]) -> None:
    async def ask(thinkers: Thinkers) -> None:
        seat = seat_of([])
        for name, text in (
            ("Faulty", "Faulty failed at .*ValueError: no idea"),
            ("Leaver", "SystemExit"),
            ("Wrong", "fly to the moon"),
            ("Mute", "wrong answer"),
        ):
            with pytest.raises(BotError, match=text):
                await thinkers.choose(ref([]), seat, bots(name), "", PATIENCE)
        with pytest.raises(SetupError, match="no bot 'genius'"):
            await thinkers.choose(ref([]), seat, "genius", "", PATIENCE)
        with pytest.raises(IllegalAnswer, match="nothing to decide"):
            await thinkers.choose(ref([]), 1 - seat, "random", "", PATIENCE)
        with pytest.raises(FireteamError, match="answer 1 of the match"):
            await thinkers.choose(ref([("answer", "fly")]), seat, "random", "", PATIENCE)
        before = thinkers.pids
        assert await thinkers.choose(ref([]), seat, "random", "", PATIENCE)
        assert thinkers.pids == before, "none of it cost a worker"

    with_thinkers(ask)
    assert "loud" not in "".join(capfd.readouterr())


def test_a_bot_is_made_once_for_a_match_and_a_seat(bots: Callable[[str], str]) -> None:
    async def ask(thinkers: Thinkers) -> None:
        options = rebuild(origin(), "seeded", 7, ()).decision.keys()
        seat = seat_of([])
        assert [await thinkers.choose(ref([]), seat, bots("Counter"), "", PATIENCE) for _ in range(3)] == options[:3]
        assert await thinkers.choose(ref([], "other"), seat, bots("Counter"), "", PATIENCE) == options[0]

    with_thinkers(ask)


# -- time and death ----------------------------------------------------------------------------------------------------


def test_a_bot_that_never_answers_is_cut_off(bots: Callable[[str], str]) -> None:
    async def ask(thinkers: Thinkers) -> None:
        seat = seat_of([])
        await thinkers.choose(ref([]), seat, "random", "", PATIENCE)
        (before,) = thinkers.pids
        with pytest.raises(Timeout, match=r"within 0\.3 seconds"):
            await thinkers.choose(ref([]), seat, bots("Sleeper"), "", 0.3)
        assert not alive(before)
        assert await thinkers.choose(ref([]), seat, "random", "", PATIENCE)
        assert thinkers.pids != [before]

    with_thinkers(ask)


def test_a_worker_killed_in_mid_thought_is_replaced(bots: Callable[[str], str], begun: Callable[[], bool]) -> None:
    async def ask(thinkers: Thinkers) -> None:
        seat = seat_of([])
        key = await thinkers.choose(ref([]), seat, "random", "salt", PATIENCE)
        thought = asyncio.create_task(thinkers.choose(ref([]), seat, bots("Sleeper"), "", PATIENCE))
        await until(begun)
        os.kill(thinkers.pids[0], signal.SIGKILL)
        with pytest.raises(Crashed):
            await thought
        with pytest.raises(Crashed):
            await thinkers.choose(ref([]), seat, bots("Dead"), "", PATIENCE)
        assert await thinkers.choose(ref([]), seat, "random", "salt", PATIENCE) == key
        idle = thinkers._workers[0]._process
        assert idle is not None
        idle.kill()
        await until(lambda: not idle.is_alive())
        assert await thinkers.choose(ref([]), seat, "random", "salt", PATIENCE) == key

    with_thinkers(ask)


def test_matches_take_turns(bots: Callable[[str], str]) -> None:
    async def ask(thinkers: Thinkers) -> None:
        seat = seat_of([])
        done: list[str] = []

        async def one(match: str) -> None:
            await thinkers.choose(ref([], match), seat, "random", "", PATIENCE)
            done.append(match)

        blocker = asyncio.create_task(thinkers.choose(ref([], "first"), seat, bots("Slow"), "", PATIENCE))
        await asyncio.sleep(0)
        await asyncio.gather(blocker, *(one("flood") for _ in range(10)), one("other"))
        assert done.index("other") <= 1, done
        with pytest.raises(Busy):
            await asyncio.gather(*(one("flood") for _ in range(40)))
        assert await thinkers.choose(ref([]), seat, "random", "", PATIENCE)
        assert thinkers.waiting <= 16

    with_thinkers(ask)


def test_who_waits_too_long_or_leaves_is_out_of_the_queue(
    bots: Callable[[str], str], begun: Callable[[], bool]
) -> None:
    async def ask(thinkers: Thinkers) -> None:
        seat = seat_of([])
        await thinkers.choose(ref([]), seat, "random", "", PATIENCE)
        slow = asyncio.create_task(thinkers.choose(ref([]), seat, bots("Sleeper"), "", 2 * PATIENCE))
        await until(begun)
        thinkers.queue_limit = 0.8
        leaver = asyncio.create_task(thinkers.choose(ref([], "b"), seat, "random", "", PATIENCE))
        late = asyncio.create_task(thinkers.choose(ref([], "c"), seat, "random", "", PATIENCE))
        await asyncio.sleep(0)
        assert thinkers.waiting == 2
        leaver.cancel()
        with pytest.raises(Timeout, match="no worker was free"):
            await late
        assert thinkers.waiting == 0
        os.kill(thinkers.pids[0], signal.SIGKILL)
        with pytest.raises(Crashed):
            await slow
        thinkers.queue_limit = PATIENCE
        assert await thinkers.choose(ref([]), seat, "random", "", PATIENCE)

    with_thinkers(ask)


def test_two_workers_think_at_once(bots: Callable[[str], str], begun: Callable[[], bool]) -> None:
    async def ask(thinkers: Thinkers) -> None:
        seat = seat_of([])
        await asyncio.gather(*(thinkers.choose(ref([], f"{n}"), seat, "random", "", PATIENCE) for n in range(8)))
        hung = asyncio.create_task(thinkers.choose(ref([], "1"), seat, bots("Sleeper"), "", 2 * PATIENCE))
        await until(begun)
        for n in range(8):
            assert await thinkers.choose(ref([], f"{n}"), seat, "random", "", PATIENCE)
        hung.cancel()

    with_thinkers(ask, workers=2)


def test_closing_ends_everything_at_once(bots: Callable[[str], str], begun: Callable[[], bool]) -> None:
    async def run() -> None:
        thinkers = Thinkers()
        with pytest.raises(Closed):
            await thinkers.choose(ref([]), 0, "random", "", 1)
        await thinkers.start()
        seat = seat_of([])
        await thinkers.choose(ref([]), seat, "random", "", PATIENCE)
        pids = thinkers.pids
        waiting = [
            asyncio.create_task(thinkers.choose(ref([]), seat, bots("Sleeper"), "", 2 * PATIENCE)) for _ in range(3)
        ]
        await until(begun)
        await asyncio.wait_for(thinkers.close(), PATIENCE)
        assert all(isinstance(result, Closed) for result in await asyncio.gather(*waiting, return_exceptions=True))
        assert not any(alive(pid) for pid in pids)
        with pytest.raises(Closed):
            await thinkers.choose(ref([]), seat, "random", "", 1)

        await (early := Thinkers()).start()
        await early.close()  # before its worker has started

    asyncio.run(run())


PARENT = """
import asyncio, os, sys
from fireteam.server.workers import MatchRef, Thinkers

async def main():
    thinkers = Thinkers()
    await thinkers.start()
    ref = MatchRef("m", 0, sys.stdin.read(), "seeded", 7, ())
    seat = int(sys.argv[2])
    await thinkers.choose(ref, seat, "random", "", 600)
    thought = asyncio.create_task(thinkers.choose(ref, seat, sys.argv[1], "", 600))
    while not os.path.exists(sys.argv[3]):
        await asyncio.sleep(0.01)
    print(thinkers.pids[0], flush=True)
    await thought

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process that is gone is told otherwise there")
def test_a_worker_ends_with_its_parent_even_in_mid_thought(tmp_path: Path, bots: Callable[[str], str]) -> None:
    (tmp_path / "parent.py").write_text(PARENT, encoding="utf-8")
    command = [
        sys.executable,
        str(tmp_path / "parent.py"),
        bots("Sleeper"),
        f"{seat_of([])}",
        str(tmp_path / "odd.py.begun"),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdin is not None and parent.stdout is not None
        parent.stdin.write(origin())
        parent.stdin.close()
        worker = int(parent.stdout.readline())
        os.kill(worker, signal.SIGINT)
        time.sleep(0.1)
        assert alive(worker), "Ctrl-C is the server's"
        parent.kill()
    wait_until(lambda: not _runs(worker))


def _runs(pid: int) -> bool:
    """Whether a process runs and is no zombie that nobody has waited for."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
            if Path("/proc").exists()
            else alive(pid)
        )
    except OSError:
        return False


def test_a_worker_imports_no_server() -> None:
    text = (
        "import sys, fireteam.server.worker; print(*sorted({'fastapi', 'uvicorn', 'asyncio', "
        "'typer', 'rich'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout.split() == []


# -- odds --------------------------------------------------------------------------------------------------------------


def test_odds_in_words() -> None:
    match = fireteam.new("escape", scenario="infiltration", seed=7)
    standing: Pairs = []
    rng = random.Random(1)
    while not (keys := [option.key for option in match.decision.options if option.kind == "hack_door"]):
        standing.append(("answer", rng.choice(match.decision.keys())))
        match.answer(standing[-1][1])

    async def ask(thinkers: Thinkers) -> None:
        reply = await thinkers.odds(ref(standing), keys[0], "", PATIENCE)
        assert {**reply, "ms": 0} == {**odds_reply(match, keys[0], ""), "ms": 0}
        assert json.loads(json.dumps(reply)) == reply
        assert reply["type"] == "odds" and reply["key"] == keys[0] and reply["exact"] and reply["samples"] == 0
        assert reply["aim"] == "damage" and [aim["name"] for aim in reply["aims"]] == list(match.setting.aims())
        assert {chance["text"] for chance in reply["chances"]} == {"hack success", "no effect"}
        assert sum(Fraction(chance["exact"]) for chance in reply["chances"]) == 1
        for chance in reply["chances"]:
            assert chance["chance"] == float(Fraction(chance["exact"]))
        (hacked,) = [chance for chance in reply["totals"] if chance["text"] == "hack success"]
        assert Fraction(hacked["exact"]) == match.odds(keys[0]).chance("hack success")
        assert any(reason["total"] == sum(part["amount"] for part in reason["parts"]) for reason in reply["reasons"])
        assert (await thinkers.odds(ref(standing), keys[0], "taken out", PATIENCE))["aim"] == "taken out"
        certain = await thinkers.odds(ref(standing), "end", "", PATIENCE)
        assert [chance["exact"] for chance in certain["chances"]] == ["1"]
        for key, aim, text in (("fly", "", "'fly' is not an option"), (keys[0], "glory", "no aim 'glory'")):
            with pytest.raises(IllegalAnswer, match=text):
                await thinkers.odds(ref(standing), key, aim, PATIENCE)

    with_thinkers(ask)


def test_numbers_of_where_a_match_was_make_room_when_it_has_gone_on() -> None:
    """Whoever waits for them hears so at once, the worker stays, and the next request is answered."""

    async def ask(thinkers: Thinkers) -> None:
        seat = fireteam.new("escape", scenario="infiltration", seed=7).decision.seat
        await thinkers.choose(ref([]), seat, "random", "", PATIENCE)
        pids = thinkers.pids
        here = MatchRef("long", 0, gallery(2), "seeded", 7, [])
        wanted = [asyncio.create_task(thinkers.odds(here, "SHOOT", aim, PATIENCE)) for aim in ("damage", "kill")]
        await until(lambda: thinkers.waiting == 1)
        thinkers.forget("another")
        assert not any(task.done() for task in wanted)
        thinkers.forget("long")
        assert [type(one) for one in await asyncio.gather(*wanted, return_exceptions=True)] == [Stale, Stale]
        assert await thinkers.choose(ref([]), seat, "random", "", PATIENCE)
        assert thinkers.pids == pids

    with_thinkers(ask)


def test_what_is_reckoned_is_given_up_and_a_choice_is_not() -> None:
    """The signal ends numbers, and what comes of a bot's choice is not touched by it."""
    reckoning = _Reckoning()
    reckoning.give_up()
    with reckoning, pytest.raises(GivenUp):
        reckoning.give_up()
    reckoning.give_up()


def test_danger_is_told_in_parts_by_a_worker() -> None:
    match = fireteam.load(gallery())
    match.answer("REPOSITION")
    here = MatchRef("moving", 0, match.save(), "seeded", 7, [])

    async def ask(thinkers: Thinkers) -> None:
        first = await thinkers.danger(here, 0, PATIENCE)
        assert first["piece"] == "cv-prior" and first["step"] == 100 and first["spots"]
        seen = len(first["spots"])
        rest = await thinkers.danger(here, seen + first["rest"] - 1, PATIENCE)
        assert len(rest["spots"]) == 1 and rest["rest"] == 0
        assert first["spots"][0] == match.setting.danger(match, 0)["spots"][0]

    with_thinkers(ask)


def test_the_nearest_legal_place_is_looked_for_by_a_worker() -> None:
    match = fireteam.load(putting_down())
    here = MatchRef("placing", 0, match.save(), "seeded", 7, [])

    async def ask(thinkers: Thinkers) -> None:
        found = await thinkers.look(here, "plan", ("point 1630,150", "", [], None, True), PATIENCE)
        assert found == match.setting.nearest(match, "point 1630,150") and found["keys"]
        assert match.setting.plan(match, "point 1630,150")["keys"] == []

    with_thinkers(ask)


def test_an_outcome_in_words() -> None:
    names = {"mamushi": "Mamushi", "bruno": "Bruno Kess"}
    outcome = (("combat actions bruno", 1), ("damage mamushi", 3), ("hack success", 1), ("taken out mamushi", 1))
    text = outcome_text(outcome, names, {"damage mamushi"})
    assert text == "hack success; Bruno Kess: combat actions; Mamushi: damage 3, taken out"
    assert outcome_text((), names, ()) == "no effect"
    assert outcome_text((("mamushi", 1),), names, ()) == "mamushi"
    several = {"1": "Cinder Guild", "Pithand 1": "Pithand 1"}
    assert outcome_text((("damage Pithand 1", 2),), several, {"damage Pithand 1"}) == "Pithand 1: damage 2"


def test_of_very_many_outcomes_the_rare_ones_are_one_line() -> None:
    chances: dict[Outcome, Fraction] = {
        (("damage mamushi", amount), ("spent", 1)): Fraction(2 * amount, 100 * 101) for amount in range(1, 101)
    }
    lines = chances_in_words(Odds("a", 0, "", chances, Fraction(0), exact=True, nodes=0, samples=0), {})
    assert len(lines) == 40
    assert lines[0]["text"] == "damage mamushi 100" and lines[-1]["text"] == "anything else"
    assert sum(Fraction(line["exact"]) for line in lines) == 1


def test_an_amount_is_spread_from_the_least_to_the_most() -> None:
    chances: dict[Outcome, Fraction] = {
        (("damage mamushi", 4), ("hack success", 1)): Fraction(1, 4),
        (("damage mamushi", 2),): Fraction(1, 4),
        (): Fraction(1, 2),
    }
    (damage,) = spreads(Odds("a", 0, "", chances, Fraction(0), exact=True, nodes=0, samples=0), {"mamushi": "Mamushi"})
    assert (damage["text"], damage["mean"]) == ("Mamushi: damage", 1.5)
    assert [(row["amount"], row["exact"]) for row in damage["amounts"]] == [(0, "1/2"), (2, "1/4"), (4, "1/4")]
