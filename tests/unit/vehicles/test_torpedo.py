"""Every scaling rule and clamp of the torpedo (swordfish 5.3, and the thrust floor of its program)."""

import math

import numpy as np
import pytest

from seatrial.control.allocation import channel_matrix, full_wrench
from seatrial.errors import InputError
from seatrial.vehicles.torpedo import Ballast, torpedo

# Hulls where the volume follows the hull, where it follows the mass, and one thin enough for the thrust floor.
SIZES = [(1.0, 0.10, 25.0), (2.0, 0.15, 80.0), (0.5, 0.05, 700.0), (3.0, 0.03, 12.0)]


@pytest.mark.parametrize("length, radius, mass", SIZES)
def test_scaling_rules(length: float, radius: float, mass: float):
    v = torpedo(length, radius, mass)
    front, side = math.pi * radius**2, 2.0 * radius * length
    volume = 1.002 * max(front * length, mass / 1025.0)
    displaced = 1025.0 * volume
    assert v.mass == mass
    assert v.volume == pytest.approx(volume, rel=1e-15)
    pitch = mass * length**2 / 12.0 + mass * radius**2 / 4.0
    np.testing.assert_allclose(v.inertia, np.diag([0.5 * mass * radius**2, pitch, pitch]), rtol=1e-14)
    spin = [0.02 * radius**2, 0.20 * length**2, 0.20 * length**2]
    np.testing.assert_allclose(v.added_mass, displaced * np.diag([0.10, 1.0, 1.0, *spin]), rtol=1e-14)
    shape = [front, side, side, 0.1 * front * radius**2, 0.4 * side * length**2, 0.4 * side * length**2]
    np.testing.assert_allclose(v.linear_damping, 800.0 * np.array(shape), rtol=1e-14)
    np.testing.assert_allclose(v.quadratic_damping, 600.0 * np.array(shape), rtol=1e-14)
    scale = max(0.4, (radius / 0.10) ** 2)
    np.testing.assert_allclose([t.max_thrust for t in v.thrusters], np.array([35, 15, 15, 12]) * scale, rtol=1e-14)
    positions = np.array([t.position for t in v.thrusters])
    np.testing.assert_allclose(positions, np.outer([-0.50, 0.35, -0.40, -0.45], [length, 0.0, 0.0]), rtol=1e-14)
    axes = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    np.testing.assert_array_equal([t.axis for t in v.thrusters], axes)
    # 0.025 m above the origin at R = 0.10 m, in proportion to R; down is positive.
    np.testing.assert_allclose(v.center_of_buoyancy, [0.0, 0.0, -0.025 * radius / 0.10], rtol=1e-14)
    assert v.center_of_gravity == (0.0, 0.0, 0.0)


def test_reference_numbers():
    # swordfish, constants of its program for 1.0 m, 0.10 m, 25 kg where they follow the text.
    v = torpedo()
    np.testing.assert_allclose(np.diag(v.inertia), [0.125, 2.1458333333333335, 2.1458333333333335], rtol=1e-14)
    np.testing.assert_allclose(v.linear_damping, [25.1327, 160.0, 160.0, 0.0251327, 64.0, 64.0], rtol=3e-6)
    np.testing.assert_allclose(v.quadratic_damping, [18.8496, 120.0, 120.0, 0.0188496, 48.0, 48.0], rtol=3e-6)
    assert v.volume == pytest.approx(31.5e-3, rel=1e-3)  # "volume 31.5 L"
    assert v.buoyancy() / v.weight() - 1.0 == pytest.approx(0.29, abs=0.002)  # "+29 %"


@pytest.mark.parametrize(
    "asked, clamped",
    [
        ((0.05, 0.10, 25.0), (0.2, 0.10, 25.0)),
        ((9.0, 0.10, 25.0), (6.0, 0.10, 25.0)),
        ((1.0, 0.01, 25.0), (1.0, 0.03, 25.0)),
        ((1.0, 2.00, 25.0), (1.0, 0.50, 25.0)),
        ((1.0, 0.10, 0.5), (1.0, 0.10, 2.0)),
        ((1.0, 0.10, 5e3), (1.0, 0.10, 800.0)),
    ],
)
def test_sizes_are_clamped(asked: tuple[float, float, float], clamped: tuple[float, float, float]):
    a, b = torpedo(*asked), torpedo(*clamped)
    assert (a.mass, a.volume, a.thrusters) == (b.mass, b.volume, b.thrusters)
    np.testing.assert_array_equal(a.inertia_matrix, b.inertia_matrix)


@pytest.mark.parametrize("bad", [(math.nan, 0.1, 25.0), (1.0, -0.1, 25.0), (1.0, 0.1, math.inf)])
def test_sizes_that_are_no_sizes_are_refused(bad: tuple[float, float, float]):
    with pytest.raises(InputError, match="vehicle"):
        torpedo(*bad)


def test_as_given_it_floats_and_is_slow():
    # The source's own vehicle: 71 N afloat where two vertical thrusters hold 30 N, and 0.850 m/s through the water at
    # full thrust, the positive root of 18.8496 u^2 + 25.1327 u = 35.
    v = torpedo()
    assert v.buoyancy() - v.weight() == pytest.approx(71.2, abs=0.1)
    assert full_wrench(v.thrusters)[2, 1] < 31.0
    d, k = v.linear_damping[0], v.quadratic_damping[0]
    assert (math.sqrt(d * d + 4.0 * k * 35.0) - d) / (2.0 * k) == pytest.approx(0.850, abs=5e-4)


@pytest.mark.parametrize("length, radius, mass", SIZES)
def test_neutral_ballast_weighs_what_it_displaces(length: float, radius: float, mass: float):
    plain, trimmed = torpedo(length, radius, mass), torpedo(length, radius, mass, ballast=Ballast.NEUTRAL)
    assert trimmed.weight() == pytest.approx(trimmed.buoyancy(), rel=1e-15)
    assert trimmed.volume == plain.volume
    np.testing.assert_allclose(trimmed.inertia, plain.inertia * trimmed.mass / plain.mass, rtol=1e-14)
    np.testing.assert_array_equal(trimmed.added_mass, plain.added_mass)
    np.testing.assert_array_equal(trimmed.linear_damping, plain.linear_damping)


def test_ballast_by_name():
    assert torpedo(ballast="neutral").mass == torpedo(ballast=Ballast.NEUTRAL).mass
    with pytest.raises(ValueError):
        torpedo(ballast="heavy")


def test_channels_by_geometry():
    # Surge from the aft thruster, yaw to starboard from the stern pushing to port, heave without pitching moment.
    v = torpedo()
    matrix = channel_matrix(v.thrusters)
    np.testing.assert_allclose(matrix[:, 0], [1.0, 0.0, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(matrix[:, 3], [0.0, 0.0, 0.0, -1.0], atol=1e-12)
    np.testing.assert_allclose(matrix[:, 1], [0.0, 1.0, 0.35 / 0.40, 0.0], atol=1e-12)
    np.testing.assert_allclose(matrix[:, 2], [0.0, -1.0, 1.0, 0.0], atol=1e-12)
