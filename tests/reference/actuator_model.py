"""What every actuator gives at one instant, in NumPy: the independent reference of the kernels.

Written from the literature that `docs/theory.md` names, one method for each kind, so that a test can replace one by a
wrong one. Responses are integrated numerically where the kernels have closed forms.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from seatrial.dynamics.motor import Motor
from seatrial.dynamics.power import ActuatorDisk, PowerTable
from seatrial.dynamics.response import Yoerger
from tests.reference.matrix_model import rotation

Array = NDArray[np.float64]
ZERO6 = (0.0,) * 6


@dataclass(frozen=True)
class Case:
    """One component at one instant, `elapsed` [s] after its command was set."""

    component: Any
    command: float = 0.0
    before: float = 0.0
    elapsed: float = 0.0
    effectiveness: float = 1.0
    stuck: bool = False
    nu_r: Sequence[float] = ZERO6
    nu: Sequence[float] | None = None
    """Velocity over ground; None is that through the water."""
    p: Sequence[float] = (0.0, 0.0, 100.0)
    q: Sequence[float] = (1.0, 0.0, 0.0, 0.0)
    density: float = 1025.0
    gravity: float = 9.81
    motor: Any = field(default_factory=Motor)


@dataclass(frozen=True)
class Seen:
    """What comes of it."""

    wrench: Array
    power: float
    after: float
    """Response at the end of the step."""


class Actuators(Protocol):
    """The engine's actuators, the reference, or faulty ones."""

    def observe(self, cases: Sequence[Case], step: float) -> list[Seen]:
        """Each case in a step of `step` [s]."""
        ...


def at(position: Sequence[float], force: Array) -> Array:
    """Wrench of a force at a place."""
    return np.concatenate([force, np.cross(position, force)])


