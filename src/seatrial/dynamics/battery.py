"""Battery: open-circuit voltage, exact current from power, Peukert, heating (swordfish 5.4)."""

from dataclasses import dataclass

from seatrial.dynamics.scalar import HALF, ONE, TWO, ZERO, real, wp
from seatrial.errors import check_number

SECONDS_PER_HOUR = 3600.0


@dataclass(frozen=True)
class Battery:
    """Seven lithium-ion cells in series by default (25.2 V nominal)."""

    full_voltage: float = 29.4
    """Open-circuit voltage when full [V]."""
    empty_voltage: float = 21.0
    """Open-circuit voltage when empty [V]."""
    resistance: float = 0.04
    """Internal resistance [ohm]."""
    capacity: float = 40.0
    """Capacity up to the reference current [A h]; infinite for an unlimited battery."""
    peukert: float = 1.08
    """Peukert exponent k: above the reference current the charge falls (I / I_ref)^(k - 1) times faster [1]."""
    reference_current: float = 10.0
    """Greatest current at which the whole capacity is available [A]."""
    heat_capacity: float = 8000.0
    """Thermal mass [J/K]."""
    conductance: float = 6.0
    """Heat flow to the water [W/K]."""
    initial_temperature: float = 288.15
    """Temperature at the start [K]."""
    brownout_charge: float = 0.02
    """State of charge at which the vehicle stops [1]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("battery empty_voltage", self.empty_voltage, "V", 0.1, 1e4)
        check_number("battery full_voltage", self.full_voltage, "V", self.empty_voltage, 1e4)
        check_number("battery resistance", self.resistance, "ohm", 1e-6, 1e3)
        if self.capacity != float("inf"):
            check_number("battery capacity", self.capacity, "A h", 1e-3, 1e7)
        check_number("battery peukert", self.peukert, "", 1.0, 2.0)
        check_number("battery reference_current", self.reference_current, "A", 1e-6, 1e6)
        check_number("battery heat_capacity", self.heat_capacity, "J/K", 1e-3, 1e9)
        check_number("battery conductance", self.conductance, "W/K", 0.0, 1e6)
        check_number("battery initial_temperature", self.initial_temperature, "K", 250.0, 350.0)
        check_number("battery brownout_charge", self.brownout_charge, "", 0.0, 1.0)


@wp.struct
class BatteryRecord:
    """`Battery` as the kernel reads it."""

    full_voltage: real
    empty_voltage: real
    resistance: real
    charge_per_coulomb: real
    peukert_less_one: real
    reference_current: real
    kelvin_per_joule: real
    conductance: real
    brownout_charge: real


@wp.struct
class Terminals:
    """Terminals of the battery: voltage [V], current [A] and whether it can deliver the power asked for (1 or 0)."""

    voltage: real
    current: real
    delivers: int


def battery_record(battery: Battery) -> BatteryRecord:
    """The kernel's record of a battery."""
    record = BatteryRecord()
    for name in ("full_voltage", "empty_voltage", "resistance", "reference_current", "conductance"):
        setattr(record, name, getattr(battery, name))
    record.brownout_charge = battery.brownout_charge
    record.charge_per_coulomb = 1.0 / (SECONDS_PER_HOUR * battery.capacity)
    record.kelvin_per_joule = 1.0 / battery.heat_capacity
    record.peukert_less_one = battery.peukert - 1.0
    return record


@wp.func
def terminals(battery: BatteryRecord, charge: real, power: real):
    """Voltage and current at `power` [W]: the exact root of power = (V_oc - I R) I.

    Beyond the greatest power V_oc^2 / (4 R) the pack gives that much and no more.
    """
    s = wp.clamp(charge, ZERO, ONE)
    span = battery.full_voltage - battery.empty_voltage
    open_circuit = battery.empty_voltage + span * s * s * (real(3.0) - TWO * s)
    c = Terminals()
    root = open_circuit * open_circuit - real(4.0) * battery.resistance * power
    c.delivers = 1
    if root < ZERO:
        c.delivers = 0
        root = ZERO
    # The small root in the form without cancellation: I = 2 P / (V + sqrt(V^2 - 4 R P)).
    c.current = TWO * wp.max(power, ZERO) / (open_circuit + wp.sqrt(root))
    if c.delivers == 0:
        c.current = HALF * open_circuit / battery.resistance
    c.voltage = open_circuit - c.current * battery.resistance
    return c


@wp.func
def charge_rate(battery: BatteryRecord, current: real):
    """Rate of the state of charge [1/s]; Peukert's law above the reference current."""
    rate = -current * battery.charge_per_coulomb
    if current > battery.reference_current:
        rate = rate * wp.pow(current / battery.reference_current, battery.peukert_less_one)
    return rate


@wp.func
def heating_rate(battery: BatteryRecord, current: real, temperature: real, water_temperature: real):
    """Rate of the battery temperature [K/s]: ohmic heat less the flow to the water."""
    heat = current * current * battery.resistance - battery.conductance * (temperature - water_temperature)
    return heat * battery.kelvin_per_joule
