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


def test_parts_of_a_page_are_there_before_anybody_asks_for_the_page(tmp_path: Path):
    for path in ("/icon.svg", "/assets/index-AbCd1234.js"):
        assets = Assets(built(tmp_path / path.replace("/", "_") / "static"))
        with client_of(create_app(Settings(), calm_ocean(), assets)) as client:  # as after a restart
            assert client.get(path).status_code == 200


def test_a_page_that_is_being_replaced_stays_and_its_parts_outlive_it_by_one_build(tmp_path: Path):
    folder = built(tmp_path / "static")
    with client_of(create_app(Settings(), calm_ocean(), Assets(folder))) as client:
        assert client.get("/").text.endswith("one")
        folder.rename(tmp_path / "old")
        assert client.get("/").text.endswith("one") and client.get("/icon.svg").status_code == 200
        for build in ("two", "three"):
            (folder / "assets").mkdir(parents=True, exist_ok=True)
            (folder / "index.html").write_text(f"<!doctype html>{build}")
            os.utime(folder / "index.html", (1, len(build)))
            assert client.get("/").text.endswith(build)
            assert client.get("/icon.svg").status_code == 404
            assert client.get("/assets/index-AbCd1234.js").status_code == (200 if build == "two" else 404)


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
