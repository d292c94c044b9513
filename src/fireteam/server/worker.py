"""The other side of `thinking`: a process that lays out matches, lets bots choose and reckons odds. It imports no
server."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, NamedTuple

import fireteam
from fireteam.bots.advising import chosen
from fireteam.bots.loading import load_bot
from fireteam.core.bot_seat import Bot
from fireteam.core.errors import BotError, FireteamError
from fireteam.core.match import Match
from fireteam.core.odds import Odds
from fireteam.core.refusals import total
from fireteam.server.looks import LOOKED
from fireteam.server.position import Position
from fireteam.server.processes import be_quiet, end_with_parent
from fireteam.server.rebuild import follow, rebuild
from fireteam.server.records import RECORDED
from fireteam.server.storage import Stored
from fireteam.server.waking import wake

if TYPE_CHECKING:
    from fireteam.core.game import Leading

WARMED, WARMED_AGAIN = 6, 45.0
"""How often a worker looks for compiled code, and after how many seconds again."""
MATCHES = 64
"""How many matches a worker keeps laid out."""
RECORDS = 8
"""How many whole matches, with all that was told of them."""
MOST_CHANCES = 40
COSTS = "command points"
"""What labels of outcomes begin with that are a price."""
NODES = 80_000
"""How much of the tree an odds query may look at before it is sampled."""


class Request(NamedTuple):
    """A piece of work at a position; the origin is left out where the worker should know the match."""

    work: str
    match: str
    origin: str | None
    dice: str
    seed: int
    standing: tuple[tuple[str, str], ...]
    args: tuple[Any, ...]
    version: int = 0
    stored: Stored | None = None
    """All that is kept of the match, where the work is with that and the worker may not have it."""
    content: str = ""
    """What the match is played with, if that is no longer the present pack; goes with the origin."""


class GivenUp(BaseException):
    """Nobody waits for these numbers any more; no rule may take it for a fault of its own."""


class Missing(Exception):
    """The match is not laid out here, and the request does not say how it began."""


class Laid:
    """A match as it is laid out, with the bots that play in it."""

    def __init__(self, match: Match, standing: Sequence[tuple[str, str]]) -> None:
        self.match = match
        self.standing = list(standing)
        self.bots: dict[tuple[int, str], Bot] = {}
        self.leading: Leading | None = None
        """What gestures may mean at this position, once somebody has asked."""

    def back_to(self, place: int) -> bool:
        """Take answers back until at most so many stand; False if that would lead behind the beginning."""
        while len(self.standing) > place:
            if not any(kind == "answer" for kind, _ in self.standing):
                return False
            self.match.undo()
            while self.standing.pop()[0] != "answer":
                continue  # an undo takes the faces behind the answer with it
        return True


class Bench:
    """The matches a worker keeps, the longest unused given up first; each is caught up by what is new."""

    def __init__(self, room: int = MATCHES) -> None:
        self.room = room
        self.laid: OrderedDict[str, Laid] = OrderedDict()
        self.records: OrderedDict[str, tuple[int, Position]] = OrderedDict()
        self.warmed: dict[str, tuple[int, float]] = {}
        """How often a game was made quicker, and when last."""

    def _warm(self, game: str) -> None:
        """What the server has compiled serves this process too; on a new machine that takes the server a few
        minutes."""
        tries, last = self.warmed.get(game, (0, -WARMED_AGAIN))
        now = time.monotonic()
        if tries < WARMED and now - last >= WARMED_AGAIN and game in fireteam.games():
            self.warmed[game] = (tries + 1, now)
            fireteam.warm(game, may_compile=False)

    def lay(self, request: Request) -> Laid:
        """The match at the position of the request."""
        laid = self.laid.pop(request.match, None)  # put back once it is right: a failure leaves nothing half done
        if laid is None:
            if request.origin is None:
                raise Missing
            laid = Laid(_rebuilt(request, request.standing), request.standing)
        else:
            same = _common(laid.standing, request.standing)
            if not laid.back_to(same):
                if request.origin is None:
                    self.laid[request.match] = laid  # its bots will be wanted
                    raise Missing
                bots = laid.bots
                laid = Laid(_rebuilt(request, ()), ())
                laid.bots = bots
            if same < max(len(laid.standing), len(request.standing)):
                laid.leading = None
            follow(laid.match, request.standing, len(laid.standing))
            laid.standing = list(request.standing)
        self.laid[request.match] = laid
        self._warm(laid.match.setting.game.name)
        while len(self.laid) > self.room:
            self.laid.popitem(last=False)
        return laid

    def record(self, request: Request) -> Position:
        """The whole match as it is kept."""
        known = self.records.pop(request.match, None)
        if known is None or known[0] != request.version:
            if request.stored is None:
                raise Missing
            known = len(request.stored.entries), wake(request.stored).position
        self.records[request.match] = known
        while len(self.records) > RECORDS:
            self.records.popitem(last=False)
        return known[1]


def _rebuilt(request: Request, standing: Sequence[tuple[str, str]]) -> Match:
    assert request.origin is not None
    return rebuild(request.origin, request.dice, request.seed, standing, content=request.content, quiet=True)


def _common(ours: Sequence[tuple[str, str]], theirs: Sequence[tuple[str, str]]) -> int:
    """How many answers two lists begin with in common."""
    for place, (our, their) in enumerate(zip(ours, theirs, strict=False)):
        if our != their:
            return place
    return min(len(ours), len(theirs))


# -- bots --------------------------------------------------------------------------------------------------------------


def choose(laid: Laid, seat: int, name: str, salt: str) -> str:
    """The key of the option a bot takes; whatever it does wrong is a BotError."""
    bot = laid.bots.get((seat, name))
    if bot is None:
        bot = laid.bots[seat, name] = load_bot(name)
    try:
        return chosen(laid.match, bot, seat, salt)
    except BotError:
        del laid.bots[seat, name]  # what it remembers may be half written
        raise


# -- odds --------------------------------------------------------------------------------------------------------------


def odds_reply(match: Match, key: str, aim: str) -> dict[str, Any]:
    """The `odds` message: what an option of the decision leads to, in words and exact chances, and the numbers behind
    it."""
    began = time.perf_counter()
    match = as_seen(match)
    odds = match.odds(key, aim=aim, budget=NODES)
    setting = match.setting
    option = match.decision.find(key)
    aims = setting.aims()
    names = _names(match, odds.seat)
    reasons = [
        {
            "label": label,
            "total": total(parts),
            "parts": [{"amount": p.amount, "reason": p.reason, "rule": p.rule} for p in parts],
        }
        for label, parts in setting.reasons(match.table, option)
    ]
    return {
        "type": "odds",
        "key": key,
        "exact": odds.exact,
        "bound": odds.bound,
        "unsolved": odds.unsolved,
        "samples": odds.samples,
        "aim": aim or next(iter(aims)),
        "aims": [{"name": name, "text": known.text} for name, known in aims.items()],
        "value": float(odds.value),
        "chances": chances_in_words(odds, names),
        "totals": totals_in_words(odds, names),
        "spreads": spreads(odds, names),
        "harms": setting.harms(match.table, option, odds),
        "reasons": reasons,
        "ms": round((time.perf_counter() - began) * 1000),
    }


def as_seen(match: Match) -> Match:
    """The match as whoever asks may know it: reckoned from the whole position numbers would tell what the other side
    hides, so they are those of a world that agrees with what was seen, the same one each time."""
    return match.imagine(match.decision.seat, random.Random(0)) if match.setting.game.secrets else match


def danger_reply(match: Match, first: int) -> dict[str, Any]:
    """The `danger` message: a part of the spots that the piece of the decision may move to."""
    seen = as_seen(match)
    return dict(seen.setting.danger(seen, first))


RECKONED: Mapping[str, Callable[..., dict[str, Any]]] = {
    "odds": odds_reply,
    "danger": danger_reply,
}
"""Work that reckons with a position."""


def chances_in_words(odds: Odds, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every outcome in words, the likeliest first; they add up to one, so what is left over is one line at the end."""
    counted = {label for label in odds.labels() if set(odds.of(label)) - {0, 1}}
    # What is certain tells no outcome from another: the totals name it.
    certain = set.intersection(*map(set, odds.chances)) if len(odds.chances) > 1 else set()
    found: dict[str, Fraction] = {}
    for outcome, chance in odds.chances.items():
        text = outcome_text([pair for pair in outcome if pair not in certain], names, counted)
        found[text] = found.get(text, Fraction(0)) + chance
    ranked = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    if len(ranked) > MOST_CHANCES:
        rest = sum((chance for _, chance in ranked[MOST_CHANCES - 1 :]), Fraction(0))
        ranked = [*ranked[: MOST_CHANCES - 1], ("anything else", rest)]
    return [_chance(text, chance) for text, chance in ranked]


