"""Forces composed into one model: a linked list of records that the kernel walks at compile time.

A force module offers `Record` (a Warp struct) and `wrench(record, flow)`; one whose units take commands also
`settle(record)`, which carries their responses over to the end of a step; one that draws power `power(record, flow)`
[W]. Each link holds the record array of one force (`head`) and the links before it (`tail`), so that a kernel contains
exactly the forces that its vehicles use.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import ZERO, vec6, wp


@wp.struct
class NoForce:
    """End of the list."""

    unused: int


@wp.func
def no_force(model: NoForce, member: int, flow: Flow):
    """Sum over no force."""
    return vec6()


@wp.func
def no_demand(model: NoForce, member: int, flow: Flow):
    """Power of no force."""
    return ZERO


@wp.func
def settle_none(model: NoForce, member: int):
    """Nothing to carry over."""
    return 0


@dataclass(frozen=True)
class Term:
    """One kind of force: its record type and its Warp functions."""

    record: Any
    wrench: Any
    """(record, flow) -> six-vector in body axes at the body origin [N, N m]."""
    power: Any = None
    """(record, flow) -> electric power [W]; None draws none."""
    settle: Any = None
    """(record) -> nothing, at the end of a step; None has no responses."""


def term_of(module: Any) -> Term:
    """The term of a force module."""
    return Term(module.Record, module.wrench, getattr(module, "power", None), getattr(module, "settle", None))


@dataclass(frozen=True)
class Force:
    """A force of one vehicle beside the built-in ones: its kind and its record."""

    term: Term
    record: Any


@dataclass(frozen=True)
class Model:
    """A sum of forces as Warp functions over the links of its terms."""

    total: Any
    """(links, member, flow) -> six-vector [N, N m]."""
    demand: Any
    """(links, member, flow) -> electric power [W]."""
    settle: Any
    """(links, member): carry the responses over to the end of the step."""
    links: Any
    """Struct type of the links."""
    terms: tuple[Term, ...]

    def pack(self, records: Sequence[Sequence[Any]]) -> Any:
        """Links filled with one sequence of records (one per member) for each term, in the order of the terms."""
        links = self.links()
        link = links
        for term, rows in zip(reversed(self.terms), reversed(records), strict=True):
            link.head = wp.array(list(rows), dtype=term.record, device="cpu")
            link = link.tail
        return links


def _link(below: Model, term: Term, name: str) -> Model:
    record_type, tail_type = term.record, below.links

    class Link:
        head: wp.array(dtype=record_type)
        tail: tail_type

    # Warp tells struct types apart by name, and this class is made once per model.
    Link.__name__ = Link.__qualname__ = name
    links = wp.struct(Link)

    functions = (_with_wrench(links, below, term), _with_power(links, below, term), _with_settle(links, below, term))
    return Model(*functions, links, (*below.terms, term))


def _with_wrench(links: Any, below: Model, term: Term) -> Any:
    rest, wrench = below.total, term.wrench

    @wp.func
    def total(model: links, member: int, flow: Flow):
        return rest(model.tail, member, flow) + wrench(model.head[member], flow)

    return total


def _with_power(links: Any, below: Model, term: Term) -> Any:
    rest, power = below.demand, term.power
    if power is None:

        @wp.func
        def demand(model: links, member: int, flow: Flow):
            return rest(model.tail, member, flow)
    else:

        @wp.func
        def demand(model: links, member: int, flow: Flow):
            return rest(model.tail, member, flow) + power(model.head[member], flow)

    return demand


def _with_settle(links: Any, below: Model, term: Term) -> Any:
    rest, own = below.settle, term.settle
    if own is None:

        @wp.func
        def settle(model: links, member: int):
            return rest(model.tail, member)
    else:

        @wp.func
        def settle(model: links, member: int):
            own(model.head[member])
            return rest(model.tail, member)

    return settle


@lru_cache(maxsize=64)
def compose(terms: tuple[Term, ...]) -> Model:
    """The model that sums exactly these terms, in this order."""
    model, name = Model(no_force, no_demand, settle_none, NoForce, ()), "Links"
    for term in terms:
        name += "_" + term.record.key.replace(".", "_")
        model = _link(model, term, name)
    return model
