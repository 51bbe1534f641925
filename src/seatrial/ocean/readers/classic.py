"""How long a NetCDF-3 file must be after its header.

The netCDF library answers with zeros for what lies beyond the end of a classic file, so a download that broke off would
look like still water. The header says where every variable ends (format: Unidata, "NetCDF Classic Format
Specification").
"""

import struct
from pathlib import Path
from typing import BinaryIO

SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8, 7: 1, 8: 2, 9: 4, 10: 8, 11: 8}
"""Bytes of each external type."""

LARGEST_COUNT = 1 << 24
"""More dimensions, attributes or variables than this are damage."""


class _Header:
    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        version = self.take(4)[3]
        self.wide = version == 5
        self.offset_format = ">i" if version == 1 else ">q"

    def take(self, count: int) -> bytes:
        data = self.file.read(count)
        if len(data) < count:
            raise EOFError("the header ends early")
        return data

    def count(self) -> int:
        (value,) = struct.unpack(">q", self.take(8)) if self.wide else struct.unpack(">I", self.take(4))
        return int(value)

    def tag(self) -> None:
        self.take(4)

    def items(self) -> range:
        self.tag()
        count = self.count()
        if not 0 <= count <= LARGEST_COUNT:
            raise ValueError("count")
        return range(count)

    def name(self) -> None:
        self.skip(self.count())

    def skip(self, count: int) -> None:
        self.take(count + -count % 4)

    def attributes(self) -> None:
        for _ in self.items():
            self.name()
            (kind,) = struct.unpack(">i", self.take(4))
            self.skip(self.count() * SIZES[kind])


def expected_size(path: Path) -> int | None:
    """Least size in bytes that the header of the NetCDF-3 file at `path` asks for; None when the header is damaged.

    A file whose number of records is still open ("streaming") counts as one without records.
    """
    try:
        with open(path, "rb") as file:
            header = _Header(file)
            records = header.count()
            open_count = (1 << 64) - 1 if header.wide else (1 << 32) - 1
            records = 0 if records in (open_count, -1) else records
            lengths = []
            for _ in header.items():
                header.name()
                lengths.append(header.count())
            header.attributes()
            return max(_end(header, lengths, records), file.tell())
    except (EOFError, KeyError, IndexError, ValueError, struct.error, OverflowError, MemoryError):
        return None


def _end(header: _Header, lengths: list[int], records: int) -> int:
    ends, record_parts = [0], []
    for _ in header.items():
        header.name()
        count = header.count()
        shape = [lengths[header.count()] for _ in range(count)]
        header.attributes()
        (kind,) = struct.unpack(">i", header.take(4))
        header.count()
        (begin,) = struct.unpack(header.offset_format, header.take(struct.calcsize(header.offset_format)))
        is_record = bool(shape) and shape[0] == 0
        size = SIZES[kind]
        for length in shape[1:] if is_record else shape:
            size *= length
        if is_record:
            record_parts.append((begin, size))
        else:
            ends.append(begin + size)
    if records and record_parts:
        # a lone record variable is not padded to four bytes, several are
        stride = record_parts[0][1] if len(record_parts) == 1 else sum(size + -size % 4 for _, size in record_parts)
        ends += [begin + (records - 1) * stride + size for begin, size in record_parts]
    return max(ends)
