"""The equations of motion in Fossen's matrix form, in NumPy: the independent reference of the engine.

Written from Fossen (2021), Handbook of Marine Craft Hydrodynamics and Motion Control, and from the documented behaviour
of motor, battery and thrusters; nothing here is shared with the kernels but the dataclasses that hold a vehicle's
numbers. All arrays have the members of a fleet on their first axis. The methods of `MatrixModel` are small so that a
test can replace one of them by a wrong one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.vehicle import Vehicle

Array = NDArray[np.float64]


@dataclass(frozen=True)
class States:
    """What the integrator carries; the same shape holds rates."""

    p: Array
    """North, east, down [m], (n, 3)."""
    q: Array
    """Attitude q_NB, w x y z, (n, 4)."""
    nu: Array
    """u v w p q r over ground, in B, (n, 6)."""
    charge: Array
    temperature: Array
    energy: Array
    distance: Array
    response: Array
    """Thruster responses when the commands were last set, (n, thrusters); not integrated."""


@dataclass(frozen=True)
class Inputs:
    """What is held over a step."""

    current: Array
    """Velocity of the water in N [m/s], (n, 3)."""
    command: Array
    """Thruster commands, (n, thrusters)."""
    density: float = 1025.0
    gravity: float = 9.81
    temperature: float = 283.15
    sea_floor_depth: float = 1e6
    """[m]"""
    acceleration: Array | float = 0.0
    """Rate of change of the current with time [m/s2], (n, 3)."""


INTEGRATED = ("p", "q", "nu", "charge", "temperature", "energy", "distance")


def skew(a: Array) -> Array:
    """S(a) with S(a) b = a x b (Fossen 2021, eq. 2.7), (..., 3, 3)."""
    s = np.zeros((*a.shape[:-1], 3, 3))
    s[..., 2, 1], s[..., 0, 2], s[..., 1, 0] = a[..., 0], a[..., 1], a[..., 2]
    return s - np.swapaxes(s, -1, -2)


def rotation(q: Array) -> Array:
    """R_NB = (2 w^2 - 1) I + 2 e e^T + 2 w S(e).

    On unit quaternions that is Fossen's eq. 2.72. At the stages of a step the quaternion is not of unit norm, where the
    forms in use differ by second order in the step; this is the one that the engine has.
    """
    w, e = q[..., 0], q[..., 1:]
    eye = (2.0 * w * w - 1.0)[..., None, None] * np.eye(3)
    return eye + 2.0 * e[..., :, None] * e[..., None, :] + 2.0 * w[..., None, None] * skew(e)


def quaternion_matrix(omega: Array) -> Array:
    """The 4x4 matrix W with q_dot = W q / 2 for the body rate omega (Fossen 2021, eq. 2.86, from the right)."""
    w = np.zeros((*omega.shape[:-1], 4, 4))
    w[..., 0, 1:], w[..., 1:, 0], w[..., 1:, 1:] = -omega, omega, -skew(omega)
    return w


def times(matrix: Array, vector: Array) -> Array:
    """Matrix times vector, member by member."""
    return (matrix @ vector[..., None])[..., 0]


def blocks(a: Array, b: Array, c: Array, d: Array) -> Array:
    """6x6 matrices of 3x3 blocks."""
    m = np.empty((len(a), 6, 6))
    m[:, :3, :3], m[:, :3, 3:], m[:, 3:, :3], m[:, 3:, 3:] = a, b, c, d
    return m


def parts(vehicles: Sequence[Vehicle], *path: str) -> Array:
    """One number or array per vehicle."""
    values = []
    for vehicle in vehicles:
        value: object = vehicle
        for name in path:
            value = getattr(value, name)
        values.append(value)
    return np.array(values, dtype=np.float64)


def thruster_parts(vehicles: Sequence[Vehicle], name: str) -> Array:
    """One number or vector per vehicle and thruster; all vehicles have equally many."""
    return np.array([[getattr(t, name) for t in v.thrusters] for v in vehicles], dtype=np.float64)


class MatrixModel:
    """Fleet of vehicles stepped by `step` [s] in matrix form."""

    def __init__(self, vehicles: Sequence[Vehicle], step: float) -> None:
        self.step = step
        self.vehicles = tuple(vehicles)
        self.mass = parts(vehicles, "mass")[:, None, None]
        self.r_g, self.r_b = parts(vehicles, "center_of_gravity"), parts(vehicles, "center_of_buoyancy")
        self.inertia, self.m_a = parts(vehicles, "inertia"), parts(vehicles, "added_mass")
        self.d_linear, self.d_quadratic = parts(vehicles, "linear_damping"), parts(vehicles, "quadratic_damping")
        self.volume, self.hull_height = parts(vehicles, "volume"), parts(vehicles, "hull_height")
        self.added_coriolis = parts(vehicles, "added_coriolis")[:, None]
        self.max_thrust = thruster_parts(vehicles, "max_thrust")
        self.lag = thruster_parts(vehicles, "time_constant")
        self.reverse = thruster_parts(vehicles, "reverse_thrust") / self.max_thrust
        self.axis = thruster_parts(vehicles, "axis").reshape(*self.max_thrust.shape, 3)
        self.position = thruster_parts(vehicles, "position").reshape(*self.max_thrust.shape, 3)
        self.s_g, self.s_b, self.s_t = skew(self.r_g), skew(self.r_b), skew(self.position)
        self.m_rb = self.rigid_body_matrix()
        self.m = self.m_rb + self.m_a
        names = ("efficiency", "load_peak", "falloff_below", "falloff_above", "efficiency_floor", "idle_power")
        self.motor = {n: parts(vehicles, "motor", n)[:, None] for n in (*names, "induced_speed")}
        names = ("full_voltage", "empty_voltage", "resistance", "capacity", "peukert", "reference_current")
        self.pack = {n: parts(vehicles, "battery", n) for n in (*names, "heat_capacity", "conductance")}

    # --- inertia and Coriolis -----------------------------------------------------------------------------------------

    def rigid_body_matrix(self) -> Array:
        """M_RB about the body origin (Fossen 2021, eq. 3.49)."""
        s = self.mass * self.s_g
        return blocks(self.mass * np.eye(3), -s, s, self.inertia)

    def c_rb(self, nu: Array) -> Array:
        """C_RB(nu), the parametrisation without linear velocity (Fossen 2021, eq. 3.65); 6x6."""
        w, r = self.mass * skew(nu[:, 3:]), self.s_g
        return blocks(w, -w @ r, r @ w, -skew(times(self.inertia, nu[:, 3:])))

    def c_a(self, nu_r: Array) -> Array:
        """C_A(nu_r) of a full symmetric M_A (Fossen 2021, eq. 3.60 with M_A); 6x6 and skew-symmetric."""
        upper = skew(times(self.m_a[:, :3, :3], nu_r[:, :3]) + times(self.m_a[:, :3, 3:], nu_r[:, 3:]))
        lower = skew(times(self.m_a[:, 3:, :3], nu_r[:, :3]) + times(self.m_a[:, 3:, 3:], nu_r[:, 3:]))
        return blocks(np.zeros_like(upper), -upper, -upper, -lower)

    def added_coriolis_force(self, nu: Array, nu_r: Array) -> Array:
        """C_A(nu_r) nu_r, as much of it as the vehicle uses."""
        return self.added_coriolis * times(self.c_a(nu_r), nu_r)

    def moving_water(self, nu: Array, v_c: Array) -> Array:
        """M_A d(nu_c)/dt in body axes for a current that is steady in N: d(v_c)/dt = -S(omega) v_c."""
        rate = np.concatenate([-times(skew(nu[:, 3:]), v_c), np.zeros_like(v_c)], -1)
        return times(self.m_a, rate)

    def accelerating_water(self, r_nb: Array, inputs: Inputs) -> Array:
        """M_A times the acceleration of the water in body axes."""
        rate = self.water_in_body(r_nb, np.broadcast_to(inputs.acceleration, inputs.current.shape))
        return times(self.m_a, np.concatenate([rate, np.zeros_like(rate)], -1))

    def water_in_body(self, r_nb: Array, current: Array) -> Array:
        """v_c in body axes."""
        return times(np.swapaxes(r_nb, -1, -2), current)

    def quaternion_rate(self, q: Array, omega: Array) -> Array:
        """q_dot under the body rate omega."""
        return 0.5 * times(quaternion_matrix(omega), q)

    # --- forces -------------------------------------------------------------------------------------------------------

    def damping(self, nu: Array, nu_r: Array) -> Array:
        """D(nu_r) nu_r, linear and quadratic diagonal."""
        return (self.d_linear + self.d_quadratic * np.abs(nu_r)) * nu_r

    def others(self, s: States, nu_r: Array, inputs: Inputs) -> Array:
        """Wrench of the vehicles' components, which this model leaves to those that derive from it."""
        return np.zeros_like(nu_r)

    def restoring(self, p: Array, r_nb: Array, inputs: Inputs) -> Array:
        """g(eta) (Fossen 2021, eq. 4.6); buoyancy falls linearly over the hull height at the surface."""
        share = np.clip((p[:, 2] + 0.5 * self.hull_height) / self.hull_height, 0.0, 1.0)
        weight = (self.mass[:, 0, 0] * inputs.gravity)[:, None]
        buoyancy = (inputs.density * inputs.gravity * self.volume * share)[:, None]
        f_g, f_b = weight * r_nb[:, 2, :], -buoyancy * r_nb[:, 2, :]
        moment = times(self.s_g, f_g) + times(self.s_b, f_b)
        return -np.concatenate([f_g + f_b, moment], -1)

    def asked(self, command: Array) -> Array:
        """Thrust that a command asks for over the greatest thrust ahead; below 0 it is a share of that astern."""
        return np.clip(command, 0.0, 1.0) + self.reverse * np.clip(command, -1.0, 0.0)

    def response(self, before: Array, command: Array, elapsed: float) -> Array:
        """Thruster responses `elapsed` [s] after `command` was set: exact first-order lag, none where its time is 0."""
        held = self.asked(command)
        lagging = self.lag > 0.0
        left = np.where(lagging, np.exp(-elapsed / np.where(lagging, self.lag, 1.0)), 0.0)
        return held + (before - held) * (left if elapsed > 0.0 else lagging.astype(np.float64))

    def thrust(self, response: Array) -> Array:
        """Wrench of all thrusters about the body origin."""
        force = (response * self.max_thrust)[..., None] * self.axis
        return np.concatenate([force.sum(1), times(self.s_t, force).sum(1)], -1)

    # --- power --------------------------------------------------------------------------------------------------------

    def electric_power(self, response: Array, nu_r: Array) -> Array:
        """Demand of all motors [W] (swordfish 5.2 and 5.4)."""
        m, size = self.motor, np.abs(response)
        astern = np.where(self.reverse > 0.0, size / np.where(self.reverse > 0.0, self.reverse, 1.0), 0.0)
        load = np.where(response < 0.0, astern, size)
        inflow = np.abs(np.einsum("ntk,nk->nt", self.axis, nu_r[:, :3]))
        shaft = self.max_thrust * size * (inflow + m["induced_speed"])
        alpha = np.where(load < m["load_peak"], m["falloff_below"], m["falloff_above"])
        eta = m["efficiency"] * (1.0 - alpha * (1.0 - load / m["load_peak"]) ** 2)
        drawn = np.where(load > 1e-4, shaft / np.maximum(eta, m["efficiency_floor"]), 0.0)
        return (m["idle_power"] + drawn).sum(1)

    def open_circuit(self, charge: Array) -> Array:
        """Open-circuit voltage: Hermite cubic between empty and full."""
        s = np.clip(charge, 0.0, 1.0)
        low, high = self.pack["empty_voltage"], self.pack["full_voltage"]
        return low + (high - low) * s**2 * (3.0 - 2.0 * s)

    def battery_current(self, charge: Array, power: Array) -> Array:
        """Smaller root of R I^2 - V_oc I + P = 0; the current of greatest power where there is none."""
        voltage, r = self.open_circuit(charge), self.pack["resistance"]
        root = np.sqrt(np.maximum(voltage**2 - 4.0 * r * power, 0.0))
        # (V - root) / (2 R) cancels at small power; the product of both roots, P / R, gives the small one.
        return np.where(root > 0.0, 2.0 * np.maximum(power, 0.0) / (voltage + root), voltage / (2.0 * r))

    def charge_rate(self, current: Array) -> Array:
        """Peukert's law above the reference current [1/s]."""
        b = self.pack
        factor = np.maximum(current / b["reference_current"], 1.0) ** (b["peukert"] - 1.0)
        return -current * factor / (3600.0 * b["capacity"])

    def acceleration(self, tau: Array) -> Array:
        """nu_dot from the sum of all that is no inertia."""
        return np.asarray(np.linalg.solve(self.m, tau[..., None])[..., 0], np.float64)

    # --- equation and integrator --------------------------------------------------------------------------------------

    def rates(self, s: States, inputs: Inputs, stage: int = 0) -> States:
        """Rate of change `stage` half steps after the commands were set."""
        r_nb = rotation(s.q)
        v_c = self.water_in_body(r_nb, inputs.current + 0.5 * stage * self.step * inputs.acceleration)
        nu_r = s.nu - np.concatenate([v_c, np.zeros_like(v_c)], -1)
        response = self.response(s.response, inputs.command, 0.5 * stage * self.step)
        tau = (
            self.thrust(response)
            - times(self.c_rb(s.nu), s.nu)
            - self.added_coriolis_force(s.nu, nu_r)
            - self.damping(s.nu, nu_r)
            - self.restoring(s.p, r_nb, inputs)
            + self.others(s, nu_r, inputs)
            + self.moving_water(s.nu, v_c)
            + self.accelerating_water(r_nb, inputs)
        )
        power = self.electric_power(response, nu_r)
        current = self.battery_current(s.charge, power)
        heat = current**2 * self.pack["resistance"] - self.pack["conductance"] * (s.temperature - inputs.temperature)
        return States(
            p=times(r_nb, s.nu[:, :3]),
            q=self.quaternion_rate(s.q, s.nu[:, 3:]),
            nu=self.acceleration(tau),
            charge=self.charge_rate(current),
            temperature=heat / self.pack["heat_capacity"],
            energy=power,
            distance=np.linalg.norm(s.nu[:, :3], axis=-1),
            response=np.zeros_like(s.response),
        )

    def normalized(self, q: Array) -> Array:
        """Unit quaternions; done once, at the end of a step."""
        return q / np.linalg.norm(q, axis=-1, keepdims=True)

    def next_state(self, s: States, inputs: Inputs) -> States:
        """One classical Runge-Kutta step (Kutta 1901)."""
        h = self.step
        k1 = self.rates(s, inputs, 0)
        k2 = self.rates(ahead(s, k1, 0.5 * h), inputs, 1)
        k3 = self.rates(ahead(s, k2, 0.5 * h), inputs, 1)
        k4 = self.rates(ahead(s, k3, h), inputs, 2)
        mean = {n: (_at(k1, n) + 2.0 * _at(k2, n) + 2.0 * _at(k3, n) + _at(k4, n)) / 6.0 for n in INTEGRATED}
        end = ahead(s, States(**mean, response=k1.response), h)
        return replace(end, q=self.normalized(end.q), response=self.response(s.response, inputs.command, h))

    def march(self, s: States, inputs: Inputs, steps: int) -> States:
        """`steps` steps on."""
        for _ in range(steps):
            s = self.next_state(s, inputs)
        return s


def _at(s: States, name: str) -> Array:
    return getattr(s, name)


def ahead(s: States, rate: States, h: float) -> States:
    """s + h rate; thruster responses stay."""
    return States(**{n: _at(s, n) + h * _at(rate, n) for n in INTEGRATED}, response=s.response)


def at_rest(n: int, thrusters: int, depth: float = 100.0) -> States:
    """Level members at rest heading north, fully charged."""
    zero = np.zeros(n)
    return States(
        p=np.tile([0.0, 0.0, depth], (n, 1)),
        q=np.tile([1.0, 0.0, 0.0, 0.0], (n, 1)),
        nu=np.zeros((n, 6)),
        charge=np.ones(n),
        temperature=np.full(n, 288.15),
        energy=zero,
        distance=zero.copy(),
        response=np.zeros((n, thrusters)),
    )


def still(n: int, thrusters: int) -> Inputs:
    """Water at rest, no commands."""
    return Inputs(np.zeros((n, 3)), np.zeros((n, thrusters)))
