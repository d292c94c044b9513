"""Uvicorn's two protocols with the patience of this server: nobody holds a connection by saying or reading nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Literal

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from fireteam.server import metrics
from fireteam.server.buckets import Bucket
from fireteam.server.connections import Counted, Trickle
from fireteam.server.edge import Addresses, address_of
from fireteam.server.messages import Fault
from fireteam.server.proxies import Proxies
from fireteam.server.settings import Limits
from fireteam.server.sockets import DROP, POLICY

GRACE = 5.0
"""Seconds that a closed connection may take to deliver what is left."""
SENDING = 262_144
"""Bytes that the system may hold for a socket whose client does not read: left to itself it takes megabytes, which look
as if they were read."""
LARGEST_HEAD = 65_536
"""Bytes of a request before its body."""


SLICE = 1024
"""Bytes of a socket that are taken apart at once: a read may bring tens of thousands of tiny frames."""


class TableSocket(WebSocketsSansIOProtocol):
    """A WebSocket that can be let go although its client does not read, and that is read in slices."""

    limits = Limits()
    left: Callable[[asyncio.BaseTransport], None] | None = None
    """Whom to tell that a connection is gone."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._rest = bytearray()
        """What was read and not yet taken apart."""
        self._feeding: asyncio.Handle | None = None
        self._controls = Bucket(self.limits.controls.burst, self.loop.time())

    async def run_asgi(self) -> None:
        """Serve the socket; afterwards it is gone in a few seconds, whether the client reads the end or not."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[DROP] = {"drop": self.drop}
        await super().run_asgi()
        self.loop.call_later(GRACE, self.transport.abort)

    def drop(self, code: int, reason: str) -> None:
        """Close without waiting for room in the buffers, which may never come."""
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            try:
                self.conn.send_close(code, reason)
            except InvalidState:
                pass
            else:
                self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self._rest.clear()
        self.transport.close()
        self.loop.call_later(GRACE, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone, and with it what was not taken apart."""
        self._rest.clear()
        if self._feeding is not None:
            self._feeding.cancel()
            self._feeding = None
        super().connection_lost(exc)
        if self.left is not None:
            self.left(self.transport)

    # -- read in slices ------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """A little at once; others have their turn between two slices."""
        if len(data) <= SLICE and not self._rest:
            super().data_received(data)
            return
        self._rest += data
        self._go_on()

    def _go_on(self) -> None:
        if self._rest and self._feeding is None and not self.read_paused:
            self.transport.pause_reading()
            self._feeding = self.loop.call_soon(self._feed)

    def _feed(self) -> None:
        self._feeding = None
        data = bytes(self._rest[:SLICE])
        del self._rest[:SLICE]
        super().data_received(data)
        if self.transport.is_closing():
            self._rest.clear()
        elif self._rest:
            self._go_on()
        elif not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message; once it is taken, the rest is taken apart further."""
        found = await super().receive()
        self._go_on()
        return found

    # -- what is no message --------------------------------------------------------------------------------------------

    def handle_ping(self) -> None:
        """A ping is answered, as long as they come no faster than anybody needs them."""
        if self._may_control():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong costs as much as a ping."""
        if self._may_control():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """So does a part of a message."""
        if self._may_control():
            super().handle_cont(event)

    def _may_control(self) -> bool:
        if self.close_sent or self.transport.is_closing():
            return False
        if self._controls.wait(self.limits.controls, self.loop.time()):
            metrics.dropped("pings")
            self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY, "reason": "too many pings"})
            self.drop(POLICY, "too many pings")
            return False
        return True


def protocols(limits: Limits, proxies: Proxies) -> tuple[type[asyncio.Protocol] | Literal["auto"], type[TableSocket]]:
    """The protocols of HTTP and of sockets, with our limits; uvicorn's choice of HTTP where httptools is not
    installed."""
    newcomers = Addresses(limits.connecting, limits.addresses)
    counted = Counted(limits.connections_of_address)
    there: dict[asyncio.BaseTransport, str] = {}

    def left(transport: asyncio.BaseTransport) -> None:
        address = there.pop(transport, None)
        if address is not None:
            counted.leave(address)

    class LimitedSocket(TableSocket):
        """A socket with the limits of this server."""

    LimitedSocket.limits = limits
    LimitedSocket.left = staticmethod(left)
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        return "auto", LimitedSocket

    class TableHttp(HttpToolsProtocol):
        """HTTP whose requests must begin and say their headers in time, and whose answers are read."""

        _timer: asyncio.TimerHandle | None = None
        _trickle: Trickle | None = None
        _head = 0

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            # A proxy is one address for everybody who comes through it.
            if self.client is not None and self.client[0] not in proxies:
                address = address_of({"client": self.client})
                try:
                    newcomers.check(address)
                except Fault:
                    metrics.dropped("hurry")
                    transport.abort()
                    return
                if not counted.enter(address):
                    metrics.dropped("many")
                    transport.abort()
                    return
                there[transport] = address
            self._trickle = Trickle(transport, limits.stalled, self._cut)
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._done()
            self._unwatched()
            super().connection_lost(exc)
            left(self.transport)

        def handle_websocket_upgrade(self) -> None:
            self._unwatched()  # a socket is watched by what waits in its own outbox
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
            super().handle_websocket_upgrade()

        def resume_writing(self) -> None:
            if self._trickle is not None:
                self._trickle.flowed()
            super().resume_writing()

        def _unwatched(self) -> None:
            if self._trickle is not None:
                self._trickle.end()
                self._trickle = None

        def _cut(self) -> None:
            metrics.dropped("slow")
            self.transport.abort()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._wait()

        def on_headers_complete(self) -> None:
            self._done()
            super().on_headers_complete()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self._timer is not None:
                self._head += len(data)
                if self._head > LARGEST_HEAD:
                    self.transport.abort()

        def _wait(self) -> None:
            self._done()
            self._head = 0
            self._timer = self.loop.call_later(limits.hello, self.transport.abort)

        def _done(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return TableHttp, LimitedSocket
