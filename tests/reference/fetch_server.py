"""A server on 127.0.0.1 that behaves like the ones `seatrial fetch` asks: files with ranges, and DAP2 data sets.

Written from the protocols (RFC 9110 for ranges and conditions, ESE-RFC-004 for DAP2), without the code under test.
Faults are laid in advance, one per request to a path.
"""

import email.utils
import hashlib
import re
import threading
import urllib.parse
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

DAP_TYPE = {"i1": "Byte", "u1": "Byte", "i2": "Int16", "u2": "UInt16", "i4": "Int32", "u4": "UInt32", "f4": "Float32",
            "f8": "Float64"}  # fmt: skip


class File(NamedTuple):
    """A file: content, and what the server says about its version."""

    body: bytes
    etag: str = '"v1"'
    last_modified: str = "Mon, 02 Jan 2023 03:04:05 GMT"
    ranges: bool = True


class Variable(NamedTuple):
    """Values on named axes with attributes."""

    dimensions: tuple[str, ...]
    values: NDArray[Any]
    attributes: Mapping[str, Any] = {}


class Asked(NamedTuple):
    """A request that came in."""

    method: str
    path: str
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Fault:
    """What goes wrong with one answer.

    status, headers: an answer without content. stop_after: the connection ends after so many bytes of the body.
    change: the body is changed on its way. hold: nothing more is sent after `stop_after` until the server stops.
    shift: a range answer begins so many bytes later than asked.
    """

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    stop_after: int | None = None
    change: Callable[[bytes], bytes] | None = None
    hold: bool = False
    shift: int = 0


class FetchServer:
    """Files and data sets by `/host/path`; `asked` is the log, `faults[path]` what goes wrong next."""

    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self.data: dict[str, dict[str, Variable]] = {}
        self.faults: dict[str, list[Fault]] = defaultdict(list)
        self.asked: list[Asked] = []
        self.released = threading.Event()
        self.base = ""

    def publish(self, url: str, body: bytes) -> str:
        """Offer a file under its public address; its sha256."""
        self.files[self.path(url)] = File(body)
        return hashlib.sha256(body).hexdigest()

    def offer(self, url: str, data: dict[str, Variable]) -> None:
        """Offer a data set under its public DAP address."""
        self.data[self.path(url)] = data

    def path(self, url: str) -> str:
        """Where the server keeps what is public at `url`."""
        parts = urllib.parse.urlsplit(url)
        return f"/{parts.netloc}{parts.path}"

    def count(self, fragment: str) -> int:
        """How many requests had `fragment` in their path."""
        return sum(fragment in request.path for request in self.asked)


