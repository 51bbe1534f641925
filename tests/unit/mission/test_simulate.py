"""How a simulation ends, and that nothing about it depends on chunks."""

import numpy as np
import pytest

from seatrial.mission import simulate as module
from seatrial.mission.simulate import COAST_TICKS, last_tick, row_ticks, simulate
from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents
from seatrial.simulation.columns import INDEX
from seatrial.simulation.status import Status
from tests.unit.mission.missions import calm, simulation

COAST_LON = 0.0004
"""West coast of the land in the tests, some 45 m east of the start."""


def wall() -> Land:
    return Land.from_polygons([[(COAST_LON, -1.0), (1.0, -1.0), (1.0, 1.0), (COAST_LON, 1.0)]])


@pytest.mark.parametrize(
    ("duration", "step", "ticks"),
    [(7200.0, 6, 8_640_000), (0.3, 60, 360), (1.1, 60, 1320), (0.12, 60, 180), (1e-3, 60, 60),
     (1e9, 1, 1_200_000_000_000), (0.7, 60, 840), (4.35, 60, 5220)],
)  # fmt: skip
def test_a_duration_is_rounded_up_to_whole_steps(duration: float, step: int, ticks: int):
    assert last_tick(duration, step) == ticks


def test_across_a_coast():
    """The kernel knows no land: the last row is the first one on it, the row before is still at sea."""
    out = simulate(simulation(calm(), depth=2.0), wall(), 600.0)
    assert out.status is Status.ON_LAND
    lon = out.rows[:, INDEX["lon"]]
    assert lon[-1] >= COAST_LON > lon[-2]
    assert out.steps == round(out.rows[-1, 0] / 0.05)


@pytest.mark.parametrize("chunk", [1, 7, 20_000])
def test_the_coast_is_met_at_the_same_row_whatever_the_chunks_and_the_thinning(chunk: int):
    """A thin spit between two rows that thinning leaves is crossed all the same."""
    spit = Land.from_polygons(
        [[(COAST_LON, -1.0), (COAST_LON + 1e-7, -1.0), (COAST_LON + 1e-7, 1.0), (COAST_LON, 1.0)]]
    )
    expected = simulate(simulation(calm(), depth=2.0), spit, 300.0, max_rows=60)
    found = simulate(simulation(calm(), depth=2.0), spit, 300.0, chunk, max_rows=60)
    assert found.status is expected.status is Status.ON_LAND
    assert found.rows.tobytes() == expected.rows.tobytes()


def test_on_the_bottom():
    out = simulate(simulation(calm(3.0), depth=10.0), Land.none(), 600.0)
    assert out.status is Status.GROUNDED and out.rows[-1, INDEX["depth"]] >= 3.0 > out.rows[-2, INDEX["depth"]]


def test_out_of_the_field():
    """No source answers east of the grid's last node."""
    grid = GridBathymetry.from_array([-1.0, 1.0], [-1.0, COAST_LON], np.full((2, 2), -200.0))
    ocean = Ocean(Land.none(), Composite([grid]), Composite([UniformCurrents(0.0, 0.0)]))
    out = simulate(simulation(ocean), Land.none(), 600.0)
    assert out.status is Status.OUT_OF_FIELD
    assert out.rows[-1, INDEX["lon"]] == pytest.approx(COAST_LON, abs=3e-6)


def test_numbers_that_break_down_end_the_run_before_they_do():
    """A step of 2 s is unstable for this vehicle; what is kept are the rows before."""
    out = simulate(simulation(calm(), step=2.0), Land.none(), 600.0)
    assert out.status is Status.NONFINITE
    assert np.isfinite(out.rows[:, : INDEX["speed"] + 1]).all() and np.abs(out.rows[:, INDEX["lat"]]).max() <= 90.0
    assert out.rows[:, INDEX["speed"]].max() <= module.ABSURD_SPEED


def test_at_the_time_limit():
    out = simulate(simulation(calm()), Land.none(), 3.02)
    assert out.status is Status.TIMED_OUT and out.rows[-1, 0] == 3.05 and out.steps == 61


def test_interrupted_at_once_there_is_a_row():
    out = simulate(simulation(calm()), Land.none(), 600.0, cancelled=lambda: True)
    assert out.status is Status.INTERRUPTED and len(out.rows) == 1 and out.rows[0, 0] == 0.0


def test_interrupted_later_the_history_so_far_is_that_of_a_whole_run():
    answers = iter([False, False, True])
    out = simulate(simulation(calm()), Land.none(), 600.0, 100, cancelled=lambda: next(answers))
    whole = simulate(simulation(calm()), Land.none(), 600.0)
    assert out.status is Status.INTERRUPTED and len(out.rows) == 100
    assert out.rows.tobytes() == whole.rows[: len(out.rows)].tobytes()


def test_progress_and_cancellation_are_asked_every_chunk():
    seen: list[tuple[float, float]] = []
    simulate(simulation(calm()), Land.none(), 50.0, 200, lambda t, share: seen.append((t, share)))
    times, shares = zip(*seen, strict=True)
    assert list(times) == sorted(times) and times[-1] == 50.0 and all(0.0 <= s <= 1.0 for s in shares)


@pytest.mark.parametrize(("step", "record"), [(0.05, 0.1), (0.05, 0.05), (0.05, 0.12), (0.1, 0.025), (0.05, 1 / 1200)])
def test_rows_stand_at_exact_multiples_of_the_record_period(step: float, record: float):
    out = simulate(simulation(calm(), step=step, record=record), Land.none(), 6.0)
    ticks = round(record * 1200)
    expected = np.arange(0, 7200 + 1, ticks) / 1200
    assert np.array_equal(out.rows[: len(expected), 0], expected) and len(out.rows) - len(expected) in (0, 1)


def test_thinned_rows_are_rows_of_the_whole_history():
    whole = simulate(simulation(calm()), Land.none(), 60.0)
    for chunk in (7, 5000):
        thin = simulate(simulation(calm()), Land.none(), 60.0, chunk, max_rows=100)
        assert len(thin.rows) == 76 and np.array_equal(thin.rows, whole.rows[::8])


def test_many_rows_in_a_step_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch):
    """Without a limit a chunk of 20,000 steps of 0.25 s with a row each tick would be 6 million rows."""
    sim, most = simulation(calm(), step=0.25, record=1 / 1200), []
    advance = sim.advance

    def watched(steps: int, *rest: int):
        most.append(steps * 300)
        return advance(steps, *rest)

    monkeypatch.setattr(sim, "advance", watched)
    out = simulate(sim, Land.none(), 200.0, max_rows=5000)
    assert max(most) <= max(module.CHUNK_ROWS * 64, 300) and len(out.rows) <= 5000
    assert most[0] <= 5001 + 300


def test_the_coast_is_checked_along_close_positions_however_few_rows_are_kept():
    # A row an hour, or 10 s of an odd number of ticks: positions at most 5 s apart, at whole parts of the period.
    for period, step in ((120, 6), (3600 * 1200, 6), (86_400 * 1200, 60), (12_001, 6), (6_000, 600)):
        between = row_ticks(period, step)
        assert period % between == 0 and between <= COAST_TICKS
    assert row_ticks(120, 6) == 120
    assert row_ticks(3600 * 1200, 6) % 6 == 0
