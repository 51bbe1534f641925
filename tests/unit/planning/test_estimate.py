import pytest

from seatrial.planning.estimate import estimate, power


def check_estimate(estimate):
    """The seed's formulas by hand: 1200 m at 1.2 m/s and 50 m down and up at 0.4 m/s."""
    distance, duration, energy = estimate(1200.0, 50.0, 1.2, 0.4)
    assert distance == 1300.0
    assert duration == pytest.approx(1000.0 + 250.0)
    cruise, vertical = (25.0 * 1.728 + 8.0) / 0.7, (25.0 * 0.064 + 8.0) / 0.7
    assert energy == pytest.approx(cruise * 1000.0 + vertical * 250.0)


def test_estimate():
    check_estimate(estimate)


def test_no_depth_no_dive():
    assert estimate(120.0, 0.0, 1.2, 0.4) == (120.0, pytest.approx(100.0), pytest.approx(100.0 * power(1.2)))
