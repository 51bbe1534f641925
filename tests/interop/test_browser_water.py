"""The water on the page: time, depth, section and sources, with currents of a file that depends on time."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from tests.interop.acts import apply_neutral, click_ends, expect, open_page, plan, wait_computed
from tests.interop.served import Served
from tests.interop.test_http_water import turning_current

SCENARIO = """
start_time = 2024-05-01T03:00:00Z
[start]
lat = 36.70
lon = -122.10
[goal]
lat = 36.7015
lon = -122.0985
[ocean]
currents = [{ files = "turning.nc", outside = "hold" }]
"""


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("water")
    turning_current(folder / "turning.nc")
    (folder / "timed.toml").write_text(SCENARIO)
    served = Served(folder / "library", "--mission", str(folder / "timed.toml"))
    served.start()
    yield served
    served.stop()


def test_the_slider_moves_arrows_and_section(page, timed, screenshot):
    open_page(page, timed)
    slider = page.locator("#water-time")
    expect(slider).to_be_visible()
    expect(page.locator("#water-time-text")).to_have_text("2024-05-01 03:00 UTC")
    expect(page.locator(".legend.currents")).to_contain_text("2024-05-01 03:00 UTC")

    with page.expect_response(lambda answer: "/api/currents" in answer.url and "12%3A00" in answer.url) as got:
        slider.press("End")
    found = got.value.json()
    assert found["time"] == "2024-05-01T12:00:00Z"
    assert found["u"][70] == pytest.approx(-0.5, abs=1e-3) and found["v"][70] == pytest.approx(0.0, abs=1e-3)
    expect(page.locator(".legend.currents")).to_contain_text("2024-05-01 12:00 UTC")
    with page.expect_response(lambda answer: "/api/currents" in answer.url and "00%3A00%3A00" in answer.url) as got:
        slider.press("Home")
    assert got.value.json()["u"][70] == pytest.approx(0.5, abs=1e-3)

    with page.expect_request(lambda request: "/api/currents" in request.url and "depth_m=200" in request.url):
        page.select_option("#overlay-depth", "200")
    expect(page.locator(".legend.currents")).to_contain_text("Current at 200")

    slider.press("PageUp")
    expect(page.locator("#water-time-text")).to_have_text("2024-05-01 02:30 UTC")
    page.check("#show-section")
    expect(page.locator("#section")).to_have_attribute("data-time", "2024-05-01T02:30:00Z")
    apply_neutral(page)
    with page.expect_request("**/api/mission") as sent:
        plan(page, "In turning water")
    assert sent.value.post_data_json["start_time"] == "2024-05-01T02:30:00Z"
    expect(page.locator("#section-readout")).to_contain_text("2024-05-01 02:30 UTC")
    page.select_option("#section-field", "speed")
    expect(page.locator("#section-readout")).to_contain_text("turning.nc")
    page.locator("#section-picture").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#section-readout")).to_contain_text(re.compile(r"m/s · sea floor"))
    with page.expect_response(lambda answer: "/api/section" in answer.url and "12%3A00%3A00" in answer.url) as got:
        slider.press("End")
    assert got.value.json()["fields"]["speed"]["values"][0][3] == pytest.approx(0.5, abs=1e-3)
    screenshot("water-timed")

    page.get_by_text("Sources", exact=True).click()
    first = page.locator("[data-field='currents'] li").first
    expect(first).to_contain_text("turning.nc")
    expect(first).to_contain_text("2024-05-01 00:00 UTC to 2024-05-01 12:00 UTC, 3 times")


WARMING = SCENARIO.replace('currents = [{ files = "turning.nc"', 'temperature = [{ files = "warming.nc"')


def warming_water(path: Path) -> Path:
    """Water off Monterey of 14 degrees at the surface and 4 at 3000 m, that warms by a degree in 12 h."""
    levels, lat, lon = np.array([0.0, 3000.0]), np.linspace(36.4, 37.0, 5), np.linspace(-122.4, -121.8, 7)
    column = 14.0 - levels / 300.0
    values = np.broadcast_to(
        (column + np.array([0.0, 1.0])[:, None])[..., None, None], (2, levels.size, lat.size, lon.size)
    )
    names = ("time", "depth", "latitude", "longitude")
    words = {"standard_name": "sea_water_temperature", "units": "degree_Celsius"}
    axes = {
        "time": np.array(["2024-05-01T00", "2024-05-01T12"], "datetime64[s]"),
        "depth": ("depth", levels, {"units": "m", "positive": "down", "standard_name": "depth"}),
        "latitude": ("latitude", lat, {"units": "degrees_north", "standard_name": "latitude"}),
        "longitude": ("longitude", lon, {"units": "degrees_east", "standard_name": "longitude"}),
    }
    xr.Dataset({"thetao": (names, values, words)}, axes).to_netcdf(path)
    return path


@pytest.fixture(scope="module")
def warming(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("warm")
    warming_water(folder / "warming.nc")
    (folder / "timed.toml").write_text(WARMING)
    served = Served(folder / "library", "--mission", str(folder / "timed.toml"))
    served.start()
    yield served
    served.stop()


def test_a_temperature_file_has_slider_and_section_and_a_link_brings_them(page, other_page, warming, screenshot):
    open_page(page, warming)
    slider = page.locator("#water-time")
    expect(page.locator("#water-time-text")).to_have_text("2024-05-01 03:00 UTC")
    expect(page.locator("#end-goal")).not_to_have_value("")  # the server's own mission has come and filled the forms
    apply_neutral(page)
    plan(page, "In warming water")
    wait_computed(page)
    page.check("#show-section")
    expect(page.locator("#section-readout")).to_contain_text("warming.nc")
    with page.expect_response(lambda answer: "/api/section" in answer.url and "12%3A00%3A00" in answer.url) as got:
        slider.press("End")
    shown = got.value.json()["fields"]["temperature"]
    assert shown["values"][0][3] == pytest.approx(15.0, abs=1e-3) and "warming.nc" in shown["sources"]
    with page.expect_response(lambda answer: "/api/point" in answer.url and "12%3A00%3A00" in answer.url) as got:
        page.mouse.move(640, 300)
    assert got.value.json()["temperature_degC"] == pytest.approx(15.0 - 20.0 / 300.0, abs=1e-3)
    expect(page.locator(".readout .what")).to_contain_text("14.9 °C")
    screenshot("water-warming")

    slider.press("PageDown")
    page.select_option("#overlay-depth", "200")
    page.select_option("#section-depth", "near")
    page.select_option("#section-field", "salinity")
    expect(page).to_have_url(re.compile("section=salinity,near"))
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }")
    page.click("#copy-view")
    link = page.evaluate("window.copied")
    assert "depth=200" in link and "water=2024-05-01T09" in link and "run=" in link
    page.goto("about:blank")  # two pages that draw would slow each other down

    other = other_page
    other.goto(link)
    expect(other.locator(".run-name")).to_have_text("In warming water")
    expect(other.locator("#water-time-text")).to_have_text("2024-05-01 09:30 UTC")
    expect(other.locator("#section")).to_have_attribute("data-time", "2024-05-01T09:30:00Z")
    expect(other.locator("#section-field")).to_have_value("salinity")
    expect(other.locator("#section-depth")).to_have_value("near")
    expect(other.locator("#overlay-depth")).to_have_value("200")
    other.locator("#section").get_by_role("button", name="Close the section").click()
    expect(other).not_to_have_url(re.compile("section="))


def test_shipped_water_has_no_slider_and_a_section_after_a_plan(page, served, screenshot):
    open_page(page, served)
    expect(page.locator("#overlay-depth")).to_be_visible()
    expect(page.locator("#sources .source")).not_to_have_count(0)
    expect(page.locator("#water-time")).to_be_hidden()
    page.check("#show-section")
    expect(page.locator("#section-note")).to_have_text("Plan a mission first: the water along its route is drawn here.")
    expect(page.locator("#section-picture")).to_be_hidden()
    page.get_by_role("button", name="Close the section").click()
    expect(page.locator("#section")).to_be_hidden()
    apply_neutral(page)
    click_ends(page)
    plan(page, "Section")
    page.check("#show-section")
    expect(page.locator("#section-picture")).to_be_visible()
    expect(page.locator("#section-readout")).to_contain_text("dashed: planned depth")
    expect(page.locator("#section .legend")).to_contain_text("°C")
    page.select_option("#section-field", "salinity")
    expect(page.locator("#section-picture")).to_have_attribute("aria-label", re.compile("Salinity along the route"))
    screenshot("water-shipped")

    page.route("**/api/section*", lambda route: route.fulfill(status=500, json={"error": "something broke"}))
    page.select_option("#section-depth", "near")
    expect(page.locator("#section-note")).to_have_text("The section cannot be read: something broke.")
    page.unroute("**/api/section*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#section-picture")).to_be_visible()
