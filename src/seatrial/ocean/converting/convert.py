"""The conversion itself: open, select, write, and say what was lost."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from seatrial.errors import InputError
from seatrial.ocean.converting.compact import MEANINGS, write_compact
from seatrial.ocean.converting.directions import with_directions
from seatrial.ocean.converting.regridding import regrid
from seatrial.ocean.converting.selection import Selection, select, stamp
from seatrial.ocean.gridded import Gridded
from seatrial.ocean.raster_files import Raster, write_bath, write_curr

ENDINGS = (".bath", ".curr", ".nc")
"""What can be written."""
QUANTITY_OF = {".bath": "SeaFloorElevation", ".curr": "SeaWaterVelocity"}
WORDS = {
    "bathymetry": "SeaFloorElevation",
    "currents": "SeaWaterVelocity",
    "temperature": "SeaTemperature",
    "salinity": "SeaSalinity",
    "wind": "Wind",
    "waves": "Waves",
    "height": "SeaSurfaceHeight",
}
"""Words of the command line for quantities."""


@dataclass(frozen=True)
class Converted:
    """What was written.

    file: path. size: [bytes]. quantity, components. nodes: times (0 without axis), levels, rows, columns.
    box: west, south, east, north [deg] of the outermost nodes. low, high: range by component, None where there is no
    data. missing: share of nodes without data. lost: what the new file does not say, one line each. packing: by
    variable, the largest error [unit], 0 when exact.
    """

    file: str
    size: int
    quantity: str
    components: tuple[str, ...]
    nodes: tuple[int, int, int, int]
    box: tuple[float, float, float, float]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    missing: float
    lost: tuple[str, ...]
    packing: dict[str, float]

    def lines(self) -> list[str]:
        """For people."""
        times, levels, rows, columns = self.nodes
        west, south, east, north = self.box
        size = "".join(f"{n} {word} x " for n, word in ((times, "times"), (levels, "levels")) if n > 1)
        found = [
            f"{self.file}: {self.quantity}, {size}{rows} x {columns} nodes, {self.size / 1e6:.2f} MB",
            f"  box        lat {south:g}..{north:g}, lon {west:g}..{east:g} deg",
        ]
        for name, low, high in zip(self.components, self.low, self.high, strict=True):
            found.append(f"  {name:<10} " + ("no data" if low is None else f"{low:.6g}..{high:.6g}"))
        found.append(f"  no data    {100 * self.missing:.1f} % of the nodes")
        found += [f"  packed     {name}: error at most {error:.2g}" for name, error in self.packing.items() if error]
        return found + [f"  lost       {line}" for line in self.lost]


def write(file: Gridded, target: Path, temporary: Path, exact: bool = False) -> Converted:
    """Write `file` to `temporary` in the form that the ending of `target` asks for; the caller moves it there.

    InputError when the form cannot hold it: `.bath` and `.curr` need one quantity, one time and even axes.
    """
    file, ending = with_directions(file), target.suffix.lower()
    wanted = QUANTITY_OF.get(ending)
    if wanted is not None and file.quantity != wanted:
        raise InputError(f"{target.name}: {ending} holds {wanted}, {file.name} was read as {file.quantity}")
    lost, packing = [], {}
    if ending == ".nc":
        history = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} seatrial convert {file.name}"
        packing = {name: p.error for name, p in write_compact(temporary, file, history, exact).items()}
    else:
        lost = _write_raster(file, ending, temporary)
    return _described(file, target, temporary.stat().st_size, tuple(lost), packing)


def _write_raster(file: Gridded, ending: str, temporary: Path) -> list[str]:
    if file.times.size > 1:
        raise InputError(
            f"{file.name}: has {file.times.size} times ({stamp(file.times[0])}..{stamp(file.times[-1])}), {ending} "
            "holds one: choose with --time or --time-idx, or write .nc"
        )
    lost = [f"the time, {stamp(file.times[0])}: {ending} has none"] if file.times.size else []
    values = file.read(slice(0, 1), slice(0, file.lat.size), slice(0, file.lon.size))[:, 0]
    if ending == ".curr" and values.shape[0] > 2:
        lost.append("the vertical velocity: .curr has none")
        values = values[:2]
    for name, axis, unit in (("latitudes", file.lat, "rows"), ("longitudes", file.lon, "columns")):
        steps = np.diff(axis)
        even = axis[0] + (axis[-1] - axis[0]) * np.arange(axis.size) / (axis.size - 1)
        if np.abs(axis - even).max() > 0.01 * steps.mean():
            raise InputError(
                f"{file.name}: {name} are not even (steps {steps.min():g}..{steps.max():g} deg), {ending} needs even "
                f"{unit}: give --step to interpolate to an even grid, or write .nc"
            )
    if file.registration == "cell":
        lost.append(f"the outer half of the outermost cells: {ending} holds nodes")
    raster = Raster.from_axes(file.lat, file.lon, values, file.levels if ending == ".curr" else (0.0,))
    (write_curr if ending == ".curr" else write_bath)(temporary, raster)
    return lost


def _described(file: Gridded, target: Path, size: int, lost: tuple[str, ...], packing: dict[str, float]) -> Converted:
    components = file.components[:2] if target.suffix.lower() == ".curr" else file.components
    low, high = [np.inf] * len(components), [-np.inf] * len(components)
    known = total = 0
    for step in range(max(file.times.size, 1)):
        values = file.read(slice(step, step + 1), slice(0, file.lat.size), slice(0, file.lon.size))
        total += values[0].size
        known += int(np.isfinite(values).all(axis=0).sum())
        for k in range(len(components)):
            some = values[k][np.isfinite(values[k])]
            if some.size:
                low[k], high[k] = min(low[k], float(some.min())), max(high[k], float(some.max()))
    return Converted(
        str(target),
        size,
        file.quantity,
        components,
        (file.times.size, file.levels.size, file.lat.size, file.lon.size),
        (float(file.lon[0]), float(file.lat[0]), float(file.lon[-1]), float(file.lat[-1])),
        tuple(v if np.isfinite(v) else None for v in low),
        tuple(v if np.isfinite(v) else None for v in high),
        1.0 - known / total,
        lost,
        packing,
    )


def quantity_of(word: str) -> str:
    """The registry name of a quantity, from that name or a word of `WORDS`. InputError when it is neither."""
    name = WORDS.get(word.lower(), word)
    if name not in MEANINGS:
        raise InputError(f"--quantity {word!r}: must be one of {', '.join(WORDS)}")
    return name


def open_any(files: Sequence[str], quantity: str, options: Mapping[str, Any]) -> Gridded:
    """The files as `Gridded`: of the quantity that is asked for, by its registry name or a word for it, or of the only
    one that they hold. `options` are those of `open_gridded`. InputError when that cannot be.
    """
    from seatrial.ocean.readers.gridded import open_gridded
    from seatrial.ocean.readers.held import open_held

    if quantity:
        return open_gridded(list(files), quantity_of(quantity), **options)
    found, _ = open_held(list(files), list(WORDS.values()), options)
    if len(found) > 1:
        raise InputError(f"{files[0]}: holds {', '.join(file.quantity for file in found)}: choose with --quantity")
    return found[0]


def convert(
    files: Sequence[str],
    target: Path,
    quantity: str,
    options: Mapping[str, Any],
    selection: Selection,
    step: float | None,
    exact: bool,
) -> Converted:
    """Turn `files` into `target` (.bath, .curr or .nc), which appears whole or not at all.

    quantity: "" when target or files say it. options: of `open_gridded`. step: of an even grid to interpolate to [deg].
    InputError or FileFormatError, one line, for all that is wrong.
    """
    from seatrial.ocean.readers.collection import paths_of

    ending = target.suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"output {str(target)!r}: name must end in {', '.join(ENDINGS)}")
    if target.exists() and any(target.samefile(path) for path in paths_of(list(files))):
        raise InputError(f"output {str(target)!r}: is a file to read: name another")
    file = select(open_any(files, quantity or QUANTITY_OF.get(ending, ""), options), selection)
    file = file if step is None else regrid(file, step)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".seatrial-") as folder:
            temporary = Path(folder) / target.name
            found = write(file, target, temporary, exact)
            os.replace(temporary, target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror or error})") from None
    return found
