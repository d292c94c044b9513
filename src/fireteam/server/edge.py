"""The guard at the door: which names and origins may come in, how much and how fast, and the headers of every reply."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections import OrderedDict
from collections.abc import Iterable
from time import monotonic
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fireteam.server import metrics
from fireteam.server.buckets import Bucket
from fireteam.server.budgets import Budgets, metered, paid_by, settle
from fireteam.server.logs import LOGGER
from fireteam.server.messages import ENCODER, Fault
from fireteam.server.settings import Limits, Pace, ServerSettings

STATUS = {
    **{
        "garbage": 422,
        "setup": 422,
        "illegal": 422,
        "late": 503,
        "nothing": 422,
        "bad_token": 401,
        "taken": 403,
        "forbidden": 403,
        "wrong_seat": 403,
    },
    **{
        "not_found": 404,
        "stale": 409,
        "busy": 409,
        "broken": 409,
        "too_large": 413,
        "too_fast": 429,
        "closing": 503,
        "full": 503,
    },
    **{"no_hello": 422, "internal": 500},
}
"""The HTTP status of each code; any other is a 400."""

_HOST = re.compile(r"(?P<name>[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?", re.ASCII)
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)


class Addresses:
    """A bucket for each address, as long as it matters."""

    def __init__(self, pace: Pace, most: int) -> None:
        self.pace = pace
        self.most = most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, address: str, take: float = 1.0) -> None:
        """A Fault if that address is too fast."""
        now = monotonic()
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.pace.burst, now)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(address)
        wait = bucket.wait(self.pace, now, take)
        if wait:
            raise Fault(
                "too_fast",
                f"that was too often; try again in {wait:.0f} s" if wait > 1 else "that was too often",
                wait=round(wait, 2),
            )


class Doorkeeper:
    """What is remembered of the addresses that came."""

    def __init__(self, limits: Limits) -> None:
        self.creating = Addresses(limits.creating, limits.addresses)
        self.importing = Addresses(limits.importing, limits.addresses)
        self.building = Addresses(limits.building, limits.addresses)
        self.guessing = Addresses(limits.guessing, limits.addresses)
        self.daily = Addresses(limits.matches_of_address, limits.addresses)

    def may_post(self, path: str, address: str) -> None:
        """A Fault if that address makes too many matches, or asks for teams too often."""
        if path in ("/api/matches", "/api/branch"):
            self.creating.check(address)
        elif path == "/api/import":
            self.importing.check(address)
        elif path.startswith("/api/teams/"):
            self.building.check(address)
        if path in ("/api/matches", "/api/branch", "/api/import"):
            self.daily.check(address)

    def may_show(self, address: str) -> None:
        """A Fault if that address has shown too many links that are not valid."""
        self.guessing.check(address, take=0.0)

    def guessed(self, address: str) -> None:
        """That address showed a link that is not valid; a Fault if it did so too often."""
        self.guessing.check(address)


def address_of(scope: Scope) -> str:
    """Who is counted as one: an address, or the whole network that a home is given with IPv6."""
    client = scope.get("client")
    if not client:
        return ""
    try:
        found = ipaddress.ip_address(client[0])
    except ValueError:
        return str(client[0])[:60]
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return None


def host_name(host: str | None) -> str | None:
    """The name in a Host header without its port; None: it is none."""
    match = _HOST.fullmatch(host or "")
    return match["name"].strip("[]").lower().rstrip(".") if match else None


def host_allowed(host: str | None, hosts: Iterable[str]) -> bool:
    """Whether the server may be called so; this is what stops a foreign page that has its name point to this
    machine."""
    name = host_name(host)
    if name is None:
        return False
    allowed = [entry.strip("[]").lower() for entry in hosts]
    return not allowed or name in allowed


def origin_allowed(origin: str | None, host: str | None, origins: Iterable[str]) -> bool:
    """Whether a page of that origin may talk to us: our own page, one that is allowed, or no page at all (a
    program)."""
    if origin is None:
        return True
    if origin.rstrip("/").lower() in [entry.rstrip("/").lower() for entry in origins]:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and parts.netloc.lower() == (host or "").lower()


def content_policy(host: str | None) -> bytes:
    """What our pages may load: their own scripts, styles and pictures, and the socket of this very host."""
    own = f" ws://{host} wss://{host}" if host and _HOST.fullmatch(host) else ""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'{own}; font-src "
        f"'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ).encode("ascii")


def error_body(code: str, text: str, params: dict[str, object] | None = None) -> bytes:
    """An error as HTTP sends it."""
    return ENCODER.encode({"error": {"code": code, "text": text, "params": params or {}}})


class Guard:
    """Around everything: names, origins, bodies, headers, and errors that nobody expected."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, keeper: Doorkeeper, budgets: Budgets) -> None:
        self.app = app
        self.settings = settings
        self.keeper = keeper
        self.budgets = budgets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            try:
                self._admit(scope)
            except Fault as fault:
                metrics.failed(fault.code)
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": fault.text})
                return
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _admit(self, scope: Scope) -> None:
        """A Fault if the name or the origin is not one of ours."""
        host = header(scope, b"host")
        # With two of them, a proxy before us may have looked at the other one.
        once = sum(key == b"host" for key, _ in scope["headers"]) == 1
        if not once or not host_allowed(host, self.settings.hosts):
            raise Fault(
                "forbidden", "this server does not go by that name; start it with --allow-host NAME if it should"
            )
        if scope["type"] == "websocket" or scope["method"] not in _SAFE:
            if not origin_allowed(header(scope, b"origin"), host, self.settings.origins):
                raise Fault(
                    "forbidden",
                    "a page of another origin may not do that; start the server with --allow-origin if it may",
                )

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False
        extra = [*_ALWAYS, (b"content-security-policy", content_policy(header(scope, b"host")))]

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        try:
            self._admit(scope)
            if scope["method"] not in _SAFE:
                self.keeper.may_post(scope["path"], address_of(scope))
                receive = await self._whole_body(scope, receive)
            payer = self.budgets.payer(address_of(scope))
            if scope["path"].startswith("/api/"):
                await settle(payer, self.settings.limits.patience)
            with paid_by(payer):
                await metered(self.app(scope, receive, guarded))
        except Fault as fault:
            metrics.failed(fault.code)
            # What is left of a body that nobody will read must not be taken for the next request.
            await self._refuse(guarded, fault, close=fault.code in ("too_large", "too_fast", "garbage"))
        except Exception:
            metrics.failed("internal")
            LOGGER.exception("a request failed", extra={"method": scope["method"], "path": scope["path"][:200]})
            if started:
                raise
            await self._refuse(
                guarded, Fault("internal", "something went wrong here; it was written to the log"), close=True
            )

    async def _refuse(self, send: Send, fault: Fault, close: bool) -> None:
        body = error_body(fault.code, fault.text, fault.params)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        if fault.code == "too_fast":
            headers.append((b"retry-after", retry_after(fault)))
        if close:
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": STATUS.get(fault.code, 400), "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _whole_body(self, scope: Scope, receive: Receive) -> Receive:
        """The body as one message, read no further than its limit and no longer than its time."""
        limits = self.settings.limits
        most = limits.import_body if scope["path"] == "/api/import" else limits.body
        length = header(scope, b"content-length")
        if length is not None and (
            not length.isascii() or not length.isdigit() or len(length) > 15 or int(length) > most
        ):
            raise Fault("too_large", f"a body has at most {most} bytes here", limit=most)
        body = bytearray()
        try:
            async with asyncio.timeout(limits.body_seconds):
                more = True
                while more:
                    message = await receive()
                    if message["type"] != "http.request":
                        return _once(message, receive)
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise Fault("too_large", f"a body has at most {most} bytes here", limit=most)
                    more = message.get("more_body", False)
        except TimeoutError:
            raise Fault("garbage", "the body did not arrive in time") from None
        return _once({"type": "http.request", "body": bytes(body), "more_body": False}, receive)


def retry_after(fault: Fault) -> bytes:
    """Whole seconds to wait, at least one."""
    return str(max(1, round(float(fault.params.get("wait", 1))))).encode()


def _once(message: Message, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return message

    return again
