"""Heading loop: PD with the derivative on the measurement; positive output turns to starboard (swordfish 7.1)."""

from dataclasses import dataclass

from seatrial.dynamics.scalar import ONE, ZERO, real, wp, wrap_pi
from seatrial.errors import check_number


@dataclass(frozen=True)
class HeadingGains:
    """Gains of the heading loop."""

    proportional: float = 1.5
    """Share of full yaw per radian [1/rad]."""
    derivative: float = 0.5
    """[s/rad]"""
    reference_time: float = 0.0
    """Time constant of the heading reference filter [s]; 0 follows the wanted course at once."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("heading proportional", self.proportional, "1/rad", 0.0, 1e3)
        check_number("heading derivative", self.derivative, "s/rad", 0.0, 1e3)
        check_number("heading reference_time", self.reference_time, "s", 0.0, 1e3)


@wp.struct
class HeadingRecord:
    """`HeadingGains` as the kernel reads it."""

    proportional: real
    derivative: real
    reference_time: real


def heading_record(gains: HeadingGains) -> HeadingRecord:
    """The kernel's record."""
    r = HeadingRecord()
    r.proportional, r.derivative, r.reference_time = gains.proportional, gains.derivative, gains.reference_time
    return r


@wp.func
def heading_error(wanted: real, heading: real):
    """Turn from `heading` to `wanted` by the short way, in [-pi, pi] [rad]."""
    return wrap_pi(wanted - heading)


@wp.func
def heading_reference(reference: real, wanted: real, step: real, time_constant: real):
    """Reference heading one step on, moving to `wanted` by the short way [rad]."""
    share = ONE
    if time_constant > ZERO:
        share = ONE - wp.exp(-step / time_constant)
    return wrap_pi(reference + share * heading_error(wanted, reference))


@wp.func
def heading_command(g: HeadingRecord, error: real, rate: real):
    """Share of full yaw, -1..1, from the heading error [rad] and the filtered yaw rate [rad/s]."""
    return wp.clamp(g.proportional * error - g.derivative * rate, -ONE, ONE)
