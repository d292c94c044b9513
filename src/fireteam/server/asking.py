"""Questions a client may ask about its decision: odds, danger, reasons, ways. Nothing here changes a match."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Mapping
from typing import TYPE_CHECKING, Any

from fireteam.bots.advising import ADVISER, advice_salt
from fireteam.core.errors import FireteamError
from fireteam.core.match import Match
from fireteam.core.questions import Choose
from fireteam.server import messages as say
from fireteam.server import metrics
from fireteam.server.messages import Fault
from fireteam.server.viewers import Viewer
from fireteam.server.workers import Stale, Timeout

if TYPE_CHECKING:
    from fireteam.core.game import Leading
    from fireteam.core.scene import AheadView
    from fireteam.server.rooms import Room

MOST_REFUSALS = 60


def _decision(match: Match, viewer: Viewer) -> Choose:
    """The decision that waits for this viewer."""
    question = match.decision
    if type(question) is not Choose:
        raise Fault("illegal", "nobody has to decide now")
    viewer.must_play(question.seat)
    return question


async def _reckoned(thought: Awaitable[dict[str, Any]]) -> dict[str, Any]:
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
        room.must_be_at(message.at)
        position = await room.position()
        if _decision(position.match, viewer).find(message.key) is None:
            raise Fault("illegal", f"{message.key!r} is not an option here")
        known = room.known_odds.get((message.key, message.aim))
        reference = room.reference(position)
    if known is None:
        began = time.perf_counter()
        known = await _reckoned(
            room.services.thinkers.odds(reference, message.key, message.aim, room.services.odds_seconds)
        )
        metrics.reckoned(time.perf_counter() - began)
        if room.version == reference.version:
            room.known_odds[message.key, message.aim] = known
    viewer.send({**known, "type": "odds", "re": message.id})


async def danger(room: Room, viewer: Viewer, message: say.AskDanger) -> None:
    """How dangerous some of the spots are that the piece of the decision may move to, reckoned by a worker."""
    async with room.lock:
        room.must_be_at(message.at)
        position = await room.position()
        _decision(position.match, viewer)
        reference = room.reference(position)
    found = await _reckoned(room.services.thinkers.danger(reference, message.first, room.services.odds_seconds))
    viewer.send({"type": "danger", "re": message.id, "first": message.first, **found})


async def advise(room: Room, viewer: Viewer, message: say.AskAdvice) -> None:
    """What a bot would answer in the viewer's place; it sees no more than the viewer."""
    async with room.lock:
        room.must_be_at(message.at)
        position = await room.position()
        seat = _decision(position.match, viewer).seat
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


async def why(room: Room, viewer: Viewer, message: say.AskWhy) -> None:
    """Why something is not possible: by its key, by a place, or everything there is."""
    async with room.lock:
        room.must_be_at(message.at)
        match = (await room.position()).match
        question = _decision(match, viewer)
        setting = match.setting
        possible = []
        if message.key:
            refusal = match.why_not(message.key)
            found = [setting.why_view(match.table, refusal)] if refusal is not None else []
            possible = [message.key] if question.find(message.key) is not None else []
        elif message.place:
            found = setting.why_at(match.table, question, message.place)
        else:
            found = [setting.why_view(match.table, refusal) for refusal in match.refusals()[:MOST_REFUSALS]]
    viewer.send({"type": "why", "re": message.id, "refusals": found, "possible": possible})


async def plan(room: Room, viewer: Viewer, message: say.AskPlan) -> None:
    """The answers that lead to a spot; a worker looks for the nearest legal one, for which many are tried."""
    async with room.lock:
        room.must_be_at(message.at)
        position = await room.position()
        match = position.match
        _decision(match, viewer)
        reference = room.reference(position)
        found: Mapping[str, Any] = {}
        if message.piece or not message.near:
            plan = (
                _leading(room, match).plan(message.piece, message.spot, message.wishes)
                if message.piece
                else match.setting.plan(match, message.spot)
            )
            found = plan if message.point is None else match.setting.settled(match, plan, message.point)
    if not found:
        thinkers, seconds = room.services.thinkers, room.services.odds_seconds
        found = await _reckoned(thinkers.nearest(reference, message.spot, message.point, seconds))
    viewer.send({"type": "plan", "re": message.id, "spot": message.spot, **found})


async def ahead(room: Room, viewer: Viewer, message: say.AskAhead) -> None:
    """What a gesture may mean: where a piece could go, or the attacks on a target."""
    async with room.lock:
        room.must_be_at(message.at)
        match = (await room.position()).match
        _decision(match, viewer)
        leading = _leading(room, match)
        found: AheadView = {"keys": [], "implied": []}
        if message.target:
            found["attacks"] = leading.attacks(message.target, message.piece, message.wishes)
        elif message.piece:
            found = leading.ahead(message.piece, message.wishes)
    viewer.send({"type": "ahead", "re": message.id, "piece": message.piece, "target": message.target, **found})


def _leading(room: Room, match: Match) -> Leading:
    """What gestures may mean now: whoever drags something asks many times at one position."""
    if room.leading is None or room.leading[0] != room.version:
        room.leading = (room.version, match.setting.leading(match))
    return room.leading[1]


async def look(room: Room, viewer: Viewer, message: say.AskLook) -> None:
    """What the piece that the decision is about has to do with another."""
    async with room.lock:
        room.must_be_at(message.at)
        match = (await room.position()).match
        found = match.setting.look(match.table, _decision(match, viewer), message.place)
    viewer.send({"type": "look", "re": message.id, "place": message.place, **found})


async def take(room: Room, viewer: Viewer, message: say.Take) -> None:
    """The person of a seat has come to the screen: everything is shown anew, with that person's eyes."""
    async with room.lock:
        if message.seat not in viewer.seats:
            raise Fault("wrong_seat", "this link does not play that seat", seat=message.seat)
        position = await room.position()
        if len(viewer.seats) > 1:
            viewer.facing = message.seat
        room.show(viewer, position)
