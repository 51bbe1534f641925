"""From `[ocean]` to the ocean: real files through the readers, their order, blending, times, and what is refused."""

from pathlib import Path
from typing import Any

import netCDF4
import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.mission.provenance import provenance
from seatrial.mission.run import ocean_of, plan, run
from seatrial.mission.scenario import Scenario
from seatrial.mission.water import engine_density, engine_layers
from seatrial.ocean.composite import Composite
from seatrial.ocean.gridded import FileField
from seatrial.ocean.seawater import density
from seatrial.simulation.status import Status

BEGIN = "2020-03-01T00:00:00Z"
LAT, LON = np.linspace(30.0, 31.0, 11), np.linspace(-150.5, -149.5, 11)
DEPTH, HOURS = np.array([0.0, 10.0, 50.0]), np.arange(4.0)


def write(path: Path, variables: dict[str, tuple[str, Any]], hours: np.ndarray | None = HOURS) -> Path:
    """A CF file; each variable with its standard name and its values, or a function of (hour, depth, lat, lon)."""
    axes: dict[str, Any] = {"time": hours, "depth": DEPTH, "lat": LAT, "lon": LON}
    about = {
        "time": {"units": "hours since 2020-03-01 00:00:00", "standard_name": "time", "axis": "T"},
        "depth": {"units": "m", "positive": "down", "standard_name": "depth", "axis": "Z"},
        "lat": {"units": "degrees_north", "standard_name": "latitude"},
        "lon": {"units": "degrees_east", "standard_name": "longitude"},
    }
    units = {"u": "m s-1", "v": "m s-1", "w": "m s-1", "temp": "degree_C", "salt": "1", "elevation": "m"}
    with netCDF4.Dataset(path, "w") as data:
        for name, values in axes.items():
            if values is not None:
                data.createDimension(name, values.size)
                data.createVariable(name, "f8", (name,))[:] = values
                data[name].setncatts(about[name])
        for name, (standard, made) in variables.items():
            dims = ("lat", "lon") if name == "elevation" else tuple(n for n in axes if axes[n] is not None)
            grid = np.meshgrid(*(axes[n] for n in dims), indexing="ij")
            variable = data.createVariable(name, "f4", dims)
            variable.setncatts({"units": units.get(name, "1"), "standard_name": standard})
            variable[:] = np.asarray(made(*grid) if callable(made) else np.full(grid[0].shape, made))
    return path


def currents(path: Path, east: float = 0.25, rise: float = 0.03125) -> Path:
    return write(
        path,
        {
            "u": ("eastward_sea_water_velocity", lambda t, z, lat, lon: east + 0.0625 * t + 0.0 * z),
            "v": ("northward_sea_water_velocity", -0.125),
            "w": ("upward_sea_water_velocity", rise),
        },
    )


def scenario(folder: Path, ocean: dict[str, Any], **more: Any) -> Scenario:
    values: dict[str, Any] = {
        "start": {"lat": 30.5, "lon": -150.0},
        "goal": {"lat": 30.501, "lon": -150.0},
        "vehicle": {"ballast": "neutral", "battery": "unlimited"},
        "mission": {"cruise_depth_m": 5.0, "cruise_speed_m_s": 0.8},
        "ocean": {"land": False, **ocean},
        "simulation": {"step_s": 0.02, "max_duration_s": 120.0},
        "start_time": BEGIN,
    }
    return Scenario.from_dict({**values, **more}, "test", folder)


