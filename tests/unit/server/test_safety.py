"""Who may ask."""

import socket

import pytest
from starlette.testclient import TestClient

from seatrial.errors import InputError
from seatrial.server.safety import host_name
from seatrial.server.settings import Settings
from tests.reference.http_server import client_of, make_app


@pytest.mark.parametrize(
    "authority, name",
    [("127.0.0.1:8080", "127.0.0.1"), ("[::1]:8080", "::1"), ("LocalHost", "localhost"), ("", ""), ("[", "")],
)
def test_names_of_hosts(authority: str, name: str):
    assert host_name(authority) == name


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "169.254.169.254:8080", "localhost.evil"]
)
def test_other_hosts_are_refused(host: str):
    with client_of(make_app()) as client:
        for method in ("GET", "POST", "OPTIONS"):
            answer = client.request(method, "/api/health", headers={"host": host})
            assert answer.status_code == 403 and "this server answers to" in answer.json()["error"]
        for mine in ("localhost:8080", "127.0.0.1", "[::1]:9"):
            assert client.get("/api/health", headers={"host": mine}).status_code == 200


def test_pages_of_other_sites_may_not_change_anything():
    with client_of(make_app()) as client:
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1.evil.example"):
            answer = client.post("/api/control", json={"action": "play"}, headers={"origin": origin})
            assert answer.status_code == 403 and "access-control-allow-origin" not in answer.headers
        same = client.post("/api/control", json={"action": "play"}, headers={"origin": "http://127.0.0.1"})
        assert same.status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_pages_of_other_sites_that_do_not_say_their_origin(site: str):
    """Sec-Fetch-Site stands for the origin where a browser leaves it out."""
    with client_of(make_app()) as client:
        headers = {"sec-fetch-site": site, "sec-fetch-mode": "no-cors"}
        for method, path in (
            ("POST", "/api/control"), ("PATCH", "/api/runs/abcdefghijkl"), ("DELETE", "/api/runs/abcdefghijkl"),
            ("PUT", "/api/vehicle"), ("GET", "/api/stream"), ("GET", "/api/snapshot?session=made"),
        ):  # fmt: skip
            answer = client.request(method, path, headers=headers)
            assert answer.status_code == 403
            assert answer.json()["error"] == f"sec-fetch-site {site}: pages of other sites may not do this; see --cors"
        as_same = {**headers, "origin": "http://127.0.0.1"}
        assert client.post("/api/control", json={"action": "play"}, headers=as_same).status_code == 403
        followed = {"sec-fetch-site": site, "sec-fetch-mode": "navigate"}
        assert client.get("/api/runs", headers=followed).status_code == 200, "a link that somebody clicked"
        assert client.get("/", headers=followed).status_code == 200
        assert client.post("/api/control", json={"action": "play"}, headers=followed).status_code == 403
    with client_of(make_app(cors="http://a.example")) as client:
        opened = {**headers, "origin": "http://a.example"}
        assert client.post("/api/control", json={"action": "play"}, headers=opened).status_code == 200
        assert client.post("/api/control", json={"action": "play"}, headers=headers).status_code == 403


def test_pages_of_this_server_and_people_may():
    with client_of(make_app()) as client:
        for site in ("same-origin", "none", ""):
            headers = {"sec-fetch-site": site, "sec-fetch-mode": "cors"}
            assert client.post("/api/control", json={"action": "play"}, headers=headers).status_code == 200
            assert client.get("/api/snapshot", headers=headers).status_code == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5"])
