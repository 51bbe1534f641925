"""Tables of tidal events: the curve between events, directions, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.gridded import open_gridded
from seatrial.ocean.readers.inspecting import inspect
from seatrial.ocean.readers.tidal_events import TidalEvents, open_tidal_events

HEAD = "Date_Time (GMT), Event, Speed (cm/sec)\n"
DAY = 1_577_836_800.0
ROWS = "2020-01-01 00:00, slack,-\n2020-01-01 03:00, flood,50\n2020-01-01 06:00, slack,-\n2020-01-01 09:00, ebb,-40\n"


def events(folder: Path, rows: str = ROWS, head: str = HEAD) -> TidalEvents:
    (folder / "t.csv").write_text(head + rows, encoding="utf-8")
    return open_tidal_events(folder / "t.csv", 69.0, 255.0)


def check_curve(speed_at: object, folder: Path) -> None:
    table = events(folder)
    hours = np.array([0.0, 1.0, 3.0, 5.0, 6.0, 7.0, 9.0])
    expected = [0.0, 0.25, 0.5, 0.25, 0.0, -0.2, -0.4]  # sin 30 degrees is a half
    np.testing.assert_allclose(speed_at(table, DAY + 3600.0 * hours), expected, atol=1e-12)  # type: ignore[operator]
    assert np.isnan(speed_at(table, DAY + 3600.0 * np.array([-0.1, 9.1]))).all()  # type: ignore[operator]


def test_curve(tmp_path: Path):
    check_curve(TidalEvents.speed_at, tmp_path)


def test_two_maxima_and_two_slacks(tmp_path: Path):
    rows = (
        "2020-01-01 00:00, flood,50\n2020-01-01 04:00, ebb,-30\n2020-01-01 08:00, slack,-\n2020-01-01 12:00, slack,-\n"
    )
    table = events(tmp_path, rows)
    np.testing.assert_allclose(table.speed_at(DAY + 3600.0 * np.array([2.0, 10.0])), [0.1, 0.0], atol=1e-12)


def test_directions_need_not_be_opposite(tmp_path: Path):
    value, valid = events(tmp_path).sample(41.5, -70.7, 3.0, DAY + 3600.0 * np.array([3.0, 9.0, 20.0]))
    assert valid.tolist() == [True, True, False]
    flood, ebb = np.radians(69.0), np.radians(255.0)
    np.testing.assert_allclose(value[0], [0.5 * np.sin(flood), 0.5 * np.cos(flood)], rtol=1e-12)
    np.testing.assert_allclose(value[1], [0.4 * np.sin(ebb), 0.4 * np.cos(ebb)], rtol=1e-12)


@pytest.mark.parametrize(
    "rows, head, said",
    [
        (ROWS.replace("flood", "surge"), HEAD, "row 3: event 'surge': must be one of slack, flood, ebb"),
        (ROWS.replace("50", "fast"), HEAD, "row 3: speed 'fast': must be a number"),
        (ROWS.replace("50", "5000"), HEAD, "row 3: speed"),
        (ROWS.replace("09:00", "05:00"), HEAD, "row 5: 2020-01-01T05:00:00Z: times must ascend"),
        (ROWS, HEAD.replace("(cm/sec)", ""), "its unit must be in brackets"),
        (ROWS, HEAD.replace("GMT", "LST"), "times must be GMT"),
        (ROWS.replace("2020-01-01 03", "soon 03"), HEAD, "column 'Date_Time (GMT)'"),
        (ROWS, HEAD.replace("Event", "Kind"), "must have columns of time, event and speed"),
    ],
)
def test_refused(rows: str, head: str, said: str, tmp_path: Path):
    with pytest.raises(FileFormatError) as caught:
        events(tmp_path, rows, head)
    assert said in str(caught.value) and "t.csv" in str(caught.value) and "\n" not in str(caught.value)


def test_direction_out_of_range(tmp_path: Path):
    events(tmp_path)
    with pytest.raises(InputError, match="flood_deg = 400 deg"):
        open_tidal_events(tmp_path / "t.csv", 400.0, 0.0)


def test_real_table(shared_data: Path):
    """Weepecket Island: 8 500 events, 69 and 255 degrees; its own maxima come back, slacks are still."""
    table = open_tidal_events(shared_data / "ACT1951_1_Annual_2021.csv", 69.0, 255.0)
    assert table.times.size == 8500 and int(table.is_slack.sum()) == 4236
    np.testing.assert_allclose([table.speed.min(), table.speed.max()], [-0.41, 0.58], rtol=1e-15)
    np.testing.assert_allclose(table.speed_at(table.times), table.speed, atol=1e-15)
    fine = np.linspace(table.times[0], table.times[-1], 100_001)
    assert np.abs(table.speed_at(fine)).max() <= 0.58 + 1e-15
    told = inspect(shared_data / "ACT1951_1_Annual_2021.csv")
    assert any("the name says 2021" in line for line in told["warnings"])


def test_events_are_no_grid(tmp_path: Path):
    events(tmp_path)
    with pytest.raises(FileFormatError, match=r"t.csv: tidal current events, no grid: `open_tidal_events`"):
        open_gridded(tmp_path / "t.csv", "SeaWaterVelocity")
