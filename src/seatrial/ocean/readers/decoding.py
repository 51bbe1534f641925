"""Packed values to numbers, in float64.

What is missing is decided before anything is scaled, on the values as they lie in the file:

* `_Unsigned` gives the integers their sign first;
* `_FillValue` and every `missing_value`, compared as numbers of the packed type. One that the packed type cannot hold
  (1e37 for a 16-bit integer) never occurs, and masks nothing;
* floating-point numbers of 9.9e19 or more are the fill values of somebody (1e20, 1.27e30, 9.97e36, 1e37), named or not;
* `valid_min`, `valid_max`, `valid_range` refer to the packed values, unless the variable is a packed integer and the
  attribute is a floating-point number: then to the decoded ones (netCDF User's Guide, appendix A).

Then `scale_factor` and `add_offset` are applied.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

LARGEST_NUMBER = 9.9e19
"""Floating-point values of this magnitude are fill values."""


def decode(raw: NDArray[Any], attributes: Mapping[str, Any]) -> NDArray[np.float64]:
    """Values of `raw` after its attributes, NaN where there is no data.

    ValueError when `raw` does not hold numbers.
    """
    if raw.dtype.kind not in "iufb":
        raise ValueError("does not hold numbers")
    packed = _with_sign(raw, attributes)
    missing = _missing(packed, attributes)
    scale, offset = (number(attributes, key) for key in ("scale_factor", "add_offset"))
    low, high = _limits(attributes)
    is_packed = scale is not None or offset is not None
    decoded_limits = is_packed and packed.dtype.kind in "iu" and any(_is_float(x) for x in (low, high))
    if not decoded_limits:
        missing |= _beyond(packed, _unsigned(low, packed.dtype, raw.dtype), _unsigned(high, packed.dtype, raw.dtype))
    with np.errstate(invalid="ignore"):  # a damaged file may hold signalling NaN
        values = packed.astype(np.float64)
    if scale is not None:
        values *= scale
    if offset is not None:
        values += offset
    if decoded_limits:
        missing |= _beyond(values, low, high)
    values[missing] = np.nan
    return values


def number(attributes: Mapping[str, Any], key: str) -> float | None:
    """A numeric attribute, also one that was written as text; None when absent or no number."""
    value = attributes.get(key)
    if value is None:
        return None
    try:
        return float(np.asarray(value).reshape(-1)[0])
    except (TypeError, ValueError, IndexError):
        return None


def _with_sign(raw: NDArray[Any], attributes: Mapping[str, Any]) -> NDArray[Any]:
    flag = str(attributes.get("_Unsigned", "")).strip().lower()
    if flag in ("true", "1") and raw.dtype.kind == "i":
        return raw.view(raw.dtype.str.replace("i", "u"))
    if flag in ("false", "0") and raw.dtype.kind == "u":
        return raw.view(raw.dtype.str.replace("u", "i"))
    return raw


def _missing(packed: NDArray[Any], attributes: Mapping[str, Any]) -> NDArray[np.bool_]:
    missing = np.zeros(packed.shape, bool)
    if packed.dtype.kind == "f":
        missing |= ~(np.abs(packed) < packed.dtype.type(LARGEST_NUMBER))
    for key in ("_FillValue", "missing_value"):
        for value in _numbers(attributes.get(key)):
            if packed.dtype.kind == "f":
                missing |= packed == packed.dtype.type(value)
            elif value == np.floor(value):
                missing |= packed == _folded(value, packed.dtype)
    return missing


def _folded(value: float, dtype: np.dtype[Any]) -> float:
    """The fill value -1 of an unsigned 16-bit integer is 65535."""
    return value + 2.0 ** (8 * dtype.itemsize) if dtype.kind == "u" and value < 0.0 else value


def _numbers(value: Any) -> list[float]:
    if value is None:
        return []
    try:
        found = np.asarray(value, np.float64).reshape(-1)
    except (TypeError, ValueError):
        return []
    return [float(x) for x in found if np.isfinite(x)]


def _limits(attributes: Mapping[str, Any]) -> tuple[Any, Any]:
    """Least and greatest valid value with their types, None where not given."""
    low, high = (_first(attributes.get(key), 0) for key in ("valid_min", "valid_max"))
    both = attributes.get("valid_range")
    if both is not None and np.size(both) == 2:
        low, high = (_first(both, k) for k in (0, 1))
    return low, high


def _first(value: Any, index: int) -> Any:
    array = np.asarray(value)
    if value is None or array.dtype.kind not in "iuf" or array.size <= index:
        return None
    return array.reshape(-1)[index]


def _is_float(value: Any) -> bool:
    return value is not None and np.asarray(value).dtype.kind == "f"


def _unsigned(limit: Any, packed: np.dtype[Any], raw: np.dtype[Any]) -> Any:
    return limit if limit is None or packed == raw else _folded(float(limit), packed)


def _beyond(values: NDArray[Any], low: Any, high: Any) -> NDArray[np.bool_]:
    """Beyond the limits, which are rounded as the values are: 0.494025 in single precision is not below 0.494025."""
    outside = np.zeros(values.shape, bool)
    rounded = values.dtype.type if values.dtype.kind == "f" else float
    if low is not None and np.isfinite(low):
        outside |= values < rounded(low)
    if high is not None and np.isfinite(high):
        outside |= values > rounded(high)
    return outside
