"""Curvilinear grids to regular ones: exact for fields of degree one, at poles and seams; and what is kept of it."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FileFormatError
from seatrial.ocean.readers import weights_cache
from seatrial.ocean.readers.remapping import make_places, mixed
from seatrial.ocean.readers.weights_cache import places_for
from tests.reference import ocean_files as files


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEATRIAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(weights_cache, "_memory", type(weights_cache._memory)())


def remapped(places: Any, values: np.ndarray) -> np.ndarray:
    rows, columns = np.arange(places.lat.size), np.arange(places.lon.size)
    down, across, row, column = places.window(rows, columns)
    return mixed(values[np.ix_(down, across)], row, column)


def sheared(count: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """A bent, sheared grid with cells ten times longer one way, across the date line."""
    j, i = np.meshgrid(np.linspace(0.0, 1.0, count), np.linspace(0.0, 1.0, 3 * count), indexing="ij")
    lat = -20.0 + 3.0 * j + 1.5 * i + 0.4 * np.sin(3.0 * i + j)
    lon = 175.0 + 12.0 * i - 2.0 * j + 0.5 * np.cos(2.0 * j)
    return lat, (lon + 180.0) % 360.0 - 180.0


def check_degree_one(mix: Any) -> None:
    lat, lon = sheared()
    places = make_places("f", lat, lon, None, [])
    field = 1.0 + 0.3 * lat + 0.02 * (lon % 360.0)
    rows, columns = np.arange(places.lat.size), np.arange(places.lon.size)
    down, across, row, column = places.window(rows, columns)
    found = mix(field[np.ix_(down, across)], row, column)
    expected = 1.0 + 0.3 * places.lat[:, None] + 0.02 * (places.lon % 360.0)
    inside = np.isfinite(found)
    assert inside.mean() > 0.4
    np.testing.assert_allclose(found[inside], expected[inside], atol=1e-10)


def test_degree_one():
    check_degree_one(mixed)


def test_parts_equal_the_whole():
    lat, lon = sheared()
    places = make_places("f", lat, lon, 0.1, [])
    field = np.sin(lat) * np.cos(np.radians(lon))
    whole = remapped(places, field)
    rows, columns = np.arange(5, 30, 3), np.arange(20, 60)
    down, across, row, column = places.window(rows, columns)
    assert down.size < lat.shape[0] or across.size < lat.shape[1]
    np.testing.assert_array_equal(mixed(field[np.ix_(down, across)], row, column), whole[np.ix_(rows, columns)])


def test_every_node_within_is_found():
    """On a turned square all nodes within have a place, all others none."""
    lat, lon = files.curved((15, 12), 0.6, 0.05)
    places = make_places("f", lat, lon, 0.02, [])
    row, column = files.roms_places(places.lat[:, None], places.lon)
    inside = (row >= 0.0) & (row <= 14.0) & (column >= 0.0) & (column <= 11.0)
    np.testing.assert_array_equal(np.isfinite(places.row), inside)
    np.testing.assert_allclose(places.row[inside], row[inside], atol=1e-9)
    np.testing.assert_allclose(places.column[inside], column[inside], atol=1e-9)


def tripolar() -> tuple[np.ndarray, np.ndarray]:
    """A global grid without repeated columns whose rows bend northwards over the Atlantic; columns begin at 73 E."""
    j, i = np.meshgrid(np.linspace(-78.0, 80.0, 80), 73.0 + np.arange(90.0) * 4.0, indexing="ij")
    lat = j + 5.0 * np.clip(j / 80.0, 0.0, 1.0) ** 2 * np.cos(np.radians(i + 30.0))
    return lat, (i + 180.0) % 360.0 - 180.0


@pytest.mark.parametrize("repeated", [0, 2], ids=["plain", "two columns repeated"])
def test_seam(repeated: int):
    lat, lon = tripolar()
    lat, lon = (np.concatenate([a, a[:, :repeated]], axis=1) for a in (lat, lon))
    places = make_places("f", lat, lon, 2.0, [])
    middle = np.abs(places.lat) < 70.0
    assert np.isfinite(places.row[middle]).all()
    assert places.wraps == (repeated == 0)
    found = remapped(places, np.cos(np.radians(lon)))
    expected = np.broadcast_to(np.cos(np.radians(places.lon)), found.shape)
    np.testing.assert_allclose(found[middle], expected[middle], atol=(np.radians(4.0) ** 2) / 8.0)  # chord of a cosine


def test_pole():
    """A polar grid: the pole itself has a place, and what grows with the distance from it is near enough."""
    x, y = np.meshgrid(np.linspace(-8.0, 8.0, 30), np.linspace(-8.0, 8.0, 30))
    lat, lon = 90.0 - np.hypot(x, y), np.degrees(np.arctan2(x, -y))
    places = make_places("f", lat, lon, 0.5, [])
    assert places.lat[-1] >= 89.5 and np.isfinite(places.row[places.lat > 85.0]).all()
    found = remapped(places, 90.0 - lat)
    np.testing.assert_allclose(
        found[places.lat > 87.0], np.broadcast_to(90.0 - places.lat[:, None], found.shape)[places.lat > 87.0], atol=0.2
    )


def test_coasts_stay_where_they_are():
    lat, lon = files.curved((12, 12), 0.0, 0.05)
    field = np.where(lon < 5.5, 1.0, np.nan)
    places = make_places("f", lat, lon, 0.025, [])
    found = remapped(places, field)
    last = np.flatnonzero((lon < 5.5)[0])[-1]
    reach = places.lon[np.isfinite(found).any(axis=0)].max()
    assert lon[0, last] <= reach <= 0.5 * (lon[0, last] + lon[0, last + 1]) + 1e-9
    assert np.nanmin(found) == np.nanmax(found) == 1.0


def test_points_that_were_never_filled():
    lat, lon = files.curved((12, 12), 0.3, 0.05)
    lat[4:7, 4:7], lon[4:7, 4:7] = 0.0, 0.0
    places = make_places("f", lat, lon, 0.02, [])
    assert places.lat[0] > 59.0
    inside = np.isfinite(places.row)
    row, column = np.floor(places.row), np.floor(places.column)
    assert inside.any() and not ((row >= 3) & (row <= 6) & (column >= 3) & (column <= 6))[inside].any()


def test_no_grid():
    with pytest.raises(FileFormatError, match="usable points"):
        make_places("f: u", np.zeros((3, 3)), np.zeros((3, 3)), None, [])


def test_kept_in_memory_and_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    lat, lon = sheared()
    first = places_for("f", lat, lon, None, [])
    assert places_for("f", lat, lon, None, []) is first
    kept = list((tmp_path / "cache" / "grids").glob("*"))
    assert len(kept) == 1 and kept[0].suffix == ".npz"
    weights_cache._memory.clear()
    monkeypatch.setattr(weights_cache, "make_places", None)  # it must not be made again
    again = places_for("f", lat, lon, None, [])
    np.testing.assert_array_equal(again.row, first.row)
    assert (again.shape, again.wraps) == (first.shape, first.wraps)


def test_other_points_have_other_places():
    lat, lon = sheared()
    places = {id(places_for("f", lat + shift, lon, step, [])) for shift in (0.0, 1e-6) for step in (None, 0.2)}
    assert len(places) == 4


@pytest.mark.parametrize("damage", ["cut", "text", "other shape"])
def test_damage_is_made_good(damage: str, tmp_path: Path):
    lat, lon = sheared()
    first = places_for("f", lat, lon, None, [])
    (path,) = (tmp_path / "cache" / "grids").glob("*.npz")
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:500])
    elif damage == "text":
        path.write_text("no archive")
    else:
        np.savez(path, lat=first.lat, lon=first.lon, row=first.row[:3], column=first.column, form=[1, 2, 0], notes=[])
    weights_cache._memory.clear()
    np.testing.assert_array_equal(places_for("f", lat, lon, None, []).row, first.row)


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SEATRIAL_CACHE", str(tmp_path / "file"))
    assert np.isfinite(places_for("f", *sheared(), None, []).row).any()


def test_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    lat, lon = sheared()
    places_for("f", lat, lon, None, [])
    (first,) = (tmp_path / "cache" / "grids").glob("*.npz")
    os.utime(first, (1.0, 1.0))
    monkeypatch.setattr(weights_cache, "MOST_BYTES", int(1.5 * first.stat().st_size))
    places_for("f", lat + 0.001, lon, None, [])
    assert not first.exists() and len(list(first.parent.glob("*.npz"))) == 1
