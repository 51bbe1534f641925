"""Picture of a trial: its track with the marks of a turning circle, and motion over time."""

from pathlib import Path
from typing import Any

import numpy as np

from seatrial.errors import InputError
from seatrial.studies.trials.indices import Indices, along_and_across
from seatrial.studies.trials.trace import Trace

LEAST_ANGLE = 0.2
"""Least span of the axis of roll and pitch [deg]."""


def draw(trace: Trace, indices: Indices, title: str, path: str | Path) -> None:
    """Write the PNG file `path`. InputError when it has another ending or cannot be written."""
    if Path(path).suffix.lower() != ".png":
        raise InputError(f"--plot {path}: must end in .png")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 6.0), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.add_gridspec(4, 2)
    track = figure.add_subplot(grid[:, 0])
    along, across = along_and_across(trace)
    track.plot(across, along, color="#0b5fa5")
    track.plot(0.0, 0.0, "o", color="black", label="execute")
    _marks(track, trace, indices, along, across)
    track.set(xlabel="to starboard [m]", ylabel="along the approach [m]", title=title)
    track.set_aspect("equal", adjustable="datalim")
    track.grid(alpha=0.3)
    track.legend(loc="upper center", bbox_to_anchor=(0.5, -0.08), ncols=2, fontsize="small", frameon=False)
    rows = (
        ("speed [m/s]", trace.speed),
        ("yaw rate [deg/s]", np.degrees(trace.r)),
        ("roll, pitch [deg]", np.degrees(np.column_stack([trace.roll, trace.pitch]))),
        ("depth [m]", trace.depth),
    )
    for k, (label, values) in enumerate(rows):
        axes = figure.add_subplot(grid[k, 1])
        axes.plot(trace.t, values)
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
        if label.startswith("roll"):
            axes.legend(("roll", "pitch"), fontsize="small")
            _span(axes, LEAST_ANGLE)
        if label.startswith("depth"):
            axes.invert_yaxis()
            axes.set_xlabel("time since the execute [s]")
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        raise InputError(f"--plot {path}: cannot be written: {error.strerror}") from None


def _span(axes: Any, least: float) -> None:
    """Show at least so much of the vertical axis: rounding is no motion."""
    low, high = axes.get_ylim()
    if high - low < least:
        middle = 0.5 * (low + high)
        axes.set_ylim(middle - 0.5 * least, middle + 0.5 * least)


def _marks(track: Any, trace: Trace, indices: Indices, along: np.ndarray, across: np.ndarray) -> None:
    """Advance, transfer and tactical diameter, where the trial has them."""
    quarter, half = indices.get("time_90_deg_s"), indices.get("time_180_deg_s")
    if quarter is not None:
        x, y = float(np.interp(quarter, trace.t, across)), float(np.interp(quarter, trace.t, along))
        track.plot([0.0, 0.0], [0.0, y], "--", color="#c0392b", label=f"advance {indices['advance_m']:.1f} m")
        track.plot([0.0, x], [y, y], "--", color="#e67e22", label=f"transfer {indices['transfer_m']:.1f} m")
    if half is not None:
        x, y = float(np.interp(half, trace.t, across)), float(np.interp(half, trace.t, along))
        label = f"tactical diameter {indices['tactical_diameter_m']:.1f} m"
        track.plot([0.0, x], [y, y], "-.", color="#27ae60", label=label)
