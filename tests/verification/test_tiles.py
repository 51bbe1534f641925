"""Map tiles of the real ocean, decoded by other readers and compared with the fields themselves.

The formulas of Web Mercator are written a second time here, in the form of the Gudermann function.
"""

import io
from collections.abc import Iterator

import mapbox_vector_tile
import numpy as np
import pytest
import shapely
from PIL import Image

from seatrial.ocean.ocean import Ocean
from seatrial.server.tiles import base, raster
from seatrial.server.tiles.address import Tile
from seatrial.server.tiles.outlines import tolerance

EXTENT = 4096
MARGIN = 64
CELL = 32
SPECK = 48

MONTEREY, GIBRALTAR, FIJI, SVALBARD = (36.8, -121.9), (36.0, -5.5), (-16.8, 179.99), (78.3, 15.6)
ANTARCTICA, CHUKOTKA, AALAND = (-84.3, -179.99), (66.5, -179.99), (60.2, 20.5)
PICTURES = [(0, 0, 0), (1, 0, 1), (2, 1, 1), (3, 0, 7), (22, 676_000, 1_627_000)]


def tile_at(place: tuple[float, float], zoom: int) -> Tile:
    lat, lon = np.radians(place[0]), place[1]
    y = 0.5 - np.log(np.tan(np.pi / 4 + lat / 2)) / (2 * np.pi)
    return Tile(zoom, int((lon + 180.0) / 360.0 * 2**zoom), int(y * 2**zoom))


def place_of(tile: Tile, x: np.ndarray, y: np.ndarray, side: int = EXTENT) -> tuple[np.ndarray, np.ndarray]:
    """Latitude and longitude [deg] of tile units."""
    north = np.pi * (1.0 - 2.0 * (tile.y + np.asarray(y) / side) / 2**tile.z)
    return np.degrees(2.0 * np.arctan(np.exp(north)) - np.pi / 2), (
        tile.x + np.asarray(x) / side
    ) / 2**tile.z * 360 - 180


def units_of(tile: Tile, lat: np.ndarray, lon: np.ndarray) -> np.ndarray:
    y = 0.5 - np.log(np.tan(np.pi / 4 + np.radians(lat) / 2)) / (2 * np.pi)
    return np.stack([((lon + 180.0) / 360.0 * 2**tile.z - tile.x), (y * 2**tile.z - tile.y)], axis=-1) * EXTENT


def pixels(tile: Tile) -> tuple[np.ndarray, np.ndarray]:
    centre = np.arange(256) + 0.5
    return np.broadcast_arrays(*place_of(tile, centre[None, :], centre[:, None], 256))  # pyright: ignore


