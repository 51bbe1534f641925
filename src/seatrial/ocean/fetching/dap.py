"""DAP2, the protocol of OPeNDAP, as far as grids need it: descriptions, constraints, and the binary answer.

The netCDF library has a client of its own, which the tests hold this one against. It is not used here because it
neither tries again nor stops on Ctrl-C while it waits, and writes its troubles to standard error. Protocol: "The
Data Access Protocol - DAP 2.0", ESE-RFC-004.1.2 (NASA, 2007).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FetchError

Attributes = dict[str, "str | float | int | list[float]"]
"""Attributes of one variable."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\];:=,]|[^\s{}\[\];:=,"]+')
_WIRE = {
    "Int16": ">i4", "UInt16": ">u4", "Int32": ">i4", "UInt32": ">u4", "Float32": ">f4", "Float64": ">f8",
}  # fmt: skip
"""How numbers travel: 16-bit ones as 32 bits. Bytes travel as they are, padded to a multiple of 4."""
_KIND = {
    "Byte": "u1", "Int16": "i2", "UInt16": "u2", "Int32": "i4", "UInt32": "u4", "Float32": "f4", "Float64": "f8",
}  # fmt: skip


@dataclass(frozen=True)
class Variable:
    """One array of a data set: DAP type, name, and its dimensions by name and size, in order."""

    type: str
    name: str
    dimensions: tuple[tuple[str, int], ...]

    @property
    def dtype(self) -> np.dtype:
        """Type in memory, native byte order."""
        return np.dtype(_KIND[self.type])

    @property
    def count(self) -> int:
        """Number of values."""
        return int(np.prod([size for _, size in self.dimensions], dtype=np.int64))

    @property
    def wire_bytes(self) -> int:
        """Bytes of the array in an answer, its two counts included."""
        if self.type == "Byte":
            return 8 + (self.count + 3) // 4 * 4
        return 8 + self.count * np.dtype(_WIRE[self.type]).itemsize


def constraint(name: str, slices: Sequence[slice]) -> str:
    """`name[first:step:last]...` of slices with non-negative start, stop and step, ready for a URL."""
    ranges = "".join(f"[{s.start}:{s.step or 1}:{range(s.start, s.stop, s.step or 1)[-1]}]" for s in slices)
    return quote(name + ranges, safe=":,")  # Tomcat refuses bare brackets


def _tokens(text: str) -> Iterator[str]:
    return iter(_TOKEN.findall(text))


def _expect(tokens: Iterator[str], *words: str) -> None:
    for word in words:
        if next(tokens).lower() != word:
            raise ValueError(f"no {word} where one belongs")


def parse_dds(text: str, where: str) -> list[tuple[str, list[Variable]]]:
    """What a DDS declares, in order: name, and the arrays that an answer carries for it; a grid has its maps too.

    FetchError naming `where` when it is not a DDS of arrays and grids.
    """
    tokens = _tokens(text)
    try:
        _expect(tokens, "dataset", "{")
        found = []
        while (word := next(tokens)) != "}":
            found.append(_declaration(word, tokens))
        return found
    except (StopIteration, ValueError, KeyError):
        raise FetchError(f"{where}: answers something that is no description of arrays and grids (DDS)") from None


def _declaration(word: str, tokens: Iterator[str]) -> tuple[str, list[Variable]]:
    if word.lower() not in ("grid", "structure"):
        array = _array(word, tokens)
        return array.name, [array]
    _expect(tokens, "{")
    parts: list[Variable] = []
    while (inner := next(tokens)) != "}":
        if inner.lower().rstrip(":") in ("array", "maps"):
            continue
        if inner != ":":
            parts += _declaration(inner, tokens)[1]
    name = next(tokens)
    _expect(tokens, ";")
    return name, parts


def _array(type_name: str, tokens: Iterator[str]) -> Variable:
    name, dimensions = next(tokens), []
    while (word := next(tokens)) != ";":
        if word != "[":
            raise ValueError(f"{word} where a dimension begins")
        first = next(tokens)
        if (after := next(tokens)) == "=":
            dimensions.append((first, int(next(tokens))))
            after = next(tokens)
        else:
            dimensions.append((name, int(first)))
        if after != "]":
            raise ValueError(f"{after} where a dimension ends")
    if type_name not in _KIND and type_name not in ("String", "Url"):
        raise ValueError(f"type {type_name}")
    return Variable(type_name, name, tuple(dimensions))


