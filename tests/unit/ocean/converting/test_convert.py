"""`.bath` and `.curr` by the format's table, what cannot be held, and what is said about it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from seatrial.errors import InputError
from seatrial.ocean.converting.convert import write
from seatrial.ocean.converting.regridding import regrid
from seatrial.ocean.converting.selection import Selection, select
from seatrial.ocean.raster_files import read_bath, read_curr
from seatrial.ocean.readers.gridded import open_gridded
from tests.reference.grids import bath_by_the_table, curr_by_the_table, elevation_file, random_file

SINGLES = st.one_of(st.floats(-15_000.0, 15_000.0, width=32), st.just(float("nan")))


@settings(max_examples=60, deadline=None)
@given(
    values=arrays(np.float32, st.tuples(st.integers(2, 6), st.integers(2, 6)), elements=SINGLES),
    south=st.floats(-80.0, 70.0),
    west=st.floats(-180.0, 300.0),
    step=st.floats(0.01, 1.5),
)
def test_bath_is_exact(tmp_path_factory, values, south, west, step):
    path = tmp_path_factory.mktemp("bath") / "x.bath"
    file = elevation_file(values, south + step * np.arange(values.shape[0]), west + step * np.arange(values.shape[1]))
    told = write(file, path, path)
    head, cells = bath_by_the_table(path)
    assert (head["magic"], head["version"], head["width"], head["height"]) == (0x59485442, 1, *values.shape[::-1])
    assert (head["lat_min"], head["lon_min"], head["lon_max"]) == (file.lat[0], file.lon[0], file.lon[-1])
    assert np.array_equal(np.where(cells == np.float32(head["nodata"]), np.nan, cells), values, equal_nan=True)
    again = read_bath(path)
    assert np.array_equal(again.values[0, 0], values, equal_nan=True) and again.lat_max == file.lat[-1]
    assert told.lost == () and told.size == path.stat().st_size and told.nodes == (0, 1, *values.shape)


@settings(max_examples=40, deadline=None)
@given(rows=st.integers(2, 5), columns=st.integers(2, 5), levels=st.integers(1, 5), seed=st.integers(0, 99))
def test_curr_is_exact(tmp_path_factory, rows, columns, levels, seed):
    path = tmp_path_factory.mktemp("curr") / "x.curr"
    file = random_file(rows, columns, levels, seed=seed)
    write(file, path, path)
    head, depths, *parts = curr_by_the_table(path)
    assert (head["magic"], head["n_levels"], head["reserved"]) == (0x52525543, levels, 0)
    assert np.array_equal(depths, file.levels.astype("f4"))
    for cells, values in zip(parts, file.values[:, 0], strict=True):
        assert np.array_equal(np.where(cells == np.float32(head["nodata"]), np.nan, cells), values, equal_nan=True)
    again = read_curr(path)
    assert np.array_equal(again.values, file.values[:, 0], equal_nan=True)


def test_what_is_lost_is_said(tmp_path):
    path = tmp_path / "x.curr"
    told = write(random_file(times=1, components=3), path, path)
    assert told.lost == ("the time, 2023-11-14T22:13:20Z: .curr has none", "the vertical velocity: .curr has none")
    assert told.components == ("east", "north") and "  lost       the time" in "\n".join(told.lines())


def test_cells_stay_cells_in_netcdf_and_are_lost_elsewhere(tmp_path):
    file = replace(random_file(5, 7, 1), registration="cell")
    write(file, tmp_path / "x.nc", tmp_path / "x.nc")
    assert open_gridded(tmp_path / "x.nc", "SeaWaterVelocity").registration == "cell"
    write(replace(file, registration="node"), tmp_path / "y.nc", tmp_path / "y.nc")
    assert open_gridded(tmp_path / "y.nc", "SeaWaterVelocity").registration == "node"
    told = write(file, tmp_path / "x.curr", tmp_path / "x.curr")
    assert told.lost == ("the outer half of the outermost cells: .curr holds nodes",)
    assert select(file, Selection((150.0, -1.0, 152.0, 2.0))).registration == "cell"
    assert select(file, Selection(stride=2)).registration == "node"  # with gaps between them
    assert regrid(file, 0.5).registration == "node"


def test_several_times_need_a_choice(tmp_path):
    with pytest.raises(InputError, match=r"made\.nc: has 3 times \(2023-.*\), \.curr holds one: choose with --time"):
        write(random_file(times=3), tmp_path / "x.curr", tmp_path / "x.curr")


def test_uneven_axes_need_a_step(tmp_path):
    file = replace(random_file(5), lat=np.array([0.0, 1.0, 2.0, 4.0, 8.0]))
    with pytest.raises(InputError, match=r"latitudes are not even \(steps 1\.\.4 deg\), \.curr needs even rows: give"):
        write(file, tmp_path / "x.curr", tmp_path / "x.curr")


def test_wrong_quantity(tmp_path):
    with pytest.raises(InputError, match=r"x\.bath: \.bath holds SeaFloorElevation, made\.nc was read as SeaWaterVel"):
        write(random_file(), tmp_path / "x.bath", tmp_path / "x.bath")


def test_description(tmp_path):
    file = random_file(5, 7, 3, 2)
    told = write(file, tmp_path / "x.nc", tmp_path / "x.nc")
    assert told.nodes == (2, 3, 5, 7) and told.box == (150.0, -2.0, 153.0, 2.0)
    assert told.low[0] == np.nanmin(file.values[0]) and told.high[1] == np.nanmax(file.values[1])
    assert told.missing == pytest.approx(np.isnan(file.values[0]).mean())
    text = "\n".join(told.lines())
    assert "2 times x 3 levels x 5 x 7 nodes" in text and "packed     uo: error at most" in text
