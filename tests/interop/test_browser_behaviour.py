"""What a demanding person expects of the page: nothing is lost, links open what is seen, whole rows everywhere."""

import re
from typing import Any

from tests.interop.acts import apply_neutral, click_ends, drag_timeline, expect, open_page, plan, seconds, wait_computed
from tests.interop.served import Served

TELEMETRY = ("pitch", "current", "waypoint", "battery", "energy", "distance", "floor", "charge")


def rows_are_whole(page: Any) -> None:
    for row in TELEMETRY:
        expect(page.locator(f"#tele-{row}")).not_to_contain_text("–")


def vehicle_of(page: Any) -> dict[str, Any]:
    return page.evaluate("fetch('/api/vehicle').then((answer) => answer.json())")


def test_a_first_mission_dives_and_scrubbing_shows_whole_rows(page, served, screenshot):
    open_page(page, served)
    expect(page.locator("#neutral")).to_be_checked()
    expect(page.locator("#vehicle-result")).to_contain_text("net buoyancy 0")
    click_ends(page)
    page.fill("#cruise-depth", "20")
    page.click("#plan")
    expect(page.locator(".run-name")).to_have_text(re.compile(r"^36\.\d\dN 12[12]\.\d\dW \d\d:\d\d$"))
    wait_computed(page)
    expect(page.locator("#mission-name")).to_have_value("")

    box = page.locator("#scrub").bounding_box()
    page.click("#play")
    expect(page.locator("#state")).to_have_text("running")
    page.mouse.move(box["x"] + 5, box["y"] + 9)
    page.mouse.down()
    for share in (0.2, 0.35, 0.5):  # still held: nothing is sent to the cursor yet
        page.mouse.move(box["x"] + share * box["width"], box["y"] + 9)
        rows_are_whole(page)
        expect(page.locator("#state")).to_have_text("paused")
    expect(page.locator("#tele-depth")).to_contain_text(re.compile(r"^(19|2\d)\.\d.m"))
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    page.mouse.up()
    rows_are_whole(page)
    screenshot("8-scrubbed-whole")
    page.click(".brand")
    before = seconds(page)
    page.keyboard.press("ArrowRight")
    assert seconds(page) == before + 10
    page.keyboard.press("Shift+ArrowLeft")
    assert seconds(page) == before - 50
    rows_are_whole(page)
    page.keyboard.press("End")
    expect(page.locator("#state")).to_have_text("complete")
    expect(page.locator("#tele-waypoint")).to_contain_text(re.compile(r"^(\d+) of \1$"))
    expect(page.locator("table.compare thead").first).to_contain_text("Result")


def test_parts_that_are_read_later_come_when_the_server_is_there_again(page, served, screenshot):
    held: list[Any] = []
    for part in ("set", "terrain"):
        page.route(re.compile(rf"/assets/{part}-.*\.js"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"/assets/terrain-")):
        open_page(page, served)
    expect(page.locator("#link")).to_have_text("connected")
    served.stop()
    for route in held:
        route.continue_()
    page.unroute_all()
    expect(page.locator("#link")).to_have_text("no connection, trying again …")
    page.check("#view3d")
    expect(page.locator("#map3d .map-note")).to_contain_text("will be loaded when the server answers again")
    expect(page.locator("#right")).to_contain_text("The charts will be loaded when the server answers again")
    screenshot("9-parts-missing")
    served.start()
    expect(page.locator(".toast").last).to_contain_text("Connected again")
    click_ends(page)
    plan(page, "After the pause")
    wait_computed(page)
    expect(page.locator(".charts canvas")).to_have_count(3)
    expect(page.locator("#map3d .vehicle")).to_be_visible()
    expect(page.locator("#right")).not_to_contain_text("The charts will be loaded")


