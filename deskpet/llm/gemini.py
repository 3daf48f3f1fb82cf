"""Google's Gemini API (`models/*:streamGenerateContent?alt=sse`): streaming answers and the client."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, cast

from deskpet.chat.call_collector import parse_arguments
from deskpet.chat.messages import Echo
from deskpet.chat.model import (
    CallDelta,
    ChatRequest,
    Delta,
    FinishDelta,
    ImageDelta,
    NoticeDelta,
    TextDelta,
    ThinkingDelta,
    UsageDelta,
)
from deskpet.chat.turn_setup import SizeLimits
from deskpet.config.choices import Provider
from deskpet.llm import errors
from deskpet.llm.answer_parser import AnswerParser, as_count, as_dict, as_list, as_str, limited, one_or_many
from deskpet.llm.gemini_request import auth_headers, endpoint_url, optional_fields, request_body
from deskpet.llm.http import HttpChat
from deskpet.llm.repeated_text import RepeatedText
from deskpet.llm.request_options import Fields, RequestOptions
from deskpet.llm.response_body import Unreadable

_STEP = re.compile(r"""\.([^.\[\]]+)|\[(\d{1,6})\]|\[(?:'([^']*)'|"([^"]*)")\]""")
_MAX_GAP = 1000


class PartialObject:
    """Collects path and value pairs; adding one takes constant time. `size` counts the characters of its strings."""

    def __init__(self) -> None:
        self.size = 0
        self._pieces: dict[str, list[Any]] = {}
        self._complete_fields: dict[str, Any] = {}

    def add(self, path: str, value: object) -> None:
        """Add a part of the value at `path`. Strings for one path are joined; other values are replaced."""
        pieces = self._pieces.setdefault(path, [])
        if not (isinstance(value, str) and pieces and isinstance(pieces[0], str)):
            pieces.clear()
        pieces.append(value)
        if isinstance(value, str):
            self.size += len(value)

    def update(self, fields: dict[str, Any]) -> None:
        """Add fields that arrived complete."""
        self._complete_fields |= fields
        self.size += sum(map(len, _strings(fields)))

    def beginning(self, length: int) -> str:
        """Return the first `length` characters of the strings, to show something of an object that is too large."""
        strings = (piece[:length] for piece in _strings([self._complete_fields, *self._pieces.values()]))
        return "".join(islice(strings, length))[:length]

    def value(self) -> dict[str, Any]:
        """Return the object built from the parts added until now. Invalid paths are ignored."""
        root: dict[str, Any] = dict(self._complete_fields)
        for path, pieces in self._pieces.items():
            if steps := _parse_path(path):
                _set(root, steps, "".join(pieces) if isinstance(pieces[0], str) else pieces[0])
        return root


def _strings(value: object) -> Iterator[str]:
    """Yield the strings in a JSON value, without the names of fields."""
    rest = [value]
    while rest:
        value = rest.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            rest += cast("dict[str, object]", value).values()
        elif isinstance(value, list):
            rest += reversed(cast("list[object]", value))


def _parse_path(path: str) -> list[str | int]:
    path = path.removeprefix("$")
    steps = list(_STEP.finditer(path if path.startswith((".", "[")) else f".{path}"))
    return [int(step[2]) if step[2] else step[1] or step[3] or step[4] or "" for step in steps]


def _set(container: Any, steps: list[str | int], value: object) -> None:
    for step, next_step in zip(steps, [*steps[1:], None], strict=True):
        if not _make_room(container, step):
            return
        if next_step is None:
            container[step] = value
            return
        container_type = list if isinstance(next_step, int) else dict
        if not isinstance(container[step], container_type):
            container[step] = container_type()
        container = container[step]


def _make_room(container: dict[str, Any] | list[Any], step: str | int) -> bool:
    """Create the slot `step` in `container`. Returns False if the container can't hold it."""
    if isinstance(container, dict):
        container.setdefault(str(step), None)
        return isinstance(step, str)
    if not isinstance(step, int) or step > len(container) + _MAX_GAP:
        return False
    container.extend([None] * (step + 1 - len(container)))
    return True


