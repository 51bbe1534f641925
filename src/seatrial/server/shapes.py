"""JSON schemas of the answers."""

from typing import Any

from seatrial.server.snapshot import ADDED_ROW_KEYS, SEED_KEYS
from seatrial.server.tracks import TRACK

Schema = dict[str, Any]

NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
STATES = ("no plan", "paused", "running", "complete", "brownout", "GROUNDED", "failed")


def maybe(schema: Schema) -> Schema:
    """Or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def items(schema: Schema) -> Schema:
    """A list of them."""
    return {"type": "array", "items": schema}


def table(properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """An object; everything in it is there unless it is optional."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


def named(name: str) -> Schema:
    """A schema of `SCHEMAS`."""
    return {"$ref": f"#/components/schemas/{name}"}


_ROW: dict[str, Schema] = {
    **{key: maybe(NUMBER) for key in (*SEED_KEYS[:14], *ADDED_ROW_KEYS)},
    "wp": WHOLE,
    "wp_total": WHOLE,
    **{key: FLAG for key in SEED_KEYS[16:]},
}
_NOW: dict[str, Schema] = {
    "state": {"enum": list(STATES)},
    "status": maybe(TEXT),
    "computing": FLAG,
    "computed_s": NUMBER,
    "rows": WHOLE,
    "playback_speed": NUMBER,
    "run": maybe(TEXT),
    "name": TEXT,
    "error": maybe(TEXT),
}
_PLAN_ADDED: dict[str, Schema] = {
    "warnings": items(TEXT),
    "method": TEXT,
    "start_moved_m": NUMBER,
    "goal_moved_m": NUMBER,
    "cruise_depth_m": NUMBER,
    "route": items(items(NUMBER)),
    "drawn_lon": items(NUMBER),
    "error": TEXT,
    "detail": TEXT,
}
_GRID: dict[str, Schema] = {
    **{name: NUMBER for name in ("lat_min", "lon_min", "lat_max", "lon_max")},
    "width": WHOLE,
    "height": WHOLE,
}
_EVENT = table({"t": NUMBER, "kind": TEXT, "waypoint": WHOLE})
_STORED: dict[str, Schema] = {
    **{name: TEXT for name in ("id", "name", "created", "status")},
    **{name: NUMBER for name in ("distance_m", "duration_s", "energy_J")},
    "start": items(NUMBER),
    "goal": items(NUMBER),
    "bytes": WHOLE,
    "named": FLAG,
    "cruise_depth_m": NUMBER,
    "cruise_speed_m_s": NUMBER,
    "vehicle": table(
        {
            "model": TEXT,
            **{name: NUMBER for name in ("length_m", "radius_m", "mass_kg")},
            "ballast": {"enum": ["none", "neutral"]},
            "battery": {"anyOf": [NUMBER, {"const": "unlimited"}]},
        }
    ),
}
_STORED_LATER = ("named", "cruise_depth_m", "cruise_speed_m_s", "vehicle")
"""What cards of earlier versions do not have."""
_VEHICLE: dict[str, Schema] = {
    "name": TEXT,
    "thruster_count": WHOLE,
    "ballast": {"enum": ["none", "neutral"]},
    "battery": {"anyOf": [NUMBER, {"const": "unlimited"}]},
    **{
        name: NUMBER
        for name in (
            "mass_kg", "volume_m3", "length_m", "radius_m", "mass_with_ballast_kg", "net_buoyancy_N",
            "buoyancy_percent", "top_speed_m_s", "top_descent_m_s",
        )
    },
}  # fmt: skip

