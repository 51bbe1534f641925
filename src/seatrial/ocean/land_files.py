"""Land from files: GeoJSON, and WKB plain or xz-compressed."""

import json
import lzma
from importlib.resources import files
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry import Polygon

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.packed import unpack
from seatrial.ocean.rings import Polygons, polygon_of, to_plane

GRAIN = 2.0**17
"""Vertices of the shipped polygons lie at whole numbers of 1 / GRAIN degree: 0.85 m of latitude."""


def read_land(path: str | Path) -> Polygons:
    """Disjoint polygons in the plane from a GeoJSON (`.geojson`, `.json`), `.wkb` or `.wkb.xz` file, WGS-84 lon, lat.

    `FileFormatError`, one line that names the file, for a file that cannot be read, is damaged, holds other
    geometries than (multi)polygons, holds none, or has coordinates that are no positions.
    """
    path = Path(path)
    reader = next((read for ending, read in _READERS.items() if path.name.lower().endswith(ending)), None)
    if reader is None:
        raise FileFormatError(f"{path}: name must end in {', '.join(_READERS)}")
    if path.exists() and not path.is_file():
        raise FileFormatError(f"{path}: cannot be read: not a regular file")
    try:
        polygons = to_plane(reader(path.read_bytes()))
    except OSError as error:
        raise FileFormatError(f"{path}: cannot be read: {error.strerror}") from None
    except InputError as error:
        raise FileFormatError(f"{path}: {error}") from None
    if not len(polygons):
        raise FileFormatError(f"{path}: must hold at least one polygon of land")
    return polygons


def shipped_polygons(layer: str) -> Polygons:
    """The polygons of a shipped Natural Earth layer, "land" or "lakes": valid, disjoint and cut at the date line.

    The file has longitude and latitude of the vertices in steps of 1 / GRAIN degree (`steps`, see `packed`), the first
    vertex of every ring and the first ring of every polygon, each with the count at the end.
    """
    with np.load(str(files("seatrial.ocean").joinpath("data", f"{layer}_10m.npz"))) as data:
        vertices, rings, polygons = unpack(data["steps"]), data["rings"], data["polygons"]
    vertices = np.ascontiguousarray(vertices.T) / GRAIN
    return shapely.from_ragged_array(shapely.GeometryType.POLYGON, vertices, (rings, polygons))


def _from_wkb(data: bytes) -> Polygons:
    try:
        if data.startswith(b"\xfd7zXZ"):
            data = lzma.decompress(data)
        geometry = shapely.from_wkb(data)
    except (lzma.LZMAError, EOFError) as error:
        raise InputError(f"xz compression: {error}") from None
    except shapely.errors.GEOSException as error:
        raise InputError(f"WKB: {str(error).splitlines()[0]}") from None
    parts = shapely.get_parts(geometry) if geometry is not None else np.empty(0, dtype=object)
    return shapely.get_parts(parts)


def _from_geojson(data: bytes) -> list[Polygon]:
    try:
        return _polygons(json.loads(data))
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"GeoJSON: {error}") from None
    except RecursionError:
        raise InputError("GeoJSON: nested too deeply") from None


def _polygons(node: object) -> list[Polygon]:
    kind = node.get("type") if isinstance(node, dict) else None
    if not isinstance(node, dict) or not isinstance(kind, str):
        raise InputError('GeoJSON: every object must have a "type"')
    if kind == "FeatureCollection":
        return [polygon for feature in _list(node, "features") for polygon in _polygons(feature)]
    if kind == "Feature":
        # RFC 7946 allows features without a place
        return _polygons(node["geometry"]) if node.get("geometry") is not None else []
    if kind == "GeometryCollection":
        return [polygon for part in _list(node, "geometries") for polygon in _polygons(part)]
    if kind == "Polygon":
        return [_polygon(_list(node, "coordinates"))] if _list(node, "coordinates") else []
    if kind == "MultiPolygon":
        return [_polygon(rings) for rings in _list(node, "coordinates")]
    raise InputError(f"GeoJSON: type {kind!r}: must be Polygon, MultiPolygon or a collection of them")


def _list(node: dict, key: str) -> list:
    value = node.get(key)
    if not isinstance(value, list):
        raise InputError(f"GeoJSON: {key!r} of {node.get('type')} must be a list")
    return value


def _polygon(rings: list) -> Polygon:
    try:
        outer, *holes = [np.array([position[:2] for position in ring], float).reshape(-1, 2) for ring in rings]
    except (TypeError, ValueError, IndexError, OverflowError):
        raise InputError("GeoJSON: every ring must be a list of positions [lon, lat] in deg") from None
    return polygon_of(outer, holes)


_READERS = {".geojson": _from_geojson, ".json": _from_geojson, ".wkb": _from_wkb, ".wkb.xz": _from_wkb}
