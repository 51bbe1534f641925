"""Rates, motor and battery against numbers of the swordfish program.

Source of every number: swordfish (C++), rates of its `compute_derivatives` and readings of its `motor_step` and
`battery_step`, printed to 17 digits. Where program and text of swordfish differ, Seatrial follows the text; each test
says what it sets so that the two can be compared. They agree to rounding, 1e-12: both evaluate the same sums.
"""

from dataclasses import replace

import numpy as np

from seatrial.dynamics.battery import Battery
from seatrial.dynamics.motor import Motor
from seatrial.dynamics.vehicle import Vehicle
from seatrial.frames.axes import attitude_to_ned_frd, enu_to_ned, flu_to_frd
from seatrial.vehicles.torpedo import torpedo
from tests.reference import probe
from tests.reference.engine import Engine
from tests.reference.matrix_model import Array, Inputs, at_rest, rotation, times

# qw qx qy qz | vx vy vz | wx wy wz | c0 c1 c2 c3 | current east, north: ENU, FLU
INPUTS = np.array([
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0, 0.0, 0.8, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.1, -0.05],
    [0.9233805168766387, 0.10259783520851541, -0.20519567041703082, 0.3077935056255462, 0.7, 0.1, -0.2, 0.05, -0.1,
     0.2, 0.6, -0.4, -0.3, 0.8, 0.15, 0.2],
    [0.502518907629606, -0.10050378152592121, 0.30151134457776363, -0.8040302522073697, -0.3, 0.25, 0.4, -0.3, 0.2,
     -0.5, 0.3, 1.0, -1.0, -0.9, -0.4, 0.1],
])  # fmt: skip

# d/dt of position, quaternion, velocity, angular velocity; electric power [W]; d/dt of charge and temperature
SMALL = np.array([
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.009800199800200315, 0.0, 0.0, 0.0, 8.0, -1.8903448421912926e-06,
     -0.0037496295095124296],
    [0.8, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.29706594213209087, -0.16583416583416585, 0.009800199800200315, 0.0, 0.0, 0.0,
     183.0, -4.35980227842081e-05, -0.0035529263425970194],
    [0.5105263157894737, 0.5105263157894737, 0.13684210526315788, -0.04360407996361905, 0.017954621161490193,
     -0.048733971724044825, 0.09233805168766387, 0.1657625219541155, 0.007099902867216015, 0.06673971457905035,
     -2.9945010133121586, 1.3857627870771607, -2.6593542564341446, 79.08595598769121, -1.8749418437988275e-05,
     -0.0037135522610780357],
    [0.5151515151515151, 0.02878787878787878, 0.2151515151515152, -0.24623426473850696, -0.07035264706814484,
     0.14573048321258575, -0.09045340337332909, 0.6724846612660449, -3.018901924521759, -2.9145616642310856,
     27.755294422399047, -3.708254973162391, 6.844940025620123, 207.43995523945813, -4.9478102054283254e-05,
     -0.003496182797805543],
])  # fmt: skip
LARGE = np.array([
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.00980019980019932, 0.0, 0.0, 0.0, 8.0, -1.8903448421912926e-06,
     -0.0037496295095124296],
    [0.8, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.20887449056162646, -0.15546953046953046, 0.00980019980019932, 0.0, 0.0, 0.0,
     401.75, -9.932732912012348e-05, -0.002779924241747907],
    [0.5105263157894737, 0.5105263157894737, 0.13684210526315788, -0.04360407996361905, 0.017954621161490193,
     -0.048733971724044825, 0.09233805168766387, 0.11889237041313865, -0.04294301820063592, 0.10994469173485708,
     -1.9966996188382153, 1.0653701791943238, -2.1475109047469445, 167.9434009723052, -3.9982363702342146e-05,
     -0.00358425825025877],
    [0.5151515151515151, 0.02878787878787878, 0.2151515151515152, -0.24623426473850696, -0.07035264706814484,
     0.14573048321258575, -0.09045340337332909, 0.4167754546188232, -2.7884340452935494, -2.7314445059073167,
     18.50611971925203, -2.493325364969443, 6.043564190053117, 456.7398992887808, -0.00011442177012576212,
     -0.0024893827290348326],
])  # fmt: skip


def as_programmed(length: float, radius: float, mass: float) -> Vehicle:
    """The torpedo of the program, where it differs from the text.

    Its volume is 1.002 m / rho whatever the hull; the motor's fall-off above the peak divides by 0.25 instead of 0.75,
    which is 0.6 (0.75 / 0.25)^2 = 5.4 in the form of the text; there is no added-mass Coriolis force.
    """
    vehicle = torpedo(length, radius, mass, added_coriolis=0.0)
    volume = 1.002 * mass / 1025.0
    added = vehicle.added_mass * (volume / vehicle.volume)
    return replace(vehicle, volume=volume, added_mass=added, motor=Motor(falloff_above=5.4))


