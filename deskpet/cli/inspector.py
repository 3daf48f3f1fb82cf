"""`deskpet inspect-stream`: parse recorded responses with the provider parsers and print one JSON object per file.

Users report a provider's quirk with it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, assert_never

from deskpet.chat import model
from deskpet.chat.call_collector import CallCollector, CallCompleted, CallEvent, parse_arguments
from deskpet.chat.completion import TextAccumulator
from deskpet.chat.messages import Notice
from deskpet.chat.textmode.parser import ParsedItem, TextCallParser
from deskpet.chat.tool import plain_name
from deskpet.config.choices import Provider
from deskpet.llm import errors
from deskpet.llm.answer_parser import AnswerParser
from deskpet.llm.anthropic import AnthropicParser
from deskpet.llm.gemini import GeminiParser
from deskpet.llm.openai import OpenAIParser
from deskpet.processes import console
from deskpet.processes.console import ExitCode
from deskpet.statistics.log import json_line

PARSERS: dict[str, Callable[[], AnswerParser]] = {
    Provider.OPENAI: OpenAIParser,
    Provider.GEMINI: GeminiParser,
    Provider.ANTHROPIC: AnthropicParser,
}
# Notices about a cut, empty or blocked answer: here the server reported no error and sent nothing unreadable.
_NO_ERRORS = ("cut_stream", "empty_reply", "placeholder", "blocked", "ended_badly")
_HEAD_BYTES = 64 * 1024
_SIGNATURES = {
    Provider.ANTHROPIC: re.compile(
        rb'"type"\s*:\s*"(?:message_start|content_block_start|content_block_delta|message_delta|message_stop)"'
        rb'|^event: *(?:message_start|content_block_start)|"type"\s*:\s*"message"\s*[,}]',
        re.MULTILINE,
    ),
    Provider.GEMINI: re.compile(rb'"(?:candidates|usageMetadata|promptFeedback|modelVersion)"\s*:'),
}


@dataclass(slots=True)
class Inspection:
    """Content of a recorded answer, gathered from its deltas."""

    text: str = ""
    reasoning: str = ""
    tools: list[tuple[str, dict[str, Any] | None]] = field(default_factory=list[tuple[str, dict[str, Any] | None]])
    images: int = 0
    finish: str | None = None
    notices: list[Notice] = field(default_factory=list[Notice])

    @property
    def error(self) -> bool:
        """Whether the server reported an error, or sent something unreadable."""
        return any(notice.level == "error" and notice.code not in _NO_ERRORS for notice in self.notices)


def guess_family(recorded: bytes) -> str:
    """Guess the wire format from the start of a recording; OPENAI if there is no sign of another.

    Anthropic's events have a `type` that is unique to them (message_start, content_block_delta...); Gemini's objects
    have `candidates`, `usageMetadata`, `promptFeedback` or `modelVersion`. The model's own text can't match, because
    quotes inside a JSON string are escaped.
    """
    head = recorded[:_HEAD_BYTES]
    found: dict[str, re.Match[bytes] | None] = {family: mark.search(head) for family, mark in _SIGNATURES.items()}
    starts = {family: match.start() for family, match in found.items() if match}
    if b'"choices"' in head:
        starts[Provider.OPENAI] = head.index(b'"choices"')
    if not starts and re.search(rb'"type"\s*:\s*"error"', head):
        return Provider.ANTHROPIC
    return min(starts, key=starts.__getitem__, default=Provider.OPENAI)


def inspect(recorded: bytes, family: str | None = None, cut: int | None = None) -> Inspection:
    """Feed `recorded` to the parser of `family` (guessed if None), in pieces of `cut` bytes."""
    parser = PARSERS[family or guess_family(recorded)]()
    size = cut if cut and cut > 0 else max(len(recorded), 1)

    def deltas() -> Iterator[model.Delta]:
        for start in range(0, len(recorded), size):
            yield from parser.feed(recorded[start : start + size])
        yield from parser.close()

    return gather(deltas())


def gather(deltas: Iterator[model.Delta]) -> Inspection:
    """Collect the deltas of a whole answer."""
    inspection = Inspection()
    accumulator = TextAccumulator()
    calls: list[CallEvent] = []
    collector = CallCollector()
    for delta in _without_marks(deltas):
        accumulator.take(delta)
        match delta:
            case model.TextDelta(text) if text.strip():
                calls += collector.report_text()
            case model.CallDelta():
                calls += collector.feed(delta)
            case model.ImageDelta():
                inspection.images += 1
            case model.FinishDelta(reason):
                inspection.finish = reason
            case model.NoticeDelta(notice):
                inspection.notices.append(notice)
            case (
                model.TextDelta()
                | model.ThinkingDelta()
                | model.TextWasThinkingDelta()
                | model.ThinkingWasTextDelta()
                | model.UsageDelta()
            ):
                pass
            case _:
                assert_never(delta)
    calls += collector.close()
    inspection.text, inspection.reasoning, inspection.tools = accumulator.words, accumulator.thoughts, _tools(calls)
    if not (inspection.text or inspection.reasoning or inspection.tools or inspection.images or inspection.notices):
        # An empty reply is reported as a failure, never as an empty success.
        inspection.notices.append(errors.EMPTY_BODY.notice().notice)
    return inspection


def _without_marks(deltas: Iterator[model.Delta]) -> Iterator[model.Delta]:
    """Yield the deltas as a person sees them, without the marks of chat templates in their text."""
    parser = TextCallParser(is_native=True, hides_marks=True)
    for delta in deltas:
        if isinstance(delta, model.TextDelta):
            yield from _text_in(parser.feed(delta.text))
        else:
            yield from _text_in(parser.pass_held_text())
            yield delta
    yield from _text_in(parser.close())


def _text_in(items: Iterable[ParsedItem]) -> Iterator[model.TextDelta]:
    # There are no tools, so no item is a call.
    return (item for item in items if isinstance(item, model.TextDelta))


def _tools(calls: list[CallEvent]) -> list[tuple[str, dict[str, Any] | None]]:
    done = sorted((call for call in calls if isinstance(call, CallCompleted)), key=lambda call: call.key)
    return [(plain_name(call.name), _arguments(call.arguments)) for call in done]


def _arguments(text: str) -> dict[str, Any] | None:
    try:
        return parse_arguments(text)
    except ValueError:
        return None


def to_json(file: str, inspection: Inspection) -> dict[str, Any]:
    """Return the JSON object that is printed for a file."""
    notices = [
        {"level": each.level, "code": each.code, "title": each.title, "cause": each.cause}
        for each in inspection.notices
    ]
    return {
        "file": file,
        "text": inspection.text,
        "reasoning": inspection.reasoning,
        "tools": [list(tool) for tool in inspection.tools],
        "finish": inspection.finish,
        "error": inspection.error,
        "notices": notices,
    }


_CURL: dict[str, str] = {
    Provider.OPENAI: """curl -sN "$BASE_URL/chat/completions" -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" -d '{"model": "'"$MODEL"'", "stream": true,
  "stream_options": {"include_usage": true}, "messages": [{"role": "user", "content": "What is the weather in Kyoto?"}],
  "tools": [{"type": "function", "function": {"name": "weather", "description": "The weather in a city",
  "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}]}'""",
    Provider.GEMINI: """curl -sN "$BASE_URL/models/$MODEL:streamGenerateContent?alt=sse" -H "x-goog-api-key: $KEY" \\
  -H "Content-Type: application/json" -d '{
  "contents": [{"role": "user", "parts": [{"text": "What is the weather in Kyoto?"}]}],
  "tools": [{"functionDeclarations": [{"name": "weather", "description": "The weather in a city",
  "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}]}]}'""",
    Provider.ANTHROPIC: """curl -sN "$BASE_URL/messages" -H "x-api-key: $KEY" -H "anthropic-version: 2023-06-01" \\
  -H "Content-Type: application/json" -d '{"model": "'"$MODEL"'", "max_tokens": 1024, "stream": true,
  "messages": [{"role": "user", "content": "What is the weather in Kyoto?"}],
  "tools": [{"name": "weather", "description": "The weather in a city",
  "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}]}'""",
}


def main(files: list[Path], family: str | None = None, cut: int | None = None, curl: bool = False) -> int:
    """Print the content of each file, or with `curl` the request that makes such a recording.

    Returns the exit code: 2 if a file can't be read.
    """
    out = console.output()
    if curl:
        families = [family] if family else [guess_family(file.read_bytes()) for file in files] or list(PARSERS)
        for each in dict.fromkeys(families):
            out.write(f"# {each}: set BASE_URL, KEY and MODEL, and keep what comes\n")
            out.write(f"{_CURL[each]} > recording.sse\n\n")
        return ExitCode.OK
    code = ExitCode.OK
    for file in files:
        try:
            recorded = file.read_bytes()
        except OSError as error:
            console.report(error)
            code = ExitCode.USAGE
            continue
        report = to_json(str(file), inspect(recorded, family, cut))
        out.write(json_line(report, encoding=out.encoding) + "\n")
    return code
