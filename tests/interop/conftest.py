"""A browser and a server for the tests of the page; both are left out, with the reason, where they cannot be had."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.house.places import ROOT
from tests.interop.served import Served

SCREENSHOTS = Path(__file__).with_name("screenshots")
FLAGS = (
    "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)  # fmt: skip
"""What a browser without a screen needs to draw WebGL 2."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no chromium on this machine: apt-get install chromium")
    if not (ROOT / "src/seatrial/server/static/index.html").is_file():
        pytest.skip("the page is not built: make ui")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make install")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("library"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(autouse=True)
def started_again(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a failed test left without a server does not fail the others."""
    yield
    if "served" in request.fixturenames:
        served: Served = request.getfixturevalue("served")
        if not served.is_running:
            served.start()


def opened(browser: Any) -> Iterator[Any]:
    """A page of its own session; errors of its scripts fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, errors


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A person's page."""
    yield from opened(browser)


@pytest.fixture
def other_page(browser: Any) -> Iterator[Any]:
    """Another person's."""
    yield from opened(browser)


@pytest.fixture
def screenshot(page: Any) -> Any:
    """Take a picture for people to look at."""
    SCREENSHOTS.mkdir(exist_ok=True)
    return lambda name: page.screenshot(path=SCREENSHOTS / f"{name}.png", timeout=60_000)