SCHEMAS: dict[str, Schema] = {
    "Error": table({"error": TEXT, "detail": TEXT}, ("detail",)),
    "Done": table({"ok": {"const": True}}),
    "Snapshot": table(_ROW | _NOW, (*ADDED_ROW_KEYS, *_NOW)),
    "Plan": table(
        {
            "distance_m": NUMBER,
            "duration_s": NUMBER,
            "energy_J": NUMBER,
            "routed_around_land": FLAG,
            "waypoints": items(table({name: NUMBER for name in ("lat", "lon", "depth_m", "speed_m_s")})),
            **_PLAN_ADDED,
        },
        tuple(_PLAN_ADDED),
    ),
    "History": table({"since": WHOLE, "total": WHOLE, "items": items(table(_ROW, ADDED_ROW_KEYS))}),
    "Track": table(
        {name: WHOLE for name in ("since", "next", "total", "every")} | {name: items(maybe(NUMBER)) for name in TRACK}
    ),
    "Events": table({"items": items(_EVENT)}),
    "Bathymetry": table({**_GRID, "max_depth_m": WHOLE, "depths": items(maybe(WHOLE))}),
    "Currents": table(
        {**_GRID, "depth_m": NUMBER, "time": TEXT, "u": items(maybe(NUMBER)), "v": items(maybe(NUMBER))}, ("time",)
    ),
    "Vehicle": table(
        _VEHICLE | {"used": table({n: NUMBER for n in ("length_m", "radius_m", "mass_kg")}), "warnings": items(TEXT)},
        ("used", "warnings"),
    ),
    "Session": table(
        {
            "session": TEXT,
            "server": TEXT,
            "outdated": FLAG,
            "vehicle": {"type": "object"},
            "mission": maybe({"type": "object"}),
            "playback_speed": NUMBER,
            "cursor_s": NUMBER,
            "computed_s": NUMBER,
            "run": maybe(TEXT),
            "serial": maybe(TEXT),
            "name": TEXT,
            "plan_loaded": FLAG,
        }
    ),
    "Point": table(
        {
            **{name: NUMBER for name in ("lat", "lon", "at_depth_m")},
            **{name: maybe(NUMBER) for name in ("depth_m", "sea_floor_depth_m", "temperature_degC", "salinity")},
            **{"land": FLAG, "note": TEXT},
        }
    ),
    "Sources": table(
        {
            "bathymetry": items(TEXT),
            "currents": items(TEXT),
            "land": TEXT,
            "attribution": items(TEXT),
            "fields": items(
                table(
                    {
                        **{name: TEXT for name in ("name", "quantity", "unit")},
                        "time_dependent": FLAG,
                        "sources": items(named("Source")),
                        "layers": items(TEXT),
                    }
                )
            ),
            "time": maybe(table({"first": TEXT, "last": TEXT, "step_s": NUMBER, "default": TEXT})),
        }
    ),
    "Source": table(
        {
            "name": TEXT,
            "kind": {"enum": ["file", "shipped", "formula"]},
            "files": items(TEXT),
            "levels_m": items(NUMBER),
            "time": maybe(table({"first": TEXT, "last": TEXT, "count": WHOLE, "step_s": NUMBER, "outside": TEXT})),
            "attribution": maybe(TEXT),
        }
    ),
    "Section": table(
        {
            "time": maybe(TEXT),
            **{name: items(NUMBER) for name in ("lat", "lon", "distance_m", "levels_m")},
            "floor_m": items(maybe(NUMBER)),
            "fields": {
                "type": "object",
                "additionalProperties": table(
                    {"unit": TEXT, "values": items(items(maybe(NUMBER))), "sources": items(TEXT)}
                ),
            },
            "plan": maybe(table({"distance_m": items(NUMBER), "depth_m": items(NUMBER)})),
        }
    ),
    "Stored": table(_STORED, _STORED_LATER),
    "Runs": table({"items": items(table(_STORED, _STORED_LATER)), "total": WHOLE}),
    "StoredRun": table(
        {
            **_STORED,
            "plan": named("Plan"),
            "vehicle": named("Vehicle"),
            "mission": {"type": "object"},
            "rows": WHOLE,
            "events": items(_EVENT),
            "provenance": {"type": "object"},
        },
        _STORED_LATER,
    ),
}
