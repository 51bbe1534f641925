"""Several sources in priority order as one field."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seatrial.errors import InputError, check_number
from seatrial.ocean.table import EDGE, GridTable, Samples

NO_SOURCE = -1
"""Source number of a point that no source answered."""

METRES_PER_MERIDIAN_DEGREE = 111_195.0
"""Length of a degree of latitude on the sphere of the mean radius, by which distances to the edges of grids count."""

FAINTEST_BLEND = 1e-12
"""Least weight of a blended source that answers, so that it is the answer where no lower one is."""


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


class Box(NamedTuple):
    """Rows and columns of a grid, each from the first to the one beyond the last; columns may run over the seam."""

    rows: slice
    columns: slice


class Windowed(Source, Protocol):
    """A source too large to be held whole: the engine asks it for parts, and `table` reads all of it."""

    @property
    def axes(self) -> GridTable:
        """A table without values (NaN of no bytes) that has the axes of the source."""
        ...

    @property
    def window(self) -> Callable[[Box, float, float], GridTable]:
        """The part of the source in a box for the times from begin to end [s], a cut table."""
        ...


class Refusing(Protocol):
    """A source that knows a place but refuses to answer there, which no lower source may then do either."""

    @property
    def refuses(self) -> Callable[..., NDArray[np.bool_]]:
        """(lat, lon, depth, time) -> where it refuses."""
        ...


def _is_refusing(source: object) -> TypeGuard[Refusing]:
    return hasattr(source, "refuses")


def is_windowed(source: Source) -> TypeGuard[Windowed]:
    """Whether the engine asks a source for windows instead of its whole table."""
    return hasattr(source, "window")


class Edges(NamedTuple):
    """Edges of a grid [deg], from which a source fades in; infinite where there is none.

    `width` is the extent eastwards from `west`; a periodic grid has neither: the width is 0.
    """

    south: float
    north: float
    west: float
    width: float


def edges_of(table: GridTable) -> Edges:
    """Edges of a grid, those of its outermost cells where its values stand for cells; a pole that it covers is none."""
    low, high = table.row_range
    south, north = table.poles
    first, last = table.lat0, table.lat0 + (table.rows - 1) * table.dlat
    below, above = _end_steps(table.lat_nodes, table.dlat)
    if table.periodic:
        west, width = table.lon0, 0.0
    else:
        left, right = _end_steps(table.lon_nodes, table.dlon)
        west = table.lon0 - (table.reach.west - EDGE) * left
        width = table.lon0 + (table.columns - 1) * table.dlon + (table.reach.east - EDGE) * right - west
    return Edges(
        first - (table.reach.south - EDGE) * below if low > south else -np.inf,
        last + (table.reach.north - EDGE) * above if high < north else np.inf,
        west,
        width,
    )


def _end_steps(nodes: NDArray[np.float64] | None, even: float) -> tuple[float, float]:
    """The first and the last step between nodes [deg]."""
    return (even, even) if nodes is None else (float(nodes[1] - nodes[0]), float(nodes[-1] - nodes[-2]))


def blend_weight(edges: Edges, width: float, lat: NDArray[np.float64], lon: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weight of a source that fades in over `width` [m] from its edges, at positions [deg] inside them, 1e-12..1.

    s^2 (3 - 2 s), s = clamp(d / width, 0, 1), d the least distance to an edge: 111,195 m a degree, for the western and
    the eastern edge times cos(lat).
    """
    d = np.minimum(lat - edges.south, edges.north - lat)
    if edges.width > 0.0:
        turn = lon - edges.west
        east = turn - 360.0 * np.floor(turn / 360.0)
        d = np.minimum(d, np.minimum(east, edges.width - east) * np.cos(np.radians(lat)))
    s = np.clip(d * METRES_PER_MERIDIAN_DEGREE / width, 0.0, 1.0)
    return np.maximum(s * s * (3.0 - 2.0 * s), FAINTEST_BLEND)


@dataclass(frozen=True, eq=False)
class Sampled:
    """What a composite answered: `value` (...) or (..., component), NaN where invalid; `valid` (...); `source`
    (...), the number of the source that answered, the one with the greatest share of it where sources are blended,
    `NO_SOURCE` (-1) where none did; and `shares` (..., source), the share of each source, None without blending.
    """

    value: NDArray[np.float64]
    valid: NDArray[np.bool_]
    source: NDArray[np.intp]
    shares: NDArray[np.float64] | None = None