def totals_in_words(odds: Odds, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each thing that may happen by itself: how likely it is at all, and its mean; the likeliest first, what it costs
    last."""
    found = []
    for label in odds.labels():
        chance = sum((chance for amount, chance in odds.of(label).items() if amount), Fraction(0))
        price = {"cost": True} if label.startswith(COSTS) else {}
        found.append(
            _chance(outcome_text(((label, 1),), names, ()), chance) | {"mean": float(odds.mean(label))} | price
        )
    return sorted(found, key=lambda total: ("cost" in total, -total["chance"], total["text"]))


def spreads(odds: Odds, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """How each number is spread that may be more than one, such as damage: every amount with its chance, the least
    first."""
    found = []
    for label in odds.labels():
        amounts = odds.of(label)
        if not set(amounts) - {0, 1}:
            continue
        rows = [
            {"amount": amount, "chance": float(chance), "exact": str(chance)}
            for amount, chance in sorted(amounts.items())
        ]
        found.append({"text": outcome_text(((label, 1),), names, ()), "mean": float(odds.mean(label)), "amounts": rows})
    return sorted(found, key=lambda spread: (-spread["mean"], spread["text"]))


def outcome_text(outcome: Iterable[tuple[str, int]], names: Mapping[str, str], counted: Collection[str]) -> str:
    """An outcome in words: what changed, by whom it happened to; amounts where a label is `counted`."""
    about: dict[str, list[str]] = {}
    for label, amount in outcome:
        # A name may have several words: the longest that ends the label is meant.
        parted = ((label[:at], label[at + 1 :]) for at, sign in enumerate(label) if sign == " ")
        words, known = next(((what, last) for what, last in parted if last in names), (label, ""))
        name = names[known] if known else ""
        about.setdefault(name, []).append(f"{words} {amount}" if label in counted else words)
    parts = [f"{name}: {', '.join(words)}" if name else ", ".join(words) for name, words in sorted(about.items())]
    return "; ".join(parts) or "no effect"


def _chance(text: str, chance: Fraction) -> dict[str, Any]:
    return {"text": text, "chance": float(chance), "exact": str(chance)}


def _names(match: Match, seat: int) -> dict[str, str]:
    """What the sides, cards and pieces of a scene are called, for the seats and ids in an outcome's labels."""
    scene = match.setting.scene(match.table, seat)
    sides = {str(number): side["name"] for number, side in enumerate(scene["sides"])}
    return sides | {id_: thing["name"] for things in (scene["pieces"], scene["cards"]) for id_, thing in things.items()}


# -- the process -------------------------------------------------------------------------------------------------------


def work(connection: Connection) -> None:
    """The life of a worker: answer requests until the other end of the pipe is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    if GIVE_UP is not None:
        signal.signal(GIVE_UP, _MAY_BE_GIVEN_UP.give_up)
    be_quiet()
    if hasattr(os, "nice"):
        os.nice(5)  # a bot may wait; whoever moves a piece may not
    threading.Thread(target=end_with_parent, daemon=True).start()
    bench = Bench()
    try:
        connection.send(("ready", None))
        while True:
            request = connection.recv()
            began = time.process_time()
            kind, value = serve(bench, request, connection)
            connection.send((kind, value, time.process_time() - began))
    except (EOFError, OSError):
        return


def serve(bench: Bench, request: Request, connection: Connection) -> tuple[str, Any]:
    """One request: says when the match is laid out, and returns what became of it."""
    try:
        if request.work in RECORDED:
            position = bench.record(request)
            connection.send(("laid", None))
            return "done", RECORDED[request.work](position, *request.args)
        laid = bench.lay(request)
        connection.send(("laid", None))
        if request.work == "choose":
            return "done", choose(laid, *request.args)
        with _MAY_BE_GIVEN_UP:
            if request.work in LOOKED:
                return "done", LOOKED[request.work](laid, *request.args)
            return "done", RECKONED[request.work](laid.match, *request.args)
    except Missing:
        return "missing", None
    except GivenUp:
        bench.laid.pop(request.match, None)
        return "error", ("", "given up")
    except FireteamError as error:
        return "error", (type(error).__name__, str(error))
    except (EOFError, BrokenPipeError):
        raise
    except Exception as error:
        bench.laid.pop(request.match, None)
        bench.records.pop(request.match, None)
        return "error", ("", f"{type(error).__name__}: {error}")


class _Reckoning:
    """While it is entered, a signal ends what is reckoned: a bot that waits for this process comes first."""

    def __init__(self) -> None:
        self.on = False

    def __enter__(self) -> None:
        self.on = True

    def __exit__(self, *_: object) -> None:
        self.on = False

    def give_up(self, *_: object) -> None:
        """What the signal does."""
        if self.on:
            self.on = False
            raise GivenUp


_MAY_BE_GIVEN_UP = _Reckoning()
GIVE_UP = getattr(signal, "SIGUSR1", None)
"""The signal, where there are such."""
