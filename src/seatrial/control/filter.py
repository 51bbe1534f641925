"""Filtered derivative of a measurement: a one-pole low-pass over the difference quotient."""

from seatrial.dynamics.scalar import real, wp


@wp.func
def smoothed(before: real, raw: real, step: real, time_constant: real):
    """One-pole low-pass with share step / (step + time constant) of the new value (swordfish 7.1)."""
    return before + step / (step + time_constant) * (raw - before)
