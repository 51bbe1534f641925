"""Electric motor of a thruster: efficiency by load, an asymmetric parabola (swordfish 5.4)."""

from dataclasses import dataclass

from seatrial.dynamics.scalar import ONE, real, wp
from seatrial.errors import check_number


@dataclass(frozen=True)
class Motor:
    """Efficiency peak * (1 - alpha (1 - load / load_peak)^2), alpha by side of the peak, never below the floor."""

    efficiency: float = 0.85
    """Greatest efficiency [1]."""
    load_peak: float = 0.75
    """Load of the greatest efficiency [1]."""
    falloff_below: float = 1.2
    """Alpha below the peak [1]."""
    falloff_above: float = 0.6
    """Alpha above the peak [1]."""
    efficiency_floor: float = 0.05
    """Least efficiency [1]."""
    idle_power: float = 2.0
    """Electric power at rest, always drawn [W]."""
    induced_speed: float = 1.0
    """Characteristic induced velocity of the propeller, added to the inflow for shaft power [m/s]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("motor efficiency", self.efficiency, "", 0.01, 1.0)
        check_number("motor load_peak", self.load_peak, "", 0.01, 1.0)
        check_number("motor falloff_below", self.falloff_below, "", 0.0, 100.0)
        check_number("motor falloff_above", self.falloff_above, "", 0.0, 100.0)
        check_number("motor efficiency_floor", self.efficiency_floor, "", 1e-3, self.efficiency)
        check_number("motor idle_power", self.idle_power, "W", 0.0, 1e5)
        check_number("motor induced_speed", self.induced_speed, "m/s", 0.0, 50.0)


@wp.struct
class MotorRecord:
    """`Motor` as the kernel reads it."""

    efficiency: real
    load_peak: real
    loads_per_peak: real
    """1 / load_peak: a multiplication where the loop over thrusters would divide."""
    falloff_below: real
    falloff_above: real
    efficiency_floor: real
    idle_power: real
    induced_speed: real


def motor_record(motor: Motor) -> MotorRecord:
    """The kernel's record of a motor."""
    record = MotorRecord()
    for name in Motor.__dataclass_fields__:
        setattr(record, name, getattr(motor, name))
    record.loads_per_peak = 1.0 / motor.load_peak
    return record


@wp.func
def electric_power(motor: MotorRecord, shaft_power: real, load: real):
    """Electric power [W] of one motor that delivers `shaft_power` [W] at `load` 0..1."""
    power = motor.idle_power
    if load > real(1.0e-4):
        alpha = motor.falloff_below
        if load > motor.load_peak:
            alpha = motor.falloff_above
        off = ONE - load * motor.loads_per_peak
        eta = motor.efficiency * (ONE - alpha * off * off)
        power += shaft_power / wp.max(eta, motor.efficiency_floor)
    return power
