"""The sockets: each is read, throttled and answered on its own, and none can hold up another."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from time import monotonic

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from fireteam.core.errors import FireteamError
from fireteam.server import metrics
from fireteam.server.buckets import Bucket
from fireteam.server.budgets import Budgets, metered, paid_by, seat_of
from fireteam.server.connections import Counted
from fireteam.server.edge import Doorkeeper, address_of, error_body
from fireteam.server.logs import LOGGER
from fireteam.server.messages import (
    CODES,
    AskAdvice,
    AskAhead,
    AskDanger,
    AskLook,
    AskOdds,
    AskPlan,
    AskWhy,
    ClientMessage,
    Fault,
    Hello,
    Ping,
    decode,
    encode,
)
from fireteam.server.ports import HallPort, ViewerPort
from fireteam.server.settings import Limits
from fireteam.server.storage import StorageError

POLICY, RESTART, LATER, NO_LINK = 1008, 1012, 1013, 4403
TOO_LATE = "hello was not said in time"
"""Why a silent socket is closed."""
DROP = "fireteam.drop"
"""The ASGI extension by which a client that does not read can be let go (see serve.py)."""
_BREATH = 0.02
"""Seconds not read from a socket that says too much: its own network buffers fill up, not our memory."""
_CLOSES = {
    "bad_token": NO_LINK,
    "taken": NO_LINK,
    "not_found": NO_LINK,
    "forbidden": NO_LINK,
    "full": LATER,
    "too_fast": LATER,
    "closing": RESTART,
}
_GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""How sending fails when the client has left: starlette's state machine speaks of a RuntimeError."""


