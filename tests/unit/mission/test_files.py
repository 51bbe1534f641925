"""Run files: CF trajectories that any tool opens, equal after reading back, whole or not at all."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import netCDF4
import numpy as np
import pytest
import xarray as xr

from seatrial.errors import FileFormatError, InputError
from seatrial.mission.files import load, save
from seatrial.mission.record import Run
from seatrial.mission.run import run
from seatrial.simulation.columns import COLUMNS
from seatrial.simulation.status import Status
from tests.unit.mission.missions import arrived, scenario


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(arrived(), tmp_path_factory.mktemp("runs") / "short.nc")


def test_reads_back_equal(saved: Path):
    assert load(saved).equals(arrived())


def test_equal_means_equal(saved: Path):
    r = load(saved)
    nudged = r.history.copy(deep=True)
    nudged["charge"].values[3] = np.nextafter(nudged["charge"].values[3], 0.0)
    for other in (
        replace(r, name="other"), replace(r, status=Status.TIMED_OUT), replace(r, steps=r.steps + 1),
        replace(r, reason="why"),
        replace(r, events=r.events[:-1]), replace(r, scenario={}), replace(r, provenance={}),
        replace(r, plan=replace(r.plan, distance_m=1.0)), replace(r, history=nudged),
    ):  # fmt: skip
        assert not r.equals(other) and not other.equals(r)


@pytest.mark.parametrize("most", [1, 40])
def test_an_interrupted_run_reads_back_equal(tmp_path: Path, most: int):
    answers = iter([*[False] * (most - 1), True])
    r = run(scenario(name="Ünï ☂ a/b"), cancelled=lambda: next(answers), chunk_steps=20)
    assert r.status is Status.INTERRUPTED
    assert load(save(r, tmp_path / "i.nc")).equals(r)


def test_a_thinned_run_reads_back_equal(tmp_path: Path):
    r = arrived()
    thin = replace(r, history=r.history.isel(time=slice(0, None, 64)))
    assert load(save(thin, tmp_path / "t.nc")).equals(thin)


def test_a_run_of_an_earlier_version_reads(tmp_path: Path, saved: Path):
    """It has neither vertical currents nor densities in its history, and no reason."""
    with xr.open_dataset(saved, decode_times=False, decode_coords=False) as data:
        old = data.load().drop_vars(["current_up", "water_density"])
    del old.attrs["reason"]
    old.to_netcdf(tmp_path / "old.nc")
    read, now = load(tmp_path / "old.nc"), load(saved)
    assert read.reason == "" and read.status is now.status
    assert read.history.identical(now.history.drop_vars(["current_up", "water_density"]))


def check_cf(path: Path) -> None:
    """Conventions of a trajectory, for a reader that knows CF and nothing of us."""
    with netCDF4.Dataset(path) as d:
        assert d.Conventions.startswith("CF-1") and d.featureType == "trajectory" and d.title and d.source
        assert d["trajectory"].cf_role == "trajectory_id"
        assert d["time"].units == "seconds since 2000-01-01T00:00:00+00:00" and d["time"].standard_name == "time"
        assert d["lat"].units == "degrees_north" and d["lat"].standard_name == "latitude"
        assert d["lon"].units == "degrees_east" and d["lon"].standard_name == "longitude"
        assert d["depth"].positive == "down" and d["depth"].standard_name == "depth"
        for column in COLUMNS:
            variable = d[column.name]
            assert variable.dimensions == ("time",) and variable.units and variable.long_name
            assert "_FillValue" not in variable.ncattrs() and not np.isnan(variable[:]).any()
            if column.name not in ("time", "lat", "lon", "depth"):
                assert variable.coordinates == "time lat lon depth"
        for name in ("seatrial_format", "status", "steps", "wall_s", "scenario", "provenance", "plan_summary"):
            assert name in d.ncattrs()


def test_cf(saved: Path):
    check_cf(saved)


def test_plain_xarray_opens_it_with_dates(saved: Path):
    with xr.open_dataset(saved) as d:
        seconds = (d["time"].values - np.datetime64("2000-01-01T00:00:00")) / np.timedelta64(1, "s")
        assert np.allclose(seconds, arrived().history["time"].values, rtol=0, atol=1e-6)
        assert {"lat", "lon", "depth"} <= set(d.coords) and d["event_time"].dtype == np.float64
        assert d["event_kind"].values[-1] == "arrived" and d.attrs["status"] == "arrived"


def test_the_start_time_is_kept_in_utc(tmp_path: Path):
    r = run(scenario(start_time="2026-03-01T12:00:00+02:00", simulation__max_duration_s=1.0))
    with xr.open_dataset(save(r, tmp_path / "z.nc")) as d:
        assert d["time"].values[0] == np.datetime64("2026-03-01T10:00:00")


def test_whole_provenance(saved: Path):
    p = load(saved).provenance
    wanted = "seatrial python machine packages created bathymetry currents land files seed step_s control_period_s"
    assert {*wanted.split(), "record_period_s", "integrator", "vehicle", "vehicle_sources"} <= set(p)
    assert p["bathymetry"] == ["uniform depth"] and p["seed"] == 0 and p["step_s"] == 0.05 and p["land"] == "none"
    assert load(saved).scenario == json.loads(scenario().to_json())


Save = Callable[[Run, Path], Any]


def check_whole_or_not_at_all(write: Save, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fills up, or an end in the middle, leaves what was there before and nothing else."""
    target = folder / "run.nc"
    target.write_bytes(b"what was there before")
    original = xr.Dataset.to_netcdf
    for failure in (OSError(28, "No space left on device"), RuntimeError("NetCDF: HDF error"), KeyboardInterrupt()):

        def fails(self: xr.Dataset, path: Any, *rest: Any, failure: BaseException = failure, **named: Any) -> None:
            original(self.isel(time=slice(0, 10)), path, *rest, **named)
            raise failure

        monkeypatch.setattr(xr.Dataset, "to_netcdf", fails)
        expected = KeyboardInterrupt if isinstance(failure, KeyboardInterrupt) else InputError
        with pytest.raises(expected):
            write(arrived(), target)
        monkeypatch.setattr(xr.Dataset, "to_netcdf", original)
        assert target.read_bytes() == b"what was there before", "something half-written"
        assert os.listdir(folder) == ["run.nc"], "a temporary file is left"


