"""Mass simulation: bots against each other over ranges of seeds, in this process or in several."""

from __future__ import annotations

import math
import multiprocessing
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import fireteam
from fireteam.bots.loading import load_bot
from fireteam.core.bot_seat import Bot, BotSeat, seat_answers
from fireteam.core.errors import FireteamError, SetupError
from fireteam.core.match import CHECKPOINT_AFTER, Match
from fireteam.core.questions import Forced

ERRORS_KEPT = 10
"""How many messages of failed games a report holds; the others are only counted."""
LONGEST = 200_000
"""Answers after which a game counts as one that never ends."""
RANGES = 64
"""Into how many ranges a run is cut at least: progress is told, and a stop loses little."""

MANY = 20
"""Games from which on it pays to make a game quick first."""
FEW = 2
"""The same for a game that is slow as it comes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole run: every game follows from it and its number alone."""

    game: str
    games: int
    seed: int
    bots: tuple[str, str]
    scenarios: tuple[str, ...]
    options: tuple[tuple[str, Any], ...] = ()
    swap: bool = False
    pack: str | None = None
    sides: tuple[str, str] = ("resistance", "isc")
    """The side of each seat, by its id; with `swap` the other way round in every second game."""
    teams: tuple[Mapping[str, Any] | None, Mapping[str, Any] | None] = (None, None)
    """The team of each side, where one was built."""

    def seed_of(self, number: int) -> int:
        """The seed of one game, mixed from the run's seed and the game's number."""
        return mixed(self.seed, f"game {number}")

    def battle_of(self, number: int) -> tuple[str, str | None]:
        """Scenario and map of one game: all in turn; with `swap` each is played twice in a row, sides changed."""
        found = battles(self.game, self.scenarios, self.pack)
        return found[(number // 2 if self.swap else number) % len(found)]

    def sides_of(self, number: int) -> tuple[str, str]:
        """Which side each seat plays."""
        return (self.sides[1], self.sides[0]) if self.swap and number % 2 else self.sides

    def teams_of(self, number: int) -> tuple[str | Mapping[str, Any], ...]:
        """What each seat plays: a team, or a side as it comes."""
        teams = self.teams[::-1] if self.swap and number % 2 else self.teams
        return tuple(team or side for team, side in zip(teams, self.sides_of(number), strict=True))

    def new_match(self, number: int, *, events: bool = False, checkpoints: int = CHECKPOINT_AFTER) -> Match:
        """The game with that number, before its first answer."""
        scenario, where = self.battle_of(number)
        return fireteam.new(
            self.game,
            seed=self.seed_of(number),
            scenario=scenario,
            options=dict(self.options),
            pack=self.pack,
            events=events,
            checkpoints=checkpoints,
            **fireteam.game(self.game).setup_for(self.teams_of(number)),
            **({"map": where} if where else {}),
        )


@lru_cache(maxsize=16)
def battles(game: str, scenarios: tuple[str, ...], pack: str | None) -> tuple[tuple[str, str | None], ...]:
    """What is played in turn: every scenario on each of its maps, if it has a choice of them."""
    found = fireteam.game(game)
    maps = {scenario: found.maps(scenario, pack) or (None,) for scenario in scenarios}
    most = max(map(len, maps.values()), default=0)
    return tuple((scenario, on[turn]) for turn in range(most) for scenario, on in maps.items() if turn < len(on))


@dataclass(slots=True)
class Tally:
    """What a number of games came to; tallies add up, whoever played them."""

    games: int = 0
    decisions: int = 0
    choices: int = 0
    turns: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    wins_by_side: dict[str, int] = field(default_factory=dict)
    draws: int = 0
    errors: int = 0
    messages: list[dict[str, Any]] = field(default_factory=list)
    scenarios: dict[str, Tally] = field(default_factory=dict)
    maps: dict[str, Tally] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Count the other's games as well."""
        self.games += other.games
        self.decisions += other.decisions
        self.choices += other.choices
        self.turns += other.turns
        self.wins = [sum(both) for both in zip(self.wins, other.wins, strict=True)]
        for side, wins in other.wins_by_side.items():
            self.wins_by_side[side] = self.wins_by_side.get(side, 0) + wins
        self.draws += other.draws
        self.errors += other.errors
        # Ranges come back in any order: the messages of the lowest numbers stay, so that workers change nothing.
        self.messages = sorted([*self.messages, *other.messages], key=lambda message: message["game"])[:ERRORS_KEPT]
        for mine, theirs in ((self.scenarios, other.scenarios), (self.maps, other.maps)):
            for name, part in theirs.items():
                mine.setdefault(name, Tally()).add(part)

    @property
    def played(self) -> int:
        """Games that came to an end."""
        return self.games - self.errors

    def summary(self) -> dict[str, Any]:
        """The tally as plain JSON data."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "choices": self.choices,
            "wins": self.wins,
            "win_intervals": [wilson(wins, self.played) for wins in self.wins],
            "wins_by_side": self.wins_by_side,
            "draws": self.draws,
            "errors": self.errors,
            "mean_turns": round(self.turns / self.played, 4) if self.played else 0.0,
        }


def mixed(seed: int, what: str) -> int:
    """A seed made of another and a name: even, and the same on every machine."""
    return int.from_bytes(blake2b(f"{seed}/{what}".encode(), digest_size=6).digest(), "big")


def wilson(successes: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a share; (0, 1) where nothing was tried."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    width = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (middle - width) / scale
    high = 1.0 if successes == trials else (middle + width) / scale
    return round(low, 6), round(high, 6)


# -- playing -----------------------------------------------------------------------------------------------------------


def play_game(plan: Plan, number: int, bots: tuple[Bot, Bot]) -> Tally:
    """One game to its end; a bot that misbehaves or a rule that fails is counted, not raised."""
    scenario, where = plan.battle_of(number)
    tally = Tally(games=1, wins_by_side=dict.fromkeys(plan.sides, 0))
    try:
        # Random bots neither fork nor look at the log: nothing needs to be kept for that.
        plain = plan.bots == ("random", "random")
        match = plan.new_match(number, checkpoints=0 if plain else CHECKPOINT_AFTER)
        seats = [BotSeat(match, seat, random.Random(mixed(plan.seed, f"game {number} seat {seat}"))) for seat in (0, 1)]
        choices = 0
        while (decision := match.decision) is not None:
            seat = decision.seat
            if plain:
                match.answer(bots[seat].choose(seats[seat]))
            else:
                seat_answers(match, bots[seat], seats[seat])
            choices += 1
            if choices > LONGEST:
                raise FireteamError(f"no end after {LONGEST} answers")
        _count(tally, match, plan.sides_of(number), choices)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a bot may even call sys.exit(): the run goes on
        text = str(error) if isinstance(error, FireteamError) else f"{type(error).__name__}: {error}"
        tally.errors = 1
        tally.messages.append({"game": number, "seed": plan.seed_of(number), "scenario": scenario, "text": text})
    part = Tally()
    part.add(tally)
    part.messages = []
    tally.scenarios = {scenario: part}
    tally.maps = {where: part} if where else {}
    return tally


def _count(tally: Tally, match: Match, sides: tuple[str, str], choices: int) -> None:
    result = match.result
    assert result is not None
    forced = sum(type(entry) is Forced for entry in match.answers())
    tally.choices, tally.decisions = choices, choices + forced
    tally.turns = match.setting.game.turns(match.state)
    if result.winner is None:
        tally.draws = 1
    else:
        tally.wins[result.winner] = 1
        tally.wins_by_side[sides[result.winner]] = 1


def play_range(plan: Plan, first: int, behind: int) -> Tally:
    """The games of a range of numbers, played here; what bots print goes to the error stream."""
    tally = Tally()
    game = fireteam.game(plan.game)
    warm_now = getattr(game, "warm_now", None)
    if warm_now is not None and plan.games >= (FEW if getattr(game, "slow", False) else MANY):
        warm_now()
    with redirect_stdout(sys.stderr):
        for number in range(first, behind):
            # Fresh bots for every game: what a bot remembers must not depend on how the work was shared out.
            bots = (load_bot(plan.bots[0]), load_bot(plan.bots[1]))
            tally.add(play_game(plan, number, bots))
    return tally


def ranges(games: int, workers: int) -> Iterator[tuple[int, int]]:
    """Ranges of game numbers, small enough to tell progress and to keep every worker busy."""
    size = max(1, min(250, games // max(RANGES, 4 * workers)))
    return ((first, min(first + size, games)) for first in range(0, games, size))


@dataclass(slots=True)
class Run:
    """A run that has ended, or was stopped."""

    plan: Plan
    tally: Tally
    seconds: float
    stopped: bool = False

    def report(self) -> dict[str, Any]:
        """The run as plain JSON data."""
        speed = self.tally.choices / self.seconds if self.seconds else 0.0
        return {
            "game": self.plan.game,
            "seed": self.plan.seed,
            "bots": list(self.plan.bots),
            "swap": self.plan.swap,
            "options": dict(self.plan.options),
            **self.tally.summary(),
            "seconds": round(self.seconds, 3),
            "choices_per_second": round(speed, 1),
            "scenarios": {name: part.summary() for name, part in sorted(self.tally.scenarios.items())},
            "maps": {name: part.summary() for name, part in sorted(self.tally.maps.items())},
            "messages": self.tally.messages,
            "stopped": self.stopped,
        }


def simulate(plan: Plan, workers: int = 1, progress: Callable[[Tally], None] = lambda _: None) -> Run:
    """Play a plan; the result does not depend on the number of workers. Ctrl-C ends it with what was done."""
    if plan.games < 1:
        raise SetupError(f"at least 1 game is needed; got {plan.games}")
    if workers < 1:
        raise SetupError(f"at least 1 worker is needed; got {workers}")
    for name in plan.bots:
        load_bot(name)
    plan.new_match(0)
    tally = Tally()
    began = time.perf_counter()
    stopped = False
    try:
        for part in _inline(plan) if workers == 1 else _spread(plan, workers):
            tally.add(part)
            progress(tally)
    except KeyboardInterrupt:
        stopped = True
    return Run(plan, tally, time.perf_counter() - began, stopped)


def _inline(plan: Plan) -> Iterator[Tally]:
    for first, behind in ranges(plan.games, 1):
        yield play_range(plan, first, behind)


def _spread(plan: Plan, workers: int) -> Iterator[Tally]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_deaf) as pool:
        futures = [pool.submit(play_range, plan, first, behind) for first, behind in ranges(plan.games, workers)]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _deaf() -> None:
    """Ctrl-C reaches every process of the terminal; only the parent decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
