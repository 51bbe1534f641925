"""One row of the history, as `columns.COLUMNS` lists it."""

from seatrial.dynamics.battery import terminals
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.rate import Plant
from seatrial.dynamics.scalar import ZERO, euler_angles, linear, real, wp, wrap_pi, yaw_quaternion
from seatrial.simulation.member import Member
from seatrial.simulation.navigation import TICKS_PER_SECOND, Surroundings

TWO_PI = wp.constant(real(6.283185307179586))


@wp.func
def write_motion(rows: wp.array3d(dtype=real), i: int, n: int, m: Member, s: Surroundings):
    """Columns time to speed: where the member is and how it moves."""
    turn = wp.atan2(m.anchor.sin_convergence, m.anchor.cos_convergence)
    angles = euler_angles(m.state.q)
    heading = wrap_pi(angles[2] - turn)
    if heading < ZERO:
        heading += TWO_PI
    if heading >= TWO_PI:  # a hair below north rounds up to a whole turn
        heading = ZERO
    rows[i, n, 1] = s.lat
    rows[i, n, 2] = s.lon
    rows[i, n, 3] = m.state.p[2]
    rows[i, n, 4] = angles[0]
    rows[i, n, 5] = angles[1]
    rows[i, n, 6] = heading
    for k in range(6):
        rows[i, n, 7 + k] = m.state.nu[k]
    rows[i, n, 13] = wp.length(linear(m.state.nu))
    q = yaw_quaternion(-turn) * m.state.q
    rows[i, n, 30] = q[3]
    rows[i, n, 31] = q[0]
    rows[i, n, 32] = q[1]
    rows[i, n, 33] = q[2]


@wp.func
def write_row(
    rows: wp.array3d(dtype=real),
    i: int,
    n: int,
    m: Member,
    s: Surroundings,
    flow: Flow,
    plant: Plant,
    demand: real,
    tick: wp.int64,
):
    """Write row n of member i, at `tick`, where it draws `demand` [W]."""
    rows[i, n, 0] = real(tick) / TICKS_PER_SECOND
    write_motion(rows, i, n, m, s)
    pack = terminals(plant.battery, m.state.charge, demand)
    rows[i, n, 14] = wp.length(linear(flow.nu_r))
    rows[i, n, 15] = s.current_east
    rows[i, n, 16] = s.current_north
    rows[i, n, 17] = s.sea_floor_depth
    rows[i, n, 18] = m.state.charge
    rows[i, n, 19] = m.state.temperature
    rows[i, n, 20] = pack.voltage
    rows[i, n, 21] = pack.current
    rows[i, n, 22] = demand
    rows[i, n, 23] = m.state.energy
    rows[i, n, 24] = m.state.distance
    rows[i, n, 25] = real(m.waypoint)
    rows[i, n, 26] = m.memory.surge
    rows[i, n, 27] = m.memory.heave
    rows[i, n, 28] = m.memory.pitch
    rows[i, n, 29] = m.memory.yaw
    rows[i, n, 34] = s.current_up
    rows[i, n, 35] = s.water.density
