"""Faulty dynamics that the checks of the verification suite must reject; the right ones pass the same checks."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from seatrial.ocean.table import GridTable
from tests.reference import checks_closed as closed
from tests.reference import checks_conserved as conserved
from tests.reference.checks_fields import check_no_data
from tests.reference.checks_heading import check_heading_error
from tests.reference.checks_integrators import check_tolerance
from tests.reference.engine import Engine, MakeSystem
from tests.reference.matrix_model import Array, Inputs, MatrixModel, States, ahead, quaternion_matrix, rotation, times

Check = Callable[[MakeSystem], None]


class AddedCoriolisFlipped(MatrixModel):
    def added_coriolis_force(self, nu: Array, nu_r: Array) -> Array:
        return -super().added_coriolis_force(nu, nu_r)


class AddedCoriolisAbsolute(MatrixModel):
    def added_coriolis_force(self, nu: Array, nu_r: Array) -> Array:
        return super().added_coriolis_force(nu, nu)


class AddedCoriolisHalf(MatrixModel):
    """One of two equal blocks has the other sign: the matrix is not skew and pumps energy."""

    def c_a(self, nu_r: Array) -> Array:
        matrix = super().c_a(nu_r)
        matrix[:, 3:, :3] *= -1.0
        return matrix


class MovingWaterForgotten(MatrixModel):
    def moving_water(self, nu: Array, v_c: Array) -> Array:
        return 0.0 * super().moving_water(nu, v_c)


class AcceleratingWaterForgotten(MatrixModel):
    def accelerating_water(self, r_nb: Array, inputs: Inputs) -> Array:
        return 0.0 * super().accelerating_water(r_nb, inputs)


class CurrentHeldOverAStep(MatrixModel):
    def rates(self, s: States, inputs: Inputs, stage: int = 0) -> States:
        early = inputs.current - 0.5 * stage * self.step * inputs.acceleration
        return super().rates(s, replace(inputs, current=early), stage)


class DampingAbsolute(MatrixModel):
    def damping(self, nu: Array, nu_r: Array) -> Array:
        return super().damping(nu, nu)


class DampingDrives(MatrixModel):
    """Heave alone has the wrong sign."""

    def damping(self, nu: Array, nu_r: Array) -> Array:
        return super().damping(nu, nu_r) * np.array([1.0, 1.0, -1.0, 1.0, 1.0, 1.0])


class DampingWithoutSign(MatrixModel):
    """v^2 for v |v|."""

    def damping(self, nu: Array, nu_r: Array) -> Array:
        return self.d_linear * nu_r + self.d_quadratic * nu_r**2


class CurrentNotTurned(MatrixModel):
    def water_in_body(self, r_nb: Array, current: Array) -> Array:
        return current


class AddedMassAsForce(MatrixModel):
    """The water's reaction computed from the last acceleration."""

    last: Array | None = None

    def acceleration(self, tau: Array) -> Array:
        last = np.zeros_like(tau) if self.last is None else self.last
        rest = tau - times(self.m_a, last)
        self.last = now = np.asarray(np.linalg.solve(self.m_rb, rest[..., None])[..., 0], np.float64)
        return now


class GyroForgotten(MatrixModel):
    def c_rb(self, nu: Array) -> Array:
        matrix = super().c_rb(nu)
        matrix[:, 3:, 3:] = 0.0
        return matrix


class GravityAtOrigin(MatrixModel):
    def restoring(self, p: Array, r_nb: Array, inputs: Inputs) -> Array:
        return super().restoring(p, r_nb, inputs) * np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])


class BuoyancyFromOrigin(MatrixModel):
    """Half a hull height late: buoyancy begins when the origin is under water."""

    def restoring(self, p: Array, r_nb: Array, inputs: Inputs) -> Array:
        return super().restoring(p - [0.0, 0.0, 0.1], r_nb, inputs)


class WorldRates(MatrixModel):
    """q_dot = (0, omega) q / 2, as if omega were in N."""

    def quaternion_rate(self, q: Array, omega: Array) -> Array:
        flip = np.diag([1.0, -1.0, -1.0, -1.0])
        return 0.5 * times(flip @ quaternion_matrix(-omega) @ flip, q)


class NeverNormalized(MatrixModel):
    def normalized(self, q: Array) -> Array:
        return q


class PitchWithinVertical(MatrixModel):
    """Attitude kept as yaw and an asin of pitch, which comes back from the vertical."""

    def normalized(self, q: Array) -> Array:
        nose = rotation(super().normalized(q))[:, :, 0]
        pitch = np.arcsin(np.clip(-nose[:, 2], -1.0, 1.0))
        return np.stack([np.cos(pitch / 2), 0.0 * pitch, np.sin(pitch / 2), 0.0 * pitch], -1)


class EulerSteps(MatrixModel):
    def next_state(self, s: States, inputs: Inputs) -> States:
        end = ahead(s, self.rates(s, inputs, 0), self.step)
        return replace(end, q=self.normalized(end.q), response=self.response(s.response, inputs.command, self.step))


class MidpointSteps(MatrixModel):
    """Second order."""

    def next_state(self, s: States, inputs: Inputs) -> States:
        middle = ahead(s, self.rates(s, inputs, 0), 0.5 * self.step)
        end = ahead(s, self.rates(middle, inputs, 1), self.step)
        return replace(end, q=self.normalized(end.q), response=self.response(s.response, inputs.command, self.step))


class LagByEuler(MatrixModel):
    def response(self, before: Array, command: Array, elapsed: float) -> Array:
        held, lagging = self.asked(command), self.lag > 0.0
        share = np.where(lagging, elapsed / np.where(lagging, self.lag, 1.0), 1.0)
        return before + share * (held - before)


