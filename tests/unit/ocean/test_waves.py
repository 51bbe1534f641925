"""Waves of a file: directions over north."""

import numpy as np

from seatrial.ocean.gridded import FileField
from seatrial.ocean.waves import WaveField
from tests.reference.gridded import MadeFile


def test_a_direction_between_350_and_10_degrees_is_north():
    def waves(lat, lon, depth, time):
        turn = np.radians(350.0 + 20.0 * lon)
        return np.stack([1.0 + lon, 8.0 + 0.0 * lon, np.sin(turn), np.cos(turn)])

    file = MadeFile(waves, np.arange(2.0), np.arange(2.0), components=("height", "period", "from_east", "from_north"))
    value, valid = WaveField(FileField(file)).sample(0.5, [0.0, 0.25, 0.5, 1.0, 3.0])
    np.testing.assert_array_equal(valid, [True, True, True, True, False])
    np.testing.assert_allclose(value[:4, 0], [1.0, 1.25, 1.5, 2.0])
    np.testing.assert_allclose((value[:4, 2] + 180.0) % 360.0 - 180.0, [-10.0, -5.04, 0.0, 10.0], atol=0.01)
