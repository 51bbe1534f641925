"""Checks of actuators against the reference, closed forms and published numbers; they take the engine or a mutant."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from seatrial.dynamics.forces.buoyancy_engine import BuoyancyEngine
from seatrial.dynamics.forces.drop_weight import DropWeight
from seatrial.dynamics.forces.fin import Fin
from seatrial.dynamics.forces.movable_mass import MovableMass
from seatrial.dynamics.forces.nonlinear_thruster import NonlinearThruster
from seatrial.dynamics.forces.propeller import Propeller
from seatrial.dynamics.forces.quadratic_propeller import QuadraticPropeller
from seatrial.dynamics.forces.rudder import Rudder
from seatrial.dynamics.forces.tether import Tether
from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.forces.wing import Wing
from seatrial.dynamics.motor import Motor
from seatrial.dynamics.power import ActuatorDisk, PowerTable
from seatrial.dynamics.response import Bessa, Yoerger
from tests.reference.actuator_bench import KINDS
from tests.reference.actuator_model import ActuatorModel, Actuators, Array, Case
from tests.reference.catalogue import example, parameter_classes
from tests.reference.random_vehicles import unit

STEP = 0.2
POWERS = (Motor(), ActuatorDisk(0.1, 0.4, 1.0), ActuatorDisk(0.1, inflow=True),
          PowerTable((-20.0, -1.0, 0.0, 2.0, 20.0), (90.0, 9.0, 3.0, 8.0, 70.0)))  # fmt: skip
RANGES = {"max_deflection": 1.0, "max_speed": 1.0, "max_volume": 1.0, "max_shift": 1.0}
"""Fields that say how far a command may go; a thruster's commands are shares."""


def random_cases(kind: ModuleType, n: int, step: float) -> list[Case]:
    """Components of one kind with random numbers, at any instant of a step and in any flow."""
    rng = np.random.default_rng(71)
    cases = []
    for k in range(n):
        component: Any = example_of(kind, rng)
        reach = next((getattr(component, name) for name in RANGES if hasattr(component, name)), 1.0)
        command, before = rng.uniform(-1.3, 1.3) * reach, rng.uniform(-0.9, 0.9) * reach
        if kind.__name__.endswith("drop_weight"):
            before = float(rng.random() < 0.3)
        nu_r = rng.normal(size=6)
        nu = nu_r + np.concatenate([rng.normal(size=3), np.zeros(3)])
        cases.append(Case(
            component, command, before, float(rng.choice([0.0, 0.5, 1.0, rng.uniform()])) * step,
            float(rng.choice([1.0, 1.0, 0.4, 0.0])), bool(rng.random() < 0.2), nu_r.tolist(), nu.tolist(),
            (0.3, -0.2, rng.uniform(-0.2, 3.0)), unit(rng, 4).tolist(), rng.uniform(1000.0, 1030.0), 9.8,
            POWERS[k % len(POWERS)],
        ))  # fmt: skip
    return cases


def example_of(kind: ModuleType, rng: np.random.Generator) -> Any:
    """A component of the kind."""
    (cls,) = parameter_classes(kind)
    return example(cls, rng)


def difference(make: Actuators, cases: list[Case], step: float) -> float:
    """Greatest departure from the reference, over the greater of 1 and its size."""
    worst = 0.0
    for ours, theirs in zip(make.observe(cases, step), ActuatorModel().observe(cases, step), strict=True):
        for name in ("wrench", "power", "after"):
            a, b = np.asarray(getattr(ours, name)), np.asarray(getattr(theirs, name))
            error = float(np.max(np.abs(a - b)) / max(1.0, float(np.max(np.abs(b)))))
            worst = max(worst, np.inf if np.isnan(error) else error)
    return worst


def check_agreement(make: Actuators, kinds: Sequence[ModuleType] = KINDS, n: int = 24) -> None:
    """Wrench, power and response equal to the reference in any flow, at any instant, whole or broken.

    1e-9: the reference integrates its responses with a clamp in 20,000 steps and Yoerger's law in 400, to 1e-10.
    """
    for kind in kinds:
        error = difference(make, random_cases(kind, n, STEP), STEP)
        assert error <= 1e-9, f"{kind.__name__}: {error:.2e}"


