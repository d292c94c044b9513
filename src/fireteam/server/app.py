"""The HTTP side of the table: thin routes, each of which asks the lobby."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import WebSocketRoute

import fireteam
from fireteam.core.errors import FireteamError, PackError, SaveError
from fireteam.server import metrics, pulse
from fireteam.server.budgets import PAYER, Budgets, seat_of, settle
from fireteam.server.edge import STATUS, Doorkeeper, Guard, address_of, error_body, retry_after
from fireteam.server.links import Link
from fireteam.server.logs import LOGGER
from fireteam.server.messages import CODES, ENCODER, Fault
from fireteam.server.operators import may_read_metrics
from fireteam.server.pagefiles import START, PageFiles, pack, takes_gzip
from fireteam.server.ports import HallPort
from fireteam.server.requests import BranchWish, ImportWish, LinkWish, MatchWish, TeamWish
from fireteam.server.settings import ServerSettings
from fireteam.server.sockets import Sockets
from fireteam.server.storage import CannotWrite, StorageError

NO_STORE = {"cache-control": "no-store"}


def make_app(lobby: HallPort, settings: ServerSettings, clock: Callable[[], float] = monotonic) -> FastAPI:
    """The whole server as an ASGI application; `app.state.sockets` are its open sockets."""
    app = FastAPI(title="Fireteam", version=fireteam.__version__, openapi_url=None, docs_url=None, redoc_url=None)
    keeper = Doorkeeper(settings.limits)
    budgets = Budgets(settings.limits)
    sockets = Sockets(lobby, settings.limits, keeper, budgets, clock)
    app.state.sockets = sockets
    app.add_middleware(Guard, settings=settings, keeper=keeper, budgets=budgets)
    app.router.routes.append(WebSocketRoute("/ws", sockets.serve))
    _errors(app)
    _about(app, lobby, sockets, settings)
    _matches(app, lobby, _link_reader(lobby, keeper, budgets, settings.limits.patience))
    _page(app, PageFiles(settings.page))
    return app


def reply(data: Any, status: int = 200) -> Response:
    """Data as JSON."""
    return Response(ENCODER.encode(data), status, NO_STORE, "application/json")


def _trouble(code: str, text: str, status: int | None = None, params: dict[str, Any] | None = None) -> Response:
    metrics.failed(code)
    return Response(error_body(code, text, params), status or STATUS.get(code, 400), NO_STORE, "application/json")


def _errors(app: FastAPI) -> None:
    """Everything wrong becomes {"error": {code, text, params}}; what nobody expected is the guard's."""

    @app.exception_handler(Fault)
    async def fault(_request: Request, error: Fault) -> Response:
        found = _trouble(error.code, error.text, params=error.params)
        if error.code == "too_fast":
            found.headers["retry-after"] = retry_after(error).decode()
        return found

    @app.exception_handler(CannotWrite)
    async def full(_request: Request, error: CannotWrite) -> Response:
        LOGGER.error("the store cannot write: %s", error)
        return _trouble("broken", pulse.WORDS, 503)

    @app.exception_handler(StorageError)
    async def store(_request: Request, error: StorageError) -> Response:
        LOGGER.error("the store failed", exc_info=error)  # its sentence names files of this machine
        return _trouble("internal", CODES["internal"], 500)

    @app.exception_handler(FireteamError)
    async def mistake(_request: Request, error: FireteamError) -> Response:
        params = {"line": error.line} if isinstance(error, SaveError | PackError) else None
        return _trouble("setup", error.reason if isinstance(error, PackError) else str(error), 422, params)

    @app.exception_handler(RequestValidationError)
    async def schema(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "body")[:120]
        return _trouble("garbage", f"{place}: {first['msg']}" if place else str(first["msg"]), 422, {"place": place})

    @app.exception_handler(HTTPException)
    async def refused(_request: Request, error: HTTPException) -> Response:
        code = "not_found" if error.status_code == 404 else "garbage"
        found = _trouble(code, CODES["not_found"] if code == "not_found" else str(error.detail), error.status_code)
        found.headers.update(error.headers or {})
        return found


