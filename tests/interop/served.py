"""A real `seatrial serve` in a process of its own, which can be killed and started again on its port."""

import os
import re
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from typing import IO

READY = re.compile(r"http://127\.0\.0\.1:(\d+)")


class Served:
    """The server of one data folder."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data, self.options, self.port = data, options, 0
        self._process: subprocess.Popen[str] | None = None
        self._said: deque[str] = deque(maxlen=100)

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
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"NO_COLOR": "1", "PYTHONFAULTHANDLER": "1"},
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := READY.search(line):
                self.port = int(found.group(1))
                break
        else:
            raise AssertionError("the server ended before it listened")
        self._reader = threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _listen(self, words: IO[str]) -> None:
        for line in words:  # so that its pipe never fills
            self._said.append(line)

    def stop(self) -> None:
        """Kill it as a crash would; an AssertionError with its last words when it had ended by itself."""
        if self._process is None:
            return
        ended = self._process.poll()
        self._process.kill()
        self._process.wait(timeout=30)
        self._reader.join(30.0)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
        assert ended is None, f"the server had ended with {ended}:\n{''.join(self._said)}"
