"""`open_gridded`: any file of a grid as east, north and regular, read when asked for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.ocean.readers.collection import Files, Order, open_collection
from seatrial.ocean.readers.options import Options

Reader = Callable[[Order, Order, Order], NDArray[np.float32]]


@dataclass(frozen=True, eq=False)
class GriddedFile:
    """One quantity of one file, or of several read as one.

    name: of the file or of the first of several. quantity: "SeaWaterVelocity" and so on. components: what `read` gives
    along its first axis: ("elevation",); ("east", "north") or ("east", "north", "up") [m/s]; ("temperature",) [degC, in
    situ]; ("salinity",) [1]; ("height",) [m]; waves have "height" [m], "period" [s], and "from_east", "from_north", the
    unit vector to where the waves come from, since degrees cannot be interpolated.
    lat, lon: axes [deg] of shapes (rows,) and (columns,), ascending; lon is continuous over the date line, and a global
    grid may repeat its first column. levels: depths [m, down] ascending; one level is no depth axis. times: [s since
    1970] ascending, empty without a time axis; there is then one time to read.
    notes: what looks wrong or was assumed, one line each. registration: "node", or "cell" when each value stands for a
    cell around its point, so that the outermost cells reach half a step beyond the axes.
    """

    name: str
    quantity: str
    components: tuple[str, ...]
    lat: NDArray[np.float64]
    lon: NDArray[np.float64]
    levels: NDArray[np.float64]
    times: NDArray[np.float64]
    notes: tuple[str, ...]
    reader: Reader = field(repr=False)
    registration: str = "node"

    @property
    def shape(self) -> tuple[int, int, int, int, int]:
        """Shape of all that can be read: component, time, level, row, column."""
        return (len(self.components), max(self.times.size, 1), self.levels.size, self.lat.size, self.lon.size)

    def read(
        self, times: slice = slice(None), rows: slice = slice(None), columns: slice = slice(None)
    ) -> NDArray[np.float32]:
        """Values, shape (component, time, level, row, column), NaN is no data; only what is asked for is read.

        Slices are those of lists, with steps of 1 or more. Safe from several threads. InputError for a step below 1,
        FileFormatError (file, variable) when the file is damaged there or holds what cannot be.
        """
        _, steps, _, height, width = self.shape
        orders = [_order(part, length) for part, length in ((times, steps), (rows, height), (columns, width))]
        if any(order.size == 0 for order in orders):
            shape = (len(self.components), orders[0].size, self.levels.size, orders[1].size, orders[2].size)
            return np.empty(shape, np.float32)
        return self.reader(*orders)


def open_gridded(
    files: Files,
    quantity: str,
    variables: Mapping[str, str] | None = None,
    positive: str | None = None,
    units: Mapping[str, str] | None = None,
    calendar: str | None = None,
    registration: str | None = None,
    vectors: str | None = None,
    levels: Sequence[float] | None = None,
    select: Mapping[str, int] | None = None,
    step_deg: float | None = None,
) -> GriddedFile:
    """The quantity `quantity` in `files`: a path, a pattern with `*`, or several of them. Only axes are read.

    Options, for what the files do not say:
    variables: role -> variable, roles being the components and "latitude", "longitude", "time", "salinity".
    positive: "up" or "down", of the elevation or the depth axis. units: role (also "time", "depth") -> unit.
    calendar: of the time axis. registration: "node" or "cell". vectors: "east" or "grid", where components point.
    levels: depths [m] for terrain-following levels. select: dimension -> index, for dimensions such as an ensemble.
    step_deg: mesh [deg] of the regular grid made of a curvilinear one.

    FileFormatError or InputError, one line that names file and variable, for all that is wrong.
    """
    from seatrial.ocean.readers.building import build

    options = Options(
        *(dict(variables or {}), positive, dict(units or {}), calendar, registration, vectors),
        *(None if levels is None else tuple(float(x) for x in levels), dict(select or {}), step_deg),
    )
    return build(open_collection(files), quantity, options)


def _order(part: slice, length: int) -> Order:
    if part.step is not None and part.step < 1:
        raise InputError(f"slice step = {part.step}: must be 1 or more")
    return np.arange(*part.indices(length), dtype=np.intp)
