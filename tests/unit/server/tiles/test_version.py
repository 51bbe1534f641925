"""Other data, other name."""

from seatrial.ocean.land import Land
from seatrial.server.tiles.version import data_version
from tests.unit.server.tiles.oceans import ocean, region, slope


def test_the_name_tells_oceans_apart_and_is_the_same_for_the_same_data():
    oceans = [
        ocean(),
        ocean(slope(per_degree=101.0)),
        ocean(slope(name="other")),
        ocean(region(), slope()),
        ocean(slope(), region()),
        ocean(land=Land.none()),
    ]
    names = [data_version(one) for one in oceans]
    assert len(set(names)) == len(oceans)
    assert data_version(ocean()) == names[0]
    assert all(len(name) == 16 for name in names)
