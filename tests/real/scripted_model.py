"""A model on loopback for the coding agents: it makes one call of a tool, and then says a closing sentence.

It speaks chat completions and responses (OpenAI), messages (Anthropic) and generateContent (Gemini). Requests that
offer no such tool, such as those for a title, get the sentence.
"""

import contextlib
import json
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SENTENCE = "All done."
_CHOICES = [{"label": "Red", "description": "Warm"}, {"label": "Blue", "description": "Cold"}]
_QUESTION = {"question": "Which colour?", "header": "Colour", "options": _CHOICES}


@dataclass(frozen=True, slots=True)
class Script:
    """What the model does: it runs `command`, or asks a question without one.

    gate: answers wait until it is set. is_silent: whether it only says the sentence.
    """

    command: str = ""
    is_silent: bool = False
    gate: threading.Event = field(default_factory=threading.Event)

    def call(self, offered: Iterable[str]) -> tuple[str, dict[str, Any]] | None:
        """Return the name and the arguments of the call, None if no tool for it is offered."""
        calls = {} if self.is_silent else _shells(self.command) if self.command else _questions()
        return next(((name, calls[name]) for name in offered if name in calls), None)


def _shells(command: str) -> dict[str, dict[str, Any]]:
    plain = {"command": command, "description": "Make a file"}
    escalated = {"cmd": command, "sandbox_permissions": "require_escalated", "justification": "The test wants it"}
    return {
        "Bash": plain,
        "bash": plain,
        "run_shell_command": plain | {"is_background": False},
        "exec_command": escalated,
    }


def _questions() -> dict[str, dict[str, Any]]:
    asked = {"questions": [_QUESTION | {"multiSelect": False}]}
    return {
        "AskUserQuestion": asked,
        "ask_user_question": asked,
        "question": {"questions": [_QUESTION]},
        "ask_user": {"questions": [_QUESTION | {"type": "choice"}]},
        "request_user_input": {"questions": [_QUESTION | {"id": "colour"}]},
    }


class _Handler(BaseHTTPRequestHandler):
    script: Script
    requests: list[dict[str, Any]]

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the overridden method
        """Print nothing."""

    def do_GET(self) -> None:
        self._send("application/json", [json.dumps({"object": "list", "data": [{"id": "scripted"}]})])

    def do_HEAD(self) -> None:
        self._send("application/json", [])

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        path = self.path.partition("?")[0]
        if path.endswith(("/count_tokens", ":countTokens")):
            self._send("application/json", [json.dumps({"input_tokens": 5, "totalTokens": 5})])
            return
        self.requests.append(body)
        self.script.gate.wait()
        if path.endswith("/responses"):
            self._send("text/event-stream", _response(body, self.script))
        elif path.endswith("/messages"):
            self._send_message(body)
        elif path.endswith(":streamGenerateContent"):
            self._send("text/event-stream", [f"data: {json.dumps(_generated(body, self.script))}\n\n"])
        elif path.endswith(":generateContent"):
            self._send("application/json", [json.dumps(_generated(body, self.script))])
        else:
            self._send("text/event-stream", _completion(body, self.script))

    def _send_message(self, body: dict[str, Any]) -> None:
        if body.get("stream"):
            self._send("text/event-stream", _message_events(body, self.script))
        else:
            self._send("application/json", [json.dumps(_message(body, self.script))])

    def _send(self, kind: str, texts: Iterable[str]) -> None:
        data = "".join(texts).encode()
        # An agent that is interrupted does not wait for its answer.
        with contextlib.suppress(ConnectionError):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)


