"""Wrong downloads, conversions and sections, faults that real programs have had; their checks must reject them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seatrial.errors import FetchError
from seatrial.ocean.converting import compact, convert
from seatrial.ocean.converting import selection as selecting
from seatrial.ocean.fetching import axes, dap, network, subsets, transfer
from seatrial.ocean.sampling import along as cuts
from seatrial.ocean.sampling import places
from tests.cases import test_d12_round_trip_through_bath as d12
from tests.reference.fetch_server import running
from tests.unit.ocean.converting import test_compact, test_selection
from tests.unit.ocean.fetching import test_axes, test_dap, test_job, test_network, test_transfer
from tests.unit.ocean.sampling import test_along, test_places

REJECTED = (AssertionError, FetchError, pytest.fail.Exception, ExceptionGroup)
"""How a check says no."""


@pytest.fixture
def server():
    with running() as server:
        server.publish(test_transfer.URL, test_transfer.BODY)
        yield server


Change = Callable[[pytest.MonkeyPatch], Any]
TRANSFERS: dict[str, tuple[Change, Callable[..., None]]] = {
    "appends a whole file to its beginning": (
        lambda m: m.setattr(transfer, "_begin_anew", lambda target, file: None),
        test_transfer.test_server_without_ranges,
    ),
    "goes on with another version": (
        lambda m: m.setattr(
            transfer, "_conditions", lambda remote, marks, have: {"Range": f"bytes={have}-"} if have else {}
        ),
        test_transfer.test_another_version_is_never_mixed_in,
    ),
    "forgets the offset": (
        lambda m: m.setattr(
            transfer,
            "_range",
            lambda header, true=transfer._range: (true(header)[0] and 100_000, true(header)[1]),
        ),
        test_transfer.test_server_that_sends_another_range,
    ),
    "believes any content": (
        lambda m: m.setattr(transfer, "_sha256", lambda file: test_transfer.SUM),
        test_transfer.test_wrong_sum_is_fetched_anew_and_then_given_up,
    ),
    "takes a broken connection for the end": (
        lambda m: m.setattr(transfer, "length", lambda response: None),
        test_transfer.test_broken_connection_goes_on_where_it_stopped,
    ),
    "begins anew each time": (
        lambda m: m.setattr(transfer, "_conditions", lambda remote, marks, have: {}),
        test_transfer.test_second_command_goes_on_where_the_first_gave_up,
    ),
    "writes to its place": (
        lambda m: m.setattr(transfer, "part_of", lambda target: target),
        test_transfer.test_second_command_goes_on_where_the_first_gave_up,
    ),
}


@pytest.mark.parametrize("fault", TRANSFERS)
def test_faulty_transfers_are_rejected(fault: str, server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    change, check = TRANSFERS[fault]
    check(server, tmp_path / "right")
    server.files.clear()
    server.asked.clear()
    server.publish(test_transfer.URL, test_transfer.BODY)
    change(monkeypatch)
    with pytest.raises(REJECTED):
        check(server, tmp_path / "wrong")


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path) -> None:
    for name in ("right", "wrong"):
        (tmp_path / name).mkdir()


def test_one_try_is_too_few(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(network, "RETRIES", 0)
    with running() as server:
        server.publish(test_network.URL, b"a list")
        with pytest.raises(REJECTED):
            test_network.test_passing_faults_are_asked_again(server, [], 503)


def test_asking_again_for_what_is_not_there(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(network, "_PASSING", set(range(400, 600)))
    with running() as server:
        server.publish(test_network.URL, b"a list")
        with pytest.raises(REJECTED):
            test_network.test_lasting_faults_are_not_asked_again(server, [], 404)


@pytest.mark.parametrize("wire", [{"Int16": ">i2"}, {"Float32": "<f4"}, {"Float64": "<f8"}, {"UInt16": ">u2"}])
def test_faulty_wires_are_rejected(wire: dict[str, str], monkeypatch: pytest.MonkeyPatch):
    (name,) = wire
    monkeypatch.setitem(dap._WIRE, name, wire[name])
    kind = {"Int16": "i2", "Float32": "f4", "Float64": "f8", "UInt16": "u2"}[name]
    with pytest.raises(REJECTED):
        test_dap.test_every_type_travels(kind, 5)


def last_column_repeated(lon: np.ndarray, box: Any, stride: int) -> tuple[np.ndarray, np.ndarray]:
    """Ends at the seam instead of going on eastwards."""
    chosen, found = axes.columns_of(lon, box, stride)
    end = chosen.size if np.all(np.diff(chosen) > 0) else int(chosen.argmax()) + 1
    return chosen[:end], found[:end]


def not_continued(lon: np.ndarray, box: Any, stride: int) -> tuple[np.ndarray, np.ndarray]:
    """Longitudes jump back over the seam."""
    chosen, _ = axes.columns_of(lon, box, stride)
    return chosen, lon[chosen]


@pytest.mark.parametrize("mutant", [last_column_repeated, not_continued])
def test_faulty_columns_are_rejected(mutant: Callable[..., Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(test_axes, "columns_of", mutant)
    with pytest.raises(REJECTED):
        test_axes.test_strides_keep_their_step()


def test_levels_in_the_order_of_the_pieces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Every run of levels is written to the first levels of the file."""
    true = subsets._placed
    monkeypatch.setattr(
        subsets, "_placed", lambda parts: ((part, slice(0, at.stop - at.start)) for part, at in true(parts))
    )
    with running() as server:
        test_job.publish_all(server)
        with pytest.raises(REJECTED):
            test_job.test_currents(server, tmp_path, "espc")


