"""Running the server: its directory, its port, the browser, and an end in good order."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import json
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import uvicorn
from filelock import FileLock, Timeout

import fireteam
from fireteam.core.errors import FireteamError, SetupError
from fireteam.core.home import home
from fireteam.server import limiting, logs
from fireteam.server.app import make_app
from fireteam.server.logs import LOGGER
from fireteam.server.preparing import Preparing
from fireteam.server.protocols import protocols
from fireteam.server.proxies import Proxies
from fireteam.server.settings import Limits, ServerSettings
from fireteam.server.stores import check_store, open_store

LOCK = "table.lock"
NOTE = "table.url"
"""Where the server that has the lock is to be found; a file of its own, since Windows lets nobody read a locked one."""
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
ENOUGH_FILES = 16_384
SHORTEST_TOKEN = 16
"""Characters that nobody guesses."""
LOOK = 3.0
"""Seconds that another server may take to say that it is one of ours."""


@dataclass(frozen=True, slots=True)
class Serving:
    """What was asked for on the command line."""

    host: str = "127.0.0.1"
    port: int = 8712
    browser: bool = True
    data: Path | None = None
    workers: int = 1
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    log: str = "text"
    bot_seconds: float = 5.0
    odds_seconds: float = 10.0
    behind_proxy: tuple[str, ...] = ()
    """Addresses and networks of the proxies that say who the clients are."""
    imports: bool = True
    """Whether saves may be brought in."""
    metrics_token: str = field(default="", repr=False)
    """What other machines must show to read the metrics."""
    limits: tuple[str, ...] = ()
    """NAME=VALUE of each limit that is not the default."""
    store: str = field(default="", repr=False)
    """The address of a PostgreSQL database for the matches; without one they are in a file of the directory."""
    or_open: bool = False
    """Where a server of ours runs already, open the browser on that."""


def serve(asked: Serving, say: Callable[[str], None]) -> None:
    """Run the server until it is told to stop."""
    _check(asked)
    directory = directory_of(asked.data)
    try:
        with alone(directory) as note:
            listening = _listen(asked)
            url = url_of(asked.host, listening.getsockname()[1])
            note(url)
            _more_files()
            logs.set_up(asked.log)
            if not is_loopback(asked.host):
                say(
                    "Warning: others can reach this server; its links are the only protection. Whoever has a link can "
                    "use it."
                )
            config_loop = uvicorn.Config(_nothing, loop="auto").get_loop_factory()
            with asyncio.Runner(loop_factory=config_loop) as runner:
                runner.run(_run(asked, directory, listening, url, say))
    except _Taken as taken:
        if asked.or_open and taken.url and is_ours(taken.url):
            say(f"The table is open already: {taken.url}")
            if asked.browser:
                open_browser(taken.url).join(timeout=5)
            return
        raise SetupError(str(taken)) from None


class _Taken(FireteamError):
    """The port or the directory is in use; perhaps by a server of ours at `url`."""

    def __init__(self, text: str, url: str) -> None:
        super().__init__(text)
        self.url = url


async def _nothing(_scope: Any, _receive: Any, _send: Any) -> None:
    """Stands for the application where only uvicorn's choice of event loop is wanted."""


def _check(asked: Serving) -> None:
    if asked.log not in logs.KINDS:
        raise SetupError(f"--log is text or json; got {asked.log!r}")
    for name, seconds in (("--bot-seconds", asked.bot_seconds), ("--odds-seconds", asked.odds_seconds)):
        if seconds <= 0:
            raise SetupError(f"{name} is more than 0")
    Proxies(asked.behind_proxy)
    limiting.chosen(asked.limits)
    if asked.metrics_token and len(asked.metrics_token) < SHORTEST_TOKEN:
        raise SetupError(f"--metrics-token has at least {SHORTEST_TOKEN} characters")
    check_store(asked.store)
    for origin in asked.origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise SetupError(f"an origin is like https://example.org or http://localhost:5173; got {origin!r}")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach that address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def url_of(host: str, port: int) -> str:
    """Where a browser on this machine finds the server."""
    name = host.strip("[]")
    if name in ("0.0.0.0", "::", ""):
        name = "127.0.0.1" if name != "::" else "::1"
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def settings_of(asked: Serving, limits: Limits | None = None) -> ServerSettings:
    """Who may come: on loopback only by the names of this machine, elsewhere by any name unless some are given."""
    hosts: tuple[str, ...] = ()
    if is_loopback(asked.host) or asked.hosts:
        hosts = (*LOOPBACK_NAMES, asked.host, *asked.hosts)
    limits = limits or limiting.chosen(asked.limits)
    return ServerSettings(hosts=hosts, origins=asked.origins, metrics_token=asked.metrics_token, limits=limits)


# -- the directory -----------------------------------------------------------------------------------------------------


def directory_of(wish: Path | None) -> Path:
    """The folder of the matches, made if need be."""
    directory = wish if wish is not None else home()
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise SetupError(f"cannot use {directory} for the matches: {error.strerror or error}") from None
    return directory


@contextlib.contextmanager
def alone(directory: Path) -> Iterator[Callable[[str], object]]:
    """The directory for this process alone, until it ends, however it ends; gives a way to note where the server is to
    be found."""
    path = directory / NOTE
    lock = FileLock(directory / LOCK, blocking=False)
    try:
        lock.acquire()
    except Timeout:
        url = _noted(path)
        where = f" at {url}" if url else ""
        raise _Taken(
            f"a server uses {directory} already{where}; open that one, stop it, or choose another directory with "
            f"--data",
            url,
        ) from None
    except OSError as error:
        raise SetupError(f"cannot write in {directory}: {error.strerror or error}") from None
    try:
        path.unlink(missing_ok=True)  # of a server that was killed
        yield lambda url: path.write_text(json.dumps({"url": url, "process": os.getpid()}) + "\n", encoding="utf-8")
    finally:
        path.unlink(missing_ok=True)
        lock.release()


