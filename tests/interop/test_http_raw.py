"""What is no HTTP/1.1, and a page that is newer than the server."""

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from seatrial.server.age import Age
from tests.reference.http_server import client_of, make_app, serving


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(make_app()) as address:
        yield int(address.rpartition(":")[2])


def asked(port: int, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the answer to the bytes of a request, after which the connection has ended."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(request)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (row.partition(": ") for row in rest)}
    return int(first.split(" ")[1]), headers, body


@pytest.mark.parametrize(
    "request_, why",
    [
        (b"GET /api/health HTTP/1.1\r\n\r\n", "Host"),
        (b"hello\r\n\r\n", "request line"),
        (b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n", "Host"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nno colon\r\n\r\n", "header line"),
    ],
)
def test_what_cannot_be_read_is_refused_in_json(port: int, request_: bytes, why: str):
    status, headers, body = asked(port, request_)
    assert (status, headers["content-type"]) == (400, "application/json")
    assert headers["x-content-type-options"] == "nosniff"
    error = json.loads(body)["error"]
    assert error.startswith("the request is no HTTP that can be read: ") and why in error


def test_http_1_0_without_a_host_is_refused_by_the_host_check(port: int):
    status, headers, body = asked(port, b"GET /api/health HTTP/1.0\r\n\r\n")
    assert (status, headers["content-type"]) == (403, "application/json")
    assert json.loads(body)["error"].startswith("host none: this server answers to")


def test_a_page_that_was_built_from_newer_code_is_noticed(tmp_path: Path):
    code, page = tmp_path / "code", tmp_path / "index.html"
    code.mkdir()
    (code / "forms.py").write_text("1")
    page.write_text("page")
    age = Age(code, page)
    assert not age.is_behind
    (code / "forms.py").write_text("2")
    assert not age.is_behind, "nothing asks for the new code yet"
    page.unlink()
    assert not age.is_behind, "a build is under way"
    page.write_text("page that asks for more")
    os.utime(page, ns=(1, 1))  # two files written at once may have one time
    assert age.is_behind
    (code / "forms.py").write_text("1")
    assert not age.is_behind, "the page alone was built anew"
    assert Age(code, page).is_behind is False


def test_the_session_says_whether_the_server_is_behind():
    with client_of(make_app()) as client:
        assert client.get("/api/session").json()["outdated"] is False
