"""Vendors as they refuse a conversation: the rules of each form, and answers with reasoning and calls in it.

Each vendor thinks, makes two calls at once, thinks again, makes one more call, and says `Done.`. What it gives of its
own (ids, signatures, reasoning) stands in `secrets`: no other vendor may get it.
"""

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from deskpet.config.choices import Family, Provider
from deskpet.llm.adaptations import DUMMY_SIGNATURE
from tests.llm import recordings
from tests.llm.replay_server import Reply
from tests.llm.strict_server import anthropic_error, gemini_error, openai_error, refusal

Json = Any
TOOL = "note_down"
_OPENAI_FIELDS = {
    "system": {"role", "content"},
    "user": {"role", "content"},
    "assistant": {"role", "content", "tool_calls"},
    "tool": {"role", "content", "tool_call_id"},
}


@dataclass(frozen=True)
class Vendor:
    """A vendor: its model, what identifies its data, and its rules."""

    name: str
    model: str
    secrets: tuple[str, ...]
    family: ClassVar[Family] = Provider.OPENAI

    @property
    def url(self) -> str:
        return f"http://{self.name}.invalid/v1"

    def answer(self, body: Mapping[str, Json]) -> bytes:
        """Return the answer to an accepted request."""
        raise NotImplementedError

    def refusal(self, body: Mapping[str, Json]) -> Reply | None:
        """Return the refusal of a request; None if it is accepted."""
        raise NotImplementedError


def round_of(results: int) -> int:
    """Return the number of the step in a turn, by the number of results since the user spoke."""
    return {0: 0, 2: 1, 3: 2}[results]


# The form of OpenAI.


class OpenAIVendor(Vendor):
    """The rules that OpenAI's servers have; others of its form differ from them."""

    extra_fields: ClassVar[frozenset[str]] = frozenset()
    call_id: ClassVar[str] = r"[\w-]{1,40}"

    def answer(self, body: Mapping[str, Json]) -> bytes:
        messages = body["messages"]
        last_user = max(index for index, each in enumerate(messages) if each["role"] == "user")
        step = round_of(sum(each["role"] == "tool" for each in messages[last_user:]))
        ids = self.ids(sum(len(each.get("tool_calls", ())) for each in messages))
        return recordings.openai(*self.thought(), *([self.call(each) for each in ids[step]] or [{"content": "Done."}]))

    def ids(self, made: int) -> tuple[tuple[str, ...], ...]:
        """Return the ids of the calls of each step, after `made` calls."""
        first = made - made % 3
        return tuple(tuple(self.new_id(first + each) for each in step) for step in ((0, 1), (2,), ()))

    def new_id(self, number: int) -> str:
        return f"{self.secrets[0]}{number}"

    def thought(self) -> list[dict[str, Json]]:
        return []

    def call(self, call_id: str) -> dict[str, Json]:
        function = {"name": TOOL, "arguments": '{"word": "a"}'}
        index = int(re.findall(r"\d+", call_id)[-1]) % 3
        return {"tool_calls": [{"index": index, "id": call_id, "type": "function", "function": function}]}

    def refusal(self, body: Mapping[str, Json]) -> Reply | None:
        return next(self.refusals(body["messages"]), None)

    def refusals(self, messages: list[dict[str, Json]]) -> Iterator[Reply]:
        """Yield the refusals of the messages."""
        open_ids: list[str] = []
        for index, message in enumerate(messages):
            path = f"messages[{index}]"
            if unknown := message.keys() - _OPENAI_FIELDS[message["role"]] - self.extra_fields:
                yield self.unknown_field(f"{path}.{min(unknown)}")
            yield from self.result_refusals(message, open_ids)
            if message["role"] == "assistant" and not message.get("tool_calls") and not message["content"]:
                yield openai_error(f"Invalid value for 'content': expected a string, got null. {path}")
            yield from self.call_refusals(message, path)
            open_ids += [call["id"] for call in message.get("tool_calls", ())]
        ids = [call["id"] for message in messages for call in message.get("tool_calls", ())]
        if len(set(ids)) < len(ids):
            yield openai_error(f"Duplicate value for 'tool_call_id' of '{ids[0]}'")
        yield from self.order_refusals(messages)

    def result_refusals(self, message: dict[str, Json], open_ids: list[str]) -> Iterator[Reply]:
        """Yield the refusals of a message that is no result, or one of no call, and close its id."""
        if message["role"] != "tool" and open_ids:
            yield openai_error(
                "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
                f"'tool_call_id'. The following tool_call_ids did not have response messages: {open_ids[0]}"
            )
        if message["role"] == "tool":
            if message["tool_call_id"] not in open_ids:
                yield openai_error(
                    "messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
                )
            open_ids.remove(message["tool_call_id"])

    def call_refusals(self, message: dict[str, Json], path: str) -> Iterator[Reply]:
        """Yield the refusals of the calls in a message."""
        for call in message.get("tool_calls", ()):
            if unknown := call.keys() - {"id", "type", "function"}:
                yield self.unknown_field(f"{path}.tool_calls[0].{min(unknown)}")
            if not re.fullmatch(self.call_id, call["id"]):
                yield self.wrong_id(call["id"])

    def order_refusals(self, messages: list[dict[str, Json]]) -> Iterator[Reply]:
        """Yield the refusals of the order of the messages, and of the reasoning in them."""
        yield from ()

    def unknown_field(self, path: str) -> Reply:
        return openai_error(f"Unknown parameter: '{path}'.", path, "unknown_parameter")

    def wrong_id(self, call_id: str) -> Reply:
        return openai_error(
            "Invalid 'messages[1].tool_calls[0].id': string too long. Expected one with maximum length 40, but got "
            f"{call_id}"
        )


