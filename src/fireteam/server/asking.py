"""Questions a client may ask about its decision: odds, danger, advice. Nothing here changes a match."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING, TypeVar

from fireteam.bots.advising import ADVISER, advice_salt
from fireteam.core.errors import FireteamError
from fireteam.core.match import Match
from fireteam.core.questions import Choose
from fireteam.server import messages as say
from fireteam.server import metrics, sayings
from fireteam.server.messages import Fault
from fireteam.server.viewers import Viewer
from fireteam.server.workers import Stale, Timeout

if TYPE_CHECKING:
    from fireteam.server.rooms import Room

T = TypeVar("T")


def decision_of(match: Match, viewer: Viewer) -> Choose:
    """The decision that waits for this viewer."""
    question = match.decision
    if type(question) is not Choose:
        raise Fault("illegal", "nobody has to decide now")
    viewer.must_play(question.seat)
    return question


async def reckoned(thought: Awaitable[T]) -> T:
    """What a worker found out; what went wrong as a Fault."""
    try:
        return await thought
    except Stale as error:
        raise Fault("stale", str(error)) from None
    except Timeout as error:
        raise Fault("late", str(error)) from None
    except FireteamError as error:
        raise Fault("illegal", str(error)) from None


async def odds(room: Room, viewer: Viewer, message: say.AskOdds) -> None:
    """Exact odds of an option and the numbers behind it, reckoned by a worker."""
    async with room.lock:
        room.must_be_at(viewer, message.at)
        position = await room.position()
        if decision_of(position.match, viewer).find(message.key) is None:
            raise Fault("illegal", f"{message.key!r} is not an option here")
        known = room.known_odds.get((message.key, message.aim))
        reference = room.reference(position)
    if known is None:
        began = time.perf_counter()
        known = await reckoned(
            room.services.thinkers.odds(reference, message.key, message.aim, room.services.odds_seconds)
        )
        metrics.reckoned(time.perf_counter() - began)
        if room.version == reference.version:
            room.known_odds[message.key, message.aim] = known
    viewer.send({**known, "type": "odds", "re": message.id})


async def danger(room: Room, viewer: Viewer, message: say.AskDanger) -> None:
    """How dangerous some of the spots are that the piece of the decision may move to, reckoned by a worker."""
    async with room.lock:
        room.must_be_at(viewer, message.at)
        position = await room.position()
        decision_of(position.match, viewer)
        reference = room.reference(position)
    found = await reckoned(room.services.thinkers.danger(reference, message.first, room.services.odds_seconds))
    viewer.send({"type": "danger", "re": message.id, "first": message.first, **found})


async def advise(room: Room, viewer: Viewer, message: say.AskAdvice) -> None:
    """What a bot would answer in the viewer's place; it sees no more than the viewer."""
    async with room.lock:
        room.must_be_at(viewer, message.at)
        position = await room.position()
        seat = decision_of(position.match, viewer).seat
        reference = room.reference(position)
    try:
        key = await room.services.thinkers.choose(
            reference, seat, ADVISER, advice_salt(room.row.seed), room.services.bot_seconds
        )
    except Timeout as error:
        raise Fault("late", str(error)) from None
    except FireteamError as error:
        raise Fault("illegal", f"no advice came of it: {error}") from None
    viewer.send({"type": "advice", "re": message.id, "key": key, "by": ADVISER})


async def take(room: Room, viewer: Viewer, message: say.Take) -> None:
    """The person of a seat has come to the screen: everything is shown anew, with that person's eyes."""
    async with room.lock:
        sayings.must_be_time(room, viewer, message)
        position = await room.position()
        if len(viewer.seats) > 1:
            viewer.facing = message.seat
        room.show(viewer, position)
