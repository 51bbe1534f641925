"""Files over HTTP from a server that misbehaves on demand: resumed, checked, replaced whole, and never mixed."""

import errno
import fcntl
import hashlib
import json
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seatrial.errors import FetchError
from seatrial.ocean.fetching import transfer
from seatrial.ocean.fetching.network import RETRIES, Network
from seatrial.ocean.fetching.transfer import Remote, download, part_of
from tests.reference.fetch_server import Fault, FetchServer, File, running

URL = "https://data.example.org/grids/relief.grd"
PATH = "/data.example.org/grids/relief.grd"
BODY = np.random.default_rng(0).bytes(300_000)
SUM = hashlib.sha256(BODY).hexdigest()


@pytest.fixture(scope="module")
def shared():
    with running() as server:
        yield server


@pytest.fixture
def server(shared: FetchServer):
    for part in (shared.files, shared.faults, shared.asked):
        part.clear()
    shared.publish(URL, BODY)
    return shared


class Waits(list[float]):
    """Instead of sleeping: how long it would have been."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def network(server: FetchServer, waits: Waits | None = None, timeout: float = 20.0) -> Network:
    return Network(timeout=timeout, sleep=waits if waits is not None else Waits(), base=server.base)


def ranges(server: FetchServer) -> list[str | None]:
    return [request.headers.get("Range") for request in server.asked]


def check_arrived(target: Path) -> None:
    """The file is whole and nothing else is left."""
    assert target.read_bytes() == BODY
    assert sorted(p.name for p in target.parent.iterdir()) == [target.name]


def test_whole_file(server, tmp_path):
    seen = []
    got = download(network(server), Remote(URL, len(BODY), SUM), tmp_path / "a" / "r.grd", lambda *n: seen.append(n))
    check_arrived(tmp_path / "a" / "r.grd")
    assert (got.size, got.sha256, got.etag) == (len(BODY), SUM, '"v1"') and got.url == URL
    assert seen[0] == (0, len(BODY)) and seen[-1] == (len(BODY), len(BODY)) and seen == sorted(seen)
    assert server.asked[0].headers["User-Agent"].startswith("seatrial/")


def test_broken_connection_goes_on_where_it_stopped(server, tmp_path):
    waits = Waits()
    server.faults[PATH] += [Fault(stop_after=100_000), Fault(stop_after=50_000)]
    download(network(server, waits), Remote(URL), tmp_path / "r.grd")
    check_arrived(tmp_path / "r.grd")
    assert ranges(server) == [None, "bytes=100000-", "bytes=150000-"] and waits == [1.0, 2.0]
    assert server.asked[1].headers["If-Range"] == '"v1"'


def test_second_command_goes_on_where_the_first_gave_up(server, tmp_path):
    target = tmp_path / "r.grd"
    server.faults[PATH] += [Fault(stop_after=1000) for _ in range(RETRIES + 1)]
    with pytest.raises(FetchError, match=r"data\.example\.org breaks off after 4000 of 300000 bytes, after 4 tries"):
        download(network(server), Remote(URL), target)
    assert not target.exists() and part_of(target).read_bytes() == BODY[:4000]
    download(network(server), Remote(URL), target)
    check_arrived(target)
    assert ranges(server)[-1] == "bytes=4000-"


def test_interruption_keeps_what_arrived(server, tmp_path):
    seen = [0]

    def stop(received: int, expected: int | None) -> None:
        seen.append(received)
        if received >= 100_000:
            raise KeyboardInterrupt

    target = tmp_path / "r.grd"
    with pytest.raises(KeyboardInterrupt):
        download(network(server), Remote(URL), target, stop)
    assert not target.exists() and part_of(target).read_bytes() == BODY[: seen[-1]]
    download(network(server), Remote(URL), target)
    check_arrived(target)
    assert ranges(server)[-1] == f"bytes={seen[-1]}-" and seen[-1] >= 100_000


def test_another_version_is_never_mixed_in(server, tmp_path):
    target = tmp_path / "r.grd"
    server.files[PATH] = File(bytes(200_000), '"v0"')
    server.faults[PATH] += [Fault(stop_after=100_000), *[Fault(status=503)] * RETRIES]
    with pytest.raises(FetchError):
        download(network(server), Remote(URL), target)
    server.files[PATH] = File(BODY, '"v1"')
    download(network(server), Remote(URL), target)
    check_arrived(target)
    assert server.asked[-1].headers["If-Range"] == '"v0"'


@pytest.mark.parametrize(
    "etag, modified, wanted",
    [("", "Mon, 02 Jan 2023 03:04:05 GMT", "Mon, 02 Jan 2023 03:04:05 GMT"), ('W/"v1"', "", None), ("", "", None)],
)
def test_only_what_tells_versions_apart_is_resumed(server, tmp_path, etag, modified, wanted):
    server.files[PATH] = File(BODY, etag, modified)
    server.faults[PATH] += [Fault(stop_after=100_000)]
    download(network(server), Remote(URL), tmp_path / "r.grd")
    check_arrived(tmp_path / "r.grd")
    assert server.asked[1].headers.get("If-Range") == wanted
    assert ranges(server)[1] == ("bytes=100000-" if wanted else None)


def test_published_sum_makes_up_for_missing_versions(server, tmp_path):
    server.files[PATH] = File(BODY, "", "")
    server.faults[PATH] += [Fault(stop_after=100_000)]
    download(network(server), Remote(URL, None, SUM), tmp_path / "r.grd")
    check_arrived(tmp_path / "r.grd")
    assert ranges(server)[1] == "bytes=100000-"


def test_server_without_ranges(server, tmp_path):
    server.files[PATH] = File(BODY, ranges=False)
    server.faults[PATH] += [Fault(stop_after=100_000)]
    download(network(server), Remote(URL), tmp_path / "r.grd")
    check_arrived(tmp_path / "r.grd")


def test_server_that_sends_another_range(server, tmp_path):
    server.faults[PATH] += [Fault(stop_after=100_000), Fault(shift=7)]
    download(network(server), Remote(URL), tmp_path / "r.grd")
    check_arrived(tmp_path / "r.grd")
    assert ranges(server) == [None, "bytes=100000-", None]


def test_part_that_was_whole_already(server, tmp_path):
    target = tmp_path / "r.grd"
    part_of(target).write_bytes(BODY)
    Path(f"{part_of(target)}.json").write_text(json.dumps({"url": URL, "etag": '"v1"', "last_modified": ""}))
    download(network(server), Remote(URL), target)
    check_arrived(target)
    assert ranges(server) == [f"bytes={len(BODY)}-"]


def test_part_longer_than_the_file_begins_anew(server, tmp_path):
    target = tmp_path / "r.grd"
    part_of(target).write_bytes(BODY + b"more")
    Path(f"{part_of(target)}.json").write_text(json.dumps({"url": URL, "etag": '"v1"', "last_modified": ""}))
    download(network(server), Remote(URL), target)
    check_arrived(target)


@pytest.mark.parametrize("note", [None, "", "[1]", '{"url": "https://elsewhere.org/x"}'])
def test_part_of_unknown_origin_begins_anew(server, tmp_path, note):
    target = tmp_path / "r.grd"
    part_of(target).write_bytes(bytes(5000))
    if note is not None:
        Path(f"{part_of(target)}.json").write_text(note)
    download(network(server), Remote(URL), target)
    check_arrived(target)


def test_wrong_sum_is_fetched_anew_and_then_given_up(server, tmp_path):
    target = tmp_path / "r.grd"
    target.write_bytes(b"the old one")
    server.faults[PATH] += [Fault(change=lambda body: body[:-1] + b"x")]
    download(network(server), Remote(URL, len(BODY), SUM), target)
    check_arrived(target)
    target.write_bytes(b"the old one")
    server.faults[PATH] += [Fault(change=lambda body: body[:-1] + b"x") for _ in range(RETRIES + 1)]
    with pytest.raises(FetchError, match=f"sent a file whose sha256 is .*, published is {SUM[:12]}"):
        download(network(server), Remote(URL, len(BODY), SUM), target)
    assert target.read_bytes() == b"the old one" and [p.name for p in tmp_path.iterdir()] == ["r.grd"]


def test_other_size_than_published(server, tmp_path):
    with pytest.raises(FetchError, match="sent 300000 bytes, published are 299999"):
        download(network(server), Remote(URL, len(BODY) - 1), tmp_path / "r.grd")


def test_content_is_looked_into(server, tmp_path):
    answers = ["sent a login page", ""]
    download(network(server), Remote(URL), tmp_path / "r.grd", check=lambda path: answers.pop(0))
    check_arrived(tmp_path / "r.grd")
    assert answers == [] and len(server.asked) == 2


def test_failed_fetch_leaves_what_was_there(server, tmp_path):
    target = tmp_path / "r.grd"
    target.write_bytes(b"the old one")
    server.faults[PATH] += [Fault(status=404)]
    with pytest.raises(FetchError, match=r"data\.example\.org answers 404"):
        download(network(server), Remote(URL), target)
    assert target.read_bytes() == b"the old one" and [p.name for p in tmp_path.iterdir()] == ["r.grd"]
    assert len(server.asked) == 1, "a file that is not there is not asked for again"


def test_silent_server_is_asked_again(server, tmp_path):
    server.faults[PATH] += [Fault(stop_after=100_000, hold=True)]
    download(network(server, timeout=0.2), Remote(URL), tmp_path / "r.grd")
    check_arrived(tmp_path / "r.grd")
    assert ranges(server)[1] == "bytes=100000-"


def test_two_processes_do_not_write_one_file(server, tmp_path):
    target = tmp_path / "r.grd"
    with part_of(target).open("ab") as other:
        fcntl.flock(other.fileno(), fcntl.LOCK_EX)
        with pytest.raises(FetchError, match="another process is fetching it"):
            download(network(server), Remote(URL), target)


def test_disk_too_small_is_said_before_anything_is_written(server, tmp_path, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(transfer.shutil, "disk_usage", lambda folder: usage(10**9, 10**9, 1000))
    with pytest.raises(FetchError, match=r"0\.3 MB are needed, 0\.0 MB are free; make room"):
        download(network(server), Remote(URL), tmp_path / "r.grd")
    assert not any(p.stat().st_size for p in tmp_path.glob("*.part"))


def test_disk_that_fills_up(server, tmp_path, monkeypatch):
    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(transfer.os, "fsync", full)
    with pytest.raises(FetchError, match="the disk is full; make room"):
        download(network(server), Remote(URL), tmp_path / "r.grd")
    assert part_of(tmp_path / "r.grd").read_bytes() == BODY


def test_place_that_cannot_be_written(server, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FetchError, match="cannot be written"):
        download(network(server), Remote(URL), tmp_path / "file" / "r.grd")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.lists(st.integers(0, 150_000), max_size=RETRIES), keeps=st.booleans(), knows=st.booleans())
def test_any_cuts_give_the_same_file(server, tmp_path_factory, cuts, keeps, knows):
    target = tmp_path_factory.mktemp("cuts") / "r.grd"
    server.files[PATH] = File(BODY, ranges=keeps)
    server.faults[PATH][:] = [Fault(stop_after=cut) for cut in cuts]
    download(network(server), Remote(URL, None, SUM if knows else None), target)
    check_arrived(target)
