"""The last step on our grid: signs, temperature in situ, directions of waves; and a look at whether values can be."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError
from seatrial.ocean.readers.collection import Collection, Variable
from seatrial.ocean.readers.options import Options
from seatrial.ocean.readers.quantities import QUANTITIES, Role
from seatrial.ocean.readers.seawater import in_situ, is_absolute, practical, temperature_scale
from seatrial.ocean.readers.signs import elevation_sign
from seatrial.ocean.readers.units import OURS

Values = dict[str, NDArray[np.float64]]
Step = Callable[[Values, NDArray[np.float64], NDArray[np.float64]], Values]


@dataclass(frozen=True, eq=False)
class Finish:
    """components: names of what comes out. step: what is done to the values, with lat and lon of rows and columns
    [deg]. variables: for messages.
    """

    components: tuple[str, ...]
    step: Step
    roles: dict[str, Role]
    variables: dict[str, Variable]

    def __call__(self, values: Values, lat: NDArray[np.float64], lon: NDArray[np.float64]) -> NDArray[np.float32]:
        """Values of shape (component, time, level, row, column). FileFormatError when one cannot be."""
        for name, role in self.roles.items():
            _check_range(self.variables[name], role, values[name])
        done = self.step(values, lat, lon)
        return np.stack([done[name] for name in self.components]).astype(np.float32)


def finish_for(
    quantity: str,
    variables: dict[str, Variable],
    levels: NDArray[np.float64],
    collection: Collection,
    options: Options,
    notes: list[str],
) -> Finish:
    """What a quantity needs at the end. `variables`: those found, by role."""
    roles = {role.name: role for role in QUANTITIES[quantity] if role.name in variables}
    names = tuple(roles)
    step: Step = _as_they_are
    if quantity == "SeaFloorElevation" and elevation_sign(variables["elevation"], collection, options, notes) < 0.0:
        step = _upwards
    elif quantity == "SeaTemperature" and "salinity" in variables:
        step = _in_situ(variables, levels)
    elif quantity == "SeaSalinity" and is_absolute(variables["salinity"]):
        notes.append(f"{variables['salinity'].name}: absolute salinity turned into practical (TEOS-10)")
        step = _practical(levels)
    elif quantity == "Waves" and "direction" in variables:
        step = _waves(variables["direction"], notes)
        names = (*(name for name in names if name != "direction"), "from_east", "from_north")
    return Finish(names, step, roles, variables)


def _check_range(variable: Variable, role: Role, values: NDArray[np.float64]) -> None:
    with np.errstate(invalid="ignore"):
        bad = (values < role.least) | (values > role.greatest)
    if role.name == "elevation":
        bad = np.abs(values) > -role.least
    if bad.any():
        value, unit = values[bad][0], OURS[role.kind]
        raise FileFormatError(
            f"{variable.where}: {role.name} = {value:g} {unit}: must be in {role.least:g}..{role.greatest:g} {unit}; "
            f"its units are {variable.text('units')!r} (option units)"
        )


def _as_they_are(values: Values, lat: NDArray[np.float64], lon: NDArray[np.float64]) -> Values:
    return values


def _upwards(values: Values, lat: NDArray[np.float64], lon: NDArray[np.float64]) -> Values:
    return {"elevation": 0.0 - values["elevation"]}


def _in_situ(variables: dict[str, Variable], levels: NDArray[np.float64]) -> Step:
    scale, absolute = temperature_scale(variables["temperature"]), is_absolute(variables["salinity"])

    def step(values: Values, lat: NDArray[np.float64], lon: NDArray[np.float64]) -> Values:
        return {"temperature": in_situ(values["temperature"], values["salinity"], scale, absolute, levels, lat, lon)}

    return step


def _practical(levels: NDArray[np.float64]) -> Step:
    def step(values: Values, lat: NDArray[np.float64], lon: NDArray[np.float64]) -> Values:
        return {"salinity": practical(values["salinity"], levels, lat, lon)}

    return step


def _waves(direction: Variable, notes: list[str]) -> Step:
    """Degrees clockwise from north, from where the waves come, as a unit vector."""
    towards = direction.text("standard_name").lower() == "sea_surface_wave_to_direction"
    if towards:
        notes.append(f"{direction.name}: where waves go to, turned round")

    def step(values: Values, lat: NDArray[np.float64], lon: NDArray[np.float64]) -> Values:
        angle = np.radians(values["direction"] + (180.0 if towards else 0.0))
        return {**values, "from_east": np.sin(angle), "from_north": np.cos(angle)}

    return step
