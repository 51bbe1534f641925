"""Warp as the project uses it: quiet, without derivatives, imported only when something is about to be computed."""

from types import ModuleType

import warp

# Warp announces itself on stdout and warns about a missing GPU driver; `--json` must print one object and nothing else.
warp.config.log_level = warp.LOG_ERROR
# Adjoint code doubles the time that a kernel takes to compile and nothing here differentiates.
warp.config.enable_backward = False


def start() -> ModuleType:
    """Warp, configured; its native library is loaded on the first call (0.6 to 1 s)."""
    warp.init()
    return warp
