import hashlib
import json
import lzma

import numpy as np
import pytest
import shapely

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.land import Land
from seatrial.ocean.land_files import GRAIN, shipped_polygons
from tools.world_data.geography import write_vertices

SQUARE = [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]], [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]]
POLYGON = {"type": "Polygon", "coordinates": SQUARE}
OTHER = {
    "type": "MultiPolygon",
    "coordinates": [[[[179, -1, 7], [-179, -1, 7], [-179, 1, 7], [179, 1, 7], [179, -1, 7]]]],
}
FEATURE = {"type": "Feature", "properties": None, "geometry": POLYGON}
COLLECTION = {
    "type": "FeatureCollection",
    "features": [FEATURE, {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": [OTHER]}},
                 {"type": "Feature", "geometry": None}],
}  # fmt: skip


@pytest.mark.parametrize("document", [POLYGON, FEATURE, COLLECTION])
def test_geojson(tmp_path, document):
    path = tmp_path / "land.GeoJSON"
    path.write_text(json.dumps(document))
    land = Land.from_file(path)
    np.testing.assert_array_equal(land.contains([3.0, 1.5, 5.0], [3.0, 1.5, 5.0]), [True, False, False])
    np.testing.assert_array_equal(land.contains(0.0, [179.5, -179.5]), document is COLLECTION)


@pytest.mark.parametrize("name", ["land.wkb", "land.wkb.xz"])
def test_wkb(tmp_path, name):
    path = tmp_path / name
    data = shapely.to_wkb(shapely.GeometryCollection([shapely.box(0, 0, 4, 4), shapely.box(170, -5, 190, 5)]))
    path.write_bytes(lzma.compress(data) if name.endswith("xz") else data)
    land = Land.from_file(str(path))
    np.testing.assert_array_equal(land.contains(1.0, [1.0, 5.0, -171.0, -169.0]), [True, False, True, False])


SHIPPED = {
    "land": (6836, "dc2a20f01a91b3ae9e2a49b1b499e27965f06f211aa16a7727aca85576c7fbdb"),
    "lakes": (1366, "e78921413a60461af691c5bfdec1771735f0d7c318beb3f1f04ba12b377e0742"),
}
"""Polygons of Natural Earth's layers as they were first made, and the SHA-256 sum of their WKB collection."""


def digest(polygons) -> str:
    wkb = shapely.to_wkb(shapely.geometrycollections(polygons), byte_order=1)
    return hashlib.sha256(wkb).hexdigest()


@pytest.mark.parametrize("layer", SHIPPED)
def test_shipped_polygons_to_the_last_bit(layer):
    polygons = shipped_polygons(layer)
    assert (len(polygons), digest(polygons)) == SHIPPED[layer]
    moved = polygons.copy()
    moved[0] = shapely.transform(polygons[0], lambda xy: xy + 1.0 / GRAIN)
    assert digest(moved) != SHIPPED[layer][1]


def test_vertices_between_the_steps_cannot_be_written(tmp_path):
    square = shapely.box(0.0, 0.0, 1.0, 1.0)
    write_vertices(tmp_path / "a.npz", np.array([square]))
    with pytest.raises(ValueError, match="a repair made vertices between the steps"):
        write_vertices(tmp_path / "a.npz", np.array([shapely.transform(square, lambda xy: xy + 0.1 / GRAIN)]))


def test_written_vertices_are_those_that_are_shipped(tmp_path):
    from importlib.resources import files

    write_vertices(tmp_path / "lakes.npz", shipped_polygons("lakes"))
    with np.load(tmp_path / "lakes.npz") as made, np.load(str(files("seatrial.ocean") / "data/lakes_10m.npz")) as kept:
        assert sorted(made.files) == sorted(kept.files) == ["polygons", "rings", "steps"]
        assert all(np.array_equal(made[name], kept[name]) for name in made.files)


RING = [[0, 0], [1, 0], [1, 1], [0, 0]]
BROKEN = {
    "text.json": ("land", "GeoJSON"),
    "list.json": ("[1, 2]", "type"),
    "line.json": ({"type": "LineString", "coordinates": RING}, "'LineString': must be Polygon"),
    "features.json": ({"type": "FeatureCollection"}, "'features' of FeatureCollection must be a list"),
    "empty.json": ({"type": "FeatureCollection", "features": []}, "at least one polygon"),
    "few.json": ({"type": "Polygon", "coordinates": [[[0, 0], [1, 1]]]}, "at least 3"),
    "word.json": ({"type": "Polygon", "coordinates": [[["a", 0], [1, 1], [1, 0], [0, 0]]]}, "list of positions"),
    "shallow.json": ({"type": "Polygon", "coordinates": RING}, "list of positions"),
    "swapped.json": ({"type": "Polygon", "coordinates": [[[10, 120], [11, 120], [11, 121], [10, 120]]]}, "latitude"),
    "nan.json": ('{"type": "Polygon", "coordinates": [[[NaN, 0], [1, 1], [1, 0], [NaN, 0]]]}', "finite"),
    "name.txt": (POLYGON, "must end in"),
    "bad.wkb": ("land", "WKB"),
    "bad.wkb.xz": ("\x00", "WKB"),
    "points.wkb": (shapely.to_wkb(shapely.Point(0, 0)), "must be Polygon"),
    "cut.wkb.xz": (lzma.compress(b"x" * 1000)[:-20], "xz"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_say_what_is_wrong(tmp_path, name):
    content, words = BROKEN[name]
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(FileFormatError) as caught:
        Land.from_file(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert words in message
    assert "\n" not in message


def test_missing_file(tmp_path):
    with pytest.raises(FileFormatError, match=r"none\.json: cannot be read: No such file"):
        Land.from_file(tmp_path / "none.json")


@pytest.mark.parametrize(
    "item", [shapely.Point(0, 0), [(0, 0), (1, 1)], [1, 2, 3], ["a", "b", "c"], [(0, 0), (1, 95), (2, 0)]]
)
def test_what_is_no_polygon(item):
    with pytest.raises(InputError, match="land"):
        Land.from_polygons([item])
