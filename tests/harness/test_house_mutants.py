"""The house rules reject what they are there to reject: a check that cannot fail is a defect."""

import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.house import budget, clean, docstrings, imports, kernels, netcdf
from tests.house.places import ROOT, Source


def source(text: str, path: str = "seatrial/ocean/part.py") -> Source:
    return Source(path, dedent(text))


def lines(count: int, indent: str = "") -> str:
    return "".join(f"{indent}x{i} = {i}\n" for i in range(count))


# --- netCDF files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "data = xr.open_dataset(path)",
        "with netCDF4.Dataset(path) as data, alone(): ...",
        "with alone():\n    pass\ndata.to_netcdf(path)",
        "with LOCK:\n    Dataset(path)",
        "with alone():\n    def later(): return xr.load_dataset(path)",
        "with alone():\n    later = lambda: xr.open_mfdataset(path)",
    ],
)
def test_netcdf_without_the_lock(text):
    assert len(netcdf.unlocked(source(text))) == 1


def test_netcdf_with_the_lock():
    assert not netcdf.unlocked(source("with netcdf.alone(), netCDF4.Dataset(path) as data:\n    data.to_netcdf(path)"))
    assert not netcdf.unlocked(source("data = xr.Dataset({})"))


# --- budgets --------------------------------------------------------------------------------------------------------


def test_long_file():
    assert not budget.file_sizes([Source("a.py", lines(600)), Source("b.py", lines(1)), Source("c.py", lines(2))])
    problems = budget.file_sizes([Source("a.py", lines(601)), Source("b.py", lines(1)), Source("c.py", lines(2))])
    assert len(problems) == 1
    assert "a.py: 601 lines" in problems[0]


def test_long_median():
    assert not budget.file_sizes([Source("a.py", lines(150))])
    assert "median" in budget.file_sizes([Source("a.py", lines(151))])[0]


def test_files_of_docstrings_do_not_lower_the_median():
    empty = [Source(f"{i}/__init__.py", '"""Nothing else."""\n') for i in range(9)]
    assert budget.file_sizes([*empty, Source("a.py", lines(151))])


def function(name: str, count: int, docstring: str = "") -> str:
    return f"def {name}():\n{docstring}{lines(count, '    ')}"


def test_long_functions():
    short = "".join(function(f"short{i}", 59) for i in range(19))
    assert not budget.function_sizes([Source("a.py", short + function("long", 60))]), "5 % may be longer"
    problems = budget.function_sizes([Source("a.py", short + function("long", 60) + function("longer", 61))])
    assert ["longer: 62 lines" in problems[1], "long: 61 lines" in problems[2]] == [True, True]


def test_docstrings_do_not_count():
    text = '    """First.\n\n' + "    more\n" * 30 + '    """\n'
    assert not budget.function_sizes([Source("a.py", function("f", 59, text))])
    assert budget.function_sizes([Source("a.py", function("f", 60, text))])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("seatrial/ocean/utils.py", ""),
        ("seatrial/utils/land.py", ""),
        ("seatrial/ocean/helpers.py", ""),
        ("seatrial/ocean/land.py", "class LandManager: ..."),
        ("seatrial/ocean/land.py", "class ManagerOfLand: ..."),
    ],
)
def test_empty_names(path, text):
    assert budget.catch_all_names(Source(path, text))
    assert not budget.catch_all_names(source("class Land: ..."))


@pytest.mark.parametrize(
    "text",
    [
        "def f(**kwargs): return g(**kwargs)",
        "def f(a, **options): return lambda: g(1, **options)",
        "class A:\n    def f(self, **kwargs): self.g(**kwargs)",
    ],
)
def test_pass_through(text):
    assert budget.keyword_pass_through(source(text))
    assert not budget.keyword_pass_through(source("def f(**units): return g(units)"))


