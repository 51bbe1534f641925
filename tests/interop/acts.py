"""What a person does at the page."""

from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make install")
expect = sync_api.expect
expect.set_options(timeout=60_000)

MONTEREY = "?view=36.78,-121.95,12"


def open_page(page: Any, served: Any, query: str = MONTEREY) -> None:
    page.goto(served.url + query)
    expect(page.locator("#link")).to_have_text("connected")
    expect(page.locator("#map-note")).to_have_count(0)


def click_ends(page: Any) -> None:
    page.mouse.click(580, 380)
    expect(page.locator("#map2d .pin.start")).to_be_visible()
    page.mouse.click(640, 360)
    expect(page.locator("#map2d .pin.goal")).to_be_visible()


def apply_neutral(page: Any) -> None:
    page.check("#neutral")
    page.click("#apply-vehicle")
    expect(page.locator("#vehicle-result")).to_contain_text("net buoyancy 0")


def plan(page: Any, name: str) -> None:
    page.fill("#cruise-depth", "20")
    page.fill("#mission-name", name)
    page.click("#plan")
    expect(page.locator(".run-name")).to_have_text(name)
    expect(page.locator("#state")).to_have_text("paused")


def seconds(page: Any) -> int:
    """Mission time that the timeline shows."""
    parts = page.locator("#time").inner_text().partition(" /")[0].split(":")
    total = 0
    for part in parts:
        total = total * 60 + int(part)
    return total


def drag_timeline(page: Any, share: float) -> None:
    box = page.locator("#scrub").bounding_box()
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
    page.mouse.up()


def wait_computed(page: Any) -> None:
    expect(page.locator(".busy")).to_have_text("")
    expect(page.locator("#scrub .mark:not([class*=waypoint])")).not_to_have_count(0)
