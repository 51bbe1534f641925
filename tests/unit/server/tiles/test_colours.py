"""The colour table against cmocean itself, and the legend against the tiles."""

import numpy as np
import pytest

from seatrial.server.tiles.colours import PALETTE, TRANSPARENT, clamp_max_depth, colour_number, legend


def test_colours_are_cmocean_deep_over_the_square_root_of_depth():
    import cmocean

    depth = np.linspace(0.0, 7000.0, 400)
    ours = PALETTE[colour_number(depth, 6000.0)].astype(float)
    theirs = 255.0 * cmocean.cm.deep(np.sqrt(np.minimum(depth / 6000.0, 1.0)))[:, :3]  # pyright: ignore
    # Half a step of 1/254 and half of cmocean's 1/256, at most 2.3 units of colour a step, and one of rounding.
    assert np.abs(ours - theirs).max() <= 0.5 * 2 * 2.3 + 1.0


def test_colours_of_a_range_below_the_surface_go_evenly_with_depth():
    import cmocean

    depth = np.linspace(5900.0, 6300.0, 400)
    ours = PALETTE[colour_number(depth, 6200.0, 6000.0)].astype(float)
    theirs = 255.0 * cmocean.cm.deep(np.clip((depth - 6000.0) / 200.0, 0.0, 1.0))[:, :3]  # pyright: ignore
    # As above.
    assert np.abs(ours - theirs).max() <= 0.5 * 2 * 2.3 + 1.0


def test_no_depth_is_transparent_and_no_depth_in_the_sea_is():
    assert colour_number([np.nan], 6000.0)[0] == TRANSPARENT
    assert (colour_number([0.0, 1e-9, 1.0, 20_000.0], 6000.0) != TRANSPARENT).all()
    assert colour_number(20_000.0, 6000.0) == 255


def test_the_greatest_depth_is_kept_within_reason():
    assert [clamp_max_depth(depth) for depth in (-5.0, 10.0, 300.0, 1e9)] == [10.0, 10.0, 300.0, 12_000.0]


@pytest.mark.parametrize("deepest", [10.0, 95.5, 6000.0, 12_000.0])
def test_the_legend_shows_the_colours_of_the_tiles(deepest):
    items = legend(deepest)
    depths = [item["depth_m"] for item in items]
    assert depths == sorted(set(depths))
    assert depths[0] == 1.0
    assert depths[-1] == deepest
    for item in items:
        red, green, blue = PALETTE[colour_number(item["depth_m"], deepest)]
        assert item["color"] == f"#{red:02x}{green:02x}{blue:02x}"


@pytest.mark.parametrize("range_m", [(1.0, 10.0), (320.0, 480.0), (6000.0, 6160.0), (450.0, 12_000.0)])
def test_the_legend_of_a_range_begins_and_ends_with_it(range_m):
    least, most = range_m
    items = legend(most, least)
    depths = [item["depth_m"] for item in items]
    assert depths == sorted(set(depths))
    assert (depths[0], depths[-1]) == range_m
    for item in items:
        red, green, blue = PALETTE[colour_number(item["depth_m"], most, least)]
        assert item["color"] == f"#{red:02x}{green:02x}{blue:02x}"