class ReasoningVendor(OpenAIVendor):
    """DeepSeek: once a tool was called, every answer must have its reasoning."""

    extra_fields: ClassVar[frozenset[str]] = frozenset({"reasoning_content"})

    def thought(self) -> list[dict[str, Json]]:
        return [{"reasoning_content": self.secrets[1]}]

    def order_refusals(self, messages: list[dict[str, Json]]) -> Iterator[Reply]:
        first = next((index for index, each in enumerate(messages) if each.get("tool_calls")), len(messages))
        for message in messages[first:]:
            if message["role"] == "assistant" and not message.get("reasoning_content"):
                yield openai_error("The `reasoning_content` in the thinking mode must be passed back to the API.")


class KimiVendor(ReasoningVendor):
    """Kimi: each message with calls must have reasoning; its ids name the function."""

    call_id: ClassVar[str] = r"[\w.:-]{1,64}"

    def new_id(self, number: int) -> str:
        return f"functions.{TOOL}{self.secrets[0]}:{number}"

    def order_refusals(self, messages: list[dict[str, Json]]) -> Iterator[Reply]:
        for index, message in enumerate(messages):
            if message.get("tool_calls") and not message.get("reasoning_content"):
                yield openai_error(
                    "thinking is enabled but reasoning_content is missing in assistant tool call message at index "
                    f"{index}"
                )


class MistralVendor(OpenAIVendor):
    """Mistral: ids of nine letters and digits, no other field, and the assistant speaks after a result."""

    call_id: ClassVar[str] = r"[a-zA-Z0-9]{9}"

    def new_id(self, number: int) -> str:
        return f"{self.secrets[0]}{number:05}"

    def thought(self) -> list[dict[str, Json]]:
        text = [{"type": "text", "text": self.secrets[1]}]
        return [{"content": [{"type": "thinking", "thinking": text}]}]

    def order_refusals(self, messages: list[dict[str, Json]]) -> Iterator[Reply]:
        for before, message in itertools.pairwise(messages):
            if (before["role"], message["role"]) == ("tool", "user"):
                yield refusal(
                    400, {"object": "error", "message": "Unexpected role 'user' after role 'tool'", "code": "3230"}
                )

    def unknown_field(self, path: str) -> Reply:
        detail = {"type": "extra_forbidden", "loc": ["body", *path.split(".")], "msg": "Extra inputs are not permitted"}
        return refusal(422, {"object": "error", "message": {"detail": [detail]}, "type": "invalid_request_error"})

    def wrong_id(self, call_id: str) -> Reply:
        message = f"Tool call id was {call_id} but must be a-z, A-Z, 0-9, with a length of 9."
        return refusal(400, {"object": "error", "message": message, "type": "invalid_function_call", "code": "3280"})


# The form of Anthropic.


