"""The endpoint of the stream."""

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from seatrial.server.state import session_of, state_of
from seatrial.server.stream import EventStream


class StreamEndpoint:
    """GET /api/stream as an ASGI application."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a stream of the session."""
        request = Request(scope, receive)
        hub = state_of(request).hub
        last_id = request.headers.get("last-event-id", "")[:80]
        client = hub.open(session_of(request), request.query_params.get("fields") == "seed", last_id)
        await EventStream(hub, client)(scope, receive, send)


ROUTES = [Route("/api/stream", StreamEndpoint(), methods=["GET"])]
