import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.ocean.bathymetry import GridBathymetry
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.profiles import UniformProfile
from seatrial.ocean.registry import NAMES
from seatrial.ocean.seawater import density
from seatrial.ocean.uniform import UniformCurrents


@pytest.fixture
def ocean() -> Ocean:
    bay = GridBathymetry.from_array([0.0, 1.0], [0.0, 1.0], np.full((2, 2), -50.0))
    return Ocean(Land.none(), Composite([bay]), Composite([UniformCurrents(0.1, 0.0)]))


def test_every_name_has_its_unit_and_the_shipped_ones_answer(ocean: Ocean):
    assert set(NAMES) == {
        *("SeaFloorElevation", "SeaWaterVelocity", "SeaTemperature", "SeaSalinity", "SoundSpeed"),
        *("SeaDensity", "Wind", "Waves", "SeaSurfaceHeight"),
    }
    assert ocean.names == tuple(name for name in NAMES if name != "Waves")
    assert ocean.field("SeaFloorElevation").sample(0.5, 0.5).value == -50.0
    for name in ("SeaTemperature", "SeaSalinity", "SoundSpeed", "SeaDensity", "SeaWaterVelocity", "Wind"):
        found = ocean.field(name).sample(0.5, 0.5, 10.0, 0.0)
        assert found.valid
        assert ocean.field(name).names[int(found.source)]
        assert ocean.field(name) is ocean.field(name) or name == "SeaWaterVelocity"


def test_unknown_names(ocean: Ocean):
    with pytest.raises(InputError, match="field 'Oxygen': unknown; there are: SeaFloorElevation, SeaWaterVelocity, "):
        ocean.field("Oxygen")
    with pytest.raises(InputError, match="field Waves: this ocean has no source for it"):
        ocean.field("Waves")
    with pytest.raises(InputError, match="field 'Oxygen': unknown"):
        ocean.with_fields({"Oxygen": lambda: Composite([UniformProfile(1.0)])})


def test_other_sources(ocean: Ocean):
    other = ocean.with_fields(
        {
            "SeaTemperature": lambda: Composite([UniformProfile(4.0, "mine")]),
            "SeaSalinity": lambda: Composite([UniformProfile(34.0, "mine")]),
        }
    )
    found = other.field("SeaDensity").sample(0.5, 0.5, 10.0, 0.0)
    assert float(found.value) == pytest.approx(float(density(4.0, 34.0, 10.0, 0.5, 0.5)))
    assert other.field("SeaDensity").names == ("TEOS-10 of mine",)
    place = other.describe(0.5, 0.5, 10.0)
    assert (place["temperature_degC"], place["salinity"], place["temperature_source"]) == (4.0, 34.0, "mine")


def test_an_ocean_without_water_data(ocean: Ocean):
    bare = Ocean(ocean.land, ocean.bathymetry, ocean.currents, more={})
    assert bare.names == ("SeaFloorElevation", "SeaWaterVelocity")
    place = bare.describe(0.5, 0.5, 10.0, 0.0)
    assert [place[key] for key in ("temperature_degC", "density_kg_m3", "density_source", "wind", "tide")] == [None] * 5
    with pytest.raises(InputError, match="field SoundSpeed: this ocean has no source for it"):
        bare.field("SoundSpeed")