def test_currents_of_files_drive_a_mission(tmp_path: Path):
    currents(tmp_path / "model.nc")
    mission = scenario(
        tmp_path,
        {"currents": [{"files": "mod*.nc", "outside": "hold", "blend_km": 5.0}]},
        start_time="2020-03-01T01:00:00Z",
    )
    ocean = ocean_of(mission)
    assert ocean.currents.names == ("model.nc", "climatology", "synthetic")
    assert ocean.currents.blend_m == (5000.0, 0.0, 0.0)
    result = run(mission, ocean=ocean)
    hours = 1.0 + result.history["time"].values / 3600.0
    np.testing.assert_allclose(result.history["current_east"].values, 0.25 + 0.0625 * hours, rtol=1e-9)
    np.testing.assert_allclose(result.history["current_up"].values, 0.03125, rtol=1e-12)
    entry = result.provenance["fields"]["currents"][0]
    assert entry == {
        "name": "model.nc",
        "times": ["2020-03-01T00:00:00Z", "2020-03-01T03:00:00Z"],
        "outside": "hold",
        "notes": entry["notes"],
        "blend_km": 5.0,
    }
    assert list(result.provenance["files"]) == [str(tmp_path / "model.nc")]
    assert len(next(iter(result.provenance["files"].values()))) == 64


def test_a_start_outside_the_times_and_a_run_out_of_them(tmp_path: Path):
    currents(tmp_path / "model.nc")
    late = scenario(tmp_path, {"currents": ["model.nc"]}, start_time="2020-03-01T04:00:00Z")
    with pytest.raises(InputError, match=r"start_time = 2020-03-01T04:00:00Z: currents model\.nc has 2020-03-01T00"):
        run(late)
    with pytest.raises(InputError, match=r"start_time = 2020-03-01T04:00:00Z: currents model\.nc has 2020-03-01T00"):
        plan(late)
    with pytest.raises(InputError, match=r"start_time = 2020-02-29T23:59:59Z: currents model\.nc has 2020-03-01T00"):
        plan(scenario(tmp_path, {"currents": ["model.nc"]}, start_time="2020-02-29T23:59:59Z"))
    assert plan(scenario(tmp_path, {"currents": ["model.nc"]}, start_time="2020-03-01T03:00:00Z")).distance_m > 0.0
    held = {"currents": [{"files": "model.nc", "outside": "hold"}]}
    assert plan(scenario(tmp_path, held, start_time="2020-03-01T04:00:00Z")).distance_m > 0.0
    short = scenario(tmp_path, {"currents": ["model.nc"]}, start_time="2020-03-01T02:59:30Z")
    result = run(short)
    assert result.status is Status.OUT_OF_FIELD
    assert result.reason.startswith(
        "currents model.nc has 2020-03-01T00:00:00Z to 2020-03-01T03:00:00Z, and it is 2020"
    )
    assert result.duration_s == pytest.approx(30.0, abs=0.05)
    assert result.summary()["reason"] == result.reason


def test_a_current_too_strong_later_on_is_seen_by_the_plan(tmp_path: Path):
    """The plan passes its waypoints over two hours, while the current grows beyond what the vehicle makes."""
    currents(tmp_path / "model.nc", east=1.5)
    far = {"lat": 30.55, "lon": -150.0}
    quick = scenario(tmp_path, {"currents": [{"files": "model.nc", "outside": "hold"}]}, goal=far)
    lines = [line for line in plan(quick).warnings if "cannot stem" in line]
    assert len(lines) == 1
    # the greatest is at the end: 5.6 km at 0.8 m/s is 1.9 h on
    assert "1.62 m/s" in lines[0] or "1.63 m/s" in lines[0]


def test_bathymetry_of_files(tmp_path: Path):
    write(
        tmp_path / "chart.nc",
        {"elevation": ("height_above_mean_sea_level", lambda lat, lon: -1000.0 + 100 * (lat - 30))},
        None,
    )
    mission = scenario(tmp_path, {"bathymetry": ["chart.nc"]})
    ocean = ocean_of(mission)
    assert ocean.bathymetry.names == ("chart.nc", "ETOPO1 6'", "procedural")
    assert float(ocean.depth(30.5, -150.0)[0]) == pytest.approx(950.0, abs=1e-4)
    result = run(mission, ocean=ocean)
    assert result.history["sea_floor_depth"].values[0] == pytest.approx(950.0, abs=1e-4)


