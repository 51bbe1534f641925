"""Cross-flow drag of a slender hull, strip by strip.

A strip at x on the body axis moves across it with v(x) = v + x r and w(x) = w - x q; each feels the drag of a long
cylinder across the flow (the cross-flow principle, Hoerner 1965; Fossen 2021, sect. 6.4):

    dY = -rho/2 C_D h(x) |v(x)| v(x) dx       dZ = -rho/2 C_D b(x) |w(x)| w(x) dx      (independent)
    dY = -rho/2 C_D h(x) c(x) v(x) dx         dZ = -rho/2 C_D b(x) c(x) w(x) dx        (combined)

with c = sqrt(v(x)^2 + w(x)^2), K = X = 0, N = sum of x dY and M = -sum of x dZ. The first form is that of Fossen and of
crossFlowDrag in MSS, exact for motion in one plane; the second has the drag along the flow for every roll angle of the
motion and is right for hulls of revolution. Both replace the quadratic damping in sway, heave, pitch and yaw.
C_D may depend on the Reynolds number of the body origin's motion across the axis, the same for all strips, as in MSS.

In MSS a strip's heave velocity has + x q and its pitch moment + x dZ, as if q were positive nose down; that is the same
for a hull that is symmetric about the origin while either w or q is zero. `ends` takes the strips as MSS does: one
more than `strips`, from end to end, each as wide as the others, so that the hull is (1 + 1/strips) times as long.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np

from seatrial.dynamics.drag_curves import DragCurve, cylinder, hoerner
from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import HALF, ZERO, real, vec6, wp
from seatrial.errors import InputError, check_number

dissipative = True
"""nu_r . tau <= 0."""


class Planes(IntEnum):
    """What the drag of a strip depends on in each plane."""

    INDEPENDENT = 0
    """|v| v and |w| w."""
    COMBINED = 1
    """c v and c w with c = sqrt(v^2 + w^2)."""


@dataclass(frozen=True)
class CrossflowDrag:
    """Drag of the flow across a slender hull, which replaces quadratic damping in sway, heave, pitch and yaw."""

    length: float
    """Of the hull [m]."""
    height: float
    """Seen from the side, at its greatest [m]; what sway feels."""
    breadth: float
    """Seen from above, at its greatest [m]; what heave feels."""
    drag: DragCurve
    """Coefficient of a section across the flow."""
    strips: int = 20
    """How many there are."""
    middle: float = 0.0
    """x of the middle of the hull in B [m]."""
    profile: tuple[float, ...] = ()
    """Share of height and breadth at each strip, tail first, 0..1; empty where they are the same everywhere."""
    planes: Planes = Planes.INDEPENDENT
    ends: bool = False
    """One strip more, centred on both ends, as in MSS."""

    def __post_init__(self) -> None:
        """Check every number once."""
        check_number("cross-flow length", self.length, "m", 1e-6, 1e4)
        check_number("cross-flow height", self.height, "m", 0.0, 1e4)
        check_number("cross-flow breadth", self.breadth, "m", 0.0, 1e4)
        check_number("cross-flow middle", self.middle, "m", -1e4, 1e4)
        check_number("cross-flow strips", self.strips, "", 1, 10000)
        object.__setattr__(self, "profile", tuple(self.profile))  # equal components share their tables by hash
        count = int(self.strips) + int(self.ends)
        if self.profile and len(self.profile) != count:
            raise InputError(f"cross-flow profile: {len(self.profile)} shares for {count} strips: must be equally many")
        for share in self.profile:
            check_number("cross-flow profile", share, "", 0.0, 1.0)

    def positions(self) -> np.ndarray:
        """Positions x of all strips in B [m], tail first, shape (n,)."""
        n = int(self.strips)
        k = np.arange(n + 1) if self.ends else np.arange(n) + 0.5
        return self.middle + self.length * (k / n - 0.5)


def from_values(values: Mapping[str, Any]) -> CrossflowDrag:
    """The component from names as a vehicle file has them, with `InputError` for unknown ones.

    Instead of `drag` there is a number `drag_coefficient`, or a word `section`: `hoerner` takes the hull's breadth and
    height for beam and draft, `cylinder` its length and height, with `reynolds_length` where that is another one.
    `planes` is a word.
    """
    given = dict(values)
    known = {f.name for f in fields(CrossflowDrag)} - {"drag"}
    coefficient, section = given.pop("drag_coefficient", None), given.pop("section", None)
    reynolds_length, planes = given.pop("reynolds_length", None), str(given.pop("planes", Planes.INDEPENDENT.name))
    if unknown := sorted(given.keys() - known):
        more = {*known, "drag_coefficient", "planes", "reynolds_length", "section"}
        raise InputError(f"cross-flow {unknown[0]}: unknown; there are {', '.join(sorted(more))}")
    if missing := [name for name in ("length", "height", "breadth") if name not in given]:
        raise InputError(f"cross-flow {missing[0]} is missing")
    if planes.upper() not in Planes.__members__:
        raise InputError(f"cross-flow planes = {planes!r}: must be one of {', '.join(p.name.lower() for p in Planes)}")
    curves = {
        "hoerner": lambda: hoerner(given["breadth"], given["height"]),
        "cylinder": lambda: cylinder(given["length"], given["height"], reynolds_length),
    }
    if coefficient is None and section not in curves:
        raise InputError(
            f"cross-flow section = {section!r}: must be {' or '.join(curves)}, or a drag_coefficient given"
        )
    curve = curves[section]() if coefficient is None else DragCurve((coefficient,))
    return CrossflowDrag(drag=curve, planes=Planes[planes.upper()], **given)


def quadratic_axes(force: CrossflowDrag) -> tuple[int, ...]:
    """Sway, heave, pitch and yaw."""
    return (1, 2, 4, 5)


def examples(rng: np.random.Generator) -> CrossflowDrag:
    """Hulls of both forms, uniform or not, with a constant coefficient or one over Reynolds number."""
    strips = int(rng.integers(1, 25))
    profile = tuple(rng.uniform(0.0, 1.0, strips).tolist()) if rng.random() < 0.5 else ()
    curve = DragCurve((1.1,)) if rng.random() < 0.5 else DragCurve((1.2, 1.2, 0.8, 0.3), (1e4, 2e5, 2e5, 9e5), 0.2)
    length, height, breadth = rng.uniform(0.1, 2.0, 3).tolist()
    planes = Planes(int(rng.integers(0, 2)))
    return CrossflowDrag(length, height, breadth, curve, strips, float(rng.normal()), profile, planes)


@wp.struct
class Strip:
    """One strip: where it is and what it shows to the flow."""

    x: real
    side: real
    """Area seen from the side [m2]."""
    top: real
    """Area seen from above [m2]."""


@wp.struct
class Knot:
    """One knot of a drag curve."""

    reynolds: real
    coefficient: real


@wp.struct
class Record:
    """`CrossflowDrag` as the kernel reads it."""

    table: wp.array(dtype=Strip)
    count: int
    knots: wp.array(dtype=Knot)
    last_knot: int
    reynolds_per_speed: real
    """Length over viscosity [s/m]."""
    combined: int


@lru_cache(maxsize=256)
def _tables(force: CrossflowDrag) -> tuple[Any, Any]:
    """Strips and knots; vehicles of one kind share them."""
    x = force.positions()
    share = np.array(force.profile) if force.profile else np.ones(len(x))
    width = force.length / int(force.strips)
    strips: Any = np.zeros(len(x), Strip.numpy_dtype())
    strips["x"], strips["side"], strips["top"] = x, share * force.height * width, share * force.breadth * width
    knots: Any = np.zeros(len(force.drag.reynolds), Knot.numpy_dtype())
    knots["reynolds"], knots["coefficient"] = force.drag.reynolds, force.drag.coefficients
    return wp.array(strips, dtype=Strip, device="cpu"), wp.array(knots, dtype=Knot, device="cpu")


def record(force: CrossflowDrag) -> Record:
    """The kernel's record."""
    r = Record()
    r.table, r.knots = _tables(force)
    r.count, r.last_knot = len(r.table), len(r.knots) - 1
    r.reynolds_per_speed = force.drag.length / force.drag.viscosity
    r.combined = int(force.planes)
    return r


