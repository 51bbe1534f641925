"""PNG written by hand: two kinds of picture are all that is needed, and zlib does the work (RFC 2083)."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 4  # of zlib: 1 saves little time, 9 little space
_RGB, _PALETTE = 2, 3
_UP = 2  # filter: each byte minus the one above


def palette_png(pixels: Bytes, colours: Bytes) -> bytes:
    """Picture of palette numbers (rows, columns); `colours` (n, 3), of which number 0 is transparent."""
    extra = _chunk(b"PLTE", colours.astype(np.uint8).tobytes()) + _chunk(b"tRNS", b"\0")
    return _png(pixels, _PALETTE, extra, filtered=False)


def rgb_png(pixels: Bytes) -> bytes:
    """Opaque picture of red, green and blue (rows, columns, 3)."""
    return _png(pixels.reshape(len(pixels), -1), _RGB, b"", filtered=True, columns=pixels.shape[1])


def _png(rows: Bytes, colour_type: int, extra: bytes, filtered: bool, columns: int | None = None) -> bytes:
    columns = rows.shape[1] if columns is None else columns
    lines = np.zeros((len(rows), 1 + rows.shape[1]), np.uint8)
    lines[:, 1:] = rows
    if filtered:
        lines[:, 0] = _UP
        lines[1:, 1:] -= rows[:-1]
    header = struct.pack(">IIBBBBB", columns, len(rows), 8, colour_type, 0, 0, 0)
    data = zlib.compress(lines.tobytes(), _LEVEL)
    return _SIGNATURE + _chunk(b"IHDR", header) + extra + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
