"""How exact the engine is, against the NumPy reference of the tests and against closed forms; needs a checkout.

Run: python benchmarks/accuracy.py [--json]
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.reference.checks_closed import derivative_error, observed_order, trajectory_error
from tests.reference.checks_conserved import energy_drift, galilean_error
from tests.reference.engine import Engine


def measure() -> list[dict[str, object]]:
    """Name, value, unit and what was done, for each figure."""
    states = "10,000 random states of 2,000 random vehicles, against the matrix form"
    figures = [
        ("derivative_error", derivative_error(Engine, 2_000, 5), "1", states),
        ("trajectory_error_60s", trajectory_error(Engine), "m, rad", "tracks of such vehicles after 60 s"),
        ("rk4_order", observed_order(Engine), "1", "by halving the step twice"),
        ("galilean_error_600s", galilean_error(Engine), "m", "uniform current or moving frame, 600 s"),
        ("energy_drift_100s", energy_drift(Engine), "1", "drag-free bodies, 5 ms step, 100 s"),
    ]
    return [dict(zip(("name", "value", "unit", "note"), figure, strict=True)) for figure in figures]


if __name__ == "__main__":
    rows = measure()
    if "--json" in sys.argv[1:]:
        print(json.dumps({"results": rows}, indent=2))
    else:
        for row in rows:
            print(f"{row['name']:<22} {row['value']:>10.3g} {row['unit']:<7} {row['note']}")
