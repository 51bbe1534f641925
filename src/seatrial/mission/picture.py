"""A run as one picture: route and track over sea floor and coast; depth, speed, power and charge over time."""

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seatrial.frames.position import format_latitude, format_longitude
from seatrial.mission.outputs import check_output, written_whole
from seatrial.mission.record import Run
from seatrial.ocean.ocean import Ocean
from seatrial.planning.plan import continuous_longitudes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS = (".png", ".pdf", ".svg")
"""Pictures that can be drawn."""
PIXELS = 260
"""Sea-floor samples along each side of the map."""
ARROW_EVERY = 26
"""Sea-floor samples between two current arrows."""
ROUTE, TRACK, LAND, COAST = "#1f77b4", "#ff7f0e", "#d9d2c0", "#5b5547"
BEGIN, END = "#2ca02c", "#d62728"


def _box(run: Run) -> tuple[float, float, float, float]:
    """South, north, west, east of the map [deg]; square on the ground, longitudes continuous with the track."""
    lat = np.concatenate([run.history["lat"].values, run.plan.lat])
    lon = continuous_longitudes(np.concatenate([run.history["lon"].values, run.plan.lon]))
    middle_lat, middle_lon = (lat.min() + lat.max()) / 2, (lon.min() + lon.max()) / 2
    shrink = max(float(np.cos(np.radians(middle_lat))), 0.02)
    # At least some 20 km, so that a short mission shows which coast it lies off.
    half = max(0.62 * max(float(np.ptp(lat)), float(np.ptp(lon)) * shrink), 0.10)
    wide = min(half / shrink, 179.0)
    return max(middle_lat - half, -90.0), min(middle_lat + half, 90.0), middle_lon - wide, middle_lon + wide


def _map(axes: "Axes", run: Run, ocean: Ocean) -> None:
    import cmocean
    from matplotlib.collections import LineCollection

    south, north, west, east = _box(run)
    lat, lon = np.linspace(south, north, PIXELS), np.linspace(west, east, PIXELS)
    grid_lat, grid_lon = np.meshgrid(lat, lon, indexing="ij")
    depth, _ = ocean.depth(grid_lat, grid_lon)
    axes.set_facecolor(LAND)
    water = np.ma.masked_where(~(depth > 0.0), depth)
    deep = cmocean.cm.deep  # pyright: ignore[reportAttributeAccessIssue]
    image = axes.imshow(water, cmap=deep, origin="lower", extent=(west, east, south, north), interpolation="nearest")
    bar = axes.figure.colorbar(image, ax=axes, label="sea floor depth [m]", fraction=0.045, pad=0.02)
    bar.ax.invert_yaxis()
    coast = ocean.land.coast_near(south, north, west, east)
    axes.add_collection(LineCollection(list(coast.reshape(-1, 2, 2)), colors=COAST, linewidths=0.7))

    def here(values: NDArray[np.float64]) -> NDArray[np.float64]:
        near = continuous_longitudes(values)
        return near - 360.0 * np.round((near[0] - (west + east) / 2) / 360.0)

    _arrows(axes, run, ocean, lat, lon, depth)
    route_lon = here(run.plan.lon)
    axes.plot(here(run.history["lon"].values), run.history["lat"].values, color=TRACK, lw=2.2, label="track")
    axes.plot(route_lon, run.plan.lat, "--", color="white", lw=0.9, label="route")
    axes.plot(route_lon[0], run.plan.lat[0], "o", color=BEGIN, ms=8, mec="white", label="start")
    axes.plot(route_lon[-1], run.plan.lat[-1], "s", color=END, ms=8, mec="white", label="goal")
    axes.set(xlim=(west, east), ylim=(south, north))
    axes.set_aspect(1.0 / max(float(np.cos(np.radians((south + north) / 2))), 0.02))
    axes.xaxis.set_major_formatter(lambda value, _: format_longitude(value, 0 if east - west > 2 else 1))
    axes.yaxis.set_major_formatter(lambda value, _: format_latitude(value, 0 if north - south > 2 else 1))
    axes.tick_params(axis="x", rotation=30)
    # Below the map, where it hides nothing, and at a fixed place, since looking for the best one takes seconds.
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.11), ncols=4, facecolor="#8fa3ad")


