"""Staggered grids: where faces lie between cells, and which way the axes of a grid point.

ROMS and CROCO: `u(eta, xi_u)` lies between the rho points i and i + 1, `v(eta_v, xi)` between j and j + 1, so that
cell i lies between the faces i - 1 and i. A file that was cut with equal index ranges has as many faces as cells and
still follows that rule; where masks are there, the rule under which mask_u is the product of its two neighbours in
mask_rho is taken, and a note says so when it is the other one.

NEMO and others: where the two components have coordinates of their own, u lies on the eastern face of its cell and v on
the northern one when coordinates are two-dimensional (the cell is half way between the faces i - 1 and i); on axes the
coordinates themselves say on which side.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.readers.collection import Collection, Variable
from seatrial.ocean.readers.decoding import number
from seatrial.ocean.readers.options import Options
from seatrial.ocean.readers.points import Points, points_of

SAME = 1e-7
"""Coordinates that differ by less are the same [deg]."""
GRID_NAMES = (
    "sea_water_x_velocity",
    "sea_water_y_velocity",
    "x_wind",
    "y_wind",
    "grid_eastward_wind",
    "grid_northward_wind",
)
EAST_NAMES = ("u_eastward", "v_northward", "water_u", "water_v", "utotal", "vtotal", "ewct", "nsct")
NEMO_NAMES = ("vozocrtx", "vomecrty", "uo", "vo", "uvel", "vvel", "sozocrtx", "somecrty")


@dataclass(frozen=True)
class Faces:
    """How a component is brought to cell centres, see `fields.Centred`."""

    axis: int
    before: int
    count: int


def roms_dims(variable: Variable) -> tuple[str, str] | None:
    """Row and column dimension of a ROMS or CROCO variable, None for files of others."""
    rows = [d for d in variable.dims if d.startswith("eta_")]
    columns = [d for d in variable.dims if d.startswith("xi_")]
    return (rows[0], columns[0]) if len(rows) == 1 and len(columns) == 1 else None


def roms_points(variable: Variable, collection: Collection, options: Options, notes: list[str]) -> Points:
    """The rho points, to which everything in a ROMS or CROCO file is brought."""
    lat, lon = collection.first("lat_rho"), collection.first("lon_rho")
    if lat is None or lon is None:
        raise FileFormatError(f"{variable.where}: a ROMS grid without lat_rho and lon_rho: name its grid file too")
    found = points_of(
        lat,
        collection,
        Options({"latitude": "lat_rho", "longitude": "lon_rho"}, registration=options.registration),
        notes,
    )
    if found.lat.size > 4 and np.ptp(found.lat[np.isfinite(found.lat)]) == 0.0:
        raise FileFormatError(f"{lat.where}: all values are {found.lat.flat[0]:g}: not filled in")
    return found


def roms_faces(
    variable: Variable, dims: tuple[str, str], collection: Collection, shape: tuple[int, int], notes: list[str]
) -> Faces | None:
    """Faces of a ROMS component over rho points of `shape`; None for a variable at rho points."""
    lengths = [variable.shape[variable.dims.index(d)] for d in dims]
    if dims[1] == "xi_u":
        axis, name = 1, "mask_u"
    elif dims[0] == "eta_v":
        axis, name = 0, "mask_v"
    else:
        if tuple(lengths) != shape:
            raise FileFormatError(f"{variable.where}: shape {tuple(lengths)}: the rho points have {shape}")
        return None
    other = 1 - axis
    if lengths[other] != shape[other] or abs(lengths[axis] - shape[axis]) > 1:
        raise FileFormatError(f"{variable.where}: shape {tuple(lengths)} does not fit to rho points of shape {shape}")
    if lengths[axis] != shape[axis]:
        return Faces(axis, -1 if lengths[axis] < shape[axis] else 0, lengths[axis])
    before = _from_masks(collection, name, axis)
    if before is None:
        notes.append(f"{variable.name}: as many faces as cells: taken as cut with equal index ranges")
        before = -1
    elif before == 0:
        notes.append(f"{variable.name}: its masks say that face i lies between cells i - 1 and i")
    return Faces(axis, before, lengths[axis])


def _from_masks(collection: Collection, name: str, axis: int) -> int | None:
    """Which rule the masks of faces and cells follow; None when they are absent or do not tell."""
    face, cell = collection.first(name), collection.first("mask_rho")
    if face is None or cell is None or face.shape != cell.shape or len(cell.shape) != 2:
        return None
    faces, cells = face.read() > 0.5, cell.read() > 0.5
    count = cells.shape[axis]
    product = cells.take(range(count - 1), axis) & cells.take(range(1, count), axis)
    after = int(np.sum(faces.take(range(count - 1), axis) != product))
    before = int(np.sum(faces.take(range(1, count), axis) != product))
    return None if after == before else -1 if after < before else 0


def same_points(a: Points, b: Points) -> bool:
    """Whether two sets of places are one."""
    return all(
        p.shape == q.shape and bool(np.all((np.abs(p - q) < SAME) | (np.isnan(p) & np.isnan(q))))
        for p, q in ((a.lat, b.lat), (a.lon, b.lon))
    )


def between(
    east: Variable, north: Variable, at_east: Points, at_north: Points
) -> tuple[Points, Faces | None, Faces | None]:
    """Cell centres of components that have places of their own, and how each gets there. FileFormatError when they do
    not look like the faces of one grid.
    """
    if at_east.is_regular and at_north.is_regular:
        centres = Points(at_east.lat, at_north.lon, at_east.dims, f"latitude of {east.name}, longitude of {north.name}")
        sides = [_sides(at_east.lon, at_north.lon, 1), _sides(at_north.lat, at_east.lat, 0)]
        if any(isinstance(side, str) for side in sides):
            raise FileFormatError(f"{east.where}: its grid and that of {north.name} do not belong together")
        faces = [side if isinstance(side, Faces) else None for side in sides]
        return centres, faces[0], faces[1]
    if at_east.lat.shape != at_north.lat.shape:
        raise FileFormatError(
            f"{east.where}: shape {at_east.lat.shape}: {north.name} has {at_north.lat.shape}, must be equal on faces"
        )
    lat, lon = _half_way_west(at_east.lat, at_east.lon)
    rows, columns = lat.shape
    centres = Points(lat, lon, at_east.dims, f"half way between the places of {east.name}")
    return centres, Faces(1, -1, columns), Faces(0, -1, rows)


def _sides(faces: NDArray[np.float64], cells: NDArray[np.float64], axis: int) -> Faces | str | None:
    """Which face comes before the first cell; None when they coincide, "strange" when no cell lies between faces."""
    if faces.size == cells.size and np.abs(faces - cells).max() < SAME:
        return None
    direction = 1.0 if cells[-1] > cells[0] else -1.0
    before = int(np.sum(direction * faces < direction * cells[0])) - 1
    number = np.arange(cells.size) + before
    for shift, sign in ((0, 1.0), (1, -1.0)):
        there = (number + shift >= 0) & (number + shift < faces.size)
        gap = sign * direction * (cells[there] - faces[(number + shift)[there]])
        if abs(faces.size - cells.size) > 1 or np.any(gap <= 0.0):
            return "strange"
    return Faces(axis, before, faces.size)


def _half_way_west(
    lat: NDArray[np.float64], lon: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places half way between each point and the one before it in its row; the first is continued outwards."""
    phi, lam = np.radians(lat), np.radians(lon)
    xyz = np.stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)])
    middle = np.empty_like(xyz)
    middle[:, :, 1:] = 0.5 * (xyz[:, :, 1:] + xyz[:, :, :-1])
    middle[:, :, 0] = 1.5 * xyz[:, :, 0] - 0.5 * xyz[:, :, 1]
    return np.degrees(np.arctan2(middle[2], np.hypot(middle[0], middle[1]))), np.degrees(
        np.arctan2(middle[1], middle[0])
    )


