"""Google's Gemini API: `models/*:streamGenerateContent?alt=sse`, the request and its answer."""

import json
import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from typing import Any, assert_never, cast
from urllib.parse import quote, urlsplit

import httpx

from deskpet.chat.call_collector import parse_arguments
from deskpet.chat.messages import Echo, Image, Message, Text, Thinking, ToolUse
from deskpet.chat.model import (
    CallDelta,
    ChatRequest,
    Delta,
    FinishDelta,
    ImageDelta,
    TextDelta,
    ThinkingDelta,
    ToolSpec,
    UsageDelta,
)
from deskpet.chat.tool import wire_name
from deskpet.llm import errors
from deskpet.llm.answer import AnswerParser, complaint, count_of, fields_of, list_of, several, short_of, text_of
from deskpet.llm.history import arguments, current_turn, echoed, result_value, rounds
from deskpet.llm.http import PostRequest, read
from deskpet.llm.jsonpath import PartialObject
from deskpet.llm.schema import openapi_schema

_FINE = ("STOP", "FINISH_REASON_UNSPECIFIED")
_BLOCKED = ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE")
_FIRST_CANDIDATE = (0, None)
_KNOWN_CALL_FIELDS = {"name", "args", "partialArgs", "willContinue"}
_UNDERSCORE = re.compile(r"_([a-z])")
_VALUES = ("stringValue", "numberValue", "boolValue")


class _OpenCall:
    """A call whose arguments come in pieces; `odd` are those that are no object: the model is told of them."""

    def __init__(self, key: int, name: str) -> None:
        self.key = key
        self.name = name
        self.arguments = PartialObject()
        self.odd = ""

    def text(self) -> str:
        """The arguments so far, as JSON where they are any."""
        return self.odd or json.dumps(self.arguments.value(), ensure_ascii=False)


