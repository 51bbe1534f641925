"""The one-degree grid of the climatology, and what is done with fields on it."""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, gaussian_filter

LAT, LON = np.arange(-89.5, 90.0), np.arange(-179.5, 180.0)
"""Centres of the one-degree cells [deg]."""


def smooth(field: NDArray, sigma: float) -> NDArray:
    """Gaussian smoothing of a (lat, lon) field, `sigma` in cells; longitude goes round the globe."""
    return gaussian_filter(field, sigma, mode=("nearest", "wrap"))  # pyright: ignore[reportArgumentType]


def smooth_masked(field: NDArray, mask: NDArray, sigma: float) -> NDArray:
    """Gaussian mean over the cells of `mask` only."""
    return smooth(np.where(mask, field, 0), sigma) / np.maximum(smooth(mask * 1.0, sigma), 1e-9)


def fill_everywhere(field: NDArray, known: NDArray) -> NDArray:
    """Nearest known value in every cell of a (180, 360) field, round the globe; what was filled is then smoothed."""
    field, known = np.tile(field, 3), np.tile(known, 3)
    index = distance_transform_edt(~known, return_distances=False, return_indices=True)
    nearest = field[tuple(np.asarray(index))]
    return np.where(known, nearest, smooth(nearest, 2))[:, 360:720]


def spread(field: NDArray, known: NDArray, allowed: NDArray, steps: int = 2) -> tuple[NDArray, NDArray]:
    """Field and mask after giving allowed cells, `steps` times over, the mean of their known neighbours (8, same
    level).

    NaN elsewhere. Rows wrap at the poles too, where nothing is to be filled.
    """
    field, known = np.where(known, field, 0.0), known.copy()
    for _ in range(steps):
        total, count = np.zeros_like(field), np.zeros(known.shape)
        for row, column in np.ndindex(3, 3):
            shift = (row - 1, column - 1)
            near = np.roll(known, shift, (-2, -1))
            count += near
            total = total + np.where(near, np.roll(field, shift, (-2, -1)), 0)
        new = allowed & ~known & (count > 0)
        field = np.where(new, total / np.maximum(count, 1), field)
        known |= new
    return np.where(known, field, np.nan), known
