"""Who may ask."""

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
        assert client.get("/api/health", headers={"host": "any.example"}).status_code == 200, "the cookie is kept"


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


@pytest.mark.parametrize("change", [{"port": 70000}, {"cors": "evil.example"}, {"token": "a b"}, {"token": "ä"}])
def test_settings_that_do_not_fit(change: dict[str, object]):
    with pytest.raises(InputError, match=next(iter(change))):
        Settings(**change)  # type: ignore[arg-type]
