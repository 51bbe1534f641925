"""Several sources in priority order as one field."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError
from seatrial.ocean.table import GridTable, Samples

NO_SOURCE = -1
"""Source number of a point that no source answered."""


class Source(Protocol):
    """A field: bathymetry samples (lat, lon), currents sample (lat, lon, depth, time)."""

    @property
    def name(self) -> str:
        """Short name that a user recognises."""
        ...

    @property
    def sample(self) -> Callable[..., Samples]:
        """Values, shape (...) or (..., component), NaN where invalid; and validity, shape (...)."""
        ...

    @property
    def table(self) -> Callable[[], GridTable | None]:
        """The grid behind the field, or None when it is a formula that answers everywhere."""
        ...


@dataclass(frozen=True, eq=False)
class Sampled:
    """What a composite answered: `value` (...) or (..., component), NaN where invalid; `valid` (...); and `source`
    (...), the number of the source that answered, `NO_SOURCE` (-1) where none did.
    """

    value: NDArray[np.float64]
    valid: NDArray[np.bool_]
    source: NDArray[np.intp]


@dataclass(frozen=True, init=False, eq=False)
class Composite:
    """Sources in priority order: the first that is valid at a point answers there.

    A formula answers everywhere, so it may only be the last source: InputError otherwise, or when there is no source.
    """

    sources: tuple[Source, ...]

    def __init__(self, sources: Sequence[Source]) -> None:
        object.__setattr__(self, "sources", tuple(sources))
        if not self.sources:
            raise InputError("composite field: must have at least one source")
        for source in self.sources[:-1]:
            if source.table() is None:
                found = f"composite field: {source.name} answers everywhere"
                raise InputError(f"{found}: must be the last of {', '.join(self.names)}")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the sources, in priority order."""
        return tuple(source.name for source in self.sources)

    def tables(self) -> tuple[GridTable | None, ...]:
        """One table per source, in priority order; None stands for a formula and can only come last."""
        return tuple(source.table() for source in self.sources)

    @property
    def needs_formula(self) -> bool:
        """Whether some point on the globe can reach a last source that is a formula (no table above it is complete)."""
        *upper, last = self.tables()
        return last is None and not any(table is not None and table.complete for table in upper)

    def sample(self, lat: ArrayLike, lon: ArrayLike, *rest: ArrayLike) -> Sampled:
        """Field at positions [deg]; `rest` is what the sources take beyond them (depth [m], time [s]).

        All arguments are broadcast together. A lower source is asked only for the points still open.
        """
        points = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (lat, lon, *rest)))
        shape = points[0].shape
        flat = [a.ravel() for a in points]
        first, valid = self.sources[0].sample(*flat)
        value: NDArray[np.float64] = np.array(first, np.float64)
        number = np.where(valid, 0, NO_SOURCE)
        for k, source in enumerate(self.sources[1:], start=1):
            todo = np.flatnonzero(number == NO_SOURCE)
            if not todo.size:
                break
            part, known = source.sample(*(a[todo] for a in flat))
            value[todo[known]], number[todo[known]] = part[known], k
        return Sampled(
            value.reshape(shape + value.shape[1:]), (number != NO_SOURCE).reshape(shape), number.reshape(shape)
        )
