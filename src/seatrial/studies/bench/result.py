"""What a measurement answers, and how a command is timed as a whole process."""

import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """One figure: name, value, unit, and what it was measured on."""

    name: str
    value: float
    unit: str
    note: str = ""


class InvalidState(AssertionError):
    """What was computed is wrong, so that its speed means nothing."""


def valid(holds: bool, what: str) -> None:
    """Refuse to report a speed for a wrong result."""
    if not holds:
        raise InvalidState(f"benchmark refused: {what}")


def process_seconds(arguments: list[str], repeats: int = 3) -> tuple[float, str]:
    """Least wall time [s] of `python ARGUMENTS` as a whole process over some repeats, and its output."""
    best, output = float("inf"), ""
    for _ in range(repeats):
        began = time.perf_counter()
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - began
        valid(done.returncode == 0, f"python {' '.join(arguments)} exits with {done.returncode}: {done.stderr[-300:]}")
        best, output = min(best, seconds), done.stdout
    return best, output


def peak_rss_mb() -> float:
    """Greatest resident memory of this process so far [MB]."""
    scale = 1.0 if sys.platform == "darwin" else 1024.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale / 1e6


def cores() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