def forces(make: Actuators, *cases: Case, step: float = STEP) -> Array:
    """Wrenches of cases, shape (n, 6)."""
    return np.array([seen.wrench for seen in make.observe(cases, step)])


def powers(make: Actuators, *cases: Case, step: float = STEP) -> Array:
    """Electric powers of cases [W]."""
    return np.array([seen.power for seen in make.observe(cases, step)])


def march(make: Actuators, case: Case, step: float, steps: int) -> list[float]:
    """Responses step by step under one command."""
    found = [case.before]
    for _ in range(steps):
        found.append(make.observe([replace(case, before=found[-1])], step)[0].after)
    return found


AHEAD = (1.0, 0.0, 0.0)
HERE = (0.0, 0.0, 0.0)


def check_reverse_limit(make: Actuators) -> None:
    """A command of -1 gives the greatest thrust astern, and the lag is one of the force, through zero too."""
    weak = Thruster("t", HERE, AHEAD, 100.0, max_reverse_thrust=50.0)
    thrust = forces(make, *(Case(weak, command) for command in (-3.0, -1.0, -0.5, 0.0, 0.5, 2.0)))[:, 0]
    np.testing.assert_allclose(thrust, [-50.0, -50.0, -25.0, 0.0, 50.0, 100.0], rtol=1e-14)
    one_way = replace(weak, reversible=False)
    assert forces(make, Case(one_way, -1.0))[0, 0] == 0.0
    late = replace(weak, time_constant=0.4)
    for elapsed in (0.1, 0.2, 0.15):
        thrust = forces(make, Case(late, -1.0, 1.0, elapsed))[0, 0]
        np.testing.assert_allclose(thrust, -50.0 + 150.0 * np.exp(-elapsed / 0.4), rtol=1e-13)
    # At full load astern the motor is at full load, whatever the force.
    full = powers(make, Case(weak, -1.0))[0]
    np.testing.assert_allclose(full, 2.0 + 50.0 / (0.85 * (1.0 - 0.6 / 9.0)), rtol=1e-13)


def check_yoerger(make: Actuators) -> None:
    """It settles where f + T beta f |f| = f_cmd; from rest f = f_end tanh-like; without beta it is the first order.

    From rest x' = p - a x - b x^2 gives x = 2 p / (a + w coth(w t / 2)), w^2 = a^2 + 4 p b (the Riccati equation).
    """
    lag, beta, top = 0.5, 0.05, 40.0
    law = NonlinearThruster("t", HERE, AHEAD, top, lag, law=Yoerger(beta))
    end = march(make, Case(law, 0.8), 5.0, 3)[-1] * top
    np.testing.assert_allclose(end + lag * beta * end * abs(end), 0.8 * top, rtol=1e-12)
    w = np.sqrt(1.0 / lag**2 + 4.0 * beta * 0.8 * top / lag)
    for elapsed in (0.05, 0.1, 0.2):
        x = 2.0 * 0.8 * top / lag / (1.0 / lag + w / np.tanh(0.5 * w * elapsed))
        np.testing.assert_allclose(forces(make, Case(law, 0.8, 0.0, elapsed))[0, 0], x, rtol=1e-9)
    linear = replace(law, law=Yoerger(0.0))
    for before, command in ((-0.7, 0.9), (0.4, -0.2)):
        share = command + (before - command) * np.exp(-STEP / lag)
        seen = make.observe(
            [Case(linear, command, before), Case(replace(law, law=Yoerger(1e-12)), command, before)], STEP
        )
        np.testing.assert_allclose([s.after for s in seen], share, rtol=1e-9)


