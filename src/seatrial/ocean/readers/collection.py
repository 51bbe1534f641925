"""One or several files as one: patterns, lists, and the files that hold a variable."""

import glob
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seatrial.errors import FileFormatError, InputError
from seatrial.ocean.netcdf import alone
from seatrial.ocean.readers.decoding import decode
from seatrial.ocean.readers.opening import RawFile, as_text, open_raw, refuse_address

Files = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""A path, a pattern with `*`, `?` or `[...]`, or several of them."""

Order = NDArray[np.intp]
"""Indices along a dimension of a file, in the order in which they are wanted."""


@dataclass(frozen=True, eq=False)
class Variable:
    """A variable of one file, decoded as it is read."""

    file: RawFile
    name: str

    @property
    def where(self) -> str:
        """File and variable, as messages begin."""
        return f"{self.file.path}: {self.name}"

    @property
    def dims(self) -> tuple[str, ...]:
        """Names of the dimensions in the order of the file."""
        return tuple(str(d) for d in self.file.data.variables[self.name].dims)

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the dimensions."""
        return tuple(self.file.data.variables[self.name].shape)

    @property
    def attributes(self) -> Mapping[str, Any]:
        """Attributes as they are in the file."""
        return self.file.attributes(self.name)

    @property
    def is_numeric(self) -> bool:
        """Whether it holds numbers."""
        return self.file.data.variables[self.name].dtype.kind in "iufb"

    def text(self, key: str) -> str:
        """An attribute as text, "" when it is absent."""
        return as_text(self.attributes.get(key))

    def read(self, wanted: Mapping[str, Order] | None = None) -> NDArray[np.float64]:
        """Decoded values, dimensions as in the file; of each dimension in `wanted` only the indices given there.

        NaN is no data. FileFormatError when the file cannot be read there or holds no numbers.
        """
        orders = [None if wanted is None else wanted.get(dim) for dim in self.dims]
        shape = tuple(n if o is None else o.size for n, o in zip(self.shape, orders, strict=True))
        parts = [[(slice(None), slice(None))] if o is None else runs(o) for o in orders]
        raw = np.empty(shape, self.file.data.variables[self.name].dtype)
        if not self.is_numeric:
            raise FileFormatError(f"{self.where}: does not hold numbers")
        if 0 not in shape:
            self._fill(raw, parts)
        return decode(raw, self.attributes)

    def _fill(self, raw: NDArray[Any], parts: list[list[tuple[slice, slice]]]) -> None:
        variable = self.file.data.variables[self.name]
        for chosen in product(*parts):
            inside = tuple(b if b.step is None or b.step > 0 else _turned(b) for _, b in chosen)
            try:
                with alone():
                    block = np.asarray(variable[inside].values)
            except Exception as error:
                # netCDF4, zarr and numcodecs raise many things for damaged chunks
                reason = str(error).splitlines()[0] if str(error) else type(error).__name__
                raise FileFormatError(f"{self.where}: damaged data: {reason}") from None
            turn = tuple(slice(None, None, -1 if b.step is not None and b.step < 0 else None) for _, b in chosen)
            raw[tuple(a for a, _ in chosen)] = block[turn]


def _turned(run: slice) -> slice:
    """The same indices upwards: files are read faster so, and some cannot be read otherwise."""
    count = (run.start - (run.stop if run.stop is not None else -1) - 1) // -run.step + 1
    last = run.start + (count - 1) * run.step
    return slice(last, run.start + 1, -run.step)


def runs(order: Order) -> list[tuple[slice, slice]]:
    """Even runs of `order`: where each goes, and the slice of the file that it is. Descending runs stay descending."""
    found, start = [], 0
    while start < order.size:
        if start + 1 == order.size:
            end, step = start + 1, 1
        else:
            step = int(order[start + 1] - order[start])
            breaks = np.flatnonzero(np.diff(order[start:]) != step)
            end = order.size if breaks.size == 0 else start + int(breaks[0]) + 1
            if step == 0:
                end, step = start + 1, 1
        first, last = int(order[start]), int(order[end - 1])
        stop: int | None = last + (1 if step > 0 else -1)
        found.append((slice(start, end), slice(first, None if stop is not None and stop < 0 else stop, step)))
        start = end
    return found


@dataclass(frozen=True, eq=False)
class Collection:
    """Files that are read as one."""

    files: tuple[RawFile, ...]

    @property
    def name(self) -> str:
        """Name of the first file."""
        return self.files[0].name

    @property
    def where(self) -> str:
        """The first file and how many others, as messages begin."""
        first, *others = self.files
        return f"{first.path} and {len(others)} more" if others else str(first.path)

    def variables(self) -> dict[str, Variable]:
        """Every variable by name, from the first file that has it."""
        found: dict[str, Variable] = {}
        for file in self.files:
            for name in file.data.variables:
                found.setdefault(str(name), Variable(file, str(name)))
        return found

    def holders(self, name: str) -> list[Variable]:
        """The variable in each file that has it."""
        return [Variable(file, name) for file in self.files if name in file.data.variables]

    def first(self, *names: str) -> Variable | None:
        """The first of `names` that some file has."""
        for name in names:
            for file in self.files:
                if name in file.data.variables:
                    return Variable(file, name)
        return None

    def attribute(self, *names: str) -> Any:
        """The first global attribute of these names that some file has, else None."""
        for name in names:
            for file in self.files:
                if name in file.data.attrs:
                    return file.data.attrs[name]
        return None


def paths_of(files: Files) -> list[Path]:
    """The files that patterns and lists name, in order, none twice. InputError when there is none."""
    given = [files] if isinstance(files, str | os.PathLike) else list(files)
    if not given:
        raise InputError("files = []: must name at least one file")
    found: dict[Path, None] = {}
    for item in given:
        text = os.fspath(item)
        refuse_address(text)
        if any(mark in text for mark in "*?[") and not Path(text).exists():
            matches = sorted(glob.glob(text, recursive=True))
            if not matches:
                raise InputError(f"{text}: no file matches this pattern")
            found.update(dict.fromkeys(Path(match) for match in matches))
        else:
            found[Path(text)] = None
    return list(found)


def open_collection(files: Files) -> Collection:
    """The files opened, nothing decoded. FileFormatError or InputError naming the file that is not good."""
    return Collection(tuple(open_raw(path) for path in paths_of(files)))
