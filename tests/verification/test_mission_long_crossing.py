"""A long crossing in still water keeps to its geodesic and ends where it should.

Without current and with waypoints every 30 m of the geodesic, nothing carries the vehicle off its way. The chord of
30 m lies at most 30^2 / (8 * 6.4e6) = 2e-5 m beside the geodesic; what remains is how the local plane is moved along,
and the heading loop. The bounds are those that a user would ask for: 20 m beside the geodesic, and the radius of
the last waypoint, 6 m, at the goal.
"""

import numpy as np
import pytest
from pyproj import Geod

from seatrial.mission.record import Run
from seatrial.mission.run import run
from seatrial.mission.scenario import Scenario
from seatrial.simulation.status import Status

WGS84 = Geod(ellps="WGS84")
START = (10.0, -150.0)
AZIMUTH = 35.0
RADIUS = 6.0


def crossing(kilometres: float, step: float = 0.05) -> Run:
    """A mission along a geodesic of the Pacific, as pyproj draws it."""
    lon, lat, _ = WGS84.fwd(START[1], START[0], AZIMUTH, kilometres * 1000.0)
    return run(
        Scenario.from_dict({
            "start": {"lat": START[0], "lon": START[1]},
            "goal": {"lat": float(lat), "lon": float(lon)},
            "vehicle": {"ballast": "neutral", "battery": "unlimited"},
            "mission": {"cruise_depth_m": 20.0, "cruise_speed_m_s": 0.8, "descent_rate_m_s": 0.15},
            "ocean": {"uniform_depth_m": 5000.0, "currents": {"east_m_s": 0.0, "north_m_s": 0.0}, "land": False},
            "simulation": {"step_s": step, "max_duration_s": 4e6},
            "autopilot": {"reset_at_waypoints": False, "final_radius_m": RADIUS},
        })
    )  # fmt: skip


def beside(run: Run, kilometres: float) -> float:
    """Greatest distance [m] of the track from the geodesic: from each point to that at its distance from the start.

    Both are as far from the start, so their distance is that across the geodesic to second order.
    """
    few = np.unique(np.linspace(0, run.history.sizes["time"] - 1, 4000).astype(int))
    lat, lon = run.history["lat"].values[few], run.history["lon"].values[few]
    first = np.full(len(few), START[0]), np.full(len(few), START[1])
    _, _, far = WGS84.inv(first[1], first[0], lon, lat)
    lon_there, lat_there, _ = WGS84.fwd(first[1], first[0], np.full(len(few), AZIMUTH), far)
    _, _, off = WGS84.inv(lon, lat, lon_there, lat_there)
    return float(np.max(off))


def check_crossing(run: Run, kilometres: float) -> None:
    assert run.status is Status.ARRIVED
    lon, lat, _ = WGS84.fwd(START[1], START[0], AZIMUTH, kilometres * 1000.0)
    _, _, miss = WGS84.inv(run.last("lon"), run.last("lat"), lon, lat)
    assert miss <= RADIUS, f"ends {miss:.2f} m from the goal"
    off = beside(run, kilometres)
    assert off <= 20.0, f"{off:.2f} m beside the geodesic"
    # it turns and settles at the ends, and is stopped within the radius: some metres, over any distance
    assert abs(run.last("distance") - run.plan.distance_m) < 60.0
    assert run.history.sizes["time"] <= 200_000
    assert run.last("charge") == 1.0


def test_100_km():
    check_crossing(crossing(100.0), 100.0)


@pytest.mark.slow
def test_1000_km():
    """25 million steps."""
    check_crossing(crossing(1000.0), 1000.0)
