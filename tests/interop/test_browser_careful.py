"""Small things that a careful person sees: what is off the map, stale addresses, words that do not fit the device."""

import re
from typing import Any

from tests.interop.acts import expect, open_page, plan


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
