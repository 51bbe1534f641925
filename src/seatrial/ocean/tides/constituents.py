"""Tidal constituents: speeds, arguments and nodal corrections.

Astronomical ones have Doodson numbers and a constant phase (list of the IHO's Tide, Water Level and Current Working
Group, 2017; M1, L2, K1 and K2 as in Schureman 1958). Compound ones are derived from their names: `2MKS2` is twice M2
plus K2 minus S2, and argument, factor and angle follow from the members.
"""

import re
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.ocean.tides.astronomy import Orbit, rates
from seatrial.ocean.tides.node_factors import FACTORS, Factor

# Doodson numbers (tau, s, h, p, N' = -N, ps), constant [deg], node factor
_ASTRONOMICAL: dict[str, tuple[tuple[int, int, int, int, int, int], int, str]] = {
    "SA": ((0, 0, 1, 0, 0, 0), 0, "solar"),
    "SSA": ((0, 0, 2, 0, 0, 0), 0, "solar"),
    "MM": ((0, 1, 0, -1, 0, 0), 0, "mm"),
    "MF": ((0, 2, 0, 0, 0, 0), 0, "mf"),
    "MTM": ((0, 3, 0, -1, 0, 0), 0, "mf"),
    "MSQM": ((0, 4, -2, 0, 0, 0), 0, "mf"),
    "ALPHA1": ((1, -4, 2, 1, 0, 0), -90, "o1"),
    "2Q1": ((1, -3, 0, 2, 0, 0), -90, "o1"),
    "SIGMA1": ((1, -3, 2, 0, 0, 0), -90, "o1"),
    "Q1": ((1, -2, 0, 1, 0, 0), -90, "o1"),
    "RHO1": ((1, -2, 2, -1, 0, 0), -90, "o1"),
    "O1": ((1, -1, 0, 0, 0, 0), -90, "o1"),
    "TAU1": ((1, -1, 2, 0, 0, 0), 90, "k1"),
    "BET1": ((1, 0, -2, 1, 0, 0), 90, "j1"),
    "M1": ((1, 0, 0, 1, 0, 0), 90, "m1"),
    "CHI1": ((1, 0, 2, -1, 0, 0), 90, "j1"),
    "PI1": ((1, 1, -3, 0, 0, 1), -90, "solar"),
    "P1": ((1, 1, -2, 0, 0, 0), -90, "solar"),
    "S1": ((1, 1, -1, 0, 0, 0), 180, "solar"),
    "K1": ((1, 1, 0, 0, 0, 0), 90, "k1"),
    "PSI1": ((1, 1, 1, 0, 0, -1), 90, "solar"),
    "PHI1": ((1, 1, 2, 0, 0, 0), 90, "solar"),
    "THETA1": ((1, 2, -2, 1, 0, 0), 90, "j1"),
    "J1": ((1, 2, 0, -1, 0, 0), 90, "j1"),
    "OO1": ((1, 3, 0, 0, 0, 0), 90, "oo1"),
    "EPS2": ((2, -3, 2, 1, 0, 0), 0, "m2"),
    "2N2": ((2, -2, 0, 2, 0, 0), 0, "m2"),
    "MU2": ((2, -2, 2, 0, 0, 0), 0, "m2"),
    "N2": ((2, -1, 0, 1, 0, 0), 0, "m2"),
    "NU2": ((2, -1, 2, -1, 0, 0), 0, "m2"),
    "GAMMA2": ((2, 0, -2, 2, 0, 0), 180, "m2"),
    "ALPHA2": ((2, 0, -1, 0, 0, 1), 180, "m2"),
    "MA2": ((2, 0, -1, 0, 0, 0), 0, "m2"),
    "M2": ((2, 0, 0, 0, 0, 0), 0, "m2"),
    "MB2": ((2, 0, 1, 0, 0, 0), 0, "m2"),
    "BETA2": ((2, 0, 1, 0, 0, -1), 0, "m2"),
    "LAMBDA2": ((2, 1, -2, 1, 0, 0), 180, "m2"),
    "L2": ((2, 1, 0, -1, 0, 0), 180, "l2"),
    "T2": ((2, 2, -3, 0, 0, 1), 0, "solar"),
    "S2": ((2, 2, -2, 0, 0, 0), 0, "solar"),
    "R2": ((2, 2, -1, 0, 0, -1), 180, "solar"),
    "K2": ((2, 2, 0, 0, 0, 0), 0, "k2"),
    "ETA2": ((2, 3, 0, -1, 0, 0), 0, "eta2"),
    "M3": ((3, 0, 0, 0, 0, 0), 180, "m3"),
    "SA_KV": ((0, 0, 1, 0, 0, -1), 0, "solar"),
    "S1_KV": ((1, 1, -1, 0, 0, 1), 90, "solar"),
    "OQ2_KV": ((2, -3, 0, 3, 0, 0), 0, "solar"),
}

