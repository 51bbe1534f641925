"""Pictures of sections, series and profiles."""

from functools import cache

import numpy as np
import pytest

from seatrial.errors import InputError
from seatrial.mission.section_picture import draw_section
from seatrial.ocean.describing import NEW_YEAR_2000
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.sampling.places import Places, grid, section
from seatrial.ocean.sampling.rows import Answers, ask

DEPTHS = (0.0, 10.0, 50.0, 200.0, 1000.0)
HOURS = [NEW_YEAR_2000 + 3600.0 * k for k in range(5)]


@pytest.fixture(scope="module")
def oceans():
    return cache(Ocean.shipped)


def answers(oceans, along: int, depths: tuple[float, ...], times: list[float], lon: float = -122.3) -> Answers:
    lat, lons, distance = section(36.7, lon, 36.8, lon + 0.6, max(along, 2))
    return ask(oceans, grid(lat[:along], lons[:along], distance[:along], depths, times))


@pytest.mark.parametrize(
    "along, depths, times, panels",
    [(6, DEPTHS, [], 6), (6, (0.0,), [], 3), (1, DEPTHS, HOURS, 6), (1, (5.0,), HOURS, 3), (1, DEPTHS, [], 3)],
    ids=["section", "line", "depths over time", "series", "profile"],
)
def test_what_is_drawn(oceans, tmp_path, monkeypatch, along, depths, times, panels):
    from matplotlib.figure import Figure

    seen = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, place, **how: (seen.append(figure), place.write_bytes(b"x")))
    assert draw_section(answers(oceans, along, depths, times), tmp_path / "a.png") == tmp_path / "a.png"
    axes = seen[0].axes
    assert len(axes) == panels, "panels and their colour bars"
    labels = {a.get_ylabel() for a in axes} | {a.get_xlabel() for a in axes}
    assert {"depth [m]", "distance [km]", "time [h]"} & labels and "36°42.00′N" in seen[0].get_suptitle()


def test_sea_floor_is_where_it_is(oceans, tmp_path, monkeypatch):
    from matplotlib.figure import Figure

    seen = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, place, **how: (seen.append(figure), place.write_bytes(b"x")))
    found = answers(oceans, 6, DEPTHS, [])
    draw_section(found, tmp_path / "a.png")
    line = seen[0].axes[0].lines[0]
    assert np.allclose(line.get_ydata(), found.floor[0, :, 0])
    assert np.allclose(line.get_xdata(), found.places.distance[0, :, 0] / 1000.0)
    image = seen[0].axes[0].collections[0].get_array()
    assert np.array_equal(np.ma.getmaskarray(image).ravel(), np.isnan(found.temperature[0].T).ravel())


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_file_is_written(oceans, tmp_path, ending):
    assert draw_section(answers(oceans, 4, DEPTHS, []), tmp_path / f"a{ending}").stat().st_size > 1000


def test_all_land(oceans, tmp_path):
    assert draw_section(answers(oceans, 4, DEPTHS, [], lon=-119.0), tmp_path / "a.png").exists()


def test_what_cannot_be_drawn(oceans, tmp_path):
    with pytest.raises(InputError, match="name must end in"):
        draw_section(answers(oceans, 6, DEPTHS, []), tmp_path / "a.txt")
    with pytest.raises(InputError, match="draws a section at one time"):
        draw_section(answers(oceans, 6, DEPTHS, HOURS), tmp_path / "a.png")
    with pytest.raises(InputError, match="needs a section"):
        draw_section(answers(oceans, 1, (0.0,), []), tmp_path / "a.png")
    one = np.zeros(3)
    with pytest.raises(InputError, match="not lists of places"):
        draw_section(ask(oceans, Places(one, one, one, one * np.nan, one)), tmp_path / "a.png")