def test_a_restart_and_a_reload_lose_nothing(page, served):
    open_page(page, served)
    page.fill("#length", "1.6")
    page.click("#apply-vehicle")
    expect(page.locator("#vehicle-result")).to_contain_text("net buoyancy 0")
    click_ends(page)
    page.fill("#cruise-depth", "33")
    page.fill("#mission-name", "Not yet planned")
    page.fill("#mass", "40")
    served.stop()
    expect(page.locator("#link")).to_have_text("no connection, trying again …")
    served.start()
    expect(page.locator(".toast").last).to_contain_text("vehicle and mission are as they were")
    found = vehicle_of(page)
    assert (found["length_m"], found["mass_kg"], found["ballast"]) == (1.6, 40, "neutral")
    ends = [page.locator(f"#end-{end}").input_value() for end in ("start", "goal")]
    page.reload()
    for field, value in (("#cruise-depth", "33"), ("#mission-name", "Not yet planned"), ("#length", "1.6")):
        expect(page.locator(field)).to_have_value(value)
    assert [page.locator(f"#end-{end}").input_value() for end in ("start", "goal")] == ends
    expect(page.locator("#map2d .pin.goal")).to_be_visible()

    served.stop()
    served.start()
    page.goto(served.url)
    expect(page.locator("#cruise-depth")).to_have_value("33")
    expect(page.locator("#neutral")).to_be_checked()
    expect(page.locator("#link")).to_have_text("connected")
    assert vehicle_of(page)["length_m"] == 1.6
    page.uncheck("#neutral")
    page.click("#apply-vehicle")
    expect(page.locator("#vehicle-result")).to_contain_text("net buoyancy +")
    page.reload()
    expect(page.locator("#vehicle-result")).to_contain_text("net buoyancy +")
    expect(page.locator("#neutral")).not_to_be_checked()


def test_a_plan_takes_the_vehicle_that_the_form_shows(page, served):
    open_page(page, served)
    click_ends(page)
    page.fill("#length", "1.3")
    plan(page, "Vehicle of the form")
    assert vehicle_of(page)["length_m"] == 1.3


def test_a_deleted_run_says_so_and_is_not_asked_for_again(page, served):
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status == 404 else None)
    open_page(page, served)
    click_ends(page)
    plan(page, "To be deleted")
    wait_computed(page)
    expect(page).to_have_url(re.compile("run="))
    page.click("#tab-runs")
    row = page.locator(".runs li", has=page.locator("input[value='To be deleted']"))
    row.get_by_role("button", name="Delete").click()
    page.click("#confirm-delete")
    expect(page.locator(".toast").last).to_contain_text("Deleted “To be deleted”. It stays open here")
    expect(row).to_have_count(0)
    expect(page).not_to_have_url(re.compile("run="))
    expect(page.locator("#state")).to_have_text("paused")
    served.stop()
    expect(page.locator("#link")).to_have_text("no connection, trying again …")
    served.start()
    expect(page.locator(".toast").last).to_contain_text("no longer has the run")
    page.click("#tab-mission")
    plan(page, "Planned again")
    assert not missing


def test_a_link_opens_what_is_seen(page, other_page, served):
    open_page(page, served)
    click_ends(page)
    plan(page, "Seen by another")
    wait_computed(page)
    expect(page).to_have_url(re.compile("run="))
    page.check("#layer-contours")
    page.uncheck("#layer-currents")
    page.check("#view3d")
    expect(page.locator("#map3d .vehicle")).to_be_visible()
    expect(page).to_have_url(re.compile("view3d="))
    box = page.locator("#map3d").bounding_box()
    tilted = page.url
    page.mouse.move(box["x"] + 640, box["y"] + 150)
    page.mouse.down(button="right")
    page.mouse.move(box["x"] + 700, box["y"] + 120, steps=3)
    page.mouse.up(button="right")
    page.wait_for_function("(before) => location.href !== before", arg=tilted)
    drag_timeline(page, 0.4)
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('t')) > 20")
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }")
    page.click("#copy-view")
    link, at = page.evaluate("window.copied"), seconds(page)

    def cameras(url: str) -> list[list[float]]:
        return [
            [float(n) for n in re.search(rf"[?&]{name}=([-\d.,]+)", url)[1].split(",")]  # type: ignore[index]
            for name in ("view", "view3d")
        ]

    time = page.locator("#tele-time").inner_text()
    page.goto("about:blank")  # two pages that draw would slow each other down
    other = other_page
    other.goto(link)
    expect(other.locator(".run-name")).to_have_text("Seen by another")
    expect(other.locator("#map3d .vehicle")).to_be_visible()
    expect(other.locator("#layer-contours")).to_be_checked()
    expect(other.locator("#layer-currents")).not_to_be_checked()
    expect(other.locator("#view3d")).to_be_checked()
    expect(other.locator("#tele-time")).to_have_text(time)
    assert abs(seconds(other) - at) <= 1
    other.locator("#map2d canvas").press("+")
    other.wait_for_function("(link) => location.href !== link", arg=link)
    there, here = cameras(other.url), cameras(link)
    assert there[1] == here[1] and there[0][:2] == here[0][:2]
    assert vehicle_of(other)["ballast"] == "neutral"


