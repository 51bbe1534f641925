"""Actuators in flat tables: what each was told to do, and how far it has come.

Every unit that takes a command (thruster, propeller, fin, ballast ...) has one slot: a command, held over a step, and a
response, its state at the beginning of the step. Slots of a member lie side by side in the order of its actuators, so
that whoever commands them needs to know no kinds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from seatrial.dynamics.motor import Motor
from seatrial.dynamics.power import PowerModel
from seatrial.dynamics.scalar import real, wp


@wp.struct
class Slots:
    """The slots of one member."""

    first: int
    count: int
    command: wp.array(dtype=real)
    """What each was told, in its own unit."""
    response: wp.array(dtype=real)
    """Where each is at the beginning of the step, in its own unit."""
    effectiveness: wp.array(dtype=real)
    """Share of its effect that each still has, 1 for a healthy one, 0 for one that is gone."""
    stuck: wp.array(dtype=real)
    """1 where the response stays as it is whatever the command, 0 where it moves."""


@dataclass(frozen=True)
class Tables:
    """The tables of a fleet."""

    command: Any
    response: Any
    effectiveness: Any
    stuck: Any

    def of_all(self) -> Slots:
        """The tables as a record reads them."""
        record = Slots()
        record.command, record.response = self.command, self.response
        record.effectiveness, record.stuck = self.effectiveness, self.stuck
        return record


@dataclass(frozen=True)
class Build:
    """What the records of one kind of component are made for, beside the components themselves."""

    step: float
    """[s]"""
    tables: Tables
    slots: Sequence[Sequence[int]]
    """Slot of each component of the kind, member by member; empty where the kind takes no commands."""
    motors: Sequence[Motor | PowerModel]
    """Motor of each member, or how its thrusters' power follows from their thrust."""

    def slices(self, record: Any, unit: Any, members: Sequence[Sequence[Any]]) -> list[Any]:
        """Records with `first`, `count` and `units` over one flat table of all units, and the tables of the slots."""
        table = wp.array([u for units in members for u in units], dtype=unit, device="cpu")
        result, first = [], 0
        for units in members:
            r = record()
            r.first, r.count, r.units = first, len(units), table
            if hasattr(r, "slots"):
                r.slots = self.tables.of_all()
            result.append(r)
            first += len(units)
        return result


def tables(count: int) -> Tables:
    """Tables of `count` slots at rest."""
    command, response, stuck = (wp.zeros(count, dtype=real, device="cpu") for _ in range(3))
    return Tables(command, response, wp.full(count, 1.0, dtype=real, device="cpu"), stuck)


def slots(shared: Tables, counts: Sequence[int]) -> list[Slots]:
    """The slots of members that have so many actuators each."""
    result, first = [], 0
    for count in counts:
        s = shared.of_all()
        s.first, s.count = first, count
        result.append(s)
        first += count
    return result


def build_alone(counts: Sequence[int], step: float) -> Build:
    """A build for members that have actuators of one kind only, so many each."""
    numbers, first = [], 0
    for count in counts:
        numbers.append(range(first, first + count))
        first += count
    return Build(step, tables(first), numbers, [Motor()] * len(counts))
