"""Warp as the project uses it: quiet, without derivatives, imported only when something is about to be computed."""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType

import warp

from seatrial.dynamics.kernel_cache import usable_cache

# Warp announces itself on stdout and warns about a missing GPU driver; `--json` must print one object and nothing else.
warp.config.log_level = warp.LOG_ERROR
# Adjoint code doubles the time that a kernel takes to compile and nothing here differentiates.
warp.config.enable_backward = False


@contextmanager
def _native_warnings_off() -> Iterator[None]:
    """Keep what native code writes to file descriptor 2 off the terminal.

    Warp's library writes a warning there on every machine without an NVIDIA driver, whatever its log level.
    """
    try:
        saved = os.dup(2)
    except OSError:  # the process has no standard error, so there is nothing to keep quiet
        yield
        return
    if sys.stderr is not None:
        sys.stderr.flush()
    silence = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(silence, 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(silence)


@cache
def start() -> ModuleType:
    """Warp, configured; its native library is loaded on the first call (0.6 to 1 s)."""
    note = usable_cache()
    if note:
        warnings.warn(note, RuntimeWarning, stacklevel=2)
    with _native_warnings_off():
        warp.init()
    return warp
