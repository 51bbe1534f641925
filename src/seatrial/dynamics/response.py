"""Thruster responses beyond the first-order lag, each of which has that lag as its limit.

* Yoerger: f' = (f_cmd - f) / T - beta f |f|, a quadratic self-damping of the force beside the lag (after Yoerger, Cooke
  and Slotine 1990, whose propeller speed has such a term). It settles below the command, at f + T beta f |f| = f_cmd.
* Bessa: f' = (F(f_cmd) - f) / T where F is zero within a dead zone, shifted by it outside, and cut off at a saturation
  (the dead zone of Bessa, Dutra and Kreuzer 2010).
"""

from dataclasses import dataclass

from seatrial.dynamics.scalar import HALF, ONE, ZERO, real, wp
from seatrial.errors import check_number

YOERGER, BESSA = (wp.constant(k) for k in (1, 2))
"""Laws by number; 0 is the first-order lag."""


@dataclass(frozen=True)
class Yoerger:
    """First order with quadratic self-damping; needs a time constant above 0."""

    beta: float
    """Self-damping of the force [1/(N s)]; 0 is the first-order response."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("thruster beta", self.beta, "1/(N s)", 0.0, 1e6)


@dataclass(frozen=True)
class Bessa:
    """First order behind a dead zone and a saturation of the command."""

    dead: float
    """Half width of the dead zone of the command [N]."""
    saturation: float = float("inf")
    """Greatest force either way [N]; infinite for none beside the thruster's own limits."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("thruster dead", self.dead, "N", 0.0, 1e7)
        if self.saturation != float("inf"):
            check_number("thruster saturation", self.saturation, "N", 1e-9, 1e7)


@wp.func
def beyond_dead_zone(command: real, dead: real, saturation: real):
    """What a command asks for beyond the dead zone, at most the saturation."""
    return wp.sign(command) * wp.clamp(wp.abs(command) - dead, ZERO, saturation)


@wp.func
def tangent_time(root: real, discriminant: real, time: real):
    """tanh(w t) / w with w = sqrt(d) / 2 for a discriminant d > 0, tan(w t) / w for d < 0, t where w t is tiny."""
    wt = root * time
    if wt < real(1.0e-9):
        return time
    if discriminant > ZERO:
        return wp.tanh(wt) / root
    return wp.tan(wt) / root


@wp.func
def time_of_tangent(root: real, discriminant: real, tangent: real):
    """The time whose `tangent_time` is `tangent`."""
    x = root * tangent
    if x < real(1.0e-9):
        return tangent
    if discriminant > ZERO:
        return HALF * wp.log((ONE + x) / (ONE - x)) / root
    return wp.atan(x) / root


@wp.func
def towards(x: real, pull: real, a: real, b: real, time: real):
    """x(t) of x' = pull - a x - b x^2 from x >= 0 under a pull >= 0: a Riccati equation, by its linear form.

    x = p / q with (p, q)' = [[-a/2, pull], [b, a/2]] (p, q), the square of which matrix is a multiple of the identity.
    """
    square = a * a + real(4.0) * b * pull
    t = tangent_time(HALF * wp.sqrt(square), square, time)
    return (x * (ONE - HALF * a * t) + pull * t) / (ONE + (HALF * a + b * x) * t)


@wp.func
def yoerger_at(before: real, target: real, rate: real, damping: real, time: real):
    """State `time` [s] after it was `before` under x' = rate (target - x) - damping x |x|; rate and damping [1/s]."""
    if damping == ZERO:
        return target + (before - target) * wp.exp(-rate * time)
    side = ONE
    if before < ZERO or (before == ZERO and target < ZERO):
        side = -ONE
    x = side * before
    pull = rate * side * target
    if pull >= ZERO:
        return side * towards(x, pull, rate, damping, time)
    # It falls to zero in a time that both forms of the discriminant give, and goes on from there on the other side.
    square = rate * rate + real(4.0) * damping * pull
    root = HALF * wp.sqrt(wp.abs(square))
    crossing = time_of_tangent(root, square, x / (HALF * rate * x - pull))
    if time < crossing:
        t = tangent_time(root, square, time)
        return side * (x * (ONE - HALF * rate * t) + pull * t) / (ONE + (HALF * rate + damping * x) * t)
    return -side * towards(ZERO, -pull, rate, damping, time - crossing)
