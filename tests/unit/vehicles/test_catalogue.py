from importlib.metadata import EntryPoint

import pytest

from seatrial.errors import InputError
from seatrial.vehicles import catalogue
from seatrial.vehicles.torpedo import torpedo


def test_names_are_those_that_can_be_made():
    assert "torpedo" in catalogue.names() and list(catalogue.names()) == sorted(catalogue.names())
    for name in catalogue.names():
        assert catalogue.factory(name)().mass > 0.0


@pytest.mark.parametrize("name", ["nope", "", "catalogue", "__init__", "Torpedo", "torpedo "])
def test_other_names_are_refused_with_those_that_there_are(name: str):
    with pytest.raises(InputError, match=r"vehicle model = .*: must be one of .*torpedo"):
        catalogue.factory(name)


def test_vehicles_of_other_packages(monkeypatch: pytest.MonkeyPatch):
    point = EntryPoint("guest", "seatrial.vehicles.torpedo:torpedo", catalogue.ENTRY_POINTS)
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [point] if group == catalogue.ENTRY_POINTS else [])
    assert "guest" in catalogue.names() and catalogue.factory("guest") is torpedo
    assert catalogue.factory("torpedo") is torpedo
