"""Depth loop: a depth-rate PID under a rate that is proportional to the depth error (swordfish 7.1)."""

from dataclasses import dataclass

from seatrial.dynamics.scalar import ONE, real, wp
from seatrial.errors import check_number


@dataclass(frozen=True)
class DepthGains:
    """Gains of the depth loop; positive output drives down."""

    rate_per_error: float = 1.0
    """Wanted depth rate per depth error [1/s], limited to the speed of the waypoint."""
    proportional: float = 0.7
    """[s/m]"""
    integral: float = 0.4
    """[1/m]"""
    derivative: float = 0.2
    """[s2/m]"""
    integral_limit: float = 3.0
    """Bound of the integrated depth-rate error [m]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("depth rate_per_error", self.rate_per_error, "1/s", 0.0, 100.0)
        check_number("depth proportional", self.proportional, "s/m", 0.0, 1e3)
        check_number("depth integral", self.integral, "1/m", 0.0, 1e3)
        check_number("depth derivative", self.derivative, "s2/m", 0.0, 1e3)
        check_number("depth integral_limit", self.integral_limit, "m", 0.0, 1e3)


@wp.struct
class DepthRecord:
    """`DepthGains` as the kernel reads it."""

    rate_per_error: real
    proportional: real
    integral: real
    derivative: real
    integral_limit: real


def depth_record(gains: DepthGains) -> DepthRecord:
    """The kernel's record."""
    r = DepthRecord()
    for name in DepthGains.__dataclass_fields__:
        setattr(r, name, getattr(gains, name))
    return r


@wp.func
def wanted_depth_rate(g: DepthRecord, error: real, limit: real):
    """Depth rate [m/s] wanted for a depth error [m], within the speed of the waypoint."""
    return wp.clamp(g.rate_per_error * error, -limit, limit)


@wp.func
def depth_integral(g: DepthRecord, integral: real, error: real, command: real, limit: real, step: real):
    """Integral of the depth-rate error one step on; it stands still while its sense was cut off at `limit`."""
    if (command >= limit and error > real(0.0)) or (command <= -limit and error < real(0.0)):
        return integral
    return wp.clamp(integral + error * step, -g.integral_limit, g.integral_limit)


@wp.func
def depth_command(g: DepthRecord, error: real, integral: real, acceleration: real):
    """Share of full heave, -1..1, down positive."""
    return wp.clamp(g.proportional * error + g.integral * integral - g.derivative * acceleration, -ONE, ONE)
