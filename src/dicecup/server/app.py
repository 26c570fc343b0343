"""The HTTP part: games, tables, records, the page. What happens at a table goes over its socket."""

from __future__ import annotations

import asyncio
import gzip
import io
import logging
import re
from collections.abc import MutableMapping, Sequence
from typing import Any, TypeVar

import msgspec
import segno
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import dicecup
from dicecup import games
from dicecup.errors import DicecupError, UnknownGame
from dicecup.server import cards, page, sockets
from dicecup.server.lobby import Lobby, OpenRoom, read_code
from dicecup.server.logs import note, short
from dicecup.server.shown import Shown
from dicecup.store import StoreError
from dicecup.table import wire
from dicecup.table.seats import Refused

__all__ = ["App", "http_part"]

T = TypeVar("T")

LISTED = 100
"""Tables that one request may ask for."""
LONG = 50_000
"""Bytes of an answer that takes a while to compress."""
CHANGES = {"cache-control": "no-store"}
FOR_EVER = "public, max-age=31536000, immutable"

POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    b"connect-src 'self'%b; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_HOST = re.compile(rb"[A-Za-z0-9.\-:\[\]]{1,253}")

STATUS = {
    "too-big": 413,
    "too-many-tables": 429,
    "too-fast": 429,
    "full": 429,
    "stopping": 503,
    "not-stored": 503,
    "no-table": 404,
    "not-found": 404,
    "no-step": 404,
    "unknown-game": 404,
    "not-yet": 409,
}
"""Of refusals; all others are 400."""
TOKENS = 32
"""Tokens of one table that are looked at."""


class App:
    """The whole server as one ASGI application: sockets by themselves, the rest through FastAPI."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._http = http_part(lobby)

    async def __call__(self, scope: MutableMapping[str, Any], receive: sockets.Receive, send: sockets.Send) -> None:
        if scope["type"] == "websocket":
            if scope["path"].startswith(sockets.PATH):
                await sockets.play(self.lobby, scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            return

        # Older browsers do not take 'self' for the socket.
        host = next((value for name, value in scope.get("headers", ()) if name == b"host"), b"")
        sockets_too = b" ws://%b wss://%b" % (host, host) if _HOST.fullmatch(host) else b""

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                policy = (b"content-security-policy", POLICY % sockets_too)
                message["headers"] = [*message["headers"], policy, *HEADERS]
            await send(message)

        await self._http(scope, receive, with_headers)


def http_part(lobby: Lobby) -> FastAPI:
    app = FastAPI(
        title="dicecup",
        version=dicecup.__version__,
        description="Open tables and look at them. A table is played over its socket, `/ws/CODE`.",
        docs_url=None,  # its pages load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(DicecupError, _refused)
    app.add_exception_handler(HTTPException, _lost)
    app.add_exception_handler(RequestValidationError, _lost)
    app.add_exception_handler(Exception, _broken)
    _add_games(app)
    _add_tables(app, lobby)
    _add_page(app, lobby)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, CHANGES | (headers or {}), "application/json")


async def _packed(request: Request, body: bytes, kind: str, headers: dict[str, str] | None = None) -> Response:
    """An answer that may be long: it is compressed in a thread, since everybody else is playing."""
    told = CHANGES | (headers or {})
    if len(body) > LONG and "gzip" in request.headers.get("accept-encoding", ""):
        body = await asyncio.to_thread(gzip.compress, body, 5)
        told |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(body, headers=told, media_type=kind)


async def _refused(request: Request, error: Exception) -> Response:
    code = getattr(error, "code", "error")
    text = "the server cannot store or read tables now" if isinstance(error, StoreError) else str(error)
    if isinstance(error, StoreError):
        note("store failed", logging.ERROR, reason=str(error))
    return _json(wire.Fault(code, text), STATUS.get(code, 400))


async def _lost(request: Request, error: Exception) -> Response:
    """An address at which there is nothing: a browser gets the page, which says so, programs get a fault."""
    if getattr(error, "status_code", 404) == 405:
        allowed = {"allow": (getattr(error, "headers", None) or {}).get("Allow", "GET")}
        return _json(wire.Fault("bad-method", "this address is not asked like that"), 405, allowed)
    if "text/html" in request.headers.get("accept", "") and (text := page.index()) is not None:
        return Response(text, 404, media_type="text/html; charset=utf-8")
    return _json(wire.Fault("not-found", "there is nothing at this address"), 404)


async def _broken(request: Request, error: Exception) -> Response:
    note("request failed", logging.ERROR, error=error, path=getattr(request.scope.get("route"), "path", "?"))
    return _json(wire.Fault("error", "something went wrong here; it has been noted"), 500)


def _address(request: Request) -> str:
    """Whence a request came; uvicorn believes a proxy on this machine that says so."""
    return request.client.host if request.client else ""


async def _body(request: Request, kind: type[T], most: int) -> T:
    """The body of a request; Refused where it is too big or not what is expected."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("malformed", "expected a body of the type application/json")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refused("too-big", f"expected a body of at most {most} bytes")
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refused("malformed", f"{error!s:.300}") from None


