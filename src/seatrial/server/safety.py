"""Who may ask: Host check against DNS rebinding, same origin by default, token, security headers. ASGI middleware."""

import hmac
import ipaddress
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from seatrial.server.replies import error_reply
from seatrial.server.settings import Settings

TOKEN_COOKIE = "seatrial_token"
METHODS = "GET, POST, PATCH, DELETE, OPTIONS"
ELSEWHERE = ("cross-site", "same-site")
"""What browsers say of requests by pages of another origin."""
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
BASE_MAP = "https://tile.openstreetmap.org"
"""Where the base map comes from that the layer menu offers."""

SECURITY = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            "worker-src 'self' blob:",
            "child-src 'self' blob:",
            f"img-src 'self' data: blob: {BASE_MAP}",
            f"connect-src 'self' {BASE_MAP}",
            "style-src 'self' 'unsafe-inline'",
            "font-src 'self' data:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
}


def host_name(authority: str) -> str:
    """Name in a Host header or an origin, without port: `[::1]:8080` is ::1."""
    try:
        return (urlsplit(f"//{authority}").hostname or "").rstrip(".")
    except ValueError:
        return ""


class Safety:
    """Refuses what should not be here, before any endpoint sees it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._hosts = settings.names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a refusal, a preflight or a link with a token; hand the rest on, with headers added."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        allowed = self._allowed_origin(headers.get("origin"))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    found.setdefault(name, value)
                self._add_cors(found, allowed)
            await send(message)

        answer = self._answer(scope, headers, allowed)
        await (answer or self._app)(scope, receive, with_headers)

    def _answer(self, scope: Scope, headers: Headers, allowed: str) -> Response | None:
        name = host_name(headers.get("host", ""))
        if not self._is_ours(name):
            shown = name[:60] or "none"
            more = " only" if self._settings.is_local else " and to its addresses only; see --allow-host"
            return error_reply(403, f"host {shown}: this server answers to {', '.join(self._hosts)}{more}")
        if scope["method"] == "OPTIONS":
            return Response(status_code=204)
        elsewhere = "" if allowed else _elsewhere(scope, headers)
        if elsewhere:
            return error_reply(403, f"{elsewhere}: pages of other sites may not do this; see --cors")
        return self._token_answer(scope, headers) if self._settings.token else None

    def _is_ours(self, name: str) -> bool:
        """Whether a request names this machine; rebinding needs a name, so that others may also use its addresses."""
        return name in self._hosts or (not self._settings.is_local and _is_address(name))

    def _token_answer(self, scope: Scope, headers: Headers) -> Response | None:
        """None for who has the token."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        linked = next((value for key, value in query if key == "token"), None)
        if linked is not None and self._fits(linked):
            if scope["method"] != "GET" or scope["path"] != "/":
                return None
            rest = urlencode([item for item in query if item[0] != "token"])
            answer = RedirectResponse(f"/?{rest}" if rest else "/", 303)
            answer.set_cookie(TOKEN_COOKIE, self._settings.token, httponly=True, samesite="strict", path="/")
            return answer
        bearer = headers.get("authorization", "").partition(" ")
        if (bearer[0].lower() == "bearer" and self._fits(bearer[2].strip())) or self._fits(_cookie(headers)):
            return None
        return error_reply(401, "token needed: open the link that the server printed, or send Authorization: Bearer")

    def _fits(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._settings.token.encode())

    def _allowed_origin(self, origin: str | None) -> str:
        """What to answer in Access-Control-Allow-Origin; empty for nothing."""
        if self._settings.cors == "*":
            return "*"
        return origin if origin and origin == self._settings.cors.rstrip("/") else ""

    def _add_cors(self, headers: MutableHeaders, allowed: str) -> None:
        if self._settings.cors and self._settings.cors != "*":
            headers.add_vary_header("Origin")
        if allowed:
            headers["access-control-allow-origin"] = allowed
            headers["access-control-allow-methods"] = METHODS
            headers["access-control-allow-headers"] = "Content-Type, Authorization, Last-Event-ID"
        else:
            headers.setdefault("cross-origin-resource-policy", "same-origin")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _elsewhere(scope: Scope, headers: Headers) -> str:
    """From where a request comes that pages of other sites may not make; empty when nothing says so.

    Browsers say it in Origin, and newer ones in Sec-Fetch-Site, also where they leave the origin out.
    """
    is_changing = scope["method"] in CHANGING
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "")
    if is_changing and origin is not None and not _is_same(origin, headers):
        return f"origin {origin[:80]}"
    is_followed = headers.get("sec-fetch-mode") == "navigate"  # a link that somebody clicked
    is_read = scope["path"].startswith("/api/") and not is_followed
    return f"sec-fetch-site {site}" if site in ELSEWHERE and (is_changing or is_read) else ""


def _is_same(origin: str, headers: Headers) -> bool:
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(TOKEN_COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value
