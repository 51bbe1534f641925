"""Shipped currents against the directions of the great currents and observed profiles.

Directions: Tomczak and Godfrey, Regional Oceanography (2003), and the surface drifter climatology of Laurindo et al.
(2017). Mean velocities: the boxes of docs/data.md, computed when the climatology was made. It is known to be too weak
in boundary currents; what is held here is the direction and the stated mean.
"""

import numpy as np
import pytest

from seatrial.ocean.currents import ShippedCurrents

# south, north, west, east [deg]; mean east, north [cm/s]; compass direction known [deg]
BOXES = {
    "Gulf Stream": (35, 40, -74, -62, 23, 6, 70),
    "Kuroshio": (31, 36, 134, 148, 19, 5, 75),
    "Kuroshio off Taiwan": (19, 24, 121, 124, -6, 20, 0),
    "Pacific North Equatorial": (12, 17, 150, 210, -22, 4, 270),
    "Pacific Equatorial Counter": (5, 8, 170, 250, 14, 3, 90),
    "Pacific South Equatorial": (-4, 2, 190, 260, -30, 3, 270),
    "Atlantic South Equatorial": (-5, 1, -30, -5, -19, 3, 270),
    "North Brazil": (2, 7, -52, -46, -12, 7, 315),
    "Antarctic Circumpolar": (-50, -43, 60, 100, 19, 6, 90),
    "Drake Passage": (-61, -56, -70, -60, 19, 9, 70),
    "Agulhas": (-36, -31, 27, 31, -10, -13, 225),
    "Agulhas Return": (-42, -38, 20, 50, 25, 2, 90),
    "East Australian": (-33, -26, 153, 156, 6, -13, 180),
    "Norwegian": (62, 69, 2, 12, 5, 6, 45),
    "Florida": (28, 33, -80, -77, 10, 13, 22.5),
    "Loop": (23, 26, -86, -84, 23, 2, 90),
    "Brazil": (-34, -24, -52, -44, -2, -5, 202.5),
    "East Greenland": (62, 70, -40, -25, -5, -2, 225),
    "Labrador": (52, 60, -56, -48, 1, -6, 160),
    "Leeuwin": (-33, -25, 111, 115, -1, -4, 180),
    "California": (30, 40, -128, -122, 3, -3, 150),
    "Alaskan Stream": (52, 56, -165, -152, -6, -3, 245),
    "Peru": (-30, -12, -80, -74, -4, 2, 315),
}


@pytest.mark.parametrize("name", BOXES)
def test_surface_current(name: str):
    south, north, west, east, mean_east, mean_north, direction = BOXES[name]
    lat, lon = np.meshgrid(np.arange(south + 0.5, north), np.arange(west + 0.5, east), indexing="ij")
    velocity, valid = ShippedCurrents().sample(lat, lon, 0.0)
    mean = 100.0 * velocity[valid].mean(axis=0)
    # the stated means are whole cm/s
    np.testing.assert_allclose(mean, [mean_east, mean_north], atol=1.0)
    towards = np.degrees(np.arctan2(*mean))
    assert abs((towards - direction + 180.0) % 360.0 - 180.0) < 45.0


@pytest.mark.parametrize("lon, depth, speed", [(-169.5, 150.0, 0.40), (-139.5, 100.0, 0.62), (-109.5, 100.0, 0.27)])
def test_equatorial_undercurrent_flows_east_below_a_westward_surface(lon: float, depth: float, speed: float):
    velocity, valid = ShippedCurrents().sample(0.5, lon, [0.0, depth])
    assert valid.all()
    assert velocity[0, 0] < 0.0
    # stated to the cm/s; observed 0.6 to 1.0 m/s (TAO moorings, Johnson et al. 2002)
    assert velocity[1, 0] == pytest.approx(speed, abs=0.02)


def test_speeds_at_the_surface_and_in_the_deep():
    table = ShippedCurrents().table()
    speed = np.linalg.norm(table.values, axis=0)
    surface, thousand = speed[0], speed[np.flatnonzero(table.levels == 1000.0)[0]]
    known = np.isfinite(surface)
    area = np.broadcast_to(np.cos(np.radians(np.arange(-89.5, 90.0)))[:, None], known.shape)
    assert np.average(surface[known], weights=area[known]) == pytest.approx(0.090, abs=0.005)
    assert np.nanmax(surface) == pytest.approx(0.50, abs=0.01)
    assert np.nanmax(thousand) == pytest.approx(0.15, abs=0.01)


def test_transport_through_drake_passage():
    table = ShippedCurrents().table()
    column = np.argmin(np.abs(table.lon0 + table.dlon * np.arange(360) + 65.5))
    rows = slice(24, 35)  # 65.5 S .. 55.5 S
    east = np.nan_to_num(table.values[0, :16, rows, column].astype(float))
    transport = np.trapezoid(east, table.levels[:16], axis=0).sum() * 111_195.0 / 1e6
    # 107 Sv above 2000 m stated; observed in the whole column 135 to 170 Sv (Donohue et al. 2016)
    assert 90.0 < transport < 125.0