@pytest.mark.parametrize(
    "base",
    [
        "class Base:\n    def __init__(self): self.x = 1\n",
        "class Base:\n    def f(self): self.x += 1\n",
        "@dataclass\nclass Base:\n    x: int\n",
        "@dataclasses.dataclass(slots=True)\nclass Base:\n    x: int\n",
    ],
)
def test_base_class_with_state(base):
    assert budget.stateful_bases([source(base), source("class Sub(Base): ...", "seatrial/mission/part.py")])
    assert budget.stateful_bases([source(base + "class Sub(module.Base[int]): ...")])
    assert not budget.stateful_bases([source(base)])


@pytest.mark.parametrize(
    "base",
    [
        "class Base(Protocol):\n    def __init__(self): self.x = 1\n",
        "@dataclass(frozen=True)\nclass Base:\n    x: int\n",
        "class Base(BaseModel):\n    x: int\n",
    ],
)
def test_base_class_without_state(base):
    assert not budget.stateful_bases([source(base + "class Sub(Base): ...")])


@pytest.mark.parametrize(
    "text",
    ['if mode == "linear": pass', 'if "a" in names: pass', 'match mode:\n    case "linear":\n        pass'],
)
def test_option_string(text):
    assert budget.option_strings(source(text, "seatrial/dynamics/forces/drag.py"))
    assert not budget.option_strings(source(text, "seatrial/mission/scenario.py"))
    assert not budget.option_strings(source("if count == 1: pass", "seatrial/dynamics/forces/drag.py"))


def test_public_names():
    many = ", ".join(f"'name{i}'" for i in range(13))
    assert "13 public names" in budget.public_names([source(f"__all__ = [{many}]", "seatrial/__init__.py")])[0]
    assert "no __all__" in budget.public_names([source("from a.b import c", "seatrial/ocean/__init__.py")])[0]
    twice = [source("__all__ = ['run']", f"seatrial{folder}/__init__.py") for folder in ("", "/mission")]
    assert "two import paths: seatrial, seatrial.mission" in budget.public_names(twice)[0]
    assert not budget.public_names(twice[:1])


# --- kernels --------------------------------------------------------------------------------------------------------

HEADS = {
    "func": "import warp as wp\n@wp.func\ndef f(x: real):\n    return {}",
    "kernel": "import warp as wp\n@wp.kernel\ndef f(x: real):\n    return {}",
    "called": "import warp as wp\n@wp.kernel(module='unique', enable_backward=False)\ndef f(x: real):\n    return {}",
    "renamed": "import warp as w\n@w.func\ndef f(x: real):\n    return {}",
    "whole name": "import warp\n@warp.func\ndef f(x: real):\n    return {}",
    "imported": "from warp import func as physics\n@physics\ndef f(x: real):\n    return {}",
    "through scalar": "from seatrial.dynamics.scalar import wp\n@wp.func\ndef f(x: real):\n    return {}",
    "renamed through scalar": "from seatrial.dynamics.scalar import wp as w\n@w.func\ndef f(x: real):\n    return {}",
    "made before": "import warp as wp\nunique = wp.kernel(module='unique')\n@unique\ndef f(x: real):\n    return {}",
    "by call": "import warp as wp\ndef f(x: real):\n    return {}\ng = wp.func(f)",
    "in a factory": "import warp as wp\ndef build():\n    @wp.func\n    def f(x: real):\n        return {}",
    "in a class": "import warp as wp\nclass A:\n    @staticmethod\n    @wp.func\n    def f(x):\n        return {}",
    "nested": "import warp as wp\n@wp.func\ndef f(x: real):\n    def g():\n        return {}\n    return g()",
}
BARE = [
    "x * 0.5",
    "-0.5",
    "1e-9",
    "real(2.0 * x)",
    "vec3(0.0, x, x)",
    "real(x + 1.5)",
    "wp.static(0.5)",
    "max(real(1.0), 2.0)",
]
WRAPPED = ["x * real(0.5)", "real(-0.5)", "-real(0.5)", "scalar.real(1e-9)", "x * HALF", "real(2)", "x if 3 > 2 else x"]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("expression", BARE)
def test_bare_literal(head, expression):
    assert kernels.literals(source(HEADS[head].format(expression)))


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("expression", WRAPPED)
def test_wrapped_literal(head, expression):
    assert not kernels.literals(source(HEADS[head].format(expression)))


