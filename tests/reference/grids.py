"""Grid files made of arrays, and readers of `.bath` and `.curr` written from the table of the format alone."""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class ArrayFile:
    """A grid file whose values lie in memory: float32, shape (component, time, level, row, column)."""

    values: NDArray[np.float32]
    lat: NDArray[np.float64]
    lon: NDArray[np.float64]
    levels: NDArray[np.float64]
    times: NDArray[np.float64]
    quantity: str = "SeaWaterVelocity"
    components: tuple[str, ...] = ("east", "north")
    name: str = "made.nc"
    notes: tuple[str, ...] = ()
    registration: str = "node"

    def read(self, times: slice, rows: slice, columns: slice) -> NDArray[np.float32]:
        """A part of the values."""
        return self.values[:, times, :, rows, columns]


def random_file(
    rows: int = 5, columns: int = 7, levels: int = 3, times: int = 0, components: int = 2, seed: int = 0
) -> ArrayFile:
    """Currents of up to 2 m/s with a fifth of the nodes without data."""
    random = np.random.default_rng(seed)
    values = random.uniform(-2.0, 2.0, (components, max(times, 1), levels, rows, columns)).astype("f4")
    values[:, :, :, random.random((rows, columns)) < 0.2] = np.nan
    depths = np.array([0.0, 10.0, 30.0, 100.0, 500.0])[:levels]
    moments = 1.7e9 + 10_800.0 * np.arange(times, dtype=np.float64)
    names = ("east", "north", "up")[:components]
    return ArrayFile(values, np.linspace(-2.0, 2.0, rows), np.linspace(150.0, 153.0, columns), depths, moments,
                     components=names)  # fmt: skip


def elevation_file(values: NDArray, lat: NDArray, lon: NDArray) -> ArrayFile:
    """Elevations [m], shape (row, column), rows northwards."""
    array = np.asarray(values, "f4")[None, None, None]
    return ArrayFile(array, np.asarray(lat, float), np.asarray(lon, float), np.zeros(1), np.zeros(0),
                     "SeaFloorElevation", ("elevation",))  # fmt: skip


def bath_by_the_table(path: Path) -> tuple[dict[str, Any], NDArray[np.float32]]:
    """Header fields and raw cells, rows northwards, of a `.bath` file (seed, section 6.4)."""
    body = path.read_bytes()
    names = ("magic", "version", "width", "height", "lat_min", "lat_max", "lon_min", "lon_max", "nodata")
    head: dict[str, Any] = dict(zip(names, struct.unpack_from("<4I4df", body), strict=True))
    assert body[52:64] == bytes(12) and len(body) == 64 + 4 * head["width"] * head["height"]
    return head, np.frombuffer(body, "<f4", offset=64).reshape(head["height"], head["width"])


def curr_by_the_table(path: Path) -> tuple[dict[str, Any], NDArray, NDArray, NDArray]:
    """Header fields, depths, and raw east and north cells (level, row, column) of a `.curr` file."""
    body = path.read_bytes()
    names = ("magic", "version", "width", "height", "n_levels", "reserved", "lat_min", "lat_max", "lon_min", "lon_max",
             "nodata")  # fmt: skip
    head: dict[str, Any] = dict(zip(names, struct.unpack_from("<6I4df", body), strict=True))
    shape = head["n_levels"], head["height"], head["width"]
    cells = shape[0] * shape[1] * shape[2]
    assert body[60:96] == bytes(36) and len(body) == 96 + 4 * (shape[0] + 2 * cells)
    depths = np.frombuffer(body, "<f4", shape[0], 96)
    east = np.frombuffer(body, "<f4", cells, 96 + 4 * shape[0]).reshape(shape)
    north = np.frombuffer(body, "<f4", cells, 96 + 4 * (shape[0] + cells)).reshape(shape)
    return head, depths, east, north
