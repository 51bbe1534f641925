"""A vehicle in deep still water: how a trial is simulated, and its trace."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.control.schedule import Schedule
from seatrial.dynamics.vehicle import Vehicle
from seatrial.errors import InputError, check_number
from seatrial.frames.local import LocalFrame
from seatrial.ocean.composite import Composite
from seatrial.ocean.land import Land
from seatrial.ocean.ocean import Ocean
from seatrial.ocean.uniform import UniformCurrents, UniformDepth
from seatrial.simulation.columns import INDEX
from seatrial.simulation.settings import Integrator, Settings
from seatrial.simulation.simulation import Simulation, Start
from seatrial.simulation.status import MEANING, Status
from seatrial.studies.trials.trace import Trace

LAT, LON = 30.0, -40.0
"""Where trials are run; nothing there depends on the place."""
SEA_FLOOR, SUBMERGED = 11_000.0, 500.0
"""Depth of the sea floor, and of vehicles that dive [m]."""
STEADY_TIME, STEADY_SHARE = 10.0, 1e-4
"""An approach is steady when over this time [s] the speed changes by less than this share."""
LONGEST_APPROACH = 600.0
RECORD = 0.1


@dataclass(frozen=True)
class Trial:
    """A vehicle ready for a trial."""

    vehicle: Vehicle
    surface: bool = False
    """Whether it stays at the surface."""
    heading: float = 0.0
    """Of the approach [rad]."""
    speed: float | None = None
    """Speed ahead at the start [m/s]; None is reached by an approach."""
    approach: float | None = None
    """Time ahead before the execute [s]; None until steady, or nothing where the speed is given."""
    duration: float | None = None
    """Of the trial from the execute on [s]; None is that of the manoeuvre."""
    step: float = 0.02
    """[s]"""
    integrator: Integrator = Integrator.RK4
    attitude: tuple[float, float] = (0.0, 0.0)
    """Roll and pitch at the start [rad]."""
    depth_offset: float = 0.0
    """Added to the depth of the start [m]."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("--heading-deg", math.degrees(self.heading), "deg", -360.0, 360.0)
        for name, value, high in (
            ("--speed", self.speed, 30.0),
            ("--approach", self.approach, 86_400.0),
        ):
            if value is not None:
                check_number(name, value, "m/s" if name == "--speed" else "s", 0.0, high)
        if self.duration is not None:
            check_number("--duration", self.duration, "s", 1.0, 86_400.0)
        self.settings()

    def settings(self) -> Settings:
        """Of the simulation."""
        return Settings(step=self.step, integrator=self.integrator, record_period=RECORD)

    def lasts(self, usual: float) -> float:
        """Duration [s]."""
        return usual if self.duration is None else self.duration

    def simulate(self, controller: Any, seconds: float, nu: tuple[float, ...] | None = None) -> Trace:
        """Run `controller` for `seconds` [s]; InputError when the vehicle does not last."""
        s = self._simulation(controller, nu)
        rows = s.advance(math.ceil(seconds / self.step - 1e-9)).rows[0]
        if s.status[0] is not Status.RUNNING:
            raise InputError(f"{self.vehicle.name} after {s.time[0]:.1f} s of trial: {MEANING[s.status[0]]}")
        return _trace(rows)

    def approach_time(self, ahead: NDArray[np.float64]) -> float:
        """How long the approach with the commands `ahead` lasts [s]; InputError when it never gets steady."""
        if self.approach is not None:
            return self.approach
        if self.speed is not None:
            return 0.0
        s = self._simulation(Schedule((0.0,), (tuple(ahead.tolist()),)), None)
        before, waited = -1.0, 0.0
        while waited < LONGEST_APPROACH:
            rows = s.advance(round(STEADY_TIME / self.step)).rows[0]
            if s.status[0] is not Status.RUNNING:
                raise InputError(f"{self.vehicle.name} in the approach: {MEANING[s.status[0]]}")
            waited += STEADY_TIME
            speed = float(rows[-1, INDEX["speed"]])
            if abs(speed - before) <= STEADY_SHARE * max(speed, 0.01):
                return waited
            before = speed
        raise InputError(
            f"{self.vehicle.name} is not steady after {LONGEST_APPROACH:g} s of approach; give --speed or --approach"
        )

    def executed(self, ahead: NDArray[np.float64], after: NDArray[np.float64], seconds: float) -> Trace:
        """Approach with the commands `ahead`, then those of `after` for `seconds` [s]; time zero is the execute."""
        wait = self.approach_time(ahead)
        rows = (tuple(ahead.tolist()), tuple(after.tolist()))
        controller = Schedule((0.0, wait), rows) if wait > 0.0 else Schedule((0.0,), rows[1:])
        return self.simulate(controller, wait + seconds).after(wait)

    def _simulation(self, controller: Any, nu: tuple[float, ...] | None) -> Simulation:
        roll, pitch = self.attitude
        start = Start(
            self.vehicle,
            LAT,
            LON,
            (0.0 if self.surface else SUBMERGED) + self.depth_offset,
            (roll, pitch, self.heading),
            nu or (self.speed or 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
            controller=controller,
        )
        still = Composite([UniformCurrents(0.0, 0.0)])
        ocean = Ocean(Land.none(), Composite([UniformDepth(SEA_FLOOR)]), still)
        return Simulation([start], ocean, self.settings())


def _trace(rows: NDArray[np.float64]) -> Trace:
    north, east = LocalFrame(LAT, LON).to_local(rows[:, INDEX["lat"]], rows[:, INDEX["lon"]])
    same = {name: rows[:, INDEX[name]] for name in ("roll", "pitch", "u", "v", "w", "p", "q", "r")}
    depth = rows[:, INDEX["depth"]]
    return Trace(
        t=rows[:, INDEX["time"]],
        north=north,
        east=east,
        depth=depth,
        heading=np.unwrap(rows[:, INDEX["heading"]]),
        **same,
    )
