"""Which nodes of a server's grid are asked for."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError

Box = tuple[float, float, float, float]
"""West, south, east, north [deg]; an east below the west lies beyond the date line."""


def check_box(box: Sequence[float]) -> Box:
    """West, south, east, north as given, east made greater than west. InputError when it is no box."""
    west, south, east, north = (float(value) for value in box)
    if not -90.0 <= south < north <= 90.0:
        raise InputError(f"--box south {south:g}, north {north:g} deg: must ascend within -90..90 deg")
    if not -360.0 <= west <= 360.0 or not -360.0 <= east <= 360.0 or west == east:
        raise InputError(f"--box west {west:g}, east {east:g} deg: must be two different numbers in -360..360 deg")
    while east < west:
        east += 360.0
    if east - west > 360.0:
        raise InputError(f"--box west {west:g}, east {east:g} deg: must span at most 360 deg")
    return west, south, east, north


def rows_of(lat: NDArray[np.float64], box: Box | None, stride: int) -> NDArray[np.intp]:
    """Numbers of the rows that cover the box, ascending; `lat` [deg] may ascend or descend."""
    low, high = (-90.0, 90.0) if box is None else (box[1], box[3])
    turned = lat[-1] < lat[0]
    up = lat[::-1] if turned else lat
    first = max(int(np.searchsorted(up, low, "right")) - 1, 0)
    last = min(int(np.searchsorted(up, high, "left")), up.size - 1)
    if high < up[0] or low > up[-1]:
        raise InputError(f"--box latitudes {low:g}..{high:g} deg: the source has {up[0]:g}..{up[-1]:g} deg")
    chosen = _covering(first, last, up.size, stride)
    return np.sort(up.size - 1 - chosen) if turned else chosen


def columns_of(lon: NDArray[np.float64], box: Box | None, stride: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Numbers of the columns that cover the box, eastwards, and their longitudes [deg], which ascend.

    `lon` [deg] ascends. Over the seam of a grid that goes round the globe the numbers begin again at 0.
    """
    count, step = lon.size, float(lon[-1] - lon[0]) / (lon.size - 1)
    repeats = abs(lon[-1] - lon[0] - 360.0) < 0.01 * step
    count -= int(repeats)
    is_global = abs(count * step - 360.0) < 0.01 * step
    if box is None:
        chosen = np.arange(0, count, stride)
        return chosen, lon[chosen].astype(np.float64)
    west, _, east, _ = box
    turn = 360.0 * np.floor((west - lon[0]) / 360.0)
    start = int(np.searchsorted(lon[:count] + turn, west, "right")) - 1
    reach = lon[0] + turn + step * np.arange(2 * count) if is_global else lon[:count] + turn
    last = int(np.searchsorted(reach, east, "left"))
    if not is_global and (west > reach[-1] or last == 0):
        reach, last = reach + 360.0, int(np.searchsorted(reach + 360.0, east, "left"))
        start = 0
        if last == 0:
            raise InputError(
                f"--box longitudes {west:g}..{east:g} deg: the source has {lon[0]:g}..{lon[count - 1]:g} deg"
            )
    last = min(last, start + count - 1 if is_global else count - 1)
    numbers = _covering(start, last, reach.size, stride)
    numbers = numbers[numbers < start + count]
    chosen = numbers % count
    return chosen, lon[chosen] + turn_of(reach, numbers, lon[chosen])


def turn_of(reach: NDArray[np.float64], numbers: NDArray[np.intp], lon: NDArray[np.float64]) -> NDArray[np.float64]:
    """Whole turns [deg] that bring `lon` to where `reach` goes on."""
    return 360.0 * np.round((reach[numbers] - lon) / 360.0)


def levels_of(depth: NDArray[np.float64], wanted: Sequence[float]) -> NDArray[np.intp]:
    """Numbers of the levels nearest to the depths [m], ascending, none twice; all of them when nothing is wanted."""
    if not len(wanted):
        return np.arange(depth.size)
    return np.unique([int(np.abs(np.abs(depth) - value).argmin()) for value in wanted])


def runs(numbers: NDArray[np.intp]) -> list[slice]:
    """Ascending numbers, which may begin again, as slices with a constant step, in order."""
    found: list[slice] = []
    start = 0
    while start < numbers.size:
        end, step = start + 1, 1
        if end < numbers.size and numbers[end] > numbers[start]:
            step = int(numbers[end] - numbers[start])
            while end < numbers.size and numbers[end] - numbers[end - 1] == step:
                end += 1
        found.append(slice(int(numbers[start]), int(numbers[end - 1]) + 1, step))
        start = end
    return found


def _covering(first: int, last: int, size: int, stride: int) -> NDArray[np.intp]:
    """Every `stride`-th number from `first` on, up to the first that is not below `last`, as far as there are any."""
    numbers = np.arange(first, min(last + stride, size), stride)
    beyond = np.flatnonzero(numbers >= last)
    return numbers[: beyond[0] + 1] if beyond.size else numbers