def picture(data: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGBA")).astype(float)


def layers(ocean: Ocean, tile: Tile) -> dict:
    data = base.base_tile(ocean, tile)
    return mapbox_vector_tile.decode(data, default_options={"y_coord_down": True}) if data else {}


def shapes(decoded: dict, layer: str) -> Iterator[tuple[dict, shapely.Geometry]]:
    for feature in decoded.get(layer, {}).get("features", []):
        yield feature["properties"], shapely.geometry.shape(feature["geometry"])


def ground(decoded: dict) -> shapely.Geometry:
    """Land of a tile; rounding to the grid may have made rings touch themselves."""
    return shapely.union_all([shapely.make_valid(shape) for _, shape in shapes(decoded, "land")])


def from_coast(ocean: Ocean, tile: Tile, points: np.ndarray) -> np.ndarray:
    """Distance of points (n, 2) in tile units to the true coast, infinite where none is near the tile."""
    (north, south), (west, east) = place_of(tile, np.array([-99, EXTENT + 99]), np.array([-99, EXTENT + 99]))
    edges = ocean.land.coast_near(max(south, -89.9), min(north, 89.9), west, east).reshape(-1, 2)
    lines = shapely.linestrings(units_of(tile, np.clip(edges[:, 1], -89.9, 89.9), edges[:, 0]).reshape(-1, 2, 2))
    return from_nearest(np.asarray(lines), points)


def from_nearest(lines: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Distance of points (n, 2) to the nearest of many geometries."""
    distance = np.full(len(points), np.inf)
    if len(lines):
        (number, _), found = shapely.STRtree(lines).query_nearest(shapely.points(points), return_distance=True)
        distance[number] = found
    return distance


def moved(geometry: shapely.Geometry, shift: float) -> shapely.Geometry:
    return shapely.transform(geometry, lambda points: points + np.array([shift, 0.0]))


def segments(lines: list[shapely.Geometry]) -> np.ndarray:
    """The pieces of lines as lines of two points."""
    parts = shapely.get_parts(np.array(lines, dtype=object))
    points, line = shapely.get_coordinates(parts, return_index=True)
    same = line[1:] == line[:-1]
    return np.asarray(shapely.linestrings(np.stack([points[:-1][same], points[1:][same]], axis=1)))


# --- checks, which the harness runs on mutants too ------------------------------------------------------------------


def check_terrain(ocean: Ocean, tile: Tile) -> None:
    """Decoded as terrarium says, each pixel is the composite at its centre, to half a step of 1/256 m."""
    red, green, blue, _ = np.moveaxis(picture(raster.terrain_png(ocean.bathymetry, tile)), -1, 0)
    expected = ocean.bathymetry.sample(*pixels(tile)).value
    assert np.abs(red * 256.0 + green + blue / 256.0 - 32768.0 - expected).max() <= 0.5 / 256 + 1e-6


def check_bathymetry(ocean: Ocean, tile: Tile, max_depth: float, min_depth: float = 0.0) -> None:
    """Transparent exactly on land; elsewhere cmocean deep over the square root of depth, evenly from `min_depth` on."""
    import cmocean

    lat, lon = pixels(tile)
    shown = picture(raster.bathymetry_png(ocean, tile, max_depth, 1, min_depth))
    land = ocean.land.contains(lat, lon)
    np.testing.assert_array_equal(shown[..., 3] == 0.0, land)
    depth = np.maximum(1.0, -ocean.bathymetry.sample(lat[~land], lon[~land]).value)
    share = np.clip((depth - min_depth) / (max_depth - min_depth), 0.0, 1.0)
    colour = 255.0 * cmocean.cm.deep(share if min_depth > 0.0 else np.sqrt(share))[:, :3]  # pyright: ignore
    # Half of our 254 steps and half of cmocean's 256, at most 2.3 units a step, and one unit of rounding.
    assert np.abs(shown[~land][:, :3] - colour).max(initial=0.0) <= 3.3


def check_land(ocean: Ocean, tile: Tile) -> None:
    """Points further from the true coast than simplifying and rounding reach are what `Land.contains` says."""
    reach = 2.0 * tolerance(tile.z) * 2**tile.z * EXTENT + 1.0  # an edge may be off and, where it was mended, once more
    x, y = np.random.default_rng(tile.x).uniform(-MARGIN, EXTENT + MARGIN, (2, 4000))
    far = from_coast(ocean, tile, np.column_stack([x, y])) > reach
    assert far.sum() > 1000
    lat, lon = place_of(tile, x[far], y[far])
    drawn = shapely.contains_xy(ground(layers(ocean, tile)), x[far], y[far])
    np.testing.assert_array_equal(drawn, ocean.land.contains(lat, lon))


def check_coast(ocean: Ocean, tile: Tile) -> None:
    """Each coast line lies on the true coast, so none runs along the date line, and is the boundary of the land."""
    decoded = layers(ocean, tile)
    points = np.concatenate([shapely.get_coordinates(shape) for _, shape in shapes(decoded, "coast")])
    off = from_coast(ocean, tile, points)
    assert off.max() <= 2.0 * tolerance(tile.z) * 2**tile.z * EXTENT + 1.0
    lines = segments([shape for _, shape in shapes(decoded, "coast")])
    edges = segments(list(shapely.get_rings(shapely.get_parts(ground(decoded)))))
    for one, other in ((lines, edges), (edges, lines)):
        middle = shapely.get_coordinates(one).reshape(-1, 2, 2).mean(axis=1)
        inside = np.all((middle > 1) & (middle < EXTENT - 1), axis=1)
        assert np.mean(from_nearest(other, middle[inside]) <= 2.0) >= 0.995


def check_neighbours(ocean: Ocean, west: Tile, east: Tile) -> None:
    """In the strip that both hold, land is the same but for rounding, and lines lie on each other."""
    strip = shapely.box(-MARGIN, 0, MARGIN, EXTENT)
    decoded = [layers(ocean, tile) for tile in (west, east)]
    pieces = []
    for one, shift in zip(decoded, (-EXTENT, 0), strict=True):
        pieces.append(shapely.intersection(moved(ground(one), shift), strip))
    left, right = pieces
    assert shapely.symmetric_difference(left, right).area <= 0.6 * (left.length + right.length)
    # lines round what is too small to see are left out, but for such as reach out of the margin
    for layer, strip in (("coast", MARGIN - 4), ("contours", MARGIN - SPECK)):
        drawn = [
            segments([moved(shape, shift) for _, shape in shapes(one, layer)])
            for one, shift in zip(decoded, (-EXTENT, 0), strict=True)
        ]
        for lines, others in (drawn, drawn[::-1]):
            ends = shapely.get_coordinates(lines)
            ends = ends[(np.abs(ends[:, 0]) < strip) & (ends[:, 1] > 4) & (ends[:, 1] < EXTENT - 4)]
            assert from_nearest(others, ends).max(initial=0.0) <= 1.5


def check_contours(ocean: Ocean, tile: Tile) -> None:
    """Each point lies on a side of a cell of 32 units between corners of which one is deeper, one less deep.

    Where the data are coarser than the cells, nine in ten have their depth within three units.
    """
    found = list(shapes(layers(ocean, tile), "contours"))
    assert found
    for properties, lines in found:
        level = properties["depth_m"]
        at = shapely.get_coordinates(lines)
        held = np.zeros(len(at), bool)
        for axis in (0, 1):
            on_side = at[:, 1 - axis] % CELL == 0
            first = np.floor((at[:, axis] - 1.0) / CELL)  # rounding to whole units may have moved it over a corner
            corners = np.repeat(at[None], 3, axis=0)
            corners[:, :, axis] = np.stack([first, first + 1.0, np.ceil((at[:, axis] + 1.0) / CELL)]) * CELL
            depth = depth_at(ocean, tile, corners[..., 0], corners[..., 1])
            held |= on_side & (depth.min(axis=0) <= level) & (level <= depth.max(axis=0))
        assert held.all()
        if tile.z >= 9:
            steps = np.array([[-3, 0, 3, 0], [0, -3, 0, 3]])[..., None]
            near = depth_at(ocean, tile, at[:, 0] + steps[0], at[:, 1] + steps[1])
            assert np.mean((near.min(axis=0) <= level) & (level <= near.max(axis=0))) >= 0.9


def depth_at(ocean: Ocean, tile: Tile, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return -ocean.bathymetry.sample(*place_of(tile, x, y)).value


def check_winding(ocean: Ocean, tile: Tile) -> None:
    """With x eastwards and y southwards outer rings have positive area and holes negative (MVT 2.1, 4.3.4.4)."""
    rings = [ring for _, shape in shapes(layers(ocean, tile), "land") for ring in raw_rings(shape)]
    assert rings
    for points, outer in rings:
        onward = np.roll(points, -1, axis=0)
        assert (np.sum(points[:, 0] * onward[:, 1] - onward[:, 0] * points[:, 1]) > 0) == outer


def raw_rings(shape: shapely.Geometry) -> Iterator[tuple[np.ndarray, bool]]:
    """Rings in the order of points in which the reader found them."""
    for polygon in shapely.get_parts(shape):
        for number, ring in enumerate(shapely.get_rings(polygon)):
            yield shapely.get_coordinates(ring)[:-1], number == 0


# --- the real ocean ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ocean() -> Ocean:
    return Ocean.shipped()


@pytest.mark.parametrize("numbers", [*PICTURES, (6, 10, 24), (9, 511, 280), (14, 2644, 6380)])
def test_terrain_is_the_composite(ocean, numbers):
    check_terrain(ocean, Tile(*numbers))


@pytest.mark.parametrize("numbers", [*PICTURES, (5, 17, 4), (6, 10, 24), (9, 511, 280), (7, 71, 36)])
@pytest.mark.parametrize("least, most", [(0.0, 200.0), (0.0, 6000.0), (100.0, 900.0)])
def test_bathymetry_is_transparent_on_land_and_has_its_colours(ocean, numbers, least, most):
    check_bathymetry(ocean, Tile(*numbers), most, least)


@pytest.mark.parametrize("place", [MONTEREY, GIBRALTAR, FIJI, SVALBARD, ANTARCTICA, CHUKOTKA, AALAND])
@pytest.mark.parametrize("zoom", [2, 5, 8])
def test_land_and_coast_are_where_they_are(ocean, place, zoom):
    check_land(ocean, tile_at(place, zoom))
    check_coast(ocean, tile_at(place, zoom))


def test_the_whole_world_in_one_tile(ocean):
    check_land(ocean, Tile(0, 0, 0))
    check_coast(ocean, Tile(0, 0, 0))
    check_contours(ocean, Tile(0, 0, 0))


@pytest.mark.parametrize("place", [MONTEREY, GIBRALTAR, AALAND, (64.0, -170.0)])
@pytest.mark.parametrize("zoom", [3, 6, 9])
def test_tiles_side_by_side_fit(ocean, place, zoom):
    west = tile_at(place, zoom)
    check_neighbours(ocean, west, Tile(zoom, west.x + 1, west.y))


@pytest.mark.parametrize("place", [FIJI, ANTARCTICA, CHUKOTKA, (71.2, 179.99)])
@pytest.mark.parametrize("zoom", [1, 4, 8])
def test_tiles_on_both_sides_of_the_date_line_fit(ocean, place, zoom):
    row = tile_at(place, zoom).y
    check_neighbours(ocean, Tile(zoom, 2**zoom - 1, row), Tile(zoom, 0, row))


@pytest.mark.parametrize("place", [MONTEREY, GIBRALTAR, FIJI])
@pytest.mark.parametrize("zoom", [3, 7, 9, 11])
def test_contours_lie_at_their_depth(ocean, place, zoom):
    check_contours(ocean, tile_at(place, zoom))


@pytest.mark.parametrize("place", [AALAND, CHUKOTKA])
def test_rings_turn_as_they_should(ocean, place):
    check_winding(ocean, tile_at(place, 6))
