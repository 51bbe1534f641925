"""What an ocean answered along a section, over time or down a profile, as one picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import InputError
from seatrial.frames.position import format_latitude, format_longitude
from seatrial.mission.outputs import check_output, written_whole
from seatrial.ocean.sampling.rows import Answers, stamp

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = (".png", ".pdf", ".svg")
"""Pictures that can be drawn."""
FLOOR, EDGE = "#d9d2c0", "#5b5547"
Array = NDArray[np.float64]


def draw_section(answers: Answers, path: Path) -> Path:
    """Draw temperature, salinity and speed of the current to `path` (PNG, PDF or SVG by its ending).

    Over distance and depth for a section, over time and depth for a series, as lines where there is one depth, as
    profiles where there is one place and one time. InputError for a section at several times, a list of places, a
    single place, or a file that cannot be written.
    """
    check_output("picture", path, ENDINGS)
    if len(answers.places.shape) != 3:
        raise InputError("--plot: draws sections, series and profiles, not lists of places")
    times, along, depths = answers.places.shape
    if times > 1 and along > 1:
        raise InputError("--plot: draws a section at one time, or one place over time: leave out --to or --until")
    if max(times, along, depths) == 1:
        raise InputError("--plot: needs a section (--to), several times (--until) or several depths (--depths)")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.0, 8.6), layout="constrained")
    FigureCanvasAgg(figure)
    if times == along == 1:
        _profiles(figure, answers)
    else:
        _sections(figure, answers) if depths > 1 else _lines(figure, answers)
    figure.suptitle(_title(answers), fontsize=12)
    with written_whole("picture", path) as temporary:
        figure.savefig(temporary, dpi=110, format=path.suffix.lower()[1:])
    return path


def _fields(answers: Answers) -> list[tuple[str, Array, str]]:
    """Title, values and colour map of each panel that has data."""
    speed = np.hypot(answers.u, answers.v)
    found = [
        ("temperature [degC]", answers.temperature, "thermal"),
        ("salinity [1]", answers.salinity, "haline"),
        ("current [m/s]", speed, "speed"),
    ]
    return [field for field in found if np.isfinite(field[1]).any()] or found[2:]


def _title(answers: Answers) -> str:
    p = answers.places
    first, last = p.lat.ravel(), p.lon.ravel()
    ends = [f"{format_latitude(first[k])} {format_longitude(last[k])}" for k in (0, -1)]
    place = " to ".join(dict.fromkeys(ends))
    moments = p.time.ravel()
    when = " .. ".join(dict.fromkeys(stamp(t) for t in moments[[0, -1]] if np.isfinite(t)))
    return f"{place}{', ' + when if when else ''}"


def _axis(answers: Answers) -> tuple[Array, str]:
    """What runs from left to right: kilometres, or hours or days from the beginning."""
    p = answers.places
    if p.shape[1] > 1:
        return p.distance[0, :, 0] / 1000.0, "distance [km]"
    hours = (p.time[:, 0, 0] - p.time[0, 0, 0]) / 3600.0
    return (hours / 24.0, "time [days]") if hours[-1] > 72.0 else (hours, "time [h]")


def _line(values: NDArray[Any]) -> NDArray[Any]:
    """Values along what runs from left to right, shape (across, depth)."""
    return values[0] if values.shape[1] > 1 else values[:, 0]


def _sections(figure: "Figure", answers: Answers) -> None:
    import cmocean

    x, label = _axis(answers)
    depth, floor = answers.places.depth[0, 0], _line(answers.floor)[:, 0]
    fields = _fields(answers)
    panels = np.ravel(figure.subplots(len(fields), 1, sharex=True, squeeze=False))
    lowest = max(float(depth[-1]), min(float(np.nanmax(floor, initial=0.0)) * 1.03, float(depth[-1]) * 1.05), 1.0)
    for axes, (title, values, colours) in zip(panels, fields, strict=True):
        map_ = getattr(cmocean.cm, colours)
        image = axes.pcolormesh(x, depth, np.ma.masked_invalid(_line(values)).T, cmap=map_, shading="nearest")
        axes.figure.colorbar(image, ax=axes, label=title, pad=0.01)
        if colours == "speed":
            _arrows(axes, answers, x, depth)
        axes.set_facecolor(FLOOR)
        axes.fill_between(x, np.nan_to_num(floor), max(lowest, float(np.nanmax(floor, initial=0.0))), color=FLOOR)
        axes.plot(x, floor, color=EDGE, lw=1.2)
        axes.set(ylim=(lowest, 0.0), ylabel="depth [m]", xlim=(x[0], x[-1]))
    panels[-1].set_xlabel(label)


def _arrows(axes: "Axes", answers: Answers, x: Array, depth: Array) -> None:
    """Direction of the current as on a map: up is north, right is east."""
    across = np.arange(0, x.size, max(1, x.size // 20))
    down = np.unique([np.abs(depth - d).argmin() for d in np.linspace(0.0, depth[-1], 9)])
    u, v = (_line(values)[np.ix_(across, down)].T for values in (answers.u, answers.v))
    speed = np.hypot(u, v)
    some = speed > 0.0
    if some.any():
        at = np.meshgrid(x[across], depth[down])
        axes.quiver(
            at[0][some], at[1][some], (u[some] / speed[some]), (v[some] / speed[some]), angles="uv", pivot="mid",
            scale=40.0, width=0.0016, color="black", alpha=0.6,
        )  # fmt: skip
        axes.set_title("arrows: towards, as on a map (up is north)", fontsize=8, loc="right")


def _lines(figure: "Figure", answers: Answers) -> None:
    x, label = _axis(answers)
    rows = [[(title, values)] for title, values, colours in _fields(answers) if colours != "speed"]
    rows.append([("east [m/s]", answers.u), ("north [m/s]", answers.v)])
    panels = np.ravel(figure.subplots(len(rows), 1, sharex=True, squeeze=False))
    for axes, parts in zip(panels, rows, strict=True):
        for title, values in parts:
            axes.plot(x, _line(values)[:, 0], lw=1.4, label=title)
        axes.set_ylabel(parts[0][0] if len(parts) == 1 else "current [m/s]")
        axes.grid(alpha=0.3)
        axes.set_xlim(x[0], x[-1])
    panels[-1].legend(loc="upper right", fontsize="small", ncols=2)
    panels[-1].set_xlabel(label)


def _profiles(figure: "Figure", answers: Answers) -> None:
    depth, floor = answers.places.depth[0, 0], float(answers.floor[0, 0, 0])
    columns = [[(title, values)] for title, values, colours in _fields(answers) if colours != "speed"]
    columns.append([("east", answers.u), ("north", answers.v)])
    panels = np.ravel(figure.subplots(1, len(columns), sharey=True, squeeze=False))
    for axes, parts in zip(panels, columns, strict=True):
        for title, values in parts:
            axes.plot(values[0, 0], depth, "o-", ms=3, lw=1.4, label=title)
        axes.set_xlabel(parts[0][0] if len(parts) == 1 else "current [m/s]")
        axes.grid(alpha=0.3)
        if floor < depth[-1]:
            axes.axhspan(floor, depth[-1], color=FLOOR)
    panels[0].set(ylabel="depth [m]", ylim=(max(float(depth[-1]), 1.0), 0.0))
    panels[-1].legend(fontsize="small")
