"""OpenAI's chat/completions API and the variations of compatible servers: streaming answers and the client."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from deskpet.chat.messages import Echo
from deskpet.chat.model import (
    CallDelta,
    ChatRequest,
    Delta,
    FinishDelta,
    ImageDelta,
    TextDelta,
    ThinkingDelta,
    UsageDelta,
)
from deskpet.config.choices import Provider
from deskpet.llm import errors
from deskpet.llm.answer_parser import MAX_TEXT, AnswerParser, as_count, as_dict, as_list, as_str, limited, one_or_many
from deskpet.llm.harmony import UnmarkedHarmony
from deskpet.llm.http import HttpChat
from deskpet.llm.openai_reasoning import DETAIL_FIELDS, MirroredReasoning, ReasoningDetails, ReasoningSource
from deskpet.llm.openai_request import auth_headers, endpoint_url, optional_fields, request_body
from deskpet.llm.repeated_text import RepeatedText
from deskpet.llm.request_options import Fields, RequestOptions
from deskpet.llm.think_tags import ThinkTagDelta, ThinkTagParser

_KNOWN_CALL_FIELDS = {"index", "id", "type", "function"}
_FLAT_CALL_FIELDS = {*_KNOWN_CALL_FIELDS, "name", "arguments"}
_SMALL_NUMBER = re.compile(r"[0-9]{1,9}")
_REASONING_FIELDS = ("reasoning_content", "reasoning", "thinking", "reasoning_text", "thought")
_ALL_REASONING_FIELDS = frozenset((*_REASONING_FIELDS, *DETAIL_FIELDS))
_FIRST_CHOICE = (0, None, "0")
_LENGTH_REASONS = ("length", "max_tokens")
_FAILURE_REASONS = ("error", "network_error", "insufficient_system_resource")
_BLOCKED_REASONS = ("sensitive", "safety", "content_filter", "prohibited_content", "blocklist", "recitation", "spii")
# Gemini's compatible endpoint: `function_call_filter: MALFORMED_FUNCTION_CALL`.
_MALFORMED_CALL = "function_call_filter:"
# The fields of a chunk that say nothing about the answer.
_ENVELOPE_FIELDS = {"id", "object", "created", "model", "choices", "usage", "system_fingerprint", "service_tier"}
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+);base64,")


class OpenAIParser(AnswerParser):
    """Parses the stream of one answer. `begins_in_thought` if it starts with reasoning without an opening tag."""

    def __init__(self, provider: str = "openai", *, begins_in_thought: bool = False) -> None:
        super().__init__(provider)
        self._think_tags = ThinkTagParser(expected=begins_in_thought)
        self._pieces = RepeatedText()
        self._harmony = UnmarkedHarmony()
        self._mirror = MirroredReasoning()
        self._has_call = False
        self._reasoning_echoes = {name: Echo(provider, {"field": name}) for name in _REASONING_FIELDS}
        self._has_reasoning = False
        # The details of the current thought, the field of its text, and whether any of its text was shown.
        self._details: ReasoningDetails | None = None
        self._reasoning_field = ""
        self._has_thought_text = False
        self._finish_reason = ""
        # Whether a finish_reason came with content, as from servers that send one with every chunk.
        self._has_early_finish = False

    def _flush(self) -> Iterable[Delta]:
        is_complete = self._has_finish and not self._has_failed and self._finish_reason not in _LENGTH_REASONS
        rest: list[Delta] = [*self._flush_text(), *self._tagged(self._think_tags.close(is_complete=is_complete))]
        if self._has_call:
            rest += self._take_details()
        if self._finish_reason in _FAILURE_REASONS and not self._has_failed:
            # Not earlier, because the error itself may stand beside the reason or follow it.
            rest.append(errors.abnormal_finish(self._finish_reason))
        if not self._has_failed and self._finish_reason.lower().startswith(_MALFORMED_CALL):
            rest.append(errors.malformed_call(self._finish_reason))
        if not self._has_failed and self._is_blocked:
            rest.append(errors.blocked(self._finish_reason))
        return rest

    @property
    def _is_blocked(self) -> bool:
        """Whether a content filter has ended the answer. The turn tells `content_filter` after the beginning of one."""
        kind, colon, detail = self._finish_reason.lower().partition(":")
        has_answer = bool(self._think_tags.texts) or self._has_call
        if kind == "content_filter" and not colon:
            return not has_answer
        return kind == "sensitive" or (bool(colon) and (kind == "content_filter" or detail.strip() in _BLOCKED_REASONS))

    def _parse(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        # Fast path: nearly every chunk holds a piece of the text and nothing else.
        if (
            event != "error"
            and (text := _only_text(value))
            and self._harmony.is_off
            and self._pieces.is_new(text)
            and self._think_tags.accept_plain(text)
        ):
            self._pieces.note(text)
            out.append(TextDelta(text))
        else:
            self._parse_chunk(value, event, out)

    def _parse_chunk(self, value: Mapping[str, Any], event: str, out: list[Delta]) -> None:
        value = _without_envelope(value)
        choices: list[dict[str, Any] | None] | None = value.get("choices")
        if choices is None and "done" in value:
            value = _from_ollama(value)
            choices = value.get("choices")
        choices = self._choices_of(value, choices)
        for choice in choices or ():
            if isinstance(choice, dict) and choice.get("index") in _FIRST_CHOICE:
                self._parse_choice(choice, out)
        if (value.get("usage") or "x_groq" in value) and (usage := _usage(value)):
            out.append(usage)
            # Some servers end with the usage only: neither a finish_reason nor [DONE].
            self._has_finish = self._has_finish or not choices
            self._is_cut = False
        if "error" in value or event == "error" or not isinstance(choices, list):
            self._fail_on_error(value, event, out, is_answer=isinstance(choices, list))

    def _choices_of(self, value: Mapping[str, Any], choices: object) -> list[Any] | None:
        """Return the list `choices`, or None if there is none, and detects an answer that was cut off.

        gcli2api turns an error of its upstream into a chunk without choices and usage, after a `stop` on every chunk.
        """
        if choices == [] and self._has_early_finish and not value.get("usage") and value.keys() <= _ENVELOPE_FIELDS:
            self._is_cut = True
        items = as_list(choices)
        return items if items or choices == [] else None

    def _parse_choice(self, choice: Mapping[str, Any], out: list[Delta]) -> None:
        delta: dict[str, Any] | None = choice.get("delta")
        if isinstance(delta, dict) and delta:
            self._parse_message(delta, out)
        else:
            self._add_text(as_str(choice.get("text")), out)
        if message := choice.get("message"):
            self._parse_message(self._new_fields(as_dict(message)), out)
        if (reason := choice.get("finish_reason")) and isinstance(reason, str):
            native = as_str(choice.get("native_finish_reason")).lower()
            # A gateway may report the failure of its upstream in a field of its own only.
            is_failure = reason == "stop" and native in {*_FAILURE_REASONS, *_BLOCKED_REASONS}
            self._finish(native if is_failure else reason, choice, out)

    def _finish(self, reason: str, choice: Mapping[str, Any], out: list[Delta]) -> None:
        self._has_finish, self._is_cut = True, False
        delta = as_dict(choice.get("delta"))
        self._has_early_finish = self._has_early_finish or bool(delta.get("content") or delta.get("tool_calls"))
        if reason == self._finish_reason:
            return
        self._finish_reason = reason
        out.append(FinishDelta(reason, "length" if reason in _LENGTH_REASONS else "stop"))
        if error := choice.get("error"):
            out += self._fail(errors.stream_error(error, choice))

    def _new_fields(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a complete message at the end of a stream without the content that its deltas already contained."""
        new = dict(message)
        content, text = message.get("content"), "".join(self._think_tags.texts)
        if isinstance(content, str):
            received = text or "".join(self._think_tags.unclassified)
            rest = content.removeprefix(received)
            new["content"] = "" if text and rest == content else rest
        for name in ("tool_calls", "function_call") if self._has_call else ():
            new.pop(name, None)
        for name in _ALL_REASONING_FIELDS if self._has_reasoning else ():
            new.pop(name, None)
        return new

    def _parse_message(self, delta: Mapping[str, Any], out: list[Delta]) -> None:
        if not delta.keys().isdisjoint(_ALL_REASONING_FIELDS):
            self._parse_reasoning(delta, out)
        content = delta.get("content")
        if self._details:
            self._end_thought(delta, out)
        if isinstance(content, str):
            self._add_text(content, out)
        elif content:
            self._parse_parts(content, out)
        if refusal := delta.get("refusal"):
            self._add_text(as_str(refusal), out)
        if images := delta.get("images"):
            self._parse_parts(images, out)
        if audio := delta.get("audio"):
            self._add_text(as_str(as_dict(audio).get("transcript")), out)
        legacy = delta.get("function_call")
        for call in one_or_many(delta.get("tool_calls") or ({"index": 0, "function": legacy} if legacy else ())):
            self._add_call(call, out)

    def _parse_reasoning(self, delta: Mapping[str, Any], out: list[Delta]) -> None:
        before = len(out)
        self._add_reasoning(delta, out)
        has_text = len(out) > before
        has_details = self._collect_details(delta)
        if has_text or has_details:
            self._has_reasoning = True
            self._has_thought_text = self._has_thought_text or has_text
            out[before:before] = [*self._flush_text(), *self._think_tags.expect_no_thought()]

    def _collect_details(self, delta: Mapping[str, Any]) -> bool:
        """Keep the structured reasoning in `delta` for the echo of the thought. Returns whether there is any."""
        has_details = False
        for field in DETAIL_FIELDS:
            if pieces := as_list(delta.get(field)):
                self._details = self._details or ReasoningDetails()
                self._details.add(field, pieces)
                has_details = True
        if has_details:
            # Text that follows may end the thought.
            self._think_tags.leave_fast_path()
        return has_details

    def _end_thought(self, delta: Mapping[str, Any], out: list[Delta]) -> None:
        """Report the details of the thought once text or calls of `delta` end it.

        Those of a hidden thought wait for a call: it is sent back with calls only, and would be an empty block.
        """
        has_call = bool(delta.get("tool_calls") or delta.get("function_call"))
        content = delta.get("content")
        has_content = bool(content.strip() if isinstance(content, str) else content)
        if has_call or (has_content and self._has_thought_text):
            out += [*self._flush_text(), *self._take_details()]

    def _take_details(self) -> list[Delta]:
        details, self._details = self._details, None
        field, self._reasoning_field, self._has_thought_text = self._reasoning_field, "", False
        if not details:
            return []
        fields = ({"field": field} if field else {}) | {"details": details.complete()}
        return [ThinkingDelta("", Echo(self._provider, fields))]

    def _add_reasoning(self, delta: Mapping[str, Any], out: list[Delta]) -> None:
        for name in _REASONING_FIELDS:
            if (text := delta.get(name)) and isinstance(text, str):
                self._reasoning_field = name
                if new := self._mirror.feed(ReasoningSource.FIELD, text):
                    out.append(ThinkingDelta(new, self._reasoning_echoes[name]))
                return
            if inner := _first_text(as_dict(text), "content", "text"):
                out.append(ThinkingDelta(inner))
                return
        # These repeat the text of the fields above, so they are read last.
        details = next((details for name in DETAIL_FIELDS if (details := as_list(delta.get(name)))), list[Any]())
        texts = (_first_text(as_dict(detail), "text", "summary", "thinking") for detail in details)
        out += [ThinkingDelta(text) for text in texts if text]

    def _add_text(self, text: str, out: list[Delta]) -> None:
        if not self._fail_on_placeholder(text, out):
            out += self._read_text(self._pieces.feed(limited(text)))

    def _read_text(self, text: str) -> Iterable[Delta]:
        return self._tagged(self._think_tags.feed(text)) if (text := self._harmony.feed(text)) else ()

    def _flush_text(self) -> Iterable[Delta]:
        """Return the text that is held back, before a delta of another kind."""
        rest = [*self._read_text(self._pieces.close())]
        if text := self._harmony.close():
            rest += self._tagged(self._think_tags.feed(text))
        return [*rest, *self._tagged(self._think_tags.flush())]

    def _tagged(self, deltas: Iterable[ThinkTagDelta]) -> Iterable[Delta]:
        """Yield `deltas` without reasoning that came in a field as well."""
        for delta in deltas:
            if not isinstance(delta, ThinkingDelta):
                yield delta
            elif text := self._mirror.feed(ReasoningSource.TAGS, delta.text):
                yield ThinkingDelta(text)

    def _parse_parts(self, parts: object, out: list[Delta]) -> None:
        for part in one_or_many(parts):
            match part:
                case str():
                    self._add_text(part, out)
                case (
                    {"type": "thinking", "thinking": thought}
                    | {"type": "reasoning", "reasoning": thought}
                    | {"type": "reasoning", "text": thought}
                ):
                    for piece in as_list(thought) or [thought]:
                        if text := as_str(piece) or as_str(as_dict(piece).get("text")):
                            self._has_reasoning = True
                            out += [
                                *self._flush_text(),
                                *self._think_tags.expect_no_thought(),
                                ThinkingDelta(text),
                            ]
                case {"image_url": {"url": str(url)}} | {"image_url": str(url)}:
                    out += self._flush_text()
                    # Web addresses are not fetched.
                    if match := _DATA_URL.match(url):
                        out.append(ImageDelta(match[1], url[match.end() :]))
                case {"text": str(text)} | {"text": {"value": str(text)}} | {"refusal": str(text)}:
                    self._add_text(text, out)
                case _:
                    pass

    def _add_call(self, call: dict[str, Any] | None, out: list[Delta]) -> None:
        if not isinstance(call, dict):
            return
        # Some gateways omit the inner object.
        function = as_dict(call.get("function")) or ({} if "function" in call else call)
        known_fields = _KNOWN_CALL_FIELDS if function is not call else _FLAT_CALL_FIELDS
        extra_fields = {key: value for key, value in call.items() if key not in known_fields}
        delta = CallDelta(
            _index(call.get("index")),
            _to_string(call.get("id")),
            _to_string(function.get("name")),
            limited(_to_string(function.get("arguments"))),
            Echo(self._provider, extra_fields) if extra_fields else None,
            is_start="type" in call or "arguments" in function,
        )
        if delta.id or delta.name or delta.arguments or delta.echo:
            self._has_call = True
            out += [*self._flush_text(), delta]


