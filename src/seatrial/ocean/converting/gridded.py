"""What every grid file is once it is open, whatever its format."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Gridded(Protocol):
    """A grid file, read only where it is asked.

    quantity: its name in the registry; components: what the first axis of the values is.
    lat, lon: [deg] ascending, lon continuous over the date line. levels: [m, down] ascending, one means no depth axis.
    times: [s since 1970] ascending, empty without a time axis. notes: what was assumed or looks wrong.
    """

    @property
    def name(self) -> str:
        """Name of the file, or of the first of several."""
        ...

    @property
    def quantity(self) -> str:
        """Name in the registry of fields."""
        ...

    @property
    def components(self) -> tuple[str, ...]:
        """Names of the components."""
        ...

    @property
    def lat(self) -> NDArray[np.float64]:
        """Latitudes [deg], shape (rows,)."""
        ...

    @property
    def lon(self) -> NDArray[np.float64]:
        """Longitudes [deg], shape (columns,)."""
        ...

    @property
    def levels(self) -> NDArray[np.float64]:
        """Depths [m, positive down], shape (levels,)."""
        ...

    @property
    def times(self) -> NDArray[np.float64]:
        """Times [s since 1970-01-01 UTC], shape (times,)."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks, one line each."""
        ...

    def read(self, times: slice, rows: slice, columns: slice) -> NDArray[np.float32]:
        """Values, shape (component, time, level, row, column), NaN is no data; a file without times has one."""
        ...