JSON = "application/json"


def _shape(kind: Any, about: str, status: str = "200", body: type | None = None, media: str = JSON) -> dict[str, Any]:
    """What a route says in the OpenAPI description."""

    def content(each: Any, media: str = JSON) -> dict[str, Any]:
        (schema,), _ = msgspec.json.schema_components([each], ref_template="#/components/schemas/{name}")
        return {"content": {media: {"schema": schema}}}

    shape: dict[str, Any] = {"responses": {status: {"description": about, **content(kind, media)}}}
    shape["responses"]["4XX"] = {"description": "Refused, with the reason.", **content(wire.Fault)}
    if body is not None:
        shape["requestBody"] = {"required": True, **content(body)}
    return shape


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        described = FastAPI.openapi(app)
        kinds = [getattr(wire, name) for name in wire.__all__]
        _, schemas = msgspec.json.schema_components(
            [kind for kind in kinds if isinstance(kind, type)], ref_template="#/components/schemas/{name}"
        )
        described.setdefault("components", {})["schemas"] = schemas
        for path in described["paths"].values():
            for route in path.values():
                route["responses"].pop("422", None)
        app.openapi_schema = described
    return app.openapi_schema


def _add_games(app: FastAPI) -> None:
    @app.get("/api/games", openapi_extra=_shape(list[wire.GameCard], "The games."))
    async def list_games() -> Response:
        """All games, as visitors are shown them."""
        return _json(await asyncio.to_thread(lambda: [cards.card(name) for name in games.names()]))

    @app.get("/api/games/{name}/rules", openapi_extra=_shape(wire.RulesPage, "The rules."))
    async def rules(name: str) -> Response:
        """How a game is played, as HTML."""
        return _json(wire.RulesPage(await asyncio.to_thread(cards.rules_html, name)))

    @app.get("/art/{name}/{file}", include_in_schema=False)
    async def art(name: str, file: str) -> Response:
        try:
            drawing = await asyncio.to_thread(cards.art, name, file)
        except UnknownGame:
            drawing = None
        if drawing is None:
            raise Refused("not-found", "there is no such drawing")
        return Response(drawing, headers={"cache-control": "public, max-age=3600"}, media_type="image/svg+xml")


