"""Vehicle files: every number has a unit and a source, and what is wrong is said in one line."""

from pathlib import Path

import numpy as np
import pytest

from seatrial.errors import FileFormatError, InputError
from seatrial.vehicles import catalogue
from seatrial.vehicles.reading import read_vehicle

DOLPHIN = """
name = "dolphin"
kind = "AUV"
about = "A dolphin for tests"

[sources]
trial = "Nobody (2001), eq. 7"
other = "Somebody (2002)"

[body]
source = "trial"
valid = "below 2 m/s"
mass = { value = 30.0, unit = "kg" }
volume = { value = 0.0293, unit = "m3", derived = "mass / 1025 kg/m3" }
hull_height = { value = 0.2, unit = "m" }
inertia = { value = [0.2, 4.0, 4.0], unit = "kg m2", source = "other" }
added_mass = { value = [1.0, 30.0, 30.0, 0.1, 5.0, 5.0], unit = "kg, kg m2" }
linear_damping = { value = [1, 1, 1, 1, 1, 1], unit = "N s/m, N m s" }
quadratic_damping = { value = [1, 2, 3, 4, 5, 6], unit = "N s2/m2, N m s2" }

[battery]
source = "other"
capacity = { value = 50.0, unit = "A h" }

[[thruster]]
name = "port"
source = "trial"
position = { value = [-0.5, -0.1, 0.0], unit = "m" }
axis = { value = [1.0, 0.0, 0.0], unit = "" }
max_thrust = { value = 20.0, unit = "N" }

[[thruster]]
name = "starboard"
source = "trial"
position = { value = [-0.5, 0.1, 0.0], unit = "m" }
axis = { value = [1.0, 0.0, 0.0], unit = "" }
max_thrust = { value = 20.0, unit = "N" }

[published]
top_speed = { value = 2.0, unit = "m/s", source = "other" }
"""


@pytest.fixture
def dolphin(tmp_path: Path) -> Path:
    path = tmp_path / "dolphin.toml"
    path.write_text(DOLPHIN)
    return path


def test_a_file_makes_a_vehicle(dolphin: Path):
    file = read_vehicle(dolphin)
    v = file.vehicle
    assert (v.name, file.kind, v.mass, v.battery.capacity) == ("dolphin", "AUV", 30.0, 50.0)
    np.testing.assert_array_equal(v.inertia, np.diag([0.2, 4.0, 4.0]))
    assert [t.name for t in v.thrusters] == ["port", "starboard"]
    assert v.sources == ("Nobody (2001), eq. 7", "Somebody (2002)")


def test_every_number_has_unit_source_and_validity(dolphin: Path):
    found = dict(read_vehicle(dolphin).parameters())
    assert found["body.mass"].unit == "kg" and found["body.mass"].source == "trial"
    assert found["body.inertia"].source == "other" and found["body.inertia"].valid == "below 2 m/s"
    assert found["body.volume"].derived == "mass / 1025 kg/m3"
    assert found["thruster[1].position"].value == (-0.5, 0.1, 0.0)
    assert read_vehicle(dolphin).published()["top_speed"].value == 2.0


def test_a_path_is_a_name(dolphin: Path):
    assert catalogue.entry(str(dolphin)).about == "A dolphin for tests"
    assert catalogue.factory(str(dolphin))().mass == 30.0


@pytest.mark.parametrize(
    "old, new, words",
    [
        ('kind = "AUV"', 'kind = "fish"', "kind = 'fish': must be one of AUV, glider, ROV, USV"),
        ('about = "A dolphin for tests"', "", "about: must be text"),
        (
            'mass = { value = 30.0, unit = "kg" }',
            "mass = 30.0",
            "body.mass: must be a table with value, unit and source",
        ),
        ('mass = { value = 30.0, unit = "kg" }', "mass = { value = 30.0 }", "body.mass: unit is missing"),
        ('mass = { value = 30.0, unit = "kg" }', "", "body.mass is missing"),
        ('unit = "kg" }', 'unit = "kg", colour = "red" }', "body.mass: colour: unknown"),
        ('{ value = 30.0, unit = "kg" }', '{ value = true, unit = "kg" }', "body.mass: value = True"),
        ('{ value = 30.0, unit = "kg" }', '{ value = -3.0, unit = "kg" }', "mass = -3 kg: must be"),
        ('unit = "kg m2", source = "other"', 'unit = "kg m2", source = "x"', "body.inertia: source = 'x'"),
        ("[[thruster]]", "[[rocket]]", "rocket: no such component"),
        ('name = "port"', 'name = "port"\nturbo = true', "thruster[0].turbo: unknown"),
        ("[battery]", "[battery]\ncolour = true", "battery.colour: unknown"),
        ("[1, 2, 3, 4, 5, 6]", "[1, 2, 3]", "quadratic_damping: must be finite numbers of shape (6,)"),
        ("[body]", "[hull]", "body: must be a table"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(dolphin: Path, old: str, new: str, words: str):
    assert old in DOLPHIN
    dolphin.write_text(DOLPHIN.replace(old, new))
    with pytest.raises(InputError) as caught:
        assert read_vehicle(dolphin).vehicle.mass
    assert words in str(caught.value) and str(dolphin) in str(caught.value) and "\n" not in str(caught.value)


def test_damaged_and_missing_files(dolphin: Path, tmp_path: Path):
    dolphin.write_bytes(b"\xff\xfe")
    with pytest.raises(FileFormatError, match="vehicle file"):
        read_vehicle(dolphin)
    dolphin.write_text("name = ")
    with pytest.raises(FileFormatError, match="vehicle file"):
        read_vehicle(dolphin)
    with pytest.raises(InputError, match="cannot be read"):
        read_vehicle(tmp_path / "none.toml")
