"""Where the values of a variable lie: latitudes and longitudes, on axes or for every point.

Looked for in this order: the options `variables.latitude` and `variables.longitude`; the attribute `coordinates`;
variables on the dimensions of the field that are latitudes and longitudes by units, standard name or name; projected or
rotated axes with a CF grid mapping; axes named `x` and `y` without units (GMT), with a note.
Coordinates are the places of the values, that is the centres of cells; registration only says how far a cell reaches
beyond the outermost ones.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.axes import (
    LATITUDE_NAMES,
    LATITUDE_UNITS,
    LONGITUDE_NAMES,
    LONGITUDE_UNITS,
    Axis,
    latitude_axis,
    longitude_axis,
)
from seatrial.ocean.readers.collection import Collection, Variable
from seatrial.ocean.readers.decoding import number
from seatrial.ocean.readers.options import Options

SEPARABLE = 1e-6
"""Two-dimensional coordinates that differ by less than this along a row or column [deg] are axes."""


@dataclass(frozen=True, eq=False)
class Points:
    """Places of values [deg]. dims: the dimension of rows and that of columns. `lat`, `lon` are one-dimensional on a
    regular grid, else of shape (row, column), NaN where there is no place. how: what they were taken from. names: the
    variables that hold them as they are, if such there are.
    """

    lat: NDArray[np.float64]
    lon: NDArray[np.float64]
    dims: tuple[str, str]
    how: str
    registration: str = "node"
    names: tuple[str, str] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return (self.lat.size, self.lon.size) if self.is_regular else (self.lat.shape[0], self.lat.shape[1])

    @property
    def is_regular(self) -> bool:
        """Whether latitude depends on the row only and longitude on the column only."""
        return self.lat.ndim == 1

    def axes(self, where: str) -> tuple[Axis, Axis]:
        """Latitude and longitude of a regular grid, ascending. FileFormatError (with `where`) when they are no axes."""
        lat_name, lon_name = self.names or ("latitude", "longitude")
        return latitude_axis(f"{where}: {lat_name}", self.lat), longitude_axis(f"{where}: {lon_name}", self.lon)


def points_of(variable: Variable, collection: Collection, options: Options, notes: list[str]) -> Points:
    """Places of the values of `variable`. FileFormatError (file, variable) when they cannot be found."""
    pair = _named(variable, collection, options) or _listed(variable, collection) or _on_dimensions(variable)
    if pair is not None:
        return _from_pair(variable, *pair, registration_of(variable, collection, options, pair[0]))
    found = _mapped(variable, collection) or _plain_xy(variable, notes)
    if found is None:
        _refuse_mesh(variable)
        raise FileFormatError(
            f"{variable.where} ({', '.join(variable.dims)}): no latitude and longitude found "
            "(option variables = { latitude = ..., longitude = ... })"
        )
    return replace(found, registration=registration_of(variable, collection, options, None))


def is_latitude(variable: Variable) -> bool:
    """Whether a variable holds latitudes, by units, standard name or name."""
    return _is_coordinate(variable, "latitude", LATITUDE_UNITS, LATITUDE_NAMES)


def is_longitude(variable: Variable) -> bool:
    """Whether a variable holds longitudes, by units, standard name or name."""
    return _is_coordinate(variable, "longitude", LONGITUDE_UNITS, LONGITUDE_NAMES)


def registration_of(variable: Variable, collection: Collection, options: Options, lat: Variable | None) -> str:
    """Whether something says that values stand for cells ("cell"), or nothing does ("node")."""
    if options.registration is not None:
        return options.registration
    offset = collection.attribute("node_offset")
    if offset is None:
        offset = variable.attributes.get("node_offset")
    area = str(collection.attribute("GDAL_AREA_OR_POINT") or variable.attributes.get("AREA_OR_POINT") or "")
    says_cell = (offset is not None and int(np.asarray(offset).reshape(-1)[0]) == 1) or area.lower() == "area"
    return "cell" if says_cell or (lat is not None and lat.text("bounds")) else "node"


def _is_coordinate(variable: Variable, word: str, units: Iterable[str], names: Iterable[str]) -> bool:
    if not variable.is_numeric or len(variable.dims) > 3:
        return False
    standard = variable.text("standard_name").lower()
    if standard:
        return standard == word
    unit = variable.text("units").lower()
    if unit in units:
        return True
    return variable.name.lower() in names and unit in ("", "degrees", "degree", "deg")


def _named(variable: Variable, collection: Collection, options: Options) -> tuple[Variable, Variable] | None:
    pair = []
    for role in ("latitude", "longitude"):
        name = options.variables.get(role)
        if name is None:
            return None
        found = collection.first(name)
        if found is None:
            raise InputError(f"{collection.where}: variables.{role} = {name!r}: not in the file")
        pair.append(found)
    return pair[0], pair[1]


def _fits(candidate: Variable, variable: Variable) -> bool:
    dims = _without_time(candidate)
    return 1 <= len(dims) <= 2 and set(dims) <= set(variable.dims)


def _without_time(candidate: Variable) -> tuple[str, ...]:
    """Dimensions without a leading one of time, as WRF and NEMO give to coordinates that never change."""
    return candidate.dims[1:] if len(candidate.dims) == 3 else candidate.dims


def _listed(variable: Variable, collection: Collection) -> tuple[Variable, Variable] | None:
    """Coordinates that the attribute `coordinates` names, unless they are all one value (a cut that lost them)."""
    found = [collection.first(name) for name in variable.text("coordinates").split()]
    present = [c for c in found if c is not None and _fits(c, variable)]
    return _pair([Variable(variable.file, c.name) if c.name in variable.file.data.variables else c for c in present])


def _on_dimensions(variable: Variable) -> tuple[Variable, Variable] | None:
    names = [str(name) for name in variable.file.data.variables]
    candidates = [c for name in names if _fits(c := Variable(variable.file, name), variable) and name != variable.name]
    candidates.sort(key=lambda c: (len(_without_time(c)), c.name not in variable.dims))
    return _pair(candidates)


def _pair(candidates: list[Variable]) -> tuple[Variable, Variable] | None:
    lats, lons = ([c for c in candidates if test(c)] for test in (is_latitude, is_longitude))
    for lat in lats:
        for lon in lons:
            if len(lat.dims) == len(lon.dims) and (len(lat.dims) > 1 or lat.dims != lon.dims):
                return lat, lon
    return None


def _refuse_mesh(variable: Variable) -> None:
    """FileFormatError when one dimension has both latitudes and longitudes: a mesh of triangles, stations, a track."""
    for dim in variable.dims:
        names = map(str, variable.file.data.variables)
        along = [v for v in (Variable(variable.file, name) for name in names) if v.dims == (dim,)]
        if any(map(is_latitude, along)) and any(map(is_longitude, along)):
            raise FileFormatError(
                f"{variable.where}: latitude and longitude share the dimension {dim}: an unstructured "
                "mesh or a track, no grid"
            )


def _from_pair(variable: Variable, lat: Variable, lon: Variable, registration: str) -> Points:
    how = f"{lat.name}, {lon.name}"
    dims = _without_time(lat)
    if len(dims) != len(_without_time(lon)) or (len(dims) == 2 and dims != _without_time(lon)):
        raise FileFormatError(f"{variable.where}: {how} lie on different dimensions {lat.dims} and {lon.dims}")
    values = []
    for coordinate in (lat, lon):
        first = {coordinate.dims[0]: np.zeros(1, np.intp)} if len(coordinate.dims) == 3 else None
        found = coordinate.read(first)
        found = found[0] if len(coordinate.dims) == 3 else found
        values.append(np.degrees(found) if coordinate.text("units").lower().startswith("rad") else found)
    if len(dims) == 1:
        if lat.dims == lon.dims:
            _refuse_mesh(variable)
        dims = (lat.dims[0], lon.dims[0])
        return Points(values[0], values[1], dims, how, registration, (lat.name, lon.name))
    rows, columns = dims
    if variable.dims.index(rows) > variable.dims.index(columns):
        rows, columns, values = columns, rows, [v.T for v in values]
    return replace(_simplified(values[0], values[1], (rows, columns), how, registration), names=(lat.name, lon.name))


def _simplified(
    lat: NDArray[np.float64], lon: NDArray[np.float64], dims: tuple[str, str], how: str, registration: str
) -> Points:
    """Two-dimensional coordinates of a regular grid as axes."""
    if min(lat.shape) >= 2 and np.all(np.isfinite(lat)) and np.all(np.isfinite(lon)):
        turn = np.abs((lon - lon[:1] + 180.0) % 360.0 - 180.0)
        if np.abs(lat - lat[:, :1]).max() < SEPARABLE and turn.max() < SEPARABLE and np.ptp(lat) > SEPARABLE:
            return Points(lat[:, 0].copy(), lon[0].copy(), dims, how, registration)
    return Points(lat, lon, dims, how, registration)


def _mapped(variable: Variable, collection: Collection) -> Points | None:
    """Projected or rotated axes through their grid mapping."""
    mapping = collection.first(variable.text("grid_mapping").split(":")[0]) if variable.text("grid_mapping") else None
    x, y = (_axis_of(variable, test) for test in (_is_x, _is_y))
    if x is None or y is None or mapping is None:
        return None
    import pyproj
    from pyproj.exceptions import ProjError

    attributes = {k: v.tolist() if isinstance(v, np.generic | np.ndarray) else v for k, v in mapping.attributes.items()}
    try:
        crs = pyproj.CRS.from_cf(attributes)
        # a rotated pole is geographic itself: what it was derived from is meant
        to_degrees = pyproj.Transformer.from_crs(crs, crs.source_crs or crs.geodetic_crs, always_xy=True)
    except (ProjError, KeyError, ValueError) as error:
        raise FileFormatError(
            f"{mapping.where}: the grid mapping cannot be used: {str(error).splitlines()[0]}"
        ) from None
    columns, rows = np.meshgrid(_projected(x), _projected(y))
    lon, lat = to_degrees.transform(columns, rows)
    lat, lon = (np.where(np.isfinite(a), a, np.nan) for a in (np.asarray(lat), np.asarray(lon)))
    return _simplified(lat, lon, (y.dims[0], x.dims[0]), f"{y.name}, {x.name} by {mapping.name}", "node")


def _projected(axis: Variable) -> NDArray[np.float64]:
    """Values in metres, or degrees for a rotated pole. Scales such as `4000 m` and `km` are honoured."""
    from seatrial.ocean.readers.units import parse

    text, values = axis.text("units"), axis.read()
    head, _, tail = text.partition(" ")
    factor = number({"scale": head}, "scale") if tail else None
    unit = parse(tail if factor is not None else text)
    return values * (factor or 1.0) * (unit.scale if unit is not None and unit.kind == "length" else 1.0)


def _axis_of(variable: Variable, test: Callable[[Variable], bool]) -> Variable | None:
    for dim in variable.dims:
        if dim in variable.file.data.variables:
            candidate = Variable(variable.file, dim)
            if candidate.is_numeric and candidate.dims == (dim,) and test(candidate):
                return candidate
    return None


def _is_x(axis: Variable) -> bool:
    standard = axis.text("standard_name").lower()
    return standard in ("projection_x_coordinate", "grid_longitude") or (
        not standard and axis.name.lower() in ("x", "rlon", "xc")
    )


def _is_y(axis: Variable) -> bool:
    standard = axis.text("standard_name").lower()
    return standard in ("projection_y_coordinate", "grid_latitude") or (
        not standard and axis.name.lower() in ("y", "rlat", "yc")
    )


def _plain_xy(variable: Variable, notes: list[str]) -> Points | None:
    """Axes `x` and `y` without metres, as GMT writes them: degrees."""
    x, y = (_axis_of(variable, test) for test in (_is_x, _is_y))
    if x is None or y is None or any("m" in a.text("units").lower().split() for a in (x, y)):
        return None
    lon, lat = x.read(), y.read()
    if not (np.all(np.abs(lat) <= 90.0) and np.all(np.abs(lon) <= 540.0)):
        raise FileFormatError(
            f"{variable.where}: {x.name}, {y.name}: no degrees, and no grid mapping says what they are"
        )
    notes.append(f"{x.name} and {y.name} without units are taken as degrees east and north")
    return Points(lat, lon, (y.dims[0], x.dims[0]), f"{y.name}, {x.name}", names=(y.name, x.name))
