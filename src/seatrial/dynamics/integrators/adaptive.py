"""Dormand-Prince steps of fifth order with error control over all states (Dormand and Prince 1980, RK5(4)7M).

The step that is asked for, over which commands and water are held, is divided into as many inner steps as the tolerance
takes. Responses of actuators are exact at every stage, so what they do to the motion counts in the error.
"""

from functools import lru_cache
from typing import Any

from seatrial.dynamics.flow import BETWEEN
from seatrial.dynamics.integrators.stepped import stepped
from seatrial.dynamics.model import Model
from seatrial.dynamics.rate import Plant, Water, make_rate
from seatrial.dynamics.scalar import ONE, ZERO, real, wp
from seatrial.dynamics.state import State, ahead

ORDER = 5
MOST_STEPS = wp.constant(100_000)
"""Inner steps after which a step counts as failed."""
SAFETY = wp.constant(real(0.9))
"""Share of the estimated best step that is taken."""
SHRINK, GROW = wp.constant(real(0.2)), wp.constant(real(5.0))
"""Least and greatest change from one inner step to the next."""
FIFTH = wp.constant(real(0.2))
LEAST = wp.constant(real(1e-10))
"""Least estimated error that counts, in units of the tolerance."""

A21, A31, A32 = (wp.constant(real(x)) for x in (1 / 5, 3 / 40, 9 / 40))
A41, A42, A43 = (wp.constant(real(x)) for x in (44 / 45, -56 / 15, 32 / 9))
A51, A52, A53, A54 = (wp.constant(real(x)) for x in (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729))
A61, A62, A63 = (wp.constant(real(x)) for x in (9017 / 3168, -355 / 33, 46732 / 5247))
A64, A65 = (wp.constant(real(x)) for x in (49 / 176, -5103 / 18656))
B1, B3, B4 = (wp.constant(real(x)) for x in (35 / 384, 500 / 1113, 125 / 192))
B5, B6 = (wp.constant(real(x)) for x in (-2187 / 6784, 11 / 84))
E1, E3, E4 = (wp.constant(real(x)) for x in (71 / 57600, -71 / 16695, 71 / 1920))
E5, E6, E7 = (wp.constant(real(x)) for x in (-17253 / 339200, 22 / 525, -1 / 40))
C2, C3, C4, C5 = (wp.constant(real(x)) for x in (1 / 5, 3 / 10, 4 / 5, 8 / 9))


@wp.func
def error_of(e: State, s: State, tolerance: real):
    """Greatest error of a step in units of the tolerance.

    The tolerance is absolute in metres and in components of the quaternion, which have no scale of their own, and
    relative above 1 (m/s, rad/s, K, J) in all else.
    """
    worst = wp.max(
        wp.max(wp.abs(e.p)), wp.max(wp.max(wp.abs(e.q[0]), wp.abs(e.q[1])), wp.max(wp.abs(e.q[2]), wp.abs(e.q[3])))
    )
    for k in range(6):
        worst = wp.max(worst, wp.abs(e.nu[k]) / (ONE + wp.abs(s.nu[k])))
    worst = wp.max(worst, wp.abs(e.distance))
    worst = wp.max(worst, wp.abs(e.charge))
    worst = wp.max(worst, wp.abs(e.temperature) / (ONE + wp.abs(s.temperature)))
    worst = wp.max(worst, wp.abs(e.energy) / (ONE + wp.abs(s.energy)))
    return worst / tolerance


@lru_cache(maxsize=64)
def make_step(model: Model) -> Any:
    """Warp function (state, plant, links, member, water, step, guess, tolerance) -> `Stepped`, for one model."""
    rate = make_rate(model)
    links_type = model.links

    @wp.func
    def step(
        s: State, plant: Plant, links: links_type, member: int, water: Water, h: real, guess: real, tolerance: real
    ):  # fmt: skip
        now = s
        t = real(0.0)
        length = wp.clamp(guess, h * LEAST, h)
        if guess <= ZERO:
            length = h
        k1 = rate(now, plant, links, member, water, BETWEEN, t)
        count = int(1)
        tries = int(0)
        while t < h and tries < MOST_STEPS:
            tries += 1
            left = h - t
            d = wp.min(length, left)
            k2 = rate(ahead(now, k1, d * A21), plant, links, member, water, BETWEEN, t + d * C2)
            k3 = rate(ahead(ahead(now, k1, d * A31), k2, d * A32), plant, links, member, water, BETWEEN, t + d * C3)
            x = ahead(ahead(ahead(now, k1, d * A41), k2, d * A42), k3, d * A43)
            k4 = rate(x, plant, links, member, water, BETWEEN, t + d * C4)
            x = ahead(ahead(ahead(ahead(now, k1, d * A51), k2, d * A52), k3, d * A53), k4, d * A54)
            k5 = rate(x, plant, links, member, water, BETWEEN, t + d * C5)
            x = ahead(ahead(ahead(ahead(ahead(now, k1, d * A61), k2, d * A62), k3, d * A63), k4, d * A64), k5, d * A65)
            k6 = rate(x, plant, links, member, water, BETWEEN, t + d)
            end = ahead(ahead(ahead(ahead(ahead(now, k1, d * B1), k3, d * B3), k4, d * B4), k5, d * B5), k6, d * B6)
            k7 = rate(end, plant, links, member, water, BETWEEN, t + d)
            count += 6
            e = ahead(ahead(ahead(State(), k1, d * E1), k3, d * E3), k4, d * E4)
            e = ahead(ahead(ahead(e, k5, d * E5), k6, d * E6), k7, d * E7)
            error = error_of(e, end, tolerance)
            scale = SHRINK  # also where the error is no number
            if wp.isfinite(error):
                scale = wp.clamp(SAFETY * wp.pow(wp.max(error, LEAST), -FIFTH), SHRINK, GROW)
            if error <= ONE:
                now = end
                now.q = wp.normalize(now.q)
                k1 = k7
                t += d
                if d >= left:
                    t = h
                    length = wp.max(length, d * scale)  # a step that the end cut short says little about the next one
                else:
                    length = d * scale
            else:
                length = d * wp.min(scale, SAFETY)
        result = stepped(now, length, count)
        if t < h:
            result.failed = 1
        return result

    return step