@dataclass(frozen=True, init=False, eq=False)
class Composite:
    """Sources in priority order: the first that is valid at a point answers there.

    `blend_m` gives the distance from the edge of its grid [m, 0..1e7] over which each source fades in over what lies
    below it; 0 does not. A formula answers everywhere, so it may only be the last source, and has no edge: InputError
    otherwise, or when there is no source.

    A source may refuse a point that it knows, as a file does beyond its times: then no lower one is asked.

    A source without vertical velocity beside one that has it counts as one whose vertical velocity is zero.
    """

    sources: tuple[Source, ...]
    blend_m: tuple[float, ...] = ()
    """Empty when no source is blended."""

    def __init__(self, sources: Sequence[Source], blend_m: Sequence[float] = ()) -> None:
        object.__setattr__(self, "sources", tuple(sources))
        object.__setattr__(self, "blend_m", tuple(blend_m) if any(blend_m) else ())
        if not self.sources:
            raise InputError("composite field: must have at least one source")
        if blend_m and len(blend_m) != len(self.sources):
            raise InputError(f"blend_m: must have one value for each of {', '.join(self.names)}")
        for source, width in zip(self.sources, blend_m or self._unblended, strict=True):
            check_number(f"blend_m of {source.name}", width, "m", 0.0, 1e7)
            last = source is self.sources[-1]
            if (not last or width > 0.0) and not is_windowed(source) and source.table() is None:
                found = f"composite field: {source.name} answers everywhere"
                if last:
                    raise InputError(f"{found}: has no edge to blend from")
                raise InputError(f"{found}: must be the last of {', '.join(self.names)}")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the sources, in priority order."""
        return tuple(source.name for source in self.sources)

    def tables(self) -> tuple[GridTable | None, ...]:
        """One table per source, in priority order; None stands for a formula and can only come last."""
        return tuple(source.table() for source in self.sources)

    @property
    def _unblended(self) -> tuple[float, ...]:
        return (0.0,) * len(self.sources)

    @cached_property
    def edges(self) -> tuple[Edges | None, ...]:
        """Edges of the sources that fade in, None for the others."""
        return tuple(
            edges_of(axes) if width > 0.0 and (axes := _axes(source)) is not None else None
            for source, width in zip(self.sources, self.blend_m or self._unblended, strict=True)
        )

    @property
    def needs_formula(self) -> bool:
        """Whether some point on the globe can reach a last source that is a formula (no table above it is complete)."""
        last = self.sources[-1]
        if is_windowed(last) or last.table() is not None:
            return False
        upper = (source.table() for source in self.sources[:-1] if not is_windowed(source))
        return not any(table is not None and table.complete for table in upper)

    def sample(self, lat: ArrayLike, lon: ArrayLike, *rest: ArrayLike) -> Sampled:
        """Field at positions [deg]; `rest` is what the sources take beyond them (depth [m], time [s]).

        All arguments are broadcast together. A lower source is asked only for the points still open.
        """
        points = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (lat, lon, *rest)))
        shape = points[0].shape
        flat = [a.ravel() for a in points]
        first, known = self.sources[0].sample(*flat)
        size, tail = flat[0].size, self._tail(np.shape(first)[1:], len(flat))
        value, total, left = np.zeros((size, *tail)), np.zeros(size), np.ones(size)
        number, greatest = np.full(size, NO_SOURCE), np.zeros(size)
        shares = np.zeros((size, len(self.sources))) if self.blend_m else None
        todo, part = np.arange(size), first
        for k, edges in enumerate(self.edges):
            if k > 0:
                todo = np.flatnonzero(left > 0.0)
                if not todo.size:
                    break
                part, known = self.sources[k].sample(*(a[todo] for a in flat))
            source = self.sources[k]
            if _is_refusing(source):
                left[todo[source.refuses(*(a[todo] for a in flat))]] = 0.0
            todo, part = todo[known], np.asarray(part, np.float64)[known]
            weight = left[todo]
            if edges is not None:
                weight = weight * blend_weight(edges, self.blend_m[k], flat[0][todo], flat[1][todo])
            if tail and part.shape[1] < tail[0]:
                part = np.pad(part, ((0, 0), (0, tail[0] - part.shape[1])))
            value[todo] += weight[:, None] * part if tail else weight * part
            total[todo] += weight
            left[todo] -= weight
            number[todo] = np.where(weight > greatest[todo], k, number[todo])
            greatest[todo] = np.maximum(weight, greatest[todo])
            if shares is not None:
                shares[todo, k] = weight
        valid = total > 0.0
        whole = np.where(valid, total, 1.0)
        value = value / (whole[:, None] if tail else whole)
        value[~valid] = np.nan
        return Sampled(
            value.reshape(shape + tail),
            valid.reshape(shape),
            number.reshape(shape),
            None if shares is None else (shares / whole[:, None]).reshape((*shape, len(self.sources))),
        )

    def _tail(self, first: tuple[int, ...], coordinates: int) -> tuple[int, ...]:
        """Component axis of the answer: the widest of all sources, found by asking them at no place at all."""
        if not first or len(self.sources) == 1:
            return first
        if coordinates not in self._widest:
            nowhere = [np.zeros(0)] * coordinates
            shapes = [np.shape(source.sample(*nowhere)[0]) for source in self.sources]
            self._widest[coordinates] = max(shape[1] for shape in shapes)
        return (self._widest[coordinates],)

    @cached_property
    def _widest(self) -> dict[int, int]:
        return {}


def _axes(source: Source) -> GridTable | None:
    return source.axes if is_windowed(source) else source.table()