class Socket:
    """One client: an outlet for the room, an inbox for the client. An idle one costs no task but its reader."""

    def __init__(self, sockets: Sockets, websocket: WebSocket) -> None:
        self.sockets = sockets
        self.limits = sockets.limits
        self.websocket = websocket
        self.clock = sockets.clock
        self.arrived = self.clock()
        self.payer = sockets.budgets.payer(address_of(websocket.scope))
        self.viewer: ViewerPort | None = None
        self.greeted = False
        self.inbox: deque[ClientMessage] = deque()
        self.outbox: deque[str] = deque()
        self.unread = 0
        self.sending_since = 0.0
        self.garbage = 0
        self.refused = 0
        self.closing: tuple[int, str] | None = None
        self.ended = False
        self.bucket = Bucket(self.limits.messages.burst, self.arrived)
        self.worker: asyncio.Task[None] | None = None
        self.sender: asyncio.Task[None] | None = None
        self.questions: set[asyncio.Task[None]] = set()
        self._reader: asyncio.Task[None] | None = None
        self._reading = False

    # -- to the client -------------------------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """A message on its way; a client that leaves too much unread is let go."""
        if self.ended or self.closing is not None:
            return
        self.outbox.append(text)
        self.unread += len(text)
        if len(self.outbox) > self.limits.unread or self.unread > self.limits.unread_bytes:
            self.drop("slow", "you do not read what is sent")
        elif self.sender is None:
            self.sender = asyncio.create_task(self._send_all())

    def close(self, code: int, reason: str) -> None:
        """The end, after what was sent before."""
        if self.ended or self.closing is not None:
            return
        self.closing = (code, reason)
        if self.sender is None:
            self.sender = asyncio.create_task(self._send_all())

    def drop(self, why: str, reason: str) -> None:
        """The end at once: nothing can be sent any more."""
        if self.ended:
            return
        metrics.dropped(why)
        self.outbox.clear()
        drop: Callable[[int, str], None] | None = self.websocket.scope.get("extensions", {}).get(DROP, {}).get("drop")
        if drop is not None:
            drop(LATER, reason)
        self._end()

    async def _send_all(self) -> None:
        try:
            while self.outbox:
                text = self.outbox.popleft()
                self.sending_since = self.clock()
                await self.websocket.send({"type": "websocket.send", "text": text})
                self.sending_since = 0.0
                self.unread -= len(text)
            if self.closing is not None:
                self.sending_since = self.clock()
                await self.websocket.close(*self.closing)
                self._end()
        except _GONE:
            self._end()
        finally:
            self.sender = None

    def _end(self) -> None:
        self.ended = True
        self.outbox.clear()
        if self._reading and self._reader is not None:
            self._reader.cancel()

    def tell(self, fault: Fault, re: str = "") -> None:
        """Something was wrong."""
        metrics.failed(fault.code)
        self.send(encode(fault.message(re)))

    # -- from the client -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Read until the client leaves or must go."""
        self._reader = asyncio.current_task()
        try:
            await self._read()
        except _GONE:
            pass
        except asyncio.CancelledError:
            # Ours, or the server's that shuts down: the end of a socket is no event.
            pass
        finally:
            self._reading = False
            self.ended = True
            await self._leave()

    async def _read(self) -> None:
        websocket = self.websocket
        while not self.ended:
            self._reading = True
            event = await websocket.receive()
            self._reading = False
            if event["type"] == "websocket.disconnect":
                return
            if self.closing is not None:
                continue
            text = event.get("text")
            try:
                if text is None:
                    raise Fault("garbage", "a message is text, not bytes")
                message = decode(text)
            except Fault as fault:
                await self._strike(fault)
                continue
            if not self.greeted and type(message) is not Hello:
                await self._strike(Fault("no_hello", CODES["no_hello"]), message.id)
            elif self.greeted and type(message) is Hello:
                await self._strike(Fault("garbage", "hello is said once"), message.id)
            elif self.sockets.closing:
                self.tell(Fault("closing", CODES["closing"]), message.id)
            elif len(self.inbox) >= self.limits.waiting:
                await self._refuse(message.id)
            else:
                self._take(message)

    def _take(self, message: ClientMessage) -> None:
        metrics.understood()
        if not self.greeted:
            self.greeted = True
            self.sockets.quiet.pop(self, None)
        self.inbox.append(message)
        if self.worker is None:
            self.worker = asyncio.create_task(self._work())

    async def _strike(self, fault: Fault, re: str = "") -> None:
        self.garbage += 1
        self.tell(fault, re)
        if self.garbage >= self.limits.garbage:
            metrics.dropped("garbage")
            self.close(POLICY, "too many messages that are none")
        elif self.garbage > 3:
            await asyncio.sleep(_BREATH)

    async def _refuse(self, re: str) -> None:
        self.refused += 1
        wait = round(len(self.inbox) / self.limits.messages.rate, 2)
        self.tell(Fault("too_fast", "too many messages at once; this one was dropped", wait=wait), re)
        if self.refused >= self.limits.refused:
            metrics.dropped("flood")
            self.close(POLICY, "too many messages")
        await asyncio.sleep(_BREATH)

    async def _work(self) -> None:
        try:
            while self.inbox and not self.ended:
                owed = 0.0 if isinstance(self.inbox[0], Ping) else self.payer.wait()
                wait = owed or self.bucket.wait(self.limits.messages, self.clock())
                if wait:
                    await asyncio.sleep(min(wait, 1.0))
                    continue
                message = self.inbox.popleft()
                if self.viewer is None:
                    with paid_by(self.payer):
                        await metered(self._greet(message))
                elif _takes_time(message):
                    self._ask(self.viewer, message)
                else:
                    await self._handle(self.viewer, message)
                if not self.inbox:
                    self.refused = 0
                await self._let_others()
        finally:
            self.worker = None

    async def _let_others(self) -> None:
        """Others' turn after each message; who asks faster than it reads waits for its own answers."""
        await asyncio.sleep(0)
        while not self.ended and self.sender is not None and len(self.outbox) > self.limits.unread // 2:
            await asyncio.wait({self.sender}, timeout=_BREATH)

    async def _handle(self, viewer: ViewerPort, message: ClientMessage) -> None:
        try:
            with paid_by(self.payer):
                await metered(viewer.receive(message))
        except Fault as fault:
            self.tell(fault, message.id)
        except StorageError:  # its sentence names files of this machine
            LOGGER.exception("the store failed")
            self.tell(Fault("internal", CODES["internal"]), message.id)
        except FireteamError as error:
            self.tell(Fault("illegal", str(error)), message.id)
        except Exception:
            LOGGER.exception("a message failed", extra={"kind": type(message).__name__})
            self.tell(Fault("internal", "something went wrong here; it was written to the log"), message.id)

    def _ask(self, viewer: ViewerPort, message: ClientMessage) -> None:
        """What takes its time: whoever asks may answer meanwhile."""
        if len(self.questions) >= self.limits.questions:
            self.tell(Fault("too_fast", "too many questions at once; this one was dropped", wait=1), message.id)
            return
        task = asyncio.create_task(self._handle(viewer, message))
        self.questions.add(task)
        task.add_done_callback(self.questions.discard)

    async def _greet(self, message: ClientMessage) -> None:
        if self.closing is not None or not isinstance(message, Hello):
            return
        sockets = self.sockets
        address = address_of(self.websocket.scope)
        try:
            sockets.keeper.may_show(address)
            try:
                link = await sockets.lobby.link_of(message.token)
                self.payer.seat = seat_of(link)
                viewer = await sockets.lobby.enter(link, message.form, self, message.id, message.word)
            except Fault as fault:
                if fault.code == "bad_token":
                    sockets.keeper.guessed(address)
                raise
        except Fault as fault:
            self.tell(fault, message.id)
            self.close(_CLOSES.get(fault.code, POLICY), fault.text[:100].encode("ascii", "replace").decode())
            return
        except Exception:
            LOGGER.exception("a client could not come in")
            self.tell(Fault("internal", "something went wrong here; it was written to the log"), message.id)
            self.close(1011, "something went wrong")
            return
        if self.ended:
            await viewer.leave()
        else:
            self.viewer = viewer

    async def _leave(self) -> None:
        self.inbox.clear()
        for task in self.questions:
            task.cancel()
        if self.worker is not None:
            # An answer under way is finished: it may be durable already, and others must hear of it.
            await asyncio.wait({self.worker}, timeout=10)
        if self.sender is not None:
            self.sender.cancel()
        if self.viewer is not None:
            await self.viewer.leave()


