import pytest

from seatrial.mission.faults import unit_of


@pytest.mark.parametrize(
    ("key", "unit"),
    [("start.lat", "deg"), ("goal.lon", "deg"), ("a.cruise_speed_m_s", "m/s"), ("density_kg_m3", "kg/m3"), ("x_m", "m"),
     ("step_s", "s"), ("mass_kg", "kg"), ("capacity_Ah", "A h"), ("seed", ""), ("temperature_K", "K"),
     ("heading_deg", "deg"), ("resistance_ohm", "ohm"), ("full_voltage_V", "V"), ("mission.via[0].lat", "deg")],
)  # fmt: skip
def test_unit_of_a_key(key: str, unit: str):
    assert unit_of(key) == unit