@contextmanager
def running() -> Iterator[FetchServer]:
    """A server on a free port for the time of the block."""
    server = FetchServer()

    class Handler(_Handler):
        world = server

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.daemon_threads = True
    server.base = f"http://127.0.0.1:{httpd.server_address[1]}"
    thread = threading.Thread(target=lambda: httpd.serve_forever(poll_interval=0.01), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        httpd.shutdown()
        httpd.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    world: FetchServer

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        parts = urllib.parse.urlsplit(self.path)
        self.world.asked.append(Asked(self.command, urllib.parse.unquote(self.path), dict(self.headers)))
        waiting = self.world.faults[parts.path]
        fault = waiting.pop(0) if waiting else Fault()
        if fault.status:
            self._send(fault.status, fault.headers, b"", fault)
        elif parts.path in self.world.files:
            self._file(self.world.files[parts.path], fault)
        else:
            body = dap_answer(self.world.data, parts.path, urllib.parse.unquote(parts.query))
            if body is None:
                self._send(404, {}, b"nothing here", fault)
            else:
                self._send(200, {"Content-Type": "application/octet-stream"}, body, fault)

    def _file(self, file: File, fault: Fault) -> None:
        headers = {"ETag": file.etag, "Last-Modified": file.last_modified}
        headers = {k: v for k, v in headers.items() if v}
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        condition = self.headers.get("If-Range")
        same = (
            condition is None
            or condition == file.etag
            or (condition == file.last_modified and email.utils.parsedate_to_datetime(condition) is not None)
        )
        if not (file.ranges and asked and same):
            self._send(200, headers, file.body, fault)
            return
        first, size = int(asked[1]) + fault.shift, len(file.body)
        if first >= size:
            self._send(416, {**headers, "Content-Range": f"bytes */{size}"}, b"", fault)
            return
        headers["Content-Range"] = f"bytes {first}-{size - 1}/{size}"
        self._send(206, headers, file.body[first:], fault)

    def _send(self, status: int, headers: Mapping[str, str], body: bytes, fault: Fault) -> None:
        body = fault.change(body) if fault.change else body
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        self.wfile.write(body[: fault.stop_after])
        if fault.hold:
            self.wfile.flush()
            self.world.released.wait()
        if fault.stop_after is not None or fault.hold:
            self.close_connection = True


def dap_answer(data: Mapping[str, dict[str, Variable]], path: str, query: str) -> bytes | None:
    """The DAP2 answer to `PATH.dds|das|dods?QUERY`, None where there is no such data set."""
    base, _, kind = path.rpartition(".")
    if base not in data or kind not in ("dds", "das", "dods"):
        return None
    variables = data[base]
    if kind == "das":
        return _das(variables).encode()
    chosen = _chosen(variables, query)
    if chosen is None:
        return b'Error {\n    code = 500;\n    message = "constraint out of range";\n};\n'
    text = "Dataset {\n" + "".join(_declaration(variables, name, slices) for name, slices in chosen)
    text += f"}} {base.rpartition('/')[2]};\n"
    if kind == "dds":
        return text.encode()
    return text.encode() + b"\nData:\n" + b"".join(_values(variables, name, slices) for name, slices in chosen)


def _chosen(variables: Mapping[str, Variable], query: str) -> list[tuple[str, tuple[slice, ...]]] | None:
    """Names and slices of a constraint; a grid's array alone is asked for as `name.name`."""
    if not query:
        return [(name, tuple(slice(0, n, 1) for n in v.values.shape)) for name, v in variables.items()]
    found = []
    for part in query.split(","):
        name = part.split("[")[0]
        only, plain = "." in name, name.split(".")[-1]
        ranges = []
        for text in re.findall(r"\[([^\]]*)\]", part):
            numbers = [int(n) for n in text.split(":")]
            first, last = numbers[0], numbers[-1]
            ranges.append(slice(first, last + 1, numbers[1] if len(numbers) == 3 else 1))
        shape = variables[plain].values.shape
        ranges = ranges or [slice(0, n, 1) for n in shape]
        if len(ranges) != len(shape) or any(
            s.start >= s.stop or s.stop > n for s, n in zip(ranges, shape, strict=True)
        ):
            return None
        found.append((f"{plain}." if only else plain, tuple(ranges)))
    return found


def _array(name: str, variable: Variable, slices: tuple[slice, ...]) -> str:
    sizes = [len(range(s.start, s.stop, s.step)) for s in slices]
    dims = "".join(f"[{d} = {n}]" for d, n in zip(variable.dimensions, sizes, strict=True))
    return f"{DAP_TYPE[variable.values.dtype.str[1:]]} {name}{dims};\n"


def _declaration(variables: Mapping[str, Variable], name: str, slices: tuple[slice, ...]) -> str:
    plain = name.rstrip(".")
    variable = variables[plain]
    if variable.dimensions == (plain,):
        return "    " + _array(plain, variable, slices)
    if name.endswith("."):
        return f"    Structure {{\n        {_array(plain, variable, slices)}    }} {plain};\n"
    maps = "".join(f"        {_array(d, variables[d], (s,))}" for d, s in zip(variable.dimensions, slices, strict=True))
    return f"    Grid {{\n     ARRAY:\n        {_array(plain, variable, slices)}     MAPS:\n{maps}    }} {plain};\n"


def _xdr(values: NDArray[Any]) -> bytes:
    count = np.array([values.size] * 2, ">u4").tobytes()
    if values.dtype.itemsize == 1:
        raw = values.tobytes()
        return count + raw + b"\0" * (-len(raw) % 4)
    wide = {"i2": ">i4", "u2": ">u4"}.get(values.dtype.str[1:], ">" + values.dtype.str[1:])
    return count + values.astype(wide).tobytes()


def _values(variables: Mapping[str, Variable], name: str, slices: tuple[slice, ...]) -> bytes:
    plain = name.rstrip(".")
    variable = variables[plain]
    body = _xdr(variable.values[slices])
    if variable.dimensions == (plain,) or name.endswith("."):
        return body
    return body + b"".join(_xdr(variables[d].values[s]) for d, s in zip(variable.dimensions, slices, strict=True))


def _das(variables: Mapping[str, Variable]) -> str:
    def line(name: str, value: Any) -> str:
        if isinstance(value, str):
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'        String {name} "{escaped}";\n'
        array = np.atleast_1d(value)
        kind = DAP_TYPE[array.dtype.str[1:]] if array.dtype.str[1:] != "i8" else "Int32"
        return f"        {kind} {name} {', '.join(str(v) for v in array.tolist())};\n"

    text = "Attributes {\n"
    for name, variable in variables.items():
        text += f"    {name} {{\n" + "".join(line(k, v) for k, v in variable.attributes.items()) + "    }\n"
    return text + '    NC_GLOBAL {\n        String Conventions "CF-1.6";\n    }\n}\n'


def ocean_model(
    time_name: str = "time", seed: int = 1, rows: int = 41, columns: int = 72, packed: bool = True
) -> dict[str, Variable]:
    """A small global model like HYCOM's: 5 degree columns 0..355, rows -80..80 by 4, seven levels, six time steps.

    `water_u`, `water_v`, `water_temp`, `salinity`; int16 by 0.001 with fill -30000, or float32 with NaN.
    """
    random = np.random.default_rng(seed)
    depth = np.array([0.0, 10.0, 20.0, 30.0, 50.0, 100.0, 500.0])
    axes = {
        time_name: (
            np.arange(6) * 3.0 + 200_000.0,
            {"units": "hours since 2000-01-01 00:00:00", "calendar": "gregorian"},
        ),
        "depth": (depth, {"units": "m", "positive": "down", "standard_name": "depth"}),
        "lat": (np.linspace(-80.0, 80.0, rows), {"units": "degrees_north", "standard_name": "latitude"}),
        "lon": (np.arange(columns) * 360.0 / columns, {"units": "degrees_east", "standard_name": "longitude"}),
    }
    found = {name: Variable((name,), values, about) for name, (values, about) in axes.items()}
    shape = tuple(values.size for values, _ in axes.values())
    land = random.random(shape[2:]) < 0.2
    for name, word, low, high, offset in (
        ("water_u", "eastward_sea_water_velocity", -1.5, 1.5, 0.0),
        ("water_v", "northward_sea_water_velocity", -1.5, 1.5, 0.0),
        ("water_temp", "sea_water_temperature", -1.8, 30.0, 20.0),
        ("salinity", "sea_water_salinity", 30.0, 37.0, 20.0),
    ):
        values = random.uniform(low, high, shape)
        units = {"water_temp": "degC", "salinity": "psu"}.get(name, "m/s")
        about: dict[str, Any] = {"standard_name": word, "units": units}
        if packed:
            raw = np.round((values - offset) / 0.001).astype("i2")
            raw[..., land] = -30000
            about |= {"_FillValue": np.int16(-30000), "missing_value": np.int16(-30000),
                      "scale_factor": np.float64(0.001), "add_offset": np.float64(offset)}  # fmt: skip
        else:
            raw = values.astype("f4")
            raw[..., land] = np.nan
            about |= {"_FillValue": np.float32(np.nan)}
        found[name] = Variable(tuple(axes), raw, about)
    return found


def relief(step: float = 5.0) -> bytes:
    """A GMT grid of the globe as NetCDF-4: cell registered, `z` in metres, with a few nodes missing."""
    import tempfile
    from pathlib import Path

    import netCDF4

    random = np.random.default_rng(7)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "relief.grd"
        with netCDF4.Dataset(path, "w") as data:
            data.setncatts({"Conventions": "CF-1.7", "node_offset": np.int32(1)})
            for name, half in (("lon", 180.0), ("lat", 90.0)):
                values = np.arange(-half + step / 2, half, step)
                data.createDimension(name, values.size)
                axis = data.createVariable(name, "f8", (name,))
                axis.units = {"lon": "degrees_east", "lat": "degrees_north"}[name]
                axis.actual_range = np.array([-half, half])
                axis[:] = values
            z = data.createVariable("z", "f4", ("lat", "lon"), zlib=True, fill_value=np.float32(np.nan))
            z.setncatts({"long_name": "elevation (m)", "units": "meters"})
            values = random.uniform(-9000.0, 6000.0, z.shape).astype("f4")
            values[random.random(z.shape) < 0.02] = np.nan
            z[:] = values
        return path.read_bytes()


def erddap_grid(names: dict[str, tuple[str, str, float, float]], levels: bool, times: int) -> dict[str, Variable]:
    """A grid as ERDDAP gives it: `latitude`, `longitude` 0..359, seconds since 1970; by name: word, unit, range."""
    random = np.random.default_rng(5)
    seconds = 1_666_656_000.0 + 3600.0 * np.arange(times)
    axes = {
        "time": (seconds, {"units": "seconds since 1970-01-01T00:00:00Z", "calendar": "gregorian"}),
        "depth": (np.zeros(1, "f4"), {"units": "m", "positive": "down", "standard_name": "depth"}),
        "latitude": (np.arange(-75.0, 76.0, 5.0).astype("f4"), {"units": "degrees_north", "axis": "Y"}),
        "longitude": (np.arange(0.0, 360.0, 5.0).astype("f4"), {"units": "degrees_east", "axis": "X"}),
    }
    kept = [name for name in axes if (name != "time" or times) and (name != "depth" or levels)]
    found = {name: Variable((name,), *axes[name]) for name in kept}
    for name, (word, units, low, high) in names.items():
        values = random.uniform(low, high, [axes[k][0].size for k in kept]).astype("f4")
        values[..., 3, 4] = -32768.0
        about = {"standard_name": word, "units": units, "_FillValue": np.float32(-32768.0),
                 "actual_range": np.array([low, high], "f4")}  # fmt: skip
        found[name] = Variable(tuple(kept), values, about)
    return found


def publish_others(server: FetchServer) -> None:
    """The sources beside GMT and HYCOM."""
    up = ("height_above_geopotential_datum", "meters", -9000.0, 8000.0)
    etopo = erddap_grid({"z": up}, levels=False, times=0)
    for old, new in (("latitude", "lat"), ("longitude", "lon")):
        etopo[new] = Variable((new,), *etopo.pop(old)[1:])
    etopo["z"] = etopo.pop("z")._replace(dimensions=("lat", "lon"))
    server.offer(
        "https://www.ngdc.noaa.gov/thredds/dodsC/global/ETOPO2022/60s/60s_bed_elev_netcdf/ETOPO_2022_v1_60s_N90W180_bed.nc",
        etopo,
    )
    gebco = erddap_grid({"elevation": ("height_above_mean_sea_level", "m", -9000.0, 8000.0)}, levels=False, times=0)
    gebco["elevation"] = gebco["elevation"]._replace(
        values=gebco["elevation"].values.astype("i2"), attributes={"units": "m", "_FillValue": np.int16(-32768)}
    )
    server.offer("https://coastwatch.pfeg.noaa.gov/erddap/griddap/GEBCO_2020", gebco)
    pacioos = "https://pae-paha.pacioos.hawaii.edu/erddap/griddap"
    wind = {f"{k}grd10m": (f"{word}_wind", "m s-1", -20.0, 20.0) for k, word in (("u", "eastward"), ("v", "northward"))}
    server.offer(f"{pacioos}/ncep_global", erddap_grid(wind, levels=False, times=4))
    waves = {
        "Thgt": ("sea_surface_wave_significant_height", "meters", 0.1, 9.0),
        "Tper": ("sea_surface_wave_period_at_variance_spectral_density_maximum", "second", 2.0, 18.0),
        "Tdir": ("sea_surface_wave_from_direction", "degrees", 0.0, 359.0),
    }
    server.offer(f"{pacioos}/ww3_global", erddap_grid(waves, levels=True, times=4))


def publish_all(server: FetchServer) -> dict[str, Any]:
    """Everything that the catalogue names, small: GMT's grids with their list of sums, and the models."""
    grid = relief()
    lines = []
    for resolution in ("15m", "10m", "06m"):
        name = f"earth_relief_{resolution}_p.grd"
        url = f"https://oceania.generic-mapping-tools.org/server/earth/earth_relief/{name}"
        lines.append(f"{name}\t{server.publish(url, grid)}\t{len(grid)}")
    sums = f"{len(lines)}\n" + "\n".join(lines) + "\n"
    server.publish("https://oceania.generic-mapping-tools.org/gmt_hash_server.txt", sums.encode())
    hycom = "https://tds.hycom.org/thredds/dodsC"
    # the aggregation numbers the time axes of its variables apart
    for kind, time_name in (("u3z", "time"), ("v3z", "time1"), ("t3z", "time"), ("s3z", "time")):
        about = f"{hycom}/FMRC_ESPC-D-V02_{kind}/FMRC_ESPC-D-V02_{kind}_best.ncd"
        server.offer(about, ocean_model(time_name, packed=False))
    for kind in ("uv3z", "ts3z"):
        server.offer(f"{hycom}/GLBy0.08/expt_93.0/{kind}", ocean_model())
    return {"grid": grid, "espc": ocean_model(packed=False), "gofs": ocean_model()}
