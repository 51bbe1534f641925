"""Land, lakes and coast of each level, made when it is first asked for and kept as long as the land is."""

from dataclasses import dataclass
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
import shapely

from seatrial.ocean.land import Land
from seatrial.ocean.land_files import shipped_polygons
from seatrial.server.tiles.chains import Geometries
from seatrial.server.tiles.outlines import (
    FULL_ZOOM,
    Outlines,
    coast_lines,
    open_ends,
    simplified,
    to_map,
    tolerance,
)


@dataclass(frozen=True, eq=False)
class Level:
    """Outlines of a level in the unit square."""

    land: Outlines
    lakes: Outlines
    coast: Outlines


class _Levels:
    """Levels of one land: each is made once, whoever asks first."""

    def __init__(self) -> None:
        self.made: dict[int, Level] = {}
        self.whole: tuple[Geometries, Geometries, Geometries] | None = None
        self.making = Lock()


_kept: WeakKeyDictionary[Land, _Levels] = WeakKeyDictionary()
_keeping = Lock()


def level_of(land: Land, zoom: int) -> Level:
    """The outlines of `land` as simple as a level needs them.

    Lakes are those of the shipped land, where it counts as land: water to the eye, land to a vehicle.
    """
    zoom = min(zoom, FULL_ZOOM)
    with _keeping:
        levels = _kept.setdefault(land, _Levels())
    made = levels.made.get(zoom)
    if made is not None:
        return made  # without waiting for another level that is being made
    with levels.making:
        if levels.whole is None:
            levels.whole = to_map(land.polygons), to_map(_lakes_on(land)), open_ends(land)
        if zoom not in levels.made:
            levels.made[zoom] = _level(*levels.whole, tolerance(zoom))
        return levels.made[zoom]


def _level(land: Geometries, lakes: Geometries, ends: Geometries, allowed: float) -> Level:
    ground = simplified(land, allowed)
    coast = np.concatenate([coast_lines(ground), ends])
    return Level(Outlines.of(ground), Outlines.of(simplified(lakes, allowed)), Outlines.of(coast))


def _lakes_on(land: Land) -> Geometries:
    if land is not Land.shipped():
        return np.empty(0, dtype=object)
    lakes = shipped_polygons("lakes")
    inside = shapely.point_on_surface(lakes)
    return lakes[land.contains(shapely.get_y(inside), shapely.get_x(inside))]
