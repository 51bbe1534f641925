"""The columns of a history row, in order: name, unit and meaning; written by the kernel, read everywhere."""

from typing import NamedTuple


class Column(NamedTuple):
    """One column of the history."""

    name: str
    unit: str
    meaning: str
    standard_name: str = ""


COLUMNS = (
    Column("time", "s", "time since the start of the mission", "time"),
    Column("lat", "degrees_north", "latitude", "latitude"),
    Column("lon", "degrees_east", "longitude", "longitude"),
    Column("depth", "m", "depth of the body origin below the surface", "depth"),
    Column("roll", "rad", "roll, starboard down positive", "platform_roll"),
    Column("pitch", "rad", "pitch, nose up positive", "platform_pitch"),
    Column("heading", "rad", "true heading, clockwise from north", "platform_yaw_angle"),
    Column("u", "m s-1", "surge velocity over ground, in B"),
    Column("v", "m s-1", "sway velocity over ground, in B"),
    Column("w", "m s-1", "heave velocity over ground, in B"),
    Column("p", "rad s-1", "roll rate"),
    Column("q", "rad s-1", "pitch rate"),
    Column("r", "rad s-1", "yaw rate"),
    Column("speed", "m s-1", "speed over ground", "platform_speed_wrt_ground"),
    Column("speed_through_water", "m s-1", "speed through the water", "platform_speed_wrt_sea_water"),
    Column("current_east", "m s-1", "velocity of the water towards east", "eastward_sea_water_velocity"),
    Column("current_north", "m s-1", "velocity of the water towards north", "northward_sea_water_velocity"),
    Column("sea_floor_depth", "m", "depth of the sea floor", "sea_floor_depth_below_mean_sea_level"),
    Column("charge", "1", "state of charge of the battery"),
    Column("battery_temperature", "K", "temperature of the battery"),
    Column("voltage", "V", "voltage at the terminals of the battery"),
    Column("current", "A", "current from the battery"),
    Column("power", "W", "electric power of the thrusters"),
    Column("energy", "J", "electric energy drawn since the start"),
    Column("distance", "m", "distance travelled over ground since the start"),
    Column("waypoint", "1", "number of the waypoint ahead, from 0"),
    Column("surge_command", "1", "surge command, 0..1"),
    Column("heave_command", "1", "heave command, -1..1, down positive"),
    Column("pitch_command", "1", "pitch command, -1..1, nose up positive"),
    Column("yaw_command", "1", "yaw command, -1..1, to starboard positive"),
    Column("q_w", "1", "attitude quaternion of B in north-east-down at the place, w"),
    Column("q_x", "1", "attitude quaternion, x"),
    Column("q_y", "1", "attitude quaternion, y"),
    Column("q_z", "1", "attitude quaternion, z"),
    Column("current_up", "m s-1", "velocity of the water upwards", "upward_sea_water_velocity"),
    Column("water_density", "kg m-3", "density of the water at the vehicle", "sea_water_density"),
)

LATER = ("current_up", "water_density")
"""Columns that runs of earlier versions do not have."""

NAMES = tuple(column.name for column in COLUMNS)
INDEX = {name: k for k, name in enumerate(NAMES)}
