"""PNG against another reader."""

import io

import numpy as np
from PIL import Image

from seatrial.server.tiles.png import palette_png, rgb_png

RNG = np.random.default_rng(3)


def test_a_picture_of_any_colours_comes_back():
    pixels = RNG.integers(0, 256, (7, 11, 3), dtype=np.uint8)
    with Image.open(io.BytesIO(rgb_png(pixels))) as image:
        assert image.mode == "RGB"
        np.testing.assert_array_equal(np.asarray(image), pixels)


def test_a_picture_by_numbers_comes_back_and_number_zero_is_transparent():
    numbers = RNG.integers(0, 256, (5, 9), dtype=np.uint8)
    colours = RNG.integers(0, 256, (256, 3), dtype=np.uint8)
    with Image.open(io.BytesIO(palette_png(numbers, colours))) as image:
        shown = np.asarray(image.convert("RGBA"))
    np.testing.assert_array_equal(shown[..., :3], colours[numbers])
    np.testing.assert_array_equal(shown[..., 3], np.where(numbers == 0, 0, 255))
