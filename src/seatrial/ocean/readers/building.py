"""The parts of a gridded file put together: variables, places, times, levels, and the chain that reads them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.axes import Axis
from seatrial.ocean.readers.collection import Collection, Order, Variable
from seatrial.ocean.readers.fields import BetweenLevels, Centred, Masked, NativeField, OnDepths, VariableField
from seatrial.ocean.readers.finishing import Finish, finish_for
from seatrial.ocean.readers.gridded import GriddedFile
from seatrial.ocean.readers.options import Options
from seatrial.ocean.readers.points import Points, points_of
from seatrial.ocean.readers.quantities import QUANTITIES
from seatrial.ocean.readers.remapping import Places, mixed
from seatrial.ocean.readers.roles import Found, find_roles
from seatrial.ocean.readers.sigma import STANDARD_LEVELS, formula_terms, stretching_of
from seatrial.ocean.readers.signs import blocks
from seatrial.ocean.readers.staggered import (
    Faces,
    along_grid,
    between,
    grid_angle,
    roms_dims,
    roms_faces,
    roms_points,
    same_points,
    turned,
)
from seatrial.ocean.readers.timeline import Timeline, time_dimension, timeline_of
from seatrial.ocean.readers.units import Unit
from seatrial.ocean.readers.vertical import Vertical, height_index, vertical_dimension, vertical_of
from seatrial.ocean.readers.weights_cache import places_for

AT_ONE_LEVEL = ("SeaFloorElevation", "Waves", "SeaSurfaceHeight")
VECTORS = ("SeaWaterVelocity", "Wind")


@dataclass(frozen=True, eq=False)
class Part:
    """A variable with its places, times and levels. faces: how it gets to cell centres, None when it is there."""

    found: Found
    variables: tuple[Variable, ...]
    timeline: Timeline
    points: Points
    dims: tuple[str, str]
    vertical: Vertical
    fixed: dict[str, int]
    faces: Faces | None = None

    @property
    def name(self) -> str:
        """Name of the variable."""
        return self.found.variable.name


@dataclass(frozen=True, eq=False)
class Built:
    """The chain from the file to what is asked for.

    fields: of each part, at cell centres on fixed levels. places: the axes of a regular grid, or the places of the
    nodes in a curvilinear one. angle: of the rows [rad] over the whole grid when components must be turned. finish:
    the last step, on our grid.
    """

    fields: dict[str, NativeField]
    places: tuple[Axis, Axis] | Places
    angle: NDArray[np.float64] | None
    finish: Finish
    lat: NDArray[np.float64]
    lon: NDArray[np.float64]

    def read(self, times: Order, rows: Order, columns: Order) -> NDArray[np.float32]:
        """Values, shape (component, time, level, row, column)."""
        if isinstance(self.places, tuple):
            down, across = self.places[0].order[rows], self.places[1].order[columns]
            values = self._values(times, down, across)
        else:
            down, across, row, column = self.places.window(rows, columns)
            values = {name: mixed(part, row, column) for name, part in self._values(times, down, across).items()}
        return self.finish(values, self.lat[rows], self.lon[columns])

    def _values(self, times: Order, rows: Order, columns: Order) -> dict[str, NDArray[np.float64]]:
        values = {name: part.read(times, rows, columns) for name, part in self.fields.items()}
        if self.angle is not None:
            angle = self.angle[np.ix_(rows, columns)]
            values["east"], values["north"] = turned(values["east"], values["north"], angle)
        return values


def build(collection: Collection, quantity: str, options: Options) -> GriddedFile:
    """The quantity `quantity` of the files. FileFormatError or InputError (one line: file, variable) when it cannot be
    read.
    """
    notes: list[str] = []
    found = find_roles(collection, quantity, options, notes)
    parts = {name: _located(one, collection, options, notes, quantity) for name, one in found.items()}
    if quantity == "SeaTemperature":
        parts |= _salinity_for(parts["temperature"], collection, options, notes)
    points, parts = _at_centres(parts, collection, notes)
    parts = _same_times(parts, notes)
    levels, fields = _fields(parts, points, collection, options, notes)
    first = next(iter(parts.values()))
    angle = None
    if quantity in VECTORS and along_grid(first.found.variable, points, first.dims, options):
        angle = grid_angle(points, collection, notes)
    if points.is_regular:
        places = points.axes(str(first.found.variable.file.path))
        lat, lon = places[0].values, places[1].values
    else:
        places = places_for(first.found.variable.where, points.lat, points.lon, options.step_deg, notes)
        lat, lon = places.lat, places.lon
    finish = finish_for(quantity, {k: p.found.variable for k, p in parts.items()}, levels, collection, options, notes)
    built = Built(fields, places, angle, finish, lat, lon)
    times = first.timeline.times if quantity != "SeaFloorElevation" else np.empty(0)
    _check_some_data(parts)
    if quantity == "SeaFloorElevation" and first.timeline.times.size > 1:
        notes.append(f"{first.name}: changes with time: the first of {first.timeline.times.size} is used")
    return GriddedFile(
        *(collection.name, quantity, finish.components, lat, lon, levels, times, tuple(dict.fromkeys(notes))),
        *(built.read, points.registration if points.is_regular else "node"),  # a grid that was made here has nodes
    )


def _located(found: Found, collection: Collection, options: Options, notes: list[str], quantity: str) -> Part:
    """A variable with its places, times and levels, as it lies in the file."""
    variable = found.variable
    variables = tuple(v for v in collection.holders(variable.name) if len(v.dims) == len(variable.dims))
    roms = roms_dims(variable)
    if roms is not None and collection.first("lat_rho") is not None:
        points, dims = roms_points(variable, collection, options, notes), roms
    else:
        points = points_of(variable, collection, options, notes)
        dims = points.dims
    _check_dims(variable, points, dims, is_roms=roms is not None)
    time_dim, coordinate = time_dimension(variable)
    if len(variables) > 1 and time_dim is None and coordinate is None:
        variables = variables[:1]  # a grid file beside files of data
    timeline = timeline_of(list(variables), options, notes)
    taken = (*dims, *(d for d in timeline.dims if d is not None))
    level_dim = vertical_dimension(variable, taken, options)
    fixed = dict(options.select)
    for dim, index in fixed.items():
        if (
            dim in variable.dims
            and not -variable.shape[variable.dims.index(dim)] <= index < variable.shape[variable.dims.index(dim)]
        ):
            raise FileFormatError(
                f"{variable.where}: select.{dim} = {index}: has {variable.shape[variable.dims.index(dim)]}"
            )
    if quantity == "Wind":
        if level_dim is not None:
            fixed[level_dim] = height_index(variable, level_dim, collection, options, notes)
        vertical = Vertical(None, None)
    else:
        mean = float(np.nanmean(points.lat))
        vertical = vertical_of(variable, level_dim, collection, options, mean, notes)
        if quantity in AT_ONE_LEVEL and level_dim is not None:
            length = variable.shape[variable.dims.index(level_dim)]
            if length > 1:
                raise FileFormatError(
                    f"{variable.where}: {length} values along {level_dim}: option select = {{ {level_dim} = 0 }}"
                )
            vertical = Vertical(None, None)
    for other in variables[1:]:
        _check_same_grid(variable, other, points)
    return Part(found, variables, timeline, points, dims, vertical, fixed)


def _check_dims(variable: Variable, points: Points, dims: tuple[str, str], is_roms: bool) -> None:
    missing = [d for d in dims if d not in variable.dims]
    if missing:
        raise FileFormatError(f"{variable.where}: no dimension {missing[0]}, on which {points.how} lie")
    lengths = tuple(variable.shape[variable.dims.index(d)] for d in dims)
    if not is_roms and lengths != points.shape:
        raise FileFormatError(f"{variable.where}: shape {lengths} does not fit to {points.how} of shape {points.shape}")
    if min(lengths) < 2:
        raise FileFormatError(f"{variable.where}: {lengths[0]} x {lengths[1]} values: a grid must have at least 2 x 2")


def _check_same_grid(first: Variable, other: Variable, points: Points) -> None:
    """InputError-like refusal when a further file lies on another grid; of large coordinates the outer rows are
    compared.
    """
    shapes = [dict(zip(v.dims, v.shape, strict=True)) for v in (first, other)]
    time_dims = {time_dimension(v)[0] for v in (first, other)}
    if any(shapes[0][d] != shapes[1].get(d) for d in shapes[0] if d not in time_dims):
        raise FileFormatError(f"{other.where}: shape {other.shape}: {first.file.path} has {first.shape}: not one grid")
    for name in points.names or ():
        if name not in other.file.data.variables or name not in first.file.data.variables:
            continue
        a, b = Variable(first.file, name), Variable(other.file, name)
        if a.shape != b.shape or a.dims != b.dims:
            raise FileFormatError(f"{b.where}: shape {b.shape}: {first.file.path} has {a.shape}: not one grid")
        outer = {a.dims[-2]: np.array([0, a.shape[-2] - 1])} if len(a.dims) >= 2 else None
        if not np.allclose(a.read(outer), b.read(outer), rtol=0.0, atol=1e-5, equal_nan=True):
            raise FileFormatError(f"{b.where}: other values than in {first.file.path}: the files are not on one grid")


def _salinity_for(part: Part, collection: Collection, options: Options, notes: list[str]) -> dict[str, Part]:
    """The salinity that turns a potential temperature into one in situ, if it is there on the same grid."""
    from seatrial.ocean.readers.roles import choose, unit_of
    from seatrial.ocean.readers.seawater import temperature_scale

    scale = temperature_scale(part.found.variable)
    if scale == "in situ":
        return {}
    (role,) = QUANTITIES["SeaSalinity"]
    choice = choose(collection, "SeaSalinity", role, options)
    if choice is not None:
        variable, how = choice
        unit, text = unit_of(variable, role, options, [])
        try:
            salinity = _located(Found(role, variable, how, unit, text), collection, options, [], "SeaSalinity")
        except (FileFormatError, ValueError):
            salinity = None
        if (
            salinity is not None
            and same_points(part.points, salinity.points)
            and np.array_equal(part.timeline.times, salinity.timeline.times)
        ):
            notes.append(
                f"{part.name}: {scale} temperature turned into temperature in situ with {variable.name} (TEOS-10)"
            )
            return {"salinity": salinity}
    notes.append(
        f"{part.name}: {scale} temperature used as temperature in situ, as there is no salinity beside it: "
        "too cold by about 0.1 degC for every 1000 m of depth"
    )
    return {}


def _at_centres(parts: dict[str, Part], collection: Collection, notes: list[str]) -> tuple[Points, dict[str, Part]]:
    """The places that all parts share, and how each gets there."""
    first = next(iter(parts.values()))
    if roms_dims(first.found.variable) is not None and collection.first("lat_rho") is not None:
        for name, part in parts.items():
            faces = roms_faces(part.found.variable, part.dims, collection, first.points.shape, notes)
            parts[name] = replace(part, faces=faces)
        return first.points, parts
    if "north" in parts and not same_points(first.points, parts["north"].points):
        north = parts["north"]
        points, east_faces, north_faces = between(
            first.found.variable, north.found.variable, first.points, north.points
        )
        parts |= {"east": replace(first, faces=east_faces), "north": replace(north, faces=north_faces)}
        return replace(points, registration=first.points.registration), parts
    for part in parts.values():
        if part.points.shape != first.points.shape:
            raise FileFormatError(f"{part.found.variable.where}: another grid than that of {first.name}")
    return first.points, parts


def _same_times(parts: dict[str, Part], notes: list[str]) -> dict[str, Part]:
    """The parts with the times of the first; one that can be done without is left out when its times differ."""
    first = next(iter(parts.values()))
    kept = {}
    for name, part in parts.items():
        if np.array_equal(part.timeline.times, first.timeline.times):
            kept[name] = part
        elif part.found.role.needed:
            raise FileFormatError(f"{part.found.variable.where}: other times than {first.name}")
        else:
            notes.append(f"{part.name}: left out, as its times are not those of {first.name}")
    return kept


def _fields(
    parts: dict[str, Part], points: Points, collection: Collection, options: Options, notes: list[str]
) -> tuple[NDArray[np.float64], dict[str, NativeField]]:
    """Depths of the levels, and a field at cell centres on these for every part."""
    first = next(iter(parts.values()))
    to_depths = None
    if first.vertical.is_sigma:
        levels, to_depths = _sigma(first, points, collection, options, notes)
    else:
        levels = first.vertical.axis.values if first.vertical.axis is not None else np.zeros(1)
    fields: dict[str, NativeField] = {}
    for name, part in parts.items():
        field = _native(part, points, collection)
        if part.vertical.is_sigma and to_depths is not None:
            field = to_depths(part, field)
        elif part.vertical.axis is not None and not np.array_equal(part.vertical.axis.values, levels):
            field = BetweenLevels(field, part.vertical.axis.values, levels)
        elif part.vertical.is_sigma != first.vertical.is_sigma:
            raise FileFormatError(f"{part.found.variable.where}: other levels than {first.name}")
        fields[name] = field
    return levels, fields


def _native(part: Part, points: Points, collection: Collection) -> NativeField:
    variable = part.found.variable
    dim, axis = part.vertical.dim, part.vertical.axis
    count = 1 if dim is None else variable.shape[variable.dims.index(dim)]
    order = axis.order if axis is not None else np.arange(count, dtype=np.intp)
    field: NativeField = VariableField(
        *(part.variables, part.timeline, part.dims, dim, order, part.fixed, part.found.unit)
    )
    at_faces = _water(part.dims, collection, variable)
    if at_faces is not None:
        field = Masked(field, at_faces)
    if part.faces is None:
        return field
    field = Centred(field, part.faces.axis, part.faces.before, part.faces.count)
    at_centres = collection.first("mask_rho")
    if at_centres is not None and at_centres.shape == points.shape:
        field = Masked(field, at_centres.read() > 0.5)
    return field


def _water(dims: tuple[str, str], collection: Collection, variable: Variable) -> NDArray[np.bool_] | None:
    """The mask of ROMS and CROCO for points of a kind, True is water; files of others mask their values."""
    if roms_dims(variable) is None:
        return None
    name = "mask_u" if dims[1] == "xi_u" else "mask_v" if dims[0] == "eta_v" else "mask_rho"
    found = collection.first(name)
    lengths = tuple(variable.shape[variable.dims.index(d)] for d in dims)
    return found.read() > 0.5 if found is not None and found.shape == lengths else None


def _sigma(
    part: Part, points: Points, collection: Collection, options: Options, notes: list[str]
) -> tuple[NDArray[np.float64], Callable[[Part, NativeField], NativeField]]:
    """Fixed depths for terrain-following levels, and what brings a field to them."""
    dim = part.vertical.dim or ""
    terms = formula_terms(collection.first(dim))
    names = [n for n in (terms.get("depth"), "h", "depth", "bathymetry") if n]
    found = [v for v in (collection.first(n) for n in names) if v is not None and v.shape[-2:] == points.shape]
    if not found:
        raise FileFormatError(
            f"{part.found.variable.where}: terrain-following levels, but no water depth h in the files"
        )
    leading = {d: np.zeros(1, np.intp) for d in found[0].dims[:-2]}
    floor = found[0].read(leading).reshape(points.shape)
    surface = _surface(part, terms.get("eta", ""), points, collection, options, notes)
    deepest = float(np.nanmax(floor))
    levels = np.array(options.levels if options.levels else [z for z in STANDARD_LEVELS if z < deepest], np.float64)
    made: dict[str, object] = {}

    def to_depths(one: Part, field: NativeField) -> NativeField:
        own = one.vertical.dim or ""
        stretching = made.get(own) or stretching_of(one.found.variable, own, collection, notes)
        made[own] = stretching
        return OnDepths(field, stretching, floor, surface, levels)  # type: ignore[arg-type]

    notes.append(f"terrain-following levels brought to {levels.size} depths, {levels[0]:g}..{levels[-1]:g} m")
    return levels, to_depths


def _surface(
    part: Part, term: str, points: Points, collection: Collection, options: Options, notes: list[str]
) -> NativeField | None:
    for name in (term, "zeta", "ssh", "elevation"):
        variable = collection.first(name) if name else None
        if variable is None or variable.shape[-2:] != points.shape:
            continue
        variables = collection.holders(name)
        timeline = timeline_of(variables, options, [])
        if np.array_equal(timeline.times, part.timeline.times):
            dims = (variable.dims[-2], variable.dims[-1])
            return VariableField(tuple(variables), timeline, dims, None, np.zeros(1, np.intp), {}, Unit("length"))
        notes.append(f"{name}: left out, as its times are not those of {part.name}: the free surface is taken as zero")
        return None
    notes.append("no free surface in the files: taken as zero")
    return None


def _check_some_data(parts: dict[str, Part]) -> None:
    """FileFormatError when a variable has no value at all. Looks at a few blocks; at everything only if these are
    empty.
    """
    for part in parts.values():
        variable = part.found.variable
        if not any(block.size for block in blocks(variable)) and not any(map(_has_data, part.variables)):
            raise FileFormatError(f"{variable.where}: no data: all values are masked")


def _has_data(variable: Variable) -> bool:
    first = variable.dims[0]
    return any(
        bool(np.isfinite(variable.read({first: np.array([k], np.intp)})).any()) for k in range(variable.shape[0])
    )
