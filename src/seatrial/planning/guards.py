"""What is wrong with the ends of a route before any search."""

import numpy as np

from seatrial.errors import GoalOnLand, PlanningError, StartOnLand, TooDeep
from seatrial.ocean.ocean import Ocean
from seatrial.planning.floor import sea_depth
from seatrial.planning.request import Place


def written(place: Place) -> str:
    """A position for a message: 36.6300 N 121.9500 W."""
    lat, lon = place
    return f"{abs(lat):.4f} {'N' if lat >= 0 else 'S'} {abs(lon):.4f} {'E' if lon >= 0 else 'W'}"


def check_place(name: str, place: Place, cruise_depth: float, ocean: Ocean) -> float:
    """Depth of the sea floor [m] at an end or a via point [deg], NaN where nothing is known.

    name: "start", "goal" or what else it is called. Raises StartOnLand or GoalOnLand (for via points too), and
    TooDeep when `cruise_depth` [m] is deeper than the sea floor.
    """
    if bool(ocean.land.contains(*place)):
        error: type[PlanningError] = StartOnLand if name == "start" else GoalOnLand
        raise error(f"{name} position is on land: {written(place)}")
    floor = float(np.asarray(sea_depth(ocean.bathymetry, *place)))
    if floor < cruise_depth:
        there = f"the sea floor there, {floor:.0f} m at {written(place)}"
        raise TooDeep(f"{name}: cruise depth {cruise_depth:g} m is deeper than {there}")
    return floor