def test_a_server_that_others_reach_answers_to_addresses_and_to_names_that_are_allowed(host: str):
    names = ("Boat.example", "sim.lan")
    with client_of(make_app(token="word", host=host, allowed=names)) as client:

        def asked(name: str) -> int:
            return client.get("/api/health", headers={"host": name, "authorization": "Bearer word"}).status_code

        for mine in ("192.168.1.5:8080", "[fe80::1]", "localhost", "boat.example:80", "SIM.LAN.", socket.gethostname()):
            assert asked(mine) == 200, mine
        for other in ("evil.example", "boat.example.evil.example", "1.2.3.4.evil.example", "", "lan", "192.168.1"):
            assert asked(other) == 403, other
        said = client.get("/api/health", headers={"host": "evil.example"}).json()["error"]
        assert "boat.example" in said and said.endswith("and to its addresses only; see --allow-host")


def test_a_server_of_this_machine_alone_answers_to_no_other_name_or_address():
    with client_of(make_app(allowed=("sim.lan",))) as client:
        for other in ("sim.lan", "192.168.1.5"):
            assert client.get("/api/health", headers={"host": other}).status_code == 403


def test_cors_for_one_origin():
    with client_of(make_app(cors="http://localhost:5173")) as client:
        mine = client.get("/api/health", headers={"origin": "http://localhost:5173"})
        assert (
            mine.headers["access-control-allow-origin"] == "http://localhost:5173" and "Origin" in mine.headers["vary"]
        )
        other = client.get("/api/health", headers={"origin": "http://evil.example"})
        assert "access-control-allow-origin" not in other.headers
        assert client.post("/api/vehicle", json={}, headers={"origin": "http://localhost:5173"}).status_code == 200


def test_cors_for_any_origin_as_swordfish_has_it():
    with client_of(make_app(cors="*")) as client:
        for answer in (client.get("/api/health"), client.options("/anything"), client.get("/api/none")):
            assert answer.headers["access-control-allow-origin"] == "*"
            assert {"GET", "POST", "OPTIONS"} <= set(answer.headers["access-control-allow-methods"].split(", "))
            assert "Content-Type" in answer.headers["access-control-allow-headers"]


def refused(client: TestClient, path: str = "/api/snapshot", **headers: str) -> bool:
    return client.get(path, headers=dict(headers)).status_code == 401


def test_token():
    with client_of(make_app(token="open-sesame", host="0.0.0.0")) as client:
        for path in ("/", "/api/health", "/api/stream", "/api/docs", "/none", "/api/health?token=wrong"):
            assert refused(client, path)
        assert refused(client, authorization="Bearer wrong") and refused(client, authorization="Basic open-sesame")
        assert not refused(client, authorization="Bearer open-sesame")
        assert not refused(client, "/api/health?token=open-sesame")
        assert refused(client, "/api/health?token=%C3%A4")
        link = client.get("/?token=open-sesame&run=abc", follow_redirects=False)
        assert link.status_code == 303 and link.headers["location"] == "/?run=abc"
        cookie = link.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie
        assert client.get("/api/health").status_code == 200, "the cookie is kept"
        other = client.get("/api/health", headers={"host": "any.example"})
        assert other.status_code == 403, "the Host check does not depend on the token"


def test_security_headers_everywhere():
    with client_of(make_app()) as client:
        for path in ("/", "/api/health", "/none"):
            found = client.get(path).headers
            assert found["x-content-type-options"] == "nosniff" and found["x-frame-options"] == "DENY"
            policy = found["content-security-policy"]
            for part in (
                "default-src 'self'",
                "worker-src 'self' blob:",
                "object-src 'none'",
                "frame-ancestors 'none'",
            ):
                assert part in policy
            assert "unsafe-eval" not in policy and "script-src 'self';" in policy


@pytest.mark.parametrize(
    "change",
    [
        {"port": 70000},
        {"cors": "evil.example"},
        {"token": "a b"},
        {"token": "ä"},
        *({"allowed": (name,)} for name in ("", "*", "a b", "sea.example:80", "-a", "ä", "a" * 300)),
    ],
)
def test_settings_that_do_not_fit(change: dict[str, object]):
    with pytest.raises(InputError, match=next(iter(change)).replace("allowed", "allow-host")):
        Settings(**change)  # type: ignore[arg-type]
