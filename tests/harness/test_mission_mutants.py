"""Wrong mission layers, each a fault that real programs have had; the checks of the mission must reject them."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from seatrial.mission import files
from seatrial.mission.history import History
from seatrial.mission.record import Run
from tests.unit.mission import test_files, test_history
from tests.unit.mission.missions import arrived
from tests.unit.test_cli import Answer, check_refusal, one_object
from tests.verification import test_mission_long_crossing as crossing


class ByCount(History):
    """Keeps every second row that it holds, wherever they lie in time."""

    def _on_grid(self, rows: np.ndarray) -> np.ndarray:
        return rows[::2] if self.period_ticks > test_history.PERIOD else rows


class Unbounded(History):
    """Keeps everything."""

    def __init__(self, period_ticks: int, max_rows: int) -> None:
        super().__init__(period_ticks, 10**6)


class WithoutTheLast(History):
    """Forgets where the mission ended."""

    def _with_last(self) -> np.ndarray:
        return np.concatenate(self._parts)


class FirstRowsOnly(History):
    """Stops to record when it is full."""

    def append(self, rows: np.ndarray) -> None:
        if self._count < self._max_rows:
            super().append(rows[: self._max_rows - self._count])


@pytest.mark.parametrize("mutant", [ByCount, Unbounded, WithoutTheLast, FirstRowsOnly])
def test_histories_are_rejected(mutant: Callable[[int, int], History]):
    with pytest.raises(AssertionError):
        test_history.check_bounded_and_free_of_chunks(mutant)


def straight_to_the_place(run: Run, path: Path) -> None:
    """Writes under the final name."""
    try:
        files._dataset(run).to_netcdf(path)
    except (OSError, RuntimeError) as error:
        raise files.FileFormatError(str(error)) from None


def beside_it_and_left(run: Run, path: Path) -> None:
    """Writes to a temporary name but does not clean up."""
    temporary = path.with_suffix(".part")
    try:
        files._dataset(run).to_netcdf(temporary)
    except (OSError, RuntimeError) as error:
        raise files.FileFormatError(str(error)) from None
    temporary.replace(path)


@pytest.mark.parametrize("mutant", [straight_to_the_place, beside_it_and_left])
def test_writers_are_rejected(mutant: test_files.Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(AssertionError):
        test_files.check_whole_or_not_at_all(mutant, tmp_path, monkeypatch)


def without(attribute: str) -> Callable[[xr.Dataset], xr.Dataset]:
    def change(data: xr.Dataset) -> xr.Dataset:
        data.attrs.pop(attribute)
        return data

    return change


def filled(data: xr.Dataset) -> xr.Dataset:
    data["charge"].encoding["_FillValue"] = -999.0
    return data


def no_coordinates(data: xr.Dataset) -> xr.Dataset:
    data["charge"].encoding.pop("coordinates")
    data["charge"].encoding["coordinates"] = None
    return data


def holes(data: xr.Dataset) -> xr.Dataset:
    data["speed"].values[5] = np.nan
    return data


CHANGES = [without("featureType"), without("Conventions"), without("provenance"), filled, no_coordinates, holes]


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
def test_files_that_are_no_trajectories_are_rejected(change: Callable[[xr.Dataset], xr.Dataset], tmp_path: Path):
    change(files._dataset(arrived()).copy(deep=True)).to_netcdf(tmp_path / "x.nc")
    with pytest.raises((AssertionError, AttributeError)):
        test_files.check_cf(tmp_path / "x.nc")


def test_other_answers_on_the_command_line_are_rejected():
    good = json.dumps({"a": 1.0})
    assert one_object(Answer(0, good, "")) == {"a": 1.0}
    for out in (json.dumps({"a": float("nan")}), good + good, "planning\n" + good, "[1]", ""):
        with pytest.raises((AssertionError, json.JSONDecodeError)):
            one_object(Answer(0, out, ""))
    for bad in (Answer(1, good, ""), Answer(0, good, "warning")):
        with pytest.raises((AssertionError, json.JSONDecodeError)):
            one_object(bad)
    line = "seatrial: x = 1 m: must be a number in 2..3 m\n"
    assert check_refusal(Answer(2, "", line)) == line
    for bad in (Answer(1, "", line), Answer(2, "{}", line), Answer(2, "", line + line), Answer(2, "", ""),
                Answer(2, "", "Traceback (most recent call last)")):  # fmt: skip
        with pytest.raises(AssertionError):
            check_refusal(bad)


def short_of_the_goal(history: xr.Dataset) -> xr.Dataset:
    return history.isel(time=slice(0, -3000))


def beside_the_goal(history: xr.Dataset) -> xr.Dataset:
    return history.assign_coords(lat=history["lat"] + 1e-4)


def bent(history: xr.Dataset) -> xr.Dataset:
    """Some 25 m aside in the middle, right at both ends."""
    bump = 2.7e-4 * np.sin(np.pi * history["time"] / history["time"][-1])
    return history.assign_coords(lon=history["lon"] + bump)


def never_thinned(history: xr.Dataset) -> xr.Dataset:
    return history.isel(time=np.arange(300_000) % history.sizes["time"])


@pytest.mark.parametrize("change", [short_of_the_goal, beside_the_goal, bent, never_thinned])
def test_crossings_that_go_astray_are_rejected(change: Callable[[xr.Dataset], xr.Dataset]):
    good = crossing_of_20_km()
    crossing.check_crossing(good, 20.0)
    with pytest.raises(AssertionError):
        crossing.check_crossing(replace(good, history=change(good.history)), 20.0)


@cache
def crossing_of_20_km() -> Run:
    return crossing.crossing(20.0)
