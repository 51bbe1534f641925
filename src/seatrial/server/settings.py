"""How a server is set up, and its limits."""

import os
import re
import socket
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Self

from seatrial.errors import InputError
from seatrial.mission.ocean_options import OceanOptions
from seatrial.mission.scenario import Scenario

_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Hosts that only this machine reaches."""


@dataclass(frozen=True)
class Limits:
    """What one server holds and answers at most."""

    body_bytes: int = 64 * 1024
    """Size of a request body."""
    body_seconds: float = 10.0
    """Time that a client may take to send one [s]."""
    sessions: int = 32
    session_idle_s: float = 4 * 3600.0
    """A session that nobody used for so long goes [s]."""
    streams: int = 200
    history_items: int = 1000
    """Snapshots in one answer of the history."""
    track_rows: int = 10_000
    """Rows in one answer of the track."""
    rows: int = 200_000
    """Rows of one run; the record period grows with the longest duration so that they suffice."""
    table_bytes: int = 512 * 1024**2
    """Memory of all histories; sessions that nobody uses go for it, then runs are refused."""
    keep_runs: int = 500
    """Runs in the library; beyond that the oldest go."""
    keep_bytes: int = 4 * 1024**3
    """Disk space of the library; beyond that the oldest go."""
    waypoints: int = 50_000
    """Waypoints along the shortest way from start to goal."""
    longest_s: float = 500_000.0
    """Simulated time of a run [s]."""
    waiting: int = 16
    """Missions that wait for the planner."""
    page: int = 200
    """Stored runs in one answer."""


@dataclass(frozen=True)
class Epoch:
    """When the missions of a server begin unless they say so, whether the climatologies are those of that month, the
    seed of everything random, and the places [deg] around which a bathymetry too large to be held is cut.
    """

    start_time: datetime = Scenario.model_fields["start_time"].default
    monthly: bool = False
    seed: int = 0
    places: tuple[tuple[float, float], ...] = ()

    @classmethod
    def of(cls, scenario: Scenario) -> Self:
        """That of a scenario which the server is started with."""
        ends = (scenario.start, *scenario.mission.via, scenario.goal)
        return cls(scenario.start_time, scenario.monthly, scenario.seed, tuple((p.lat, p.lon) for p in ends))

    @property
    def month(self) -> int | None:
        """Month of the climatologies, None for means of the year."""
        return self.start_time.month if self.monthly else None


@dataclass(frozen=True)
class Settings:
    """One server: where it listens, who may ask, which ocean, where runs are kept.

    token       needed from everybody when it is not empty
    cors        an origin that may call from its own pages, "*" for any, empty for none
    allowed     names of this machine, besides its own, by which browsers may call a server that others reach
    data        folder of the run library, None for a server that keeps nothing
    workers     runs that are computed at the same time
    """

    host: str = "127.0.0.1"
    port: int = 8080
    token: str = ""
    cors: str = ""
    allowed: tuple[str, ...] = ()
    data: Path | None = None
    ocean: OceanOptions = field(default_factory=OceanOptions)
    epoch: Epoch = field(default_factory=Epoch)
    limits: Limits = field(default_factory=Limits)
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))

    def __post_init__(self) -> None:
        """Check what does not fit together."""
        if not 0 <= self.port <= 65_535:
            raise InputError(f"port = {self.port}: must be a number in 0..65535")
        if self.cors not in ("", "*") and not self.cors.startswith(("http://", "https://")):
            raise InputError(f"cors = {self.cors!r}: must be '*' or an origin such as http://localhost:5173")
        for name in self.allowed:
            if not _HOST_NAME.fullmatch(name):
                raise InputError(f"allow-host = {name[:60]!r}: must be a host name such as sea.example, without port")
        if not self.token.isascii() or not self.token.isprintable() or " " in self.token:
            raise InputError("token: must be printable ASCII characters without spaces")

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches the server."""
        return self.host in LOOPBACK

    @property
    def names(self) -> tuple[str, ...]:
        """Host names to which the server answers, in lower case and sorted."""
        others = () if self.is_local else (socket.gethostname(), *self.allowed)
        return tuple(sorted({name.lower() for name in (*LOOPBACK, self.host, *others) if name}))


def data_folder() -> Path:
    """Where runs are kept when nobody says otherwise."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("seatrial", appauthor=False))
