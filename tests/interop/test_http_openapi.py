"""The OpenAPI document is right, and so is the server by it: schemathesis sends what it allows and what it does not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.errors import SerializationNotPossible
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from seatrial.server.openapi import document
from tests.reference.http_server import computed, make_app, serving_apart

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    positive_data_acceptance,
    negative_data_rejection,
]
# Left out: a stream has no end (see test_http_stream.py). Unknown methods are 404 by the contract, so that the check
# for 405 does not apply.
CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["2xx", "400", "404", "422", "429"]},
            "negative_data_rejection": {"expected-statuses": ["400", "404", "413", "422"]},
        },
        "generation": {"database": "none", "deterministic": True},
    }
)
UNHURRIED = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
OPERATIONS = [
    (path, method) for path, found in document()["paths"].items() for method in found if path != "/api/stream"
]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    # apart, since Python 3.11's parser fails when two threads use it at once: Hypothesis here, and NumPy in a run
    with serving_apart(tmp_path_factory.mktemp("data")) as address, httpx2.Client(base_url=address) as client:
        computed(client)
        yield schemathesis.openapi.from_url(f"{address}/api/docs", config=CONFIG)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["allowed", "not allowed"])
@pytest.mark.parametrize("path, method", OPERATIONS, ids=lambda word: word)
def test_the_server_keeps_to_its_document(described: Any, path: str, method: str, mode: GenerationMode):
    cases = described[path][method.upper()].as_strategy(generation_mode=mode)

    @given(cases)
    @settings(max_examples=8, phases=[Phase.generate], report_multiple_bugs=False, suppress_health_check=UNHURRIED)
    def hold(case: schemathesis.Case) -> None:
        try:
            case.call_and_validate(checks=CHECKS)
        except Exception as error:  # what it raises has a trace that is longer than anybody reads
            raise AssertionError(str(error)) from None

    try:
        hold()
    except (Unsatisfiable, SerializationNotPossible):
        pytest.skip("nothing that the document does not allow")


def test_every_route_is_in_the_document(tmp_path: Path):
    app = make_app(tmp_path)
    routes = {(r.path, m.lower()) for r in app.routes for m in r.methods if r.path.startswith("/api/")}  # type: ignore[attr-defined]
    documented = {(path, method) for path, found in document()["paths"].items() for method in found}
    assert {(p, m) for p, m in routes if m != "head" and p != "/api/docs"} == documented


def test_the_document_says_units_and_bounds():
    shapes = document()["components"]["schemas"]
    mission = shapes["MissionRequest"]
    assert mission["required"] == ["start_lat", "start_lon", "goal_lat", "goal_lon"]
    assert mission["properties"]["cruise_speed_m_s"]["maximum"] == 20
    assert mission["additionalProperties"] is False