def test_literal_in_plain_python():
    assert not kernels.literals(source("import warp as wp\ndef f(x):\n    return 0.5 * x"))


def test_constants():
    assert kernels.literals(source("import warp as wp\nHALF = wp.constant(0.5)"))
    assert not kernels.literals(source("import warp as wp\nHALF = wp.constant(real(2.0**-1))"))


@pytest.mark.parametrize(
    "text",
    [
        "import warp as wp\nT = wp.float64",
        "import warp as wp\nT = wp.vec3",
        "import warp as wp\nT = wp.vec3d",
        "import warp as wp\nT = wp.quat",
        "import warp as wp\nT = wp.mat33",
        "import warp as wp\nT = wp.types.spatial_vector",
        "from warp import float32",
        "from warp.types import float64 as real",
        "import warp as wp\n@wp.func\ndef f(x: float):\n    return x",
        "import warp as wp\n@wp.func\ndef f(x: real):\n    return float(x)",
        "import warp as wp\n@wp.func\ndef f(x: real):\n    return np.float32(x)",
        "import warp as wp\n@wp.struct\nclass Record:\n    mass: float",
        "from seatrial.dynamics.scalar import wp\n@wp.kernel\ndef f(x: wp.array(dtype=wp.float32)):\n    pass",
    ],
)
def test_named_width(text):
    assert kernels.widths(source(text))
    assert not kernels.widths(source(text, kernels.SCALAR))


def test_width_outside_warp():
    assert not kernels.widths(source("import numpy as np\nT = np.float32\ndef f(x: float): ..."))
    assert not kernels.widths(source("import warp as wp\n@wp.func\ndef f(x: real):\n    return wp.transform_point(x)"))


# --- imports --------------------------------------------------------------------------------------------------------

FOLDERS = ["frames", "ocean", "dynamics", "vehicles", "control", "sensors", "planning", "simulation", "mission"]
FOLDERS += ["mapping", "localization", "learning", "ros", "studies", "server"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A package with all folders of the design, importing nothing."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for folder in FOLDERS:
        (tmp_path / "src" / "seatrial" / folder).mkdir(parents=True)
        (tmp_path / "src" / "seatrial" / folder / "__init__.py").touch()
    for module in ("__init__", "cli", "errors"):
        (tmp_path / "src" / "seatrial" / f"{module}.py").touch()
    return tmp_path


def test_upright_imports(tree):
    for upper, lower in [
        ("cli", "mission"),
        ("mission/run", "simulation"),
        ("dynamics/x", "ocean"),
        ("ros/x", "mission"),
    ]:
        (tree / "src" / "seatrial" / f"{upper}.py").write_text(f"import seatrial.{lower}, seatrial.errors\n")
    (tree / "src" / "seatrial" / "mission" / "picture.py").write_text("def draw():\n    import matplotlib.pyplot\n")
    done = imports.lint_imports(tree)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("frames/x", "import seatrial.ocean"),
        ("ocean/x", "from seatrial.dynamics import y"),
        ("vehicles/x", "from seatrial import control"),
        ("planning/x", "def f():\n    import seatrial.sensors"),
        ("simulation/x", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import seatrial.mission"),
        ("ros/x", "import seatrial.server"),
        ("errors", "import seatrial.frames"),
        ("mission/x", "import seatrial.cli"),
        ("dynamics/x", "def f():\n    import matplotlib.pyplot"),
        ("mission/x", "import torch"),
        ("learning/x", "import rosbags.rosbag1"),
        ("ocean/x", "import dask.array"),
    ],
)
def test_forbidden_import(tree, module, text):
    (tree / "src" / "seatrial" / f"{module}.py").write_text(text + "\n")
    done = imports.lint_imports(tree)
    assert done.returncode != 0
    assert "BROKEN" in done.stdout, done.stdout + done.stderr


def test_unknown_folder(tree):
    (tree / "src" / "seatrial" / "gadgets").mkdir()
    (tree / "src" / "seatrial" / "gadgets" / "__init__.py").touch()
    done = imports.lint_imports(tree)
    assert done.returncode != 0
    assert "gadgets" in done.stdout + done.stderr


