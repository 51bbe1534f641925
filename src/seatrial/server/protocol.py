"""HTTP as uvicorn speaks it, with the connection within reach of a stream, which keeps its buffers short."""

import asyncio
import socket
import sys

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from seatrial.server.replies import json_text
from seatrial.server.safety import SECURITY

_TRANSPORT = "seatrial.transport"
WAITING_BYTES = 2 * 1024
"""Of one stream, what waits in the process for the system to take it [bytes]."""
SENT_BYTES = 8 * 1024
"""Of one stream, what waits in the system for the client [bytes].

Linux doubles it; 30 events a second still get through with a round trip of half a second.
"""


class Connection(H11Protocol):
    """One connection, whose transport is in the scope of its requests."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin."""
        self.app_state = {**self.app_state, _TRANSPORT: transport}
        super().connection_made(transport)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, before any endpoint sees it, in JSON as everything else; then the connection ends.

        msg: uvicorn's words, used where h11 gave no reason.
        """
        reason = sys.exception()
        why = str(reason) if isinstance(reason, h11.RemoteProtocolError) else msg
        body = json_text({"error": f"the request is no HTTP that can be read: {' '.join(why.split())[:200]}"})
        sizes = {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
        headers = [*SECURITY.items(), *sizes.items()]
        for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def keep_short(scope: Scope) -> None:
    """Let little wait for a client that reads slowly.

    By itself Linux holds up to 4 MB for it, which are several minutes of events that are no longer true.
    """
    transport: asyncio.Transport | None = scope.get("state", {}).get(_TRANSPORT)
    if transport is None:
        return  # another server than ours
    transport.set_write_buffer_limits(high=WAITING_BYTES)
    connection: socket.socket | None = transport.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_BYTES)
