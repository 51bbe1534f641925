"""A person at the page: real browser, real server. Waits are for states of the page, never for frames."""

import re
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


def test_plan_play_scrub_live_speed(page, served, screenshot):
    open_page(page, served)
    screenshot("1-empty")
    apply_neutral(page)
    click_ends(page)
    plan(page, "First dive")
    page.click("[data-speed='16']")
    expect(page.locator("[data-speed='16']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.click("#play")
    expect(page.locator("#state")).to_have_text("running")
    expect(page.locator("#tele-time")).not_to_have_text("0:00")
    wait_computed(page)
    screenshot("2-running")

    drag_timeline(page, 0.5)
    expect(page.locator("#live")).to_have_text("GO LIVE")
    length = float(page.locator("#scrub").get_attribute("aria-valuemax"))
    assert abs(seconds(page) - 0.5 * length) < 0.02 * length + 1
    expect(page.locator("#tele-depth")).to_contain_text(re.compile(r"^(19|2\d)\.\d.m"))
    screenshot("3-scrubbed")
    page.click("#live")
    expect(page.locator("#live")).to_have_text("LIVE")

    page.locator("#scrub").press("End")
    page.click("#live")
    expect(page.locator("#state")).to_have_text("complete")
    page.locator("#scrub").press("Home")
    page.click("#live")
    expect(page.locator("#time")).to_have_text(re.compile(r"^0:0\d "))
    page.click(".brand")
    page.keyboard.press("Space")
    expect(page.locator("#state")).to_have_text("running")
    page.keyboard.press("Space")
    expect(page.locator("#state")).to_have_text("paused")

    before = seconds(page)
    page.reload()
    expect(page.locator("#state")).to_have_text("paused")
    expect(page.locator("#map2d .pin.goal")).to_be_visible()
    expect(page.locator("#cruise-depth")).to_have_value("20")
    assert abs(seconds(page) - before) <= 1
    plan(page, "Second dive")
    wait_computed(page)
    plan(page, "Third dive")


def test_vehicle_applied_with_a_plan_computes_again(page, served):
    open_page(page, served)
    apply_neutral(page)
    click_ends(page)
    plan(page, "Longer hull")
    wait_computed(page)
    volume = page.locator("#vehicle-result").inner_text()
    page.fill("#length", "1.6")
    page.click("#apply-vehicle")
    expect(page.locator("#vehicle-result")).not_to_have_text(volume)
    expect(page.locator("#vehicle-result")).to_contain_text("L · net buoyancy 0")
    wait_computed(page)
    page.fill("#length", "99")
    expect(page.locator("#length-error")).to_have_text("must be 0.2 to 6 m")


def test_a_plan_that_fails_says_so_beside_its_control(page, served, screenshot):
    open_page(page, served)
    page.fill("#end-start", "36°46.8′ N 121°57.0′ W")
    page.press("#end-start", "Tab")
    page.fill("#end-goal", "37.0, -120.0")
    page.press("#end-goal", "Tab")
    page.click("#plan")
    expect(page.locator("#end-goal-error")).to_contain_text("Goal position is on land")
    expect(page.locator("#state")).to_have_text("no plan")
    screenshot("4-goal-on-land")
    page.fill("#end-goal", "somewhere")
    page.press("#end-goal", "Tab")
    expect(page.locator("#end-goal-error")).to_contain_text("write a position")


def test_a_stored_run_opens_compares_renames_and_goes(page, served, screenshot):
    open_page(page, served)
    page.click("#tab-runs")
    rows = page.locator(".runs li")
    expect(rows.filter(has=page.locator("input[value='First dive']"))).to_have_count(1)
    row = rows.filter(has=page.locator("input[value='First dive']"))
    row.locator(".open-run").click()
    expect(page.locator(".run-name")).to_have_text("First dive")
    expect(page.locator("#state")).to_have_text("paused")
    expect(row).to_have_class(re.compile("current"))
    other = rows.filter(has=page.locator("input[value='Longer hull']")).first
    other.locator(".compare-run").click()
    expect(page.locator(".key-compared").first).to_be_visible()
    screenshot("5-compared")
    row.locator("input.name").fill("Renamed dive")
    row.locator("input.name").press("Enter")
    expect(page.locator(".toast").first).to_contain_text("Renamed to")
    assert "run=" in page.url
    count = rows.count()
    other.get_by_role("button", name="Delete").click()
    page.click("#confirm-delete")
    expect(rows).to_have_count(count - 1)


def test_the_tilted_view_opens_and_units_switch(page, served, screenshot):
    open_page(page, served)
    apply_neutral(page)
    click_ends(page)
    plan(page, "Tilted")
    page.check("#view3d")
    expect(page.locator("#map3d .vehicle")).to_be_visible()
    page.get_by_role("button", name="Units").click()
    expect(page.locator("#cruise-speed + .unit")).to_have_text("kn")
    expect(page.locator("#tele-speed")).to_contain_text("kn")
    page.get_by_role("button", name="Colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    screenshot("6-tilted-light")


def test_a_restarted_server_is_found_again(page, served, screenshot):
    open_page(page, served)
    apply_neutral(page)
    click_ends(page)
    plan(page, "Before the restart")
    wait_computed(page)
    expect(page).to_have_url(re.compile("run="))
    served.stop()
    expect(page.locator("#link")).to_have_text("no connection, trying again …")
    screenshot("7-lost")
    served.start()
    expect(page.locator("#link")).to_have_text("connected")
    expect(page.locator(".toast").last).to_contain_text("Connected again")
    expect(page.locator(".run-name")).to_have_text("Before the restart")
