"""Readers of the climatologies: temperature and salinity, winds, reports of ships, one month of an ocean model."""

from pathlib import Path
from typing import NamedTuple

import netCDF4
import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RegularGridInterpolator
from scipy.spatial import KDTree

from tools.world_data.packages import LEVITUS, NAVY_WINDS, POP, SHIPS, find


class Hydrography(NamedTuple):
    """Levitus (1982) annual means on the one-degree cells, shape (level, 180, 360), NaN on land."""

    temperature: NDArray[np.float64]
    """In situ [degC]."""
    salinity: NDArray[np.float64]
    """Practical salinity."""
    depth: NDArray[np.float64]
    """Levels [m]."""
    edges: NDArray[np.float64]
    """Edges of the layers around the levels [m]."""


def hydrography(sources: Path) -> Hydrography:
    """Temperature and salinity, turned to start at 180 W."""
    with netCDF4.Dataset(find(sources, LEVITUS)) as data:
        t, s = (np.roll(data[n][:].filled(np.nan), 200, axis=2).astype(float) for n in ("TEMP", "SALT"))
        return Hydrography(t, s, np.asarray(data["ZAXLEVITR"][:]), np.asarray(data["ZAXLEVITRedges"][:]))


def winds(sources: Path) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.intp]]:
    """Wind east and north [m/s] of the 132 months 1982-1992, shape (132, 73, 144), nodes 2.5 degrees apart; months
    1..12.
    """
    with netCDF4.Dataset(find(sources, NAVY_WINDS)) as data:
        u, v = (np.roll(data[n][:].filled(np.nan), 80, axis=2) for n in ("UWND", "VWND"))
        time = np.ravel(netCDF4.num2date(data["TIME"][:], data["TIME"].units))  # pyright: ignore[reportArgumentType, reportCallIssue]
    return u, v, np.array([t.month for t in time])


def wind_stress(sources: Path) -> tuple[NDArray[np.complex128], NDArray[np.intp]]:
    """Stress east + i north [Pa] of the winds, and their months 1..12.

    Bulk formula: air density 1.22 kg/m3, drag 0.0012, above 11 m/s 0.00049 + 0.000065 U (Large and Pond 1981);
    3.5 m/s stands for the variance of the wind within a month.
    """
    u, v, month = winds(sources)
    speed = np.sqrt(u**2 + v**2 + 3.5**2)
    drag = np.where(speed < 11, 1.2e-3, (0.49 + 0.065 * speed) * 1e-3)
    return 1.22 * drag * speed * u + 1j * (1.22 * drag * speed * v), month


def ship_winds(sources: Path) -> NDArray[np.float64]:
    """Mean wind speed in ship reports [m/s], shape (12, 90, 180), cells 2 degrees apart from 89 S, 179 W; else NaN."""
    with netCDF4.Dataset(find(sources, SHIPS)) as data:  # longitudes 21 .. 379
        return np.roll(data["WSPD"][:].filled(np.nan), 100, axis=2)


def at_points(field: NDArray, lat: NDArray, lon: NDArray) -> NDArray:
    """Bilinear values of a wind field at points [deg], longitudes within a turn of -180..180."""
    grid = (np.arange(-90, 91, 2.5), np.arange(-540, 540, 2.5))
    return RegularGridInterpolator(grid, np.tile(field, 3))((lat, lon))


def model_surface(sources: Path, lat: NDArray, lon: NDArray) -> tuple[NDArray[np.complex128], NDArray[np.bool_]]:
    """POP surface current east + i north [m/s] at points, and where a water point of the model lies within 120 km.

    Mean of the four nearest water points, weighted by the inverse square of the chord.
    """
    with netCDF4.Dataset(find(sources, POP)) as data:
        u, v, model_lat, model_lon = (data[n][:] for n in ("urot", "vrot", "lat2d", "lon2d"))
    wet = ~(np.ma.getmaskarray(u) | ((u == 0) & (v == 0)).filled(True))
    tree = KDTree(_unit_vectors(model_lat.data[wet], model_lon.data[wet]))
    distance, index = tree.query(_unit_vectors(lat, lon).reshape(-1, 3), k=4)
    weight = 1 / (distance + 1e-4) ** 2
    flow = (u.data[wet] + 1j * v.data[wet])[index] / 100  # cm/s
    mean = (flow * weight).sum(1) / weight.sum(1)
    return mean.reshape(lat.shape), (distance[:, 0] * 6371 < 120).reshape(lat.shape)


def _unit_vectors(lat: NDArray, lon: NDArray) -> NDArray:
    lat, lon = np.radians(lat), np.radians(lon)
    return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], -1)
