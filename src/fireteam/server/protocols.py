"""Uvicorn's two protocols with the patience of this server: nobody holds a connection by saying or reading nothing."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from fireteam.server import metrics
from fireteam.server.edge import Addresses
from fireteam.server.messages import Fault
from fireteam.server.proxies import Proxies
from fireteam.server.settings import Limits
from fireteam.server.sockets import DROP

GRACE = 5.0
"""Seconds that a closed connection may take to deliver what is left."""
LARGEST_HEAD = 65_536
"""Bytes of a request before its body."""


class TableSocket(WebSocketsSansIOProtocol):
    """A WebSocket that can be let go although its client does not read."""

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
        self.transport.close()
        self.loop.call_later(GRACE, self.transport.abort)


def http_protocol(limits: Limits, proxies: Proxies) -> type[asyncio.Protocol] | Literal["auto"]:
    """The HTTP protocol: the quick one with our limits, or uvicorn's choice where httptools is not installed."""
    newcomers = Addresses(limits.connecting, limits.addresses)
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        return "auto"

    class TableHttp(HttpToolsProtocol):
        """HTTP whose requests must begin and say their headers in time."""

        _timer: asyncio.TimerHandle | None = None
        _head = 0

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            # A proxy is one address for everybody who comes through it.
            if self.client is not None and self.client[0] not in proxies:
                try:
                    newcomers.check(self.client[0])
                except Fault:
                    metrics.dropped("hurry")
                    transport.abort()
                    return
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._done()
            super().connection_lost(exc)

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

    return TableHttp
