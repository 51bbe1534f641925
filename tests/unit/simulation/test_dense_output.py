"""Rows that fall inside a step come from its cubic Hermite interpolant."""

import numpy as np

from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start
from tests.reference.bodies import drifter, driven
from tests.reference.seas import still_sea

HULL = drifter(inertia=(0.5, 2.0, 2.5), added=(5.0, 25.0, 25.0, 0.1, 5.0, 5.0), center_of_buoyancy=(0.0, 0.0, -0.05))
VEHICLE = driven(HULL, 30.0, linear=(15.0, 1.0, 1.0, 1.0, 1.0, 1.0))


def track(step: float, record_ticks: int, seconds: float = 4.0) -> np.ndarray:
    """Rows of a swinging vehicle under thrust, recorded every `record_ticks`."""
    start = Start(VEHICLE, 0.0, 0.0, 100.0, (0.3, 0.4, 0.5), commands=(1.0,))
    chunk = Simulation([start], still_sea(), Settings(step=step)).advance(
        round(seconds / step), record_ticks=record_ticks
    )
    return chunk.rows[0]


def test_rows_come_at_every_record_tick_whatever_the_step():
    rows = track(0.05, 77)
    np.testing.assert_allclose(rows[:, 0] * 1200.0, 77.0 * np.arange(len(rows)), rtol=1e-15)
    assert len(rows) == 4800 // 77 + 1
    # A period shorter than a step: several rows in each.
    rows = track(0.05, 25)
    np.testing.assert_allclose(rows[:, 0] * 1200.0, 25.0 * np.arange(len(rows)), rtol=1e-15)


def test_interpolated_speed_against_its_closed_form():
    # u = F / d (1 - exp(-d t / M)) of a hull that swings little: level, so that surge is uncoupled.
    level = Start(VEHICLE, 0.0, 0.0, 100.0, commands=(1.0,))
    rows = Simulation([level], still_sea(), Settings(step=0.1)).advance(40, record_ticks=7).rows[0]
    time = rows[:, 0]
    speed = 30.0 / 15.0 * -np.expm1(-15.0 * time / 30.0)
    # Hermite: h^4 / 384 times the fourth derivative, (F / M) (d / M)^3 = 0.125 of speed, 0.25 of distance: 3.3e-8 and
    # 6.5e-8. RK4 adds (h d / M)^4 / 120 = 5e-8 of the way to go at most, some 1e-8.
    np.testing.assert_allclose(rows[:, INDEX["u"]], speed, rtol=0.0, atol=4.5e-8)
    way = 2.0 * time - 4.0 * -np.expm1(-0.5 * time)
    np.testing.assert_allclose(rows[:, INDEX["distance"]], way, rtol=0.0, atol=8e-8)


def test_interpolant_has_fourth_order():
    # Against the same rows from steps of 1/1200 s, where each row is a step's end.
    exact = track(1 / 1200, 7)
    columns = [INDEX[name] for name in ("depth", "roll", "pitch", "u", "v", "w", "p", "q", "r")]
    errors = []
    for step in (0.1, 0.05, 0.025):
        rows = track(step, 7)
        errors.append(np.abs(rows[:, columns] - exact[: len(rows), columns]).max())
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert np.all((orders > 3.5) & (orders < 4.5)), orders


def test_attitude_between_steps_has_unit_norm():
    rows = track(0.1, 7)
    q = rows[:, [INDEX[f"q_{k}"] for k in "wxyz"]]
    np.testing.assert_allclose(np.linalg.norm(q, axis=1), 1.0, atol=1e-15)
