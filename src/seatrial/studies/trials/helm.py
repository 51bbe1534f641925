"""Who plays rudder, stern plane and propulsion on a vehicle, from the geometry of its actuators.

Positive helm turns to starboard, positive planes pitch the nose down (as a positive stern plane does in MSS). Where
there are rudders or fins, they do it; else propellers beside the centre line (helm as a share of the shaft speed); else
the thrusters, by the channels of `control.allocation`.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.control.allocation import channel_matrix
from seatrial.dynamics.parts import module_of
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError, check_number
from seatrial.simulation.fleet import actuators_of

Array = NDArray[np.float64]
CHANNEL = {"helm": (3, 1.0), "planes": (2, -1.0)}
"""Column of the channel matrix and its sign."""
USE = {"helm": "turn", "planes": "dive"}


@dataclass(frozen=True)
class Organ:
    """What turns or pitches a vehicle."""

    commands: Array
    """Commands at the greatest use, one for each actuator; of differential propellers a share of their shaft speed."""
    limit: float | None
    """Greatest deflection [rad]; None where it is no foil, and use is a share only."""
    differential: bool = False


@dataclass(frozen=True)
class Helm:
    """Everything that a trial commands."""

    name: str
    ahead: Array
    """Commands at full ahead, one for each actuator, shape (n,); zero where nothing drives ahead."""
    shafts: NDArray[np.bool_]
    """Whether the command is a shaft speed [rev/s], shape (n,)."""
    helm: Organ | None
    planes: Organ | None

    def throttle(self, throttle: float | None, rpm: float | None) -> Array:
        """Commands for a share of full ahead in -1..1, or for shafts at `rpm` [1/min]; full ahead when both are None.

        InputError when there is no shaft, or the shaft does not turn so fast.
        """
        if rpm is None:
            return self.ahead * check_number("--throttle", 1.0 if throttle is None else throttle, "", -1.0, 1.0)
        if throttle is not None:
            raise InputError("--rpm and --throttle: give one of them")
        if not self.shafts.any():
            raise InputError(f"--rpm = {rpm:g}: {self.name} has no shaft that drives it ahead; use --throttle")
        top = 60.0 * float(self.ahead[self.shafts].min())
        check_number("--rpm", rpm, "1/min", -top, top)
        return np.where(self.shafts, rpm / 60.0, 0.0)

    def over(self, kind: str, ahead: Array, share: float | None, degrees: float | None, usual: float) -> Array:
        """What putting the `kind` (helm or planes) over adds to the commands `ahead`.

        `share` is of the greatest use, -1..1, `degrees` a deflection; `usual` the share when both are None. InputError
        when the vehicle has nothing for it.
        """
        organ: Organ | None = getattr(self, kind)
        if organ is None:
            raise InputError(
                f"{self.name} cannot {USE[kind]} on command: it has no foil, propeller or thruster for that"
            )
        if degrees is not None:
            flag = "--rudder-deg" if kind == "helm" else "--plane-deg"
            if share is not None:
                raise InputError(f"{flag} and --{kind}: give one of them")
            if organ.limit is None:
                raise InputError(f"{flag} = {degrees:g}: {self.name} has no such foil; use --{kind} with a share")
            top = math.degrees(organ.limit)
            share = check_number(flag, degrees, "deg", -top - 1e-9, top + 1e-9) / top
        share = check_number(f"--{kind}", usual if share is None else share, "", -1.0 - 1e-9, 1.0 + 1e-9)
        return share * organ.commands * (np.abs(ahead) if organ.differential else 1.0)


def helm_of(vehicle: Vehicle) -> Helm:
    """What plays which part on `vehicle`."""
    units = actuators_of(vehicle)
    kinds = [module_of(unit).__name__.rpartition(".")[2] for unit in units]
    propellers = np.array([kind in ("propeller", "quadratic_propeller") for kind in kinds], bool)
    foils = np.array([kind in ("fin", "rudder") for kind in kinds], bool)
    shafts = np.array([p and unit.axis[0] > 0.5 for p, unit in zip(propellers, units, strict=True)], bool)
    channels = np.zeros((len(units), 4))
    jets = [k for k, kind in enumerate(kinds) if kind in ("thruster", "nonlinear_thruster")]
    channels[jets] = channel_matrix([units[k] for k in jets])
    ahead = np.array([unit.max_speed if shaft else 0.0 for unit, shaft in zip(units, shafts, strict=True)])
    if not shafts.any():
        ahead = channels[:, 0].copy()
    organs = {
        kind: _foils(units, foils, kind) or _differential(units, shafts, kind) or _jets(channels, kind)
        for kind in CHANNEL
    }
    return Helm(vehicle.name, ahead, shafts, organs["helm"], organs["planes"])


def moments(unit: Any) -> Array:
    """Roll, pitch and yaw moment that a small positive deflection of a foil gives ahead, per dynamic pressure [m3]."""
    slope = unit.lift_slope if hasattr(unit, "lift_slope") else unit.lift_coefficient
    return unit.area * slope * np.cross(unit.position, unit.normal)


def _foils(units: tuple[Any, ...], foils: NDArray[np.bool_], kind: str) -> Organ | None:
    """Deflections that turn (or pitch) without the other two moments, as far as the foils can."""
    chosen = np.flatnonzero(foils)
    if not chosen.size:
        return None
    row, sign = (2, 1.0) if kind == "helm" else (1, -1.0)
    effect = np.array([moments(units[k]) for k in chosen]).T
    found = sign * np.linalg.pinv(effect, rcond=1e-6)[:, row]
    given = effect @ found
    if sign * given[row] < 0.5:
        return None
    found[np.abs(found) < 1e-6 * np.abs(found).max()] = 0.0
    limits = np.array([units[k].max_deflection for k in chosen])
    used = found != 0.0
    scale = float((limits[used] / np.abs(found[used])).min())
    commands = np.zeros(len(units))
    commands[chosen] = found * scale
    return Organ(commands, float(np.abs(commands).max()))


def _differential(units: tuple[Any, ...], shafts: NDArray[np.bool_], kind: str) -> Organ | None:
    """Propellers on both sides (above and below for the planes): one faster, the other slower."""
    row, sign = (2, 1.0) if kind == "helm" else (1, -1.0)
    arms = np.array([
        sign * np.cross(unit.position, unit.axis)[row] if shaft else 0.0
        for unit, shaft in zip(units, shafts, strict=True)
    ])  # fmt: skip
    if not (arms > 1e-3).any() or not (arms < -1e-3).any():
        return None
    return Organ(np.where(np.abs(arms) > 1e-3, np.sign(arms), 0.0), None, differential=True)


def _jets(channels: Array, kind: str) -> Organ | None:
    column, sign = CHANNEL[kind]
    return Organ(sign * channels[:, column], None) if channels[:, column].any() else None