def test_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    check_whole_or_not_at_all(save, tmp_path, monkeypatch)


def test_modes_and_folders(tmp_path: Path):
    path = save(arrived(), tmp_path / "new" / "er" / "run.nc")
    before = os.umask(0o022)
    os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o666 & ~before and len(os.listdir(path.parent)) == 1


def test_two_writers_of_one_file(tmp_path: Path):
    from threading import Thread

    path, runs = tmp_path / "run.nc", [arrived(), replace(arrived(), name="other")]
    # netCDF4 is not safe for threads, so they take turns; their temporary files live side by side all the same
    threads = [Thread(target=save, args=(r, path)) for r in runs]
    for thread in threads:
        thread.start()
        thread.join()
    assert load(path).equals(runs[1]) and os.listdir(tmp_path) == ["run.nc"]


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load(path)
    assert len(str(caught.value).splitlines()) == 1 and str(path) in str(caught.value)
    return str(caught.value)


def test_files_that_are_no_runs(tmp_path: Path, saved: Path):
    good = saved.read_bytes()
    path = tmp_path / "x.nc"
    assert "no such file" in refused(path)
    assert "no regular file" in refused(tmp_path)
    for content in (b"", b"text", good[:600], good[: len(good) // 2], good[:-1]):
        path.write_bytes(content)
        assert "cannot be read as NetCDF" in refused(path)
    xr.Dataset({"a": ("x", [1])}).to_netcdf(path)
    assert "not a run that seatrial saved" in refused(path)


def test_damaged_bytes_are_found_or_harmless(tmp_path: Path, saved: Path):
    """A changed byte is refused, or nothing that was saved has changed; sums guard the numbers."""
    good, path, generator = saved.read_bytes(), tmp_path / "x.nc", np.random.default_rng(1)
    refusals = 0
    for _ in range(60):
        bad = bytearray(good)
        bad[generator.integers(0, len(good))] ^= 1 << int(generator.integers(0, 8))
        path.write_bytes(bad)
        try:
            found = load(path)
        except FileFormatError:
            refusals += 1
        else:
            columns = [c.name for c in COLUMNS]
            assert all(np.array_equal(found.history[c].values, arrived().history[c].values) for c in columns)
    assert refusals > 40


@pytest.mark.parametrize(
    ("attribute", "value"),
    [("seatrial_format", "abc"), ("seatrial_format", 99), ("status", "happy"), ("scenario", "{"), ("scenario", "[1]"),
     ("plan_summary", "{}"), ("plan_summary", '{"a": 1}'), ("steps", "x"), ("provenance", "3"), ("wall_s", None)],
)  # fmt: skip
def test_damaged_attributes(tmp_path: Path, saved: Path, attribute: str, value: Any):
    data = xr.load_dataset(saved, decode_times=False)
    data.attrs.pop(attribute)
    if value is not None:
        data.attrs[attribute] = value
    data.to_netcdf(tmp_path / "x.nc")
    refused(tmp_path / "x.nc")


@pytest.mark.parametrize("name", ["charge", "lat", "time", "event_kind", "event_time", "waypoint_lat", "trajectory"])
def test_missing_variables(tmp_path: Path, saved: Path, name: str):
    xr.load_dataset(saved, decode_times=False).drop_vars(name).to_netcdf(tmp_path / "x.nc")
    refused(tmp_path / "x.nc")


def test_no_rows(tmp_path: Path, saved: Path):
    xr.load_dataset(saved, decode_times=False).isel(time=slice(0, 0)).to_netcdf(tmp_path / "x.nc")
    assert "no rows" in refused(tmp_path / "x.nc")
