"""The section `[ocean]` of a scenario: which water, from which files, and what is done beyond them."""

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, Tag, model_validator

from seatrial.mission.sections import FileName, FileNames, Section, among, kind_of

PROFILES = {
    "uniform": ("value",),
    "linear": ("surface", "gradient"),
    "thermocline": ("surface", "deep", "depth_m", "thickness_m"),
    "two_layer": ("upper", "lower", "depth_m"),
}
"""Numbers that each profile takes, and needs."""


class UniformCurrent(Section):
    """The same current everywhere."""

    east_m_s: float = Field(ge=-10, le=10)
    north_m_s: float = Field(ge=-10, le=10)


class SourceFiles(Section):
    """Files of one source, with what they do not say themselves."""

    files: Annotated[
        Annotated[FileNames, Tag("<list>")] | Annotated[FileName, Tag("<text>")],
        among("the name of a file, a pattern with *, or a list of them"),
    ]
    """One file, several that are read as one, or a pattern such as "hycom_*.nc"."""
    outside: Literal["refuse", "hold", "cycle"] = "refuse"
    """Beyond the times of the files: no answer, the first or last values, or from the beginning again."""
    blend_km: float = Field(default=0.0, ge=0, le=1e4)
    """Distance from the edge of the grid over which the source fades in over those below it."""
    variables: dict[str, str] = Field(default_factory=dict)
    """Variable of the file for a role, such as { east = "water_u", north = "water_v" }."""
    positive: Literal["up", "down"] | None = None
    """Direction of positive elevations, or of the depth axis."""
    units: dict[str, str] = Field(default_factory=dict)
    """Unit of the file for a role, "time" and "depth" among them."""
    registration: Literal["node", "cell"] | None = None
    """Whether values stand at the coordinates or for cells around them."""
    calendar: str | None = None
    """CF calendar of the time axis."""
    vectors: Literal["east", "grid"] | None = None
    """Whether components point east and north or along the axes of the grid."""
    levels_m: Annotated[tuple[float, ...], Field(strict=False)] | None = None
    """Depths to which terrain-following levels are brought."""
    select: dict[str, int] = Field(default_factory=dict)
    """Index along dimensions that are neither place nor time, such as the member of an ensemble."""
    step_deg: float | None = Field(default=None, ge=1e-4, le=10)
    """Mesh of the regular grid that a curvilinear one is brought to."""

    @property
    def names(self) -> tuple[str, ...]:
        """The files, as given."""
        return (self.files,) if isinstance(self.files, str) else self.files

    @model_validator(mode="after")
    def _some(self) -> Self:
        if not self.names:
            raise ValueError("must name at least one file")
        return self


class Profile(Section):
    """A field that depends on depth only."""

    profile: Literal["uniform", "linear", "thermocline", "two_layer"]
    value: float | None = Field(default=None, ge=-100, le=100)
    surface: float | None = Field(default=None, ge=-100, le=100)
    gradient: float | None = Field(default=None, ge=-10, le=10)
    """Change per metre of depth."""
    deep: float | None = Field(default=None, ge=-100, le=100)
    upper: float | None = Field(default=None, ge=-100, le=100)
    lower: float | None = Field(default=None, ge=-100, le=100)
    depth_m: float | None = Field(default=None, ge=0, le=12_000)
    thickness_m: float | None = Field(default=None, ge=1e-3, le=12_000)

    @model_validator(mode="after")
    def _complete(self) -> Self:
        takes = PROFILES[self.profile]
        given = {name for name in self.model_fields_set if name != "profile" and getattr(self, name) is not None}
        for name in takes:
            if name not in given:
                raise ValueError(f'profile = "{self.profile}" needs {", ".join(takes)}: {name} is missing')
        for name in sorted(given - set(takes)):
            raise ValueError(f'profile = "{self.profile}" takes {", ".join(takes)}: {name} does not belong to it')
        return self

    @property
    def numbers(self) -> tuple[float, ...]:
        """What the profile takes, in the order of `PROFILES`."""
        return tuple(float(getattr(self, name)) for name in PROFILES[self.profile])


class EddyOptions(Section):
    """Random eddies on top of the current."""

    rms_m_s: float = Field(ge=0, le=2)
    """Root mean square of their speed at the surface."""
    scale_km: float = Field(ge=1, le=500)
    """Wave number of the peak of their spectrum, inverted."""
    decay_m: float = Field(default=500.0, ge=1, le=1e5)
    """Depth over which they fall to 1/e."""
    memory_days: float = Field(default=10.0, ge=0.01, le=1e5)
    """Time over which the pattern changes."""
    seed: int | None = Field(default=None, ge=0, le=2**63 - 1)
    """Seed of the pattern; that of the scenario by default."""


def _source_kind(value: Any) -> str:
    """Tag of a source in a list: a file, a table of files, or a profile."""
    keys = value if isinstance(value, dict) else getattr(value, "model_fields_set", ())
    return "<profile>" if kind_of(value) == "<table>" and "profile" in keys else kind_of(value)