class Sockets:
    """All open sockets, and whoever looks after them."""

    def __init__(
        self,
        lobby: HallPort,
        limits: Limits,
        keeper: Doorkeeper,
        budgets: Budgets,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.lobby = lobby
        self.limits = limits
        self.keeper = keeper
        self.budgets = budgets
        self.clock = clock
        """What tells the seconds that a client may be silent or read nothing."""
        self.open: set[Socket] = set()
        self.of_address = Counted(limits.sockets_of_address)
        self.quiet: dict[Socket, None] = {}
        """Those that have not said hello, the oldest first."""
        self.closing = False
        self._watch: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self.open)

    @property
    def silent(self) -> int:
        """How many have not said hello."""
        return len(self.quiet)

    async def serve(self, websocket: WebSocket) -> None:
        """One socket from beginning to end."""
        address = address_of(websocket.scope)
        full = len(self.open) >= self.limits.sockets
        if self.closing or full or not self.of_address.enter(address):
            code = "closing" if self.closing else "full"
            metrics.failed(code)
            with contextlib.suppress(*_GONE):
                headers = {"retry-after": "5", "content-type": "application/json"}
                await websocket.send_denial_response(Response(error_body(code, CODES[code]), 503, headers))
            return
        socket = Socket(self, websocket)
        self.open.add(socket)
        try:
            with contextlib.suppress(*_GONE):
                await websocket.accept()
                if len(self.quiet) >= self.limits.silent:
                    self._send_away(next(iter(self.quiet)), "crowd")
                self.quiet[socket] = None
                if self._watch is None:
                    self._watch = asyncio.create_task(self._look_after())
                await socket.run()
        except asyncio.CancelledError:
            pass
        finally:
            self.open.discard(socket)
            self.quiet.pop(socket, None)
            self.of_address.leave(address)

    def _send_away(self, socket: Socket, why: str) -> None:
        metrics.dropped(why)
        self.quiet.pop(socket, None)
        socket.close(POLICY, TOO_LATE)

    async def _look_after(self) -> None:
        """One task for all time limits, as long as there are sockets."""
        limits = self.limits
        pause = min(1.0, limits.hello / 4, limits.stalled / 4)
        try:
            while self.open:
                await asyncio.sleep(pause)
                now = self.clock()
                for socket in list(self.quiet):
                    if now - socket.arrived < limits.hello:
                        break
                    self._send_away(socket, "silent")
                for socket in list(self.open):
                    if socket.sending_since and now - socket.sending_since > limits.stalled:
                        socket.drop("slow", "you do not read what is sent")
        finally:
            self._watch = None

    async def close(self, seconds: float = 3.0) -> None:
        """Finish what is under way, say goodbye to everybody."""
        self.closing = True
        for socket in self.open:
            socket.inbox.clear()
        workers = {socket.worker for socket in self.open if socket.worker is not None}
        if workers:
            await asyncio.wait(workers, timeout=seconds)
        bye = encode({"type": "bye", "code": "closing"})
        for socket in list(self.open):
            socket.send(bye)
            socket.close(RESTART, "the server is shutting down")
        senders = {socket.sender for socket in self.open if socket.sender is not None}
        if senders:
            await asyncio.wait(senders, timeout=1.0)


def _takes_time(message: ClientMessage) -> bool:
    """Whether a worker answers it."""
    return isinstance(message, AskOdds | AskAdvice | AskDanger | AskWhy | AskPlan | AskAhead | AskLook)
