"""Random eddies with a stated spectrum, free of divergence, the same for the same seed.

The stream function is a sum of plane waves in space, taken on the sphere, so there is neither seam nor pole:

    psi = sum a cos(k . r + theta + omega t) exp(-z / decay),   velocity = up x grad psi

with r from the Earth's centre. Directions of k are uniform, phases theta too. |k| follows the density k^4 (kappa^2 +
k^2)^-7/2 up to 20 kappa and each wave has the same kinetic energy, which makes the spectrum of kinetic energy on the
sea surface

    E(k) ~ k^3 / (kappa^2 + k^2)^3

with its peak at kappa = 1 / scale, and the slope -3 of the enstrophy cascade (Kraichnan 1967) beyond; psi has the
Matern covariance of smoothness 2. Frequencies omega are normal with deviation 1 / memory, so a place forgets as
exp(-t^2 / 2 memory^2).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError, check_number
from seatrial.ocean.table import Samples
from seatrial.ocean.tabulated import Tabulated
from seatrial.ocean.tides.stations import EARTH_RADIUS

STREAM = 0x45444459
"""Stream of random numbers of the eddies."""
STEEPEST = 20.0
"""Greatest wave number over kappa."""
DAY = 86_400.0


@dataclass(frozen=True)
class Eddies:
    """Random eddies as a layer on a current.

    rms_m_s: root mean square of the speed at the surface [m/s], over the globe.
    scale_km: 1 / kappa [km]; the most energetic waves are 2 pi as long.
    decay_m: depth over which the speed falls to 1/e [m].
    memory_days: time over which the pattern changes [d].
    seed: any whole number from 0; modes: waves in the sum.
    """

    rms_m_s: float
    scale_km: float
    seed: int = 0
    decay_m: float = 500.0
    memory_days: float = 10.0
    modes: int = 128
    name: str = "eddies"

    def __post_init__(self) -> None:
        check_number("eddies rms_m_s", self.rms_m_s, "m/s", 0.0, 2.0)
        check_number("eddies scale_km", self.scale_km, "km", 1.0, 500.0)
        check_number("eddies decay_m", self.decay_m, "m", 1.0, 1e5)
        check_number("eddies memory_days", self.memory_days, "d", 0.01, 1e5)
        for name, low, high in (("seed", 0, 2**63 - 1), ("modes", 1, 4096)):
            value = getattr(self, name)
            if not isinstance(value, int) or not low <= value <= high:
                raise InputError(f"eddies {name} = {value!r}: must be a whole number in {low}..{high}")

    @cached_property
    def waves(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Wave vectors k [1/m], shape (modes, 3), frequencies [rad/s], phases [rad] and amplitudes of psi [m2/s]."""
        draw = np.random.Generator(np.random.Philox(key=[self.seed, STREAM]))
        steepest = STEEPEST**2 / (1.0 + STEEPEST**2)
        share = (np.arange(self.modes) + draw.random(self.modes)) / self.modes  # one in each part of equal energy
        x = steepest * share ** (2.0 / 5.0)  # k^2 / (kappa^2 + k^2) has the distribution x^(5/2)
        size = np.sqrt(x / (1.0 - x)) / (1000.0 * self.scale_km)
        vertical, turn = draw.uniform(-1.0, 1.0, self.modes), draw.uniform(0.0, 2.0 * np.pi, self.modes)
        level = np.sqrt(1.0 - vertical**2)
        direction = np.stack([level * np.cos(turn), level * np.sin(turn), vertical], axis=-1)
        frequency = draw.standard_normal(self.modes) / (self.memory_days * DAY)
        phase = draw.uniform(0.0, 2.0 * np.pi, self.modes)
        # two thirds of k lie in the surface on average, half of the squared sine over the phases
        amplitude = self.rms_m_s * np.sqrt(3.0 / self.modes) / size
        return size[:, None] * direction, frequency, phase, amplitude

    def sample(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike = 0.0, time: ArrayLike = 0.0) -> Samples:
        """East and north velocity [m/s], shape (..., 2), and validity; finite positions, depths and times are valid."""
        lat, lon, depth, time = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (lat, lon, depth, time)))
        valid = np.isfinite(lat) & np.isfinite(lon) & np.isfinite(depth) & np.isfinite(time)
        phi, lam = (np.radians(np.where(valid, a, 0.0)) for a in (lat, lon))
        axes = _axes(phi, lam)
        east, north = np.zeros(lat.shape), np.zeros(lat.shape)
        when = np.where(valid, time, 0.0)
        for k, frequency, phase, amplitude in zip(*self.waves, strict=True):
            eastward, northward, upward = (axis[0] * k[0] + axis[1] * k[1] + axis[2] * k[2] for axis in axes)
            swing = amplitude * np.sin(EARTH_RADIUS * upward + phase + frequency * when)
            east += swing * northward
            north -= swing * eastward
        fade = np.exp(-np.maximum(np.where(valid, depth, 0.0), 0.0) / self.decay_m)
        value = np.stack([east * fade, north * fade], axis=-1)
        return np.where(valid[..., None], value, np.nan), valid

    def tabulated(self) -> Tabulated:
        """The eddies in windows for the engine, at nodes an eighth of the scale apart and ten a memory.

        Linear between them: 0.2 % of the waves at the peak of the spectrum, all of the shortest ones, is lost; beyond 8
        decay depths the water is taken to be still.
        """
        levels = self.decay_m * np.concatenate([np.arange(0.0, 2.0, 0.1), np.arange(2.0, 8.0, 0.5), [8.0]])
        mesh, period = max(125.0 * self.scale_km, 10.0), max(self.memory_days * DAY / 10.0, 1.0)
        return Tabulated(self.name, self._still_in_the_deep, 2, min(mesh, 1e5), levels, period, nothing=0.0)

    def _still_in_the_deep(self, lat: ArrayLike, lon: ArrayLike, depth: ArrayLike, time: ArrayLike) -> Samples:
        value, valid = self.sample(lat, lon, depth, time)
        return np.where((np.asarray(depth) >= 8.0 * self.decay_m)[..., None], 0.0, value), valid


def _axes(phi: NDArray[np.float64], lam: NDArray[np.float64]) -> tuple[tuple[NDArray[np.float64], ...], ...]:
    """Unit vectors east, north and up at latitude and longitude [rad], in Earth-fixed axes."""
    sin_phi, cos_phi, sin_lam, cos_lam = np.sin(phi), np.cos(phi), np.sin(lam), np.cos(lam)
    east = (-sin_lam, cos_lam, np.zeros_like(lam))
    north = (-sin_phi * cos_lam, -sin_phi * sin_lam, cos_phi)
    return east, north, (cos_phi * cos_lam, cos_phi * sin_lam, sin_phi)
