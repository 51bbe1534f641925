"""Forces composed into one model: a linked list of records that the kernel walks at compile time.

A force module offers `Record` (a Warp struct) and `wrench(record, flow)`. Each link holds the record array of one force
(`head`) and the links before it (`tail`), so that a kernel contains exactly the forces that its vehicles use.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from seatrial.dynamics.flow import Flow
from seatrial.dynamics.scalar import vec6, wp


@wp.struct
class NoForce:
    """End of the list."""

    unused: int


@wp.func
def no_force(model: NoForce, member: int, flow: Flow):
    """Sum over no force."""
    return vec6()


@dataclass(frozen=True)
class Term:
    """One kind of force: its record type and its wrench, a Warp function (record, flow) -> six-vector."""

    record: Any
    wrench: Any


@dataclass(frozen=True)
class Force:
    """A force of one vehicle beside the built-in ones: its kind and its record."""

    term: Term
    record: Any


@dataclass(frozen=True)
class Model:
    """A sum of forces: Warp function (links, member, flow) -> six-vector, and the struct type of the links."""

    total: Any
    links: Any
    terms: tuple[Term, ...]

    def pack(self, records: Sequence[Sequence[Any]]) -> Any:
        """Links filled with one sequence of records (one per member) for each term, in the order of the terms."""
        links = self.links()
        link = links
        for term, rows in zip(reversed(self.terms), reversed(records), strict=True):
            link.head = wp.array(list(rows), dtype=term.record, device="cpu")
            link = link.tail
        return links


def _link(total: Callable[..., Any], tail_type: Any, term: Term, name: str) -> tuple[Any, Any]:
    record_type, wrench = term.record, term.wrench

    class Link:
        head: wp.array(dtype=record_type)
        tail: tail_type

    # Warp tells struct types apart by name, and this class is made once per model.
    Link.__name__ = Link.__qualname__ = name
    links = wp.struct(Link)

    @wp.func
    def both(model: links, member: int, flow: Flow):
        return total(model.tail, member, flow) + wrench(model.head[member], flow)

    return both, links


@lru_cache(maxsize=64)
def compose(terms: tuple[Term, ...]) -> Model:
    """The model that sums exactly these terms, in this order."""
    total, links, name = no_force, NoForce, "Links"
    for term in terms:
        name += "_" + term.record.key.replace(".", "_")
        total, links = _link(total, links, term, name)
    return Model(total, links, terms)
