"""Part of a data set over DAP2: what is asked for, piece by piece, and the NetCDF file made of it.

Each piece is a small file that is fetched, checked and kept for itself, so a download of many pieces goes on with
those that are missing.
"""

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FetchError, InputError
from seatrial.ocean.fetching.axes import Box, columns_of, levels_of, rows_of, runs
from seatrial.ocean.fetching.dap import Attributes, Variable, constraint, parse_das, parse_dds, parse_dods
from seatrial.ocean.fetching.network import Network
from seatrial.ocean.fetching.sources import Subset
from seatrial.ocean.netcdf import opened

PIECE_BYTES = 8 << 20
"""Size [bytes] above which a piece is divided by rows."""
LARGEST = 4e9
"""Largest subset [bytes] that is asked for; servers refuse far smaller ones."""
ROLES = {"time": "time", "dep": "depth", "z": "depth", "alt": "depth", "lat": "lat", "lon": "lon"}
"""What a dimension is, by how its name begins (an aggregation may call the second time axis `time1`)."""
_ORDER: tuple[str, ...] = ("time", "depth", "lat", "lon")
_KEPT = {
    "units", "long_name", "standard_name", "scale_factor", "add_offset", "missing_value", "valid_range", "valid_min",
    "valid_max", "positive", "calendar", "comment", "_Unsigned",
}  # fmt: skip


@dataclass(frozen=True)
class Wanted:
    """What part is asked for.

    box: None for all. stride: every how many nodes one is taken. depths: [m], the nearest levels, none for all.
    begin, end: UTC without zone; the steps nearest to and between them, `end` None for one step.
    index: number of one time step instead, negative from the end.
    """

    box: Box | None
    stride: int
    depths: tuple[float, ...]
    begin: datetime
    end: datetime | None = None
    index: int | None = None


@dataclass(frozen=True)
class Piece:
    """One request: its address, the arrays of the answer, and where the first of them belongs.

    place: component, then slices of time, level, row and column in the file that is made.
    """

    url: str
    arrays: tuple[Variable, ...]
    place: tuple[int, slice, slice, slice, slice]

    @property
    def size(self) -> int:
        """Bytes of the arrays."""
        return sum(array.wire_bytes for array in self.arrays)


@dataclass(frozen=True, eq=False)
class SubsetPlan:
    """All requests for a subset, and the axes [deg, m as in the source, time as in the source] they fill."""

    pieces: tuple[Piece, ...]
    variables: tuple[Variable, ...]
    attributes: dict[str, Attributes]
    axes: dict[str, NDArray]
    times: tuple[datetime, ...]
    signature: str

    @property
    def size(self) -> int:
        """Bytes that the pieces have together."""
        return sum(piece.size for piece in self.pieces)


@dataclass(frozen=True, eq=False)
class _Part:
    """One variable of one data set with its axes by role."""

    url: str
    variable: Variable
    maps: tuple[Variable, ...]
    roles: tuple[str, ...]
    axes: dict[str, NDArray]
    attributes: dict[str, Attributes]


def plan_subset(network: Network, source: Subset, wanted: Wanted) -> SubsetPlan:
    """Ask the servers for descriptions and axes, and lay out the requests.

    FetchError when the data set is not as expected, InputError when box, depth or time are not in it.
    """
    parts = [_part(network, url, name) for url, name in source.parts]
    first = parts[0]
    rows = rows_of(first.axes["lat"], wanted.box, wanted.stride)
    columns, lon = columns_of(first.axes["lon"], wanted.box, wanted.stride)
    if min(rows.size, columns.size) < 2:
        raise InputError(
            f"--box and --stride {wanted.stride}: leave {rows.size} x {columns.size} nodes, at least 2 x 2"
        )
    axes = {"lat": first.axes["lat"][rows], "lon": lon}
    levels = np.zeros(1, np.intp)
    if "depth" in first.axes:
        levels = levels_of(first.axes["depth"], wanted.depths)
        axes["depth"] = first.axes["depth"][levels]
    pieces: list[Piece] = []
    stamps: tuple[datetime, ...] = ()
    for component, part in enumerate(parts):
        for role in ("lat", "lon", "depth"):
            if not np.array_equal(part.axes.get(role, np.zeros(0)), first.axes.get(role, np.zeros(0))):
                raise FetchError(
                    f"{part.url}: {role} axis of {part.variable.name} differs from {first.variable.name}'s"
                )
        steps, moments = _steps(part, wanted)
        if component and moments != stamps:
            raise FetchError(f"{part.url}: {part.variable.name} has other time steps than {first.variable.name}")
        stamps = moments
        if "time" in part.axes:
            axes["time"] = part.axes["time"][steps]
        pieces += _pieces(component, part, steps, levels, rows, columns)
    attributes = {**first.attributes, **{p.variable.name: p.attributes[p.variable.name] for p in parts}}
    named = {role: attributes[name] for role, name in _axis_names(first).items()}
    signature = hashlib.sha256("\n".join([*(p.url for p in pieces), *map(str, stamps)]).encode()).hexdigest()
    found = SubsetPlan(tuple(pieces), tuple(p.variable for p in parts), attributes | named, axes, stamps, signature)
    if found.size > LARGEST:
        raise InputError(
            f"{source.name}: the part asked for has {found.size / 1e9:.1f} GB, at most {LARGEST / 1e9:g}: give --box "
            "or a larger --stride"
        )
    return found