def test_a_refusal_stands_beside_the_field_it_is_about(page, served):
    open_page(page, served)
    page.fill("#end-start", "36.6, -122.6")
    page.press("#end-start", "Tab")
    page.fill("#end-goal", "33.0, -125.0")
    page.press("#end-goal", "Tab")
    page.locator("summary", has_text="More").click()
    page.fill("#spacing", "1")
    page.locator("summary", has_text="More").click()
    page.click("#plan")
    expect(page.locator("#spacing-error")).to_have_text(re.compile(r"^must be at least \d+ m for \d+ km$"))
    expect(page.locator("#plan-error")).to_have_text("Correct the marked number first.")
    page.fill("#spacing", "500")
    expect(page.locator("#spacing-error")).to_have_text("")


def test_a_comparison_says_what_is_different(page, served, screenshot):
    open_page(page, served)
    click_ends(page)
    plan(page, "Slow")
    wait_computed(page)
    page.fill("#cruise-speed", "1.2")
    plan(page, "Quick")
    wait_computed(page)
    page.click("#tab-runs")
    row = page.locator(".runs li", has=page.locator("input[value='Slow']"))
    row.locator(".compare-run").click()
    table = page.locator("#comparison")
    expect(table).to_contain_text("Mean speed")
    expect(table.locator("tr", has_text="Duration").locator("td").last).to_have_text(re.compile(r"^\+\d"))
    expect(table.locator("tr", has_text="Mean speed").locator("td").last).to_have_text(re.compile(r"^−\d"))
    expect(table.locator("tr", has_text="End").last).to_contain_text("arrivedarrived")
    card, last = row.bounding_box(), row.get_by_role("button", name="Delete").bounding_box()
    assert last["x"] + last["width"] <= card["x"] + card["width"]
    screenshot("10-comparison")
    page.click("#stop-comparing")
    expect(table).to_be_hidden()


SCRUB = """() => {
  const bar = document.getElementById('scrub'), box = bar.getBoundingClientRect(), times = []
  const at = (kind, share) => bar.dispatchEvent(new PointerEvent(kind, {
    pointerId: 1, clientX: box.left + share * box.width, clientY: box.top + 5, bubbles: true }))
  const shown = () => document.getElementById('tele-position').textContent + document.getElementById('time').textContent
  bar.setPointerCapture = () => undefined
  at('pointerdown', 0.01)
  for (let i = 1; i <= 40; i++) {
    const before = shown()
    const began = performance.now()
    at('pointermove', ((i * 17) % 41) / 41)
    times.push(performance.now() - began)
    if (before === shown()) return ['nothing moved']
  }
  at('pointerup', 0.5)
  return times.sort((a, b) => a - b)
}"""
"""How long the page takes from each of 40 moves of the pointer to the numbers of that moment [ms]."""


