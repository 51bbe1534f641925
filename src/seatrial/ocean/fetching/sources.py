"""Where ocean data come from: servers, data sets, variables, licences.

Addresses as published by the providers (GMT data server and its `gmtserver-admin`; the catalogues of NOAA NCEI's and
HYCOM's THREDDS and of the ERDDAPs of NOAA CoastWatch and PacIOOS). None could be asked while this was written.
"""

from dataclasses import dataclass

from seatrial.errors import InputError

SEED_DEPTHS = (0.0, 10.0, 30.0, 50.0, 100.0, 200.0, 500.0)
"""Levels [m] that are fetched unless others are asked for."""


@dataclass(frozen=True)
class Licence:
    """Under which conditions data may be used, and how they ask to be cited."""

    terms: str
    citation: str


@dataclass(frozen=True)
class WholeFile:
    """A global file with a published list of sums; `{resolution}` in `url` is one of `resolutions`."""

    name: str
    about: str
    quantity: str
    url: str
    sums: str
    resolutions: tuple[str, ...]
    licence: Licence


@dataclass(frozen=True)
class Subset:
    """Data sets that give parts of themselves over DAP2.

    parts: data set address and the variable it has, one per component; they share one grid.
    stride: every how many nodes one is taken unless told otherwise.
    """

    name: str
    about: str
    quantity: str
    parts: tuple[tuple[str, str], ...]
    licence: Licence
    stride: int = 1


Source = WholeFile | Subset

_GMT = "https://oceania.generic-mapping-tools.org"
_HYCOM = "https://tds.hycom.org/thredds/dodsC"
_PACIOOS = "https://pae-paha.pacioos.hawaii.edu/erddap/griddap"

_SRTM15 = Licence(
    "free to use with citation (SRTM15+ of the Scripps Institution of Oceanography, through the GMT data server)",
    "Tozer et al. 2019, Global bathymetry and topography at 15 arc sec: SRTM15+, doi:10.1029/2019EA000658",
)
_ETOPO = Licence(
    "public domain (US government work)",
    "NOAA National Centers for Environmental Information 2022, ETOPO 2022, doi:10.25921/fd45-gt74",
)
_GEBCO = Licence(
    "public domain; GEBCO asks to be acknowledged, and not for navigation",
    "GEBCO Compilation Group 2020, GEBCO 2020 Grid, doi:10.5285/a29c5465-b138-234d-e053-6c86abc040b9",
)
_NAVY = Licence(
    "free to use; HYCOM asks to be acknowledged",
    "HYCOM Consortium, hycom.org: US Navy Global Ocean Forecasting System, computed by the Naval Research Laboratory",
)
_NOAA = Licence("public domain (US government work)", "NOAA NCEP, through PacIOOS (University of Hawaii), pacioos.org")

_ESPC = "ESPC-D-V02, 1/12 x 1/25 degree, 3-hourly analysis and forecast since August 2024"
_GOFS_31 = "GOFS 3.1 (GLBy0.08 expt_93.0), 1/12 x 1/25 degree, 3-hourly, December 2018 to September 2024"


def _espc(kind: str) -> str:
    return f"{_HYCOM}/FMRC_ESPC-D-V02_{kind}/FMRC_ESPC-D-V02_{kind}_best.ncd"


def _hycom(name: str, about: str, quantity: str, parts: tuple[tuple[str, str], ...]) -> Subset:
    return Subset(name, about, quantity, parts, _NAVY, stride=12)


_GLBY = f"{_HYCOM}/GLBy0.08/expt_93.0"

CATALOGUE: dict[str, tuple[Source, ...]] = {
    "bathymetry": (
        WholeFile(
            "gmt",
            "GMT earth_relief (SRTM15+), whole globe, cell registered",
            "SeaFloorElevation",
            f"{_GMT}/server/earth/earth_relief/earth_relief_{{resolution}}_p.grd",
            f"{_GMT}/gmt_hash_server.txt",
            ("15m", "10m", "06m", "20m", "30m", "01d"),
            _SRTM15,
        ),
        Subset(
            "etopo2022",
            "ETOPO 2022 bedrock, 1 arc minute",
            "SeaFloorElevation",
            (
                (
                    "https://www.ngdc.noaa.gov/thredds/dodsC/global/ETOPO2022/60s/60s_bed_elev_netcdf/"
                    "ETOPO_2022_v1_60s_N90W180_bed.nc",
                    "z",
                ),
            ),
            _ETOPO,
        ),
        Subset(
            "gebco",
            "GEBCO 2020, 15 arc seconds",
            "SeaFloorElevation",
            (("https://coastwatch.pfeg.noaa.gov/erddap/griddap/GEBCO_2020", "elevation"),),
            _GEBCO,
        ),
    ),
    "currents": (
        _hycom("espc", _ESPC, "SeaWaterVelocity", ((_espc("u3z"), "water_u"), (_espc("v3z"), "water_v"))),
        _hycom("gofs", _GOFS_31, "SeaWaterVelocity", ((f"{_GLBY}/uv3z", "water_u"), (f"{_GLBY}/uv3z", "water_v"))),
    ),
    "temperature": (
        _hycom("espc", _ESPC, "SeaTemperature", ((_espc("t3z"), "water_temp"),)),
        _hycom("gofs", _GOFS_31, "SeaTemperature", ((f"{_GLBY}/ts3z", "water_temp"),)),
    ),
    "salinity": (
        _hycom("espc", _ESPC, "SeaSalinity", ((_espc("s3z"), "salinity"),)),
        _hycom("gofs", _GOFS_31, "SeaSalinity", ((f"{_GLBY}/ts3z", "salinity"),)),
    ),
    "wind": (
        Subset(
            "gfs",
            "GFS, 10 m wind, 0.5 degree, 3-hourly forecast",
            "Wind",
            ((f"{_PACIOOS}/ncep_global", "ugrd10m"), (f"{_PACIOOS}/ncep_global", "vgrd10m")),
            _NOAA,
        ),
    ),
    "waves": (
        Subset(
            "ww3",
            "WAVEWATCH III, significant height, peak period, direction, 0.5 degree, hourly forecast",
            "Waves",
            tuple((f"{_PACIOOS}/ww3_global", name) for name in ("Thgt", "Tper", "Tdir")),
            _NOAA,
        ),
    ),
}
"""What can be fetched, by the word on the command line; the first source of each is the default."""


def find_source(what: str, name: str = "") -> Source:
    """The source of `what` with that name, or the first. InputError with what there is."""
    if what not in CATALOGUE:
        raise InputError(f"fetch {what!r}: must be bundle, {', '.join(CATALOGUE)}")
    for source in CATALOGUE[what]:
        if name in ("", source.name):
            return source
    raise InputError(f"--source {name!r}: must be one of {', '.join(s.name for s in CATALOGUE[what])} for {what}")