class LinearVoltage(MatrixModel):
    def open_circuit(self, charge: Array) -> Array:
        low, high = self.pack["empty_voltage"], self.pack["full_voltage"]
        return low + (high - low) * charge


class PeukertEverywhere(MatrixModel):
    """Also below the reference current, where it would make the battery larger than it is."""

    def charge_rate(self, current: Array) -> Array:
        b = self.pack
        return -current * (current / b["reference_current"]) ** (b["peukert"] - 1.0) / (3600.0 * b["capacity"])


# Short versions: the faults are gross, and the reference is slow.
short_energy = partial(conserved.check_energy, duration=0.5)
short_impulse = partial(conserved.check_impulse, duration=0.5)
short_galilean = partial(conserved.check_galilean, duration=1.0, step=0.02)
short_covariance = partial(conserved.check_heading_covariance, duration=0.1)
short_speed = partial(conserved.check_top_speed, duration=5.0, step=0.05)
short_top = partial(closed.check_torque_free_top, duration=2.0)
short_trajectory = partial(closed.check_trajectory, duration=1.0, members=3)
short_derivative = partial(closed.check_derivative, vehicles=50, states=3)

CHECKS: dict[str, Check] = {
    "derivative": short_derivative,
    "trajectory": short_trajectory,
    "energy": short_energy,
    "impulse": short_impulse,
    "galilean": short_galilean,
    "covariance": short_covariance,
    "top speed": short_speed,
    "top": short_top,
    "drift": closed.check_drift,
    "munk": closed.check_munk,
    "coriolis power": partial(closed.check_coriolis_power, n=50),
    "added mass": partial(closed.check_added_mass_is_inertia, steps=(0.1,)),
    "vertical": closed.check_through_vertical,
    "decay": closed.check_decay_and_terminal_speed,
    "period": closed.check_pitch_period,
    "dissipation": closed.check_dissipation,
    "lag": partial(closed.check_thruster_lag, steps=(0.05, 0.5, 2.0)),
    "unit": closed.check_unit_quaternion,
    "order": closed.check_order,
    "surface": closed.check_surface,
}

MUTANTS: list[tuple[type[MatrixModel], tuple[str, ...]]] = [
    (AddedCoriolisFlipped, ("munk", "derivative")),
    (AddedCoriolisAbsolute, ("drift", "galilean", "derivative")),
    (AddedCoriolisHalf, ("coriolis power", "energy", "impulse")),
    (MovingWaterForgotten, ("galilean", "derivative")),
    (AcceleratingWaterForgotten, ("derivative", "trajectory")),
    (CurrentHeldOverAStep, ("derivative", "trajectory")),
    (DampingAbsolute, ("drift", "galilean", "derivative")),
    (DampingDrives, ("derivative", "dissipation")),
    (DampingWithoutSign, ("derivative", "dissipation")),
    (CurrentNotTurned, ("covariance", "top speed")),
    (AddedMassAsForce, ("added mass",)),
    (GyroForgotten, ("top", "impulse")),
    (GravityAtOrigin, ("period", "energy")),
    (BuoyancyFromOrigin, ("surface",)),
    (WorldRates, ("top", "covariance", "impulse")),
    (NeverNormalized, ("unit",)),
    (PitchWithinVertical, ("vertical",)),
    (EulerSteps, ("order", "energy", "decay", "trajectory")),
    (MidpointSteps, ("order", "trajectory")),
    (LagByEuler, ("lag", "trajectory")),
    (LinearVoltage, ("derivative",)),
    (PeukertEverywhere, ("derivative",)),
]


@pytest.mark.parametrize("name", CHECKS)
def test_reference_passes(name: str):
    CHECKS[name](MatrixModel)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("mutant, names", MUTANTS, ids=[m.__name__ for m, _ in MUTANTS])
def test_mutant_is_rejected(mutant: type[MatrixModel], names: tuple[str, ...]):
    for name in names:
        with pytest.raises(AssertionError):
            CHECKS[name](mutant)


def test_every_check_rejects_something():
    assert {name for _, names in MUTANTS for name in names} == set(CHECKS)


def test_unwrapped_heading_error_is_rejected():
    check_heading_error(lambda wanted, now: float(np.angle(np.exp(1j * (wanted - now)))))
    with pytest.raises(AssertionError):
        check_heading_error(lambda wanted, now: wanted - now)


def masked_as_zero(
    grid: GridTable, lat: NDArray[np.float64], lon: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """No data taken for the number zero."""
    filled = replace(grid, values=np.nan_to_num(grid.values))
    value, valid = filled.sample(lat, lon)
    return value[:, 0], valid


def masked_spreads(
    grid: GridTable, lat: NDArray[np.float64], lon: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Weights not renormalised beside the mask."""
    value, valid = replace(grid, values=np.nan_to_num(grid.values)).sample(lat, lon)
    return value[:, 0], grid.sample(lat, lon)[1] & valid


def test_no_data_as_zero_is_rejected():
    check_no_data(lambda grid, lat, lon: (grid.sample(lat, lon)[0][:, 0], grid.sample(lat, lon)[1]))
    for wrong in (masked_as_zero, masked_spreads):
        with pytest.raises(AssertionError):
            check_no_data(wrong)


def test_an_integrator_of_another_order_is_rejected():
    with pytest.raises(AssertionError):
        closed.check_order(partial(Engine, integrator="euler"))


def test_a_tolerance_that_is_not_kept_is_rejected():
    with pytest.raises(AssertionError):
        check_tolerance(lambda vehicles, step, tolerance: Engine(vehicles, step, "adaptive", 1e3 * tolerance))