_NORMAL_REASONS = ("STOP", "FINISH_REASON_UNSPECIFIED")
_BLOCKED_REASONS = ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE")
# The other reasons of the API's reference. Reasons that gateways invent, such as FUNCTION_CALL, are no failures if the
# answer has calls.
_FAILURE_REASONS = (
    *("OTHER", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"),
    *("MISSING_THOUGHT_SIGNATURE", "NO_IMAGE", "IMAGE_OTHER"),
)
_FIRST_CANDIDATE = (0, None)
_KNOWN_CALL_FIELDS = {"name", "args", "partialArgs", "willContinue"}
_OWN_FIELDS = ("text", "functionCall", "inlineData")
_UNDERSCORE = re.compile(r"_([a-z])")
# Longer ones are not encoded, which takes as long as they are.
_MAX_ARGUMENTS = SizeLimits().arguments
_VALUE_FIELDS = ("stringValue", "numberValue", "boolValue")


class _StreamedCall:
    """A call whose arguments are being streamed; `invalid` are arguments that are not an object, for the error."""

    def __init__(self, key: int, name: str) -> None:
        self.key = key
        self.name = name
        self.arguments = PartialObject()
        self.invalid = ""

    def text(self) -> str:
        """Return the arguments as JSON text."""
        return self.invalid or json.dumps(self.arguments.value(), ensure_ascii=False)


class GeminiParser(AnswerParser):
    """Parses the stream of one answer.

    Gemini requires the signatures of parts to be sent back on the same part, so the echo of a delta holds complete
    `parts` in order, or for a functionCall its extra fields (`call`) and those of its part (`part`).
    """

    def __init__(self, provider: str = "gemini") -> None:
        super().__init__(provider)
        self._call_count = 0
        self._open_call: _StreamedCall | None = None
        self._finish_reason = ""
        # The notice about an unknown finish reason; it is dropped if the answer has calls, which may come later.
        self._pending_notice: NoticeDelta | None = None
        self._repeats = {TextDelta: RepeatedText(), ThinkingDelta: RepeatedText()}
        # The parts to echo with the current block, and the kind of that block.
        self._echo_parts: list[Mapping[str, Any]] = []
        self._block_kind: type[TextDelta | ThinkingDelta] | None = None

    def _parse(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        if "candidates" not in value:
            # Gateways to Google's other endpoints wrap each chunk in `response`.
            value = as_dict(value.get("response")) or value
        value = _in_camel_case(value)
        candidates = value.get("candidates")
        for candidate in map(_in_camel_case, map(as_dict, as_list(candidates))):
            if candidate.get("index") in _FIRST_CANDIDATE:
                self._parse_candidate(candidate, out)
        if usage := _in_camel_case(as_dict(value.get("usageMetadata"))):
            sent = as_count(usage.get("promptTokenCount")) + as_count(usage.get("toolUsePromptTokenCount"))
            received = as_count(usage.get("candidatesTokenCount")) + as_count(usage.get("thoughtsTokenCount"))
            out.append(UsageDelta(sent, received))
        feedback = _in_camel_case(as_dict(value.get("promptFeedback")))
        if reason := as_str(feedback.get("blockReason")):
            out += self._fail(errors.blocked(reason, as_str(feedback.get("blockReasonMessage"))))
        else:
            self._fail_on_error(value, event, out, is_answer=candidates is not None)

    def _flush(self) -> list[Delta]:
        out: list[Delta] = []
        self._release_text(out)
        # If the answer was cut off, the arguments must not look complete.
        self._close_call(out, is_complete=self._has_finish)
        if self._pending_notice and not (self._call_count or self._has_failed):
            out.append(self._pending_notice)
        return out

    def _parse_candidate(self, candidate: Mapping[str, Any], out: list[Delta]) -> None:
        for part in one_or_many(as_dict(candidate.get("content")).get("parts")):
            self._parse_part(_in_camel_case(as_dict(part)), out)
        reason = as_str(candidate.get("finishReason"))
        if not reason:
            return
        self._has_finish = True
        if reason != self._finish_reason:
            self._finish_reason = reason
            self._finish(reason, as_str(candidate.get("finishMessage")), out)

    def _finish(self, reason: str, message: str, out: list[Delta]) -> None:
        self._pending_notice = None
        out.append(FinishDelta(reason, "length" if reason == "MAX_TOKENS" else "stop"))
        if reason.removeprefix("IMAGE_") in _BLOCKED_REASONS:
            out.append(errors.blocked(reason, message))
        elif reason == "MALFORMED_FUNCTION_CALL":
            out.append(errors.malformed_call(reason, message))
        elif reason in _FAILURE_REASONS:
            out.append(errors.abnormal_finish(reason, message))
        elif reason not in _NORMAL_REASONS and reason != "MAX_TOKENS":
            self._pending_notice = errors.abnormal_finish(reason, message)

    def _parse_part(self, part: Mapping[str, Any], out: list[Delta]) -> None:
        text = part.get("text")
        if isinstance(part.get("functionCall"), dict):
            if text:
                # Only gateways send both in one part.
                self._add_text(TextDelta, as_str(text), {}, out)
            self._add_call(_in_camel_case(as_dict(part["functionCall"])), _fields_without(part, "text"), out)
        elif isinstance(text, str):
            self._add_text(ThinkingDelta if part.get("thought") is True else TextDelta, text, part, out)
        elif (image := _in_camel_case(as_dict(part.get("inlineData")))) and as_str(image.get("data")):
            self._block_kind, self._echo_parts = None, []
            media_type = as_str(image.get("mimeType")) or "image/png"
            out.append(ImageDelta(media_type, image["data"], self._echo(_fields_without(part, "inlineData"), "part")))
        elif name := next((name for name in _OWN_FIELDS if part.get(name) is not None), ""):
            # A part of the wrong type is not echoed: the provider would refuse every further request.
            out += self._report_unreadable(Unreadable(f"{name} of the type {type(part[name]).__name__}"))
        elif part := {field: value for field, value in part.items() if field not in _OWN_FIELDS}:
            self._report_server_part(part, out)

    def _add_text(
        self, kind: type[TextDelta] | type[ThinkingDelta], text: str, part: Mapping[str, Any], out: list[Delta]
    ) -> None:
        has_signature, text = "thoughtSignature" in part, limited(text)
        if self._fail_on_placeholder(text, out):
            return
        if not (text or has_signature):
            return
        if text.strip() or has_signature:
            self._start_block(kind)
        if not has_signature:
            if new := self._repeats[kind].feed(text):
                out.append(kind(new))
            return
        self._release_text(out)
        self._append_echoed(kind, text, part, out)

    def _release_text(self, out: list[Delta]) -> None:
        """Return the text that is held back, because it may come again, before anything else."""
        out += [kind(text) for kind, repeats in self._repeats.items() if (text := repeats.close())]

    def _start_block(self, kind: type[TextDelta] | type[ThinkingDelta]) -> None:
        if self._block_kind is not kind:
            self._block_kind, self._echo_parts = kind, []

    def _add_call(self, call: Mapping[str, Any], part: Mapping[str, Any], out: list[Delta]) -> None:
        name, pieces = as_str(call.get("name")), as_list(call.get("partialArgs"))
        args, invalid = _parse_arguments(call.get("args"))
        will_continue = call.get("willContinue") is True
        open_call = self._open_call
        if open_call is None or (name and not (pieces and name == open_call.name)):
            if not (name or args or invalid or pieces or will_continue):
                return
            self._close_call(out)
            open_call = self._open_call = self._start_call(name, call, part, out)
        for piece in map(as_dict, pieces):
            if path := as_str(piece.get("jsonPath")):
                value = next((piece[name] for name in _VALUE_FIELDS if name in piece), None)
                open_call.arguments.add(path, value)
        open_call.arguments.update(args)
        open_call.invalid += invalid
        if open_call.arguments.size > _MAX_ARGUMENTS:
            beginning = open_call.arguments.beginning(_MAX_ARGUMENTS)
            out.append(CallDelta(open_call.key, arguments=f'{{"{beginning}', complete=True))
            self._open_call = None
        elif not will_continue:
            self._close_call(out)

    def _start_call(
        self, name: str, call: Mapping[str, Any], part: Mapping[str, Any], out: list[Delta]
    ) -> _StreamedCall:
        self._release_text(out)
        self._block_kind, self._echo_parts = None, []
        key, self._call_count = self._call_count, self._call_count + 1
        inner = {field: value for field, value in call.items() if field not in _KNOWN_CALL_FIELDS}
        fields = {"call": inner, "part": _fields_without(part, "functionCall")}
        echo = Echo(self._provider, {field: value for field, value in fields.items() if value})
        out.append(CallDelta(key, as_str(call.get("id")), name, echo=echo if echo.fields else None))
        return _StreamedCall(key, name)

    def _close_call(self, out: list[Delta], *, is_complete: bool = True) -> None:
        call, self._open_call = self._open_call, None
        if call:
            out.append(CallDelta(call.key, arguments=call.text() if is_complete else call.text()[:-1], complete=True))

    def _report_server_part(self, part: Mapping[str, Any], out: list[Delta]) -> None:
        """Report a server tool's part as a notice. It is echoed with the text after it and never executed here."""
        kind = next((name for name in part if name not in ("thought", "thoughtSignature")), "")
        if kind:
            self._block_kind, self._echo_parts = None, []
            out.append(errors.server_tool(kind, part[kind]))
        self._start_block(TextDelta)
        self._append_echoed(TextDelta, "", part, out)

    def _append_echoed(
        self, kind: type[TextDelta] | type[ThinkingDelta], text: str, part: Mapping[str, Any], out: list[Delta]
    ) -> None:
        """Append a delta with the parts to echo, in a list of its own. Raises TooLong for too many parts."""
        self._echo_parts = as_list([*self._echo_parts, part])
        out.append(kind(text, self._echo(self._echo_parts, "parts")))

    def _echo(self, fields: object, name: str) -> Echo | None:
        return Echo(self._provider, {name: fields}) if fields else None


def _in_camel_case(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return `fields` with names in camelCase, as in the REST API; some gateways use the snake_case of the SDK."""
    if not any("_" in name for name in fields):
        return fields
    return {_UNDERSCORE.sub(lambda found: found[1].upper(), name): value for name, value in fields.items()}


def _parse_arguments(args: object) -> tuple[dict[str, Any], str]:
    """Return the arguments of a call, and the text of invalid ones.

    Gateways that convert from other formats may send them as JSON text.
    """
    if args is None:
        return {}, ""
    if isinstance(args, dict):
        return cast("dict[str, Any]", args), ""
    text = args if isinstance(args, str) else json.dumps(args, ensure_ascii=False)
    try:
        return parse_arguments(text), ""
    except ValueError:
        return {}, text


def _fields_without(part: Mapping[str, Any], excluded: str) -> dict[str, Any]:
    """Return the fields of a part except `excluded`."""
    return {name: value for name, value in part.items() if name != excluded}


class GeminiChat(HttpChat):
    """A ChatModel over streamGenerateContent."""

    family = Provider.GEMINI
    auth_headers = staticmethod(auth_headers)

    def _endpoint_url(self, base_url: str) -> str:
        return endpoint_url(base_url, self._model, streams=self._options.streams)

    def _body(self, request: ChatRequest, options: RequestOptions) -> dict[str, Any]:
        return request_body(self.source, request, model=self._model, options=options)

    def _optional_fields(self, request: ChatRequest, options: RequestOptions) -> Fields:  # noqa: ARG002
        return optional_fields(options, model=self._model)

    def _new_parser(self) -> GeminiParser:
        return GeminiParser(self.source)