def parse_das(text: str, where: str) -> dict[str, Attributes]:
    """Attributes by variable. FetchError naming `where` when it is no DAS. Groups inside a variable are left out."""
    tokens = _tokens(text)
    try:
        _expect(tokens, "attributes", "{")
        found: dict[str, Attributes] = {}
        while (word := next(tokens)) != "}":
            _expect(tokens, "{")
            found[word] = _attributes(tokens)
        return found
    except (StopIteration, ValueError):
        raise FetchError(f"{where}: answers something that is no list of attributes (DAS)") from None


def _attributes(tokens: Iterator[str]) -> Attributes:
    found: Attributes = {}
    while (kind := next(tokens)) != "}":
        name = next(tokens)
        if name == "{":
            _attributes(tokens)
            continue
        values = []
        while (word := next(tokens)) != ";":
            if word != ",":
                values.append(word)
        found[name] = _attribute(kind, values)
    return found


def _attribute(kind: str, values: list[str]) -> str | float | int | list[float]:
    """Numbers as such; text, and what should be a number and is none, as text."""
    if kind not in ("String", "Url"):
        try:
            numbers = [float(v) if kind.startswith("Float") else int(v) for v in values]
            return numbers[0] if len(numbers) == 1 else [float(n) for n in numbers]
        except ValueError:
            pass
    return "\n".join(re.sub(r"\\(.)", r"\1", v.strip('"')) for v in values)


def problem_of(body: bytes, wanted: Sequence[Variable]) -> str:
    """Why `body` is not the answer that carries exactly the arrays `wanted`, in a few words; nothing when it is."""
    head, data = _split(body)
    if head.lstrip().startswith("Error"):
        message = re.search(r'message\s*=\s*"((?:[^"\\]|\\.)*)"', head)
        return f"reports an error: {' '.join((message[1] if message else head).split())[:200]}"
    try:
        arrays = [array for _, group in parse_dds(head, "") for array in group]
    except FetchError:
        return "sent something that is no DAP2 answer"
    shape = [(a.type, a.name, [n for _, n in a.dimensions]) for a in arrays]
    if shape != [(a.type, a.name, [n for _, n in a.dimensions]) for a in wanted]:
        return f"sent {_listed(arrays)}, asked for was {_listed(wanted)}"
    size = sum(a.wire_bytes for a in arrays)
    return "" if len(data) == size else f"sent {len(data)} bytes of data, {size} belong to the arrays"


def parse_dods(body: bytes, where: str) -> dict[str, NDArray]:
    """Arrays of a binary answer by name, in native types. FetchError naming `where` when data and description differ.

    A grid's own array and its maps have their own names; a map that comes twice is taken once.
    """
    head, data = _split(body)
    arrays = [array for _, group in parse_dds(head, where) for array in group]
    found, at = {}, 0
    for array in arrays:
        counts = np.frombuffer(data[at : at + 8], ">u4")
        values = data[at + 8 : at + array.wire_bytes]
        if counts.tolist() != [array.count] * 2 or len(values) != array.wire_bytes - 8:
            raise FetchError(f"{where}: {array.name} does not have the {array.count} values that were announced")
        wire = "u1" if array.type == "Byte" else _WIRE[array.type]
        shape = [size for _, size in array.dimensions]
        found[array.name] = np.frombuffer(values, wire, array.count).astype(array.dtype).reshape(shape)
        at += array.wire_bytes
    return found


def _split(body: bytes) -> tuple[str, bytes]:
    found = re.search(rb"\r?\nData:\r?\n", body)
    if not found:
        return body[:10_000].decode("utf-8", "replace"), b""
    return body[: found.start()].decode("utf-8", "replace"), body[found.end() :]


def _listed(arrays: Sequence[Variable]) -> str:
    return ", ".join(f"{a.name}[{'x'.join(str(n) for _, n in a.dimensions)}]" for a in arrays)