def _completion(body: dict[str, Any], script: Script) -> Iterator[str]:
    call = script.call(each["function"]["name"] for each in body.get("tools") or [])
    delta: dict[str, Any] = {"role": "assistant", "content": SENTENCE}
    reason = "stop"
    if call and not any(each["role"] == "tool" for each in body["messages"]):
        function = {"name": call[0], "arguments": json.dumps(call[1])}
        calls = [{"index": 0, "id": "call_1", "type": "function", "function": function}]
        delta, reason = {"role": "assistant", "content": None, "tool_calls": calls}, "tool_calls"
    usage = {"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10}
    for choices in ([{"index": 0, "delta": delta}], [{"index": 0, "delta": {}, "finish_reason": reason}], []):
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": choices}
        yield f"data: {json.dumps(chunk | ({} if choices else {'usage': usage}))}\n\n"
    yield "data: [DONE]\n\n"


def _response(body: dict[str, Any], script: Script) -> Iterator[str]:
    is_answered = any(isinstance(each, dict) and "output" in str(each.get("type")) for each in body["input"])
    call = None if is_answered else script.call(str(each.get("name")) for each in body.get("tools") or [])
    content = [{"type": "output_text", "text": SENTENCE}]
    item: dict[str, Any] = {"type": "message", "role": "assistant", "id": "m1", "content": content}
    if call:
        item = {"type": "function_call", "call_id": "call_1", "name": call[0], "arguments": json.dumps(call[1])}
    usage = {"input_tokens": 5, "output_tokens": 5, "total_tokens": 10}
    for kind, more in (
        ("response.created", {"response": {"id": "r1"}}),
        ("response.output_item.done", {"item": item}),
        ("response.completed", {"response": {"id": "r1", "usage": usage}}),
    ):
        yield _event(kind, more)


def _message(body: dict[str, Any], script: Script) -> dict[str, Any]:
    blocks = [
        each for message in body["messages"] if isinstance(message["content"], list) for each in message["content"]
    ]
    is_answered = any(each.get("type") == "tool_result" for each in blocks)
    call = None if is_answered else script.call(str(each.get("name")) for each in body.get("tools") or [])
    block: dict[str, Any] = {"type": "text", "text": SENTENCE}
    if call:
        block = {"type": "tool_use", "id": "toolu_1", "name": call[0], "input": call[1]}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", "scripted"),
        "content": [block],
        "stop_reason": "tool_use" if call else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 5, "output_tokens": 5},
    }


def _message_events(body: dict[str, Any], script: Script) -> Iterator[str]:
    message = _message(body, script)
    (block,) = message["content"]
    start, delta = block | {"text": ""}, {"type": "text_delta", "text": SENTENCE}
    if block["type"] == "tool_use":
        start = block | {"input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    yield _event("message_start", {"message": message | {"content": [], "stop_reason": None}})
    yield _event("content_block_start", {"index": 0, "content_block": start})
    yield _event("content_block_delta", {"index": 0, "delta": delta})
    yield _event("content_block_stop", {"index": 0})
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield _event("message_delta", {"delta": ended, "usage": {"output_tokens": 5}})
    yield _event("message_stop", {})


def _event(kind: str, values: dict[str, Any]) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind} | values)}\n\n"


def _generated(body: dict[str, Any], script: Script) -> dict[str, Any]:
    is_answered = any("functionResponse" in part for each in body["contents"] for part in each.get("parts", []))
    declared = [each for tool in body.get("tools") or [] for each in tool.get("functionDeclarations", [])]
    call = None if is_answered else script.call(each["name"] for each in declared)
    part: dict[str, Any] = {"text": SENTENCE}
    if "responseJsonSchema" in body.get("generationConfig", {}) or "responseSchema" in body.get("generationConfig", {}):
        part = {"text": json.dumps({"reasoning": "plain", "model_choice": "flash", "complexity_score": 1})}
    if call:
        part = {"functionCall": {"name": call[0], "args": call[1]}}
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 5, "totalTokenCount": 10}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage}


@dataclass(frozen=True, slots=True)
class Model:
    """A model that listens at `origin`, and the bodies of the requests that it has got."""

    origin: str
    requests: list[dict[str, Any]]

    @property
    def url(self) -> str:
        """The base URL of the OpenAI forms."""
        return f"{self.origin}/v1"


@contextmanager
def serving(script: Script) -> Generator[Model]:
    """Serve on loopback during the block."""
    requests: list[dict[str, Any]] = []
    handler = type("Handler", (_Handler,), {"script": script, "requests": requests})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Model(f"http://127.0.0.1:{server.server_port}", requests)
        script.gate.set()
        server.shutdown()
        thread.join()
