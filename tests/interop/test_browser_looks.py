"""How the page looks: colours, layouts of tablets, fingers instead of a mouse, what is drawn over the map."""

import re
from typing import Any

import pytest

from tests.interop.acts import apply_neutral, click_ends, expect, open_page, plan, seconds, wait_computed

DEEP_PLAIN = "?view=30.0,-150.0,13"
SHALLOW_BAY = "?view=37.75,-122.3,9"
TABLET = {"width": 820, "height": 1180}
FURNITURE = ("#topbar", "#left", "#right", "#timeline", "#map-info .readout", "#map-info .legend", ".scene-note",
             ".maplibregl-ctrl-scale", ".maplibregl-ctrl-group")  # fmt: skip
TOUCHED = (
    "#topbar button, #timeline button, #scrub, .rail summary, .rail button, .rail select, .rail .entry input, .check, "
    ".maplibregl-ctrl-group button"
)


@pytest.fixture
def tablet(browser: Any) -> Any:
    """A page that is touched, in the light colours of its system."""
    context = browser.new_context(viewport=TABLET, has_touch=True, reduced_motion="reduce", color_scheme="light")
    context.set_default_timeout(60_000)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, errors


def boxes(page: Any, selectors: tuple[str, ...] = FURNITURE) -> list[tuple[str, dict[str, float]]]:
    """Rectangles [px] of what is seen."""
    found = []
    for selector in selectors:
        for number, element in enumerate(page.locator(selector).all()):
            if element.is_visible():
                found.append((f"{selector} {number}", element.bounding_box()))
    return found


def overlapping(found: list[tuple[str, dict[str, float]]]) -> list[str]:
    """Pairs of rectangles that share more than half a pixel."""
    pairs = []
    for i, (name, a) in enumerate(found):
        for other, b in found[i + 1 :]:
            wide = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
            high = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
            if wide > 0.5 and high > 0.5:
                pairs.append(f"{name} and {other}: {wide:.0f} x {high:.0f}")
    return pairs


def theme(page: Any) -> str:
    return page.locator("html").get_attribute("data-theme")


def brightness(page: Any, selector: str) -> float:
    """Of a background, 0 to 1."""
    colour = page.locator(selector).first.evaluate("(e) => getComputedStyle(e).backgroundColor")
    return sum(float(part) for part in colour.removeprefix("rgb(").rstrip(")").split(",")[:3]) / (3 * 255)


def test_overlapping_sees_what_overlaps():
    def box(x: float, y: float) -> dict[str, float]:
        return {"x": x, "y": y, "width": 10, "height": 10}

    assert overlapping([("a", box(0, 0)), ("b", box(9, 9)), ("c", box(10, 0))]) == [
        "a and b: 1 x 1",
        "b and c: 9 x 1",
    ]


def test_colours_follow_the_system_until_they_are_chosen(page, served):
    page.emulate_media(color_scheme="dark")
    open_page(page, served)
    assert theme(page) == "dark" and brightness(page, "#topbar") < 0.2
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert brightness(page, "#topbar") > 0.9
    colours = page.get_by_role("button", name="Colours")
    expect(colours).to_have_text("system")
    colours.click()
    colours.click()
    expect(colours).to_have_text("dark")
    page.reload(wait_until="commit")
    expect(page.locator("#link")).to_have_text("connected")
    assert theme(page) == "dark"
    page.emulate_media(color_scheme="light")
    assert theme(page) == "dark"


def test_depth_colours_follow_the_view(page, served, screenshot):
    open_page(page, served, SHALLOW_BAY)
    legend = page.locator("#map-info .legend.depths")
    expect(legend).to_have_attribute("aria-label", re.compile(r"^Depth from 0 to (?!6000 )\d+ metres"))
    page.goto("about:blank")
    open_page(page, served, DEEP_PLAIN)
    expect(legend.locator(".ticks .first")).not_to_have_text("0")
    least = float(legend.locator(".ticks .first").inner_text())
    most = float(legend.locator(".ticks .last").inner_text())
    assert 4000 < least < most < 7000
    assert most - least < 1000
    screenshot("8-deep-plain")
    page.select_option("#depth-scale", "6000")
    expect(legend).to_have_attribute("aria-label", "Depth from 0 to 6000 metres, light is shallow")


