"""A person at the page: real browser, real server. Waits are for states of the page, never for frames."""

import re

from tests.interop.acts import apply_neutral, click_ends, drag_timeline, expect, open_page, plan, seconds, wait_computed


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
    apply_neutral(page)
    click_ends(page)
    for name in ("Kept dive", "Other dive"):
        plan(page, name)
        wait_computed(page)
    page.click("#tab-runs")
    rows = page.locator(".runs li")
    expect(rows.filter(has=page.locator("input[value='Kept dive']"))).to_have_count(1)
    row = rows.filter(has=page.locator("input[value='Kept dive']"))
    row.locator(".open-run").click()
    expect(page.locator(".run-name")).to_have_text("Kept dive")
    expect(page.locator("#state")).to_have_text("paused")
    expect(row).to_have_class(re.compile("current"))
    other = rows.filter(has=page.locator("input[value='Other dive']")).first
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