def compare(vehicle: Vehicle, expected: Array) -> None:
    """Rates in NED and FRD, the program's brought there from ENU and FLU."""
    n = len(INPUTS)
    q = attitude_to_ned_frd(INPUTS[:, :4])
    nu = np.concatenate([flu_to_frd(INPUTS[:, 4:7]), flu_to_frd(INPUTS[:, 7:10])], -1)
    current = enu_to_ned(np.pad(INPUTS[:, 14:16], ((0, 0), (0, 1))))
    # Its vertical thrusters push up and its lateral one to port.
    command = INPUTS[:, 10:14] * np.array([1.0, -1.0, -1.0, -1.0])
    state = replace(at_rest(n, 4), q=q, nu=nu)
    rate = Engine([vehicle] * n, 0.005).rates(state, Inputs(current, command))
    # The program leaves out M_A d(nu_c)/dt, without which a uniform current is not a moving frame: taken off ours.
    v_c = times(np.swapaxes(rotation(q), -1, -2), current)
    water = vehicle.added_mass[:3, :3] @ np.cross(v_c, nu[:, 3:])[..., None]
    acceleration = rate.nu[:, :3] - water[..., 0] / np.diag(vehicle.inertia_matrix)[:3]
    for ours, theirs in (
        (rate.p, enu_to_ned(expected[:, 0:3])),
        (rate.q, attitude_to_ned_frd(expected[:, 3:7])),
        (acceleration, flu_to_frd(expected[:, 7:10])),
        (rate.nu[:, 3:], flu_to_frd(expected[:, 10:13])),
        (rate.energy, expected[:, 13]),
        (rate.charge, expected[:, 14]),
        (rate.temperature, expected[:, 15]),
    ):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=2e-14)


def test_rates_of_the_reference_torpedo():
    compare(as_programmed(1.0, 0.10, 25.0), SMALL)


def test_rates_of_a_larger_torpedo():
    compare(as_programmed(2.0, 0.15, 80.0), LARGE)


# shaft power [W], load, electric power [W]
MOTOR = np.array([
    [0, 0, 2], [5, 0, 2], [40, 0, 2], [0, 5e-05, 2], [5, 5e-05, 2], [40, 5e-05, 2],
    [0, 0.05, 2], [5, 0.05, 102], [40, 0.05, 802],
    [0, 0.2, 2], [5, 0.2, 18.585581601061481], [40, 0.2, 134.68465280849185],
    [0, 0.5, 2], [5, 0.5, 8.7873303167420822], [40, 0.5, 56.298642533936651],
    [0, 0.75, 2], [5, 0.75, 7.882352941176471], [40, 0.75, 49.058823529411768],
])  # fmt: skip
MOTOR_ABOVE = np.array([
    [0, 0.9, 2], [5, 0.9, 9.5030012004801936], [40, 0.9, 62.024009603841549],
    [0, 1, 2], [5, 1, 16.705882352941174], [40, 1, 119.64705882352941],
])  # fmt: skip


def test_motor_up_to_its_peak():
    np.testing.assert_allclose(probe.motor_power(Motor(), MOTOR[:, 0], MOTOR[:, 1]), MOTOR[:, 2], rtol=1e-13)


def test_motor_above_its_peak_with_the_programs_falloff():
    power = probe.motor_power(Motor(falloff_above=5.4), MOTOR_ABOVE[:, 0], MOTOR_ABOVE[:, 1])
    np.testing.assert_allclose(power, MOTOR_ABOVE[:, 2], rtol=1e-13)


# power [W], charge, voltage [V], current [A], d charge/dt [1/s], d temperature/dt [K/s]; 288.15 K, water 283.15 K.
# The program's open-circuit voltage is linear in the charge; it equals the Hermite cubic of the text at 0, 0.5 and 1.
PACK = np.array([
    [0, 1, 29.4, 0, 0, -0.00375],
    [8, 1, 29.389111613708977, 0.27220965727554614, -1.8903448421912926e-06, -0.0037496295095124296],
    [100, 1, 29.263310063306349, 3.4172484173412787, -2.3730891787092212e-05, -0.0036916120662708924],
    [500, 1, 28.703213916812096, 17.419652079697556, -0.00012646202818164144, -0.0022327786071114431],
    [3000, 1, 24.502550688468791, 122.43623278828019, -0.0010389155891627427, 0.071203155496929696],
    [8000, 1, 14.7, 367.5, -0.0034049868483086577, 0.67153125],
    [0, 0.5, 25.2, 0, 0, -0.00375],
    [8, 0.5, 25.187295182047649, 0.31762044880871976, -2.205697561171665e-06, -0.003749495586252493],
    [100, 0.5, 25.040257232067191, 3.993569198320257, -2.7733119432779564e-05, -0.0036702570252911382],
    [500, 0.5, 24.379643458101775, 20.508913547455563, -0.00015084661694074808, -0.0016469223255149684],
    [3000, 0.5, 18.825752966509352, 159.35617583726619, -0.0013810071243543613, 0.12322195388738851],
    [8000, 0.5, 12.6, 315, -0.0028827893303387908, 0.492375],
])  # fmt: skip


def test_battery():
    ours = probe.battery(Battery(), PACK[:, 1], PACK[:, 0])
    # The program's root V - sqrt(V^2 - 4 R P) cancels by up to V^2 / (4 R P) = 700: 1e-12 with a margin of five.
    for column, name in enumerate(("voltage", "current", "charge", "heating"), start=2):
        np.testing.assert_allclose(ours[name], PACK[:, column], rtol=1e-12, atol=1e-17, err_msg=name)
    np.testing.assert_array_equal(ours["delivers"], PACK[:, 0] < 8000)
