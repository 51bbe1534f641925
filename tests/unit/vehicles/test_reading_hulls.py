"""Vehicle files with every force of the hull, one at a time where two would count drag twice."""

from pathlib import Path

import numpy as np
import pytest

from seatrial.dynamics.drag_curves import DragCurve, cylinder, hoerner
from seatrial.dynamics.forces.crossflow import CrossflowDrag, Planes
from seatrial.dynamics.forces.derivatives import Derivatives
from seatrial.dynamics.forces.hull_lift import HullLift
from seatrial.dynamics.forces.projected_drag import ProjectedDrag
from seatrial.dynamics.forces.seabed import SeabedDamping
from seatrial.errors import InputError
from seatrial.vehicles.reading import read_vehicle

BODY = """
name = "hull"
kind = "AUV"
about = "A hull for tests"
[sources]
s = "Nobody (2001)"
[body]
source = "s"
mass = { value = 30.0, unit = "kg" }
volume = { value = 0.0293, unit = "m3" }
hull_height = { value = 0.2, unit = "m" }
inertia = { value = [0.2, 4.0, 4.0], unit = "kg m2" }
added_mass = { value = [1.0, 30.0, 30.0, 0.1, 5.0, 5.0], unit = "kg, kg m2" }
linear_damping = { value = [0, 0, 0, 0, 0, 0], unit = "N s/m, N m s" }
quadratic_damping = { value = [0, 0, 0, 0, 0, 0], unit = "N s2/m2, N m s2" }
"""
STRIPS = """
[crossflow]
source = "s"
length = { value = 1.6, unit = "m" }
height = { value = 0.19, unit = "m" }
breadth = { value = 0.38, unit = "m" }
"""
CONSTANT = 'drag_coefficient = { value = 1.1, unit = "" }'
EYE = [[1.0 if i == j else 0.0 for j in range(6)] for i in range(6)]


def components(path: Path, text: str) -> tuple:
    path.write_text(BODY + text)
    return read_vehicle(path).vehicle.components


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hull.toml"


def test_strips(path: Path):
    (uniform,) = components(path, STRIPS + CONSTANT)
    assert uniform == CrossflowDrag(1.6, 0.19, 0.38, DragCurve((1.1,)))
    (ship,) = components(path, STRIPS + 'section = "hoerner"\nends = true\nstrips = { value = 8, unit = "" }')
    assert ship == CrossflowDrag(1.6, 0.19, 0.38, hoerner(0.38, 0.19), 8, ends=True)
    words = 'section = "cylinder"\nplanes = "combined"\nreynolds_length = { value = 1.6, unit = "m" }'
    (pipe,) = components(path, STRIPS + words)
    assert pipe == CrossflowDrag(1.6, 0.19, 0.38, cylinder(1.6, 0.19, 1.6), planes=Planes.COMBINED)


def test_other_forces(path: Path):
    text = """
[hull_lift]
source = "s"
area = { value = 0.3, unit = "m2" }
span = { value = 0.2, unit = "m" }
zero_lift_drag = { value = 0.06, unit = "" }
all_planes = true
[seabed]
source = "s"
length = { value = 2.0, unit = "m" }
linear = { value = 5.0, unit = "N s/m" }
[derivatives]
source = "s"
Y_uv = { value = -28.6, unit = "kg/m" }
"N_r|r|" = { value = -94.0, unit = "kg m2" }
"""
    assert components(path, text) == (
        HullLift(0.3, 0.2, 0.06, all_planes=True),
        SeabedDamping(2.0, 5.0),
        Derivatives((("Y_uv", -28.6), ("N_r|r|", -94.0))),
    )


def test_matrices(path: Path):
    text = f'[matrix_damping]\nsource = "s"\nmatrix = {{ value = {EYE}, unit = "N s/m, N m s" }}\n'
    (damping,) = components(path, text)
    np.testing.assert_array_equal(np.asarray(damping.matrix), np.eye(6))
    text = '[projected_drag]\nsource = "s"\ndiagonal = { value = [1, 2, 3, 4, 5, 6], unit = "N s2/m2" }\n'
    (drag,) = components(path, text)
    assert isinstance(drag, ProjectedDrag)


@pytest.mark.parametrize(
    "text, words",
    [
        (STRIPS, "cross-flow section = None: must be hoerner or cylinder"),
        (STRIPS + 'section = "box"', "cross-flow section = 'box'"),
        (STRIPS + CONSTANT + '\nplanes = "all"', "cross-flow planes = 'all': must be one of independent, combined"),
        (STRIPS + CONSTANT + "\nturbo = true", "cross-flow turbo: unknown"),
        (STRIPS.replace("breadth", "beam") + CONSTANT, "cross-flow beam: unknown"),
        ('[crossflow]\nsource = "s"\n' + CONSTANT, "cross-flow length is missing"),
        (STRIPS + 'drag_coefficient = { value = "big", unit = "" }', "drag coefficient = 'big'"),
        ('[derivatives]\nsource = "s"\nY_vx = { value = 1.0, unit = "" }', "derivative 'Y_vx'"),
        ('[derivatives]\nsource = "s"\nY_uv = { value = "big", unit = "" }', "derivative Y_uv = 'big'"),
        ('[matrix_damping]\nsource = "s"\nmatrix = { value = [[1, 2], [3]], unit = "" }', r"of shape (6, 6)"),
        ('[projected_drag]\nsource = "s"\ndiagonal = { value = ["a"], unit = "" }', "projected drag: must be numbers"),
        (2 * STRIPS.replace("[crossflow]", "[[crossflow]]" + chr(10) + CONSTANT), "at most one CrossflowDrag"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(path: Path, text: str, words: str):
    with pytest.raises(InputError) as caught:
        components(path, text)
    assert words in str(caught.value) and str(path) in str(caught.value) and "\n" not in str(caught.value)
