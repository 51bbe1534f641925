"""Levels are made once; lakes belong to the shipped land only."""

import gc

from seatrial.ocean.land import Land
from seatrial.server.tiles import levels
from seatrial.server.tiles.levels import level_of
from seatrial.server.tiles.outlines import FULL_ZOOM
from tests.unit.server.tiles.oceans import LAKE


def test_a_level_is_made_once_and_the_deep_ones_are_one():
    assert level_of(LAKE, 3) is level_of(LAKE, 3)
    assert level_of(LAKE, FULL_ZOOM) is level_of(LAKE, 14)
    assert level_of(LAKE, 3) is not level_of(LAKE, 4)


def test_levels_go_with_their_land():
    gc.collect()
    before = len(levels._kept)
    land = Land.from_polygons([[(0, 0), (1, 0), (1, 1)]])
    level_of(land, 5)
    assert len(levels._kept) == before + 1
    del land
    gc.collect()
    assert len(levels._kept) == before


def test_lakes_are_drawn_on_the_shipped_land_only():
    assert len(level_of(LAKE, 5).lakes.geometries) == 0
    assert len(level_of(Land.none(), 5).lakes.geometries) == 0
    assert len(level_of(Land.shipped(), 5).lakes.geometries) > 100
