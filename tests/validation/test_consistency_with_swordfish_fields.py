"""The formula fields against the swordfish simulator, run on the same points (its program's output, 17 digits).

Its land is Natural Earth 1:10m, as ours.
"""

import numpy as np
import pytest

from seatrial.ocean.land import Land
from seatrial.ocean.procedural import ProceduralBathymetry
from seatrial.ocean.synthetic import SyntheticCurrents, synthetic_velocity

# lat, lon [deg], depth [m], east, north [m/s]: SyntheticCurrentField::velocity_at
CURRENTS = np.array(
    [
        [0.0, 0.0, 0.0, 0.16281643841462301, 0.17664255291962644],
        [36.7, -122.1, 0.0, 0.013034315618303975, 0.032430954754534294],
        [36.7, -122.1, 40.0, 0.010671595042030114, 0.026552220009217819],
        [-45.0, -175.0, 0.0, 0.026256146666171626, -0.0040754773243434827],
        [-45.0, -175.0, 200.0, 0.0096590965628666463, -0.0014992843205863654],
        [59.0, 2.0, 30.0, -0.12308382937126083, -0.044575104712681508],
        [41.1, 29.05, 10.0, -0.12707054570431592, 0.051493007350061543],
        [89.9, 10.0, 5.0, -0.1374670491520312, -0.10211892503551027],
        [-60.25, 179.99, 0.0, 0.13489992586072952, -0.1022351609234451],
        [10.5, 200.25, 0.0, 0.091331832860551382, 0.053464350469061304],
        [36.7015, -122.0985, -5.0, 0.022374940505090903, 0.045655335343953551],
    ]
)

# lat, lon [deg], depth [m]: ProceduralBathymetry::depth_at
DEPTHS = np.array(
    [
        [0.0, 0.0, 5103.5469735666284],
        [36.7, -122.1, 170.27474556381398],
        [-45.0, -175.0, 2843.5484063665394],
        [59.0, 2.0, 3398.8611151891764],
        [41.1, 29.05, 164.66952752970343],
        [89.9, 10.0, 1.0],
        [-60.25, 179.99, 4915.4121987459457],
        [10.5, 200.25, 4868.8143945274205],
        [36.7015, -122.0985, 169.727674293615],
    ]
)


def test_synthetic_formula():
    lat, lon, depth = CURRENTS[:, :3].T
    np.testing.assert_allclose(synthetic_velocity(lat, lon, depth), CURRENTS[:, 3:], rtol=0.0, atol=1e-14)


def test_synthetic_field_for_longitudes_within_180():
    lat, lon, depth, *_ = CURRENTS.T
    inside = np.abs(lon) <= 180.0
    velocity, valid = SyntheticCurrents().sample(lat, lon, depth)
    assert valid.all()
    np.testing.assert_allclose(velocity[inside], CURRENTS[inside, 3:], rtol=0.0, atol=1e-12)
    # Theirs depends on the turn: 200.25 E is not 159.75 W. The points span 375 degrees, so that no rule which gives
    # one answer for one place can match all of them.
    np.testing.assert_array_equal(inside, lon != 200.25)
    np.testing.assert_allclose(velocity[~inside][0], synthetic_velocity(10.5, -159.75, 0.0), atol=1e-12)


@pytest.mark.parametrize("turn", [0.0, 360.0])
def test_procedural_depth(turn: float):
    elevation, valid = ProceduralBathymetry(Land.shipped()).sample(DEPTHS[:, 0], DEPTHS[:, 1] + turn)
    assert valid.all()
    # single precision in their distances: 24 bits of up to 1e6 m on a slope of at most 28 m/km, both passes
    np.testing.assert_allclose(-elevation, DEPTHS[:, 2], rtol=0.0, atol=2e-3)