def test_a_large_chart_is_cut_to_the_mission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path / "chart.nc", {"elevation": ("height_above_mean_sea_level", lambda lat, lon: -1000.0 - lon)}, None)
    monkeypatch.setattr("seatrial.mission.water.WHOLE_BYTES", 350)
    monkeypatch.setattr("seatrial.mission.water.AROUND_DEG", 0.2)
    mission = scenario(tmp_path, {"bathymetry": ["chart.nc"]})
    table = ocean_of(mission).bathymetry.tables()[0]
    assert table is not None and table.plain and table.values.shape[2:] < (11, 11)
    assert float(ocean_of(mission).depth(30.5, 210.0)[0]) == pytest.approx(850.0, abs=1e-3)
    from seatrial.mission.water import build_ocean

    with pytest.raises(InputError, match="too much to be held whole: cut it to its region"):
        build_ocean(mission.ocean)


def test_density_by_field_in_a_mission(tmp_path: Path):
    """The water of the engine is that of TEOS-10 at the sample, to the curvature between nodes 2 m apart."""
    thermocline = {"profile": "thermocline", "surface": 18.0, "deep": 6.0, "depth_m": 4.0, "thickness_m": 10.0}
    mission = scenario(
        tmp_path,
        {
            "uniform_depth_m": 500.0,
            "density": "field",
            "temperature": thermocline,
            "salinity": [{"profile": "uniform", "value": 35.0}],
        },
    )
    ocean = ocean_of(mission)
    result = run(mission, ocean=ocean)
    depth = result.history["depth"].values
    assert np.ptp(depth) > 2.0
    water = 6.0 + 12.0 * 0.5 * (1.0 - np.tanh((np.maximum(depth, 0.0) - 4.0) / 10.0))
    expected = density(water, 35.0, np.maximum(depth, 0.0), result.history["lat"].values, result.history["lon"].values)
    found = result.history["water_density"].values
    # 12 K over 10 m: second derivative of the density at most 0.25 * 12 * 0.77 / 100 = 0.023 kg/m5, times 2^2 / 8; and
    # half a unit of single precision, 6e-5
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=0.012)
    assert np.ptp(found) > 0.2
    assert isinstance(engine_density(ocean), Composite)
    assert result.provenance["density"] == "field"
    assert [entry["name"] for entry in result.provenance["fields"]["SeaSalinity"]] == ["uniform"]


def test_layers_are_added_in_a_mission(tmp_path: Path):
    mission = scenario(
        tmp_path,
        {"currents": {"east_m_s": 0.1, "north_m_s": 0.0}, "eddies": {"rms_m_s": 0.2, "scale_km": 30.0}, "tides": True},
        seed=5,
    )
    ocean = ocean_of(mission)
    assert [layer.name for layer in engine_layers(ocean)] == ["tidal stations", "eddies"]
    history = run(mission, ocean=ocean).history
    place = (history["lat"].values, history["lon"].values, history["depth"].values)
    time = mission.start_time.timestamp() + history["time"].values
    expected = ocean.current(*place, time).value
    found = np.stack([history["current_east"].values, history["current_north"].values], axis=-1)
    np.testing.assert_allclose(found, expected, atol=0.012)  # linear between nodes: 6 % of 0.2 m/s
    assert np.abs(expected - [0.1, 0.0]).max() > 0.02
    other = ocean_of(mission.model_copy(update={"seed": 6}))
    assert np.abs(other.current(30.5, -150.0, 0.0, time[0]).value - expected[0]).max() > 1e-3
    assert provenance(mission, ocean)["layers"] == ["tidal stations", "eddies"]


