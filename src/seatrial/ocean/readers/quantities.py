"""The quantities that fields are made of: CF standard names and the names that models and archives use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Role:
    """One variable that a quantity needs.

    name: of the component. kind: of unit. standard, aliases: CF standard names, and names of variables in lower case,
    the preferred first. least, greatest: what can be, in our unit; beyond, the unit is wrong or the file damaged.
    needed: without it the quantity cannot be read.
    """

    name: str
    kind: str
    standard: tuple[str, ...]
    aliases: tuple[str, ...]
    least: float
    greatest: float
    needed: bool = True


DOWN_NAMES = (
    "sea_floor_depth_below_geoid",
    "sea_floor_depth_below_mean_sea_level",
    "sea_floor_depth_below_sea_surface",
    "sea_floor_depth_below_sea_level",
    "sea_floor_depth_below_reference_ellipsoid",
    "sea_floor_depth_below_geopotential_datum",
    "sea_floor_depth",
    "model_sea_floor_depth_below_geoid",
    "depth",
)
"""Standard names of depths of the sea floor, positive down."""

DOWN_ALIASES = (
    "deptho",
    "bathymetry",
    "bathy",
    "bathy_metry",
    "depth",
    "depth_m",
    "mdepth",
    "h",
    "hraw",
    "water_depth",
)
"""Names of depths of the sea floor."""

UP_NAMES = (
    "height_above_mean_sea_level",
    "height_above_geopotential_datum",
    "height_above_reference_ellipsoid",
    "surface_altitude",
    "bedrock_altitude",
    "altitude",
    "sea_floor_altitude",
    "height",
    "ground_level_altitude",
)
"""Standard names of elevations, positive up."""

UP_ALIASES = ("elevation", "altitude", "topo", "z", "band1", "topography", "bedrock", "bed", "rose", "btdata", "height")
"""Names of elevations."""

_UP = Role(
    "up",
    "speed",
    ("upward_sea_water_velocity", "sea_water_z_velocity"),
    ("w", "wo", "water_w", "w_velocity", "vovecrtz", "wvel", "vertical_velocity"),
    -5.0,
    5.0,
    needed=False,
)
_EAST = Role(
    "east",
    "speed",
    (
        "eastward_sea_water_velocity",
        "surface_eastward_sea_water_velocity",
        "eastward_sea_water_velocity_assuming_no_tide",
        "surface_geostrophic_eastward_sea_water_velocity",
        "geostrophic_eastward_sea_water_velocity",
        "sea_water_x_velocity",
        "barotropic_eastward_sea_water_velocity",
    ),
    (
        *(
            "water_u",
            "uo",
            "utotal",
            "u_eastward",
            "u",
            "vozocrtx",
            "uvel",
            "u_velocity",
            "ucur",
            "ssu",
            "u_velocity_mean",
        ),
        *("ewct", "ugos", "east", "u_east", "ve", "current_u", "eastward_current", "u_current", "u0", "uu", "um"),
        *("eastward_sea_water_velocity", "u_mean", "water_u_velocity"),
    ),
    -20.0,
    20.0,
)
_NORTH = Role(
    "north",
    "speed",
    (
        "northward_sea_water_velocity",
        "surface_northward_sea_water_velocity",
        "northward_sea_water_velocity_assuming_no_tide",
        "surface_geostrophic_northward_sea_water_velocity",
        "geostrophic_northward_sea_water_velocity",
        "sea_water_y_velocity",
        "barotropic_northward_sea_water_velocity",
    ),
    (
        *(
            "water_v",
            "vo",
            "vtotal",
            "v_northward",
            "v",
            "vomecrty",
            "vvel",
            "v_velocity",
            "vcur",
            "ssv",
            "v_velocity_mean",
        ),
        *("nsct", "vgos", "north", "v_north", "vn", "current_v", "northward_current", "v_current", "v0", "vv", "vm"),
        *("northward_sea_water_velocity", "v_mean", "water_v_velocity"),
    ),
    -20.0,
    20.0,
)
_TEMPERATURE = Role(
    "temperature",
    "temperature",
    (
        "sea_water_temperature",
        "sea_water_potential_temperature",
        "sea_water_conservative_temperature",
        "sea_surface_temperature",
    ),
    (
        *(
            "water_temp",
            "thetao",
            "temp",
            "temperature",
            "votemper",
            "t",
            "to",
            "theta",
            "t_an",
            "potential_temperature",
        ),
        *(
            "sea_water_temperature",
            "conservative_temperature",
            "bigthetao",
            "tos",
            "sst",
            "analysed_sst",
            "sosstsst",
            "t_mn",
        ),
        *("ct", "wtmp", "water_temperature"),
    ),
    -5.0,
    60.0,
)
_SALINITY = Role(
    "salinity",
    "salinity",
    ("sea_water_practical_salinity", "sea_water_salinity", "sea_water_absolute_salinity", "sea_surface_salinity"),
    (
        "salinity",
        "so",
        "salt",
        "vosaline",
        "s",
        "s_an",
        "sal",
        "sea_water_salinity",
        "sos",
        "sss",
        "sosaline",
        "s_mn",
        "sa",
    ),
    0.0,
    100.0,
)

QUANTITIES: dict[str, tuple[Role, ...]] = {
    "SeaFloorElevation": (
        Role("elevation", "length", UP_NAMES + DOWN_NAMES, UP_ALIASES + DOWN_ALIASES, -12_000.0, 9_500.0),
    ),
    "SeaWaterVelocity": (_EAST, _NORTH, _UP),
    "SeaTemperature": (_TEMPERATURE,),
    "SeaSalinity": (_SALINITY,),
    "SoundSpeed": (
        Role(
            "sound_speed",
            "speed",
            ("speed_of_sound_in_sea_water",),
            ("sound_speed", "soundspeed", "sound_velocity", "svel", "ssp"),
            1_300.0,
            1_800.0,
        ),
    ),
    "SeaDensity": (Role("density", "density", ("sea_water_density",), ("rho_insitu", "density"), 900.0, 1_200.0),),
    "Wind": (
        Role(
            "east",
            "speed",
            ("eastward_wind", "x_wind", "grid_eastward_wind"),
            (
                *("u10", "u10m", "10u", "u10n", "ugrd10m", "ugrd_10maboveground", "uas", "uwnd", "u_10m", "x_wind_10m"),
                *(
                    "u-component_of_wind_height_above_ground",
                    "eastward_wind",
                    "wind_u",
                    "uwind",
                    "u_wind",
                    "wndewd",
                    "tmp_u",
                ),
                *("ugrd", "x_wind", "sowindu10", "u_wind_10m", "windx", "u-component_of_wind_surface", "air_u"),
            ),
            -150.0,
            150.0,
        ),
        Role(
            "north",
            "speed",
            ("northward_wind", "y_wind", "grid_northward_wind"),
            (
                *("v10", "v10m", "10v", "v10n", "vgrd10m", "vgrd_10maboveground", "vas", "vwnd", "v_10m", "y_wind_10m"),
                *(
                    "v-component_of_wind_height_above_ground",
                    "northward_wind",
                    "wind_v",
                    "vwind",
                    "v_wind",
                    "wndnwd",
                    "tmp_v",
                ),
                *("vgrd", "y_wind", "sowinvu10", "v_wind_10m", "windy", "v-component_of_wind_surface", "air_v"),
            ),
            -150.0,
            150.0,
        ),
    ),
    "Waves": (
        Role(
            "height",
            "length",
            ("sea_surface_wave_significant_height", "significant_height_of_wind_and_swell_waves"),
            (
                *("vhm0", "hs", "swh", "htsgw", "hsig", "hm0", "significant_wave_height", "wave_height", "vavh"),
                *("significant_height_of_combined_wind_waves_and_swell_surface", "htsgwsfc", "thgt"),
            ),
            0.0,
            40.0,
        ),
        Role(
            "period",
            "time",
            (
                "sea_surface_wave_period_at_variance_spectral_density_maximum",
                "sea_surface_wave_mean_period",
                "sea_surface_wave_mean_period_from_variance_spectral_density_first_frequency_moment",
                "sea_surface_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
                "sea_surface_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
            ),
            (
                *(
                    "vtpk",
                    "tp",
                    "pp1d",
                    "perpw",
                    "peak_period",
                    "tps",
                    "mwp",
                    "vtm10",
                    "vtm02",
                    "tm01",
                    "t01",
                    "tm02",
                    "t02",
                ),
                *("t0m1", "tm10", "primary_wave_mean_period_surface", "perpwsfc", "tper", "mean_period"),
            ),
            0.0,
            100.0,
            needed=False,
        ),
        Role(
            "direction",
            "angle",
            (
                "sea_surface_wave_from_direction",
                "sea_surface_wave_from_direction_at_variance_spectral_density_maximum",
                "sea_surface_wave_to_direction",
            ),
            (
                *(
                    "vmdr",
                    "dir",
                    "mwd",
                    "dirpw",
                    "mdir",
                    "wave_direction",
                    "dp",
                    "vpkdir",
                    "mdc",
                    "dirpwsfc",
                    "tdir",
                    "thetam",
                ),
                *("primary_wave_direction_surface", "mean_direction"),
            ),
            -720.0,
            720.0,
            needed=False,
        ),
    ),
    "SeaSurfaceHeight": (
        Role(
            "height",
            "length",
            (
                "sea_surface_height_above_geoid",
                "sea_surface_height_above_mean_sea_level",
                "sea_surface_height_above_sea_level",
                "sea_surface_height",
                "sea_surface_height_above_reference_ellipsoid",
                "sea_surface_elevation",
                "sea_surface_elevation_anomaly",
                "water_surface_height_above_reference_datum",
            ),
            (
                "zos",
                "surf_el",
                "zeta",
                "ssh",
                "sossheig",
                "adt",
                "sea_surface_height",
                "water_level",
                "eta",
                "free_surface",
            ),
            -20.0,
            20.0,
        ),
    ),
}
"""Quantity -> the variables that it needs, in the order of its components."""


def standard_names() -> dict[str, set[str]]:
    """CF standard name -> the quantities that it belongs to."""
    found: dict[str, set[str]] = {}
    for quantity, roles in QUANTITIES.items():
        for role in roles:
            for name in role.standard:
                found.setdefault(name, set()).add(f"{quantity}.{role.name}")
    return found
