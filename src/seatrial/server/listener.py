"""Listen, say where, and stop cleanly."""

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

import uvicorn

from seatrial.errors import InputError
from seatrial.mission.outputs import reason_of
from seatrial.mission.scenario import Scenario
from seatrial.server.app import create_app
from seatrial.server.protocol import Connection
from seatrial.server.settings import Settings, data_folder
from seatrial.server.start import play_scenario, warm
from seatrial.server.state import State

Say = Callable[[str], None]
BACKLOG = 256


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens there; `InputError` when it cannot."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind, protocol)
    except OSError as error:
        raise InputError(f"host {host!r}: cannot be found ({reason_of(error)})") from None
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        raise InputError(f"port {port} on {host}: cannot be used ({reason_of(error)}); --port takes another") from None
    return found


def library_folder(wanted: Path | None, say: Say) -> Path:
    """The folder of the run library; where the usual one cannot be written, one that lasts until the next start."""
    if wanted is not None:
        return wanted
    usual = data_folder()
    try:
        usual.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=usual):
            return usual
    except OSError as error:
        other = Path(tempfile.mkdtemp(prefix="seatrial-"))
        say(f"note: {usual} cannot be written ({reason_of(error)}): runs are kept in {other}; --data takes another")
        return other


class QuietServer(uvicorn.Server):
    """Uvicorn, which a signal ends without an error and whose streams end first."""

    def __init__(self, config: uvicorn.Config, state: State, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._state, self._ready = state, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what waits, then the rest."""
        self._state.stop()
        await super().shutdown(sockets=sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and termination end the server; the second one does not wait for anybody."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def ask(number: int, frame: FrameType | None) -> None:
            if self.should_exit:
                os._exit(128 + number)
            self.should_exit = True

        before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def config_of(app: Any) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Connection,
        ws="none",
        lifespan="on",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=32 * 1024,
    )


def serve(
    settings: Settings, say: Say, scenario: Scenario | None = None, is_playing: bool = False, is_opened: bool = False
) -> None:
    """Serve until Ctrl-C; `say` gets the lines for the terminal.

    scenario    mission that is planned in the default session at the start, and played when `is_playing`
    is_opened   whether a browser is opened

    `InputError` when the port is taken or a folder cannot be used.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="seatrial: %(levelname)s: %(message)s")
    sys.setswitchinterval(0.001)  # the loop waits no longer than this for a thread that computes
    listening = bound_socket(settings.host, settings.port)
    try:
        if not settings.is_local and not settings.token:
            settings = _with_token(settings)
        app = create_app(settings)
    except BaseException:
        listening.close()
        raise
    state: State = app.state.seatrial
    link = link_of(settings, listening.getsockname()[1])

    def ready() -> None:
        say(f"Seatrial serves at {link}")
        if not settings.is_local:
            names = ", ".join(settings.names)
            say(f"Others reach it by the addresses of this machine, or as {names}; --allow-host adds a name.")
        say("Ctrl-C stops it.")
        if is_opened:
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
        loop = asyncio.get_running_loop()
        state.keep(loop.create_task(play_scenario(state, scenario, is_playing) if scenario else warm(state)))

    server = QuietServer(config_of(app), state, ready)
    asyncio.run(server.serve(sockets=[listening]))
    if not state.has_ended:
        # A search of the planner and the compiler cannot be stopped half way, and Python would wait for their threads.
        # Streams, runs and library are closed by now, and a file that is half written goes at the next start.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _with_token(settings: Settings) -> Settings:
    return replace(settings, token=secrets.token_urlsafe(18))


def link_of(settings: Settings, port: int) -> str:
    """The address for a browser, with the token where one is needed."""
    host = "127.0.0.1" if settings.host in ("", "0.0.0.0") else settings.host
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}" + (f"/?token={quote(settings.token)}" if settings.token else "")
