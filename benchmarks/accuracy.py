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
        {
            "name": "trajectory_error_60s",
            "value": trajectory_error(Engine),
            "unit": "m, rad",
            "note": "the same, 60 s",
        },
        {"name": "rk4_order", "value": observed_order(Engine), "unit": "1", "note": "by halving the step twice"},
        {
            "name": "galilean_error_600s",
            "value": galilean_error(Engine),
            "unit": "m",
            "note": "current or moving frame",
        },
        {"name": "energy_drift_100s", "value": energy_drift(Engine), "unit": "1", "note": "drag-free body, 5 ms step"},
    ]


if __name__ == "__main__":
    rows = measure()
    if "--json" in sys.argv[1:]:
        print(json.dumps({"results": rows}, indent=2))
    else:
        for row in rows:
            print(f"{row['name']:<22} {row['value']:>10.3g} {row['unit']:<7} {row['note']}")