def check_bessa(make: Actuators) -> None:
    """Nothing within the dead zone, continuous at its edge, cut off at the saturation; with neither, first order."""
    esc = NonlinearThruster("t", HERE, AHEAD, 40.0, law=Bessa(4.0, 30.0))
    thrust = forces(make, *(Case(esc, c) for c in (0.05, -0.1, 0.1 + 1e-9, 0.5, -0.5, 1.0)))[:, 0]
    np.testing.assert_allclose(thrust, [0.0, 0.0, 4e-8, 16.0, -16.0, 30.0], atol=1e-12)
    late = replace(esc, time_constant=0.3)
    dying = make.observe([Case(late, 0.09, 0.5)], STEP)[0].after
    np.testing.assert_allclose(dying, 0.5 * np.exp(-STEP / 0.3), rtol=1e-13)
    linear = replace(late, law=Bessa(0.0))
    share = 0.9 - 0.4 * np.exp(-STEP / 0.3)
    np.testing.assert_allclose(make.observe([Case(linear, 0.9, 0.5)], STEP)[0].after, share, rtol=1e-13)


def check_power_models(make: Actuators) -> None:
    """Disk: |F|^1.5 / sqrt(2 rho A) / efficiency; with inflow that at rest, F V far above the induced speed. Table."""
    thruster = Thruster("t", HERE, AHEAD, 100.0)
    disk = ActuatorDisk(0.2, 0.5, 3.0)
    # 2 x 1025 x pi 0.01 = 64.4026, its root 8.02513; 36^1.5 = 216.
    np.testing.assert_allclose(powers(make, Case(thruster, -0.36, motor=disk)), 3.0 + 216.0 / 8.025126 / 0.5, rtol=1e-6)
    moving = replace(disk, inflow=True)
    at_rest = Case(thruster, 0.36, motor=moving)
    np.testing.assert_allclose(powers(make, at_rest), 3.0 + 216.0 / 8.025126 / 0.5, rtol=1e-6)
    fast = powers(make, replace(at_rest, nu_r=(500.0, 0, 0, 0, 0, 0)))
    np.testing.assert_allclose(fast, 3.0 + 36.0 * 500.0 / 0.5, rtol=1e-4)
    table = PowerTable((-60.0, 0.0, 40.0, 100.0), (500.0, 5.0, 205.0, 1100.0))
    found = powers(make, *(Case(thruster, c, motor=table) for c in (-1.0, -0.3, 0.0, 0.1, 0.4, 0.7, 1.0)))
    np.testing.assert_allclose(found, [500.0, 252.5, 5.0, 55.0, 205.0, 652.5, 1100.0], rtol=1e-13)


REMUS = Propeller(
    "main", (-0.8, 0.0, 0.0), AHEAD, 0.14, 1525.0 / 60.0,
    (0.4566, (0.1798 - 0.4566) / 0.6632), (0.07, (0.0312 - 0.07) / 0.6632),
    wake_fraction=0.056, thrust_deduction=0.1, reaction=0.1, total_speed=True,
)  # fmt: skip
"""Propeller of MSS, remus100.m: D 0.14 m, K_T and K_Q linear in J, V_a = 0.944 U, t = 0.1, a tenth of Q on the hull."""


