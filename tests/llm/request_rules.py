"""The rules by which each provider accepts a conversation with tool calls, and the check of a request body."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from deskpet.config.choices import Family, Provider

Json = Any


@dataclass
class Turn:
    """A message of a request in the terms that the formats share. Calls are (id, name, arguments), results (id, name).

    Gemini identifies calls by their order, so an id is None there unless the server gave one.
    """

    role: str
    calls: list[tuple[str | None, str, Json]] = field(default_factory=list[tuple[str | None, str, Json]])
    results: list[tuple[str | None, str | None]] = field(default_factory=list[tuple[str | None, str | None]])
    texts: list[str] = field(default_factory=list[str])
    fields: set[str] = field(default_factory=set[str])
    results_first: bool = True


@dataclass(frozen=True)
class Rules:
    """The rules of one format. `read` returns its messages; patterns match whole texts."""

    read: Callable[[Mapping[str, Json]], list[Turn]]
    roles: frozenset[str]
    model_role: str
    call_id: str
    has_ids: bool
    call_name: str
    arguments: Callable[[Json], bool]
    results_role: str
    fields: frozenset[str]
    accepts_blank_text: bool


def _is_object_text(value: Json) -> bool:
    return isinstance(value, str) and isinstance(json.loads(value), dict)


def _is_object(value: Json) -> bool:
    return isinstance(value, dict)


def _read_openai(body: Mapping[str, Json]) -> list[Turn]:
    turns: list[Turn] = []
    for message in body["messages"]:
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        turn = Turn(message["role"], fields=set(message))
        turn.texts = [part["text"] for part in parts if part["type"] == "text"]
        for call in message.get("tool_calls", ()):
            function = call["function"]
            turn.calls.append((call["id"], function["name"], function["arguments"]))
            turn.fields |= {f"call.{name}" for name in call} | {f"function.{name}" for name in function}
        if message["role"] == "tool":
            # Results are messages of their own: those of one request count as one turn.
            turn.results.append((message["tool_call_id"], None))
            if turns and turns[-1].role == "tool":
                turns[-1].results += turn.results
                continue
        turns.append(turn)
    return turns


def _read_anthropic(body: Mapping[str, Json]) -> list[Turn]:
    turns: list[Turn] = []
    for message in body["messages"]:
        turn = Turn(message["role"], fields=set(message))
        kinds = [part["type"] for part in message["content"]]
        turn.results_first = "tool_result" not in kinds[kinds.count("tool_result") :]
        for part in message["content"]:
            turn.fields |= {f"{part['type']}.{name}" for name in part}
            match part["type"]:
                case "text":
                    turn.texts.append(part["text"])
                case "tool_use":
                    turn.calls.append((part["id"], part["name"], part["input"]))
                case "tool_result":
                    turn.results.append((part["tool_use_id"], None))
                    inner = part["content"] if isinstance(part["content"], list) else []
                    assert {each["type"] for each in inner} <= {"text", "image"}
                case _:
                    pass
        turns.append(turn)
    return turns


def _read_gemini(body: Mapping[str, Json]) -> list[Turn]:
    turns: list[Turn] = []
    for content in body["contents"]:
        turn = Turn(content["role"], fields=set(content))
        for part in content["parts"]:
            turn.fields |= {f"part.{name}" for name in part}
            if call := part.get("functionCall"):
                turn.calls.append((call.get("id"), call["name"], call["args"]))
            if result := part.get("functionResponse"):
                turn.results.append((result.get("id"), result["name"]))
                assert isinstance(result["response"], dict)
            if "text" in part:
                turn.texts.append(part["text"])
        turns.append(turn)
    return turns


_NAME = r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}"
RULES: Mapping[Family, Rules] = {
    Provider.OPENAI: Rules(
        read=_read_openai,
        roles=frozenset({"system", "user", "assistant", "tool"}),
        model_role="assistant",
        call_id=r"[a-zA-Z0-9_-]{1,40}",
        has_ids=True,
        call_name=_NAME,
        arguments=_is_object_text,
        results_role="tool",
        fields=frozenset(
            {"role", "content", "tool_calls", "tool_call_id", "call.id", "call.type", "call.function"}
            # The last one is Google's addition to the format, only for its own servers.
            | {"function.name", "function.arguments", "call.extra_content"}
        ),
        accepts_blank_text=True,
    ),
    Provider.ANTHROPIC: Rules(
        read=_read_anthropic,
        roles=frozenset({"user", "assistant"}),
        model_role="assistant",
        call_id=r"[a-zA-Z0-9_-]+",
        has_ids=True,
        call_name=_NAME,
        arguments=_is_object,
        results_role="user",
        fields=frozenset(
            {"role", "content", "text.type", "text.text", "image.type", "image.source"}
            | {"tool_use.type", "tool_use.id", "tool_use.name", "tool_use.input"}
            | {f"tool_result.{name}" for name in ("type", "tool_use_id", "content", "is_error")}
            | {f"thinking.{name}" for name in ("type", "thinking", "signature")}
        ),
        accepts_blank_text=False,
    ),
    Provider.GEMINI: Rules(
        read=_read_gemini,
        roles=frozenset({"user", "model"}),
        model_role="model",
        call_id=r"[a-zA-Z0-9_-]{1,64}",
        has_ids=False,
        call_name=_NAME,
        arguments=_is_object,
        results_role="user",
        fields=frozenset(
            {"role", "parts", "part.text", "part.thought", "part.thoughtSignature", "part.inlineData"}
            | {"part.functionCall", "part.functionResponse"}
        ),
        accepts_blank_text=True,
    ),
}


def violations(
    family: Family, body: Mapping[str, Json], own_ids: frozenset[str] = frozenset(), foreign: tuple[str, ...] = ()
) -> list[str]:
    """Return every rule that `body` breaks.

    `own_ids` are ids that this server gave and takes back in its own form (Anthropic takes none); `foreign` are texts
    that only other providers may get.
    """
    rules = RULES[family]
    turns = rules.read(body)
    own = own_ids if family is not Provider.ANTHROPIC else frozenset[str]()
    found = [f"foreign data {text!r}" for text in foreign if text in json.dumps(body, ensure_ascii=False)]
    for turn, following in zip(turns, [*turns[1:], None], strict=True):
        found += _turn_violations(rules, turn, own)
        expected = [(call_id, name) for call_id, name, _ in turn.calls]
        if turn.calls and (following is None or following.role != rules.results_role):
            found.append(f"no results right after {expected}")
        elif following and not _match(expected, following.results):
            found.append(f"results {following.results} for calls {expected}")
        if following and turn.role == "tool" and following.role == "user":
            # The rule of Mistral's API and chat templates.
            found.append("the user right after results")
        if following and following.role == turn.role and turn.role in ("user", rules.model_role):
            found.append(f"two messages of {turn.role} in a row")
    ids = Counter(call_id for turn in turns for call_id, _, _ in turn.calls if call_id is not None)
    found += [f"id {call_id!r} {number} times" for call_id, number in ids.items() if number > 1]
    conversation = [turn for turn in turns if turn.role != "system"]
    if not conversation or conversation[0].role != "user" or turns[0].results:
        found.append("the user does not speak first")
    if conversation and conversation[-1].role == rules.model_role:
        found.append("nothing to answer")
    return found


def _match(calls: list[tuple[str | None, str]], results: list[tuple[str | None, str | None]]) -> bool:
    """Whether the results belong to the calls, in order; a name is only compared where the format has one."""
    return len(calls) == len(results) and all(
        call_id == result_id and name in (None, call_name)
        for (call_id, call_name), (result_id, name) in zip(calls, results, strict=True)
    )


def _turn_violations(rules: Rules, turn: Turn, own_ids: frozenset[str]) -> Iterator[str]:
    if turn.role not in rules.roles:
        yield f"role {turn.role!r}"
    if unknown := turn.fields - rules.fields:
        yield f"unknown fields {sorted(unknown)}"
    if not turn.results_first:
        yield "a result after other content"
    if not rules.accepts_blank_text and not all(text.strip() for text in turn.texts):
        yield "a text without words"
    for call_id, name, arguments in turn.calls:
        if (call_id is None and rules.has_ids) or not (
            call_id is None or call_id in own_ids or re.fullmatch(rules.call_id, call_id)
        ):
            yield f"id {call_id!r}"
        if not re.fullmatch(rules.call_name, name):
            yield f"name {name!r}"
        if not rules.arguments(arguments):
            yield f"arguments {arguments!r}"
        if turn.role != rules.model_role:
            yield f"a call of {turn.role}"
