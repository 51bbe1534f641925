"""One line for what is wrong in a scenario: key = value unit: what it must be."""

from collections.abc import Iterator
from datetime import date, time
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

_UNITS = (
    ("_kg_m3", "kg/m3"), ("_days", "d"), ("_m_s", "m/s"), ("_deg", "deg"), ("_ohm", "ohm"), ("_kg", "kg"),
    ("_km", "km"), ("_Ah", "A h"), ("_V", "V"), ("_K", "K"), ("_m", "m"), ("_s", "s"),
)  # fmt: skip
"""Units by the ending of a key, the longest first."""

_WANTED = {
    "model_type": "a table",
    "model_attributes_type": "a table",
    "dict_type": "a table",
    "tuple_type": "a list",
    "string_type": "text",
    "bool_type": "true or false",
}
_NUMERIC = ("float_", "int_", "finite_number", "greater_than", "less_than")
_LONGEST_SHOWN = 60


def unit_of(key: str) -> str:
    """Unit that the name of a key ends in; empty when it has none."""
    name = key.rsplit(".", 1)[-1]
    if name.rpartition("_")[2] in ("lat", "lon"):
        return "deg"
    return next((unit for ending, unit in _UNITS if name.endswith(ending)), "")


def first_fault(model: type[BaseModel], error: ValidationError) -> str:
    """The first fault of `error` in one line, and how many more there are."""
    fault = error.errors(include_url=False)[0]
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    # tags of the members of a union stand in angle brackets; they are no keys
    place = [part for part in fault["loc"] if isinstance(part, int) or not part.startswith("<")]
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).removeprefix(".")
    if fault["type"] == "extra_forbidden":
        return f"unknown key {key!r}{more}"
    if fault["type"] == "missing":
        return f"{key} is missing{more}"
    cause = fault.get("ctx", {}).get("error") if fault["type"] == "value_error" else None
    if cause is not None and isinstance(fault["input"], dict | BaseModel):
        # a check between the keys of one table: its message begins with the key
        return f"{key}.{cause}{more}".removeprefix(".")
    if cause is not None and not str(cause).startswith("must"):
        return f"{key}: {cause}{more}"
    wanted = str(cause) if cause is not None else f"must be {_wanted(dict(fault), _field(model, place), unit_of(key))}"
    return f"{key}{shown(fault['input'], unit_of(key))}: {wanted}{more}"


def _field(model: type[BaseModel], place: list[int | str]) -> FieldInfo | None:
    """The field at a place of nested tables; of a union of tables, in the first that has it."""
    found, models = None, [model]
    for part in place:
        if isinstance(part, int):
            continue
        found = next((m.model_fields[part] for m in models if part in m.model_fields), None)
        models = [] if found is None else list(_tables(found.annotation))
    return found


def _tables(annotation: Any) -> Iterator[type[BaseModel]]:
    """The tables among the types that an annotation names."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _tables(part)


def _wanted(fault: dict[str, Any], field: FieldInfo | None, unit: str) -> str:
    kind = fault["type"]
    if field is not None and kind.startswith(_NUMERIC):
        return _range(field, "a whole number" if field.annotation is int else "a number", unit)
    if kind == "literal_error":
        return str(fault["ctx"]["expected"])
    if kind.startswith(("datetime_", "timezone_")):
        return "a date and time such as 2026-03-01T12:00:00Z"
    return _WANTED.get(kind) or str(fault["msg"]).removeprefix("Input should be ").strip()


def _range(field: FieldInfo, noun: str, unit: str) -> str:
    bounds: dict[str, float] = {}
    for item in field.metadata:
        bounds |= {name: getattr(item, name) for name in ("ge", "gt", "le") if hasattr(item, name)}
    high = _number(bounds["le"]) if "le" in bounds else ""
    if "ge" in bounds:
        text = f"{noun} in {_number(bounds['ge'])}..{high}"
    elif "gt" in bounds:
        text = f"{noun} above {_number(bounds['gt'])} and up to {high}"
    else:
        text = noun
    return f"{text} {unit}".rstrip()


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:g}"


def shown(value: Any, unit: str = "") -> str:
    """` = value unit` for a message; nothing for a table."""
    if isinstance(value, bool):
        return f" = {str(value).lower()}"
    if isinstance(value, int | float):
        # more digits than :g, so that 90.00000001 is not shown as 90
        text = f"{value:.12g}" if isinstance(value, float) else _digits(value)
        return f" = {text} {unit}".rstrip()
    if isinstance(value, date | time):
        return f" = {value.isoformat()}"
    if isinstance(value, dict | BaseModel) or value is None:
        return ""
    text = repr(value)
    return f" = {text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + '...'}"


def _digits(value: int) -> str:
    return str(value) if abs(value) < 10**20 else "an integer of more than 20 digits"
