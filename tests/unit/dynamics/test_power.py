"""Power models by thrust: what their files may hold, and what they refuse."""

from dataclasses import replace
from pathlib import Path

import pytest

from seatrial.dynamics.forces.thruster import Thruster
from seatrial.dynamics.power import ActuatorDisk, PowerTable, read_power_table
from seatrial.errors import FileFormatError, InputError
from tests.reference.bodies import drifter

GOOD = "# bollard test\nthrust_n, power_w, volts\n-40, 250, 16\n0, 4, 16\n\n50, 300, 16\n"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "power.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_csv_with_remarks_and_other_columns(tmp_path: Path):
    table = read_power_table(written(tmp_path, GOOD))
    assert table == PowerTable((-40.0, 0.0, 50.0), (250.0, 4.0, 300.0))


@pytest.mark.parametrize(
    "change, words",
    [
        (("0, 4", "0, x"), "power_w = 'x' in row 2: must be a number"),
        (("0, 4", "-50, 4"), "thrust_n = -50 N in row 2: must be above -40 N"),
        (("0, 4", "0, nan"), "power_w = nan in row 2: must be a finite number"),
        (("0, 4", "0, -1"), "power_w = -1 W in row 2: must be at least 0 W"),
        (("50, 300", "50, 3"), "power_w = 3 W in row 3: must not fall away from zero thrust"),
        (("-40, 250", "-40, 3"), "power_w = 4 W in row 2: must not fall away from zero thrust"),
        (("-40, 250, 16\n0, 4, 16", "3, 4, 16\n7, 5, 16"), "thrust_n = 3..50 N: must reach 0 N"),
        (("power_w", "watts"), "columns thrust_n, watts, volts: must hold thrust_n and power_w"),
        (("50, 300, 16", "50"), "power_w = None in row 3: must be a number"),
    ],
)
def test_bad_files_are_named(tmp_path: Path, change: tuple[str, str], words: str):
    path = written(tmp_path, GOOD.replace(*change))
    with pytest.raises(FileFormatError) as caught:
        read_power_table(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_file_and_no_text(tmp_path: Path):
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(FileFormatError, match="cannot be read as text"):
            read_power_table(path)
    with pytest.raises(FileFormatError, match="columns none"):
        read_power_table(written(tmp_path, ""))
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileFormatError, match="cannot be read as text"):
        read_power_table(tmp_path / "b.csv")


def test_a_table_spans_the_thrusters_of_its_vehicle():
    table = PowerTable((-40.0, 0.0, 50.0), (250.0, 4.0, 300.0))
    strong = Thruster("main", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 45.0)
    with pytest.raises(InputError, match=r"-40..50 N: must span -45..45 N of thruster main"):
        replace(drifter(), motor=table, thrusters=(strong,))
    weaker = replace(strong, max_reverse_thrust=30.0)
    assert replace(drifter(), motor=table, thrusters=(weaker,)).motor is table


@pytest.mark.parametrize(
    "change, words",
    [
        ({"diameter": 0.0}, "actuator disk diameter"),
        ({"efficiency": 1.2}, "efficiency"),
        ({"idle_power": -1.0}, "idle"),
    ],
)
def test_bad_disks_are_named(change: dict, words: str):
    with pytest.raises(InputError, match=words):
        replace(ActuatorDisk(0.1), **change)


def test_tables_of_unequal_length_are_refused():
    with pytest.raises(InputError, match="2 thrusts and 1 powers"):
        PowerTable((0.0, 1.0), (1.0,))
