"""Small things that a careful person sees: what is off the map, stale addresses, words that do not fit the device."""

import re
from typing import Any

from tests.interop.acts import click_ends, expect, open_page, plan, wait_computed


def fill_ends(page: Any, start: str, goal: str) -> None:
    """Set start and goal by their fields."""
    for end, place in (("start", start), ("goal", goal)):
        page.fill(f"#end-{end}", place)
        page.press(f"#end-{end}", "Tab")


OUTSIDE = """() => {
  const map = document.getElementById('map2d').getBoundingClientRect()
  const top = document.getElementById('topbar').getBoundingClientRect().bottom
  return [...document.querySelectorAll('#map2d .pin')].map((pin) => pin.getBoundingClientRect()).filter((box) =>
    box.top < top || box.bottom > map.bottom || box.left < map.left || box.right > map.right).length
}"""
"""How many pins are not whole on the map from above."""

UNTIL_SEEN = f"""() => new Promise((done) => {{
  const look = () => ({OUTSIDE})() === 0 ? done() : setTimeout(look, 50)
  look()
}})"""

UNTIL_MOVED = "(before) => new URLSearchParams(location.search).get('view') !== before"


def view(page: Any) -> str:
    """Where the address says that the camera of the map from above is."""
    return page.evaluate("() => new URLSearchParams(location.search).get('view')")


def test_pins_stay_on_the_map_when_the_tilted_view_takes_its_half(page, served, screenshot):
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_page(page, served, "")
    fill_ends(page, "36.80, -122.00", "36.74, -121.99")
    plan(page, "North to south")
    page.evaluate(UNTIL_SEEN)
    page.check("#view3d")
    expect(page.locator(".scene-note")).to_contain_text("Heights ×")
    page.evaluate(UNTIL_SEEN)
    screenshot("14-split")
    # Where somebody put the camera it stays.
    before = view(page)
    page.locator("#map2d canvas").press("+")
    page.wait_for_function(UNTIL_MOVED, arg=before)
    put = view(page)
    page.uncheck("#view3d")
    expect(page.locator("#map3d")).to_be_hidden()
    page.locator("#map2d canvas").press("-")
    page.wait_for_function(UNTIL_MOVED, arg=put)
    assert view(page).split(",")[:2] == put.split(",")[:2]


def test_a_run_to_compare_with_that_is_gone_leaves_the_address(page, served):
    open_page(page, served, "?compare=abcdefghijkl")
    expect(page.locator(".toast.bad")).to_contain_text("The run to compare with cannot be opened")
    expect(page).not_to_have_url(re.compile("compare="))


OLD_SOURCES = {"bathymetry": ["ETOPO"], "currents": ["climatology"], "land": "Natural Earth", "attribution": []}


def test_a_page_that_is_newer_than_the_server_says_so(page, served, screenshot):
    def without_the_word(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={key: value for key, value in answer.json().items() if key != "outdated"})

    page.route("**/api/session*", without_the_word)
    page.route("**/api/sources*", lambda route: route.fulfill(json=OLD_SOURCES))
    open_page(page, served)
    expect(page.locator(".toast.standing")).to_have_text(re.compile("^The server is older than this page: restart it"))
    page.get_by_text("Sources", exact=True).click()
    expect(page.locator("#left")).to_contain_text("The sources cannot be read: the server is older than this page")
    screenshot("15-older-server")
    page.unroute_all()
    served.stop()
    expect(page.locator("#link")).to_have_text("no connection, trying again …")
    served.start()
    expect(page.locator(".toast").last).to_contain_text("Connected again")
    expect(page.locator(".toast.standing")).to_have_count(0)
    expect(page.locator("#sources .source")).not_to_have_count(0)


def test_runs_of_one_name_are_told_apart(page, served, screenshot):
    open_page(page, served)
    click_ends(page)
    plan(page, "Twice")
    wait_computed(page)
    page.fill("#mass", "60")
    page.click("#apply-vehicle")
    expect(page.locator("#vehicle-grown")).to_contain_text("the hull is taken as large as 60 kg need to float")
    expect(page.locator("#state")).to_have_text("paused")
    wait_computed(page)
    page.click("#tab-runs")
    rows = page.locator(".runs li", has=page.locator("input[value='Twice']"))
    expect(rows).to_have_count(2)
    expect(rows.nth(0).locator(".made")).to_contain_text("1 × 0.2 m, 60 kg trimmed, 40 Ah · 20 m deep at 0.80")
    expect(rows.nth(1).locator(".made")).to_contain_text("1 × 0.2 m, 25 kg trimmed")
    screenshot("16-runs-told-apart")
    page.click("#tab-mission")
    expect(page.locator("#energy-rule")).to_contain_text("a rule of thumb without this hull")
    energy = page.locator("#left tr", has_text="Energy")
    expect(energy).to_contain_text(re.compile(r"Wh.*Wh", re.DOTALL))


def test_a_depth_below_the_sea_floor_is_said_at_the_depth_and_at_the_end(page, served, screenshot):
    open_page(page, served)
    fill_ends(page, "36.80, -122.00", "36.79, -121.98")
    page.fill("#cruise-depth", "3000")
    page.click("#plan")
    expect(page.locator("#cruise-depth-error")).to_have_text(
        re.compile(r"^deeper than the sea floor at the start, \d+ m$")
    )
    expect(page.locator("#end-start-error")).to_have_text(re.compile(r"^The sea floor is \d+ m deep here\.$"))
    expect(page.locator("#map2d .pin.start")).to_have_class(re.compile("refused"))
    expect(page.locator("#map2d .pin.goal")).not_to_have_class(re.compile("refused"))
    expect(page.locator("#plan-error")).to_contain_text("is deeper than the sea floor there")
    screenshot("17-too-deep")
    # Another place may be deep enough: nothing is held against the number until the server has looked.
    fill_ends(page, "36.70, -122.30", "36.69, -122.31")
    expect(page.locator("#cruise-depth-error")).to_have_text("")
    expect(page.locator("#map2d .pin.refused")).to_have_count(0)
    page.fill("#cruise-depth", "20")
    page.click("#plan")
    expect(page.locator("#state")).to_have_text("paused")