def test_scrubbing_a_track_of_100_000_points_answers_within_50_ms(page, served, screenshot):
    open_page(page, served, "?view=36.6,-122.4,11&every=1")
    for end, place in (("start", "36.60, -122.40"), ("goal", "36.53, -122.41")):
        page.fill(f"#end-{end}", place)
        page.press(f"#end-{end}", "Tab")
    page.locator("summary", has_text="More").click()
    page.fill("#longest", "19000")
    page.fill("#spacing", "500")
    plan(page, "A long way")
    wait_computed(page)
    rows = page.evaluate("fetch('/api/snapshot').then((answer) => answer.json())")["rows"]
    assert rows >= 100_000
    expect(page.locator("#scrub")).to_have_attribute("data-rows", str(rows))
    expect(page.locator("figure").first).to_be_visible()
    times = page.evaluate(SCRUB)
    assert times[len(times) // 2] < 50.0, times
    print(f"{rows} rows: {times[len(times) // 2]:.1f} ms, at most {times[-1]:.1f} ms")
    rows_are_whole(page)
    screenshot("13-long-track")


GROUNDING = """
name = "Touches the bottom"
start = { lat = 36.70, lon = -122.10 }
goal = { lat = 36.7015, lon = -122.0985 }

[vehicle]
ballast = "neutral"

[mission]
cruise_depth_m = 10.0
cruise_speed_m_s = 0.8
descent_rate_m_s = 0.4
clearance_m = 0.0

[ocean]
uniform_depth_m = 10.02
"""


def test_a_run_that_grounds_and_one_that_runs_down(page, tmp_path, screenshot):
    scenario = tmp_path / "grounds.toml"
    scenario.write_text(GROUNDING, encoding="utf-8")
    server = Served(tmp_path / "library", "--mission", str(scenario))
    server.start()
    try:
        open_page(page, server, "")
        expect(page.locator(".run-name")).to_have_text("Touches the bottom")
        expect(page.locator("#scrub .mark.grounded")).to_have_count(1)
        expect(page.locator("#state")).to_have_text("paused")
        page.click(".brand")
        page.keyboard.press("End")
        expect(page.locator("#state")).to_have_text("GROUNDED")
        screenshot("11-grounded")
        page.fill("#battery", "0.01")
        page.click("#apply-vehicle")
        expect(page.locator("#scrub .mark.brownout")).to_have_count(1)
        page.keyboard.press("Escape")
        page.click(".brand")
        page.keyboard.press("End")
        expect(page.locator("#state")).to_have_text("brownout")
        screenshot("12-brownout")
    finally:
        server.stop()


def test_a_server_that_was_started_again_with_a_mission_brings_back_the_run_that_was_open(page, tmp_path):
    scenario = tmp_path / "grounds.toml"
    scenario.write_text(GROUNDING, encoding="utf-8")
    server = Served(tmp_path / "library", "--mission", str(scenario))
    server.start()
    try:
        open_page(page, server, "")
        expect(page.locator("#mission-name")).to_have_value("Touches the bottom")
        page.fill("#cruise-depth", "5")
        page.fill("#mission-name", "Mine")
        page.click("#plan")
        expect(page.locator(".run-name")).to_have_text("Mine")
        wait_computed(page)
        expect(page).to_have_url(re.compile("run="))
        page.fill("#cruise-depth", "6")
        page.click(".brand")
        page.keyboard.press("ArrowRight")
        server.stop()
        expect(page.locator("#link")).to_have_text("no connection, trying again …")
        server.start()
        expect(page.locator(".toast").last).to_contain_text("opened from the library")
        expect(page.locator(".run-name")).to_have_text("Mine")
        expect(page.locator("#time")).to_have_text(re.compile(r"^0:10 "))
        expect(page.locator("#cruise-depth")).to_have_value("6")
    finally:
        server.stop()


NAMELESS = """() => {
  const says = (e) => (e?.textContent ?? '').trim() !== ''
  const named = (e) => (e.getAttribute('aria-label') ?? '').trim() !== '' || (e.labels?.length ?? 0) > 0
    || (e.getAttribute('aria-labelledby') ?? '').split(' ').some((id) => id && says(document.getElementById(id)))
    || (e.matches('button, a, summary, [role=tab], [role=button]') && says(e))
  const controls = 'button, input, select, textarea, a[href], summary, [tabindex], [role=slider], [role=tab]'
  return [...document.querySelectorAll(controls)].filter((e) => !named(e)).map((e) => e.outerHTML.slice(0, 160))
}"""
"""Controls without a name that a screen reader could say."""


def test_every_control_has_a_name_and_shows_its_focus(page, served):
    open_page(page, served)
    apply_neutral(page)
    click_ends(page)
    plan(page, "To be looked at")
    wait_computed(page)
    page.check("#view3d")
    expect(page.locator("#map3d .maplibregl-ctrl-zoom-in")).to_be_visible()
    assert page.evaluate(NAMELESS) == []
    page.click("#tab-runs")
    expect(page.locator(".runs li").first).to_be_visible()
    assert page.evaluate(NAMELESS) == []
    page.click("#tab-mission")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    seen = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        style = page.evaluate(
            "() => { const e = document.activeElement, s = getComputedStyle(e);"
            " return [e.id || e.className, s.outlineStyle !== 'none' || s.boxShadow !== 'none'] }"
        )
        seen.add(style[0])
        assert style[1], f"{style[0]} does not show that it has the focus"
    assert {"cruise-depth", "plan", "neutral"} <= seen


def test_a_tab_out_of_sight_gives_its_stream_back(page, served):
    """Case D40: six streams of one browser leave no connection for anything else."""
    page.add_init_script(
        "const Native = window.EventSource; window.streams = [];"
        " window.EventSource = class extends Native { constructor(url) { super(url); window.streams.push(this) } }"
    )
    open_page(page, served)
    expect(page.locator("#link")).to_have_text("connected")
    show = (
        "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')) }"
    )
    # The page allows no code from texts, which waiting for an expression needs: the promise waits instead.
    when = (
        "(wanted) => new Promise((done) => { const look = () => { const open = window.streams.filter("
        "(stream) => stream.readyState !== 2); if (wanted === 'closed' ? open.length === 0 :"
        " open.length === 1 && open[0].readyState === 1) done(); else setTimeout(look, 50) }; look() })"
    )
    page.evaluate(show, True)
    page.evaluate(when, "closed")
    page.evaluate(show, False)
    page.evaluate(when, "open")
    expect(page.locator("#link")).to_have_text("connected")
