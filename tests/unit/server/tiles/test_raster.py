"""Pictures of small oceans, where every pixel is known."""

import io

import numpy as np
from PIL import Image

from seatrial.ocean.land import Land
from seatrial.server.tiles.address import Tile
from seatrial.server.tiles.colours import PALETTE, colour_number
from seatrial.server.tiles.raster import bathymetry_png, terrain_png, terrarium
from tests.unit.server.tiles.oceans import ocean, region, slope


def picture(data: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGBA")).astype(int)


def elevation(data: bytes) -> np.ndarray:
    red, green, blue, _ = np.moveaxis(picture(data), -1, 0)
    return red * 256.0 + green + blue / 256.0 - 32768.0


def test_elevations_are_packed_as_terrarium():
    packed = terrarium(np.array([0.0, -0.5, 8848.25, -10_935.0, np.nan, 1e9, -1e9]))
    assert packed.tolist() == [
        *([128, 0, 0], [127, 255, 128], [162, 144, 64], [85, 73, 0], [128, 0, 0]),
        *([255, 255, 255], [0, 0, 0]),
    ]


def test_a_region_shows_up_in_the_terrain_to_its_edge():
    tile, both = Tile(5, 15, 15), ocean(region(), slope())
    _, lon = tile.pixel_centres(256)
    lat = tile.pixel_centres(256)[0]
    read = elevation(terrain_png(both.bathymetry, tile))
    inside = (np.abs(lat)[:, None] < 5.0) & (np.abs(lon)[None, :] < 5.0)
    assert inside.any()
    assert not inside.all()
    np.testing.assert_array_equal(read[inside], -321.0)
    expected = np.broadcast_to(-100.0 * np.abs(lon), read.shape)
    np.testing.assert_allclose(read[~inside], expected[~inside], atol=1 / 512)


def test_depth_has_its_colour_and_land_none():
    tile, sea = Tile(4, 8, 7), ocean()
    lat, lon = tile.pixel_centres(256)
    read = picture(bathymetry_png(sea, tile, 3000.0))
    wet = ~sea.land.contains(lat[:, None], lon[None, :])
    np.testing.assert_array_equal(read[..., 3], np.where(wet, 255, 0))
    expected = PALETTE[colour_number(np.broadcast_to(100.0 * lon, wet.shape), 3000.0)]
    np.testing.assert_array_equal(read[wet][:, :3], expected[wet])


def test_at_twice_the_scale_pixels_are_half_as_wide():
    assert picture(bathymetry_png(ocean(), Tile(4, 8, 7), 3000.0, scale=2)).shape == (512, 512, 4)


def test_sea_above_zero_has_one_metre_and_nothing_known_is_transparent():
    tile = Tile(9, 255, 255)
    dry = ocean(region(elevation=12.0), land=Land.none())
    read = picture(bathymetry_png(dry, tile, 10.0))
    assert (read == [*PALETTE[colour_number(1.0, 10.0)], 255]).all()
    unknown = ocean(region(box=(50.0, 60.0, 50.0, 60.0)), land=Land.none())
    assert (picture(bathymetry_png(unknown, tile, 10.0))[..., 3] == 0).all()
    assert (elevation(terrain_png(unknown.bathymetry, tile)) == 0.0).all()


def test_all_land_is_all_transparent():
    inland = Land.from_polygons([[(-20, -20), (20, -20), (20, 20), (-20, 20)]])
    assert (picture(bathymetry_png(ocean(land=inland), Tile(9, 256, 256), 10.0))[..., 3] == 0).all()