def fill_as_a_number(values: np.ndarray, packing: compact.Packing) -> np.ndarray:
    return np.round((np.nan_to_num(values) - packing.offset) / packing.scale).astype(np.int16)


def cut_off(values: np.ndarray, packing: compact.Packing) -> np.ndarray:
    whole = np.trunc((values.astype(float) - packing.offset) / packing.scale)
    return np.where(np.isfinite(values), whole, compact.FILL).astype(np.int16)


def without_offset(values: np.ndarray, packing: compact.Packing) -> np.ndarray:
    return (
        np.where(np.isfinite(values), np.round(values / packing.scale), compact.FILL).clip(-32768, 32767).astype("i2")
    )


@pytest.mark.parametrize("mutant", [fill_as_a_number, cut_off, without_offset])
def test_faulty_packing_is_rejected(mutant: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(compact, "_packed", mutant)
    with pytest.raises(REJECTED):
        test_compact.test_currents_in_space_depth_and_time(tmp_path, monkeypatch)


def test_packing_that_costs_more_than_it_says_is_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(compact, "packing_of", lambda low, high, decimal, tolerance: compact.Packing(1.0, 0.0, 1e-5))
    with pytest.raises(REJECTED):
        test_compact.test_currents_in_space_depth_and_time(tmp_path, monkeypatch)


def upside_down(lat: Any, lon: Any, values: np.ndarray, levels: Any = (0.0,)) -> convert.Raster:
    return TRUE_FROM_AXES(lat, lon, values[:, :, ::-1], levels)


TRUE_FROM_AXES = convert.Raster.from_axes


def test_rasters_upside_down_are_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(convert.Raster, "from_axes", staticmethod(upside_down))
    with pytest.raises(REJECTED):
        d12.test_import_sample_and_crop(tmp_path, slice(None))


def box_by_order(file: Any, chosen: selecting.Selection) -> np.ndarray:
    """South must come first, or nothing is found."""
    south, north = (chosen.box[1], chosen.box[3]) if chosen.box else (-90.0, 90.0)
    return np.flatnonzero((file.lat >= south) & (file.lat <= north))[:: chosen.stride]


def test_boxes_that_depend_on_the_order_are_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(selecting, "_rows", box_by_order)
    with pytest.raises((*REJECTED, ValueError)):
        d12.test_import_sample_and_crop(tmp_path, slice(None))


def test_boxes_that_stop_at_the_date_line_are_rejected(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(selecting, "_ascending", lambda numbers: [np.sort(numbers)])
    with pytest.raises(REJECTED):
        test_selection.test_column_that_comes_twice_is_kept_once()


def straight_on_the_map(lat1: float, lon1: float, lat2: float, lon2: float, points: int) -> Any:
    _, _, along = places.section(lat1, lon1, lat2, lon2, points)
    return np.linspace(lat1, lat2, points), np.linspace(lon1, lon2, points), along


def test_faulty_sections_are_rejected(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(test_places, "section", straight_on_the_map)
    with pytest.raises(REJECTED):
        test_places.test_section_is_even_and_keeps_its_ends()


def _components(turn: Callable[[Any, Any, Any, Any], Any]) -> Change:
    """Along and across by another rotation of east and north."""

    def wrong(answers: Any, course: Any) -> Any:
        return turn(answers.u[0], answers.v[0], np.sin(course)[:, None], np.cos(course)[:, None])

    return lambda m: m.setattr(cuts, "_components", wrong)


CUTS: dict[str, tuple[Change, Callable[[], None]]] = {
    "takes the course from east": (
        _components(lambda u, v, s, c: (u * c + v * s, v * c - u * s)),
        test_along.test_current_along_and_across,
    ),
    "counts to the left": (
        _components(lambda u, v, s, c: (u * s + v * c, v * s - u * c)),
        test_along.test_current_along_and_across,
    ),
    "turns the wrong way": (
        _components(lambda u, v, s, c: (v * c - u * s, u * c + v * s)),
        test_along.test_current_along_and_across,
    ),
    "takes every leg for one to the north": (
        lambda m: m.setattr(
            cuts, "along", lambda lat, lon, points: (*places.along(lat, lon, points)[:3], np.zeros(points))
        ),
        test_along.test_current_along_and_across,
    ),
    "shows water in the ground": (
        lambda m: m.setattr(cuts, "ask", lambda oceans, where, true=cuts.ask: _filled(true(oceans, where))),
        test_along.test_nothing_below_the_sea_floor,
    ),
}


def _filled(answers: Any) -> Any:
    return replace(answers, u=np.nan_to_num(answers.u), v=np.nan_to_num(answers.v))


@pytest.mark.parametrize("fault", CUTS)
def test_faulty_sections_along_a_route_are_rejected(fault: str, monkeypatch: pytest.MonkeyPatch):
    change, check = CUTS[fault]
    check()
    change(monkeypatch)
    with pytest.raises(REJECTED):
        check()