def _without_envelope(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the answer in the envelope of a gateway, such as `{"success": true, "data": {...}}`."""
    if "choices" in value:
        return value
    inner = (as_dict(value.get(name)) for name in ("data", "result", "response"))
    return next((each for each in inner if "choices" in each), value)


def _only_text(value: Mapping[str, Any]) -> str:
    """Return the text of a chunk that holds nothing else; empty for any other chunk."""
    try:
        (choice,) = value["choices"]
        delta = choice["delta"]
        text = delta["content"]
    except (KeyError, TypeError, ValueError):
        return ""
    is_alone = (
        len(delta) == 1
        and choice.get("index") in _FIRST_CHOICE
        and not choice.get("finish_reason")
        and "message" not in choice
        and not value.get("usage")
        and "x_groq" not in value
        and "error" not in value
    )
    return text if is_alone and type(text) is str and len(text) <= MAX_TEXT else ""


def _from_ollama(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Convert a line of Ollama's own format to a chunk of this one."""
    message = value.get("message")
    if not isinstance(message, dict):
        return value
    if value.get("done") is not True:
        return {"choices": [{"delta": message}]}
    usage = {"prompt_tokens": value.get("prompt_eval_count"), "completion_tokens": value.get("eval_count")}
    finish = as_str(value.get("done_reason")) or "stop"
    return {"choices": [{"delta": message, "finish_reason": finish}], "usage": usage}


def _index(value: object) -> int | None:
    """Return the index of a call, which some servers write as a string or a float; None if it is invalid."""
    if isinstance(value, str):
        return int(value) if _SMALL_NUMBER.fullmatch(value) else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _first_text(fields: Mapping[str, Any], *names: str) -> str:
    return next((text for name in names if (text := as_str(fields.get(name)))), "")


def _to_string(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _usage(value: Mapping[str, Any]) -> UsageDelta | None:
    usage: dict[str, Any] | None = value.get("usage")
    if usage is None and "x_groq" in value:
        usage = as_dict(value["x_groq"]).get("usage")
    if not isinstance(usage, dict):
        return None
    return UsageDelta(as_count(usage.get("prompt_tokens")), as_count(usage.get("completion_tokens")))


class OpenAIChat(HttpChat):
    """A ChatModel over chat/completions."""

    family = Provider.OPENAI
    auth_headers = staticmethod(auth_headers)

    def _endpoint_url(self, base_url: str) -> str:
        return endpoint_url(base_url)

    def _body(self, request: ChatRequest, options: RequestOptions) -> dict[str, Any]:
        return request_body(self._model, self.provider, request, options)

    def _optional_fields(self, request: ChatRequest, options: RequestOptions) -> Fields:
        return optional_fields(options, has_tools=bool(request.tools))

    def _new_parser(self) -> OpenAIParser:
        return OpenAIParser(self.source, begins_in_thought=self._options.begins_in_thought)