_IRREGULAR: dict[str, tuple[tuple[int, str], ...]] = {
    "MSF": ((1, "S2"), (-1, "M2")),
    "2MN8": ((2, "M2"), (2, "N2")),
    "2MS8": ((2, "M2"), (2, "S2")),
    "M2KS2": ((1, "M2"), (2, "K2"), (-2, "S2")),
    "OO2": ((1, "O1"), (1, "Q1")),
}
"""Compounds whose names do not tell their members: 2(MN)8, 2(MS)8, M2(KS)2; OO2 is NOAA's name for OQ2."""

_LETTERS = {
    **{letter: (f"{letter}2",) for letter in "MSNLTR"},
    **{letter: (f"{letter}1",) for letter in "OPQJ"},
    "K": ("K1", "K2"),
}

UNKNOWN = {
    "S3": "the source does not say its phase convention",
    "3L2": "the source does not say its argument",
    "3N2": "the source does not say its argument",
}
"""Constituents of the station file that cannot be predicted, and why; they are left out."""


@dataclass(frozen=True)
class Constituent:
    """One constituent: `numbers` multiply (T, s, h, p, N, ps), `constant` [deg]; members (times, name of a factor)."""

    name: str
    numbers: tuple[int, ...]
    constant: int
    factors: tuple[tuple[int, str], ...]

    @property
    def speed(self) -> float:
        """Speed [deg/h]."""
        return float(np.dot(self.numbers, rates()))

    def argument(self, longitudes: NDArray[np.float64]) -> NDArray[np.float64]:
        """V [deg], shape (...), from `astronomy.longitudes` of shape (6, ...)."""
        return np.tensordot(np.asarray(self.numbers, np.float64), longitudes, axes=1) + self.constant

    def node(self, orbit: Orbit) -> Factor:
        """f, and u [rad]."""
        f, u = np.ones_like(orbit.nu), np.zeros_like(orbit.nu)
        for times, name in self.factors:
            part, angle = FACTORS[name](orbit)
            f, u = f * part ** abs(times), u + times * angle
        return f, u


@cache
def constituent(name: str) -> Constituent:
    """The constituent of this name, upper case; InputError when it is neither known nor a compound that can be read."""
    if name in _ASTRONOMICAL:
        (tau, s, h, p, minus_node, ps), constant, factor = _ASTRONOMICAL[name]
        return Constituent(name, (tau, s - tau, h + tau, p, -minus_node, ps), constant, ((1, factor),))
    parts = [(n, constituent(member)) for n, member in members(name)]
    numbers = tuple(int(x) for x in np.sum([n * np.array(part.numbers) for n, part in parts], axis=0))
    constant = sum(n * part.constant for n, part in parts) % 360
    return Constituent(name, numbers, constant, tuple((n * k, f) for n, part in parts for k, f in part.factors))


def members(name: str) -> tuple[tuple[int, str], ...]:
    """Members of a compound, with their multiples, from its name.

    Letters are added from the left; as many of the last ones are subtracted as make the number of cycles a day right; K
    is K1 or K2, whichever does. InputError when none does.
    """
    if name in _IRREGULAR:
        return _IRREGULAR[name]
    match = re.fullmatch(r"((?:\d*[MSNKLTROPQJ])+)(\d+)", name)
    if name in UNKNOWN or match is None:
        raise InputError(f"constituent {name}: {UNKNOWN.get(name, 'unknown')}")
    species = int(match[2])
    found = [(int(n or 1), letter) for n, letter in re.findall(r"(\d*)([A-Z])", match[1])]
    if len(found) == 1 and found[0][0] == 1 and found[0][1] != "K":  # overtide: M4, S6, N4
        base = _LETTERS[found[0][1]][0]
        if species % int(base[-1]) == 0:
            return ((species // int(base[-1]), base),)
    for added in range(len(found), 0, -1):
        signed = [(n if i < added else -n, letter) for i, (n, letter) in enumerate(found)]
        for choice in product(*(_LETTERS[letter] for _, letter in signed)):
            if sum(n * int(base[-1]) for (n, _), base in zip(signed, choice, strict=True)) == species:
                return tuple((n, base) for (n, _), base in zip(signed, choice, strict=True))
    raise InputError(f"constituent {name}: its letters do not make {species} cycles a day")