@wp.func
def coefficient(r: Record, speed: real):
    """C_D at the speed across the axis at the body origin [m/s]."""
    knot = r.knots[0]
    number = speed * r.reynolds_per_speed
    if r.last_knot == 0 or number < knot.reynolds:
        return knot.coefficient
    k = int(0)
    while k < r.last_knot and r.knots[k + 1].reynolds <= number:
        k += 1
    here = r.knots[k]
    if k == r.last_knot:
        return here.coefficient
    after = r.knots[k + 1]
    share = (number - here.reynolds) / (after.reynolds - here.reynolds)
    return here.coefficient + share * (after.coefficient - here.coefficient)


@wp.func
def wrench(r: Record, flow: Flow):
    """Wrench in body axes at the body origin [N, N m]."""
    v = flow.nu_r[1]
    w = flow.nu_r[2]
    q = flow.nu_r[4]
    yaw = flow.nu_r[5]
    side = ZERO
    heave = ZERO
    pitch = ZERO
    turn = ZERO
    if r.count == 0:
        return vec6()
    for k in range(r.count):
        strip = r.table[k]
        vx = v + strip.x * yaw
        wx = w - strip.x * q
        sway_speed = wp.abs(vx)
        heave_speed = wp.abs(wx)
        if r.combined == 1:
            sway_speed = wp.sqrt(vx * vx + wx * wx)
            heave_speed = sway_speed
        dy = strip.side * sway_speed * vx
        dz = strip.top * heave_speed * wx
        side += dy
        heave += dz
        pitch -= strip.x * dz
        turn += strip.x * dy
    scale = -HALF * flow.density * coefficient(r, wp.sqrt(v * v + w * w))
    return vec6(ZERO, scale * side, scale * heave, ZERO, scale * pitch, scale * turn)