def check_propeller(make: Actuators) -> None:
    """MSS REMUS 100 and Tethys by hand, both turns of the screw, and the power 2 pi n Q.

    1525 rpm at 2.5 m/s: J = 0.944 x 2.5 / (0.14 x 25.4167) = 0.66323, K_T = 0.17979, T = 1026 x 0.14^4 x 646.007 K_T
    = 45.78 N. Tethys: 0.0043123 (2 pi)^2 is K_T per (rev/s)^2; 0.2 m, 300 rpm, 1025 kg/m3: 6.98 N.
    """
    n = 1525.0 / 60.0
    ahead = Case(REMUS, n, density=1026.0, nu_r=(2.5, 0, 0, 0, 0, 0))
    j = 0.944 * 2.5 / (0.14 * n)
    k_t, k_q = 0.4566 + (0.1798 - 0.4566) / 0.6632 * j, 0.07 + (0.0312 - 0.07) / 0.6632 * j
    thrust, torque = 1026.0 * 0.14**4 * n**2 * k_t, 1026.0 * 0.14**5 * n**2 * k_q
    assert abs(thrust - 45.78) < 0.01
    np.testing.assert_allclose(forces(make, ahead)[0], [0.9 * thrust, 0, 0, 0.1 * torque, 0, 0], rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(powers(make, ahead), 2.0 * np.pi * n * torque, rtol=1e-13)
    astern = forces(make, Case(REMUS, -10.0, density=1026.0, nu_r=(2.5, 0, 0, 0, 0, 0)))[0, 0]
    np.testing.assert_allclose(astern, -0.9 * 1026.0 * 0.14**4 * 100.0 * 0.4566, rtol=1e-13)
    tethys = Propeller("p", HERE, AHEAD, 0.2, 10.0, (0.0043123 * (2.0 * np.pi) ** 2,))
    np.testing.assert_allclose(forces(make, Case(tethys, 5.0, density=1025.0))[0, 0], 6.98, atol=0.005)


def check_handed_pair(make: Actuators) -> None:
    """gz-sim#1399: a right- and a left-handed screw at one speed cancel in roll torque, either way."""
    for n in (12.0, -12.0):
        pair = [Case(replace(REMUS, reaction=side, total_speed=False), n) for side in (-1.0, 1.0)]
        one, other = forces(make, *pair)
        assert one[3] == -other[3] != 0.0
        assert np.sign(one[3]) == -np.sign(n)
        assert one[0] == other[0] != 0.0


def check_otter(make: Actuators) -> None:
    """MSS otter.m: 0.02216/2 and 0.01289/2 N s2/rad2 ahead and astern: 70.912 N at 80 rad/s, -23.202 N at -60 rad/s."""
    turn = 2.0 * np.pi
    screw = QuadraticPropeller("port", (0.0, -0.395, 0.0), AHEAD, 104.0 / turn, 0.02216 / 2.0, 0.01289 / 2.0)
    found = forces(make, Case(screw, 80.0 / turn), Case(screw, -60.0 / turn))
    np.testing.assert_allclose(found[:, 0], [70.912, -23.202], rtol=1e-13)
    np.testing.assert_allclose(found[:, 5], [0.395 * 70.912, -0.395 * 23.202], rtol=1e-13)


def check_servo(make: Actuators) -> None:
    """Rate limit then lag: a ramp until the error is rate x lag, then exp; many short steps and one long one agree."""
    fin = Fin("f", HERE, (0.0, 1.0, 0.0), 0.01, 3.0, max_deflection=0.5, max_rate=0.4, time_constant=0.25)
    case = Case(fin, 0.5, -0.3)
    ramp = (0.8 - 0.1) / 0.4
    for time in (0.5, ramp, 2.5):
        end = march(make, case, time / 50.0, 50)[-1]
        one = march(make, case, time, 1)[-1]
        exact = -0.3 + 0.4 * time if time <= ramp else 0.5 - 0.1 * np.exp(-(time - ramp) / 0.25)
        np.testing.assert_allclose([end, one], exact, rtol=1e-9)
    assert march(make, replace(case, stuck=True), 1.0, 1)[-1] == -0.3
    np.testing.assert_allclose(march(make, replace(case, command=9.0), 100.0, 1)[-1], 0.5, rtol=1e-12)


def check_rudder(make: Actuators) -> None:
    """MSS remus100.m at 1.5 m/s: Y = -1/2 rho U^2 A C_L delta = -1.3397 N for 10 deg, X = Y delta, N = -0.8 Y."""
    rudder = Rudder("r", (-0.8, 0.0, 0.0), (0.0, -1.0, 0.0), 2.0 * 0.00665, 0.5)
    delta = np.radians(10.0)
    y = -0.5 * 1026.0 * 2.25 * 0.0133 * 0.5 * delta
    assert abs(y + 1.3397) < 1e-3
    found = forces(make, Case(rudder, delta, density=1026.0, nu_r=(1.2, 0.9, 7.0, 0, 0, 3.0)))[0]
    np.testing.assert_allclose(found, [y * delta, y, 0, 0, 0, -0.8 * y], rtol=1e-13, atol=1e-13)


def check_foil(make: Actuators) -> None:
    """Lift 1/2 rho V^2 S a delta, constant beyond the stall; r moves the fin; backing turns the force round."""
    fin = Fin("f", (-0.7, 0.0, 0.0), (0.0, 1.0, 0.0), 0.02, 3.0, stall_angle=0.3, max_deflection=1.0)
    lift = 0.5 * 1025.0 * 4.0 * 0.02 * 3.0
    cases = [Case(fin, d, nu_r=(2.0, 0, 0, 0, 0, 0)) for d in (0.1, -0.2, 0.3, 0.5)]
    np.testing.assert_allclose(forces(make, *cases)[:, 1], lift * np.array([0.1, -0.2, 0.3, 0.3]), rtol=1e-12)
    np.testing.assert_allclose(forces(make, cases[0])[0, 5], -0.7 * lift * 0.1, rtol=1e-12)
    back = Case(fin, 0.1, nu_r=(-2.0, 0, 0, 0, 0, 0))
    np.testing.assert_allclose(forces(make, back)[0, 1], -lift * 0.1, rtol=1e-12)
    # Turning at r the stern moves by r x: the flow meets it at atan(-0.7 r / 2), which damps the turn.
    turning = forces(make, Case(fin, 0.0, nu_r=(2.0, 0, 0, 0, 0, 0.5)))[0]
    angle = np.arctan2(0.35, 2.0)
    speed = 4.0 + 0.35**2
    np.testing.assert_allclose(turning[1], lift / 4.0 * speed * angle * np.cos(angle), rtol=1e-12)
    assert turning[5] < 0.0
    assert np.all(forces(make, Case(fin, 0.3), Case(fin, 0.0, nu_r=(0, 0, 5.0, 0, 0, 0))) == 0.0)


def check_foil_power(make: Actuators) -> None:
    """A wing takes energy in every flow, by its drag alone: power = -1/2 rho S C_D V^3; and its force is continuous."""
    wing = Wing("w", (0.1, 0.0, 0.0), (0.0, 0.0, 1.0), 0.1, 4.0, 0.05)
    angles = np.linspace(-np.pi, np.pi, 721)
    flows = [(np.cos(a), 0.0, np.sin(a), 0.0, 0.0, 0.0) for a in angles]
    found = forces(make, *(Case(wing, nu_r=nu) for nu in flows))
    power = np.einsum("ni,ni->n", found, np.array(flows))
    np.testing.assert_allclose(power, -0.5 * 1025.0 * 0.1 * 0.05, rtol=1e-10)
    jumps = [np.abs(b - a).max() for a, b in pairwise(found)]
    assert max(jumps) < 0.5 * 1025.0 * 0.1 * 4.0 * 2.0 * np.radians(0.5)


def check_buoyancy_engine(make: Actuators) -> None:
    """Half a litre out at 100 m takes rho g z dV / efficiency = 1005.5 J, at any step; the force is rho g dV up."""
    engine = BuoyancyEngine("b", (0.5, 0.0, 0.0), -5e-4, 5e-4, 2e-5, 0.5, 3.0)
    for step in (0.5, 7.0):
        case, energy = Case(engine, 9.0, 0.0), 0.0
        for _ in range(round(42.0 / step)):
            seen = make.observe([case], step)[0]
            energy, case = energy + step * seen.power, replace(case, before=seen.after)
        np.testing.assert_allclose(energy, 1025.0 * 9.81 * 100.0 * 5e-4 / 0.5, rtol=1e-10)
        assert case.before == 5e-4
    full = replace(case, command=5e-4)
    np.testing.assert_allclose(forces(make, full)[0], [0, 0, -5.027625, 0, 0.5 * 5.027625, 0], rtol=1e-12, atol=1e-12)
    assert forces(make, replace(full, p=(0.0, 0.0, -1.0)))[0, 2] == 0.0
    dead = make.observe([replace(case, command=0.0, effectiveness=0.0), replace(case, command=0.0)], 1.0)
    assert dead[0].after == 5e-4
    np.testing.assert_allclose([dead[0].power, dead[1].power], [0.0, 3.0], rtol=1e-9)


def check_weights(make: Actuators) -> None:
    """10 kg moved 5 cm ahead pitch the nose down by m g s cos(pitch); a dropped weight lightens by m g - rho g V."""
    pack = MovableMass("m", AHEAD, 10.0, -0.1, 0.1, 0.02, 6.0)
    pitch = np.radians(30.0)
    q = (np.cos(pitch / 2), 0.0, np.sin(pitch / 2), 0.0)
    moment = forces(make, Case(pack, 0.05, 0.05), Case(pack, 0.05, 0.05, q=q), Case(pack, 0.1, 0.0, 0.1))
    np.testing.assert_allclose(moment[:, 4], -10.0 * 9.81 * np.array([0.05, 0.05 * np.cos(pitch), 0.002]), rtol=1e-12)
    assert np.all(moment[:, :3] == 0.0)
    np.testing.assert_allclose(powers(make, Case(pack, 0.1, 0.0), Case(pack, 0.002, 0.0)), [6.0, 3.0], rtol=1e-10)
    lead = DropWeight("d", (0.0, 0.0, 0.1), 3.0, 3.0 / 11340.0)
    aboard, gone, kept, lost = make.observe(
        [Case(lead, 0.4), Case(lead, 1.0), Case(lead, 1.0, stuck=True), Case(lead, 0.0, 1.0)], STEP
    )
    lighter = -9.81 * 3.0 * (1.0 - 1025.0 / 11340.0)
    np.testing.assert_allclose([aboard.wrench[2], gone.wrench[2], kept.wrench[2], lost.wrench[2]],
                               [0.0, lighter, 0.0, lighter], rtol=1e-12)  # fmt: skip
    assert (aboard.after, gone.after, kept.after, lost.after) == (0.0, 1.0, 0.0, 1.0)


def check_tether(make: Actuators) -> None:
    """Slack within its length, k times the stretch beyond it, never a push; drag of half its length across the flow."""
    tether = Tether((0.0, 0.0, 0.0), 90.0, 50.0, damping=20.0, diameter=0.01)
    still = [Case(tether, p=(0.0, 0.0, z)) for z in (80.0, 90.0, 92.0)]
    np.testing.assert_allclose(forces(make, *still)[:, 2], [0.0, 0.0, -100.0], atol=1e-12)
    fast = Case(replace(tether, diameter=0.0), p=(0.0, 0.0, 91.0), nu=(0, 0, -9.0, 0, 0, 0), nu_r=(0, 0, -9.0, 0, 0, 0))
    assert forces(make, fast)[0, 2] == 0.0
    away = replace(fast, nu=(0, 0, 1.0, 0, 0, 0))
    np.testing.assert_allclose(forces(make, away)[0, 2], -70.0, rtol=1e-12)
    drag = forces(make, Case(tether, p=(0.0, 0.0, 80.0), nu_r=(0.5, 0, 0, 0, 0, 0)))[0, 0]
    np.testing.assert_allclose(drag, -0.5 * 1025.0 * 0.01 * 45.0 * 1.2 * 0.25, rtol=1e-12)
    led = replace(tether, follows=True, anchor=(7.0, 7.0, 0.0))
    np.testing.assert_allclose(forces(make, Case(led, p=(300.0, 0.0, 92.0)))[0, :3], [0, 0, -100.0], atol=1e-12)


CHECKS: dict[str, Callable[[Actuators], None]] = {
    "agreement": check_agreement,
    "reverse limit": check_reverse_limit,
    "yoerger": check_yoerger,
    "bessa": check_bessa,
    "power models": check_power_models,
    "propeller": check_propeller,
    "handed pair": check_handed_pair,
    "otter": check_otter,
    "servo": check_servo,
    "rudder": check_rudder,
    "foil": check_foil,
    "foil power": check_foil_power,
    "buoyancy engine": check_buoyancy_engine,
    "weights": check_weights,
    "tether": check_tether,
}
