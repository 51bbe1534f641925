"""A section along a route: what the water is over distance and depth, and the current in terms of the course."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.places import along, grid
from seatrial.ocean.sampling.rows import Answers, ask

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RouteSection:
    """lat, lon [deg], distance [m], floor (depth of the sea floor [m], 0 on land), each of shape (points,); levels
    [m, down] (levels,); values and sources by quantity, values of shape (levels, points), NaN where there is no water.
    """

    lat: Array
    lon: Array
    distance: Array
    floor: Array
    levels: Array
    values: Mapping[str, Array]
    sources: Mapping[str, tuple[str, ...]]


def _components(answers: Answers, course: Array) -> tuple[Array, Array]:
    east, north = answers.u[0], answers.v[0]
    sine, cosine = np.sin(course)[:, None], np.cos(course)[:, None]
    return east * sine + north * cosine, east * cosine - north * sine


_QUANTITIES: dict[str, tuple[str, Callable[[Answers, Array], Array]]] = {
    "temperature": ("degC", lambda answers, course: answers.temperature[0]),
    "salinity": ("1", lambda answers, course: answers.salinity[0]),
    "speed": ("m/s", lambda answers, course: np.hypot(answers.u[0], answers.v[0])),
    "along": ("m/s", lambda answers, course: _components(answers, course)[0]),
    "across": ("m/s", lambda answers, course: _components(answers, course)[1]),
}
QUANTITIES: Mapping[str, str] = MappingProxyType({name: unit for name, (unit, _) in _QUANTITIES.items()})
"""What a section can hold, and its unit; "along" is the current in the direction of the route, "across" to its
right.
"""


def route_section(
    ocean: Ocean,
    lat: Array,
    lon: Array,
    quantities: tuple[str, ...],
    time: float,
    points: int,
    levels: int,
    deepest: float | None = None,
) -> RouteSection:
    """Ask `ocean` along the shortest lines through corners [deg] at `time` [s since 1970], NaN for none.

    Levels go to `deepest` [m], by default to the deepest sea floor of the route, denser near the surface. InputError
    for an unknown quantity, or fewer than two corners.
    """
    for name in quantities:
        if name not in QUANTITIES:
            raise InputError(f"quantities: {name!r} is unknown; there are: {', '.join(QUANTITIES)}")
    if lat.size < 2:
        raise InputError("lat, lon: must be at least two places")
    lat, lon, distance, course = along(lat, lon, points)
    floor = ocean.depth(lat, lon)[0]
    lowest = float(np.nanmax(floor, initial=1.0)) if deepest is None else deepest
    depths = max(lowest, 1.0) * np.linspace(0.0, 1.0, levels) ** 2
    answers = ask(lambda month: ocean, grid(lat, lon, distance, depths.tolist(), [time]))
    values = {name: _QUANTITIES[name][1](answers, course).T for name in quantities}
    return RouteSection(lat, lon, distance, floor, depths, values, {n: _names(answers, n) for n in quantities})


def _names(answers: Answers, quantity: str) -> tuple[str, ...]:
    column = {"temperature": answers.temperature_source, "salinity": answers.salinity_source}
    names = column.get(quantity, answers.current_source).ravel().tolist()
    return tuple(name for name in dict.fromkeys(names) if name)
