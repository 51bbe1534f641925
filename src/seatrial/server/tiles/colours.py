"""Colour of a depth: cmocean's "deep" over the square root of depth, so that the shallows are not crushed.

A range that begins below the surface has no shallows: there the colours go evenly with depth.

The colours are every fifth of the 256 of `cmocean.cm.deep` (Thyng et al. 2016, doi 10.5670/oceanog.2016.66; MIT
licence, copyright 2015 Kristen M. Thyng); between them lies a straight line, at most one unit of 255 off. Made with

    python -c "import cmocean; print(*('%02x%02x%02x' % c[:3] for c in cmocean.cm.deep(range(0, 256, 5), bytes=True)))"
"""

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

DEFAULT_MAX_DEPTH = 6000.0
"""Depth [m] that gets the last colour."""
MAX_DEPTH_RANGE = (10.0, 12_000.0)
"""What a request may choose it from [m]."""
LEAST_SPAN = 1.0
"""Metres, at least, between the depths of the first and the last colour."""
TRANSPARENT = 0
"""Palette number of land and of places without depth."""

_DEEP = """
fdfecc f3fac6 e9f6c0 dff2bb d4efb6 caebb2 bfe7ae b5e4aa aae0a8 9fdda5 94d9a4 89d5a3 7fd1a3 76cda3 6ec8a3 67c3a4
62bfa4 5dbaa4 59b4a4 56afa4 53aaa3 51a5a2 4fa0a2 4d9ba1 4b96a0 49919e 478c9d 46879c 44829b 437d9a 417899 407398
3f6e97 3e6996 3e6495 3e5f93 3e5992 3f5490 404e8d 414988 414481 41407a 403c71 3f3869 3d3461 3a3058 382d51 352949
322541 2f223a 2b1e33 281a2c
"""
_LAST = 255
_TICKS = (1, 10, 20, 50, 100, 200, 500, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, 11_000, 12_000)
_APART = 0.04  # of the scale, at least, between two ticks of a legend


def _palette() -> NDArray[np.uint8]:
    stops = np.array([list(bytes.fromhex(word)) for word in _DEEP.split()], np.float64)
    at = np.linspace(0.0, 1.0, len(stops))
    wanted = np.linspace(0.0, 1.0, _LAST)
    colours = np.stack([np.interp(wanted, at, channel) for channel in stops.T], axis=1)
    return np.concatenate([np.zeros((1, 3)), np.round(colours)]).astype(np.uint8)


PALETTE = _palette()
"""Red, green and blue, shape (256, 3): `TRANSPARENT`, then the colours from shallow to deep."""


def clamp_max_depth(depth: float) -> float:
    """A depth [m] within `MAX_DEPTH_RANGE`."""
    low, high = MAX_DEPTH_RANGE
    return min(max(depth, low), high)


def colour_number(depth: ArrayLike, max_depth: float, min_depth: float = 0.0) -> NDArray[np.uint8]:
    """Palette number of depths [m]; NaN is transparent.

    What is no deeper than `min_depth` [m] gets the first colour, `max_depth` [m] and what is deeper the last one.
    """
    depth = np.asarray(depth, np.float64)
    known = np.isfinite(depth)
    share = _share(np.where(known, depth, 0.0), max_depth, min_depth)
    return np.where(known, 1 + np.round((_LAST - 1) * share), TRANSPARENT).astype(np.uint8)


def _share(depth: ArrayLike, max_depth: float, min_depth: float) -> NDArray[np.float64]:
    """Place of depths along the colours, 0 to 1."""
    part = np.clip((np.asarray(depth, np.float64) - min_depth) / (max_depth - min_depth), 0.0, 1.0)
    return part if min_depth > 0.0 else np.sqrt(part)


def legend(max_depth: float, min_depth: float = 0.0) -> list[dict[str, float | str]]:
    """Depths [m] of a range that are easy to read, each with the colour that it has in the tiles.

    From 1 m, or `min_depth` where that is deeper, to `max_depth`.
    """
    inside = [float(tick) for tick in _TICKS if min_depth < tick < max_depth]
    depths = [float(min_depth), *inside] if min_depth > 0.0 else inside
    share = _share([*depths, max_depth], max_depth, min_depth)
    kept = [depth for depth, (here, _) in zip(depths, pairwise(share), strict=True) if 1.0 - here >= _APART]
    wanted = [*kept, float(max_depth)]
    colours = PALETTE[colour_number(wanted, max_depth, min_depth)]
    return [
        {"depth_m": depth, "color": "#{:02x}{:02x}{:02x}".format(*colour)}
        for depth, colour in zip(wanted, colours.tolist(), strict=True)
    ]
