"""Electric power of thrusters by their thrust, in place of the motor's parabola: an actuator disk, or a table."""

import csv
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from seatrial.dynamics.scalar import HALF, ZERO, real, real_numpy, wp
from seatrial.errors import FileFormatError, InputError, check_number

PARABOLA, DISK, TABLE = (wp.constant(k) for k in range(3))
COLUMNS = ("thrust_n", "power_w")


@dataclass(frozen=True)
class ActuatorDisk:
    """Momentum theory of a propeller disk (Rankine 1865, Froude 1889): |F|^1.5 / sqrt(2 rho A) / efficiency."""

    diameter: float
    """Diameter of the propeller [m]."""
    efficiency: float = 0.5
    """Ideal power over electric power [1]."""
    idle_power: float = 0.0
    """Electric power of each thruster at rest, always drawn [W]."""
    inflow: bool = False
    """Whether the speed V of the water through the disk counts (Glauert 1926): |F| (V/2 + sqrt(V^2/4 + |F|/(2 rho A))).

    V is positive where the thrust pushes water the way that it already comes; at V = 0 that is the plain formula.
    """

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("actuator disk diameter", self.diameter, "m", 1e-3, 20.0)
        check_number("actuator disk efficiency", self.efficiency, "", 1e-3, 1.0)
        check_number("actuator disk idle_power", self.idle_power, "W", 0.0, 1e5)


@dataclass(frozen=True)
class PowerTable:
    """Electric power of each thruster over its thrust, linear between the rows, at the last row beyond them."""

    thrust: tuple[float, ...]
    """[N], rising, from reverse (negative) to forward; holds 0."""
    power: tuple[float, ...]
    """[W], at least 0; it never falls away from zero thrust."""

    def __post_init__(self) -> None:
        """Check every number once."""
        fault = _fault(np.asarray(self.thrust, np.float64), np.asarray(self.power, np.float64))
        if fault:
            raise InputError(f"power table: {fault}")


PowerModel = ActuatorDisk | PowerTable


def _fault(thrust: np.ndarray, power: np.ndarray) -> str:
    """What is wrong with a table, with its row from 1; empty where nothing is."""
    if len(thrust) != len(power) or len(thrust) < 2:
        return f"{len(thrust)} thrusts and {len(power)} powers: must be equally many, at least 2"
    for name, values in zip(COLUMNS, (thrust, power), strict=True):
        bad = np.flatnonzero(~np.isfinite(values))
        if len(bad):
            return f"{name} = {values[bad[0]]} in row {bad[0] + 1}: must be a finite number"
    for k in range(1, len(thrust)):
        if thrust[k] <= thrust[k - 1]:
            return f"thrust_n = {thrust[k]:g} N in row {k + 1}: must be above {thrust[k - 1]:g} N of the row before"
    if power.min() < 0.0:
        return f"power_w = {power.min():g} W in row {int(power.argmin()) + 1}: must be at least 0 W"
    if not thrust[0] <= 0.0 <= thrust[-1]:
        return f"thrust_n = {thrust[0]:g}..{thrust[-1]:g} N: must reach 0 N"
    for k in range(1, len(thrust)):
        falls = power[k] < power[k - 1] if thrust[k - 1] >= 0.0 else thrust[k] <= 0.0 and power[k] > power[k - 1]
        if falls:
            return f"power_w = {power[k]:g} W in row {k + 1}: must not fall away from zero thrust"
    return ""


def check_span(model: object, name: str, reverse_thrust: float, max_thrust: float) -> None:
    """`InputError` when `model` is a table that does not span a thruster's limits [N]."""
    if not isinstance(model, PowerTable):
        return
    low, high = model.thrust[0], model.thrust[-1]
    if low > -reverse_thrust or high < max_thrust:
        span = f"{-reverse_thrust:g}..{max_thrust:g} N of thruster {name}"
        raise InputError(f"power table thrust = {low:g}..{high:g} N: must span {span}")


def read_power_table(path: str | Path) -> PowerTable:
    """The table of a CSV file with the columns `thrust_n` [N] and `power_w` [W]; lines that begin with # are remarks.

    `FileFormatError` names the file, the row and the quantity.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileFormatError(f"power table {path}: cannot be read as text ({error})") from None
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    rows = list(csv.DictReader(lines, skipinitialspace=True))
    found = [name.strip() for name in (rows[0] if rows else {}) if name]
    if not set(COLUMNS) <= set(found):
        raise FileFormatError(
            f"power table {path}: columns {', '.join(found) or 'none'}: must hold thrust_n and power_w"
        )
    table: dict[str, list[float]] = {name: [] for name in COLUMNS}
    for k, row in enumerate(rows, 1):
        for name in COLUMNS:
            try:
                table[name].append(float(row[name]))
            except (TypeError, ValueError, KeyError):
                raise FileFormatError(
                    f"power table {path}: {name} = {row.get(name)!r} in row {k}: must be a number"
                ) from None
    fault = _fault(*(np.array(table[name]) for name in COLUMNS))
    if fault:
        raise FileFormatError(f"power table {path}: {fault}")
    return PowerTable(tuple(table["thrust_n"]), tuple(table["power_w"]))


@wp.struct
class PowerRecord:
    """A power model as the kernel reads it."""

    kind: int
    two_area: real
    """Twice the area of the disk [m2]."""
    efficiency: real
    idle_power: real
    inflow: int
    thrust: wp.array(dtype=real)
    power: wp.array(dtype=real)


def power_record(model: object) -> PowerRecord:
    """The kernel's record of a power model; anything but one of the two here is the motor's parabola."""
    record = PowerRecord()
    if isinstance(model, ActuatorDisk):
        record.kind, record.two_area = int(DISK), 2.0 * math.pi * (0.5 * model.diameter) ** 2
        record.efficiency, record.idle_power, record.inflow = model.efficiency, model.idle_power, int(model.inflow)
    elif isinstance(model, PowerTable):
        record.kind = int(TABLE)
        record.thrust, record.power = (
            wp.array(np.array(column, real_numpy), dtype=real, device="cpu") for column in (model.thrust, model.power)
        )
    return record


@wp.func
def table_power(record: PowerRecord, thrust: real):
    """Power [W] by linear interpolation, the last row's beyond the table."""
    last = record.thrust.shape[0] - 1
    if thrust <= record.thrust[0]:
        return record.power[0]
    if thrust >= record.thrust[last]:
        return record.power[last]
    low = int(0)
    high = int(last)
    while high - low > 1:
        middle = (low + high) / 2
        if record.thrust[middle] <= thrust:
            low = middle
        else:
            high = middle
    share = (thrust - record.thrust[low]) / (record.thrust[high] - record.thrust[low])
    return record.power[low] + share * (record.power[high] - record.power[low])


@wp.func
def power_of_thrust(record: PowerRecord, thrust: real, speed: real, density: real):
    """Electric power [W] of a thruster at `thrust` [N] that moves along its axis at `speed` [m/s]."""
    if record.kind == TABLE:
        return table_power(record, thrust)
    size = wp.abs(thrust)
    along = ZERO
    if record.inflow == 1:
        along = wp.sign(thrust) * speed
    half = HALF * along
    # Braking against the flow the momentum theory has no steady wake; the demand stays at least zero.
    through = half + wp.sqrt(half * half + size / (density * record.two_area))
    return record.idle_power + wp.max(size * through, ZERO) / record.efficiency