def test_all_three_charts_are_seen_without_scrolling(page, served):
    open_page(page, served)
    apply_neutral(page)
    click_ends(page)
    plan(page, "Charts")
    wait_computed(page)
    expect(page.locator("#right figure canvas")).to_have_count(3)
    expect(page.locator("#right figure").last).to_be_in_viewport(ratio=1)
    rail = page.locator("#right").bounding_box()
    last = page.locator("#right figure").last.bounding_box()
    assert last["y"] + last["height"] <= rail["y"] + rail["height"] + 0.5


def test_nothing_lies_over_anything_at_the_usual_sizes(page, served):
    open_page(page, served)
    page.check("#view3d")
    expect(page.locator(".scene-note")).to_contain_text("Heights ×")
    for width, height in ((1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#map2d .maplibregl-ctrl-scale")).to_be_visible()
        assert overlapping(boxes(page)) == [], (width, height)


def test_a_tablet_has_room_for_everything_and_for_fingers(tablet, served):
    open_page(tablet, served)
    assert theme(tablet) == "light"
    expect(tablet.locator("#left")).to_be_hidden()
    expect(tablet.locator("#right")).to_be_hidden()
    assert tablet.locator("#link").evaluate("(e) => getComputedStyle(e, '::before').width") != "0px"
    expect(tablet.locator("#link")).to_be_visible()
    assert overlapping(boxes(tablet)) == []
    tablet.tap("button[title='Show or hide the left side']")
    expect(tablet.locator("#left")).to_be_visible()
    assert overlapping(boxes(tablet)) == []
    small = [
        (element.evaluate("(e) => e.id || e.title || e.textContent"), box)
        for element in tablet.locator(TOUCHED).all()
        if element.is_visible() and (box := element.bounding_box()) and min(box["width"], box["height"]) < 39.5
    ]
    assert small == []
    tablet.locator("#view3d").check()
    expect(tablet.locator(".scene-note")).to_contain_text("Heights ×")
    assert overlapping(boxes(tablet)) == []
    tablet.tap("button[title='Show or hide the right side']")
    expect(tablet.locator("#left")).to_be_hidden()
    expect(tablet.locator("#right")).to_be_visible()
    assert overlapping(boxes(tablet)) == []
    tablet.tap("button[title='Show or hide the right side']")
    expect(tablet.locator("#right")).to_be_hidden()


def test_fingers_set_the_ends_and_drag_the_timeline(tablet, served):
    open_page(tablet, served)
    expect(tablet.locator(".readout .where")).to_have_text("Tap the map to read position, depth and current")
    tablet.touchscreen.tap(380, 500)
    expect(tablet.locator(".readout .where")).to_contain_text("N  12")
    expect(tablet.locator("#map2d .pin.start")).to_be_visible()
    tablet.touchscreen.tap(450, 470)
    expect(tablet.locator("#map2d .pin.goal")).to_be_visible()
    tablet.tap("button[title='Show or hide the left side']")
    plan(tablet, "By finger")
    wait_computed(tablet)
    bar = tablet.locator("#scrub").bounding_box()
    middle = bar["y"] + bar["height"] / 2
    touch = tablet.context.new_cdp_session(tablet)

    def finger(kind: str, *points: float) -> None:
        where = [{"x": x, "y": middle} for x in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    finger("touchStart", bar["x"] + 4)
    for share in (0.2, 0.4, 0.5):
        finger("touchMove", bar["x"] + share * bar["width"])
    finger("touchEnd")
    expect(tablet.locator("#live")).to_have_text("GO LIVE")
    length = float(tablet.locator("#scrub").get_attribute("aria-valuemax"))
    assert abs(seconds(tablet) - 0.5 * length) < 0.02 * length + 1


def test_without_openstreetmap_the_own_map_stays_and_says_so(page, served, screenshot):
    page.route("https://tile.openstreetmap.org/**", lambda route: route.abort())
    open_page(page, served)
    page.check("#layer-osm")
    expect(page.locator("#osm-state")).to_contain_text("cannot be reached")
    expect(page.locator(".toast.bad")).to_contain_text("OpenStreetMap cannot be loaded")
    page.check("#layer-contours")
    page.check("#layer-hillshade")
    click_ends(page)
    screenshot("9-no-openstreetmap")
    page.uncheck("#layer-osm")
    expect(page.locator("#osm-state")).to_have_text("")