def _noted(path: Path) -> str:
    """Where the server of a directory says that it is to be found; nothing if it says nothing."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return str(found.get("url", "")) if isinstance(found, dict) else ""


# -- the port ----------------------------------------------------------------------------------------------------------


def _listen(asked: Serving) -> socket.socket:
    """A socket that listens, or an error that says what to do."""
    host, port = asked.host.strip("[]"), asked.port
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise SetupError(
            f"there is no address {asked.host!r} on this machine; --host 127.0.0.1 is this machine alone"
        ) from None
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise _Taken(
                f"port {port} is in use already; choose another with --port, such as --port "
                f"{port + 1 if port < 65_535 else 8712}",
                url_of(asked.host, port),
            ) from None
        if error.errno == errno.EACCES:
            raise SetupError(f"port {port} is not allowed for you; choose one above 1024 with --port") from None
        raise SetupError(f"cannot listen on {asked.host}, port {port}: {error.strerror or error}") from None
    return listening


def is_ours(url: str) -> bool:
    """Whether a healthy server of ours answers there."""
    try:
        # Without proxies: the address is of this machine.
        with build_opener(ProxyHandler({})).open(f"{url}healthz", timeout=LOOK) as answer:
            found = json.loads(answer.read(10_000))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("name") == "fireteam" and found.get("status") == "ok"


def _more_files() -> None:
    """Every socket is a file, and many systems allow only 1,024 at first."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(ENOUGH_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


# -- the browser -------------------------------------------------------------------------------------------------------


def can_browse() -> bool:
    """Whether there is a screen for a browser; without one, Linux would start a text browser in this terminal."""
    if not sys.platform.startswith("linux") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(url: str) -> threading.Thread:
    """Open the page beside the server: some browsers return only when they are closed."""

    def work() -> None:
        if can_browse():
            with contextlib.suppress(webbrowser.Error, OSError):
                webbrowser.open(url)

    thread = threading.Thread(target=work, name="browser", daemon=True)
    thread.start()
    return thread


# -- the server --------------------------------------------------------------------------------------------------------


class TableServer(uvicorn.Server):
    """Uvicorn that says when it is ready, and says goodbye before it closes."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], goodbye: Callable[[], Any]) -> None:
        super().__init__(config)
        self.ready = ready
        self.goodbye = goodbye

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Nobody new comes in; those inside hear it before they are let go."""
        for server in self.servers:
            server.close()
        if not self.force_exit:
            await self.goodbye()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal to stop is a wish like any other: the exit code is 0 (uvicorn's own would end by the signal)."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def server_config(app: Any, limits: Limits, proxies: Proxies | None = None) -> uvicorn.Config:
    """How uvicorn serves the table."""
    proxies = proxies or Proxies()
    http, sockets = protocols(limits, proxies)
    return uvicorn.Config(
        app,
        http=http,
        ws=sockets,
        ws_max_size=limits.frame,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        # Compression would cost each socket more memory than a sleeping match.
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        log_level=logging.WARNING,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies.names(),
        timeout_keep_alive=15,
        timeout_graceful_shutdown=2,
    )


def _settle() -> None:
    """What was loaded stays: the collector need not look at it again, and full collections, which stop everybody, are
    rare.

    Threads give way to each other sooner than usual: the writer's thread must not make the loop wait for five
    milliseconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    sys.setswitchinterval(0.0005)


def _warm(preparing: Preparing) -> None:
    """The games get faster while somebody plays, who is told so; a game that cannot is as it is."""
    for name in fireteam.games():
        try:
            work = fireteam.warm(name, may_compile=True)
        except (FireteamError, OSError) as error:
            LOGGER.warning("no warming", extra={"game": name, "reason": str(error)})
        else:
            if work is not None:
                preparing.until_done(name, work)


async def _run(asked: Serving, directory: Path, listening: socket.socket, url: str, say: Callable[[str], None]) -> None:
    from fireteam.server.importing import Importing
    from fireteam.server.links import Links, secret_of
    from fireteam.server.lobby import Lobby
    from fireteam.server.workers import Thinkers

    settings = settings_of(asked)
    lobby = Lobby(
        open_store(asked.store, directory),
        Links(secret_of(directory)),
        Thinkers(asked.workers),
        lookers=Thinkers(settings.limits.lookers),
        directory=directory,
        limits=settings.limits,
        bot_seconds=asked.bot_seconds,
        odds_seconds=asked.odds_seconds,
        importing=Importing(allowed=asked.imports),
    )
    try:
        await lobby.start()
        app = make_app(lobby, settings)
        _settle()

        def ready() -> None:
            say(f"The table is open: {url}  (Ctrl-C closes it)")
            LOGGER.info("open", extra={"url": url, "data": str(directory), "version": fireteam.__version__})
            if asked.browser:
                open_browser(url)
            # Not a daemon: the interpreter must not come to its end while packages are still being loaded there.
            threading.Thread(target=_warm, args=(lobby.preparing,), name="warming").start()

        config = server_config(app, settings.limits, Proxies(asked.behind_proxy))
        server = TableServer(config, ready, app.state.sockets.close)
        await server.serve(sockets=[listening])
    finally:
        try:
            async with asyncio.timeout(4):
                await lobby.close()
        except TimeoutError:
            # Nothing is lost: what was acknowledged is durable.
            LOGGER.error("closing took too long")
        LOGGER.info("closed")
