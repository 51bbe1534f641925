"""Cubic Hermite interpolation between two states."""

from typing import Any

import numpy as np

from seatrial.dynamics.scalar import wp
from seatrial.dynamics.state import State
from tests.reference import probe
from tests.reference.probe_kernel import between_kernel

H = 0.4


def as_state(record: Any) -> State:
    s = State()
    for name in ("p", "q", "nu"):
        setattr(s, name, type(getattr(s, name))(*record[name].tolist()))
    for name in ("charge", "temperature", "energy", "distance"):
        setattr(s, name, float(record[name]))
    return s


def cubic(coefficients: np.ndarray, t: float) -> tuple[Any, Any]:
    """State whose 17 numbers are cubics of time, and their rates."""
    value = coefficients @ np.array([1.0, t, t * t, t**3])
    rate = coefficients @ np.array([0.0, 1.0, 2.0 * t, 3.0 * t * t])
    result = []
    for numbers in (value, rate):
        s: Any = np.zeros((), State.numpy_dtype())
        s["p"], s["q"], s["nu"] = numbers[0:3], numbers[3:7], numbers[7:13]
        s["charge"], s["temperature"], s["energy"], s["distance"] = numbers[13:]
        result.append(s)
    return result[0], result[1]


def between(share: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
    ends = [as_state(s) for t in (0.0, H) for s in cubic(coefficients, t)]
    out = wp.zeros(len(share), dtype=State, device="cpu")
    probe.run(between_kernel, len(share), [*ends, probe.table(share), H, out])
    return out.numpy()


def test_cubics_come_back_exactly():
    share = np.array([0.0, 0.1, 0.5, 0.9, 1.0])
    coefficients = np.random.default_rng(71).normal(size=(17, 4))
    ours = between(share, coefficients)
    for k, x in enumerate(share.tolist()):
        exact, _ = cubic(coefficients, x * H)
        for name in ("p", "nu", "charge", "temperature", "energy", "distance"):
            np.testing.assert_allclose(ours[name][k], exact[name], rtol=0.0, atol=1e-14)
        # The attitude is brought back to unit norm.
        np.testing.assert_allclose(ours["q"][k], exact["q"] / np.linalg.norm(exact["q"]), rtol=0.0, atol=1e-14)