FileSource = Annotated[
    Annotated[FileName, Tag("<text>")] | Annotated[SourceFiles, Tag("<table>")],
    among("the name of a file or a table with files"),
]
FileSources = Annotated[tuple[FileSource, ...], Field(strict=False)]
ScalarSource = Annotated[
    Annotated[FileName, Tag("<text>")] | Annotated[SourceFiles, Tag("<table>")] | Annotated[Profile, Tag("<profile>")],
    among("the name of a file, a table with files or a table with a profile", _source_kind),
]
ScalarSources = Annotated[
    Annotated[tuple[ScalarSource, ...], Field(strict=False), Tag("<list>")] | Annotated[Profile, Tag("<profile>")],
    among("a list of sources or a table with a profile", _source_kind),
]


class OceanOptions(Section):
    """Which water; by default the shipped data with formulas behind them."""

    bathymetry: FileSources = ()
    """Files of elevation or depth, the most important first; shipped data follow."""
    currents: Annotated[
        Annotated[FileSources, Tag("<list>")] | Annotated[UniformCurrent, Tag("<table>")],
        among("a list of files or a table"),
    ] = ()
    """Files of currents, the most important first; shipped data follow. Or one uniform current."""
    temperature: ScalarSources = ()
    """Files or profiles of the temperature [degC, in situ], the most important first; shipped data follow."""
    salinity: ScalarSources = ()
    """Files or profiles of the practical salinity, likewise."""
    wind: FileSources = ()
    """Files of the wind, likewise."""
    waves: FileSources = ()
    """Files of waves; there are no shipped ones."""
    tides: bool = False
    """Whether the tidal currents of the shipped stations are added."""
    eddies: EddyOptions | None = None
    """Random eddies that are added to the currents."""
    density: Literal["constant", "field"] = "constant"
    """Density of the water in the dynamics: `density_kg_m3`, or by TEOS-10 from temperature and salinity."""
    uniform_depth_m: float | None = Field(default=None, ge=1, le=12_000)
    """The same sea floor everywhere instead of bathymetry."""
    land: Annotated[
        Annotated[bool, Tag("<flag>")] | Annotated[FileName, Tag("<text>")], among("true, false or the name of a file")
    ] = True
    """The shipped coast, false for none, or a GeoJSON file."""
    lakes: bool = False
    """Whether lakes are water. The shipped depths know no lakes: add `uniform_depth_m` or a file."""
    shipped_bathymetry: bool = True
    shipped_currents: bool = True
    density_kg_m3: float = Field(default=1025.0, ge=900, le=1200)
    water_temperature_K: float = Field(default=283.15, ge=250, le=330)
    """Temperature of the water around the battery."""

    @model_validator(mode="after")
    def _one_floor(self) -> Self:
        if self.uniform_depth_m is not None and self.bathymetry:
            raise ValueError(
                f"uniform_depth_m = {self.uniform_depth_m:g} m: must not be given together with bathymetry"
            )
        return self

    @model_validator(mode="after")
    def _profiles_last(self) -> Self:
        for name in ("temperature", "salinity"):
            for source in self.sources(name)[:-1]:
                if isinstance(source, Profile):
                    raise ValueError(f"{name}: a profile answers everywhere: must be the last of the list")
        return self

    def sources(self, name: str) -> tuple[Any, ...]:
        """Sources of a field of files or profiles, in priority order: `FileName`, `SourceFiles` or `Profile`."""
        value = getattr(self, name)
        return value if isinstance(value, tuple) else (value,) if isinstance(value, Profile) else ()

    def files(self) -> tuple[str, ...]:
        """Every file that is named, patterns as they are."""
        names = [self.land] if isinstance(self.land, str) else []
        for field in FILE_FIELDS:
            for source in self.sources(field):
                names += [source] if isinstance(source, str) else []
                names += source.names if isinstance(source, SourceFiles) else []
        return tuple(names)

    def located(self, folder: Path) -> Self:
        """The same options with file names taken relative to `folder`."""
        changes: dict[str, Any] = {}
        for field in FILE_FIELDS:
            if isinstance(value := getattr(self, field), tuple):
                changes[field] = tuple(_located(source, folder) for source in value)
        if isinstance(self.land, str):
            changes["land"] = str(folder / self.land)
        return self.model_copy(update=changes)


FILE_FIELDS = ("bathymetry", "currents", "temperature", "salinity", "wind", "waves")
"""Options that name files."""


def _located(source: Any, folder: Path) -> Any:
    if isinstance(source, str):
        return str(folder / source)
    if not isinstance(source, SourceFiles):
        return source
    one = isinstance(source.files, str)
    return source.model_copy(
        update={"files": str(folder / str(source.files)) if one else tuple(str(folder / f) for f in source.names)}
    )