def _axis_names(part: _Part) -> dict[str, str]:
    return {role: name for role, (name, _) in zip(part.roles, part.variable.dimensions, strict=True)}


def _part(network: Network, url: str, name: str) -> _Part:
    described = dict(parse_dds(network.text(f"{url}.dds").decode("utf-8", "replace"), url))
    if name not in described:
        raise FetchError(f"{url}: has no variable {name!r}, it has {', '.join(described)}")
    variable, *maps = described[name]
    attributes = parse_das(network.text(f"{url}.das").decode("utf-8", "replace"), url)
    roles = tuple(_role(dimension, url) for dimension, _ in variable.dimensions)
    if roles[-2:] != ("lat", "lon") or len(set(roles)) != len(roles):
        names = ", ".join(dimension for dimension, _ in variable.dimensions)
        raise FetchError(
            f"{url}: {name} has the dimensions {names}; expected were [time], [depth], latitude, longitude"
        )
    asked = ",".join(constraint(dim, [slice(0, size, 1)]) for dim, size in variable.dimensions)
    found = parse_dods(network.text(f"{url}.dods?{asked}"), url)
    axes = {}
    for role, (dimension, size) in zip(roles, variable.dimensions, strict=True):
        if found.get(dimension, np.zeros(0)).shape != (size,) or not np.all(np.isfinite(found[dimension])):
            raise FetchError(f"{url}: axis {dimension} does not have {size} finite values")
        axes[role] = found[dimension]
    wanted = {name, *(dimension for dimension, _ in variable.dimensions)}
    kept = {k: {a: v for a, v in attributes.get(k, {}).items() if a in _KEPT or a == "_FillValue"} for k in wanted}
    return _Part(url, variable, tuple(maps), roles, axes, kept)


def _role(dimension: str, url: str) -> str:
    for beginning, role in ROLES.items():
        if dimension.lower().startswith(beginning):
            return role
    raise FetchError(f"{url}: dimension {dimension!r} is none of time, depth, latitude, longitude")


def _steps(part: _Part, wanted: Wanted) -> tuple[NDArray[np.intp], tuple[datetime, ...]]:
    """Numbers of the time steps that are wanted, and when they are."""
    if "time" not in part.axes:
        return np.zeros(1, np.intp), ()
    import cftime

    axis, values = _axis_names(part)["time"], part.axes["time"]
    about = part.attributes[axis]
    units, calendar = str(about.get("units", "")), str(about.get("calendar", "standard"))
    try:
        moments = [
            datetime(*m.timetuple()[:6]) for m in np.atleast_1d(cftime.num2date(values.astype(float), units, calendar))
        ]
    except (ValueError, OverflowError):
        raise FetchError(f"{part.url}: time axis {axis} has unreadable units {units!r}") from None
    if wanted.index is not None:
        if not -values.size <= wanted.index < values.size:
            raise InputError(f"--time-idx {wanted.index}: must be in {-values.size}..{values.size - 1}")
        chosen = np.array([wanted.index % values.size])
        return chosen, (moments[chosen[0]],)
    step = max((abs(b - a) for a, b in itertools.pairwise(moments)), default=None)
    for moment in (wanted.begin, wanted.end or wanted.begin):
        if step is not None and not moments[0] - step <= moment <= moments[-1] + step:
            raise InputError(
                f"--time {moment:%Y-%m-%dT%H:%M}: the source has {moments[0]:%Y-%m-%dT%H:%M}.."
                f"{moments[-1]:%Y-%m-%dT%H:%M} UTC"
            )
    first, last = (
        min(range(len(moments)), key=lambda k: abs(moments[k] - moment))
        for moment in (wanted.begin, wanted.end or wanted.begin)
    )
    chosen = np.arange(first, last + 1)
    return chosen, tuple(moments[k] for k in chosen)


