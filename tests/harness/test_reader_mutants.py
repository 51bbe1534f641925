"""Readers with the faults that real ones have had; the check made for each must reject it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from seatrial.ocean.readers import (
    building,
    decoding,
    fields,
    opening,
    sigma,
    signs,
    staggered,
    suspicions,
    timeline,
    times,
)
from seatrial.ocean.readers.axes import Axis
from seatrial.ocean.readers.fields import Centred, Masked, VariableField
from seatrial.ocean.readers.gridded import GriddedFile, open_gridded
from seatrial.ocean.readers.sigma import Stretching
from seatrial.ocean.readers.staggered import Faces
from seatrial.ocean.readers.tidal_events import TidalEvents
from tests.cases import test_d10_grid_of_0_to_360 as d10
from tests.cases import test_d12_rows_stay_with_their_latitudes as d12
from tests.cases import test_d13_packed_integers as d13
from tests.cases import test_d14_depth_of_either_sign as d14
from tests.reference import ocean_files as files
from tests.unit.ocean.readers import (
    test_collection,
    test_families,
    test_inspecting,
    test_opening,
    test_remapping,
    test_seawater,
    test_sigma,
    test_staggered,
    test_tidal_events,
    test_times,
)

Raw, Attributes = NDArray[Any], Mapping[str, Any]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEATRIAL_CACHE", str(tmp_path / "cache"))


def rejects(check: Callable[..., Any], *given: Any) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(*given)


# --- packed values ------------------------------------------------------------------------------------------------


def fill_after_scale(raw: Raw, attributes: Attributes) -> NDArray[np.float64]:
    own = {k: v for k, v in attributes.items() if k in ("scale_factor", "add_offset", "_Unsigned")}
    values = decoding.decode(raw, own)
    for key in ("_FillValue", "missing_value"):
        if key in attributes:
            values[values == float(attributes[key])] = np.nan
    return values


def limits_after_scale(raw: Raw, attributes: Attributes) -> NDArray[np.float64]:
    values = decoding.decode(raw, {k: v for k, v in attributes.items() if k != "valid_range"})
    low, high = attributes.get("valid_range", (-np.inf, np.inf))
    return np.where((values < float(low)) | (values > float(high)), np.nan, values)


def unsigned_forgotten(raw: Raw, attributes: Attributes) -> NDArray[np.float64]:
    return decoding.decode(raw, {k: v for k, v in attributes.items() if k != "_Unsigned"})


def fill_cast_to_the_type(raw: Raw, attributes: Attributes) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore"):
        own = {k: np.asarray(v).astype(raw.dtype) if k == "_FillValue" else v for k, v in attributes.items()}
    return decoding.decode(raw, {**own, "_FillValue": own.get("_FillValue", np.int16(0))})


def in_single_precision(raw: Raw, attributes: Attributes) -> NDArray[np.float64]:
    scale, offset = (np.float32(attributes.get(k, d)) for k, d in (("scale_factor", 1.0), ("add_offset", 0.0)))
    return (raw.astype(np.float32) * scale + offset).astype(np.float64)


@pytest.mark.parametrize("mutant", [fill_after_scale, limits_after_scale, fill_cast_to_the_type])
def test_packed_inputs(mutant: d13.Decode):
    rejects(d13.check_inputs, mutant)


def test_unsigned_forgotten():
    rejects(d13.check_unsigned, unsigned_forgotten)


def test_single_precision():
    rejects(d13.check_zero_stays_zero, in_single_precision)


# --- axes and signs -----------------------------------------------------------------------------------------------

Open = Callable[..., GriddedFile]


def rows_as_in_the_file(path: Any, quantity: str, **options: Any) -> GriddedFile:
    """Latitudes are sorted, rows are not."""
    grid = open_gridded(path, quantity, **options)
    return replace(grid, reader=lambda t, j, i: grid.reader(t, grid.lat.size - 1 - j, i))


def depths_as_elevations(path: Any, quantity: str, **options: Any) -> GriddedFile:
    grid = open_gridded(path, quantity, **options)
    return replace(grid, reader=lambda *at: np.abs(grid.reader(*at)))


def surface_at_every_depth(path: Any, quantity: str, **options: Any) -> GriddedFile:
    grid = open_gridded(path, quantity, **options)
    return replace(grid, reader=lambda *at: np.broadcast_to(grid.reader(*at)[:, :, :1], grid.reader(*at).shape))


def levels_upside_down(path: Any, quantity: str, **options: Any) -> GriddedFile:
    grid = open_gridded(path, quantity, **options)
    return replace(grid, reader=lambda *at: grid.reader(*at)[:, :, ::-1])


def columns_not_moved(path: Any, quantity: str, **options: Any) -> GriddedFile:
    """Longitudes are turned to 0..360 and sorted, columns are not."""
    grid = open_gridded(path, quantity, **options)
    lon = grid.lon % 360.0
    return replace(grid, lon=np.linspace(lon.min(), lon.max(), lon.size) + (lon.min() - grid.lon[0]) / 360.0)


@pytest.mark.parametrize(
    "check, mutant",
    [
        (d10.check_netcdf, columns_not_moved),
        (d12.check_rows_stay_with_their_latitudes, rows_as_in_the_file),
        (d14.check_both_signs, depths_as_elevations),
        (d14.check_currents_vary_with_depth, surface_at_every_depth),
        (d14.check_currents_vary_with_depth, levels_upside_down),
    ],
)
def test_axes(check: Callable[[Open, Path], None], mutant: Open, tmp_path: Path):
    rejects(check, mutant, tmp_path)


def test_level_order_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    axis = building.vertical_of

    def unsorted(*given: Any) -> Any:
        found = axis(*given)
        assert found.axis is not None
        return replace(found, axis=Axis(found.axis.values, np.arange(found.axis.values.size)))

    monkeypatch.setattr(building, "vertical_of", unsorted)
    rejects(d14.check_currents_vary_with_depth, open_gridded, tmp_path)


def test_sign_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(signs, "_is_of_mappers", lambda *given: True)
    rejects(d14.test_no_attribute_is_refused, "z", tmp_path)


# --- times and several files --------------------------------------------------------------------------------------


def test_calendar_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(times, "_MODEL", {})
    monkeypatch.setattr(
        times,
        "_INSTANTS",
        {name: "standard" for name in (*times._INSTANTS, "noleap", "360_day", "all_leap", "365_day")},
    )
    rejects(test_times.check_dates, test_times.read, tmp_path)


def test_time_zone_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(times, "_zone", lambda text: 0.0)
    rejects(test_times.check_dates, test_times.read, tmp_path)


def in_the_order_given(found: Any, dims: Any, notes: Any) -> timeline.Timeline:
    sizes = [own.size for own in found]
    index = np.concatenate([np.arange(n) for n in sizes])
    return timeline.Timeline(np.sort(np.concatenate(found)), np.repeat(np.arange(len(sizes)), sizes), index, dims)


def test_files_in_the_order_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(timeline, "_merged", in_the_order_given)
    rejects(test_collection.check_order, open_gridded, tmp_path)


def test_earlier_forecast_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    merged = timeline._merged

    def other_way(found: Any, dims: Any, notes: Any) -> timeline.Timeline:
        right = merged(found, dims, notes)
        first = min(range(len(found)), key=lambda k: found[k][0])
        index = np.searchsorted(found[first], right.times)
        return timeline.Timeline(right.times, np.full(right.times.size, first), index, dims)

    monkeypatch.setattr(timeline, "_merged", other_way)
    rejects(test_collection.check_overlap, open_gridded, tmp_path)


def test_everything_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    read = VariableField.read

    def greedy(self: VariableField, at: Any, rows: Any, columns: Any) -> Any:
        shape = self.variables[0].shape
        return read(self, at, np.arange(shape[-2]), np.arange(shape[-1]))[:, :, rows][..., columns]

    monkeypatch.setattr(VariableField, "read", greedy)
    rejects(test_collection.check_reads_no_more, open_gridded, tmp_path, pytest.MonkeyPatch())
    monkeypatch.undo()


# --- damaged files ------------------------------------------------------------------------------------------------


def test_length_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(opening, "_check_whole", lambda path: None)
    rejects(test_opening.test_cut_off_anywhere, "NETCDF3_CLASSIC", tmp_path)


# --- staggered, turned, terrain-following -------------------------------------------------------------------------


def roms(folder: Path) -> None:
    made = files.roms_variables(cut=True)
    path = files.write(folder / "roms.nc", made)
    at = files.roms_depth(2, made["s_rho"][1], made["Cs_r"][1], made["h"][1], 0.5, 20.0)[:, 0, 0]
    test_families.check_roms(open_gridded, path, made["h"][1].shape, (at[-1], at[0]))


def test_the_roms_check_passes_without_a_fault(tmp_path: Path):
    roms(tmp_path)


def other_transform(self: Stretching, h: Any, zeta: Any) -> Any:
    return STRETCHED(replace(self, transform=3 - self.transform), h, zeta)


def no_surface(self: Stretching, h: Any, zeta: Any) -> Any:
    return STRETCHED(self, h, 0.0 * zeta)


def even_levels(self: Stretching, h: Any, zeta: Any) -> Any:
    return STRETCHED(replace(self, C=self.s), h, zeta)


STRETCHED = Stretching.depth


def one_face_only(self: Centred, at: Any, rows: Any, columns: Any) -> Any:
    moved = replace(self, before=self.before + 1)
    return CENTRED(moved, at, rows, columns)


CENTRED = Centred.read

ROMS_FAULTS: dict[str, tuple[Any, str, Any]] = {
    "not turned": (building, "turned", lambda u, v, angle: (u, v)),
    "turned the other way": (building, "turned", lambda u, v, angle: staggered.turned(u, v, -angle)),
    "degrees for radians": (building, "turned", lambda u, v, angle: staggered.turned(u, v, np.degrees(angle))),
    "wrong neighbour": (Centred, "read", one_face_only),
    "other transform": (Stretching, "depth", other_transform),
    "no free surface": (Stretching, "depth", no_surface),
    "no stretching": (Stretching, "depth", even_levels),
    "nearest level": (
        fields,
        "to_levels",
        lambda values, depth, levels, floor: np.stack(
            [np.take_along_axis(values, np.abs(depth - z).argmin(axis=0)[None], 0)[0] for z in levels]
        ),
    ),
}


@pytest.mark.parametrize("fault", ROMS_FAULTS)
def test_roms(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(*ROMS_FAULTS[fault])
    rejects(roms, tmp_path)


def test_land_that_only_the_mask_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Masked, "read", lambda self, at, rows, columns: self.field.read(at, rows, columns))
    rejects(test_families.test_roms, 2, True, tmp_path)


def test_water_below_the_floor():
    rejects(test_sigma.check_to_levels, lambda v, z, levels, floor: sigma.to_levels(v, z, levels, np.inf * floor))


def test_ends_of_the_levels():
    rejects(test_sigma.check_ends, no_surface)


@pytest.mark.parametrize("mutant", [other_transform, even_levels, no_surface])
def test_levels_by_hand(mutant: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Stretching, "depth", mutant)
    rejects(test_sigma.test_by_hand)


@pytest.mark.parametrize(
    "mutant",
    [
        lambda u, v, a: (u * np.cos(a) + v * np.sin(a), -u * np.sin(a) + v * np.cos(a)),
        lambda u, v, a: (u, v),
        lambda u, v, a: (u * np.cos(a) - v * np.sin(a), v * np.cos(a)),
    ],
    ids=["transposed", "none", "half"],
)
def test_turn(mutant: Any):
    rejects(test_staggered.check_turn, mutant)


def test_side_of_faces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sides = staggered._sides

    def other(*given: Any) -> Any:
        found = sides(*given)
        return Faces(found.axis, found.before + 1, found.count) if isinstance(found, Faces) else found

    monkeypatch.setattr(staggered, "_sides", other)
    rejects(test_staggered.test_c_grid_on_axes, -0.5, 6, tmp_path)


def nearest(values: Any, row: Any, column: Any) -> Any:
    known = np.isfinite(row)
    j, i = (np.round(np.where(known, a, 0.0)).astype(int) for a in (row, column))
    return np.where(known, values[j, i], np.nan)


def test_nearest_point():
    rejects(test_remapping.check_degree_one, nearest)


# --- sea water, tides, inspection ---------------------------------------------------------------------------------


def test_potential_temperature_taken_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(building, "_salinity_for", lambda *given: {})
    rejects(test_seawater.check_in_situ, open_gridded, tmp_path)


def straight_lines(table: TidalEvents, time: Any) -> Any:
    return np.interp(time, table.times, table.speed, left=np.nan, right=np.nan)


def held_beyond_the_ends(table: TidalEvents, time: Any) -> Any:
    return TidalEvents.speed_at(table, np.clip(time, table.times[0], table.times[-1]))


@pytest.mark.parametrize("mutant", [straight_lines, held_beyond_the_ends])
def test_tidal_curve(mutant: Any, tmp_path: Path):
    rejects(test_tidal_events.check_curve, mutant, tmp_path)


@pytest.mark.parametrize(
    "check",
    [
        test_inspecting.test_kelvin_named_celsius,
        test_inspecting.test_all_masked,
        test_inspecting.test_negative_chlorophyll,
    ],
)
def test_nothing_looked_at(check: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(suspicions, "OF_A_VARIABLE", ())
    rejects(check, tmp_path)
