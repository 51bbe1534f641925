"""What the integrator carries for one member."""

from seatrial.dynamics.scalar import quat, real, vec3, vec6, wp


@wp.struct
class State:
    """State of a member, and equally its rate of change."""

    p: vec3
    """Position p_NB in the member's local plane, north east down [m]."""
    q: quat
    """Attitude q_NB."""
    nu: vec6
    """Velocity over ground, in B: (u v w p q r) [m/s, rad/s]."""
    charge: real
    """State of charge of the battery [1]."""
    temperature: real
    """Temperature of the battery [K]."""
    energy: real
    """Electric energy drawn [J]."""
    distance: real
    """Distance travelled over ground [m]."""


@wp.func
def ahead(s: State, rate: State, h: real):
    """State `s` + `h` `rate`, component by component."""
    r = State()
    r.p = s.p + h * rate.p
    r.q = s.q + rate.q * h
    r.nu = s.nu + h * rate.nu
    r.charge = s.charge + h * rate.charge
    r.temperature = s.temperature + h * rate.temperature
    r.energy = s.energy + h * rate.energy
    r.distance = s.distance + h * rate.distance
    return r


@wp.func
def between(s0: State, rate0: State, s1: State, rate1: State, share: real, h: real):
    """Cubic Hermite interpolant of a step of length `h` [s] at `share` 0..1 of it, attitude renormalised."""
    one = real(1.0)
    two = real(2.0)
    t = share
    basis = t * t * (real(3.0) - two * t)
    r = ahead(State(), s0, one - basis)
    r = ahead(r, s1, basis)
    r = ahead(r, rate0, h * t * (one - t) * (one - t))
    r = ahead(r, rate1, h * t * t * (t - one))
    r.q = wp.normalize(r.q)
    return r
