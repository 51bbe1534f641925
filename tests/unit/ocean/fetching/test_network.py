"""What is asked again and what is not, and what is said when nothing helps."""

import email.utils
import socket
import time

import pytest

from seatrial.errors import FetchError
from seatrial.ocean.fetching import network as module
from seatrial.ocean.fetching.network import BASE_VARIABLE, LONGEST_WAIT, RETRIES, Network
from tests.reference.fetch_server import Fault, running

URL = "https://data.example.org/list.txt"
PATH = "/data.example.org/list.txt"


@pytest.fixture(scope="module")
def server():
    with running() as server:
        server.publish(URL, b"a list")
        yield server


@pytest.fixture
def waits(server) -> list[float]:
    server.faults.clear()
    server.asked.clear()
    return []


def asking(server, waits: list[float]) -> Network:
    return Network(timeout=20.0, sleep=waits.append, base=server.base)


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_passing_faults_are_asked_again(server, waits, status):
    server.faults[PATH] += [Fault(status=status)] * RETRIES
    assert asking(server, waits).text(URL) == b"a list"
    assert waits == [1.0, 2.0, 4.0]


def test_given_up_after_three_more_tries(server, waits):
    notes = []
    net = Network(sleep=waits.append, base=server.base, note=notes.append)
    server.faults[PATH] += [Fault(status=503)] * 9
    with pytest.raises(FetchError) as caught:
        net.text(URL)
    assert len(server.asked) == 1 + RETRIES and len(notes) == RETRIES
    assert "data.example.org answers 503" in str(caught.value) and "run the same command again" in str(caught.value)
    assert notes[0] == "data.example.org answers 503 Service Unavailable; try 2 of 4 in 1 s"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 501])
def test_lasting_faults_are_not_asked_again(server, waits, status):
    server.faults[PATH] += [Fault(status=status)]
    with pytest.raises(FetchError, match=f"data.example.org answers {status} .* to https://data.example.org/list.txt"):
        asking(server, waits).text(URL)
    assert len(server.asked) == 1 and waits == []


@pytest.mark.parametrize(
    "value, wait",
    [("7", 7.0), ("100000", LONGEST_WAIT), ("soon", 1.0), ("", 1.0), ("Mon, 02 Jan 2023 03:04:05 GMT", 1.0)],
)
def test_servers_may_ask_for_a_pause(server, waits, value, wait):
    server.faults[PATH] += [Fault(status=503, headers={"Retry-After": value})]
    asking(server, waits).text(URL)
    assert waits == [wait]


def test_pause_until_a_date(server, waits):
    server.faults[PATH] += [Fault(status=503, headers={"Retry-After": email.utils.formatdate(time.time() + 30)})]
    asking(server, waits).text(URL)
    assert 20.0 < waits[0] <= 30.0


def test_redirects_are_followed(server, waits):
    server.publish("https://mirror.example.org/list.txt", b"from the mirror")
    server.faults[PATH] += [Fault(status=302, headers={"Location": f"{server.base}/mirror.example.org/list.txt"})]
    assert asking(server, waits).text(URL) == b"from the mirror"


def test_no_redirect_leaves_encryption():
    handler = module._SafeRedirects()
    request = module.urllib.request.Request("https://data.example.org/list.txt")
    with pytest.raises(FetchError, match="not encrypted; not followed"):
        handler.redirect_request(request, None, 302, "", {}, "http://data.example.org/list.txt")
    assert handler.redirect_request(request, None, 302, "", {}, "https://b.org/x").full_url == "https://b.org/x"


def test_redirects_in_a_circle_end(server, waits):
    server.faults[PATH] += [Fault(status=302, headers={"Location": f"{server.base}{PATH}"})] * 50
    with pytest.raises(FetchError, match=r"data\.example\.org answers 302"):
        asking(server, waits).text(URL)


def test_answer_cut_short_is_asked_again(server, waits):
    server.faults[PATH] += [Fault(stop_after=2)]
    assert asking(server, waits).text(URL) == b"a list" and len(server.asked) == 2


def test_no_server(waits):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and nobody listens
        net = Network(sleep=waits.append, base=f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(FetchError, match=r"^data\.example\.org cannot be reached \(Connection refused\), after 4"):
            net.text(URL)
    assert waits == [1.0, 2.0, 4.0]


def test_no_name(waits, monkeypatch):
    def unknown(*arguments: object, **options: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(FetchError) as caught:
        Network(sleep=waits.append, base="").text(URL)
    assert str(caught.value).startswith("data.example.org cannot be reached (Temporary failure in name resolution)")
    assert len(str(caught.value).splitlines()) == 1


def test_size_is_asked_without_the_content(server, waits):
    assert asking(server, waits).size(URL) == 6 and server.asked[0].method == "HEAD"


def test_base_comes_from_the_environment(monkeypatch):
    monkeypatch.setenv(BASE_VARIABLE, "http://127.0.0.1:99/")
    assert Network().address("https://a.org/b?c=[1]") == "http://127.0.0.1:99/a.org/b?c=[1]"
    monkeypatch.delenv(BASE_VARIABLE)
    assert Network().address("https://a.org/b") == "https://a.org/b"


def test_text_has_a_limit(server, waits, monkeypatch):
    monkeypatch.setattr(module, "LARGEST_TEXT", 5)
    with pytest.raises(FetchError, match="is larger than"):
        asking(server, waits).text(URL)
