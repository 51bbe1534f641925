"""Vector tiles written by hand against another reader, and rules of the specification."""

import mapbox_vector_tile
import numpy as np
import pytest
import shapely

from seatrial.server.tiles.mvt import Feature, encode_tile, geometry_words, polygon_rings, varints


def geometries(*shapes) -> np.ndarray:
    return np.array(shapes, dtype=object)


def decoded(layers) -> dict:
    return mapbox_vector_tile.decode(encode_tile(layers), default_options={"y_coord_down": True})


SQUARE = shapely.Polygon([(0, 0), (0, 100), (100, 100), (100, 0)], [[(20, 20), (40, 20), (40, 40), (20, 40)]])


def test_polygons_come_back_with_their_holes():
    far = shapely.box(2000, 3000, 4160, 4160)
    layer = decoded({"land": [Feature(geometries(SQUARE, far), {})]})["land"]
    assert layer["extent"] == 4096
    assert layer["version"] == 2
    assert shapely.geometry.shape(layer["features"][0]["geometry"]).equals(shapely.MultiPolygon([SQUARE, far]))


def test_lines_come_back_with_numbers():
    lines = [shapely.LineString([(-64, 5), (10, 6), (4160, 9)]), shapely.LineString([(1, 1), (2, 2)])]
    features = [Feature(geometries(lines[0]), {"depth_m": 200}), Feature(geometries(lines[1]), {"depth_m": 12.5})]
    read = decoded({"contours": features})["contours"]["features"]
    assert [feature["properties"] for feature in read] == [{"depth_m": 200}, {"depth_m": 12.5}]
    for feature, line in zip(read, lines, strict=True):
        assert shapely.geometry.shape(feature["geometry"]).equals(line)


def test_the_example_of_the_specification():
    """MVT 2.1, 4.3.5.6: the commands of two polygons, one of them with a hole."""
    first = shapely.Polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
    second = shapely.Polygon([(11, 11), (20, 11), (20, 20), (11, 20)], [[(13, 13), (13, 17), (17, 17), (17, 13)]])
    points, starts = polygon_rings(geometries(first, second))
    words = geometry_words(points, starts, closed=True)
    assert words.tolist() == [
        *(9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15),
        *(9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15),
        *(9, 4, 13, 26, 0, 8, 8, 0, 0, 7, 15),
    ]


@pytest.mark.parametrize("shape", [SQUARE, SQUARE.reverse()])
def test_outer_rings_have_positive_area_and_holes_negative(shape):
    points, starts = polygon_rings(geometries(shape))
    for part, sign in zip(np.split(points, starts[1:]), (1, -1), strict=True):
        onward = np.roll(part, -1, axis=0)
        assert np.sign(np.sum(part[:, 0] * onward[:, 1] - onward[:, 0] * part[:, 1])) == sign


def test_what_vanishes_on_the_grid_is_left_out():
    speck, thin = shapely.box(5.1, 5.1, 5.3, 5.3), shapely.box(0, 7.1, 100, 7.2)
    with_speck = shapely.Polygon(SQUARE.exterior, [[(50.1, 50.1), (50.2, 50.1), (50.2, 50.2)]])
    assert encode_tile({"land": [Feature(geometries(speck, thin), {})]}) == b""
    read = decoded({"land": [Feature(geometries(speck, with_speck, thin), {})], "coast": [Feature(geometries(), {})]})
    assert set(read) == {"land"}
    assert shapely.geometry.shape(read["land"]["features"][0]["geometry"]).equals(shapely.Polygon(SQUARE.exterior))


def test_nothing_is_no_bytes():
    assert encode_tile({"land": [Feature(geometries(), {})], "contours": []}) == b""


def test_numbers_of_variable_length():
    """Protocol buffers, "Base 128 Varints": 150 is 96 01."""
    assert varints(np.array([150, 0, 127, 128, 2**32 - 1])).hex(" ") == "96 01 00 7f 80 01 ff ff ff ff 0f"
