"""Tiles over HTTP: right types, headers and refusals, never 500."""

import asyncio
import gzip
import io

import httpx2 as httpx
import mapbox_vector_tile
import pytest
from PIL import Image
from starlette.applications import Starlette

from seatrial.server.tiles.cache import TileCache
from seatrial.server.tiles.colours import legend
from seatrial.server.tiles.routes import MVT_TYPE, routes
from tests.unit.server.tiles.oceans import ocean, region

CACHE = TileCache()
APP = Starlette(routes=routes(ocean(), CACHE))


def get(path: str, app: Starlette = APP, **headers: str) -> httpx.Response:
    sent = {"accept-encoding": "identity"} | {name.replace("_", "-"): value for name, value in headers.items()}

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            return await client.get(path, headers=sent)

    return asyncio.run(ask())


def test_a_vector_tile():
    answer = get("/tiles/base/4/8/7.mvt")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == MVT_TYPE
    assert set(mapbox_vector_tile.decode(answer.content)) == {"land", "coast", "contours"}


def test_a_vector_tile_compressed_where_it_is_taken():
    plain, packed = get("/tiles/base/4/8/7.mvt"), get("/tiles/base/4/8/7.mvt", accept_encoding="br, gzip;q=0.5")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.content == plain.content  # httpx unpacks it
    assert int(packed.headers["content-length"]) < len(plain.content)
    assert gzip.compress(plain.content)
    for refused in ("gzip;q=0", "br", "gzip;q=0.0, *"):
        assert "content-encoding" not in get("/tiles/base/4/8/7.mvt", accept_encoding=refused).headers
    assert get("/tiles/base/4/8/7.mvt", accept_encoding="*").headers["content-encoding"] == "gzip"


def test_an_empty_vector_tile_has_no_content():
    answer = get("/tiles/base/14/9000/12000.mvt")
    assert (answer.status_code, answer.content) == (204, b"")
    assert "etag" in answer.headers


@pytest.mark.parametrize("path", ["bathymetry/4/8/7.png", "bathymetry/22/4194303/0.png", "terrain/0/0/0.png"])
def test_pictures(path):
    answer = get(f"/tiles/{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.size == (256, 256)
    assert answer.headers["cache-control"].startswith("public, max-age=")


def test_options_of_the_bathymetry():
    plain, double = get("/tiles/bathymetry/4/8/7.png"), get("/tiles/bathymetry/4/8/7.png?scale=2")
    with Image.open(io.BytesIO(double.content)) as image:
        assert image.size == (512, 512)
    shallow = get("/tiles/bathymetry/4/8/7.png?max_depth_m=500")
    assert len({plain.headers["etag"], double.headers["etag"], shallow.headers["etag"]}) == 3
    assert shallow.content != plain.content
    ranged = get("/tiles/bathymetry/4/8/7.png?max_depth_m=500&min_depth_m=100")
    assert ranged.headers["etag"] not in (plain.headers["etag"], shallow.headers["etag"])
    assert ranged.content != shallow.content
    assert get("/tiles/bathymetry/4/8/7.png?max_depth_m=500&min_depth_m=0").headers["etag"] == shallow.headers["etag"]
    same = get("/tiles/bathymetry/4/8/7.png?max_depth_m=1e99")
    assert same.content == get("/tiles/bathymetry/4/8/7.png?max_depth_m=12000").content


def test_the_etag_saves_the_tile():
    for path in ("/tiles/base/4/8/7.mvt", "/tiles/terrain/4/8/7.png", "/tiles/base/14/9000/12000.mvt"):
        etag = get(path).headers["etag"]
        assert etag.startswith('"')
        assert etag.endswith('"')
        kept = len(CACHE)
        for known in (etag, f'"other", W/{etag}', "*"):
            answer = get(path, if_none_match=known)
            assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
        assert get(path, if_none_match='"other"').status_code != 304
        assert len(CACHE) == kept


def test_other_data_other_etag():
    other = Starlette(routes=routes(ocean(region())))
    path = "/tiles/terrain/4/8/7.png"
    assert get(path, other).headers["etag"] != get(path).headers["etag"]


@pytest.mark.parametrize(
    "path",
    [
        *(
            "base/15/0/0.mvt",
            "base/3/8/0.mvt",
            "base/3/0/8.mvt",
            "base/-1/0/0.mvt",
            "base/a/0/0.mvt",
            "base/1.0/0/0.mvt",
        ),
        *("base/01/0/0.mvt", "base/1/+1/0.mvt", "base/1/1/%D9%A1.mvt", "base/1e0/0/0.mvt"),
        *("terrain/23/0/0.png", "terrain/22/4194304/0.png", "bathymetry/99999999999999999999999/0/0.png"),
        *("bathymetry/nan/0/0.png", "terrain/0/0/1.png", "terrain/ /0/0.png"),
    ],
)
def test_tiles_that_are_none(path):
    answer = get(f"/tiles/{path}")
    assert answer.status_code == 404
    assert list(answer.json()) == ["error"]


@pytest.mark.parametrize(
    "query",
    [
        *("max_depth_m=", "max_depth_m=nan", "max_depth_m=inf", "max_depth_m=deep", "scale=0", "scale=1.5"),
        *("min_depth_m=", "min_depth_m=nan", "min_depth_m=-1", "min_depth_m=6000", "min_depth_m=99.5&max_depth_m=100"),
    ],
)
def test_options_that_are_none(query):
    answer = get(f"/tiles/bathymetry/0/0/0.png?{query}")
    assert answer.status_code == 400
    assert query.split("=")[0] in answer.json()["error"]


def test_the_legend():
    assert get("/tiles/bathymetry/legend.json").json() == legend(6000.0)
    assert get("/tiles/bathymetry/legend.json?max_depth_m=1").json() == legend(10.0)
    assert get("/tiles/bathymetry/legend.json?max_depth_m=80&min_depth_m=40").json() == legend(80.0, 40.0)
    assert get("/tiles/bathymetry/legend.json?max_depth_m=x").status_code == 400


def test_another_ocean_does_not_get_kept_tiles():
    """Two oceans with one cache: a key says whose tile it is."""
    other = Starlette(routes=routes(ocean(region()), CACHE))
    path = "/tiles/terrain/7/64/63.png"
    assert get(path).content != get(path, other).content