def test_scalars_wind_and_waves(tmp_path: Path):
    write(
        tmp_path / "ts.nc",
        {
            "temp": ("sea_water_temperature", lambda t, z, lat, lon: 20.0 - 0.125 * z),
            "salt": ("sea_water_practical_salinity", 36.0),
        },
    )
    ocean = ocean_of(scenario(tmp_path, {"temperature": ["ts.nc"], "salinity": ["ts.nc"]}))
    time = 1583020800.0 + 1800.0
    found = ocean.field("SeaTemperature").sample([30.5, 50.0], [-150.0, -30.0], 20.0, time)
    assert float(found.value[0]) == pytest.approx(17.5, abs=1e-3)
    assert ocean.field("SeaTemperature").names[0] == "ts.nc" and found.source[0] == 0 and found.source[1] > 0
    assert isinstance(ocean.field("SeaTemperature"), Composite)
    assert float(ocean.field("SeaSalinity").sample(30.5, -150.0, 20.0, time).value) == pytest.approx(36.0, abs=1e-3)
    assert not ocean.has("Waves")


@pytest.mark.parametrize(
    "ocean, message",
    [
        ({"currents": [{"files": "a.nc", "outside": "repeat"}]},
         "ocean.currents[0].outside = 'repeat': must be 'refuse', 'hold' or 'cycle'"),
        ({"currents": [{"files": "a.nc", "blend_km": -1}]},
         "ocean.currents[0].blend_km = -1 km: must be a number in 0..10000 km"),
        ({"currents": [{"files": []}]}, "ocean.currents[0].must name at least one file"),
        ({"currents": [7]}, "ocean.currents[0] = 7: must be the name of a file or a table with files"),
        ({"bathymetry": [{"files": "a.nc", "positive": "north"}]},
         "ocean.bathymetry[0].positive = 'north': must be 'up' or 'down'"),
        ({"temperature": {"profile": "linear", "surface": 10.0}},
         'ocean.temperature.profile = "linear" needs surface, gradient: gradient is missing'),
        ({"temperature": {"profile": "uniform", "value": 10.0, "deep": 2.0}},
         'ocean.temperature.profile = "uniform" takes value: deep does not belong to it'),
        ({"salinity": [{"profile": "uniform", "value": 35.0}, "a.nc"]},
         "ocean.salinity: a profile answers everywhere: must be the last of the list"),
        ({"eddies": {"rms_m_s": 3.0, "scale_km": 10.0}},
         "ocean.eddies.rms_m_s = 3 m/s: must be a number in 0..2 m/s"),
        ({"density": "teos"}, "ocean.density = 'teos': must be 'constant' or 'field'"),
    ],
)  # fmt: skip
def test_bad_options_are_one_line(tmp_path: Path, ocean: dict[str, Any], message: str):
    with pytest.raises(InputError) as caught:
        scenario(tmp_path, ocean)
    assert str(caught.value) == f"test: {message}"


def test_files_that_are_not_what_they_should_be(tmp_path: Path):
    write(tmp_path / "flow.nc", {"u": ("eastward_sea_water_velocity", 0.1)})
    with pytest.raises(InputError, match=r"flow\.nc"):
        ocean_of(scenario(tmp_path, {"currents": ["flow.nc"]}))
    with pytest.raises(InputError, match=r"none\.nc"):
        ocean_of(scenario(tmp_path, {"currents": ["none.nc"]}))
    with pytest.raises(InputError, match=r"a\.bath: a \.bath file has no SeaWaterVelocity"):
        ocean_of(scenario(tmp_path, {"currents": ["a.bath"]}))


def test_names_are_located_and_the_scenario_goes_through_json(tmp_path: Path):
    made = scenario(tmp_path, {"currents": ["a.nc", {"files": ["b.nc", "c.nc"]}], "wind": ["w.nc"]})
    assert made.ocean.files() == tuple(str(tmp_path / n) for n in ("a.nc", "b.nc", "c.nc", "w.nc"))
    assert Scenario.from_dict(made.model_dump(mode="json")) == made


def test_a_file_field_is_streamed(tmp_path: Path):
    currents(tmp_path / "model.nc")
    source = ocean_of(scenario(tmp_path, {"currents": ["model.nc"]})).currents.sources[0]
    assert isinstance(source, FileField)
    assert source.components == ("east", "north", "up")
