import math
from pathlib import Path

import numpy as np
import pytest

from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import FileFormatError, InputError
from seatrial.mission.build import (
    build_autopilot,
    build_request,
    build_settings,
    build_vehicle,
    clamps,
)
from seatrial.mission.scenario import VehicleOptions
from seatrial.mission.water import build_land, build_ocean
from seatrial.ocean.raster_files import Raster, write_bath, write_curr
from seatrial.vehicles import catalogue
from seatrial.vehicles.torpedo import torpedo
from tests.unit.mission.missions import scenario


def test_vehicle():
    v = build_vehicle(scenario(vehicle={"mass_kg": 30, "ballast": "none", "thruster_time_constant_s": 0.2}).vehicle)
    assert v.mass == 30.0 and v.battery.capacity == 40.0 and v.thrusters[0].time_constant == 0.2
    assert build_vehicle(scenario(vehicle__battery="unlimited").vehicle).battery.capacity == math.inf
    assert build_vehicle(scenario(vehicle__battery={"capacity_Ah": 3.0}).vehicle).battery.capacity == 3.0


def test_clamps():
    assert clamps("torpedo") == {"length_m": (0.2, 6.0), "radius_m": (0.03, 0.5), "mass_kg": (2.0, 800.0)}


def test_ocean_in_priority_order(tmp_path: Path):
    lat, lon = np.linspace(36, 37, 3), np.linspace(-123, -122, 3)
    write_bath(tmp_path / "a.bath", Raster.from_axes(lat, lon, np.full((1, 1, 3, 3), -70.0)))
    write_curr(tmp_path / "a.curr", Raster.from_axes(lat, lon, np.full((2, 1, 3, 3), 0.3)))
    s = scenario(
        ocean={"bathymetry": [str(tmp_path / "a.bath")], "currents": [str(tmp_path / "a.curr")], "land": False}
    )
    ocean = build_ocean(s.ocean)
    assert ocean.bathymetry.names == ("a.bath", "ETOPO1 6'", "procedural")
    assert ocean.currents.names == ("a.curr", "climatology", "synthetic")
    assert ocean.depth(36.5, -122.5)[0] == 70.0
    bare = scenario(ocean={"shipped_bathymetry": False, "shipped_currents": False, "land": False})
    assert build_ocean(bare.ocean).bathymetry.names == ("procedural",)


def test_land(tmp_path: Path):
    assert not build_land(scenario().ocean).contains(46.0, 10.0)
    superior = (47.7, -87.5)
    assert build_land(scenario(ocean={"land": True}).ocean).contains(*superior)
    assert not build_land(scenario(ocean={"land": True, "lakes": True}).ocean).contains(*superior)
    (tmp_path / "l.geojson").write_text('{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}')
    assert build_land(scenario(ocean={"land": str(tmp_path / "l.geojson")}).ocean).contains(0.2, 0.5)
    (tmp_path / "l.geojson").write_text("{")
    with pytest.raises(FileFormatError):
        build_land(scenario(ocean={"land": str(tmp_path / "l.geojson")}).ocean)


@pytest.mark.parametrize(("key", "name"), [("bathymetry", "x.bath"), ("currents", "x.curr")])
@pytest.mark.parametrize("content", [None, b"", b"XXXX" + bytes(200), b"BTHY\x01\0\0\0", b"CURR\x01\0\0\0"])
def test_damaged_rasters_are_refused_by_name(tmp_path: Path, key: str, name: str, content: bytes | None):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=name) as caught:
        build_ocean(scenario(ocean={key: [str(tmp_path / name)], "land": False}).ocean)
    assert len(str(caught.value).splitlines()) == 1


def test_request_settings_autopilot():
    s = scenario(
        mission__via=[{"lat": 36.7, "lon": -122.099}], mission__neighbours=16, simulation__control_period_s=0.1,
        ocean__density_kg_m3=1000, autopilot={"lookahead_m": 5, "radius_m": 3},
    )  # fmt: skip
    request, settings, pilot = build_request(s), build_settings(s), build_autopilot(s)
    assert request.start == (36.7, -122.1) and request.via == ((36.7, -122.099),) and request.neighbours == 16
    assert (request.cruise_depth, request.cruise_speed, request.descent_rate) == (5.0, 0.8, 0.15)
    assert (settings.step, settings.control_period, settings.record_period, settings.density) == (
        0.05,
        0.1,
        0.1,
        1000.0,
    )
    assert (pilot.lookahead, pilot.radius, pilot.final_radius) == (5.0, 3.0, 6.0)


def test_a_vehicle_gets_only_the_options_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def small(mass: float = 30.0) -> Vehicle:
        return torpedo(mass=mass)

    monkeypatch.setattr(catalogue, "factory", lambda name: small)
    assert build_vehicle(VehicleOptions(model="small")).mass == 30.0
    assert build_vehicle(VehicleOptions(model="small", mass_kg=20.0)).mass == 20.0
    with pytest.raises(InputError, match=r"vehicle\.length_m: small has no such option; it has: mass_kg"):
        build_vehicle(VehicleOptions(model="small", length_m=2.0))
