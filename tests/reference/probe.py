"""The engine's functions on NumPy arrays."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.control.autopilot import Autopilot, Memory, Sight, autopilot_record
from seatrial.dynamics.battery import Battery, battery_record
from seatrial.dynamics.motor import Motor, motor_record
from seatrial.dynamics.scalar import real, vec3, wp
from tests.reference import probe_kernel

Array = NDArray[np.float64]


def table(values: ArrayLike) -> Any:
    """A Warp array of numbers."""
    return wp.array(np.asarray(values, np.float64), dtype=real, device="cpu")


def run(kernel: Any, n: int, inputs: Sequence[Any]) -> None:
    """Launch a kernel on the processor."""
    wp.launch(kernel, dim=n, inputs=list(inputs), device="cpu")


def flat(*arrays: ArrayLike) -> list[Array]:
    """The arrays, broadcast and flat."""
    return [np.ascontiguousarray(a, np.float64).ravel() for a in np.broadcast_arrays(*arrays)]


def battery(pack: Battery, charge: ArrayLike, power: ArrayLike, temperature: ArrayLike = 288.15) -> Mapping[str, Array]:
    """Voltage, current, whether it delivers, charge rate and heating rate in water of 283.15 K."""
    charge, power, temperature = flat(charge, power, temperature)
    out = wp.zeros((charge.size, 5), dtype=real, device="cpu")
    inputs = [battery_record(pack), table(charge), table(power), table(temperature), 283.15, out]
    run(probe_kernel.battery_kernel, charge.size, inputs)
    return dict(zip(("voltage", "current", "delivers", "charge", "heating"), out.numpy().T, strict=True))


def motor_power(motor: Motor, shaft: ArrayLike, load: ArrayLike) -> Array:
    """Electric power [W]."""
    shaft, load = flat(shaft, load)
    out = wp.zeros(shaft.size, dtype=real, device="cpu")
    run(probe_kernel.motor_kernel, shaft.size, [motor_record(motor), table(shaft), table(load), out])
    return out.numpy()


def heading(wanted: ArrayLike, now: ArrayLike, step: float = 0.005, time_constant: float = 0.0) -> tuple[Array, Array]:
    """Heading error, and the heading reference `now` one step on towards `wanted` [rad]."""
    wanted, now = flat(wanted, now)
    out = wp.zeros((now.size, 2), dtype=real, device="cpu")
    run(probe_kernel.heading_kernel, now.size, [table(wanted), table(now), step, time_constant, out])
    return out.numpy()[:, 0], out.numpy()[:, 1]


def heading_error(wanted: float, now: float) -> float:
    """Heading error of one pair [rad]."""
    return float(heading(wanted, now)[0][0])


def los_course(azimuth: ArrayLike, cross: ArrayLike, lookahead: float) -> Array:
    """Course [rad]."""
    azimuth, cross = flat(azimuth, cross)
    out = wp.zeros(cross.size, dtype=real, device="cpu")
    run(probe_kernel.los_kernel, cross.size, [table(azimuth), table(cross), lookahead, out])
    return out.numpy()


def sights(n: int, **columns: ArrayLike) -> NDArray[Any]:
    """Series of `n` sights of a vehicle that is level, at rest and 100 m south of its waypoint at its depth."""
    series: Any = np.zeros(n, Sight.numpy_dtype())
    series["to_waypoint"] = [100.0, 0.0, 0.0]
    series["leg"] = [200.0, 0.0, 0.0]
    series["speed"] = 1.0
    for name, value in columns.items():
        series[name] = value
    return series


def steer(pilot: Autopilot, series: NDArray[Any], step: float = 0.005) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Memory after each sight, as a structured array, and whether the waypoint counts as reached."""
    n = len(series)
    memories, arrived = wp.zeros(n, dtype=Memory, device="cpu"), wp.zeros(n, dtype=int, device="cpu")
    inputs = [autopilot_record(pilot), wp.array(series, dtype=Sight, device="cpu"), step, memories, arrived]
    run(probe_kernel.steer_kernel, 1, inputs)
    return memories.numpy(), arrived.numpy()


def frame(
    lat0: ArrayLike, lon0: ArrayLike, lat: ArrayLike, lon: ArrayLike, north: ArrayLike, east: ArrayLike
) -> tuple[Array, Array]:
    """North, east, 0 of `lat`, `lon`; and latitude, longitude, convergence, radii of curvature of `north`, `east`."""
    arrays = flat(lat0, lon0, lat, lon, north, east)
    n = arrays[0].size
    local, place = wp.zeros(n, dtype=vec3, device="cpu"), wp.zeros((n, 5), dtype=real, device="cpu")
    run(probe_kernel.frame_kernel, n, [*map(table, arrays), local, place])
    return local.numpy(), place.numpy()


def floor_depth(field: Any, lat: ArrayLike, lon: ArrayLike) -> tuple[Array, NDArray[np.bool_]]:
    """Sea floor depth [m] and whether a source answered; the plain and the general kernel must agree bit for bit."""
    lat, lon = flat(lat, lon)
    answers = []
    for general in (False, True):
        out, known = wp.zeros(lat.size, dtype=real, device="cpu"), wp.zeros(lat.size, dtype=int, device="cpu")
        inputs = [field, table(lat), table(lon), out, known]
        run(probe_kernel.make_floor_kernel(general), lat.size, inputs)
        answers.append((out.numpy(), known.numpy() > 0))
    for plain, full in zip(*answers, strict=True):
        np.testing.assert_array_equal(plain, full)
    return answers[0]


def flow(
    field: Any, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike, time: ArrayLike = 0.0, general: bool = True
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Current east, north and up [m/s], its rate of change [m/s2], and whether a source answered."""
    lat, lon, depth, time = flat(lat, lon, depth, time)
    out, known = wp.zeros((lat.size, 6), dtype=real, device="cpu"), wp.zeros(lat.size, dtype=int, device="cpu")
    inputs = [field, table(lat), table(lon), table(depth), table(time), out, known]
    run(probe_kernel.make_current_kernel(general), lat.size, inputs)
    return out.numpy()[:, :3], out.numpy()[:, 3:], known.numpy() > 0


def current(field: Any, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike) -> tuple[Array, NDArray[np.bool_]]:
    """East and north current [m/s] of plain grids and whether a source answered.

    The plain and the general kernel must agree bit for bit.
    """
    value, _, known = flow(field, lat, lon, depth, general=False)
    same, rate, again = flow(field, lat, lon, depth)
    np.testing.assert_array_equal(value, same)
    np.testing.assert_array_equal(known, again)
    assert not rate[known].any()
    return value[:, :2], known
