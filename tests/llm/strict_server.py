"""Loopback server that refuses requests as a vendor does, and answers those that follow its rules.

async with StrictServer(refusals_of_deepseek, recordings.openai({"content": "hi"})) as server:
    ... server.url, server.requests, server.refused
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tests.llm.replay_server import Received, ReplayServer, Reply

Json = Any
Rule = Callable[[Mapping[str, Json]], Reply | None]
"""Returns the refusal of a request body, or None if it is accepted."""


def refusal(status: int, body: Json) -> Reply:
    """Return an error response with the JSON `body`."""
    return Reply(json.dumps(body, ensure_ascii=False).encode(), status, {"Content-Type": "application/json"})


def openai_error(message: str, param: str | None = None, code: str | None = None, status: int = 400) -> Reply:
    """Return an error in the form of OpenAI and most gateways."""
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return refusal(status, {"error": error})


def anthropic_error(message: str) -> Reply:
    """Return an error in Anthropic's form."""
    error = {"type": "invalid_request_error", "message": message}
    return refusal(400, {"type": "error", "error": error, "request_id": "req_011"})


def gemini_error(message: str) -> Reply:
    """Return an error in Google's form."""
    return refusal(400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}})


class StrictServer(ReplayServer):
    """Refuses what `rule` refuses. `answers` are the responses to the accepted requests; the last one is repeated."""

    def __init__(self, rule: Rule, *answers: bytes | Reply) -> None:
        super().__init__()
        self._rule = rule
        self._answers = [Reply(each) if isinstance(each, bytes) else each for each in answers]
        self.accepted: list[dict[str, Json]] = []
        self.refused: list[str] = []

    def reply_to(self, request: Received) -> Reply:
        """Return the refusal of `request`, or the next answer."""
        if refused := self._rule(request.body):
            self.refused.append(refused.body.decode())
            return refused
        self.accepted.append(request.body)
        return self._answers[min(len(self.accepted), len(self._answers)) - 1]
