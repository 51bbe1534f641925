"""Packed values: rules one by one, and round trips of random packings."""

from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from seatrial.ocean.readers.decoding import decode

NAN = np.nan


@pytest.mark.parametrize(
    "raw, attributes, expected",
    [
        # the limits of packed integers are packed, those in floating point decoded (Cs_r of the Nordic file)
        (
            np.array([-32768, 0, 32767], np.int16),
            {"valid_min": -1.0, "valid_max": 0.0, "scale_factor": -(2.0**-16), "add_offset": -0.5},
            [0.0, -0.5, -65535.0 / 65536.0],
        ),
        (
            np.array([-32768, 0, 32767], np.int16),
            {"valid_min": -0.75, "valid_max": -0.25, "scale_factor": -(2.0**-16), "add_offset": -0.5},
            [NAN, -0.5, NAN],
        ),
        (np.array([5, 50], np.int16), {"valid_max": np.int16(10), "scale_factor": 2.0}, [10.0, NAN]),
        (np.array([5, 50], np.int16), {"valid_max": np.int64(10), "scale_factor": 2.0}, [10.0, NAN]),
        (np.array([0.494025], np.float32), {"valid_min": 0.494025, "valid_max": 0.494025}, [np.float32(0.494025)]),
        (np.array([1.0, 1e20, 1e37, 9.96921e36, np.inf, NAN], np.float32), {}, [1.0, NAN, NAN, NAN, NAN, NAN]),
        (np.array([1.0, -999.0]), {"missing_value": np.array([-999.0, -888.0])}, [1.0, NAN]),
        (np.array([1.0, -999.0]), {"missing_value": "-999."}, [1.0, NAN]),
        (np.array([1.0, 2.0]), {"missing_value": "none"}, [1.0, 2.0]),
        (np.array([1, -1], np.int8), {"_Unsigned": "true", "_FillValue": np.int8(-1)}, [1.0, NAN]),
        (np.array([255, 1], np.uint8), {"_Unsigned": "false", "_FillValue": np.int8(-1)}, [NAN, 1.0]),
        (np.array([250, -32768], np.int16), {"_FillValue": -32768.0, "scale_factor": "0.01"}, [2.5, NAN]),
        (np.array([1, 0], np.int16), {"valid_range": "0, 1", "_FillValue": np.int16(0)}, [1.0, NAN]),
        # the packed value that equals a decoded fill value is data
        (np.array([-30, -30000], np.int16), {"_FillValue": np.int16(-30000), "scale_factor": 0.001}, [-0.03, NAN]),
    ],
)
def test_rules(raw: np.ndarray, attributes: dict[str, Any], expected: list[float]):
    np.testing.assert_allclose(decode(raw, attributes), expected, rtol=1e-15)


def test_text_is_refused():
    with pytest.raises(ValueError, match="does not hold numbers"):
        decode(np.array([b"a"]), {})


@given(
    st.lists(st.one_of(st.none(), st.integers(-32_000, 32_000)), min_size=1, max_size=20),
    st.floats(1e-6, 1e3),
    st.floats(-1e4, 1e4),
    st.integers(-32_768, 32_767),
    st.booleans(),
)
def test_round_trip(cells: list[int | None], scale: float, offset: float, fill: int, unsigned: bool):
    """What was packed comes back to rounding, what was missing is missing, and nothing else is."""
    kept = [None if c is None or c == fill else c for c in cells]
    stored = np.array([fill if c is None else c for c in kept], np.int16)
    attributes: dict[str, Any] = {"scale_factor": scale, "add_offset": offset, "_FillValue": np.int16(fill)}
    if unsigned:
        attributes["_Unsigned"] = "true"
    values = decode(stored, attributes)
    for value, cell in zip(values, kept, strict=True):
        if cell is None:
            assert np.isnan(value)
        else:
            packed = cell + 65_536 if unsigned and cell < 0 else cell
            assert value == packed * scale + offset
