"""Answers in JSON, and what a request is refused with."""

from typing import Any

import orjson
from starlette.responses import Response


class Refusal(Exception):
    """An answer of 4xx: `error` is one line for the user, `detail` says more where the text of `error` is fixed."""

    def __init__(self, status: int, error: str, detail: str = "") -> None:
        super().__init__(error)
        self.status, self.error, self.detail = status, error, detail


def json_text(value: Any) -> bytes:
    """JSON in UTF-8; numbers that are not finite become null."""
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)


def json_reply(value: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return text_reply(json_text(value), status)


def text_reply(text: bytes, status: int = 200) -> Response:
    """An answer whose JSON is written already."""
    return Response(text, status, {"cache-control": "no-store"}, "application/json")


def error_reply(status: int, error: str, detail: str = "") -> Response:
    """An answer that says in one line what is wrong."""
    line = " ".join(error.split())
    return json_reply({"error": line, "detail": detail} if detail else {"error": line}, status)