def along_grid(variable: Variable, points: Points, dims: tuple[str, str], options: Options) -> bool:
    """Whether a component points along the axes of its grid and must be turned. InputError when nothing says."""
    if options.vectors is not None:
        return options.vectors == "grid"
    if dims[1] == "xi_u" or dims[0] == "eta_v":
        return True
    standard, name = variable.text("standard_name").lower(), variable.name.lower()
    if "eastward_" in standard and standard not in GRID_NAMES:
        return False
    if points.is_regular:
        return False
    if standard in GRID_NAMES or name in NEMO_NAMES:
        return True
    if name in EAST_NAMES or "eastward" in variable.text("long_name").lower():
        return False
    raise InputError(
        f"{variable.where}: on a grid that is not north up, and nothing says whether it points east or along the grid: "
        "option vectors = 'east' or 'grid'"
    )


def grid_angle(points: Points, collection: Collection, notes: list[str]) -> NDArray[np.float64]:
    """Angle from east to the direction of rows [rad, anticlockwise], shape (row, column): `angle` of the file, else
    from the places.
    """
    shape = points.lat.shape if points.lat.ndim == 2 else (points.lat.size, points.lon.size)
    given = collection.first("angle")
    if given is not None and given.shape == shape:
        values = given.read()
        unit = given.text("units").lower()
        is_degrees = unit.startswith("deg") or (not unit.startswith("rad") and np.nanmax(np.abs(values)) > 2.0 * np.pi)
        if np.any(np.isfinite(values)) and number(given.attributes, "scale_factor") != 0.0:
            return np.radians(values) if is_degrees else values
    if points.is_regular:
        return np.zeros(shape)
    notes.append("directions of the grid worked out from its latitudes and longitudes")
    return direction_of_rows(points.lat, points.lon)


def direction_of_rows(lat: NDArray[np.float64], lon: NDArray[np.float64]) -> NDArray[np.float64]:
    """Angle from east to the way from each point to the next in its row [rad], by central differences on the sphere."""
    phi, lam = np.radians(lat), np.radians(lon)
    xyz = np.stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)])
    way = np.gradient(xyz, axis=2)
    east = np.stack([-np.sin(lam), np.cos(lam), np.zeros_like(lam)])
    north = np.stack([-np.sin(phi) * np.cos(lam), -np.sin(phi) * np.sin(lam), np.cos(phi)])
    return np.arctan2(np.sum(way * north, axis=0), np.sum(way * east, axis=0))


def turned(
    along_rows: NDArray[np.float64], along_columns: NDArray[np.float64], angle: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """East and north components; `angle` [rad] from east to the direction of rows. Speed is unchanged."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return along_rows * cosine - along_columns * sine, along_rows * sine + along_columns * cosine
