"""The page that is served."""

import gzip
import os
from pathlib import Path

from seatrial.server.app import create_app
from seatrial.server.pages import Assets
from seatrial.server.settings import Settings
from tests.reference.http_server import calm_ocean, client_of


def built(folder: Path) -> Path:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>one")
    (folder / "assets" / "index-AbCd1234.js").write_text("let x = 1;" * 400)
    (folder / "icon.svg").write_text("<svg/>")
    (folder.parent / "secret.txt").write_text("secret")
    return folder


def test_files_with_a_hash_are_kept_for_ever_and_the_page_is_not(tmp_path: Path):
    with client_of(create_app(Settings(), calm_ocean(), Assets(built(tmp_path / "static")))) as client:
        page = client.get("/")
        assert page.text.endswith("one") and page.headers["cache-control"] == "no-cache"
        script = client.get("/assets/index-AbCd1234.js")
        assert "immutable" in script.headers["cache-control"] and script.headers["content-encoding"] == "gzip"
        assert script.headers["content-type"].startswith("text/javascript") and script.text == "let x = 1;" * 400
        plain = client.get("/assets/index-AbCd1234.js", headers={"accept-encoding": "identity"})
        assert plain.text == script.text and len(gzip.compress(plain.content)) < len(plain.content)
        assert client.get("/icon.svg").headers["cache-control"] == "no-cache"
        for path in ("/../secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt", "/assets", "/assets/"):
            assert client.get(path).status_code == 404


def test_a_page_that_is_built_anew_is_noticed(tmp_path: Path):
    folder = built(tmp_path / "static")
    with client_of(create_app(Settings(), calm_ocean(), Assets(folder))) as client:
        assert client.get("/").text.endswith("one")
        (folder / "index.html").write_text("<!doctype html>two")
        os.utime(folder / "index.html", (1, 1))
        assert client.get("/").text.endswith("two")


def test_a_page_that_is_not_built_says_so(tmp_path: Path):
    with client_of(create_app(Settings(), calm_ocean(), Assets(tmp_path / "none"))) as client:
        answer = client.get("/")
        assert answer.status_code == 200 and "has not been built" in answer.text


def test_a_browser_gets_a_session_and_keeps_it(tmp_path: Path):
    with client_of(create_app(Settings(), calm_ocean(), Assets(tmp_path))) as client:
        first = client.get("/").headers["set-cookie"]
        assert first.startswith("seatrial_session=") and "HttpOnly" in first
        assert "set-cookie" not in client.get("/").headers
        name = client.get("/api/session").json()["session"]
        assert name != "default" and name in first
        client.cookies.clear()
        assert client.get("/api/session").json()["session"] == "default"
