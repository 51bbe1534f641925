"""The engine compiles and runs in both precisions, and says so when asked for another."""

import json
import os
import subprocess
import sys

import numpy as np

SCRIPT = """
import json
import numpy as np
from seatrial.dynamics.scalar import real_numpy
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.simulation.settings import Settings
from seatrial.simulation.simulation import Simulation, Start, Waypoints
from seatrial.vehicles.torpedo import torpedo

sea = Ocean(Land.none(), Composite([UniformDepth(200.0)]), Composite([UniformCurrents(0.1, -0.05)]))
route = Waypoints(np.array([2e-4, 4e-4]), np.array([0.0, 1e-4]), np.array([4.0, 6.0]), np.array([0.5, 0.8]))
start = Start(torpedo(ballast="neutral", thruster_time_constant=0.3), 0.0, 0.0, 2.0, waypoints=route)
sim = Simulation([start], sea, Settings(step=0.02))
rows = sim.advance(1500).rows[0]
print(json.dumps({"bits": np.dtype(real_numpy).itemsize * 8, "time": sim.time[0], "row": rows[-1].tolist(),
                  "p": sim.states()["p"][0].tolist()}))
"""


def run(precision: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"SEATRIAL_PRECISION": precision}
    return subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False)


def test_single_agrees_with_double():
    results = {}
    for precision in ("single", "double"):
        done = run(precision)
        assert done.returncode == 0, done.stderr
        results[precision] = json.loads(done.stdout)
    single, double = results["single"], results["double"]
    assert (single["bits"], double["bits"]) == (32, 64)
    assert single["time"] == double["time"] == 30.0
    # 1,500 steps of 1e-7 relative rounding in numbers of 10 m and 1 m/s: 1e-4, with a margin of ten.
    np.testing.assert_allclose(single["p"], double["p"], rtol=0.0, atol=1e-3)
    np.testing.assert_allclose(single["row"], double["row"], rtol=1e-3, atol=1e-3)


def test_other_precisions_are_refused():
    done = run("half")
    assert done.returncode != 0
    assert "SEATRIAL_PRECISION = 'half': must be 'double' or 'single'" in done.stderr