class AnthropicVendor(Vendor):
    """Anthropic: reasoning has its own signature, and a turn with it begins with it."""

    family: ClassVar[Family] = Provider.ANTHROPIC
    is_signed: ClassVar[bool] = True

    def answer(self, body: Mapping[str, Json]) -> bytes:
        messages = body["messages"]
        last_user = max(
            index for index, each in enumerate(messages) if "text" in _kinds(each) and each["role"] == "user"
        )
        step = round_of(sum(_kinds(each).count("tool_result") for each in messages[last_user + 1 :]))
        made = sum(_kinds(each).count("tool_use") for each in messages)
        numbers = [[made, made + 1], [made], []][step]
        thought = (
            {"type": "thinking", "thinking": "", "signature": ""},
            [
                {"type": "thinking_delta", "thinking": self.secrets[1]},
                {"type": "signature_delta", "signature": self.secrets[2] if self.is_signed else ""},
            ],
        )
        if "thinking" not in body and self.is_signed:
            thought = ({"type": "text", "text": ""}, [{"type": "text_delta", "text": "Hm."}])
        calls = [
            ({"type": "tool_use", "id": f"{self.secrets[0]}{number}", "name": TOOL, "input": {"word": "b"}}, [])
            for number in numbers
        ]
        text = ({"type": "text", "text": ""}, [{"type": "text_delta", "text": "Done."}])
        return recordings.anthropic(thought, *(calls or [text]), stop="tool_use" if calls else "end_turn")

    def refusal(self, body: Mapping[str, Json]) -> Reply | None:
        return next(self.refusals(body), None)

    def refusals(self, body: Mapping[str, Json]) -> Iterator[Reply]:
        """Yield the refusals of the messages."""
        messages = body["messages"]
        open_ids: list[str] = []
        for index, message in enumerate(messages):
            if index and messages[index - 1]["role"] == message["role"]:
                yield anthropic_error('messages: roles must alternate between "user" and "assistant"')
            results = [part["tool_use_id"] for part in message["content"] if part["type"] == "tool_result"]
            if sorted(results) != sorted(open_ids):
                yield anthropic_error(
                    f"messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately after: "
                    f"{open_ids}"
                )
            open_ids = [part["id"] for part in message["content"] if part["type"] == "tool_use"]
            for position, part in enumerate(message["content"]):
                yield from self.part_refusals(f"messages.{index}.content.{position}", part)
        yield from self.reasoning_refusals(body)

    def part_refusals(self, path: str, part: Mapping[str, Json]) -> Iterator[Reply]:
        """Yield the refusals of one part."""
        if part["type"] == "text" and not part["text"].strip():
            yield anthropic_error("messages: text content blocks must contain non-whitespace text")
        if part["type"] == "tool_use" and not re.fullmatch(r"[a-zA-Z0-9_-]+", part["id"]):
            yield anthropic_error(f"{path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
        known = {
            "text": {"type", "text"},
            "tool_use": {"type", "id", "name", "input"},
            "tool_result": {"type", "tool_use_id", "content", "is_error"},
            "thinking": {"type", "thinking", "signature"},
        }
        if unknown := part.keys() - known[part["type"]]:
            yield anthropic_error(f"{path}.{part['type']}.{min(unknown)}: Extra inputs are not permitted")
        if part["type"] == "thinking" and self.is_signed and part["signature"] != self.secrets[2]:
            yield anthropic_error(f"{path}: Invalid `signature` in `thinking` block")

    def reasoning_refusals(self, body: Mapping[str, Json]) -> Iterator[Reply]:
        """Yield the refusal of a turn that begins without reasoning."""
        if "thinking" not in body or "tool_result" not in _kinds(body["messages"][-1]):
            return
        last = body["messages"][-2]["content"][0]["type"]
        if last != "thinking":
            yield anthropic_error(
                f"messages.{len(body['messages']) - 2}.content.0.type: Expected `thinking` or `redacted_thinking`, but "
                f"found `{last}`. When `thinking` is enabled, a final `assistant` message must start with a thinking "
                "block (preceding the lastmost set of `tool_use` and `tool_result` blocks)."
            )


class UnsignedVendor(AnthropicVendor):
    """DeepSeek and Kimi in the form of Anthropic: every answer after a call has reasoning, which is not signed."""

    is_signed: ClassVar[bool] = False

    def reasoning_refusals(self, body: Mapping[str, Json]) -> Iterator[Reply]:
        messages = body["messages"]
        first = next((index for index, each in enumerate(messages) if "tool_use" in _kinds(each)), len(messages))
        for message in messages[first:]:
            thoughts = [part for part in message["content"] if part["type"] == "thinking" and part["thinking"]]
            if message["role"] == "assistant" and not thoughts:
                yield refusal(
                    400,
                    {
                        "error": {
                            "message": "The `content[].thinking` in the thinking mode must be passed back to the API.",
                            "type": "invalid_request_error",
                        }
                    },
                )


def _kinds(message: Mapping[str, Json]) -> list[str]:
    return [part["type"] for part in message["content"]]


# The form of Gemini.


class GeminiVendor(Vendor):
    """Gemini 3: the first call of each step since the user spoke has a signature, its own or the dummy."""

    family: ClassVar[Family] = Provider.GEMINI

    @property
    def url(self) -> str:
        return f"http://{self.name}.invalid/v1beta"

    def answer(self, body: Mapping[str, Json]) -> bytes:
        step = round_of(sum(_count(each, "functionResponse") for each in _current(body)))
        call = {"functionCall": {"name": TOOL, "args": {"word": "c"}}}
        signed = call | {"thoughtSignature": self.secrets[0]}
        parts = [[signed, call], [signed], [{"text": "Done."}, {"text": "", "thoughtSignature": self.secrets[0]}]][step]
        return recordings.gemini([{"text": self.secrets[1], "thought": True}], parts)

    def refusal(self, body: Mapping[str, Json]) -> Reply | None:
        return next(self.refusals(body), None)

    def refusals(self, body: Mapping[str, Json]) -> Iterator[Reply]:
        """Yield the refusals of the contents."""
        calls = 0
        known = {"text", "thought", "thoughtSignature", "functionCall", "functionResponse", "inlineData"}
        for index, content in enumerate(body["contents"]):
            if calls != _count(content, "functionResponse"):
                yield gemini_error(
                    "Please ensure that the number of function response parts is equal to the number of function call "
                    "parts of the function call turn."
                )
            calls = _count(content, "functionCall")
            for position, part in enumerate(content["parts"]):
                if unknown := part.keys() - known:
                    yield gemini_error(
                        f'Invalid JSON payload received. Unknown name "{min(unknown)}" at \'contents[{index}].parts'
                        f"[{position}]': Cannot find field."
                    )
                if part.get("thoughtSignature") not in {None, self.secrets[0], DUMMY_SIGNATURE}:
                    yield gemini_error("Unable to submit request because Thought signature is not valid..")
        for content in _current(body):
            first = next((part for part in content["parts"] if "functionCall" in part), None)
            if first and "thoughtSignature" not in first:
                yield gemini_error(
                    "Function call is missing a thought_signature in functionCall parts. This is required for tools to "
                    f"work correctly. Additional data, function call `default_api:{TOOL}` , position 2."
                )


def _count(content: Mapping[str, Json], kind: str) -> int:
    return sum(kind in part for part in content["parts"])


def _current(body: Mapping[str, Json]) -> list[dict[str, Json]]:
    contents = body["contents"]
    asked = [index for index, each in enumerate(contents) if each["role"] == "user" and _count(each, "text")]
    last_user = asked[-1]
    return contents[last_user + 1 :]


OPENAI = OpenAIVendor("openai", "gpt-4.1", ("call_openai",))
DEEPSEEK = ReasoningVendor("deepseek", "deepseek-v4-pro", ("call_00_deepseek", "thought of deepseek"))
KIMI = KimiVendor("kimi", "kimi-k2.6", ("_kimi", "thought of kimi"))
GEMINI = GeminiVendor("gemini", "gemini-3-pro", ("c2lnbmF0dXJlIG9mIGdlbWluaQ==", "thought of gemini"))
ANTHROPIC = AnthropicVendor(
    "anthropic", "claude-opus", ("toolu_anthropic", "thought of anthropic", "signature of anthropic")
)
MISTRAL = MistralVendor("mistral", "magistral-medium", ("mist", "thought of mistral"))
DEEPSEEK_AS_ANTHROPIC = UnsignedVendor("deepseek-a", "deepseek-v4-flash", ("toolu_one", "first unsigned thought"))
KIMI_AS_ANTHROPIC = UnsignedVendor("kimi-a", "kimi-for-coding", ("toolu_two", "second unsigned thought"))
VENDORS = (OPENAI, DEEPSEEK, KIMI, GEMINI, ANTHROPIC, MISTRAL, DEEPSEEK_AS_ANTHROPIC, KIMI_AS_ANTHROPIC)


def foreign_secrets(vendor: Vendor, body: Mapping[str, Json]) -> list[str]:
    """Return what the request to `vendor` has of another one."""
    text = json.dumps(body, ensure_ascii=False)
    return [secret for other in VENDORS if other is not vendor for secret in other.secrets if secret in text]
