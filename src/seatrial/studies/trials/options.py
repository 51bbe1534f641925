"""What a manoeuvre may be asked for, and what it gives back."""

from dataclasses import dataclass

from seatrial.studies.trials.indices import Indices
from seatrial.studies.trials.trace import Trace


@dataclass(frozen=True)
class Options:
    """Commands of a trial; None is what the manoeuvre usually takes."""

    throttle: float | None = None
    """Share of full ahead."""
    rpm: float | None = None
    """Shaft speed [1/min]."""
    rudder_deg: float | None = None
    helm: float | None = None
    """Share of the greatest helm, positive to starboard."""
    plane_deg: float | None = None
    planes: float | None = None
    """Share of the greatest use of the planes, positive nose down."""
    size: float | None = None
    """Change of heading of a zigzag [deg], first swing of a free decay [deg or m], step of depth [m]."""
    axis: str = "roll"
    """Axis of a free decay."""


@dataclass(frozen=True)
class Result:
    """A trial that was run."""

    trace: Trace
    indices: Indices
