"""The ocean as one thing."""

import json
from pathlib import Path

import numpy as np
import pytest
import shapely

from seatrial.errors import InputError
from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import NO_SOURCE, Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.raster_files import Raster, write_bath, write_curr
from seatrial.ocean.uniform import UniformCurrents


@pytest.fixture(scope="module")
def world() -> Ocean:
    return Ocean.shipped()


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A square degree of the bay of Monterey: 77 m deep, 0.5 m/s northwards, both with a gap in the north."""
    lat, lon = [36.0, 36.5, 37.0], [-123.0, -122.5, -122.0]
    elevation, flow = np.full((1, 1, 3, 3), -77.0), np.zeros((2, 1, 3, 3))
    flow[1] = 0.5
    elevation[..., 1:, :], flow[..., 1:, :] = np.nan, np.nan
    write_bath(tmp_path / "a.bath", Raster.from_axes(lat, lon, elevation))
    write_curr(tmp_path / "a.curr", Raster.from_axes(lat, lon, flow))
    return tmp_path / "a.bath", tmp_path / "a.curr"


def test_shipped_sources(world: Ocean):
    assert world.bathymetry.names == ("ETOPO1 6'", "procedural")
    assert world.currents.names == ("climatology", "synthetic")
    assert not world.bathymetry.needs_formula
    table = world.sea_floor_table()
    assert table is not None
    assert table.values.shape[2:] == (1801, 3600)
    assert Ocean.shipped(month=2).currents.names == ("climatology, month 2", "synthetic")


def test_files_come_first_and_leave_their_gaps_to_the_shipped_data(files: tuple[Path, Path]):
    ocean = Ocean.shipped(bathymetry_files=[files[0]], current_files=[files[1]])
    depth, source = ocean.depth([36.1, 36.8, 30.0], -122.7)
    assert depth[0] == 77.0
    np.testing.assert_array_equal(source, [0, 1, 1])
    found = ocean.current([36.1, 36.8, 30.0], -122.7)
    np.testing.assert_array_equal(found.value[0], [0.0, 0.5])
    np.testing.assert_array_equal(found.source, [0, 1, 1])


def test_without_the_shipped_data_formulas_answer(files: tuple[Path, Path]):
    ocean = Ocean.shipped(land=False, use_bathymetry=False, use_currents=False)
    assert ocean.bathymetry.names == ("procedural",)
    assert ocean.currents.names == ("synthetic",)
    assert ocean.sea_floor_table() is None
    assert 4650.0 <= float(ocean.depth(10.0, 20.0)[0]) <= 5350.0
    ocean = Ocean.shipped(land=False, bathymetry_files=[files[0]], use_bathymetry=False)
    assert ocean.bathymetry.names == ("a.bath", "procedural")


def test_land_from_a_file(tmp_path: Path):
    path = tmp_path / "land.geojson"
    square = shapely.box(-31.0, 29.0, -29.0, 31.0)
    path.write_text(
        json.dumps({"type": "Feature", "properties": {}, "geometry": json.loads(shapely.to_geojson(square))})
    )
    depth, _ = Ocean.shipped(land=path).depth([30.0, 32.0], -30.0)
    assert depth[0] == 0.0
    assert depth[1] > 1000.0


def test_depth_of_land_sea_and_shoals(world: Ocean):
    # Munich, Mid-Atlantic, Ross ice shelf's sea, north pole
    depth, source = world.depth([48.1, 30.0, -80.0, 90.0], [11.6, -40.0, 180.0, 0.0])
    assert depth[0] == 0.0
    assert source[0] == NO_SOURCE
    assert (depth[1:] >= 1.0).all()
    assert (source[1:] == 0).all()
    shoal = GridBathymetry.from_array([0.0, 1.0], [0.0, 1.0], [[3.0, 3.0], [-0.2, -0.2]])
    ocean = Ocean(Land.none(), Composite([shoal]), Composite([UniformCurrents(0.0, 0.0)]))
    np.testing.assert_array_equal(ocean.depth([0.0, 1.0], 0.5)[0], [1.0, 1.0])


def test_no_source_is_not_a_number():
    bay = GridBathymetry.from_array([0.0, 1.0], [0.0, 1.0], np.full((2, 2), -50.0))
    ocean = Ocean(Land.none(), Composite([bay]), Composite([UniformCurrents(0.0, 0.0)]))
    depth, source = ocean.depth([0.5, 5.0, np.nan, 95.0], [0.5, 0.5, 0.5, 0.5])
    assert depth[0] == 50.0
    assert np.isnan(depth[1:]).all()
    np.testing.assert_array_equal(source, [0, NO_SOURCE, NO_SOURCE, NO_SOURCE])
    place = ocean.describe(5.0, 5.0, 10.0)
    assert place["sea_floor_depth_m"] is None
    assert place["sea_floor_source"] is None
    assert place["current_speed_m_s"] == 0.0


def test_sea_is_at_least_a_metre_deep_and_land_is_dry(world: Ocean):
    rng = np.random.default_rng(4)
    lat, lon = rng.uniform(-90, 90, 20_000), rng.uniform(-180, 180, 20_000)
    depth, _ = world.depth(lat, lon)
    land = world.land.contains(lat, lon)
    assert (depth[land] == 0.0).all()
    assert (depth[~land] >= 1.0).all()
    np.testing.assert_allclose(world.depth(lat, lon + 360.0)[0], depth, atol=1e-6)


def test_describe_water(world: Ocean):
    place = world.describe(38.0, 292.0, 20.0)
    assert json.loads(json.dumps(place)) == place
    assert list(place) == [
        "lat",
        "lon",
        "land",
        "depth_m",
        "depth_source",
        "sea_floor_depth_m",
        "sea_floor_source",
        "at_depth_m",
        "time",
        "current",
        "current_east_m_s",
        "current_north_m_s",
        "current_speed_m_s",
        "current_towards_deg",
        "current_source",
        "temperature_degC",
        "temperature_source",
        "salinity",
        "salinity_source",
        "sound_speed_m_s",
        "sound_speed_source",
        "density_kg_m3",
        "density_source",
        "wind",
        "tide",
        "note",
    ]
    assert place["depth_m"] == place["sea_floor_depth_m"]
    assert place["at_depth_m"] == 20.0
    assert place["time"] is None
    assert place["tide"] is None
    assert place["current"] == {
        "u_m_s": place["current_east_m_s"],
        "v_m_s": place["current_north_m_s"],
        "w_m_s": 0.0,
        "speed_m_s": place["current_speed_m_s"],
        "towards_deg": place["current_towards_deg"],
        "source": "climatology",
    }
    assert place["temperature_source"] == place["salinity_source"] == "Levitus climatology"
    assert place["sound_speed_source"] == place["density_source"] == "TEOS-10 of Levitus climatology"
    assert place["lon"] == -68.0
    assert place["land"] is False
    assert place["sea_floor_source"] == "ETOPO1 6'"
    assert place["current_source"] == "climatology"
    assert place["note"] == ""
    east, north = place["current_east_m_s"], place["current_north_m_s"]
    assert isinstance(east, float)
    assert isinstance(north, float)
    assert place["current_speed_m_s"] == pytest.approx(np.hypot(east, north))
    assert place["current_towards_deg"] == pytest.approx(np.degrees(np.arctan2(east, north)) % 360.0)


@pytest.mark.parametrize(
    "east, north, towards", [(0.0, 1.0, 0.0), (1.0, 0.0, 90.0), (0.0, -1.0, 180.0), (-1.0, 0.0, 270.0)]
)
def test_direction_is_by_compass_and_towards(east: float, north: float, towards: float):
    bay = GridBathymetry.from_array([0.0, 1.0], [0.0, 1.0], np.full((2, 2), -50.0))
    ocean = Ocean(Land.none(), Composite([bay]), Composite([UniformCurrents(east, north)]))
    assert ocean.describe(0.5, 0.5)["current_towards_deg"] == pytest.approx(towards)


def test_describe_where_there_is_no_water(world: Ocean):
    for lat, lon, depth, note in ((48.1, 11.6, 0.0, "on land"), (54.0, 3.0, 500.0, "below the sea floor")):
        place = world.describe(lat, lon, depth)
        assert str(place["note"]).startswith(note)
        assert place["current_speed_m_s"] is None
        assert place["current_source"] is None


@pytest.mark.parametrize(
    "args, name", [((91.0, 0.0, 0.0), "latitude"), ((0.0, np.inf, 0.0), "longitude"), ((0.0, 0.0, -1.0), "depth")]
)
def test_describe_refuses(args: tuple[float, float, float], name: str, world: Ocean):
    with pytest.raises(InputError, match=f"{name} = .*must be a number in"):
        world.describe(*args)
