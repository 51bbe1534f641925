"""Query strings: every number of the OpenAPI document, of whatever endpoint, is held to its range."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from seatrial.server.openapi import document
from tests.reference.http_server import client_of, make_app

PATHS = document()["paths"]
OPERATIONS = [(path, method) for path, found in PATHS.items() for method in found]
QUERIES = [
    (path, method, parameter)
    for path, method in OPERATIONS
    for parameter in PATHS[path][method].get("parameters", ())
    if parameter["in"] == "query"
]
NUMBERS = [found for found in QUERIES if found[2]["schema"].get("type") in ("number", "integer")]
LENIENT = {
    (path, parameter["name"]) for path, _, parameter in QUERIES if not {"type", "enum"} & parameter["schema"].keys()
}
NO_NUMBERS = (
    "",
    "abc",
    "nan",
    "inf",
    "-Infinity",
    "0x10",
    "1_0",
    "1,5",
    "1e",
    "٣",
    " 1",
    "1;2",
    "null",
    "1" * 400 + "x",
)

NO_WHOLE_NUMBERS = ("1.5", "1e3", "2.")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of(make_app()) as client:
        yield client


def allowed(path: str, method: str) -> dict[str, Any]:
    """A query that is allowed: a number in range for each parameter that is needed."""
    needed = [p for p in PATHS[path][method].get("parameters", ()) if p["in"] == "query" and p["required"]]
    return {p["name"]: 3 + k for k, p in enumerate(needed)}


def error_of(client: TestClient, path: str, method: str, query: Any) -> str:
    """The one line of a refusal with 400, and its detail."""
    answer = client.request(method, path.replace("{id}", "a" * 12), params=query)
    found = answer.json()
    assert answer.status_code == 400, f"{path} {query}: {answer.status_code} {answer.text[:200]}"
    assert "\n" not in found["error"] and len(found["error"]) < 300
    return found.get("detail", found["error"])


def named(path: str, method: str, parameter: dict[str, Any]) -> str:
    return f"{method} {path} {parameter['name']}"


@pytest.mark.parametrize("path, method, parameter", NUMBERS, ids=[named(*found) for found in NUMBERS])
def test_what_is_no_number_or_out_of_range_is_named(
    client: TestClient, path: str, method: str, parameter: dict[str, Any]
):
    name, schema = parameter["name"], parameter["schema"]
    texts = [*NO_NUMBERS, *(NO_WHOLE_NUMBERS if schema["type"] == "integer" else ()), "1e400", "-1e400", "9" * 400]
    if parameter.get("x-read-as") == "position":
        texts = ["", "abc", "nan", "inf", "null", "0x10", "1;2", "1e400", "9" * 400]  # "1e" is one degree east
    if "minimum" in schema:
        texts += [str(schema["minimum"] - 1), str(schema["maximum"] + 1)]
    for text in texts:
        said = error_of(client, path, method, allowed(path, method) | {name: text})
        assert name in said, said
        if "minimum" in schema and "x-read-as" not in parameter:
            assert ".." in said.split("must be a ")[1] and said.endswith(parameter.get("x-unit", "")), said
            assert len(said) < 160


@pytest.mark.parametrize("path, method, parameter", QUERIES, ids=[named(*found) for found in QUERIES])
def test_a_parameter_comes_once(client: TestClient, path: str, method: str, parameter: dict[str, Any]):
    name = parameter["name"]
    value = "seed" if "enum" in parameter["schema"] else "7"
    others = [(key, text) for key, text in allowed(path, method).items() if key != name]
    said = error_of(client, path, method, [*others, (name, value), (name, value)])
    assert said == f"{name} is given more than once: must be given once"


@pytest.mark.parametrize("path, method", [*OPERATIONS, ("/api/docs", "get")], ids=lambda word: word)
def test_a_parameter_that_is_none_is_named(client: TestClient, path: str, method: str):
    query = {} if path == "/api/docs" else allowed(path, method)
    said = error_of(client, path, method, query | {"evry": 2})
    assert said.startswith(f"unknown query parameter 'evry': {path} takes ")


def test_only_what_swordfish_reads_leniently_has_no_range():
    """Recorded: `abc` is 0, leading digits count, sizes of grids are clamped to 4..192."""
    grids = {(f"/api/{kind}", side) for kind in ("bathymetry", "currents") for side in ("width", "height")}
    assert LENIENT == grids | {("/api/history", "since"), ("/api/currents", "depth_m")}


@pytest.mark.parametrize("text, used", [("1e99", 4), ("-5", 4), ("abc", 4), ("", 4), ("9" * 400, 192), ("48.7", 48)])
def test_sizes_of_grids_are_clamped(client: TestClient, text: str, used: int):
    found = client.get("/api/bathymetry", params=allowed("/api/bathymetry", "get") | {"width": text})
    assert found.status_code == 200 and found.json()["width"] == used


def test_numbers_at_the_ends_of_their_range(client: TestClient):
    for path, method, parameter in NUMBERS:
        for end in ("minimum", "maximum"):
            if end not in parameter["schema"] or "{id}" in path:
                continue
            query = allowed(path, method) | {parameter["name"]: parameter["schema"][end]}
            assert client.request(method, path, params=query).status_code == 200, (path, query)
    assert client.get("/api/runs?session=any&limit=200").status_code == 200
    assert client.get("/api/snapshot?fields=seed&token=x").status_code == 200
    assert client.get("/api/snapshot?fields=all").json() == {"error": "fields = 'all': must be 'seed'"}