def _add_tables(app: FastAPI, lobby: Lobby) -> None:
    shown = Shown(lobby)

    async def room(code: str) -> OpenRoom:
        known = read_code(code)
        opened = None if known is None else await lobby.find(known)
        if opened is None:
            raise Refused("no-table", "there is no table of that code")
        return opened

    async def card(code: str, tokens: Sequence[str]) -> wire.TableCard | None:
        """How the table of that code stands; one that cannot be read must not hide the others."""
        try:
            return await lobby.card(code, tokens[:TOKENS])
        except StoreError as error:
            note("not loaded", logging.ERROR, table=short(code), reason=str(error))
            return None

    @app.post("/api/promises", status_code=201, openapi_extra=_shape(wire.DicePromise, "The promise.", "201"))
    async def promise(request: Request) -> Response:
        """Ask for the promise of a table's dice, before opening it with a nonce."""
        return _json(lobby.promise(_address(request)), 201)

    @app.post(
        "/api/tables",
        status_code=201,
        openapi_extra=_shape(wire.NewTable, "The table, with the tokens of its seats.", "201", wire.OpenTable),
    )
    async def open_table(request: Request) -> Response:
        """Open a table. The tokens are told this once; they are what a seat belongs to."""
        wish = await _body(request, wire.OpenTable, lobby.limits.message)
        return _json(await lobby.open(wish, _address(request)), 201)

    @app.post(
        "/api/tables/list",
        openapi_extra=_shape(list[wire.TableCard], "Those that exist.", body=wire.ListTables),
    )
    async def list_tables(request: Request) -> Response:
        """How the tables of these codes stand; unknown codes are left out."""
        asked = await _body(request, wire.ListTables, lobby.limits.message)
        if len(asked.codes) > LISTED:
            raise Refused("too-big", f"expected at most {LISTED} codes")
        found = [await card(code, asked.tokens.get(each, [])) for each in asked.codes if (code := read_code(each))]
        return _json([each for each in found if each is not None])

    @app.get(
        "/api/tables/{code}/record",
        response_class=Response,
        openapi_extra=_shape(str, "The record.", media="application/jsonl"),
    )
    async def record(code: str, request: Request) -> Response:
        """The game so far as a record, JSON Lines; the secret of the dice is in it once the game is over."""
        text = await shown.ask(code, _address(request), lambda played: played.record().encode())
        headers = {"content-disposition": f'attachment; filename="dicecup-{read_code(code)}.jsonl"'}
        return await _packed(request, text, "application/jsonl; charset=utf-8", headers)

    @app.get("/api/tables/{code}/steps/{n}", openapi_extra=_shape(wire.Step, "The game at that step."))
    async def step(code: str, n: int, request: Request) -> Response:
        """The game after so many of its moves and rolls, as somebody who watches sees it."""
        return _json(await shown.ask(code, _address(request), lambda played: played.step(n)))

    @app.get("/api/tables/{code}/dice", openapi_extra=_shape(wire.DiceCheck, "What the dice were made from."))
    async def dice(code: str, request: Request) -> Response:
        """All that is needed to make the dice of a finished game again."""
        told = await shown.ask(code, _address(request), lambda played: msgspec.json.encode(played.dice()))
        return await _packed(request, told, "application/json")

    @app.get(
        "/api/tables/{code}/qr.svg",
        response_class=Response,
        openapi_extra=_shape(str, "The code.", media="image/svg+xml"),
    )
    async def qr(code: str, request: Request) -> Response:
        """The link to the table as a QR code."""
        opened = await room(code)
        host = request.headers.get("host", "")
        if not _HOST.fullmatch(host.encode("latin-1")):
            raise Refused("malformed", "the request does not say by which name it came")
        link = f"{request.url.scheme}://{host}/t/{opened.room.code}"
        out = io.BytesIO()
        segno.make(link, micro=False).save(out, kind="svg", xmldecl=False, svgclass=None, lineclass=None, border=4)
        return Response(out.getvalue(), media_type="image/svg+xml", headers=CHANGES)

    async def health() -> Response:
        """Whether the server works and its store takes what happens; 503 where it does not."""
        well = await lobby.well()
        told = {"ok": well, "version": dicecup.__version__, "tables": lobby.tables}
        return _json(told | {"in_memory": lobby.in_memory, "connected": lobby.connected}, 200 if well else 503)

    app.add_api_route("/healthz", health, openapi_extra=_shape(dict[str, Any], "All is well."))
    app.add_api_route("/healthz", health, methods=["HEAD"], include_in_schema=False)


def _add_page(app: FastAPI, lobby: Lobby) -> None:
    async def index(request: Request) -> Response:
        text = page.index()
        if text is None:
            return Response(page.NOT_BUILT, 503, media_type="text/html; charset=utf-8")
        return Response(text, headers={"cache-control": "no-cache"}, media_type="text/html; charset=utf-8")

    for path in ("/", "/new/{game}", "/rules/{game}", "/t/{code}", "/t/{code}/dice", "/t/{code}/steps"):
        app.add_api_route(path, index, methods=["GET", "HEAD"], include_in_schema=False)

    @app.get("/assets/{path:path}", include_in_schema=False)
    async def assets(path: str) -> Response:
        found = await asyncio.to_thread(page.asset, f"assets/{path}")
        if found is None:
            raise Refused("not-found", "there is no such file")
        return Response(found[0], headers={"cache-control": FOR_EVER}, media_type=found[1])

    @app.get("/{file}", include_in_schema=False)
    async def beside(file: str) -> Response:
        """What lies beside the page: an icon, a manifest."""
        found = await asyncio.to_thread(page.asset, file)
        if found is None:
            raise HTTPException(404)
        return Response(found[0], headers={"cache-control": "public, max-age=3600"}, media_type=found[1])
