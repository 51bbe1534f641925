"""Checks against closed forms and published cases. They take the engine, the reference or a mutant."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from tests.reference.bodies import DEEP, DENSITY, GRAVITY, drifter, driven
from tests.reference.checks_conserved import mass_matrices, moving
from tests.reference.engine import MakeSystem
from tests.reference.matrix_model import INTEGRATED, Inputs, MatrixModel, at_rest, rotation, still, times
from tests.reference.random_vehicles import positive_definite, random_inputs, random_states, random_vehicle, unit

MUNK = (10.0, 80.0, 80.0, 1.0, 20.0, 20.0)
"""Added mass of cases D01 and D02 [kg, kg m2]."""


def derivative_error(make: MakeSystem, vehicles: int = 200, states: int = 5, seed: int = 11) -> float:
    """Greatest departure of a rate from the matrix form, over its size, vector by vector."""
    rng = np.random.default_rng(seed)
    fleet = [random_vehicle(rng) for _ in range(vehicles)]
    engine, reference = make(fleet, 0.02), MatrixModel(fleet, 0.02)
    worst = 0.0
    for k in range(states):
        s, inputs = random_states(rng, vehicles), random_inputs(rng, vehicles)
        ours, theirs = engine.rates(s, inputs, k % 3), reference.rates(s, inputs, k % 3)
        for name in INTEGRATED:
            a, b = getattr(ours, name), getattr(theirs, name)
            size = np.abs(b) if b.ndim == 1 else np.linalg.norm(b, axis=-1, keepdims=True)
            # A wrong rate that is not a number must not pass for a small one.
            error = np.where(a == b, 0.0, np.abs(a - b) / np.maximum(size, 1e-300))
            worst = max(worst, float(np.max(np.where(np.isnan(error), np.inf, error))))
    return worst


def check_derivative(make: MakeSystem, vehicles: int = 200, states: int = 5, seed: int = 11) -> None:
    """Rates equal to the matrix form to 1e-12 of their size.

    Both sum some 50 products and solve a 6x6 system of condition about 100: 1e-14.
    """
    error = derivative_error(make, vehicles, states, seed)
    assert error <= 1e-12, f"relative error {error:.2e}"


def trajectory_error(make: MakeSystem, duration: float = 60.0, step: float = 0.05, members: int = 6) -> float:
    """Greatest departure from the reference after `duration` [s], in SI units; energy and distance relative."""
    rng = np.random.default_rng(12)
    fleet = [random_vehicle(rng) for _ in range(members)]
    s, inputs = random_states(rng, members, (5.0, 20.0)), random_inputs(rng, members)
    steps = round(duration / step)
    ours = make(fleet, step).march(s, inputs, steps)
    theirs = MatrixModel(fleet, step).march(s, inputs, steps)
    worst = 0.0
    for name in ("p", "q", "nu", "charge", "temperature", "response", "energy", "distance"):
        a, b = getattr(ours, name), getattr(theirs, name)
        error = np.abs(a - b) / (np.abs(b) if name in ("energy", "distance") else 1.0)
        worst = max(worst, float(np.max(np.where(np.isnan(error), np.inf, error), initial=0.0)))
    return worst


def check_trajectory(make: MakeSystem, duration: float = 60.0, step: float = 0.05, members: int = 6) -> None:
    """Random vehicles under random constant commands follow the reference for 60 s to 1e-9 in m, rad, m/s, rad/s.

    Absolute, since they are positions and attitudes that a user sees; differences of rounding, 1e-15 a step, grow by a
    few powers of ten where the motion is unstable. Energy and distance are relative.
    """
    error = trajectory_error(make, duration, step, members)
    assert error <= 1e-9, f"departure {error:.2e}"


def check_drift(make: MakeSystem, members: int = 50) -> None:
    """Case D01: without velocity through the water every hydrodynamic force is zero, in the case's input and anywhere.

    5 s of drift leave the attitude as it is; the depth of 500 m rounds by 6e-14 in each of 50 steps.
    """
    rng = np.random.default_rng(13)
    n = members
    added = [np.diag(MUNK)] + [positive_definite(rng, np.sqrt(MUNK)) for _ in range(n - 1)]
    fleet = [driven(drifter(added=a), linear=(5.0,) * 6, quadratic=(9.0,) * 6) for a in added]
    q = unit(rng, n, 4)
    q[0] = [1.0, 0.0, 0.0, 0.0]
    current = rng.uniform(-1.0, 1.0, (n, 3))
    current[0] = [0.5, 0.3, 0.2]
    drift = times(np.swapaxes(rotation(q), -1, -2), current)
    s = replace(at_rest(n, 1, DEEP), q=q, nu=np.concatenate([drift, np.zeros((n, 3))], -1))
    inputs, system = Inputs(current, np.zeros((n, 1))), make(fleet, 0.1)
    force = times(mass_matrices(fleet), system.rates(s, inputs).nu)
    assert np.abs(force).max() < 1e-12, "a drifting body feels a force"
    end = system.march(s, inputs, 50)
    np.testing.assert_allclose(end.p - s.p, 5.0 * current, rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(end.q, s.q, rtol=0.0, atol=1e-12)


def check_munk(make: MakeSystem) -> None:
    """Case D02, input 1: the Munk moment turns the nose away from the drift, r_dot = -70 / (I_zz + 20)."""
    fleet = [drifter(inertia=(1.0, 4.0, 4.0), added=MUNK)]
    s = replace(at_rest(1, 0, DEEP), nu=np.array([[2.0, 0.5, 0.0, 0.0, 0.0, 0.0]]))
    rate = make(fleet, 0.01).rates(s, still(1, 0)).nu[0]
    np.testing.assert_allclose(rate, [0.0, 0.0, 0.0, 0.0, 0.0, -70.0 / 24.0], rtol=1e-13, atol=1e-13)


def check_coriolis_power(make: MakeSystem, n: int = 1000) -> None:
    """Case D02, input 2: Coriolis forces do no work, for any symmetric positive definite M_A and any centre of gravity.

    The added part alone is the difference of two vehicles that use all and none of it.
    """
    rng = np.random.default_rng(14)
    centers = rng.uniform(-0.05, 0.05, (n, 3))
    fleet = [
        drifter(added=positive_definite(rng, np.sqrt(MUNK)), center_of_gravity=tuple(c), center_of_buoyancy=tuple(c))
        for c in centers.tolist()
    ]
    rigid = [replace(v, added_coriolis=0.0) for v in fleet]
    s, water = replace(moving(rng, n), nu=rng.normal(size=(n, 6))), still(n, 0)
    m = mass_matrices(fleet)
    both, alone = (times(m, make(v, 0.01).rates(s, water).nu) for v in (fleet, rigid))
    for force in (both, alone, both - alone):
        size = np.linalg.norm(force, axis=1) * np.linalg.norm(s.nu, axis=1)
        assert np.all(np.abs(np.einsum("ni,ni->n", s.nu, force)) <= 1e-12 * np.maximum(size, 1e-3))


def check_added_mass_is_inertia(make: MakeSystem, steps: tuple[float, ...] = (0.1, 0.001)) -> None:
    """Case D03: u = T t / (m + a) and x = u t / 2 with added mass above the dry mass, for long and for short steps.

    RK4 is exact on a parabola; 10,000 steps round 1e-12.
    """
    sphere = driven(drifter(25.0, (1.0, 1.0, 1.0), (26.0, 26.0, 26.0, 0.0, 0.0, 0.0)), 51.0)
    light = driven(drifter(1.0, (0.1, 0.1, 0.1), (100.0, 100.0, 100.0, 0.0, 0.0, 0.0)), 51.0)
    for step in steps:
        inputs, start = Inputs(np.zeros((2, 3)), np.ones((2, 1))), at_rest(2, 1, DEEP)
        end = make([sphere, light], step).march(start, inputs, round(10.0 / step))
        np.testing.assert_allclose(end.nu[:, 0], [10.0, 510.0 / 101.0], rtol=1e-10)
        np.testing.assert_allclose(end.p[:, 0], [50.0, 2550.0 / 101.0], rtol=1e-10)


def check_through_vertical(make: MakeSystem) -> None:
    """Case D07 A: pitching up through the vertical at 10 deg/s from 80 deg for 2 s, steps of 0.01 s."""
    ball = drifter(inertia=(1.0, 1.0, 1.0))
    half, rate = np.radians(40.0), np.radians(10.0)
    s = replace(
        at_rest(1, 0, DEEP),
        q=np.array([[np.cos(half), 0.0, np.sin(half), 0.0]]),
        nu=np.array([[0.0, 0.0, 0.0, 0.0, rate, 0.0]]),
    )
    end = make([ball], 0.01).march(s, still(1, 0), 200)
    # (h rate)^5 / 120 a step is far below rounding: 200 roundings.
    np.testing.assert_allclose(rotation(end.q)[0, :, 0], [-np.sin(np.radians(10.0)), 0.0, -np.cos(np.radians(10.0))],
                               rtol=0.0, atol=1e-12)  # fmt: skip
    assert all(np.all(np.isfinite(getattr(end, name))) for name in INTEGRATED)


def check_torque_free_top(make: MakeSystem, duration: float = 20.0) -> None:
    """Euler's free symmetric top: the angular velocity turns about the axis of symmetry, the body about its momentum.

    q(t) = exp(t H / 2C) q(0) exp(t (1 - A/C) omega_x x / 2), A and C the moments along and across the axis, added
    inertia included. RK4 with h omega = 0.015: (h omega)^4 omega t / 120 = 1e-8.
    """
    axial, across, step = 1.5, 2.5, 0.01
    top = drifter(inertia=(1.0, 2.0, 2.0), added=(0.0, 0.0, 0.0, 0.5, 0.5, 0.5))
    omega = np.array([1.5, 0.2, -0.1])
    s = replace(at_rest(1, 0, DEEP), nu=np.array([[0.0, 0.0, 0.0, *omega]]))
    end = make([top], step).march(s, still(1, 0), round(duration / step))
    slip = (1.0 - axial / across) * omega[0] * duration
    turn = complex(omega[1], omega[2]) * np.exp(-1j * slip)
    np.testing.assert_allclose(end.nu[0, 3:], [omega[0], turn.real, turn.imag], rtol=0.0, atol=1e-7)
    momentum = np.array([axial * omega[0], across * omega[1], across * omega[2]])
    r_nb = turn_matrix(momentum / across * duration) @ turn_matrix(np.array([slip, 0.0, 0.0]))
    np.testing.assert_allclose(rotation(end.q)[0], r_nb, rtol=0.0, atol=1e-7)


def turn_matrix(vector: np.ndarray) -> np.ndarray:
    """Rotation by |vector| about it (Rodrigues)."""
    angle = np.linalg.norm(vector)
    axis = vector / angle
    q = np.concatenate([[np.cos(0.5 * angle)], np.sin(0.5 * angle) * axis])
    return rotation(q[None])[0]


def check_decay_and_terminal_speed(make: MakeSystem) -> None:
    """Linear damping: u0 exp(-d t / M). With quadratic drag: u_inf tanh(t k u_inf / M). Both: the positive root.

    h d / M = 0.025, at the start of the tanh 0.05: RK4 errs by (0.05)^5 / 120 = 3e-9 a step there, which decays.
    """
    hull, step, time = drifter(added=(5.0, 25.0, 25.0, 0.0, 0.0, 0.0)), 0.05, 5.0
    mass, d, k, thrust = 30.0, 15.0, 20.0, 40.0
    fleet = [
        driven(hull, thrust, linear=(d, 0, 0, 1, 0, 0)),
        driven(hull, thrust, quadratic=(k, 0, 0, 1, 0, 0)),
        driven(hull, thrust, linear=(d, 0, 0, 1, 0, 0), quadratic=(k, 0, 0, 1, 0, 0)),
    ]
    s = at_rest(3, 1, DEEP)
    s.nu[0, 0] = 2.0
    inputs, system = Inputs(np.zeros((3, 3)), np.array([[0.0], [1.0], [1.0]])), make(fleet, step)
    end = system.march(s, inputs, round(time / step))
    limit = np.sqrt(thrust / k)
    np.testing.assert_allclose(end.nu[0, 0], 2.0 * np.exp(-d * time / mass), rtol=1e-7)
    np.testing.assert_allclose(end.p[0, 0], 2.0 * mass / d * -np.expm1(-d * time / mass), rtol=1e-7)
    np.testing.assert_allclose(end.nu[1, 0], limit * np.tanh(time * k * limit / mass), rtol=1e-7)
    np.testing.assert_allclose(end.p[1, 0], mass / k * np.log(np.cosh(time * k * limit / mass)), rtol=1e-7)
    late = system.march(end, inputs, round(10.0 / step))
    np.testing.assert_allclose(late.nu[2, 0], (np.sqrt(d * d + 4.0 * k * thrust) - d) / (2.0 * k), rtol=1e-9)


def check_pitch_period(make: MakeSystem) -> None:
    """Small pitch and roll swings of a neutral hull: omega^2 = W BG / (I + A), in N m per rad over kg m2.

    After one quarter of the period the angle is zero, after a half it is reversed. Amplitude a = 1e-4: the pendulum's
    own correction is a^2 / 16 = 6e-10 of the period; RK4 errs by (pi / 200)^4 / 120 = 5e-10 of it.
    """
    arm, inertia, added = 0.025, np.array([0.5, 2.0, 2.5]), np.array([0.1, 5.0, 5.0])
    hull = drifter(inertia=tuple(inertia), added=(2.5, 25.0, 25.0, *added), center_of_buoyancy=(0.0, 0.0, -arm))
    omega = np.sqrt(25.0 * GRAVITY * arm / (inertia + added))[:2]
    amplitude = 1e-4
    for axis in (0, 1):
        quarter = 0.5 * np.pi / omega[axis]
        steps = 100
        q = np.array([[np.cos(0.5 * amplitude), 0.0, 0.0, 0.0]])
        q[0, 1 + axis] = np.sin(0.5 * amplitude)
        system, s = make([hull], quarter / steps), replace(at_rest(1, 0, DEEP), q=q)
        s = system.march(s, still(1, 0), steps)
        assert abs(2.0 * s.q[0, 1 + axis]) < 1e-8 * amplitude * 10.0
        np.testing.assert_allclose(s.nu[0, 3 + axis], -amplitude * omega[axis], rtol=1e-7)
        s = system.march(s, still(1, 0), steps)
        np.testing.assert_allclose(2.0 * s.q[0, 1 + axis], -amplitude, rtol=1e-7)


def check_thruster_lag(make: MakeSystem, steps: tuple[float, ...] = (0.001, 0.05, 0.5, 2.0)) -> None:
    """The response to a step of the command is 1 - exp(-t / T), at steps from far below to far above T.

    The speed that it gives a free body, F/m (t - T (1 - exp(-t/T))), is an integral by Simpson's rule, whose error is
    at most h^4 / (2880 T^3) F/m.
    """
    hull, lag, time = drifter(), 0.5, 4.0
    for step in steps:
        inputs = Inputs(np.zeros((1, 3)), np.array([[0.8]]))
        end = make([driven(hull, 40.0, lag)], step).march(at_rest(1, 1, DEEP), inputs, round(time / step))
        np.testing.assert_allclose(end.response, 0.8 * -np.expm1(-time / lag), rtol=1e-12)
        speed = 0.8 * 40.0 / 25.0 * (time - lag * -np.expm1(-time / lag))
        np.testing.assert_allclose(end.nu[0, 0], speed, rtol=1e-11 + step**4 / (2880.0 * lag**3))


def check_unit_quaternion(make: MakeSystem) -> None:
    """The attitude is a unit quaternion after every step, however coarse."""
    rng = np.random.default_rng(15)
    s = replace(moving(rng, 4), nu=rng.normal(size=(4, 6)))
    end = make([drifter()] * 4, 0.1).march(s, still(4, 0), 100)
    np.testing.assert_allclose(np.linalg.norm(end.q, axis=-1), 1.0, rtol=0.0, atol=4e-16)


def observed_order(make: MakeSystem, duration: float = 2.0, first: float = 0.1) -> float:
    """Order by halving the step `first` [s] twice on a rich motion: lag, damping, current, restoring, full added mass.

    Quadratic damping has a kink where a velocity changes sign, which no method integrates to full order; its share is
    zero here and its exactness is checked by the closed forms.
    """
    rng = np.random.default_rng(16)
    fleet = [replace(random_vehicle(rng), quadratic_damping=1e-300 * np.ones(6)) for _ in range(4)]
    s, inputs = moving(rng, 4, 4), replace(random_inputs(rng, 4), acceleration=0.0)  # which begins anew each step
    ends = []
    for step in (first, first / 2.0, first / 4.0):
        end = make(fleet, step).march(s, inputs, round(duration / step))
        ends.append(np.concatenate([end.p, end.q, end.nu], axis=-1))
    coarse, fine = (np.abs(a - b).max() for a, b in pairwise(ends))
    return float(np.log2(coarse / fine))


def check_order(make: MakeSystem) -> None:
    """Fourth order, as RK4 has it."""
    order = observed_order(make)
    assert 3.8 <= order <= 4.2, f"observed order {order:.3f}"


def check_surface(make: MakeSystem) -> None:
    """Buoyancy falls linearly from full at half the hull height below the surface to none at half of it above.

    Heave acceleration of a level body: g (rho V f / m - 1) with M_A = 0.
    """
    depths = np.array([-0.2, -0.1, -0.05, 0.0, 0.025, 0.1, 5.0])
    share = np.array([0.0, 0.0, 0.25, 0.5, 0.625, 1.0, 1.0])
    n = len(depths)
    s = at_rest(n, 0)
    s.p[:, 2] = depths
    rate = make([replace(drifter(), volume=26.0 / DENSITY)] * n, 0.01).rates(s, still(n, 0)).nu
    np.testing.assert_allclose(rate[:, 2], GRAVITY * (1.0 - 26.0 / 25.0 * share), rtol=1e-12, atol=1e-12)


def check_dissipation(make: MakeSystem) -> None:
    """Damping takes energy: nu^T M nu_dot < 0 for a neutral body without thrust in still water, axis by axis too.

    Coriolis forces and the balance of weight and buoyancy at one point do no work.
    """
    rng = np.random.default_rng(18)
    fleet = [driven(drifter(added=MUNK), linear=rng.uniform(1, 9, 6), quadratic=rng.uniform(1, 9, 6))] * 106
    nu = np.concatenate([np.diag(rng.choice([-1.0, 1.0], 6)), rng.normal(size=(100, 6))])
    s = replace(at_rest(106, 1, DEEP), q=unit(rng, 106, 4), nu=nu)
    force = times(mass_matrices(fleet), make(fleet, 0.01).rates(s, still(106, 1)).nu)
    assert np.all(np.einsum("ni,ni->n", nu, force) < 0.0)
