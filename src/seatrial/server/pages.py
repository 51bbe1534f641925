"""The built page, held in memory: a request can only name what was there, so none reaches the file system."""

import gzip
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seatrial.server.age import STATIC
from seatrial.server.replies import Refusal
from seatrial.server.sessions import NAME, fresh_name
from seatrial.server.state import SESSION_COOKIE

_HASHED = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
_PACKED = ("text/", "application/javascript", "application/json", "image/svg")
_LEAST_PACKED = 1400
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".webmanifest": "application/json"}
FOR_EVER = "public, max-age=31536000, immutable"

NOT_BUILT = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Seatrial</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto}</style>
<h1>Seatrial is running</h1>
<p>The page has not been built in this checkout. <code>make run</code> builds it; so does <code>pip install .</code></p>
<p>The HTTP interface works all the same: <a href="/api/health">/api/health</a>,
<a href="/api/snapshot">/api/snapshot</a>, <a href="/api/docs">/api/docs</a>.</p></html>
"""


@dataclass(frozen=True)
class Asset:
    """One file of the page."""

    body: bytes
    packed: bytes | None
    media_type: str
    cache: str


class Assets:
    """Files below a folder by their path in a URL; read again when the page was built anew."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._built_at = -1
        self._newest: dict[str, Asset] = {}
        self._known: dict[str, Asset] = {}

    def refresh(self) -> None:
        """Read the folder when its index.html is another one than before.

        While a build replaces the folder there is none: what was there goes on. The parts of the build before, which an
        open page may still ask for, stay until the next one.
        """
        try:
            built_at = (self._folder / "index.html").stat().st_mtime_ns
            if built_at == self._built_at:
                return
            files = (path for path in self._folder.rglob("*") if path.is_file())
            newest = {"/" + path.relative_to(self._folder).as_posix(): _asset(path) for path in files}
        except OSError:
            return
        self._built_at = built_at
        before = {path: asset for path, asset in self._newest.items() if asset.cache == FOR_EVER}
        self._newest, self._known = newest, before | newest

    def get(self, path: str) -> Asset | None:
        """The file of a path, None when there is none. A page that is open may ask a server that was just started."""
        if path not in self._known:
            self.refresh()
        return self._known.get(path)


def _asset(path: Path) -> Asset:
    body = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 6) if kind.startswith(_PACKED) and len(body) >= _LEAST_PACKED else None
    return Asset(body, packed, kind, FOR_EVER if _HASHED.search(path.name) else "no-cache")


def _sent(request: Request, asset: Asset) -> Response:
    headers = {"cache-control": asset.cache, "vary": "Accept-Encoding"}
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.packed, 200, headers | {"content-encoding": "gzip"}, asset.media_type)
    return Response(asset.body, 200, headers, asset.media_type)


class Page:
    """The endpoints of the page."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets

    async def index(self, request: Request) -> Response:
        """The page itself; a browser without a session gets one."""
        self._assets.refresh()
        found = self._assets.get("/index.html") or Asset(NOT_BUILT, None, "text/html", "no-cache")
        answer = _sent(request, found)
        if not NAME.fullmatch(request.cookies.get(SESSION_COOKIE, "")):
            answer.set_cookie(
                SESSION_COOKIE, fresh_name(), httponly=True, samesite="lax", path="/", max_age=30 * 86_400
            )
        return answer

    async def file(self, request: Request) -> Response:
        """One of its files."""
        asset = self._assets.get(request.url.path)
        if asset is None:
            raise Refusal(404, f"no such path: {request.method} {request.url.path[:80]}")
        return _sent(request, asset)

    def routes(self) -> list[Route]:
        """The page, then everything that no other route takes."""
        return [Route("/", self.index, methods=["GET"]), Route("/{path:path}", self.file, methods=["GET"])]
