"""Checks of what must not change: energy, impulse, the frame, the heading.

They take the engine, the reference or a mutant.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from seatrial.dynamics.vehicle import Vehicle
from tests.reference.bodies import DEEP, DENSITY, GRAVITY, drifter, driven
from tests.reference.engine import MakeSystem
from tests.reference.matrix_model import Array, Inputs, States, at_rest, rotation, skew, still, times
from tests.reference.random_vehicles import positive_definite, random_vehicle, unit

STEP = 0.005
ADDED = (2.0, 6.0, 6.0, 0.4, 1.6, 1.6)
"""Square roots of a typical diagonal of M_A; sway and heave exceed the dry mass of 25 kg."""


def heavy_body(rng: np.random.Generator) -> Vehicle:
    """Neutral body with full added mass, some of it above the dry mass, and a centre of gravity off the origin."""
    added, low, high = positive_definite(rng, np.array(ADDED)), (0.02, -0.02, 0.01), (0.015, 0.0, -0.01)
    return drifter(inertia=(3.0, 5.0, 6.0), added=added, center_of_gravity=low, center_of_buoyancy=high)


def moving(rng: np.random.Generator, n: int, thrusters: int = 0, depth: float = DEEP) -> States:
    """Members at any attitude with some speed and turn."""
    nu = rng.normal(size=(n, 6)) * np.array([0.4, 0.4, 0.4, 0.3, 0.3, 0.3])
    return replace(at_rest(n, thrusters, depth), q=unit(rng, n, 4), nu=nu)


def mass_matrices(vehicles: list[Vehicle]) -> Array:
    """M_RB + M_A."""
    result = []
    for v in vehicles:
        s = skew(np.array(v.center_of_gravity))
        rigid = np.block([[v.mass * np.eye(3), -v.mass * s], [v.mass * s, v.inertia]])
        result.append(rigid + v.added_mass)
    return np.array(result)


def kinetic_energy(vehicles: list[Vehicle], nu: Array) -> Array:
    """nu^T M nu / 2 [J]."""
    return 0.5 * np.einsum("ni,nij,nj->n", nu, mass_matrices(vehicles), nu)


def potential_energy(vehicles: list[Vehicle], s: States) -> Array:
    """Of weight and buoyancy [J]: -W z_g + B z_b."""
    down = rotation(s.q)[:, 2, :]
    z_g = s.p[:, 2] + np.einsum("ni,ni->n", down, np.array([v.center_of_gravity for v in vehicles]))
    z_b = s.p[:, 2] + np.einsum("ni,ni->n", down, np.array([v.center_of_buoyancy for v in vehicles]))
    weight = np.array([v.mass * GRAVITY for v in vehicles])
    buoyancy = np.array([v.volume * DENSITY * GRAVITY for v in vehicles])
    return -weight * z_g + buoyancy * z_b


def energy_drift(make: MakeSystem, duration: float = 100.0) -> float:
    """Greatest change of the energy of drag-free bodies in still water, over its kinetic part."""
    rng = np.random.default_rng(21)
    vehicles = [heavy_body(rng) for _ in range(6)]
    s0, water = moving(rng, 6), still(6, 0)
    s1 = make(vehicles, STEP).march(s0, water, round(duration / STEP))
    start = kinetic_energy(vehicles, s0.nu) + potential_energy(vehicles, s0)
    end = kinetic_energy(vehicles, s1.nu) + potential_energy(vehicles, s1)
    assert np.linalg.norm(s1.nu - s0.nu, axis=1).min() > 0.01, "nothing happened"
    return float(np.max(np.abs(end - start) / kinetic_energy(vehicles, s0.nu)))


def check_energy(make: MakeSystem, duration: float = 100.0) -> None:
    """A drag-free body in still water keeps its energy to 1e-8 of its kinetic part.

    RK4 loses (h omega)^6 / 72 of an oscillation's energy a step: with h = 5 ms and omega = 3 rad/s, swings and turns of
    these bodies at their fastest, 1.6e-13, or 3e-9 in the 20,000 steps of 100 s.
    """
    drift = energy_drift(make, duration)
    assert drift < 1e-8, f"energy drifts by {drift:.2e}"


def impulse(vehicles: list[Vehicle], s: States) -> Array:
    """Kirchhoff's impulse of body and water in N about the world's origin, linear and angular, (n, 6)."""
    r_nb, momentum = rotation(s.q), times(mass_matrices(vehicles), s.nu)
    linear = times(r_nb, momentum[:, :3])
    return np.concatenate([linear, times(r_nb, momentum[:, 3:]) + np.cross(s.p, linear)], -1)


def check_impulse(make: MakeSystem, duration: float = 100.0) -> None:
    """Without force or moment (weight and buoyancy cancel at one point) the impulse stays (Lamb 1932, art. 119-124).

    1e-8 of the size: the attitude error of RK4 at h omega <= 0.01 is below 1e-9 in 100 s, the depth lever is 10 m.
    """
    rng = np.random.default_rng(22)
    added = [positive_definite(rng, np.array(ADDED)) for _ in range(6)]
    center = (0.03, -0.02, 0.02)
    vehicles = [drifter(added=a, center_of_gravity=center, center_of_buoyancy=center) for a in added]
    s0 = moving(rng, 6, depth=10.0)
    s1 = make(vehicles, STEP).march(s0, still(6, 0), round(duration / STEP))
    before, after = impulse(vehicles, s0), impulse(vehicles, s1)
    scale = np.linalg.norm(before.reshape(6, 2, 3), axis=-1).repeat(3, axis=-1)
    assert np.abs(s1.nu - s0.nu).max() > 0.01, "nothing happened"
    afloat = s1.p[:, 2] > 0.2  # a body that rose out of the water is no longer free of force
    assert afloat.sum() >= 3
    np.testing.assert_array_less(np.abs(after - before)[afloat], 1e-8 * scale[afloat])


def galilean_error(
    make: MakeSystem, duration: float = 600.0, step: float = STEP, fleet: Sequence[Vehicle] | None = None
) -> float:
    """Greatest difference between a run in a steady uniform current and one in still water seen from a moving frame.

    p - c t [m], q, nu - R^T c [m/s, rad/s]; random vehicles under constant thrust, so every term but the surface takes
    part, at five attitudes; or those of `fleet`, which have four thrusters each.
    """
    rng = np.random.default_rng(23)
    vehicles = [neutral(v) for v in fleet or [random_vehicle(rng) for _ in range(5)]]
    n = len(vehicles)
    current = np.column_stack([rng.uniform(-0.8, 0.8, (n, 2)), np.zeros(n)])
    command = rng.uniform(-0.3, 0.3, (n, 4))
    s0 = moving(rng, n, 4)
    drift = times(np.swapaxes(rotation(s0.q), -1, -2), current)
    carried = replace(s0, nu=s0.nu + np.concatenate([drift, np.zeros_like(drift)], -1))
    steps = round(duration / step)
    at_home = make(vehicles, step).march(s0, Inputs(np.zeros((n, 3)), command), steps)
    abroad = make(vehicles, step).march(carried, Inputs(current, command), steps)
    drift = times(np.swapaxes(rotation(abroad.q), -1, -2), current)
    assert np.abs(at_home.nu[:, :3]).max() > 0.1, "nothing moves"
    differences = (
        abroad.p - current * duration - at_home.p,
        abroad.q - at_home.q,
        abroad.nu[:, :3] - drift - at_home.nu[:, :3],
        abroad.nu[:, 3:] - at_home.nu[:, 3:],
    )
    return max(float(np.max(np.abs(d))) for d in differences)


def check_galilean(make: MakeSystem, duration: float = 600.0, step: float = STEP) -> None:
    """A steady uniform current is still water seen from a moving frame, to 1e-6 in 600 s."""
    error = galilean_error(make, duration, step)
    assert error <= 1e-6, f"frames differ by {error:.2e}"


def neutral(vehicle: Vehicle) -> Vehicle:
    """The vehicle with as much buoyancy as weight, with all of its added-mass Coriolis force."""
    return replace(vehicle, volume=vehicle.mass / DENSITY, added_coriolis=1.0)


def turned(s: States, psi: float) -> States:
    """The same members with the world turned by `psi` [rad] clockwise about the down axis."""
    half = np.array([np.cos(0.5 * psi), 0.0, 0.0, np.sin(0.5 * psi)])
    w, x, y, z = np.moveaxis(s.q, -1, 0)
    c, k = half[0], half[3]
    q = np.stack([c * w - k * z, c * x - k * y, c * y + k * x, c * z + k * w], -1)
    return replace(s, q=q, p=turned_vectors(s.p, psi))


def turned_vectors(v: Array, psi: float) -> Array:
    """Vectors in N turned by `psi` [rad] clockwise about the down axis."""
    c, k = np.cos(psi), np.sin(psi)
    return np.stack([c * v[:, 0] - k * v[:, 1], k * v[:, 0] + c * v[:, 1], v[:, 2]], -1)


def check_heading_covariance(make: MakeSystem, duration: float = 20.0) -> None:
    """Turning vehicle and current together turns the track and nothing else; moving the start moves it.

    1e-9 m: the rotation by a stage's quaternion, which is not of unit norm, does not turn along with the world; that
    enters at the order of the method's own error, 1e-10 m at 5 ms. Rounding stays below 1e-11 m.
    """
    rng = np.random.default_rng(24)
    n, step = 4, STEP
    vehicles = [neutral(random_vehicle(rng)) for _ in range(n)]
    water = Inputs(np.column_stack([rng.uniform(-0.8, 0.8, (n, 2)), np.zeros(n)]), rng.uniform(-0.5, 0.5, (n, 4)))
    s0, steps = moving(rng, n, 4), round(duration / step)
    plain = make(vehicles, step).march(s0, water, steps)
    for psi in np.radians([30.0, 45.0, 90.0, 137.0, 180.0, 270.0]):
        around = replace(water, current=turned_vectors(water.current, psi))
        end = make(vehicles, step).march(turned(s0, psi), around, steps)
        np.testing.assert_allclose(end.p, turned(plain, psi).p, rtol=0.0, atol=1e-9)
        np.testing.assert_allclose(end.nu, plain.nu, rtol=0.0, atol=1e-9)
        np.testing.assert_allclose(end.energy, plain.energy, rtol=1e-9)
    shift = np.array([123.0, -77.0, 50.0])
    end = make(vehicles, step).march(replace(s0, p=s0.p + shift), water, steps)
    np.testing.assert_allclose(end.p - shift, plain.p, rtol=0.0, atol=1e-9)


def check_top_speed(make: MakeSystem, duration: float = 120.0, step: float = 0.05) -> None:
    """Case D05: sqrt(2 T / (rho Cd A)) = 0.9017 m/s at every heading within 1e-6 m/s, with and without a current."""
    drag = 0.5 * 1025.0 * 0.8 * 0.12
    hull = drifter(added=(2.5, 25.0, 25.0, 0.1, 5.0, 5.0))
    vehicle = driven(hull, 40.0, quadratic=(drag, 3.0 * drag, 3.0 * drag, 1.0, 10.0, 10.0))
    headings = np.radians([0.0, 30.0, 45.0, 90.0, 137.0, 180.0, 270.0])
    n, steps = len(headings), round(duration / step)
    q = np.stack([np.cos(headings / 2), 0 * headings, 0 * headings, np.sin(headings / 2)], -1)
    s0 = replace(at_rest(n, 1, DEEP), q=q)
    for along, across in ((0.0, 0.0), (0.3, 0.2)):
        c, k = np.cos(headings), np.sin(headings)
        current = np.stack([c * along - k * across, k * along + c * across, 0 * c], -1)
        end = make([vehicle] * n, step).march(s0, Inputs(current, np.ones((n, 1))), steps)
        v_r = end.nu[:, :3] - times(np.swapaxes(rotation(end.q), -1, -2), current)
        speed = np.linalg.norm(v_r, axis=1)
        assert np.ptp(speed) < 1e-6
        if across == 0.0:
            # tanh is within 2 exp(-2 k u t / M) of its limit: 2e-7 at 5 s.
            np.testing.assert_allclose(speed, np.sqrt(2.0 * 40.0 / (1025.0 * 0.8 * 0.12)), rtol=1e-6)
        home = np.stack([c * end.p[:, 0] + k * end.p[:, 1], c * end.p[:, 1] - k * end.p[:, 0]], -1)
        np.testing.assert_allclose(home, np.tile(home[0], (n, 1)), rtol=0.0, atol=1e-6)
