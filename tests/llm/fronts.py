"""Streams of gateways in front of a provider, built from what their code sends, and what has to be read in them.

The recordings hold streams that end well; these are the ways in which the gateways of users end badly, or say it oddly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deskpet.cli.inspector import gather
from tests.llm.recordings import deltas, gemini, openai, sse


@dataclass(frozen=True)
class Front:
    """A stream of a gateway: the text, the calls and the codes of the notices that it has to give."""

    gateway: str
    what: str
    family: str
    body: bytes
    text: str = ""
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    notices: tuple[str, ...] = ()


def differences(front: Front, cuts: Sequence[int] = (10**9, 7, 1)) -> list[str]:
    """Returns what is read otherwise, for each size of the pieces in bytes."""
    found: list[str] = []
    for cut in cuts:
        pieces = [front.body[start : start + cut] for start in range(0, len(front.body), cut)]
        inspection = gather(iter(deltas(front.family, pieces)))
        read = (inspection.text, tuple(inspection.tools), tuple(notice.code for notice in inspection.notices))
        expected = (front.text, front.calls, front.notices)
        found += [f"cut {cut}: {read}"] if read != expected else []
    return found


def _stopping(*messages: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns chunks with a finish reason each, as gcli2api sends them."""
    return [{"choices": [{"index": 0, "delta": message, "finish_reason": "stop"}]} for message in messages]


def _refusal(message: str) -> bytes:
    return sse({"error": {"message": message, "type": "invalid_request_error"}})


_WAVE = ("wave", {"times": 2})
_CALL = {"index": 0, "id": "c1", "type": "function", "function": {"name": "wave", "arguments": '{"times": 2}'}}
_GEMINI_CALL = {"functionCall": {"name": "wave", "args": {"times": 2}}}
_EMPTY = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": []}
_USAGE = {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 2}}

FRONTS = (
    Front("gcli2api", "stop on every chunk", "openai", sse(*_stopping({"content": "a"}, {"content": "b"})), "ab"),
    Front(
        "gcli2api", "a call and its usage", "openai", sse(*_stopping({"tool_calls": [_CALL]}), _USAGE), calls=(_WAVE,)
    ),
    Front(
        "gcli2api",
        "upstream 503 in mid-stream",
        "openai",
        sse(*_stopping({"content": "Hel"}), _EMPTY),
        "Hel",
        notices=("cut_stream",),
    ),
    Front("gcli2api", "blocked prompt", "openai", sse(_EMPTY), notices=("empty_reply",)),
    *(
        Front("gcli2api", f"placeholder {text}", family, body, notices=("placeholder",))
        for text in ("[响应为空，请重新尝试]", "[模型正在思考中，请稍后再试或重新提问]")
        for family, body in (
            ("openai", sse(*_stopping({"role": "assistant", "content": ""}, {"content": text}))),
            ("gemini", gemini([{"text": text}])),
        )
    ),
    *(
        Front("Gemini gateways", f"finish {reason}", "gemini", gemini([_GEMINI_CALL], finish=reason), calls=(_WAVE,))
        for reason in ("FUNCTION_CALL", "TOOL_CALLS", "tool_calls")
    ),
    Front(
        "Gemini gateways",
        "an unknown finish without calls",
        "gemini",
        gemini([{"text": "a"}], finish="FUNCTION_CALL"),
        "a",
        notices=("ended_badly",),
    ),
    *(
        Front("refusals in a 200", message, "openai", _refusal(message), notices=("tools_refused",))
        for message in (
            "tiny does not support tools",
            "tools is not supported in this model",
            "Function calling is not enabled for models/tiny",
            '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
            "tools param requires --jinja flag",
            "Unrecognized request argument supplied: tools",
            "No endpoints found that support tool use",
            "模型不支持工具调用",
        )
    ),
    Front("OpenAI", "usage after the end", "openai", openai({"content": "a"}) + sse(_USAGE), "a"),
)
