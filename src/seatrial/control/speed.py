"""Speed loop: PID with feed-forward over the surge thrusters, which push ahead only (swordfish 7.1)."""

from dataclasses import dataclass

from seatrial.dynamics.scalar import ONE, ZERO, real, wp
from seatrial.errors import check_number


@dataclass(frozen=True)
class SpeedGains:
    """Gains of the speed loop."""

    proportional: float = 0.8
    """[s/m]"""
    integral: float = 0.25
    """[1/m]"""
    derivative: float = 0.15
    """[s2/m]"""
    feedforward: float = 0.12
    """Share of full surge per square of the wanted speed [s2/m2]."""
    feedforward_limit: float = 0.6
    """Greatest feed-forward [1]."""
    integral_low: float = -2.0
    """Lower bound of the integrated error [m]."""
    integral_high: float = 5.0
    """Upper bound of the integrated error [m]; wider, since surge commands lie in 0..1."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("speed proportional", self.proportional, "s/m", 0.0, 1e3)
        check_number("speed integral", self.integral, "1/m", 0.0, 1e3)
        check_number("speed derivative", self.derivative, "s2/m", 0.0, 1e3)
        check_number("speed feedforward", self.feedforward, "s2/m2", 0.0, 1e3)
        check_number("speed feedforward_limit", self.feedforward_limit, "", 0.0, 1.0)
        check_number("speed integral_low", self.integral_low, "m", -1e3, 0.0)
        check_number("speed integral_high", self.integral_high, "m", 0.0, 1e3)


@wp.struct
class SpeedRecord:
    """`SpeedGains` as the kernel reads it."""

    proportional: real
    integral: real
    derivative: real
    feedforward: real
    feedforward_limit: real
    integral_low: real
    integral_high: real


def speed_record(gains: SpeedGains) -> SpeedRecord:
    """The kernel's record."""
    r = SpeedRecord()
    for name in SpeedGains.__dataclass_fields__:
        setattr(r, name, getattr(gains, name))
    return r


@wp.func
def speed_integral(g: SpeedRecord, integral: real, error: real, command: real, step: real):
    """Integral of the speed error one step on; it stands still while the last command was cut off in its sense."""
    if (command >= ONE and error > ZERO) or (command <= ZERO and error < ZERO):
        return integral
    return wp.clamp(integral + error * step, g.integral_low, g.integral_high)


@wp.func
def speed_command(g: SpeedRecord, wanted: real, error: real, integral: real, acceleration: real):
    """Share of full surge, 0..1."""
    ahead = wp.clamp(g.feedforward * wanted * wanted, ZERO, g.feedforward_limit)
    return wp.clamp(g.proportional * error + g.integral * integral - g.derivative * acceleration + ahead, ZERO, ONE)
