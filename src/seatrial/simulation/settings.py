"""How a simulation is stepped."""

from dataclasses import dataclass
from enum import StrEnum

from seatrial.dynamics.vehicle import GRAVITY, SEA_WATER_DENSITY
from seatrial.errors import InputError, check_number

TICKS_PER_SECOND = 1200
"""Resolution of time: 200 Hz, 60 Hz, 50 Hz and 16 Hz are whole numbers of ticks."""


def ticks(quantity: str, seconds: float, high: float = 1e9) -> int:
    """A period as a whole number of ticks of 1/1200 s, else an `InputError`."""
    check_number(quantity, seconds, "s", 1.0 / TICKS_PER_SECOND, high)
    count = round(seconds * TICKS_PER_SECOND)
    if abs(count - seconds * TICKS_PER_SECOND) > 1e-6 * max(1.0, count):
        raise InputError(f"{quantity} = {seconds:g} s: must be a whole number of ticks of 1/{TICKS_PER_SECOND} s")
    return count


class Integrator(StrEnum):
    """How a step is taken: a module of `seatrial.dynamics.integrators`."""

    RK4 = "rk4"
    """Classical Runge-Kutta, fourth order."""
    EULER = "euler"
    """Semi-implicit Euler, first order."""
    ADAPTIVE = "adaptive"
    """Dormand-Prince with inner steps that keep a tolerance; commands and water are held over a step."""


@dataclass(frozen=True)
class Settings:
    """Periods [s] and constants shared by all members."""

    step: float = 0.005
    """Integration step; 200 Hz."""
    integrator: Integrator = Integrator.RK4
    tolerance: float = 1e-6
    """Error that the adaptive integrator allows per inner step, in m and components of the quaternion, and relative to
    1 + the value in m/s, rad/s, K and J.
    """
    control_period: float | None = None
    """Time between control ticks; None is every step."""
    record_period: float = 0.1
    """Time between history rows."""
    frame_radius: float = 50_000.0
    """Distance from its origin at which a local plane moves along [m]."""
    density: float = SEA_WATER_DENSITY
    """[kg/m3]"""
    gravity: float = GRAVITY
    """[m/s2]"""
    water_temperature: float = 283.15
    """Temperature of the water around the battery [K]."""
    start_time: float = 0.0
    """When the run begins [s since 1970]."""
    window_bytes: int = 64 * 2**20
    """Bytes that the window of a source too large to be held takes at most."""

    def __post_init__(self) -> None:
        """Check every number once."""
        step = ticks("step", self.step, 10.0)
        control = ticks("control_period", self.step if self.control_period is None else self.control_period, 60.0)
        if control % step:
            raise InputError(
                f"control_period = {self.control_period:g} s: must be a whole number of steps of {self.step:g} s"
            )
        record = ticks("record_period", self.record_period, 86_400.0)
        check_number("tolerance", self.tolerance, "", 1e-12, 1.0)
        if self.integrator is Integrator.ADAPTIVE and record % step:
            raise InputError(
                f"record_period = {self.record_period:g} s: must be a whole number of steps of {self.step:g} s for the "
                "adaptive integrator, whose error between them is not controlled"
            )
        check_number("frame_radius", self.frame_radius, "m", 100.0, 50_000.0)
        check_number("density", self.density, "kg/m3", 900.0, 1200.0)
        check_number("gravity", self.gravity, "m/s2", 0.0, 30.0)
        check_number("water_temperature", self.water_temperature, "K", 250.0, 330.0)
        check_number("start_time", self.start_time, "s", -1e11, 1e11)
        check_number("window_bytes", self.window_bytes, "bytes", 1.0, 1e12)
