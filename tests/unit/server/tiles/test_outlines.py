"""Outlines in the plane of the map."""

import numpy as np
import shapely

from seatrial.ocean.land import Land
from seatrial.server.tiles.address import world_x, world_y
from seatrial.server.tiles.outlines import FULL_ZOOM, coast_lines, open_ends, simplified, to_map, tolerance, world_ends

ACROSS = Land.from_polygons([[(170, 10), (-170, 10), (-170, 20), (170, 20)]])
CAP = Land.from_polygons([[(-180, -60), (-60, -65), (60, -60), (180, -60), (180, -90), (-180, -90)]])


def wiggly(lon: float, lat: float, size: float, points: int = 4000) -> shapely.Polygon:
    angle = np.linspace(0.0, 2 * np.pi, points, endpoint=False)
    radius = size * (1.0 + 0.1 * np.sin(17 * angle) + 0.02 * np.random.default_rng(1).normal(size=points))
    return shapely.Polygon(np.column_stack([lon + radius * np.cos(angle), lat + radius * np.sin(angle)]))


def test_long_edges_are_bent_as_the_map_bends_them():
    slanted = to_map(Land.from_polygons([[(0, 0), (40, 60), (0, 60)]]).polygons)[0]
    middle = shapely.Point(float(world_x(20.0)), float(world_y(30.0)))
    assert slanted.boundary.distance(middle) < 1e-7
    straight = shapely.LineString([(float(world_x(lon)), float(world_y(lat))) for lon, lat in ((0, 0), (40, 60))])
    assert straight.distance(middle) > 1e-3


def test_the_pole_is_cut_off():
    reach = shapely.total_bounds(to_map(CAP.polygons))
    assert reach[3] == world_ends()[1]
    assert world_ends()[0] < 0.0 < 1.0 < world_ends()[1]


def test_simplified_lines_stay_near_the_true_ones():
    true = to_map(np.array([wiggly(20, 40, 8), wiggly(-60, -20, 3)], dtype=object))
    for zoom in (0, 3, 5):
        made = simplified(true, tolerance(zoom))
        assert shapely.is_valid(made).all()
        assert shapely.get_num_coordinates(made).sum() < 0.9 * shapely.get_num_coordinates(true).sum()
        for one, other in zip(made, true, strict=True):
            assert shapely.hausdorff_distance(one.exterior, other.exterior) <= 2.0 * tolerance(zoom)


def test_what_is_too_small_to_see_vanishes_and_what_is_deep_in_is_as_it_is():
    islet = to_map(np.array([shapely.box(10, 10, 10.01, 10.01)], dtype=object))
    assert len(simplified(islet, tolerance(0))) == 0
    assert simplified(islet, tolerance(FULL_ZOOM)) is islet


def test_points_on_the_date_line_stay():
    """Both halves of an island on the date line end at the same latitudes, however coarse."""
    island = Land.from_polygons([wiggly(180, 40, 6)])
    for zoom in (0, 2, 5):
        made = simplified(to_map(island.polygons), tolerance(zoom))
        points = shapely.get_coordinates(made)
        west, east = (np.sort(points[points[:, 0] == side, 1]) for side in (1.0, 0.0))
        np.testing.assert_array_equal(west[[0, -1]], east[[0, -1]])


def test_the_coast_has_no_cuts():
    for land in (ACROSS, CAP):
        for zoom in (0, 4, FULL_ZOOM):
            lines = coast_lines(simplified(to_map(land.polygons), tolerance(zoom)))
            points, line = shapely.get_coordinates(lines, return_index=True)
            inside = (points[:, 0] > 0.0) & (points[:, 0] < 1.0) & (points[:, 1] < world_ends()[1])
            ends = ~inside[1:] & ~inside[:-1] & (line[1:] == line[:-1])
            assert not ends.any()
    assert len(coast_lines(np.empty(0, dtype=object))) == 0


def test_a_coast_on_the_date_line_is_drawn():
    one_side = Land.from_polygons([[(170, 10), (180, 10), (180, 20), (170, 20)]])
    drawn = open_ends(one_side)
    assert len(drawn) == 1
    np.testing.assert_allclose(np.sort(shapely.get_coordinates(drawn)[:, 1]), world_y([20.0, 10.0]))
    assert len(open_ends(ACROSS)) == 0