def _pieces(
    component: int,
    part: _Part,
    steps: NDArray[np.intp],
    levels: NDArray[np.intp],
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
) -> Iterator[Piece]:
    level_runs = runs(levels) if "depth" in part.axes else [slice(0, 1, 1)]
    for number, step in enumerate(steps):
        for level, level_at in _placed(level_runs):
            for column, column_at in _placed(runs(columns)):
                each = 8 * _length(level) * _length(column)
                for row, row_at in _placed(_blocks(runs(rows), max(1, PIECE_BYTES // each))):
                    by_role = {"time": slice(int(step), int(step) + 1, 1), "depth": level, "lat": row, "lon": column}
                    place = (component, slice(number, number + 1), level_at, row_at, column_at)
                    yield _piece(part, by_role, place)


def _piece(part: _Part, by_role: dict[str, slice], place: tuple[int, slice, slice, slice, slice]) -> Piece:
    slices = [by_role[role] for role in part.roles]
    sizes = {name: _length(s) for (name, _), s in zip(part.variable.dimensions, slices, strict=True)}
    arrays = tuple(
        Variable(a.type, a.name, tuple((name, sizes[name]) for name, _ in a.dimensions))
        for a in (part.variable, *part.maps)
    )
    return Piece(f"{part.url}.dods?{constraint(part.variable.name, slices)}", arrays, place)


def _length(part: slice) -> int:
    return len(range(part.start, part.stop, part.step))


def _placed(parts: Sequence[slice]) -> Iterator[tuple[slice, slice]]:
    """Each slice of the source, and where its values come in the result."""
    at = 0
    for part in parts:
        yield part, slice(at, at + _length(part))
        at += _length(part)


def _blocks(parts: Sequence[slice], longest: int) -> list[slice]:
    """Slices cut so that none has more than `longest` values."""
    found = []
    for part in parts:
        numbers = range(part.start, part.stop, part.step)
        for k in range(0, len(numbers), longest):
            some = numbers[k : k + longest]
            found.append(slice(some[0], some[-1] + 1, part.step))
    return found


def assemble(plan: SubsetPlan, files: Sequence[Path], target: Path) -> None:
    """Make one NetCDF file with the values, packing and attributes of the source from the pieces in `files`."""
    dimensions = [role for role in _ORDER if role in plan.axes]
    with opened(target, "w") as data:
        data.set_auto_maskandscale(False)
        for role in dimensions:
            values = plan.axes[role]
            data.createDimension(role, values.size)
            axis = data.createVariable(role, values.dtype, (role,))
            axis.setncatts({k: v for k, v in plan.attributes[role].items() if k != "_FillValue"})
            axis[:] = values
        made = []
        for variable in plan.variables:
            about: dict[str, Any] = dict(plan.attributes[variable.name])
            fill = about.pop("_FillValue", None)
            for name in ("missing_value", "valid_range", "valid_min", "valid_max"):
                if name in about:
                    about[name] = np.asarray(about[name]).astype(variable.dtype)
            fill = None if fill is None else np.asarray(fill).astype(variable.dtype)
            made.append(
                data.createVariable(variable.name, variable.dtype, dimensions, zlib=True, complevel=1, fill_value=fill)
            )
            made[-1].set_auto_maskandscale(False)
            made[-1].setncatts(about)
        for piece, file in zip(plan.pieces, files, strict=True):
            component, *places = piece.place
            by_role: dict[str, slice] = dict(zip(_ORDER, places, strict=True))
            values = parse_dods(file.read_bytes(), piece.url)[piece.arrays[0].name]
            made[component][tuple(by_role[role] for role in dimensions)] = values