class GeminiParser(AnswerParser):
    """The bytes of one answer into deltas. Takes any bytes in any cuts and never raises.

    What Gemini wants back on the same part is in the echo of the block that the part became: `parts` are whole
    parts, in order, `part` and `call` the fields around and in a functionCall.
    """

    def __init__(self, provider: str = "gemini") -> None:
        super().__init__(provider)
        self._calls = 0
        self._open: _OpenCall | None = None
        self._finish = ""
        # The parts to echo of the block that is growing, and what kind of block that is.
        self._kept: list[Mapping[str, Any]] = []
        self._growing: type[TextDelta | ThinkingDelta] | None = None

    def _chunk(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        if "candidates" not in value:
            # Gateways to Google's other endpoints wrap each chunk.
            value = fields_of(value.get("response")) or value
        value = _in_camel_case(value)
        candidates = value.get("candidates")
        for candidate in map(_in_camel_case, map(fields_of, list_of(candidates))):
            if candidate.get("index") in _FIRST_CANDIDATE:
                self._candidate(candidate, out)
        if usage := _in_camel_case(fields_of(value.get("usageMetadata"))):
            out.append(_usage(usage))
        feedback = _in_camel_case(fields_of(value.get("promptFeedback")))
        if reason := text_of(feedback.get("blockReason")):
            out += self._fail(errors.blocked(reason, text_of(feedback.get("blockReasonMessage"))))
        elif (error := value.get("error")) or event == "error":
            out += self._fail(errors.in_stream(error or value, value))
        elif candidates is None and (said := complaint(value)):
            out += self._fail(errors.in_stream(said, value))

    def _rest(self) -> list[Delta]:
        out: list[Delta] = []
        # Where the answer was cut, the arguments must not look whole.
        self._close_call(out, whole=self._ended)
        return out

    def _candidate(self, candidate: Mapping[str, Any], out: list[Delta]) -> None:
        for part in several(fields_of(candidate.get("content")).get("parts")):
            self._part(_in_camel_case(fields_of(part)), out)
        reason = text_of(candidate.get("finishReason"))
        if not reason:
            return
        self._ended = True
        if reason != self._finish:
            self._finish = reason
            out.append(FinishDelta(reason, "length" if reason == "MAX_TOKENS" else "stop"))
            if reason.removeprefix("IMAGE_") in _BLOCKED:
                out.append(errors.blocked(reason, text_of(candidate.get("finishMessage"))))
            elif reason not in _FINE and reason != "MAX_TOKENS":
                out.append(errors.ended_badly(reason, text_of(candidate.get("finishMessage"))))

    def _part(self, part: Mapping[str, Any], out: list[Delta]) -> None:
        text = part.get("text")
        if isinstance(part.get("functionCall"), dict):
            if text:
                # No part of Google's own is both.
                self._words(TextDelta, text_of(text), {}, out)
            self._call(_in_camel_case(fields_of(part["functionCall"])), _around(part, "text"), out)
        elif isinstance(text, str):
            self._words(ThinkingDelta if part.get("thought") is True else TextDelta, text, part, out)
        elif (picture := _in_camel_case(fields_of(part.get("inlineData")))) and text_of(picture.get("data")):
            self._growing, self._kept = None, []
            media_type = text_of(picture.get("mimeType")) or "image/png"
            out.append(ImageDelta(media_type, picture["data"], self._echo(_around(part, "inlineData"), "part")))
        elif part:
            self._server_part(part, out)

    def _words(
        self, kind: type[TextDelta] | type[ThinkingDelta], text: str, part: Mapping[str, Any], out: list[Delta]
    ) -> None:
        signed, text = "thoughtSignature" in part, short_of(text)
        if not (text or signed):
            return
        if text.strip() or signed:
            self._grow(kind)
        if not signed:
            out.append(kind(text))
            return
        self._keep(part)
        out.append(kind(text, self._echo(self._kept, "parts")))

    def _grow(self, kind: type[TextDelta] | type[ThinkingDelta]) -> None:
        if self._growing is not kind:
            self._growing, self._kept = kind, []

    def _call(self, call: Mapping[str, Any], part: Mapping[str, Any], out: list[Delta]) -> None:
        name, pieces = text_of(call.get("name")), list_of(call.get("partialArgs"))
        args, odd = _args(call.get("args"))
        goes_on = call.get("willContinue") is True
        open_call = self._open
        if open_call is None or (name and not (pieces and name == open_call.name)):
            if not (name or args or odd or pieces or goes_on):
                return
            self._close_call(out)
            open_call = self._open = self._begin_call(name, call, part, out)
        _add_pieces(open_call.arguments, pieces)
        open_call.arguments.update(args)
        open_call.odd += odd
        if not goes_on:
            self._close_call(out)

    def _begin_call(self, name: str, call: Mapping[str, Any], part: Mapping[str, Any], out: list[Delta]) -> _OpenCall:
        self._growing, self._kept = None, []
        key, self._calls = self._calls, self._calls + 1
        inner = {field: value for field, value in call.items() if field not in _KNOWN_CALL_FIELDS}
        fields = {"call": inner, "part": _around(part, "functionCall")}
        echo = Echo(self._provider, {field: value for field, value in fields.items() if value})
        out.append(CallDelta(key, text_of(call.get("id")), name, echo=echo if echo.fields else None))
        return _OpenCall(key, name)

    def _close_call(self, out: list[Delta], *, whole: bool = True) -> None:
        call, self._open = self._open, None
        if call:
            out.append(CallDelta(call.key, arguments=call.text() if whole else call.text()[:-1], complete=True))

    def _server_part(self, part: Mapping[str, Any], out: list[Delta]) -> None:
        """Something that ran at the provider's: shown, never run here, and echoed with the words after it."""
        kind = next((name for name in part if name not in ("thought", "thoughtSignature")), "")
        if kind:
            self._growing, self._kept = None, []
            out.append(errors.server_tool(kind, part[kind]))
        self._grow(TextDelta)
        self._keep(part)
        out.append(TextDelta("", self._echo(self._kept, "parts")))

    def _keep(self, part: Mapping[str, Any]) -> None:
        """Echo one more part. Raises TooLong for more than can be sent back; each delta has a list of its own."""
        self._kept = list_of([*self._kept, part])

    def _echo(self, fields: object, name: str) -> Echo | None:
        return Echo(self._provider, {name: fields}) if fields else None


def _in_camel_case(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same fields as Google's servers name them; some gateways name them as its Python library does."""
    if not any("_" in name for name in fields):
        return fields
    return {_UNDERSCORE.sub(lambda found: found[1].upper(), name): value for name, value in fields.items()}


def _args(args: object) -> tuple[dict[str, Any], str]:
    """A call's arguments; or what is in their place and is no object.

    They may be text, too, where a gateway comes from a format that writes them so.
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


def _around(part: Mapping[str, Any], inside: str) -> dict[str, Any]:
    """What a part holds beside its content."""
    return {name: value for name, value in part.items() if name != inside}


def _add_pieces(growing: PartialObject, pieces: list[Any]) -> None:
    for piece in map(fields_of, pieces):
        value = next((piece[name] for name in _VALUES if name in piece), None)
        if path := text_of(piece.get("jsonPath")):
            growing.add(path, value)


def _usage(usage: Mapping[str, Any]) -> UsageDelta:
    sent = count_of(usage.get("promptTokenCount")) + count_of(usage.get("toolUsePromptTokenCount"))
    received = count_of(usage.get("candidatesTokenCount")) + count_of(usage.get("thoughtsTokenCount"))
    return UsageDelta(sent, received)


def endpoint_url(base_url: str, model: str) -> str:
    """Where to post: `base_url` with what people leave out."""
    url = base_url.strip().rstrip("/")
    if not urlsplit(url).path:
        url += "/v1beta"
    name = quote(model.strip().removeprefix("models/"), safe="/")
    return f"{url}/models/{name}:streamGenerateContent?alt=sse"


def request_body(provider: str, request: ChatRequest, *, thoughts: bool = False) -> dict[str, Any]:
    """The JSON of a streamed request; `thoughts` asks for summaries of the reasoning."""
    now = current_turn(request.messages)
    contents: list[dict[str, Any]] = []
    for index, message in enumerate(request.messages):
        if message.role == "user":
            contents.append({"role": "user", "parts": _user_parts(message)})
        else:
            contents += _assistant(message, provider, is_current=index >= now)
    body: dict[str, Any] = {"contents": contents}
    if request.system:
        body["systemInstruction"] = {"parts": [{"text": request.system}]}
    if request.tools:
        body["tools"] = [{"functionDeclarations": [_declaration(tool) for tool in request.tools]}]
    if thoughts:
        body["generationConfig"] = {"thinkingConfig": {"includeThoughts": True}}
    return body


def _declaration(tool: ToolSpec) -> dict[str, Any]:
    declared: dict[str, Any] = {"name": tool.name, "description": tool.description}
    # An object without properties is refused as parameters.
    if tool.parameters.get("properties"):
        declared["parameters"] = openapi_schema(tool.parameters)
    return declared


def _user_parts(message: Message) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = [{"text": message.text}] if message.text else []
    parts += [_picture(block) for block in message.blocks if isinstance(block, Image)]
    return parts or [{"text": ""}]


def _picture(image: Image) -> dict[str, Any]:
    return {"inlineData": {"mimeType": image.media_type, "data": image.data}}


def _assistant(message: Message, provider: str, *, is_current: bool) -> Iterator[dict[str, Any]]:
    for blocks in rounds(message):
        said: list[Mapping[str, Any]] = []
        for block in blocks:
            kept = echoed(None if isinstance(block, Image) else block.echo, provider)
            match block:
                case Text():
                    said += _text_parts(str(block.text), list_of(kept.get("parts")))
                case Thinking():
                    said += list_of(kept.get("parts")) if is_current else []
                case ToolUse():
                    call = {"name": wire_name(block.tool_name), "args": arguments(block)}
                    said.append({"functionCall": call | fields_of(kept.get("call"))} | fields_of(kept.get("part")))
                case Image():
                    said.append(_picture(block))
                case _:
                    assert_never(block)
        if said:
            yield {"role": "model", "parts": said}
        if results := [_result(block, provider) for block in blocks if isinstance(block, ToolUse)]:
            yield {"role": "user", "parts": results}


def _text_parts(text: str, kept: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The words as parts, each kept part in its place among them."""
    for number, part in enumerate(kept):
        signed = text_of(part.get("text"))
        is_last = number + 1 == len(kept)
        before, found, after = text.partition(signed) if signed else ((text, "", "") if is_last else ("", "", text))
        if signed and not found:
            continue
        if before:
            yield {"text": before}
        yield part
        text = after
    if text:
        yield {"text": text}


def _result(call: ToolUse, provider: str) -> dict[str, Any]:
    result: dict[str, Any] | str | None = result_value(call)
    response = result if isinstance(result, dict) else {"result": result}
    given: dict[str, Any] = {"name": wire_name(call.tool_name), "response": response}
    if "id" in fields_of(echoed(call.echo, provider).get("call")):
        given["id"] = call.call_id
    return {"functionResponse": given}


class GeminiChat:
    """A ChatModel over `streamGenerateContent`."""

    def __init__(
        self, client: httpx.AsyncClient, base_url: str, model: str, key: str = "", *, thoughts: bool = False
    ) -> None:
        self._client = client
        self._url = endpoint_url(base_url, model)
        self._key = key
        self._thoughts = thoughts
        self.provider = f"gemini:{urlsplit(self._url).netloc}"

    def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """The deltas of the answer to `request`; a failure is a notice among them."""
        headers = {"x-goog-api-key": self._key} if self._key else {}
        body = request_body(self.provider, request, thoughts=self._thoughts)
        post = PostRequest(self._url, body, headers, self._key)
        return read(self._client, post, GeminiParser(self.provider))
