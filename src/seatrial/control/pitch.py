"""Pitch loop: levels the hull with the thrusters that can turn it, and leaves the rest of them to heave.

A hull that sinks or climbs through the water while it moves ahead feels the Munk moment of its added mass, which turns
the nose against the way it is asked to go; without fins something has to hold it. The source of the three other loops
leaves that moment out, and so has no such loop.
"""

from dataclasses import dataclass

from seatrial.dynamics.scalar import ONE, real, wp
from seatrial.errors import check_number


@dataclass(frozen=True)
class PitchGains:
    """Gains of the pitch loop; zeros switch it off."""

    proportional: float = 4.0
    """Share of full pitch per radian [1/rad]."""
    derivative: float = 1.0
    """[s/rad]"""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("pitch proportional", self.proportional, "1/rad", 0.0, 1e3)
        check_number("pitch derivative", self.derivative, "s/rad", 0.0, 1e3)


@wp.struct
class PitchRecord:
    """`PitchGains` as the kernel reads it."""

    proportional: real
    derivative: real


def pitch_record(gains: PitchGains) -> PitchRecord:
    """The kernel's record."""
    r = PitchRecord()
    r.proportional, r.derivative = gains.proportional, gains.derivative
    return r


@wp.func
def pitch_command(g: PitchRecord, pitch: real, rate: real):
    """Share of full pitching moment, -1..1, nose up positive, that levels the hull."""
    return wp.clamp(-g.proportional * pitch - g.derivative * rate, -ONE, ONE)


@wp.func
def heave_left(heave: real, pitch: real):
    """Heave command within what the pitch command leaves of the thrusters that they share."""
    room = ONE - wp.abs(pitch)
    return wp.clamp(heave, -room, room)
