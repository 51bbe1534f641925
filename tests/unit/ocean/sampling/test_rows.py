"""Many places at once say what each says alone."""

import csv
import io
from functools import cache

import numpy as np
import pytest

from seatrial.ocean.describing import NEW_YEAR_2000
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.places import Places, grid, section
from seatrial.ocean.sampling.rows import as_csv, ask, flat, rows, sources, table

WORDS = ("lat", "lon", "time", "at_depth_m", "land", "depth_source", "temperature_source", "salinity_source")


@pytest.fixture(scope="module")
def oceans():
    return cache(Ocean.shipped)


def test_rows_are_what_describe_says(oceans):
    random = np.random.default_rng(3)
    count = 60
    lat, lon = random.uniform(-70, 75, count), random.uniform(-180, 180, count)
    depth = random.choice([0.0, 40.0, 900.0, 6000.0], count)
    time = random.choice([np.nan, NEW_YEAR_2000, NEW_YEAR_2000 + 200 * 86_400.0], count)
    found = list(rows(ask(oceans, Places(lat, lon, depth, time, np.full(count, np.nan)))))
    assert {row["land"] for row in found} == {True, False}
    for k, row in enumerate(found):
        month = None if np.isnan(time[k]) else 1 if time[k] == NEW_YEAR_2000 else 7
        alone = oceans(month).describe(lat[k], lon[k], depth[k], None if np.isnan(time[k]) else time[k])
        for key in WORDS:
            assert row[key] == alone[key], key
        for key in ("depth_m", "temperature_degC", "salinity"):
            assert (row[key] is None) == (alone[key] is None)
            assert row[key] is None or row[key] == pytest.approx(alone[key], rel=1e-12)
        current = [alone["current"][key] for key in row["current"]]
        assert [v is None for v in row["current"].values()] == [v is None for v in current]
        assert row["current"]["source"] == current[-1]
        if current[0] is not None:
            assert list(row["current"].values())[:3] == pytest.approx(current[:3], rel=1e-12)


@pytest.fixture(scope="module")
def answers(oceans):
    lat, lon, along = section(36.7, -122.3, 36.8, -121.7, 4)
    return ask(oceans, grid(lat, lon, along, (0.0, 100.0), ()))


def test_table_is_aligned_with_units_and_sources(answers):
    text = list(table(answers))
    assert text[0].split("  ")[0].strip() == "distance [km]" and "T [degC]" in text[0] and "up [mm/s]" not in text[0]
    lines = text[1:9]
    assert all(len(line.removesuffix("  land")) == len(text[0]) for line in lines)
    assert lines[-1].endswith("-  land") and lines[0].split()[:5] == ["0.0", "36.7000", "-122.3000", "0", "1271"]
    assert len(text) == 9
    assert list(sources(answers)) == [
        "sea floor: ETOPO1 6'; land polygons",
        "current: climatology",
        "temperature: Levitus climatology",
        "salinity: Levitus climatology",
    ]


def test_csv_has_every_number(answers):
    found = list(csv.DictReader(io.StringIO(as_csv(answers))))
    for line, row in zip(found, map(flat, rows(answers)), strict=True):
        assert list(line) == list(row)
        for key, value in row.items():
            assert line[key] == "" if value is None else line[key] == str(value)
