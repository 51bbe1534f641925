"""Requests over HTTP: what passes is tried again, what does not is said in one line."""

import http.client
import os
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

from seatrial.errors import FetchError

RETRIES = 3
"""How often a request that failed in passing is sent again."""
LONGEST_WAIT = 60.0
"""Longest wait [s] that a server's `Retry-After` is believed."""
LARGEST_TEXT = 64 << 20
"""Largest answer [bytes] that `text` takes: axes and descriptions are far smaller."""
BASE_VARIABLE = "SEATRIAL_FETCH_BASE_URL"
"""Environment variable: `BASE/host/path` is asked instead of `https://host/path` (mirrors, and the tests)."""

_PASSING = {408, 425, 429, 500, 502, 503, 504}

T = TypeVar("T")


class Passing(Exception):
    """A fault that may be gone at the next try; `wait` is what the server asks for [s], 0 if nothing."""

    def __init__(self, words: str, wait: float = 0.0) -> None:
        super().__init__(words)
        self.wait = wait


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects, but never from HTTPS to plain HTTP."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if req.type == "https" and urllib.parse.urlsplit(newurl).scheme != "https":
            raise FetchError(f"{req.host}: redirects to {newurl}, which is not encrypted; not followed")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _agent() -> str:
    from importlib.metadata import version

    return f"seatrial/{version('seatrial')} (ocean data for rehearsing missions)"


def _ignore(words: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Network:
    """How servers are asked: `timeout` [s] without a byte, `sleep` between tries, `base` as in `BASE_VARIABLE`,
    `note` to tell the user that something is tried again.
    """

    timeout: float = 60.0
    sleep: Callable[[float], None] = field(default_factory=lambda: time.sleep)
    base: str = field(default_factory=lambda: os.environ.get(BASE_VARIABLE, ""))
    note: Callable[[str], None] = _ignore

    def address(self, url: str) -> str:
        """Where `url` is really asked."""
        parts = urllib.parse.urlsplit(url)
        if not self.base or parts.scheme not in ("http", "https"):
            return url
        return f"{self.base.rstrip('/')}/{parts.netloc}{url[len(f'{parts.scheme}://{parts.netloc}') :]}"

    @contextmanager
    def opened(self, url: str, headers: Mapping[str, str], method: str = "GET") -> Iterator[http.client.HTTPResponse]:
        """The answer to one request. Passing or FetchError when there is none, or it breaks while it is read."""
        asked = {"User-Agent": _agent(), "Accept-Encoding": "identity", **headers}
        request = urllib.request.Request(self.address(url), headers=asked, method=method)
        try:
            with urllib.request.build_opener(_SafeRedirects()).open(request, timeout=self.timeout) as response:
                yield response
        except urllib.error.HTTPError as error:
            with error:
                _refused(url, error)
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLCertVerificationError):
                raise FetchError(f"{host(url)}: its certificate is not valid ({error.reason.verify_message})") from None
            raise Passing(f"cannot be reached ({_words(error.reason)})") from None
        except TimeoutError:
            raise Passing(f"sends nothing for {self.timeout:g} s") from None
        except (http.client.HTTPException, ConnectionError) as error:
            raise Passing(f"breaks off ({_words(error)})") from None

    def again(self, url: str, action: Callable[[], T]) -> T:
        """What `action` returns, tried once and up to `RETRIES` times more while its fault passes.

        FetchError, which names the host and what to do, when it never works.
        """
        words = ""
        for number in range(RETRIES + 1):
            try:
                return action()
            except Passing as fault:
                words, wait = str(fault), fault.wait or float(2**number)
            if number < RETRIES:
                self.note(f"{host(url)} {words}; try {number + 2} of {RETRIES + 1} in {wait:g} s")
                self.sleep(wait)
        raise FetchError(
            f"{host(url)} {words}, after {RETRIES + 1} tries: check the network (HTTPS_PROXY behind a proxy) and run "
            f"the same command again, it goes on where it stopped"
        )

    def text(self, url: str) -> bytes:
        """A small file. FetchError when it cannot be had."""

        def action() -> bytes:
            with self.opened(url, {}) as response:
                body = response.read(LARGEST_TEXT + 1)
                promised = length(response)
            if len(body) > LARGEST_TEXT:
                raise FetchError(f"{host(url)}: answer to {url} is larger than {LARGEST_TEXT >> 20} MB")
            if promised is not None and len(body) < promised:
                raise Passing(f"breaks off after {len(body)} of {promised} bytes")
            return body

        return self.again(url, action)

    def size(self, url: str) -> int | None:
        """Size of a file [bytes] as the server says, None when it does not."""

        def action() -> int | None:
            with self.opened(url, {}, "HEAD") as response:
                return length(response)

        return self.again(url, action)


def host(url: str) -> str:
    """Name of the server in `url`."""
    return urllib.parse.urlsplit(url).netloc


def length(response: http.client.HTTPResponse) -> int | None:
    """`Content-Length` [bytes], None where it is missing or no number."""
    value = response.headers.get("Content-Length", "")
    return int(value) if value.isdecimal() else None


def _words(error: object) -> str:
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())


def _refused(url: str, error: urllib.error.HTTPError) -> None:
    """Raise what a status of 300 or more means."""
    words = f"answers {error.code} {error.reason}".strip()
    if error.code == 416:
        raise RangeRefused(error.headers.get("Content-Range", ""))
    if error.code in _PASSING:
        raise Passing(words, _retry_after(error.headers.get("Retry-After", "")))
    raise FetchError(f"{host(url)} {words} to {url}")


class RangeRefused(Exception):
    """Status 416; the text is the header `Content-Range`."""


def _retry_after(value: str) -> float:
    """Seconds that `Retry-After` asks for, at most `LONGEST_WAIT`; 0 when it says nothing usable."""
    if value.isdecimal():
        return min(float(value), LONGEST_WAIT)
    try:
        return min(max(parsedate_to_datetime(value).timestamp() - time.time(), 0.0), LONGEST_WAIT)
    except (TypeError, ValueError):
        return 0.0