def _arrows(
    axes: "Axes",
    run: Run,
    ocean: Ocean,
    lat: NDArray[np.float64],
    lon: NDArray[np.float64],
    floor: NDArray[np.float64],
) -> None:
    """Current at the deepest waypoint on a coarse grid, with a key; nothing on land or below the sea floor."""
    cruise = float(run.plan.depth.max())
    few = slice(ARROW_EVERY // 2, None, ARROW_EVERY)
    grid_lat, grid_lon = np.meshgrid(lat[few], lon[few], indexing="ij")
    flow = ocean.current(grid_lat, grid_lon, cruise).value
    wet = floor[few, few] > cruise
    if not wet.any():
        return
    speed = float(np.nanmax(np.hypot(flow[wet][:, 0], flow[wet][:, 1])))
    if speed == 0.0:
        return
    arrows = axes.quiver(
        grid_lon[wet], grid_lat[wet], flow[wet][:, 0], flow[wet][:, 1], color="white", alpha=0.75, angles="uv",
        scale=speed * 14.0, width=0.003,
    )  # fmt: skip
    axes.quiverkey(
        arrows, 0.80, 1.03, speed, f"{speed:.2g} m/s at {cruise:.0f} m", labelpos="W", color="black", coordinates="axes"
    )


def _time_axis(seconds: NDArray[np.float64]) -> tuple[NDArray[np.float64], str]:
    if seconds[-1] > 2 * 86_400.0:
        return seconds / 86_400.0, "time [days]"
    if seconds[-1] > 7200.0:
        return seconds / 3600.0, "time [h]"
    return seconds / 60.0, "time [min]"


def _charts(axes: NDArray[Any], run: Run) -> None:
    h = run.history
    time, label = _time_axis(h["time"].values)
    depth, floor = h["depth"].values, h["sea_floor_depth"].values
    deepest = max(float(depth.max()), float(run.plan.depth.max()), 1.0)
    axes[0].plot(time, depth, color=TRACK, lw=1.4, label="vehicle")
    axes[0].fill_between(time, floor, max(floor.max(), deepest) * 1.1, color=LAND)
    # Keep the vehicle readable where the sea floor lies far below it, and say so.
    lowest = min(max(float(floor.max()), deepest) * 1.08, deepest * 6.0)
    axes[0].set_ylim(lowest, -0.05 * lowest)
    hidden = float(floor.min()) > lowest
    axes[0].plot(time, floor, color=COAST, lw=1.2, label="_hidden" if hidden else "sea floor")
    if hidden:
        text = f"sea floor at {floor.min():.0f} to {floor.max():.0f} m"
        axes[0].text(0.5, 0.04, text, transform=axes[0].transAxes, ha="center", color=COAST)
    axes[0].set_ylabel("depth [m]")
    axes[1].plot(time, h["speed"].values, color=ROUTE, lw=1.2, label="over ground")
    axes[1].plot(time, h["speed_through_water"].values, color=TRACK, lw=1.0, label="through water")
    axes[1].set_ylabel("speed [m/s]")
    axes[1].set_ylim(bottom=0.0)
    axes[2].plot(time, h["power"].values, color=END, lw=1.0)
    axes[2].set_ylabel("power [W]")
    axes[2].set_ylim(bottom=0.0)
    axes[3].plot(time, 100.0 * h["charge"].values, color=BEGIN, lw=1.4)
    axes[3].set_ylabel("charge [%]")
    axes[3].set_xlabel(label)
    for chart in axes:
        chart.grid(alpha=0.3)
        chart.margins(x=0.0)
    for chart in axes[:2]:
        chart.legend(loc="center right", fontsize="small", ncols=2)


def draw(run: Run, ocean: Ocean, path: str | Path) -> Path:
    """Draw a run to `path` (PNG, PDF or SVG by its ending). `InputError` when the place cannot be written."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    path = Path(path)
    check_output("picture", path, ENDINGS)
    figure = Figure(figsize=(13.0, 7.2), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = np.ravel(np.asarray(figure.subfigures(1, 2, width_ratios=(1.15, 1.0))))
    _map(left.subplots(), run, ocean)
    _charts(right.subplots(4, 1, sharex=True), run)
    summary = run.summary()
    figure.suptitle(
        f"{run.name}: {run.status.word.replace('_', ' ')} after {summary['duration_s'] / 3600:.2f} h, "
        f"{summary['distance_m'] / 1000:.2f} km, {summary['energy_J'] / 3600:.0f} Wh",
        fontsize=13,
    )
    with written_whole("picture", path) as temporary, warnings.catch_warnings():
        # A name may have signs that the font lacks; a box in the title says enough.
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        figure.savefig(temporary, dpi=110, format=path.suffix.lower()[1:])
    return path
