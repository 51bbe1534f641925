"""Bathymetry sources."""

from pathlib import Path

import numpy as np
import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.bathymetry import BathFile, GridBathymetry, ShippedBathymetry
from seatrial.ocean.raster_files import Raster, write_bath


def test_shipped_covers_the_globe_without_gaps():
    table = ShippedBathymetry().table()
    assert table.values.shape == (1, 1, 1801, 3600)
    assert table.periodic
    assert table.complete
    assert (table.lat0, table.lon0) == (-90.0, -180.0)
    rng = np.random.default_rng(1)
    elevation, valid = ShippedBathymetry().sample(rng.uniform(-90, 90, 5000), rng.uniform(-540, 540, 5000))
    assert valid.all()
    assert -10_800.0 < elevation.min() < elevation.max() < 8_300.0


def test_shipped_is_read_once():
    assert ShippedBathymetry().table() is ShippedBathymetry().table()


def test_shipped_has_no_jump_at_the_date_line_nor_at_a_pole():
    elevation, _ = ShippedBathymetry().sample(-20.0, [179.999999, 180.0, -180.0, -179.999999])
    assert np.ptp(elevation) < 0.1
    around, valid = ShippedBathymetry().sample(90.0, np.arange(-180.0, 180.0, 10.0))
    assert valid.all()
    assert np.ptp(around) < 1.0


def test_array_with_latitude_downwards():
    field = GridBathymetry.from_array([2.0, 1.0, 0.0], [0.0, 1.0], [[-20.0, -20.0], [-10.0, -10.0], [0.0, 0.0]])
    elevation, valid = field.sample([1.5, 2.0, 3.0], [0.5, 0.0, 0.0])
    np.testing.assert_array_equal(elevation[:2], [-15.0, -20.0])
    np.testing.assert_array_equal(valid, [True, True, False])


def test_file(tmp_path: Path):
    path = tmp_path / "bay.bath"
    values = np.array([[-10.0, np.nan], [-30.0, -40.0]])
    write_bath(path, Raster.from_axes([36.0, 37.0], [-123.0, -122.0], values[None, None]))
    field = BathFile(path)
    assert field.name == "bay.bath"
    elevation, valid = field.sample([36.0, 36.0, 36.5, 38.0], [-123.0, -122.0, 237.5, -122.5])
    np.testing.assert_array_equal(valid, [True, False, True, False])
    assert elevation[0] == -10.0
    assert elevation[2] == pytest.approx(-80.0 / 3.0)
    assert field.table().values.shape == (1, 1, 2, 2)


def test_bad_files(tmp_path: Path):
    with pytest.raises(InputError, match="cannot be read"):
        BathFile(tmp_path / "nothing.bath")
    (tmp_path / "text.bath").write_text("hello, this is no bathymetry")
    with pytest.raises(FileFormatError, match="magic"):
        BathFile(tmp_path / "text.bath")
