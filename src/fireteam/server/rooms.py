"""A room: one match that somebody looks at. Every change is made under its lock, kept, and only then told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import fireteam
from fireteam.core.errors import FireteamError, IllegalAnswer, WrongSeat
from fireteam.core.scene import Scene
from fireteam.server import answering, asking, claiming, looking, metrics, sayings, sealing, undoing, veils
from fireteam.server import messages as say
from fireteam.server.botplay import BotPlay
from fireteam.server.budgets import metered
from fireteam.server.frames import Audience, Sight
from fireteam.server.hands import Hands
from fireteam.server.keeping import Keeper
from fireteam.server.links import Link, Links
from fireteam.server.looking import Looks, stored_match
from fireteam.server.messages import CODES, Fault, encode
from fireteam.server.position import Position
from fireteam.server.preparing import Preparing
from fireteam.server.presence import Presence
from fireteam.server.pulse import WORDS, Pulse
from fireteam.server.settings import Limits
from fireteam.server.storage import ANSWER, FACES, CannotWrite, Duplicate, Entry, Storage, StorageError, Stored
from fireteam.server.undoing import Offer
from fireteam.server.viewers import Outlet, Viewer
from fireteam.server.waking import wake
from fireteam.server.workers import MatchRef, Thinkers

log = logging.getLogger("fireteam.server")

REMEMBERED = 2000
"""Messages that were accepted and left nothing in the log, such as a declined offer."""


@dataclass(slots=True)
class Services:
    """What all rooms share."""

    storage: Storage
    thinkers: Thinkers
    links: Links
    preparing: Preparing
    looks: Looks
    limits: Limits
    hands: Hands
    bot_seconds: float = 5.0
    odds_seconds: float = 10.0
    closing: bool = False
    pulse: Pulse = field(init=False)

    def __post_init__(self) -> None:
        self.pulse = Pulse(self.storage)


class Room:
    """One match at the table."""

    def __init__(self, stored: Stored, services: Services) -> None:
        self.row = stored.row
        self.services = services
        self.version = len(stored.entries)
        self.generations = stored.generations
        self.passes: dict[int, tuple[str, ...]] = dict(stored.passes)
        self.words = sealing.words_of(stored)
        self.taken = claiming.taken_of(stored)
        self.unseen = veils.unseen_of(stored)
        """How many entries of each seat the others were not told of (see `veils`)."""
        self.updated = stored.updated
        self.accepted: dict[str, int] = _messages(stored)
        self.viewers: list[Viewer] = []
        self.offer: Offer | None = None
        self.lock = asyncio.Lock()
        self.touched = time.monotonic()
        self.live: Position | None = None
        """The position, if it is in memory."""
        self._stored: Stored | None = stored
        self._sight = Sight()
        self._keeper = Keeper(stored.row.id, services.storage)
        self._writing: set[asyncio.Task[None]] = set()
        self._presence = Presence(self)
        self.paces = sayings.Paces(services.limits)
        self.bots = BotPlay(self)
        self.known_odds: dict[tuple[str, str], dict[str, Any]] = {}
        self.info: dict[str, Any] = {}

    # -- waking and sleeping -------------------------------------------------------------------------------------------

    async def position(self) -> Position:
        """The live position; made again from what is kept, if it was asleep. Only under the lock."""
        self.touched = time.monotonic()
        if self.live is None:
            stored = self._stored or await stored_match(self.services.storage, self.row.id)
            if stored is None:
                raise Fault("not_found", "the match is gone")
            # A storage may fail after it has written: what is kept counts, and the viewers must hear of it.
            moved = len(stored.entries) != self.version
            self.version = len(stored.entries)
            self.accepted |= _messages(stored)
            try:
                woken = await self.services.hands.do(wake, stored)
                await woken.keep(self.services.storage)
            except StorageError as error:
                log.exception("a match cannot go on", extra={"match": self.row.id})
                raise Fault("broken", "this match cannot go on now") from error
            except FireteamError as error:
                raise Fault("broken", f"this match cannot go on: {error}") from error
            self.info = await self.services.hands.do(self._info, woken.position)
            self.live = woken.position
            self._keeper.woken(woken.mark)
            self._stored = None
            if moved:
                self.offer = None
                await self.look(self.live)
                self.publish(self.live, "answer", looked=True)
        return self.live

    @property
    def awake(self) -> bool:
        """Whether the position is in memory."""
        return self.live is not None

    @property
    def busy(self) -> bool:
        """Whether somebody changes something, or a bot thinks."""
        return self.lock.locked() or self.bots.busy

    def doze(self) -> None:
        """Let go of the position; the viewers stay, and are sent a whole scene when something happens."""
        if self.busy:
            return
        made = self._keeper.made(self.live) if self.live is not None else ""
        if made:
            task = asyncio.create_task(self._keeper.write(made))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)
        self.drop_position()

    def drop_position(self) -> None:
        """Forget the position; it wakes again from what is kept."""
        self.live = None
        self._stored = None
        self.known_odds.clear()
        self._sight.forget()
        for viewer in self.viewers:
            # The log as well: told in one go, some lines of it are drawn together.
            viewer.shown, viewer.logged = None, 0

    def _info(self, position: Position) -> dict[str, Any]:
        scene = self._sight.scene(position, self.version, None)
        names = [side["name"] for side in scene["sides"]]
        seats = []
        for number, plan in enumerate(self.row.seats):
            seat = {"kind": plan.kind, "name": names[number] if number < len(names) else f"player {number + 1}"}
            seats.append({**seat, "bot": plan.bot} if plan.kind == "bot" else seat)
        return {
            "game": self.row.game,
            "title": self.row.title,
            "scenario": scene["title"],
            "seats": seats,
            "dice": self.row.dice,
            "handover": self.row.handover,
            "started": datetime.fromtimestamp(self.row.created, UTC).isoformat(timespec="seconds"),
            "imported": self.row.imported,
            "notes": position.match.notes,
        }

    def reference(self, position: Position) -> MatchRef:
        """What a worker needs to know of the match."""
        row, standing = position.row, tuple(position.folded.pairs())
        name, dice = sealing.known_as(row, self.words), sealing.dice_of(row, self.words)
        return MatchRef(name, self.version, row.origin, dice, row.seed, standing, position.content)

    # -- who may do what -----------------------------------------------------------------------------------------------

    def seats_of(self, link: Link) -> tuple[int, ...]:
        """The seats a link plays."""
        if link.role == "host":
            return tuple(number for number, plan in enumerate(self.row.seats) if plan.kind == "here")
        if link.role == "seat" and link.seat is not None and link.seat < len(self.row.seats):
            return (link.seat,)
        return ()

    def other_people(self, seats: tuple[int, ...]) -> set[int]:
        """The seats of other people: those whose consent counts."""
        return {number for number, plan in enumerate(self.row.seats) if plan.kind != "bot" and number not in seats}

    def presence(self) -> dict[str, Any]:
        """Who is there now, as the sockets say."""
        there = {seat for viewer in self.viewers for seat in viewer.seats}
        seats = {str(number): plan.kind == "bot" or number in there for number, plan in enumerate(self.row.seats)}
        return {"seats": seats, "watchers": sum(1 for viewer in self.viewers if viewer.link.role == "watch")}

    def scene(self, position: Position, audience: Audience) -> Scene:
        """What such eyes see now."""
        return self._sight.scene(position, self.version, audience)

    def version_for(self, seats: Collection[int | None]) -> int:
        """The version as such eyes count it: without what they were not told of."""
        return self.version - sum(count for seat, count in self.unseen.items() if seat not in seats)

    # -- coming and going ----------------------------------------------------------------------------------------------

    async def enter(self, link: Link, form: str, outlet: Outlet, hello: str, word: str = "") -> Viewer:
        """A socket comes in and is told everything it may know."""
        async with self.lock:
            if len(self.viewers) >= self.services.limits.viewers:
                raise Fault("full", "too many people look at this match already")
            claiming.must_be_valid(self, link)
            arrived = await sealing.arrive(self, self.seats_of(link), word)
            position = await self.position()
            if arrived:
                self.publish(position, "")
                sealing.tell(self)
            viewer = Viewer(self, link, form, outlet)
            question = position.match.decision
            viewer.look_up(question.seat if question is not None else None)
            await self.look(position, viewer)
            self.viewers.append(viewer)
            viewer.send(self._welcome(viewer, position, hello))
        self._presence.came(viewer)
        self.bots.drive()
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """A socket is gone."""
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            self._presence.went(viewer)

    @property
    def being_prepared(self) -> str:
        """The title of the game if it is still being prepared, so that moves take longer; else nothing."""
        return fireteam.game(self.row.game).title if self.row.game in self.services.preparing else ""

    def tell_preparing(self) -> None:
        """The preparation of the game has begun or ended."""
        text = encode({"type": "preparing", "game": self.being_prepared})
        for viewer in self.viewers:
            viewer.outlet.send(text)

    def tell_paused(self) -> None:
        """Play is paused, or goes on."""
        text = encode({"type": "paused", "text": self.services.pulse.words})
        for viewer in self.viewers:
            viewer.outlet.send(text)

    def expel(self, role: str) -> None:
        """A link was revoked: whoever came by it must go."""
        for viewer in [viewer for viewer in self.viewers if viewer.holder == role]:
            viewer.send({"type": "bye", "code": "revoked"})
            viewer.outlet.close(4403, "the link was revoked")
            self.leave(viewer)

    def _welcome(self, viewer: Viewer, position: Position, hello: str) -> dict[str, Any]:
        audience = viewer.audience
        viewer.shown = (audience, self.version)
        log_lines = position.chronicle.reading(audience).lines
        hidden = veils.hidden_from(position, viewer.seats)
        if hidden is not None:
            viewer.shown, log_lines = None, veils.lines_before(log_lines, hidden.at)
        viewer.logged = len(log_lines)
        standing = self._standing(viewer, position)
        scene = standing.pop("scene", None) or self._sight.scene(position, self.version, audience)
        return {
            "type": "welcome",
            "re": hello,
            "protocol": say.VERSION,
            "match": self.row.id,
            "role": viewer.link.role,
            "seats": list(viewer.seats),
            "info": self.info,
            "scene": scene,
            "log": log_lines,
            "presence": self.presence(),
            "preparing": self.being_prepared,
            "paused": self.services.pulse.words,
            "seal": sealing.seal_view(self),
            "word": self.words.get(viewer.seats[0]) if viewer.seats else None,
            "passes": {str(seat): list(self.passes.get(seat, ())) for seat in viewer.seats},
            **standing,
        }

    def _standing(self, viewer: Viewer, position: Position) -> dict[str, Any]:
        """What welcome and update have in common: where the match stands for this viewer."""
        hidden = veils.hidden_from(position, viewer.seats)
        found: dict[str, Any] = {
            "version": self.version_for(viewer.seats),
            "at": position.answers,
            "dice": self._sight.dice(position, self.version) if hidden is None else [],
            "redo": undoing.may_redo(viewer, position),
            "undo": undoing.undo_sign(self, viewer, position),
        }
        found["waiting"] = list(sealing.waiting(self))
        question = None
        if hidden is not None:
            found |= veils.as_it_stood(position, hidden, viewer.audience)
        elif not sealing.holds(self, position):
            question = self._sight.question(position, self.version, answering.is_for(viewer, position.match.decision))
        if question is not None:
            found["question"] = question
            waiting = viewer.handover(question["seat"])
            if waiting is not None:
                found["handover"] = waiting
        if self.offer is not None:
            found["offer"] = self.offer.view()
        return found

    async def look(self, position: Position, *more: Viewer) -> None:
        """See in a thread what the viewers are sent next. Before a position is shown; only under the lock."""

        def work() -> None:
            question = position.match.decision
            asked = question.seat if question is not None else None
            veil = veils.veil_of(position)
            told = [viewer for viewer in viewers if veil is None or not veil.hides(position, viewer.seats)]
            for viewer in told:
                viewer.look_up(asked)
            sorts = {answering.is_for(viewer, question) for viewer in told}
            self._sight.look(position, self.version, {viewer.audience for viewer in told}, sorts)

        viewers = [*self.viewers, *more]
        await self.services.hands.do(work)

    # -- telling -------------------------------------------------------------------------------------------------------

    def publish(self, position: Position, news: str, *, looked: bool = False, quiet: veils.Veil | None = None) -> None:
        """Tell every viewer what changed, each what it may see. Viewers with the same eyes are sent the same text;
        `quiet`: those who may know nothing of such a selection are sent nothing."""
        if not looked:
            position.chronicle.follow()
        question = position.match.decision
        asked = question.seat if question is not None else None
        self.known_odds.clear()
        self.services.thinkers.forget(self.row.id)
        self.services.looks.lookers.forget(self.row.id)
        made: dict[Any, str] = {}
        for viewer in self.viewers:
            log_of = position.chronicle.reading(viewer.audience)
            if quiet is not None and quiet.seat not in viewer.seats:
                viewer.shown, viewer.logged = None, min(viewer.logged, log_of.kept)
                continue
            viewer.look_up(asked)
            keep = 0 if self._reads_anew(viewer, position) else min(log_of.kept, viewer.logged)
            sort = (viewer.audience, viewer.seats, viewer.form, viewer.shown, viewer.facing, keep)
            text = made.get(sort)
            if text is None:
                text = made[sort] = encode(self._update(viewer, position, keep, news))
            self._was_shown(viewer, position)
            viewer.outlet.send(text)

    def _was_shown(self, viewer: Viewer, position: Position) -> None:
        """A viewer has been told where the match stands, as far as it may see."""
        lines = position.chronicle.reading(viewer.audience).lines
        hidden = veils.hidden_from(position, viewer.seats)
        viewer.shown = (viewer.audience, self.version) if hidden is None else None
        viewer.logged = len(lines if hidden is None else veils.lines_before(lines, hidden.at))

    @staticmethod
    def _reads_anew(viewer: Viewer, position: Position) -> bool:
        """Whether other eyes look now, which may read another log."""
        changed = viewer.shown is None or viewer.shown[0] != viewer.audience
        return changed and position.match.setting.game.secrets

    def show(self, viewer: Viewer, position: Position) -> None:
        """Tell one viewer alone where the match stands."""
        keep = 0 if self._reads_anew(viewer, position) else viewer.logged
        viewer.send(self._update(viewer, position, keep, ""))
        self._was_shown(viewer, position)

    def _update(self, viewer: Viewer, position: Position, keep: int, news: str) -> dict[str, Any]:
        audience = viewer.audience
        found: dict[str, Any] = {"type": "update", **self._standing(viewer, position)}
        lines = position.chronicle.reading(audience).lines
        hidden = veils.hidden_from(position, viewer.seats)
        if hidden is not None:
            lines = veils.lines_before(lines, hidden.at)
        found["log"] = {"keep": keep, "more": lines[keep:]}
        if news:
            found["news"] = news
        if hidden is not None:
            return found
        known = viewer.shown
        at_hand, patch = False, None
        if viewer.form == "patch" and known is not None and known[0] == audience:
            at_hand, patch = self._sight.patch(position, self.version, audience, known[1])
        if not at_hand:
            found["scene"] = self._sight.scene(position, self.version, audience)
        elif patch is not None:
            found["patch"] = patch
        return found

    # -- hearing -----------------------------------------------------------------------------------------------------

    async def hear(self, viewer: Viewer, message: say.ClientMessage) -> None:
        """Whatever a client says after hello; what is wrong with it is a Fault."""
        self.must_be_valid(viewer)
        if not isinstance(message, say.Change) or f"{viewer.holder}/{message.id}" not in self.accepted:
            sayings.must_be_allowed(self, viewer, message)
        match message:
            case say.Ping():
                viewer.send({"type": "pong", "re": message.id})
            case (
                say.Answer()
                | say.Answers()
                | say.Rolled()
                | say.Undo()
                | say.Redo()
                | say.Consent()
                | say.Withdraw()
                | say.Passes()
            ):
                # Shielded: a socket that closes in the middle must not tear an answer that is being kept.
                await asyncio.shield(metered(self.change(viewer, message)))
            case say.AskOdds():
                await asking.odds(self, viewer, message)
            case say.AskAdvice():
                await asking.advise(self, viewer, message)
            case say.AskWhy():
                await looking.why(self, viewer, message)
            case say.AskPlan():
                await looking.plan(self, viewer, message)
            case say.AskAhead():
                await looking.ahead(self, viewer, message)
            case say.AskLook():
                await looking.look(self, viewer, message)
            case say.AskDanger():
                await asking.danger(self, viewer, message)
            case say.Take():
                await asking.take(self, viewer, message)
            case say.Word():
                await asyncio.shield(metered(self._change_word(viewer, message)))
            case say.Hello():
                raise Fault("garbage", "hello is said once")

    # -- changing ------------------------------------------------------------------------------------------------------

    async def _change_word(self, viewer: Viewer, message: say.Word) -> None:
        async with self.lock:
            self.must_be_valid(viewer)
            sayings.must_be_time(self, viewer, message)
            await sealing.change_word(self, viewer, message.word)
        viewer.send({"type": "ack", "re": message.id, "version": self.version_for(viewer.seats)})

    async def change(self, viewer: Viewer, message: say.Change) -> None:
        """Something that changes the match: checked, made, kept, told, acknowledged; in this order."""
        began = time.perf_counter()
        name = f"{viewer.holder}/{message.id}"
        async with self.lock:
            if self.services.closing:
                raise Fault("closing", CODES["closing"])
            self.must_be_valid(viewer)
            position = await self.position()
            if name in self.accepted:
                viewer.send({"type": "ack", "re": message.id, "version": self.version_for(viewer.seats), "again": True})
                return
            if self.version >= self.services.limits.entries:
                raise Fault("full", "this match has been changed as often as a match may be")
            await self._make(viewer, message, name, position)
            self.accepted[name] = self.version
            viewer.send({"type": "ack", "re": message.id, "version": self.version_for(viewer.seats)})
        metrics.answered(time.perf_counter() - began)
        self.bots.drive()

    async def _make(self, viewer: Viewer, message: say.Change, name: str, position: Position) -> None:
        if not isinstance(message, say.Withdraw | say.Passes):
            self.must_be_at(viewer, message.at)
        sayings.must_be_time(self, viewer, message)
        match message:
            case say.Answer():
                make = partial(answering.answer, self, viewer, position, [message.key], name)
                await self.keep(position, make, "answer")
            case say.Answers():
                make = partial(answering.answer, self, viewer, position, message.keys, name)
                await self.keep(position, make, "answer")
            case say.Rolled():
                make = partial(answering.rolled, self, viewer, position, message.faces, name)
                await self.keep(position, make, "answer")
            case say.Undo():
                await undoing.undo(self, viewer, position, name)
            case say.Redo():
                await undoing.redo(self, viewer, position, name)
            case say.Consent():
                await undoing.consent(self, viewer, position, name, accept=message.accept)
            case say.Withdraw():
                undoing.withdraw(self, position)
            case say.Passes():
                await answering.set_passes(self, viewer, position, message)
        if len(self.accepted) > self.version + REMEMBERED:
            del self.accepted[next(iter(self.accepted))]

    def must_be_valid(self, viewer: Viewer) -> None:
        """A Fault for whoever came by a link that was revoked since."""
        if self.generations[viewer.holder] != viewer.link.generation:
            raise Fault("bad_token", CODES["bad_token"])

    def must_be_at(self, viewer: Viewer, at: int) -> None:
        """A Fault unless a message means the version that its viewer was told of."""
        version = self.version_for(viewer.seats)
        if at != version:
            raise Fault("stale", f"the position has changed: {version} now, {at} was meant", version=version)

    def give(self, position: Position, entry: Entry) -> None:
        try:
            position.add(entry)
        except WrongSeat as error:
            raise Fault("wrong_seat", str(error)) from None
        except IllegalAnswer as error:
            raise Fault("illegal", str(error)) from None
        except FireteamError as error:
            log.exception("a rule failed", extra={"match": self.row.id})
            raise Fault("illegal", f"the rules failed here, nothing has changed: {error}") from error

    async def keep(
        self, position: Position, make: Callable[[], list[Entry]], news: str, *, openly: bool = False
    ) -> None:
        """Make a change in a thread, pass windows, keep everything, tell it. What cannot be kept has not happened.
        Others are not told what belongs to a secret selection under way, unless it is known to be `openly` made."""
        entries: list[Entry] = []
        before, offered = None if openly else veils.veil_of(position), self.offer is not None

        def work() -> None:
            entries.extend(make())
            if entries[-1].kind in (ANSWER, FACES):
                entries.extend(answering.automatic(self, position))

        try:
            await self.services.hands.do(work)
            await self._store(entries)
        except BaseException:
            if entries:  # the position in memory is ahead of what is kept
                self.drop_position()
            raise
        await self._keeper.after(position, entries)
        self.offer = None
        quiet = before if not offered and before == veils.veil_of(position) else None
        if before is not None:
            await self._keep_unseen(before.seat, len(entries) - (quiet is None))
        await self.look(position)
        self.publish(position, news, looked=True, quiet=quiet)

    async def _keep_unseen(self, seat: int, entries: int) -> None:
        """So many entries of a seat the others are not told of."""
        for viewer in self.viewers:
            if seat not in viewer.seats:
                viewer.shown = None  # at the end of a selection always the whole scene, whatever was sent before
        if not entries:
            return
        self.unseen[seat] = self.unseen.get(seat, 0) + entries
        try:
            await self.services.storage.note(self.row.id, veils.UNSEEN, veils.unseen_text(self.unseen))
        except StorageError as error:
            log.warning("the match goes on without a note: %s", error, extra={"match": self.row.id})

    async def _store(self, entries: list[Entry]) -> None:
        began = time.perf_counter()
        try:
            await self.services.storage.append(self.row.id, self.version, entries)
        except Duplicate as error:
            raise Fault("stale", str(error), version=self.version) from error
        except CannotWrite as error:
            self.services.pulse.stopped(self.row.id, error)
            raise Fault("broken", WORDS) from error
        except FireteamError as error:
            log.exception("an answer cannot be kept", extra={"match": self.row.id})
            raise Fault("broken", "the answer cannot be kept now; nothing has changed") from error
        metrics.stored(time.perf_counter() - began)
        self.services.pulse.works()
        self.version += len(entries)
        self.updated = time.time()

    async def close(self) -> None:
        """Stop the bots, wait for a change under way, and keep where the match stands."""
        await self.bots.stop()
        async with self.lock:
            if self.live is not None:
                await self._keeper.keep(self.live)
        await asyncio.gather(*self._writing)


def _messages(stored: Stored) -> dict[str, int]:
    """Every message that counts, with the version it led to."""
    return {entry.message: number for number, entry in enumerate(stored.entries, 1) if entry.message}