def test_slow_import(tmp_path):
    assert imports.slow_modules_loaded_by("import shapely") == ["shapely"]
    (tmp_path / "eager.py").write_text("import json\nfrom xarray import Dataset\n")
    assert "xarray" in imports.slow_modules_loaded_by("import eager; raise SystemExit(0)", tmp_path)
    assert imports.slow_modules_loaded_by("import json; print('LOADED warp')") == []


def test_import_from_the_root():
    assert imports.root_imports(source("from seatrial import run"), {"ocean"})
    assert not imports.root_imports(source("from seatrial import ocean"), {"ocean"})


# --- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "x = 1",
        '"""Module."""\ndef f(): ...',
        '"""Module."""\nclass A: ...',
        '"""Module."""\nclass A:\n    """A."""\n    def f(self): ...',
        '"""Module."""\n@wp.func\ndef f(x: real): ...',
    ],
)
def test_missing_docstring(text):
    assert docstrings.missing(source(text))
    assert not docstrings.missing(source('"""Module."""\ndef _f(): ...\ndef f():\n    """F."""\n    def g(): ...'))


@pytest.mark.parametrize("text", ["raise ValueError", "raise InputError()", "raise errors.InputError() from None"])
def test_error_without_words(text):
    assert docstrings.wordless_errors(source(text))
    assert not docstrings.wordless_errors(source("try:\n    raise InputError('depth')\nexcept InputError:\n    raise"))


@pytest.mark.parametrize(
    "text",
    [
        "# TO" + "DO: later",
        "x = 1  # FIX" + "ME",
        "raise Not" + "ImplementedError('later')",
        "if x:  # pragma: no " + "cover",
        "open('/ho" + "me/ann/data.nc')",
        "see /wo" + "rk/data",
        "https://registry.npm" + "js.org/x",
        "as in sha" + "red/notes.md",
    ],
)
def test_dirt(text):
    assert clean.findings("a.py", "x = 1\n" + text)[0].startswith("a.py:2: ")


def test_no_dirt():
    assert not clean.findings("a.py", "a route home/away, todos, 1/work/2, shared code, the seed of a run, docs/home/x")


def test_untracked_dirt_is_seen(tmp_path):
    (tmp_path / "note.py").write_text("# FIX" + "ME\n")
    assert clean.tracked(tmp_path) == [tmp_path / "note.py"], "without git every file counts"
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    assert clean.tracked(tmp_path) == [tmp_path / "note.py"], "with git those count that are not ignored"


def test_binary_files_have_no_text(tmp_path):
    (tmp_path / "data.nc").write_bytes(b"CDF\0")
    assert clean.text_of(tmp_path / "data.nc") is None


# --- tools ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text", "rule"),
    [
        ("src/seatrial/ocean/x.py", "import torch", "TID253"),
        ("src/seatrial/ocean/x.py", "import warp as wp", "TID253"),
        ("src/seatrial/mission/x.py", "from matplotlib import pyplot", "TID253"),
        ("src/seatrial/dynamics/x.py", "from . import y", "TID252"),
        ("src/seatrial/ocean/x.py", "assert True", "S101"),
        ("src/seatrial/cli.py", "print(1)", "T201"),
        ("src/seatrial/ocean/x.py", "def f(): ...", "D103"),
        ("src/seatrial/ocean/x.py", "def camelCase(): ...", "N802"),
        ("tests/unit/test_x.py", "import os", "F401"),
    ],
)
def test_style(path, text, rule):
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--no-cache",
        "--output-format=concise",
        f"--stdin-filename={path}",
        "-",
    ]
    done = subprocess.run(command, input=text + "\n", cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1, done.stderr
    assert rule in done.stdout


def test_types(tmp_path):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for folder in ("src/seatrial/dynamics", "tests"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "wrong.py").write_text("depth: int = 'deep'\n")
    command = [sys.executable, "-m", "pyright", "--project", str(tmp_path), "--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1, done.stderr
    assert done.stdout.count("reportAssignmentType") == 2, done.stdout
