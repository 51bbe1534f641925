"""A real `seatrial serve` in a process of its own, which can be killed and started again on its port."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

READY = re.compile(r"http://127\.0\.0\.1:(\d+)")


class Served:
    """The server of one data folder."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data, self.options, self.port = data, options, 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def start(self) -> None:
        """Start and wait until it says where it listens; a second start takes the port of the first."""
        command = [sys.executable, "-m", "seatrial.cli", "serve", "--port", str(self.port), "--data", str(self.data)]
        command += self.options
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | {"NO_COLOR": "1"}
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := READY.search(line):
                self.port = int(found.group(1))
                break
        else:
            raise AssertionError("the server ended before it listened")
        threading.Thread(target=self._process.stdout.read, daemon=True).start()  # so that its pipe never fills

    def stop(self) -> None:
        """Kill it as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(timeout=30)
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None