def _about(app: FastAPI, lobby: HallPort, sockets: Sockets, settings: ServerSettings) -> None:
    """The server itself, the games, the rules."""
    kept: dict[str, tuple[bytes, bytes | None]] = {}

    def lasting(name: str, data: Callable[[], Any], request: Request) -> Response:
        # Games and rules do not change while the server runs: written and compressed once.
        if name not in kept:
            text = ENCODER.encode(data())
            kept[name] = (text, pack(text))
        text, packed = kept[name]
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        if packed is not None and takes_gzip(request):
            return Response(packed, headers={**headers, "content-encoding": "gzip"}, media_type="application/json")
        return Response(text, headers=headers, media_type="application/json")

    @app.get("/healthz")
    async def health() -> Response:
        about = {"name": "fireteam", "version": fireteam.__version__}
        if sockets.closing:
            return reply({"status": "closing", **about}, 503)
        found = await lobby.health()
        return reply({**about, **found}, 200 if found["status"] == "ok" else 503)

    @app.get("/metrics")
    async def numbers(request: Request) -> Response:
        if not may_read_metrics(request, settings.metrics_token):
            raise Fault("not_found", CODES["not_found"])
        text = metrics.render(lobby.statistics(), len(sockets), sockets.silent)
        return Response(text, headers={**NO_STORE, "content-type": metrics.CONTENT_TYPE})

    @app.get("/api/games")
    async def games(request: Request) -> Response:
        return lasting("games", lobby.games, request)

    @app.get("/api/rules/{game}")
    async def rules(game: str, request: Request) -> Response:
        return lasting(f"rules {game}", lambda: lobby.rules(game), request)


def _link_reader(
    lobby: HallPort, keeper: Doorkeeper, budgets: Budgets, patience: float
) -> Callable[[Request], Awaitable[Link]]:
    async def read(request: Request) -> Link:
        """The link that a request shows; from here on its seat pays as well."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token.strip():
            raise Fault("bad_token", "this needs a link: the header Authorization: Bearer TOKEN")
        address = address_of(request.scope)
        keeper.may_show(address)
        try:
            link = await lobby.link_of(token.strip())
        except Fault as fault:
            if fault.code == "bad_token":
                keeper.guessed(address)
            raise
        payer = budgets.payer(address, seat_of(link))
        PAYER.set(payer)  # as long as this request lasts: it has a context of its own
        await settle(payer, patience)
        return link

    return read


def _matches(app: FastAPI, lobby: HallPort, read: Callable[[Request], Awaitable[Link]]) -> None:
    """Making matches, and what a link lets one see and do."""
    # Added by name: annotations are text here, and FastAPI must find this one.
    shown = Depends(read)

    @app.post("/api/matches")
    async def create(wish: MatchWish) -> Response:
        return reply(await lobby.create(wish), 201)

    @app.post("/api/teams/{game}")
    async def team_form(game: str, wish: TeamWish) -> Response:
        return reply(await lobby.team_form(game, wish))

    @app.post("/api/import")
    async def import_save(wish: ImportWish) -> Response:
        return reply(await lobby.import_save(wish.text, wish.wanted_seats()), 201)

    @app.post("/api/branch")
    async def branch(wish: BranchWish, link: Link = shown) -> Response:
        return reply(await lobby.branch(link, wish.at, wish.seats, handover=wish.handover), 201)

    @app.post("/api/seat")
    async def claim(link: Link = shown) -> Response:
        return reply({"token": await lobby.claim(link)})

    @app.get("/api/match")
    async def summary(link: Link = shown) -> Response:
        return reply(await lobby.summary(link))

    @app.get("/api/links")
    async def links(link: Link = shown) -> Response:
        return reply(await lobby.links(link))

    @app.post("/api/links")
    async def renew(wish: LinkWish, link: Link = shown) -> Response:
        return reply({"token": await lobby.renew(link, wish.role, wish.seat)})

    @app.get("/api/save")
    async def save(link: Link = shown) -> Response:
        name, text = await lobby.save(link)
        safe = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:100] or "fireteam.txt"
        headers = {**NO_STORE, "content-disposition": f'attachment; filename="{safe}"'}
        return Response(text.encode(), headers=headers, media_type="text/plain")

    @app.get("/api/dice")
    async def dice(link: Link = shown) -> Response:
        return reply(await lobby.dice(link))

    @app.get("/api/replay")
    async def replay_index(link: Link = shown) -> Response:
        return reply(await lobby.replay_index(link))

    @app.get("/api/replay/{at}")
    async def replay_frame(at: int, link: Link = shown) -> Response:
        if not 0 <= at <= 1_000_000:
            raise Fault("not_found", CODES["not_found"])
        return reply(await lobby.replay_frame(link, at))


def _page(app: FastAPI, files: PageFiles) -> None:
    """The page and its files."""

    @app.api_route("/", methods=["GET", "HEAD"])
    async def start(request: Request) -> Response:
        return _found(files.reply(START, request))

    @app.api_route("/{name:path}", methods=["GET", "HEAD"])
    async def file(name: str, request: Request) -> Response:
        return _found(files.reply(name, request))


def _found(response: Response | None) -> Response:
    if response is None:
        raise Fault("not_found", CODES["not_found"])
    return response
