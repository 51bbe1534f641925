"""What a step of any integrator gives back."""

from seatrial.dynamics.scalar import real, wp
from seatrial.dynamics.state import State


@wp.struct
class Stepped:
    """A member one step on."""

    state: State
    guess: real
    """Length of the next inner step of an adaptive integrator [s]."""
    evaluations: int
    """Rates that were computed."""
    failed: int
    """1 when the tolerance could not be kept."""


@wp.func
def stepped(state: State, guess: real, evaluations: int):
    """A step that succeeded."""
    r = Stepped()
    r.state = state
    r.guess = guess
    r.evaluations = evaluations
    return r