class ActuatorModel:
    """The reference."""

    def observe(self, cases: Sequence[Case], step: float) -> list[Seen]:
        """Each case in a step of `step` [s]."""
        return [self.one(case, step) for case in cases]

    def one(self, case: Case, step: float) -> Seen:
        """One case."""
        kind = type(case.component).__name__
        if kind == "Wing":
            return Seen(self.foil(case, 0.0), 0.0, case.before)
        if kind == "Tether":
            return Seen(self.tether(case), 0.0, case.before)
        now, after = self.response(case, case.elapsed), self.response(case, step)
        wrench, power = getattr(self, kind.lower())(case, now, (after - case.before) / step)
        return Seen(np.asarray(wrench, np.float64), float(power), after)

    # --- responses ----------------------------------------------------------------------------------------------------

    def response(self, case: Case, time: float) -> float:
        """The response `time` [s] after the command."""
        c = case.component
        kind = type(c).__name__
        if kind == "DropWeight":
            works = case.effectiveness > 0.0 and not case.stuck
            return 1.0 if case.before > 0.5 or (case.command > 0.5 and works) else 0.0
        if case.stuck:
            return case.before
        if kind in ("Thruster", "NonlinearThruster"):
            return self.thrust_share(case, time)
        if kind in ("Fin", "Rudder"):
            low, high = -c.max_deflection, c.max_deflection
        elif kind in ("Propeller", "QuadraticPropeller"):
            high = c.max_speed
            low = -(high if c.max_reverse_speed is None else c.max_reverse_speed)
        elif kind == "BuoyancyEngine":
            low, high = c.min_volume, c.max_volume
        else:
            low, high = c.min_shift, c.max_shift
        target = float(np.clip(case.command, low, high))
        if kind in ("BuoyancyEngine", "MovableMass"):
            way = c.rate * case.effectiveness * time
            return float(case.before + np.clip(target - case.before, -way, way))
        return self.servo(case.before, target, c.time_constant, c.max_rate, time)

    def servo(self, before: float, target: float, lag: float, rate: float, time: float) -> float:
        """x' = clamp((target - x) / lag, -rate, rate), by 20,000 exact exponential steps between clamps."""
        if lag == 0.0:
            return target if np.isinf(rate) else float(before + np.clip(target - before, -rate * time, rate * time))
        x, n = before, 20_000
        if time == 0.0:
            return before
        for _ in range(n):
            free = (target - x) * -np.expm1(-time / n / lag)
            x += float(np.clip(free, -rate * time / n, rate * time / n))
        return x

    def thrust_share(self, case: Case, time: float) -> float:
        """Thrust over the greatest thrust ahead."""
        c = case.component
        command = float(np.clip(case.command, -1.0, 1.0))
        ahead = c.max_thrust
        reverse = 0.0 if not c.reversible else ahead if c.max_reverse_thrust is None else c.max_reverse_thrust
        force = command * (ahead if command >= 0.0 else reverse)
        law = getattr(c, "law", None)
        if isinstance(law, Yoerger):
            return self.yoerger(case.before * ahead, force, c.time_constant, law.beta, time) / ahead
        if law is not None:
            force = self.dead_zone(force, law.dead, law.saturation)
        if c.time_constant == 0.0:
            return force / ahead
        return (force + (case.before * ahead - force) * np.exp(-time / c.time_constant)) / ahead

    def dead_zone(self, force: float, dead: float, saturation: float) -> float:
        """Zero within the dead zone, shifted by it outside, cut off at the saturation."""
        return float(np.sign(force) * np.clip(abs(force) - dead, 0.0, saturation))

    def yoerger(self, f: float, command: float, lag: float, beta: float, time: float) -> float:
        """f' = (command - f) / lag - beta f |f| by Runge-Kutta steps."""
        n = 400
        h = time / n

        def rate(x: float) -> float:
            return (command - x) / lag - beta * x * abs(x)

        for _ in range(n):
            a = rate(f)
            b = rate(f + 0.5 * h * a)
            c = rate(f + 0.5 * h * b)
            f += h / 6.0 * (a + 2.0 * b + 2.0 * c + rate(f + h * c))
        return f

    # --- wrench and power ---------------------------------------------------------------------------------------------

    def thruster(self, case: Case, share: float, rate: float) -> tuple[Array, float]:
        """Force along an axis; power by the motor."""
        c = case.component
        force = case.effectiveness * c.max_thrust * share
        return at(c.position, force * np.asarray(c.axis)), self.electric(case, share, force)

    nonlinearthruster = thruster

    def electric(self, case: Case, share: float, force: float) -> float:
        """Electric power of a thruster [W]."""
        c, m = case.component, case.motor
        along = float(np.dot(c.axis, np.asarray(case.nu_r)[:3]))
        if isinstance(m, PowerTable):
            return float(np.interp(force, m.thrust, m.power))
        if isinstance(m, ActuatorDisk):
            return m.idle_power + self.disk(m, force, along, case.density)
        reverse = c.max_thrust if c.max_reverse_thrust is None else c.max_reverse_thrust
        load = share if share >= 0.0 else -share * c.max_thrust / reverse * c.reversible
        alpha = m.falloff_below if load <= m.load_peak else m.falloff_above
        eta = max(m.efficiency * (1.0 - alpha * (1.0 - load / m.load_peak) ** 2), m.efficiency_floor)
        return m.idle_power + (abs(force) * (abs(along) + m.induced_speed) / eta if load > 1e-4 else 0.0)

    def disk(self, m: ActuatorDisk, force: float, along: float, density: float) -> float:
        """Momentum theory: v (v + V) = |F| / (2 rho A), power |F| (V + v)."""
        area = np.pi * m.diameter**2 / 4.0
        inflow = np.sign(force) * along if m.inflow else 0.0
        induced = max(np.roots([1.0, inflow, -abs(force) / (2.0 * density * area)]).real)
        return max(abs(force) * (inflow + induced), 0.0) / m.efficiency

    def fin(self, case: Case, angle: float, rate: float) -> tuple[Array, float]:
        """A foil that turns."""
        return case.effectiveness * self.foil(case, angle), 0.0

    def foil(self, case: Case, angle: float) -> Array:
        """Lift across the local flow and drag along it."""
        c, nu = case.component, np.asarray(case.nu_r)
        here = nu[:3] + np.cross(nu[3:], c.position)
        chord, normal = np.asarray(c.chord), np.asarray(c.normal)
        plane = complex(here @ chord, here @ normal)
        if plane == 0.0:
            return np.zeros(6)
        alpha = np.angle(np.exp(1j * angle) / plane)
        alpha = (alpha + 0.5 * np.pi) % np.pi - 0.5 * np.pi  # either edge may lead
        fade = 1.0 if abs(alpha) <= np.pi / 4.0 else 2.0 - abs(alpha) * 4.0 / np.pi
        lift = c.lift_slope * np.clip(alpha, -c.stall_angle, c.stall_angle) * fade
        drag = c.zero_lift_drag + c.induced_drag * lift**2
        force = 0.5 * case.density * c.area * abs(plane) * plane * self.lift_and_drag(lift, drag)
        return at(c.position, force.real * chord + force.imag * normal)

    def lift_and_drag(self, lift: float, drag: float) -> complex:
        """Coefficients to the left of the motion and along it."""
        return complex(-drag, lift)

    def rudder(self, case: Case, angle: float, rate: float) -> tuple[Array, float]:
        """Linear in the deflection, on the speed in the rudder's plane."""
        c, v = case.component, np.asarray(case.nu_r)[:3]
        square = v[0] ** 2 + float(v @ np.asarray(c.normal)) ** 2
        size = case.effectiveness * 0.5 * case.density * square * c.area * c.lift_coefficient
        return at(c.position, size * (angle * np.asarray(c.normal) - angle**2 * np.array([1.0, 0.0, 0.0]))), 0.0

    def propeller(self, case: Case, n: float, rate: float) -> tuple[Array, float]:
        """Open-water coefficients."""
        c, axis, v = case.component, np.asarray(case.component.axis), np.asarray(case.nu_r)[:3]
        if n == 0.0:
            return np.zeros(6), c.idle_power
        speed = np.linalg.norm(v) if c.total_speed else v @ axis
        j = np.clip((1.0 - c.wake_fraction) * speed / (n * c.diameter), *c.advance_range)
        k_t, k_q = c.thrust_coefficients, c.torque_coefficients
        if n < 0.0:
            k_t = k_t[:1] if c.reverse_thrust_coefficients is None else c.reverse_thrust_coefficients
            k_q = k_q[:1] if c.reverse_torque_coefficients is None else c.reverse_torque_coefficients
        thrust, torque = (sum(a * j**k for k, a in enumerate(series)) for series in (k_t, k_q))
        size = case.effectiveness * case.density * c.diameter**4 * n * abs(n)
        torque *= size * c.diameter
        wrench = at(c.position, size * thrust * (1.0 - c.thrust_deduction) * axis)
        wrench[3:] += c.reaction * torque * axis
        return wrench, c.idle_power + max(2.0 * np.pi * n * torque, 0.0) / c.efficiency

    def quadraticpropeller(self, case: Case, n: float, rate: float) -> tuple[Array, float]:
        """Thrust k omega |omega|."""
        c, axis, omega = case.component, np.asarray(case.component.axis), 2.0 * np.pi * n
        square = case.effectiveness * omega * abs(omega)
        wrench = at(c.position, self.factor(c, n) * square * axis)
        wrench[3:] += c.reaction * c.torque_factor * square * axis
        return wrench, c.idle_power + c.torque_factor * square * omega / c.efficiency

    def factor(self, c: Any, n: float) -> float:
        """Of the direction in which it turns."""
        return c.forward_factor if n >= 0.0 else c.reverse_factor

    # --- weights and tethers ------------------------------------------------------------------------------------------

    def down(self, case: Case) -> Array:
        """Unit vector down in body axes."""
        return rotation(np.asarray(case.q, np.float64)[None])[0][2]

    def buoyancyengine(self, case: Case, volume: float, rate: float) -> tuple[Array, float]:
        """Buoyancy of the change of volume; power against the pressure."""
        c, down = case.component, self.down(case)
        depth = case.p[2] + np.dot(c.position, down)
        share = np.clip(depth / c.height + 0.5, 0.0, 1.0)
        weight = case.density * case.gravity
        power = max(rate, 0.0) * weight * max(depth, 0.0) / c.efficiency
        if rate < 0.0:
            power = c.valve_power * -rate / (c.rate * case.effectiveness)
        return at(c.position, -weight * share * volume * down), power

    def movablemass(self, case: Case, shift: float, rate: float) -> tuple[Array, float]:
        """Moment of the weight moved off its place."""
        c = case.component
        moment = np.asarray(np.cross(shift * np.asarray(c.axis), c.mass * case.gravity * self.down(case)), np.float64)
        moving = abs(rate) / (c.rate * case.effectiveness) if rate else 0.0
        return np.concatenate([np.zeros(3), moment]), c.drive_power * moving

    def dropweight(self, case: Case, gone: float, rate: float) -> tuple[Array, float]:
        """The weight in water, gone."""
        c = case.component
        lost = gone * case.gravity * (c.mass - case.density * c.volume)
        return at(c.position, -lost * self.down(case)), 0.0

    def tether(self, case: Case) -> Array:
        """Spring and dashpot that only pull, half of the drag of the whole."""
        c, r_nb = case.component, rotation(np.asarray(case.q, np.float64)[None])[0]
        way = np.asarray(c.anchor) - case.p - r_nb @ c.attachment
        way = way * [0.0, 0.0, 1.0] if c.follows else way
        ground, water = (np.asarray(case.nu_r if v is None else v, np.float64) for v in (case.nu, case.nu_r))
        end, through = (v[:3] + np.cross(v[3:], c.attachment) for v in (ground, water))
        apart = float(np.linalg.norm(way))
        along = r_nb.T @ way / apart if apart > 0.0 else np.zeros(3)
        tension = self.tension(c, apart - c.length, -float(along @ end))
        tangential = (through @ along) * along
        normal = through - tangential
        half = 0.25 * case.density * c.diameter * max(apart, c.length)
        drag = c.normal_drag * np.linalg.norm(normal) * normal
        drag = drag + np.pi * c.tangential_drag * np.linalg.norm(tangential) * tangential
        return at(c.attachment, tension * along - half * drag)

    def tension(self, c: Any, stretch: float, rate: float) -> float:
        """Never a push."""
        return max(c.stiffness * stretch + c.damping * rate, 0.0) if stretch > 0.0 else 0.0
